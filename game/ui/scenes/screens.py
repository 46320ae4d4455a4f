"""Screens the round's script waits for: free-spins intro, summary, big win, cap, and the overlays on the board."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pygame

from game.engine.rules import BASE_BET, Mode
from game.platform.input import Action, Command, PointerPressed, Press
from game.present.director import TIERS, AskBigWin, AskCap, AskIntro, AskSummary
from game.present.script import ease_in_out, ease_out, ease_out_back
from game.present.stage import Overlay
from game.ui import layout
from game.ui.scene import Scene
from game.ui.services import Services
from game.ui.show import Show
from game.ui.widgets.hud import maximum_text
from game.ui.widgets.particles import Particle

CENTRE: Final = (layout.BOARD.centerx, layout.BOARD.centery)
DEAF: Final = 0.3
"""Input is ignored for this long after a press."""
LEAVE: Final = 0.25
COUNTS: Final = (2.5, 4.0, 5.5, 7.5, 10.0)
"""Seconds a big win of each tier counts."""
HOLD: Final = 1.5
TITLES_APART: Final = 0.4
DEMO_STAY: Final = 0.6
"""In a demonstration a screen leaves by itself this long after it is complete."""


class Screen(Scene):
    """A screen over the stage: comes in, is armed, and leaves by a press or by itself."""

    opaque = False
    armed_after = 0.8
    leaves_after: float | None = None
    """Seconds until it leaves by itself in autoplay (in a demonstration every screen leaves soon)."""
    leaves_always = False
    """It leaves by itself for everyone."""

    def __init__(self, services: Services, show: Show) -> None:
        self.services, self.show = services, show
        self.clock = 0.0
        self._leaving: float | None = None
        self._deaf = 0.0
        self._resting = 0.0
        """Seconds since it was complete."""

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
        self.show.live(dt)
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
        self.show.particles.clear()

    def veil(self, canvas: pygame.Surface, strength: float = 0.62) -> None:
        """Darken what lies below; the character stays in the light, and so do the clock and the net position."""
        clock = canvas.subsurface(layout.CLOCK).copy()
        level = round(255 * (1 - strength * self.presence))
        canvas.fill((level, level, min(255, level + 10)), layout.CANVAS, pygame.BLEND_RGB_MULT)
        canvas.blit(clock, layout.CLOCK)
        button = canvas.subsurface(layout.SPIN).copy().convert_alpha()
        self.show.draw_character(canvas)
        button.blit(self._button_mask(), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        canvas.blit(button, layout.SPIN)

    def _button_mask(self) -> pygame.Surface:
        """White where the spin button is: it stays before the character."""
        sprite = self.services.look.art.ui["spin/normal"]
        mask = pygame.Surface(sprite.size, pygame.SRCALPHA)
        sprite.draw(mask, 0, 0)
        mask.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_ADD)
        return mask

    def place(self, canvas: pygame.Surface, picture: pygame.Surface, centre: tuple[float, float], scale: float) -> None:
        """A picture at a scale about its centre, faded by the screen's presence."""
        if scale <= 0.02:
            return
        if abs(scale - 1) > 0.01:
            size = (max(1, round(picture.get_width() * scale)), max(1, round(picture.get_height() * scale)))
            picture = pygame.transform.smoothscale(picture, size)
        if self._leaving is not None:
            picture = picture.copy()
            picture.set_alpha(round(255 * self.presence))
        canvas.blit(picture, picture.get_rect(center=(round(centre[0]), round(centre[1]))))

    def ornament(self, canvas: pygame.Surface, name: str, centre: tuple[float, float], scale: float) -> "Inscribed":
        """A picture of the screens' sheet; returns where words go on it."""
        sheet = self.services.look.art.screens
        sprite = sheet[name]
        self.place(canvas, sprite.surface, centre, scale)
        rect = pygame.Rect((0, 0), sprite.size)
        rect.center = (round(centre[0]), round(centre[1]))
        return Inscribed(self, canvas, rect, sheet.meta.get("text", {}).get(name, {}), scale)

    def rays(self, canvas: pygame.Surface, centre: tuple[float, float]) -> None:
        """A slow fan of light behind the middle."""
        light = self.services.look.art.rays
        if light is None or self._leaving is not None:
            return
        calm = self.services.settings.reduced_motion or self.services.settings.fewer_flashes
        scale = 1.0 if calm else 1.0 + 0.04 * math.sin(self.clock * 1.1)
        self.services.look.scaled.get(light, scale, scale).draw_centred(canvas, *centre, pygame.BLEND_RGB_ADD)

    def prompt(self, canvas: pygame.Surface, y: float) -> None:
        """The line that says how to go on."""
        if self.clock < self.armed_after or self._leaving is not None:
            return
        look = self.services.look
        light = 1.0 if self.services.settings.reduced_motion else 0.75 + 0.25 * math.sin(self.clock * 4)
        line = look.fonts.line(self.services.tr("PRESS TO CONTINUE"), "display", look.size(30), look.colour("text"), 3)
        line = line.copy()
        line.set_alpha(round(255 * light))
        canvas.blit(line, line.get_rect(center=(CENTRE[0], round(y))))


