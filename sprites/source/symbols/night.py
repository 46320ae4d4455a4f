"""Moon and star: a sleeping crescent and a crystal star before discs of night."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from sprites.source.colours import ramp
from sprites.source.kit import relief
from sprites.source.kit.paint import Canvas, smoothstep
from sprites.source.symbols import trace
from sprites.source.symbols.candles import light_candles
from sprites.source.symbols.canvas import (
    Drawn,
    bead,
    bezel,
    circle,
    clouds,
    disc,
    hill,
    lash,
    path,
    pen,
    ring,
    skin,
    sparkle,
    spline,
    sprite,
    stepped,
    tube,
)
from sprites.source.symbols.tones import DEEP_GOLD, ICE, LILAC, MOON_FACE, NIGHT, PALE, WARM_GOLD


def star_shape(x: float, y: float, radius: float, inner: float = 0.5, turn: float = 0.0) -> np.ndarray:
    """Corners of a five-pointed star; `inner` is the valleys' distance as a share of `radius`."""
    angle = np.pi / 2 + turn + np.arange(10) * np.pi / 5
    reach = np.where(np.arange(10) % 2 == 0, radius, radius * inner)
    return np.c_[x + reach * np.cos(angle), y - reach * np.sin(angle)]


def gold_star(
    canvas: Canvas, x: float, y: float, radius: float, *, ink: str = "#3a1404", turn: float = 0.0, squeeze: float = 1.0
) -> None:
    """A small golden star; `squeeze` narrows it as if turned about its upright axis."""
    corners = (star_shape(0, 0, radius, turn=turn) * [squeeze, 1]) + [x, y]
    part = canvas.part(circle(x, y, radius).getBounds(), 8)
    mask = part.mask(path(corners))
    canvas.shade(ink, canvas.blur(canvas.shifted(canvas.mask(path(corners)), 1.5, 2.5), 1.8) * 0.6)
    part.over(ink, part.grown(mask, 1.2))
    relief.metal(part, mask, (part.inside(mask) * 0.95).astype(np.float32), WARM_GOLD, soften=0.3)
    canvas.join(part)


def _starlet(canvas: Canvas, x: float, y: float, size: float) -> None:
    """A four-pointed star of light."""
    dx, dy = np.abs(canvas.x - x), np.abs(canvas.y - y)
    point = np.clip((1 - np.sqrt(dx / size) - np.sqrt(dy / size)) * size * 0.9 * canvas.scale, 0, 1)
    halo = np.exp(-(dx**2 + dy**2) / (2 * (size * 0.45) ** 2))
    canvas.light("#fff2ff", np.clip(point + 0.45 * halo, 0, 1))


def _sky(
    canvas: Canvas,
    radius: float,
    stars: Sequence[tuple[float, float, float]],
    seed: int,
    *,
    y: float = 0.0,
    centre: tuple[float, float] = (6, -6),
) -> np.ndarray:
    """A disc of night with depth: two layers of cloud, dust, three sizes of star, dark under the rim."""
    mask = disc(canvas, radius, 0, y)
    far = np.hypot(canvas.x, canvas.y - y)
    wide, fine = clouds(canvas, seed, 70), clouds(canvas, seed + 1, 46)
    level = 0.10 + 0.50 * hill(canvas.x, canvas.y, *centre, 40, 34) + 0.75 * (wide - 0.5)
    band = np.exp(-(((canvas.x * 0.66 + canvas.y * 0.75 - 2 + 26 * (fine - 0.5)) / 13) ** 2))
    level += 0.36 * band * (0.4 + fine)
    level *= 1 - 0.75 * smoothstep(radius * 0.62, radius, far)
    canvas.over(ramp(np.clip(level, 0, 1.1), NIGHT), mask)
    inner = smoothstep(radius, radius * 0.3, np.hypot(canvas.x + 10, canvas.y - 18 - y))
    canvas.light("#3ad0ff", mask * np.clip(fine - 0.52, 0, 1) * inner * 0.95)
    canvas.shade("#05021a", mask * smoothstep(radius - 14, radius, far - 0.10 * (canvas.x + canvas.y)) * 0.75)
    rng = np.random.default_rng(seed)
    for size, count, strength in ((0.55, 70, 0.7), (0.9, 22, 0.9)):
        for _ in range(count):
            out, turn = radius * 0.93 * np.sqrt(rng.random()), rng.random() * 2 * np.pi
            at, bright = (out * np.cos(turn), out * np.sin(turn) + y), strength * rng.uniform(0.5, 1)
            part = canvas.part(circle(*at, 2).getBounds(), 0)
            left, top = ((part.origin[k] - canvas.origin[k]) * canvas.scale for k in (0, 1))
            under = canvas.rgba[top : top + part.shape[0], left : left + part.shape[1], :3]
            glow = hill(part.x, part.y, *at, size * 0.88, size * 0.88) * bright
            under[:] = np.minimum(under + glow[..., None] * np.array([0.9, 0.88, 1.0], np.float32), 1)
    for x, at_y, size in stars:
        _starlet(canvas, x, at_y + y, size)
    return mask


