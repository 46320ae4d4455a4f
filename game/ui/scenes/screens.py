"""Screens the round's script waits for: free-spins intro, summary, big win, cap, and the overlays on the board."""

import math
from typing import Any, Final

import pygame

from game.engine.rules import BASE_BET
from game.platform.input import Action, Command, PointerPressed, Press
from game.present.director import TIERS, AskBigWin, AskCap, AskIntro, AskSummary
from game.present.script import ease_in_out, ease_out, ease_out_back
from game.present.stage import Overlay
from game.ui import layout
from game.ui.scene import Scene
from game.ui.services import Services
from game.ui.show import Show
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
        """Darken what lies below; the character stays in the light."""
        level = round(255 * (1 - strength * self.presence))
        canvas.fill((level, level, min(255, level + 10)), layout.CANVAS, pygame.BLEND_RGB_MULT)
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

    def ornament(self, canvas: pygame.Surface, name: str, centre: tuple[float, float], scale: float) -> pygame.Rect:
        """A picture of the screens' sheet; returns where it lies."""
        sprite = self.services.look.art.screens[name]
        self.place(canvas, sprite.surface, centre, scale)
        rect = pygame.Rect(0, 0, *sprite.surface.get_size())
        rect.center = (round(centre[0]), round(centre[1]))
        return rect

    def rays(self, canvas: pygame.Surface, centre: tuple[float, float]) -> None:
        """A slow fan of light behind the middle."""
        light = self.services.look.art.light.get("ray_fan")
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
        self.ornament(canvas, "intro_plate", CENTRE, grown)
        if self.clock > 0.3:
            number = ease_out_back(min(1.0, (self.clock - 0.3) / 0.35))
            self.place(canvas, look.lettering(str(self.request.spins), 190), (CENTRE[0], CENTRE[1] - 46), number)
            self.place(canvas, look.lettering(tr("FREE SPINS"), 84), (CENTRE[0], CENTRE[1] + 96), number)
        self.prompt(canvas, CENTRE[1] + 236)


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
        title = tr("CONGRATULATIONS") if self.joyful else tr("FREE SPINS COMPLETE")
        self.place(canvas, fit(look.lettering(title, 60), plate.width - 140), (CENTRE[0], CENTRE[1] - 100), 1)
        self.place(
            canvas, look.lettering(self.show.coins(self.request.win * share), 104), (CENTRE[0], CENTRE[1] + 8), 1
        )
        facts = tr("{spins} spins played   ·   total multiplier x{multiplier}").format(
            spins=self.request.spins, multiplier=self.request.total_multiplier
        )
        line = look.fonts.line(facts, "strong", look.size(30), look.colour("text"), 3)
        self.place(canvas, fit(line, plate.width - 120), (CENTRE[0], CENTRE[1] + 96), 1)
        if self.complete:
            self.prompt(canvas, plate.bottom + 34)


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
        title = fit(look.lettering(self.services.tr(look.skin.tiers[self.shown_tier - 1]).upper(), 104), 960)
        self.place(canvas, title, (CENTRE[0], CENTRE[1] - 20), scale)
        amount = look.lettering(self.show.coins(self.shown), 132)
        self.place(canvas, fit(amount, 1000), (CENTRE[0], max(CENTRE[1] + 150, crest.centery + 150)), come)
        if self.complete:
            self.prompt(canvas, CENTRE[1] + 290)


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
        self.ornament(canvas, "cap_crest", (CENTRE[0], CENTRE[1] - 40), come)
        stake = 25 if self.services.settings.ante and self._natural else BASE_BET
        title = tr("MAXIMUM WIN {times}×").format(times=f"{self.request.win // stake:,}")
        self.place(canvas, fit(look.lettering(title, 84), 900), (CENTRE[0], CENTRE[1] - 60), come)
        self.place(
            canvas, fit(look.lettering(self.show.coins(self.request.win), 132), 980), (CENTRE[0], CENTRE[1] + 70), come
        )
        if self.clock > 0.6:
            told = tr("The round is complete.")
            if self.request.forfeited:
                told = tr("The round is complete. {count} free spins left are not played.").format(
                    count=self.request.forfeited
                )
            line = look.fonts.line(told, "strong", look.size(32), look.colour("text"), 3)
            self.place(canvas, fit(line, 980), (CENTRE[0], CENTRE[1] + 180), 1)
        self.prompt(canvas, CENTRE[1] + 260)

    @property
    def _natural(self) -> bool:
        played = self.show.played
        return played is not None and played.round.mode == "ante"


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
    look, tr, progress = services.look, services.tr, overlay.progress
    come = ease_out_back(min(1.0, progress / 0.2))
    gone = max(0.0, (progress - 0.85) / 0.15)
    text = tr("+{count} FREE SPINS").format(count=overlay.number) if overlay.kind == "retrigger" else ""
    lettering = look.lettering(text or show.coins(overlay.number), 104 if text else 128)
    pieces = [lettering]
    if overlay.kind == "retrigger":
        pieces.insert(0, look.art.screens["retrigger_plate"].surface)
    for piece in pieces:
        picture = fit(piece, 860 if piece is not lettering or overlay.kind != "retrigger" else 560)
        if abs(come - 1) > 0.01:
            size = (max(1, round(picture.get_width() * come)), max(1, round(picture.get_height() * come)))
            picture = pygame.transform.smoothscale(picture, size)
        if gone:
            picture = picture.copy()
            picture.set_alpha(round(255 * (1 - gone)))
        canvas.blit(picture, picture.get_rect(center=CENTRE))
