"""The rules and pays, printed from the engine's own numbers at the current bet."""

from collections.abc import Callable
from typing import Final

from game.engine.board import HEART_CELLS
from game.engine.rules import (
    BASE_BET,
    FREE_SPINS,
    FREE_SPINS_TRIGGER,
    HEART_COLOURS,
    PAYS,
    SCATTER_PAYS,
    heart_colour,
)
from game.platform.input import Action, Command, KeyNamed, Press, Scrolled
from game.ui.boxes import NOWHERE, Box, Card, Column, Grid, Live, Picture, Row, Text, shown_while
from game.ui.names import symbol_title
from game.ui.panel import Panel
from game.ui.scenes import info_pages
from game.ui.services import Services
from game.ui.widgets.controls import Tab

BAND_NAMES: Final = info_pages.BAND_NAMES
PAGES: Final = (
    info_pages.Pays,
    info_pages.Hearts,
    info_pages.FreeSpinsPage,
    info_pages.Ways,
    info_pages.OddsPage,
    info_pages.HowTo,
    info_pages.Keys,
    info_pages.Safe,
)


class Info(Panel):
    """Pages of rules."""

    title = "Rules and pays"
    size = (1720, 980)

    def __init__(self, services: Services, page: int = 0) -> None:
        self.page = page
        super().__init__(services)

    def tabs(self) -> Box:
        pages = enumerate(PAGES)
        tabs = (Tab(NOWHERE, page.title, self._is(index), self._opener(index)) for index, page in pages)
        return Grid(*tabs, columns=4, gap=8, apart=4)

    def contents(self) -> Box:
        pages = (page(self.services) for page in PAGES)
        return Column(*(shown_while(self._is(index), Live(page.box)) for index, page in enumerate(pages)))

    def _is(self, index: int) -> Callable[[], bool]:
        return lambda: self.page == index

    def _opener(self, index: int) -> Callable[[], None]:
        return lambda: self.open_page(index)

    def open_page(self, index: int) -> None:
        """Go to a page."""
        self.page, self.scrolled = index, 0
        self.services.audio.play("button")

    def turn(self, step: int) -> None:
        """Go so many pages on, round from the last to the first."""
        self.open_page((self.page + step) % len(PAGES))

    def confirm(self) -> None:
        self.turn(1)

    def handle_more(self, command: Command) -> None:
        match command:
            case Press(Action.LEFT):
                self.turn(-1)
            case Press(Action.RIGHT):
                self.turn(1)
            case KeyNamed("home"):
                self.open_page(0)
            case KeyNamed("end"):
                self.open_page(len(PAGES) - 1)
            case Scrolled(steps=steps):
                self.open_page(max(0, min(len(PAGES) - 1, self.page - steps)))
            case Press(Action.INFO):
                self.close()
            case _:
                pass


def symbol_words(services: Services, cell: str) -> str:
    """What one symbol is and pays at the current bet, in a line or two."""
    tr, name = services.tr, symbol_title(services, cell)
    if cell in HEART_CELLS:
        return f"{name} ×{HEART_CELLS[cell]}"
    most = max(SCATTER_PAYS)
    scatters = ((f"{count}" if count < most else f"{count}+", pay) for count, pay in SCATTER_PAYS.items())
    rows = zip(BAND_NAMES, PAYS[cell], strict=True) if cell in PAYS else scatters
    pays = "\n".join(f"{band}: {services.money(services.table.bet.amount(pay))}" for band, pay in rows)
    if cell in PAYS:
        return f"{name}\n{pays}"
    started = tr("{count} or more start {spins} free spins.").format(count=FREE_SPINS_TRIGGER, spins=FREE_SPINS)
    return f"{name}\n{pays}\n{started}"


class SymbolCard(Panel):
    """What one symbol does and pays at the current bet."""

    size = (760, 600)

    def __init__(self, services: Services, cell: str) -> None:
        self.cell = cell
        self.title = symbol_title(services, cell)
        super().__init__(services)

    def confirm(self) -> None:
        self.close()

    def contents(self) -> Box:
        if self.cell in HEART_CELLS:
            colour = heart_colour(HEART_CELLS[self.cell])
            low, high = HEART_COLOURS[colour]
            text = self.services.tr(
                "A heart of this colour is worth ×{low} to ×{high}. When the tumbling stops, all "
                "hearts on the board are added together and multiply the win."
            ).format(low=low, high=high)
            return Column(
                self._picture(f"heart_{colour}", f"value/{self.cell}"), Text(lambda: text, 34, align="centre")
            )
        picture = self._picture(self.cell)
        if self.cell in PAYS:
            return Column(picture, *map(self._pay, BAND_NAMES, PAYS[self.cell]))
        most = max(SCATTER_PAYS)
        pays = [self._pay(f"{count}" if count < most else f"{count}+", pay) for count, pay in SCATTER_PAYS.items()]
        text = self.services.tr("{count} or more start {spins} free spins.").format(
            count=FREE_SPINS_TRIGGER, spins=FREE_SPINS
        )
        return Column(picture, *pays, Text(lambda: text, 28, colour="muted", align="centre"))

    def _picture(self, *names: str) -> Picture:
        theme = self.services.theme
        return Picture(*(lambda name=name: theme.assets.symbols[name] for name in names), height=170)

    def _pay(self, band: str, pay: int) -> Box:
        """How many, in bets, and in money at the current bet."""
        services = self.services
        times = f"{services.language.number(pay / BASE_BET, 2)}×"
        amount = services.money(services.table.bet.amount(pay))
        cells = (
            Text(lambda: band, 34, style="strong", colour="muted", whole=True),
            Text(lambda: times, 30, style="strong", align="right", whole=True),
            Text(lambda: amount, 40, style="strong", colour="gold", align="right", whole=True),
        )
        return Card(Row(*cells, shares=(0.9, 1, 2)), pad=(20, 6))
