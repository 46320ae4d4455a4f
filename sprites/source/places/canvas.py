"""The painter's bench: float layers on the 1920x1080 stage, noise, blending and light in display space.

A layer is float32 (1080, 1920, 4), premultiplied, 0..1. A mask is float32 (1080, 1920). Colours are "#rrggbb".
"""

from __future__ import annotations

import math

import cv2
import numpy as np

cv2.setNumThreads(2)

WIDTH, HEIGHT = 1920, 1080
ROWS, COLUMNS = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
MOON = (1690.0, 210.0)
"""Centre of the moon, behind the princess's head."""
MOON_RADIUS = 130.0
MOON_DISTANCE = np.hypot(COLUMNS - MOON[0], ROWS - MOON[1])

Array = np.ndarray


def colour(code: str) -> Array:
    """The colour `#rrggbb` as float32 (3,)."""
    return np.array([int(code[i : i + 2], 16) for i in (1, 3, 5)], np.float32) / 255


def smooth(low: float, high: float, value: Array) -> Array:
    """Smoothstep: 0 below `low`, 1 above `high`; a falling step where low > high."""
    t = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def mix(a: Array | float, b: Array | float, t: Array | float) -> Array:
    """Linear blend from `a` (t 0) to `b` (t 1)."""
    return a * (1 - t) + b * t


def blur(image: Array, sigma: float, sigma_y: float | None = None) -> Array:
    """Gaussian blur in px."""
    return cv2.GaussianBlur(image, (0, 0), sigma, sigmaY=sigma if sigma_y is None else sigma_y)


def bell(x: float, y: float, across: float, along: float) -> Array:
    """A soft mask round (x, y), 1 in the middle, 1/e at the given half widths."""
    return np.exp(-(((COLUMNS - x) / across) ** 2) - ((ROWS - y) / along) ** 2)


