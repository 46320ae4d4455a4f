"""A fir garland: sprigs laid like shingles along a line, with berries, glass balls, lights, snow and whole bows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import skia

from sprites.source.colours import JEWEL_RED, Palette, ramp, rgb
from sprites.source.kit.carving import slow_noise
from sprites.source.kit.paint import Canvas
from sprites.source.kit.relief import normals
from sprites.source.kit.shapes import polygon
from sprites.source.kit.winter import bauble, berries, snow, snow_ledge

NEEDLES = ("#03180F", "#06301F", "#0C5038", "#1C7048", "#3F9A60", "#8CCB93")
"""From the shade inside a sprig to needles in full light."""
FROST = "#EAFBFF"


@dataclass(frozen=True)
class Garland:
    """Where a garland hangs: along `top` (points, left to right), and from its ends down `sides`."""

    top: np.ndarray
    sides: list[np.ndarray]
    lights: bool = False
    """Whether its lamps burn."""


def hang(c: Canvas, palette: Palette, garland: Garland) -> None:
    """Draws the garland with all that hangs in it."""
    for k, side in enumerate(garland.sides):
        _branch(c, side, 26, 30 + k, thin=0.55)
    _branch(c, garland.top, 29, 11)
    top, sides = garland.top, garland.sides
    middle = (top[0, 0] + top[-1, 0]) / 2
    level = float(top[:, 1].min())
    ledge = snow_ledge(c, top[0, 0] + 14, top[-1, 0] - 14, level - 13, above=10, drip=7, seed=5)
    snow(c, ledge, depth=7, sparkle=48, seed=3)
    hung = (
        (1 / 12, "amber", 11),
        (3 / 12, "red", 14),
        (5 / 12, "amber", 11),
        (7 / 12, "amber", 11),
        (9 / 12, "red", 14),
        (11 / 12, "amber", 11),
    )
    for u, tone, radius in hung:
        x, y = _point(top, u)
        if 70 < abs(x - middle) < top[-1, 0] - middle - 60:
            bauble(c, x, y + 6, radius, palette, tone)
    for u in (2 / 12, 4 / 12, 8 / 12, 10 / 12):
        x, y = _point(top, u)
        berries(c, x, y + 3, 6.5)
    for side in sides:
        for u, tone, radius in ((0.24, "red", 13), (0.45, "amber", 9), (0.66, "red", 13), (0.90, "amber", 9)):
            x, y = _point(side, u)
            bauble(c, x, y, radius, palette, tone)
        for u in (0.345, 0.555, 0.78):
            berries(c, *_point(side, u), 6.5)
    _lamps(c, garland)
    for x in (top[0, 0] - 6, top[-1, 0] + 6):
        bow(c, x, level + 2, 58)
    bow(c, middle, level - 2, 46)


def _point(line: np.ndarray, u: float) -> tuple[float, float]:
    at = u * (len(line) - 1)
    return tuple(float(np.interp(at, np.arange(len(line)), line[:, axis])) for axis in (0, 1))  # type: ignore[return-value]


def _branch(c: Canvas, line: np.ndarray, reach: float, seed: int, thin: float = 0.0) -> None:
    """Sprigs of `reach` pixels from the far end to the near one, left and right by turns; the end may grow thin."""
    rng = np.random.default_rng(seed)
    legs = np.hypot(*np.diff(line, axis=0).T)
    at = np.concatenate([[0], np.cumsum(legs)])
    total = float(at[-1])
    xs, ys = (lambda s: np.interp(s, at, line[:, 0])), (lambda s: np.interp(s, at, line[:, 1]))
    sprigs = []
    for s in np.arange(total, 0, -5.0):
        full = 1 - thin * s / total
        heading = math.atan2(float(ys(s + 4) - ys(s - 4)), float(xs(s + 4) - xs(s - 4)))
        for side in (-1, 1):
            lean = side * rng.uniform(0.25, 0.95)
            spot = (float(xs(s)) + rng.normal(0, 2), float(ys(s)) + rng.normal(0, 2))
            sprigs.append((spot, heading + lean, reach * full * rng.uniform(0.8, 1.15), rng.uniform(-0.16, 0.16)))
        if rng.uniform() < 0.55:
            sprigs.append(
                ((float(xs(s)), float(ys(s)) - 3), heading + rng.uniform(-0.3, 0.3), reach * 0.85 * full, 0.12)
            )

    def draw(canvas: skia.Canvas) -> None:
        for spot, turn, length, tone in sprigs:
            _sprig(canvas, spot, turn, length, tone, rng)

    picture = c.sketch(draw)
    mask = picture[..., 3]
    c.over("#01060C", np.clip(c.blur(c.shifted(mask, 3, 7), 5), 0, 1) * 0.75)
    c.stamp(picture)
    # The garland is round: its lower side lies in its own shade.
    shade = np.clip(c.blur(mask, 6) - c.shifted(c.blur(mask, 6), 3, 9), 0, 1) - np.clip(
        c.blur(mask, 6) - c.shifted(c.blur(mask, 6), -3, -9), 0, 1
    )
    c.light("#9CE0B0", mask * np.clip(shade, 0, 1) * 0.28)
    c.shade("#01100C", mask * np.clip(-shade, 0, 1) * 0.75)


def _sprig(
    canvas: skia.Canvas, spot: tuple[float, float], turn: float, length: float, tone: float, rng: np.random.Generator
) -> None:
    """One twig: needles in pairs, dark at its root and frosted at its tip, over their own dark bed."""
    lit = -math.sin(turn) * 0.55 - math.cos(turn) * 0.25
    frosted = rng.uniform() < 0.30
    pairs = max(7, round(length / 2.3))
    for layer in ("bed", "needles"):
        for k in range(pairs):
            u = k / (pairs - 1)
            x, y = spot[0] + length * u * math.cos(turn), spot[1] + length * u * math.sin(turn) + 3.5 * u * u
            reach = (10.5 - 4.5 * u) * (0.6 + length / 60)
            for side in (-1, 1):
                a = turn + side * (0.95 - 0.45 * u) + rng.normal(0, 0.10)
                ex, ey = x + reach * math.cos(a), y + reach * math.sin(a)
                if layer == "bed":
                    _stroke(canvas, x + 1, y + 2, ex + 1, ey + 2, "#020F0B", 2.6, 0.85)
                    continue
                facing = -math.sin(a) * 0.7 - math.cos(a) * 0.3
                level = 0.42 + 0.34 * u + 0.22 * facing + 0.12 * lit + tone + rng.normal(0, 0.06)
                colour = ramp(np.array(np.clip(level, 0, 1)), [(i / 5, hue) for i, hue in enumerate(NEEDLES)])
                _stroke(canvas, x, y, ex, ey, colour, 1.5, 1.0)
                if frosted and facing > -0.1 and u > 0.35:
                    _stroke(canvas, x + (ex - x) * 0.6, y + (ey - y) * 0.6, ex, ey, FROST, 1.2, 0.85)


def _stroke(
    canvas: skia.Canvas,
    x: float,
    y: float,
    to_x: float,
    to_y: float,
    colour: np.ndarray | str,
    width: float,
    alpha: float,
) -> None:
    r, g, b = rgb(colour) if isinstance(colour, str) else colour
    paint = skia.Paint(
        AntiAlias=True,
        Color=skia.Color4f(float(r), float(g), float(b), alpha).toColor(),
        StrokeWidth=width,
        Style=skia.Paint.kStroke_Style,
        StrokeCap=skia.Paint.kRound_Cap,
    )
    canvas.drawLine(x, y, to_x, to_y, paint)


LAMPS = ("#FFD070", "#FF7A6A", "#7CE8FF")


def _lamps(c: Canvas, garland: Garland) -> None:
    """Small lamps along the garland: warm points at rest; burning in three colours with their light on the fir."""
    rng = np.random.default_rng(4)
    spots = [_point(garland.top, (i + 0.5) / 22) for i in range(22)]
    spots += [_point(side, u) for side in garland.sides for u in np.linspace(0.16, 0.96, 8)]
    for i, (x, y) in enumerate(spots):
        jitter = rng.uniform(-8, 8)
        colour = LAMPS[i % 3] if garland.lights else "#FFD880"
        q = c.part(skia.Rect.MakeLTRB(x - 8, y - 8, x + 8, y + 8), 34)
        r = np.hypot(q.x - x, q.y + jitter - y)
        glow = 0.75 if garland.lights else 0.35
        q.over(colour, np.exp(-((r / (15 if garland.lights else 10)) ** 2)) * glow * 0.6)
        q.over(colour, np.clip((4.0 - r) * q.scale + 0.5, 0, 1))
        q.over("#FFFFFF", np.exp(-((np.hypot(q.x - x + 1, q.y + jitter - y + 1.2) / 2.2) ** 2)) * 0.95)
        c.join(q)


# bows -------------------------------------------------------------------------------------------------------------


def bow(c: Canvas, x: float, y: float, size: float) -> None:
    """A velvet bow with a gilt hem: tails that fold, loops that show their dark inside, a gathered knot."""
    for side in (-1, 1):
        tail = _tail(size)
        _velvet(c, [(x + side * px, y + py) for px, py in tail], x, y, size, folds=2.6, fan=False)
    for side in (-1, 1):
        back = [(x + side * size * px, y + size * py) for px, py in _curve(_BACK)]
        _velvet(c, back, x, y, size, folds=3.0, fan=True, dark=0.55)
        front = [(x + side * size * px, y + size * py) for px, py in _curve(_LOOP)]
        _velvet(c, front, x, y, size, folds=5.0, fan=True)
    knot = [(x + size * px, y + size * py) for px, py in _curve(_KNOT)]
    _velvet(c, knot, x, y - size * 0.5, size, folds=7.0, fan=True, hem=False)


_LOOP = (
    (0.06, -0.10),
    (0.36, -0.52),
    (0.86, -0.62),
    (0.98, -0.30),
    (1.00, 0.06),
    (0.84, 0.30),
    (0.46, 0.22),
    (0.06, 0.10),
)
_BACK = ((0.20, -0.16), (0.50, -0.40), (0.84, -0.44), (0.88, -0.18), (0.78, 0.02), (0.50, 0.06), (0.20, 0.02))
_KNOT = (
    (-0.15, -0.18),
    (0.0, -0.22),
    (0.15, -0.18),
    (0.18, 0.0),
    (0.15, 0.20),
    (0.0, 0.24),
    (-0.15, 0.20),
    (-0.18, 0.0),
)


def _curve(points: tuple[tuple[float, float], ...], count: int = 12) -> list[tuple[float, float]]:
    """A closed smooth line through `points` (Catmull-Rom)."""
    out = []
    n = len(points)
    for i in range(n):
        p0, p1, p2, p3 = (np.array(points[(i + k - 1) % n]) for k in range(4))
        for t in np.linspace(0, 1, count, endpoint=False):
            value = 0.5 * (
                2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2 + (3 * p1 - p0 - 3 * p2 + p3) * t**3
            )
            out.append((float(value[0]), float(value[1])))
    return out


def _tail(size: float) -> list[tuple[float, float]]:
    """One tail, swinging outwards, cut in a swallow's notch."""
    u = np.linspace(0, 1, 24)
    mx, my = 0.04 + 0.50 * u + 0.06 * np.sin(u * 5.5), 0.04 + 1.12 * u
    tx, ty = np.gradient(mx), np.gradient(my)
    norm = np.hypot(tx, ty)
    half = 0.09 + 0.13 * u
    right = np.stack([mx + ty / norm * half, my - tx / norm * half], 1)
    left = np.stack([mx - ty / norm * half, my + tx / norm * half], 1)
    notch = [(mx[-1] - tx[-1] / norm[-1] * 0.13, my[-1] - ty[-1] / norm[-1] * 0.13)]
    return [(size * float(px), size * float(py)) for px, py in [*right, *notch, *left[::-1]]]


