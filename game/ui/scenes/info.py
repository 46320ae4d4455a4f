"""The rules and pays, printed from the engine's own numbers at the current bet."""

from collections.abc import Callable, Sequence
from typing import Final

import pygame

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
TABS_A_ROW: Final = 4
TAB: Final = 70
"""Height of a row of the index."""


class Info(Panel):
    """Pages of rules."""

    title = "Rules and pays"
    size = (1560, 980)

    def __init__(self, services: Services, page: int = 0) -> None:
        self.page = page
        super().__init__(services)
        self.pages = [page_class(self) for page_class in PAGES]

    def build(self) -> None:
        width = (self.body.width - 8 * (TABS_A_ROW - 1)) // TABS_A_ROW
        for index, page in enumerate(PAGES):
            column, row = index % TABS_A_ROW, index // TABS_A_ROW
            tab = pygame.Rect(self.body.left + column * (width + 8), self.body.top - 14 + row * TAB, width, TAB - 4)
            self.controls.add(Tab(tab, page.title, self._is(index), self._opener(index)))

    def _is(self, index: int) -> Callable[[], bool]:
        return lambda: self.page == index

    def _opener(self, index: int) -> Callable[[], None]:
        return lambda: self.open_page(index)

    def open_page(self, index: int) -> None:
        """Go to a page."""
        self.page = index
        self.services.audio.play("button")

    def turn(self, step: int) -> None:
        """Go so many pages on, round from the last to the first."""
        self.open_page((self.page + step) % len(self.pages))

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
                self.open_page(len(self.pages) - 1)
            case Scrolled(steps=steps):
                self.open_page(max(0, min(len(self.pages) - 1, self.page - steps)))
            case Press(Action.INFO):
                self.close()
            case _:
                pass

    def draw_body(self, canvas: pygame.Surface) -> None:
        page = self.pages[self.page]
        top = self.body.top + 2 * TAB
        page.draw(canvas, pygame.Rect(self.body.left, top, self.body.width, self.body.bottom - top))


class SymbolCard(Panel):
    """What one symbol does and pays at the current bet."""

    size = (760, 680)

    def __init__(self, services: Services, cell: str) -> None:
        self.cell = cell
        self.title = symbol_title(services, cell)
        super().__init__(services)

    def confirm(self) -> None:
        self.close()

    def draw_body(self, canvas: pygame.Surface) -> None:
        theme, tr = self.services.theme, self.services.tr
        name = f"heart_{heart_colour(HEART_CELLS[self.cell])}" if self.cell in HEART_CELLS else self.cell
        centre = (self.rect.centerx, self.rect.top + 206)
        theme.assets.symbols[name].draw_centred(canvas, *centre)
        area = pygame.Rect(self.body.left, self.rect.top + 306, self.body.width, 300)
        if self.cell in HEART_CELLS:
            theme.assets.symbols[f"value/{self.cell}"].draw_centred(canvas, *centre)
            low, high = HEART_COLOURS[heart_colour(HEART_CELLS[self.cell])]
            text = tr(
                "A heart of this colour is worth ×{low} to ×{high}. When the tumbling stops, all "
                "hearts on the board are added together and multiply the win."
            )
            self.draw_words(canvas, text.format(low=low, high=high), area, 34)
        elif self.cell in PAYS:
            self._draw_pays(canvas, area, list(zip(BAND_NAMES, PAYS[self.cell], strict=True)))
        else:
            most = max(SCATTER_PAYS)
            rows = [(f"{count}" if count < most else f"{count}+", pay) for count, pay in SCATTER_PAYS.items()]
            self._draw_pays(canvas, area, rows)
            text = tr("{count} or more start {spins} free spins.").format(count=FREE_SPINS_TRIGGER, spins=FREE_SPINS)
            foot = pygame.Rect(area.left, area.bottom - 50, area.width, 50)
            theme.text(canvas, text, foot, size=28, colour="muted")

    def _draw_pays(self, canvas: pygame.Surface, area: pygame.Rect, rows: Sequence[tuple[str, int]]) -> None:
        """How many, in bets, and in money at the current bet."""
        services, theme = self.services, self.services.theme
        for row, (band, pay) in enumerate(rows):
            line = pygame.Rect(area.left + 20, area.top + row * 78, area.width - 40, 68)
            theme.stretched(canvas, "card", line)
            inner = line.inflate(-40, 0)
            first = pygame.Rect(inner.left, inner.top, 130, inner.height)
            theme.text(canvas, band, first, size=34, style="strong", colour="muted", align="left")
            times = f"{services.language.number(pay / BASE_BET, 2)}×"
            second = pygame.Rect(first.right + 10, inner.top, 150, inner.height)
            theme.text(canvas, times, second, size=30, style="strong", align="right")
            third = pygame.Rect(second.right + 20, inner.top, inner.right - second.right - 20, inner.height)
            amount = services.money(services.table.bet.amount(pay))
            theme.text(canvas, amount, third, size=40, style="strong", colour="gold", align="right")
