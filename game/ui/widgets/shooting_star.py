"""An idle delight: now and then, while nothing is played, a shooting star crosses the sky beside the board."""

import math
import random
from typing import Final

import pygame

from game.platform.sprites import Sprite, clipped
from game.ui.theme import Theme

SKY: Final = pygame.Rect(1464, 92, 456, 330)
"""Where it may be seen."""
AFTER: Final = (18.0, 45.0)
"""Least and most seconds of rest before one comes."""
LASTS: Final = 1.1
REACH: Final = 420.0
"""Canvas pixels it travels."""
SCALE: Final = 0.7


class ShootingStar:
    """One at a time; none while something is played."""

    def __init__(self, theme: Theme, rng: random.Random) -> None:
        self.theme, self.rng = theme, rng
        self._wait = rng.uniform(*AFTER)
        self._age: float | None = None
        self._from, self._angle = (0.0, 0.0), 0.0
        self._trail: Sprite | None = None

    def update(self, dt: float, *, resting: bool) -> None:
        """Let ``dt`` seconds pass; a star that is on its way goes on."""
        if self._age is not None:
            self._age += dt
            if self._age >= LASTS:
                self._age, self._trail = None, None
                self._wait = self.rng.uniform(*AFTER)
        elif resting:
            self._wait -= dt
            if self._wait <= 0:
                self._begin()
        else:
            self._wait = max(self._wait, AFTER[0])

    def _begin(self) -> None:
        trail = self.theme.assets.light.get("trail")
        if trail is None:
            self._wait = AFTER[1]
            return
        self._age = 0.0
        self._from = (self.rng.uniform(SKY.left + 260, SKY.right), self.rng.uniform(SKY.top, SKY.top + 60))
        self._angle = self.rng.uniform(math.radians(150), math.radians(165))  # to the left and down
        turned = pygame.transform.rotozoom(trail.surface, -math.degrees(self._angle), SCALE)
        self._trail = Sprite(turned, (0, 0), turned.get_size())

    @property
    def rect(self) -> pygame.Rect | None:
        """Where it is now; None while there is none."""
        if self._age is None or self._trail is None:
            return None
        gone = REACH * self._age / LASTS
        middle = (self._from[0] + gone * math.cos(self._angle), self._from[1] + gone * math.sin(self._angle))
        area = self._trail.surface.get_rect(center=(round(middle[0]), round(middle[1]))).clip(SKY)
        return area if area.width and area.height else None

    def draw(self, canvas: pygame.Surface) -> None:
        """Draw it as light: it comes up and fades."""
        if self._age is None or self._trail is None or self.rect is None:
            return
        strength = math.sin(math.pi * self._age / LASTS)
        level = round(255 * strength)
        shown = self._trail.surface.copy()
        shown.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)
        gone = REACH * self._age / LASTS
        x, y = self._from[0] + gone * math.cos(self._angle), self._from[1] + gone * math.sin(self._angle)
        with clipped(canvas, SKY):
            canvas.blit(shown, shown.get_rect(center=(round(x), round(y))), special_flags=pygame.BLEND_RGB_ADD)
