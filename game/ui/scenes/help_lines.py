"""Help with gambling in every country the game knows a line for."""

import pygame

from game.help_lines import EVERYWHERE, HELP_LINES
from game.ui.panel import Panel
from game.ui.widgets.rows import Rows

ROW = 58


class HelpLines(Panel):
    """A list of lines: the country, who answers there, and the number."""

    title = "Help lines"
    size = (1360, 900)

    def build(self) -> None:
        area = self.body.move(0, 60)
        area.height -= 60
        self.controls.add(Rows(area, "List of help lines", ROW, lambda: len(HELP_LINES), self._draw_row))

    def confirm(self) -> None:
        self.close()

    def draw_body(self, canvas: pygame.Surface) -> None:
        line = pygame.Rect(self.body.left, self.body.top - 6, self.body.width, 56)
        text = self.services.tr("Free and confidential. Anywhere: {site}").format(site=EVERYWHERE)
        self.services.theme.text(canvas, text, line, size=28, colour="gold")

    def _draw_row(self, canvas: pygame.Surface, index: int, rect: pygame.Rect, chosen: bool) -> None:
        theme, line = self.services.theme, HELP_LINES[index]
        left, width = rect.left + 16, rect.width - 32
        for text, share, at, style in (
            (line.place, 0.27, 0.0, "strong"),
            (line.name, 0.45, 0.28, "body"),
            (line.number, 0.26, 0.74, "strong"),
        ):
            cell = pygame.Rect(left + round(at * width), rect.top, round(share * width), rect.height)
            theme.text(canvas, text, cell, size=26, style=style, align="right" if at > 0.5 else "left")
