"""Multiplier hearts: crowned and winged every one, and grander by value.

Green (2-8) has small white wings, blue (10-25) larger silver ones, pink (50-100) golden ones, orange (250-500) four
golden ones and flames.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import skia

from sprites.source.colours import Ramp, ramp, rgb
from sprites.source.kit import relief
from sprites.source.kit.paint import Canvas, smoothstep
from sprites.source.symbols import wings
from sprites.source.symbols.canvas import (
    LIGHT,
    Drawn,
    bead,
    bezel,
    path,
    sides,
    sparkle,
    sprite,
    stepped,
    tube,
)
from sprites.source.symbols.gems import heart_shape
from sprites.source.symbols.tones import DEEP_GOLD, HEART_INK, HEARTS, PEARL, WARM_GOLD
from sprites.source.symbols.wings import Plumage, Pose


@dataclass(frozen=True)
class Tier:
    """What a colour of heart wears."""

    width: float
    middle: float
    """How far the heart's middle lies below the cell's, pixels."""
    rim: float
    crown: float
    plumage: Plumage
    wings: tuple[Pose, ...]
    """Behind first."""
    lift: float = 1.0
    """How far its wings beat, as a share of the smallest heart's."""
    flames: bool = False


TIERS: dict[str, Tier] = {
    "green": Tier(104, 13, 5.4, 46, wings.WHITE, (Pose((28, 19), 0.70, raised=2),)),
    "blue": Tier(107, 14, 5.8, 54, wings.SILVER, (Pose((27, 16), 0.84, raised=6),)),
    "pink": Tier(110, 14, 6.3, 62, wings.GOLD, (Pose((27, 14), 0.94, raised=9),), lift=0.85),
    "orange": Tier(
        112,
        15,
        6.8,
        70,
        wings.GOLD,
        (Pose((33, 30), 0.66, raised=-70), Pose((27, 13), 0.98, raised=10)),
        lift=0.6,
        flames=True,
    ),
}


def outline(width: float, x: float = 0.0, y: float = 0.0) -> np.ndarray:
    """A heart `width` pixels wide about (x, y)."""
    unit = width / 2
    shape = heart_shape()
    return np.c_[shape[:, 0] * unit + x, -(shape[:, 1] + 0.05) * unit + y]


def glossy_heart(
    canvas: Canvas, width: float, tones: Ramp, *, y: float = 0.0, rim: float = 6.0, ink: str, glow: float = 1.0
) -> np.ndarray:
    """A heart of coloured glass in a golden rim, about (0, y); its coverage."""
    shape = path(outline(width, 0, y))
    mask = canvas.mask(shape)
    unit = width / 2
    u, v = canvas.x / unit, (canvas.y - y) / unit
    canvas.shade(ink, canvas.blur(canvas.shifted(mask, 1.5, 3.5), 3.0) * 0.7)
    canvas.over(ink, canvas.grown(mask, rim * 0.5 + 1.2))
    deep = canvas.inside(mask)
    height = relief.pillow(canvas, mask, unit * 0.42)
    normal = relief.normals(canvas.blur(height.astype(np.float32), 1.2), canvas.scale)
    level = 0.10 + 0.36 * np.clip(normal @ LIGHT, 0, 1)
    level += 0.50 * glow * np.exp(-((u / 0.66) ** 2) - ((v - 0.36) / 0.46) ** 2)
    level += 0.12 * np.exp(-(((u + 0.45) / 0.42) ** 2) - ((v + 0.42) / 0.34) ** 2)
    level -= 0.22 * np.exp(-deep / (unit * 0.13))
    facet = np.abs(np.mod(np.arctan2(v - 0.12, u) / (2 * np.pi) * 14, 1) - 0.5) * 2
    level += 0.05 * (smoothstep(0.42, 0.58, facet) - 0.5) * smoothstep(0.25, 0.6, np.hypot(u, v))
    level = 0.5 * level + 0.5 * stepped(level, 8, 0.2)
    canvas.over(ramp(np.clip(level, 0, 1.1), tones), mask)
    _gloss(canvas, canvas.grown(mask, -rim * 0.5 - 2.4), width, u, v, rgb(tones[5][1]))
    bezel(canvas, shape, rim, DEEP_GOLD, ink, mask)
    return mask


