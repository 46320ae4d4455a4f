"""Idle frames made in two dimensions from one still: light sweeps, flickering candles, flapping wings, twinkles."""

from __future__ import annotations

from math import cos, pi, sin

import cv2
import numpy as np

from sprites.source.symbols.finish import CANVAS, Colours, Layer, Plane, blur, luma

SWEEP_FRAMES = 12
SWEEP_MS = 60
FLAP_FRAMES = 16
FLAP_MS = 60
SWEEP_SLANT = np.array([0.86, 0.51], np.float32)
"""Direction the band of light travels in (x right, y down)."""


def sweep_light(layer: Layer, phase: float, faceted: bool, strength: float = 0.75) -> Colours:
    """Light of a band that crosses the symbol as `phase` runs 0..1; nothing at either end.

    On metal it follows what is bright and raised; on a gem each facet answers at its own moment, early or late
    by its own lightness.
    """
    rows, columns = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32)
    middle = CANVAS / 2
    along = ((columns - middle) * SWEEP_SLANT[0] + (rows - middle) * SWEEP_SLANT[1]) / middle
    light = blur(luma(layer.colour) * layer.alpha, 1.2)
    if faceted:
        local = blur(light, 3) - blur(light, 14)
        along = along + np.clip(local * 1.6, -0.30, 0.30)
        answer = np.clip(0.20 + 1.4 * light, 0, 1.2)
        width = 0.13
    else:
        answer = np.clip(0.12 + 1.15 * light**1.3, 0, 1.2)
        width = 0.10
    centre = -1.05 + 2.10 * phase
    band = np.exp(-(((along - centre) / width) ** 2)) + 0.45 * np.exp(
        -(((along - centre + 0.30) / 0.045) ** 2)
    )
    fade = sin(pi * phase) ** 0.5 if 0 < phase < 1 else 0.0
    amount = band * answer * fade * strength
    tint = 0.72 + 0.28 * layer.colour
    return (amount[..., None] * tint).astype(np.float32)


def flicker(frame: int, count: int) -> float:
    """How bright candles burn in one frame of a loop, about 1; exactly 1 in frame 0."""
    turn = 2 * pi * frame / count
    wobble = 0.16 * sin(2 * turn) + 0.12 * sin(3 * turn) + 0.10 * (cos(5 * turn) - 1)
    return 1 + wobble


def flap_angle(frame: int, count: int) -> float:
    """How far the wings are lowered in one frame of a loop: 0 at rest, then raised to -0.7, then lowered to 1."""
    wave = -sin(2 * pi * frame / count)
    return wave if wave > 0 else 0.7 * wave


def _warp(plane: np.ndarray, map_x: Plane, map_y: Plane) -> np.ndarray:
    return cv2.remap(plane, map_x, map_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=0)


def flap(wing: Layer, side: int, lift: float, shoulder: tuple[float, float]) -> Layer:
    """One wing turned about its shoulder (working pixels) and foreshortened, its tips bending after it.

    `side` is -1 for the left wing; `lift` 0 is the wing as drawn, 1 the end of the downstroke, below 0 raised.
    """
    rows, columns = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32)
    dx, dy = (columns - shoulder[0]) * side, rows - shoulder[1]
    reach = np.hypot(dx, dy) / (90.0)
    angle = -lift * (0.16 + 0.10 * np.clip(reach, 0, 2))
    turned_x = dx * np.cos(angle) - dy * np.sin(angle)
    turned_y = dx * np.sin(angle) + dy * np.cos(angle)
    turned_x = turned_x / (1 - 0.10 * abs(lift))
    map_x = (shoulder[0] + turned_x * side).astype(np.float32)
    map_y = (shoulder[1] + turned_y).astype(np.float32)
    pre = np.dstack([wing.colour * wing.alpha[..., None], wing.alpha])
    moved = np.clip(_warp(pre, map_x, map_y), 0, 1)
    colour = np.clip(moved[..., :3] / np.maximum(moved[..., 3:], 1e-3), 0, 1)
    shade = 1 - 0.08 * lift
    return Layer(
        (colour * shade).astype(np.float32), moved[..., 3].astype(np.float32), _warp(wing.spill, map_x, map_y)
    )


def twinkle(spots: list[tuple[float, float, float]], frame: int, count: int) -> Plane:
    """Four-armed sparkles that open and close by turns; `spots` are x, y (working pixels) and size."""
    rows, columns = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32)
    light = np.zeros((CANVAS, CANVAS), np.float32)
    for index, (x, y, size) in enumerate(spots):
        start = index * count / (len(spots) + 1)
        t = (frame - start) / (count * 0.45)
        if not 0 < t < 1:
            continue
        grown = sin(pi * t)
        u, v = np.abs(columns - x), np.abs(rows - y)
        arm = size * grown
        star = np.exp(-v / 1.6 - u / (arm * 0.45 + 0.1)) + np.exp(-u / 1.6 - v / (arm * 0.45 + 0.1))
        core = np.exp(-(u * u + v * v) / (2 * (arm * 0.22 + 0.1) ** 2))
        light = np.maximum(light, np.clip(star + core, 0, 1) * grown)
    return light
