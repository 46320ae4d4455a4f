"""The rules and pays, printed from the engine's own numbers at the current bet."""

from collections.abc import Sequence
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
from game.platform.input import Action, Command, Press
from game.ui.names import symbol_title
from game.ui.panel import Panel
from game.ui.scenes import info_pages
from game.ui.services import Services
from game.ui.widgets.controls import IconButton

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
    size = (1560, 980)

    def __init__(self, services: Services, page: int = 0) -> None:
        self.page = page
        super().__init__(services)
        self.pages = [page_class(self) for page_class in PAGES]

    def build(self) -> None:
        y = self.rect.bottom - 116
        back = pygame.Rect(self.rect.centerx - 220, y, 80, 80)
        on = pygame.Rect(self.rect.centerx + 140, y, 80, 80)
        self.controls.add(IconButton(back, "Previous page", lambda: self.turn(-1), icon="previous"))
        self.controls.add(IconButton(on, "Next page", lambda: self.turn(1), icon="next"))

    def turn(self, step: int) -> None:
        """Go to another page."""
        self.page = (self.page + step) % len(self.pages)
        self.services.audio.play("button")

    def confirm(self) -> None:
        self.turn(1)

    def handle_more(self, command: Command) -> None:
        match command:
            case Press(Action.LEFT):
                self.turn(-1)
            case Press(Action.RIGHT):
                self.turn(1)
            case Press(Action.INFO):
                self.close()
            case _:
                pass

    def draw_body(self, canvas: pygame.Surface) -> None:
        theme, page = self.services.theme, self.pages[self.page]
        area = pygame.Rect(self.body.left, self.body.top + 44, self.body.width, self.body.height - 130)
        heading = pygame.Rect(self.body.left, self.body.top - 10, self.body.width, 44)
        theme.text(canvas, self.services.tr(page.title), heading, size=32, style="strong", colour="gold")
        page.draw(canvas, area)
        number = pygame.Rect(self.rect.centerx - 130, self.rect.bottom - 116, 260, 80)
        theme.text(canvas, f"{self.page + 1} / {len(self.pages)}", number, size=30, style="strong")


class SymbolCard(Panel):
    """What one symbol does and pays at the current bet."""

    size = (760, 680)

    def __init__(self, services: Services, cell: str) -> None:
        self.cell = cell
        self.title = symbol_title(services.tr, cell)
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
            theme.text(canvas, amount, third, size=40, style="display", colour="gold", align="right")
