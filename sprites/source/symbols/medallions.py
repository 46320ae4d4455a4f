"""The four medallions, each with its own outline: sun rays, star points, open crescent, spread wings."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, radians, sin

import numpy as np
from numpy.typing import NDArray

from sprites.source.symbols import materials as mt
from sprites.source.symbols import meshes as ms
from sprites.source.symbols import outlines as ol
from sprites.source.symbols.candles import candle
from sprites.source.symbols.materials import Colour


@dataclass(frozen=True)
class Alloy:
    """A metal's bright and creased colours, and how much it glows by itself."""

    colour: Colour
    dark: Colour
    glow: float = 0.07

    def material(self, rough: float = 0.16, reach: float = 0.35) -> object:
        """The Blender material of this alloy."""
        return mt.metal(self.colour, self.dark, rough=rough, reach=reach, glow=self.glow)


RED_GOLD = Alloy((1.0, 0.44, 0.06), (0.40, 0.06, 0.01))
YELLOW_GOLD = Alloy((1.0, 0.62, 0.16), (0.46, 0.14, 0.02))
WHITE_GOLD = Alloy((0.80, 0.88, 1.0), (0.10, 0.14, 0.38), 0.12)
PALE_GOLD = Alloy((1.0, 0.93, 0.72), (0.34, 0.25, 0.36), 0.16)
ROSE_GOLD = Alloy((1.0, 0.62, 0.60), (0.46, 0.12, 0.20), 0.14)

FACE_PROFILE = [(0.001, 0.10), (0.2, 0.098), (0.4, 0.085), (0.6, 0.055), (0.75, 0.01)]
OPENING = radians(24)
"""Direction of the crescent's gap."""


def _plate(inner: Colour, outer: Colour, alloy: Alloy, channel: Colour | None = None, glow: float = 0.32) -> None:
    """Back, rim and enamelled face of a medallion of radius 1; `channel` enamels a groove in the rim."""
    rim = alloy.material(0.14)
    ms.lathe("back", [(0, -0.12), (0.9, -0.12), (1.0, 0)], rim)
    if channel is None:
        ms.lathe("rim", ms.bead_profile(0.80, 1.0, 0.17), rim)
        ms.lathe("lip", ms.bead_profile(0.735, 0.785, 0.09, z=0.02), alloy.material(0.22))
        ms.lathe("groove", [(0.78, 0.03), (0.82, 0.03)], mt.ink())
    else:
        ms.lathe("rim", ms.bead_profile(0.905, 1.0, 0.15), rim)
        ms.lathe("lip", ms.bead_profile(0.735, 0.80, 0.11, z=0.02), alloy.material(0.22))
        ms.lathe("channel", [(0.79, 0.05), (0.92, 0.05)], mt.enamel(channel, channel, glow=0.3))
    ms.lathe("face", FACE_PROFILE, mt.enamel(inner, outer, radius=0.78, glow=glow, coat=0.12))


def _bump(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    cx: float,
    cy: float,
    wx: float,
    wy: float,
    turn: float = 0.0,
) -> NDArray[np.float64]:
    """A Gaussian hill, `wx` and `wy` wide, turned by `turn` radians."""
    u = (x - cx) * cos(turn) + (y - cy) * sin(turn)
    v = -(x - cx) * sin(turn) + (y - cy) * cos(turn)
    return np.exp(-((u / wx) ** 2) - (v / wy) ** 2)


