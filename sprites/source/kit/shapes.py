"""Outlines used again and again: rounded boxes, stars, hearts, moons, wings, leaves; all in finished pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence

import skia

Point = tuple[float, float]


def box(x: float, y: float, w: float, h: float, radius: float = 0) -> skia.Path:
    """A rectangle with rounded corners."""
    path = skia.Path()
    path.addRoundRect(skia.Rect.MakeXYWH(x, y, w, h), radius, radius)
    return path


def disc(x: float, y: float, radius: float) -> skia.Path:
    """A filled circle."""
    path = skia.Path()
    path.addCircle(x, y, radius)
    return path


def polygon(points: Sequence[Point], *, closed: bool = True) -> skia.Path:
    """Straight lines through `points`."""
    path = skia.Path()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    if closed:
        path.close()
    return path


def line(*points: Point) -> skia.Path:
    """An open line through `points`, for stroking."""
    return polygon(points, closed=False)


def joined(*paths: skia.Path) -> skia.Path:
    """All `paths` as one."""
    whole = skia.Path()
    for path in paths:
        whole.addPath(path)
    return whole


def polar(x: float, y: float, radius: float, degrees: float) -> Point:
    """The point at `radius` from (x, y); 0 degrees is up, going clockwise."""
    a = math.radians(degrees - 90)
    return x + radius * math.cos(a), y + radius * math.sin(a)


def star(x: float, y: float, outer: float, inner: float, points: int, turn: float = 0) -> skia.Path:
    """A star with straight edges, one point up."""
    step = 180 / points
    return polygon([polar(x, y, outer if k % 2 == 0 else inner, turn + k * step) for k in range(2 * points)])


def twinkle(x: float, y: float, radius: float, waist: float = 0.16) -> skia.Path:
    """A four-pointed glint with hollow sides."""
    path = skia.Path()
    path.moveTo(*polar(x, y, radius, 0))
    for k in range(4):
        path.quadTo(*polar(x, y, radius * waist, 45 + 90 * k), *polar(x, y, radius, 90 * (k + 1)))
    path.close()
    return path


def heart(x: float, y: float, width: float) -> skia.Path:
    """A full heart centred on (x, y), `width` across and about as high."""
    s = width / 2
    path = skia.Path()
    path.moveTo(x, y + 0.95 * s)
    path.cubicTo(x - 0.35 * s, y + 0.62 * s, x - 1.0 * s, y + 0.22 * s, x - 1.0 * s, y - 0.32 * s)
    path.cubicTo(x - 1.0 * s, y - 0.98 * s, x - 0.22 * s, y - 1.02 * s, x, y - 0.48 * s)
    path.cubicTo(x + 0.22 * s, y - 1.02 * s, x + 1.0 * s, y - 0.98 * s, x + 1.0 * s, y - 0.32 * s)
    path.cubicTo(x + 1.0 * s, y + 0.22 * s, x + 0.35 * s, y + 0.62 * s, x, y + 0.95 * s)
    path.close()
    return path


def crescent(x: float, y: float, radius: float, turn: float = -35, bite: float = 0.82) -> skia.Path:
    """A moon open to the right before `turn` degrees are added."""
    whole = disc(x, y, radius)
    hole = disc(*polar(x, y, radius * 0.42, 90 + turn), radius * bite)
    return skia.Op(whole, hole, skia.PathOp.kDifference_PathOp)


def feather(x: float, y: float, length: float, width: float, degrees: float) -> skia.Path:
    """A blade rooted at (x, y), rounded at the tip and pointing along `degrees` (0 up, clockwise)."""
    path = skia.Path()
    path.moveTo(0, 0)
    path.cubicTo(-width * 0.55, -length * 0.25, -width * 0.62, -length * 0.78, -width * 0.08, -length)
    path.cubicTo(width * 0.50, -length * 0.92, width * 0.62, -length * 0.35, 0, 0)
    path.close()
    return placed(path, x, y, degrees)


def leaf(x: float, y: float, length: float, width: float, degrees: float) -> skia.Path:
    """A pointed leaf rooted at (x, y)."""
    path = skia.Path()
    path.moveTo(0, 0)
    path.cubicTo(-width * 0.75, -length * 0.25, -width * 0.5, -length * 0.72, 0, -length)
    path.cubicTo(width * 0.5, -length * 0.72, width * 0.75, -length * 0.25, 0, 0)
    path.close()
    return placed(path, x, y, degrees)


def placed(path: skia.Path, x: float, y: float, degrees: float = 0, scale: float = 1) -> skia.Path:
    """`path` turned clockwise by `degrees`, scaled, then moved so that its origin is at (x, y)."""
    matrix = skia.Matrix()
    matrix.preTranslate(x, y)
    matrix.preRotate(degrees)
    matrix.preScale(scale, scale)
    moved = skia.Path()
    path.transform(matrix, moved)
    return moved


def mirrored(path: skia.Path, axis: float) -> skia.Path:
    """`path` flipped left to right about x = `axis`."""
    matrix = skia.Matrix()
    matrix.preTranslate(2 * axis, 0)
    matrix.preScale(-1, 1)
    moved = skia.Path()
    path.transform(matrix, moved)
    return moved


def arc(x: float, y: float, radius: float, start: float, sweep: float) -> skia.Path:
    """An open arc for stroking; degrees with 0 up, clockwise."""
    path = skia.Path()
    path.addArc(skia.Rect.MakeLTRB(x - radius, y - radius, x + radius, y + radius), start - 90, sweep)
    return path
