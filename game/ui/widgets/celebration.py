"""Light and showers behind a big screen: a pool of light, beams that wander, coins that leap, stars, petals or snow."""

import math
import random
from typing import Final

import numpy as np
import pygame

from game.present.stage import BOARD_HEIGHT
from game.ui import layout
from game.ui.theme import Theme
from game.ui.widgets.particles import Particle, Particles

AREA: Final = pygame.Rect(0, 0, 1152, 880).move(layout.BOARD.centerx - 576, layout.BOARD.centery - 460)
"""Where the light falls."""
COARSE: Final = 4
"""Canvas pixels to one of the small picture the light is painted on; it is soft enough."""
EVERY: Final = 1 / 30
"""Seconds between two pictures of the beams."""
BEAMS: Final = (0, 10, 12, 14, 16, 18)
REACH: Final = (0.55, 0.72, 0.82, 0.92, 1.0, 1.08)
LIGHT: Final = (0.62, 0.80, 0.94, 1.08, 1.22, 1.36)
"""For each level of celebration: beams, how far they reach (1 fills the area) and how bright they are."""
COINS: Final = (0, 6, 12, 20, 30, 42)
STARS: Final = (4, 6, 8, 11, 14, 18)
DRIFT: Final = (0, 0, 3, 5, 7, 9)
"""For each level: coins, stars, and petals or snowflakes a second."""
SALUTE: Final = (0, 10, 18, 26, 34, 44)
"""Coins that leap at once when the level is reached."""
DEPTHS: Final = (0.62, 0.8, 1.0)
"""Sizes of the coins: those far away, between and near."""
PULSE: Final = 0.5
"""Seconds in which a new level's light swells and calms."""