def _velvet(
    c: Canvas,
    outline: list[tuple[float, float]],
    x: float,
    y: float,
    size: float,
    *,
    folds: float,
    fan: bool,
    dark: float = 1.0,
    hem: bool = True,
) -> None:
    """Cloth within `outline`: soft folds that fan out from (x, y), a lit crown, a dark seam and a gilt hem."""
    path = polygon(outline)
    q = c.part(path.getBounds(), 14)
    mask = q.mask(path)
    d = q.inside(mask)
    q.shadow(mask, dx=1, dy=4, blur=3, alpha=0.7)
    q.over("#20020A", q.grown(mask, 1.3))
    angle, radius = np.arctan2(q.y - y, q.x - x), np.hypot(q.x - x, q.y - y) / size
    wave = (
        np.cos(angle * folds * 3.1 + 0.8 * np.sin(radius * 5))
        if fan
        else np.cos(((q.x - x) / size * np.sign(q.x - x) - 0.45 * (q.y - y) / size) * folds * 9)
    )
    height = size * (0.20 * np.sqrt(np.clip(d / (size * 0.16), 0, 1)) + 0.030 * wave * np.clip(radius * 1.8, 0.2, 1))
    n = normals(q.blur(height.astype(np.float32), size * 0.012), q.scale)
    key = np.clip(n @ np.array([-0.46, -0.72, 0.52], np.float32), 0, 1)
    sheen = np.clip(1 - n[..., 2], 0, 1) ** 1.5  # cloth is brightest where it turns away
    level = (0.16 + 0.62 * key**1.4 + 0.30 * sheen * key) * dark + 0.04 * (slow_noise(q.shape, 6, 3) - 0.5)
    q.over(ramp(np.clip(level, 0, 1), JEWEL_RED), mask)
    q.shade("#1A0106", mask * np.exp(-d / (size * 0.03)) * 0.6)
    if hem:
        line = np.exp(-(((d - size * 0.055) / (size * 0.016)) ** 2)) * mask
        q.over(ramp(np.clip(0.25 + 0.75 * key, 0, 1), ((0, "#6A2E08"), (0.5, "#E8A83A"), (1, "#FFF3C0"))), line * 0.9)
    c.join(q)