def _sleeping_face(radius: float, z: float, alloy: Alloy, line: object) -> None:
    """A smiling face with closed eyes, raised from a dome of the given radius."""
    size, span = 300, radius * 1.02
    axis = (np.arange(size) + 0.5) / size * 2 - 1
    x, y = np.meshgrid(axis * span / radius, -axis * span / radius)
    r2 = x * x + y * y
    dome = 0.52 * np.sqrt(np.clip(1 - r2, 0, 1))
    relief = np.zeros_like(x)
    for side in (-1, 1):
        relief += 0.070 * _bump(x, y, side * 0.36, 0.34, 0.30, 0.075, -side * 0.28)
        relief -= 0.085 * _bump(x, y, side * 0.36, 0.10, 0.24, 0.17)
        relief += 0.075 * _bump(x, y, side * 0.37, 0.10, 0.17, 0.11)
        relief += 0.085 * _bump(x, y, side * 0.50, -0.28, 0.22, 0.19)
        relief -= 0.035 * _bump(x, y, side * 0.20, -0.22, 0.07, 0.18, side * 0.4)
    relief += 0.10 * _bump(x, y, 0, 0.10, 0.075, 0.30)
    relief += 0.12 * _bump(x, y, 0, -0.13, 0.125, 0.095)
    relief += 0.060 * _bump(x, y, 0, -0.41, 0.24, 0.055)
    relief += 0.070 * _bump(x, y, 0, -0.56, 0.19, 0.065)
    relief += 0.050 * _bump(x, y, 0, -0.82, 0.20, 0.12)
    height = z + radius * (dome + relief)
    ms.height_field("face relief", r2 < 0.995, height, span, alloy.material(0.24, reach=0.12))

    def drawn(points: list[tuple[float, float]], thick: float) -> None:
        path = []
        for px, py in points:
            column = int(np.clip((px * radius / span + 1) / 2 * size, 0, size - 1))
            row = int(np.clip((1 - py * radius / span) / 2 * size, 0, size - 1))
            path.append((px * radius, py * radius, height[row, column] + 0.002))
        ms.tube("line", path, thick * radius, line, sides=8)

    for side in (-1, 1):
        arc = [(side * (0.37 + 0.20 * cos(a)), 0.10 + 0.16 * sin(a)) for a in np.linspace(pi * 1.06, pi * 1.94, 17)]
        drawn(arc, 0.038)
    smile = [(0.36 * cos(a), -0.33 + 0.20 * sin(a)) for a in np.linspace(pi * 1.10, pi * 1.90, 21)]
    drawn(smile, 0.034)


def sun() -> None:
    """Twelve faceted rays of red gold break the rim; a sleeping face in the middle."""
    _plate((1.0, 0.07, 0.03), (0.72, 0.01, 0.03), RED_GOLD, glow=0.45)
    bright = mt.facet_metal((0.66, 0.13, 0.0), (1, 0.44, 0.03), (1, 0.86, 0.40), glow=0.55)
    copper = mt.facet_metal((0.30, 0.01, 0.0), (0.85, 0.10, 0.01), (1, 0.36, 0.06), glow=0.42)
    line = mt.ink()
    for k in range(12):
        angle = pi / 2 + 2 * pi * k / 12
        long = k % 2 == 0
        tip, width = (1.17, 0.150) if long else (1.10, 0.112)
        ms.kite(angle, 0.38, 0.90, tip + 0.02, width + 0.030, 0.165, 0.005, line)
        ms.kite(angle, 0.42, 0.90, tip, width, 0.18, 0.13, bright if long else copper)
    ms.lathe("shade", [(0.001, 0.25), (0.545, 0.25), (0.55, 0.1)], line)
    ms.lathe("collar", ms.bead_profile(0.455, 0.525, 0.09, z=0.27), RED_GOLD.material(0.14))
    _sleeping_face(0.465, 0.18, Alloy((1.0, 0.66, 0.16), (0.62, 0.12, 0.0), 0.16), mt.ink((0.20, 0.012, 0.0)))


def star() -> None:
    """A star of white gold whose points break a navy disc, small stars round it, a sapphire in the middle."""
    _plate((0.012, 0.075, 0.52), (0.004, 0.012, 0.15), WHITE_GOLD, channel=(0.01, 0.07, 0.50))
    line = mt.ink((0.006, 0.010, 0.05))
    ms.flat_star(1.20, 0.505, 0.17, line)
    white = mt.facet_metal((0.05, 0.10, 0.42), (0.50, 0.66, 0.98), (1, 1, 1), glow=0.40)
    ms.ridge_star(*ol.star_corners(1.165, 0.45), 0.42, white, z=0.19, contrast=0.72)
    bevel = np.c_[ol.star(1.135, 0.44), np.full(10, 0.205)]
    ms.tube("bevel", bevel, 0.026, WHITE_GOLD.material(0.10), closed=True)
    ms.lathe("shade", [(0.001, 0.44), (0.272, 0.44), (0.275, 0.2)], line)
    ms.lathe("setting", ms.bead_profile(0.185, 0.262, 0.08, z=0.45), YELLOW_GOLD.material(0.12))
    sapphire = mt.lit_stone((0.0, 0.01, 0.20), (0.01, 0.16, 0.95), (0.20, 0.70, 1), centre=(0.02, -0.13), radius=0.36)
    ms.lathe("cabochon", ms.dome_profile(0.20, 0.15, 0.47), sapphire)
    small = mt.facet_metal((0.30, 0.42, 0.80), (0.75, 0.86, 1), (1, 1, 1), glow=0.7)
    for k in range(5):
        spot = ol.on_circle(0.615, pi / 2 + 2 * pi * (k + 0.5) / 5)
        tips, valleys = ol.star_corners(0.105, 0.038, 4)
        ms.ridge_star(tips, valleys, 0.05, small, z=0.10, centre=spot)


