"""The player's own limits: set here, kept and enforced by the ledger; and what is shown when one is met."""

from collections.abc import Callable
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from game.ledger import RULES, LedgerError, Limit, LimitKind, LimitReached, Preset
from game.ledger.responsible import REALITY_CHECK
from game.money import BadAmount, parse_money
from game.present.autoplay import MAX_AMOUNT
from game.ui import limit_words as texts
from game.ui.boxes import NOWHERE, Box, Column, Grid, Text
from game.ui.panel import Panel, Question
from game.ui.scenes.choices import bankroll_choice
from game.ui.scenes.evenings import EveningsPanel
from game.ui.scenes.session import SessionEnd
from game.ui.services import Services
from game.ui.widgets.field import Choice, Field

DAY: Final = 24 * 60
"""Minutes."""
BREAKS: Final = MappingProxyType(
    {
        "1 hour": timedelta(hours=1),
        "1 day": timedelta(days=1),
        "1 week": timedelta(days=7),
        "30 days": timedelta(days=30),
        "6 months": timedelta(days=182),
    }
)
"""How long a break may be."""
LABELS: Final = MappingProxyType({LimitKind(kind): label for kind, label in texts.LABELS.items()})
"""What is typed, in the order it is shown: money at the left, time at the right."""
IN_MONEY: Final = (LimitKind.BUDGET, LimitKind.LOSS, LimitKind.LOSS_WEEK, LimitKind.LOSS_MONTH)
MAX_MINUTES: Final = MappingProxyType({LimitKind.TIME_WEEK: 7 * DAY, LimitKind.TIME_MONTH: 30 * DAY})
"""Minutes there are in a span; a day where nothing else is said."""


def shown(services: Services, kind: LimitKind, value: int | None) -> str:
    """A limit's value in words."""
    if kind is LimitKind.RESPONSIBLE:
        return services.tr(texts.OFF if value is None else RULES[Preset(value)].name)
    if value is None:
        return services.tr("no limit")
    if kind in IN_MONEY:
        return services.money(value)
    return texts.minutes_words(services, value)


def rules_words(services: Services, preset: Preset) -> str:
    """What a responsible mode does, in a line."""
    rules = RULES[preset]
    return f"{services.tr(rules.name)}: " + texts.rules_words(
        services,
        min_spin=rules.min_spin,
        max_stake=rules.max_stake,
        pause_after=rules.pause_after,
        pause=rules.pause,
    )


