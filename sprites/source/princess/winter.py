"""The winter wardrobe: velvet bodice, fur capelet and collar, fur-trimmed skirt."""

from __future__ import annotations

import random

import numpy as np

from .brush import Curve, Layer, Ribbon, bulge, ellipse, linear, make_path, mix, offset, resample, spline, trace
from .dress import NECKLINE, WAIST, bodice_form, gore_curves, paint_gore
from .ornaments import fur_band, gem, gild, snowflake, twinkle
from .palette import GOLD, SILVER, TEAL, VELVET, Tone


def draw_winter_bodice(layer: Layer) -> None:
    """Velvet bodice with a teal front panel, silver frogs and snow embroidery."""
    bodice_form(layer, VELVET)
    panel = spline(trace("474,790* 502,780* 534,796* 546,900 552,1000 556,1128* 536,1124* 504,1000 484,900"), True)
    layer.form(panel, linear((480, 800), (556, 1120), TEAL.light, TEAL.base, TEAL.shade), VELVET.ink, 2.6)
    layer.fill(
        spline(trace("524,800 538,900 545,1000 550,1128 560,1128 556,1000 550,900 540,796"), True),
        TEAL.deep,
        0.7,
        clip=panel,
    )
    for i in range(4):
        x, y = 512 + i * 9, 872 + i * 58
        for side in (-1, 1):
            frog = spline([(x, y), (x + side * 20, y - 9), (x + side * 36, y - 2), (x + side * 24, y + 9), (x, y)])
            layer.line(frog, 5, SILVER.ink, 0.05, 0.05)
            layer.line(frog, 2.8, SILVER.base, 0.05, 0.05)
        gem(layer, x, y, 7, 7, "#ff5a6e", SILVER)
    for x, y, size in ((424, 880, 17), (452, 960, 14), (590, 850, 16), (582, 930, 13), (480, 1040, 11)):
        snowflake(layer, x, y, size, x)
    fur_band(layer, spline(NECKLINE)[6:-6], 30, 61)


def draw_winter_skirt(layer: Layer) -> None:
    """Velvet gores over a teal underskirt, a crossing drape and two short drapes, all edged with fur."""
    curves = gore_curves()
    full = np.vstack([spline(WAIST), curves[-1], curves[0][::-1]])
    layer.fill(full, VELVET.base)
    under = Tone(TEAL.high, TEAL.light, TEAL.base, TEAL.shade, TEAL.deep, TEAL.ink)
    for i in range(8):
        paint_gore(layer, curves[i], curves[i + 1], i, under if i in (3, 4) else VELVET)
    for i in range(1, 8):
        layer.line(curves[i], 3.2, TEAL.ink if i == 4 else VELVET.ink, 0.25, 0.02)
    layer.fill(
        spline(trace("440,1030 548,1130 630,1050 660,1120 560,1190 430,1110"), True), VELVET.ink, 0.5, 14, clip=full
    )
    for i in (3, 5):
        gild(layer, curves[i], 8, metal=SILVER)
    layer.fill(full, linear((540, 1250), (480, 1704), (0, "#3a0418", 0.0), (1, "#2a0418", 0.45)))
    _snow_embroidery(layer, curves, full)
    _crossing_drape(layer, full)
    layer.line(curves[0], 4.5, VELVET.ink, 0.02, 0.02)
    layer.line(curves[-1], 4.5, VELVET.ink, 0.02, 0.02)
    _short_drapes(layer, full)
    gild(layer, spline(trace("440,1033 470,1062 510,1096 548,1126")), 15, 2.2, metal=SILVER)
    gild(layer, spline(trace("548,1126 584,1092 608,1068 624,1049")), 15, 2.2, metal=SILVER)
    snowflake(layer, 548, 1122, 38)
    snowflake(layer, 712, 1250, 30)


def _snow_embroidery(layer: Layer, curves: list[Curve], clip: Curve) -> None:
    chance = random.Random(19)
    for _ in range(130):
        y, x = 1690 - abs(chance.gauss(0, 170)), chance.uniform(120, 836)
        size = chance.choice((1, 1.3, 1.7, 2.4))
        layer.fill(ellipse(x, y, size, size, count=10), "#ffffff", 0.9, clip=clip)
    for i, along in (
        (0, 0.9),
        (2, 0.92),
        (1, 0.98),
        (6, 0.66),
        (5, 0.86),
        (6, 0.94),
        (3, 0.95),
        (4, 0.94),
        (3, 0.42),
        (4, 0.36),
    ):
        a, b = resample(curves[i], 80), resample(curves[i + 1], 80)
        x, y = a[int(along * 79)] * 0.55 + b[int(along * 79)] * 0.45
        snowflake(layer, float(x), float(y), 9 + 15 * along, 20 * i)


def _drape_folds(
    layer: Layer, body: Curve, folds: list[list[tuple[float, float]]], widths: list[tuple[float, float]]
) -> None:
    for index, fold in enumerate(folds):
        ribbon = Ribbon(fold, widths)
        layer.fill(ribbon.band(-0.2, 1.0), VELVET.shade, 0.9, clip=body)
        layer.fill(ribbon.band(0.35, 1.0), VELVET.deep, 0.8, clip=body)
        layer.fill(
            ribbon.band(bulge(-0.5, -1.3, 0.05, 0.9), bulge(-0.5, -0.55, 0.05, 0.9), 0.05, 0.9),
            VELVET.high,
            0.7 - 0.1 * index,
            clip=body,
        )
        layer.line(ribbon.edge(-0.2), 2.6, VELVET.ink, 0.2, 0.15, clip=body)


