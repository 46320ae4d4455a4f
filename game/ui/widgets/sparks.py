"""What flies off the board: a symbol that bursts, the light where something lands, sparks in a reel that waits."""

import math
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray

from game.engine.rules import HEART_COLOURS, PAYS
from game.platform.sprites import Sprite
from game.present.stage import CELL
from game.ui import layout
from game.ui.theme import Theme
from game.ui.widgets.particles import Particle, Particles

SHARDS: Final = 9
SPARKS: Final = 7
JOYFUL_SPARKS: Final = 11
"""Fragments and sparks of one symbol; more sparks once the round has won more than its stake."""
SHARD_SIZES: Final = (0.55, 1.2)
"""Least and greatest size of a fragment, as a share of its picture's."""
PUSH: Final = 300.0
"""Pixels a second that fragments fly outwards from the middle of their group, at most."""
FLASH: Final = 0.24
"""Seconds a burst's light takes to open and go out."""
FLASHES_KEPT: Final = 3
"""Symbols whose light is kept ready."""
OPENING: Final = (
    (0.46, 0.6, 0.5),
    (0.62, 0.46, 0.62),
    (0.76, 0.3, 0.5),
    (0.86, 0.2, 0.34),
    (0.93, 0.1, 0.2),
    (0.98, 0.04, 0.09),
)
"""For each frame of that light: radius of its ring, strength of its heart and of its ring."""
RAYS: Final = 19
RAY_SEED: Final = 5
"""Splinters of light in it, and what their directions and lengths come from."""
LANDING: Final = 2
"""Frame from which that light opens round what stays where it is: the earlier ones would hide it."""
DUST: Final = 7
"""Motes a column throws up where it lands."""
GUST: Final = 130
"""Petals or snowflakes in a gust."""
RISING: Final = 16
"""Sparks a second in a reel that waits for a scatter."""


