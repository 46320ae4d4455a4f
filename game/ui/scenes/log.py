"""The announcements of this sitting as text, newest first."""

from collections.abc import Sequence
from typing import Final

import pygame

from game.ui.boxes import NOWHERE, Box, Room, Row, Text
from game.ui.panel import Panel
from game.ui.services import Services
from game.ui.widgets.rows import Rows

ROW: Final = 56


class Log(Panel):
    """What the banner line said."""

    title = "Message log"
    size = (1240, 400)

    def __init__(self, services: Services, lines: Sequence[str]) -> None:
        self.lines = list(reversed(lines))
        super().__init__(services)

    def contents(self) -> Box:
        if not self.lines:
            return Text("No messages yet.", 30, colour="muted", align="centre", grows=True)
        return Rows(NOWHERE, "Message log", ROW, lambda: len(self.lines), self._draw_row)

    def buttons(self) -> Box | None:
        folder = self.services.log.folder
        if folder is None:
            return None
        return Row(Room(), self.button("Open folder", lambda: self.services.open_folder(folder)), shares=(2, 1))

    def confirm(self) -> None:
        self.close()

    def _draw_row(self, canvas: pygame.Surface, index: int, rect: pygame.Rect, chosen: bool) -> None:
        theme = self.services.theme
        if index % 2 == 0 or chosen:
            theme.stretched(canvas, "card", rect.inflate(0, -4))
        theme.text(canvas, self.lines[index], rect.inflate(-48, 0), size=28, align="left")