@dataclass(frozen=True, slots=True)
class Inscribed:
    """An ornament that was drawn, and the quiet places on it that its sheet names for words."""

    screen: Screen
    canvas: pygame.Surface
    rect: pygame.Rect
    places: Mapping[str, Sequence[int]]
    scale: float

    def write(self, place: str, picture: pygame.Surface) -> None:
        """Put words into one of its places, made smaller if they do not fit."""
        x, y, width, height = self.places[place]
        ink = picture.get_bounding_rect()
        share = min(1.0, width / picture.get_width(), 1.1 * height / max(1, ink.height))
        middle = (self.rect.left + x + width / 2, self.rect.top + y + height / 2)
        centre = self.rect.center
        scaled = tuple(centre[axis] + (middle[axis] - centre[axis]) * self.scale for axis in (0, 1))
        self.screen.place(self.canvas, picture, (scaled[0], scaled[1]), share * self.scale)


class FreeSpinsIntro(Screen):
    """How many free spins were won."""

    armed_after = 1.2
    leaves_after = 4.0
    leaves_always = True

    def __init__(self, services: Services, show: Show, request: AskIntro) -> None:
        super().__init__(services, show)
        self.request = request

    def enter(self) -> None:
        self.services.audio.duck(True)
        self.services.audio.play("intro")
        self.show.act("cheer_big")

    def draw(self, canvas: pygame.Surface) -> None:
        look, tr = self.services.look, self.services.tr
        self.veil(canvas)
        self.rays(canvas, CENTRE)
        grown = ease_out_back(min(1.0, self.clock / 0.45))
        plate = self.ornament(canvas, "intro_plate", CENTRE, grown)
        plate.write("value", look.lettering(str(self.request.spins), 190))
        plate.write("title", look.lettering(tr("FREE SPINS"), 84))
        self.prompt(canvas, plate.rect.bottom + 30)