class Limits(Panel):
    """A tighter limit holds at once, a looser one after 24 hours.

    Before the ``first`` round the player sets limits or chooses to go without.
    """

    title = "Limits"
    size = (1640, 900)

    def __init__(self, services: Services, *, first: bool = False) -> None:
        self.first = first
        if first:
            self.title, self.dismissable = texts.FIRST, False
        super().__init__(services)

    def contents(self) -> Box:
        services = self.services
        self.held: dict[LimitKind, Limit] = {}
        self.wanted: dict[LimitKind, int | None] = {}
        self.length = next(iter(BREAKS))
        for kind in (*LABELS, LimitKind.RESPONSIBLE):
            self.held[kind] = services.table.ledger.limit(kind)
            self.wanted[kind] = self._aim(kind)
        self.fields = {kind: self._field(kind) for kind in LABELS}
        mode = Choice(
            NOWHERE,
            "Responsible mode",
            lambda: [texts.OFF, *(str(int(preset)) for preset in Preset)],
            self._preset,
            self._choose_preset,
            shown=lambda value: shown(services, LimitKind.RESPONSIBLE, None if value == texts.OFF else int(value)),
            label="Responsible mode",
        )
        note = Text(lambda: self.note(LimitKind.RESPONSIBLE), 24, colour="muted", align="right")
        return Column(
            Text(texts.INTRODUCTION, 27, colour="muted", align="centre"),
            Grid(*self.fields.values(), Column(mode, note, gap=0), columns=2, gap=40, apart=6),
            *([bankroll_choice(services)] if self.first else []),
            Text(self._on_break, 27, colour="gold", align="centre"),
            Text(self._rules, 26, align="centre"),
        )

    def _field(self, kind: LimitKind) -> Field:
        return Field(
            NOWHERE,
            LABELS[kind],
            self._text(kind, self.wanted[kind]),
            self._reader(kind),
            step=self._stepper(kind),
            label=LABELS[kind],
            hint="no limit",
            note=lambda: self.note(kind),
            tooltip="Leave blank for no limit.",
            letters="0123456789.," if kind in IN_MONEY else "0123456789",
        )

    def buttons(self) -> Box:
        expect = self.button("Evenings like mine", self.open_evenings, size=27, tooltip=texts.EVENINGS_HINT)
        if self.first:
            skip = self.button(texts.SKIP, self.skip, size=27)
            save = self.button(texts.SAVE_AND_PLAY, self.save, kind="button_primary", size=27, enabled=self.may_save)
            return Grid(expect, skip, save, columns=3, gap=20)
        length = Choice(
            NOWHERE,
            "Break",
            lambda: list(BREAKS),
            lambda: self.length,
            self._choose_break,
            shown=self.services.tr,
        )
        rest = self.button("Take a break", self.ask_break, size=27)
        stop = self.button(texts.STOP, self.ask_stop, size=27, tooltip=texts.STOP_HINT)
        save = self.button("Save", self.save, kind="button_primary", size=27, enabled=self.may_save)
        return Grid(length, rest, stop, expect, save, columns=5, gap=20)

    # -- fields -----------------------------------------------------------------------------------------------

    def _aim(self, kind: LimitKind) -> int | None:
        """What the limit is, or will be once the change that waits takes hold."""
        limit = self.held[kind]
        return limit.value if limit.pending_from is None else limit.pending

    def _text(self, kind: LimitKind, value: int | None) -> str:
        if value is None:
            return ""
        return self.services.amount(value) if kind in IN_MONEY else str(value)

    def _reader(self, kind: LimitKind) -> Callable[[str], str]:
        def read(text: str) -> str:
            try:
                value = self._parse(kind, text)
            except BadAmount as error:
                return self.services.say(error)
            self.wanted[kind] = value
            if kind is LimitKind.REALITY_CHECK and value is None and self.wanted[LimitKind.RESPONSIBLE] is not None:
                return self.services.tr("Reality checks stay on in responsible mode.")
            return ""

        return read

    def _parse(self, kind: LimitKind, text: str) -> int | None:
        if not text:
            return None
        if kind in IN_MONEY:
            value = parse_money(text)
            if value < 1:
                raise BadAmount("Enter an amount above zero.")
            if value > MAX_AMOUNT:
                raise BadAmount("Enter a smaller amount.")
            return value
        most = MAX_MINUTES.get(kind, DAY)
        if not text.isdigit() or not 1 <= int(text) <= most:
            raise BadAmount(texts.most_minutes_words(self.services, most))
        return int(text)

    def _stepper(self, kind: LimitKind) -> Callable[[str, int], str]:
        step = 50 * self.services.table.bet.base if kind in IN_MONEY else 15

        def stepped(text: str, steps: int) -> str:
            try:
                value = self._parse(kind, text) or 0
            except BadAmount:
                value = 0
            value = (value // step + steps) * step
            if kind not in IN_MONEY:
                value = min(value, MAX_MINUTES.get(kind, DAY))
            return self._text(kind, value) if value > 0 else ""

        return stepped

    def note(self, kind: LimitKind) -> str:
        """What holds now, and what was typed as it was understood."""
        limit, services, tr = self.held[kind], self.services, self.services.tr
        now, new = shown(services, kind, limit.value), shown(services, kind, self.wanted[kind])
        if self.wanted[kind] != self._aim(kind):
            return texts.changed_words(services, now, new, looser=self._looser(kind))
        if limit.pending_from is not None:
            when = services.language.moment(limit.pending_from.astimezone(services.now().tzinfo))
            return tr("Now: {now}. From {when}: {later}.").format(now=now, when=when, later=new)
        return tr("Now: {now}.").format(now=now)

    def _looser(self, kind: LimitKind) -> bool:
        held, wanted = self.held[kind].value, self.wanted[kind]
        if held is None or wanted is None:
            return held is not None
        return wanted < held if kind is LimitKind.RESPONSIBLE else wanted > held

    def _preset(self) -> str:
        wanted = self.wanted[LimitKind.RESPONSIBLE]
        return texts.OFF if wanted is None else str(int(wanted))

    def _choose_preset(self, value: str) -> None:
        self.wanted[LimitKind.RESPONSIBLE] = None if value == texts.OFF else Preset(int(value))
        self.services.audio.play("toggle")

    def changed(self) -> list[LimitKind]:
        """Limits that are not what they are, or will be."""
        return [kind for kind in self.held if self.wanted[kind] != self._aim(kind)]

    def may_save(self) -> bool:
        """Whether there is something to save, and nothing that was refused."""
        return bool(self.changed()) and not any(field.reason for field in self.fields.values())

    # -- saving -----------------------------------------------------------------------------------------------

    @property
    def takes_space(self) -> bool:
        return isinstance(self.controls.focused, Field | Choice)

    def confirm(self) -> None:
        self.save()

    def save(self) -> None:
        """Hand the changes to the ledger; before the first round that leads to the table."""
        if self.take_over() and self.first:
            self._begin()

    def skip(self) -> None:
        """Play without limits for now; they are one press from the table."""
        self.services.notify(self.services.tr(texts.SKIPPED))
        self._begin()

    def _begin(self) -> None:
        """Deal out the play money that was chosen, and go to the table."""
        try:
            self.services.table.choose_bankroll(self.services.settings.bankroll)
        except LedgerError as error:
            self.services.notify(error)
        self.close()

    def take_over(self) -> bool:
        """Hand the changes to the ledger; whether all of them were taken."""
        services = self.services
        if not self.may_save():
            return False
        try:
            for kind in self.changed():
                value = self.wanted[kind]
                if kind is LimitKind.RESPONSIBLE:
                    self.held[kind] = services.table.set_responsible(None if value is None else Preset(value))
                else:
                    self.held[kind] = services.table.ledger.set_limit(kind, value)
                self.wanted[kind] = self._aim(kind)
        except LedgerError as error:
            services.notify(error)
            return False
        check = LimitKind.REALITY_CHECK
        self.held[check] = services.table.ledger.limit(check)  # responsible mode may have set it
        self.wanted[check] = self._aim(check)
        self.fields[check].text = self._text(check, self.wanted[check])
        services.save_settings()
        services.notify(services.tr("Your limits are saved."))
        return True

    # -- breaks -----------------------------------------------------------------------------------------------

    def _choose_break(self, length: str) -> None:
        self.length = length

    def ask_break(self) -> None:
        """Ask before a break: it cannot be called off."""
        services, tr = self.services, self.services.tr
        until = services.now() + BREAKS[self.length]
        text = tr("You won't be able to play until {until}.\nYou can extend a break but not shorten it.").format(
            until=services.language.moment(until)
        )
        services.stack.push(
            Question(services, "Take a break?", text, yes="Take a break", no="Cancel", on_yes=self._take_break)
        )

    def _take_break(self) -> None:
        services = self.services
        try:
            services.table.ledger.take_break(services.now() + BREAKS[self.length])
        except LedgerError as error:
            services.notify(error)

    def open_evenings(self) -> None:
        """What to expect of a budget."""
        self.services.stack.push(EveningsPanel(self.services))

    def ask_stop(self) -> None:
        """Ask before a day without play."""
        ask_stop(self.services)

    def _on_break(self) -> str:
        services, until = self.services, self.services.table.ledger.on_break_until()
        if until is None:
            return ""
        when = services.language.moment(until.astimezone(services.now().tzinfo))
        return services.tr("You're taking a break until {when}.").format(when=when)

    def _rules(self) -> str:
        preset = self.wanted[LimitKind.RESPONSIBLE]
        return "" if preset is None else rules_words(self.services, Preset(preset))


def keep_a_reality_check(services: Services) -> None:
    """Set the usual interval where the player never set one."""
    check = LimitKind.REALITY_CHECK
    try:
        if not services.table.ledger.was_set(check):
            services.table.ledger.set_limit(check, REALITY_CHECK)
    except LedgerError as error:
        services.notify(error)


def ask_stop(services: Services) -> None:
    """The panic key: 24 hours without play, after one question."""

    def stop() -> None:
        try:
            until = services.table.ledger.panic()
        except LedgerError as error:
            services.notify(error)
            return
        when = services.language.moment(until.astimezone(services.now().tzinfo))
        services.notify(services.tr("You're taking a break until {when}.").format(when=when))
        services.stack.push(SessionEnd(services))

    text = services.tr("You won't be able to play for the next 24 hours. This can't be undone.")
    services.stack.push(
        Question(services, "Stop for 24 hours?", text, yes="Stop now", no="Cancel", on_yes=stop, default_yes=True)
    )


class LimitMet(Panel):
    """A stake was refused by one of the player's own limits: say which, and what can be done."""

    title = "Your limit"
    size = (1060, 560)

    def __init__(self, services: Services, error: LimitReached) -> None:
        self.text = met_words(services, error)
        super().__init__(services)

    def contents(self) -> Box:
        return Text(lambda: self.text, 32, align="centre", grows=True)

    def buttons(self) -> Box:
        return self.answers(("Limits", self.open_limits), ("Back", self.close), ("End session", self.end), size=30)

    @property
    def takes_space(self) -> bool:
        return False

    def confirm(self) -> None:
        self.end()

    def open_limits(self) -> None:
        """Look at them."""
        self.services.stack.replace(Limits(self.services))

    def end(self) -> None:
        """Stop for now."""
        self.services.stack.replace(SessionEnd(self.services))


def met_words(services: Services, error: LimitReached) -> str:
    """What the player reads when a limit is met."""
    text = services.say(error)
    if error.kind in LABELS:
        text += "\n" + services.tr("You set this limit so that you would stop here.")
    return text
