"""Her neck, face, eyes, brows and mouths, drawn in head space (x right, y down, origin between the eyes)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from .brush import Curve, Layer, Point, Ribbon, ellipse, linear, make_path, offset, spline, star, tangents, trace
from .ornaments import gem, gild
from .palette import EYE, LASH, SKIN

#: Where head space sits: its origin, tilt in degrees about the point 150 below it, and scale.
HEAD_X, HEAD_Y, HEAD_TILT, HEAD_SCALE = 472.0, 372.0, 7.0, 1.12
HEAD_PIVOT_DROP = 150.0

EYE_STATES = ("open", "half", "shut", "look", "happy")
MOUTHS = ("smile", "soft", "open", "oh", "cheer")

_LIP = "#8a2c46"
_CREASE = "#b4626e"


@contextmanager
def head_space(layer: Layer) -> Iterator[None]:
    """Paint on the layer in head space."""
    canvas = layer.canvas
    canvas.save()
    canvas.translate(HEAD_X, HEAD_Y + HEAD_PIVOT_DROP)
    canvas.rotate(HEAD_TILT)
    canvas.scale(HEAD_SCALE, HEAD_SCALE)
    canvas.translate(0, -HEAD_PIVOT_DROP)
    yield
    canvas.restore()


def from_head(x: float, y: float) -> tuple[float, float]:
    """A head-space point in drawing units."""
    r = np.radians(HEAD_TILT)
    x, y = x * HEAD_SCALE, (y - HEAD_PIVOT_DROP) * HEAD_SCALE
    return (
        float(HEAD_X + x * np.cos(r) - y * np.sin(r)),
        float(HEAD_Y + HEAD_PIVOT_DROP + x * np.sin(r) + y * np.cos(r)),
    )


def draw_neck(layer: Layer) -> None:
    """The neck with the chin's cast shadow."""
    outline = spline(trace("440,470* 446,540 444,576 424,602* 470,640 512,640 566,620* 546,580 542,470*"), True)
    layer.fill(outline, SKIN.base)
    cast = spline(trace("430,470 444,548 478,572 520,596 530,640 600,640 560,470"), True)
    layer.edge_band(cast, outline, "#ff8a80")
    layer.fill(cast, SKIN.shade, clip=outline)
    deep = spline(trace("430,470 448,520 500,548 544,560 560,470"), True)
    layer.fill(deep, SKIN.deep, 0.55, clip=outline)
    layer.line(spline([(446, 520), (447, 560), (442, 584), (424, 602)]), 3.2, SKIN.ink, 0.1, 0.4)
    layer.line(spline([(541, 520), (542, 570), (552, 600), (572, 622)]), 3.4, SKIN.ink, 0.1, 0.4)
    # The two tendons that run down to the pit of the throat.
    layer.line(spline([(462, 590), (480, 616), (496, 640)]), 2.2, SKIN.deep, 0.6, 0.2, alpha=0.7)


def draw_choker(layer: Layer, stone: str) -> None:
    """A thin gold choker with one drop."""
    gild(layer, spline([(447, 556), (470, 576), (510, 580), (542, 566)]), 7, 1.6)
    gem(layer, 490, 597, 9.5, 11.5, stone)


