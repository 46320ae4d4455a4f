"""Candles with a flame that lights what stands around it."""

from __future__ import annotations

from math import pi, sin

import numpy as np

from sprites.source.symbols import materials as mt
from sprites.source.symbols import meshes as ms
from sprites.source.symbols.studio import lamp_at

FLAME_LIGHT = (1.0, 0.47, 0.12)


def candle(x: float, foot: float, height: float, red: bool) -> None:
    """One candle standing on y = `foot`; ivory or red wax with a drip, wick, flame and lamp."""
    z, radius = 0.26, 0.13
    top = foot + height
    if red:
        wax = mt.soft((0.80, 0.015, 0.03), (0.22, 0.0, 0.02), 0.2, 0.38, glow=0.10, coat=0.25)
    else:
        wax = mt.soft((0.86, 0.74, 0.55), (0.42, 0.18, 0.09), 0.2, 0.5, glow=0.10, coat=0.15)
    line = mt.ink()
    ms.tube("shade", [(x, foot, z - 0.10), (x, top + 0.03, z - 0.10)], radius + 0.035, line, 20)
    ms.tube("wax", [(x, foot, z), (x, top, z)], radius, wax, 32)
    ms.ball((x, top, z), radius * 1.03, wax, (1, 0.42, 1))
    for dx, length, wide in ((-0.075, 0.20, 0.036), (0.055, 0.12, 0.032)):
        ms.tube("drip", [(x + dx, top, z + radius * 0.86), (x + dx, top - length, z + radius * 0.90)], wide, wax)
        ms.ball((x + dx, top - length, z + radius * 0.90), wide * 1.25, wax)
    ms.tube("wick", [(x, top, z + 0.03), (x + 0.01, top + 0.10, z + 0.03)], 0.016, line)
    rows = []
    for t in np.linspace(0, 1, 29):
        wide = 0.105 * sin(pi * t**0.60) ** 0.85 * (1 - 0.25 * t) + 0.001
        around = np.linspace(0, 2 * pi, 28, endpoint=False)
        rows.append(
            np.c_[
                x + 0.02 * t * t + wide * np.cos(around),
                np.full(28, top + 0.05 + 0.36 * t),
                z + 0.05 + wide * np.sin(around),
            ]
        )
    flame = ms.grid("flame", rows, mt.flame(), close_columns=True)
    flame.visible_shadow = False
    lamp_at((x, top + 0.24, z + 0.34), 19, FLAME_LIGHT, 0.06)
    lamp_at((x, top + 0.20, z + 0.02), 8, FLAME_LIGHT, 0.10)
