"""The drifting layers over a place, its twinkling stars and its flickering windows: place.png and place.json."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from sprites.source import atlas

from . import canvas, clouds, grade, materials, meshes, sky, trees, winter
from .canvas import MOON_DISTANCE, blur, noise, smooth, solid
from .stage3d import Stage

Array = np.ndarray


SHIFT = 24
"""Px by which a layer cut at the stage's right edge is moved right, so that drifting never bares the edge."""
BOUGHS = (300, 0, 1800, 240)
"""What is rendered of the boughs that hang in from above: left, top, right, bottom; none of them reaches its sides."""


def crop(
    layer: Array, x0: int, y0: int, x1: int, y1: int, feather: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> Image.Image:
    """Part of a layer as a picture, faded over px at its left, top, right and bottom."""
    part = layer[y0:y1, x0:x1].copy()
    h, w = part.shape[:2]
    across, down = np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32)
    left, top, right, bottom = feather
    fade_x = np.ones(w, np.float32)
    fade_y = np.ones(h, np.float32)
    if left:
        fade_x *= smooth(0, left, across)
    if right:
        fade_x *= smooth(0, right, w - 1 - across)
    if top:
        fade_y *= smooth(0, top, down)
    if bottom:
        fade_y *= smooth(0, bottom, h - 1 - down)
    alpha = part[..., 3] * fade_y[:, None] * fade_x[None]
    rgb = np.clip(canvas.straight(part), 0, 1)
    out = (np.dstack([rgb, alpha]) * 255 + 0.5).astype(np.uint8)
    out[out[..., 3] < 3] = 0
    return Image.fromarray(out, "RGBA")


def light(mask: Array, code: str | Array, strength: float = 1.0) -> Array:
    """A layer to be drawn additively: full colour with the light as alpha."""
    return solid(canvas.colour(code) if isinstance(code, str) else code, np.clip(mask * strength, 0, 1))


def moonbeams(seed: int, spread: float = 1.0) -> Array:
    """Mask of shafts of light fanning down from the moon."""
    dx, dy = canvas.COLUMNS - canvas.MOON[0], canvas.ROWS - canvas.MOON[1]
    angle = np.arctan2(dx, np.maximum(dy, 1)) / spread
    table = blur(np.random.default_rng(seed).random((1, 400)).astype(np.float32), 3.0, 0.01)[0]
    rays = np.interp((angle / math.pi + 0.5) * 399, np.arange(400), table)
    rays = smooth(0.5, 0.72, rays.astype(np.float32))
    return rays * smooth(120, 240, MOON_DISTANCE) * np.exp(-MOON_DISTANCE / 420)


def stardust(seed: int) -> Array:
    """Fine glinting dust drifting about the moon, additive."""
    random = np.random.default_rng(seed)
    spots = (random.random((canvas.HEIGHT, canvas.WIDTH)) > 0.9982).astype(np.float32) * random.random(
        (canvas.HEIGHT, canvas.WIDTH)
    ).astype(np.float32) ** 2
    stream = smooth(0.42, 0.7, noise(260, 120, seed + 1, 4))
    glints = (blur(spots, 0.8) * 4 + blur(spots, 2.4) * 6) * stream * smooth(140, 190, MOON_DISTANCE)
    return light(glints, "#ffd8c0", 0.9)


def aurora_light(parts: tuple[tuple, ...]) -> Array:
    """An additive layer of aurora curtains, each given by the arguments of `sky.aurora`."""
    total = np.zeros((canvas.HEIGHT, canvas.WIDTH, 3), np.float32)
    for part in parts:
        total = total + sky.aurora(*part) * (1 - total)
    power = total.max(-1)
    return light(power, total / np.maximum(power, 1e-3)[..., None])


def blossom_branch() -> Array:
    """Boughs of blossom hanging in from above, right of the board and left of it."""
    stage = Stage(540)
    stage.sky_light("#5064d0", "#6a50b8", 0.6)
    stage.sun("#eef0ff", 9.0, (0.6, -0.4, 0.6))
    stage.sun("#ffb0c0", 0.8, (-0.5, -0.8, 0.5))
    bark = materials.plain("bark", "#3a2c50")
    leaf = materials.leaves(
        "blossom",
        [(0.0, "#3c3c80"), (0.14, "#8a70b4"), (0.28, "#e898c0"), (0.6, "#ffc4da"), (1.0, "#fff4f8")],
        through=0.35,
    )
    for x0, lean, reach, seed in ((1560, -1, 150, 3), (440, 1, 110, 4)):
        site = stage.site(x0, -10, 1500)
        random = np.random.default_rng(seed)
        for k in range(3):
            length = reach * (1 - 0.2 * k)
            path = [
                (
                    lean * length * t * (0.7 - 0.25 * k) + 40 * k * -lean,
                    -20 * k,
                    -length * (0.9 - 0.2 * k) * t**1.4 - 6 * math.sin(t * 6 + k),
                )
                for t in np.linspace(0, 1, 14)
            ]
            site.add(meshes.tube("bough", path, [5.0 * (1.15 - t) for t in np.linspace(0, 1, 14)], bark))
            nodes = np.array(path[3:])
            twigs = nodes + random.normal(size=nodes.shape) * 13
            spots = np.concatenate([nodes, twigs, twigs + random.normal(size=nodes.shape) * 10])
            site.add(trees.leaf_cloud("blossom", spots, np.full(len(spots), 11.0), 900, 5.4, leaf, seed * 10 + k))
    return stage.render("layer_blossom", 32, BOUGHS)