def draw_face(layer: Layer) -> None:
    """Ear and face with the fringe's cast shadow, cheeks and the nose as a shadow."""
    with head_space(layer):
        ear = spline(trace("122,4 138,-12 150,2 146,34 130,62 118,56"), True)
        hollow = spline([(128, 12), (140, 6), (140, 30), (128, 48)], True)
        layer.form(ear, SKIN.base, SKIN.ink, 2.8, [(hollow, SKIN.shade)])
        outline = spline(
            trace(
                "-118,-90 -121,-40 -113,-4 -115,34 -105,78 -77,120 -38,153 -14,161 10,156 58,131 "
                "100,90 122,40 128,-20 130,-90 90,-160 0,-185 -84,-160"
            ),
            True,
        )
        jaw = spline(trace("134,-60 112,10 104,62 72,102 26,134 -8,148 0,190 150,150"), True)
        fringe_cast = spline(
            trace(
                "-124,-120 -122,0 -104,-56 -72,-22 -52,-56 -24,12 -2,-50 24,-44 48,-26 72,-58 "
                "100,-30 112,36 136,-20 136,-200 -120,-200"
            ),
            True,
        )
        layer.form(
            outline,
            linear((-80, -100), (90, 150), SKIN.high, SKIN.base, "#ffdccf"),
            SKIN.ink,
            3.2,
            [(jaw, SKIN.shade, 0.95), (fringe_cast, SKIN.shade, 0.95)],
        )
        # Planes: the far cheek turns away, temple and eye sockets sink a little, the near cheek catches the key.
        layer.fill(ellipse(104, 30, 52, 130, 8), "#f2a29c", 0.34, 20, clip=outline)
        layer.fill(ellipse(-62, 100, 62, 30, 30), "#fffaf0", 0.5, 12, clip=outline)
        layer.fill(ellipse(-40, -46, 60, 26), "#fffaf0", 0.35, 12, clip=outline)
        layer.fill(ellipse(-64, -30, 40, 16, -6), SKIN.shade, 0.30, 8, clip=outline)
        layer.fill(ellipse(58, -28, 48, 17, 4), SKIN.shade, 0.34, 8, clip=outline)
        layer.fill(
            spline([(-16, 146), (20, 140), (64, 104), (74, 120), (40, 150), (-8, 164)], True),
            SKIN.shade,
            0.5,
            6,
            clip=outline,
        )
        for x, rx in ((-84, 26), (76, 34)):
            layer.fill(ellipse(x, 60, rx, 16), "#ff7d8d", 0.36, 10, clip=outline)
            layer.fill(ellipse(x - 8, 50, rx * 0.5, 6, -8), "#fff4ee", 0.5, 5, clip=outline)
        for x in (-92, -83, 68, 79):
            layer.line([(x + 3, 58), (x - 2, 66)], 1.8, "#e8667c", 0.3, 0.3, alpha=0.6)
        # The nose: a soft side plane from the brow, a lit ridge, a small tip and the shadow it casts.
        layer.fill(
            spline([(-6, -20), (-12, 12), (-13, 44), (-11, 62), (-20, 70), (-27, 60), (-24, 30), (-16, 4)], True),
            SKIN.shade,
            0.42,
            4,
            clip=outline,
        )
        layer.fill(
            spline([(-22, 8), (-29, 40), (-36, 58), (-30, 62), (-25, 40), (-19, 14)], True),
            "#ffffff",
            0.6,
            2.5,
            clip=outline,
        )
        layer.fill(
            spline([(-35, 69), (-25, 71), (-13, 66), (-19, 76), (-27, 80), (-33, 76)], True), "#e8958f", 0.8, 0.8
        )
        layer.line(spline([(-38, 64), (-35, 69.5), (-28, 71.5), (-21, 70)]), 2.5, SKIN.ink, 0.45, 0.5)
        layer.line(spline([(-14, 60), (-11, 65), (-15, 69)]), 1.8, SKIN.deep, 0.5, 0.4, alpha=0.8)
        layer.fill(ellipse(-34, 60, 3.4, 4.6, 20), "#ffffff", 0.95, 0.7)
        # The soft light under the lower lip and on the chin.
        layer.fill(ellipse(-22, 141, 13, 6), "#fff4ea", 0.7, 4, clip=outline)