# -- moon -----------------------------------------------------------------------------------------------------------

_PROFILE = (
    (22.0, -71.5),
    (2, -62),
    (-12, -48),
    (-18, -34),
    (-17.0, -24),
    (-12.0, -17),
    (-13.5, -11.5),
    (-6.5, -3.5),
    (2.0, 3.5),
    (-1.5, 8.0),
    (-8.0, 9.5),
    (-4.8, 13.6),
    (-6.8, 17.0),
    (-5.2, 20.8),
    (-11.0, 25.5),
    (-7.2, 31.5),
    (-2.5, 39.0),
    (4, 48),
    (16, 54),
    (32, 57),
    (47, 54.5),
)
"""The crescent's inner edge: brow, nose, lips and chin of a face that looks to the right."""
_MOON_INK = "#3c1e66"


def crescent() -> np.ndarray:
    """Outline of the moon's crescent, pixels."""
    angle = np.radians(np.linspace(72.5, 310.5, 80))
    outer = np.c_[74.5 * np.cos(angle), -74.5 * np.sin(angle)]
    return np.vstack([outer, spline(_PROFILE, closed=False, count=10)[::-1]])


def _moon_relief(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Height of the moon's features over its rounded body, pixels."""
    high = 2.2 * hill(x, y, -22, -27, 12, 3.6, 0.12)  # brow
    high -= 3.0 * hill(x, y, -21, -15, 10, 6.5)  # socket
    high += 3.2 * hill(x, y, -22, -12.5, 7.5, 5.2)  # lid
    high += 4.4 * hill(x, y, -26, 8.5, 10, 8.5)  # cheek
    high -= 1.4 * hill(x, y, -13.5, 5, 2.4, 6.5, 0.5)  # fold
    high += 2.0 * hill(x, y, -8.5, 4.5, 3.4, 3.2)  # nostril
    high += 1.6 * hill(x, y, -9, 19.0, 6, 2.4) + 1.4 * hill(x, y, -9, 13.6, 5, 2.0)  # lips
    high -= 1.6 * hill(x, y, -14, 24.5, 6.5, 2.4)
    return high + 2.2 * hill(x, y, -15, 33, 8, 6)


def moon(*, orbit: float = 0.0, eye: float = 0.0, candles: float | None = None, scale: int = 3) -> Drawn:
    """The moon; its stars swung by `orbit` radians, its eye open from 0 to 1, its candles flickering at a phase."""
    canvas = sprite(scale)
    canvas.over("#120a34", canvas.grown(disc(canvas, 60), 1.2))
    stars = ((20, -30, 6), (38, 4, 7), (12, 34, 4.5), (30, 30, 3.5), (8, -12, 3.2), (44, -20, 3.4))
    _sky(canvas, 58, stars, 5, centre=(16, -4))
    ring(canvas, 55.5, 61.5, PALE, height=3.0, ink="#1a0e40")
    for k in range(9):
        angle = np.radians(-32 + 80 * k / 8)
        size = 2.3 if k % 2 else 3.1
        bead(canvas, 58.5 * np.cos(angle), -58.5 * np.sin(angle), size, WARM_GOLD, "#2a1650", 0.8)
    shape = path(crescent())
    body = canvas.mask(shape)
    canvas.shade("#06021c", canvas.blur(canvas.shifted(body, 3.2, 3.6), 3.4) * 0.85)
    canvas.over("#241048", canvas.grown(body, 1.3))
    t = np.clip(canvas.inside(body) / 17.0, 0, 1)
    height = 13.0 * np.sqrt(np.clip(1 - (1 - t) ** 2, 0, 1)) + _moon_relief(canvas.x, canvas.y)
    skin(
        canvas,
        body,
        canvas.blur((height * (body > 0)).astype(np.float32), 0.7),
        MOON_FACE,
        hollow=0.75,
        gain=1.04,
        radius=3,
    )
    canvas.shade("#6a4ab0", body * smoothstep(0.15, 1.0, (canvas.x * 0.45 + canvas.y * 0.9) / 75) * 0.42)
    _moon_gold(canvas, body)
    canvas.shade("#ff8aa8", body * hill(canvas.x, canvas.y, -27, 9, 8.5, 6.5) * 0.42)
    canvas.light("#ffffff", body * hill(canvas.x, canvas.y, -31, 3.5, 3.8, 2.0, -0.4) * 0.7)
    canvas.light("#ffffff", body * hill(canvas.x, canvas.y, -34, -44, 12, 5, -0.85) * 0.55)
    _moon_lines(canvas, eye)
    if candles is not None:
        canvas.shade("#4a4fb4", body * (0.14 + 0.16 * smoothstep(-60, 60, canvas.y)))
        light_candles(canvas, disc(canvas, 58) * (1 - body), candles)
    swing = 24 + 10 * np.sin(orbit), -36 + 2 * np.cos(orbit)
    for k in range(6):
        share = (k + 0.5) / 6
        bead(canvas, 19 + (swing[0] - 19) * share, -66 + (swing[1] + 53) * share, 1.5, WARM_GOLD, "#2a1650", 0.7)
    gold_star(canvas, *swing, 15.5, turn=-0.35 * np.sin(orbit))
    angle = 0.46 - 0.7 * orbit
    gold_star(canvas, 47 * np.cos(angle), 47 * np.sin(angle), 8.0, turn=orbit)
    sparkle(canvas, swing[0] - 4, swing[1] - 5, 7)
    sparkle(canvas, -45, -46, 12)
    return Drawn(canvas, "#180a38", vivid=1.3)


def _moon_gold(canvas: Canvas, body: np.ndarray) -> None:
    """A golden rim along the crescent's back and a vine inside it."""
    angle = np.radians(np.linspace(73.5, 309.5, 120))
    bezel(
        canvas, path(np.c_[73.0 * np.cos(angle), -73.0 * np.sin(angle)], closed=False), 4.6, DEEP_GOLD, "#241048", body
    )
    for low, high in ((92, 163), (207, 292)):
        turn = np.radians(np.linspace(low, high, 140))
        waves = (high - low) / 23.0
        grow = np.sin(np.pi * np.linspace(0.06, 0.94, 140)) ** 0.5
        out = 61.0 + 4.2 * np.sin(np.linspace(0, waves * 2 * np.pi, 140)) * grow
        lines = [np.c_[out * np.cos(turn), -out * np.sin(turn)]]
        curls = int(waves * 2)
        for j in range(curls):
            i = min(139, int((j + 0.5) / curls * 140))
            sign = 1 if j % 2 == 0 else -1
            x, y = (61.0 - sign * 0.2) * np.cos(turn[i]), -(61.0 - sign * 0.2) * np.sin(turn[i])
            curl = np.linspace(0, 1.6 * np.pi, 18)
            radius = 3.0 * (1 - 0.7 * curl / curl[-1]) * grow[i]
            facing = turn[i] + sign * curl + np.pi * (sign < 0)
            lines.append(np.c_[x + radius * np.cos(facing), y - radius * np.sin(facing)])
        vine, height = np.zeros(canvas.shape, np.float32), np.zeros(canvas.shape, np.float32)
        for line in lines:
            vine = np.maximum(vine, canvas.stroke(path(line, closed=False), 1.9))
            height = np.maximum(height, tube(canvas, path(line, closed=False), 1.9, 4))
        canvas.shade("#4a2a6a", canvas.blur(canvas.shifted(vine, 0.7, 1.0), 0.6) * body * 0.75)
        relief.metal(canvas, vine * body, height, DEEP_GOLD, soften=0.15, depth=1.2)


def _moon_lines(canvas: Canvas, eye: float) -> None:
    """The drawn lines of the face: lids, brow, lips."""
    t = np.linspace(-1, 1, 25)
    bow = 1 - t**2
    if eye < 0.05:
        pen(canvas, np.c_[-21 + 8.6 * t, -11.5 + 4.4 * bow], 2.7, _MOON_INK)
        for hair in (
            ((-28.6, -10.2), (-31.5, -8.6), (-33.6, -9.6)),
            ((-26.6, -8.4), (-29.2, -5.6), (-31.8, -5.4)),
            ((-23.6, -7.2), (-25.4, -3.6), (-28.0, -2.6)),
        ):
            lash(canvas, *hair, 2.2, _MOON_INK)
    else:
        upper = np.c_[-21 + 8.6 * t, -11.0 - 6.5 * eye * bow]
        lower = np.c_[-21 + 8.6 * t, -10.0 + 2.6 * bow]
        white = canvas.mask(path(np.r_[upper, lower[::-1]]))
        canvas.over("#ffffff", white)
        away = np.hypot((canvas.x + 18.5) / 0.8, canvas.y + 12.6)
        iris = ramp(np.clip((canvas.y + 18) / 10, 0, 1), ((0, "#3a1a9a"), (1, "#8ac8ff")))
        canvas.over(iris, white * smoothstep(5.0, 4.4, away))
        canvas.over("#1a0a4a", white * smoothstep(2.6, 2.0, away))
        canvas.over("#ffffff", white * smoothstep(1.7, 1.2, np.hypot(canvas.x + 20.2, canvas.y + 14.6)))
        pen(canvas, upper + [0, -0.5], 2.6, _MOON_INK)
        pen(canvas, lower, 1.1, _MOON_INK, 0.7)
        pen(canvas, [(-28.5, -12.5), (-31.5, -14.5), (-33, -17.0)], 1.5, _MOON_INK)
    pen(canvas, np.c_[-21 + 7.2 * t, -19.5 + 1.4 * t**2], 1.0, "#8a6ab8", 0.8)
    pen(canvas, np.c_[-22.5 + 10 * t, -27.5 - 3.0 * bow + 1.0 * t], 2.7, "#6a4a9a", 0.9)
    pen(canvas, [(-2.6, 15.2), (-7, 15.6), (-12, 15.0), (-16.0, 12.2 - 1.2 * eye)], 2.1, _MOON_INK)
    pen(canvas, [(-15.6, 10.5 - 1.2 * eye), (-17.2, 12.4), (-16.6, 14.6)], 1.2, _MOON_INK, 0.8)
    pen(canvas, [(-9.5, 8.8), (-11.4, 7.4), (-11.0, 4.6)], 1.2, _MOON_INK, 0.7)


# -- star -----------------------------------------------------------------------------------------------------------

STAR_Y = 4.0
"""How far the star's middle lies below the cell's."""
_INNER = 0.505


@cache
def _arm() -> trace.Stone:
    """One arm of the crystal star: a convex stone whose two inner walls mirror."""
    tip = np.array([0.0, 1.0])
    valley = 0.50 * np.array([np.sin(np.pi / 5), np.cos(np.pi / 5)])
    planes: list[trace.Plane] = []
    mirrors = []
    for side in (-1, 1):
        low = valley * [side, 1]
        along = tip - low
        normal = np.array([along[1], -along[0]]) / np.linalg.norm(along)
        normal *= np.sign(normal @ low)
        distance = float(normal @ low)
        for slope, extra in ((50, 0.0), (24, -0.10)):
            s, c = np.sin(np.radians(slope)), np.cos(np.radians(slope))
            rise = trace.GIRDLE - extra * np.tan(np.radians(50))
            planes.append((normal[0] * s, normal[1] * s, c, (distance + extra) * s + rise * c))
        planes.append((normal[0], normal[1], 0, distance))
        s, c = np.sin(np.radians(47)), np.cos(np.radians(47))
        planes.append((normal[0] * s, normal[1] * s, -c, distance * s + trace.GIRDLE * c))
        wall = np.array([low[1], -low[0]]) / np.linalg.norm(low)
        wall *= -np.sign(wall @ tip)
        mirrors.append(len(planes))
        planes.append((wall[0], wall[1], 0, 0.0))
    planes += [(0, 0, 1, 0.36), (0, 1, 0, 0.955)]
    return trace.Stone(planes, mirrors=mirrors, density=1.7, absorb=0.10)


def _trace_star(x: np.ndarray, y: np.ndarray, yaw: float) -> trace.Hits:
    """The whole star, each arm traced in its own sector; the room turns instead of the star."""
    turned = trace.rotation(yaw)
    arm = np.round(np.arctan2(x, y) / (2 * np.pi / 5)).astype(int) % 5
    count = len(x)
    whole = trace.Hits(
        np.zeros(count, np.float32),
        np.zeros(count, np.float32),
        -np.ones(count, int),
        np.zeros((count, 3), np.float32),
        np.zeros(count, bool),
    )
    for k in range(5):
        own = np.flatnonzero(arm == k)
        roll = trace.rotation(roll=-2 * np.pi * k / 5)
        found = trace.trace(_arm(), x[own], y[own], roll, bounces=6, light=lambda ray: trace.room(ray @ turned.T))
        whole.level[own], whole.surface[own], whole.hit[own] = found.level, found.surface, found.hit
        whole.facet[own] = np.where(found.facet >= 0, found.facet + 100 * k, -1)
        whole.normal[own] = found.normal @ turned.T
    return whole


def star(*, yaw: float = 0.0, flare: float | None = None, glow: float = 0.0, scale: int = 3) -> Drawn:
    """The star in its ring, turned by `yaw` radians about its upright axis, lit by `glow`, crossed by `flare`."""
    canvas = sprite(scale)
    narrow = float(np.cos(yaw))
    ground = disc(canvas, 60, 0, 3)
    canvas.over("#060a30", canvas.grown(ground, 1.2))
    _sky(canvas, 58, ((-40, 20, 5), (40, 22, 4.5), (0, 50, 5.5), (38, -28, 4), (-38, -26, 4.5)), 11, y=3, centre=(0, 0))
    radius = np.hypot(canvas.x, canvas.y - 3)
    canvas.shade("#0a1c7a", ground * 0.45)
    canvas.light("#5a9cff", ground * np.exp(-((radius / 40) ** 2)) * (0.55 + 0.35 * glow))
    canvas.light("#ffe6a0", ground * np.exp(-(((radius - 50.0) / 0.7) ** 2)) * 0.55)
    ring(canvas, 54.5, 61.5, WARM_GOLD, height=3.4, y=3, ink="#0a0c34")
    for k in range(5):
        angle = np.radians(126 + 72 * k) + yaw * 0.5
        gold_star(canvas, 58 * np.cos(angle), 3 - 58 * np.sin(angle), 8.5, turn=angle - np.pi / 2, ink="#0a0c34")
    unit = 75.5
    corners = star_shape(0, STAR_Y, unit * 0.985, _INNER) * [narrow, 1]
    body = canvas.mask(path(corners))
    rim = np.maximum(body, canvas.stroke(path(corners), 5.2))
    canvas.shade("#03031c", canvas.blur(canvas.shifted(rim, 2.2, 4.0), 3.2) * 0.85)
    canvas.over("#0c0c3c", canvas.grown(rim, 1.4))
    inside = body > 0
    x, y = canvas.x[inside] / (unit * narrow), -(canvas.y[inside] - STAR_Y) / unit
    found = _trace_star(x, y, yaw)
    facing = np.clip(found.normal @ trace.KEY, 0, 1)
    level = stepped(0.74 * np.clip(found.level / np.percentile(found.level[found.hit], 85), 0, 1.6), 7, 0.3)
    level = level * (0.50 + 0.80 * facing) + 0.08 * facing
    level = level + (0.30 + 0.20 * glow) * np.exp(-((np.hypot(x, y) / 0.34) ** 2))
    level = np.clip(level, 0, 1.1)
    warm = smoothstep(-0.55, 0.6, x - y * 0.9 + 0.10)[:, None]
    colour = ramp(level, ICE) * (1 - warm) + ramp(level, LILAC) * warm
    colour = 1 - (1 - colour) * (1 - np.clip(found.surface - 0.04, 0, 0.7)[:, None])
    full = np.zeros((*canvas.shape, 3), np.float32)
    full[inside] = colour
    facet = np.full(canvas.shape, -1, int)
    facet[inside] = found.facet
    edges = ((facet != np.roll(facet, 1, 0)) | (facet != np.roll(facet, 1, 1))) & inside
    edge = np.clip(cv2.GaussianBlur(edges.astype(np.float32), (0, 0), 0.42 * scale) * 1.7, 0, 1)
    canvas.over(1 - (1 - full) * (1 - (edge * 0.42)[..., None]), body)
    if flare is not None:
        along = (canvas.x * 0.86 + canvas.y * 0.5) / unit
        canvas.light("#ffffff", body * np.exp(-(((along - flare) / 0.14) ** 2)) * 0.8)
    bezel(canvas, path(corners), 5.2, DEEP_GOLD, "#0c0c3c", body)
    sparkle(canvas, -9 * narrow, -14 + STAR_Y, 15)
    sparkle(canvas, 30 * narrow, -17, 8)
    return Drawn(canvas, "#0a0a34", vivid=1.2)
