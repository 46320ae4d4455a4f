"""The cat curled up on the ledge, breathing in its sleep: head on a paw, tail round the front, soft fur."""

from __future__ import annotations

import math

import numpy as np
import skia
from PIL import Image

from sprites.source.kit.paint import Canvas, smoothstep
from sprites.source.kit.shapes import disc, polygon, star

INK, DEEP, SHADE = "#33235E", "#8E86C8", "#CFC9F0"
LEDGE = 75.0
Point = tuple[float, float]


def _blob(points: list[Point]) -> skia.Path:
    """A closed, smooth outline through points."""
    path, count = skia.Path(), len(points)
    path.moveTo(*points[0])
    for k in range(count):
        before, a, b, after = (points[(k + j) % count] for j in (-1, 0, 1, 2))
        first = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
        second = (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6)
        path.cubicTo(*first, *second, *b)
    path.close()
    return path


def _curve(*points: Point) -> skia.Path:
    """An open curve through a first and a last point, bent by one or two between."""
    path = skia.Path()
    path.moveTo(*points[0])
    if len(points) == 3:
        path.quadTo(*points[1], *points[2])
    else:
        path.cubicTo(*points[1], *points[2], *points[3])
    return path


def _fur(c: Canvas, mask: np.ndarray, x: float, y: float, rx: float, ry: float) -> None:
    """A rounded white form about (x, y): lit from the upper left, violet in its shade, a cool rim on the right."""
    c.over(INK, c.grown(mask, 1.15))
    nx, ny = (c.x - x) / rx, (c.y - y) / ry
    turned = np.clip(0.55 * nx + 0.75 * ny + 0.12 * np.sin(c.x * 0.9 + c.y * 0.6) * 0.3, -1, 1)
    c.over("#FFFFFF", mask)
    c.shade(SHADE, mask * smoothstep(0.05, 0.35, turned))
    c.shade(DEEP, mask * smoothstep(0.62, 1.0, turned) * 0.55)
    c.light("#FFFFFF", mask * smoothstep(-0.3, -0.9, turned) * 0.5)
    edge = mask * (1 - c.shifted(mask, -1.7, 0.9))
    c.shade("#A8E4FF", edge * smoothstep(0.1, 0.7, nx) * 0.85)


def _head(c: Canvas, winter: bool, dy: float) -> None:
    x, y = 38.0, 50.0 + dy
    for side in (-1, 1):
        tip, near, far = (x + side * 19, y - 25), (x + side * 6.5, y - 15.5), (x + side * 20.5, y - 7)
        ear = c.mask(
            _blob([tip, (x + side * 21.5, y - 15), far, (x + side * 12, y - 8), near, (x + side * 12, y - 21)])
        )
        c.over(INK, c.grown(ear, 1.15))
        c.over("#FFFFFF", ear)
        c.shade(SHADE, ear * (0.7 if side > 0 else 0.25))
        inner = c.mask(_blob([(x + side * 18, y - 21.5), (x + side * 18, y - 11), (x + side * 10.5, y - 14)]))
        c.over(c.down(((0, "#FFD0DE"), (1, "#F08CB4")), y - 22, y - 10), inner * ear)
    outline = [
        (x - 12, y - 15.5),
        (x - 3.5, y - 17.5),
        (x, y - 19.2),
        (x + 3.5, y - 17.5),
        (x + 12, y - 15.5),
        (x + 20, y - 7),
        (x + 23.5, y + 2.0),
        (x + 26.5, y + 6.5),
        (x + 21.5, y + 8.0),
        (x + 22.0, y + 12.0),
        (x + 14, y + 14.5),
        (x, y + 17),
        (x - 14, y + 14.5),
        (x - 22.0, y + 12.0),
        (x - 21.5, y + 8.0),
        (x - 26.5, y + 6.5),
        (x - 23.5, y + 2.0),
        (x - 20, y - 7),
    ]
    head = c.mask(_blob(outline))
    _fur(c, head, x, y - 1, 27, 20)
    for side in (-1, 1):
        c.shade("#FF8FB4", head * np.exp(-(((c.x - x - side * 15.5) / 5.2) ** 2) - ((c.y - y - 6.5) / 3.0) ** 2) * 0.62)
        eye = _curve((x + side * 5.2, y + 0.6), (x + side * 10.2, y + 6.4), (x + side * 16.2, y - 0.4))
        c.over(INK, c.stroke(eye, 1.75))
        c.over(
            INK, c.stroke(_curve((x + side * 15.2, y + 0.8), (x + side * 17, y + 1.6), (x + side * 18.6, y + 1.2)), 1.3)
        )
        for lift in (0.0, 3.4):
            whisker = _curve(
                (x + side * 19, y + 7 + lift * 0.6), (x + side * 25, y + 6 + lift), (x + side * 31, y + 7.5 + lift)
            )
            c.over("#FFFFFF", c.stroke(whisker, 0.7) * 0.75)
    nose = c.mask(_blob([(x - 2.6, y + 5.2), (x + 2.6, y + 5.2), (x, y + 8.2)]))
    c.over(INK, c.grown(nose, 0.6))
    c.over("#FF86A8", nose)
    c.light("#FFFFFF", c.mask(disc(x - 0.7, y + 5.8, 0.7)) * 0.8)
    for side in (-1, 1):
        c.over(INK, c.stroke(_curve((x, y + 8.6), (x + side * 1.6, y + 11.2), (x + side * 4.4, y + 9.8)), 1.25))
    if winter:
        _hat(c, x, y)
    else:
        _circlet(c, x, y)


