"""Winter: snow that lies on whatever faces up, and candles that light the night behind the moon."""

from __future__ import annotations

import cv2
import numpy as np

from sprites.source.kit.paint import Canvas, smoothstep
from sprites.source.symbols import gems, hearts, night
from sprites.source.symbols.canvas import Drawn, disc, hill, path, skin
from sprites.source.symbols.tones import SNOW


def lie(
    canvas: Canvas,
    solid: np.ndarray,
    depth: float,
    seed: int,
    where: np.ndarray | float = 1.0,
    *,
    lift: float = 1.6,
    drips: int = 3,
    steep: float = 0.42,
) -> None:
    """Snow on the upward edges of `solid`: as deep as the edge is level (to `depth` pixels), rounded, with drips.

    `where` limits it; `steep` is how level an edge must be (0 upright, 1 level) to hold any.
    """
    scale = canvas.scale
    rng = np.random.default_rng(seed)
    soft = canvas.blur(solid, 2.2)
    gx, gy = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    level = smoothstep(steep, min(0.98, steep + 0.45), np.clip(gy / (np.hypot(gx, gy) + 1e-5), 0, 1))
    x = canvas.x[0]
    uneven = np.zeros_like(x)
    for waves, strength in ((0.055, 0.30), (0.13, 0.22), (0.29, 0.10)):
        uneven += strength * np.sin(x * 2 * np.pi * waves + rng.uniform(0, 2 * np.pi))
    deep = depth * (0.88 + uneven)
    left, right = np.flatnonzero((solid > 0.5).any(0))[[0, -1]]
    for _ in range(drips):
        at = x[left] + (x[right] - x[left]) * rng.random()
        longer, wide = rng.uniform(0.6, 1.2), rng.uniform(1.6, 2.4)
        deep = deep + depth * longer * np.exp(-(((x - at) / wide) ** 2))
    band = np.zeros(solid.shape, np.float32)
    run, hold = np.zeros(solid.shape[1], np.float32), np.zeros(solid.shape[1], np.float32)
    hard = solid > 0.5
    for row in range(solid.shape[0]):
        hold = np.where(hard[row] & (run == 0), level[row], hold)
        run = np.where(hard[row], run + 1, 0)
        band[row] = (run > 0) & (run <= deep * hold * scale)
    band = band * where
    band = np.maximum(band, canvas.shifted(band, 0, -lift))
    mask = smoothstep(0.42, 0.58, canvas.blur(band, 1.15))
    if mask.max() < 0.5:
        return
    below = np.clip(canvas.blur(canvas.shifted(mask, 0.8, 2.6), 1.5) - mask, 0, 1)
    canvas.shade("#0c1c5a", below * 0.65)
    canvas.over("#5a7cc8", canvas.grown(mask, 0.9))
    t = np.clip(canvas.inside(mask) / 4.2, 0, 1)
    puff = 4.6 * np.sqrt(np.clip(1 - (1 - t) ** 2, 0, 1))
    grain = np.random.default_rng(seed + 9).random((60, 60)).astype(np.float32)
    puff = puff + 0.5 * cv2.resize(grain, canvas.shape[::-1], interpolation=cv2.INTER_CUBIC)
    skin(canvas, mask, canvas.blur(puff.astype(np.float32), 0.6), SNOW, hollow=0.4, gain=1.12, gloss=0.2, base=0.22)
    rows, columns = np.where(mask > 0.9)
    for _ in range(5 if len(rows) else 0):
        spot = int(rng.random() * len(rows))
        near = hill(canvas.x, canvas.y, x[columns[spot]], canvas.y[rows[spot], 0], 0.84, 0.84)
        canvas.light("#ffffff", near)


# -- where it lies --------------------------------------------------------------------------------------------------


