"""The candles on the winter moon's horn and their light."""

from __future__ import annotations

import numpy as np
import skia

from sprites.source.colours import Ramp, ramp
from sprites.source.kit.paint import Canvas, smoothstep
from sprites.source.symbols.canvas import hill, path, spline

_CANDLES = ((15.5, 55.5, 40.0, False, 29), (32.5, 57.0, 27.0, True, 24))
"""Foot (x, y), height, whether striped, and how far its light reaches, of each candle on the moon's horn."""


def light_candles(canvas: Canvas, night: np.ndarray, phase: float) -> None:
    """Two candles on the moon's lower horn, flickering with `phase` (0..1, a loop); they colour the `night` behind."""
    turn = 2 * np.pi * phase
    for x, y, height, striped, reach in _CANDLES:
        glow = hill(canvas.x, canvas.y, x, y - height - 11, reach, reach) * (1 + 0.16 * np.sin(turn + x))
        strength = 0.85 if striped else 1.0
        canvas.shade("#c8501e", np.clip(glow**1.3 * strength * 0.62, 0, 0.7) * night)
        canvas.light("#ff8a2c", glow**1.6 * strength * 0.50 * night)
        canvas.light("#ffd9a0", glow**3 * strength * 0.60)
    for x, y, height, striped, _ in _CANDLES:
        _candle(canvas, x, y, height, striped=striped, lean=0.9 * np.sin(turn + x))


def _bar(left: float, top: float, right: float, bottom: float, radius: float) -> skia.Path:
    found = skia.Path()
    found.addRoundRect(skia.Rect.MakeLTRB(left, top, right, bottom), radius, radius)
    return found


def _candle(canvas: Canvas, x: float, y: float, height: float, *, striped: bool, lean: float) -> None:
    half, top = 5.8, y - height
    body = canvas.mask(_bar(x - half, top, x + half, y, 2.2))
    wax: Ramp = (
        ((0, "#5a0618"), (0.35, "#b8101e"), (0.7, "#ff4a3a"), (1, "#ffb09a"))
        if striped
        else ((0, "#8a6a9a"), (0.35, "#e0c8c0"), (0.7, "#fff4da"), (1, "#ffffff"))
    )
    canvas.over("#2a1038", canvas.grown(body, 1.1))
    across = (canvas.x - x) / half
    lit = np.clip(np.exp(-(canvas.y - top) / (height * 0.55)), 0, 1)
    canvas.over(ramp(np.clip(0.62 - 0.30 * across - 0.30 * across**2 + 0.42 * lit, 0, 1), wax), body)
    if striped:
        stripe = smoothstep(0.6, 0.75, 0.5 + 0.5 * np.sin((canvas.y - y) * 0.62 + across * 1.6))
        canvas.shade("#fff0e0", body * stripe * 0.75)
        canvas.shade("#5a0618", body * smoothstep(0.2, 1.0, across) * 0.4)
    for dx, length in ((-3.6, 9), (0.6, 6), (3.4, 12)):
        drop = canvas.mask(_bar(x + dx - 1.5, top - 0.8, x + dx + 1.5, top + length, 1.5))
        canvas.shade("#2a1038", canvas.grown(drop, 0.7) * body * 0.35)
        canvas.over("#fff6e4", drop)
    oval = skia.Path()
    oval.addOval(skia.Rect.MakeLTRB(x - half, top - 1.8, x + half, top + 1.8))
    lip = canvas.mask(oval)
    canvas.over("#2a1038", canvas.grown(lip, 0.7))
    canvas.over("#ffe9b4", lip)
    flame = spline(
        [
            (x - 3.4, top - 5),
            (x - 1.6 + lean * 0.5, top - 12),
            (x + lean, top - 19),
            (x + 2.0 + lean * 0.4, top - 11),
            (x + 3.4, top - 5),
            (x, top - 1.2),
        ],
        count=8,
    )
    fire = canvas.mask(path(flame))
    canvas.over("#ff7a14", canvas.blur(fire, 2.2) * 0.7)
    canvas.over("#e0480a", canvas.grown(fire, 0.6))
    up = np.clip((canvas.y - (top - 17)) / 16, 0, 1)
    canvas.over(ramp(up, ((0, "#ffb02a"), (0.4, "#ffe070"), (0.7, "#fffbe6"), (1, "#ffe9a0"))), fire)
