"""Hands in a space of their own, placed by wrist and angle: a fist about a rod, an open hand, clasped hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np

from .brush import Curve, Layer, Point, Ribbon, bulge, ellipse, linear, make_path, mix, offset, spline, trace
from .forms import LIGHT, MOON_RIM, ink_path, union
from .ornaments import gem
from .palette import GLOVE, GOLD, SILVER, Tone


def _local_light(angle: float, mirror: int) -> tuple[float, float]:
    a = np.radians(-angle)
    x, y = LIGHT
    lx, ly = x * np.cos(a) - y * np.sin(a), x * np.sin(a) + y * np.cos(a)
    return (lx * mirror, ly)


class Hand:
    """Paints in hand space: origin in the grip (fist) or wrist (open); -y is away from the elbow."""

    def __init__(self, layer: Layer, at: Curve, angle: float, size: float, mirror: int, tone: Tone) -> None:
        self.layer, self.at, self.angle, self.size, self.mirror, self.tone = layer, at, angle, size, mirror, tone
        lx, ly = _local_light(angle, mirror)
        self.light = (lx, ly)
        self.lit = mix(tone.base, "#ffffff", 0.3 if tone is GLOVE else 0.12)

    def __enter__(self) -> Self:
        c = self.layer.canvas
        c.save()
        c.translate(*map(float, self.at))
        c.rotate(float(self.angle))
        c.scale(self.size * self.mirror, self.size)
        return self

    def __exit__(self, *_: object) -> None:
        self.layer.canvas.restore()

    def digit(
        self,
        points: Sequence[Point],
        widths: Sequence[float],
        open_root: bool = True,
        crease: Sequence[float] = (),
        ink: float = 2.5,
    ) -> Ribbon:
        """A tapered finger: contour, shade, light on the key's side, a glint and folds at its joints."""
        l, t = self.layer, self.tone
        r = Ribbon(points, list(zip(np.linspace(0, 1, len(widths)), widths)), 60)
        tip = ellipse(*r.at(1), widths[-1] / 2, widths[-1] / 2)
        root = ellipse(*r.at(0), widths[0] / 2, widths[0] / 2)
        path = union(r.band(), tip, root)
        if open_root:
            body = union(r.band(-1, 1, 0.16, 1), tip)
            ink_path(l, body, ink, t.ink)
        else:
            ink_path(l, path, ink, t.ink)
        l.fill(path, self.lit)
        side = 1 if (r.normal.mean(0) @ np.array(self.light)) < 0 else -1
        l.fill(r.band(lambda u: side * (0.12 + 0.12 * np.sin(u * 6)), side * 1.6), t.shade, 1.0, clip=path)
        l.fill(r.band(lambda u: side * (0.62 + 0.1 * np.sin(u * 6)), side * 1.6), t.deep, 0.55, clip=path)
        tp = r.at(1) - np.array(self.light) * widths[-1] * 0.6
        l.fill(ellipse(*tp, widths[-1] * 0.5, widths[-1] * 0.5), t.shade, 0.8, clip=path)
        l.fill(
            r.band(
                bulge(-side * 0.45, -side * 0.62, 0.2, 0.85), bulge(-side * 0.45, -side * 0.28, 0.2, 0.85), 0.2, 0.85
            ),
            "#ffffff",
            0.85 if t is GLOVE else 0.35,
            clip=path,
        )
        for u in crease:
            l.line(
                spline([r.at(u, -side * 0.2), r.at(u + 0.03, side * 0.4), r.at(u, side * 0.95)]),
                1.9,
                t.deep,
                0.6,
                0.1,
                clip=path,
            )
        return r

    def palm(self, outline: Curve, shades: Sequence[Curve] = (), ink: float = 2.9) -> None:
        """The back of the hand or its palm."""
        l, t = self.layer, self.tone
        path = make_path(outline)
        ink_path(l, path, ink, t.ink)
        l.fill(outline, t.base)
        for s in shades:
            l.fill(s, t.shade, clip=outline)


