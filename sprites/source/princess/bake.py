"""Bakes the figure: the idle as loops of a few groups, the clips as whole drawings, and the files the game loads.

`character.webp` and further pages hold the loops, the faces, the cat, the light of the wand and the base; each frame is
described in `character.json`. `character_clips.zip` holds one picture for every drawing of every clip, so that the game
can open them one at a time, shortly before they are seen.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from . import acting, asleep, base
from .figure import Pixels, Sheet, draw_figure
from .limbs import Arms
from .rig import GROUPS, PANEL_AT, PERIOD, VIEW, Figure, Pose, finish

#: The stage panel the figure stands in, in pixels, and the frame beyond which art is cut: left, top, right, bottom.
PANEL = (456, 832)
CUT = (-104, -104, 456, 856)
PAGE_LIMIT, PADDING = 2048, 2
CLIPS_FILE = "character_clips.zip"

#: Group -> drawings of its loop, back to front.
LOOPS = {"cape": 16, "mane": 24, "figure": 20, "braid": 24, "head": 32}
#: Groups of which only the nearest drawing is shown: between two of them the face would lose its sharpness.
CRISP = ("braid", "head")
EYES = {"half": "brows", "shut": "brows", "look": "brows", "happy": "brows_up"}
MOUTHS = ("open", "cheer")
#: Quality of colour and of alpha out of 100: of the loops, which stand still to be looked at, and of the clips.
LOOP_QUALITY, CLIP_QUALITY = (86, 100), (46, 65)


@dataclass
class Cell:
    """One baked frame: straight 8-bit RGBA and its place in the panel, in pixels."""

    pixels: NDArray[np.uint8]
    place: tuple[int, int]
    page: int = 0
    at: tuple[int, int] = (0, 0)


@dataclass
class Album:
    """All frames of a skin and what the game needs to choose among them."""

    cells: dict[str, Cell] = field(default_factory=dict)
    clips: dict[str, Cell] = field(default_factory=dict)
    rig: dict[str, Any] = field(default_factory=dict)


#: The panel's corner in pixels of the view.
_ORIGIN = ((PANEL_AT[0] - VIEW[0]) // 2, (PANEL_AT[1] - VIEW[1]) // 2)


def _cut(picture: Pixels) -> Pixels:
    """What of a drawing (premultiplied, the whole view) lies inside CUT."""
    x, y = _ORIGIN
    return np.clip(picture[y + CUT[1] : y + CUT[3], x + CUT[0] : x + CUT[2]], 0, 1)


def trimmed(picture: Pixels) -> Cell:
    """A cut drawing with straight alpha, trimmed."""
    alpha = picture[..., 3:]
    straight = np.dstack([picture[..., :3] / np.maximum(alpha, 1e-4), alpha])
    pixels = (np.clip(straight, 0, 1) * 255 + 0.5).astype(np.uint8)
    ys, xs = np.nonzero(pixels[..., 3] > 2)
    if len(ys) == 0:
        return Cell(np.zeros((1, 1, 4), np.uint8), (0, 0))
    y0, y1, x0, x1 = int(ys.min()), int(ys.max()) + 1, int(xs.min()), int(xs.max()) + 1
    return Cell(np.ascontiguousarray(pixels[y0:y1, x0:x1]), (CUT[0] + x0, CUT[1] + y0))


def _shrunk(mask: NDArray[np.bool_], reach: int) -> NDArray[np.bool_]:
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    return cv2.erode(mask.astype(np.uint8), kernel) > 0


def _patch(plain: Pixels, other: Pixels) -> Cell:
    """What differs between two drawings of one head: an opaque patch of the other."""
    changed = (np.abs(plain - other).max(2) > 0.006).astype(np.uint8)
    changed = cv2.dilate(changed, np.ones((3, 3), np.uint8)) & (other[..., 3] > 0.98)
    cell = trimmed(np.where(changed[..., None] > 0, other, 0))
    cell.pixels[..., 3] = np.where(cell.pixels[..., 3] > 0, 255, 0)
    return cell


# ---------------------------------------------------------------- drawing, in several processes
Tip = tuple[float, float]


@dataclass(frozen=True)
class Job:
    """A drawing to be made: a pose, and what of the figure."""

    pose: Pose
    series: str
    """The sequence it belongs to."""
    only: tuple[str, ...] = GROUPS


class Studio:
    """Draws many poses of one skin; in this process, or in several."""

    #: In a draft one drawing stands for so many.
    DRAFT = 4

    def __init__(self, skin: str, sheets: dict[str, Sheet] | None, workers: int, *, draft: bool = False) -> None:
        self.skin, self.sheets, self.workers, self.draft = skin, sheets or draw_figure(skin), workers, draft

    def draw(self, jobs: Sequence[Job]) -> list[tuple[Pixels, Tip]]:
        """Each job's drawing, cut, and the middle of the wand's star in the panel, in pixels."""
        wanted: list[Job] = []
        index: list[int] = []
        count = 0
        for before, job in zip((None, *jobs), jobs):
            count = count + 1 if before is not None and before.series == job.series else 0
            if not self.draft or count % self.DRAFT == 0:
                wanted.append(job)
            index.append(len(wanted) - 1)
        if self.workers < 2:
            _prepare(self.skin, self.sheets)
            made = [_drawn(job) for job in wanted]
        else:
            with ProcessPoolExecutor(self.workers, initializer=_prepare, initargs=(self.skin, self.sheets)) as pool:
                made = list(pool.map(_drawn, wanted, chunksize=2))
        return [(made[i][0].copy(), made[i][1]) for i in index]


_figure: list[Figure] = []


def _prepare(skin: str, sheets: dict[str, Sheet]) -> None:
    cv2.setNumThreads(1)
    _figure[:] = [posed_figure(skin, sheets)]


def _drawn(job: Job) -> tuple[Pixels, Tip]:
    (figure,) = _figure
    picture = _cut(finish(figure.draw(job.pose, job.only)))
    x, y = figure.tip
    return picture, (round((x - PANEL_AT[0]) / 2, 1), round((y - PANEL_AT[1]) / 2, 1))


# ---------------------------------------------------------------- the idle
def _phases(count: int) -> list[float]:
    """Seconds of the idle at which a loop of so many drawings is drawn."""
    return [i * PERIOD / count for i in range(count)]


def _bake_loops(album: Album, studio: Studio) -> None:
    """Five groups on one clock. What is always hidden behind another group is left out."""
    jobs = [Job(acting.idle_pose(t), group, (group,)) for group, count in LOOPS.items() for t in _phases(count)]
    made = iter(studio.draw(jobs))
    drawn: dict[str, list[Pixels]] = {}
    for group, count in LOOPS.items():
        some = [next(made) for _ in range(count)]
        drawn[group] = [picture for picture, _ in some]
        if group == "figure":
            album.rig["tips"] = [tip for _, tip in some]
    solid = {group: np.min([p[..., 3] for p in drawn[group]], 0) > 0.995 for group in ("figure", "head", "braid")}
    for hidden, hider, reach in (
        ("cape", "figure", 7),
        ("mane", "figure", 7),
        ("mane", "head", 10),
        ("figure", "braid", 7),
    ):
        cover = _shrunk(solid[hider], reach)
        for picture in drawn[hidden]:
            picture[cover] = 0
    loops = {}
    for group, pictures in drawn.items():
        loops[group] = [f"{group}/{i:02d}" for i in range(len(pictures))]
        album.cells |= {name: trimmed(picture) for name, picture in zip(loops[group], pictures, strict=True)}
    album.rig["loops"] = loops
    album.rig["crisp"] = list(CRISP)
    album.rig["faces"] = _bake_faces(album, studio, drawn["head"])


def _bake_faces(album: Album, studio: Studio, heads: list[Pixels]) -> dict[str, list[str]]:
    """Patches for other eyes and mouths: mouths on every head, eyes on every second."""
    states: list[tuple[str, dict[str, str], int]] = [(f"mouth_{m}", {"mouth": m}, 1) for m in MOUTHS]
    states += [(f"eyes_{e}", {"eyes": e, "brows": brows}, 2) for e, brows in EYES.items()]
    wanted = [(state, change, i) for state, change, every in states for i in range(0, len(heads), every)]
    phases = _phases(len(heads))
    jobs = [Job(acting.idle_pose(phases[i]).with_(**change), f"{state}/{i}", ("head",)) for state, change, i in wanted]
    faces: dict[str, list[str]] = {}
    for (state, _, i), (picture, _) in zip(wanted, studio.draw(jobs), strict=True):
        name = f"{state}/{i:02d}"
        album.cells[name] = _patch(heads[i], picture)
        faces.setdefault(state, []).append(name)
    return faces


# ---------------------------------------------------------------- clips
def _bake_clips(album: Album, studio: Studio) -> None:
    played = {name: acting.play(name) for name in acting.CLIPS}
    jobs = [
        Job(drawing.pose, f"{name}/{part}")
        for name, clip in played.items()
        for part, drawings in clip.parts.items()
        if not (part == "end" and clip.ends_as)
        for drawing in drawings
    ]
    made = iter(studio.draw(jobs))
    clips: dict[str, Any] = {}
    for name, clip in played.items():
        parts: dict[str, list[dict[str, Any]]] = {}
        for part, drawings in clip.parts.items():
            if part == "end" and clip.ends_as:
                parts[part] = clips[clip.ends_as]["parts"][part]
                continue
            parts[part] = []
            for i, drawing in enumerate(drawings):
                frame = f"{name}/{part}/{i:02d}"
                picture, tip = next(made)
                cell = album.clips[frame] = trimmed(picture)
                parts[part].append(
                    {
                        "frame": frame,
                        "duration": drawing.duration,
                        "x": cell.place[0],
                        "y": cell.place[1],
                        "tip": tip,
                        "glow": round(drawing.glow, 2),
                    }
                )
        clips[name] = {"parts": parts, "phase": round(clip.phase * 1000)}
    album.rig["clips"] = clips


# ---------------------------------------------------------------- what else stands on the sheet
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


# ---------------------------------------------------------------- files
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


def _encoded(pixels: NDArray[np.uint8], quality: tuple[int, int]) -> bytes:
    """A lossy WebP file."""
    file = io.BytesIO()
    Image.fromarray(pixels, "RGBA").save(file, "WEBP", quality=quality[0], alpha_quality=quality[1], method=4)
    return file.getvalue()


def write_sheets(album: Album, folder: Path) -> None:
    """Write character.webp, further pages, character.json and character_clips.zip."""
    sizes = pack_pages(album.cells)
    names = ["character.webp"] + [f"character_{i}.webp" for i in range(2, len(sizes) + 1)]
    folder.mkdir(parents=True, exist_ok=True)
    for old in (*folder.glob("character*.png"), *folder.glob("character*.webp")):
        old.unlink()
    for page, (size, file) in enumerate(zip(sizes, names, strict=True)):
        sheet = np.zeros((size[1], size[0], 4), np.uint8)
        for cell in album.cells.values():
            if cell.page == page:
                h, w = cell.pixels.shape[:2]
                sheet[cell.at[1] : cell.at[1] + h, cell.at[0] : cell.at[0] + w] = cell.pixels
        (folder / file).write_bytes(_encoded(sheet, LOOP_QUALITY))
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
        }
    meta = {
        "image": names[0],
        "images": names,
        "size": {"w": sizes[0][0], "h": sizes[0][1]},
        "sizes": [{"w": w, "h": h} for w, h in sizes],
        "format": "RGBA8888",
        "scale": "1",
        "rig": album.rig,
    }
    (folder / "character.json").write_text(
        json.dumps({"frames": frames, "meta": meta}, separators=(",", ":")) + "\n", encoding="utf-8"
    )
    with zipfile.ZipFile(folder / CLIPS_FILE, "w", zipfile.ZIP_STORED) as archive:
        for name, cell in album.clips.items():
            entry = zipfile.ZipInfo(f"{name}.webp", (1980, 1, 1, 0, 0, 0))
            archive.writestr(entry, _encoded(cell.pixels, CLIP_QUALITY))


def posed_figure(skin: str, sheets: dict[str, Sheet] | None = None, scale: int = 1) -> Figure:
    """The figure of a skin, ready to be drawn in any pose at `scale` samples a panel pixel."""
    return Figure(sheets or draw_figure(skin), scale, Arms(winter=skin == "christmas"))


def album_of(skin: str, sheets: dict[str, Sheet] | None = None, workers: int = 1, *, draft: bool = False) -> Album:
    """Everything of a skin, drawn; in a draft most drawings of a sequence are those before them."""
    winter = skin == "christmas"
    studio = Studio(skin, sheets, workers, draft=draft)
    album = Album()
    album.rig = {"size": list(PANEL), "period": round(PERIOD * 1000), "clips_file": CLIPS_FILE}
    _bake_loops(album, studio)
    _bake_clips(album, studio)
    _bake_cat(album, winter)
    _bake_glow(album, winter)
    picture, (x, y) = base.draw_base(winter)
    cell = trimmed(picture)
    album.cells["base"] = Cell(cell.pixels, (cell.place[0] - CUT[0] + x, cell.place[1] - CUT[1] + y))
    return album
