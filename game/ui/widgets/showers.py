"""Coins, petals and stars that rain over a celebration: more, nearer and from both corners the larger the win."""

import math
import random
from collections.abc import Sequence
from typing import Final

import pygame

from game.ui import layout
from game.ui.theme import Theme
from game.ui.widgets.particles import Particle, Particles

COINS: Final = (0, 30, 60, 150, 200, 250)
"""Coins in the air at once, for each level of celebration."""
STARS: Final = (0, 8, 12, 16, 20, 26)
DRIFT: Final = (0, 4, 6, 8, 10, 12)
"""For each level: stars and petals or flakes a second."""
RAIN: Final = 0.3
"""Share of the coins of the highest level that rain from above."""
FOUNTAINS_FROM: Final = 3
"""Level from which coins leap from both lower corners, and near ones pass before everything."""
NEAR_RATE: Final = 2.2
"""Near coins a second."""
NEAR_PATHS: Final = (((20, 90), (700, 1150)), ((1500, 1900), (500, 640)))
"""Where near coins leap, canvas pixels across, and how fast: never up to words or to her face."""
LIFE: Final = 2.8
"""Seconds a coin is in the air."""
DEPTHS: Final = (0.5, 0.62, 0.8, 1.0)
"""Sizes of the coins, those far away first."""


class Showers:
    """What flies before and behind the words of one screen."""

    def __init__(self, theme: Theme, level: int, rng: random.Random, *, still: bool) -> None:
        self.theme, self.level, self.rng, self.still = theme, level, rng, still
        self.near_paths: Sequence[tuple[tuple[float, float], tuple[float, float]]] = NEAR_PATHS
        self.far = Particles(random.Random(rng.random()))
        self.near = Particles(random.Random(rng.random()))
        self._owed = 0.0
        """Coins that are due and have not leapt yet."""

    def update(self, dt: float) -> None:
        """Let time pass."""
        self.far.update(dt)
        self.near.update(dt)
        if self.still or not self.level:
            return
        self._owed = min(self._owed + COINS[self.level] / LIFE * dt, 100)
        for _ in range(min(6, int(self._owed))):
            self._owed -= 1
            self._leap()
        rng = self.rng
        if rng.random() < STARS[self.level] * dt:
            self._twinkle()
        if rng.random() < DRIFT[self.level] * dt:
            self._drift()
        if self.level >= FOUNTAINS_FROM and rng.random() < NEAR_RATE * dt:
            self._pass_near()

    def salute(self, count: int) -> None:
        """Coins that leap at once."""
        if not self.still:
            self._owed += count

    def _leap(self) -> None:
        coins, rng = self.theme.assets.effects.animation("coin"), self.rng
        if not coins:
            return
        depth = rng.choice(DEPTHS)
        frames = [self.theme.scaled.get(coin, depth, depth) for coin in coins]
        y, gravity = layout.CANVAS.bottom + 40.0, 880.0
        if self.level == len(COINS) - 1 and rng.random() < RAIN:
            x, y, vx, vy, gravity = rng.uniform(40, 1880), -50.0, rng.uniform(-30, 30), rng.uniform(80, 300), 200.0
        elif self.level >= FOUNTAINS_FROM and rng.random() < 0.7:
            left = rng.random() < 0.5
            x = -30.0 if left else layout.CANVAS.right + 30.0
            vx = rng.uniform(120, 900) * (1 if left else -1)
            vy = -rng.uniform(900, 1280)
        else:
            x, vx, vy = rng.uniform(60, 1860), rng.uniform(-160, 160), -rng.uniform(950, 1260)
        self.far.add(
            Particle(
                frames[0],
                x,
                y,
                vx,
                vy,
                LIFE,
                gravity=gravity,
                phase=rng.uniform(0, 12),
                light=False,
                frames=frames,
            )
        )

    def _pass_near(self) -> None:
        """A coin close to the eye, out of focus, rises at an edge where no words stand."""
        coins = self.theme.assets.moments_named("coin_near/")
        if not coins:
            return
        rng = self.rng
        across, speeds = rng.choice(self.near_paths)
        self.near.add(
            Particle(
                coins[0],
                rng.uniform(*across),
                layout.CANVAS.bottom + 120,
                rng.uniform(-20, 20),
                -rng.uniform(*speeds),
                2.6,
                gravity=900,
                phase=rng.uniform(0, 6),
                light=False,
                frames=coins,
            )
        )

    def _twinkle(self) -> None:
        star, rng = self.theme.assets.light.get("star4"), self.rng
        if star is not None:
            angle, far = rng.uniform(0, math.tau), math.sqrt(rng.uniform(0.08, 1))
            x, y = 880 + 640 * far * math.cos(angle), 480 + 420 * far * math.sin(angle)
            self.far.add(Particle(star, x, y, 0, -14, rng.uniform(0.5, 1.1), fade="twinkle"))

    def _drift(self) -> None:
        prefix, rng = ("snow/" if self.theme.skin.ambience == "snow" else "petal/"), self.rng
        bodies = [sprite for name, sprite in self.theme.assets.effects.ready.items() if name.startswith(prefix)]
        if bodies:
            speed = rng.uniform(90, 190)
            self.far.add(
                Particle(
                    rng.choice(bodies),
                    rng.uniform(-40, 1960),
                    -40,
                    rng.uniform(-20, 20),
                    speed,
                    1120 / speed,
                    sway=rng.uniform(10, 40),
                    phase=rng.uniform(0, math.tau),
                    light=False,
                    angle=rng.uniform(0, math.tau),
                    spin=rng.uniform(-1.6, 1.6),
                )
            )

    def dwindle(self, seconds: float) -> None:
        """No more come, and what flies is gone in ``seconds``."""
        self.level, self._owed = 0, 0.0
        for particle in (*self.far.alive, *self.near.alive):
            particle.phase += 18 * particle.age
            particle.angle, particle.fade = particle.turn(), "out"
            particle.age, particle.life = 0.0, seconds * self.rng.uniform(0.5, 1.0)

    def draw_far(self, canvas: pygame.Surface) -> None:
        """What flies behind the words."""
        self.far.draw(canvas)

    def strike(self, x: float, y: float, wide: float, count: int) -> None:
        """Sparks fly from under something ``wide`` that struck at (x, y)."""
        sparks = [sprite for name, sprite in self.theme.assets.light.items() if name.startswith("spark/")]
        for part in (-0.4, -0.2, 0.0, 0.2, 0.4) if not self.still else ():
            self.far.burst(
                sparks, x + part * wide, y, count // 5, speed=1100, life=0.7, gravity=500, spread=wide / 10, along=True
            )

    def draw_near(self, canvas: pygame.Surface) -> None:
        """What passes before everything."""
        self.near.draw(canvas)
