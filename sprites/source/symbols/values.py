"""The numbers over the multiplier hearts: a true × and digits, white with a thick dark line, fitted into the heart."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from sprites.source.symbols.canvas import SIDE

FONT = Path(__file__).resolve().parents[2] / "fonts" / "TitanOne-Regular.ttf"
DIGIT_HEIGHT = {2: 43.0, 3: 39.0, 4: 34.0}
"""Height of the digits in pixels, by the number of characters."""
WIDEST = 92.0
"""Room between the rims at the number's height, pixels, line included."""
LINE = 4.2
CROSS = 0.62
"""Side of the ×, as a share of the digits' height."""
NARROWEST = 0.84
"""Digits are condensed no further than this; beyond it they get smaller."""
FINE = 4
"""Drawn pixels for one finished pixel."""
INK = np.array((0.085, 0.015, 0.15))


def _letters(number: int, height: float) -> np.ndarray:
    """Coverage of × and the number, digits `height` pixels tall, :data:`FINE` times as fine, cut close.

    The × is drawn, two bars of one width, and stands at the middle of the digits.
    """
    probe = ImageFont.truetype(str(FONT), 400)
    top, bottom = probe.getbbox("0")[1], probe.getbbox("0")[3]
    size = 400 * height * FINE / (bottom - top)
    font = ImageFont.truetype(str(FONT), round(size))
    side, tall = height * FINE * CROSS, height * FINE
    bar, gap, pad = side * 0.36, side * 0.20, round(size * 0.3)
    canvas = Image.new("L", (round(size * (len(str(number)) + 2)), round(size * 1.8)), 0)
    pen = ImageDraw.Draw(canvas)
    base = round(size * 1.3)
    x, y, half = pad + side / 2, base - tall * 0.44, (side - bar * 0.72) / 2
    for slant in (-1, 1):
        ends = ((x - half, y - slant * half), (x + half, y + slant * half))
        pen.line(ends, fill=255, width=round(bar))
        for ex, ey in ends:
            pen.ellipse((ex - bar / 2, ey - bar / 2, ex + bar / 2, ey + bar / 2), fill=255)
    at = pad + side + gap
    for digit in str(number):
        pen.text((at, base), digit, font=font, fill=255, anchor="ls")
        at += font.getlength(digit) - size * 0.012
    pixels = np.asarray(canvas)
    rows, columns = np.flatnonzero(pixels.any(1)), np.flatnonzero(pixels.any(0))
    return pixels[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def value(number: int, y: float, shade: str = "#dbe0ff") -> Image.Image:
    """The number's frame, its middle `y` pixels below the cell's; `shade` is the colour of the digits' foot."""
    height = DIGIT_HEIGHT[len(str(number)) + 1]
    cover = _letters(number, height)
    room = (WIDEST - 2 * LINE) * FINE
    squeeze = min(1.0, room / cover.shape[1])
    if squeeze < NARROWEST:
        cover = _letters(number, height * squeeze / NARROWEST)
        squeeze = min(1.0, room / cover.shape[1])
    cover = cv2.resize(cover, (round(cover.shape[1] * squeeze), cover.shape[0]), interpolation=cv2.INTER_AREA)
    side = SIDE * FINE
    mask = np.zeros((side, side), np.float32)
    left = round(side / 2 - cover.shape[1] / 2)
    top = round(side / 2 + y * FINE - cover.shape[0] / 2)
    mask[top : top + cover.shape[0], left : left + cover.shape[1]] = cover / 255.0

    away = cv2.distanceTransform((mask < 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    line = np.clip(LINE * FINE - away + 0.5, 0, 1)
    dark = np.maximum(line, np.roll(line, round(1.6 * FINE), 0))
    shadow = np.roll(cv2.GaussianBlur(line, (0, 0), 2.2 * FINE), 2 * FINE, 0) * 0.5
    down = np.clip((np.arange(side) - top) / max(1, cover.shape[0]), 0, 1)[:, None, None]
    foot = np.array([int(shade[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    face = np.where(down < 0.52, 1.0, 1.0 * (1 - down) + foot * down)
    under = 1 - (1 - shadow) * (1 - dark)
    colour = INK * under[..., None] * (1 - mask[..., None]) + face * mask[..., None]
    alpha = 1 - (1 - under) * (1 - mask)
    small = cv2.resize(np.dstack([colour, alpha]).astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    small[..., 3][small[..., 3] < 3 / 255] = 0
    straight = np.where(small[..., 3:] > 0, small[..., :3] / np.maximum(small[..., 3:], 1e-3), 0)
    pixels = np.dstack([np.clip(straight, 0, 1), np.clip(small[..., 3], 0, 1)])
    return Image.fromarray((pixels * 255 + 0.5).astype(np.uint8), "RGBA")
