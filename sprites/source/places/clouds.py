"""Heaped clouds and fog: many soft puffs, each lit from the moon, painted from the back to the front."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from .canvas import COLUMNS, HEIGHT, MOON, ROWS, WIDTH, clear, colour, mix, noise, smooth, solid

Array = np.ndarray


def heap(
    base: float,
    height: float,
    seed: int,
    light: str,
    body: str,
    dark: str,
    *,
    size: tuple[float, float] = (14, 70),
    count: int = 240,
    swell: Callable[[float], float] = lambda _: 1.0,
    fade: float = 180.0,
    glow: float = 620.0,
    thick: float = 1.0,
    span: tuple[float, float] = (-120, WIDTH + 120),
) -> Array:
    """A bank of cloud on row `base`, its puffs up to `height` px above it, as a layer.

    `size` is the radius of puffs at the top and at the base. `swell` scales the height along x; `fade` px below
    the base the bank is gone (0: it goes on); near the moon (`glow` px) the crests take the full light colour;
    `thick` is its greatest alpha.
    """
    random = np.random.default_rng(seed)
    ragged = (noise(46, 40, seed + 3, 4, 0.6) - 0.5) * 0.95 + (noise(14, 13, seed + 4, 3) - 0.5) * 0.32
    layer = clear()
    tones = tuple(colour(code) for code in (light, body, dark))
    for x, y, radius in sorted(_puffs(random, base, height, size, count, swell, span), key=lambda p: p[1] + p[2] * 0.5):
        _paint(layer, x, y, radius, tones, ragged, glow, np.clip((base - y) / (height + 1), 0, 1))
    below = smooth(base - 4, base + 46, ROWS)
    foot = solid(mix(tones[1], tones[2], smooth(base, base + max(fade, 90.0), ROWS)[..., None]), below)
    layer = foot * (1 - layer[..., 3:]) + layer if not fade else layer
    alpha = np.full((HEIGHT, WIDTH), thick, np.float32)
    if fade:
        alpha *= 1 - smooth(base + fade * 0.1, base + fade, ROWS)
    return layer * alpha[..., None]


def _puffs(
    random: np.random.Generator,
    base: float,
    height: float,
    size: tuple[float, float],
    count: int,
    swell: Callable[[float], float],
    span: tuple[float, float],
) -> list[tuple[float, float, float]]:
    """Centres and radii: towers of cloud about some columns, with small puffs budding from large ones."""
    columns = max(4, int((span[1] - span[0]) / 150))
    centres = np.sort(random.uniform(span[0], span[1], columns))
    tall = random.uniform(0.15, 1.0, columns)
    out = []
    for _ in range(count):
        x = random.uniform(*span)
        crowd = float(np.max(tall * np.exp(-(((x - centres) / 95) ** 2))))
        lift = height * crowd * swell(x) * random.random() ** 0.8
        radius = (
            mix(size[1], size[0], min(1.0, lift / (height + 1)))
            * random.uniform(0.6, 1.15)
            * (0.5 + 0.5 * min(1.0, swell(x)))
        )
        out.append((x, base - lift, radius))
        for _ in range(4):
            a = random.uniform(-math.pi, 0.1)
            small = radius * random.uniform(0.28, 0.55)
            out.append((x + math.cos(a) * radius * 0.9, base - lift + math.sin(a) * radius * 0.75, small))
    foot = size[1]
    out += [
        (x + random.normal() * 12, base + foot * random.uniform(0.1, 0.5), foot * random.uniform(0.8, 1.1))
        for x in np.arange(span[0], span[1], foot * 0.55)
    ]
    return out


def _paint(
    layer: Array,
    x: float,
    y: float,
    radius: float,
    tones: tuple[Array, Array, Array],
    ragged: Array,
    glow: float,
    lift: float,
) -> None:
    """One puff: ragged round edge, lit towards the moon and from above, dissolving at its foot."""
    wide = radius * 1.5
    x0, x1 = max(0, int(x - wide * 1.25)), min(WIDTH, int(x + wide * 1.25) + 1)
    y0, y1 = max(0, int(y - wide)), min(HEIGHT, int(y + wide) + 1)
    if x0 >= x1 or y0 >= y1:
        return
    u, v = (COLUMNS[y0:y1, x0:x1] - x) / (radius * 1.22), (ROWS[y0:y1, x0:x1] - y) / radius
    rough = ragged[y0:y1, x0:x1]
    d = np.hypot(u, v) + rough * 0.42
    cover = smooth(1.0, 0.72, d) * (1 - 0.92 * smooth(-0.1, 0.95, v + rough * 0.5))
    far = math.hypot(MOON[0] - x, MOON[1] - y) + 1
    to_x, to_y = (MOON[0] - x) / far * 0.75, (MOON[1] - y) / far * 0.75 - 0.55
    facing = (u * to_x + v * to_y) / math.hypot(to_x, to_y) + rough * 0.5
    near = 0.5 + 0.6 * math.exp(-far / glow)
    lit = np.clip(smooth(-0.05, 0.8, facing) * near * (0.4 + 0.8 * lift), 0, 1)
    shade = smooth(0.5, -0.55, facing) * (1 - 0.35 * lift)
    rgb = mix(mix(tones[1], tones[2], shade[..., None]), tones[0], lit[..., None])
    part = layer[y0:y1, x0:x1]
    part *= 1 - cover[..., None]
    part[..., :3] += rgb * cover[..., None]
    part[..., 3] += cover


def fog(
    y: float, spread: float, seed: int, code: str, strength: float, drawn: tuple[float, float] = (620, 90)
) -> Array:
    """A band of mist about row `y`."""
    form = noise(*drawn, seed, 5)
    mask = np.exp(-(((ROWS - y) / spread) ** 2)) * (0.35 + 0.9 * smooth(0.25, 0.8, form)) * strength
    return solid(colour(code), np.clip(mask, 0, 1))
