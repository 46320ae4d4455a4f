"""The white cat in a red Santa hat: the winter scatter's face."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from .brush import Curve, Layer, Ribbon, ellipse, linear, offset, radial, spline, star, trace
from .ornaments import fur_band, tufted, twinkle
from .palette import FUR, GOLD, TEAL, VELVET

INK = "#3d2f66"
_PINK = "#ff9fbd"


def _head_outline(u: float) -> tuple[float, float]:
    a = 2 * np.pi * u
    cheek = 1 + 0.07 * np.cos(2 * a) + 0.05 * np.sin(a)
    return float(164 * np.cos(a) * cheek), float(128 * np.sin(a) + 12)


def _head_curve() -> Curve:
    """The head with long tufts at the cheeks and short ones elsewhere."""
    chance = random.Random(9)
    points: list[Curve] = []
    count = 46
    for i in range(count):
        u = i / count
        a, b = np.array(_head_outline(u)), np.array(_head_outline((i + 1) / count))
        d = b - a
        angle = 2 * np.pi * (u + 0.5 / count)
        cheek = max(0.0, abs(np.cos(angle))) ** 5 * (1.0 if -0.15 < np.sin(angle) < 0.75 else 0.25)
        size = (5 + 22 * cheek + 3 * max(0.0, np.sin(angle))) * chance.uniform(0.75, 1.25)
        out = np.array([d[1], -d[0]]) / (np.hypot(*d) + 1e-6) * size
        down = 0.35 if np.cos(angle) > 0 else -0.35
        tip = a + d * (0.5 + down + (0.2 if np.cos(angle) > 0 else -0.2) * cheek) + out
        points += [spline([a, a + out * 0.5 + d * 0.1, tip], step=2), spline([tip, b + out * 0.15, b], step=2)]
    return np.vstack(points)


def _ear(layer: Layer, side: int) -> None:
    def at(points: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
        return [(side * p[0], *p[1:]) for p in points]

    outer = spline(at(trace("150,-20* 168,-110 160,-188* 110,-160 40,-104* 80,-40")), True)
    layer.form(outer, linear((side * 60, -180), (side * 160, -20), "#ffffff", FUR.base, "#cfd6f6"), INK, 4.2)
    inner = spline(at(trace("138,-52* 150,-110 150,-164* 112,-138 76,-104*")), True)
    layer.fill(inner, linear((0, -170), (0, -50), "#ff86ac", "#ffc9d8"))
    for x, y, dx in ((134, -56, 4), (116, -66, -8), (98, -78, -18)):
        tuft = Ribbon(at([(x, y), (x + dx * 0.4, y - 34), (x + dx + 12, y - 66)]), [(0, 22), (0.5, 15), (1, 0)])
        layer.fill(tuft.band(), "#ffffff")
        layer.line(tuft.edge(1 if side > 0 else -1), 1.8, FUR.shade, 0.4, 0.1)


def _eye(layer: Layer, x: float, side: int) -> None:
    y, rx, ry = 26.0, 46.0, 54.0
    white = spline(
        [
            (x - rx, y + 2),
            (x - rx * 0.72, y - ry * 0.74),
            (x, y - ry),
            (x + rx * 0.72, y - ry * 0.76),
            (x + rx, y),
            (x + rx * 0.72, y + ry * 0.76),
            (x, y + ry),
            (x - rx * 0.74, y + ry * 0.74),
        ],
        True,
    )
    layer.fill(ellipse(x, y + 4, rx + 10, ry + 8), "#c6c3ee", 0.55, 6)
    layer.fill(white, "#1b1148")
    iris = ellipse(x, y + 1, rx * 0.9, ry * 0.91)
    layer.fill(
        iris, linear((x, y - ry), (x, y + ry), (0, "#0f2f8c"), (0.4, "#1478d8"), (0.72, "#33c8ee"), (1, "#c4fff0"))
    )
    for angle in np.radians(np.arange(10, 171, 13)):
        out = np.array([np.cos(angle) * rx * 0.82, np.sin(angle) * ry * 0.84])
        layer.line(
            [np.array([x, y]) + out * 0.58, np.array([x, y]) + out], 2, "#dffff8", 0.4, 0.3, alpha=0.45, clip=iris
        )
    layer.fill(ellipse(x, y + ry * 0.62, rx * 0.62, ry * 0.26), "#d8fff6", 0.8, 3, clip=iris)
    layer.fill(ellipse(x, y - 1, rx * 0.48, ry * 0.56), "#0a0730")
    layer.fill(star(x, y + ry * 0.56, ry * 0.24, 0.22), "#ffffff", 0.9, clip=iris)
    layer.fill(ellipse(x, y - ry * 0.92, rx * 1.0, ry * 0.42), "#0d0838", 0.6, 2, clip=iris)
    layer.fill(ellipse(x - rx * 0.36, y - ry * 0.40, rx * 0.32, ry * 0.28, -14), "#ffffff")
    layer.fill(ellipse(x + rx * 0.40, y + ry * 0.36, rx * 0.17, ry * 0.14), "#ffffff", 0.95)
    layer.fill(ellipse(x + rx * 0.34, y - ry * 0.34, rx * 0.10, ry * 0.09), "#ffffff", 0.9)
    lash = spline(
        [
            (x - side * rx * 0.96, y - 4),
            (x - side * rx * 0.6, y - ry * 0.86),
            (x + side * rx * 0.1, y - ry * 1.06),
            (x + side * rx * 0.8, y - ry * 0.74),
            (x + side * rx * 1.28, y - ry * 0.52),
        ]
    )
    layer.line(lash, 10, "#1b1148", 0.5, 0.22)
    layer.line(
        spline([(x + side * rx * 0.9, y - ry * 0.44), (x + side * rx * 1.24, y - ry * 0.2)]), 5, "#1b1148", 0.1, 0.8
    )


def _muzzle(layer: Layer) -> None:
    for side in (-1, 1):
        layer.fill(ellipse(side * 26, 92, 34, 26), "#ffffff", 0.9, 5)
        layer.fill(ellipse(side * 104, 84, 34, 20), "#ff7fa6", 0.5, 8)
        for k in range(3):
            layer.line(
                [(side * (98 + 11 * k) + 4, 78), (side * (98 + 11 * k) - 4, 92)], 2.4, "#f0628c", 0.3, 0.3, alpha=0.75
            )
        for dx, dy in ((22, 92), (34, 86), (32, 100)):
            layer.fill(ellipse(side * dx, dy, 2, 2), "#b9bfe6")
    mouth = spline(trace("-20,100* 0,96* 20,100* 14,124 0,132 -14,124"), True)
    layer.form(mouth, linear((0, 96), (0, 132), "#7c1638", "#c03558"), INK, 3.2)
    layer.fill(ellipse(0, 127, 12, 9), "#ff8fa4", clip=mouth)
    layer.line(spline([(0, 84), (-4, 98), (-22, 104), (-40, 94)]), 4, INK, 0.1, 0.3)
    layer.line(spline([(0, 84), (4, 98), (22, 104), (40, 94)]), 4, INK, 0.1, 0.3)
    for side in (-1, 1):
        fang = [(side * 14, 100), (side * 9, 110), (side * 5, 98)]
        layer.fill(fang, "#ffffff")
    nose = spline(trace("-17,68 -8,62 0,65 8,62 17,68 8,82 0,88 -8,82"), True)
    layer.form(nose, linear((-8, 62), (8, 88), "#ffb3c6", "#ff7f9f", "#d84c78"), "#7e2450", 3)
    layer.fill(ellipse(-5, 68, 6, 2.8), "#ffffff", 0.85)
    for side in (-1, 1):
        for y0, y1, y2 in ((84, 70, 62), (94, 92, 96)):
            layer.line(spline([(side * 112, y0), (side * 170, y1), (side * 222, y2)]), 3.6, "#ffffff", 0.1, 0.7)
            layer.line(
                spline([(side * 112, y0 + 3), (side * 170, y1 + 3), (side * 222, y2 + 3)]),
                1.6,
                FUR.shade,
                0.2,
                0.6,
                alpha=0.7,
            )


def _hat(layer: Layer) -> None:
    cloth = spline(
        trace(
            "-128,-92* -116,-160 -70,-226 4,-256 82,-240 140,-184 168,-104* 150,-76 128,-92* "
            "112,-134 86,-158* 108,-120 118,-84* 0,-120"
        ),
        True,
    )
    layer.form(
        cloth,
        linear((-90, -240), (110, -70), VELVET.high, VELVET.light, VELVET.base, VELVET.shade),
        VELVET.ink,
        4.6,
        [
            (spline(trace("60,-230 112,-176 140,-96 180,-80 180,-250 100,-270"), True), VELVET.shade, 0.9),
            (spline(trace("86,-160 112,-134 128,-92 108,-80 84,-120 60,-110 70,-150"), True), VELVET.deep, 0.9),
            (spline(trace("-130,-96 -60,-132 40,-136 120,-96 110,-60 -130,-60"), True), VELVET.shade, 0.9),
        ],
    )
    layer.fill(
        spline(trace("-98,-140 -64,-204 -4,-236 40,-236 -24,-206 -66,-150"), True), "#ff9a98", 0.75, 3, clip=cloth
    )
    for fold in (
        [(84, -160), (52, -190), (16, -200)],
        [(100, -150), (76, -196), (48, -220)],
        [(-96, -110), (-80, -150), (-56, -176)],
    ):
        layer.line(spline(fold), 3.2, VELVET.ink, 0.05, 0.7)
    fur_band(layer, spline(trace("-134,-78 -74,-108 0,-120 74,-110 136,-80")), 56, 11, ink=4.0)


def _pompom(layer: Layer) -> None:
    def outline(u: float) -> tuple[float, float]:
        return 164 + 36 * float(np.cos(2 * np.pi * u)), -78 + 36 * float(np.sin(2 * np.pi * u))

    ball = tufted(outline, 20, 11, 0.3, 13)
    layer.form(
        ball,
        radial((152, -92), 58, "#ffffff", "#ffffff", "#cfd6f6"),
        INK,
        4,
        [(spline(trace("200,-110 188,-70 160,-46 130,-44 160,-30 206,-40"), True), FUR.shade, 0.8)],
    )
    chance = random.Random(8)
    for _ in range(9):
        x, y = 164 + chance.uniform(-22, 18), -78 + chance.uniform(-22, 20)
        layer.line(spline([(x, y), (x + 5, y - 5), (x + 12, y - 3)]), 2.2, FUR.shade, 0.3, 0.5)


def draw_cat_body(layer: Layer) -> None:
    """Breast fur and a teal scarf with a gold bell (portrait; the face is drawn by draw_cat_face)."""

    def breast(u: float) -> tuple[float, float]:
        return 118 * float(np.cos(2 * np.pi * u)), 214 + 96 * float(np.sin(2 * np.pi * u))

    layer.form(tufted(breast, 30, 10, 0.3, 4), linear((-80, 130), (90, 300), "#ffffff", FUR.base, "#b9c4ea"), INK, 4.2)
    scarf = spline(
        trace("-104,118* -50,146 0,152 50,146 104,118* 122,142 112,168 54,196 0,202 -54,196 -112,168 -122,142"), True
    )
    layer.form(
        scarf,
        linear((-90, 120), (90, 200), TEAL.high, TEAL.light, TEAL.base, TEAL.shade),
        TEAL.ink,
        4.2,
        [(spline(trace("-120,170 -54,182 0,188 54,182 120,140 120,210 -120,210"), True), TEAL.shade, 0.8)],
    )
    for x in (-84, -58, -30, 32, 60, 86):
        layer.line(spline([(x * 0.95, 140), (x, 164), (x * 0.98, 186)]), 2.6, TEAL.deep, 0.3, 0.4, clip=scarf)
    layer.fill(ellipse(0, 196, 30, 30), GOLD.ink)
    layer.fill(ellipse(0, 196, 26, 26), radial((-9, 186), 40, GOLD.high, GOLD.base, GOLD.shade, GOLD.deep))
    layer.line(spline([(-25, 197), (0, 205), (25, 197)]), 4.5, GOLD.ink, 0.05, 0.05)
    layer.fill(ellipse(0, 211, 5, 5), GOLD.ink)
    layer.fill(ellipse(-9, 184, 8, 5, -25), "#ffffff", 0.95)


def _closed_eye(layer: Layer, x: float, side: int, bend: float) -> None:
    """A shut eye: a smiling arch for bend -1, a resting curve for bend 1."""
    lid = spline([(x - 42, 34), (x - 24, 34 + bend * 20), (x, 34 + bend * 27), (x + 24, 34 + bend * 20), (x + 42, 34)])
    layer.line(lid, 10, "#1b1148", 0.16, 0.16)
    for k in (0, 1):
        root = (x + side * (34 - 14 * k), 34 + bend * (10 + 8 * k))
        layer.line([root, (root[0] + side * 16, root[1] + 6 - 12 * (bend < 0))], 4.5, "#1b1148", 0.05, 0.8)


def draw_cat_face(layer: Layer, mood: str = "open", hat: Callable[[Layer], None] | None = None) -> None:
    """Ears, head, eyes, muzzle and hat, origin between the eyes, about 330 wide; mood open, blink or smile.

    `hat` draws another hat than the cat's own.
    """
    _ear(layer, -1)
    _ear(layer, 1)
    head = _head_curve()
    turn = spline(trace("150,-40 132,50 90,104 20,126 -60,118 -110,96 -120,150 40,190 210,120 210,-40"), True)
    layer.form(head, radial((-40, -20), 230, "#ffffff", "#ffffff", "#e4e6fb"), INK, 4.6, [(turn, FUR.shade, 0.75)])
    layer.fill(spline(trace("-140,-70 -60,-84 20,-88 140,-66 150,-100 -150,-110"), True), FUR.deep, 0.5, 6, clip=head)
    for tuft in (
        [(-8, -64), (-14, -40), (-4, -26)],
        [(8, -66), (10, -42), (2, -28)],
        [(22, -64), (24, -46), (16, -34)],
    ):
        layer.line(spline(tuft), 2.6, FUR.shade, 0.2, 0.6)
    for side in (-1, 1):
        if mood == "open":
            _eye(layer, side * 72.0, side)
        else:
            _closed_eye(layer, side * 72.0, side, 1.0 if mood == "blink" else -1.0)
    _muzzle(layer)
    if hat is not None:
        hat(layer)
    else:
        _hat(layer)
        _pompom(layer)
    twinkle(layer, -54, -206, 15)
    twinkle(layer, 12, 178, 12)


def draw_paw(layer: Layer, x: float, y: float) -> None:
    """A round paw over an edge at y."""
    shape = spline(
        [
            (x - 38, y + 2),
            (x - 32, y - 26),
            (x, y - 36),
            (x + 32, y - 26),
            (x + 38, y + 2),
            (x + 26, y + 20),
            (x, y + 25),
            (x - 26, y + 20),
        ],
        True,
    )
    layer.fill(shape + offset(2, 6), "#0a0418", 0.5, 4)
    layer.form(
        shape,
        radial((x - 10, y - 18), 60, "#ffffff", "#ffffff", "#d4daf6"),
        INK,
        4.2,
        [
            (
                spline(
                    [
                        (x + 40, y - 30),
                        (x + 24, y + 4),
                        (x - 10, y + 16),
                        (x - 40, y + 12),
                        (x - 20, y + 40),
                        (x + 50, y + 30),
                    ],
                    True,
                ),
                FUR.shade,
                0.7,
            )
        ],
    )
    for dx in (-12, 12):
        layer.line(spline([(x + dx, y + 24), (x + dx * 1.1, y + 12), (x + dx, y + 4)]), 3.6, INK, 0.05, 0.5)