class _Eye:
    """One eye: `side` +1 has its outer corner on the right."""

    def __init__(self, layer: Layer, x: float, y: float, width: float, height: float, side: int) -> None:
        self.layer, self.x, self.y, self.w, self.h, self.side = layer, x, y, width, height, side

    def place(self, points: Sequence[Point]) -> list[tuple[float, float]]:
        """Points in eye space (half widths, heights) to head space."""
        return [(self.x + self.side * self.w * p[0], self.y + self.h * p[1]) for p in points]

    def curve(self, points: Sequence[Point]) -> Curve:
        """A spline through points of eye space."""
        return spline(self.place(points))

    def draw(self, state: str) -> None:
        """The eye in one of EYE_STATES."""
        lower = self.curve(trace("0.5,-0.13 0.44,0.28 0.14,0.52 -0.22,0.48 -0.5,0.14"))
        if state in ("open", "look"):
            lid = self.curve(trace("-0.5,0.14 -0.4,-0.14 -0.12,-0.41 0.24,-0.43 0.5,-0.13"))
            self._ball(lid, lower, -9.0 if state == "look" else 0.0)
            self._lash(lid, 1.0, (0.74, -0.26), (0.66, -0.02))
            self.layer.line(
                self.curve([(-0.4, -0.36), (-0.1, -0.66), (0.28, -0.62), (0.52, -0.34)]), 2.4, _CREASE, 0.4, 0.3
            )
            self.layer.line(lower[: int(len(lower) * 0.72)], 2.6, "#7a3450", 0.05, 0.6)
            self.layer.line(self.curve([(0.44, 0.26), (0.56, 0.32)]), 2, "#7a3450", 0.1, 0.7)
        elif state == "half":
            lid = self.curve(trace("-0.5,0.18 -0.3,0.06 0,0.02 0.3,0.04 0.5,0.1"))
            self._ball(lid, lower, 0.0)
            self._lash(lid, 0.8, (0.74, 0.02), (0.66, 0.14))
            self.layer.line(lower[: int(len(lower) * 0.8)], 2.4, "#7a3450", 0.05, 0.6)
            self.layer.line(self.curve([(-0.4, -0.2), (0, -0.34), (0.44, -0.16)]), 2.2, _CREASE, 0.4, 0.3)
        elif state == "shut":
            lid = self.curve(trace("-0.5,0.2 -0.26,0.38 0.04,0.44 0.32,0.36 0.54,0.16"))
            self._lash(lid, 0.62, (0.74, 0.2), (0.66, 0.28))
        else:
            lid = self.curve(trace("-0.5,0.26 -0.3,0 0.02,-0.12 0.34,0 0.54,0.24"))
            self._lash(lid, 0.66, (0.72, 0.12), (0.7, 0.3))
            self.layer.line(self.curve([(-0.3, -0.24), (0.02, -0.36), (0.36, -0.24)]), 2.2, _CREASE, 0.4, 0.3)

    def _ball(self, lid: Curve, lower: Curve, gaze: float) -> None:
        layer, w, h = self.layer, self.w, self.h
        white = np.vstack([lid, lower])
        layer.fill(white, "#fffaff")
        layer.fill(np.vstack([lid, (lid + offset(0, h * 0.2))[::-1]]), "#b9a8dc", 0.8, clip=white)
        x, y, rx, ry = self.x - w * 0.03 - 2 + gaze, self.y, w * 0.385, h * 0.55
        iris = ellipse(x, y, rx, ry)
        layer.fill(iris, "#1a1450", clip=white)
        body = linear((x, y - ry), (x, y + ry), (0, EYE[0]), (0.38, EYE[1]), (0.66, EYE[2]), (1, EYE[3]))
        layer.fill(ellipse(x, y, rx * 0.9, ry * 0.93), body, clip=white)
        # Radial threads of the iris, then its pool of light and the pupil.
        for angle in np.radians(np.arange(20, 161, 14)):
            out = np.array([np.cos(angle) * rx * 0.84, np.sin(angle) * ry * 0.86])
            layer.line(
                [np.array([x, y]) + out * 0.55, np.array([x, y]) + out], 1.5, "#d8fff8", 0.4, 0.3, alpha=0.4, clip=white
            )
        layer.fill(ellipse(x, y + ry * 0.62, rx * 0.66, ry * 0.3), "#d2fff6", 0.75, 2.5, clip=white)
        layer.fill(ellipse(x, y - ry * 0.02, rx * 0.42, ry * 0.42), "#0d0b38", clip=white)
        layer.fill(star(x, y + ry * 0.52, ry * 0.3, 0.22), "#f4ffff", 0.9, clip=white)
        lid_cast = np.vstack([lid - offset(0, h * 0.1), (lid + offset(0, h * 0.22))[::-1]])
        layer.fill(lid_cast, "#120e44", 0.55, clip=make_path(iris))
        layer.fill(ellipse(x - rx * 0.42, y - ry * 0.38, rx * 0.36, ry * 0.27, -12), "#ffffff", clip=white)
        layer.fill(ellipse(x + rx * 0.45, y + ry * 0.34, rx * 0.17, ry * 0.13), "#ffffff", 0.95, clip=white)

    def _lash(self, lid: Curve, weight: float, tip: Point, under: Point) -> None:
        """A wedge along the lid: thin inside, heavy outside, with a flick at `tip`."""
        layer, w, h, side = self.layer, self.w, self.h, self.side
        count = len(lid)
        u = np.linspace(0, 1, count)[:, None]
        t = tangents(lid)
        out = np.c_[t[:, 1], -t[:, 0]] * side
        thick = h * (0.035 + 0.125 * np.clip(u * 1.5, 0, 1) ** 1.1) * weight
        top = lid + out * thick
        flick, low = np.array(self.place([tip])[0]), np.array(self.place([under])[0])
        corner = top[-1] * 0.5 + lid[-1] * 0.5
        last = int(count * 0.86)
        wedge = np.vstack(
            [
                top[:last],
                spline([top[last], top[last] * 0.35 + flick * 0.65 + offset(0, h * 0.03), flick])[1:],
                spline([flick, corner + offset(side * w * 0.02, -h * 0.01)]),
                spline([corner, low]),
                lid[::-1] + offset(0, h * 0.015),
            ]
        )
        layer.fill(wedge, LASH)
        layer.line(lid, 2.6, LASH, 0.1, 0.02)
        shine = slice(int(count * 0.42), int(count * 0.8))
        outer = top[shine] - out[shine] * thick[shine] * 0.28
        inner = top[shine] - out[shine] * thick[shine] * 0.78
        layer.fill(np.vstack([outer, inner[::-1]]), "#8a3a6c", 0.55)


