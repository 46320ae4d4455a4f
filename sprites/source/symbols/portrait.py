"""The faces of the scatter, in layers: what stays inside the ring, what may overlap it, and the ribbon.

The princess and the winter cat are drawn by the princess's own sources; a layer is a premultiplied square picture of
:data:`SIZE` pixels whose ring lies about its middle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from sprites.source.princess import body, cat, dress, hair, head, headdress, portrait
from sprites.source.princess.brush import Layer, ellipse, linear, radial, spline, trace
from sprites.source.princess.figure import over
from sprites.source.princess.light import model
from sprites.source.princess.ornaments import fur_band, tufted
from sprites.source.princess.palette import FUR, VELVET

SIZE = portrait.SIZE
MOODS = ("open", "blink", "smile")
"""Faces a portrait can make."""
OPEN_ABOVE = 236
"""Line over which a head may overlap the ring."""

_EYES_AND_MOUTH = {"open": ("open", "open"), "blink": ("shut", "open"), "smile": ("happy", "cheer")}
_SCALE, _EYES, _AT = 0.66, (486.0, 372.0), (238.0, 238.0)
"""How large the princess is, the middle of her eyes in her drawing, and where they come to lie."""


@dataclass(frozen=True)
class Faces:
    """The layers of one mood."""

    inside: np.ndarray
    above: np.ndarray
    ribbon: np.ndarray


@cache
def faces(skin: str, mood: str) -> Faces:
    """The layers of a skin's portrait in one of :data:`MOODS`."""
    inside, above, ribbon = _cat(mood) if skin == "christmas" else _princess(mood)
    return Faces(inside, portrait.clip_round(above, OPEN_ABOVE), ribbon)