def dress(drawn: Drawn, name: str) -> Drawn:
    """Lay snow on a painted symbol."""
    canvas = drawn.canvas
    if name in gems.GEMS:
        _dress_gem(canvas, name)
    elif name in _DRESSES:
        _DRESSES[name](canvas)
    elif name.startswith("heart_"):
        _dress_heart(canvas, name.removeprefix("heart_"))
    return drawn


def _above(canvas: Canvas, y: float, fade: float = 8) -> np.ndarray:
    """1 above the line `y`, fading out below it."""
    return smoothstep(y, y - fade, canvas.y)


def _silhouette(canvas: Canvas) -> np.ndarray:
    return smoothstep(0.35, 0.75, np.clip(canvas.rgba[..., 3], 0, 1))


def _dress_sun(canvas: Canvas) -> None:
    lie(canvas, _silhouette(canvas), 5.2, 3, _above(canvas, 6, 10), drips=2, steep=0.30)
    lie(canvas, disc(canvas, 53.4), 7.5, 5, _above(canvas, -26), drips=5, lift=2.0, steep=0.5)
    lie(canvas, disc(canvas, 40.0), 5.0, 8, _above(canvas, -26, 5), drips=2, lift=1.4, steep=0.6)


def _dress_winged_heart(canvas: Canvas) -> None:
    aside = smoothstep(44, 48, np.abs(canvas.x))
    lie(canvas, _silhouette(canvas), 5.5, 4, _above(canvas, -2, 10) * aside, drips=4, steep=0.30)
    heart = canvas.mask(path(hearts.outline(94, 0, 9)))
    lie(canvas, heart, 7.2, 6, _above(canvas, 6), drips=4, lift=2.2, steep=0.35)


def _dress_moon(canvas: Canvas) -> None:
    body = canvas.mask(path(night.crescent()))
    lie(canvas, body, 8.0, 7, _above(canvas, -18), drips=5, lift=2.4, steep=0.30)


def _dress_star(canvas: Canvas) -> None:
    rows = np.flatnonzero(np.clip(canvas.rgba[..., 3], 0, 1)[:, canvas.shape[1] // 2] > 0.5)
    columns = np.flatnonzero((np.clip(canvas.rgba[rows[0] :, :, 3], 0, 1) > 0.5).any(0))
    half = (columns[-1] - columns[0]) / 2 / canvas.scale
    narrow = min(1.0, half / 76.5)
    star = canvas.mask(path(night.star_shape(0, night.STAR_Y, 77.0, 0.505) * [narrow, 1]))
    lie(canvas, star, 6.5, 10, _above(canvas, 18), drips=5, lift=2.4, steep=0.20)


_DRESSES = {"sun": _dress_sun, "winged_heart": _dress_winged_heart, "moon": _dress_moon, "star": _dress_star}
_ON_GEMS = {
    "red": (7.5, 0.35),
    "blue": (7.0, 0.25),
    "green": (8.0, 0.35),
    "teal": (5.6, 0.15),
    "yellow": (5.2, 0.25),
}
"""Depth of the snow, and how level an edge must be to hold it."""


def _dress_gem(canvas: Canvas, name: str) -> None:
    depth, steep = _ON_GEMS[name]
    seed = sum(map(ord, name)) % 97
    lie(canvas, _silhouette(canvas), depth, seed, _above(canvas, 10, 20), drips=4, lift=2.2, steep=steep)


def _dress_heart(canvas: Canvas, colour: str) -> None:
    tier = hearts.TIERS[colour]
    aside = np.abs(canvas.x)
    if not tier.flames:
        outer = smoothstep(tier.width * 0.46, tier.width * 0.5, aside)
        lie(canvas, _silhouette(canvas), 4.5, 14, _above(canvas, 2, 10) * outer, drips=4, steep=0.30)
    beside_crown = smoothstep(tier.crown * 0.47, tier.crown * 0.52, aside)
    lie(
        canvas,
        hearts.silhouette(canvas, colour),
        6.8,
        12,
        _above(canvas, tier.middle - 4) * beside_crown,
        drips=3,
        lift=2.0,
        steep=0.35,
    )
