"""The way into the free spins, and what they came to."""

import math
from typing import Final

import pygame

from game.engine.rules import BASE_BET
from game.present.best_spins import BestSpin
from game.present.requests import AskIntro, AskSummary
from game.present.script import ease_in_out, ease_out, ease_out_back
from game.ui import layout
from game.ui.celebrations.screen import DEAF, Screen, come, gone
from game.ui.playback import RoundPlayback
from game.ui.services import Services

NUMBER: Final = (780, 446)
NUMBER_CAP: Final = 290
"""Middle and height of the number of free spins, within the picture's ring of light."""
RING: Final = 372
SCATTER_ANGLES: Final = (-66.0, -23.0, 23.0, 66.0)
"""Where the scatters stand around the ring, degrees from its top."""


class FreeSpinsIntro(Screen):
    """How many free spins were won, in a ring of light; the number flies to the meter that counts them down."""

    armed_after = 1.2
    leaves_after = 4.0
    leaves_always = True
    middle = NUMBER
    prompt_at = (780, 1032)
    prompt_text = "PRESS TO BEGIN"

    def __init__(self, services: Services, playback: RoundPlayback, request: AskIntro) -> None:
        joyful = request.joyful
        super().__init__(services, playback, level=2 if joyful else 0, picture="intro")
        self.request = request

    def enter(self) -> None:
        self.services.audio.duck(True)
        self.services.audio.play("intro" if self.request.joyful else "intro_neutral")
        if self.request.joyful:
            self.playback.act("cheer")

    def leave(self) -> None:
        if self._leaving is None:
            self.services.audio.play("fly_to_meter")
        super().leave()

    def draw(self, canvas: pygame.Surface) -> None:
        self.draw_ground(canvas)
        self.showers.draw_far(canvas)
        self.draw_lady(canvas)
        self._draw_scatters(canvas)
        self.word(
            canvas,
            self.services.tr("Free Spins"),
            118,
            (NUMBER[0], 748),
            width=1000,
            face="enamel",
            since=self.clock - 0.5,
        )
        line = pygame.Rect(0, 0, 1000, 44)
        line.center = (NUMBER[0], 962)
        if self.clock > 0.8:
            self.plain(canvas, self.services.tr("Hearts on a winning spin raise the total multiplier"), 32, line)
        self.draw_front(canvas)
        self._draw_number(canvas)

    def _draw_number(self, canvas: pygame.Surface) -> None:
        """It flies to SPINS LEFT while the screen leaves."""
        alphabet, text = self.theme.assets.alphabet, str(self.request.spins)
        if self._leaving is None or self.still or not alphabet.covers(text):
            self.word(canvas, text, NUMBER_CAP, NUMBER, width=700, since=self.clock - 0.2)
            return
        line, progress = alphabet.line(text, NUMBER_CAP), gone(self.leaving)
        target = layout.SPINS_LEFT.right - 78, layout.SPINS_LEFT.centery
        at = NUMBER[0] + (target[0] - NUMBER[0]) * progress, NUMBER[1] + (target[1] - NUMBER[1]) * progress
        scale = max(0.16, 1 - 0.84 * progress)
        picture = pygame.transform.smoothscale_by(line.surface, scale)
        canvas.blit(picture, picture.get_rect(center=(round(at[0]), round(at[1]))))

    def _draw_scatters(self, canvas: pygame.Surface) -> None:
        """The scatters stand around the ring, one after another, and laugh."""
        symbols = self.theme.assets.symbols
        frames = symbols.animation("scatter/win") if self.request.joyful and not self.still else []
        shown = min(max(1, self.request.scatters), 6)
        for number in range(shown):
            share = number / (shown - 1) if shown > 1 else 0.5
            angle = math.radians(SCATTER_ANGLES[0] + share * (SCATTER_ANGLES[-1] - SCATTER_ANGLES[0]))
            scale = 1.0 if self.still else ease_out_back(come(self.clock, 0.35 + 0.09 * number, 0.3))
            x, y = NUMBER[0] + RING * math.sin(angle), NUMBER[1] + 10 - RING * math.cos(angle)
            sprite = frames[int(self.clock / 0.06 + 3 * number) % len(frames)] if frames else symbols["scatter"]
            off = [
                at + part / 2 - whole / 2
                for at, part, whole in zip(sprite.offset, sprite.surface.get_size(), sprite.size, strict=True)
            ]
            self.place(canvas, sprite.surface, (x + off[0] * scale, y + off[1] * scale), scale)


AMOUNT: Final = (700, 318)
CARDS: Final = pygame.Rect(546, 500, 760, 94)
CARD_STEP: Final = 106
"""The first of the cards that name the best spins, and from one to the next."""
MEDALLION: Final = (290, 628)
COUNT_FROM: Final = 0.5
CARDS_FROM: Final = 1.0
"""Seconds until the total begins to count, and until the first card comes."""


