"""The rules and pays, printed from the engine's own numbers at the current bet."""

from typing import Final

import pygame

from game.engine.board import HEART_CELLS
from game.engine.rules import HEART_COLOURS, PAYS, SCATTER_PAYS, heart_colour
from game.platform.input import Action, Command, Press
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
        look, page = self.services.look, self.pages[self.page]
        area = pygame.Rect(self.body.left, self.body.top + 44, self.body.width, self.body.height - 130)
        heading = pygame.Rect(self.body.left, self.body.top - 10, self.body.width, 44)
        look.text(canvas, self.services.tr(page.title), heading, size=32, style="strong", colour="gold")
        page.draw(canvas, area)
        number = pygame.Rect(self.rect.centerx - 130, self.rect.bottom - 116, 260, 80)
        look.text(canvas, f"{self.page + 1} / {len(self.pages)}", number, size=30, style="strong")


class SymbolCard(Panel):
    """What one symbol does and pays at the current bet."""

    size = (700, 640)

    def __init__(self, services: Services, cell: str) -> None:
        self.cell = cell
        super().__init__(services)

    def confirm(self) -> None:
        self.close()

    def draw_body(self, canvas: pygame.Surface) -> None:
        look, tr, bet = self.services.look, self.services.tr, self.services.table.bet
        name = f"heart_{heart_colour(HEART_CELLS[self.cell])}" if self.cell in HEART_CELLS else self.cell
        centre = (self.rect.centerx, self.rect.top + 170)
        look.art.symbols[name].draw_centred(canvas, *centre)
        area = pygame.Rect(self.body.left + 20, self.rect.top + 300, self.body.width - 40, 280)
        if self.cell in HEART_CELLS:
            look.art.symbols[f"value/{self.cell}"].draw_centred(canvas, *centre)
            low, high = HEART_COLOURS[heart_colour(HEART_CELLS[self.cell])]
            text = tr(
                "A heart of this colour is worth x{low} to x{high}. "
                "All hearts on the last board of a win are added and multiply it."
            )
            look.paragraph(canvas, text.format(low=low, high=high), area, size=32, align="centre")
            return
        rows = zip(BAND_NAMES, PAYS[self.cell], strict=True) if self.cell in PAYS else SCATTER_PAYS.items()
        for row, (band, pay) in enumerate(rows):
            line = pygame.Rect(area.left + 60, area.top + row * 76, area.width - 120, 68)
            look.text(canvas, str(band), line, size=36, style="strong", colour="muted", align="left")
            amount = self.services.money(bet.amount(pay))
            look.text(canvas, amount, line, size=40, style="display", colour="gold", align="right")