def fir_branch() -> Array:
    """Snowy fir boughs with lights hanging in from above, right of the board and left of it."""
    stage = Stage(540)
    stage.sky_light("#2c6cb8", "#3c6488", 0.6)
    stage.sun("#eef6ff", 9.0, (0.5, -0.5, 0.7))
    stage.sun("#ffc890", 1.0, (-0.4, -0.9, 0.3))
    v = winter.Village()
    for x0, lean, reach, seed in ((1575, -1, 175, 3), (440, 1, 120, 4)):
        site = stage.site(x0, -24, 1500)
        for k in range(3):
            length = reach * (1 - 0.18 * k)
            t = np.linspace(0, 1, 24)
            path = np.stack(
                [
                    lean * length * t * (0.75 - 0.25 * k) - lean * 42 * k,
                    np.full(24, -12.0 * k),
                    -length * (0.75 - 0.14 * k) * t**1.3,
                ],
                -1,
            )
            site.add(trees.needle_string("bough", path, 24, 5.0, v.needle, seed * 10 + k))
            for s in (-1, 1):
                for f in (0.35, 0.6, 0.82):
                    root = path[int(f * 23)]
                    twig = np.stack(
                        [
                            root + np.array([lean * 30 * u * 0.8, s * 8 * u, -30 * u + s * 16 * u])
                            for u in np.linspace(0, 1, 8)
                        ]
                    )
                    site.add(
                        trees.needle_string("twig", twig, 17, 5.5, v.needle, seed * 100 + k * 10 + int(f * 10) + s)
                    )
            x, y, z = path[17]
            site.add(v.ball(8.5, v.baubles[k % 3]), (float(x), float(y) - 18, float(z) - 26))
            x, y, z = path[10]
            site.add(v.ball(3.6, v.bulbs[0]), (float(x), float(y) - 22, float(z) - 12))
    return stage.render("layer_fir", 32, BOUGHS)


def bank(seed: int, base: float, height: float, tones: tuple[str, str, str], thick: float) -> Array:
    """A soft bank of cloud for drifting."""
    return clouds.heap(base, height, seed, *tones, size=(8, 30), count=170, fade=60, thick=thick, span=(1300, 2000))


def princess() -> dict[str, tuple[Image.Image, dict]]:
    """The Princess skin's layers with their meta."""
    boughs = blossom_branch()
    mist = clouds.fog(838, 46, 211, "#a8a4e8", 0.3, (340, 60))
    free_bank = bank(223, 764, 70, ("#ffdcb8", "#8c5490", "#4a3080"), 0.6)
    return {
        "drift/0": (
            crop(mist, 1400, 740, 1920, 930, (0, 0, 0, 40)),
            spec("base", 1400 + SHIFT, 740, 14, 23000, False, 1),
        ),
        "drift/1": (
            crop(light(moonbeams(5), "#aab8ff", 0.55), 1400, 300, 1920, 700, (0, 20, 0, 60)),
            spec("base", 1400 + SHIFT, 300, 10, 17000, True, 0),
        ),
        "drift/2": (crop(boughs, 1340, 0, 1800, 240), spec("base", 1340, -12, 5, 7300, False, 2)),
        "drift/3": (crop(boughs, 300, 0, 640, 200), spec("base", 300, -12, 4, 6100, False, 2)),
        "drift/4": (
            crop(free_bank, 1400, 670, 1790, 850, (0, 0, 160, 50)),
            spec("free", 1400 + SHIFT, 670, 18, 19000, False, 1),
        ),
        "drift/5": (
            crop(stardust(43), 1400, 60, 1920, 440, (0, 20, 0, 20)),
            spec("free", 1400 + SHIFT, 60, 16, 13000, True, 0),
        ),
    }


