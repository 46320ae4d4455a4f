"""The cape behind her, its lining a chart of the stars."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np

from .brush import Layer, Ribbon, ellipse, linear, offset, spline, trace
from .ornaments import fur_band, gild, snowflake, twinkle
from .palette import LINING, WINTER_LINING, Tone

OUTLINE = trace(
    "636,690* 668,680* 750,742 826,846 866,970 880,1090 878,1190 876,1290 886,1430 912,1740* "
    "640,1740* 690,1420 690,1240 620,1120 560,1000 580,860 630,770"
)
EDGE = trace("668,680 750,742 826,846 866,970 880,1090 878,1190")

FALL = [(878, 1190), (876, 1290), (886, 1430), (912, 1740)]

#: What the hanging arm keeps the light from.
_SHADED = (
    Ribbon([(650, 702), (684, 778), (706, 848), (718, 926)], [(0, 84), (0.35, 76), (0.8, 62), (1, 58)]),
    Ribbon(trace("696,822 704,866 720,920 772,1000 836,1086"), trace("0,68 0.2,63 0.36,66 0.55,62 0.85,47 1,41")),
)

#: Star chart: chains of stars.
CHART = [
    trace("722,770 782,836 836,910 822,990 862,1050 872,1120"),
    [(836, 910), (874, 972), (862, 1050)],
    trace("648,900 672,960 650,1028 694,1078 736,1120"),
    [(672, 960), (706, 1000), (694, 1078)],
    [(800, 1260), (872, 1330), (880, 1420), (868, 1500)],
]


def draw_cape(layer: Layer, winter: bool) -> None:
    """The lining with broad folds from clasp and pinch, the arm's shadow and its constellations or snow."""
    tone: Tone = WINTER_LINING if winter else LINING
    outline = spline(OUTLINE, True)
    layer.form(outline, linear((640, 680), (780, 1700), tone.shade, tone.base, tone.light), tone.ink, 4.5)
    folds = (
        ([(652, 690), (716, 850), (780, 1040), (790, 1300), (770, 1700)], [(0, 6), (0.5, 40), (1, 60)]),
        ([(676, 700), (766, 820), (830, 980), (846, 1240)], [(0, 4), (0.5, 26), (1, 10)]),
        ([(636, 700), (660, 880), (720, 1060), (752, 1300)], [(0, 6), (0.5, 44), (1, 12)]),
        ([(836, 960), (834, 1200), (812, 1450), (800, 1740)], [(0, 4), (0.4, 40), (1, 84)]),
        ([(862, 1000), (862, 1240), (868, 1480), (872, 1740)], [(0, 4), (0.5, 24), (1, 36)]),
        (trace("628,820 640,980 690,1120 730,1300 730,1740"), [(0, 4), (0.4, 34), (1, 80)]),
    )
    for spine, widths in folds:
        fold = Ribbon(spine, widths)
        layer.fill(fold.band(), tone.high, 0.5, clip=outline)
        layer.fill(fold.band(0.15, 1), tone.deep, 0.6, clip=outline)
        layer.line(fold.edge(1), 2.4, tone.ink, 0.3, 0.2, clip=outline)
    for arm in _SHADED:
        layer.fill(arm.band() + offset(22, 16), "#05041a", 0.6, 6, clip=outline)
    _chart(layer, winter)
    chance = random.Random(5)
    for _ in range(110):
        x, y = chance.uniform(630, 900), chance.uniform(720, 1690)
        size = chance.uniform(0.9, 2.1)
        layer.fill(ellipse(x, y, size, size, count=10), "#dff4ff", 0.8, clip=outline)
    edge = np.vstack([spline(EDGE)[:-1], spline(FALL)])
    if winter:
        fur_band(layer, edge - offset(8, 0), 30, 33)
    else:
        gild(layer, edge - offset(5, 0), 9)


def _chart(layer: Layer, winter: bool) -> None:
    for chain in CHART:
        for a, b in pairwise(chain):
            layer.line([a, b], 1.8, "#8fdcff", 0, 0, alpha=0.4 if winter else 0.75)
        for i, (x, y) in enumerate(chain):
            layer.fill(ellipse(x, y, 9, 9), "#6fc8ff", 0.35, 5)
            if winter and i % 2 == 0:
                snowflake(layer, x, y, 15, 12 * i)
            else:
                twinkle(layer, x, y, 17 if i % 2 == 0 else 11, "#eafaff")


# Folds of the cascade, back to front: outline, hem, shade spine, light spine (offsets from the pinch).
