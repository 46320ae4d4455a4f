"""Winter dress: lying snow with drips, icicles, fir garlands with berries, ribbon bows."""

from __future__ import annotations

import math

import cv2
import numpy as np
import skia

from sprites.source.colours import SNOW, Enamel, Palette, ramp, rgb
from sprites.source.kit.ornaments import JEWELS, bead, jewel_face
from sprites.source.kit.paint import Canvas, smoothstep
from sprites.source.kit.relief import normals, outline
from sprites.source.kit.shapes import box, disc

NEEDLE_DARK = ("#04231A", "#06301F", "#083A26")
NEEDLE_MID = ("#0C5034", "#11603C", "#0E5A40")
NEEDLE_LIGHT = ("#2F8A56", "#4BA56A", "#7CC48A")


def snow(canvas: Canvas, mask: np.ndarray, *, depth: float = 9, sparkle: int = 0, seed: int = 1) -> None:
    """Soft snow over `mask`: lit from upper left, blue in its shade, with a few crystals catching light."""
    body = np.clip(canvas.blur(mask, 0.5), 0, 1)
    canvas.shadow(mask, dx=0.5, dy=3.5, blur=3, alpha=0.6, colour="#06183A")
    d = canvas.inside(mask > 0.5)
    t = np.clip(d / depth, 0, 1)
    height = canvas.blur(depth * np.sqrt(1 - (1 - t) ** 2), 1.4)
    lumps = np.random.default_rng(seed).standard_normal(canvas.shape).astype(np.float32)
    height += canvas.blur(lumps, 5) * 12 + canvas.blur(lumps, 1.2) * 0.8
    n = normals(height, canvas.scale)
    lit = np.clip(n @ np.array([-0.42, -0.74, 0.53], np.float32), 0, 1)
    bounce = np.clip(n @ np.array([0.6, 0.7, 0.3], np.float32), 0, 1)
    canvas.over(ramp(0.30 + 0.70 * lit + 0.16 * bounce, SNOW), body)
    grain = canvas.blur(lumps, 0.35)
    canvas.light("#FFFFFF", body * np.clip(grain - 0.55, 0, 1) * 0.9)
    rng = np.random.default_rng(seed + 7)
    spots = np.argwhere(t > 0.55)
    crystals = skia.Path()
    for _ in range(sparkle if len(spots) else 0):
        row, column = spots[rng.integers(len(spots))]
        crystals.addCircle(float(canvas.x[row, column]), float(canvas.y[row, column]), rng.uniform(0.7, 1.3))
    canvas.over("#FFFFFF", canvas.blur(canvas.mask(crystals), 0.3))


def snow_ledge(
    canvas: Canvas, left: float, right: float, level: np.ndarray | float, *, above: float, drip: float, seed: int
) -> np.ndarray:
    """The outline of snow lying along y = `level` (a number, or one for each drawn column) between two ends."""
    rng = np.random.default_rng(seed)
    columns = canvas.x[0]
    base = np.broadcast_to(np.asarray(level, np.float32), columns.shape)
    crest = _wave(columns, rng, 46) * 0.55 + _wave(columns, rng, 17) * 0.25
    hang = np.clip(_wave(columns, rng, 31) * 0.9 + _wave(columns, rng, 13) * 0.7, -0.4, 1.6)
    ends = smoothstep(left, left + 26, columns) * (1 - smoothstep(right - 26, right, columns))
    top = base - above * (0.75 + 0.5 * crest) * ends
    foot = base + (3 + drip * np.clip(hang, 0, None)) * ends
    inside = ((canvas.y > top) & (canvas.y < foot) & (canvas.x > left) & (canvas.x < right)).astype(np.float32)
    soft = canvas.blur(inside, 2.2)
    return np.clip((soft - 0.5) * 4 * canvas.scale / 2 + 0.5, 0, 1)


def _wave(x: np.ndarray, rng: np.random.Generator, pitch: float) -> np.ndarray:
    """Smooth noise (about -1..1) along `x` with bumps about `pitch` pixels apart."""
    count = int((x[-1] - x[0]) / pitch) + 4
    knots = rng.uniform(-1, 1, count)
    at = x / pitch
    i = np.clip(at.astype(int), 0, count - 2)
    f = at - i
    f = f * f * (3 - 2 * f)
    return (knots[i] * (1 - f) + knots[i + 1] * f).astype(np.float32)


