"""Screens the round's script waits for: free-spins intro, summary, big win, cap, and the overlays on the board."""

import math
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import pygame

from game.engine.rules import BASE_BET, Mode
from game.platform.atlas_meta import Box
from game.platform.input import Action, Command, PointerPressed, Press
from game.platform.sprites import Sprite
from game.present.director import TIERS, AskBigWin, AskCap, AskIntro, AskSummary
from game.present.script import ease_in_out, ease_out, ease_out_back
from game.present.stage import Overlay
from game.ui import layout
from game.ui.scene import Scene
from game.ui.services import Services
from game.ui.table.playback import RoundPlayback
from game.ui.widgets.celebration import Celebration
from game.ui.widgets.hud import Hud, maximum_text

CENTRE: Final = (layout.BOARD.centerx, layout.BOARD.centery)
DEAF: Final = 0.3
"""Input is ignored for this long after a press."""
LEAVE: Final = 0.25
COUNTS: Final = (2.5, 4.0, 5.5, 7.5, 10.0)
"""Seconds a big win of each tier counts."""
HOLD: Final = 1.5
TITLES_APART: Final = 0.4
CREST_SCALES: Final = (1.02, 1.0, 1.08, 1.02, 1.06)
AMOUNT_SCALES: Final = (0.82, 0.9, 0.98, 1.06, 1.14)
"""How large title and amount are in each tier."""
MAX_WIDTH: Final = 960
"""Pixels an amount may take."""
SIZED_KEPT: Final = 6
DEMO_STAY: Final = 0.6
"""In a demonstration a screen leaves by itself this long after it is complete."""


