"""The way into the free spins, and what they came to."""

import math
import random
from typing import Final

import pygame

from game.engine.rules import BASE_BET
from game.present.best_spins import BestSpin
from game.present.requests import AskIntro, AskSummary
from game.present.script import ease_in_out, ease_out, ease_out_back
from game.ui import layout
from game.ui.celebrations.lights import Orbit
from game.ui.celebrations.screen import COME, STRIKES, VEIL, Screen, come, gone
from game.ui.playback import RoundPlayback
from game.ui.services import Services

NUMBER: Final = (780, 446)
NUMBER_CAP: Final = 290
"""Middle and height of the number of free spins, within the picture's ring of light."""
RING: Final = 392
HALO: Final = 310
"""Radius of the ring of light around the number."""
SCATTER_ANGLES: Final = (-66.0, -23.0, 23.0, 66.0)
"""Where the scatters stand around the ring, degrees from its top."""
BOB: Final = 8
"""Pixels scatters and number sway up and down."""
NUMBER_AT: Final = 0.42
TITLE_AT: Final = 0.72
"""Seconds until number and title begin to fall."""
TITLE: Final = (780, 790)
FLIGHT_TRAIL: Final = 14
FLIGHT_ARC: Final = 190
"""Stars behind the number that flies to its meter, and how high it flies."""


