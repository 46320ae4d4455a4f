"""The history: every round, totals by day, export; and one round's card with its proof and its replay."""

import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pygame

from game.engine.rules import BASE_BET, Mode
from game.ledger import DayTotals, LedgerError, Malfunction, Show, State, StoredRound
from game.money import PLAIN, format_money
from game.platform.clipboard import copy
from game.platform.input import Action, Command, Press
from game.table import Played
from game.ui.answers import Answer, ExportGif, ReplayRound
from game.ui.boxes import NOWHERE, Box, Column, Drawn, Grid, Live, Room, Row, Text
from game.ui.panel import Panel, Question
from game.ui.scenes.csv_export import export_csv
from game.ui.scenes.explain import Explain
from game.ui.scenes.proof import RoundProof, checks
from game.ui.services import Services
from game.ui.theme import Theme
from game.ui.widgets.controls import Area, Tab
from game.ui.widgets.facts import Fact, facts_box
from game.ui.widgets.field import Choice
from game.ui.widgets.rows import Rows

ROW: Final = 66
TALL_ROW: Final = 78
"""Height of a row of one line, a fingertip, and of one of two, before they grow with the text."""
SIDE: Final = 76
"""Width of each place beside a round: one verifies it, one marks it with a star."""
PAGE: Final = 64
"""Rounds asked of the ledger at a time."""
VERIFIED: Final = "Verified: replaying this seed gives exactly the recorded result."
KEPT: Final = 8
"""Pages kept."""
MODE_NAMES: Final = {Mode.BASE: "Normal play", Mode.ANTE: "Double Chance", Mode.BUY: "Buy free spins"}
COLUMNS: Final = {
    "rounds": ("Time", "Mode", "Bet", "Won", "Net"),
    "days": ("Day", "Rounds", "Bet", "Won", "Net"),
    "best": ("Time", "Mode", "Bet", "Won", "Times the bet"),
}
PLACES: Final = {
    False: ((0.0, 0.27, 0), (0.285, 0.45, 0), (0.45, 0.6, 0), (0.615, 0.8, 0), (0.815, 1.0, 0)),
    True: ((0.0, 0.58, 0), (0.6, 1.0, 0), (0.0, 0.32, 1), (0.34, 0.66, 1), (0.68, 1.0, 1)),
}
"""Where the columns begin and end, as shares of the width, and in which line: one, or two where the text is large."""
TALL_FROM: Final = 126
"""Percent of the usual text size from which a row has two lines."""
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
        self._tall = services.theme.text_size >= TALL_FROM
        super().__init__(services)
        if round_id is not None:
            self.rounds.chosen = self.newest - round_id
            self.rounds.scroll_to(self.rounds.chosen - 3)

    def tabs(self) -> Box:
        tr = self.services.tr
        pages = (("rounds", "Rounds"), ("days", "Days"), ("best", "Best wins"))
        tabs = Grid(*(Tab(NOWHERE, name, self._is(page), self._opener(page)) for page, name in pages), columns=3)
        shown, orders, ranks = [str(show) for show in SHOWN], list(ORDERS), list(RANKS)
        choices = (
            ("rounds", "Show", shown, lambda: str(self.show), self._show, lambda show: tr(SHOWN[Show(show)])),
            ("rounds", "Order", orders, lambda: self.order, self._put_in_order, tr),
            ("best", "Rank", ranks, lambda: self.rank, self._put_in_rank, tr),
        )
        boxes = []
        for page, name, values, chosen, on_change, words in choices:
            choice = Choice(NOWHERE, name, lambda values=values: values, chosen, on_change, shown=words)  # type: ignore[misc]
            choice.is_visible = self._is(page)
            boxes.append(choice)
        if self._tall:
            return Column(tabs, Row(*boxes, shares=(1, 1, 1), gap=16))
        room = Room(1)
        room.is_visible = lambda: self.page != "rounds"
        return Row(tabs, room, *boxes, shares=(1.7, 1, 1, 1, 1), gap=16)

    def contents(self) -> Box:
        row, head = (TALL_ROW, 64) if self._tall else (ROW, 40)
        self.rounds = Rows(
            NOWHERE,
            "List of rounds",
            row,
            self._count,
            self._draw_round,
            self._choose,
            tooltip="Choose a round to see its details or replay it. The magnifying glass verifies it.",
            side=SIDE,
            sides=(self.verify, self.star),
            visible=self._is("rounds"),
        )
        days = Rows(NOWHERE, "List of days", row, lambda: len(self.days), self._draw_day, visible=self._is("days"))
        best = Rows(
            NOWHERE,
            "List of best wins",
            row,
            lambda: len(self.best),
            self._draw_best,
            self._choose_best,
            visible=self._is("best"),
        )
        nothing = Text(self._nothing, 32, colour="muted", align="centre", grows=True)
        self._lists = {"rounds": self.rounds, "days": days, "best": best}
        return Column(Drawn(head, self._draw_heads), nothing, *self._lists.values(), gap=4)

    def buttons(self) -> Box:
        export = self.button("Export as CSV", self.export, icon="export", size=28, enabled=lambda: self.newest > 0)
        opening = self.button("Open folder", self._open_folder, size=28)
        return Row(Text(self._totals, 27, colour="muted"), opening, export, shares=(2.2, 1, 1.2), gap=16)

    def _open_folder(self) -> None:
        self.services.open_folder(self.services.profile.folder)

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

    def _nothing(self) -> str:
        """What stands in the place of an empty list."""
        if not self.newest:
            return self.services.tr("No rounds yet.")
        return "" if self._lists[self.page].count() else self.services.tr("No rounds of this kind yet.")

    def _totals(self) -> str:
        money, number = self.services.money, self.services.language.number
        staked, won = sum(day.stake for day in self.days), sum(day.win for day in self.days)
        return self.services.tr("Rounds {count}   ·   bet {stake}   ·   won {win}   ·   net {net}").format(
            count=number(sum(day.rounds for day in self.days)),
            stake=money(staked),
            win=money(won),
            net=money(won - staked, signed=True),
        )

    def _draw_heads(self, canvas: pygame.Surface, rect: pygame.Rect) -> None:
        line = pygame.Rect(rect.left, rect.top, self._lists[self.page].row_rect(0).width, rect.height)
        names = [self.services.tr(name) for name in COLUMNS[self.page]]
        self._draw_cells(canvas, line, names, "muted", size=25, style="strong", colour="muted")

    def _draw_cells(
        self, canvas: pygame.Surface, rect: pygame.Rect, texts: Sequence[str], last: str, **look: Any
    ) -> None:
        """A text for each column, the last one in a colour of its own."""
        inner = rect.inflate(-44, 0)
        inner.width -= 2 * SIDE - 16 if self.page == "rounds" else 0
        height = inner.height // 2 if self._tall else inner.height
        for number, (text, (left, right, line)) in enumerate(zip(texts, PLACES[self._tall], strict=True)):
            x, end = (inner.left + round(inner.width * share) for share in (left, right))
            align = "left" if number == 0 or (number == 1 and self.page != "days") else "right"
            own = {"size": 28, **look, **({"style": "strong", "colour": last} if number == len(texts) - 1 else {})}
            place = pygame.Rect(x, inner.top + line * height, end - x, height)
            self.services.theme.text(canvas, text, place, align=align, **own)

    def _draw_row(
        self, canvas: pygame.Surface, rect: pygame.Rect, texts: Sequence[str], index: int, chosen: bool, last: str
    ) -> None:
        if chosen:
            self.services.theme.stretched(canvas, "focus", rect.inflate(-4, -4))
        elif index % 2 == 0:
            self.services.theme.stretched(canvas, "card", rect.inflate(0, -4))
        self._draw_cells(canvas, rect, texts, last)

    def _cells(self, stored: StoredRound) -> tuple[str, ...]:
        """What every list of rounds shows of one."""
        services = self.services
        when = services.language.moment(stored.at.astimezone(services.now().tzinfo), seconds=True)
        mode = mode_name(services, stored.mode)
        if stored.state == State.VOID:
            mode += f" · {services.tr('void')}"
        elif stored.state == State.OPEN:
            mode += f" · {services.tr('open')}"
        return when, mode, services.money(stored.stake), services.money(stored.paid)

    def _net(self, net: int) -> tuple[str, str]:
        """A net result and its colour."""
        return self.services.money(net, signed=True), "gold" if net > 0 else "text"

    def _draw_best(self, canvas: pygame.Surface, index: int, rect: pygame.Rect, chosen: bool) -> None:
        stored = self.best[index]
        times = f"{self.services.language.number(stored.win / stored.stake, 2)}×"
        self._draw_row(canvas, rect, (*self._cells(stored), times), index, chosen, "gold")

    def _draw_round(self, canvas: pygame.Surface, index: int, rect: pygame.Rect, chosen: bool) -> None:
        stored = self.round_at(index)
        if stored is None:
            return
        theme, (net, colour) = self.services.theme, self._net(stored.net)
        self._draw_row(canvas, rect, (*self._cells(stored), net), index, chosen, colour)
        icon = {None: "verify", True: "check", False: "warning"}[self.verified.get(stored.id)]
        sprite = theme.scaled.get(theme.assets.ui[f"icon/{icon}"], 0.7, 0.7)
        sprite.draw_centred(canvas, rect.right - SIDE // 2, rect.centery)
        draw_star(canvas, theme, (rect.right - SIDE - SIDE // 2, rect.centery), starred=self.is_starred(stored.id))

    def _draw_day(self, canvas: pygame.Surface, index: int, rect: pygame.Rect, chosen: bool) -> None:
        services, day = self.services, self.days[index]
        net, colour = self._net(day.net)
        texts = (day_name(services, day), services.language.number(day.rounds), services.money(day.stake))
        self._draw_row(canvas, rect, (*texts, services.money(day.win), net), index, chosen, colour)


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


class Star(Area):
    """A star that can be pressed."""

    marked: Callable[[], bool]

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        super().draw(canvas, theme)
        draw_star(canvas, theme, self.rect.center, starred=self.marked())


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

    size = (1600, 980)

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
        self._star = self.controls.add(Star(NOWHERE, "Star", self.star, tooltip="Star this round to find it again"))
        self._star.marked = lambda: self.starred

    def arrange(self) -> None:
        super().arrange()
        self._star.rect = pygame.Rect(self.rect.right - 184, self.rect.top + 34, 64, 64)

    def contents(self) -> Box:
        command = Text(lambda: command_for(self.stored), 28, style="strong", colour="gold", align="centre")
        return Column(facts_box(self._facts, 49), command, Live(self._told))

    def _told(self) -> Box:
        """How verifying came out, what became of the round, or what the command is for."""
        colour = "muted" if not self.verdict else "good" if self.good else "warn"
        text = self.verdict or self.services.say(self.stored.explanation)
        if not text:
            text = self.services.tr(
                "This command replays the round in this version of the game. It doesn't affect your credit."
            )
        return Text(lambda: text, 26, colour=colour, align="centre")

    def buttons(self) -> Box:
        playable: dict[str, Any] = {"enabled": lambda: self.stored.state != State.VOID}
        return Grid(
            self.button("Replay", self.replay, icon="play", kind="button_primary", size=25, **playable),
            self.button("Explain", self.explain, icon="help", size=25, **playable),
            self.button("Verify round", self.verify, icon="verify", size=25),
            self.button("Copy command", self.copy, icon="export", size=25),
            self.button("Save as GIF", self.export_gif, icon="gif", size=25, **playable),
            columns=5,
            gap=16,
        )

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
