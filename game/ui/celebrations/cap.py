"""The most a round can win was reached: the rarest picture of the game."""

import math
import random
from functools import cache
from typing import Final

import numpy as np
import pygame

from game.engine.rules import Mode
from game.present.requests import AskCap
from game.present.script import ease_out
from game.ui import layout
from game.ui.celebrations.screen import SLAM, STRIKES, Screen
from game.ui.playback import RoundPlayback
from game.ui.services import Services
from game.ui.widgets.hud import maximum_text
from game.ui.widgets.particles import Particle

DIGITS: Final = (layout.CANVAS.centerx, 784)
WIDTH: Final = 1640
CAP: Final = 190
"""Middle of the digits, the width they may take (over 80 % of the canvas) and the height of a capital."""
COUNT: Final = 3.8
BEGINS: Final = 0.1
"""Share of the win the count begins at."""
TITLE_AT: Final = 0.26
DIGITS_AT: Final = 0.5
TIMES_AT: Final = 1.0
"""Seconds until the title and the digits begin to fall and the multiple of the bet comes."""
TITLE: Final = ((368, 372), (1552, 372))
TIMES: Final = pygame.Rect(650, 902, 620, 64)
MESSAGE: Final = pygame.Rect(440, 1034, 1040, 36)
"""Where the title's halves, the multiple of the bet and what became of the round stand."""
BESIDE_BAR: Final = pygame.Rect(440, 940, 736, 140)
"""What a replay's bar leaves of the lower edge."""
CORNER: Final = (1892, 1031)
LADY: Final = layout.CHARACTER_SPACE.size
LADY_AT: Final = (628, -36)
"""The picture of her and its top left corner: her hem is behind the digits."""
DUST: Final = 26
"""Sparks a second that rise in the column of light."""
FLOATS: Final = 7
HEM_FADES: Final = 100
"""Pixels over which her hem sinks into the cloud she stands in."""
EDGES: Final = (((10, 90), (700, 1250)), ((1830, 1910), (700, 1250)))
"""Where near coins leap: she stands in the middle."""


