"""The scatter portraits: a gold ring with four jewels, a face before a night disc, and a ribbon that says SCATTER."""

from __future__ import annotations

import random
from pathlib import Path

import cv2
import numpy as np
import skia
from numpy.typing import NDArray
from PIL import Image

from .brush import LEFT, TOP, Curve, Layer, ellipse, linear, make_paint, mix, offset, radial, skia_colour
from .ornaments import twinkle
from .palette import GOLD

Pixels = NDArray[np.float32]

SIZE = 480
CENTRE = (240.0, 240.0)
RING_INNER, RING_OUTER = 172.0, 208.0
FONT = Path(__file__).parents[2] / "fonts" / "TitanOne-Regular.ttf"
#: Gold by the cosine between surface and light.
GOLD_RAMP = (
    (0.0, "#3d1a04"),
    (0.2, "#8f4d0c"),
    (0.42, "#d5871c"),
    (0.62, "#ffcf58"),
    (0.8, "#fff0ae"),
    (0.93, "#fffdf2"),
    (1.0, "#ffffff"),
)


def over(below: Pixels, above: Pixels) -> Pixels:
    """Premultiplied `above` laid over `below`."""
    return above + below * (1 - above[..., 3:])


def to_image(pixels: Pixels) -> Image.Image:
    """A straight-alpha image of premultiplied pixels."""
    alpha = pixels[..., 3:]
    straight = np.dstack([pixels[..., :3] / np.maximum(alpha, 1e-4), alpha])
    return Image.fromarray((np.clip(straight, 0, 1) * 255 + 0.5).astype(np.uint8), "RGBA")


def _ramp(value: NDArray[np.float64], ramp: tuple[tuple[float, str], ...]) -> NDArray[np.float64]:
    places = [p for p, _ in ramp]
    channels = np.array([[int(c[i : i + 2], 16) / 255 for i in (1, 3, 5)] for _, c in ramp])
    return np.dstack([np.interp(value, places, channels[:, k]) for k in range(3)])


def gold_ring() -> Pixels:
    """A turned gold ring lit from the upper left: two beads about a hollow cut with sixty degree marks."""
    scale = 3
    side = SIZE * scale
    y, x = (np.mgrid[0:side, 0:side] + 0.5) / scale
    dx, dy = x - CENTRE[0], y - CENTRE[1]
    radius, angle = np.hypot(dx, dy), np.arctan2(dy, dx)
    t = np.clip((radius - RING_INNER) / (RING_OUTER - RING_INNER), 0, 1)
    height = np.zeros_like(t)
    for begin, end, lift in ((0.0, 0.24, 5.0), (0.76, 1.0, 6.0)):
        inside = np.clip((t - begin) / (end - begin), 0, 1)
        height = np.maximum(height, lift * np.sqrt(np.clip(1 - (2 * inside - 1) ** 2, 0, 1)))
    valley = np.clip((t - 0.24) / 0.52, 0, 1)
    height = np.where((t > 0.24) & (t < 0.76), 1.5 + 3.0 * np.sqrt(np.clip(1 - (2 * valley - 1) ** 2, 0, 1)), height)
    marks = np.exp(-(((((angle * 60 / (2 * np.pi)) % 1) - 0.5) / 0.1) ** 2)) * (t > 0.28) * (t < 0.72)
    height = cv2.GaussianBlur((height - 1.6 * marks).astype(np.float32), (0, 0), 1.6).astype(float)
    gy, gx = np.gradient(height, 1 / scale)
    normal = np.dstack([-gx, -gy, np.ones_like(gx) * 0.85])
    normal /= np.linalg.norm(normal, axis=2, keepdims=True)
    light = np.array([-0.55, -0.68, 0.48])
    facing = np.clip(normal @ light, -1, 1)
    # A second, cooler source from the lower right keeps the far side readable.
    bounce = np.clip(normal @ np.array([0.6, 0.65, 0.3]), 0, 1)
    lit = 0.30 + 0.62 * np.clip(facing, 0, 1) + 0.16 * np.clip(facing, -1, 0) + 0.10 * np.sin(angle * 2 + 1.0)
    colour = _ramp(np.clip(lit, 0, 1), GOLD_RAMP)
    colour = 1 - (1 - colour) * (1 - (bounce**3 * 0.55)[..., None] * np.array([0.55, 0.45, 1.0]))
    alpha = np.clip((RING_OUTER - radius) * scale + 0.5, 0, 1) * np.clip((radius - RING_INNER) * scale + 0.5, 0, 1)
    out = np.dstack([np.clip(colour, 0, 1) * alpha[..., None], alpha]).astype(np.float32)
    return np.asarray(cv2.resize(out, (SIZE, SIZE), interpolation=cv2.INTER_AREA), np.float32)


def _sheet() -> Layer:
    return Layer((0, 0, SIZE, SIZE))


def night_disc(inner: str, middle: str, outer: str, seed: int) -> Pixels:
    """The disc behind the face: light at its middle, rays, stars and an inner shadow of the ring."""
    layer = _sheet()
    disc = ellipse(*CENTRE, RING_INNER + 6, RING_INNER + 6, count=120)
    layer.fill(disc, radial((220, 200), 220, inner, middle, outer))
    for i in range(12):
        a, b = np.radians(i * 30 + 4), np.radians(i * 30 + 15)
        wedge = [CENTRE, (240 + 230 * np.cos(a), 240 + 230 * np.sin(a)), (240 + 230 * np.cos(b), 240 + 230 * np.sin(b))]
        layer.fill(wedge, "#ffffff", 0.09, clip=disc)
    chance = random.Random(seed)
    for _ in range(46):
        r, a = 165 * chance.random() ** 0.5, chance.uniform(0, 6.28)
        size = chance.uniform(0.8, 2.2)
        layer.fill(ellipse(240 + r * np.cos(a), 240 + r * np.sin(a), size, size), "#ffffff", 0.85)
    for x, y, size in ((110, 170, 16), (372, 150, 20), (380, 300, 14), (104, 300, 12)):
        twinkle(layer, x, y, size)
    pen = make_paint("#07041c", 0.75, 9)
    pen.setStyle(skia.Paint.kStroke_Style)
    pen.setStrokeWidth(22)
    layer.canvas.drawCircle(*CENTRE, RING_INNER + 4, pen)
    return layer.pixels()


