"""Help with gambling in every country the game knows a line for."""

import pygame

from game.help_lines import EVERYWHERE, HELP_LINES
from game.ui.boxes import NOWHERE, Box, Column, Text
from game.ui.panel import Panel
from game.ui.widgets.rows import Rows

ROW = 58


class HelpLines(Panel):
    """A list of lines: the country, who answers there, and the number."""

    title = "Help lines"
    size = (1360, 900)

    def contents(self) -> Box:
        return Column(
            Text(self._everywhere, 28, colour="gold", align="centre"),
            Rows(NOWHERE, "List of help lines", ROW, lambda: len(HELP_LINES), self._draw_row, most=11),
        )

    def _everywhere(self) -> str:
        return self.services.tr("Free and confidential. Anywhere: {site}").format(site=EVERYWHERE)

    def confirm(self) -> None:
        self.close()

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
