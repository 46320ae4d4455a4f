"""The bet panel: coin value, level and what a round then costs, chosen, typed or picked from a list."""

from functools import partial
from typing import Final

import pygame

from game.engine.rules import BASE_BET, STAKES, Mode
from game.money import COIN_VALUES, LADDER, LEVELS, BadAmount, Bet, NoSuchBet, bet_of, parse_money
from game.ui.panel import Panel
from game.ui.widgets.controls import IconButton
from game.ui.widgets.field import Field

QUICK: Final = (100, 200, 500, 1000, 5000, 10_000)
"""Total bets that one press chooses, minor units, between the smallest and the largest."""
ROW: Final = 104
"""Canvas pixels from row to row."""


class BetPanel(Panel):
    """Changing anything updates every printed amount at once."""

    title = "Bet"
    size = (1180, 880)

    def build(self) -> None:
        for row, (name, change) in enumerate((("coin value", self._coin), ("level", self._level))):
            y = self.body.top + 16 + row * ROW
            minus = pygame.Rect(self.body.right - 400, y, 80, 80)
            plus = pygame.Rect(self.body.right - 80, y, 80, 80)
            lower = IconButton(minus, f"Lower {name}", partial(change, -1), icon="minus", tooltip="Less")
            higher = IconButton(plus, f"Raise {name}", partial(change, 1), icon="plus", tooltip="More")
            self.controls.add(lower.repeating())
            self.controls.add(higher.repeating())
        self._total = self.controls.add(
            Field(
                pygame.Rect(self.body.left, self.body.top + 16 + 2 * ROW, self.body.width, 80),
                "Total bet",
                self._shown(),
                self._read,
                step=self._step,
                label="Total bet",
                share=400 / self.body.width,
            )
        )
        self._add_quick_list()
        done = pygame.Rect(self.body.right - 300, self.rect.bottom - 140, 300, 88)
        self.add_button(done, "Done", self.close, kind="button_primary")

    def _add_quick_list(self) -> None:
        """The smallest bet, some in between, the largest."""
        bets = [LADDER[0], *(bet_of(total) for total in QUICK), LADDER[-1]]
        columns, gap = 4, 16
        width = (self.body.width - (columns - 1) * gap) // columns
        for number, bet in enumerate(bets):
            row, column = divmod(number, columns)
            rect = pygame.Rect(self.body.left + column * (width + gap), self.body.top + 396 + row * 88, width, 76)
            edge = {LADDER[0]: "MIN", LADDER[-1]: "MAX"}.get(bet, "")
            name = edge or f"Bet {self.services.amount(bet.base)}"
            label = (
                f"{self.services.tr(edge)} {self.services.money(bet.base)}" if edge else self.services.money(bet.base)
            )
            self.add_button(rect, name, partial(self._set, bet), label=lambda label=label: label, size=28)

    def confirm(self) -> None:
        self.close()

    # -- changing ---------------------------------------------------------------------------------------------

    def _shown(self) -> str:
        return self.services.amount(self.services.table.bet.base)

    def _set(self, bet: Bet) -> None:
        self.services.table.set_bet(bet)
        self.services.save_settings()
        self.services.audio.play("button")
        self._total.text, self._total.reason = self._shown(), ""

    def _coin(self, step: int) -> None:
        bet = self.services.table.bet
        at = COIN_VALUES.index(bet.coin) + step
        self._set(Bet(COIN_VALUES[max(0, min(at, len(COIN_VALUES) - 1))], bet.level))

    def _level(self, step: int) -> None:
        bet = self.services.table.bet
        at = LEVELS.index(bet.level) + step
        self._set(Bet(bet.coin, LEVELS[max(0, min(at, len(LEVELS) - 1))]))

    def _read(self, text: str) -> str:
        """Take a typed total; why it is refused, where no bet comes to it."""
        services = self.services
        if not text:
            return services.tr("Enter a bet.")
        try:
            bet = bet_of(parse_money(text))
        except NoSuchBet as error:
            near = services.tr(" or ").join(services.money(total) for total in error.near)
            return services.tr("No bet comes to that: choose {near}.").format(near=near)
        except BadAmount as error:
            return services.say(error)
        if bet.base != services.table.bet.base:
            services.table.set_bet(bet)
            services.save_settings()
        return ""

    def _step(self, text: str, steps: int) -> str:
        bet = self.services.table.bet
        for _ in range(abs(steps)):
            bet = bet.up() if steps > 0 else bet.down()
        return self.services.amount(bet.base)

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw_body(self, canvas: pygame.Surface) -> None:
        theme, tr, services, bet = self.services.theme, self.services.tr, self.services, self.services.table.bet
        rows = ((tr("Coin value"), services.money(bet.coin)), (tr("Level"), str(bet.level)))
        for row, (label, value) in enumerate(rows):
            y = self.body.top + 16 + row * ROW
            theme.text(canvas, label, pygame.Rect(self.body.left, y, 500, 80), size=34, style="strong", align="left")
            box = pygame.Rect(self.body.right - 312, y, 224, 80)
            theme.stretched(canvas, "plate", box)
            theme.amount(canvas, value, box.inflate(-24, -10), size=38, least=24)
        sums = tr("{coin} × {level} × {coins} = {total}").format(
            coin=services.money(bet.coin), level=bet.level, coins=BASE_BET, total=services.money(bet.price(Mode.BASE))
        )
        ante = tr("with Double Chance × {coins} = {total}").format(
            coins=STAKES[Mode.ANTE], total=services.money(bet.price(Mode.ANTE))
        )
        line = pygame.Rect(self.body.left, self.body.top + 338, self.body.width, 40)
        theme.text(canvas, f"{sums}   ·   {ante}", line, size=26, colour="muted", align="left")
        buy = tr("Buying free spins: {price}").format(price=services.money(bet.price(Mode.BUY)))
        foot = pygame.Rect(self.body.left, self.rect.bottom - 140, self.body.width - 330, 88)
        theme.text(canvas, buy, foot, size=28, colour="muted", align="left")
