"""The bet panel: coin value, level and what a round then costs."""

import pygame

from game.engine.rules import Mode
from game.money import COIN_VALUES, LADDER, LEVELS, Bet
from game.ui.panel import Panel
from game.ui.widgets.controls import IconButton


class BetPanel(Panel):
    """Changing anything updates every printed amount at once."""

    title = "Bet"
    size = (1060, 700)

    def build(self) -> None:
        for row, (name, change) in enumerate((("coin value", self._coin), ("level", self._level))):
            y = self.body.top + 30 + row * 130
            minus = pygame.Rect(self.body.right - 400, y, 80, 80)
            plus = pygame.Rect(self.body.right - 80, y, 80, 80)
            self.controls.add(
                IconButton(minus, f"Lower {name}", lambda change=change: change(-1), icon="minus", tooltip="Less")  # type: ignore[misc]
            )
            self.controls.add(
                IconButton(plus, f"Raise {name}", lambda change=change: change(1), icon="plus", tooltip="More")  # type: ignore[misc]
            )
        y = self.rect.bottom - 148
        self.add_button(pygame.Rect(self.body.left, y, 220, 88), "MIN", lambda: self._set(LADDER[0]))
        self.add_button(pygame.Rect(self.body.left + 244, y, 220, 88), "MAX", lambda: self._set(LADDER[-1]))
        done = pygame.Rect(self.body.right - 300, y, 300, 88)
        self.add_button(done, "Done", self.close, kind="button_primary")

    def confirm(self) -> None:
        self.close()

    def _set(self, bet: Bet) -> None:
        self.services.table.set_bet(bet)
        self.services.save_settings()

    def _coin(self, step: int) -> None:
        bet = self.services.table.bet
        at = COIN_VALUES.index(bet.coin) + step
        self._set(Bet(COIN_VALUES[max(0, min(at, len(COIN_VALUES) - 1))], bet.level))
        self.services.audio.play("button")

    def _level(self, step: int) -> None:
        bet = self.services.table.bet
        at = LEVELS.index(bet.level) + step
        self._set(Bet(bet.coin, LEVELS[max(0, min(at, len(LEVELS) - 1))]))
        self.services.audio.play("button")

    def draw_body(self, canvas: pygame.Surface) -> None:
        theme, tr, services, bet = self.services.theme, self.services.tr, self.services, self.services.table.bet
        rows = ((tr("Coin value"), services.money(bet.coin)), (tr("Level"), str(bet.level)))
        for row, (label, value) in enumerate(rows):
            y = self.body.top + 30 + row * 130
            theme.text(canvas, label, pygame.Rect(self.body.left, y, 500, 80), size=34, style="strong", align="left")
            box = pygame.Rect(self.body.right - 312, y, 224, 80)
            theme.stretched(canvas, "plate", box)
            theme.amount(canvas, value, box.inflate(-24, -10), size=38, least=24)
        y = self.body.top + 290
        theme.text(
            canvas, tr("Total bet"), pygame.Rect(self.body.left, y, 500, 72), size=36, style="strong", align="left"
        )
        box = pygame.Rect(self.body.right - 400, y, 400, 72)
        theme.amount(canvas, services.money(services.table.price()), box, size=52, least=30, colour="gold")
        facts = tr("Base bet {base}   ·   Double Chance {ante}   ·   Buy {buy}").format(
            base=services.money(bet.price(Mode.BASE)),
            ante=services.money(bet.price(Mode.ANTE)),
            buy=services.money(bet.price(Mode.BUY)),
        )
        theme.text(canvas, facts, pygame.Rect(self.body.left, y + 72, self.body.width, 36), size=26, colour="muted")