def _circlet(c: Canvas, x: float, y: float) -> None:
    """A small gold circlet with the star of the princess's tiara."""
    c.over("#5A2A06", c.stroke(_curve((x - 13, y - 14.5), (x, y - 10.5), (x + 13, y - 14.5)), 3.4))
    c.over("#FFC84A", c.stroke(_curve((x - 13, y - 14.5), (x, y - 10.5), (x + 13, y - 14.5)), 1.9))
    mark = c.mask(star(x, y - 13.4, 6.6, 2.2, 4))
    c.over("#5A2A06", c.grown(mark, 1.0))
    c.over(c.down(((0, "#FFF6C8"), (0.5, "#FFCB4E"), (1, "#E28A18")), y - 20, y - 7), mark)
    c.over("#2C78E8", c.mask(disc(x, y - 13.4, 1.5)))


def _hat(c: Canvas, x: float, y: float) -> None:
    """A red hat whose tip hangs to the right, trimmed with white fur."""
    cap = c.mask(
        _blob(
            [
                (x - 12, y - 13),
                (x - 8, y - 25),
                (x + 4, y - 31),
                (x + 17, y - 26),
                (x + 25, y - 14),
                (x + 21, y - 11),
                (x + 13, y - 17),
                (x + 12, y - 12),
                (x, y - 9.5),
            ]
        )
    )
    c.over("#3A0612", c.grown(cap, 1.15))
    c.over(c.down(((0, "#F8505A"), (0.5, "#D81E36"), (1, "#98081E")), y - 31, y - 10), cap)
    c.light("#FFB0A8", cap * np.exp(-(((c.x - x + 2) / 4) ** 2) - ((c.y - y + 25) / 3) ** 2) * 0.7)
    for px, py, r in ((x + 24, y - 11.5, 5.2),):
        ball = c.mask(disc(px, py, r))
        _fur(c, ball, px, py, r, r)
    trim = c.mask(
        _blob(
            [
                (x - 15, y - 14),
                (x - 8, y - 13.5),
                (x, y - 12.8),
                (x + 8, y - 13.5),
                (x + 14.5, y - 14.5),
                (x + 15.5, y - 10),
                (x + 8, y - 7.6),
                (x, y - 6.8),
                (x - 8, y - 7.6),
                (x - 16, y - 9.5),
            ]
        )
    )
    _fur(c, trim, x, y - 11, 17, 4.5)


