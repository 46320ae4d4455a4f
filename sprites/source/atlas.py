"""Packs named pictures into one sheet with a TexturePacker JSON-hash atlas beside it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

MAX_SIDE = 4096
"""Greatest width and height of a sheet, in pixels."""

PADDING = 2
"""Clear pixels kept between neighbours and round the border."""

WEBP_QUALITY = 92
"""Of sheets kept as WebP; their alpha loses nothing."""


@dataclass(frozen=True)
class Frame:
    """One picture of a sheet: an RGBA image in its full (source) size, and what the atlas says of it.

    `duration` is in milliseconds (0: a still). `trim=False` keeps clear margins, as nine-slice pieces need.
    """

    image: Image.Image
    duration: int = 0
    trim: bool = True


@dataclass(frozen=True)
class Tag:
    """An animation: the frames from index `first` to `last` of the atlas's order, by name in the JSON."""

    name: str
    first: int
    last: int


@dataclass(frozen=True)
class Slice:
    """The stretchable middle of the frame `name`: x, y, w, h in its source pixels."""

    name: str
    center: tuple[int, int, int, int]


@dataclass(frozen=True)
class Part:
    """A picture that is a rectangle (x, y, w, h, in source pixels) of the frame `of` and shares its pixels."""

    of: str
    box: tuple[int, int, int, int]


@dataclass
class _Piece:
    """A trimmed picture waiting for its place on the sheet."""

    names: list[str]
    pixels: np.ndarray
    offset: tuple[int, int]
    source: tuple[int, int]
    at: tuple[int, int] = (0, 0)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.pixels.shape[1], self.pixels.shape[0]


def pack(
    frames: Mapping[str, Image.Image | Frame],
    out: Path,
    *,
    tags: Sequence[Tag] = (),
    slices: Sequence[Slice] = (),
    parts: Mapping[str, Part] | None = None,
    place: Mapping[str, tuple[int, int]] | None = None,
    meta: Mapping[str, Any] | None = None,
    max_side: int = MAX_SIDE,
) -> tuple[int, int]:
    """Trims and packs `frames`, writes `out` and the .json of the same stem; gives the sheet's size.

    `out` is a .png, or a .webp, which is lossy.

    Equal pictures share their pixels. The same input always gives the same bytes. Names in `slices` are not
    trimmed. `parts` names rectangles inside other frames.
    `place` holds the stage position of frames drawn at one fixed spot; `meta` is merged into meta.
    """
    whole = {s.name for s in slices}
    entries = {n: f if isinstance(f, Frame) else Frame(f) for n, f in frames.items()}
    sheet, found = _packed(entries, whole, max_side)
    height, width = sheet.shape[:2]
    atlas: dict[str, Any] = {"frames": found, "meta": {"image": out.name, "format": "RGBA8888", "scale": "1"}}
    for name, part in (parts or {}).items():
        atlas["frames"][name] = _part_entry(part, atlas["frames"][part.of])
    atlas["meta"]["size"] = {"w": width, "h": height}
    atlas["meta"]["frameTags"] = [_tag_entry(t) for t in tags]
    atlas["meta"]["slices"] = [_slice_entry(s, entries[s.name].image.size) for s in slices]
    if place:
        atlas["meta"]["place"] = {name: list(spot) for name, spot in place.items()}
    atlas["meta"].update(meta or {})
    _write({out: sheet}, out.with_suffix(".json"), atlas)
    return width, height


@dataclass(frozen=True)
class Page:
    """One image of an atlas with several: its file (a .png, or a .webp, which is lossy) and its frames."""

    out: Path
    frames: Mapping[str, Frame]


def pack_pages(
    pages: Sequence[Page], out: Path, *, order: Sequence[str], tags: Sequence[Tag] = ()
) -> list[tuple[int, int]]:
    """Packs each page by itself and writes one atlas `out` (a .json) for all; gives the pages' sizes.

    Each frame names its page by number; `meta.images` and `meta.sizes` list the pages, `meta.image` is the first.
    `order` is that of all frames in the atlas, which indices of `tags` run over.
    """
    frames: dict[str, Any] = {}
    images: dict[Path, np.ndarray] = {}
    for number, page in enumerate(pages):
        sheet, found = _packed(page.frames, frozenset(), MAX_SIDE)
        images[page.out] = sheet
        frames |= {name: {**entry, "page": number} for name, entry in found.items()}
    sizes = [(sheet.shape[1], sheet.shape[0]) for sheet in images.values()]
    listed = [{"w": width, "h": height} for width, height in sizes]
    meta = {
        "image": pages[0].out.name,
        "images": [page.out.name for page in pages],
        "format": "RGBA8888",
        "scale": "1",
        "size": listed[0],
        "sizes": listed,
        "frameTags": [_tag_entry(tag) for tag in tags],
        "slices": [],
    }
    _write(images, out, {"frames": {name: frames[name] for name in order}, "meta": meta})
    return sizes


