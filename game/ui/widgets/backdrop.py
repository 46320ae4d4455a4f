"""What lies behind the board: the place, its drifting layers, twinkling stars and what drifts through the air."""

import math
import random
from dataclasses import dataclass, replace
from typing import Any, Final

import pygame

from game.platform.sprites import Sprite, clipped, merged
from game.ui import layout
from game.ui.theme import Theme
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
HIDDEN: Final = (layout.LOGO, layout.BANNER)
"""Where nothing small of the place is drawn: it would lie over letters and ornaments."""
PHASES: Final = 4
"""Parts of a pixel a drifting layer moves by, so that it does not jump from pixel to pixel."""
FINE: Final = 120_000
"""Pixels up to which a layer is drifted that finely; larger ones are mist, too soft to show it."""

MAX_STARS: Final = 24
"""Stars of a scene that twinkle."""
LAMPLIGHT: Final = (150, 100, 44)
"""What white light becomes behind a window."""


class Backdrop:
    """Draws the place of the shown skin; the base game's or the free spins'."""

    def __init__(self, theme: Theme, rng: random.Random) -> None:
        self.theme, self.rng = theme, rng
        self.still = False
        """Reduced motion: nothing drifts or twinkles."""
        self._clock = rng.uniform(0, 60)
        self._air = Particles(rng)
        place = theme.assets.place
        meta: dict[str, Any] = place.meta if place is not None else {}
        self._drift = sorted(meta.get("drift", {}).items(), key=lambda entry: int(entry[1].get("order", 0)))
        self._twinkle = _small_lights(meta.get("twinkle"), "size", MAX_STARS)
        self._windows = _small_lights(meta.get("windows"), "radius")
        self._lamp = _tinted(theme.assets.light.get("glow"), LAMPLIGHT)
        self._shifted: dict[str, list[pygame.Surface]] = {}
        """Layers at rest and shifted right by parts of a pixel."""
        self._before: list[tuple[pygame.Rect, pygame.Surface, pygame.Surface]] = []
        """Where frame, logo and the like stand before what moves; the place there, and they themselves."""

    def update(self, dt: float) -> None:
        """Let it drift."""
        self._clock += dt
        self._air.update(dt)
        if not self.still:
            self._fill_air()

    def _fill_air(self) -> None:
        kind = self.theme.skin.ambience
        names = {"snow": "snow/", "petals": "petal/", "stars": "star4"}.get(kind)
        if names is None or len(self._air.alive) >= AIRBORNE[kind]:
            return
        sprites = [sprite for name, sprite in self.theme.assets.effects.ready.items() if name.startswith(names)]
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
                    angle=rng.uniform(0, math.tau),
                    spin=rng.uniform(-0.7, 0.7),
                )
            )

    def draw(self, canvas: pygame.Surface, *, free: bool) -> None:
        """The place itself, at rest."""
        canvas.blit(self.theme.assets.backgrounds["free" if free else "base"].get(), (0, 0))

    def stand_behind(self, place: pygame.Surface, furniture: pygame.Surface, *, free: bool) -> None:
        """Keep what stands before all that moves: ``furniture`` is what stands still, on a clear canvas."""
        self._before = []
        scene, taken = "free" if free else "base", list[pygame.Rect]()
        for name, spec in self._drift:
            if spec.get("scene", scene) == scene and self.theme.assets.place is not None:
                sprite, reach = self.theme.assets.place[name], math.ceil(float(spec["amplitude_px"])) + 1
                swept = sprite.surface.get_rect(topleft=(int(spec["x"]), int(spec["y"]))).move(sprite.offset)
                taken.append(swept.inflate(2 * reach, 0).clip(layout.CANVAS))
        taken += [light.place for lights in (self._twinkle, self._windows) for light in lights.get(scene, ())]
        for area in merged([part for sweep in taken for part in _parts(sweep)]):
            solid = furniture.subsurface(area).get_bounding_rect().move(area.topleft)
            if solid.width and solid.height:
                self._before.append((solid, place.subsurface(solid).copy(), furniture.subsurface(solid).copy()))

    def draw_life(self, canvas: pygame.Surface, *, free: bool) -> None:
        """What drifts, twinkles and falls, behind all that :meth:`stand_behind` was told of."""
        scene = "free" if free else "base"
        for column in OPEN:
            with clipped(canvas, column):
                for where, place, _ in self._before:
                    canvas.blit(place, where)
                if self.theme.assets.place is not None:
                    for name, spec in self._drift:
                        if spec.get("scene", scene) == scene:
                            self._draw_layer(canvas, name, spec)
                self._draw_windows(canvas, scene)
                self._draw_twinkles(canvas, scene)
                for where, _, furniture in self._before:
                    canvas.blit(furniture, where)
        with clipped(canvas, AIR):
            self._air.draw(canvas)

    def _draw_layer(self, canvas: pygame.Surface, name: str, spec: dict[str, Any]) -> None:
        place = self.theme.assets.place
        assert place is not None
        sprite = place[name]
        turn = 0.0 if self.still else math.sin(math.tau * self._clock * 1000 / max(1, float(spec["period_ms"])))
        x = float(spec["x"]) + float(spec["amplitude_px"]) * turn + sprite.offset[0]
        y = int(spec["y"]) + sprite.offset[1]
        if spec.get("additive"):
            canvas.blit(sprite.surface, (round(x), y), special_flags=pygame.BLEND_RGB_ADD)
        elif sprite.surface.get_width() * sprite.surface.get_height() > FINE:
            canvas.blit(sprite.surface, (round(x), y))
        else:
            whole, phase = divmod(round(x * PHASES), PHASES)
            if name not in self._shifted:
                self._shifted[name] = [shifted(sprite.surface, part / PHASES) for part in range(PHASES)]
            canvas.blit(self._shifted[name][phase], (whole, y))

    def _draw_twinkles(self, canvas: pygame.Surface, scene: str) -> None:
        star, clip = self.theme.assets.light.get("star4"), canvas.get_clip()
        if star is None:
            return
        for light in self._twinkle.get(scene, ()):
            if not clip.colliderect(light.place):
                continue
            strength = 0.6 if self.still else 0.5 + 0.5 * math.sin(self._clock * 1.3 + light.phase * math.tau)
            if strength > 0.15:
                scale = light.size / max(star.size) * (0.35 + 0.65 * strength)
                self.theme.scaled.get(star, scale, scale).draw_centred(canvas, light.x, light.y, pygame.BLEND_RGB_ADD)

    def _draw_windows(self, canvas: pygame.Surface, scene: str) -> None:
        """Lamplight behind some windows breathes a little."""
        glow, clip = self._lamp, canvas.get_clip()
        if glow is None:
            return
        slow = math.sin(self._clock * 0.7)
        for light in self._windows.get(scene, ()):
            if clip.colliderect(light.place):
                flicker = 0.0 if self.still else math.sin(self._clock * 2.1 + light.phase * math.tau) * slow
                scale = 2 * light.size / max(glow.size) * (0.92 + 0.08 * round(flicker))
                self.theme.scaled.get(glow, scale, scale).draw_centred(canvas, light.x, light.y, pygame.BLEND_RGB_ADD)


