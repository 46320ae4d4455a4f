"""The autoplay panel: how many rounds, and what stops them."""

from collections.abc import Callable
from functools import partial
from typing import Final

from game.money import BadAmount, parse_money
from game.platform.input import Action, Command, Press
from game.present.autoplay import MAX_AMOUNT, ROUNDS, BadPlan, Plan
from game.present.tempo import Speed
from game.ui.answers import StartAutoplay
from game.ui.boxes import NOWHERE, Box, Column, Grid, Row, Text
from game.ui.keys import key_for
from game.ui.panel import Panel
from game.ui.services import Services
from game.ui.widgets.controls import Tab, Toggle
from game.ui.widgets.field import Choice, Field

STEPS: Final = 20
"""A step of a field changes it by this many bets, to start with."""


class AutoplayPanel(Panel):
    """Answers with the plan the player confirmed."""

    title = "Autoplay"
    size = (1240, 900)

    def __init__(self, services: Services, last: Plan | None = None) -> None:
        self.rounds = last.rounds if last is not None else ROUNDS[0]
        self.on_free_spins = last.on_free_spins if last is not None else True
        self.amounts: dict[str, int | None] = {"loss_limit": None, "single_win": None, "win_limit": None}
        if last is not None:
            self.amounts = {name: getattr(last, name) for name in self.amounts}
        super().__init__(services)

    def contents(self) -> Box:
        services = self.services
        return Column(
            Text("Number of rounds", 28),
            Grid(*map(self._number, ROUNDS), columns=8, gap=10),
            Toggle(
                NOWHERE,
                "Stop when free spins are won",
                lambda: self.on_free_spins,
                self._set_free_spins,
                label="Stop when free spins are won",
            ),
            self._field(
                "loss_limit",
                "Loss limit (required)",
                "enter an amount",
                "Autoplay stops before you lose more than this.",
            ),
            self._field("single_win", "Stop after a single win above", "off", "Leave blank to turn off."),
            self._field("win_limit", "Stop when ahead by", "off", "Leave blank to turn off."),
            Choice(
                NOWHERE,
                "Speed",
                lambda: [str(speed) for speed in Speed],
                lambda: services.speed,
                self._set_speed,
                shown=lambda speed: services.tr(speed).capitalize(),
                label="Speed",
            ),
            gap=6,
        )

    def buttons(self) -> Box:
        start = self.button(
            "Start", self.confirm, kind="button_primary", enabled=lambda: self.error() == "", tooltip=self.error
        )
        told = Column(Text(self._total, 28, colour="muted"), Text(self._how_to_stop, 26, colour="muted"), gap=4)
        return Row(told, start, shares=(1, 0.45))

    def _number(self, rounds: int) -> Tab:
        shown = partial(self.services.language.number, rounds)
        return Tab(NOWHERE, str(rounds), lambda: self.rounds == rounds, self._chooser(rounds), shown)

    def _field(self, name: str, label: str, hint: str, tooltip: str) -> Field:
        value = self.amounts[name]
        return Field(
            NOWHERE,
            label,
            "" if value is None else self.services.amount(value),
            self._reader(name),
            step=self._step,
            label=label,
            hint=hint,
            tooltip=tooltip,
        )

    # -- choices ----------------------------------------------------------------------------------------------

    def _chooser(self, rounds: int) -> Callable[[], None]:
        def choose() -> None:
            self.rounds = rounds
            self.services.audio.play("button")

        return choose

    def _set_free_spins(self, on: bool) -> None:
        self.on_free_spins = on
        self.services.audio.play("toggle")

    def _set_speed(self, speed: str) -> None:
        self.services.settings.speed = speed
        self.services.save_settings()

    def _reader(self, name: str) -> Callable[[str], str]:
        def read(text: str) -> str:
            self.amounts[name] = None
            if not text:
                return ""
            try:
                value = parse_money(text)
                self.amounts[name] = value
                if name == "loss_limit":
                    Plan(self.rounds, value).check(self.services.table.price())
                else:
                    Plan(self.rounds, MAX_AMOUNT, single_win=value)
            except (BadAmount, BadPlan) as error:
                if isinstance(error, BadAmount) or error.field != "loss_limit":
                    self.amounts[name] = None
                return self.services.say(error)
            return ""

        return read

    def _step(self, text: str, steps: int) -> str:
        """The field's text one step up or down: a round number of bets."""
        step = STEPS * self.services.table.price()
        try:
            value = parse_money(text) if text else 0
        except BadAmount:
            value = 0
        value = (value // step + steps) * step
        return self.services.amount(value) if value > 0 else ""

    def error(self) -> str:
        """Why the plan cannot start; empty when it can."""
        tr = self.services.tr
        fields = [control for control in self.controls.controls if isinstance(control, Field)]
        for field in fields:
            if field.reason:
                return field.reason
        if self.amounts["loss_limit"] is None:
            return tr("Set a loss limit first.")
        return ""

    def plan(self) -> Plan:
        """The plan as chosen; raises :class:`BadPlan`."""
        loss = self.amounts["loss_limit"]
        return Plan(
            self.rounds,
            loss if loss is not None else 0,
            self.on_free_spins,
            self.amounts["single_win"],
            self.amounts["win_limit"],
        )

    # -- confirming -------------------------------------------------------------------------------------------

    @property
    def takes_space(self) -> bool:
        return self.controls.focused is not None and self.controls.focused.name != "Start"

    def confirm(self) -> None:
        if self.error():
            return
        self.close(StartAutoplay(self.plan()))

    def handle_more(self, command: Command) -> None:
        if command == Press(Action.AUTOPLAY) and not isinstance(self.controls.focused, Field):
            self.close()

    def _total(self) -> str:
        services, price = self.services, self.services.table.price()
        return services.tr("{rounds} × {price} = up to {total} in bets").format(
            rounds=services.language.number(self.rounds),
            price=services.money(price),
            total=services.money(price * self.rounds),
        )

    def _how_to_stop(self) -> str:
        key = key_for(self.services, Action.SPIN)
        return self.services.tr("To stop sooner, press {key} or click the board.").format(key=key)