def _princess(mood: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    eyes, mouth = _EYES_AND_MOUTH[mood]
    behind = _modelled(
        "body",
        hair.draw_hair_core,
        hair.draw_mane,
        body.draw_shoulders,
        dress.draw_bodice,
        hair.draw_braid,
        head.draw_neck,
        lambda layer: head.draw_choker(layer, "#58c8ff"),
    )
    face = _modelled(
        "face",
        head.draw_face,
        lambda layer: head.draw_mouth(layer, mouth),
        lambda layer: head.draw_eyes(layer, eyes),
        hair.draw_crown,
        headdress.draw_circlet,
        head.draw_brows,
        lambda layer: headdress.draw_earring(layer, winter=False),
    )
    inside = portrait.place_figure(over(behind, face), _SCALE, _EYES, _AT)
    above = portrait.contour(portrait.place_figure(face, _SCALE, _EYES, _AT), 2, (0.2, 0.06, 0.2))
    return inside, above, portrait.ribbon("#e23a8c", "#9a1468", "#5a0a44")


def _modelled(name: str, *paints: Callable[[Layer], None]) -> np.ndarray:
    layer = Layer()
    for paint in paints:
        paint(layer)
    return model(name, layer.pixels())


def _cat(mood: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    def painted(*paints: Callable[[Layer], None]) -> np.ndarray:
        layer = _sheet()
        layer.canvas.translate(238, 250)
        layer.canvas.scale(0.66, 0.66)
        for paint in paints:
            paint(layer)
        return layer.pixels()

    face = painted(lambda layer: cat.draw_cat_face(layer, mood, _hat))
    arms, feet = _sheet(), _sheet()
    _forearms(arms)
    for x in (86, 394):
        feet.canvas.save()
        feet.canvas.translate(x, 383)
        feet.canvas.scale(0.68, 0.68)
        cat.draw_paw(feet, 0, 0)
        feet.canvas.restore()
    ribbon = over(over(arms.pixels(), portrait.ribbon("#1fa060", "#0b5a3a", "#06382a")), feet.pixels())
    return over(painted(cat.draw_cat_body), face), portrait.contour(face, 2, (0.14, 0.1, 0.3)), ribbon


def _sheet() -> Layer:
    return Layer((0, 0, SIZE, SIZE))


def _hat(layer: Layer) -> None:
    """A red hat whose tip folds over to the right and hangs with its pompom."""
    cloth = spline(
        trace("-128,-92* -116,-150 -84,-206 -30,-248 30,-262 84,-240 112,-186 124,-140 134,-90* 0,-120"), True
    )
    red = linear((-90, -240), (120, -70), VELVET.high, VELVET.light, VELVET.base, VELVET.shade)
    folded = spline(trace("40,-262 92,-214 112,-150 118,-80 150,-70 150,-260 80,-270"), True)
    under_brim = spline(trace("-130,-96 -60,-132 40,-136 130,-96 110,-60 -130,-60"), True)
    layer.form(cloth, red, VELVET.ink, 4.6, [(folded, VELVET.deep, 0.85), (under_brim, VELVET.shade, 0.9)])
    shine = spline(trace("-100,-140 -74,-196 -30,-232 14,-244 -24,-206 -70,-148"), True)
    layer.fill(shine, "#ff9a98", 0.8, 3, clip=cloth)
    tail = spline(
        trace(
            "-34,-246* 20,-280 104,-280 174,-244 212,-184 220,-116* 204,-98 182,-108* 176,-148 150,-186 108,-210 "
            "70,-222 36,-232"
        ),
        True,
    )
    red = linear((40, -280), (214, -110), VELVET.high, VELVET.light, VELVET.base, VELVET.shade)
    low = spline(trace("30,-232 90,-226 150,-198 186,-150 196,-96 170,-90 150,-170 100,-206"), True)
    end = spline(trace("206,-190 226,-110 200,-86 206,-130"), True)
    layer.form(tail, red, VELVET.ink, 4.6, [(low, VELVET.deep, 0.85), (end, VELVET.shade, 0.8)])
    shine = spline(trace("26,-266 100,-268 160,-238 196,-188 164,-222 100,-250"), True)
    layer.fill(shine, "#ff9a98", 0.85, 2, clip=tail)
    for fold in (
        [(40, -232), (30, -250), (6, -258)],
        [(74, -222), (84, -244), (78, -262)],
        [(-96, -110), (-80, -150), (-56, -176)],
    ):
        layer.line(spline(fold), 3.2, VELVET.ink, 0.05, 0.7)
    fur_band(layer, spline(trace("-134,-78 -74,-108 0,-120 74,-110 136,-80")), 56, 11, ink=4.0)

    def outline(u: float) -> tuple[float, float]:
        return 200 + 36 * float(np.cos(2 * np.pi * u)), -72 + 36 * float(np.sin(2 * np.pi * u))

    ball = tufted(outline, 20, 11, 0.3, 13)
    dark = spline(trace("238,-104 226,-64 198,-40 166,-38 196,-24 242,-34"), True)
    white = radial((188, -90), 60, "#ffffff", "#ffffff", "#cfd6f6")
    layer.form(ball, white, cat.INK, 4, [(dark, FUR.shade, 0.8)])


def _forearms(layer: Layer) -> None:
    """Both forearms come down from the breast to the ribbon."""
    for x, side in ((86, -1), (394, 1)):
        points = [
            (240 + side * 58, 330),
            (240 + side * 92, 338),
            (x + side * 22, 360),
            (x + side * 26, 390),
            (x - side * 22, 392),
            (x - side * 26, 372),
            (240 + side * 66, 372),
        ]
        shade = [
            (240 + side * 60, 366),
            (x - side * 10, 382),
            (x + side * 30, 410),
            (x - side * 30, 420),
            (240 + side * 50, 400),
        ]
        white = linear((x - 30, 330), (x + 30, 410), "#ffffff", FUR.base, "#c3cbee")
        layer.form(spline(points, True), white, cat.INK, 3.4, [(spline(shade, True), FUR.shade, 0.7)])
        layer.fill(ellipse(240 + side * 64, 350, 24, 22), "#ffffff", 1.0, 3)
        for t in (0.35, 0.6):
            at, down = 240 + side * (60 + 60 * t), 352 + 30 * t
            hair_line = spline([(at, down), (at + side * 6, down + 8), (at + side * 4, down + 16)])
            layer.line(hair_line, 2.4, FUR.shade, 0.2, 0.6)


def placed(picture: np.ndarray, scale: float, side: int, dx: float = 0.0, dy: float = 0.0) -> np.ndarray:
    """A layer laid on a square canvas of `side` drawn pixels, `scale` times its size, (dx, dy) drawn pixels off."""
    shift = side / 2 - SIZE / 2 * scale
    matrix = np.float32([[scale, 0, shift + dx], [0, scale, shift + dy]])
    flags = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    source = picture if scale > 0.7 else cv2.GaussianBlur(picture, (0, 0), 0.30 / scale)
    return cv2.warpAffine(source, matrix, (side, side), flags=flags)
