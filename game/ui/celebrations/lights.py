"""What keeps a great screen alive: rays that turn, light that breathes, petals that circle, a glint over letters."""

import math
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

import numpy as np
import pygame

from game.platform.sprites import Sprite
from game.present.script import ease_in_out
from game.ui.theme import Theme
from game.ui.widgets.particles import Particle, Particles

TURN: Final = 0.06
"""Seconds each frame of the rays is shown."""
RAY_FRAMES: Final = 10
SOFT: Final = 0.34
"""Share of their light that rays and glow add to a picture."""
RAYS: Final = 2.4
"""How much larger the rays are drawn than they are kept."""
BREATH: Final = 2.6
"""Seconds from breath to breath."""
GLINT_EVERY: Final = 1.6
GLINT: Final = 0.7
"""Seconds from glint to glint, and those one takes from end to end."""
BAND: Final = 150
"""Width of a glint."""
RUNNERS: Final = 3
TAIL: Final = 7
"""Sparkles that run along a ring of light, and the stars of each."""
RING: Final = 0.42
"""Seconds in which a ring of light opens."""
ORBITS: Final = ((430, 118, -0.20, 0.55, 8), (392, 96, 0.26, -0.7, 7))
"""Half axes of the circles that petals fly, their lean in radians, radians a second, and petals."""


class Lights:
    """Draws them for the seconds it is given; has no clock of its own."""

    def __init__(self, theme: Theme, *, still: bool, calm: bool) -> None:
        """``still``: nothing moves; ``calm``: nothing opens or glints."""
        self.theme, self.still, self.calm = theme, still, calm
        self._soft: dict[str, Sprite] = {}
        """Lights as soft as a picture bears."""

    def rays(self, canvas: pygame.Surface, middle: tuple[int, int], clock: float, *, turning: bool = True) -> None:
        """Rays from a point of the darkened stage."""
        frame = self._ray(clock, turning=turning)
        if frame is not None:
            soft = self._softened(f"dark {int(clock / TURN) % RAY_FRAMES if turning else 0}", frame, 0.85, _fading)
            self.theme.scaled.get(soft, RAYS, RAYS).draw_centred(canvas, *middle, pygame.BLEND_RGB_ADD)

    def soft_rays(self, canvas: pygame.Surface, middle: tuple[int, int], clock: float) -> None:
        """Rays that turn over the painted ones of a picture."""
        frame = self._ray(clock, turning=True)
        if frame is not None:
            soft = self._softened(f"ray {int(clock / TURN) % RAY_FRAMES}", frame, SOFT, _fading)
            self.theme.scaled.get(soft, RAYS, RAYS).draw_centred(canvas, *middle, pygame.BLEND_RGB_ADD)

    def _ray(self, clock: float, *, turning: bool) -> Sprite | None:
        number = int(clock / TURN) % RAY_FRAMES if turning and not self.still else 0
        return self.theme.assets.moment(f"sunburst/{number:02}")

    def _softened(
        self, name: str, sprite: Sprite, share: float, shape: Callable[[int], pygame.Surface] | None = None
    ) -> Sprite:
        if name not in self._soft:
            surface = sprite.surface.copy()
            if shape is not None:
                surface.blit(shape(surface.get_width()), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
            surface.fill([round(255 * share)] * 3, special_flags=pygame.BLEND_RGB_MULT)
            self._soft[name] = replace(sprite, surface=surface)
        return self._soft[name]

    def let_go(self) -> None:
        """Give the rays back, which take much room."""
        self.theme.scaled.forget([*self.theme.assets.moments_named("sunburst/"), *self._soft.values()])
        self._soft.clear()

    def breathe(self, canvas: pygame.Surface, middle: tuple[int, int], clock: float, wide: float, high: float) -> None:
        """A soft glow of ``wide`` x ``high`` times its size, which swells and sinks."""
        bright = self.theme.assets.light.get("glow")
        if bright is not None:
            glow = self._softened("glow", bright, SOFT)
            breath = 0 if self.still else round(3 * math.sin(math.tau * clock / BREATH))
            scaled = self.theme.scaled.get(glow, wide * (1 + 0.04 * breath), high * (1 + 0.02 * breath))
            scaled.draw_centred(canvas, *middle, pygame.BLEND_RGB_ADD)

    def halo(self, canvas: pygame.Surface, middle: tuple[int, int], radius: int, clock: float) -> None:
        """A ring of light that stays, with sparkles that run along it."""
        light = _halo(radius, self.theme.colour("gold"))
        canvas.blit(light, light.get_rect(center=middle), special_flags=pygame.BLEND_RGB_ADD)
        star = self.theme.assets.light.get("star4")
        if star is None or self.still:
            return
        for number in range(RUNNERS * TAIL):
            lead, behind = divmod(number, TAIL)
            angle = 1.3 * clock + math.tau * lead / RUNNERS - 0.07 * behind
            place = middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle)
            size = 1.1 * (1 - behind / TAIL)
            self.theme.scaled.get(star, size, size).draw_centred(canvas, *place, pygame.BLEND_RGB_ADD)

    def ring(self, canvas: pygame.Surface, middle: tuple[int, int], since: float) -> None:
        """A ring that opened ``since`` seconds ago where something struck."""
        ring = self.theme.assets.light.get("ring")
        if ring is not None and 0 <= since < RING and not self.still and not self.calm:
            share = round((1.0 + 3.4 * since / RING) * 4) / 4
            fading = math.ceil(5 * (1 - since / RING)) / 10
            soft = self._softened(f"ring {fading}", ring, fading)
            self.theme.scaled.get(soft, share, share).draw_centred(canvas, *middle, pygame.BLEND_RGB_ADD)

    def glint(self, canvas: pygame.Surface, picture: pygame.Surface, centre: tuple[float, float], clock: float) -> None:
        """A band of light runs over a picture's own brightness, again and again."""
        share = (clock % GLINT_EVERY) / GLINT
        if self.still or self.calm or share >= 1 or clock < 0:
            return
        width, height = picture.get_size()
        left = round(-BAND - height / 2 + ease_in_out(share) * (width + BAND + height / 2))
        band = _band(height)
        area = band.get_rect(left=left).clip(picture.get_rect())
        if area.width <= 0:
            return
        light = picture.subsurface(area).copy()
        light.blit(band, (left - area.left, 0), special_flags=pygame.BLEND_RGB_MULT)
        place = picture.get_rect(center=(round(centre[0]), round(centre[1]))).move(area.topleft)
        canvas.blit(light, place.topleft, special_flags=pygame.BLEND_RGB_ADD)