class FreeSpinsSummary(Screen):
    """What the free spins won: the total, the multiplier as a medallion, and the three best spins."""

    ends_round = True
    armed_after = 0.8
    leaves_after = 5.0
    middle = (700, 380)
    prompt_at = (926, 880)

    def __init__(self, services: Services, playback: RoundPlayback, request: AskSummary) -> None:
        self.joyful = request.joyful
        super().__init__(services, playback, level=2 if self.joyful else 0, picture="summary" if self.joyful else "")
        self.request = request
        self.count = min(4.0, max(1.2, 1.2 + request.win / (100 * BASE_BET))) if request.win else 0.0
        self.counted = 0.0

    def enter(self) -> None:
        self.services.audio.duck(True)
        if self.joyful:
            self.playback.act("cheer")

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

    def update(self, dt: float) -> None:
        if self.clock > COUNT_FROM:
            self._count_to(min(self.count, self.counted + dt))
        super().update(dt)

    def draw(self, canvas: pygame.Surface) -> None:
        tr, coins = self.services.tr, self.playback.coins
        self.draw_ground(canvas)
        self.showers.draw_far(canvas)
        self.draw_lady(canvas)
        since = self.clock - 0.2
        if self.joyful:
            self.word(canvas, tr("Total Win"), 96, (AMOUNT[0], 138), width=1100, face="enamel", since=since)
            share = ease_in_out(self.counted / self.count) if self.count else 1.0
            last = coins(self.request.win)
            if self.clock > COUNT_FROM - 0.05:
                self.figures(canvas, coins(self.request.win * share), 136, AMOUNT, width=1180, widest=last)
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
        grown = 1.0 if self.still else ease_out_back(come(self.clock, 0.4, 0.35))
        piece = "medallion/lit" if self.request.total_multiplier else "medallion/asleep"
        sprite = stage[piece]
        left, top = MEDALLION[0] - sprite.size[0] // 2, MEDALLION[1] - sprite.size[1] // 2
        off = (
            sprite.offset[0] + sprite.surface.get_width() / 2 - sprite.size[0] / 2,
            sprite.offset[1] + sprite.surface.get_height() / 2 - sprite.size[1] / 2,
        )
        self.place(canvas, sprite.surface, (MEDALLION[0] + off[0] * grown, MEDALLION[1] + off[1] * grown), grown)
        if self._leaving is None and grown >= 0.9 and self.request.total_multiplier:
            place = theme.text_place(piece, left, top, kind="value")
            theme.figures(canvas, f"×{self.request.total_multiplier}", place, cap=64)
        if grown < 0.9:
            return
        caption = pygame.Rect(0, 0, 420, 40)
        caption.center = (MEDALLION[0], MEDALLION[1] + sprite.size[1] // 2 + 18)
        self.plain(canvas, self.services.tr("TOTAL MULTIPLIER"), 28, caption)

    def _draw_best(self, canvas: pygame.Surface) -> None:
        """A card for each of the best spins."""
        head = pygame.Rect(CARDS.left, CARDS.top - 48, CARDS.width, 38)
        spins = self.services.ntr("{count} spin played", "{count} spins played", self.request.spins)
        best = self.services.ntr("your best spin", "your {count} best spins", len(self.request.best))
        words = f"{spins} · {best}" if self.request.best else spins
        if self.clock > 0.5:
            self.plain(canvas, words, 28, head, "gold" if self.joyful else "text")
        for number, spin in enumerate(self.request.best):
            if self._leaving is None and come(self.clock, CARDS_FROM + 0.14 * number, 0.01) >= 1:
                slide = 0.0 if self.still else 60 * (1 - ease_out(come(self.clock, CARDS_FROM + 0.14 * number, 0.25)))
                self._draw_card(canvas, CARDS.move(round(slide), CARD_STEP * number), number, spin)

    def _draw_card(self, canvas: pygame.Surface, card: pygame.Rect, number: int, spin: BestSpin) -> None:
        theme, tr = self.theme, self.services.tr
        theme.stretched(canvas, "plate", card)
        inner = card.inflate(-48, -16)
        theme.text(
            canvas,
            str(number + 1),
            pygame.Rect(inner.left, inner.top, 40, inner.height),
            size=38,
            style="strong",
            colour="gold",
        )
        theme.scaled.get(theme.assets.symbols[spin.symbol], 0.5, 0.5).draw_centred(
            canvas, inner.left + 96, inner.centery
        )
        count = pygame.Rect(inner.left + 142, inner.top, 76, inner.height)
        theme.text(canvas, tr("{count}×").format(count=spin.count), count, size=32, style="strong", align="left")
        if spin.multiplier > 1:
            times = pygame.Rect(inner.left + 226, inner.top, 150, inner.height)
            theme.figures(canvas, f"×{spin.multiplier}", times, cap=36)
        amount = pygame.Rect(inner.left + 390, inner.top, inner.width - 390, inner.height)
        words = self.playback.coins(spin.win)
        if self.joyful:
            theme.figures(canvas, words, amount, cap=40)
        else:
            theme.text(canvas, words, amount, size=38, style="strong", align="right")