class FreeSpinsIntro(Screen):
    """How many free spins were won, in a ring of light; the number flies to the meter that counts them down."""

    armed_after = 1.2
    leaves_after = 4.0
    leaves_always = True
    middle = NUMBER
    prompt_at = (780, 1010)
    prompt_text = "PRESS TO BEGIN"
    leave_time = 0.55

    def __init__(self, services: Services, playback: RoundPlayback, request: AskIntro) -> None:
        joyful = request.joyful
        super().__init__(services, playback, level=2 if joyful else 0, picture="intro")
        self.request = request
        rng = random.Random(services.rng.random())
        self.shines = joyful
        if not self.playback.wave.over:  # the place changes beneath it
            self._opening = VEIL + COME
        self.orbit = Orbit(self.theme, rng, NUMBER) if joyful and not self.still else None

    def enter(self) -> None:
        self.services.audio.duck(True)
        self.services.audio.play("intro" if self.request.joyful else "intro_neutral")
        if self.request.joyful:
            self.playback.act("cheer")

    def leave(self) -> None:
        if self._leaving is None:
            self.services.audio.play("fly_to_meter" if self.request.joyful else "fly_to_meter_neutral")
        super().leave()

    def exit(self) -> None:
        super().exit()
        self.playback.stage.wave = 0.0

    @property
    def presence(self) -> float:
        """While it leaves, a wave hides that the place changes: the picture does not fade."""
        return 1.0 if self._leaving is not None else super().presence

    def advance(self, dt: float) -> None:
        if self._leaving is not None:
            self.playback.stage.wave = max(0.01, self.leaving)
        if self.orbit is not None:
            self.orbit.update(dt)
        if self.request.joyful and self.fell(self.clock - NUMBER_AT, dt):
            self.showers.strike(*NUMBER, 420, 60)
        if self.request.joyful and self.fell(self.clock - TITLE_AT, dt):
            self.showers.strike(TITLE[0], TITLE[1] + 60, 900, 50)
        super().advance(dt)

    @property
    def number(self) -> str:
        """How many free spins, in figures."""
        return str(self.request.spins)

    @property
    def sway(self) -> float:
        """Pixels the number is below its middle."""
        return 0.0 if self.still else BOB * math.sin(self.clock * 1.9)

    def draw(self, canvas: pygame.Surface) -> None:
        self.draw_ground(canvas)
        if self.picture and self._leaving is None:
            self.lights.breathe(canvas, NUMBER, self.clock, 3.6, 3.6)
        if self.request.joyful:
            if self.picture and self._leaving is None:
                self.lights.halo(canvas, NUMBER, HALO, self.clock)
            self.lights.ring(canvas, NUMBER, self.clock - NUMBER_AT - STRIKES)
        self.showers.draw_far(canvas)
        self.draw_lady(canvas)
        self._draw_scatters(canvas)
        flies = self._leaving is not None and not self.still and self.theme.assets.alphabet.covers(self.number)
        if not flies:
            self._draw_orbit(canvas, front=False)
            self._draw_number(canvas)
            self._draw_orbit(canvas, front=True)
        title = self.services.tr("Free Spins")
        self.word(canvas, title, 118, TITLE, width=1000, face="enamel", since=self.clock - TITLE_AT)
        line = pygame.Rect(0, 0, 1040, 62)
        line.center = (TITLE[0], 918)
        if self.clock > TITLE_AT + STRIKES:
            self.banner(canvas, self.services.tr("Hearts on a winning spin raise the total multiplier"), line, 32)
        self.draw_front(canvas)
        self.shake(canvas, self.clock - NUMBER_AT - STRIKES, 3 if self.request.joyful else 0)
        if flies:
            self._draw_flight(canvas)

    def _draw_orbit(self, canvas: pygame.Surface, *, front: bool) -> None:
        if self.orbit is not None and self.clock > TITLE_AT:
            self.orbit.draw(canvas, front=front)

    def _draw_number(self, canvas: pygame.Surface) -> None:
        alphabet, text = self.theme.assets.alphabet, self.number
        at = NUMBER[0], NUMBER[1] + self.sway
        self.word(canvas, text, NUMBER_CAP, at, width=700, since=self.clock - NUMBER_AT)
        if self.request.joyful and alphabet.covers(text):
            self.lights.glint(canvas, alphabet.line(text, NUMBER_CAP).surface, at, self.clock - 1.0)

    def _draw_flight(self, canvas: pygame.Surface) -> None:
        """The number flies to SPINS LEFT while the screen leaves; where it is celebrated, stars behind it."""
        star, progress = self.theme.assets.light.get("star4"), gone(self.leaving)
        if star is not None and self.request.joyful:
            for number in range(FLIGHT_TRAIL):
                behind = progress - 0.028 * (number + 1)
                if behind > 0:
                    size = 1.1 * (1 - number / FLIGHT_TRAIL)
                    drawn = self.theme.scaled.get(star, size, size)
                    drawn.draw_centred(canvas, *_flown(behind), pygame.BLEND_RGB_ADD)
        scale = max(0.16, 1 - 0.84 * ease_out(progress))
        picture = pygame.transform.smoothscale_by(
            self.theme.assets.alphabet.line(self.number, NUMBER_CAP).surface, scale
        )
        x, y = _flown(progress)
        canvas.blit(picture, picture.get_rect(center=(round(x), round(y))))

    def _draw_scatters(self, canvas: pygame.Surface) -> None:
        """The scatters stand around the ring, one after another, and laugh."""
        symbols = self.theme.assets.symbols
        frames = symbols.animation("scatter/win") if self.request.joyful and not self.still else []
        shown = min(max(1, self.request.scatters), 6)
        for number in range(shown):
            share = number / (shown - 1) if shown > 1 else 0.5
            angle = math.radians(SCATTER_ANGLES[0] + share * (SCATTER_ANGLES[-1] - SCATTER_ANGLES[0]))
            scale = 1.0 if self.still else ease_out_back(come(self.clock, 0.6 + 0.09 * number, 0.3))
            bob = 0.0 if self.still else BOB * math.sin(self.clock * 2.4 + 1.7 * number)
            x, y = NUMBER[0] + RING * math.sin(angle), NUMBER[1] + 10 - RING * math.cos(angle) + bob
            sprite = frames[int(self.clock / 0.06 + 3 * number) % len(frames)] if frames else symbols["scatter"]
            off = [
                at + part / 2 - whole / 2
                for at, part, whole in zip(sprite.offset, sprite.surface.get_size(), sprite.size, strict=True)
            ]
            self.place(canvas, sprite.surface, (x + off[0] * scale, y + off[1] * scale), scale)


def _flown(progress: float) -> tuple[float, float]:
    """Where the number is on its arc to SPINS LEFT."""
    x, y = layout.SPINS_LEFT.right - 78, layout.SPINS_LEFT.centery
    across, down = NUMBER[0] + (x - NUMBER[0]) * progress, NUMBER[1] + (y - NUMBER[1]) * progress
    return across, down - FLIGHT_ARC * math.sin(math.pi * progress)


TOTAL: Final = (700, 146)
AMOUNT: Final = (700, 330)
CARDS: Final = pygame.Rect(556, 526, 750, 94)
CARD_STEP: Final = 104
"""The first of the cards that name the best spins, and from one to the next."""
MEDALLION: Final = (288, 640)
MEDALLION_SCALE: Final = 1.25
NEAR_PATHS: Final = (((20, 90), (400, 560)), ((1500, 1900), (500, 640)))
"""Where near coins leap: not before the medallion."""
TOTAL_AT: Final = 0.14
COUNT_FROM: Final = 0.3
CARDS_APART: Final = 0.16
"""Seconds until the total begins to count, and from card to card once it has."""


