"""Carved work: leaves, scrolls and beads cut into one height field and lit once; feathered wings."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
import skia

from sprites.source.colours import Palette, Ramp, ramp
from sprites.source.kit.paint import Canvas
from sprites.source.kit.relief import normals, occlusion, studio
from sprites.source.kit.shapes import Point, disc, feather, line, polygon

GILT: Ramp = (
    (0.00, "#2A0B06"),
    (0.14, "#5E220A"),
    (0.30, "#A2550E"),
    (0.46, "#D98E1C"),
    (0.62, "#F7C345"),
    (0.80, "#FFE48A"),
    (0.98, "#FFF8D8"),
    (1.20, "#FFFFFF"),
)
"""A warm deep gold: only its top tenth is near white."""
ICE: Ramp = (
    (0.00, "#0A1430"),
    (0.14, "#1F3A66"),
    (0.30, "#4E7DAA"),
    (0.46, "#86B4D6"),
    (0.62, "#BFE0F2"),
    (0.80, "#E6F6FF"),
    (0.98, "#FFFFFF"),
    (1.20, "#FFFFFF"),
)
PEARL: Ramp = (
    (0.00, "#4A3F8A"),
    (0.22, "#8F86CE"),
    (0.42, "#C9C2F2"),
    (0.62, "#EFE9FF"),
    (0.90, "#FFFFFF"),
    (1.20, "#FFFFFF"),
)


class Carving:
    """A height field over a canvas to which pieces are added, each over what lies below; `paint` lights it once."""

    def __init__(self, canvas: Canvas, mask: np.ndarray | None = None, height: np.ndarray | None = None) -> None:
        self.canvas = canvas
        self.mask = np.zeros(canvas.shape, np.float32) if mask is None else mask.astype(np.float32)
        self.height = np.zeros(canvas.shape, np.float32) if height is None else height.astype(np.float32)
        self._seams = np.zeros(canvas.shape, np.float32)

    def add(
        self,
        path: skia.Path,
        high: float,
        base: float = 0.0,
        *,
        grooves: Sequence[tuple[skia.Path, float, float]] = (),
        seam: float = 0.8,
    ) -> None:
        """Lays a rounded piece `high` pixels above `base` over what is there; `grooves` are (path, width, depth)."""
        bounds = path.computeTightBounds()
        if bounds.width() < 0.5:
            return
        c = self.canvas
        part = c.part(bounds, 4)
        mask = part.mask(path)
        inside = part.inside(mask)
        t = np.clip(inside / max(float(inside.max()), 0.5), 0, 1)
        height = base + high * np.sqrt(1 - (1 - t) ** 2)
        for groove, width, depth in grooves:
            height -= depth * part.blur(part.stroke(groove, width), 0.35)
        ring = np.clip(part.grown(mask, seam) - mask, 0, 1)
        there, here = _overlap(c, part)
        if there is None or here is None:
            return
        mask, height, ring = mask[here], height[here].astype(np.float32), ring[here]
        self._seams[there] = np.maximum(self._seams[there] * (1 - mask), ring * (self.mask[there] > 0.1))
        self.height[there] = self.height[there] * (1 - mask) + height * mask
        self.mask[there] = np.maximum(self.mask[there], mask)

    def bead(self, x: float, y: float, radius: float, base: float = 2.5) -> None:
        """Adds half a ball."""
        self.add(disc(x, y, radius), radius, base)

    def paint(
        self,
        stops: Ramp,
        ink: str,
        *,
        soften: float = 0.55,
        shadow: bool = True,
        wear: float = 0.5,
        seed: int = 1,
    ) -> None:
        """Lights the field with the studio. `wear` rubs the highest edges bright; hollows keep a patina."""
        c = self.canvas
        mask = np.clip(self.mask, 0, 1)
        if shadow:
            c.over("#05020F", np.clip(c.blur(c.shifted(mask, 1.2, 3.2), 2.6), 0, 1) * 0.7)
        c.over(ink, c.grown(mask, 1.1))
        height = c.blur(self.height, soften)
        level = studio(normals(height, c.scale), c, 0.5)
        level = level * (1 - 0.95 * occlusion(height, c, 2.2, 1.3)) * (1 - 0.6 * occlusion(height, c, 6.0, 1.0))
        noise = slow_noise(c.shape, 24, seed)
        crest = np.clip((height - c.blur(height, 2.0)) * 0.9, 0, 1)
        level = (level + crest * wear * (0.35 + noise * 0.9)) * (0.90 + 0.16 * noise)
        c.over(ramp(np.clip(level, 0, 1.2), stops), mask)
        c.shade(ink, self._seams * 0.85)


def _overlap(canvas: Canvas, part: Canvas) -> tuple[tuple[slice, slice] | None, tuple[slice, slice] | None]:
    """Where `part` lies in `canvas`, and which of its pixels lie there; None if it lies outside."""
    y = (part.origin[1] - canvas.origin[1]) * canvas.scale
    x = (part.origin[0] - canvas.origin[0]) * canvas.scale
    top, left = max(y, 0), max(x, 0)
    foot, right = min(y + part.shape[0], canvas.shape[0]), min(x + part.shape[1], canvas.shape[1])
    if foot <= top or right <= left:
        return None, None
    return (slice(top, foot), slice(left, right)), (slice(top - y, foot - y), slice(left - x, right - x))


def slow_noise(shape: tuple[int, int], cell: int, seed: int) -> np.ndarray:
    """Smooth noise 0..1 that changes over about `cell` drawn pixels."""
    rng = np.random.default_rng(seed)
    small = rng.uniform(0, 1, (shape[0] // cell + 2, shape[1] // cell + 2)).astype(np.float32)
    return cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)


# strokes ----------------------------------------------------------------------------------------------------------


def tapered(points: np.ndarray | Sequence[Point], first: float, last: float, swell: float = 0.0) -> skia.Path:
    """A stroke along `points` whose width runs from `first` to `last`, swelling between them."""
    at = np.asarray(points, float)
    along = np.gradient(at, axis=0)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-6)
    across = np.stack([-along[:, 1], along[:, 0]], 1)
    u = np.linspace(0, 1, len(at))
    half = ((first + (last - first) * u + swell * np.sin(u * np.pi)) / 2)[:, None]
    return polygon([tuple(point) for point in np.vstack([at + across * half, (at - across * half)[::-1]])])


def spiral(
    x: float, y: float, first: float, last: float, start: float, turns: float, *, hand: int = 1, points: int = 60
) -> np.ndarray:
    """Points of a spiral from radius `first` to `last`, from `start` degrees, clockwise if `hand` is 1."""
    angle = np.radians(start) + hand * np.linspace(0, turns * 2 * np.pi, points)
    radius = np.linspace(first, last, points)
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], 1)


def bezier(a: Point, b: Point, c: Point, d: Point, points: int = 30) -> np.ndarray:
    """Points of a cubic curve."""
    t = np.linspace(0, 1, points)[:, None]
    return (
        (1 - t) ** 3 * np.array(a)
        + 3 * (1 - t) ** 2 * t * np.array(b)
        + 3 * (1 - t) * t * t * np.array(c)
        + t**3 * np.array(d)
    )


def acanthus(
    k: Carving,
    x: float,
    y: float,
    length: float,
    width: float,
    degrees: float,
    *,
    bend: float = 0.0,
    lobes: int = 3,
    base: float = 3.0,
    high: float = 4.0,
    hand: int = 1,
) -> None:
    """A lobed leaf from (x, y) towards `degrees` (0 right, clockwise): lobes in pairs over a grooved midrib."""
    turn = math.radians(degrees)

    def at(u: float, v: float) -> Point:
        lean = bend * u
        px = length * u * math.cos(lean * 0.5) - math.sin(lean) * hand * v
        py = length * u * math.sin(lean * 0.5) * hand + math.cos(lean) * v
        return x + px * math.cos(turn) - py * math.sin(turn), y + px * math.sin(turn) + py * math.cos(turn)

    for i in range(lobes):
        u = 0.10 + 0.62 * i / max(lobes, 1)
        w = width * 0.52 * (1.0 - 0.30 * i / lobes)
        for side in (-1, 1):
            lobe = bezier(
                at(u, 0), at(u + 0.10, side * w * 0.55), at(u + 0.28, side * w), at(u + 0.47, side * w * 0.62), 16
            )
            groove = line(*[tuple(point) for point in lobe[3:12]])
            k.add(
                tapered(lobe, length * 0.08, 0.8, width * 0.36),
                high * 0.95,
                base - 0.4 + 0.25 * i,
                grooves=[(groove, 1.0, high * 0.22)],
            )
    rib = [at(u, 0) for u in np.linspace(0, 1, 24)]
    k.add(
        tapered(rib, width * 0.34, 1.0, width * 0.22),
        high * 1.1,
        base + 0.8,
        grooves=[(line(*rib[1:20]), 1.3, high * 0.35)],
    )


# feathers ---------------------------------------------------------------------------------------------------------

ROWS = (
    # count, length, width, first and last angle, how far out and down the roots stand (all of the span)
    (7, 1.00, 0.150, 26, 92, 0.30, 0.00),
    (6, 0.68, 0.140, 44, 118, 0.22, 0.05),
    (6, 0.42, 0.120, 30, 124, 0.15, 0.03),
    (5, 0.24, 0.100, 24, 120, 0.09, 0.02),
)
"""A wing's feathers from the back: primaries, secondaries, and two rows of coverts."""