class Screen(Scene):
    """A screen over the stage: comes in, is armed, and leaves by a press or by itself."""

    armed_after = 0.8
    leaves_after: float | None = None
    """Seconds until it leaves by itself in autoplay (in a demonstration every screen leaves soon)."""
    leaves_always = False
    """It leaves by itself for everyone."""
    level = 0
    """How much light and how many coins there are, see :class:`Celebration`."""

    def __init__(self, services: Services, playback: RoundPlayback) -> None:
        self.services, self.playback = services, playback
        self.clock = 0.0
        self._leaving: float | None = None
        self._deaf = 0.0
        self._resting = 0.0
        """Seconds since it was complete."""
        settings = services.settings
        self.light = Celebration(
            services.theme,
            playback.particles,
            self.level,
            still=settings.reduced_motion,
            calm=settings.reduce_flashing,
        )
        self._below: pygame.Surface | None = None
        """The darkened stage, once the veil is down."""
        self._sized: OrderedDict[tuple[int, tuple[int, int]], tuple[pygame.Surface, pygame.Surface]] = OrderedDict()
        """Pictures at the size they were drawn in lately."""

    def handle(self, command: Command) -> None:
        match command:
            case Press(Action.SPIN | Action.BACK) | PointerPressed():
                if self._deaf <= 0 and self.clock >= self.armed_after and self._leaving is None:
                    self.press()
            case _:
                pass

    def press(self) -> None:
        """The player wants to go on."""
        self.leave()

    def leave(self) -> None:
        """Go out."""
        if self._leaving is None:
            self._leaving = 0.0
            self.services.audio.play("button")

    @property
    def complete(self) -> bool:
        """Whether everything it has to say is on screen."""
        return self.clock >= self.armed_after

    @property
    def stay(self) -> float | None:
        """Seconds it stays once it is complete, None to wait for the player."""
        if self.services.demo:
            return DEMO_STAY
        return self.leaves_after if self.services.autoplaying or self.leaves_always else None

    def update(self, dt: float) -> None:
        self.clock += dt
        self._deaf = max(0.0, self._deaf - dt)
        if self._leaving is None:
            self.light.update(dt)
        self.playback.live(dt)
        if self._leaving is not None:
            self._leaving += dt
            if self._leaving >= LEAVE:
                self.services.stack.pop()
        elif self.complete:
            self._resting += dt
            stay = self.stay
            if stay is not None and self._resting >= stay:
                self.leave()

    @property
    def presence(self) -> float:
        """0 to 1 while it comes, 1, then back to 0 while it leaves."""
        if self._leaving is not None:
            return max(0.0, 1 - self._leaving / LEAVE)
        return min(1.0, self.clock / 0.35)

    def exit(self) -> None:
        self.services.audio.duck(False)
        self.services.audio.let_go("count_loop")
        self.playback.particles.clear()

    @property
    def opaque(self) -> bool:  # type: ignore[override]
        """Once the darkened stage is kept as a picture, nothing below needs to be drawn any more."""
        return self._below is not None and self._leaving is None

    def veil(self, canvas: pygame.Surface, strength: float = 0.7, *, joyful: bool = True) -> None:
        """Darken what lies below, and celebrate; the character stays in the light, and so do clock and net position."""
        theme = self.services.theme
        if self.opaque and self._below is not None:
            canvas.blit(self._below, (0, 0))
        else:
            keep = 1 - strength * self.presence
            colour = [round(255 * keep + (1 - keep) * part * 0.5) for part in theme.colour("veil")]
            canvas.fill(colour, layout.CANVAS, pygame.BLEND_RGB_MULT)
            if self.presence == 1:
                self._below = canvas.copy()
        button = _cut(canvas, theme.assets.ui["spin/normal"], layout.SPIN)
        if joyful:
            self.light.draw_light(canvas, self.presence)
            self.playback.draw_particles(canvas)
        self.playback.draw_character(canvas)
        canvas.blit(button, layout.SPIN)
        hud = Hud(self.services)
        hud.draw_plate(canvas, layout.CLOCK)
        hud.draw_clock(canvas)

    def place(self, canvas: pygame.Surface, picture: pygame.Surface, centre: tuple[float, float], scale: float) -> None:
        """A picture at a scale about its centre, faded by the screen's presence."""
        if scale <= 0.02:
            return
        if abs(scale - 1) > 0.004:
            size = (max(1, round(picture.get_width() * scale)), max(1, round(picture.get_height() * scale)))
            picture = self._resized(picture, size)
        if self._leaving is not None:
            picture = picture.copy()
            picture.set_alpha(round(255 * self.presence))
        canvas.blit(picture, picture.get_rect(center=(round(centre[0]), round(centre[1]))))

    def _resized(self, picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
        key = (id(picture), size)
        if key not in self._sized:
            self._sized[key] = (picture, pygame.transform.smoothscale(picture, size))
            while len(self._sized) > SIZED_KEPT:
                self._sized.popitem(last=False)
        self._sized.move_to_end(key)
        return self._sized[key][1]

    def ornament(self, canvas: pygame.Surface, name: str, centre: tuple[float, float], scale: float) -> "Inscribed":
        """A picture of the screens' sheet; returns where words go on it."""
        sheet = self.services.theme.assets.screens
        sprite = sheet[name]
        self.place(canvas, sprite.surface, centre, scale)
        rect = pygame.Rect((0, 0), sprite.size)
        rect.center = (round(centre[0]), round(centre[1]))
        return Inscribed(self, canvas, rect, self.services.theme.assets.text_places.get(name, {}), scale)

    def prompt(self, canvas: pygame.Surface, y: float) -> None:
        """The line that says how to go on."""
        if self.clock < self.armed_after or self._leaving is not None:
            return
        theme = self.services.theme
        light = 1.0 if self.services.settings.reduced_motion else 0.88 + 0.12 * math.sin(self.clock * 4)
        line = theme.fonts.line(
            self.services.tr("PRESS TO CONTINUE"), "display", theme.size(30), theme.colour("text"), 3
        )
        ground = line.get_rect(center=(CENTRE[0], round(y)))
        self.shade(canvas, ground)
        line = line.copy()
        line.set_alpha(round(255 * light))
        canvas.blit(line, ground)

    def shade(self, canvas: pygame.Surface, rect: pygame.Rect) -> None:
        """A quiet dark ground for a line of text, soft at its ends."""
        wide = rect.inflate(rect.height * 3, rect.height // 2)
        canvas.blit(_shade(wide.size), wide)


@dataclass(frozen=True, slots=True)
class Inscribed:
    """An ornament that was drawn, and the quiet places on it that its sheet names for words."""

    screen: Screen
    canvas: pygame.Surface
    rect: pygame.Rect
    places: Mapping[str, Box]
    scale: float

    def write(self, place: str, picture: pygame.Surface, swell: float = 1.0) -> None:
        """Put words into one of its places, made smaller if they do not fit; ``swell`` enlarges them for a moment."""
        x, y, width, height = self.places[place]
        ink = picture.get_bounding_rect()
        share = min(1.0, width / picture.get_width(), 1.1 * height / max(1, ink.height))
        middle = (self.rect.left + x + width / 2, self.rect.top + y + height / 2)
        centre = self.rect.center
        scaled = tuple(centre[axis] + (middle[axis] - centre[axis]) * self.scale for axis in (0, 1))
        self.screen.place(self.canvas, picture, (scaled[0], scaled[1]), share * self.scale * swell)


class FreeSpinsIntro(Screen):
    """How many free spins were won."""

    armed_after = 1.2
    leaves_after = 4.0
    leaves_always = True
    level = 3

    def __init__(self, services: Services, playback: RoundPlayback, request: AskIntro) -> None:
        super().__init__(services, playback)
        self.request = request
        self.light.coins = False
        if not request.joyful:
            self.light.level = 0

    def enter(self) -> None:
        self.services.audio.duck(True)
        self.services.audio.play("intro" if self.request.joyful else "intro_neutral")
        if self.request.joyful:
            self.playback.act("cheer_big")

    def draw(self, canvas: pygame.Surface) -> None:
        theme, tr = self.services.theme, self.services.tr
        self.veil(canvas, joyful=self.request.joyful)
        still = self.services.settings.reduced_motion
        grown = 1.0 if still else ease_out_back(min(1.0, self.clock / 0.45))
        plate = self.ornament(canvas, "intro_plate", CENTRE, grown)
        landed = min(1.0, max(0.0, self.clock - 0.3) / 0.35)
        beat = 0.0 if still else 0.02 * math.sin(self.clock * 3.2)
        plate.write(
            "value", theme.lettering(str(self.request.spins), 190), (1.0 if still else 1.6 - 0.6 * landed) + beat
        )
        plate.write("title", theme.lettering(tr("FREE SPINS"), 84))
        self._draw_scatters(canvas, plate.rect)
        self.prompt(canvas, plate.rect.bottom + 30)

    def _draw_scatters(self, canvas: pygame.Surface, plate: pygame.Rect) -> None:
        """The scatter laughs on both sides of the number, once the plate has come."""
        symbols, still = self.services.theme.assets.symbols, self.services.settings.reduced_motion
        frames = symbols.animation("scatter/win") if self.request.joyful else None
        for side in (-1, 1):
            come = 1.0 if still else ease_out_back(min(1.0, max(0.0, self.clock - 0.5) / 0.3))
            turn = int(self.clock / 0.06 + 3 * side) % len(frames) if frames and not still else 0
            sprite = frames[turn] if frames else symbols["scatter"]
            centre = (plate.centerx + side * 236, plate.top + 178)
            scale = 1.12 * come
            if scale > 0.02:
                offset = [
                    at + part / 2 - whole / 2
                    for at, part, whole in zip(sprite.offset, sprite.surface.get_size(), sprite.size, strict=True)
                ]
                self.place(
                    canvas, sprite.surface, (centre[0] + scale * offset[0], centre[1] + scale * offset[1]), scale
                )


class FreeSpinsSummary(Screen):
    """What the free spins won."""

    armed_after = 0.8
    leaves_after = 5.0

    def __init__(self, services: Services, playback: RoundPlayback, request: AskSummary) -> None:
        super().__init__(services, playback)
        self.request = request
        self.joyful = request.joyful
        self.count = min(4.0, max(1.2, 1.2 + request.win / (100 * BASE_BET))) if request.win else 0.0
        self.counted = 0.0
        self.light.level = 2 if self.joyful else 0

    def enter(self) -> None:
        self.services.audio.duck(True)
        if self.joyful:
            self.playback.act("cheer_big")

    def exit(self) -> None:
        super().exit()
        if self.joyful:
            self.playback.act("smile")

    @property
    def complete(self) -> bool:
        return self.clock >= self.armed_after and self.counted >= self.count

    def press(self) -> None:
        if self.complete:
            self.leave()
        else:
            self._deaf = DEAF
            self._count_to(self.count)

    def _count_to(self, counted: float) -> None:
        """Move the count on; only a count that is celebrated is heard."""
        before, self.counted = self.counted, counted
        if not self.joyful or before >= self.count:
            return
        if counted < self.count:
            self.services.audio.play("count_loop")
        else:
            self.services.audio.let_go("count_loop")
            self.services.audio.play("count_end")
            self.playback.act("cheer_small")

    def update(self, dt: float) -> None:
        if self.clock > 0.7:
            self._count_to(min(self.count, self.counted + dt))
        super().update(dt)

    def draw(self, canvas: pygame.Surface) -> None:
        theme, tr = self.services.theme, self.services.tr
        self.veil(canvas, joyful=self.joyful)
        grown = ease_out_back(min(1.0, max(0.0, self.clock - 0.3) / 0.4))
        plate = self.ornament(canvas, "summary_plate", CENTRE, grown)
        if self.clock < 0.6:
            return
        share = ease_out(self.counted / self.count) if self.count else 1.0
        plate.write("title", theme.lettering(tr("CONGRATULATIONS") if self.joyful else tr("FREE SPINS COMPLETE"), 60))
        plate.write("value", theme.lettering(self.playback.coins(self.request.win * share), 104))
        facts = self.services.ntr(
            "{count} spin played   ·   total multiplier ×{multiplier}",
            "{count} spins played   ·   total multiplier ×{multiplier}",
            self.request.spins,
            multiplier=self.request.total_multiplier,
        )
        plate.write("rows", theme.fonts.line(facts, "strong", theme.size(30), theme.colour("text"), 3))
        if self.complete:
            self.prompt(canvas, plate.rect.bottom + 30)


class BigWin(Screen):
    """A win of ten times what the round cost or more, counted up through its tiers."""

    armed_after = 0.3

    def __init__(self, services: Services, playback: RoundPlayback, request: AskBigWin) -> None:
        super().__init__(services, playback)
        self.request = request
        self.duration = COUNTS[request.tier - 1] * playback.tempo.count_scale
        self.shown_tier = 1
        self.ended = -1.0
        """When the count ended."""
        self._since_title = 0.0

    def enter(self) -> None:
        self.services.audio.duck(True)
        self.playback.act("triumph")
        self.playback.act("cheer_big")
        self.light.rise(1)

    def exit(self) -> None:
        super().exit()
        self.playback.act("free_spins" if self.playback.stage.free_spins else "idle")
        self.playback.act("smile")

    leaves_after = HOLD
    leaves_always = True

    @property
    def complete(self) -> bool:
        return self.clock >= self.duration

    def press(self) -> None:
        if self.complete:
            self.leave()
        else:
            self.clock = max(self.clock, self.duration - 0.15)
            self._deaf = DEAF

    @property
    def shown(self) -> float:
        """Coins shown now."""
        return self.request.win * ease_in_out(min(1.0, self.clock / self.duration))

    def update(self, dt: float) -> None:
        counting = not self.complete
        self._since_title += dt
        due = sum(self.shown >= tier * self.request.stake for tier in TIERS)
        if self.complete:
            due = self.request.tier
        if due > self.shown_tier and (self._since_title >= TITLES_APART or self.complete):
            self.shown_tier = due if self.complete else self.shown_tier + 1
            self._since_title = 0.0
            self.services.audio.play(f"tier_{self.shown_tier}")
            self.playback.act("cheer_big")
            self.light.rise(self.shown_tier)
        if counting:
            self.services.audio.play("count_loop")
        super().update(dt)
        if counting and self.complete:
            self.services.audio.let_go("count_loop")
            self.services.audio.play("count_end")
            self.ended = self.clock

    def draw(self, canvas: pygame.Surface) -> None:
        theme, still = self.services.theme, self.services.settings.reduced_motion
        self.veil(canvas, 0.76)
        grown = ease_out_back(min(1.0, self._since_title / 0.35)) if self.shown_tier > 1 and not still else 1.0
        come = 1.0 if still else ease_out_back(min(1.0, self.clock / 0.4))
        scale = come * (0.7 + 0.3 * grown) * CREST_SCALES[self.shown_tier - 1]
        crest = self.ornament(canvas, f"win_crest/{self.shown_tier}", (CENTRE[0], CENTRE[1] - 74), scale)
        title = self.services.tr(theme.skin.tiers[self.shown_tier - 1]).upper()
        crest.write("title", theme.lettering(title, 96))
        amount = theme.lettering(self.playback.coins(self.shown), 132)
        below = CENTRE[1] + 150 + 12 * self.shown_tier
        largest = min(AMOUNT_SCALES[self.shown_tier - 1], MAX_WIDTH / amount.get_width())
        self.place(canvas, amount, (CENTRE[0], below), come * largest * (1 if still else self._beat()))
        if self.complete:
            self.prompt(canvas, below + 116)

    def _beat(self) -> float:
        """The amount swells when a title comes and when the count ends, and trembles a little while it counts."""
        hit = max(0.0, 1 - self._since_title / 0.4) if self.shown_tier > 1 else 0.0
        if self.ended >= 0:
            hit = max(hit, 1.4 * max(0.0, 1 - (self.clock - self.ended) / 0.45))
        return 1 + 0.10 * hit * hit


class Cap(Screen):
    """The most a round can win was reached; the round is complete."""

    armed_after = 1.5
    level = 5

    def __init__(self, services: Services, playback: RoundPlayback, request: AskCap) -> None:
        super().__init__(services, playback)
        self.request = request

    def enter(self) -> None:
        self.services.audio.duck(True)
        self.services.audio.play("tier_5")
        self.playback.act("triumph")
        self.playback.act("cheer_big")
        self.light.rise(5)

    def exit(self) -> None:
        super().exit()
        self.playback.act("idle")
        self.playback.act("smile")

    def draw(self, canvas: pygame.Surface) -> None:
        theme, tr = self.services.theme, self.services.tr
        self.veil(canvas, 0.76)
        still = self.services.settings.reduced_motion
        come = 1.0 if still else ease_out_back(min(1.0, self.clock / 0.5))
        crest = self.ornament(canvas, "cap_crest", (CENTRE[0], CENTRE[1] - 40), come)
        mode = self.playback.played.round.mode if self.playback.played is not None else Mode.BASE
        title = tr("MAXIMUM WIN {times}").format(times=maximum_text(self.services.language, mode))
        crest.write("title", theme.lettering(title, 76))
        crest.write("amount", theme.lettering(self.playback.coins(self.request.win), 120))
        if self.clock > 0.6:
            told = tr("The round is over: the top win was reached.")
            if self.request.forfeited:
                told = self.services.ntr(
                    "The round is over: the top win was reached. {count} free spin is lost.",
                    "The round is over: the top win was reached. {count} free spins are lost.",
                    self.request.forfeited,
                )
            line = fit(theme.fonts.line(told, "strong", theme.size(32), theme.colour("text"), 3), 980)
            self.shade(canvas, line.get_rect(center=(CENTRE[0], crest.rect.bottom + 20)))
            self.place(canvas, line, (CENTRE[0], crest.rect.bottom + 20), 1)
        self.prompt(canvas, crest.rect.bottom + 90)


def fit(picture: pygame.Surface, width: int) -> pygame.Surface:
    """The picture, made smaller if it is wider than ``width``."""
    if picture.get_width() <= width:
        return picture
    return pygame.transform.smoothscale(picture, (width, round(picture.get_height() * width / picture.get_width())))


def _cut(canvas: pygame.Surface, shape: Sprite, rect: pygame.Rect) -> pygame.Surface:
    """What the canvas shows inside the outline of a piece of the kit."""
    mask = pygame.Surface(rect.size, pygame.SRCALPHA)
    shape.draw(mask, 0, 0)
    mask.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_ADD)
    cut = canvas.subsurface(rect).copy().convert_alpha()
    cut.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return cut


@cache
def _shade(size: tuple[int, int]) -> pygame.Surface:
    width, height = size
    across = np.clip(1 - np.abs(np.linspace(-1, 1, width)), 0, 1) * width / 2 / (1.5 * height)
    down = np.clip(1 - np.abs(np.linspace(-1, 1, height)), 0, 1) * height / 2 / (0.3 * height)
    level = np.clip(across, 0, 1)[:, None] * np.clip(down, 0, 1)[None, :]
    shade = pygame.Surface(size, pygame.SRCALPHA)
    pygame.surfarray.pixels_alpha(shade)[:] = (175 * level * level * (3 - 2 * level)).astype(np.uint8)
    return shade


def draw_overlay(canvas: pygame.Surface, services: Services, playback: RoundPlayback, overlay: Overlay) -> None:
    """A short message over the board."""
    theme, progress = services.theme, overlay.progress
    come = ease_out_back(min(1.0, progress / 0.2))
    gone = max(0.0, (progress - 0.85) / 0.15)
    pieces: list[tuple[pygame.Surface, float]] = []
    if overlay.kind == "retrigger":
        words = theme.lettering(services.tr("+{count} FREE SPINS").format(count=overlay.number), 88)
        width = theme.assets.text_places["retrigger_plate"]["title"][2]
        pieces = [(theme.assets.screens["retrigger_plate"].surface, 1.0), (words, min(1.0, width / words.get_width()))]
    else:
        amount = theme.lettering(playback.coins(overlay.number), 128)
        pieces = [(amount, min(1.0, 860 / amount.get_width()))]
    for piece, share in pieces:
        picture = pygame.transform.smoothscale_by(piece, max(0.02, come * share)) if come * share != 1 else piece
        if gone:
            picture = picture.copy()
            picture.set_alpha(round(255 * (1 - gone)))
        canvas.blit(picture, picture.get_rect(center=CENTRE))