class FreeSpinsSummary(Screen):
    """What the free spins won."""

    armed_after = 0.8
    leaves_after = 5.0

    def __init__(self, services: Services, show: Show, request: AskSummary) -> None:
        super().__init__(services, show)
        self.request = request
        played = show.played
        stake = played.round.stake if played is not None else 0
        self.joyful = request.win > stake
        self.count = min(4.0, max(1.2, 1.2 + request.win / (100 * BASE_BET))) if request.win else 0.0
        self.counted = 0.0

    def enter(self) -> None:
        self.services.audio.duck(True)

    @property
    def complete(self) -> bool:
        return self.clock >= self.armed_after and self.counted >= self.count

    def press(self) -> None:
        if self.complete:
            self.leave()
        else:
            self.counted = self.count
            self._deaf = DEAF

    def update(self, dt: float) -> None:
        if self.clock > 0.7:
            before = self.counted
            self.counted = min(self.count, self.counted + dt)
            if before < self.count <= self.counted and self.joyful:
                self.services.audio.play("count_end")
        if self.joyful:
            rain(self, dt, 1.2)
        super().update(dt)

    def draw(self, canvas: pygame.Surface) -> None:
        look, tr = self.services.look, self.services.tr
        self.veil(canvas)
        if self.joyful:
            self.rays(canvas, CENTRE)
            self.show.draw_particles(canvas)
        grown = ease_out_back(min(1.0, max(0.0, self.clock - 0.3) / 0.4))
        plate = self.ornament(canvas, "summary_plate", CENTRE, grown)
        if self.clock < 0.6:
            return
        share = ease_out(self.counted / self.count) if self.count else 1.0
        plate.write("title", look.lettering(tr("CONGRATULATIONS") if self.joyful else tr("FREE SPINS COMPLETE"), 60))
        plate.write("value", look.lettering(self.show.coins(self.request.win * share), 104))
        facts = tr("{spins} spins played   ·   total multiplier x{multiplier}").format(
            spins=self.request.spins, multiplier=self.request.total_multiplier
        )
        plate.write("rows", look.fonts.line(facts, "strong", look.size(30), look.colour("text"), 3))
        if self.complete:
            self.prompt(canvas, plate.rect.bottom + 30)


class BigWin(Screen):
    """A win of ten base bets or more, counted up through its tiers."""

    armed_after = 0.3

    def __init__(self, services: Services, show: Show, request: AskBigWin) -> None:
        super().__init__(services, show)
        self.request = request
        self.duration = COUNTS[request.tier - 1] * show.tempo.count_scale
        self.shown_tier = 1
        self._since_title = 0.0
        self._tick = 0.0

    def enter(self) -> None:
        self.services.audio.duck(True)

    def exit(self) -> None:
        super().exit()
        self.show.act("smile")

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
        due = sum(self.shown >= tier * BASE_BET for tier in TIERS)
        if self.complete:
            due = self.request.tier
        if due > self.shown_tier and (self._since_title >= TITLES_APART or self.complete):
            self.shown_tier = due if self.complete else self.shown_tier + 1
            self._since_title = 0.0
            self.services.audio.play(f"tier_{self.shown_tier}")
            self.show.act("cheer_big")
        if counting:
            self._tick += dt
            if self._tick >= 0.11:
                self._tick = 0.0
                self.services.audio.play("count_loop")
        rain(self, dt, 0.6 + 0.8 * self.shown_tier)
        super().update(dt)
        if counting and self.complete:
            self.services.audio.play("count_end")

    def draw(self, canvas: pygame.Surface) -> None:
        look = self.services.look
        self.veil(canvas, 0.68)
        self.rays(canvas, CENTRE)
        self.show.draw_particles(canvas)
        grown = ease_out_back(min(1.0, self._since_title / 0.35)) if self.shown_tier > 1 else 1.0
        come = ease_out_back(min(1.0, self.clock / 0.4))
        scale = come * (0.85 + 0.15 * grown)
        crest = self.ornament(canvas, f"win_crest/{self.shown_tier}", (CENTRE[0], CENTRE[1] - 60), scale)
        crest.write("title", look.lettering(self.services.tr(look.skin.tiers[self.shown_tier - 1]).upper(), 96))
        amount = look.lettering(self.show.coins(self.shown), 132)
        below = max(CENTRE[1] + 150, crest.rect.bottom + 60)
        self.place(canvas, fit(amount, 1000), (CENTRE[0], below), come)
        if self.complete:
            self.prompt(canvas, below + 120)