@dataclass(frozen=True, slots=True)
class _Light:
    """A star or a lit window of the place."""

    x: float
    y: float
    size: float
    phase: float
    place: pygame.Rect
    """What it may cover."""


def _small_lights(given: Any, size: str, most: int | None = None) -> dict[str, list[_Light]]:
    """The lights of each scene, without those that would lie over letters and ornaments."""
    lights: dict[str, list[_Light]] = {}
    for scene, points in (given if isinstance(given, dict) else {}).items():
        lights[scene] = []
        for point in points[:most]:
            x, y, reach = float(point["x"]), float(point["y"]), math.ceil(2 * float(point[size])) + 2
            place = pygame.Rect(int(x) - reach // 2, int(y) - reach // 2, reach, reach)
            if not any(hidden.collidepoint(x, y) for hidden in HIDDEN):
                lights[scene].append(_Light(x, y, float(point[size]), float(point["phase"]), place))
    return lights


def shifted(surface: pygame.Surface, share: float) -> pygame.Surface:
    """The picture moved right by a ``share`` of a pixel; a column wider, for the last one spreads."""
    width, height = surface.get_size()
    wide = pygame.Surface((width + 1, height), pygame.SRCALPHA)
    wide.blit(surface, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    if share == 0:
        return wide
    alpha = pygame.surfarray.array_alpha(wide).astype(float)
    colour = pygame.surfarray.array3d(wide) * alpha[..., None]
    colour[1:] = (1 - share) * colour[1:] + share * colour[:-1]
    alpha[1:] = (1 - share) * alpha[1:] + share * alpha[:-1]
    colour[0] *= 1 - share
    alpha[0] *= 1 - share
    pygame.surfarray.blit_array(wide, (colour / alpha.clip(1)[..., None]).round().clip(0, 255).astype("uint8"))
    pygame.surfarray.pixels_alpha(wide)[:] = alpha.round().astype("uint8")
    return wide


def _parts(sweep: pygame.Rect) -> list[pygame.Rect]:
    """Those parts of an area that lie where the place shows past the board."""
    return [part for column in OPEN if (part := sweep.clip(column)).width and part.height]


def _tinted(sprite: Sprite | None, colour: tuple[int, int, int]) -> Sprite | None:
    """A light in another colour."""
    if sprite is None:
        return None
    surface = sprite.surface.copy()
    surface.fill(colour, special_flags=pygame.BLEND_RGB_MULT)
    return replace(sprite, surface=surface)
