"""What closes the figure where no bar stands before it: a bank of moonlit cloud, or a drift of snow."""

from __future__ import annotations

import random
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .brush import Layer, ellipse, linear, mix, spline
from .forms import union
from .ornaments import twinkle

#: Left, top, width and height in pixels of the panel: its lower edge is the lower edge of the screen.
BOX = (-104, 752, 560, 224)


@dataclass(frozen=True)
class Bank:
    """Colours of a bank: crest, body, foot and glint."""

    crest: str
    body: str
    foot: str
    glint: str


CLOUD = Bank("#e9d8ff", "#7d66c9", "#1d1650", "#fff1c8")
SNOW = Bank("#f4f9ff", "#8fb2de", "#22406f", "#ffffff")


def _puffs(chance: random.Random, count: int, top: float, size: float) -> list[tuple[float, float, float]]:
    """Middle and radius of a row of puffs, in units: largest under the figure, small ones on their backs."""
    found = []
    for i in range(count):
        x = 2 * BOX[0] - 40 + (2 * BOX[2] + 80) * (i + chance.uniform(0.25, 0.75)) / count
        near = float(np.exp(-(((x - 500) / 430) ** 2)))
        radius = size * (0.62 + 0.5 * near) * chance.uniform(0.8, 1.2)
        y = top + 90 * (1 - near) + radius + chance.uniform(-10, 10)
        found.append((x, y, radius))
        for _ in range(3):
            turn, share = np.radians(chance.uniform(200, 340)), chance.uniform(0.3, 0.55)
            found.append((x + radius * 0.85 * np.cos(turn), y + radius * 0.85 * np.sin(turn), radius * share))
    return found


def _paint_clouds(layer: Layer) -> None:
    chance = random.Random(23)
    for top, size, dim in ((1600, 92, 0.5), (1652, 84, 0.28), (1722, 92, 0.0)):
        puffs = _puffs(chance, 9, top, size)
        crest, body = mix(CLOUD.crest, CLOUD.foot, dim), mix(CLOUD.body, CLOUD.foot, dim)
        outline = union(
            *(ellipse(x, y, r, r) for x, y, r in puffs),
            np.array([(-400, 1860), (1200, 1860), (1200, 2020), (-400, 2020)]),
        )
        shade = linear(
            (0, top - 10), (0, top + 300), mix(crest, body, 0.35), body, mix(body, CLOUD.foot, 0.55), CLOUD.foot
        )
        layer.fill(outline, CLOUD.foot, 0.45, 16)
        layer.fill(outline, shade, 1.0, 1.6)
        # Every puff catches the light above and rounds away below, without an edge of its own.
        for x, y, r in sorted(puffs, key=lambda puff: puff[1]):
            layer.fill(ellipse(x + r * 0.1, y + r * 0.45, r * 0.95, r * 0.75), CLOUD.foot, 0.22, r * 0.32, clip=outline)
            layer.fill(ellipse(x - r * 0.16, y - r * 0.5, r * 0.62, r * 0.42), crest, 0.5, r * 0.26, clip=outline)
            layer.fill(
                ellipse(x - r * 0.22, y - r * 0.74, r * 0.36, r * 0.16),
                "#ffffff",
                0.42 - 0.4 * dim,
                r * 0.1,
                clip=outline,
            )


def _paint_snow(layer: Layer) -> None:
    for row, (top, dim) in enumerate(((1616, 0.34), (1664, 0.16), (1736, 0.0))):
        chance = random.Random(41 + row)
        across = np.arange(-360, 1260, 90)
        rise = 96 * (1 - np.exp(-(((across - 470) / 420) ** 2)))
        heights = top + rise + 15 * np.sin(across / 150 + row * 2.1) + [chance.uniform(-7, 7) for _ in across]
        crest = spline(list(zip(across, heights)))
        drift = np.vstack([crest, [(1300, 2030), (-400, 2030)]])
        bright, body = mix(SNOW.crest, SNOW.foot, dim), mix(SNOW.body, SNOW.foot, dim)
        layer.fill(drift, SNOW.foot, 0.5, 14)
        layer.fill(
            drift,
            linear((0, top), (0, top + 250), bright, mix(bright, body, 0.6), body, mix(body, SNOW.foot, 0.7)),
            1.0,
            1.6,
        )
        layer.fill(np.vstack([crest, (crest + (0, 26))[::-1]]), "#ffffff", 0.75 - dim, 7, clip=drift)
        for _ in range(5):
            x, y = chance.uniform(-60, 900), top + chance.uniform(60, 150)
            layer.fill(
                ellipse(x, y, chance.uniform(60, 140), 15, chance.uniform(-8, 8)), SNOW.foot, 0.16, 14, clip=drift
            )


def draw_base(winter: bool) -> tuple[NDArray[np.float32], tuple[int, int]]:
    """The bank, premultiplied at display size, and the panel pixel of its upper left corner."""
    left, top, width, height = BOX
    layer = Layer((left * 2 - 40, top * 2, width * 2 + 80, height * 2))
    (_paint_snow if winter else _paint_clouds)(layer)
    bank = SNOW if winter else CLOUD
    chance = random.Random(7)
    for _ in range(18):
        x, y = chance.uniform(left * 2 + 160, 880), chance.uniform(1680, 1930)
        twinkle(layer, x, y, chance.uniform(5, 13), bank.glint, 0.85)
    picture = cv2.resize(layer.pixels(), (width + 40, height), interpolation=cv2.INTER_AREA)[:, 20:-20]
    # It melts away to the left, along a billowing line.
    rows = np.arange(height, dtype=np.float32)[:, None]
    across = np.arange(width, dtype=np.float32)[None, :] + 12 * np.sin(rows / 23) + 7 * np.sin(rows / 9 + 1)
    fade = np.clip((across - 14) / 104, 0, 1)
    return np.asarray(picture * (fade * fade * (3 - 2 * fade))[..., None], np.float32), (left, top)
