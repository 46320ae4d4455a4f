"""Heaped clouds and fog: thousands of soft domes raised into one relief, then lit from the moon."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from .canvas import (
    COLUMNS, HEIGHT, MOON, MOON_DISTANCE, ROWS, WIDTH, blur, clear, colour, mix, noise, over, smooth, solid, wobble,
)

Array = np.ndarray


def heap(
    base: float,
    height: float,
    seed: int,
    light: str,
    body: str,
    dark: str,
    *,
    size: tuple[float, float] = (22, 84),
    count: int = 260,
    swell: Callable[[float], float] = lambda x: 1.0,
    fade: float = 180.0,
    glow: float = 620.0,
    thick: float = 1.0,
    span: tuple[float, float] = (-120, WIDTH + 120),
    solid_below: bool = True,
) -> Array:
    """A bank of cloud on row `base`, its domes up to `height` px above it, as a layer.

    `swell` scales the height along x; `fade` px below the base the bank is gone; near the moon (`glow` px) the
    crests take the light colour; `thick` is its greatest alpha.
    """
    random = np.random.default_rng(seed)
    centres = random.uniform(span[0], span[1], 13)
    tall = random.uniform(0.35, 1.0, 13)
    relief = np.full((HEIGHT, WIDTH), -1e3, np.float32)
    domes = []
    for _ in range(count):
        x = random.uniform(*span)
        crowd = max(tall[k] * math.exp(-(((x - centres[k]) / 190) ** 2)) for k in range(13))
        lift = height * crowd * swell(x) * random.random() ** 0.7
        share = min(1.0, lift / (height + 1))
        radius = mix(size[1], size[0], share) * random.uniform(0.55, 1.15) * (0.45 + 0.55 * min(1.0, swell(x)))
        domes.append((x, base - lift, radius))
        for _ in range(3):
            a = random.uniform(math.pi * 0.95, math.pi * 2.05)
            small = radius * random.uniform(0.25, 0.5)
            domes.append((x + math.cos(a) * radius * 0.95, base - lift + math.sin(a) * radius * 0.72, small))
    for x, y, radius in domes:
        _raise(relief, x, y, radius)
    if solid_below:
        relief = np.maximum(relief, np.where(ROWS > base, np.minimum(ROWS - base, 40) - 20, -1e3).astype(np.float32))
    cover = smooth(-2.0, 5.0, blur(np.clip(relief, -60, 60), 1.0))
    cover = wobble(wobble(cover, 14, 70, seed + 3), 4, 16, seed + 9)
    cover = blur(cover, 1.1)
    form = wobble(np.clip(relief, -40, 400), 12, 70, seed + 3)
    lit = _facing(blur(form, 2.2)) * 0.55 + _facing(blur(form, 9.0)) * 0.65
    lit = np.clip(lit + (noise(70, 40, seed + 5, 5) - 0.5) * 0.22, 0, 1)
    near = 0.42 + 0.7 * np.exp(-MOON_DISTANCE / glow)
    depth = smooth(-height * 0.9, fade * 0.8, ROWS - base)
    rgb = mix(colour(body), colour(dark), np.clip(depth + (0.5 - lit) * 0.5, 0, 1)[..., None])
    rgb = mix(rgb, colour(light), np.clip(lit * near, 0, 1)[..., None])
    edge = np.clip(cover - blur(cover, 7.0), 0, 1) * 2.0
    rgb = mix(rgb, colour(light), np.clip(edge * near, 0, 0.6)[..., None])
    alpha = cover * thick
    if fade:
        alpha = alpha * (1 - smooth(base + fade * 0.15, base + fade, ROWS))
    return over(clear(), solid(np.clip(rgb, 0, 1), alpha))


def _raise(relief: Array, x: float, y: float, radius: float) -> None:
    """Lifts one flattened dome out of the relief."""
    wide, tall = radius * 1.25, radius
    x0, x1 = max(0, int(x - wide)), min(WIDTH, int(x + wide) + 1)
    y0, y1 = max(0, int(y - tall)), min(HEIGHT, int(y + tall) + 1)
    if x0 >= x1 or y0 >= y1:
        return
    inside = 1 - ((COLUMNS[y0:y1, x0:x1] - x) / wide) ** 2 - ((ROWS[y0:y1, x0:x1] - y) / tall) ** 2
    dome = np.where(inside > 0, radius * np.sqrt(np.maximum(inside, 0)), -1e3)
    np.maximum(relief[y0:y1, x0:x1], dome, out=relief[y0:y1, x0:x1])


def _facing(form: Array) -> Array:
    """How far the relief faces the moon, 0..1."""
    down, across = np.gradient(form)
    d = MOON_DISTANCE + 60
    towards_x, towards_y = (MOON[0] - COLUMNS) / d, (MOON[1] - ROWS) / d - 0.55
    slope = -(across * towards_x + down * towards_y)
    return smooth(-0.15, 1.25, slope / np.sqrt(1 + across**2 + down**2) * 1.4)


def fog(y: float, spread: float, seed: int, code: str, strength: float, drawn: tuple[float, float] = (620, 90)) -> Array:
    """A band of mist about row `y`."""
    form = noise(*drawn, seed, 5)
    mask = np.exp(-(((ROWS - y) / spread) ** 2)) * (0.35 + 0.9 * smooth(0.25, 0.8, form)) * strength
    return solid(colour(code), np.clip(mask, 0, 1))
