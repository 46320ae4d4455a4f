"""Bakes the figure's sheets into sub-pixel poses at display size and packs them into the character atlas."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from . import asleep, poses
from .figure import Pixels, Sheet, crop, draw_figure
from .light import rim
from .poses import merge, warp

#: The stage panel the figure stands in, in pixels, and the frame beyond which art is cut: left, top, right, bottom.
PANEL = (456, 832)
CUT = (-60, -30, 456, 846)
#: Pixels by which she stands left of where she is drawn, so that her cape hand clears the canvas's edge.
ASIDE = 9
PAGE_LIMIT, PADDING = 4096, 1

#: Head poses: tilt in degrees -> at how many breaths it is baked (one: with the breath held).
TILTS = {-4.0: 1, -3.0: 1, -2.0: 1, -1.0: 1, 0.0: 12, 0.75: 1, 1.5: 7, 3.0: 1}
ARM_BREATHS = 10
SWINGS = (-1.0, -0.7, -0.35, 0.14, 0.28, 0.44, 0.62, 0.8, 1.0, 1.1)


@dataclass(frozen=True)
class Swaying:
    """A group that only breathes and sways: `steps` fine poses from -1 to 1, and coarse ones `beyond` them."""

    motion: Callable[[float], poses.Displacement]
    steps: int
    beyond: tuple[float, ...]
    rim: float
    lag: int

    @property
    def sways(self) -> list[float]:
        """All baked sways in rising order."""
        fine = [round(float(v), 4) for v in np.linspace(-1, 1, self.steps)]
        return sorted([*fine, *self.beyond, *(-v for v in self.beyond)])


SWAYING = {
    "cape": Swaying(poses.cape_motion, 9, (1.6,), 0.7, 460),
    "mane": Swaying(poses.mane_motion, 13, (1.5, 2.1), 0.85, 300),
    "body": Swaying(poses.body_motion, 10, (), 0.35, 0),
    "skirt": Swaying(poses.skirt_motion, 5, (), 0.55, 380),
    "cape_arm": Swaying(poses.cape_arm_motion, 10, (), 0.8, 60),
    "capelet": Swaying(poses.body_motion, 8, (), 0.6, 20),
    "braid": Swaying(poses.braid_motion, 9, (1.7,), 0.5, 240),
}
#: Order of blits, back to front.
ORDER = (
    "cape",
    "core",
    "mane",
    "body",
    "skirt",
    "cape_arm",
    "upper_arm",
    "capelet",
    "braid",
    "head",
    "forearm",
    "hand",
)


@dataclass
class Cell:
    """One baked frame: straight 8-bit RGBA and its place in the panel, in pixels."""

    pixels: NDArray[np.uint8]
    place: tuple[int, int]
    page: int = 0
    at: tuple[int, int] = (0, 0)


@dataclass
class Album:
    """All frames of a skin and what the run time needs to choose among them."""

    cells: dict[str, Cell] = field(default_factory=dict)
    rig: dict[str, Any] = field(default_factory=dict)

    def add(self, name: str, sheet: Sheet) -> str:
        """Average a sheet down to display size, trim it and keep it."""
        self.cells[name] = shrink(sheet)
        return name


def shrink(sheet: Sheet, aside: int = ASIDE) -> Cell:
    """Display size, straight alpha, trimmed and cut to the panel's surroundings; the origin must be even."""
    h, w = sheet.pixels.shape[:2]
    small = cv2.resize(sheet.pixels, (w // 2, h // 2), interpolation=cv2.INTER_AREA)
    # A little sharpening of colour alone gives back what the resampling took.
    blurred = cv2.GaussianBlur(small, (0, 0), 0.9)
    crisp = small[..., :3] + 0.45 * (small[..., :3] - blurred[..., :3]) * small[..., 3:]
    small[..., :3] = np.clip(crisp, 0, small[..., 3:])
    x, y = sheet.origin[0] // 2 - aside, sheet.origin[1] // 2
    a, b = max(0, CUT[0] - x), max(0, CUT[1] - y)
    small = small[b : CUT[3] - y, a : CUT[2] - x]
    x, y = x + a, y + b
    alpha = small[..., 3:]
    straight = np.dstack([small[..., :3] / np.maximum(alpha, 1e-4), alpha])
    pixels = (np.clip(straight, 0, 1) * 255 + 0.5).astype(np.uint8)
    ys, xs = np.nonzero(pixels[..., 3] > 2)
    if len(ys) == 0:
        return Cell(pixels[:1, :1], (x, y))
    y0, y1, x0, x1 = int(ys.min()), int(ys.max()) + 1, int(xs.min()), int(xs.max()) + 1
    return Cell(np.ascontiguousarray(pixels[y0:y1, x0:x1]), (x + x0, y + y0))


def _lit(sheet: Sheet, strength: float, bounce: float = 0.8) -> Sheet:
    padded = np.pad(sheet.pixels, ((8, 8), (8, 8), (0, 0)))
    return Sheet(rim(padded, strength, bounce, sheet.origin[1])[8:-8, 8:-8], sheet.origin)


# ---------------------------------------------------------------- groups
#: What always hides part of a group, and by how many units it may move or bend away.
HIDERS: dict[str, tuple[tuple[str, ...], int]] = {
    "cape": (("body", "skirt", "cape_arm"), 16),
    "mane": (("face", "crown"), 44),
    "core": (("face", "crown"), 44),
    "body": (("skirt", "braid"), 16),
    "skirt": (("cape_arm",), 16),
}


def _uncovered(group: str, base: Sheet, figure: dict[str, Sheet]) -> Sheet:
    """The group without what other sheets always hide."""
    if group not in HIDERS:
        return base
    names, reach = HIDERS[group]
    cover = merge(*(figure[n] for n in names))
    solid = (cover.pixels[..., 3] > 0.995).astype(np.uint8)
    solid = cv2.erode(np.pad(solid, 1), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1)))[
        1:-1, 1:-1
    ]
    out = base.pixels.copy()
    dx, dy = cover.origin[0] - base.origin[0], cover.origin[1] - base.origin[1]
    y0, x0 = max(0, dy), max(0, dx)
    y1, x1 = min(out.shape[0], dy + solid.shape[0]), min(out.shape[1], dx + solid.shape[1])
    out[y0:y1, x0:x1][solid[y0 - dy : y1 - dy, x0 - dx : x1 - dx] > 0] = 0
    return crop(out, base.origin)