def fir(
    canvas: Canvas,
    spine: list[tuple[float, float]],
    *,
    needle: float = 17,
    seed: int = 1,
    density: float = 1.0,
    taper: float = 0,
) -> None:
    """A fir garland along the points of `spine`: needles in three tones, darkest first, over a soft shadow.

    It grows thin over the last `taper` pixels.
    """
    points = _resampled(spine, 1.0)
    picture = canvas.sketch(lambda c: _needles(c, points, needle, seed, density, taper))
    cover = picture[..., 3]
    canvas.shadow(cover, dx=1, dy=4, blur=4, alpha=0.7)
    canvas.stamp(picture)


def _resampled(spine: list[tuple[float, float]], step: float) -> np.ndarray:
    """Points `step` pixels apart along the polyline, rows of x, y, heading."""
    line = np.array(spine, np.float64)
    leg = np.hypot(*np.diff(line, axis=0).T)
    at = np.concatenate([[0], np.cumsum(leg)])
    s = np.arange(0, at[-1], step)
    x, y = np.interp(s, at, line[:, 0]), np.interp(s, at, line[:, 1])
    kernel = np.ones(9) / 9
    heading = np.arctan2(np.gradient(y), np.gradient(x))
    heading = np.arctan2(np.convolve(np.sin(heading), kernel, "same"), np.convolve(np.cos(heading), kernel, "same"))
    return np.stack([x, y, heading], 1)


def _needles(c: skia.Canvas, points: np.ndarray, length: float, seed: int, density: float, taper: float) -> None:
    rng = np.random.default_rng(seed)
    paint = skia.Paint(AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeCap=skia.Paint.kRound_Cap)
    layers = ((NEEDLE_DARK, 1.0, 3.0, 2.4), (NEEDLE_MID, 0.90, 2.2, 2.4), (NEEDLE_LIGHT, 0.74, 1.5, 1.5))
    for tones, reach, width, count in layers:
        for k, (x, y, heading) in enumerate(points):
            full = min(1.0, 0.42 + 0.58 * (len(points) - k) / taper) if taper else 1.0
            for _ in range(rng.poisson(count * density * 0.5)):
                side = rng.choice((-1, 1))
                angle = heading + side * math.radians(rng.uniform(18, 78))
                reach_now = length * full * reach * rng.uniform(0.65, 1.05)
                sx, sy = x + rng.normal(0, 1.6), y + rng.normal(0, 1.6)
                upper = math.sin(angle) < 0.1
                tone = tones[rng.integers(3)]
                colour = rgb(tone) * (1.12 if upper else 0.72)
                r, g, b = (int(255 * v) for v in np.clip(colour, 0, 1))
                paint.setColor(skia.Color(r, g, b))
                paint.setStrokeWidth(width * rng.uniform(0.7, 1.1))
                c.drawLine(sx, sy, sx + reach_now * math.cos(angle), sy + reach_now * math.sin(angle), paint)


def berries(canvas: Canvas, x: float, y: float, radius: float = 6.5, count: int = 3) -> None:
    """A cluster of red berries."""
    for k in range(count):
        a = math.radians(90 + 360 * k / count + 20)
        bx, by = x + radius * 0.95 * math.cos(a), y + radius * 0.85 * math.sin(a)
        part = canvas.part(disc(bx, by, radius).getBounds(), 8)
        mask = part.mask(disc(bx, by, radius))
        part.shadow(mask, dx=0.6, dy=2, blur=1.6, alpha=0.7)
        outline(part, mask, 1.0, "#2A020A")
        jewel_face(part, mask, JEWELS["red"], (bx - radius, by - radius, 2 * radius, 2 * radius))
        canvas.join(part)


def bauble(canvas: Canvas, x: float, y: float, radius: float, palette: Palette, colour: str = "amber") -> None:
    """A glass ball with a metal cap."""
    bead(canvas, x, y - radius - 1.5, radius * 0.30, palette, palette.trim)
    whole, canvas = canvas, canvas.part(disc(x, y, radius).getBounds(), 12)
    mask = canvas.mask(disc(x, y, radius))
    canvas.shadow(mask, dx=1, dy=3, blur=2.4, alpha=0.7)
    outline(canvas, mask, 1.2, palette.ink)
    jewel_face(canvas, mask, JEWELS[colour], (x - radius, y - radius, 2 * radius, 2 * radius))
    whole.join(canvas)


