"""A picture that opens in a growing circle: soft at its edge, with a rim of light."""

import math
from collections.abc import Iterator
from functools import cache
from typing import Final

import numpy as np
import pygame

FEATHER: Final = 52
"""Canvas pixels on either side of the circle in which the old picture gives way and the rim shines."""
STRIP: Final = 20
"""Rows that are blended at once."""
LEVELS: Final = 256


class Iris:
    """Draws what is still outside the circle; keeps two strips to work in."""

    def __init__(self, rim: tuple[int, int, int]) -> None:
        """``rim`` is the colour of the light on the circle."""
        self._rim = rim
        self._old: pygame.Surface | None = None
        self._light: pygame.Surface | None = None

    def close(
        self, canvas: pygame.Surface, below: pygame.Surface, middle: tuple[int, int], radius: float, area: pygame.Rect
    ) -> None:
        """Cover with ``below`` what of ``area`` lies farther than ``radius`` from ``middle``."""
        if self._old is None or self._light is None:
            self._old = pygame.Surface((canvas.get_width(), STRIP), pygame.SRCALPHA)
            self._light = pygame.Surface((canvas.get_width(), STRIP))
        inner, outer = max(0.0, radius - FEATHER), radius + FEATHER
        scale = (LEVELS - 1) / (outer**2 - inner**2)
        covering, shining = _levels(self._rim)
        columns = np.arange(area.left, area.right, dtype=np.float32) - middle[0]
        columns = (columns * columns - inner**2) * scale
        for top in range(area.top, area.bottom, STRIP):
            rows = np.arange(top, min(top + STRIP, area.bottom), dtype=np.float32) - middle[1]
            near, far = sorted((abs(float(rows[0])), abs(float(rows[-1]))))
            if rows[0] < 0 < rows[-1]:
                near = 0.0
            rows *= rows * scale
            for begin, end, solid in _runs(middle[0], _half(inner, far), _half(outer, near), area):
                place = pygame.Rect(begin, top, end - begin, len(rows))
                if solid:
                    canvas.blit(below, place, place)
                    continue
                level = rows[:, None] + columns[begin - area.left : end - area.left]
                np.maximum(level, 0, out=level)
                np.minimum(level, LEVELS - 1, out=level)
                index = level.astype(np.uint8)
                old, light = self._old.subsurface((0, 0), place.size), self._light.subsurface((0, 0), place.size)
                old.blit(below, (0, 0), place)
                pygame.surfarray.pixels_alpha(old).T[:] = covering[index]
                pygame.surfarray.pixels2d(light).T[:] = shining[index]
                canvas.blit(old, place)
                canvas.blit(light, place, special_flags=pygame.BLEND_RGB_ADD)


def _half(radius: float, away: float) -> float:
    """Half the width of a circle ``away`` from its middle."""
    return math.sqrt(radius * radius - away * away) if away < radius else 0.0


def _runs(x: int, inner: float, outer: float, area: pygame.Rect) -> Iterator[tuple[int, int, bool]]:
    """Begin and end of what lies left and right of ``x`` and whether all of it is outside the circle."""
    near, far = math.floor(inner), math.ceil(outer)
    pieces = [(area.left, x - far, True), (x - far, x - near, False), (x + near, x + far, False)]
    pieces.append((x + far, area.right, True))
    for begin, end, solid in pieces:
        left, right = max(begin, area.left), min(end, area.right)
        if left < right:
            yield left, right, solid


@cache
def _levels(rim: tuple[int, int, int]) -> tuple[np.ndarray, np.ndarray]:
    """How much of the old picture covers, and the rim's light as pixels, from the inner edge to the outer."""
    share = np.linspace(0, 1, LEVELS)
    covering = np.clip((share - 0.3) / 0.6, 0, 1)
    covering = covering * covering * (3 - 2 * covering) * 255
    bright = np.exp(-(((share - 0.42) / 0.13) ** 2)) + 0.35 * np.sin(np.pi * share) ** 2
    parts = [np.clip(bright * part, 0, 255).astype(np.uint32) for part in rim]
    return covering.astype(np.uint8), (parts[0] << 16) | (parts[1] << 8) | parts[2]