def _bake_swaying(album: Album, figure: dict[str, Sheet]) -> None:
    layers = {}
    for group, plan in SWAYING.items():
        if group not in figure:
            continue
        base = _uncovered(group, _lit(merge(figure[group]), plan.rim), figure)
        frames = []
        for i, sway in enumerate(plan.sways):
            frames.append(album.add(f"{group}/{i:02d}", warp(base, None, plan.motion(sway))))
        layers[group] = {"frames": frames, "sways": plan.sways, "lag": plan.lag}
    core = _uncovered("core", _lit(figure["core"], 0.5), figure)
    layers["core"] = {"frames": [album.add("core/00", warp(core))], "sways": [0.0], "lag": 0}
    album.rig["sway"] = layers


def _face(figure: dict[str, Sheet], eyes: str, mouth: str, brows: str = "brows") -> Sheet:
    return merge(*(figure[n] for n in ("face", f"mouth_{mouth}", f"eyes_{eyes}", "crown", brows, "earring")))


def _patch(base: Cell, other: Cell) -> Cell:
    """What differs between two bakes of one pose: an opaque patch of the other."""
    x0, y0 = min(base.place[0], other.place[0]), min(base.place[1], other.place[1])
    width = max(c.place[0] + c.pixels.shape[1] for c in (base, other)) - x0
    height = max(c.place[1] + c.pixels.shape[0] for c in (base, other)) - y0
    canvas = np.zeros((2, height, width, 4), np.uint8)
    for k, cell in enumerate((base, other)):
        y, x = cell.place[1] - y0, cell.place[0] - x0
        canvas[k, y : y + cell.pixels.shape[0], x : x + cell.pixels.shape[1]] = cell.pixels
    changed = (np.abs(canvas[0].astype(int) - canvas[1]).max(2) > 1).astype(np.uint8)
    changed = cv2.dilate(changed, np.ones((3, 3), np.uint8)) & (canvas[1][..., 3] > 250)
    ys, xs = np.nonzero(changed)
    a, b, c, d = int(ys.min()), int(ys.max()) + 1, int(xs.min()), int(xs.max()) + 1
    pixels = canvas[1][a:b, c:d].copy()
    pixels[..., 3] = np.where(changed[a:b, c:d] > 0, 255, 0)
    return Cell(pixels, (x0 + c, y0 + a))


