"""The history: every round, totals by day, export; and one round's card with its proof and its replay."""

import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pygame

from game.engine.rules import BASE_BET, Mode
from game.ledger import DayTotals, LedgerError, Malfunction, Show, State, StoredRound
from game.money import PLAIN, format_money
from game.platform.clipboard import copy
from game.platform.input import Action, Command, Press
from game.table import Played
from game.ui import layout
from game.ui.answers import Answer, ExportGif, ReplayRound
from game.ui.panel import Panel, Question
from game.ui.scenes.csv_export import export_csv
from game.ui.scenes.explain import Explain
from game.ui.scenes.proof import RoundProof, checks
from game.ui.services import Services
from game.ui.theme import Theme
from game.ui.widgets.controls import Area, Tab
from game.ui.widgets.facts import Fact, draw_facts
from game.ui.widgets.field import Choice
from game.ui.widgets.rows import Rows

ROW: Final = 66
"""Height of a row: a fingertip."""
SIDE: Final = 76
"""Width of each place beside a round: one verifies it, one marks it with a star."""
PAGE: Final = 64
"""Rounds asked of the ledger at a time."""
VERIFIED: Final = "Verified: replaying this seed gives exactly the recorded result."
KEPT: Final = 8
"""Pages kept."""
MODE_NAMES: Final = {Mode.BASE: "Normal play", Mode.ANTE: "Double Chance", Mode.BUY: "Buy free spins"}
ROUND_COLUMNS: Final = (("Time", 0.0, "left"), ("Mode", 0.285, "left"), ("Bet", 0.6, "right"), ("Won", 0.8, "right"))
DAY_COLUMNS: Final = (("Day", 0.0, "left"), ("Rounds", 0.4, "right"), ("Bet", 0.6, "right"), ("Won", 0.8, "right"))
TIMES: Final = ("Times the bet", 1.0, "right")
NET: Final = ("Net", 1.0, "right")
COLUMNS: Final = {"rounds": (*ROUND_COLUMNS, NET), "days": (*DAY_COLUMNS, NET), "best": (*ROUND_COLUMNS, TIMES)}
SHOWN: Final = {
    Show.ALL: "All rounds",
    Show.WINS: "Wins",
    Show.FREE_SPINS: "With free spins",
    Show.STARRED: "Starred",
}
ORDERS: Final = ("Newest first", "Largest first")
RANKS: Final = ("By amount", "By times the bet")
BEST: Final = 50
"""Rounds on the board of the best wins."""


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
    """Rounds are numbered without gaps, so any part of the whole list can be asked for directly.

    A list by kind or by size is asked for page after page as the player comes to its end.
    """

    title = "History"
    size = (1640, 980)

    def __init__(self, services: Services, round_id: int | None = None) -> None:
        ledger = services.table.ledger
        newest = ledger.history(1)
        self.newest = newest[0].id if newest else 0
        self.days = ledger.day_totals()
        self.page = "rounds"
        self._pages: dict[int, list[StoredRound]] = {}
        self.show, self.order, self.rank = Show.ALL, ORDERS[0], RANKS[0]
        self.found: list[StoredRound] = []
        """What was asked for of a list by kind or by size."""
        self._more = False
        """There may be more of it."""
        self.best = ledger.best_wins(BEST)
        self.starred: dict[int, bool] = {}
        """Round -> whether it is marked, for those that were drawn."""
        self.verified: dict[int, bool] = {}
        """Round -> whether it came out as recorded, for those that were asked about."""
        super().__init__(services)
        if round_id is not None:
            self.rounds.chosen = self.newest - round_id
            self.rounds.scroll_to(self.rounds.chosen - 3)

    def build(self) -> None:
        body, add = self.body, self.controls.add
        for index, (page, name) in enumerate((("rounds", "Rounds"), ("days", "Days"), ("best", "Best wins"))):
            rect = pygame.Rect(body.left + index * 226, body.top - 12, 212, 68)
            add(Tab(rect, name, self._is(page), self._opener(page)))
        area = pygame.Rect(body.left, body.top + 104, body.width, body.height - 190)
        self.rounds = add(
            Rows(
                area,
                "List of rounds",
                ROW,
                self._count,
                self._draw_round,
                self._choose,
                tooltip="Choose a round to see its details or replay it. The magnifying glass verifies it.",
                side=SIDE,
                sides=(self.verify, self.star),
                visible=self._is("rounds"),
            )
        )
        add(Rows(area, "List of days", ROW, lambda: len(self.days), self._draw_day, visible=self._is("days")))
        add(
            Rows(
                area,
                "List of best wins",
                ROW,
                lambda: len(self.best),
                self._draw_best,
                self._choose_best,
                visible=self._is("best"),
            )
        )
        self._add_choices(pygame.Rect(body.left + 690, body.top - 12, body.width - 690, 68))
        y = self.rect.bottom - 120
        export = pygame.Rect(body.right - 380, y, 380, 84)
        self.add_button(export, "Export as CSV", self.export, icon="export", size=28, enabled=lambda: self.newest > 0)
        opening = self.add_button(export.move(-330, 0), "Open folder", self._open_folder, size=28)
        opening.rect.width = 314

    def _open_folder(self) -> None:
        self.services.open_folder(self.services.profile.folder)

    def _add_choices(self, rect: pygame.Rect) -> None:
        """What is listed, and in which order."""
        tr, (left, right) = self.services.tr, layout.columns(rect, 2, 16)
        shown, orders, ranks = [str(show) for show in SHOWN], list(ORDERS), list(RANKS)
        choices = (
            ("rounds", left, "Show", shown, lambda: str(self.show), self._show, lambda show: tr(SHOWN[Show(show)])),
            ("rounds", right, "Order", orders, lambda: self.order, self._put_in_order, tr),
            ("best", right, "Rank", ranks, lambda: self.rank, self._put_in_rank, tr),
        )
        for page, place, name, values, chosen, on_change, words in choices:
            choice = Choice(place, name, lambda values=values: values, chosen, on_change, shown=words)  # type: ignore[misc]
            choice.is_visible = self._is(page)
            self.controls.add(choice)

    def _show(self, show: str) -> None:
        self.show = Show(show)
        self._list()

    def _put_in_order(self, order: str) -> None:
        self.order = order
        self._list()

    def _put_in_rank(self, rank: str) -> None:
        self.rank = rank
        self.best = self.services.table.ledger.best_wins(BEST, by_multiple=rank == RANKS[1])

    @property
    def _whole(self) -> bool:
        """Whether every round is listed, the newest first."""
        return self.show is Show.ALL and self.order == ORDERS[0]

    def _count(self) -> int:
        return self.newest if self._whole else len(self.found)

    def _list(self) -> None:
        """List what was chosen from its beginning."""
        self.found, self._more = [], not self._whole
        self.rounds.chosen = self.rounds.top = 0
        self._look_on()

    def _look_on(self) -> None:
        """Ask for the next page where the end of those found comes into sight."""
        if self._more and self.rounds.top + 2 * self.rounds.in_sight >= len(self.found):
            last = self.found[-1] if self.found else None
            largest = self.order == ORDERS[1]
            page = self.services.table.ledger.list_rounds(self.show, PAGE, largest=largest, after=last)
            self.found += page
            self._more = len(page) == PAGE

    def update(self, dt: float) -> None:
        super().update(dt)
        self._look_on()

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
        """Round ``index`` of the list."""
        if not self._whole:
            return self.found[index] if index < len(self.found) else None
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

    def _choose_best(self, index: int) -> None:
        self.services.stack.push(RoundCard(self.services, self.best[index]))

    def resume(self, answer: Answer | None) -> None:
        self.starred.clear()
        super().resume(answer)

    def is_starred(self, round_id: int) -> bool:
        """Whether a round is marked."""
        if round_id not in self.starred:
            self.starred[round_id] = self.services.table.ledger.is_starred(round_id)
        return self.starred[round_id]

    def star(self, index: int) -> None:
        """Mark a round, or take its mark away."""
        stored = self.round_at(index)
        if stored is not None:
            star_round(self.services, stored, starred=not self.is_starred(stored.id))
            self.starred.clear()

    def verify(self, index: int) -> None:
        """Play a round again from its seed and compare it with the record; the row shows how it came out."""
        stored = self.round_at(index)
        if stored is None:
            return
        failed = next((check for check in checks(self.services, stored) if not check.good), None)
        self.verified[stored.id] = failed is None
        self.services.audio.play("button" if failed is None else "error")
        if failed is None:
            self.services.notify(self.services.tr(VERIFIED))
        else:
            self.services.stack.push(Question(self.services, "Not verified", failed.text))

    def export(self) -> None:
        """Every round as a spreadsheet in the profile."""
        export_csv(self.services, self.services.profile.folder / "history.csv")

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw_body(self, canvas: pygame.Surface) -> None:
        theme, tr, body = self.services.theme, self.services.tr, self.body
        columns = COLUMNS[self.page]
        line = pygame.Rect(body.left + 22, body.top + 62, self._columns_width, 40)
        for name, share, align in columns:
            self._cell(canvas, line, tr(name), share, align, style="strong", colour="muted", size=25)
        if not self.newest:
            theme.text(canvas, tr("No rounds yet."), body, size=32, colour="muted")
        elif not (self.best if self.page == "best" else self._count()):
            theme.text(canvas, tr("No rounds of this kind yet."), body, size=32, colour="muted")
        staked, won = sum(day.stake for day in self.days), sum(day.win for day in self.days)
        text = tr("Rounds {count}   ·   bet {stake}   ·   won {win}   ·   net {net}").format(
            count=self.services.language.number(sum(day.rounds for day in self.days)),
            stake=self.services.money(staked),
            win=self.services.money(won),
            net=self.services.money(won - staked, signed=True),
        )
        foot = pygame.Rect(body.left, self.rect.bottom - 120, body.width - 730, 84)
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
        return self.body.width - 44 - 34 - (2 * SIDE - 16 if self.page == "rounds" else 0)

    def _net(self, canvas: pygame.Surface, row: pygame.Rect, net: int) -> None:
        text = self.services.money(net, signed=True)
        self._cell(canvas, row, text, 1.0, "right", style="strong", colour="gold" if net > 0 else "text")

    def _draw_best(self, canvas: pygame.Surface, index: int, rect: pygame.Rect, chosen: bool) -> None:
        services, stored = self.services, self.best[index]
        row = self._draw_cells(canvas, stored, rect, index, chosen)
        times = f"{services.language.number(stored.win / stored.stake, 2)}×"
        self._cell(canvas, row, times, 1.0, "right", style="strong", colour="gold")

    def _draw_round(self, canvas: pygame.Surface, index: int, rect: pygame.Rect, chosen: bool) -> None:
        stored = self.round_at(index)
        if stored is None:
            return
        theme = self.services.theme
        row = self._draw_cells(canvas, stored, rect, index, chosen)
        self._net(canvas, row, stored.net)
        icon = {None: "verify", True: "check", False: "warning"}[self.verified.get(stored.id)]
        sprite = theme.scaled.get(theme.assets.ui[f"icon/{icon}"], 0.7, 0.7)
        sprite.draw_centred(canvas, rect.right - SIDE // 2, rect.centery)
        draw_star(canvas, theme, (rect.right - SIDE - SIDE // 2, rect.centery), starred=self.is_starred(stored.id))

    def _draw_cells(
        self, canvas: pygame.Surface, stored: StoredRound, rect: pygame.Rect, index: int, chosen: bool
    ) -> pygame.Rect:
        """What every list of rounds shows of one, and where its columns stand."""
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
        return row

    def _draw_day(self, canvas: pygame.Surface, index: int, rect: pygame.Rect, chosen: bool) -> None:
        services, day = self.services, self.days[index]
        row = self._row(canvas, rect, index, chosen)
        values = (day_name(services, day), services.language.number(day.rounds))
        values = (*values, services.money(day.stake), services.money(day.win))  # type: ignore[assignment]
        for (_, share, align), value in zip(DAY_COLUMNS, values, strict=True):
            self._cell(canvas, row, value, share, align)
        self._net(canvas, row, day.net)


STAR: Final = 15
"""Radius of a star, canvas pixels."""


def draw_star(canvas: pygame.Surface, theme: Theme, at: tuple[int, int], *, starred: bool) -> None:
    """A star, filled where the round is marked and an outline where not."""
    if starred:
        theme.scaled.get(theme.assets.ui["icon/star"], 0.8, 0.8).draw_centred(canvas, *at)
        return
    points = [
        (at[0] + radius * math.sin(turn * math.pi / 5), at[1] - radius * math.cos(turn * math.pi / 5))
        for turn, radius in enumerate((STAR, STAR * 0.5) * 5)
    ]
    pygame.draw.aalines(canvas, theme.colour("muted"), True, points)


def star_round(services: Services, stored: StoredRound, *, starred: bool) -> None:
    """Mark a round or take its mark away."""
    try:
        services.table.ledger.star(stored.id, starred=starred)
    except LedgerError as error:
        services.notify(error)
    else:
        services.audio.play("toggle")


def day_name(services: Services, day: DayTotals) -> str:
    """A local date as the language writes it."""
    year, month, number = (int(part) for part in day.day.split("-"))
    return services.language.day(services.now().replace(year=year, month=month, day=number))


class RoundCard(Panel):
    """One round: what it cost and paid, its seed and command, its proof and its replay."""

    size = (1560, 980)

    def __init__(self, services: Services, stored: StoredRound) -> None:
        self.stored = stored
        self.title = services.tr("Round {number}").format(number=services.language.number(stored.id))
        self.verdict = ""
        self.good = True
        super().__init__(services)

    @property
    def starred(self) -> bool:
        """Whether the player has marked it."""
        return self.services.table.ledger.is_starred(self.stored.id)

    def star(self) -> None:
        """Mark it, or take the mark away."""
        star_round(self.services, self.stored, starred=not self.starred)

    def build(self) -> None:
        corner = pygame.Rect(self.rect.right - 184, self.rect.top + 34, 64, 64)
        star = Area(corner, "Star", self.star, tooltip="Star this round to find it again")
        self.controls.add(star)
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
        """Play it again from its seed and compare it with the record; where there is a proof, show it with that."""
        proof = self.services.table.ledger.proof(self.stored.id)
        if self._played() is not None:
            self.good = True
            self.verdict = self.services.tr(VERIFIED)
        if proof is not None:
            self.services.stack.push(RoundProof(self.services, self.stored, proof))
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
        draw_star(canvas, theme, self.controls.named("Star").rect.center, starred=self.starred)
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
