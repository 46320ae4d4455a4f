"""The five pay gems: traced, painted from a fixed palette so that no highlight clips, and set in gold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from sprites.source.colours import Ramp, ramp
from sprites.source.kit.paint import Canvas, smoothstep
from sprites.source.symbols import trace
from sprites.source.symbols.canvas import Drawn, bead, bezel, path, sparkle, spline, sprite, stepped
from sprites.source.symbols.tones import DEEP_GOLD
from sprites.source.symbols.trace import Stone, corners_of, crown, edges_of, pavilion, walls

UNIT = 66.0
"""Pixels to a stone's unit."""


@dataclass(frozen=True)
class Gem:
    """One kind of gem. Outline and claws are in stone units, y up."""

    outline: np.ndarray
    stone: Callable[[], Stone]
    size: float
    ink: str
    tones: Ramp
    bezel: float
    """Width of its gold rim, pixels."""
    gain: float
    """How strongly the traced light is taken."""
    contrast: float = 1.15
    scatter: float = 0.14
    """How far neighbouring facets differ beside their light."""
    heart: float = 0.24
    """Light gathered low in the body."""
    claws: tuple[tuple[float, float], ...] = ()
    glint: tuple[float, float] = (-0.42, -0.52)
    vivid: float = 1.16


def _kite_cut(
    outline: np.ndarray, *, table: float, slope: float, star: float = 0, below: tuple[float, float, float]
) -> list[trace.Plane]:
    """Faces from edges and corners alike; `below` are two slopes of the lower faces and how far out the second lie."""
    normals, distances, points = edges_of(outline)
    middle, reach = corners_of(normals, points)
    planes = walls(normals, distances) + crown(normals, distances, slope) + [(0, 0, 1, table)]
    if star:
        planes += crown(middle, reach, star, extra=-0.05)
    return planes + pavilion(normals, distances, below[0]) + pavilion(middle, reach, below[1], extra=below[2])


def _step_cut(outline: np.ndarray) -> list[trace.Plane]:
    """Steps parallel to the edges: an emerald."""
    normals, distances, _ = edges_of(outline)
    planes = walls(normals, distances) + [(0, 0, 1, 0.36)]
    for slope, extra in ((52, 0.0), (33, -0.10)):
        rise = trace.GIRDLE - extra * np.tan(np.radians(52))
        planes += crown(normals, distances + extra, slope, girdle=rise)
    planes += pavilion(normals, distances, 58)
    return planes + pavilion(normals, distances - 0.12, 40, girdle=trace.GIRDLE + 0.12 * np.tan(np.radians(58)))


def heart_half(*, fine: bool = False) -> np.ndarray:
    """The right half of a heart, from the notch to the point."""
    corners = np.array(
        [(0, 0.54), (0.26, 0.87), (0.60, 0.93), (0.90, 0.70), (1.0, 0.30), (0.88, -0.10), (0.56, -0.52), (0.0, -1.04)]
    )
    return spline(corners, closed=False, count=6) if fine else corners


def heart_shape() -> np.ndarray:
    """A whole heart, one unit to either side, y up."""
    half = heart_half(fine=True)
    return np.vstack([half, (half[1:-1] * [-1, 1])[::-1]])


def _heart_stone() -> Stone:
    normals, distances, points = edges_of(heart_half())
    keep = [i for i in range(len(normals)) if normals[i, 0] > -0.99]
    fine_normals, fine_distances, _ = edges_of(heart_half(fine=True))
    outer = fine_normals[:, 0] > -0.95
    planes: list[trace.Plane] = [(-1, 0, 0, 0), *walls(fine_normals[outer], fine_distances[outer])]
    distances = distances + 0.03
    planes += crown(normals[keep], distances[keep], 38)
    middle, reach = corners_of(normals, points)
    side = [i for i in range(len(normals)) if points[i, 0] > 0.05]
    planes += crown(middle[side], reach[side], 27, extra=-0.05) + [(0, 0, 1, 0.30)]
    planes += pavilion(normals[keep], distances[keep], 48) + pavilion(middle[side], reach[side], 40, extra=0.10)
    return Stone(planes, mirrors=(0,), half=True, density=1.7)