def _crossing_drape(layer: Layer, clip: Curve) -> None:
    upper = spline(trace("690,1172 640,1262 560,1352 450,1428 300,1462 140,1452"))
    lower = spline(trace("100,1534 210,1570 330,1572 440,1556 540,1540 620,1490 690,1420 736,1320 740,1230"))
    body = np.vstack([upper, lower])
    layer.canvas.save()
    layer.canvas.clipPath(make_path(clip), True)
    layer.fill(body + offset(6, 34), VELVET.ink, 0.65, 10)
    layer.form(
        body, linear((700, 1180), (280, 1580), VELVET.high, VELVET.light, VELVET.base, VELVET.shade), VELVET.ink, 4
    )
    _drape_folds(
        layer,
        body,
        [
            trace("704,1196 668,1290 584,1384 462,1462 310,1500 130,1500"),
            trace("716,1210 694,1320 618,1424 500,1502 398,1576"),
            [(728, 1222), (720, 1344), (664, 1440), (542, 1556)],
            [(736, 1236), (738, 1360), (676, 1484)],
        ],
        [(0, 4), (0.45, 30), (0.8, 40), (1, 52)],
    )
    fur_band(layer, lower, 44, 71)
    layer.canvas.restore()


def _short_drapes(layer: Layer, clip: Curve) -> None:
    drapes = (
        (
            [(440, 1030, 1), (492, 1084), (546, 1128, 1)],
            trace("546,1128 500,1200 440,1272 392,1288 340,1284 290,1276 246,1250"),
            [
                [(470, 1066), (400, 1160), (352, 1290)],
                [(500, 1096), (452, 1180), (420, 1290)],
                [(452, 1048), (350, 1150), (286, 1296)],
            ],
            [(246, 1250), (296, 1180), (368, 1094), (440, 1030)],
        ),
        (
            [(546, 1128, 1), (590, 1086), (626, 1050, 1)],
            trace("626,1050 690,1140 730,1226 716,1258 672,1272 620,1256 574,1192 546,1128"),
            [[(606, 1072), (660, 1160), (690, 1270)], [(580, 1098), (616, 1170), (640, 1280)]],
            None,
        ),
    )
    for index, (top, hem, folds, back) in enumerate(drapes):
        lower = spline(hem)
        body = np.vstack([spline(top), lower, *([spline(back)] if back else [])])
        layer.fill(body + offset(10, 30), VELVET.ink, 0.6, 9, clip=clip)
        layer.form(
            body,
            linear((440, 1040), (420, 1300), VELVET.high if index == 0 else VELVET.light, VELVET.base, VELVET.shade),
            VELVET.ink,
            4,
        )
        _drape_folds(layer, body, [list(f) for f in folds], [(0, 3), (0.6, 38), (1, 66)])
        fur_band(layer, lower[4:-2], 34, 80 + index)


def draw_capelet(layer: Layer) -> None:
    """A short velvet capelet over both shoulders with a fur hem and collar, closed by a snow crystal."""
    left = spline(
        trace("470,652* 420,628 360,632 312,668 268,724 238,770* 300,806 360,800 404,770 440,726 476,690*"), True
    )
    right = spline(
        trace("524,664* 574,642 636,650 696,684 732,752 744,836* 690,862 648,846 600,792 560,730 520,694*"), True
    )
    for outline, folds, light in (
        (
            left,
            [
                [(440, 650), (380, 690), (318, 794)],
                [(456, 664), (420, 710), (378, 792)],
                [(400, 640), (330, 690), (268, 776)],
            ],
            ((330, 640), (400, 800)),
        ),
        (
            right,
            [
                [(560, 666), (610, 730), (664, 846)],
                [(590, 662), (660, 730), (714, 846)],
                [(540, 680), (576, 740), (616, 806)],
            ],
            ((560, 650), (720, 850)),
        ),
    ):
        layer.fill(outline + offset(6, 22), "#2a0410", 0.5, 7)
        layer.form(outline, linear(*light, VELVET.high, VELVET.light, VELVET.base, VELVET.shade), VELVET.ink, 4)
        for fold in folds:
            ribbon = Ribbon(fold, [(0, 3), (0.6, 24), (1, 40)])
            layer.fill(ribbon.band(-0.1, 1), VELVET.shade, 0.9, clip=outline)
            layer.fill(ribbon.band(0.5, 1), VELVET.deep, 0.7, clip=outline)
            layer.fill(ribbon.band(-1.0, -0.5, 0.1, 0.9), mix(VELVET.high, "#ffffff", 0.1), 0.6, clip=outline)
            layer.line(ribbon.edge(-0.1), 2.4, VELVET.ink, 0.3, 0.1, clip=outline)
    fur_band(layer, spline(trace("236,766 300,806 362,800 408,766 446,722 486,690")), 44, 91)
    fur_band(layer, spline(trace("510,692 556,734 600,796 650,850 694,866 740,834")), 44, 92)
    fur_band(layer, spline(trace("424,604 446,640 496,664 548,650 582,616")), 52, 93)
    gem(layer, 500, 690, 13, 13, "#ff5a6e", GOLD)
    snowflake(layer, 500, 692, 42)
    for x, side in ((478, -1), (524, 1)):
        ribbon = Ribbon([(500, 706), (500 + side * 14, 760), (500 + side * 22, 812)], [(0, 8), (0.5, 15), (1, 20)])
        layer.form(ribbon.band(), linear((x, 700), (x, 820), TEAL.light, TEAL.shade), TEAL.ink, 2.6)
    twinkle(layer, 514, 676, 12)
    layer.fill(ellipse(330, 668, 46, 10, -32), "#ffd0d0", 0.35, 6)