def christmas() -> dict[str, tuple[Image.Image, dict]]:
    """The Christmas skin's layers with their meta."""
    boughs = fir_branch()
    mist = clouds.fog(800, 60, 61, "#a8d4e8", 0.5, (360, 70))
    curtain = aurora_light(((330, 60, 311, 150, "#38e8b0", "#4a8ce8", 0.4, 0.06, 40),))
    curtain[..., :] *= smooth(130, 260, MOON_DISTANCE)[..., None]
    great = aurora_light(
        (
            (520, 70, 331, 280, "#48f8b8", "#9a60f0", 0.42, -0.08, 40),
            (380, 60, 337, 200, "#60f0d0", "#d060d8", 0.34, 0.06, 40),
        )
    )
    great[..., :] *= smooth(130, 250, MOON_DISTANCE)[..., None]
    lake_mist = clouds.fog(790, 44, 67, "#8cd8dc", 0.5, (420, 60))
    return {
        "drift/0": (
            crop(mist, 1400, 720, 1920, 890, (0, 30, 0, 30)),
            spec("base", 1400 + SHIFT, 720, 16, 21000, False, 1),
        ),
        "drift/1": (
            crop(curtain, 1400, 120, 1920, 460, (0, 30, 0, 10)),
            spec("base", 1400 + SHIFT, 120, 14, 15000, True, 0),
        ),
        "drift/2": (crop(boughs, 1340, 0, 1800, 240), spec("base", 1340, -12, 4, 8100, False, 2)),
        "drift/3": (crop(boughs, 300, 0, 640, 200), spec("base", 300, -12, 3, 6700, False, 2)),
        "drift/4": (
            crop(great, 1400, 150, 1920, 540, (0, 40, 0, 10)),
            spec("free", 1400 + SHIFT, 150, 18, 12000, True, 0),
        ),
        "drift/5": (
            crop(lake_mist, 1400, 720, 1920, 870, (0, 20, 0, 30)),
            spec("free", 1400 + SHIFT, 670, 18, 19000, False, 1),
        ),
    }


def spec(scene: str, x: int, y: int, amplitude: int, period: int, additive: bool, order: int) -> dict:
    """What the game needs to drift a layer: sin over `period` ms, `amplitude` px either way along x."""
    return {
        "scene": scene,
        "x": x,
        "y": y,
        "amplitude_px": amplitude,
        "period_ms": period,
        "additive": additive,
        "order": order,
    }


def seen() -> Array:
    """Mask of the stage that board, panels and bar leave free."""
    mask = np.zeros((canvas.HEIGHT, canvas.WIDTH), bool)
    mask[8:96, 440:510] = True
    mask[8:96, 1410:1480] = True
    mask[14:930, 442:468] = True
    mask[14:930, 2:30] = True
    mask[100:930, 1452:1914] = True
    return mask


def twinkles(place: grade.Scene, seed: int, count: int = 36) -> list[dict]:
    """Stars for the game to twinkle: x, y and size in px, phase 0..1; only where open sky is seen."""
    random = np.random.default_rng(seed)
    open_sky = cv2.erode((place.sky > 0.97).astype(np.uint8), np.ones((15, 15), np.uint8)) > 0
    room = open_sky & seen() & (MOON_DISTANCE > 175) & (canvas.ROWS < 640)
    rows, columns = np.nonzero(room)
    out: list[dict] = []
    while len(out) < count and len(rows):
        k = int(random.integers(len(rows)))
        x, y = int(columns[k]), int(rows[k])
        if all(math.hypot(x - s["x"], y - s["y"]) > 26 for s in out):
            out.append({"x": x, "y": y, "size": int(random.integers(8, 23)), "phase": round(float(random.random()), 3)})
        elif random.random() < 0.02:
            break
    return out


def windows(place: grade.Scene, seed: int, count: int = 28) -> list[dict]:
    """Lit windows and lamps for the game to flicker: centre and radius in px, phase 0..1."""
    random = np.random.default_rng(seed)
    _, _, stats, centres = cv2.connectedComponentsWithStats((place.warm * seen() > 0.3).astype(np.uint8))
    found = []
    for (_, _, w, h, area), (x, y) in zip(stats[1:], centres[1:], strict=True):
        if 12 <= area <= 2500:
            found.append((int(area), round(float(x)), round(float(y)), max(8, round(max(w, h) * 0.9))))
    found.sort(reverse=True)
    return [{"x": x, "y": y, "radius": r, "phase": round(float(random.random()), 3)} for _, x, y, r in found[:count]]


def draw(skin: str, scenes: dict[str, grade.Scene], out: Path) -> None:
    """Packs the skin's layers, with drift, twinkle and windows in the atlas's meta."""
    made = {"princess": princess, "christmas": christmas}[skin]()
    meta = {
        "drift": {name: entry for name, (_, entry) in made.items()},
        "twinkle": {name: twinkles(place, 400 + k) for k, (name, place) in enumerate(scenes.items())},
        "windows": {name: windows(place, 500 + k) for k, (name, place) in enumerate(scenes.items())},
    }
    size = atlas.pack({name: image for name, (image, _) in made.items()}, out, meta=meta)
    print(f"{skin} layers: sheet {size[0]}x{size[1]}, {size[0] * size[1] * 4 / 1e6:.1f} MB decoded")