def draw_shaft(
    layer: Layer, grip: Curve, angle: float, begin: float, end: float, metal: Tone, size: float = 1.0
) -> None:
    """The wand's rod along its axis; places along it are units from the grip (negative below)."""
    c = layer.canvas
    c.save()
    c.translate(*map(float, grip))
    c.rotate(float(angle) + 90)
    c.scale(size, size)
    rod = np.array([(-7.5, -begin), (-6, -end), (6, -end), (7.5, -begin)])
    ink_path(layer, make_path(rod), 2.2, metal.ink)
    layer.fill(
        rod,
        linear(
            (-7, 0),
            (7, 0),
            (0, metal.shade),
            (0.22, metal.high),
            (0.45, metal.base),
            (0.8, metal.shade),
            (1, metal.deep),
        ),
    )
    # a spiral of engraved lines, a collar above the grip and a pommel below
    for y in np.arange(begin, end, 17.0):
        layer.line([(-7, -y), (7, -y - 7)], 1.4, metal.deep, 0.1, 0.1, alpha=0.65)
    for y, rx in ((78, 11), (96, 9), (end - 22, 12)):
        if begin < y < end:
            layer.form(
                ellipse(0, -y, rx, 5.5), linear((-rx, 0), (rx, 0), metal.base, metal.high, metal.shade), metal.ink, 2
            )
    if begin < -100:
        layer.form(
            spline(
                [(-9, -begin - 12), (-12, -begin + 2), (0, -begin + 22, 1), (12, -begin + 2), (9, -begin - 12)], True
            ),
            linear((-12, 0), (12, 0), metal.base, metal.high, metal.shade),
            metal.ink,
            2.3,
        )
        gem(layer, 0, -begin - 1, 6.5, 8, "#58c8ff", metal)
    c.restore()


#: pommel and head along the rod, units from the grip.
WAND = (-128, 330)
STAR_AT = 366


def draw_fist(
    layer: Layer,
    grip: Curve,
    angle: float,
    size: float,
    mirror: int,
    tone: Tone,
    wand_angle: float | None,
    winter: bool,
    rod: float = 1.0,
) -> None:
    """A fist about a rod: rod, palm, four wrapped fingers, thumb across. `angle` turns the fist (0: rod upright)."""
    metal = SILVER if winter else GOLD
    if wand_angle is not None:
        draw_shaft(layer, grip, wand_angle, WAND[0] * (0.4 + 0.6 * rod), WAND[1] * rod, metal, size)
    with Hand(layer, grip, angle, size, mirror, tone) as h:
        palm = spline(trace("-18,60 -30,30 -26,-30 -4,-56 26,-56 46,-36 54,0 50,40 44,84 8,92"), True)
        h.palm(palm, [spline(trace("30,-60 34,-10 22,40 26,100 70,100 70,-60"), True)])
        layer.line(spline([(46, 44), (36, 58), (32, 84)]), 2.2, tone.deep, 0.2, 0.6)
        layer.line(spline([(12, 62), (22, 70), (24, 88)]), 1.8, tone.deep, 0.3, 0.6, alpha=0.8)
    if wand_angle is not None:  # the rod lies in the palm
        draw_shaft(layer, grip, wand_angle, -50, 62, metal, size)
    with Hand(layer, grip, angle, size, mirror, tone) as h:
        fingers = (
            ([(26, 50), (-8, 50), (-31, 47), (-24, 60)], (19, 21, 20, 16)),
            ([(26, 27), (-10, 26), (-39, 24), (-32, 40)], (22, 25, 24, 19)),
            ([(26, 1), (-10, -1), (-43, -2), (-36, 15)], (23, 27, 26, 20)),
            ([(24, -27), (-10, -29), (-40, -29), (-34, -11)], (22, 26, 25, 19)),
        )
        for points, widths in fingers:
            # first bone comes over the far side, second lies across the rod; the knuckle is the left contour
            h.digit([points[0], points[1], points[2]], widths[:3], True, (0.45,))
            x, y = points[2]
            layer.line(spline([(x - 4, y - 8), (x + 7, y - 1), (x + 3, y + 9)]), 1.8, tone.deep, 0.3, 0.4, alpha=0.8)
        # thumb: ball of the thumb, then across index and middle finger
        ball = spline(trace("52,52 60,20 56,-14 36,-22 22,-2 22,34 34,58"), True)
        layer.fill(ball, linear((20, -20), (60, 50), h.lit, tone.base, tone.shade))
        layer.fill(spline(trace("48,-30 50,10 40,60 70,60 70,-30"), True), tone.shade, clip=ball)
        layer.line(spline([(50, 56), (60, 20), (56, -12)]), 3, tone.ink, 0.2, 0.05)
        layer.line(spline([(22, 40), (19, 22), (23, 6)]), 2, tone.deep, 0.4, 0.4)
        h.digit([(44, 10), (40, -16), (14, -32), (-12, -25)], (30, 27, 23, 16), True, (0.42, 0.72))
        layer.line(spline([(34, 8), (40, 3), (48, 5)]), 1.9, tone.deep, 0.3, 0.4)
        # rim
        layer.line(spline([(54, 40), (59, 16), (54, -12)]) - offset(3, 0), 3.2, MOON_RIM, 0.4, 0.3, alpha=0.75)


