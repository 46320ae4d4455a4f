"""The wand's head: a compass star in a ring, or a great snow crystal."""

from __future__ import annotations

import numpy as np

from .brush import Layer, ellipse, offset
from .ornaments import compass, snowflake
from .palette import GOLD

WAND_STAR = (158.0, 142.0)
STAR_RADIUS = 92.0


def draw_wand_star(layer: Layer, winter: bool) -> None:
    """The compass star in a graduated ring, or a great snow crystal."""
    x, y = WAND_STAR
    if winter:
        layer.fill(ellipse(x, y, 66, 66), "#8fe6ff", 0.22, 10)
        snowflake(layer, x, y, 90, 8)
        snowflake(layer, x, y, 42, 38)
        return
    ring = ellipse(x, y, 56, 56)
    layer.fill(ellipse(x, y, 50, 50), "#5fd2ff", 0.18)
    for width, lift, colour in ((13, 0, GOLD.ink), (9, 0, GOLD.shade), (5, 1, GOLD.base)):
        layer.line(ring - offset(0, lift), width, colour, closed=True, weight=0)
    layer.line(ellipse(x, y, 57, 57)[40:64], 2.4, GOLD.high, 0.3, 0.3)
    for a in np.radians(np.arange(0, 360, 30)):
        layer.line(
            [(x + 52 * np.cos(a), y + 52 * np.sin(a)), (x + 59 * np.cos(a), y + 59 * np.sin(a))], 2, GOLD.deep, 0, 0
        )
    compass(layer, x, y, STAR_RADIUS, "#7fe0ff", 3.2, 8)
