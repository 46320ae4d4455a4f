"""The scatter: a face before a bright radial, in a thick golden ring with lit stones, larger than its cell."""

from __future__ import annotations

import cv2
import numpy as np

from sprites.source.colours import ramp, rgb
from sprites.source.kit.paint import Canvas, smoothstep
from sprites.source.symbols import portrait
from sprites.source.symbols.canvas import BOUNCE, LUMA, Drawn, circle, disc, hill, ring, sparkle, sprite
from sprites.source.symbols.hearts import jewel
from sprites.source.symbols.tones import HEARTS, WARM_GOLD

RADIUS = 80.5
"""Outer radius of the ring, pixels."""
ZOOM = 0.385
"""Pixels of the sprite to one of the portrait's layers."""
_STONES = {
    "princess": ("pink", "blue", "green", "orange"),
    "christmas": ("pink", "green", "green", "pink"),
}
_STONE_ANGLES = (-158, -22, 32, 148)
BRILLIANTS = 20


def _relit(layer: np.ndarray, canvas: Canvas, lift: float) -> np.ndarray:
    """The drawing under the board's light: key upper left, a bright edge along it, a cool one lower right."""
    alpha = np.clip(layer[..., 3], 0, 1)
    colour = np.clip(layer[..., :3] / np.maximum(alpha, 1e-3)[..., None], 0, 1) ** lift
    grey = (colour @ LUMA)[..., None]
    colour = np.clip(grey + (colour - grey) * 1.26, 0, 1)
    colour = np.clip(colour + 0.10 * (colour - 0.5), 0, 1)
    key = smoothstep(0.9, -0.9, (canvas.x * 0.6 + canvas.y * 0.75) / 75) * 0.20 * grey[..., 0] ** 0.6
    colour = 1 - (1 - colour) * (1 - key[..., None] * np.array([1.0, 0.92, 0.75], np.float32))
    shade = smoothstep(0.05, 1.2, (canvas.x * 0.7 + canvas.y * 0.6) / 70)
    colour = colour * (1 - shade[..., None] * np.array([0.20, 0.24, 0.08], np.float32))
    deep = canvas.inside(smoothstep(0.4, 0.6, alpha))
    soft = canvas.blur(alpha, 2.0)
    gx, gy = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    steep = np.hypot(gx, gy) + 1e-5
    lit = np.maximum(smoothstep(0.2, 0.9, (gx * 0.5 + gy * 0.85) / steep), 0.8 * smoothstep(0.2, 0.9, gx / steep))
    cool = smoothstep(0.3, 0.9, (-gx * BOUNCE[0] - gy * 0.4) / steep * 1.2)
    edge = np.exp(-(((deep - 1.9) / 1.3) ** 2))
    colour = 1 - (1 - colour) * (1 - (edge * lit * 0.75)[..., None] * np.array([1.0, 0.93, 0.72], np.float32))
    colour = 1 - (1 - colour) * (1 - (edge * cool * 0.55)[..., None] * np.array([0.55, 0.72, 1.0], np.float32))
    return np.dstack([colour * alpha[..., None], alpha]).astype(np.float32)


def _laid(layer: np.ndarray, canvas: Canvas, dy: float = 0.0, size: float = 1.0) -> np.ndarray:
    scale = canvas.scale
    return portrait.placed(layer, ZOOM * scale * size, canvas.shape[0], dy=dy * scale)


def _ground(canvas: Canvas, *, warm: bool, turn: float) -> np.ndarray:
    """The bright disc with beams behind the head; its coverage."""
    mask = disc(canvas, RADIUS - 12)
    canvas.over("#2a0a14", canvas.grown(disc(canvas, RADIUS), 1.2))
    away = np.hypot(canvas.x, canvas.y + 6)
    beam = 0.5 + 0.5 * np.cos(14 * (np.arctan2(canvas.y + 6, canvas.x) + turn))
    level = 1.04 - away / 84 - 0.16 * smoothstep(0.45, 0.75, beam) * smoothstep(6, 40, away)
    stops = (
        ((0, "#f06a4a"), (0.2, "#ffb02e"), (0.4, "#ffdc5c"), (0.62, "#fff2a8"), (0.85, "#fffdf0"), (1.1, "#ffffff"))
        if warm
        else (
            (0, "#081c66"),
            (0.2, "#0e3aa6"),
            (0.4, "#1a66d8"),
            (0.62, "#3f9cf4"),
            (0.85, "#a8dcff"),
            (1.1, "#ffffff"),
        )
    )
    canvas.over(ramp(np.clip(level, 0, 1.1), stops), mask)
    rng = np.random.default_rng(3)
    for _ in range(26):
        angle, out = rng.random() * 2 * np.pi, 66 * np.sqrt(rng.uniform(0.3, 1))
        size = rng.uniform(0.5, 1.1)
        canvas.light("#ffffff", hill(canvas.x, canvas.y, out * np.cos(angle), out * np.sin(angle), size, size) * 0.9)
    radius = np.hypot(canvas.x, canvas.y)
    inner = smoothstep(RADIUS - 20, RADIUS - 11, radius - 0.05 * (canvas.x + canvas.y))
    canvas.shade("#2a0a4a", mask * inner * 0.45)
    return mask