@cache
def _band(height: int) -> pygame.Surface:
    """A slanted band, bright in its middle."""
    slant = height // 2
    x, y = np.arange(BAND + slant)[:, None], np.arange(height)[None, :]
    across = (x - slant * (1 - y / height)) / BAND
    level = np.where((across > 0) & (across < 1), np.sin(math.pi * np.clip(across, 0, 1)) ** 2, 0)
    return pygame.surfarray.make_surface(np.repeat((200 * level).astype(np.uint8)[..., None], 3, -1))


@cache
def _fading(size: int) -> pygame.Surface:
    """What rays are multiplied by: dark where they meet, and at their ends."""
    along = np.linspace(-1, 1, size, dtype=np.float32)
    away = np.hypot(along[:, None], along[None, :])
    level = np.clip((away - 0.12) / 0.25, 0, 1) * np.clip((1 - away) / 0.55, 0, 1)
    return pygame.surfarray.make_surface(np.repeat((255 * level).astype(np.uint8)[..., None], 3, -1))


@cache
def _halo(radius: int, colour: tuple[int, int, int]) -> pygame.Surface:
    """A ring with a bright core and a wide glow."""
    half = radius + 90
    along = np.arange(-half, half, dtype=np.float32)
    away = np.abs(np.hypot(along[:, None], along[None, :]) - radius)
    level = 0.55 * np.exp(-((away / 8) ** 2)) + 0.12 * np.exp(-((away / 34) ** 2))
    parts = [np.clip(level * part, 0, 255) for part in colour]
    return pygame.surfarray.make_surface(np.stack(parts, -1).astype(np.uint8))


class Orbit:
    """Petals or flakes that circle something, now behind it, now before."""

    def __init__(self, theme: Theme, rng: random.Random, middle: tuple[int, int]) -> None:
        self.middle = middle
        self._flying = Particles(rng)
        self._clock = 0.0
        prefix = "snow/" if theme.skin.ambience == "snow" else "petal/"
        bodies = [sprite for name, sprite in theme.assets.effects.ready.items() if name.startswith(prefix)]
        self._ways: list[tuple[Particle, tuple[float, float, float, float], float]] = []
        for wide, high, lean, pace, count in ORBITS if bodies else ():
            for number in range(count):
                body = Particle(rng.choice(bodies), 0, 0, 0, 0, 1.0, light=False, angle=rng.uniform(0, math.tau))
                body.spin = rng.uniform(-1.4, 1.4)
                begin = math.tau * (number + rng.uniform(-0.25, 0.25)) / count
                self._ways.append((body, (wide * rng.uniform(0.94, 1.06), high, lean, pace), begin))
        self.update(0)

    def update(self, dt: float) -> None:
        """Let them fly on."""
        self._clock += dt
        for body, (wide, high, lean, pace), begin in self._ways:
            angle = begin + pace * self._clock
            along, away = wide * math.cos(angle), high * math.sin(angle)
            body.x = self.middle[0] + along * math.cos(lean) - away * math.sin(lean)
            body.y = self.middle[1] + along * math.sin(lean) + away * math.cos(lean)
            body.age, body.size, body.vy = self._clock, 0.85 + 0.3 * math.sin(angle), away

    def draw(self, canvas: pygame.Surface, *, front: bool) -> None:
        """Those before what they circle, or those behind it."""
        self._flying.draw_these(canvas, [body for body, _, _ in self._ways if (body.vy > 0) is front])