def _gloss(canvas: Canvas, inner: np.ndarray, width: float, u: np.ndarray, v: np.ndarray, light: np.ndarray) -> None:
    """A crisp leaf of light on the upper left lobe, a small one on the right, a thin one lower right."""
    near = canvas.grown(inner, -0.02 * width)
    leaf = np.clip(near - canvas.shifted(canvas.grown(inner, -0.005 * width), 0.048 * width, 0.066 * width), 0, 1)
    zone = smoothstep(0.10, 0.02, v + 0.62 * u + 0.40) * smoothstep(-1.02, -0.96, u + 0.1 * v)
    canvas.light("#ffffff", leaf * zone * (0.92 - 0.5 * smoothstep(-0.6, 0.1, v)))
    right = np.exp(-(((u - 0.40 + 0.25 * (v + 0.60)) / 0.17) ** 2) - ((v + 0.60 - 0.22 * (u - 0.40)) / 0.068) ** 2)
    canvas.light("#ffffff", smoothstep(0.42, 0.52, right) * inner * 0.72)
    small = np.exp(-(((u + 0.66) / 0.06) ** 2) - ((v + 0.02) / 0.085) ** 2)
    canvas.light("#ffffff", smoothstep(0.45, 0.55, small) * inner * 0.55)
    low = np.clip(inner - canvas.shifted(inner, -0.030 * width, -0.040 * width), 0, 1)
    canvas.light(light, low * smoothstep(0.0, 0.35, u + v - 0.15) * 0.60)


def jewel(
    canvas: Canvas,
    x: float,
    y: float,
    rx: float,
    ry: float,
    tones: Ramp,
    *,
    ink: str = "#2a0a06",
    setting: float = 1.6,
) -> None:
    """A small polished stone in a golden setting."""

    def oval(grow: float) -> skia.Path:
        found = skia.Path()
        found.addOval(skia.Rect.MakeLTRB(x - rx - grow, y - ry - grow, x + rx + grow, y + ry + grow))
        return found

    part = canvas.part(oval(0).getBounds(), 8)
    stone, rim = part.mask(oval(0)), part.mask(oval(setting))
    part.over(ink, part.grown(rim, 0.9))
    relief.metal(part, rim, relief.dome(part, rim, setting * 1.4), DEEP_GOLD, soften=0.25)
    part.over(ink, part.grown(stone, 0.5))
    u, v = (part.x - x) / rx, (part.y - y) / ry
    level = 0.30 + 0.42 * np.exp(-(((u - 0.15) / 0.7) ** 2) - ((v - 0.42) / 0.5) ** 2)
    level -= 0.16 * smoothstep(0.6, 1, np.hypot(u, v))
    part.over(ramp(level, tones), stone)
    gloss = smoothstep(0.4, 0.6, np.exp(-(((u + 0.32) / 0.34) ** 2) - ((v + 0.42) / 0.28) ** 2))
    part.light("#ffffff", stone * gloss * 0.9)
    low = np.exp(-(((np.hypot(u, v) - 0.84) / 0.10) ** 2)) * smoothstep(0.2, 0.9, u + v)
    part.light("#ffffff", stone * low * 0.5)
    canvas.join(part)


_CROWN_SIDE = (
    (0, -21),
    (3.4, -12),
    (8.6, -1.5),
    (13.6, -8),
    (17.0, -16),
    (18.6, -8),
    (20.5, 0.5),
    (25, -3.5),
    (30, -9.0),
    (28.8, 3),
    (26.4, 15.5),
    (18, 18.6),
    (9, 20.4),
    (0, 21.0),
)
_CROWN_PEARLS = ((0, -22.5, 3.6), (17.2, -17.2, 3.0), (-17.2, -17.2, 3.0), (30, -10, 2.8), (-30, -10, 2.8))
_CROWN_JEWELS = {
    "pink": ("blue", "green"),
    "blue": ("pink", "pink"),
    "green": ("pink", "pink"),
    "orange": ("blue", "pink"),
}
CROWN_INK = "#341004"


def crown(canvas: Canvas, y: float, width: float, heart: str) -> None:
    """A crown seen a little from above; three jewels on its band, pearls on its points."""
    unit = width / 60.0

    def at(points: np.ndarray | list[tuple[float, float]]) -> np.ndarray:
        return np.asarray(points, float) * unit + [0, y]

    right = list(_CROWN_SIDE)
    shape = path(at(right + [(-a, b) for a, b in right[::-1][1:-1]]))
    part = canvas.part(shape.getBounds(), 14)
    mask = part.mask(shape)
    canvas.shade(CROWN_INK, canvas.blur(canvas.shifted(canvas.mask(shape), 1.5, 3.0), 2.2) * 0.6)
    part.over(CROWN_INK, part.grown(mask, 1.2))
    across = part.x / (30 * unit)
    height = relief.pillow(part, mask, 2.6 * unit) + 9.0 * unit * np.sqrt(np.clip(1 - across * across * 0.92, 0, 1))
    relief.metal(part, mask, height, WARM_GOLD, soften=0.5)
    along = np.linspace(-27.0, 27.0, 40)
    for level, thick in ((14.8, 5.0), (4.2, 2.2)):
        bow = path(at(np.c_[along, level + 5.4 * (1 - (along / 28) ** 2)]), closed=False)
        band = part.stroke(bow, thick * unit) * part.grown(mask, 0.6)
        part.shade(CROWN_INK, part.stroke(bow, thick * unit + 1.8) * (1 - band) * mask * 0.7)
        relief.metal(part, band, tube(part, bow, thick * unit), DEEP_GOLD, soften=0.2, depth=1.2)
    canvas.join(part)
    for px, py, radius in _CROWN_PEARLS:
        bead(canvas, px * unit, y + py * unit, radius * unit, PEARL, CROWN_INK, 1.1)
    middle, flank = _CROWN_JEWELS[heart]
    jewel(canvas, 0, y + 11.0 * unit, 5.4 * unit, 5.8 * unit, HEARTS[middle])
    for side in (-1, 1):
        jewel(canvas, side * 16.5 * unit, y + 9.0 * unit, 3.9 * unit, 4.5 * unit, HEARTS[flank])


