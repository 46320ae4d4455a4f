"""A plate that breaks: splinters with a bright cut, spinning about two axes, gone before the next title is read."""

import math
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import pygame

from game.platform.sprites import Sprite
from game.ui.widgets.particles import Particle, Particles

CELL: Final = 100
"""Pixels of the lattice the plate is cut along; each of its cells becomes two splinters."""
FRAMES: Final = 5
LIFE: Final = 0.3
"""Pictures of a splinter's flight, and the seconds it takes."""
FINE: Final = 3
"""How much larger a splinter is cut than it is shown, for smooth edges."""
CUT: Final = 4
"""Pixels of bright edge on the break."""
LIT_EDGE: Final = (255, 236, 170)
DARK_EDGE: Final = (150, 92, 30)
SPEEDS: Final = (900, 1600)
LEAST: Final = 10
"""Pixels below which nothing of a splinter would be seen."""
Point = tuple[float, float]


class Shards:
    """Cuts a plate a few splinters at a time while it stands, so that it can break at once."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._flying = Particles(rng)
        self._ready: list[tuple[list[Sprite], Point]] = []
        """The splinters cut so far, and their middles on the plate."""
        self._coming: Iterator[tuple[list[Sprite], Point]] = iter(())
        self._middle: Point = (0, 0)

    def prepare(self, plate: pygame.Surface) -> None:
        """Begin to cut what may break next."""
        area = plate.get_bounding_rect()
        self._middle = area.center
        self._ready, self._coming = [], self._cut(plate, area)

    def work(self, count: int = 2) -> None:
        """Cut some more."""
        self._ready += islice(self._coming, count)

    def fly(self, left: float, top: float) -> None:
        """What is cut flies apart from where the plate stood."""
        for frames, (x, y) in self._ready:
            away = math.hypot(x - self._middle[0], y - self._middle[1]) or 1.0
            pace = self._rng.uniform(*SPEEDS)
            vx, vy = (x - self._middle[0]) / away * pace, (y - self._middle[1]) / away * pace - 120
            particle = Particle(frames[0], left + x, top + y, vx, vy, LIFE * self._rng.uniform(0.75, 1.0))
            particle.gravity, particle.light, particle.frames, particle.once = 1500, False, frames, True
            self._flying.add(particle)
        self._ready, self._coming = [], iter(())

    def update(self, dt: float) -> None:
        """Let time pass."""
        self._flying.update(dt)

    def draw(self, canvas: pygame.Surface) -> None:
        """Those in the air."""
        self._flying.draw(canvas)

    def _cut(self, plate: pygame.Surface, area: pygame.Rect) -> Iterator[tuple[list[Sprite], Point]]:
        """The splinters in no order, so that those at hand are everywhere on the plate."""
        rng = self._rng
        columns, rows = max(2, area.width // CELL), max(2, area.height // CELL)
        across, down = area.width / columns, area.height / rows
        lattice = {
            (column, row): (
                area.left + across * (column + (rng.uniform(-0.36, 0.36) if 0 < column < columns else 0)),
                area.top + down * (row + (rng.uniform(-0.36, 0.36) if 0 < row < rows else 0)),
            )
            for column in range(columns + 1)
            for row in range(rows + 1)
        }
        splinters = []
        for column in range(columns):
            for row in range(rows):
                a, b, c, d = (lattice[column + x, row + y] for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)))
                splinters += [(a, b, c), (a, c, d)] if rng.random() < 0.5 else [(a, b, d), (b, c, d)]
        rng.shuffle(splinters)
        for corners in splinters:
            piece, middle = _splinter(plate, corners)
            if min(piece.get_bounding_rect(min_alpha=60).size) >= LEAST:
                yield self._tumbling(piece), middle

    def _tumbling(self, piece: pygame.Surface) -> list[Sprite]:
        """A splinter's flight: turned, seen from its edge and from behind, and fainter towards the end."""
        rng = self._rng
        turn, tilt = rng.uniform(-170, 170), rng.uniform(0.7, 1.5) * math.pi
        frames = []
        for number in range(FRAMES):
            share = number / (FRAMES - 1)
            facing = math.cos(tilt * share)
            size = (max(2, round(piece.get_width() * abs(facing))), piece.get_height())
            picture = pygame.transform.smoothscale(piece, size)
            light = round(255 * (0.8 + 0.2 * abs(facing)) * (1 if facing >= 0 else 0.7))
            faint = round(255 * (1 - 0.85 * max(0.0, share - 0.45) / 0.55))
            picture.fill((light, light, light, faint), special_flags=pygame.BLEND_RGBA_MULT)
            picture = pygame.transform.rotozoom(picture, turn * share, 1 - 0.25 * share) if number else picture
            frames.append(Sprite(picture, (0, 0), picture.get_size()))
        return frames


def _splinter(plate: pygame.Surface, corners: Sequence[Point]) -> tuple[pygame.Surface, Point]:
    """A triangle of the plate with light on its upper cuts and shade on its lower ones, and its middle."""
    xs, ys = zip(*corners, strict=True)
    box = pygame.Rect(min(xs) - 1, min(ys) - 1, max(xs) - min(xs) + 3, max(ys) - min(ys) + 3).clip(plate.get_rect())
    piece = plate.subsurface(box).copy()
    middle = sum(xs) / 3, sum(ys) / 3
    fine = [((x - box.left) * FINE, (y - box.top) * FINE) for x, y in corners]
    large = (box.width * FINE, box.height * FINE)
    shape, cuts = pygame.Surface(large, pygame.SRCALPHA), pygame.Surface(large, pygame.SRCALPHA)
    shape.fill((255, 255, 255, 0))
    pygame.draw.polygon(shape, (255, 255, 255, 255), fine)
    for begin, end in zip(fine, (*fine[1:], fine[0]), strict=True):
        upper = (begin[1] + end[1]) / 2 / FINE + box.top < middle[1]
        pygame.draw.line(cuts, LIT_EDGE if upper else DARK_EDGE, begin, end, 2 * CUT * FINE)
    solid = piece.copy()
    solid.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_ADD)
    edge = pygame.transform.smoothscale(cuts, box.size)
    edge.blit(solid, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    piece.blit(edge, (0, 0))
    piece.blit(pygame.transform.smoothscale(shape, box.size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return piece, (float(box.centerx), float(box.centery))