class FreeSpinsSummary(Screen):
    """What the free spins won: the total, the multiplier as a medallion, and the three best spins."""

    ends_round = True
    armed_after = 0.8
    leaves_after = 5.0
    middle = (700, 380)
    prompt_at = (700, 912)

    def __init__(self, services: Services, playback: RoundPlayback, request: AskSummary) -> None:
        self.joyful = request.joyful
        super().__init__(services, playback, level=3 if self.joyful else 0, picture="summary" if self.joyful else "")
        self.request = request
        self.showers.near_paths = NEAR_PATHS
        scale = playback.tempo.count_scale
        self.count = scale * min(4.0, max(1.2, 1.2 + request.win / (100 * BASE_BET))) if request.win else 0.0
        self.ended: float | None = None
        """When the total was told whole, by the screen's clock."""

    def enter(self) -> None:
        self.services.audio.duck(True)
        if self.joyful:
            self.playback.act("cheer_big")
            self.have_lines((self.services.tr("Total Win"), 92, 1000, "enamel"))
            self.have_figures(self.request.win, 136, 1180)

    def exit(self) -> None:
        super().exit()
        self.playback.rest_character()
        if self.joyful:
            self.playback.act("smile")

    @property
    def since_count(self) -> float:
        """Seconds since the total was told whole, below 0 until then."""
        return -1.0 if self.ended is None else self.clock - self.ended

    @property
    def complete(self) -> bool:
        return super().complete and self.since_count >= CARDS_APART * len(self.request.best)

    def finish_count(self) -> None:
        self._count_to(self.count)
        if self.ended is None:
            self._told()
        self.ended = self.clock - CARDS_APART * len(self.request.best)

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

    def advance(self, dt: float) -> None:
        if self.clock > COUNT_FROM:
            self._count_to(min(self.count, self.counted + dt))
            if self.ended is None and self.counted >= self.count:
                self.ended = self.clock
                self._told()
        if self.joyful and self.fell(self.clock - TOTAL_AT, dt):
            self.showers.strike(TOTAL[0], TOTAL[1] + 60, 800, 50)
            self.showers.salute(30)
        super().advance(dt)

    def _told(self) -> None:
        """The total is whole: she cheers again, coins leap."""
        if self.joyful:
            self.showers.strike(AMOUNT[0], AMOUNT[1] + 60, 900, 60)
            self.showers.salute(60)
            self.playback.act("cheer_big")

    def draw(self, canvas: pygame.Surface) -> None:
        tr, coins = self.services.tr, self.playback.coins
        self.draw_ground(canvas)
        self.showers.draw_far(canvas)
        self.draw_lady(canvas)
        since = self.clock - TOTAL_AT
        if self.joyful:
            self.lights.ring(canvas, AMOUNT, self.since_count)
            self.word(canvas, tr("Total Win"), 92, TOTAL, width=1000, face="enamel", since=since)
            share = ease_in_out(self.counted / self.count) if self.count else 1.0
            last = coins(self.request.win)
            if self.clock > COUNT_FROM - 0.05:
                self.figures(canvas, coins(self.request.win * share), 136, AMOUNT, width=1180, widest=last)
                alphabet = self.theme.assets.alphabet
                if self.since_count > 0 and alphabet.covers(last):
                    line = alphabet.line(last, alphabet.fitted(last, 136, 1180))
                    self.lights.glint(canvas, line.surface, AMOUNT, self.since_count)
        else:
            self._draw_plain_total(canvas)
        self._draw_medallion(canvas)
        self._draw_best(canvas)
        self.draw_front(canvas)

    def _draw_plain_total(self, canvas: pygame.Surface) -> None:
        """What was paid beside what it cost, where that is no more."""
        tr, coins, played = self.services.tr, self.playback.coins, self.playback.played
        title = pygame.Rect(0, 0, 1000, 70)
        title.center = (AMOUNT[0], 170)
        self.plain(canvas, tr("FREE SPINS COMPLETE"), 56, title)
        paid = coins(self.request.win)
        if played is not None:
            paid = tr("PAID {paid} of {cost}").format(paid=paid, cost=coins(played.round.stake))
        amount = pygame.Rect(0, 0, 1100, 90)
        amount.center = AMOUNT
        self.plain(canvas, paid, 72, amount)

    def _draw_medallion(self, canvas: pygame.Surface) -> None:
        theme, stage = self.theme, self.theme.assets.stage
        if "medallion/lit" not in stage:
            return
        grown = 1.0 if self.still else ease_out_back(come(self.clock, 0.3, 0.3))
        beat = 0.0 if self.still or not self.joyful else 0.05 * max(0.0, math.sin(self.clock * 2.8)) ** 6
        piece = "medallion/lit" if self.request.total_multiplier else "medallion/asleep"
        sprite, scale = stage[piece], MEDALLION_SCALE * (grown + beat)
        off = (
            sprite.offset[0] + sprite.surface.get_width() / 2 - sprite.size[0] / 2,
            sprite.offset[1] + sprite.surface.get_height() / 2 - sprite.size[1] / 2,
        )
        self.place(canvas, sprite.surface, (MEDALLION[0] + off[0] * scale, MEDALLION[1] + off[1] * scale), scale)
        if grown < 0.3 or self._leaving is not None:
            return
        if self.request.total_multiplier:
            value = theme.text_place(piece, -sprite.size[0] // 2, -sprite.size[1] // 2, kind="value")
            place = pygame.Rect(0, 0, round(value.width * MEDALLION_SCALE), round(value.height * MEDALLION_SCALE))
            place.center = (
                round(MEDALLION[0] + value.centerx * MEDALLION_SCALE),
                round(MEDALLION[1] + value.centery * MEDALLION_SCALE),
            )
            theme.figures(canvas, f"×{self.request.total_multiplier}", place, cap=round(78 * min(1.0, grown)))
        ribbon = stage["ribbon"]
        left, top = MEDALLION[0] - ribbon.size[0] // 2, MEDALLION[1] + round(sprite.size[1] * MEDALLION_SCALE / 2) - 4
        ribbon.draw(canvas, left, top)
        place = theme.text_place("ribbon", left, top)
        theme.text(canvas, self.services.tr("TOTAL MULTIPLIER"), place, size=26, style="strong")

    def _draw_best(self, canvas: pygame.Surface) -> None:
        """A card for each of the best spins."""
        head = pygame.Rect(CARDS.left, CARDS.top - 76, CARDS.width, 62)
        spins = self.services.ntr("{count} spin played", "{count} spins played", self.request.spins)
        best = self.services.ntr("your best spin", "your {count} best spins", len(self.request.best))
        words = f"{spins} · {best}" if self.request.best else spins
        if self.clock > 0.5:
            self.banner(canvas, words, head, 34, "gold" if self.joyful else "text")
        for number, spin in enumerate(self.request.best):
            since = self.since_count - CARDS_APART * (number + 0.5)
            if self._leaving is None and since >= 0:
                slide = 0.0 if self.still else 60 * (1 - ease_out(min(1.0, since / 0.25)))
                self._draw_card(canvas, CARDS.move(round(slide), CARD_STEP * number), number, spin)

    def _draw_card(self, canvas: pygame.Surface, card: pygame.Rect, number: int, spin: BestSpin) -> None:
        theme, tr = self.theme, self.services.tr
        theme.stretched(canvas, "tablet/plain", card)
        inner = card.inflate(-48, -16)
        theme.text(
            canvas,
            str(number + 1),
            pygame.Rect(inner.left, inner.top, 40, inner.height),
            size=38,
            style="strong",
            colour="gold" if self.joyful else "text",
        )
        theme.scaled.get(theme.assets.symbols[spin.symbol], 0.58, 0.58).draw_centred(
            canvas, inner.left + 96, inner.centery
        )
        count = pygame.Rect(inner.left + 142, inner.top, 76, inner.height)
        theme.text(canvas, tr("{count}×").format(count=spin.count), count, size=32, style="strong", align="left")
        if spin.multiplier > 1:
            times = pygame.Rect(inner.left + 214, inner.top, 130, inner.height)
            self._aligned(canvas, f"×{spin.multiplier}", times, 38)
        amount = pygame.Rect(inner.left + 376, inner.top, inner.width - 376, inner.height)
        self._aligned(canvas, self.playback.coins(spin.win), amount, 40)

    def _aligned(self, canvas: pygame.Surface, words: str, place: pygame.Rect, cap: int) -> None:
        """Figures that end where those of the other cards end; plain where nothing is celebrated."""
        alphabet = self.theme.assets.alphabet
        if not self.joyful or not alphabet.covers(words):
            self.theme.text(canvas, words, place, size=38, style="strong", align="right")
            return
        cap = alphabet.fitted(words, cap, place.width)
        alphabet.draw(canvas, words, cap, place.right - alphabet.width(words, cap) / 2, place.centery)
