"""The history: every round, totals by day, export; and one round's card with its proof and its replay."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pygame

from game.engine.rules import BASE_BET, Mode
from game.ledger import DayTotals, LedgerError, Malfunction, State, StoredRound
from game.money import PLAIN, format_money
from game.platform.clipboard import copy
from game.platform.input import Action, Command, Press
from game.table import Played
from game.ui.answers import ExportGif, ReplayRound
from game.ui.panel import Panel
from game.ui.scenes.explain import Explain
from game.ui.services import Services
from game.ui.widgets.controls import Tab
from game.ui.widgets.facts import Fact, draw_facts
from game.ui.widgets.rows import Rows

ROW: Final = 66
"""Height of a row: a fingertip."""
SIDE: Final = 76
"""Width of the place beside each round that verifies it."""
PAGE: Final = 64
"""Rounds asked of the ledger at a time."""
VERIFIED: Final = "Verified: replaying this seed gives exactly the recorded result."
KEPT: Final = 8
"""Pages kept."""
MODE_NAMES: Final = {Mode.BASE: "Normal play", Mode.ANTE: "Double Chance", Mode.BUY: "Buy free spins"}
ROUND_COLUMNS: Final = (("Time", 0.0, "left"), ("Mode", 0.285, "left"), ("Bet", 0.6, "right"), ("Won", 0.8, "right"))
DAY_COLUMNS: Final = (("Day", 0.0, "left"), ("Rounds", 0.4, "right"), ("Bet", 0.6, "right"), ("Won", 0.8, "right"))
NET: Final = ("Net", 1.0, "right")


def mode_name(services: Services, mode: str) -> str:
    """What the player calls a mode."""
    return services.tr(MODE_NAMES.get(Mode(mode), mode)) if mode in list(Mode) else mode


def command_for(stored: StoredRound) -> str:
    """The command that shows the round again with its own model and bet."""
    program = Path(sys.executable).name if getattr(sys, "frozen", False) else "python -m game"
    version, bet = stored.model.partition("+")[0], format_money(stored.coin * stored.level * BASE_BET, PLAIN)
    options = f"--mode {stored.mode} --model {version} --bet {bet.replace(PLAIN.group, '')}"
    return f"{program} --replay {stored.seed} {options}"


class History(Panel):
    """Rounds are numbered without gaps, so any part of the list can be asked for directly."""

    title = "History"
    size = (1640, 980)

    def __init__(self, services: Services, round_id: int | None = None) -> None:
        ledger = services.table.ledger
        newest = ledger.history(1)
        self.newest = newest[0].id if newest else 0
        self.days = ledger.day_totals()
        self.page = "rounds"
        self._pages: dict[int, list[StoredRound]] = {}
        self.verified: dict[int, bool] = {}
        """Round -> whether it came out as recorded, for those that were asked about."""
        super().__init__(services)
        if round_id is not None:
            self.rounds.chosen = self.newest - round_id
            self.rounds.scroll_to(self.rounds.chosen - 3)

    def build(self) -> None:
        body, add = self.body, self.controls.add
        for index, (page, name) in enumerate((("rounds", "Rounds"), ("days", "Days"))):
            rect = pygame.Rect(body.left + index * 250, body.top - 12, 236, 68)
            add(Tab(rect, name, self._is(page), self._opener(page)))
        area = pygame.Rect(body.left, body.top + 104, body.width, body.height - 190)
        self.rounds = add(
            Rows(
                area,
                "List of rounds",
                ROW,
                lambda: self.newest,
                self._draw_round,
                self._choose,
                tooltip="Choose a round to see its details or replay it. The magnifying glass verifies it.",
                side=SIDE,
                on_side=self.verify,
                visible=self._is("rounds"),
            )
        )
        add(Rows(area, "List of days", ROW, lambda: len(self.days), self._draw_day, visible=self._is("days")))
        y = self.rect.bottom - 120
        export = pygame.Rect(body.right - 380, y, 380, 84)
        self.add_button(export, "Export as CSV", self.export, icon="export", size=28, enabled=lambda: self.newest > 0)

    def _is(self, page: str) -> Callable[[], bool]:
        return lambda: self.page == page

    def _opener(self, page: str) -> Callable[[], None]:
        def open_page() -> None:
            self.page = page
            self.services.audio.play("button")

        return open_page

    def handle_more(self, command: Command) -> None:
        if command == Press(Action.HISTORY):
            self.close()

    def round_at(self, index: int) -> StoredRound | None:
        """Round ``index``, newest first."""
        number = index // PAGE
        if number not in self._pages:
            if len(self._pages) >= KEPT:
                self._pages.pop(next(iter(self._pages)))
            before = self.newest - number * PAGE + 1
            self._pages[number] = self.services.table.ledger.history(PAGE, before=before)
        page = self._pages[number]
        return page[index % PAGE] if index % PAGE < len(page) else None

    def _choose(self, index: int) -> None:
        stored = self.round_at(index)
        if stored is not None:
            self.services.stack.push(RoundCard(self.services, stored))

    def verify(self, index: int) -> None:
        """Play a round again from its seed and compare it with the record; the row shows how it came out."""
        stored = self.round_at(index)
        if stored is None:
            return
        try:
            self.services.table.ledger.replay(stored)
        except Malfunction as error:
            self.verified[stored.id] = False
            self.services.audio.play("error")
            self.services.notify(error)
            return
        self.verified[stored.id] = True
        self.services.audio.play("button")
        self.services.notify(self.services.tr(VERIFIED))

    def export(self) -> None:
        """Every round as a spreadsheet in the profile."""
        services, tr = self.services, self.services.tr
        path = services.profile.folder / "history.csv"
        try:
            services.table.ledger.export_csv(path)
        except LedgerError as error:
            services.notify(error)
            return
        services.notify(tr("Rounds exported to {file}").format(file=path))

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw_body(self, canvas: pygame.Surface) -> None:
        theme, tr, body = self.services.theme, self.services.tr, self.body
        columns = (*(ROUND_COLUMNS if self.page == "rounds" else DAY_COLUMNS), NET)
        line = pygame.Rect(body.left + 22, body.top + 62, self._columns_width, 40)
        for name, share, align in columns:
            self._cell(canvas, line, tr(name), share, align, style="strong", colour="muted", size=25)
        if not self.newest:
            theme.text(canvas, tr("No rounds yet."), body, size=32, colour="muted")
        staked, won = sum(day.stake for day in self.days), sum(day.win for day in self.days)
        text = tr("Rounds {count}   ·   bet {stake}   ·   won {win}   ·   net {net}").format(
            count=self.services.language.number(sum(day.rounds for day in self.days)),
            stake=self.services.money(staked),
            win=self.services.money(won),
            net=self.services.money(won - staked, signed=True),
        )
        foot = pygame.Rect(body.left, self.rect.bottom - 120, body.width - 400, 84)
        theme.text(canvas, text, foot, size=27, colour="muted", align="left")

    def _cell(
        self, canvas: pygame.Surface, row: pygame.Rect, text: str, share: float, align: str, **style: str | int
    ) -> None:
        """A text in a column: from ``share`` of the row's width rightwards, or up to it."""
        room = round(row.width * 0.25)
        x = row.left + round(row.width * share)
        box = pygame.Rect(x, row.top, room, row.height)
        if align == "right":
            box = pygame.Rect(x - round(row.width * 0.185), row.top, round(row.width * 0.185), row.height)
        self.services.theme.text(canvas, text, box, align=align, **{"size": 28, **style})  # type: ignore[arg-type]

    def _row(self, canvas: pygame.Surface, rect: pygame.Rect, index: int, chosen: bool) -> pygame.Rect:
        if chosen:
            self.services.theme.stretched(canvas, "focus", rect.inflate(-4, -4))
        elif index % 2 == 0:
            self.services.theme.stretched(canvas, "card", rect.inflate(0, -4))
        return pygame.Rect(rect.left + 22, rect.top, self._columns_width, rect.height)

    @property
    def _columns_width(self) -> int:
        """Width of what the columns share: beside them stand the glass and the scroll bar."""
        return self.body.width - 44 - 34 - (SIDE - 16 if self.page == "rounds" else 0)

    def _net(self, canvas: pygame.Surface, row: pygame.Rect, net: int) -> None:
        text = self.services.money(net, signed=True)
        self._cell(canvas, row, text, 1.0, "right", style="strong", colour="gold" if net > 0 else "text")

    def _draw_round(self, canvas: pygame.Surface, index: int, rect: pygame.Rect, chosen: bool) -> None:
        stored = self.round_at(index)
        if stored is None:
            return
        services = self.services
        row = self._row(canvas, rect, index, chosen)
        when = services.language.moment(stored.at.astimezone(services.now().tzinfo), seconds=True)
        mode = mode_name(services, stored.mode)
        if stored.state == State.VOID:
            mode += f" · {services.tr('void')}"
        elif stored.state == State.OPEN:
            mode += f" · {services.tr('open')}"
        values = (when, mode, services.money(stored.stake), services.money(stored.paid))
        for (_, share, align), value in zip(ROUND_COLUMNS, values, strict=True):
            self._cell(canvas, row, value, share, align)
        self._net(canvas, row, stored.net)
        icon = {None: "verify", True: "check", False: "warning"}[self.verified.get(stored.id)]
        sprite = services.theme.scaled.get(services.theme.assets.ui[f"icon/{icon}"], 0.7, 0.7)
        sprite.draw_centred(canvas, rect.right - SIDE // 2, rect.centery)

    def _draw_day(self, canvas: pygame.Surface, index: int, rect: pygame.Rect, chosen: bool) -> None:
        services, day = self.services, self.days[index]
        row = self._row(canvas, rect, index, chosen)
        values = (day_name(services, day), services.language.number(day.rounds))
        values = (*values, services.money(day.stake), services.money(day.win))  # type: ignore[assignment]
        for (_, share, align), value in zip(DAY_COLUMNS, values, strict=True):
            self._cell(canvas, row, value, share, align)
        self._net(canvas, row, day.net)


def day_name(services: Services, day: DayTotals) -> str:
    """A local date as the language writes it."""
    year, month, number = (int(part) for part in day.day.split("-"))
    return services.language.day(services.now().replace(year=year, month=month, day=number))


class RoundCard(Panel):
    """One round: what it cost and paid, its seed and command, its proof and its replay."""

    size = (1560, 900)

    def __init__(self, services: Services, stored: StoredRound) -> None:
        self.stored = stored
        self.title = services.tr("Round {number}").format(number=services.language.number(stored.id))
        self.verdict = ""
        self.good = True
        super().__init__(services)

    def build(self) -> None:
        playable = self.stored.state != State.VOID
        y, width = self.rect.bottom - 136, (self.body.width - 4 * 16) // 5
        actions = (
            ("Replay", "play", self.replay, "button_primary"),
            ("Explain", "help", self.explain, "button"),
            ("Verify round", "verify", self.verify, "button"),
            ("Copy command", "export", self.copy, "button"),
            ("Save as GIF", "gif", self.export_gif, "button"),
        )
        for index, (name, icon, action, kind) in enumerate(actions):
            rect = pygame.Rect(self.body.left + index * (width + 16), y, width, 84)
            able = (lambda: playable) if name in ("Replay", "Explain", "Save as GIF") else (lambda: True)
            self.add_button(rect, name, action, kind=kind, icon=icon, size=25, enabled=able)

    def confirm(self) -> None:
        self.replay()

    def _played(self) -> Played | None:
        try:
            played = self.services.table.ledger.replay(self.stored)
            return Played(played, self.stored.bet, None)
        except Malfunction as error:
            self.good, self.verdict = False, self.services.say(error)
            return None

    def replay(self) -> None:
        """Show the round again at the table; afterwards the history comes back."""
        played, stored = self._played(), self.stored
        if played is None or stored.state == State.VOID:
            return
        self.close(ReplayRound(played, stored.id))

    def export_gif(self) -> None:
        """Save the replay as an animated GIF in the profile."""
        played, stored = self._played(), self.stored
        if played is None or stored.state == State.VOID:
            return
        self.close(ExportGif(played, stored.id, self.services.profile.folder / "films" / f"round-{stored.id}.gif"))

    def explain(self) -> None:
        """How its win came about."""
        played = self._played()
        if played is not None:
            self.services.stack.push(Explain(self.services, played))

    def verify(self) -> None:
        """Play it again from its seed and compare it with the record."""
        if self._played() is not None:
            self.good = True
            self.verdict = self.services.tr(VERIFIED)
        self.services.audio.play("button" if self.good else "error")

    def copy(self) -> None:
        """Put the command on the clipboard."""
        tr = self.services.tr
        if copy(command_for(self.stored)):
            self.services.notify(tr("Command copied."))
        else:
            self.services.notify(tr("Couldn't copy. The command is shown on this page."))

    def _facts(self) -> list[Fact]:
        services, stored, tr = self.services, self.stored, self.services.tr
        facts: list[Fact] = [
            (tr("Time"), services.language.moment(stored.at.astimezone(services.now().tzinfo), seconds=True), "text"),
            (tr("Mode"), mode_name(services, stored.mode), "text"),
            (tr("Bet"), services.money(stored.stake), "text"),
            (tr("Won"), services.money(stored.paid), "text"),
            (tr("Net"), services.money(stored.net, signed=True), "gold" if stored.net > 0 else "text"),
            (tr("Credit before"), self._credit(stored.credit_before), "text"),
            (tr("Credit after"), self._credit(stored.credit_after), "text"),
            (tr("Free spins"), services.language.number(stored.free_spins), "text"),
            (tr("Seed"), str(stored.seed), "text"),
        ]
        if stored.state == State.VOID:
            facts[-2] = (tr("Void: bet returned"), services.money(stored.stake), "warn")
        return facts

    def _credit(self, amount: int | None) -> str:
        """A credit; a dash where it is not known."""
        return "–" if amount is None else self.services.money(amount)

    def draw_body(self, canvas: pygame.Surface) -> None:
        services, body, theme = self.services, self.body, self.services.theme
        area = pygame.Rect(body.left, body.top + 8, body.width, 0)
        bottom = draw_facts(canvas, theme, area, self._facts(), 54)
        theme.text(
            canvas,
            command_for(self.stored),
            pygame.Rect(body.left, bottom + 4, body.width, 46),
            size=28,
            style="strong",
            colour="gold",
        )
        below = pygame.Rect(body.left, bottom + 52, body.width, 70)
        text = self.verdict or services.say(self.stored.explanation)
        if not text:
            text = services.tr(
                "This command replays the round in this version of the game. It doesn't affect your credit."
            )
        colour = "muted" if not self.verdict else "good" if self.good else "warn"
        theme.paragraph(canvas, text, below, size=26, colour=colour, align="centre")
