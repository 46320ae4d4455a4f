"""What lies behind the board: the place, its drifting layers, twinkling stars and what drifts through the air."""

import math
import random
from dataclasses import replace
from typing import Any, Final

import pygame

from game.platform.sprites import Sprite, clipped
from game.ui import layout
from game.ui.look import Look
from game.ui.widgets.particles import Particle, Particles

AIRBORNE: Final = {"snow": 26, "petals": 5, "stars": 8, "none": 0}
"""How many drifting pictures each ambience keeps in the air."""
OPEN: Final = (
    pygame.Rect(0, 0, layout.FRAME.left, layout.BAR.top),
    pygame.Rect(layout.FRAME.right, 0, layout.CANVAS.right - layout.FRAME.right, layout.BAR.top),
    pygame.Rect(layout.FRAME.left, 0, layout.FRAME.width, layout.FRAME.top),
)
"""Where the place shows past the board."""
AIR: Final = OPEN[1]
"""Where things fall: not before the panels, whose text must stay on a quiet ground."""
COVERED: Final = (layout.LOGO, layout.BUY.inflate(16, 16), layout.ANTE, layout.WINS, layout.CLOCK, layout.BANNER)
"""What stands before the place there."""

GAPS_EVERY: Final = 3
LAMPLIGHT: Final = (150, 100, 44)
"""What white light becomes behind a window."""


class Backdrop:
    """Draws the place of the shown skin; the base game's or the free spins'."""

    def __init__(self, look: Look, rng: random.Random) -> None:
        self.look, self.rng = look, rng
        self.still = False
        """Reduced motion: nothing drifts or twinkles."""
        self._clock = rng.uniform(0, 60)
        self._updates = 0
        self._air = Particles(rng)
        place = look.art.place
        meta: dict[str, Any] = place.meta if place is not None else {}
        self._drift = sorted(meta.get("drift", {}).items(), key=lambda entry: int(entry[1].get("order", 0)))
        self._twinkle = meta.get("twinkle", {})
        self._windows = meta.get("windows", {})
        self._lamp = _tinted(look.art.light.get("glow"), LAMPLIGHT)

    def update(self, dt: float) -> None:
        """Let it drift."""
        self._clock += dt
        self._updates += 1
        self._air.update(dt)
        if not self.still:
            self._fill_air()

    def _fill_air(self) -> None:
        kind = self.look.skin.ambience
        names = {"snow": "snow/", "petals": "petal/", "stars": "star4"}.get(kind)
        if names is None or len(self._air.alive) >= AIRBORNE[kind]:
            return
        sprites = [sprite for name, sprite in self.look.art.effects.ready.items() if name.startswith(names)]
        if not sprites:
            return
        rng, first = self.rng, not self._air.alive
        for _ in range(AIRBORNE[kind] if first else 1):
            speed = rng.uniform(28, 70) if kind == "snow" else rng.uniform(18, 40)
            self._air.add(
                Particle(
                    rng.choice(sprites),
                    rng.uniform(AIR.left - 40, AIR.right),
                    rng.uniform(-40, 900) if first else -30.0,
                    rng.uniform(4, 22),
                    speed,
                    life=(980 + 60) / speed,
                    sway=rng.uniform(8, 34),
                    phase=rng.uniform(0, math.tau),
                    light=False,
                )
            )

    def moving(self) -> list[pygame.Rect]:
        """Where it moves: the side with the character always, the narrow gaps at the left a third as often."""
        gaps = OPEN[::2] if self._updates % GAPS_EVERY == 0 and not self.still else ()
        return [layout.CHARACTER_SPACE, *gaps]

    def draw(self, canvas: pygame.Surface, *, free: bool) -> None:
        """The place itself, at rest."""
        canvas.blit(self.look.art.backgrounds["free" if free else "base"].get(), (0, 0))

    def draw_life(self, canvas: pygame.Surface, ground: pygame.Surface, *, free: bool) -> None:
        """What drifts, twinkles and falls where the place is to be seen; ``ground`` is laid back over the rest."""
        scene = "free" if free else "base"
        for column in OPEN:
            with clipped(canvas, column):
                if canvas.get_clip().size == (0, 0):
                    continue
                if self.look.art.place is not None:
                    for name, spec in self._drift:
                        if spec.get("scene", scene) == scene:
                            self._draw_layer(canvas, name, spec)
                self._draw_windows(canvas, scene)
                self._draw_twinkles(canvas, scene)
        with clipped(canvas, AIR):
            self._air.draw(canvas)
        for covered in COVERED:
            canvas.blit(ground, covered, covered)

    def _draw_layer(self, canvas: pygame.Surface, name: str, spec: dict[str, Any]) -> None:
        place = self.look.art.place
        assert place is not None
        sprite = place[name]
        turn = 0.0 if self.still else math.sin(math.tau * self._clock * 1000 / max(1, float(spec["period_ms"])))
        x = round(float(spec["x"]) + float(spec["amplitude_px"]) * turn) + sprite.offset[0]
        y = int(spec["y"]) + sprite.offset[1]
        if spec.get("additive"):
            canvas.blit(sprite.surface, (x, y), special_flags=pygame.BLEND_RGB_ADD)
        else:
            canvas.blit(sprite.surface, (x, y))

    def _draw_twinkles(self, canvas: pygame.Surface, scene: str) -> None:
        points = self._twinkle.get(scene, ()) if isinstance(self._twinkle, dict) else ()
        star = self.look.art.light.get("star4")
        if star is None:
            return
        for point in points[:24]:
            x, y, size, phase = (float(point[key]) for key in ("x", "y", "size", "phase"))
            strength = 0.6 if self.still else 0.5 + 0.5 * math.sin(self._clock * 1.3 + phase * math.tau)
            scale = size / max(star.size) * (0.35 + 0.65 * strength)
            if strength > 0.15:
                self.look.scaled.get(star, scale, scale).draw_centred(canvas, x, y, pygame.BLEND_RGB_ADD)

    def _draw_windows(self, canvas: pygame.Surface, scene: str) -> None:
        """Lamplight behind some windows breathes a little."""
        glow = self._lamp
        if glow is None:
            return
        for window in self._windows.get(scene, ()):
            x, y, radius, phase = (float(window[key]) for key in ("x", "y", "radius", "phase"))
            flicker = (
                0.0 if self.still else math.sin(self._clock * 2.1 + phase * math.tau) * math.sin(self._clock * 0.7)
            )
            scale = 2 * radius / max(glow.size) * (0.92 + 0.08 * round(flicker))
            self.look.scaled.get(glow, scale, scale).draw_centred(canvas, x, y, pygame.BLEND_RGB_ADD)


def _tinted(sprite: Sprite | None, colour: tuple[int, int, int]) -> Sprite | None:
    """A light in another colour."""
    if sprite is None:
        return None
    surface = sprite.surface.copy()
    surface.fill(colour, special_flags=pygame.BLEND_RGB_MULT)
    return replace(sprite, surface=surface)
