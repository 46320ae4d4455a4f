"""The numbers over the multiplier hearts: white with a thick dark stroke, fitted between the heart's rims."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from sprites.source.symbols.finish import CELL

FONT = Path(__file__).resolve().parents[2] / "fonts" / "TitanOne-Regular.ttf"
DIGIT_HEIGHT = {2: 46.0, 3: 43.0, 4: 37.0}
"""Height of the digits in sprite pixels, by the number of characters."""
WIDEST = 100.0
"""Room between the rims at the number's height, sprite pixels, stroke included."""
STROKE = 4.5
NARROWEST = 0.80
"""Digits are condensed no further than this; beyond it they get smaller."""
FINE = 4
INK = (0.085, 0.015, 0.15)


def _letters(text: str, height: float) -> np.ndarray:
    """Coverage of `text`, digits `height` sprite pixels tall, `FINE` times as fine as the sprite, cut close.

    The x stands smaller on the digits' base line.
    """
    probe = ImageFont.truetype(str(FONT), 400)
    top, bottom = probe.getbbox("0")[1], probe.getbbox("0")[3]
    size = 400 * height * FINE / (bottom - top)
    digits, cross = (
        ImageFont.truetype(str(FONT), round(size)),
        ImageFont.truetype(str(FONT), round(size * 0.82)),
    )
    base, pad = round(size * 1.2), round(size * 0.3)
    canvas = Image.new("L", (round(size * (len(text) + 1)), round(size * 1.6)), 0)
    pen = ImageDraw.Draw(canvas)
    at = float(pad)
    for letter in text:
        font = cross if letter == "x" else digits
        pen.text((at, base), letter, font=font, fill=255, anchor="ls")
        at += font.getlength(letter) - size * 0.012
    pixels = np.asarray(canvas)
    rows, columns = np.flatnonzero(pixels.any(1)), np.flatnonzero(pixels.any(0))
    return pixels[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def value(number: int, centre: tuple[float, float]) -> Image.Image:
    """The sprite `x<number>`, its middle at `centre` (sprite pixels from the cell's centre)."""
    text = f"x{number}"
    height = DIGIT_HEIGHT[len(text)]
    cover = _letters(text, height)
    room = (WIDEST - 2 * STROKE) * FINE
    squeeze = min(1.0, room / cover.shape[1])
    if squeeze < NARROWEST:
        cover = _letters(text, height * squeeze / NARROWEST)
        squeeze = min(1.0, room / cover.shape[1])
    cover = cv2.resize(cover, (round(cover.shape[1] * squeeze), cover.shape[0]), interpolation=cv2.INTER_AREA)
    side = CELL * FINE
    mask = np.zeros((side, side), np.float32)
    left = round(side / 2 + centre[0] * FINE - cover.shape[1] / 2)
    top = round(side / 2 + centre[1] * FINE - cover.shape[0] / 2)
    mask[top : top + cover.shape[0], left : left + cover.shape[1]] = cover / 255.0

    away = cv2.distanceTransform((mask < 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    stroke = np.clip(STROKE * FINE - away + 0.5, 0, 1)
    drop = np.roll(stroke, round(1.6 * FINE), 0)
    shadow = np.roll(cv2.GaussianBlur(stroke, (0, 0), 2.2 * FINE), 2 * FINE, 0) * 0.5
    down = np.clip((np.arange(side) - top) / max(1, cover.shape[0]), 0, 1)[:, None, None]
    face = np.array([1.0, 1.0, 1.0]) * (1 - down) + np.array([0.86, 0.88, 1.0]) * down
    face = np.where(down < 0.52, 1.0, face)
    ink = np.array(INK)
    dark = np.maximum(stroke, drop)
    cover_all = 1 - (1 - shadow) * (1 - dark)
    colour = ink * cover_all[..., None] * (1 - mask[..., None]) + face * mask[..., None]
    cover_all = 1 - (1 - cover_all) * (1 - mask)
    small = cv2.resize(np.dstack([colour, cover_all]).astype(np.float32), (CELL, CELL), interpolation=cv2.INTER_AREA)
    small[..., 3][small[..., 3] < 3 / 255] = 0
    straight = np.where(small[..., 3:] > 0, small[..., :3] / np.maximum(small[..., 3:], 1e-3), 0)
    pixels = np.dstack([np.clip(straight, 0, 1), np.clip(small[..., 3], 0, 1)])
    return Image.fromarray((pixels * 255 + 0.5).astype(np.uint8), "RGBA")
