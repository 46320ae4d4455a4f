"""What closes the figure where no bar stands before it: a bank of moonlit cloud, or a drift of snow."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from .brush import Layer, ellipse, linear, mix, spline
from .forms import union
from .ornaments import twinkle

#: Left, top, width and height in pixels of the panel: its lower edge is the lower edge of the screen.
BOX = (-104, 752, 560, 224)
#: The same for the ground of a whole screen, whose right part is the bank before her.
WHOLE = (-1464, 736, 1920, 240)


@dataclass(frozen=True)
class Bank:
    """Colours of a bank: crest, body, foot and glint."""

    crest: str
    body: str
    foot: str
    glint: str


CLOUD = Bank("#e9d8ff", "#7d66c9", "#1d1650", "#fff1c8")
SNOW = Bank("#f4f9ff", "#8fb2de", "#22406f", "#ffffff")


Puff: TypeAlias = tuple[float, float, float]
"""Middle and radius, in units."""


def _puffs(chance: random.Random, top: float, size: float) -> tuple[list[Puff], list[Puff]]:
    """A row of puffs, highest under the figure, and the small ones on their backs."""
    left, _, width, _ = WHOLE
    row: list[Puff] = []
    backs: list[Puff] = []
    for x in np.arange(2 * left - 80, 2 * (left + width) + 160, 128.0):
        at = float(x) + chance.uniform(-34, 34)
        near = float(np.exp(-(((at - 500) / 520) ** 2)))
        swell = 0.5 + 0.5 * float(np.sin(at / 330 + size) * np.sin(at / 127 + top))
        radius = size * (0.88 + 0.3 * near) * (0.62 + 0.7 * swell) * chance.uniform(0.85, 1.15)
        y = top + 86 * (1 - near) + 40 * (1 - swell) + radius + chance.uniform(-8, 8)
        row.append((at, y, radius))
        for _ in range(3):
            turn, share = np.radians(chance.uniform(195, 345)), chance.uniform(0.28, 0.6)
            reach = radius * (1 - share * 0.35)
            backs.append((at + reach * float(np.cos(turn)), y + reach * float(np.sin(turn)), radius * share))
    return row, backs


def _paint_clouds(layer: Layer) -> None:
    chance = random.Random(23)
    for top, size, dim in ((1592, 104, 0.5), (1650, 92, 0.28), (1724, 100, 0.0)):
        row, backs = _puffs(chance, top, size)
        puffs = row + backs
        crest, body = mix(CLOUD.crest, CLOUD.foot, dim), mix(CLOUD.body, CLOUD.foot, dim)
        floor = [(x, y - 0.35 * r) for x, y, r in row] + [(1300, 2040), (-3400, 2040)]
        outline = union(*(ellipse(x, y, r, r) for x, y, r in puffs), np.array(floor))
        shade = linear(
            (0, top - 10), (0, top + 320), mix(crest, body, 0.45), body, mix(body, CLOUD.foot, 0.5), CLOUD.foot
        )
        layer.fill(outline, CLOUD.foot, 0.45, 18)
        layer.fill(outline, shade, 1.0, 1.8)
        # Light lies along the bank's back: the deeper a puff, the less it stands out from the body.
        for x, y, r in sorted(puffs, key=lambda puff: puff[1]):
            high = float(np.exp(-max(0.0, y - r - top) / 110))
            layer.fill(
                ellipse(x + r * 0.12, y + r * 0.5, r * 1.0, r * 0.7), mix(body, CLOUD.foot, 0.6), 0.2, r * 0.42, outline
            )
            layer.fill(ellipse(x - r * 0.2, y - r * 0.46, r * 0.72, r * 0.46), crest, 0.5 * high, r * 0.36, outline)
            layer.fill(
                ellipse(x - r * 0.24, y - r * 0.72, r * 0.4, r * 0.16), "#ffffff", 0.26 * high, r * 0.16, outline
            )


def _paint_snow(layer: Layer) -> None:
    for row, (top, dim) in enumerate(((1616, 0.34), (1664, 0.16), (1736, 0.0))):
        chance = random.Random(41 + row)
        across = np.arange(-3360, 1260, 90)
        rise = 96 * (1 - np.exp(-(((across - 470) / 520) ** 2)))
        waves = 15 * np.sin(across / 150 + row * 2.1) + 20 * np.sin(across / 410 + row * 1.3)
        crest = spline(list(zip(across, top + rise + waves + [chance.uniform(-7, 7) for _ in across])))
        drift = np.vstack([crest, [(1300, 2040), (-3400, 2040)]])
        bright, body = mix(SNOW.crest, SNOW.foot, dim), mix(SNOW.body, SNOW.foot, dim)
        layer.fill(drift, SNOW.foot, 0.5, 14)
        layer.fill(
            drift,
            linear((0, top), (0, top + 250), bright, mix(bright, body, 0.6), body, mix(body, SNOW.foot, 0.7)),
            1.0,
            1.6,
        )
        layer.fill(np.vstack([crest, (crest + (0, 26))[::-1]]), "#ffffff", 0.75 - dim, 7, clip=drift)
        for _ in range(20):
            x, y = chance.uniform(-3200, 900), top + chance.uniform(60, 150)
            layer.fill(
                ellipse(x, y, chance.uniform(60, 140), 15, chance.uniform(-8, 8)), SNOW.foot, 0.16, 14, clip=drift
            )


@cache
def ground(winter: bool, box: tuple[int, int, int, int] = WHOLE) -> NDArray[np.float32]:
    """What of the bank lies in a box (left, top, width, height in pixels of the panel), premultiplied."""
    left, top, width, height = box
    layer = Layer((left * 2 - 40, top * 2, width * 2 + 80, height * 2))
    (_paint_snow if winter else _paint_clouds)(layer)
    return np.asarray(cv2.resize(layer.pixels(), (width + 40, height), interpolation=cv2.INTER_AREA)[:, 20:-20])


def draw_base(winter: bool) -> tuple[NDArray[np.float32], tuple[int, int]]:
    """The bank, premultiplied at display size, and the panel pixel of its upper left corner."""
    left, top, width, height = BOX
    glints = Layer((left * 2 - 40, top * 2, width * 2 + 80, height * 2))
    bank = SNOW if winter else CLOUD
    chance = random.Random(7)
    for _ in range(18):
        x, y = chance.uniform(left * 2 + 160, 880), chance.uniform(1680, 1930)
        twinkle(glints, x, y, chance.uniform(5, 13), bank.glint, 0.85)
    light = cv2.resize(glints.pixels(), (width + 40, height), interpolation=cv2.INTER_AREA)[:, 20:-20]
    picture = light + ground(winter, BOX) * (1 - light[..., 3:])
    # It melts away to the left, along a billowing line, into the same ground of the picture behind.
    rows = np.arange(height, dtype=np.float32)[:, None]
    across = np.arange(width, dtype=np.float32)[None, :] + 12 * np.sin(rows / 23) + 7 * np.sin(rows / 9 + 1)
    fade = np.clip((across - 14) / 104, 0, 1)
    return np.asarray(picture * (fade * fade * (3 - 2 * fade))[..., None], np.float32), (left, top)