def jewels(colours: tuple[str, str, str, str]) -> Pixels:
    """Four stones in claw settings on the diagonals of the ring."""
    layer = _sheet()
    middle = (RING_INNER + RING_OUTER) / 2
    for k, colour in enumerate(colours):
        a = np.radians((-157, -23, 38, 142)[k])
        x, y = 240 + middle * np.cos(a), 240 + middle * np.sin(a)
        layer.fill(ellipse(x + 2, y + 5, 27, 27), "#12061f", 0.5, 4)
        layer.fill(ellipse(x, y, 27, 27), GOLD.ink)
        layer.fill(
            ellipse(x, y, 24, 24),
            linear((x - 16, y - 20), (x + 14, y + 20), GOLD.high, GOLD.base, GOLD.shade, GOLD.deep),
        )
        layer.fill(ellipse(x, y, 18.5, 18.5), GOLD.ink)
        layer.fill(
            ellipse(x, y, 16.5, 16.5),
            radial((x - 4, y - 6), 26, mix(colour, "#ffffff", 0.65), colour, mix(colour, "#080020", 0.6)),
        )
        facets = ellipse(x, y, 10.5, 10.5, 22, 8)
        layer.fill(facets, radial((x - 3, y - 4), 16, mix(colour, "#ffffff", 0.8), mix(colour, "#ffffff", 0.2), colour))
        for i in range(8):
            rim = (x + 16 * np.cos(np.radians(22 + 45 * i)), y + 16 * np.sin(np.radians(22 + 45 * i)))
            layer.line([facets[i], rim], 1.1, "#ffffff", 0, 0, alpha=0.35)
        layer.fill(ellipse(x - 5.5, y - 6.5, 4.6, 3.2, -30), "#ffffff", 0.95)
        layer.fill(ellipse(x + 6, y + 7.5, 3.4, 2.0, -30), "#ffffff", 0.5)
    return layer.pixels()


def _arc(radius: float, x: Curve) -> Curve:
    """Points of the ribbon's gentle arc (about (240, -330)) at the given x."""
    return np.c_[x, -330 + np.sqrt(radius**2 - (x - 240) ** 2)]


def ribbon(fill: str, shade: str, deep: str) -> Pixels:
    """The ribbon along the bottom with SCATTER on it."""
    layer = _sheet()
    top, low = 730.0, 802.0
    for sign in (-1, 1):
        x0, x1 = 240 + sign * 150, 240 + sign * 218
        inner = np.linspace(x0, x1, 12)
        upper, lower = _arc(top - 16, inner), _arc(low - 16, inner)
        notch = np.array([[x1 - sign * 24, (upper[-1, 1] + lower[-1, 1]) / 2]])
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


def snow_cap() -> Pixels:
    """Snow lying on the upper ring."""
    layer = _sheet()
    for begin, end, depth, seed in ((-172, -116, 15, 3), (-78, -12, 16, 5)):
        a = np.radians(np.linspace(begin, end, 40))
        swell = np.sin(np.linspace(0, np.pi, 40)) ** 0.5
        outer = np.c_[
            240 + (RING_OUTER + 2 + depth * swell * 0.7) * np.cos(a),
            240 + (RING_OUTER + 2 + depth * swell * 0.7) * np.sin(a),
        ]
        drips = RING_OUTER - 4 - (6 + 7 * np.abs(np.sin(np.linspace(0, 9, 40) + seed))) * swell
        inner = np.c_[240 + drips * np.cos(a), 240 + drips * np.sin(a)]
        heap = np.vstack([outer, inner[::-1]])
        layer.form(heap, linear((0, 40), (0, 200), "#ffffff", "#eef4ff", "#b9cbef"), "#5a6cac", 3.2)
        layer.fill(heap + offset(-2, -5), "#ffffff", 0.8, 1.5, clip=heap)
    return layer.pixels()


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


def cast_shadow(pixels: Pixels, dx: float, dy: float, blur: float, alpha: float) -> Pixels:
    """A soft dark shadow of the picture alone."""
    moved = cv2.warpAffine(pixels[..., 3], np.float32([[1, 0, dx], [0, 1, dy]]), (SIZE, SIZE))
    shade = cv2.GaussianBlur(moved, (0, 0), blur) * alpha
    return np.dstack([shade * 0.04, shade * 0.02, shade * 0.1, shade]).astype(np.float32)


def compose(
    inside: Pixels, overlap: Pixels, disc: Pixels, stones: Pixels, band: Pixels, snow: Pixels | None
) -> Image.Image:
    """Disc, what stays inside, ring and stones, what may overlap the ring above, ribbon."""
    ring = contour(gold_ring(), 5, (0.16, 0.07, 0.16))
    out = over(disc, cast_shadow(inside, 6, 8, 8, 0.5) * disc[..., 3:])
    out = over(out, clip_round(inside, -10))
    out = over(out, ring)
    if snow is not None:
        out = over(out, snow)
    out = over(out, stones)
    top = clip_round(overlap, 236)
    out = over(out, cast_shadow(top, 2, 5, 6, 0.45) * out[..., 3:])
    out = over(out, top)
    return to_image(over(out, band))
