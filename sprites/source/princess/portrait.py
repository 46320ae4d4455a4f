"""What the scatter's portraits are cut and framed with: the ribbon that says SCATTER, a round cut and a contour."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import skia
from numpy.typing import NDArray

from .brush import LEFT, TOP, Curve, Layer, linear, make_paint, mix, offset, skia_colour

Pixels = NDArray[np.float32]

SIZE = 480
CENTRE = (240.0, 240.0)
RING_INNER = 172.0
FONT = Path(__file__).parents[2] / "fonts" / "TitanOne-Regular.ttf"


def over(below: Pixels, above: Pixels) -> Pixels:
    """Premultiplied `above` laid over `below`."""
    return above + below * (1 - above[..., 3:])


def _sheet() -> Layer:
    return Layer((0, 0, SIZE, SIZE))


def _arc(radius: float, x: Curve) -> Curve:
    """Points of the ribbon's gentle arc (about (240, -330)) at the given x."""
    return np.c_[x, -330 + np.sqrt(radius**2 - (x - 240) ** 2)]


def ribbon(fill: str, shade: str, deep: str) -> Pixels:
    """The ribbon along the bottom with SCATTER on it."""
    layer = _sheet()
    top, low = 730.0, 802.0
    for sign in (-1, 1):
        x0, x1 = 240 + sign * 150, 240 + sign * 189
        inner = np.linspace(x0, x1, 12)
        upper, lower = _arc(top - 16, inner), _arc(low - 16, inner)
        notch = np.array([[x1 - sign * 13, (upper[-1, 1] + lower[-1, 1]) / 2]])
        tail = np.vstack([upper, notch, lower[::-1]])
        layer.fill(tail + offset(2, 6), "#0a0418", 0.55, 5)
        layer.form(tail, linear((x0, 0), (x1, 0), deep, shade), deep, 4)
        fold = np.array(
            [
                _arc(low - 16, np.array([240 + sign * 150]))[0],
                _arc(low, np.array([240 + sign * 172]))[0],
                _arc(low - 16, np.array([240 + sign * 176]))[0],
            ]
        )
        layer.form(fold, mix(deep, "#000000", 0.4), mix(deep, "#000000", 0.5), 3)
    across = np.linspace(66, 414, 60)
    band = np.vstack([_arc(top, across), _arc(low, across)[::-1]])
    layer.fill(band + offset(0, 8), "#0a0418", 0.6, 6)
    layer.form(
        band, linear((0, 400), (0, 474), mix(fill, "#ffffff", 0.35), fill, fill, shade), mix(deep, "#000000", 0.35), 5
    )
    for inset, width in ((8.5, 2.6),):
        layer.line(_arc(top + inset, across[2:-2]), width, "#ffe9a0", 0.04, 0.04)
        layer.line(_arc(low - inset, across[2:-2]), width, "#e0a040", 0.04, 0.04)
    _letter(layer, "SCATTER", (top + low) / 2 + 20.5, 60.0, mix(deep, "#000000", 0.55))
    return layer.pixels()


def _letter(layer: Layer, word: str, radius: float, size: float, ink: str) -> None:
    """Letters on the ribbon's arc: a dark outline, then white running to gold."""
    font = skia.Font(skia.Typeface.MakeFromFile(str(FONT)), size)
    glyphs = font.textToGlyphs(word)
    advances = [w + 1.5 for w in font.getWidths(glyphs)]
    pieces = []
    place = 240 - sum(advances) / 2
    for glyph, advance in zip(glyphs, advances, strict=True):
        middle = place + advance / 2
        base = _arc(radius, np.array([middle]))[0]
        turn = -np.degrees(np.arcsin((middle - 240) / radius))
        pieces.append((font.getPath(glyph), base, turn, advance))
        place += advance
    for stage in ("shadow", "outline", "face"):
        for path, (x, y), turn, advance in pieces:
            layer.canvas.save()
            layer.canvas.translate(float(x), float(y) + (4 if stage == "shadow" else 0))
            layer.canvas.rotate(float(turn))
            layer.canvas.translate(-advance / 2, 0)
            if stage == "face":
                layer.canvas.drawPath(
                    path,
                    make_paint(linear((0, -size * 0.72), (0, 0), (0, "#ffffff"), (0.45, "#fff3c4"), (1, "#ffc64a"))),
                )
            else:
                pen = skia.Paint(AntiAlias=True, Color=skia_colour(ink, 1.0))
                pen.setStyle(skia.Paint.kStrokeAndFill_Style)
                pen.setStrokeWidth(9.0)
                pen.setStrokeJoin(skia.Paint.kRound_Join)
                layer.canvas.drawPath(path, pen)
            layer.canvas.restore()


def place_figure(figure: Pixels, scale: float, face: tuple[float, float], at: tuple[float, float]) -> Pixels:
    """The figure (drawing units) scaled so that its point `face` lies on `at` of the portrait."""
    x, y = face[0] - LEFT, face[1] - TOP
    matrix = np.float32([[scale, 0, at[0] - x * scale], [0, scale, at[1] - y * scale]])
    soft = cv2.GaussianBlur(figure, (0, 0), 0.28 / scale)
    return np.asarray(cv2.warpAffine(soft, matrix, (SIZE, SIZE), flags=cv2.INTER_LINEAR), np.float32)


def clip_round(pixels: Pixels, open_above: float) -> Pixels:
    """Only what lies inside the ring, or above the line y = open_above."""
    y, x = np.mgrid[0:SIZE, 0:SIZE] + 0.5
    inside = np.clip(RING_INNER + 6 - np.hypot(x - CENTRE[0], y - CENTRE[1]), 0, 1)
    return np.asarray(pixels * np.maximum(inside, np.clip((open_above - y) / 2, 0, 1))[..., None], np.float32)


def contour(pixels: Pixels, reach: int, colour: tuple[float, float, float], alpha: float = 1.0) -> Pixels:
    """A dark edge of `reach` pixels about the picture."""
    grown = cv2.dilate(pixels[..., 3], cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1)))
    edge = cv2.GaussianBlur(grown, (0, 0), 0.7) * alpha
    return over(np.dstack([edge * c for c in colour] + [edge]).astype(np.float32), pixels)
