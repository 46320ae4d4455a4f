"""Particles: shards, sparks and drifting things, moved in bulk and drawn with as few calls as possible."""

import math
import random
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.platform.sprites import Sprite

MAX_PARTICLES: Final = 500
"""Particles alive at once; beyond it the oldest give way."""
TURNS: Final = 24
"""Directions a turned picture is kept in."""
SIZES: Final = 8
"""Sizes a picture is kept in, up to its own."""
KEPT: Final = 1200
"""Turned and shrunk pictures kept; they are small."""


@dataclass(slots=True)
class Particle:
    """One moving picture."""

    sprite: Sprite
    x: float
    y: float
    vx: float
    vy: float
    life: float
    gravity: float = 0.0
    drag: float = 0.0
    """Share of speed lost a second."""
    age: float = 0.0
    sway: float = 0.0
    """Pixels of sideways swing."""
    phase: float = 0.0
    light: bool = True
    """Drawn additively."""
    frames: Sequence[Sprite] = ()
    """Shown in turn, in place of ``sprite``."""
    once: bool = False
    """The frames are shown once, spread over its life, instead of round and round."""
    angle: float = 0.0
    """Radians it is turned by, clockwise."""
    spin: float = 0.0
    """Radians it turns in a second."""
    along: bool = False
    """Its picture points to the right and is turned to where it flies."""
    wait: float = 0.0
    """Seconds until it is seen and moves."""
    size: float = 1.0
    """How large it is, as a share of its picture."""
    fade: str = ""
    """Its size over its life: ``"out"`` shrinks at the end, ``"twinkle"`` swells and shrinks, else it stays."""

    def share(self) -> float:
        """Its size now, as a share of its picture's."""
        gone = self.age / self.life
        if self.fade == "out":
            return self.size * min(1.0, 2.2 * (1 - gone))
        if self.fade == "twinkle":
            return self.size * math.sin(math.pi * min(1.0, gone))
        return self.size

    def turn(self) -> float:
        """Radians it is turned by now."""
        return math.atan2(self.vy, self.vx) if self.along else self.angle + self.spin * self.age

    def picture(self) -> Sprite:
        """What it is drawn with, before it is turned."""
        if not self.frames:
            return self.sprite
        if self.once:
            return self.frames[min(len(self.frames) - 1, int(self.age / self.life * len(self.frames)))]
        return self.frames[int(self.age * 18 + self.phase) % len(self.frames)]


class Particles:
    """A field of particles with its own generator."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.alive: list[Particle] = []
        self._turned: OrderedDict[tuple[int, int, int], tuple[Sprite, pygame.Surface]] = OrderedDict()

    def add(self, particle: Particle) -> None:
        """Let one more fly."""
        self.alive.append(particle)
        if len(self.alive) > MAX_PARTICLES:
            del self.alive[: len(self.alive) - MAX_PARTICLES]

    def clear(self) -> None:
        """Take all away."""
        self.alive.clear()

    def burst(  # noqa: PLR0913 -- each says one thing about what flies
        self,
        sprites: Sequence[Sprite],
        x: float,
        y: float,
        count: int,
        *,
        speed: float,
        life: float,
        gravity: float = 900.0,
        light: bool = True,
        spread: float = 20.0,
        along: bool = False,
        spin: float = 0.0,
        sizes: tuple[float, float] = (1.0, 1.0),
        drift: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """``count`` pictures fly apart from (x, y): turned to where they fly, or tumbling up to ``spin`` a second.

        ``sizes`` are the least and the greatest share of their pictures' size; ``drift`` is added to every speed.
        """
        if not sprites:
            return
        rng = self.rng
        for _ in range(count):
            angle, pace = rng.uniform(0, math.tau), speed * rng.uniform(0.35, 1.0)
            self.add(
                Particle(
                    rng.choice(sprites),
                    x + rng.uniform(-spread, spread),
                    y + rng.uniform(-spread, spread),
                    math.cos(angle) * pace + drift[0],
                    math.sin(angle) * pace - speed * 0.25 + drift[1],
                    life * rng.uniform(0.6, 1.0),
                    gravity=gravity,
                    drag=1.6,
                    light=light,
                    along=along,
                    angle=rng.uniform(0, math.tau) if spin else 0.0,
                    spin=rng.uniform(-spin, spin),
                    size=rng.uniform(*sizes),
                    fade="out",
                )
            )

    def update(self, dt: float) -> None:
        """Move everything."""
        for particle in self.alive:
            step = dt
            if particle.wait > 0:
                particle.wait, step = particle.wait - dt, max(0.0, dt - particle.wait)
            particle.age += step
            slow = max(0.0, 1 - particle.drag * step)
            particle.vx *= slow
            particle.vy = particle.vy * slow + particle.gravity * step
            particle.x += particle.vx * step
            particle.y += particle.vy * step
        self.alive = [particle for particle in self.alive if particle.age < particle.life]

    def draw(self, canvas: pygame.Surface) -> None:
        """Draw all: solid pictures first, then light."""
        self.draw_these(canvas, self.alive)

    def draw_these(self, canvas: pygame.Surface, chosen: Iterable[Particle]) -> None:
        """Draw some of them."""
        solid: list[tuple[pygame.Surface, tuple[float, float]]] = []
        lights: list[tuple[pygame.Surface, tuple[float, float]]] = []
        for particle in chosen:
            if particle.wait > 0:
                continue
            surface = self._surface(particle)
            x = particle.x
            if particle.sway:
                x += particle.sway * math.sin(particle.age * 1.7 + particle.phase)
            place = (x - surface.get_width() / 2, particle.y - surface.get_height() / 2)
            (lights if particle.light else solid).append((surface, place))
        blit_many(canvas, solid, 0)
        blit_many(canvas, lights, pygame.BLEND_RGB_ADD)

    def _surface(self, particle: Particle) -> pygame.Surface:
        """Its picture turned and shrunk, out of a store of near enough copies."""
        sprite = particle.picture()
        if particle.size == 1 and not (particle.fade or particle.along or particle.angle or particle.spin):
            return sprite.surface
        turn = round(particle.turn() / math.tau * TURNS) % TURNS
        size = max(1, round(particle.share() * SIZES)) if particle.fade or particle.size != 1 else SIZES
        if turn == 0 and size == SIZES:
            return sprite.surface
        key = (id(sprite), turn, size)
        if key not in self._turned:
            picture = pygame.transform.rotozoom(sprite.surface, -360 * turn / TURNS, size / SIZES)
            self._turned[key] = (sprite, picture)
            if len(self._turned) > KEPT:
                self._turned.popitem(last=False)
        self._turned.move_to_end(key)
        return self._turned[key][1]


def blit_many(canvas: pygame.Surface, blits: Sequence[tuple[pygame.Surface, tuple[float, float]]], flags: int) -> None:
    """Blit all with one call where pygame can (``fblits`` is pygame-ce's), one by one where it cannot."""
    if not blits:
        return
    bulk = getattr(canvas, "fblits", None)
    if bulk is not None:
        bulk(blits, flags)
    else:
        for surface, place in blits:
            canvas.blit(surface, place, special_flags=flags)
