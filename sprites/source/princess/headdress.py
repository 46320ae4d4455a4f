"""What she wears on her head: the compass circlet or the snow diadem, and one long earring."""

from __future__ import annotations

import numpy as np

from .brush import Layer, ellipse, linear, offset, spline, trace
from .head import head_space
from .ornaments import compass, gild, pearl, snowflake
from .palette import GOLD, SILVER, Tone

#: The band lies across the crown (head space).
BAND = trace("-116,-122 -68,-155 8,-170 84,-158 144,-116")


def _band(layer: Layer, metal: Tone) -> np.ndarray:
    base = spline(BAND)
    layer.line(base + offset(4, 12), 14, "#7a2a5a", 0.1, 0.1, alpha=0.45)
    for width, lift, colour in (
        (16.4, 0, metal.ink),
        (12, 0, metal.shade),
        (7.6, 1.6, metal.base),
        (2.6, 3, metal.high),
    ):
        layer.line(base - offset(0, lift), width, colour, 0.1, 0.1)
    return base


def _spike(layer: Layer, base: np.ndarray, place: float, height: float, metal: Tone) -> None:
    foot = base[int(place * len(base))]
    tip = foot + np.array([(place - 0.5) * 26, -height])
    outline = spline(
        [
            (*(foot + offset(-20, 6)), 1),
            foot * 0.55 + tip * 0.45 + offset(-5, 0),
            (*tip, 1),
            foot * 0.55 + tip * 0.45 + offset(5, 0),
            (*(foot + offset(20, 6)), 1),
        ],
        True,
    )
    layer.form(
        outline, linear((foot[0] - 14, 0), (foot[0] + 14, 0), metal.high, metal.base, metal.shade), metal.ink, 2.6
    )
    pearl(layer, float(tip[0]), float(tip[1] - 4), 5.4)


def draw_circlet(layer: Layer) -> None:
    """A gold circlet of five points with the compass star in front."""
    with head_space(layer):
        base = spline(BAND)
        for place, height in ((0.16, 34), (0.33, 54), (0.68, 54), (0.85, 34)):
            _spike(layer, base, place, height, GOLD)
        _band(layer, GOLD)
        for place in (0.08, 0.24, 0.42, 0.58, 0.76, 0.92):
            x, y = base[int(place * (len(base) - 1))]
            layer.fill(ellipse(x, y, 3.4, 3.4), "#eafaff")
        compass(layer, 10, -190, 68, ink=2.8)


def draw_diadem(layer: Layer) -> None:
    """A silver diadem of snow crystals, the largest in front."""
    with head_space(layer):
        base = spline(BAND)
        for place, height in ((0.1, 20), (0.9, 20)):
            _spike(layer, base, place, height, SILVER)
        for place, radius in ((0.25, 27), (0.75, 27)):
            x, y = base[int(place * (len(base) - 1))]
            snowflake(layer, x + (place - 0.5) * 10, y - 26, radius, (place - 0.5) * 40)
        _band(layer, SILVER)
        for place in (0.16, 0.34, 0.66, 0.84):
            x, y = base[int(place * (len(base) - 1))]
            pearl(layer, x, y, 3.6)
        snowflake(layer, 10, -196, 58, 0)


def draw_earring(layer: Layer, winter: bool) -> None:
    """A drop at the near ear."""
    with head_space(layer):
        gild(layer, np.array([(116.0, 76.0), (115.0, 92.0)]), 3, 1, metal=SILVER if winter else GOLD)
        if winter:
            snowflake(layer, 114, 110, 19)
        else:
            compass(layer, 114, 110, 20, ink=1.8)