_FIRE: tuple[tuple[float, float, Ramp], ...] = (
    (1.0, 1.0, ((0, "#ff5a14"), (1, "#b0100c"))),
    (0.74, 0.72, ((0, "#ffb428"), (1, "#ff6a10"))),
    (0.48, 0.46, ((0, "#fffbd0"), (1, "#ffc838"))),
)
"""Share of a tongue's length and width, and its colours from the heart outwards, of each layer of fire."""


def flames(canvas: Canvas, y: float, width: float, phase: float = 0.0, size: float = 1.0) -> None:
    """Drawn fire: nested licking tongues, each colour laid over all of the darker ones. `phase` runs 0..1 in a loop."""
    rng = np.random.default_rng(4)
    count = 19
    turn = phase * 2 * np.pi
    t = np.linspace(0, 1, 26)
    masks = [np.zeros(canvas.shape, np.float32) for _ in _FIRE]
    for k in range(count):
        angle = np.radians(-226 + 272 * (k + 0.5) / count)
        root = np.array([width * 0.40 * np.cos(angle), y + width * 0.36 * np.sin(angle) + 6])
        up = np.array([np.cos(angle) * 0.80, np.sin(angle) * 0.62 - 0.70])
        up /= np.linalg.norm(up)
        length = (56 if k % 2 else 42) * rng.uniform(0.85, 1.15) * size * (1 + 0.10 * np.sin(turn + k * 2.3))
        broad, start = rng.uniform(11, 15) * size, rng.uniform(0, 2 * np.pi)
        across = np.array([-up[1], up[0]])
        sway = 0.17 * np.sin(t * 4.6 + start + turn) * t**0.8 * length
        for mask, (share, wide, _) in zip(masks, _FIRE):
            spine = root + up * (t[:, None] * length * share) + across * sway[:, None] * share
            half = broad * wide * (1 - t) ** 0.75 * (0.75 + 0.35 * np.sin(np.pi * np.minimum(1, t * 1.6)))
            np.maximum(mask, canvas.mask(path(sides(spine, half))), out=mask)
    canvas.over("#7a0a04", canvas.grown(masks[0], 1.2))
    away = np.clip(np.hypot(canvas.x, canvas.y - y) / (width * 0.95), 0, 1)
    for mask, (_, _, colours) in zip(masks, _FIRE):
        canvas.over(ramp(away, colours), mask)


def draw(
    colour: str, *, lift: float = 0.0, beat: float = 1.0, phase: float = 0.0, glow: float = 0.0, scale: int = 3
) -> Drawn:
    """A heart of one colour; its wings `lift` degrees up, `beat` times its size, its fire at `phase`, lit by `glow`."""
    tier = TIERS[colour]
    canvas = sprite(scale)
    if tier.flames:
        flames(canvas, tier.middle - 6, tier.width * beat, phase, 0.96 + 0.06 * glow)
    for place, pose in enumerate(tier.wings):
        behind = place < len(tier.wings) - 1
        share = (-0.7 if behind else 1.0) * tier.lift
        wings.pair(canvas, tier.plumage, replace(pose, lift=lift * share))
    rank = list(TIERS).index(colour)
    glossy_heart(
        canvas,
        tier.width * beat,
        HEARTS[colour],
        y=tier.middle,
        rim=tier.rim,
        ink=HEART_INK[colour],
        glow=0.95 + 0.05 * rank + 0.5 * glow,
    )
    crown(canvas, tier.middle - tier.width * 0.46 * beat + (2 if rank == 0 else -1), tier.crown, colour)
    sparkle(canvas, -tier.width * 0.30, tier.middle - tier.width * 0.26, 9 + 2 * rank)
    return Drawn(canvas, HEART_INK[colour])


def silhouette(canvas: Canvas, colour: str) -> np.ndarray:
    """Coverage of the heart itself with its rim."""
    tier = TIERS[colour]
    return canvas.mask(path(outline(tier.width + 6, 0, tier.middle)))