Curve = tuple[float, ...]
"""One stretch of an outline in units of the bow's size: x, y of a line's end, or of a curve's three points."""

BOW_TAIL: tuple[Curve, ...] = (
    (0, 0),
    (0.18, 0.30, 0.30, 0.55, 0.62, 0.98),
    (0.40, 0.92),
    (0.26, 1.06),
    (0.14, 0.70, 0.02, 0.40, -0.06, 0),
)
BOW_LOOP: tuple[Curve, ...] = (
    (0, -0.06),
    (0.30, -0.62, 0.98, -0.60, 0.96, -0.04),
    (0.94, 0.40, 0.34, 0.30, 0, 0.08),
)
BOW_HOLLOW: tuple[Curve, ...] = (
    (0.24, -0.10),
    (0.45, -0.36, 0.80, -0.34, 0.80, -0.04),
    (0.76, 0.16, 0.42, 0.10, 0.24, -0.02),
)


def _outline_of(curves: tuple[Curve, ...], x: float, y: float, size: float, side: int) -> skia.Path:
    """The closed outline `curves` about (x, y), flipped left to right if `side` is -1."""
    path = skia.Path()
    for k, curve in enumerate(curves):
        points = [x + side * size * v if i % 2 == 0 else y + size * v for i, v in enumerate(curve)]
        if k == 0:
            path.moveTo(*points)
        elif len(points) == 2:
            path.lineTo(*points)
        else:
            path.cubicTo(*points)
    path.close()
    return path


def bow(canvas: Canvas, x: float, y: float, size: float, colour: str = "red") -> None:
    """A satin bow: two tails, two loops, a knot; creases follow each part."""
    satin = JEWELS[colour]
    for side in (-1, 1):
        _satin(canvas, _outline_of(BOW_TAIL, x, y, size, side), satin, x, y, size, 0.9)
    for side in (-1, 1):
        _satin(canvas, _outline_of(BOW_LOOP, x, y, size, side), satin, x, y, size, 1.0)
        hollow = canvas.mask(_outline_of(BOW_HOLLOW, x, y, size, side))
        canvas.shade(satin.deep, canvas.blur(hollow, size * 0.025) * 0.85)
    knot = canvas.mask(box(x - size * 0.16, y - size * 0.17, size * 0.32, size * 0.36, size * 0.12))
    canvas.shadow(knot, dx=0.5, dy=2, blur=2, alpha=0.6)
    outline(canvas, knot, 1.2, satin.deep)
    jewel_face(canvas, knot, satin, (x - size * 0.2, y - size * 0.2, size * 0.4, size * 0.42))


def _satin(canvas: Canvas, path: skia.Path, tones: Enamel, x: float, y: float, size: float, bright: float) -> None:
    mask = canvas.mask(path)
    canvas.shadow(mask, dx=1, dy=3, blur=2.6, alpha=0.6)
    outline(canvas, mask, 1.4, tones.deep)
    canvas.over(rgb(tones.body) * bright, mask)
    angle = np.arctan2(canvas.y - y, canvas.x - x)
    radius = np.hypot(canvas.x - x, canvas.y - y) / size
    crease = np.cos(angle * 9) * np.exp(-radius * 1.6)
    canvas.shade(tones.deep, mask * np.clip(-crease, 0, 1) * 0.9)
    canvas.light(tones.light, mask * np.clip(crease - 0.1, 0, 1) * 0.8)
    d = canvas.inside(mask)
    sheen = np.exp(-(((radius - 0.62) / 0.16) ** 2)) * smoothstep(0.3, -0.6, (canvas.y - y) / size)
    canvas.light(tones.light, mask * sheen * 0.7)
    canvas.shade(tones.deep, mask * np.exp(-d / (size * 0.05)) * 0.55)


def smooth_noise(shape: tuple[int, int], cell: int, seed: int) -> np.ndarray:
    """Soft noise 0..1 with features about `cell` drawn pixels wide."""
    rng = np.random.default_rng(seed)
    small = rng.random((shape[0] // cell + 3, shape[1] // cell + 3)).astype(np.float32)
    return cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
