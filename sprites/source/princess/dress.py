"""The princess's gown: bodice, open overskirt, starry skirt and puffed sleeves."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from .brush import Curve, Layer, Ribbon, bulge, ellipse, linear, make_path, mix, offset, resample, spline, trace
from .hair import BRAID
from .ornaments import compass, gild, twinkle
from .palette import GOLD, GOWN, PALE, SKIN, Tone

NECKLINE = trace("350,752* 390,728 444,728 486,760 502,790* 524,766 572,746 624,756 668,786*")
BODICE = [
    *NECKLINE,
    (664, 836),
    (640, 900),
    (612, 976),
    (608, 1012),
    (622, 1060, 1),
    (548, 1128, 1),
    (446, 1044, 1),
    (452, 1008),
    (420, 950),
    (380, 876),
    (358, 820),
]
WAIST = trace("446,1040 470,1066 496,1090 522,1110 548,1126 566,1112 584,1096 604,1078 622,1056")
HEM = trace("118,1704 232,1704 318,1704 408,1704 560,1704 642,1704 716,1704 782,1704 836,1704")


# ---------------------------------------------------------------- bodice
def bodice_form(layer: Layer, tone: Tone) -> Curve:
    """The modelled bodice of either wardrobe; gives its outline."""
    outline = spline(BODICE, True)
    layer.line(spline([(502, 792), (500, 760), (498, 736)]), 2.4, SKIN.deep, 0.1, 0.7)
    side = spline(trace("674,770 630,790 604,850 590,930 574,1010 570,1120 700,1120 700,900"), True)
    far = spline(trace("674,790 648,830 630,900 604,980 606,1120 700,1120"), True)
    under = spline(
        trace("358,830 392,858 440,868 486,846 504,800 520,850 556,864 592,852 556,882 510,884 440,902 396,900"), True
    )
    waist = spline(trace("430,960 470,986 520,1000 590,980 600,1010 540,1030 470,1024 440,1000"), True)
    layer.form(
        outline,
        linear((380, 740), (640, 1080), tone.high, tone.base, mix(tone.base, tone.shade, 0.4), tone.shade),
        tone.ink,
        4,
        [(side, tone.shade), (far, tone.deep, 0.9), (under, tone.shade, 0.95)],
    )
    layer.fill(waist, tone.shade, 0.5, 5, clip=outline)
    # Roundness: broad soft light on each cup and on the ribs, then a crisp satin glint.
    for x, y, rx, ry, turn in ((418, 790, 42, 34, -20), (560, 800, 34, 28, -10), (446, 930, 22, 46, -14)):
        layer.fill(ellipse(x, y, rx, ry, turn), mix(tone.high, "#ffffff", 0.25), 0.42, 14, clip=outline)
    for glint, alpha in (
        (trace("372,772 392,746 436,744 468,766 430,759 396,766 380,800"), 0.85),
        (trace("532,782 572,762 604,768 572,776 542,800"), 0.8),
        (trace("398,910 418,940 446,980 460,1004 444,1000 420,962"), 0.55),
    ):
        layer.fill(spline(glint, True), mix(tone.high, "#ffffff", 0.35), alpha, clip=outline)
    layer.fill(BRAID.band(-1, 1, 0, 0.97) + offset(20, 10), tone.shade, 0.9, clip=outline)
    # Seams with a lit lip, and drag folds at the narrow of the waist.
    for seam in (
        trace("430,736 428,820 448,910 488,1010 512,1100"),
        trace("600,752 596,830 584,910 568,1010 560,1110"),
    ):
        layer.line(spline(seam) + offset(3, 0), 2, tone.high, 0.2, 0.2, alpha=0.55, clip=outline)
        layer.line(spline(seam), 2.6, tone.deep, 0.1, 0.1, clip=outline)
    for fold in (
        [(420, 962), (446, 974), (474, 972)],
        [(428, 986), (452, 996), (482, 992)],
        [(610, 966), (592, 978), (574, 978)],
        [(606, 990), (590, 1002), (572, 1002)],
    ):
        layer.line(spline(fold), 2.4, tone.deep, 0.05, 0.8, clip=outline)
    return outline


def draw_bodice(layer: Layer) -> None:
    """Sweetheart bodice with a laced pale panel and gold scrolls."""
    outline = bodice_form(layer, GOWN)
    panel = spline(trace("480,800* 502,792* 526,806* 540,900 548,1000 554,1128* 540,1128* 508,1000 490,900"), True)
    layer.form(panel, linear((500, 800), (540, 1120), PALE.base, PALE.shade, PALE.deep), GOWN.ink, 2.2)
    layer.fill(
        spline(trace("516,800 534,900 542,1000 550,1128 556,1128 552,1000 544,900 530,806"), True),
        PALE.deep,
        0.6,
        clip=panel,
    )
    for i in range(5):
        x, y = 506 + i * 9, 850 + i * 48
        layer.line(spline([(x - 15 - i, y - 12), (x, y), (x + 16 + i, y - 14)]), 3, GOLD.base, 0.2, 0.2)
        layer.line(spline([(x - 15 - i, y + 10), (x, y), (x + 16 + i, y + 8)]), 3, GOLD.shade, 0.2, 0.2)
    for (x, y), side in (((470, 830), -1), ((540, 836), 1), ((476, 930), -1), ((556, 930), 1)):
        _scroll(layer, x, y, side, outline)
    gild(layer, spline(NECKLINE), 9)
    compass(layer, 503, 800, 40)


def _scroll(layer: Layer, x: float, y: float, side: int, clip: Curve) -> None:
    large = trace("0,46 6,10 30,-6 40,14 26,24 22,12")
    small = [(2, 36), (20, 44), (30, 60), (18, 68)]
    for curl in (large, small):
        points = spline([(x + side * dx, y + dy) for dx, dy in curl])
        layer.line(points, 4.4, GOLD.deep, 0.3, 0.15, clip=clip)
        layer.line(points, 2.8, GOLD.base, 0.3, 0.15, clip=clip)
    twinkle(layer, x + side * 44, y - 10, 8, "#ffe9a8")


# ---------------------------------------------------------------- skirt
def gore_curves() -> list[Curve]:
    """Nine seams from waist to hem, swept to the right."""
    curves = []
    for i in range(9):
        a, b, side = np.array(WAIST[i], float), np.array(HEM[i], float), (i - 4) / 4
        middle = a + (b - a) * 0.45 + offset(side * 58 - 8 + 9 * np.sin(i * 2.3), -18)
        low = (
            a
            + (b - a) * 0.75
            + offset(side * (8 if i < 2 else 22) - 14 + (6 if i == 0 else 13 * np.sin(i * 1.9 + 1)), 0)
        )
        curves.append(spline([a, a + offset(side * 52 - 2, 60), middle, low, b]))
    return curves


def paint_gore(layer: Layer, left: Curve, right: Curve, index: int, tone: Tone) -> None:
    """One gore with a turning shade, a dark edge and a lit ridge that leans and fades."""
    outline = np.vstack([left, right[::-1]])
    a, b = resample(left, 80), resample(right, 80)
    u = np.linspace(0, 1, 80)[:, None]

    def across(share: Callable[[np.ndarray], np.ndarray]) -> Curve:
        return np.asarray(a + (b - a) * share(u))

    layer.fill(
        outline, linear(tuple(a[0]), tuple(b[-1]), tone.base, mix(tone.base, tone.shade, 0.5 if index < 5 else 0.8))
    )
    turn = 0.62 if index < 4 else 0.34
    layer.fill(
        np.vstack([across(lambda v: turn + 0.16 * np.sin(v * 5 + index) - 0.14 * v), b[::-1]]),
        tone.shade,
        0.95,
        clip=outline,
    )
    layer.fill(
        np.vstack([across(lambda v: 0.86 - 0.1 * v + 0.05 * np.sin(v * 7)), b[::-1]]), tone.deep, 0.85, clip=outline
    )
    if index in (0, 2, 4, 5):
        near = across(lambda v: 0.10 + 0.04 * np.sin(v * 6 + index))
        ridge = across(lambda v: 0.13 + 0.24 * np.sin(np.pi * v) ** 1.2)
        layer.fill(np.vstack([near, ridge[::-1]]), mix(tone.high, "#ffffff", 0.12), 0.75, clip=outline)


def draw_skirt(layer: Layer) -> None:
    """Gores in two blues, the crossing drape, stars and the two short overskirt drapes."""
    curves = gore_curves()
    full = np.vstack([spline(WAIST), curves[-1], curves[0][::-1]])
    layer.fill(full, GOWN.base)
    pale = Tone(PALE.high, PALE.light, PALE.shade, PALE.deep, GOWN.shade, PALE.ink)
    for i in range(8):
        paint_gore(layer, curves[i], curves[i + 1], i, pale if i in (3, 4) else GOWN)
    for i in range(1, 8):
        layer.line(curves[i], 3.2, PALE.ink if i == 4 else GOWN.ink, 0.25, 0.02)
    basque = spline(trace("440,1030 548,1130 630,1050 660,1120 560,1190 430,1110"), True)
    layer.fill(basque, GOWN.ink, 0.5, 14, clip=full)
    gild(layer, curves[3], 9)
    gild(layer, curves[5], 9)
    layer.fill(full, linear((540, 1250), (480, 1704), (0, "#b05ae8", 0.0), (1, "#d06af0", 0.5)))
    _stardust(layer, full)
    _crossing_drape(layer, full)
    for i, along in ((0, 0.84), (2, 0.9), (1, 0.95), (6, 0.66), (5, 0.86), (6, 0.95), (3, 0.95), (4, 0.96)):
        a, b = resample(curves[i], 80), resample(curves[i + 1], 80)
        x, y = a[int(along * 79)] * 0.55 + b[int(along * 79)] * 0.45
        compass(layer, float(x), float(y), 10 + 15 * along, ink=1.5)
    layer.line(curves[0], 4.5, GOWN.ink, 0.02, 0.02)
    layer.line(curves[-1], 4.5, GOWN.ink, 0.02, 0.02)
    _overskirt(layer, full)
    gild(layer, spline(trace("440,1033 470,1062 510,1096 548,1126")), 14, 2.2)
    gild(layer, spline(trace("548,1126 584,1092 608,1068 624,1049")), 14, 2.2)
    compass(layer, 548, 1122, 34)
    compass(layer, 722, 1262, 30)


def _stardust(layer: Layer, clip: Curve) -> None:
    chance = random.Random(9)
    for i in range(150):
        y, x = 1690 - abs(chance.gauss(0, 150)), chance.uniform(130, 830)
        size = chance.choice((1, 1.2, 1.6, 2.2))
        layer.fill(ellipse(x, y, size, size, count=10), "#ffe9c8" if i % 3 else "#bfefff", 0.9, clip=clip)
        if i % 11 == 0:
            points = np.array(
                [
                    (x, y - 9),
                    (x + 1.2, y - 1.2),
                    (x + 9, y),
                    (x + 1.2, y + 1.2),
                    (x, y + 9),
                    (x - 1.2, y + 1.2),
                    (x - 9, y),
                    (x - 1.2, y - 1.2),
                ]
            )
            layer.fill(points, "#fff6e0", clip=clip)


def _crossing_drape(layer: Layer, clip: Curve) -> None:
    """A sash of the overskirt caught up at her left hip: it crosses the gores and breaks their stripes."""
    upper = spline(trace("690,1172 640,1262 560,1352 450,1428 300,1462 140,1452"))
    lower = spline(
        trace(
            "110,1524 176,1562 256,1550 330,1568 396,1580 470,1546 540,1560 610,1500 672,1486 "
            "722,1400 742,1292 738,1230"
        )
    )
    body = np.vstack([upper, lower])
    layer.fill(body + offset(6, 30), GOWN.ink, 0.6, 10, clip=clip)
    layer.canvas.save()
    layer.canvas.clipPath(make_path(clip), True)
    layer.form(body, linear((700, 1180), (280, 1580), GOWN.high, GOWN.base, GOWN.base, GOWN.shade), GOWN.ink, 4)
    folds = [
        trace("704,1196 668,1290 584,1384 462,1462 310,1500 130,1500"),
        trace("716,1210 694,1320 618,1424 500,1502 398,1576"),
        [(728, 1222), (720, 1344), (664, 1440), (542, 1556)],
        [(736, 1236), (738, 1360), (676, 1484)],
    ]
    for index, fold in enumerate(folds):
        ribbon = Ribbon(fold, [(0, 4), (0.45, 30), (0.8, 40), (1, 52)])
        layer.fill(ribbon.band(-0.2, 1.0), GOWN.shade, 0.9, clip=body)
        layer.fill(ribbon.band(0.35, 1.0), GOWN.deep, 0.8, clip=body)
        layer.fill(
            ribbon.band(bulge(-0.5, -1.3, 0.05, 0.9), bulge(-0.5, -0.55, 0.05, 0.9), 0.05, 0.9),
            "#93a8ff",
            0.8 - 0.12 * index,
            clip=body,
        )
        layer.line(ribbon.edge(-0.2), 2.6, GOWN.ink, 0.2, 0.15, clip=body)
    # Where a fold ends the hem turns under: a narrow dark crescent of lining, pointed at both ends.
    for a, b, c in (
        ((176, 1562), (222, 1542), (262, 1551)),
        ((380, 1576), (436, 1550), (476, 1547)),
        ((560, 1546), (596, 1508), (640, 1494)),
    ):
        turn = np.vstack([spline([a, b, c]), spline([c, (b[0] + 2, b[1] + 13), a])])
        layer.fill(turn, linear(a, c, GOWN.deep, PALE.deep, GOWN.deep), clip=body)
        layer.line(spline([a, b, c]), 2.2, GOWN.ink, 0.4, 0.4, clip=body)
    gild(layer, lower, 9, 1.8, 0.03)
    layer.canvas.restore()


def _overskirt(layer: Layer, clip: Curve) -> None:
    """Two short drapes from the belt, their S-hems gilded."""
    drapes = (
        (
            [(440, 1030, 1), (492, 1084), (546, 1128, 1)],
            trace("546,1128 500,1200 430,1290 392,1300 352,1268 300,1304 262,1284 246,1254"),
            [
                [(470, 1066), (400, 1160), (352, 1266)],
                [(500, 1096), (452, 1180), (430, 1284)],
                [(452, 1048), (350, 1150), (286, 1296)],
            ],
            [(246, 1254), (296, 1180), (368, 1094), (440, 1030)],
        ),
        (
            [(546, 1128, 1), (590, 1086), (626, 1050, 1)],
            trace("626,1050 690,1140 734,1230 724,1276 690,1262 652,1290 612,1262 572,1190 546,1128"),
            [[(606, 1072), (660, 1160), (690, 1258)], [(580, 1098), (616, 1170), (650, 1284)]],
            None,
        ),
    )
    for index, (top, hem, folds, back) in enumerate(drapes):
        lower = spline(hem)
        outline = np.vstack([spline(top), lower, *([spline(back)] if back else [])])
        layer.fill(outline + offset(10, 26), GOWN.ink, 0.55, 9, clip=clip)
        layer.form(
            outline,
            linear((440, 1040), (420, 1300), GOWN.high if index == 0 else GOWN.base, GOWN.base, GOWN.shade),
            GOWN.ink,
            4,
        )
        for fold in folds:
            end = np.array(fold[-1], float)
            past = end + (end - np.array(fold[-2])) * 0.35
            ribbon = Ribbon([*fold[:-1], tuple(past)], [(0, 3), (0.6, 38), (1, 66)])
            layer.fill(ribbon.band(-0.1, 1.1), GOWN.shade, 0.95, clip=outline)
            layer.fill(ribbon.band(0.55, 1.1), GOWN.deep, 0.8, clip=outline)
            layer.fill(
                ribbon.band(bulge(-0.8, -1.15, 0.06, 0.9), bulge(-0.8, -0.5, 0.06, 0.9), 0.06, 0.9),
                "#93a8ff",
                0.8,
                clip=outline,
            )
            layer.line(ribbon.edge(-0.1), 2.6, GOWN.ink, 0.2, 0.1, clip=outline)
        gild(layer, lower, 9, 1.8, 0.06)


# ---------------------------------------------------------------- sleeves
def draw_puff(layer: Layer, arm: Ribbon, begin: float, end: float) -> None:
    """A puffed sleeve about an arm between two places along it."""
    span = end - begin

    def at(u: float, across: float, corner: int = 0) -> tuple[float, float, int]:
        x, y = arm.at(u, across)
        return float(x), float(y), corner

    outline = spline(
        [
            at(begin, -1, 1),
            at(begin + 0.3 * span, -1.42),
            at(begin + 0.75 * span, -1.4),
            at(end, -1.1, 1),
            at(end + 0.05, 0),
            at(end, 1.14, 1),
            at(begin + 0.7 * span, 1.5),
            at(begin + 0.3 * span, 1.45),
            at(begin, 1, 1),
            at(begin - 0.02, 0),
        ],
        True,
    )
    turn = spline(
        [
            at(begin, 1.7),
            at(begin + 0.2 * span, 0.8),
            at(begin + 0.5 * span, 0.5),
            at(begin + 0.8 * span, 0.55),
            at(end, 0.3),
            at(end + 0.06, 0.3),
            at(end + 0.06, 1.8),
        ],
        True,
    )
    deep = spline(
        [
            at(begin + 0.2 * span, 1.8),
            at(begin + 0.5 * span, 1.05),
            at(begin + 0.8 * span, 1),
            at(end + 0.03, 0.8),
            at(end + 0.03, 1.9),
        ],
        True,
    )
    gather = spline(
        [
            at(end - 0.02, -1.2),
            at(end - 0.35 * span, -0.9),
            at(end - 0.1 * span, -0.6),
            at(end - 0.45 * span, -0.2),
            at(end - 0.08 * span, 0.1),
            at(end + 0.1, 0.2),
            at(end + 0.1, -1.2),
        ],
        True,
    )
    layer.form(
        outline,
        linear(arm.at(begin, -1), arm.at(end, 1), PALE.high, PALE.base, PALE.shade),
        PALE.ink,
        3.6,
        [(turn, PALE.shade), (deep, PALE.deep, 0.8), (gather, PALE.shade, 0.9)],
    )
    sheen = spline(
        [
            at(begin + 0.18 * span, -1.0),
            at(begin + 0.4 * span, -1.18),
            at(begin + 0.62 * span, -1.05),
            at(begin + 0.4 * span, -0.8),
        ],
        True,
    )
    layer.fill(sheen, "#ffffff", 0.8, 2, clip=outline)
    for s0, s1, a, b in (
        (-0.5, -0.8, 0.02, 0.6),
        (-0.1, -0.15, 0, 0.5),
        (0.35, 0.5, 0.02, 0.65),
        (0.75, 1.05, 0.05, 0.55),
    ):
        layer.line(
            spline(
                [
                    at(begin + a * span, s0),
                    at(begin + (a + b) / 2 * span, (s0 + s1) / 2 - 0.06),
                    at(begin + b * span, s1),
                ]
            ),
            2.3,
            PALE.deep,
            0.05,
            0.7,
        )
    for s0 in (-0.75, -0.3, 0.2, 0.65):
        layer.line(
            spline([at(end, s0), at(end - 0.22 * span, s0 * 1.12), at(end - 0.4 * span, s0 * 1.2)]),
            2.2,
            PALE.deep,
            0.05,
            0.7,
        )
    gild(layer, spline([at(end, -1.12), at(end + 0.04, -0.4), at(end + 0.05, 0.3), at(end, 1.14)]), 9)
