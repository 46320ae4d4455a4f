"""The multiplier hearts: white wings apart from a crowned heart in a gold rim, so that the wings can flap."""

from __future__ import annotations

from math import cos, pi, radians, sin

import bpy
import numpy as np

from sprites.source.symbols import materials as mt
from sprites.source.symbols import meshes as ms
from sprites.source.symbols import outlines as ol
from sprites.source.symbols.materials import Colour
from sprites.source.symbols.medallions import YELLOW_GOLD, spread_wings

SCALE, DROP = 0.90, -0.22
"""Size and vertical place of the heart in scene units."""

STONES: dict[str, tuple[Colour, Colour, Colour]] = {
    "green": ((0.0, 0.06, 0.04), (0.0, 0.36, 0.11), (0.20, 0.86, 0.24)),
    "blue": ((0.02, 0.01, 0.22), (0.01, 0.13, 0.9), (0.12, 0.62, 1)),
    "pink": ((0.26, 0.0, 0.16), (0.88, 0.03, 0.36), (1, 0.34, 0.62)),
    "orange": ((0.34, 0.03, 0.0), (1, 0.20, 0.0), (1, 0.62, 0.12)),
}
"""Deep, body and light colours of the four hearts."""


def wings(side: int) -> None:
    """One white wing: -1 the left, 1 the right."""
    layers = tuple(
        mt.soft(light, dark, 0.3, 0.26, glow=0.06, coat=0.1)
        for light, dark in (
            ((0.90, 0.92, 0.98), (0.20, 0.24, 0.64)),
            ((0.95, 0.95, 0.99), (0.26, 0.28, 0.68)),
            ((0.98, 0.97, 1), (0.34, 0.34, 0.72)),
        )
    )
    line = mt.plain((0.06, 0.03, 0.18), 0.8, coat=0)
    spread_wings(layers, (0.46, 0.06), 1.20, -0.26, 0.205, (56, -34), (0.42, 0.85), line, (side,))


def _crown(at: tuple[float, float, float], size: float) -> None:
    """A five-pointed crown seen slightly from above."""
    gold = YELLOW_GOLD.material(0.14)
    pearl = mt.plain((1, 0.95, 0.9), 0.12, glow=0.15)
    ruby = mt.plain((0.9, 0.02, 0.12), 0.1, glow=0.4)
    angles = np.linspace(0, 2 * pi, 160, endpoint=False)
    top = 0.30 + 0.38 * np.abs(np.cos(2.5 * (angles - pi / 2))) ** 1.6
    rows = []
    for step in range(13):
        level = top * step / 12
        radius = 0.50 + 0.16 * (level / 0.7) ** 1.5
        rows.append(np.c_[radius * np.cos(angles), level, radius * np.sin(angles)])
    body = ms.grid("crown", rows, gold, close_columns=True)
    shell = body.modifiers.new("shell", "SOLIDIFY")
    shell.thickness, shell.offset = 0.05, 0
    parts = [body]
    for level, radius, thick in ((0.03, 0.52, 0.055), (0.24, 0.53, 0.035)):
        circle = np.linspace(0, 2 * pi, 96, endpoint=False)
        path = np.c_[radius * np.cos(circle), np.full(96, level), radius * np.sin(circle)]
        parts.append(ms.tube("band", path, thick, gold, closed=True))
    for k in range(5):
        angle = pi / 2 + 2 * pi * k / 5
        parts.append(ms.ball((0.65 * cos(angle), 0.73, 0.65 * sin(angle)), 0.085, pearl, count=16))
    for k in range(10):
        angle = 2 * pi * (k + 0.5) / 10
        stone = ruby if k % 2 else pearl
        parts.append(ms.ball((0.535 * cos(angle), 0.135, 0.535 * sin(angle)), 0.06, stone, count=12))
    holder = ms.link(bpy.data.objects.new("crown", None))
    for part in parts:
        part.parent = holder
    holder.location, holder.scale = at, (size, size, size)
    holder.rotation_euler = (radians(20), 0, 0)


def body(colour: str) -> None:
    """Heart, rim and crown of one colour of `STONES`."""
    flat = ol.heart(160, 1.0) * [SCALE * 1.04, SCALE] + [0, DROP]
    ms.tube("shade", np.c_[flat, np.full(160, -0.04)], 0.105, mt.ink(), closed=True)
    stone = mt.lit_stone(*STONES[colour], glow=0.62, centre=(0, DROP - 0.62), radius=1.5)
    ms.pillow("heart", flat * [0.95, 0.95] + [0, DROP * 0.05], 0.36, stone, centre=(0, DROP + 0.06))
    ms.tube(
        "rim",
        np.c_[flat * [0.975, 0.975] + [0, DROP * 0.025], np.full(160, 0.02)],
        0.062,
        YELLOW_GOLD.material(0.14),
        closed=True,
    )
    _crown((0, 0.52, 0.08), 0.42)