def draw(breath: float, winter: bool) -> Image.Image:
    """The cat in its box of 140 x 80 pixels; ``breath`` 0..1 lifts flank and head."""
    c = Canvas(140, 80, 4)
    rise, sink = 2.2 * breath, 0.7 * breath
    near = smoothstep(58, 42, np.abs(c.x - 74)) * smoothstep(5, 2, np.abs(c.y - LEDGE))
    c.over("#05020F", near * np.exp(-(((c.y - LEDGE) / 2.8) ** 2)) * 0.6)
    back = [
        (30, LEDGE - 1), (34, 54 - rise * 0.3), (50, 36 - rise * 0.8), (70, 25.5 - rise), (90, 23 - rise),
        (109, 29 - rise * 0.9), (122, 41 - rise * 0.6), (129, 56 - rise * 0.2), (129, 68), (121, LEDGE - 0.5),
        (76, LEDGE),
    ]  # fmt: skip
    body = c.mask(_blob(back))
    _fur(c, body, 80, 50 - rise * 0.5, 54, 27)
    haunch = _curve((101, 69), (86, 58 - rise * 0.4), (93, 38 - rise * 0.7), (112, 41 - rise * 0.6))
    c.over(DEEP, c.stroke(haunch, 1.5) * body)
    c.shade(SHADE, body * np.clip(c.blur(c.stroke(haunch, 5), 1.6), 0, 1) * smoothstep(112, 92, c.x) * 0.8)
    for at in ((58, 32.4), (76, 25.5), (97, 25.8)):
        tuft = _curve(
            (at[0] - 4, at[1] - rise + 2.5), (at[0] + 1, at[1] - rise + 0.5), (at[0] + 4.5, at[1] - rise + 4.5)
        )
        c.over(DEEP, c.stroke(tuft, 1.0) * body * 0.8)
    tail = c.grown(c.stroke(_curve((126, 62), (132, 80), (98, 70), (58, 70.2 - sink)), 9.4), 0.3)
    tail *= c.y < LEDGE + 1.2
    _fur(c, tail, 92, 68, 48, 7)
    tip = c.mask(_blob([(65, 65.2 - sink), (52, 66.5 - sink), (51, 73 - sink), (64, 75.2 - sink)])) * tail
    c.shade("#C9B8FF" if not winter else "#BFE6F4", tip * smoothstep(66, 58, c.x) * 0.8)
    for px in (26, 44):
        paw = c.mask(
            _blob([(px - 7, 72), (px - 4, 67.5), (px + 5, 67.5), (px + 9, 72), (px + 5, LEDGE), (px - 4, LEDGE)])
        )
        _fur(c, paw, px, 70, 9, 6)
        for toe in (-1.2, 2.6):
            c.over(DEEP, c.stroke(polygon([(px + toe, 72), (px + toe, 74)], closed=False), 0.9))
    ribbon = "#2E5CE0" if not winter else "#138A5C"
    c.over(INK, c.stroke(_curve((22, 62.5 - sink), (38, 71.5 - sink), (54, 62.5 - sink)), 5.4))
    c.over(ribbon, c.stroke(_curve((22, 62.5 - sink), (38, 71.5 - sink), (54, 62.5 - sink)), 3.4))
    bell = c.mask(disc(38, 69.8 - sink, 3.4))
    _head(c, winter, -sink)
    c.over("#5A2A06", c.grown(bell, 0.9))
    c.over(c.down(((0, "#FFF3B0"), (0.5, "#FFC23C"), (1, "#D87A10")), 66, 73), bell)
    c.over("#5A2A06", c.stroke(polygon([(36, 70.4 - sink), (40, 70.4 - sink)], closed=False), 0.8))
    c.light("#FFFFFF", c.mask(disc(36.9, 68.5 - sink, 0.9)))
    return c.image()


BREATHS = tuple(0.5 - 0.5 * math.cos(math.pi * k / 6) for k in range(7))
"""How far it has breathed in in each of its frames."""
