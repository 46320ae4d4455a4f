"""The player's own limits: set here, kept and enforced by the ledger; and what is shown when one is met."""

from collections.abc import Callable
from datetime import timedelta
from types import MappingProxyType
from typing import Final

import pygame

from game.ledger import LedgerError, Limit, LimitKind, LimitReached
from game.money import BadAmount, parse_money
from game.present.autoplay import MAX_AMOUNT
from game.ui.panel import Panel, Question
from game.ui.scenes.session import SessionEnd
from game.ui.services import Services
from game.ui.widgets.field import Choice, Field

ROW: Final = 112
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
LABELS: Final = MappingProxyType(
    {
        LimitKind.BUDGET: "Session budget",
        LimitKind.LOSS: "Daily loss limit",
        LimitKind.TIME: "Daily play time (minutes)",
        LimitKind.REALITY_CHECK: "Reality check every (minutes)",
    }
)
IN_MONEY: Final = (LimitKind.BUDGET, LimitKind.LOSS)


def shown(services: Services, kind: LimitKind, value: int | None) -> str:
    """A limit's value in words."""
    if value is None:
        return services.tr("no limit")
    if kind in IN_MONEY:
        return services.money(value)
    return services.tr("{count} min").format(count=services.language.number(value))


class Limits(Panel):
    """A tighter limit holds at once, a looser one after 24 hours."""

    title = "Limits"
    size = (1320, 940)

    def build(self) -> None:
        services, body = self.services, self.body
        self.held: dict[LimitKind, Limit] = {}
        self.wanted: dict[LimitKind, int | None] = {}
        self.fields: dict[LimitKind, Field] = {}
        self.length = next(iter(BREAKS))
        for index, kind in enumerate(LABELS):
            self.held[kind] = services.table.ledger.limit(kind)
            self.wanted[kind] = self._aim(kind)
            rect = pygame.Rect(body.left, body.top + 64 + index * ROW, body.width, 66)
            self.fields[kind] = self.controls.add(
                Field(
                    rect,
                    LABELS[kind],
                    self._text(kind, self.wanted[kind]),
                    self._reader(kind),
                    step=self._stepper(kind),
                    label=LABELS[kind],
                    hint="no limit",
                    note=self._noter(kind),
                    tooltip="Leave blank for no limit.",
                    letters="0123456789.," if kind in IN_MONEY else "0123456789",
                    share=0.42,
                )
            )
        y = body.top + 64 + len(LABELS) * ROW
        self.controls.add(
            Choice(
                pygame.Rect(body.left, y, body.width - 320, 66),
                "Break",
                lambda: list(BREAKS),
                lambda: self.length,
                self._choose_break,
                shown=services.tr,
                label="Take a break from playing",
                share=0.45,
            )
        )
        self.add_button(pygame.Rect(body.right - 300, y - 8, 300, 82), "Take a break", self.ask_break, size=28)
        save = pygame.Rect(body.right - 300, self.rect.bottom - 128, 300, 88)
        self.add_button(save, "Save", self.confirm, kind="button_primary", enabled=self._may_save)

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
            tr = self.services.tr
            try:
                value = self._parse(kind, text)
            except BadAmount as error:
                return self.services.say(error)
            self.wanted[kind] = value
            if kind is LimitKind.REALITY_CHECK and value is None and self.services.settings.responsible:
                return tr("Reality checks stay on in responsible mode.")
            return ""

        return read

    @staticmethod
    def _parse(kind: LimitKind, text: str) -> int | None:
        if not text:
            return None
        if kind in IN_MONEY:
            value = parse_money(text)
            if value < 1:
                raise BadAmount("Enter an amount above zero.")
            if value > MAX_AMOUNT:
                raise BadAmount("Enter a smaller amount.")
            return value
        if not text.isdigit() or not 1 <= int(text) <= DAY:
            raise BadAmount("Enter 1 to 1440 minutes.")
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
                value = min(value, DAY)
            return self._text(kind, value) if value > 0 else ""

        return stepped

    def _noter(self, kind: LimitKind) -> Callable[[], str]:
        def note() -> str:
            limit, services, tr = self.held[kind], self.services, self.services.tr
            now = shown(services, kind, limit.value)
            if limit.pending_from is not None:
                when = services.language.moment(limit.pending_from.astimezone(services.now().tzinfo))
                return tr("Now: {now}. From {when}: {later}.").format(
                    now=now, when=when, later=shown(services, kind, limit.pending)
                )
            if self.wanted[kind] == limit.value:
                return tr("Now: {now}.").format(now=now)
            if self._looser(kind):
                return tr("Now: {now}. The change takes effect after 24 hours.").format(now=now)
            return tr("Now: {now}. The change takes effect now.").format(now=now)

        return note

    def _looser(self, kind: LimitKind) -> bool:
        held, wanted = self.held[kind].value, self.wanted[kind]
        return held is not None and (wanted is None or wanted > held)

    def _changed(self) -> list[LimitKind]:
        return [kind for kind in LABELS if self.wanted[kind] != self._aim(kind)]

    def _may_save(self) -> bool:
        return bool(self._changed()) and not any(field.reason for field in self.fields.values())

    # -- saving -----------------------------------------------------------------------------------------------

    @property
    def takes_space(self) -> bool:
        return self.controls.focused is not None and self.controls.focused.name != "Save"

    def confirm(self) -> None:
        services = self.services
        if not self._may_save():
            return
        try:
            for kind in self._changed():
                self.held[kind] = services.table.ledger.set_limit(kind, self.wanted[kind])
                self.wanted[kind] = self._aim(kind)
        except LedgerError as error:
            services.notify(error)
            return
        services.notify(services.tr("Your limits are saved."))

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

    def draw_body(self, canvas: pygame.Surface) -> None:
        theme, services, body = self.services.theme, self.services, self.body
        tr = services.tr
        text = tr("Set limits before you play. Tightening takes effect now; loosening takes 24 hours.")
        theme.text(canvas, text, pygame.Rect(body.left, body.top, body.width, 50), size=28, colour="muted")
        until = services.table.ledger.on_break_until()
        if until is not None:
            when = services.language.moment(until.astimezone(services.now().tzinfo))
            line = pygame.Rect(body.left, self.rect.bottom - 128, body.width - 330, 88)
            told = tr("You're taking a break until {when}.").format(when=when)
            theme.text(canvas, told, line, size=28, colour="gold", align="left")


def ask_stop(services: Services) -> None:
    """The panic key: 24 hours without play, after one question."""

    def stop() -> None:
        try:
            until = services.now() + timedelta(hours=24)
            services.table.ledger.take_break(until)
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
        self.text = limit_words(services, error)
        super().__init__(services)

    def build(self) -> None:
        y, width = self.rect.bottom - 150, (self.body.width - 40) // 3
        answers = (
            ("Limits", self.open_limits, "button"),
            ("Back", self.close, "button"),
            ("End session", self.end, "button_primary"),
        )
        for index, (name, action, kind) in enumerate(answers):
            rect = pygame.Rect(self.body.left + index * (width + 20), y, width, 88)
            self.add_button(rect, name, action, kind=kind, size=30)

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

    def draw_body(self, canvas: pygame.Surface) -> None:
        area = pygame.Rect(self.body.left, self.body.top, self.body.width, self.body.height - 120)
        self.draw_words(canvas, self.text, area)


def limit_words(services: Services, error: LimitReached) -> str:
    """What the player reads when a limit is met."""
    text = services.say(error)
    if error.kind in LABELS:
        text += "\n" + services.tr("You set this limit so that you would stop here.")
    return text