class Sparks:
    """Fills a field of particles with the shown skin's fragments and lights."""

    def __init__(self, theme: Theme, particles: Particles) -> None:
        self.theme, self.particles = theme, particles
        self._flashes: OrderedDict[str, tuple[list[Sprite], list[Sprite]]] = OrderedDict()

    def burst(
        self, symbol: str, x: float, y: float, *, joyful: bool, flash: bool, push: tuple[float, float] = (0.0, 0.0)
    ) -> None:
        """A symbol breaks up at (x, y): a coloured light opens, fragments tumble, sparks fly.

        ``push`` is where it lies from the middle of its group, in cells; what flies is carried on that way.
        """
        field = self.particles
        if flash:
            self._flash(symbol, x, y)
        far = math.hypot(*push)
        drift = (PUSH * push[0] / max(1.0, far), PUSH * push[1] / max(1.0, far))
        field.burst(
            shard_sprites(self.theme, symbol),
            x,
            y,
            SHARDS,
            speed=520,
            life=0.62,
            gravity=1500,
            light=False,
            spread=34,
            spin=15,
            sizes=SHARD_SIZES,
            drift=drift,
        )
        count = JOYFUL_SPARKS if joyful else SPARKS
        lights = self._lights("spark/2")
        field.burst(lights, x, y, count, speed=600, life=0.5, gravity=420, along=True, spread=12, drift=drift)
        lights = self._lights("spark/0", "spark/3")
        field.burst(lights, x, y, count // 2, speed=330, life=0.62, gravity=260, spread=40, drift=drift)
        self._twinkles(x, y, 3 if joyful else 1, reach=58)

    def sparkle(self, kind: str, x: float, y: float, *, flash: bool) -> None:
        """Something precious landed, or a heart reached the meter."""
        heart = kind in HEART_COLOURS
        if flash:
            lit = f"heart_{kind}" if heart else "scatter" if kind == "scatter" else "heart_pink"
            self._flash(lit, x, y, first=LANDING)
        field = self.particles
        field.burst(self._lights("spark/2"), x, y, 12, speed=520, life=0.5, gravity=160, along=True, spread=16)
        field.burst(self._lights("spark/1", "spark/0"), x, y, 9, speed=300, life=0.75, gravity=120, spread=36)
        self._twinkles(x, y, 4, reach=84)

    def dust(self, x: float, y: float) -> None:
        """A column landed: motes fly off along the sill."""
        rng, lights = self.particles.rng, self._lights("spark/0", "spark/3")
        for _ in range(DUST if lights else 0):
            side = rng.choice((-1, 1))
            self.particles.add(
                Particle(
                    rng.choice(lights),
                    x + side * rng.uniform(10, CELL * 0.45),
                    y,
                    side * rng.uniform(40, 220),
                    -rng.uniform(30, 170),
                    rng.uniform(0.25, 0.45),
                    gravity=380,
                    size=rng.uniform(0.4, 0.8),
                    fade="out",
                )
            )

    def glint(self, x: float, y: float) -> None:
        """A spark arrived at a meter."""
        self.particles.burst(self._lights("spark/3"), x, y, 3, speed=170, life=0.3, gravity=200, spread=6)
        self._twinkles(x, y, 1, reach=8)

    def rise(self, reels: Iterable[int], dt: float) -> None:
        """Sparks climb in the reels on which one more scatter would trigger."""
        rng, lights = self.particles.rng, self._lights("spark/0", "spark/1", "spark/3")
        for reel in reels:
            if lights and rng.random() < RISING * dt:
                x = layout.BOARD.left + (reel + rng.choice((rng.uniform(0.04, 0.2), rng.uniform(0.8, 0.96)))) * CELL
                y = rng.uniform(layout.BOARD.centery, layout.BOARD.bottom - 20)
                speed, sway = -rng.uniform(160, 380), rng.uniform(2, 9)
                self.particles.add(
                    Particle(rng.choice(lights), x, y, 0, speed, rng.uniform(0.5, 1.0), sway=sway, fade="twinkle")
                )

    def sweep(self) -> None:
        """A gust of petals or snow blows across as one place gives way to another."""
        rng, winter = self.particles.rng, self.theme.skin.ambience == "snow"
        bodies = [
            sprite
            for name, sprite in self.theme.assets.effects.ready.items()
            if name.startswith("snow/" if winter else "petal/")
        ]
        for _ in range(GUST if bodies else 0):
            speed = rng.uniform(1300, 2300)
            self.particles.add(
                Particle(
                    rng.choice(bodies),
                    rng.uniform(-80, layout.CANVAS.width * 0.9),
                    rng.uniform(-40, layout.BAR.top),
                    speed,
                    speed * rng.uniform(-0.12, 0.16),
                    rng.uniform(0.7, 1.3),
                    wait=rng.uniform(0, 0.35),
                    sway=rng.uniform(6, 22),
                    light=False,
                    angle=rng.uniform(0, math.tau),
                    spin=rng.uniform(-7, 7),
                    fade="twinkle",
                )
            )
        for _ in range(GUST // 4):
            x, y = rng.uniform(0, layout.CANVAS.width), rng.uniform(0, layout.BAR.top)
            self._twinkles(x, y, 1, reach=10)

    def _lights(self, *names: str) -> list[Sprite]:
        return [self.theme.assets.light[name] for name in names if name in self.theme.assets.light]

    def _twinkles(self, x: float, y: float, count: int, reach: float) -> None:
        """Stars swell and go out about (x, y), one after another."""
        rng, stars = self.particles.rng, self._lights("star4")
        for turn in range(count if stars else 0):
            angle, far = rng.uniform(0, math.tau), reach * math.sqrt(rng.random())
            place = x + far * math.cos(angle), y + far * math.sin(angle)
            life, wait = rng.uniform(0.28, 0.5), 0.06 * turn + rng.uniform(0, 0.08)
            self.particles.add(Particle(stars[0], *place, 0, 0, life, wait=wait, fade="twinkle"))

    def _flash(self, symbol: str, x: float, y: float, first: int = 0) -> None:
        rng = self.particles.rng
        frames = self._opening(symbol, turned=rng.random() < 0.5)[first:]
        if frames:
            life = FLASH * len(frames) / len(OPENING) * rng.uniform(0.9, 1.2)
            turn, size = math.tau * rng.randrange(6) / 6, rng.choice((0.75, 0.875, 1.0))
            self.particles.add(Particle(frames[0], x, y, 0, 0, life, frames=frames, once=True, angle=turn, size=size))

    def _opening(self, symbol: str, *, turned: bool = False) -> list[Sprite]:
        """The light of a symbol as it opens and goes out; ``turned`` upside down, so that not all are alike."""
        if symbol not in self._flashes:
            glow = self.theme.assets.light.get(f"glow/{symbol}") or self.theme.assets.light.get("glow/star")
            if glow is None:
                return []
            middle = glow.surface.get_rect().inflate(-glow.surface.get_width() // 3, -glow.surface.get_height() // 3)
            hue = np.array(pygame.transform.average_color(glow.surface.subsurface(middle))[:3], float)
            lit = [_coloured(hue * 255 / max(1.0, hue.max()), *layers) for layers in opening_lights()]
            upside = [pygame.transform.flip(frame.surface, flip_x=True, flip_y=True) for frame in lit]
            self._flashes[symbol] = lit, [Sprite(surface, (0, 0), surface.get_size()) for surface in upside]
            while len(self._flashes) > FLASHES_KEPT:
                self._flashes.popitem(last=False)
        self._flashes.move_to_end(symbol)
        return self._flashes[symbol][turned]


def _coloured(hue: NDArray[np.float64], tinted: pygame.Surface, white: pygame.Surface) -> Sprite:
    """One frame of that light, white at its heart and of the symbol's ``hue`` (0 to 255) around."""
    light = tinted.copy()
    light.fill([round(part) for part in hue], special_flags=pygame.BLEND_RGB_MULT)
    light.blit(white, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return Sprite(light, (0, 0), light.get_size())


@cache
def opening_lights() -> Sequence[tuple[pygame.Surface, pygame.Surface]]:
    """For each frame of that light what takes a symbol's hue and what stays white; alike for every symbol and skin."""
    return [_opened(*frame) for frame in OPENING]


def _opened(radius: float, heart: float, ring: float) -> tuple[pygame.Surface, pygame.Surface]:
    side = round(1.7 * CELL * min(1.0, radius + 0.3))
    axis = (np.arange(side) - (side - 1) / 2) / (0.85 * CELL)
    far = np.hypot(axis[:, None], axis[None, :])
    rays = _rays(np.arctan2(axis[:, None], axis[None, :]), far, radius)
    core = 0.7 * heart * (np.exp(-((far / 0.16) ** 2)) + rays * np.exp(-((far / 0.4) ** 2)))
    halo = heart * 0.55 * np.exp(-((far / 0.42) ** 2)) + (heart + ring) * rays * (
        0.3 + 0.7 * np.clip(far / radius, 0, 1)
    )
    line = 0.2 * ring * np.exp(-(((far - radius) / 0.05) ** 2))
    inside = np.clip((0.85 * CELL * (1 - far) / 8), 0, 1) * np.clip((axis[-1] - far) * 12, 0, 1)
    return _grey((halo + 0.6 * line) * inside), _grey((core + 0.4 * line) * inside)


def _rays(angle: NDArray[np.float64], far: NDArray[np.float64], radius: float) -> NDArray[np.float64]:
    """Splinters of light that thin out towards ``radius``, no two alike."""
    rng, rays = np.random.default_rng(RAY_SEED), np.zeros_like(far)
    for number in range(RAYS):
        towards = 2 * np.pi * (number + rng.uniform(-0.35, 0.35)) / RAYS
        width, reach = rng.uniform(0.05, 0.12), min(1.0, 1.25 * radius) * rng.uniform(0.55, 1.0)
        off = np.angle(np.exp(1j * (angle - towards)))
        rays += np.exp(-((off / (width * (1.3 - np.clip(far / reach, 0, 1)))) ** 2)) * np.clip(
            1.6 * (1 - far / reach), 0, 1
        )
    return np.clip(rays, 0, 1)


def _grey(level: NDArray[np.float64]) -> pygame.Surface:
    """A grey picture of levels from 0 to 1."""
    pixels = np.repeat(np.clip(level * 255, 0, 255).round().astype(np.uint8)[..., None], 3, -1)
    return pygame.surfarray.make_surface(pixels).convert()


def shard_sprites(theme: Theme, symbol: str) -> list[Sprite]:
    """The fragments a symbol bursts into."""
    kind = symbol if symbol in PAYS else "star"
    return theme.assets.symbols.animation(f"shard/{kind}")