def wings(
    c: Canvas,
    x: float,
    y: float,
    span: float,
    palette: Palette,
    *,
    stops: Ramp = PEARL,
    edge: Ramp = GILT,
    droop: float = 0.0,
    root: str = "#B58CFF",
) -> None:
    """A pair of wings; (x, y) is between their roots. Every feather tapers, has a shaft and casts a shadow."""
    for side in (-1, 1):
        for count, length, width, first, last, out, down in ROWS:
            for i in range(count - 1, -1, -1):
                t = i / (count - 1)
                long = span * length * (1 - 0.36 * t**1.2)
                at = (x + side * span * (out * (1 - 0.62 * t) + 0.05), y + span * (-0.16 + 0.22 * t + down))
                _feather(
                    c,
                    at,
                    long,
                    span * width,
                    first + (last - first) * t + droop,
                    side,
                    span,
                    palette,
                    stops,
                    edge,
                    root,
                )


def _feather(
    c: Canvas,
    at: Point,
    length: float,
    width: float,
    degrees: float,
    side: int,
    span: float,
    palette: Palette,
    stops: Ramp,
    edge: Ramp,
    root: str,
) -> None:
    matrix = skia.Matrix()
    matrix.preTranslate(*at)
    matrix.preRotate(side * degrees)
    matrix.preScale(side, 1)
    path = skia.Path()
    feather(0, 0, length, width, 0).transform(matrix, path)
    q = c.part(path.getBounds(), 7 + span * 0.03)
    mask = q.mask(path)
    d = q.inside(mask)
    q.shadow(mask, dx=0.010 * span, dy=0.022 * span, blur=1.0 + 0.018 * span, alpha=0.55, colour="#1A0C3C")
    q.over(palette.ink, q.grown(mask, 0.9))
    turn = math.radians(side * degrees)
    along = ((q.x - at[0]) * math.sin(turn) - (q.y - at[1]) * math.cos(turn)) / length
    across = (q.x - at[0]) * math.cos(turn) + (q.y - at[1]) * math.sin(turn)
    barbs = np.sin((along * length + np.abs(across) * 1.3) * 2.0 * (90.0 / span) ** 0.8)
    height = 0.34 * width * np.sqrt(np.clip(d / (width * 0.42), 0, 1))
    height -= 0.012 * span * np.exp(-((across / (0.007 * span + 0.3)) ** 2))
    height += 0.0022 * min(span, 150) * barbs * np.clip(d / (0.03 * span), 0, 1)
    level = studio(normals(q.blur(height.astype(np.float32), 0.5), q.scale), q, 0.1) * 0.50 + 0.36
    level = level * (0.60 + 0.46 * np.clip(along, 0, 1)) - 0.06 * (across * side > 0)
    q.over(ramp(level, stops), mask)
    q.shade(root, mask * np.exp(-((np.clip(along, 0, 1) / 0.42) ** 2)) * 0.42)
    q.over(ramp(0.55 + 0.35 * (across < 0), edge), np.clip(1 - d / max(0.9, 0.006 * span), 0, 1) * mask * 0.85)
    c.join(q)