def draw_eyes(layer: Layer, state: str) -> None:
    """Both eyes in one of EYE_STATES."""
    with head_space(layer):
        _Eye(layer, -70, 18, 64, 82, -1).draw(state)
        _Eye(layer, 49, 18, 80, 84, 1).draw(state)


def draw_brows(layer: Layer, lift: float = 0.0) -> None:
    """The brows, raised by `lift` head units."""
    with head_space(layer):
        for spine in ([(-44, -58), (-72, -67), (-102, -50)], [(18, -62), (54, -72), (94, -50)]):
            raised = [(x, y - lift) for x, y in spine]
            layer.fill(Ribbon(raised, [(0, 8), (0.4, 7), (1, 1)]).band(), "#7c2a5c", 0.85)


def draw_mouth(layer: Layer, mood: str) -> None:
    """The mouth in one of MOUTHS."""
    x0, y0 = -20.0, 104.0

    def place(points: Sequence[Point]) -> list[tuple[float, ...]]:
        return [(x0 + p[0] * 0.9, y0 + p[1] * 0.92, *p[2:]) for p in points]

    with head_space(layer):
        if mood == "smile":
            layer.line(spline(place([(-26, -6), (-9, 4), (9, 4), (30, -9)])), 3.6, _LIP, 0.2, 0.2)
            layer.line(spline(place([(-30, -9), (-25, -5)])), 2.6, _LIP, 0.3, 0.3)
            layer.line(spline(place([(29, -12), (32, -7)])), 2.6, _LIP, 0.3, 0.3)
            layer.line(spline(place([(-6, 17), (7, 17)])), 2.6, SKIN.deep, 0.4, 0.4)
            layer.fill(ellipse(x0 + 2, y0 + 10, 9, 2.6), "#ff9aa2", 0.55, 1.6)
            return
        if mood == "soft":
            layer.line(spline(place([(-15, -1), (0, 4), (17, -3)])), 3.4, _LIP, 0.2, 0.2)
            layer.line(spline(place([(-5, 15), (6, 15)])), 2.2, SKIN.deep, 0.4, 0.4)
            return
        shapes = {
            "open": trace("-27,-6* -8,-1 10,-1 32,-9* 24,14 6,25 -14,17"),
            "cheer": trace("-33,-10* -8,-4 12,-4 38,-13* 32,20 8,38 -18,26"),
            "oh": trace("-12,-6 4,-10 17,-4 15,14 3,21 -10,13"),
        }
        tongue_drop = {"open": 26, "cheer": 36, "oh": 20}[mood]
        outline = spline(place(shapes[mood]), True)
        layer.fill(outline, linear((0, y0 - 8), (0, y0 + 30), "#8c1f3e", "#c8405a"))
        layer.fill(ellipse(x0 + 3, y0 + tongue_drop, 17, 12), "#ff8f94", clip=outline)
        if mood != "oh":
            teeth = spline(place(trace("-30,-14 0,-8 36,-16 30,1 4,6 -22,2")), True)
            layer.fill(teeth, "#fffdf8", clip=outline)
        layer.line(outline, 3, _LIP, closed=True, weight=0.5)
        if mood == "open":
            layer.line(spline(place([(-6, 36), (4, 38), (14, 35)])), 2.4, SKIN.deep, 0.4, 0.4)