_DROP_SIDE = np.array([(0, 1.08), (0.33, 0.62), (0.66, 0.18), (0.82, -0.24), (0.70, -0.64), (0.40, -0.90), (0, -0.98)])
_DROP_COARSE = np.vstack([_DROP_SIDE, (_DROP_SIDE[1:-1] * [-1, 1])[::-1]])
_DROP_CURVE = spline(
    [(0, 1.10), (0.30, 0.62), (0.64, 0.20), (0.83, -0.24), (0.72, -0.68), (0.40, -0.95), (0, -1.03)],
    closed=False,
    count=8,
)


def _drop_stone() -> Stone:
    """A coarse convex stone; the fine outline cuts its picture, for a drop's flanks are hollow."""
    normals, distances, points = edges_of(_DROP_COARSE)
    distances = distances + 0.05
    middle, reach = corners_of(normals, points)
    planes = walls(normals, distances) + crown(normals, distances, 39) + [(0, 0, 1, 0.34)]
    planes += crown(middle, reach, 27, extra=-0.02)
    planes += pavilion(normals, distances, 44) + pavilion(middle, reach, 37, extra=0.06)
    return Stone(planes, density=1.8)


def _regular(count: int, radius: float) -> np.ndarray:
    angle = np.arange(count) / count * 2 * np.pi + np.pi / 2
    return np.c_[radius * np.cos(angle), radius * np.sin(angle)]


_RHOMBUS = np.array(
    [
        (0.93, 0.10),
        (0.93, -0.10),
        (0.10, -1.06),
        (-0.10, -1.06),
        (-0.93, -0.10),
        (-0.93, 0.10),
        (-0.10, 1.06),
        (0.10, 1.06),
    ]
)
_EMERALD = np.array(
    [
        (0.80, 0.66),
        (0.48, 0.98),
        (-0.48, 0.98),
        (-0.80, 0.66),
        (-0.80, -0.66),
        (-0.48, -0.98),
        (0.48, -0.98),
        (0.80, -0.66),
    ]
)
_HEXAGON = _regular(6, 0.98)

