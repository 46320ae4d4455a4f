"""The scatter: its portrait in a ring, drawn elsewhere, finished like the other symbols; a star until it is there."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from sprites.source.symbols.finish import Layer, Look, fit_box, grade, place
from sprites.source.symbols.renders import render

LOOK = Look((255, 205, 110), saturation=1.2, glints=0, rim=0.2)
LONGEST = 152.0
PORTRAITS = Path(__file__).resolve().parents[1] / "princess" / "out"
TWINKLES = [
    (260.0, 126.0, 34.0),
    (356.0, 188.0, 26.0),
    (140.0, 315.0, 24.0),
    (126.0, 190.0, 26.0),
    (339.0, 314.0, 24.0),
]
"""Where sparkles open (diadem and the gems of the ring), working pixels, and how large."""


def is_drawn(skin: str = "princess") -> bool:
    """Whether the portrait is there."""
    return (PORTRAITS / f"scatter_{skin}.png").exists()


def layer(skin: str) -> Layer:
    """The scatter on the working canvas, without contour and shadow."""
    if not is_drawn(skin):
        raw = render("scatter_ring")
        return grade(place(raw, fit_box(raw[..., 3], LONGEST)), LOOK)
    pixels = np.asarray(Image.open(PORTRAITS / f"scatter_{skin}.png").convert("RGBA"), np.float32) / 255
    pre = np.dstack([pixels[..., :3] * pixels[..., 3:], pixels[..., 3]]).astype(np.float32)
    placed = np.clip(place(pre, fit_box(pre[..., 3], LONGEST)), 0, 1)
    alpha = placed[..., 3]
    colour = np.clip(placed[..., :3] / np.maximum(alpha, 1e-3)[..., None], 0, 1)
    colour = colour + 0.12 * (colour - cv2.GaussianBlur(colour, (0, 0), 1.2))
    return Layer(np.clip(colour, 0, 1).astype(np.float32), alpha, np.zeros_like(colour, np.float32))
