"""Burst fragments cut out of a finished symbol: angular splinters with one bright edge."""

from __future__ import annotations

from math import cos, pi, sin

import cv2
import numpy as np
from PIL import Image

from sprites.source.symbols.canvas import SIDE

COUNT = 5
SIZES = (44, 36, 30, 24, 19)
"""Longest side of the five fragments, sprite pixels."""
PAD = 4
LIGHT = np.array([-0.6, -0.8])
OVER = 2
"""Drawn pixels for one finished pixel of what fragments are cut from."""


def _screen(colour: np.ndarray, amount: np.ndarray) -> np.ndarray:
    return 1 - (1 - colour) * (1 - np.clip(amount, 0, 1))


def _splinter(rng: np.random.Generator, radius: float) -> np.ndarray:
    """Corners of a long, irregular polygon about the origin, longest reach `radius`."""
    corners = int(rng.integers(4, 6))
    turn = rng.uniform(0, 2 * pi)
    points = []
    for k in range(corners):
        angle = 2 * pi * (k + rng.uniform(-0.22, 0.22)) / corners
        reach = rng.uniform(0.7, 1.0)
        points.append((reach * cos(angle), reach * sin(angle) * 0.68))
    points = np.array(points)
    spin = np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])
    points = points @ spin.T
    return points * radius / np.abs(points).max()


def _grounds(colour: np.ndarray, alpha: np.ndarray, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Well-covered, well-spread places to cut from: rows and columns."""
    full = cv2.GaussianBlur(alpha, (0, 0), 10)
    light = cv2.GaussianBlur((colour.max(-1) - 0.4 * colour.min(-1)) * alpha, (0, 0), 6)
    score = (full > 0.93) * (light + 0.15 * rng.random(light.shape).astype(np.float32))
    spots = []
    for _ in range(COUNT):
        row, column = np.unravel_index(int(np.argmax(score)), score.shape)
        spots.append((int(row), int(column)))
        cv2.circle(score, (int(column), int(row)), 52, 0, -1)
    return spots


def shards(picture: np.ndarray, seed: int) -> list[Image.Image]:
    """Five fragments of a symbol's premultiplied picture on a canvas of any scale, largest first."""
    rng = np.random.default_rng(seed)
    drawn = cv2.resize(picture, (SIDE * OVER, SIDE * OVER), interpolation=cv2.INTER_AREA)
    alpha = np.clip(drawn[..., 3], 0, 1)
    whole = np.clip(drawn[..., :3] / np.maximum(alpha, 1e-3)[..., None], 0, 1).astype(np.float32)
    pictures = []
    for (row, column), size in zip(_grounds(whole, alpha, rng), SIZES, strict=True):
        side = (size + 2 * PAD) * OVER * 2
        corners = _splinter(rng, size * OVER)
        shape = np.zeros((side, side), np.uint8)
        cv2.fillPoly(shape, [np.round((corners + side / 2) * 16).astype(np.int32)], 255, cv2.LINE_AA, shift=4)
        cover = shape.astype(np.float32) / 255
        reach = side // 4
        window = cv2.copyMakeBorder(whole, side, side, side, side, cv2.BORDER_REFLECT)
        cut = window[row + side - reach : row + side + reach, column + side - reach : column + side + reach]
        colour = cv2.resize(cut, (side, side), interpolation=cv2.INTER_CUBIC)
        mean = (colour * cover[..., None]).sum((0, 1)) / cover.sum()
        colour = np.clip(0.25 * mean + 0.85 * colour, 0, 1)

        middle = corners.mean(0)
        for start, end in zip(corners, np.roll(corners, -1, 0), strict=True):
            outward = (start + end) / 2 - middle
            outward /= np.linalg.norm(outward) + 1e-6
            facing = float(outward @ LIGHT)
            facet = np.zeros((side, side), np.uint8)
            wedge = np.array([start, end, middle + (end - middle) * 0.45, middle + (start - middle) * 0.45]) + side / 2
            cv2.fillPoly(facet, [np.round(wedge * 16).astype(np.int32)], 255, cv2.LINE_AA, shift=4)
            amount = (facet.astype(np.float32) / 255)[..., None]
            colour = _screen(colour, amount * 0.5 * facing) if facing > 0 else colour * (1 + amount * 0.42 * facing)
            if facing > 0.1:
                edge = np.zeros((side, side), np.uint8)
                line = np.round((np.array([start, end]) * 0.97 + side / 2) * 16).astype(np.int32)
                cv2.polylines(edge, [line], False, 255, 5, cv2.LINE_AA, shift=4)
                colour = _screen(colour, (edge.astype(np.float32) / 255)[..., None] * 0.9)
        away = cv2.distanceTransform((cover < 0.5).astype(np.uint8), cv2.DIST_L2, 5)
        ink = np.clip(4.5 - away, 0, 1) * 0.85
        alpha = 1 - (1 - cover) * (1 - ink)
        dark = np.clip(mean * 0.16, 0, 1)
        pre = colour * cover[..., None] + dark * ((1 - cover) * ink)[..., None]
        final = side // (OVER * 2)
        small = cv2.resize(np.dstack([pre, alpha]).astype(np.float32), (final, final), interpolation=cv2.INTER_AREA)
        straight = np.clip(small[..., :3] / np.maximum(small[..., 3:], 1e-3), 0, 1)
        pixels = np.dstack([straight, np.clip(small[..., 3], 0, 1)])
        pictures.append(Image.fromarray((pixels * 255 + 0.5).astype(np.uint8), "RGBA"))
    return pictures
