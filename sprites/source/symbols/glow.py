"""Soft halos to be added behind a symbol at run time."""

from __future__ import annotations

import cv2
import numpy as np
from PIL import Image

from sprites.source.symbols.finish import CELL, Plane, blur

SPREAD = 13.0
"""Blur of the wide part, sprite pixels."""
MARGIN = 14.0
"""The halo has died away this far from the canvas edge's inside, sprite pixels."""


def glow(alpha: Plane, colour: tuple[int, int, int]) -> Image.Image:
    """The halo of a silhouette given on the working canvas; brightness is its alpha, 0 at the edge."""
    small = cv2.resize(alpha, (CELL, CELL), interpolation=cv2.INTER_AREA)
    light = np.clip(0.62 * blur(small, SPREAD) + 0.55 * blur(small, SPREAD * 0.4), 0, 1)
    axis = np.minimum(np.arange(CELL), np.arange(CELL)[::-1]).astype(np.float32)
    ramp = np.clip((axis - 2) / MARGIN, 0, 1)
    ramp = ramp * ramp * (3 - 2 * ramp)
    light = light * np.minimum(ramp[:, None], ramp[None, :])
    light = np.maximum(light - 4 / 255, 0)
    light[light < 1 / 255] = 0
    hot = np.clip(light - 0.55, 0, 1)[..., None] * 0.5
    tint = np.array(colour, np.float32) / 255
    pixels = np.dstack([np.broadcast_to(tint * (1 - hot) + hot, (CELL, CELL, 3)), light])
    pixels[light == 0] = 0
    return Image.fromarray((pixels * 255 + 0.5).astype(np.uint8), "RGBA")