def _packed(
    entries: Mapping[str, Frame], whole: Collection[str], max_side: int
) -> tuple[np.ndarray, dict[str, dict[str, Any]]]:
    """One sheet's pixels (height, width, 4) and the atlas entries of its frames; names in `whole` are not trimmed."""
    pieces: dict[tuple[tuple[int, int], bytes], _Piece] = {}
    piece_of: dict[str, _Piece] = {}
    offsets: dict[str, tuple[int, int]] = {}
    for name, frame in entries.items():
        pixels, offset = _trimmed(frame.image, frame.trim and name not in whole)
        key = ((pixels.shape[1], pixels.shape[0]), pixels.tobytes())
        piece = pieces.setdefault(key, _Piece([], pixels, offset, frame.image.size))
        piece.names.append(name)
        piece_of[name] = piece
        offsets[name] = offset
    width, height = _arrange(list(pieces.values()), max_side)
    sheet = np.zeros((height, width, 4), np.uint8)
    for piece in pieces.values():
        (x, y), (w, h) = piece.at, piece.size
        sheet[y : y + h, x : x + w] = piece.pixels
    found = {}
    for name, frame in entries.items():
        piece = piece_of[name]
        (x, y), (w, h) = piece.at, piece.size
        left, top = offsets[name]
        found[name] = {
            "frame": {"x": x, "y": y, "w": w, "h": h},
            "rotated": False,
            "trimmed": (w, h) != frame.image.size,
            "spriteSourceSize": {"x": left, "y": top, "w": w, "h": h},
            "sourceSize": {"w": frame.image.width, "h": frame.image.height},
            "duration": frame.duration,
        }
    return sheet, found


def _write(images: Mapping[Path, np.ndarray], out: Path, atlas: Mapping[str, Any]) -> None:
    """Writes the images (their pixels by file) and then the atlas, each in one step."""
    out.parent.mkdir(parents=True, exist_ok=True)
    for file, sheet in images.items():
        picture, fresh = Image.fromarray(_bled(sheet), "RGBA"), file.with_name(file.name + ".part")
        if file.suffix == ".webp":
            picture.save(fresh, format="WEBP", quality=WEBP_QUALITY, alpha_quality=100, method=4, exact=True)
        else:
            picture.save(fresh, format="PNG", optimize=True)
    text = out.with_name(out.name + ".part")
    text.write_text(_dump(atlas), encoding="utf-8")
    for file in (*images, out):
        file.with_name(file.name + ".part").replace(file)


def _tag_entry(tag: Tag) -> dict[str, Any]:
    return {"name": tag.name, "from": tag.first, "to": tag.last, "direction": "forward"}


def _part_entry(part: Part, whole: dict[str, Any]) -> dict[str, Any]:
    """The atlas entry of a rectangle inside another frame; it must lie within what was not trimmed away."""
    x, y, w, h = part.box
    kept, at = whole["spriteSourceSize"], whole["frame"]
    left, top = x - kept["x"], y - kept["y"]
    if min(left, top) < 0 or left + w > kept["w"] or top + h > kept["h"]:
        raise ValueError(f"{part} reaches beyond the trimmed frame")
    return {
        "frame": {"x": at["x"] + left, "y": at["y"] + top, "w": w, "h": h},
        "rotated": False,
        "trimmed": False,
        "spriteSourceSize": {"x": 0, "y": 0, "w": w, "h": h},
        "sourceSize": {"w": w, "h": h},
        "duration": 0,
    }


def _slice_entry(piece: Slice, size: tuple[int, int]) -> dict[str, Any]:
    """The Aseprite-style entry of a nine-slice middle."""
    x, y, w, h = piece.center
    bounds = {"x": 0, "y": 0, "w": size[0], "h": size[1]}
    return {
        "name": piece.name,
        "keys": [{"frame": 0, "bounds": bounds, "center": {"x": x, "y": y, "w": w, "h": h}}],
    }


def _dump(atlas: Mapping[str, Any]) -> str:
    """JSON with one frame a line: small, and readable in a diff."""
    rows = ",\n".join(f"  {json.dumps(n)}: {json.dumps(f)}" for n, f in atlas["frames"].items())
    return f'{{"frames": {{\n{rows}\n}},\n"meta": {json.dumps(atlas["meta"], indent=1)}\n}}\n'


