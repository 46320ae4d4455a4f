"""The bet panel: coin value, level and what a round then costs, chosen, typed or picked from a list."""

from collections.abc import Callable
from functools import partial
from typing import Final

from game.engine.rules import BASE_BET, STAKES, Mode
from game.money import COIN_VALUES, LADDER, LEVELS, BadAmount, Bet, NoSuchBet, bet_of, parse_money
from game.ui.boxes import NOWHERE, Box, Card, Column, Grid, Row, Text
from game.ui.panel import Panel
from game.ui.services import Services
from game.ui.widgets.controls import Button, IconButton
from game.ui.widgets.field import Field

QUICK: Final = (100, 200, 500, 1000, 5000, 10_000)
"""Total bets that one press chooses, minor units, between the smallest and the largest."""


def typed_bet(services: Services, text: str) -> Bet | str:
    """The bet of a typed total, or why no bet comes to it."""
    if not text:
        return services.tr("Enter a bet.")
    try:
        return bet_of(parse_money(text))
    except NoSuchBet as error:
        near = services.tr(" or ").join(services.money(total) for total in error.near)
        return services.tr("No bet comes to that: choose {near}.").format(near=near)
    except BadAmount as error:
        return services.say(error)


class BetPanel(Panel):
    """Changing anything updates every printed amount at once."""

    title = "Bet"
    size = (1180, 880)

    def contents(self) -> Box:
        services = self.services
        self._total = Field(
            NOWHERE,
            "Total bet",
            self._shown(),
            self._read,
            step=self._step,
            label="Total bet",
            share=0.38,
        )
        bets = [LADDER[0], *(bet_of(total) for total in QUICK), LADDER[-1]]
        return Column(
            self._stepper("Coin value", self._coin, lambda: services.money(services.table.bet.coin)),
            self._stepper("Level", self._level, lambda: str(services.table.bet.level)),
            self._total,
            Text(self._sums, 26, colour="muted"),
            Grid(*map(self._quick, bets), columns=4, gap=16),
            gap=16,
        )

    def buttons(self) -> Box:
        done = self.button("Done", self.close, kind="button_primary")
        return Row(Text(self._buying, 28, colour="muted"), done, shares=(1, 0.45))

    def _stepper(self, name: str, change: Callable[[int], None], value: Callable[[], str]) -> Box:
        lower = IconButton(NOWHERE, f"Lower {name.lower()}", partial(change, -1), icon="minus", tooltip="Less")
        higher = IconButton(NOWHERE, f"Raise {name.lower()}", partial(change, 1), icon="plus", tooltip="More")
        shown = Card(Text(value, 38, style="strong", align="centre", whole=True), "plate", (14, 5), 80)
        boxes = Text(name, 34, style="strong"), lower.repeating(), shown, higher.repeating()
        return Row(*boxes, shares=(1, 0, 0.4, 0))

    def _quick(self, bet: Bet) -> Button:
        """One press chooses the smallest bet, one in between or the largest."""
        edge = {LADDER[0]: "MIN", LADDER[-1]: "MAX"}.get(bet, "")

        def label() -> str:
            return f"{self.services.tr(edge)} {self.services.money(bet.base)}".strip()

        name = edge or f"Bet {self.services.amount(bet.base)}"
        return self.button(name, partial(self._set, bet), label=label, size=28)

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
        services, bet = self.services, typed_bet(self.services, text)
        if isinstance(bet, str):
            return bet
        if bet.base != services.table.bet.base:
            services.table.set_bet(bet)
            services.save_settings()
        return ""

    def _step(self, text: str, steps: int) -> str:
        bet = self.services.table.bet
        for _ in range(abs(steps)):
            bet = bet.up() if steps > 0 else bet.down()
        return self.services.amount(bet.base)

    # -- words ----------------------------------------------------------------------------------------------

    def _sums(self) -> str:
        services, tr, bet = self.services, self.services.tr, self.services.table.bet
        sums = tr("{coin} × {level} × {coins} = {total}").format(
            coin=services.money(bet.coin), level=bet.level, coins=BASE_BET, total=services.money(bet.price(Mode.BASE))
        )
        ante = tr("with Double Chance × {coins} = {total}").format(
            coins=STAKES[Mode.ANTE], total=services.money(bet.price(Mode.ANTE))
        )
        return f"{sums}   ·   {ante}"

    def _buying(self) -> str:
        price = self.services.money(self.services.table.bet.price(Mode.BUY))
        return self.services.tr("Buying free spins: {price}").format(price=price)
