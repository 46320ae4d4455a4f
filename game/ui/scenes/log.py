"""The announcements of this sitting as text, newest first."""

from collections.abc import Sequence
from typing import Final

import pygame

from game.ui.panel import Panel, height_for
from game.ui.services import Services
from game.ui.widgets.rows import Rows

ROW: Final = 56


class Log(Panel):
    """What the banner line said."""

    title = "Message log"
    size = (1240, 900)

    def __init__(self, services: Services, lines: Sequence[str]) -> None:
        self.lines = list(reversed(lines))
        self.size = (self.size[0], height_for(len(self.lines), ROW, self.size[1]))
        super().__init__(services)

    def build(self) -> None:
        self.controls.add(Rows(self.body, "Message log", ROW, lambda: len(self.lines), self._draw_row))

    def confirm(self) -> None:
        self.close()

    def _draw_row(self, canvas: pygame.Surface, index: int, rect: pygame.Rect, chosen: bool) -> None:
        theme = self.services.theme
        if index % 2 == 0 or chosen:
            theme.stretched(canvas, "card", rect.inflate(0, -4))
        theme.text(canvas, self.lines[index], rect.inflate(-48, 0), size=28, align="left")

    def draw_body(self, canvas: pygame.Surface) -> None:
        if not self.lines:
            theme = self.services.theme
            theme.text(canvas, self.services.tr("No messages yet."), self.body, size=30, colour="muted")
