"""Small pieces of jewellery and trim: gilt bands, the compass star, snowflakes, pearls and fur."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from .brush import Curve, Layer, ellipse, linear, offset, radial, resample, spline, star, tangents
from .palette import FUR, GOLD, SILVER, Tone


def gild(layer: Layer, curve: Curve, width: float, rim: float = 1.8, taper: float = 0.0, metal: Tone = GOLD) -> None:
    """A pressed metal braid along a curve: it thins where it turns away, ends in points and is lit by its direction."""
    points = np.asarray(curve, float)
    length = float(np.sum(np.hypot(*np.diff(points, axis=0).T)))
    points = resample(points, max(14, int(length / 3)))
    t = tangents(points)
    out = np.c_[t[:, 1], -t[:, 0]]
    out[out[:, 1] > 0] *= -1  # upwards
    u = np.linspace(0, 1, len(points))
    ends = np.clip(np.minimum(u, 1 - u) * length / max(26.0, taper * length), 0, 1) ** 0.6
    facing = np.abs(t[:, 0])  # lying braid shows its face, standing braid its edge
    half = width * 0.5 * (0.62 + 0.38 * facing) * (0.1 + 0.9 * ends)

    def band(low: float, high: float, grow: float = 0.0) -> Curve:
        a, c = (
            points + out * (half * low + np.sign(low) * grow)[:, None],
            points + out * (half * high + np.sign(high) * grow)[:, None],
        )
        return np.vstack([a, c[::-1]])

    layer.fill(band(-1, 1, rim), metal.ink)
    layer.fill(band(-1, 1), metal.shade)
    upper = points + out * (half * 0.95)[:, None]
    lower = points - out * (half * (0.25 + 0.3 * facing))[:, None]
    layer.fill(np.vstack([upper, lower[::-1]]), metal.base)
    # The light comes and goes with the direction of the braid.
    light = np.clip(t[:, 0] * 0.55 * np.sign(t[:, 0]) + 0.45 - 0.55 * np.sign(t[:, 0]) * t[:, 1], 0, 1) ** 1.6
    mid = points + out * (half * 0.45)[:, None]
    reach = out * (half * 0.34 * light * ends)[:, None]
    layer.fill(np.vstack([mid + reach, (mid - reach)[::-1]]), metal.high)


def gem(layer: Layer, x: float, y: float, rx: float, ry: float, colour: str = "#58c8ff", metal: Tone = GOLD) -> None:
    """A domed stone in a dark setting."""
    layer.fill(ellipse(x, y, rx * 1.3, ry * 1.25), metal.ink)
    layer.fill(ellipse(x, y, rx, ry), radial((x - rx * 0.3, y - ry * 0.4), rx * 1.5, "#eaffff", colour, "#1b3fae"))
    layer.fill(ellipse(x - rx * 0.32, y - ry * 0.4, rx * 0.26, ry * 0.2, -20), "#ffffff", 0.95)


def compass(
    layer: Layer,
    x: float,
    y: float,
    radius: float,
    stone: str = "#58c8ff",
    ink: float = 2.2,
    turn: float = 0.0,
    metal: Tone = GOLD,
) -> None:
    """Her emblem, a compass rose: every point is split into a light and a dark half."""
    for size, twist, light, dark in (
        (radius * 0.62, 45.0, metal.base, metal.deep),
        (radius, 0.0, metal.high, metal.shade),
    ):
        points = star(x, y, size, 0.27, 4, -90 + twist + turn)
        layer.line(points, ink * 2, metal.ink, closed=True, weight=0)
        for i in range(0, 8, 2):
            layer.fill([points[i], points[i - 1], (x, y)], light)
            layer.fill([points[i], points[(i + 1) % 8], (x, y)], dark)
    layer.fill(ellipse(x, y, radius * 0.2, radius * 0.2), metal.ink)
    layer.fill(
        ellipse(x, y, radius * 0.16, radius * 0.16),
        radial((x - radius * 0.05, y - radius * 0.06), radius * 0.22, "#e8fbff", stone, "#1b3fae"),
    )


def snowflake(layer: Layer, x: float, y: float, radius: float, turn: float = 0.0, metal: Tone = SILVER) -> None:
    """A six-armed crystal in bright metal with a blue heart."""
    strokes: list[Curve] = []
    for arm in range(6):
        a = np.radians(turn + 60 * arm - 90)
        along, side = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
        centre = np.array([x, y])
        strokes.append(np.array([centre, centre + along * radius]))
        for place, length in ((0.42, 0.26), (0.68, 0.24)):
            for sign in (-1, 1):
                root = centre + along * radius * place
                strokes.append(np.array([root, root + (along * 0.8 + side * sign) * radius * length]))
    for width, colour in ((0.2, metal.ink), (0.115, metal.base), (0.05, metal.high)):
        for stroke in strokes:
            shift = np.array([0, -radius * 0.015]) if colour == metal.high else np.zeros(2)
            layer.line(stroke + shift, radius * width, colour, 0, 0.12 if colour == metal.high else 0)
    gem(layer, x, y, radius * 0.15, radius * 0.15, "#6fd8ff", metal)


def twinkle(layer: Layer, x: float, y: float, radius: float, colour: str = "#ffffff", alpha: float = 1.0) -> None:
    """A thin four-pointed glint."""
    layer.fill(star(x, y, radius, 0.13), colour, alpha)


def pearl(layer: Layer, x: float, y: float, radius: float) -> None:
    """A round pearl with an ink edge."""
    layer.fill(ellipse(x, y, radius * 1.38, radius * 1.38), GOLD.ink)
    layer.fill(
        ellipse(x, y, radius, radius),
        radial((x - radius * 0.35, y - radius * 0.4), radius * 1.5, "#ffffff", "#dff0ff", "#6aa0e8"),
    )


def tufted(outline: Callable[[float], tuple[float, float]], count: int, size: float, lean: float, seed: int) -> Curve:
    """A closed outline of curved tufts about `outline` (a closed path over 0..1); positive size points outwards."""
    chance = random.Random(seed)
    points: list[Curve] = []
    for i in range(count):
        a, b = np.array(outline(i / count)), np.array(outline((i + 1) / count))
        d = b - a
        out = np.array([d[1], -d[0]]) / (np.hypot(*d) + 1e-6) * size * chance.uniform(0.65, 1.35)
        tip = a + d * (0.5 + lean) + out
        rise = spline([a, a + out * 0.6 + d * 0.12, tip], step=2)
        fall = spline([tip, b + out * 0.12 - d * 0.04, b], step=2)
        points += [rise, fall]
    return np.vstack(points)


def fur_band(layer: Layer, spine: Curve, width: float, seed: int, tone: Tone = FUR, ink: float = 3.0) -> None:
    """A soft roll of white fur along an open curve: tufted edges, a shaded underside and flecks of hair."""
    chance = random.Random(seed)
    length = float(np.sum(np.hypot(*np.diff(spine, axis=0).T)))
    points = resample(spine, max(12, int(length / 4)))
    t = tangents(points)
    out = np.c_[t[:, 1], -t[:, 0]]
    # Close the roll with half circles so that the tufts run round its ends too.
    half = np.linspace(0, np.pi, 9)[1:-1, None]
    right, left = points + out * width / 2, points - out * width / 2
    cap_end = points[-1] + (out[-1] * np.cos(half) + t[-1] * np.sin(half)) * width / 2
    cap_begin = points[0] + (-out[0] * np.cos(half) - t[0] * np.sin(half)) * width / 2
    loop = np.vstack([right, cap_end, left[::-1], cap_begin])
    around = float(np.sum(np.hypot(*np.diff(loop, axis=0).T)))
    even = resample(np.vstack([loop, loop[:1]]), 600)
    area = float(np.sum(even[:-1, 0] * even[1:, 1] - even[1:, 0] * even[:-1, 1]))
    if area < 0:
        even = even[::-1]

    def walk(u: float) -> tuple[float, float]:
        x, y = even[round((u % 1.0) * 599)]
        return float(x), float(y)

    shape = tufted(walk, max(10, int(around / (width * 0.34))), width * 0.16, 0.35, seed)
    layer.fill(shape, tone.base)
    # The underside: below the middle line in page terms.
    low = even + offset(width * 0.08, width * 0.30)
    inner = tufted(
        lambda u: (walk(u)[0] - width * 0.07, walk(u)[1] - width * 0.27),
        max(10, int(around / (width * 0.4))),
        width * 0.12,
        0.3,
        seed + 1,
    )
    layer.fill(low, tone.shade, 0.8, clip=shape)
    layer.edge_band(inner, shape, "#cdd2fb", width * 0.16, 0.5)
    layer.fill(inner, linear(tuple(even.min(0)), tuple(even.max(0)), "#ffffff", tone.base), 1.0, clip=shape)
    for _ in range(int(length / 9)):
        i = chance.randrange(len(points))
        place = points[i] + out[i] * width * chance.uniform(-0.36, 0.36)
        bend = np.array([chance.uniform(4, 8), chance.uniform(-5, 3)]) * width / 50
        dark = chance.random() < 0.55
        layer.line(
            spline([place, place + bend * 0.6 + offset(0, -2), place + bend * 1.4]),
            1.7,
            tone.shade if dark else "#ffffff",
            0.2,
            0.6,
            alpha=0.75,
            clip=shape,
        )
    layer.line(shape, ink, tone.ink, closed=True)