def draw_open(layer: Layer, wrist: Curve, angle: float, size: float, mirror: int, tone: Tone) -> None:
    """An open hand, fingers fanned with their own curves; 0 degrees: fingers up."""
    with Hand(layer, wrist, angle, size, mirror, tone) as h:
        h.digit([(-20, -66), (-38, -104), (-44, -146)], (24, 22, 14), True, (0.5,))
        h.digit([(-4, -74), (-10, -122), (-8, -168)], (26, 23, 15), True, (0.5,))
        h.digit([(14, -70), (20, -114), (26, -156)], (25, 22, 14), True, (0.5,))
        h.digit([(30, -58), (46, -90), (58, -120)], (22, 19, 12), True, (0.5,))
        palm = spline(trace("-20,10 -30,-24 -34,-62 -14,-84 14,-84 38,-64 38,-28 24,10"), True)
        h.palm(palm, [spline(trace("16,14 14,-30 26,-60 60,-60 60,14"), True)])
        for x in (-24, -5, 14):  # webs, without contour towards the fingers
            layer.fill(ellipse(x + 1, -72, 12, 14), h.lit if x < 10 else tone.base)
        layer.line(spline([(-26, -52), (-2, -46), (26, -56)]), 2, tone.deep, 0.4, 0.4, alpha=0.8)
        layer.line(spline([(-16, 4), (-6, -24), (-20, -44)]), 2, tone.deep, 0.3, 0.5, alpha=0.8)
        h.digit([(-22, -18), (-48, -46), (-64, -82)], (32, 26, 15), True, (0.5,))
        layer.line(spline([(36, -64), (38, -28), (26, 6)]) - offset(3, 0), 3, MOON_RIM, 0.3, 0.3, alpha=0.6)


def draw_clasp(layer: Layer, grip: Curve, angle: float, size: float, tone: Tone) -> None:
    """The other hand laid over the fist: back of the hand and four fingers wrapped round it."""
    with Hand(layer, grip, angle, size, 1, tone) as h:
        back = spline(trace("86,64 96,20 84,-26 56,-50 30,-42 24,0 34,44 56,78"), True)
        h.palm(back, [spline(trace("74,-40 70,10 60,60 60,90 110,90 110,-40"), True)])
        for points, widths in (
            ([(60, 44), (24, 52), (-8, 50)], (23, 22, 17)),
            ([(66, 24), (24, 30), (-18, 26)], (26, 25, 19)),
            ([(64, 0), (22, 4), (-24, -2)], (27, 26, 20)),
            ([(56, -24), (18, -24), (-20, -30)], (26, 25, 19)),
        ):
            h.digit(points, widths, True, (0.42,))
        h.digit([(58, -34), (36, -56), (8, -62)], (28, 24, 16), True, (0.5,))
        for x, y in ((56, 44), (62, 24), (61, 0), (52, -22)):
            layer.line(spline([(x - 3, y - 9), (x + 6, y), (x - 1, y + 9)]), 2, tone.deep, 0.3, 0.4)
        layer.line(spline([(84, 62), (93, 20), (82, -24)]) - offset(3, 0), 3.2, MOON_RIM, 0.4, 0.3, alpha=0.75)
