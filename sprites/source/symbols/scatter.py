"""The scatter: a portrait in a ring, drawn elsewhere, finished like the other symbols; a star without it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from sprites.source.symbols.finish import Layer, Look, Picture, compose, fit_box, grade, place, reduce
from sprites.source.symbols.motion import twinkle
from sprites.source.symbols.renders import render

LOOK = Look((255, 205, 110), saturation=1.2, glints=0, rim=0.2)
LONGEST = 152.0
SPARKLE = np.array([1, 0.97, 0.88], np.float32)
"""Colour of sparkles."""
PORTRAITS = Path(__file__).resolve().parents[1] / "princess" / "out"
TWINKLES = [
    (260.0, 126.0, 34.0),
    (356.0, 188.0, 26.0),
    (140.0, 315.0, 24.0),
    (126.0, 190.0, 26.0),
    (339.0, 314.0, 24.0),
]
"""Where sparkles open (diadem and the gems of the ring), working pixels, and how large."""


def _path(skin: str, face: str = "") -> Path:
    return PORTRAITS / f"scatter_{skin}_{face}.png" if face else PORTRAITS / f"scatter_{skin}.png"


def is_drawn(skin: str = "princess") -> bool:
    """Whether the portrait is there."""
    return _path(skin).exists()


def _read(path: Path) -> Picture:
    """A straight-alpha picture as premultiplied floats."""
    pixels = np.asarray(Image.open(path).convert("RGBA"), np.float32) / 255
    return np.dstack([pixels[..., :3] * pixels[..., 3:], pixels[..., 3]]).astype(np.float32)


def layer(skin: str, face: str = "") -> Layer:
    """The scatter on the working canvas, without contour and shadow; the still if `face` is not drawn."""
    if not is_drawn(skin):
        raw = render("scatter_ring")
        return grade(place(raw, fit_box(raw[..., 3], LONGEST)), LOOK)
    still = _read(_path(skin))
    picture = _read(_path(skin, face)) if _path(skin, face).exists() else still
    placed = np.clip(place(picture, fit_box(still[..., 3], LONGEST)), 0, 1)
    alpha = placed[..., 3]
    colour = np.clip(placed[..., :3] / np.maximum(alpha, 1e-3)[..., None], 0, 1)
    colour = colour + 0.12 * (colour - cv2.GaussianBlur(colour, (0, 0), 1.2))
    return Layer(np.clip(colour, 0, 1).astype(np.float32), alpha, np.zeros_like(colour, np.float32))


def idle_frames(skin: str) -> list[Image.Image]:
    """Twelve frames: sparkles go round the ring, then a blink; the first and last are the still."""
    still = layer(skin)
    shut = reduce(compose(layer(skin, "blink"), LOOK))
    frames = [_shining(still, frame, 9) for frame in range(9)]
    return [*frames, shut, shut, frames[0]]


def win_frames(skin: str) -> list[Image.Image]:
    """Twelve frames of a laughing portrait, sparkles about it; the first and last are the still."""
    still, shut = (reduce(compose(layer(skin, face), LOOK)) for face in ("", "blink"))
    glad = layer(skin, "smile")
    laugh = [_shining(glad, frame, 4) for frame in range(4)]
    return [still, shut, *laugh, *laugh, shut, still]


def _shining(face: Layer, frame: int, count: int) -> Image.Image:
    """The portrait with its sparkles at `frame` of a loop of `count`; none in frame 0."""
    sparkle = twinkle(TWINKLES, frame, count)[..., None] * SPARKLE
    return reduce(compose(Layer(face.colour, face.alpha, sparkle if frame else face.spill), LOOK))
