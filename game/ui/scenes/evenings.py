"""Evenings like mine: what ten thousand players would have left after so many spins at this bet from this budget."""

from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from game.engine.rules import Mode
from game.lab.par import NoSheet
from game.lab.sessions import Evenings, evenings, measured_distribution
from game.ledger import LimitKind
from game.money import BadAmount, Bet, NoSuchBet, bet_of, parse_money
from game.present.autoplay import MAX_AMOUNT
from game.ui.boxes import NOWHERE, Box, Column, Drawn, Room, Row, Text
from game.ui.panel import Panel
from game.ui.scenes.history import MODE_NAMES
from game.ui.services import Services
from game.ui.widgets.facts import Fact, facts_box
from game.ui.widgets.fan import draw_fan
from game.ui.widgets.field import Choice, Field

SPINS: Final = 300
"""Spins of an evening, to begin with."""
MAX_SPINS: Final = 5000
BETS: Final = 100
"""Bets of a budget that the player has not set."""
SEED: Final = 1
"""The same question has the same answer."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What is asked."""

    mode: Mode
    bet: Bet
    budget: int
    """Minor units."""
    spins: int

    @property
    def cost(self) -> int:
        """Minor units a spin costs."""
        return self.bet.price(self.mode)


class EveningsPanel(Panel):
    """The question at the left, the fan of answers at the right; it is counted off the drawing thread."""

    title = "Evenings like mine"
    size = (1700, 980)

    def __init__(self, services: Services) -> None:
        table = services.table
        budget = table.ledger.limit(LimitKind.BUDGET).value or min(table.balance, BETS * table.price())
        self.asked = Evening(table.mode, table.bet, max(budget, table.price()), SPINS)
        self.answer: tuple[Evening, Evenings] | None = None
        """What was counted last, and for which question."""
        self.unknown = False
        """The model has no measured figures."""
        self._fan: tuple[object, pygame.Surface] | None = None
        super().__init__(services)
        self._count()

    def contents(self) -> Box:
        services = self.services
        mode = Choice(
            NOWHERE,
            "Mode",
            lambda: list(Mode),
            lambda: self.asked.mode,
            self._choose_mode,
            shown=lambda mode: services.tr(MODE_NAMES[Mode(mode)]),
            label="Mode",
            share=0.62,
            enabled=lambda: not services.settings.responsible,
        )
        entries = (
            ("Bet", services.amount(self.asked.bet.base), self._read_bet, self._step_bet, "0123456789.,"),
            ("Budget", services.amount(self.asked.budget), self._read_budget, self._step_budget, "0123456789.,"),
            ("Spins", str(self.asked.spins), self._read_spins, self._step_spins, "0123456789"),
        )
        fields = (
            Field(NOWHERE, name, text, read, step=step, label=name, letters=letters, share=0.62)
            for name, text, read, step, letters in entries
        )
        told = (
            "10,000 evenings, played with the measured odds. Gold: the middle one. Bands: the middle 50 and 95 in 100. "
            "Dashed: the budget. This says nothing about your evening."
        )
        question = Column(mode, *fields, facts_box(self._facts, 52), gap=6)
        answer = Column(Drawn(420, self._draw_answer, grows=True, width=700), Text(told, 25, colour="muted"))
        return Row(question, answer, shares=(0.72, 1), gap=40)

    def buttons(self) -> Box:
        return Row(Room(), self.button("Done", self.close, kind="button_primary"), shares=(4, 1))

    def confirm(self) -> None:
        self.close()

    # -- asking -----------------------------------------------------------------------------------------------

    def _ask(self, asked: Evening) -> None:
        self.asked = asked
        self._count()

    def _choose_mode(self, mode: str) -> None:
        self._ask(Evening(Mode(mode), self.asked.bet, self.asked.budget, self.asked.spins))

    def _read_bet(self, text: str) -> str:
        try:
            bet = bet_of(parse_money(text))
        except NoSuchBet as error:
            near = " / ".join(self.services.money(total) for total in error.near)
            return self.services.tr("Enter {near}.").format(near=near)
        except BadAmount as error:
            return self.services.say(error)
        self._ask(Evening(self.asked.mode, bet, self.asked.budget, self.asked.spins))
        return ""

    def _step_bet(self, _: str, steps: int) -> str:
        bet = self.asked.bet
        for _number in range(abs(steps)):
            bet = bet.up() if steps > 0 else bet.down()
        return self.services.amount(bet.base)

    def _read_budget(self, text: str) -> str:
        try:
            budget = parse_money(text)
        except BadAmount as error:
            return self.services.say(error)
        if not 0 < budget <= MAX_AMOUNT:
            return self.services.tr("Enter an amount above zero." if budget <= 0 else "Enter a smaller amount.")
        self._ask(Evening(self.asked.mode, self.asked.bet, budget, self.asked.spins))
        return ""

    def _step_budget(self, _: str, steps: int) -> str:
        step = 10 * self.asked.bet.base
        return self.services.amount(max(step, min((self.asked.budget // step + steps) * step, MAX_AMOUNT)))

    def _read_spins(self, text: str) -> str:
        if not text.isdigit() or not 1 <= int(text) <= MAX_SPINS:
            return self.services.tr("Enter 1 to {most} spins.").format(most=self.services.language.number(MAX_SPINS))
        self._ask(Evening(self.asked.mode, self.asked.bet, self.asked.budget, int(text)))
        return ""

    def _step_spins(self, _: str, steps: int) -> str:
        return str(max(50, min((self.asked.spins // 50 + steps) * 50, MAX_SPINS)))

    # -- counting ---------------------------------------------------------------------------------------------

    def _count(self) -> None:
        count = partial(self._play, self.asked)
        if not self.services.background.submit(count):
            count()

    def _play(self, asked: Evening) -> None:
        """Play the sessions; on a thread of its own, it puts its answer in place whole."""
        if asked != self.asked:
            return  # another was asked for meanwhile
        try:
            distribution = measured_distribution(asked.mode)
        except NoSheet:
            self.unknown = True
            return
        self.answer = (
            asked,
            evenings(distribution, cost=asked.cost, budget=asked.budget, rounds=asked.spins, seed=SEED),
        )

    @property
    def counted(self) -> Evenings | None:
        """The answer to what is asked; None until it is there."""
        return self.answer[1] if self.answer is not None and self.answer[0] == self.asked else None

    # -- drawing ----------------------------------------------------------------------------------------------

    def static_key(self) -> tuple[object, ...] | None:
        key = super().static_key()
        return None if key is None else (key, self.counted is None)

    def _facts(self) -> list[Fact]:
        tr, money, found = self.services.tr, self.services.money, self.counted
        if found is None:
            return []
        return [
            (tr("Half end with"), tr("{amount} or less").format(amount=money(round(found.median))), "text"),
            (tr("Ahead at the end"), self._in_hundred(found.share_ahead), "text"),
            (tr("Run out of money"), self._in_hundred(found.ruined), "text"),
            (tr("Average cost"), money(round(found.mean_loss)), "text"),
            (tr("Middle 95 in 100"), f"{money(round(found.fan[0, -1]))} – {money(round(found.fan[-1, -1]))}", "text"),
        ]

    def _in_hundred(self, share: float) -> str:
        return self.services.tr("{number} in 100").format(number=self.services.language.number(round(100 * share)))

    def _draw_answer(self, canvas: pygame.Surface, rect: pygame.Rect) -> None:
        found = self.counted
        if found is None:
            text = "This model has no measured figures." if self.unknown else "Playing 10,000 evenings …"
            self.services.theme.words(canvas, self.services.tr(text), rect, size=32, colour="muted", align="centre")
        else:
            canvas.blit(self._drawn(found, rect.size), rect)

    def _drawn(self, found: Evenings, size: tuple[int, int]) -> pygame.Surface:
        theme, language = self.services.theme, self.services.language
        key = (id(found), size, theme.size(100), language.code, theme.skin.name, self.services.settings.currency)
        if self._fan is None or self._fan[0] != key:
            money = self.services.money
            self._fan = key, draw_fan(theme, size, found, lambda minor: money(round(minor)), language.number)
        return self._fan[1]
