"""Hoarfrost on cut gems: fern-like crystals that grow from the upper brim inwards."""

from __future__ import annotations

from math import cos, pi, sin

import cv2
import numpy as np

from sprites.source.symbols.finish import Layer, blur, screen

COLD = np.array([0.86, 0.94, 1.0], np.float32)
"""Colour of frost."""
SEEDS = 56


def _fern(canvas: np.ndarray, x: float, y: float, angle: float, length: float, rng: np.random.Generator) -> None:
    """One crystal with side branches, drawn into `canvas` with sixteenth-pixel precision."""
    steps = max(3, int(length / 7))
    for k in range(steps):
        t = k / steps
        start = (x + length * t * cos(angle), y + length * t * sin(angle))
        end = (x + length * (t + 1 / steps) * cos(angle), y + length * (t + 1 / steps) * sin(angle))
        _line(canvas, start, end, 255 * (1 - 0.6 * t))
        for side in (-1, 1):
            turn = angle + side * (pi / 3 + rng.uniform(-0.12, 0.12))
            reach = length * 0.36 * (1 - t) * rng.uniform(0.6, 1.0)
            tip = (start[0] + reach * cos(turn), start[1] + reach * sin(turn))
            _line(canvas, start, tip, 210 * (1 - 0.6 * t))


def _line(canvas: np.ndarray, start: tuple[float, float], end: tuple[float, float], value: float) -> None:
    a, b = (tuple(round(v * 16) for v in point) for point in (start, end))
    cv2.line(canvas, a, b, float(value), 1, cv2.LINE_AA, shift=4)


def frosted(layer: Layer, seed: int) -> Layer:
    """The gem with frost on the brim that faces up."""
    rng = np.random.default_rng(seed)
    alpha = layer.alpha
    solid = (alpha > 0.5).astype(np.uint8)
    depth = cv2.distanceTransform(solid, cv2.DIST_L2, 5)
    soft = blur(alpha, 4)
    dx, dy = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    slope = np.hypot(dx, dy) + 1e-4
    upward = np.clip(dy / slope, 0, 1) * (slope > 0.01)
    outline = max(cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)[:, 0]
    facing = np.array([upward[y, x] for x, y in outline])
    chosen = rng.choice(len(outline), size=SEEDS, replace=False, p=facing**0.7 / (facing**0.7).sum())
    ferns = np.zeros(alpha.shape, np.uint8)
    for k in chosen:
        x, y = outline[k]
        inwards = float(np.arctan2(dy[y, x], dx[y, x])) + rng.uniform(-0.5, 0.5)
        _fern(ferns, float(x), float(y), inwards, rng.uniform(18, 56), rng)
    crystals = ferns.astype(np.float32) / 255
    near = blur((depth > 0) * np.exp(-depth / 7) * blur(upward, 3), 2.0)
    amount = np.clip(0.75 * crystals + 0.40 * blur(crystals, 3) + 0.95 * near, 0, 0.92) * alpha
    colour = screen(layer.colour, amount[..., None] * COLD)
    return Layer(colour.astype(np.float32), alpha, layer.spill)
