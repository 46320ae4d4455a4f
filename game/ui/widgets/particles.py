"""Particles: shards, sparks and drifting things, moved in bulk and drawn with as few calls as possible."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.platform.sprites import Sprite

MOST: Final = 500
"""Particles alive at once; beyond it the oldest give way."""


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
    """Shown in turn over its life, in place of ``sprite``."""


class Particles:
    """A field of particles with its own generator."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.alive: list[Particle] = []

    def add(self, particle: Particle) -> None:
        """Let one more fly."""
        self.alive.append(particle)
        if len(self.alive) > MOST:
            del self.alive[: len(self.alive) - MOST]

    def clear(self) -> None:
        """Take all away."""
        self.alive.clear()

    def burst(
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
    ) -> None:
        """``count`` pictures fly apart from (x, y)."""
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
                    math.cos(angle) * pace,
                    math.sin(angle) * pace - speed * 0.25,
                    life * rng.uniform(0.6, 1.0),
                    gravity=gravity,
                    drag=1.6,
                    light=light,
                )
            )

    def update(self, dt: float) -> None:
        """Move everything."""
        for particle in self.alive:
            particle.age += dt
            slow = max(0.0, 1 - particle.drag * dt)
            particle.vx *= slow
            particle.vy = particle.vy * slow + particle.gravity * dt
            particle.x += particle.vx * dt
            particle.y += particle.vy * dt
        self.alive = [particle for particle in self.alive if particle.age < particle.life]

    def draw(self, canvas: pygame.Surface) -> None:
        """Draw all: solid pictures first, then light."""
        solid: list[tuple[pygame.Surface, tuple[float, float]]] = []
        lights: list[tuple[pygame.Surface, tuple[float, float]]] = []
        for particle in self.alive:
            sprite = particle.sprite
            if particle.frames:
                sprite = particle.frames[int(particle.age * 18 + particle.phase) % len(particle.frames)]
            surface = sprite.surface
            x = particle.x
            if particle.sway:
                x += particle.sway * math.sin(particle.age * 1.7 + particle.phase)
            place = (x - surface.get_width() / 2, particle.y - surface.get_height() / 2)
            (lights if particle.light else solid).append((surface, place))
        blit_many(canvas, solid, 0)
        blit_many(canvas, lights, pygame.BLEND_RGB_ADD)


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
