"""The wave of petals or snow that fills the screen while the place changes beneath it, and blows off again."""

import math
import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from game.platform.sprites import Sprite
from game.present.script import ease_in, ease_out
from game.ui import layout
from game.ui.theme import Theme

AWAY: Final = 0.8
"""Seconds in which the wave blows off."""
COUNTS: Final = {"far": 220, "mid": 200, "near": 50}
"""Bodies in each depth, those far away drawn first."""
SPAN: Final = 0.55
"""Share of the wave a body is under way; the rest is its start's delay."""
GROUNDS: Final = {"snow": (128, 172, 220), "petal": (206, 122, 180)}
"""What is seen between the bodies at the crest of the wave."""
FROM: Final = (2300, -560)
TO: Final = (-1700, 520)
"""How far bodies come and go, canvas pixels, the nearest twice as far as the farthest."""
PACE: Final = {"far": 0.7, "mid": 1.0, "near": 1.4}


@dataclass(frozen=True, slots=True)
class Body:
    """A petal or a flake."""

    depth: str
    picture: Sprite
    x: float
    y: float
    """Where it is at the crest, canvas pixels."""
    delay: float
    """Share of the wave that passes before it comes, 0 to 1 - SPAN."""
    sway: float


class Wave:
    """Fills with the stage's wave and blows off by itself once that is over."""

    def __init__(self, theme: Theme, rng: random.Random) -> None:
        self.theme, self.rng = theme, rng
        self.still = False
        """Reduced motion: a veil of colour that fades, nothing flies."""
        self.fill = 0.0
        """How far the screen is filled, 0 to 1."""
        self.away = 1.0
        """How far it has blown off, 0 to 1."""
        self._bodies: list[Body] = []

    @property
    def over(self) -> bool:
        """Whether nothing of it is on screen."""
        return self.fill == 0 and self.away >= 1

    def update(self, dt: float, filling: float) -> None:
        """Follow the stage's wave; ``filling`` is 0 while there is none."""
        if filling > 0:
            if self.over:
                self._bodies = self._scattered()
            self.fill, self.away = filling, 0.0
        elif not self.over:
            self.fill = 0.0
            self.away = min(1.0, self.away + dt / AWAY)

    def _scattered(self) -> list[Body]:
        """Bodies over the whole screen, a little beyond its edges, those on her side earlier."""
        rng, assets = self.rng, self.theme.assets
        bodies = []
        for depth, count in COUNTS.items():
            pictures = assets.moments_named(f"wave/{depth}/")
            for _ in range(count if pictures else 0):
                x, y = rng.uniform(-80, 2000), rng.uniform(-80, 1160)
                delay = (1 - SPAN) * (0.6 * (2000 - x) / 2080 + 0.4 * rng.random())
                bodies.append(Body(depth, rng.choice(pictures), x, y, delay, rng.uniform(-1, 1)))
        return bodies

    def draw(self, canvas: pygame.Surface) -> None:
        """In front of everything."""
        if self.over:
            return
        self._draw_ground(canvas)
        if self.still:
            return
        blits = []
        for body in self._bodies:
            if 0 < self.fill <= body.delay:
                continue
            x, y = self._place(body)
            sprite = body.picture
            left, top = x - sprite.size[0] / 2 + sprite.offset[0], y - sprite.size[1] / 2 + sprite.offset[1]
            if -260 < left < layout.CANVAS.width and -260 < top < layout.CANVAS.height:
                blits.append((sprite.surface, (round(left), round(top))))
        canvas.blits(blits, doreturn=False)

    def _place(self, body: Body) -> tuple[float, float]:
        pace = PACE[body.depth]
        if self.fill > 0:
            come = min(1.0, max(0.0, self.fill - body.delay) / SPAN)
            far = 1 - ease_out(come)
            swing = 60 * body.sway * math.sin(math.pi * come)
            return body.x + pace * FROM[0] * far, body.y + pace * FROM[1] * far + swing
        gone = ease_in(min(1.0, max(0.0, self.away - body.delay * 0.6) / (1 - 0.6 * (1 - SPAN))))
        swing = 60 * body.sway * math.sin(math.pi * gone)
        return body.x + pace * TO[0] * gone, body.y + pace * TO[1] * gone + swing

    def _draw_ground(self, canvas: pygame.Surface) -> None:
        """A veil that is opaque at the crest, so that the change of place is never seen."""
        thick = max(0.0, (self.fill - 0.7) / 0.27) if self.fill > 0 else 1 - self.away / 0.4
        if thick <= 0:
            return
        colour = GROUNDS["snow" if self.theme.skin.ambience == "snow" else "petal"]
        veil = _veil(colour, canvas.get_size())
        veil.set_alpha(round(255 * min(1.0, thick)))
        canvas.blit(veil, (0, 0))


@lru_cache(maxsize=1)
def _veil(colour: tuple[int, int, int], size: tuple[int, int]) -> pygame.Surface:
    """A ground of a colour, light in the middle and deep at the edges."""
    small = pygame.Surface((32, 18))
    for x in range(32):
        for y in range(18):
            far = min(1.0, math.hypot(x / 15.5 - 1, y / 8.5 - 1))
            small.set_at((x, y), [round(part + (255 - part) * 0.4 * (1 - far) - part * 0.4 * far) for part in colour])
    return pygame.transform.smoothscale(small, size)
