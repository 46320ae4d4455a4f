"""Light to be added round a symbol at run time: soft halos, and auras with rays."""

from __future__ import annotations

import cv2
import numpy as np
from PIL import Image

from sprites.source.colours import rgb
from sprites.source.kit.paint import smoothstep
from sprites.source.symbols.canvas import SIDE

SPREAD = 13.0
"""Blur of a halo's wide part, pixels."""
MARGIN = 14.0
"""The halo has died away this far inside the frame, pixels."""


def halo(alpha: np.ndarray, colour: str) -> Image.Image:
    """The halo of a silhouette (a frame's alpha, 0..1); its brightness is its alpha, 0 at the edge."""
    light = 0.62 * cv2.GaussianBlur(alpha, (0, 0), SPREAD) + 0.55 * cv2.GaussianBlur(alpha, (0, 0), SPREAD * 0.4)
    return _lit(np.clip(light, 0, 1), np.broadcast_to(rgb(colour), (SIDE, SIDE, 3)))


def aura(reach: float, rays: int, near: str, far: str, strength: float, y: float = -2.0) -> Image.Image:
    """Rays about (0, y) that change from one colour to another as they fade, `reach` pixels long."""
    rows, columns = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    dx, dy = columns + 0.5 - SIDE / 2, rows + 0.5 - SIDE / 2 - y
    away, angle = np.hypot(dx, dy), np.arctan2(dy, dx)
    beam = smoothstep(0.35, 0.95, 0.5 + 0.5 * np.cos(rays * angle)) * (0.65 + 0.35 * np.cos(rays / 2 * angle))
    light = np.exp(-((away / (reach * 0.66)) ** 2)) * 0.85 + beam * smoothstep(reach, reach * 0.45, away) * 0.75
    light *= smoothstep(reach * 1.08, reach * 0.8, away)
    core = (np.exp(-((away / (reach * 0.45)) ** 2)) * 0.6)[..., None]
    outer = smoothstep(reach * 0.62, reach * 0.92, away)[..., None]
    colour = (rgb(near) * (1 - core) + core) * (1 - outer) + rgb(far) * outer
    return _lit(np.clip(light * strength, 0, 0.95), colour)


def _lit(light: np.ndarray, colour: np.ndarray) -> Image.Image:
    axis = np.minimum(np.arange(SIDE), np.arange(SIDE)[::-1]).astype(np.float32)
    ramp = smoothstep(0, 1, (axis - 2) / MARGIN)
    light = np.maximum(light * np.minimum(ramp[:, None], ramp[None, :]) - 4 / 255, 0)
    light[light < 1 / 255] = 0
    hot = np.clip(light - 0.55, 0, 1)[..., None] * 0.5
    pixels = np.dstack([colour * (1 - hot) + hot, light])
    pixels[light == 0] = 0
    return Image.fromarray((pixels * 255 + 0.5).astype(np.uint8), "RGBA")