def noise(scale_x: float, scale_y: float, seed: int, octaves: int = 5, gain: float = 0.52) -> Array:
    """Cloud-like noise over the stage, 0..1; the scales are the size in px of its largest forms."""
    random = np.random.default_rng(seed)
    total = np.zeros((HEIGHT, WIDTH), np.float32)
    weight = 1.0
    for k in range(octaves):
        across = max(2, int(WIDTH / scale_x * 2**k) + 3)
        down = max(2, int(HEIGHT / scale_y * 2**k) + 3)
        if across > WIDTH or down > HEIGHT * 2:
            break
        grid = random.random((down, across)).astype(np.float32)
        total += weight * cv2.resize(grid, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
        weight *= gain
    return (total - total.min()) / (total.max() - total.min())


def line_noise(x: Array, seed: int, scale: float, octaves: int = 4) -> Array:
    """Noise along a line, 0..1; `scale` is the length of its largest waves."""
    values = np.random.default_rng(seed).random(4096)
    total, weight, whole = np.zeros_like(x, np.float64), 1.0, 0.0
    for k in range(octaves):
        f = x / scale * 2**k + 1000
        i = np.floor(f).astype(int)
        u = f - i
        u = u * u * (3 - 2 * u)
        total += weight * (values[i % 4096] * (1 - u) + values[(i + 1) % 4096] * u)
        whole += weight
        weight *= 0.5
    return (total / whole).astype(np.float32)


def warp(image: Array, shift_x: Array, shift_y: Array) -> Array:
    """The image sampled at each pixel's place plus the given shifts."""
    return cv2.remap(
        image,
        (COLUMNS + shift_x).astype(np.float32),
        (ROWS + shift_y).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


def wobble(image: Array, amplitude: float, scale: float, seed: int) -> Array:
    """The image with its outlines shaken by noise, as a brush would."""
    dx = (noise(scale, scale, seed, 3) - 0.5) * 2 * amplitude
    dy = (noise(scale, scale, seed + 1, 3) - 0.5) * 2 * amplitude
    return warp(image, dx, dy)


def vertical(stops: list[tuple[float, str]]) -> Array:
    """A vertical gradient (1080, 1920, 3) through (height 0..1, colour) stops, eased in Lab."""
    where = np.linspace(0, 1, HEIGHT)
    codes = np.stack([colour(code) for _, code in stops])[None]
    lab = cv2.cvtColor(codes, cv2.COLOR_RGB2Lab)[0]
    heights = [height for height, _ in stops]
    column = np.stack([np.interp(where, heights, lab[:, k]) for k in range(3)], -1)
    column = cv2.GaussianBlur(column.astype(np.float32)[:, None], (1, 0), 1, sigmaY=18)
    rgb = cv2.cvtColor(column.reshape(HEIGHT, 1, 3).astype(np.float32), cv2.COLOR_Lab2RGB)
    return np.repeat(np.clip(rgb, 0, 1), WIDTH, 1)


def solid(rgb: Array, alpha: Array | float) -> Array:
    """A layer of one colour, or of a picture (1080, 1920, 3), seen through `alpha`."""
    a = np.broadcast_to(np.asarray(alpha, np.float32), (HEIGHT, WIDTH))
    return np.dstack([np.broadcast_to(rgb, (HEIGHT, WIDTH, 3)) * a[..., None], a]).astype(np.float32)


def clear() -> Array:
    """An empty layer."""
    return np.zeros((HEIGHT, WIDTH, 4), np.float32)


def over(under: Array, upper: Array) -> Array:
    """`upper` laid over `under`; both are layers."""
    return upper + under * (1 - upper[..., 3:])


def shine(under: Array, mask: Array, code: str | Array, strength: float = 1.0) -> Array:
    """Light of one colour added by screen, so bright places never clip; alpha is kept."""
    light = np.clip(mask * strength, 0, 1)[..., None] * (colour(code) if isinstance(code, str) else code)
    out = under.copy()
    rgb = under[..., :3]
    out[..., :3] = rgb + light * np.clip(under[..., 3:] - rgb, 0, 1)
    return out


def shade(under: Array, mask: Array, code: str) -> Array:
    """The layer pulled towards one colour where `mask` says so; alpha is kept."""
    out = under.copy()
    m = np.clip(mask, 0, 1)[..., None]
    out[..., :3] = under[..., :3] * (1 - m) + colour(code) * under[..., 3:] * m
    return out


def straight(layer: Array) -> Array:
    """Unpremultiplied colour (1080, 1920, 3)."""
    return layer[..., :3] / np.maximum(layer[..., 3:], 1e-4)


def brushed(layer: Array, amount: float, seed: int) -> Array:
    """Brush texture: two stroke noises move the value, a broad one the hue, inside the layer."""
    strokes = (noise(90, 22, seed, 4) - 0.5) + (noise(26, 60, seed + 3, 3) - 0.5) * 0.6
    hue = noise(220, 170, seed + 7, 3) - 0.5
    value = 1 + strokes * 2 * amount
    out = layer.copy()
    for channel, tint in ((0, 0.14), (1, 0.0), (2, -0.12)):
        out[..., channel] *= value * (1 + hue * tint)
    out[..., :3] = np.minimum(np.clip(out[..., :3], 0, 1), layer[..., 3:])
    return out


def fogged(layer: Array, code: str, amount: Array | float, chroma: float = 1.0) -> Array:
    """The layer faded towards the fog's colour in Lab; chroma fades `chroma` times as fast as lightness."""
    lab = cv2.cvtColor(np.clip(straight(layer), 0, 1).astype(np.float32), cv2.COLOR_RGB2Lab)
    fog = cv2.cvtColor(colour(code)[None, None], cv2.COLOR_RGB2Lab)[0, 0]
    a = np.clip(np.broadcast_to(np.asarray(amount, np.float32), (HEIGHT, WIDTH)), 0, 1)[..., None]
    lab[..., :1] = mix(lab[..., :1], fog[0], a)
    lab[..., 1:] = mix(lab[..., 1:], fog[1:], np.clip(a * chroma, 0, 1))
    rgb = np.clip(cv2.cvtColor(lab, cv2.COLOR_Lab2RGB), 0, 1)
    return np.concatenate([rgb * layer[..., 3:], layer[..., 3:]], -1)


def rimmed(layer: Array, code: str, width: float = 3.0, strength: float = 0.6, reach: float = 700) -> Array:
    """A thin light along the layer's edges that face the moon, fading with the distance from it."""
    d = MOON_DISTANCE + 1e-3
    alpha = np.ascontiguousarray(layer[..., 3])
    towards = warp(alpha, (MOON[0] - COLUMNS) / d * width, (MOON[1] - ROWS) / d * width)
    edge = blur(np.clip(alpha - towards, 0, 1), 0.8) * (0.25 + np.exp(-d / reach)) * strength
    return shine(layer, edge, code)


def star_points(radius: float, inner: float = 0.42, points: int = 5) -> list[tuple[float, float]]:
    """Outline of a star round 0, 0, one point up; y grows downwards."""
    out = []
    for k in range(2 * points):
        r = radius if k % 2 == 0 else radius * inner
        out.append((r * math.sin(k * math.pi / points), -r * math.cos(k * math.pi / points)))
    return out
