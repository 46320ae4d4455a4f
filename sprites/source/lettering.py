"""Baked lettering: outlines of words from the game's fonts, straight or arched, and their embossed dress."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import skia
from PIL import Image

from sprites.source.colours import Ramp, ramp, rgb
from sprites.source.kit.paint import Canvas, smoothstep
from sprites.source.kit.relief import normals

FONTS = Path(__file__).resolve().parents[1] / "fonts"
TITAN = "TitanOne-Regular.ttf"
CINZEL = "CinzelDecorative-Black.ttf"
NUNITO = "Nunito-Black.ttf"


@dataclass(frozen=True)
class Dress:
    """How letters are painted: a fill running down each line, and strokes (colour, pixels) from inside out."""

    fill: Ramp
    strokes: tuple[tuple[str, float], ...]
    bevel: float = 2.4
    glow: str | None = None


GOLDEN = Dress(
    fill=(
        (0.00, "#FFFDE8"),
        (0.30, "#FFE68A"),
        (0.50, "#FFC230"),
        (0.56, "#E58A12"),
        (0.80, "#FFC94A"),
        (1.00, "#FFF3B8"),
    ),
    strokes=(("#5A220E", 1.6), ("#1B0B4A", 5.0)),
)
WHITE = Dress(fill=((0.0, "#FFFFFF"), (0.55, "#FFFFFF"), (1.0, "#D9DCFF")), strokes=(("#12082E", 5.0),), bevel=1.4)


@cache
def _typeface(font: str) -> skia.Typeface:
    return skia.Typeface.MakeFromFile(str(FONTS / font))


def outline(text: str, size: float, font: str = TITAN, tracking: float = 0) -> tuple[skia.Path, float]:
    """The outlines of `text`, its baseline's middle at (0, 0), and its width in pixels."""
    face = skia.Font(_typeface(font), size)
    ids = face.textToGlyphs(text)
    widths = face.getWidths(ids)
    total = sum(widths) + tracking * (len(ids) - 1)
    whole = skia.Path()
    x = -total / 2
    for glyph, width in zip(ids, widths, strict=True):
        path = face.getPath(glyph)
        if path is not None:
            matrix = skia.Matrix()
            matrix.setTranslate(x, 0)
            moved = skia.Path()
            path.transform(matrix, moved)
            whole.addPath(moved)
        x += width + tracking
    return whole, total


def arched(
    text: str, size: float, rise: float, font: str = CINZEL, tracking: float = 0, swell: float = 0
) -> tuple[skia.Path, float]:
    """`text` on an arch whose middle stands `rise` pixels above its ends; `swell` enlarges the end letters.

    Each letter is turned with the arch; the baseline's middle lies at (0, 0).
    """
    face = skia.Font(_typeface(font), size)
    ids = face.textToGlyphs(text)
    widths = face.getWidths(ids)
    total = sum(widths) + tracking * (len(ids) - 1)
    half = total / 2
    radius = (half**2 + rise**2) / (2 * rise) if rise else math.inf
    whole = skia.Path()
    x = -half
    for glyph, width in zip(ids, widths, strict=True):
        path = face.getPath(glyph)
        middle = x + width / 2
        angle = middle / radius if rise else 0.0
        across = radius * math.sin(angle) if rise else middle
        down = radius * (1 - math.cos(angle)) if rise else 0.0
        if path is not None:
            matrix = skia.Matrix()
            matrix.preTranslate(across, down)
            matrix.preRotate(math.degrees(angle))
            grow = 1 + swell * (middle / half) ** 2
            matrix.preScale(grow, grow)
            matrix.preTranslate(-width / 2, 0)
            moved = skia.Path()
            path.transform(matrix, moved)
            whole.addPath(moved)
        x += width + tracking
    return whole, total


def emboss(canvas: Canvas, path: skia.Path, dress: Dress, *, drop: float = 3.0, unit: float = 1.0) -> np.ndarray:
    """Paints `path` (in the canvas's pixels) in `dress`; strokes and bevel scale with `unit`. Gives its mask."""
    mask = canvas.mask(path)
    far = sum(width for _, width in dress.strokes) * unit
    around = canvas.outside(mask)
    whole = np.clip((far - around) * canvas.scale + 0.5, 0, 1)
    if dress.glow:
        canvas.over(dress.glow, np.clip(canvas.blur(whole, 5 * unit), 0, 1) * 0.7)
    canvas.shadow(whole, dx=0, dy=drop * unit, blur=2.2 * unit, alpha=0.7)
    reach = far
    for colour, width in reversed(dress.strokes):
        canvas.over(colour, np.clip((reach - around) * canvas.scale + 0.5, 0, 1))
        reach -= width * unit
    top, bottom = _lines(path)
    t = np.clip((canvas.y - top) / max(bottom - top, 1), 0, 1)
    canvas.over(ramp(t, dress.fill), mask)
    d = canvas.inside(mask)
    edge = dress.bevel * unit
    s = np.clip(d / edge, 0, 1)
    n = normals(canvas.blur(edge * np.sqrt(1 - (1 - s) ** 2), 0.35 * unit), canvas.scale)
    lit = n @ np.array([-0.40, -0.82, 0.40], np.float32) - 0.40
    canvas.light("#FFFBE6", mask * np.clip(lit, 0, 1) * 1.3)
    canvas.shade(dress.strokes[0][0], mask * np.clip(-lit, 0, 1) * 0.75)
    flare = mask * smoothstep(edge * 0.7, edge * 1.4, d) * smoothstep(0.52, 0.44, t) * 0.18
    canvas.light("#FFFFFF", flare)
    return mask


def _lines(path: skia.Path) -> tuple[float, float]:
    bounds = path.computeTightBounds()
    return bounds.top(), bounds.bottom()


def lettered(text: str, size: float, dress: Dress, font: str = TITAN, tracking: float = 0) -> Image.Image:
    """`text` in `dress` as a picture just large enough for its strokes, shadow and glow."""
    path, width = outline(text, size, font, tracking)
    pad = sum(w for _, w in dress.strokes) + 8 + (12 if dress.glow else 0)
    top, bottom = _lines(path)
    canvas = Canvas(math.ceil(width + 2 * pad), math.ceil(bottom - top + 2 * pad))
    matrix = skia.Matrix()
    matrix.setTranslate(canvas.width / 2, pad - top)
    moved = skia.Path()
    path.transform(matrix, moved)
    emboss(canvas, moved, dress)
    return canvas.image()


def mixed(first: str, second: str, part: float) -> str:
    """The hex colour `part` of the way from `first` to `second`."""
    value = rgb(first) * (1 - part) + rgb(second) * part
    return "#" + "".join(f"{round(float(v) * 255):02X}" for v in value)