def _bake_head(album: Album, figure: dict[str, Sheet]) -> None:
    """The head at every tilt and breath, with patches for other eyes and mouths.

    Patches for look and happy eyes exist only at coarse breaths; half-shut lids only upright.
    """
    rest = _face(figure, "open", "smile")
    variants = {
        "half": _face(figure, "half", "smile"),
        "shut": _face(figure, "shut", "smile"),
        "look": _face(figure, "look", "smile"),
        "happy": _face(figure, "happy", "smile", "brows_up"),
    }
    moods = {m: _face(figure, "open", m) for m in ("open", "oh", "cheer")}
    entries = []
    for tilt, count in TILTS.items():
        for i, breath in enumerate(np.linspace(-1, 1, count) if count > 1 else [0.0]):
            name = f"head/{len(entries):02d}"
            matrix = poses.head_matrix(float(breath), tilt)
            base = shrink(_lit(warp(rest, matrix), 0.8))
            album.cells[name] = base
            entry: dict[str, Any] = {
                "name": name,
                "breath": round(float(breath), 4),
                "tilt": tilt,
                "eyes": {},
                "mouth": {},
            }
            seldom = count == 1 or i % 4 == 1
            for state, sheet in variants.items():
                wanted = {"shut": True, "half": count > 1, "look": seldom and tilt <= 0, "happy": seldom and tilt >= 0}[
                    state
                ]
                if wanted:
                    album.cells[f"{name}/eyes/{state}"] = _patch(base, shrink(_lit(warp(sheet, matrix), 0.8)))
                    entry["eyes"][state] = f"{name}/eyes/{state}"
            for mood, sheet in moods.items():
                if mood == "open" or seldom:
                    album.cells[f"{name}/mouth/{mood}"] = _patch(base, shrink(_lit(warp(sheet, matrix), 0.8)))
                    entry["mouth"][mood] = f"{name}/mouth/{mood}"
            entries.append(entry)
    album.rig["head"] = {"poses": entries, "lag": 180}


def _bake_arm(album: Album, figure: dict[str, Sheet]) -> None:
    entries = []
    for swing, breath in [(0.0, float(b)) for b in np.linspace(-1, 1, ARM_BREATHS)] + [(s, 0.0) for s in SWINGS]:
        pose = poses.arm_pose(swing, breath)
        index = len(entries)
        upper = album.add(f"upper_arm/{index:02d}", _lit(warp(figure["upper_arm"], pose.upper), 0.6))
        fore = album.add(f"forearm/{index:02d}", _lit(warp(figure["forearm"], pose.forearm), 0.8))
        star = _lit(warp(figure["star"], pose.hand), 0.2, 0.3)
        hand = album.add(f"hand/{index:02d}", merge(_lit(warp(figure["hand"], pose.hand), 0.8), star))
        x, y = pose.star
        entries.append(
            {
                "upper": upper,
                "fore": fore,
                "hand": hand,
                "swing": swing,
                "breath": round(breath, 4),
                "tip": [round(x / 2 - ASIDE, 2), round(y / 2, 2)],
            }
        )
    album.rig["arm"] = {"poses": entries, "lag": 90}


def _bake_cat(album: Album, winter: bool) -> None:
    """The sleeping cat, breathing, in a box of its own."""
    frames = []
    for i, breath in enumerate(asleep.BREATHS):
        pixels = np.asarray(asleep.draw(breath, winter))
        ys, xs = np.nonzero(pixels[..., 3] > 2)
        x0, y0 = int(xs.min()), int(ys.min())
        cut = np.ascontiguousarray(pixels[y0 : int(ys.max()) + 1, x0 : int(xs.max()) + 1])
        album.cells[f"cat/{i:02d}"] = Cell(cut, (x0, y0))
        frames.append(f"cat/{i:02d}")
    album.rig["cat"] = {"frames": frames, "period": 5200, "size": [140, 80]}