def _trimmed(image: Image.Image, trim: bool) -> tuple[np.ndarray, tuple[int, int]]:
    """The pixels (height, width, 4) inside the clear margins, and the corner they were cut from."""
    pixels = np.array(image.convert("RGBA"))
    pixels[pixels[..., 3] == 0] = 0
    if not trim:
        return pixels, (0, 0)
    rows = np.flatnonzero(pixels[..., 3].any(axis=1))
    columns = np.flatnonzero(pixels[..., 3].any(axis=0))
    if rows.size == 0:
        return pixels[:1, :1], (0, 0)
    top, left = int(rows[0]), int(columns[0])
    cut = pixels[top : rows[-1] + 1, left : columns[-1] + 1]
    return np.ascontiguousarray(cut), (left, top)


ORDERS: tuple[Callable[[tuple[int, int]], tuple[int, ...]], ...] = (
    lambda size: (-size[1], -size[0]),
    lambda size: (-size[0], -size[1]),
    lambda size: (-size[0] * size[1], -size[1]),
    lambda size: (-max(size), -min(size)),
)
"""Sorting keys (of width and height) tried in turn: tallest, widest, largest, longest first."""


def _arrange(pieces: list[_Piece], max_side: int) -> tuple[int, int]:
    """Gives every piece its place on the smallest sheet found; returns the sheet's width and height."""
    widest = max(p.size[0] for p in pieces) + 2 * PADDING
    ideal = math.sqrt(sum((p.size[0] + PADDING) * (p.size[1] + PADDING) for p in pieces))
    widths = {max(widest, min(max_side, int(ideal * k / 20))) for k in range(14, 41)} | {widest}
    best: tuple[int, int, int, list[_Piece], list[tuple[int, int]]] | None = None
    for key in ORDERS:
        order = sorted(pieces, key=lambda p, key=key: (*key(p.size), p.names[0]))
        for width in sorted(widths):
            spots, height = _skyline([p.size for p in order], width)
            used = max(x + p.size[0] for (x, _), p in zip(spots, order, strict=True)) + PADDING
            if height <= max_side and (best is None or used * height < best[0]):
                best = (used * height, used, height, order, spots)
    if best is None:
        raise ValueError(f"{len(pieces)} pictures do not fit a sheet of {max_side}x{max_side}")
    for piece, spot in zip(best[3], best[4], strict=True):
        piece.at = spot
    return best[1], best[2]


def _skyline(sizes: Sequence[tuple[int, int]], width: int) -> tuple[list[tuple[int, int]], int]:
    """Bottom-left skyline packing of `sizes` in a strip; gives the corners and the strip's height."""
    skyline = [(PADDING, PADDING, width - PADDING)]  # x, y, run
    spots = []
    height = 0
    for w, h in sizes:
        wide = w + PADDING
        best: tuple[int, int] | None = None
        for i, (x, _, _) in enumerate(skyline):
            if x + w + PADDING > width:
                break
            y, reach = 0, x
            for left, level, run in skyline[i:]:
                y = max(y, level)
                reach = left + run
                if reach >= min(x + wide, width):
                    break
            if best is None or (y, x) < best:
                best = (y, x)
        if best is None:
            raise ValueError(f"a picture {w} wide does not fit a strip of {width}")
        y, x = best
        spots.append((x, y))
        height = max(height, y + h + PADDING)
        skyline = _raised(skyline, x, x + wide, y + h + PADDING)
    return spots, height


def _raised(skyline: list[tuple[int, int, int]], start: int, end: int, level: int) -> list[tuple[int, int, int]]:
    """The skyline after the stretch from `start` to `end` has grown to `level`."""
    out = []
    for x, y, run in skyline:
        if x < start:
            out.append((x, y, min(run, start - x)))
        if x + run > end:
            cut = max(x, end)
            out.append((cut, y, x + run - cut))
    out.append((start, level, end - start))
    return sorted(out)


def _bled(sheet: np.ndarray) -> np.ndarray:
    """Clear pixels next to a picture take its colour, so scaled edges show no dark fringe."""
    rgb = sheet[..., :3].astype(np.uint32)
    solid = sheet[..., 3] > 0
    total = np.zeros(rgb.shape, np.uint32)
    count = np.zeros(solid.shape, np.uint32)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            near = np.roll(solid, (dy, dx), (0, 1))
            total += np.roll(rgb, (dy, dx), (0, 1)) * near[..., None]
            count += near
    fringe = ~solid & (count > 0)
    out = sheet.copy()
    out[fringe, :3] = total[fringe] // count[fringe][:, None]
    return out