class Cap(Screen):
    """The most a round can win was reached; the round is complete."""

    armed_after = 1.5

    def __init__(self, services: Services, show: Show, request: AskCap) -> None:
        super().__init__(services, show)
        self.request = request

    def enter(self) -> None:
        self.services.audio.duck(True)
        self.services.audio.play("tier_5")

    def update(self, dt: float) -> None:
        rain(self, dt, 5)
        super().update(dt)

    def draw(self, canvas: pygame.Surface) -> None:
        look, tr = self.services.look, self.services.tr
        self.veil(canvas, 0.72)
        self.rays(canvas, CENTRE)
        self.show.draw_particles(canvas)
        come = ease_out_back(min(1.0, self.clock / 0.5))
        crest = self.ornament(canvas, "cap_crest", (CENTRE[0], CENTRE[1] - 40), come)
        mode = self.show.played.round.mode if self.show.played is not None else Mode.BASE
        title = tr("MAXIMUM WIN {times}").format(times=maximum_text(self.services.language, mode))
        crest.write("title", look.lettering(title, 76))
        crest.write("amount", look.lettering(self.show.coins(self.request.win), 120))
        if self.clock > 0.6:
            told = tr("The round is complete.")
            if self.request.forfeited:
                told = tr("The round is complete. {count} free spins left are not played.").format(
                    count=self.request.forfeited
                )
            line = look.fonts.line(told, "strong", look.size(32), look.colour("text"), 3)
            self.place(canvas, fit(line, 980), (CENTRE[0], crest.rect.bottom + 20), 1)
        self.prompt(canvas, crest.rect.bottom + 90)


def fit(picture: pygame.Surface, width: int) -> pygame.Surface:
    """The picture, made smaller if it is wider than ``width``."""
    if picture.get_width() <= width:
        return picture
    return pygame.transform.smoothscale(picture, (width, round(picture.get_height() * width / picture.get_width())))


def rain(screen: Screen, dt: float, rate: float) -> None:
    """Coins and stars fall over a celebration, ``rate`` of them every tenth of a second."""
    show, services = screen.show, screen.services
    if services.settings.reduced_motion:
        return
    rng, art = show.particles.rng, services.look.art
    coins = art.effects.animation("coin")
    for _ in range(int(rate * dt * 10 + rng.random())):
        shared: dict[str, Any] = {"gravity": 520.0, "life": 3.2, "phase": rng.uniform(0, 12)}
        x, vx = rng.uniform(380, 1540), rng.uniform(-60, 60)
        if coins and rng.random() < 0.6:
            show.particles.add(Particle(coins[0], x, -60, vx, 40, frames=coins, light=False, **shared))
        elif "star4" in art.light:
            show.particles.add(Particle(art.light["star4"], x, -40, vx, 40, **shared))


def draw_overlay(canvas: pygame.Surface, services: Services, show: Show, overlay: Overlay) -> None:
    """A short message over the board."""
    look, progress = services.look, overlay.progress
    come = ease_out_back(min(1.0, progress / 0.2))
    gone = max(0.0, (progress - 0.85) / 0.15)
    pieces: list[tuple[pygame.Surface, float]] = []
    if overlay.kind == "retrigger":
        words = look.lettering(services.tr("+{count} FREE SPINS").format(count=overlay.number), 88)
        width = look.art.screens.meta.get("text", {}).get("retrigger_plate", {}).get("title", (0, 0, 536))[2]
        pieces = [(look.art.screens["retrigger_plate"].surface, 1.0), (words, min(1.0, width / words.get_width()))]
    else:
        amount = look.lettering(show.coins(overlay.number), 128)
        pieces = [(amount, min(1.0, 860 / amount.get_width()))]
    for piece, share in pieces:
        picture = pygame.transform.smoothscale_by(piece, max(0.02, come * share)) if come * share != 1 else piece
        if gone:
            picture = picture.copy()
            picture.set_alpha(round(255 * (1 - gone)))
        canvas.blit(picture, picture.get_rect(center=CENTRE))