def _bake_glow(album: Album, winter: bool) -> None:
    """The wand's light in six strengths, to be added: straight colour on opaque black."""
    side = 144
    y, x = np.mgrid[0:side, 0:side] + 0.5 - side / 2
    far = np.hypot(x, y)
    tint = np.array([0.62, 0.86, 1.0] if winter else [1.0, 0.84, 0.52])
    frames = []
    for i in range(6):
        strength = (i + 1) / 6
        reach = 12 + 10 * strength
        disc = np.exp(-((far / reach) ** 2)) * 0.85 + np.exp(-far / (reach * 1.35)) * 0.45
        ray = np.maximum(
            np.exp(-np.abs(x) / 1.3 - np.abs(y) / (14 + 13 * strength)),
            np.exp(-np.abs(y) / 1.3 - np.abs(x) / (14 + 13 * strength)),
        )
        fade = np.clip((side / 2 - far) / 18, 0, 1)
        light = (disc[..., None] * tint + ray[..., None] * 0.8) * (strength * fade)[..., None]
        rgb = (np.clip(light, 0, 1) * 255).astype(np.uint8)
        album.cells[f"glow/{i}"] = Cell(
            np.dstack([rgb, np.full((side, side), 255, np.uint8)]), (-side // 2, -side // 2)
        )
        frames.append(f"glow/{i}")
    album.rig["glow"] = {"frames": frames}


# ---------------------------------------------------------------- packing
@dataclass
class _Shelf:
    page: int
    y: int
    height: int
    x: int = 0


def _place(cells: dict[str, Cell], width: int) -> list[tuple[int, int]]:
    """Place every cell, tallest first, on the shelf whose height it wastes least; gives the pages' sizes."""
    shelves: list[_Shelf] = []
    for name in sorted(cells, key=lambda n: (-cells[n].pixels.shape[0], -cells[n].pixels.shape[1], n)):
        cell = cells[name]
        h, w = cell.pixels.shape[:2]
        fitting = [s for s in shelves if s.x + w <= width and s.height >= h]
        if fitting:
            shelf = min(fitting, key=lambda s: (s.height - h, width - s.x - w))
        else:
            page = shelves[-1].page if shelves else 0
            y = shelves[-1].y + shelves[-1].height + PADDING if shelves else 0
            if y + h > PAGE_LIMIT:
                page, y = page + 1, 0
            shelf = _Shelf(page, y, h)
            shelves.append(shelf)
        cell.page, cell.at = shelf.page, (shelf.x, shelf.y)
        shelf.x += w + PADDING
    pages = shelves[-1].page + 1
    return [
        (max(s.x for s in shelves if s.page == p), max(s.y + s.height for s in shelves if s.page == p))
        for p in range(pages)
    ]


def pack_pages(cells: dict[str, Cell]) -> list[tuple[int, int]]:
    """Place every cell, with the page width that wastes least; gives the pages' sizes."""
    widths = range(1400, PAGE_LIMIT, 16)
    best = min(widths, key=lambda width: sum(w * h for w, h in _place(cells, width)))
    return _place(cells, best)


def write_atlas(album: Album, folder: Path) -> int:
    """Write character.png, further pages and character.json; gives the decoded size in bytes."""
    sizes = pack_pages(album.cells)
    names = ["character.png"] + [f"character_{i}.png" for i in range(2, len(sizes) + 1)]
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("character_*.png"):
        if old.name not in names:
            old.unlink()
    for page, (size, file) in enumerate(zip(sizes, names, strict=True)):
        sheet = np.zeros((size[1], size[0], 4), np.uint8)
        for cell in album.cells.values():
            if cell.page == page:
                h, w = cell.pixels.shape[:2]
                sheet[cell.at[1] : cell.at[1] + h, cell.at[0] : cell.at[0] + w] = cell.pixels
        sheet[sheet[..., 3] == 0] = 0
        Image.fromarray(sheet, "RGBA").save(folder / file, optimize=True)
    frames = {}
    for name in sorted(album.cells):
        cell = album.cells[name]
        h, w = cell.pixels.shape[:2]
        frames[name] = {
            "frame": {"x": cell.at[0], "y": cell.at[1], "w": w, "h": h},
            "page": cell.page,
            "rotated": False,
            "trimmed": True,
            "spriteSourceSize": {"x": cell.place[0], "y": cell.place[1], "w": w, "h": h},
            "sourceSize": {"w": PANEL[0], "h": PANEL[1]},
            "duration": 0,
        }
    meta = {
        "image": names[0],
        "images": names,
        "size": {"w": sizes[0][0], "h": sizes[0][1]},
        "sizes": [{"w": w, "h": h} for w, h in sizes],
        "format": "RGBA8888",
        "scale": "1",
        "frameTags": [],
        "slices": [],
        "rig": album.rig,
    }
    (folder / "character.json").write_text(
        json.dumps({"frames": frames, "meta": meta}, separators=(",", ":")) + "\n", encoding="utf-8"
    )
    return sum(w * h * 4 for w, h in sizes)


def bake(skin: str, folder: Path) -> int:
    """Draw, pose, light and pack the whole character of a skin; gives the decoded size in bytes."""
    figure = draw_figure(skin)
    winter = skin == "christmas"
    album = Album()
    album.rig = {"size": list(PANEL), "period": 4200}
    _bake_swaying(album, figure)
    _bake_head(album, figure)
    _bake_arm(album, figure)
    _bake_cat(album, winter)
    _bake_glow(album, winter)
    album.rig["order"] = [n for n in ORDER if n != "capelet" or winter]
    return write_atlas(album, folder)


__all__ = ["Pixels", "bake"]
