"""Idle frames made in two dimensions from one still: sweeps of light, flickering candles, flapping wings."""

from __future__ import annotations

from math import cos, pi, sin

import cv2
import numpy as np

from sprites.source.symbols.finish import CANVAS, Layer, Picture, Plane, blur, luma, screen

SWEEP_FRAMES = 12
SWEEP_MS = 60
FLAP_FRAMES = 16
FLAP_MS = 60
SWEEP_REACH = 0.74
"""How far from the middle the band starts and ends, in half canvases."""
SWEEP_SLANT = np.array([0.86, 0.51], np.float32)
"""Direction the band of light travels in (x right, y down)."""


def sweep(layer: Layer, phase: float, faceted: bool) -> Layer:
    """The symbol as a band of light crosses it while `phase` runs 0..1; untouched at either end.

    On metal it follows what is bright and raised; on a gem each facet answers at its own moment, by its
    own lightness. What lies beside the band dims a little, or white metal would not show it. A sparkle
    opens where the band meets the symbol's brightest place.
    """
    rows, columns = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32)
    middle = CANVAS / 2
    along = ((columns - middle) * SWEEP_SLANT[0] + (rows - middle) * SWEEP_SLANT[1]) / middle
    light = blur(luma(layer.colour) * layer.alpha, 1.2)
    centre = SWEEP_REACH * (2 * phase - 1)
    fade = np.clip(6 * min(phase, 1 - phase), 0, 1)
    y, x = np.unravel_index(int(np.argmax(blur(light, 4))), light.shape)
    meeting = np.exp(-(((along[y, x] - centre) / 0.16) ** 2))
    if faceted:
        local = blur(light, 3) - blur(light, 14)
        along = along + np.clip(local * 1.6, -0.26, 0.26)
        answer = np.clip(0.20 + 1.3 * light, 0, 1.1)
        width = 0.12
    else:
        answer = np.clip(0.16 + 1.2 * light, 0, 1.15)
        width = 0.085
    band = np.exp(-(((along - centre) / width) ** 2)) + 0.5 * np.exp(-(((along - centre + 0.24) / 0.035) ** 2))
    beside = np.exp(-(((along - centre - 0.20) / 0.09) ** 2)) + np.exp(-(((along - centre + 0.44) / 0.11) ** 2))
    dim = 1 - 0.26 * fade * beside
    amount = 0.85 * band * answer * fade
    colour = screen(layer.colour * dim[..., None], amount[..., None] * (0.72 + 0.28 * layer.colour))
    sparkle = _sparkle(float(x), float(y), 30.0, float(meeting * fade))
    return Layer(colour.astype(np.float32), layer.alpha, screen(layer.spill, sparkle[..., None]).astype(np.float32))


def _sparkle(x: float, y: float, size: float, grown: float) -> Plane:
    """A four-armed sparkle at x, y, `size` working pixels long when full grown (1)."""
    rows, columns = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32)
    u, v = np.abs(columns - x), np.abs(rows - y)
    arm = size * grown + 0.1
    star = np.exp(-v / 1.6 - u / (arm * 0.45)) + np.exp(-u / 1.6 - v / (arm * 0.45))
    core = np.exp(-(u * u + v * v) / (2 * (arm * 0.22) ** 2))
    return np.clip(star + core, 0, 1) * grown


def burn(layer: Layer, candles: Picture, frame: int, count: int) -> Layer:
    """The symbol as its candles flicker; as drawn in frame 0. `candles` is their light alone."""
    turn = 2 * pi * frame / count
    flare = 0.13 * sin(2 * turn) + 0.09 * sin(3 * turn) + 0.05 * (1 - cos(4 * turn))
    lit = np.clip(candles[..., :3].max(-1, keepdims=True), 0, 1)
    colour = np.clip(layer.colour * (1 + flare * lit), 0, 1)
    return Layer(colour.astype(np.float32), layer.alpha, layer.spill)


def flap_angle(frame: int, count: int) -> float:
    """How far the wings are lowered in a loop: 0 at rest, then raised to -0.7, then lowered to 1."""
    wave = -sin(2 * pi * frame / count)
    return wave if wave > 0 else 0.7 * wave


def _warp(plane: np.ndarray, map_x: Plane, map_y: Plane) -> np.ndarray:
    return cv2.remap(plane, map_x, map_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=0)


def flap(wing: Layer, side: int, lift: float, shoulder: tuple[float, float]) -> Layer:
    """One wing turned about its shoulder (working pixels) and foreshortened, its tips bending after it.

    `side` is -1 for the left wing; `lift` 0 is the wing as drawn, 1 the end of the downstroke, -1 raised.
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
    return Layer((colour * shade).astype(np.float32), moved[..., 3].astype(np.float32), _warp(wing.spill, map_x, map_y))


def twinkle(spots: list[tuple[float, float, float]], frame: int, count: int) -> Plane:
    """Four-armed sparkles that open and close by turns; `spots` are x, y (working pixels) and size."""
    light = np.zeros((CANVAS, CANVAS), np.float32)
    for index, (x, y, size) in enumerate(spots):
        start = index * (count - 1) / (len(spots) + 1)
        t = (frame - start) / (count * 0.45)
        if 0 < t < 1:
            light = np.maximum(light, _sparkle(x, y, size, sin(pi * t)))
    return light