GEMS: dict[str, Gem] = {
    "red": Gem(
        heart_shape(),
        _heart_stone,
        size=1.03,
        ink="#2c0413",
        bezel=6.0,
        gain=1.22,
        contrast=1.26,
        scatter=0.24,
        heart=0.33,
        vivid=1.2,
        glint=(-0.60, -0.56),
        claws=((0.58, 0.93), (-0.58, 0.93), (0.95, 0.0), (-0.95, 0.0), (0, -1.04), (0, 0.54)),
        tones=(
            (0, "#2e0014"),
            (0.13, "#86001f"),
            (0.28, "#d60a22"),
            (0.46, "#ff2a2c"),
            (0.64, "#ff4e3a"),
            (0.8, "#ff8c60"),
            (0.94, "#ffd6b0"),
            (1.1, "#fff6e8"),
        ),
    ),
    "blue": Gem(
        _RHOMBUS,
        lambda: Stone(_kite_cut(_RHOMBUS, table=0.40, slope=38, star=26, below=(43, 38, 0.04)), density=1.85),
        size=0.99,
        ink="#060a30",
        bezel=5.2,
        gain=1.26,
        heart=0.28,
        glint=(-0.36, -0.40),
        claws=((0.93, 0), (-0.93, 0), (0, 1.06), (0, -1.06)),
        tones=(
            (0, "#06085a"),
            (0.16, "#0b22a6"),
            (0.36, "#144ce8"),
            (0.55, "#2c82fc"),
            (0.74, "#5cb4ff"),
            (0.89, "#a8e2ff"),
            (1.1, "#f2fbff"),
        ),
    ),
    "green": Gem(
        _EMERALD,
        lambda: Stone(_step_cut(_EMERALD), density=1.8),
        size=0.945,
        ink="#04200f",
        bezel=4.6,
        gain=1.0,
        heart=0.20,
        vivid=1.2,
        glint=(-0.50, -0.66),
        claws=((0.64, 0.82), (-0.64, 0.82), (0.64, -0.82), (-0.64, -0.82)),
        tones=(
            (0, "#021e14"),
            (0.16, "#02402a"),
            (0.36, "#04702f"),
            (0.55, "#109e3a"),
            (0.74, "#3cc850"),
            (0.89, "#94ec88"),
            (1.1, "#effdea"),
        ),
    ),
    "teal": Gem(
        np.vstack([_DROP_CURVE, (_DROP_CURVE[1:-1] * [-1, 1])[::-1]]),
        _drop_stone,
        size=0.875,
        ink="#02222c",
        bezel=4.0,
        gain=0.90,
        heart=0.16,
        vivid=1.3,
        glint=(-0.38, -0.12),
        tones=(
            (0, "#021826"),
            (0.16, "#003e50"),
            (0.36, "#007886"),
            (0.55, "#02a4a6"),
            (0.74, "#26c8c2"),
            (0.89, "#78e2d6"),
            (1.1, "#dcfaf4"),
        ),
    ),
    "yellow": Gem(
        _HEXAGON,
        lambda: Stone(_kite_cut(_HEXAGON, table=0.36, slope=40, below=(44, 36, 0.05)), density=1.8),
        size=0.855,
        ink="#2a1402",
        bezel=3.6,
        gain=0.90,
        heart=0.16,
        contrast=1.1,
        glint=(-0.50, -0.42),
        tones=(
            (0, "#260c02"),
            (0.16, "#6a2a02"),
            (0.36, "#9e5402"),
            (0.55, "#ca7e04"),
            (0.74, "#e69e12"),
            (0.89, "#f8c44a"),
            (1.1, "#fff0bc"),
        ),
    ),
}


def on_canvas(points: np.ndarray, height: float, turn: np.ndarray, unit: float) -> np.ndarray:
    """Girdle points (stone units, `height` above its plane) as the eye sees them after the turn, in pixels."""
    solid = np.c_[points, np.full(len(points), height)] @ turn.T
    return np.c_[solid[:, 0] * unit, -solid[:, 1] * unit]