def _small_star(x: float, y: float, size: float, count: int, material: object, line: object) -> None:
    inner = 0.5 if count == 5 else 0.36
    tips, valleys = ol.star_corners(size, size * inner, count)
    ms.ridge_star(tips, valleys, size * 0.55, material, z=0.20, centre=(x, y))
    edge = size + 0.055
    ms.flat_star(edge, edge * (inner + 0.08), 0.185, line, centre=(x, y), count=count)


def _star_dust(count: int, reach: float, keep_from: list[tuple[float, float]]) -> None:
    """Pin-points of light on the enamel within `reach` of the middle, clear of the places named."""
    rng = np.random.default_rng(3)
    light = mt.plain((0.92, 0.84, 1.0), 0.3, glow=0.9)
    placed: list[tuple[float, float]] = list(keep_from)
    while len(placed) < count + len(keep_from):
        x, y = ol.on_circle(reach * rng.uniform(0.05, 1) ** 0.6, rng.uniform(0, 2 * pi))
        if min(np.hypot(x - a, y - b) for a, b in placed) > 0.11:
            placed.append((x, y))
            ms.ball((x, y, 0.10 - 0.12 * (x * x + y * y)), rng.uniform(0.009, 0.021), light, count=8)


def moon(candles: bool = False) -> None:
    """A pale gold crescent round a violet night; its rim is open where a star sits.

    With `candles` two of them stand in the crescent.
    """
    ms.lathe("back", [(0, -0.12), (0.70, -0.12), (0.80, 0)], PALE_GOLD.material())
    night = mt.enamel((0.30, 0.07, 0.90), (0.07, 0.01, 0.30), radius=0.78, glow=0.36, coat=0.12)
    ms.lathe("face", FACE_PROFILE, night)
    ms.lathe("lip", ms.bead_profile(0.74, 0.81, 0.09), PALE_GOLD.material())
    ms.crescent(ol.crescent_rows(1.06, 0.40, OPENING, radians(36), grow=0.02), mt.ink(), 0.12, 0)
    ms.crescent(ol.crescent_rows(1.06, 0.40, OPENING, radians(36)), PALE_GOLD.material(0.17), 0.13, 0.26)
    white = mt.facet_metal((0.75, 0.55, 0.30), (1, 0.86, 0.55), (1, 1, 0.92), glow=0.62)
    line = mt.ink()
    stars = [(0.80, 0.0, 0.25, 5), (0.36, 0.9, 0.13, 4), (0.40, -1.05, 0.10, 4), (0.30, 2.2, 0.065, 4)]
    if candles:
        stars = [(0.84, 0.05, 0.23, 5), (0.52, 0.72, 0.10, 4)]
    for radius, turn, size, count in stars:
        _small_star(*ol.on_circle(radius, OPENING + turn), size, count, white, line)
    _star_dust(26, 0.66, [(x, y) for x, y in (ol.on_circle(r, OPENING + t) for r, t, _, _ in stars)])
    if candles:
        candle(-0.19, -0.74, 0.70, red=False)
        candle(0.17, -0.72, 0.54, red=True)


