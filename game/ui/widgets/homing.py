"""Sparks that fly from what burst to a meter, and arrive there one after another."""

import math
import random
from dataclasses import dataclass
from typing import Final

import pygame

from game.platform.sprites import Sprite
from game.present.script import ease_in
from game.ui.theme import Theme

FLIGHT: Final = (0.42, 0.62)
"""Seconds a spark is under way, at least and at most."""
BULGE: Final = 220.0
"""Pixels its way bends aside, at most."""
TAIL: Final = 5
TAIL_LAG: Final = 0.045
"""Lights behind a spark, and how far apart on its way."""
MAX_SPARKS: Final = 40


@dataclass(slots=True)
class Spark:
    """One spark under way."""

    start: tuple[float, float]
    bend: tuple[float, float]
    """Where its way bends to."""
    goal: tuple[float, float]
    life: float
    age: float = 0.0

    def at(self, progress: float) -> tuple[float, float]:
        """Where it is when it has come so far."""
        rest = 1 - progress
        x, y = (
            rest * rest * first + 2 * rest * progress * middle + progress * progress * last
            for first, middle, last in zip(self.start, self.bend, self.goal, strict=True)
        )
        return x, y


class HomingSparks:
    """All sparks under way."""

    def __init__(self, theme: Theme, rng: random.Random) -> None:
        self.theme, self.rng = theme, rng
        self.alive: list[Spark] = []

    def send(self, start: tuple[float, float], area: pygame.Rect) -> None:
        """One more flies from ``start`` to somewhere along the top of ``area``."""
        rng = self.rng
        goal = rng.uniform(area.left, area.right), float(area.top)
        bend = (start[0] + goal[0]) / 2 + rng.uniform(-BULGE, BULGE), min(start[1], goal[1]) - rng.uniform(0, BULGE)
        self.alive.append(Spark(start, bend, goal, rng.uniform(*FLIGHT)))
        del self.alive[:-MAX_SPARKS]

    def update(self, dt: float) -> list[tuple[float, float]]:
        """Let time pass; where sparks arrived meanwhile."""
        for spark in self.alive:
            spark.age += dt
        arrived = [spark.goal for spark in self.alive if spark.age >= spark.life]
        self.alive = [spark for spark in self.alive if spark.age < spark.life]
        return arrived

    def draw(self, canvas: pygame.Surface) -> None:
        """Every spark with its tail."""
        head, tail = self.theme.assets.light.get("star4"), self.theme.assets.light.get("spark/0")
        for spark in self.alive:
            progress = ease_in(spark.age / spark.life)
            for number in range(TAIL if tail is not None else 0):
                self._put(canvas, tail, spark.at(max(0.0, progress - TAIL_LAG * (number + 1))), 1 - 0.16 * number)
            self._put(canvas, head, spark.at(progress), 0.5 + 0.1 * math.sin(30 * spark.age))

    def _put(self, canvas: pygame.Surface, light: Sprite | None, at: tuple[float, float], scale: float) -> None:
        if light is not None:
            share = round(scale, 1)
            self.theme.scaled.get(light, share, share).draw_centred(canvas, *at, pygame.BLEND_RGB_ADD)
