"""Two-dimensional outlines of the symbols: closed polygons in scene units, x right, y up."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Polygon corners, shape (n, 2), counter-clockwise unless said otherwise, first corner not repeated."""


def on_circle(radius: float, angle: float) -> tuple[float, float]:
    """The point at `radius` in direction `angle` (radians from the x axis)."""
    return radius * cos(angle), radius * sin(angle)


def bezier(
    p0: tuple[float, float],
    p1: tuple[float, float],
    p2: tuple[float, float],
    p3: tuple[float, float],
    count: int,
) -> Points:
    """`count` points of a cubic Bezier curve, without its last point."""
    t = np.linspace(0, 1, count, endpoint=False)[:, None]
    a, b, c, d = (np.array(p, float) for p in (p0, p1, p2, p3))
    return (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t**3 * d


def resample(outline: Points, count: int, closed: bool = True) -> Points:
    """The same curve with `count` points evenly spaced along its length."""
    path = np.vstack([outline, outline[:1]]) if closed else np.asarray(outline, float)
    along = np.r_[0, np.cumsum(np.hypot(*np.diff(path, axis=0).T))]
    wanted = np.linspace(0, along[-1], count, endpoint=not closed)
    return np.c_[np.interp(wanted, along, path[:, 0]), np.interp(wanted, along, path[:, 1])]


def polar(radius_at: Callable[[float], float], count: int = 256) -> Points:
    """Outline given by its radius as a function of the angle."""
    angles = np.linspace(0, 2 * pi, count, endpoint=False)
    radii = np.array([radius_at(a) for a in angles])
    return np.c_[radii * np.cos(angles), radii * np.sin(angles)]


def inset(outline: Points, distance: float) -> Points:
    """Every corner moved inwards by `distance` along its bisector."""
    outline = np.asarray(outline, float)
    before, after = np.roll(outline, 1, 0), np.roll(outline, -1, 0)
    into, out = outline - before, after - outline
    into /= np.linalg.norm(into, axis=1)[:, None]
    out /= np.linalg.norm(out, axis=1)[:, None]
    normal = np.c_[-into[:, 1], into[:, 0]]
    bisector = normal + np.c_[-out[:, 1], out[:, 0]]
    bisector /= np.linalg.norm(bisector, axis=1)[:, None]
    doubled_area = np.sum(outline[:, 0] * after[:, 1] - after[:, 0] * outline[:, 1])
    slope = np.clip(np.sum(bisector * normal, 1), 0.55, 1)
    return outline + np.sign(doubled_area) * bisector * (distance / slope)[:, None]


def heart(count: int = 96, scale: float = 1.0, dy: float = 0.0) -> Points:
    """A full-cheeked heart about 1.9 wide and 1.85 high before scaling, clockwise from its notch."""
    right = np.vstack(
        [
            bezier((0, 0.50), (0.10, 0.86), (0.46, 0.98), (0.68, 0.84), 40),
            bezier((0.68, 0.84), (1.02, 0.62), (1.06, 0.18), (0.78, -0.18), 40),
            bezier((0.78, -0.18), (0.56, -0.46), (0.22, -0.66), (0, -0.93), 40),
            [[0, -0.93]],
        ]
    )
    right = resample(right, count // 2 + 1, closed=False)
    left = right[1:-1][::-1] * [-1, 1]
    return np.vstack([right, left]) * scale + [0, dy]


def drop(count: int = 24) -> Points:
    """A drop with its point up."""
    quarters = [
        ((0, 1.06), (0.20, 0.62), (0.84, 0.30), (0.84, -0.20)),
        ((0.84, -0.20), (0.84, -0.72), (0.44, -1.0), (0, -1.0)),
        ((0, -1.0), (-0.44, -1.0), (-0.84, -0.72), (-0.84, -0.20)),
        ((-0.84, -0.20), (-0.84, 0.30), (-0.20, 0.62), (0, 1.06)),
    ]
    return resample(np.vstack([bezier(*q, 40) for q in quarters]), count)


def emerald(width: float = 0.80, height: float = 0.98, cut: float = 0.34) -> Points:
    """A tall octagon, as an emerald is cut: sixteen points, corners and edge middles by turns."""
    corners = [
        (width, height - cut),
        (width - cut, height),
        (-width + cut, height),
        (-width, height - cut),
        (-width, -height + cut),
        (-width + cut, -height),
        (width - cut, -height),
        (width, -height + cut),
    ]
    points: list[tuple[float, float]] = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        points += [(ax, ay), ((ax + bx) / 2, (ay + by) / 2)]
    return np.array(points)


def hexagon(radius: float = 0.88, count: int = 24) -> Points:
    """A regular hexagon standing on a point; `radius` is that of the inscribed circle."""
    return polar(lambda a: radius / max(abs(cos(a - k * pi / 3)) for k in range(6)), count)


def rhombus(width: float = 0.96, height: float = 1.06, swell: float = 0.03) -> Points:
    """A standing rhombus with slightly swollen sides and blunted corners."""
    corners = np.array([(width, 0), (0, height), (-width, 0), (0, -height)])
    points = []
    for start, end in zip(corners, np.roll(corners, -1, 0), strict=True):
        for step in range(6):
            t = step / 6
            point = start + (end - start) * t
            points.append(point * (0.95 if step == 0 else 1 + swell * sin(pi * t)))
    return np.array(points)


def star_corners(outer: float, inner: float, count: int = 5, turn: float = 0.0) -> tuple[Points, Points]:
    """Tips and valleys of a star standing on two legs; `turn` in parts of one arm's angle."""
    tips = np.array([on_circle(outer, pi / 2 + 2 * pi * (k + turn) / count) for k in range(count)])
    valleys = np.array([on_circle(inner, pi / 2 + 2 * pi * (k + 0.5 + turn) / count) for k in range(count)])
    return tips, valleys


def star(outer: float, inner: float, count: int = 5) -> Points:
    """A star's outline: tips and valleys by turns."""
    tips, valleys = star_corners(outer, inner, count)
    return np.stack([tips, valleys], 1).reshape(-1, 2)


def crescent_rows(
    radius: float, width: float, opening: float, gap: float, grow: float = 0.0, steps: int = 110
) -> list[tuple[float, float, float, float]]:
    """Cross-sections along an open ring: (angle, outer radius, inner radius, thickness 0..1).

    `opening` is the direction of the gap and `gap` half its angle, both in radians; `grow` widens the ring on
    both sides for an ink line behind it.
    """
    rows = []
    for t in np.linspace(0, 1, steps):
        angle = opening + gap + (2 * pi - 2 * gap) * t
        bulge = sin(pi * t)
        thick = width * bulge**0.62 + 0.004
        rows.append((angle, radius + grow * min(1.0, bulge * 6), radius - thick - grow, thick / width))
    return rows
