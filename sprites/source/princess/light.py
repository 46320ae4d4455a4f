"""Light and gesture for finished sheets: the S-curve of the figure, soft form shadow, key, floor fade and the rim."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import PchipInterpolator

from .brush import HEIGHT, LEFT, TOP, WIDTH
from .palette import EMBER, MOON

Pixels = NDArray[np.float32]

#: Sideways shift of the figure by height: chest towards the board, hip away from it.
LEAN = PchipInterpolator([-60, 0, 180, 400, 620, 790, 980, 1150, 1360, 1740], [14, 14, 10, 0, -12, -18, -2, 22, 24, -4])

_SOFT = ("cape", "mane", "cape_arm", "body", "skirt", "upper_arm", "forearm", "hand", "crown", "braid", "capelet")


def lean_shift(x: float, y: float) -> float:
    """How far the figure's curve moves a point to the right."""
    return float(LEAN(np.clip(y, -60, 1740))) * float(1 - np.clip((x - 640) / 240, 0, 1))


def leaned(point: tuple[float, float]) -> tuple[float, float]:
    """A point of the straight drawing on the leaned figure."""
    return point[0] + lean_shift(*point), point[1]


def lean(pixels: Pixels) -> Pixels:
    """A whole canvas bent into the S-curve."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    shift = LEAN(np.clip(y[:, 0] + TOP, -60, 1740)).astype(np.float32)[:, None]
    source = x
    for _ in range(3):
        source = x - shift * (1 - np.clip((source + LEFT - 640) / 240, 0, 1))
    bent = cv2.remap(pixels, source.astype(np.float32), y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT)
    bent = np.clip(bent, 0, 1)
    bent[..., :3] = np.minimum(bent[..., :3], bent[..., 3:])
    return np.asarray(bent, np.float32)


def _moved(image: NDArray[np.float32], dx: float, dy: float) -> NDArray[np.float32]:
    h, w = image.shape[:2]
    return np.asarray(
        cv2.warpAffine(
            image, np.float32([[1, 0, dx], [0, 1, dy]]), (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    )


def model(name: str, pixels: Pixels) -> Pixels:
    """Soft form shadow away from the key, a warm key from the upper left, and a fade towards the floor."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    y, x = y + TOP, x + LEFT
    alpha, colour = pixels[..., 3], pixels[..., :3].copy()
    if name in _SOFT:
        soft = cv2.GaussianBlur(alpha, (0, 0), 15)
        shade = np.clip((soft - _moved(soft, -12, -9)) * 1.5, 0, 0.62) * alpha
        colour *= 1 - shade[..., None] * np.array([0.5, 0.62, 0.26], np.float32)
    depth = 0.12 if name == "cape_arm" else 0.34
    fade = np.clip((y - 900) / 760, 0, 1) ** 1.3 * depth
    colour *= 1 - fade[..., None] * np.array([0.95, 0.9, 0.5], np.float32)
    key = np.clip(1 - np.hypot((x - 300) / 560, (y - 360) / 620), 0, 1) * 0.10 * alpha
    colour = alpha[..., None] - (alpha[..., None] - colour) * (1 - key[..., None] * np.array([1, 0.9, 0.7], np.float32))
    return np.dstack([np.clip(colour, 0, alpha[..., None]), alpha]).astype(np.float32)


def rim(pixels: Pixels, strength: float, bounce: float = 0.8, top: float = 0.0) -> Pixels:
    """A cool rim inside the contour on the moon's side (upper right) and a warm bounce from the board (left).

    `top` is the y of the first row in units: the rim weakens towards the floor.
    """
    alpha, colour = np.ascontiguousarray(pixels[..., 3]), pixels[..., :3]
    inner = cv2.erode(alpha, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7)))
    edge = cv2.GaussianBlur(np.clip(inner - _moved(inner, -6, 4), 0, 1), (0, 0), 0.8) * alpha
    rows = np.arange(pixels.shape[0], dtype=np.float32)[:, None] + top
    edge = (edge * strength * np.clip(1.15 - rows / 2400, 0.4, 1))[..., None]
    colour = colour * (1 - edge * 0.88) + np.array(MOON, np.float32) * edge * 0.88
    warm = cv2.GaussianBlur(np.clip(alpha - _moved(alpha, 14, -3), 0, 1), (0, 0), 4) * alpha * bounce
    full = alpha[..., None]
    colour = full - (full - colour) * (1 - warm[..., None] * np.array(EMBER, np.float32) * 0.55)
    return np.dstack([np.clip(colour, 0, full), alpha]).astype(np.float32)