class Cap(Screen):
    """She stands in a column of light, all of her to be seen, over what the round has won."""

    ends_round = True
    armed_after = 1.5
    middle = (layout.CANVAS.centerx, 330)
    paired = False
    elsewhere = True

    def __init__(self, services: Services, playback: RoundPlayback, request: AskCap) -> None:
        super().__init__(services, playback, level=5, picture="cap")
        self.request = request
        self.showers.near_paths = EDGES
        self.count = COUNT * playback.tempo.count_scale
        self._lady = pygame.Surface(LADY, pygame.SRCALPHA)
        self._dust = random.Random(services.rng.random())

    @property
    def prompt_at(self) -> tuple[int, int]:  # type: ignore[override]
        """At the lower edge."""
        return self._foot, 1000

    @property
    def _foot(self) -> int:
        """Middle of what stands below the digits: left of a replay's bar."""
        return BESIDE_BAR.centerx if self.bar else layout.CANVAS.centerx

    def enter(self) -> None:
        audio = self.services.audio
        audio.duck(True)
        for name in ("tier_5", "voice_cap", "title_slam"):
            audio.play(name)
        self.showers.salute(60)
        self.playback.act("arms_up")
        self.have_lines(*((half, 160, 600, "enamel") for half in self.services.tr("MAX WIN").rsplit(" ", 1)))
        self.have_figures(self.request.win, CAP, WIDTH)

    def exit(self) -> None:
        super().exit()
        self.playback.rest_character()
        self.playback.act("smile")

    def advance(self, dt: float) -> None:
        counting = not self.complete
        if self.clock > DIGITS_AT + SLAM:
            self.counted = min(self.count, self.counted + dt)
        if counting:
            self.services.audio.play("count_big")
        if not self.still and self.presence == 1 and self._dust.random() < DUST * dt:
            self._raise_dust()
        if self.fell(self.clock - TITLE_AT, dt):
            for x, y in TITLE:
                self.showers.strike(x, y + 80, 500, 40)
        if self.fell(self.clock - DIGITS_AT, dt):
            self.services.audio.play("title_slam")
            self.showers.strike(DIGITS[0], DIGITS[1] + 90, WIDTH, 90)
            self.showers.salute(60)
        super().advance(dt)
        if counting and self.complete:
            self.services.audio.let_go("count_big")
            self.services.audio.play("count_end")

    def _raise_dust(self) -> None:
        sparks = [sprite for name, sprite in self.theme.assets.light.items() if name.startswith("spark/")]
        if sparks:
            x, y = self._dust.gauss(DIGITS[0], 110), self._dust.uniform(160, 900)
            spark = Particle(self._dust.choice(sparks), x, y, 0, -self._dust.uniform(50, 140), 1.4, fade="twinkle")
            self.showers.far.add(spark)

    def _place_controls(self) -> None:
        """In the corner, off the line that says what became of the round."""
        super()._place_controls()
        self.again.rect.midright = CORNER

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw(self, canvas: pygame.Surface) -> None:
        self.draw_ground(canvas)
        if self.picture and self._leaving is None and self.veiling == 1:
            self.lights.breathe(canvas, (layout.CANVAS.centerx, 300), self.clock, 3.6, 6.4)
        for middle in TITLE:
            self.lights.ring(canvas, middle, self.clock - TITLE_AT - STRIKES)
        self.lights.ring(canvas, DIGITS, self.clock - DIGITS_AT - STRIKES)
        self.showers.draw_far(canvas)
        self.draw_lady(canvas)
        self._draw_title(canvas)
        self._draw_digits(canvas)
        self._draw_words(canvas)
        self.draw_front(canvas)
        for begins in (TITLE_AT, DIGITS_AT):
            self.shake(canvas, self.clock - begins - STRIKES)

    def draw_lady(self, canvas: pygame.Surface) -> None:
        """In the middle; as the screen comes she fades at her place, where she turns up again while it leaves."""
        character = self.playback.character
        gone = 2 * self.leaving
        if character is None or not self.picture:
            super().draw_lady(canvas)
            return
        self._lady.fill((0, 0, 0, 0))
        place = layout.CHARACTER_SPACE
        character.draw(self._lady, at=(character.origin[0] - place.left, character.origin[1] - place.top))
        if self.veiling < 1 or gone >= 1:
            button = self.cut_button(canvas)
            self._lady.set_alpha(round(255 * (gone - 1 if gone >= 1 else 1 - self.veiling)))
            canvas.blit(self._lady, place, (0, 0, place.width, layout.HEM.top - place.top))
            self.draw_button(canvas, button)
            return
        self._lady.blit(_fade(), (0, LADY[1] - HEM_FADES), special_flags=pygame.BLEND_RGBA_MULT)
        self._lady.set_alpha(round(255 * (self.presence if self.still else 1 - gone)))
        float_by = 0 if self.still else round(FLOATS * math.sin(self.clock * 2))
        canvas.blit(self._lady, (LADY_AT[0], LADY_AT[1] + float_by))
        self.close_outside(canvas)

    def _draw_title(self, canvas: pygame.Surface) -> None:
        title = self.services.tr("MAX WIN")
        since = self.clock - TITLE_AT
        halves = title.rsplit(" ", 1)
        if len(halves) < len(TITLE):
            self.word(canvas, title, 120, (layout.CANVAS.centerx, 640), width=1400, face="enamel", since=since)
            return
        for text, middle in zip(halves, TITLE, strict=True):
            self.word(canvas, text, 160, middle, width=600, face="enamel", since=since)

    def _draw_digits(self, canvas: pygame.Surface) -> None:
        money, since = self.playback.coins, self.clock - DIGITS_AT
        begins = round(self.request.win * BEGINS)
        last = money(self.request.win)
        alphabet = self.theme.assets.alphabet
        cap = alphabet.fitted(last, CAP, WIDTH) if alphabet.covers(last) else CAP
        if since < SLAM and self.counted == 0:
            self.word(canvas, money(begins), cap, DIGITS, width=WIDTH, since=since)
            return
        coins = begins + (self.request.win - begins) * ease_out(min(1.0, self.counted / self.count))
        self.figures(canvas, money(coins), cap, DIGITS, width=WIDTH, widest=last)
        if self.complete and self._leaving is None and alphabet.covers(last):
            self.lights.glint(canvas, alphabet.line(last, cap).surface, DIGITS, self._resting)

    def _draw_words(self, canvas: pygame.Surface) -> None:
        tr = self.services.tr
        mode = self.playback.played.round.mode if self.playback.played is not None else Mode.BASE
        times = tr("{times} YOUR BET").format(times=maximum_text(self.services.language, mode))
        if self.clock > TIMES_AT:
            place = TIMES.copy()
            place.centerx = self._foot
            self.banner(canvas, times, place, 38)
            message = tr("The round is over: the top win was reached.")
            if self.request.forfeited:
                message = self.services.ntr(
                    "The round is over: the top win was reached. {count} free spin is lost.",
                    "The round is over: the top win was reached. {count} free spins are lost.",
                    self.request.forfeited,
                )
            place = MESSAGE.clip(BESIDE_BAR) if self.bar else MESSAGE
            self.plain(canvas, message, self.theme.size(24), place)


@cache
def _fade() -> pygame.Surface:
    """What her hem's alpha is multiplied by."""
    fade = pygame.Surface((LADY[0], HEM_FADES), pygame.SRCALPHA)
    fade.fill((255, 255, 255))
    level = np.linspace(1, 0, HEM_FADES)
    pygame.surfarray.pixels_alpha(fade)[:] = (255 * level * level * (3 - 2 * level)).astype(np.uint8)[None, :]
    return fade