def draw(
    name: str,
    *,
    yaw: float = 0.0,
    flare: float | None = None,
    glow: float = 0.0,
    scale: int = 3,
) -> Drawn:
    """One gem, turned by `yaw` radians about its upright axis.

    `flare` is where a light travels over the facets (-1.3 before, 1.3 beyond it); `glow` (0..1) lights its body.
    """
    gem = GEMS[name]
    canvas = sprite(scale)
    unit = UNIT * gem.size
    turn = trace.rotation(yaw, yaw * 0.16)
    rows, columns = (np.flatnonzero(np.abs(axis) < 80) for axis in (canvas.y[:, 0], canvas.x[0]))
    box = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    x, y = canvas.x[box], canvas.y[box]
    found = trace.trace(gem.stone(), (x / unit).ravel(), (-y / unit).ravel(), turn)
    shape = x.shape
    facet, hit = found.facet.reshape(shape), found.hit.reshape(shape)
    normal = found.normal.reshape(*shape, 3)

    level = _painted_level(gem, found, shape, x / unit, y / unit, glow)
    edges = ((facet != np.roll(facet, 1, 0)) | (facet != np.roll(facet, 1, 1))) & hit
    edge = np.clip(cv2.GaussianBlur(edges.astype(np.float32), (0, 0), 0.42 * scale) * 1.7, 0, 1)
    up = smoothstep(-0.7, 0.7, -(x + y * 1.2) / unit)
    level = 0.44 + (level - 0.44) * gem.contrast + edge * (0.10 + 0.27 * up)
    colour = ramp(np.clip(level, 0, 1.1), gem.tones)
    shine = np.clip(found.surface.reshape(shape) * 1.1 - 0.05, 0, 0.8)[..., None]
    colour = 1 - (1 - colour) * (1 - shine)

    cover = np.zeros(canvas.shape, np.float32)
    girdle = path(on_canvas(gem.outline, trace.GIRDLE, turn, unit * 1.012))
    cover[box] = np.minimum(hit, canvas.mask(girdle)[box])
    full = np.zeros((*canvas.shape, 3), np.float32)
    full[box] = colour
    canvas.over(full, cover)

    table = np.zeros(canvas.shape, np.float32)
    flat = (normal @ (turn @ np.array([0, 0, 1], np.float32)) > 0.999) & hit
    table[box] = cv2.GaussianBlur(flat.astype(np.float32), (0, 0), 0.4 * scale)
    lean = (canvas.x * 0.80 + canvas.y * 0.60) / unit + 0.9 * np.sin(yaw)
    gloss = smoothstep(-0.50, -0.46, lean) * (1 - smoothstep(-0.24, -0.20, lean))
    gloss += 0.6 * smoothstep(-0.15, -0.12, lean) * (1 - smoothstep(-0.08, -0.05, lean))
    canvas.light("#ffffff", table * gloss * 0.34 * smoothstep(0.9, -0.5, canvas.y / unit))
    if flare is not None:
        along = (canvas.x * 0.86 + canvas.y * 0.5) / unit
        band = np.exp(-(((along - flare) / 0.16) ** 2)) + 0.5 * np.exp(-(((along - flare + 0.32) / 0.06) ** 2))
        answer = np.zeros(canvas.shape, np.float32)
        answer[box] = np.clip(level, 0, 1)
        canvas.light("#ffffff", cover * band * (0.25 + 0.75 * answer))

    bezel(canvas, girdle, gem.bezel, DEEP_GOLD, gem.ink)
    for x0, y0 in on_canvas(np.array(gem.claws).reshape(-1, 2), 0.08, turn, unit):
        bead(canvas, x0, y0, gem.bezel * 0.84, DEEP_GOLD, gem.ink, 1.1)
    sparkle(canvas, gem.glint[0] * unit, gem.glint[1] * unit, 11 * gem.size)
    return Drawn(canvas, gem.ink, gem.vivid)


def _painted_level(
    gem: Gem, found: trace.Hits, shape: tuple[int, int], u: np.ndarray, v: np.ndarray, glow: float
) -> np.ndarray:
    """The painter's tone: traced light flattened to steps, times how each facet faces the key, lit low in the body."""
    traced = found.level.reshape(shape)
    reference = np.percentile(traced[found.hit.reshape(shape)], 88)
    level = stepped(0.76 * np.clip(traced / reference, 0, 1.6) ** 0.92, 7, 0.30)
    facing = np.clip(found.normal @ trace.KEY, 0, 1).reshape(shape)
    apart = ((found.facet.reshape(shape) * 37) % 11) / 11.0 - 0.5
    level = level * (0.42 + 0.92 * facing + gem.scatter * apart) * gem.gain + 0.10 * facing
    level = level + gem.heart * (1 + glow) * np.exp(-((np.hypot(u - 0.02, (v - 0.34) / 0.9) / 0.52) ** 2))
    return level - 0.12 * smoothstep(0.62, 1.0, np.hypot(u, v)) * smoothstep(-0.2, 1.0, u + v)


def silhouette(canvas: Canvas, name: str) -> np.ndarray:
    """Coverage of a gem with its rim, facing the eye."""
    gem = GEMS[name]
    unit = UNIT * gem.size * 1.05
    return canvas.mask(path(gem.outline * [unit, -unit]))
