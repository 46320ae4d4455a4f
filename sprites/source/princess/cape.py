"""The cape: its star-chart lining behind her and the cascade that falls from her pinching hand."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np

from .arms import CAPE_ARM, CAPE_FOREARM, PINCH
from .brush import Curve, Layer, Ribbon, ellipse, linear, offset, spline, trace
from .ornaments import fur_band, gild, snowflake, twinkle
from .palette import LINING, MANTLE, VELVET, WINTER_LINING, Tone

OUTLINE = trace(
    "636,690* 668,680* 756,742 842,846 892,970 906,1082 892,1150 852,1184* 890,1280 "
    "930,1420 985,1740* 640,1740* 690,1420 690,1240 620,1120 560,1000 580,860 630,770"
)
EDGE = trace("668,680 756,742 842,846 892,970 906,1082 894,1146 858,1182")

FALL = [(856, 1192), (890, 1280), (930, 1420), (985, 1740)]

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
        ([(652, 690), (716, 850), (800, 1010), (852, 1160)], [(0, 6), (0.5, 40), (1, 6)]),
        ([(676, 700), (776, 820), (856, 960), (874, 1140)], [(0, 4), (0.5, 28), (1, 6)]),
        ([(636, 700), (660, 880), (720, 1040), (836, 1176)], [(0, 4), (0.5, 44), (1, 8)]),
        ([(850, 1190), (820, 1330), (800, 1500), (800, 1740)], [(0, 6), (0.5, 60), (1, 90)]),
        ([(858, 1190), (880, 1400), (880, 1740)], [(0, 4), (0.5, 26), (1, 40)]),
        (trace("628,820 640,980 690,1120 730,1300 730,1740"), [(0, 4), (0.4, 34), (1, 80)]),
    )
    for spine, widths in folds:
        fold = Ribbon(spine, widths)
        layer.fill(fold.band(), tone.high, 0.5, clip=outline)
        layer.fill(fold.band(0.15, 1), tone.deep, 0.6, clip=outline)
        layer.line(fold.edge(1), 2.4, tone.ink, 0.3, 0.2, clip=outline)
    for arm in (CAPE_ARM, CAPE_FOREARM):
        layer.fill(arm.band() + offset(22, 16), "#05041a", 0.6, 6, clip=outline)
    _chart(layer, winter)
    chance = random.Random(5)
    for _ in range(110):
        x, y = chance.uniform(630, 900), chance.uniform(720, 1690)
        size = chance.uniform(0.9, 2.1)
        layer.fill(ellipse(x, y, size, size, count=10), "#dff4ff", 0.8, clip=outline)
    if winter:
        fur_band(layer, spline(FALL) - offset(8, 0), 30, 33)
        fur_band(layer, spline(EDGE) - offset(6, 0), 30, 31)
    else:
        gild(layer, spline(FALL) - offset(5, 0), 7)
        gild(layer, spline(EDGE) - offset(5, 0), 7)


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
_CASCADE: list[
    tuple[list[tuple[float, ...]], list[tuple[float, float]], list[tuple[float, float]], list[tuple[float, float]]]
] = [
    (
        trace("4,-4* 36,110 30,248* 46,268 60,232* 56,110 16,-8*"),
        [(30, 248), (46, 268), (60, 232)],
        [(8, 0), (44, 120), (46, 262)],
        [(8, 4), (38, 120), (38, 250)],
    ),
    (
        trace("-12,2* -70,130 -112,262* -84,316 -40,300* -30,150 0,2*"),
        [(-112, 262), (-84, 316), (-40, 300)],
        [(-6, 6), (-44, 150), (-66, 316)],
        [(-10, 12), (-66, 140), (-92, 290)],
    ),
    (
        trace("-10,0* -32,150 -48,296* -18,344 20,312* 24,150 10,-2*"),
        [(-48, 296), (-18, 344), (20, 312)],
        [(0, 4), (2, 160), (0, 340)],
        [(-6, 10), (-22, 160), (-34, 318)],
    ),
]
_LINING_GAPS = [
    trace("-14,6* -36,170 -44,302* -20,276 -10,160"),
    trace("4,4* 28,150 18,316* 40,250* 40,140"),
]


def draw_cascade(layer: Layer, winter: bool) -> None:
    """Three tapering folds and the lining between them, with a zigzag hem."""
    tone, inner = (VELVET, WINTER_LINING) if winter else (MANTLE, LINING)
    for index, (outline_points, hem_points, shade_spine, light_spine) in enumerate(_CASCADE):
        if index == 2:
            for gap in _LINING_GAPS:
                layer.form(
                    spline(_moved(gap), True),
                    linear((0, PINCH[1]), (0, PINCH[1] + 300), inner.ink, inner.base),
                    inner.ink,
                    3.2,
                )
        outline = spline(_moved(outline_points), True)
        x, y = PINCH
        layer.form(
            outline,
            linear((x, y), (x - 40, y + 330), tone.base, tone.light, tone.base, tone.shade),
            tone.ink,
            4,
            [(Ribbon(_moved(shade_spine), [(0, 4), (0.5, 26), (1, 46)]).band(-0.3, 1.6), tone.shade)],
        )
        deep = Ribbon(_moved(shade_spine), [(0, 2), (0.5, 26), (1, 46)]).band(0.5, 1.6)
        layer.fill(deep, tone.deep, 0.8, clip=outline)
        light = Ribbon(_moved(light_spine), [(0, 2), (0.5, 12), (1, 4)])
        layer.fill(light.band(), tone.high, 0.85, clip=outline)
        layer.line(spline(_moved(shade_spine)) - offset(4, 0), 2.4, tone.ink, 0.1, 0.5, clip=outline)
        hem = spline(_moved(hem_points))
        if winter:
            fur_band(layer, hem, 22, 50 + index, ink=2.6)
        else:
            gild(layer, hem, 8)


def _moved(points: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
    return [(PINCH[0] + p[0], PINCH[1] + p[1], *p[2:]) for p in points]


def draw_frill(layer: Layer, winter: bool) -> None:
    """The little crest of cloth that stands above thumb and finger."""
    tone = VELVET if winter else MANTLE
    crest: Curve = spline(
        [
            (PINCH[0] + 4, PINCH[1] + 10, 1),
            (PINCH[0] - 26, PINCH[1] - 4),
            (PINCH[0] - 48, PINCH[1] - 34),
            (PINCH[0] - 24, PINCH[1] - 36),
            (PINCH[0] - 12, PINCH[1] - 54),
            (PINCH[0] + 8, PINCH[1] - 36),
        ],
        True,
    )
    layer.form(crest, tone.light, tone.ink, 3, [(crest + offset(14, 10), tone.shade)])
    layer.line(np.array([PINCH]) + np.array([[0.0, 4.0], [-14.0, -14.0], [-26.0, -30.0]]), 2, tone.ink, 0.1, 0.6)