def _ring(canvas: Canvas, *, warm: bool, turn: float, shine: float) -> None:
    """The outer bead, an enamelled channel with brilliants, the inner bead; brilliants wander by `turn` radians."""
    ink = "#2a0a14"
    radius = np.hypot(canvas.x, canvas.y)
    ring(canvas, RADIUS - 15.0, RADIUS, WARM_GOLD, height=3.5, ink=ink, shadow=0.7, line=1.3)
    middle = RADIUS - 7.8
    channel = np.clip((3.6 - np.abs(radius - middle)) * canvas.scale + 0.5, 0, 1)
    canvas.over(ink, canvas.grown(channel, 0.8))
    colours = ("#ff5aa8", "#a80f6a", "#5a0640") if warm else ("#3ad08a", "#0a7a4a", "#033a26")
    level = 0.5 + (canvas.x + canvas.y) / 190 + 0.25 * np.abs(radius - middle) / 3.6
    canvas.over(ramp(np.clip(level, 0, 1), tuple(zip((0, 0.5, 1), colours))), channel)
    ring(canvas, RADIUS - 4.6, RADIUS, WARM_GOLD, height=2.4, ink=ink, shadow=0.4, line=0.7)
    ring(canvas, RADIUS - 15.2, RADIUS - 10.8, WARM_GOLD, height=2.3, ink=ink, shadow=0.5, line=0.7)
    for k in range(BRILLIANTS):
        angle = 2 * np.pi * (k + 0.5) / BRILLIANTS + turn
        x, y = middle * np.cos(angle), middle * np.sin(angle)
        canvas.over(ink, canvas.mask(circle(x, y, 3.3)))
        level = np.clip(0.35 + ((canvas.x - x) + (canvas.y - y)) / 7, 0, 1)
        stops = ((0, "#ffffff"), (0.4, "#ffe9a8"), (1, "#e08a1c"))
        canvas.over(ramp(level, stops), canvas.mask(circle(x, y, 2.5)))
        canvas.light("#ffe6a0", hill(canvas.x, canvas.y, x, y, 3.74, 3.74) * 0.45 * (1 + shine))


def draw(
    skin: str,
    mood: str = "open",
    *,
    turn: float = 0.0,
    shine: float = 0.0,
    nod: float = 0.0,
    glints: tuple[float, ...] = (1, 1, 1, 1),
    scale: int = 3,
) -> Drawn:
    """The scatter in a mood: beams and brilliants turned by `turn` radians, stones lit by `shine`, head `nod` lower.

    `glints` are the sizes of the stones' sparkles, as a share of their own.
    """
    warm = skin == "princess"
    canvas = sprite(scale)
    faces = portrait.faces(skin, mood)
    mask = _ground(canvas, warm=warm, turn=turn)
    lift = 0.88 if warm else 0.72
    inside = _relit(_laid(faces.inside, canvas, nod), canvas, lift)
    canvas.shade("#3a0a4a", canvas.blur(canvas.shifted(inside[..., 3], 2, 3), 2) * 0.16 * mask)
    canvas.stamp(inside * mask[..., None])
    _ring(canvas, warm=warm, turn=turn, shine=shine)
    above = _relit(_laid(faces.above, canvas, nod), canvas, lift)
    canvas.shade("#1c0626", canvas.blur(canvas.shifted(above[..., 3], 1.5, 3.0), 2.4) * 0.5)
    canvas.stamp(above)
    for angle, colour, glint in zip(np.radians(_STONE_ANGLES), _STONES[skin], glints):
        x, y = (RADIUS - 7.5) * np.cos(angle), (RADIUS - 7.5) * np.sin(angle)
        jewel(canvas, x, y, 7.6, 7.6, HEARTS[colour], setting=2.8)
        near = hill(canvas.x, canvas.y, x, y, 11, 11)
        canvas.light(rgb(HEARTS[colour][4][1]), near * (0.40 + 0.3 * shine))
        sparkle(canvas, x - 2.6, y - 3.0, (6 + 4 * shine) * glint)
    ribbon = _laid(faces.ribbon, canvas, -2)
    ribbon[..., :3] = np.clip(ribbon[..., :3] * 1.10, 0, ribbon[..., 3:])
    canvas.stamp(ribbon)
    sparkle(canvas, -58, -54, 14)
    if warm:
        sparkle(canvas, 7, -75 + nod, 13 + 4 * shine)
    return Drawn(canvas, "#2a0620" if warm else "#04201c", vivid=1.1)