class Celebration:
    """The light and the showers of one screen; their level may rise, 0 (quiet light, no coins) to 5."""

    def __init__(self, theme: Theme, particles: Particles, level: int, *, still: bool, calm: bool) -> None:
        """``still``: reduced motion, one picture of light and nothing flies; ``calm``: no swelling of light."""
        self.coins = True
        """Whether coins leap, too."""
        self.theme, self.particles = theme, particles
        self.level, self.still, self.calm = level, still, calm
        self.clock = 0.0
        self._since_level = PULSE
        self._rng = random.Random(level)
        self._painted = -1.0
        self._light: pygame.Surface | None = None
        self._fall: tuple[int, pygame.Surface, pygame.Surface] | None = None

    def rise(self, level: int) -> None:
        """A higher level is reached: light swells, coins leap."""
        self.level, self._since_level = level, 0.0
        self._painted = -1.0
        if not self.still:
            for _ in range(SALUTE[level]):
                self._leap(layout.BOARD.centerx + self._rng.uniform(-260, 260), layout.BOARD.centery - 20, 1.0)

    def update(self, dt: float) -> None:
        """Let time pass."""
        self.clock += dt
        self._since_level += dt
        if self.still:
            return
        rng, level = self._rng, self.level
        if self.coins and rng.random() < COINS[level] * dt:
            side = rng.choice((-1, 1))
            self._leap(layout.BOARD.centerx + side * rng.uniform(120, 440), layout.CANVAS.bottom - 130, 1.25)
        if rng.random() < STARS[level] * dt:
            self._twinkle()
        if rng.random() < DRIFT[level] * dt:
            self._drift()

    # -- what flies -------------------------------------------------------------------------------------------

    def _leap(self, x: float, y: float, force: float) -> None:
        """A turning coin leaps up and falls out of sight."""
        coins, rng = self.theme.assets.effects.animation("coin"), self._rng
        if not coins:
            return
        depth = rng.choice(DEPTHS)
        frames = [self.theme.scaled.get(coin, depth, depth) for coin in coins]
        vx, vy = rng.uniform(-330, 330) * force, -rng.uniform(620, 1180) * force * (0.7 + 0.3 * depth)
        self.particles.add(
            Particle(frames[0], x, y, vx, vy, 3.0, gravity=1350, phase=rng.uniform(0, 12), light=False, frames=frames)
        )

    def _twinkle(self) -> None:
        """A star swells and goes out somewhere about the middle."""
        star, rng = self.theme.assets.light.get("star4"), self._rng
        if star is not None:
            angle, far = rng.uniform(0, math.tau), math.sqrt(rng.uniform(0.12, 1))
            x = layout.BOARD.centerx + 560 * far * math.cos(angle)
            y = layout.BOARD.centery - 20 + 0.5 * BOARD_HEIGHT * far * math.sin(angle)
            self.particles.add(Particle(star, x, y, 0, -14, rng.uniform(0.5, 1.1), fade="twinkle"))

    def _drift(self) -> None:
        """A petal or a snowflake sinks."""
        prefix, rng = ("snow/" if self.theme.skin.ambience == "snow" else "petal/"), self._rng
        bodies = [sprite for name, sprite in self.theme.assets.effects.ready.items() if name.startswith(prefix)]
        if bodies:
            speed, spin = rng.uniform(90, 190), rng.uniform(-1.6, 1.6)
            self.particles.add(
                Particle(
                    rng.choice(bodies),
                    rng.uniform(layout.FRAME.left - 120, layout.FRAME.right + 60),
                    -40,
                    rng.uniform(-20, 20),
                    speed,
                    1120 / speed,
                    sway=rng.uniform(10, 40),
                    phase=rng.uniform(0, math.tau),
                    light=False,
                    angle=rng.uniform(0, math.tau),
                    spin=spin,
                )
            )

    # -- light ------------------------------------------------------------------------------------------------

    def draw_light(self, canvas: pygame.Surface, presence: float) -> None:
        """Add the pool of light and the beams; ``presence`` 0 to 1 fades them."""
        if self._light is None or (self.clock - self._painted >= EVERY and not (self.still and presence == 1)):
            self._light = self._paint(presence)
            self._painted = self.clock
        canvas.blit(self._light, AREA, special_flags=pygame.BLEND_RGB_ADD)

    def _paint(self, presence: float) -> pygame.Surface:
        width, height = AREA.width // COARSE, AREA.height // COARSE
        if self._fall is None or self._fall[0] != self.level:
            self._fall = (self.level, *self._falling_off(width, height))
        _, fall, pool = self._fall
        fine = pygame.Surface((2 * width, 2 * height)).convert()
        turn = 0.0 if self.still else self.clock
        count = BEAMS[self.level]
        for beam in range(count):
            breath = 0.5 + 0.5 * math.sin(turn * (0.5 + 0.13 * (beam % 5)) + beam * 2.4)
            angle = math.tau * (beam + 0.3 * math.sin(beam * 5.1)) / count + 0.11 * turn * (1 if beam % 3 else -0.6)
            half = (0.045 + 0.05 * ((beam * 7) % 5) / 4) * (0.8 + 0.4 * breath)
            ends = [pygame.Vector2(1.6 * width, 0).rotate_rad(edge) for edge in (angle - half, angle + half)]
            middle = pygame.Vector2(width, height)
            pygame.draw.polygon(fine, (round(120 + 135 * breath),) * 3, [middle, *(middle + end for end in ends)])
        small = pygame.transform.smoothscale(fine, (width, height))
        small.blit(fall, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        small.blit(pool, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        swell = 0.0 if self.calm or self.still else max(0.0, 1 - self._since_level / PULSE)
        level = round(255 * presence * (1 + 0.35 * swell) / 1.35)
        small.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)
        return pygame.transform.smoothscale(small, AREA.size)

    def _falling_off(self, width: int, height: int) -> tuple[pygame.Surface, pygame.Surface]:
        """How beams lose light and change colour outwards, and the pool of light in the middle."""
        gold, accent = (np.array(self.theme.colour(name), float) for name in ("gold", "accent"))
        x = (np.arange(width) - width / 2 + 0.5) / (width / 2)
        y = (np.arange(height) - height / 2 + 0.5) / (height / 2)
        far = np.hypot(x[:, None], y[None, :]) / REACH[self.level]
        out = np.clip(far, 0, 1)[..., None]
        hue = gold * (1 - out) + accent * out
        edge = np.clip((1 - np.maximum(np.abs(x)[:, None], np.abs(y)[None, :])) * 6, 0, 1)
        beams = 1.35 * LIGHT[self.level] * np.clip(1 - far, 0, 1) ** 1.25 * np.clip(far * 3.2, 0.35, 1) * edge
        pool = (
            1.35
            * LIGHT[self.level]
            * (0.46 * np.exp(-((far / 0.32) ** 2)) + 0.34 * np.exp(-((far / 0.62) ** 2)))
            * edge
        )
        return tuple(
            pygame.surfarray.make_surface(np.clip(part[..., None] * hue, 0, 255).astype(np.uint8)).convert()
            for part in (beams, pool)
        )  # type: ignore[return-value]
