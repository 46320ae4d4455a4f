"""The announcements of this sitting as text, newest first."""

from collections.abc import Sequence

import pygame

from game.ui.panel import Panel
from game.ui.services import Services
from game.ui.widgets.rows import Rows


class Log(Panel):
    """What the banner line said."""

    title = "Announcements"
    size = (1240, 900)

    def __init__(self, services: Services, lines: Sequence[str]) -> None:
        self.lines = list(reversed(lines))
        super().__init__(services)

    def build(self) -> None:
        self.controls.add(Rows(self.body, "Announcements", 56, lambda: len(self.lines), self._draw_row))

    def confirm(self) -> None:
        self.close()

    def _draw_row(self, canvas: pygame.Surface, index: int, rect: pygame.Rect, chosen: bool) -> None:
        look = self.services.look
        if index % 2 == 0 or chosen:
            look.stretched(canvas, "card", rect.inflate(0, -4))
        look.text(canvas, self.lines[index], rect.inflate(-48, 0), size=28, align="left")

    def draw_body(self, canvas: pygame.Surface) -> None:
        if not self.lines:
            look = self.services.look
            look.text(canvas, self.services.tr("Nothing was announced yet."), self.body, size=30, colour="muted")