def spread_wings(
    layers: tuple[object, object, object],
    root: tuple[float, float],
    length: float,
    z: float,
    width: float,
    fan: tuple[float, float],
    shorten: tuple[float, float],
    line: object,
    sides: tuple[int, ...] = (-1, 1),
) -> None:
    """Wings of three feather layers.

    `root` is the shoulder of the right wing, `fan` the first and last feather's direction in degrees,
    `shorten` how much the last feather is shorter and how early (share, power); side -1 is the left wing.
    """
    for side in sides:
        for layer, (count, share, wide, lift) in enumerate(
            ((5, 1.0, 1.0, 0), (4, 0.66, 0.86, 0.10), (3, 0.40, 0.72, 0.19))
        ):
            for k in range(count):
                t = k / (count - 1)
                angle = radians(fan[0] - 6 * layer + (fan[1] - fan[0] + 10 * layer) * t)
                reach = length * share * (1 - shorten[0] * t ** shorten[1])
                start = np.array((side * (root[0] + 0.03 * t), root[1] + 0.10 - 0.30 * t))
                tip = np.array(
                    (
                        side * (root[0] + reach * cos(angle) + 0.10),
                        root[1] + 0.05 - 0.24 * t + reach * sin(angle),
                    )
                )
                ms.feather(
                    start,
                    tip,
                    -0.17 * side,
                    width * wide,
                    0.075,
                    layers[layer],
                    z=z + lift - 0.022 * k,
                    groove=0.25,
                )
                if layer == 0:
                    beyond = tip + (tip - start) / np.linalg.norm(tip - start) * 0.02
                    ms.feather(start, beyond, -0.17 * side, width + 0.028, 0.03, line, z=z - 0.022 * k - 0.035)


def winged_heart() -> None:
    """Golden wings break a rose rim; a ruby heart in the middle."""
    _plate((0.95, 0.09, 0.50), (0.40, 0.0, 0.24), ROSE_GOLD)
    layers = tuple(
        mt.metal(c, d, rough=0.24, glow=0.16, reach=0.22)
        for c, d in (
            ((1, 0.66, 0.26), (0.42, 0.11, 0.02)),
            ((1, 0.76, 0.38), (0.48, 0.15, 0.04)),
            ((1, 0.86, 0.54), (0.54, 0.22, 0.08)),
        )
    )
    spread_wings(layers, (0.22, 0.02), 1.16, 0.26, 0.185, (64, -16), (0.42, 1.2), mt.ink())
    ms.flat(ol.heart(96, 0.575, -0.06), 0.40, mt.ink(), centre=(0, -0.06))
    ring = np.c_[ol.heart(160, 0.50, -0.06), np.full(160, 0.42)]
    ms.tube("heart rim", ring, 0.048, ROSE_GOLD.material(0.12), closed=True)
    ruby = mt.lit_stone(
        (0.24, 0, 0.02),
        (0.78, 0.0, 0.04),
        (1, 0.07, 0.09),
        0.60,
        centre=(-0.04, -0.34),
        radius=0.86,
        coat=0.7,
    )
    ms.pillow("heart", ol.heart(128, 0.48, -0.06), 0.28, ruby, z=0.42)


def scatter_ring() -> None:
    """A gold ring with four gems round a star: stands in until a portrait is drawn."""
    gold = YELLOW_GOLD.material(0.14)
    ms.lathe("back", [(0, -0.12), (0.9, -0.12), (1.0, 0)], gold)
    ms.lathe("face", FACE_PROFILE, mt.enamel((0.75, 0.35, 1.0), (0.12, 0.03, 0.45), radius=0.8, glow=0.4, coat=0.1))
    ms.lathe("rim", ms.bead_profile(0.80, 1.02, 0.18), gold)
    ms.lathe("lip", ms.bead_profile(0.73, 0.79, 0.09, z=0.02), gold)
    bright = mt.facet_metal((0.70, 0.20, 0.0), (1, 0.62, 0.10), (1, 0.96, 0.7), glow=0.6)
    ms.ridge_star(*ol.star_corners(0.60, 0.28), 0.34, bright, z=0.14)
    stone = mt.lit_stone((0.26, 0.0, 0.16), (0.95, 0.05, 0.40), (1, 0.40, 0.66), glow=0.7)
    for k in range(4):
        x, y = ol.on_circle(0.98, pi / 4 + pi / 2 * k)
        ms.ball((x, y, 0.10), 0.13, gold)
        ms.ball((x, y, 0.16), 0.105, stone)
