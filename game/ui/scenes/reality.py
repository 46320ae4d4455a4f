"""The reality check, which must be answered."""

import pygame

from game.ui.panel import Panel
from game.ui.scenes.history import History
from game.ui.scenes.limits import Limits
from game.ui.scenes.session import SessionEnd, session_facts
from game.ui.widgets.facts import draw_facts


class RealityCheck(Panel):
    """Comes at the interval the player set; the game waits for an answer."""

    title = "Reality check"
    size = (1240, 800)
    dismissable = False

    def build(self) -> None:
        y, width = self.rect.bottom - 150, (self.body.width - 60) // 4
        answers = (
            ("Keep playing", self.go_on, "button"),
            ("History", self.open_history, "button"),
            ("Limits", self.open_limits, "button"),
            ("End session", self.end, "button_primary"),
        )
        for index, (name, action, kind) in enumerate(answers):
            rect = pygame.Rect(self.body.left + index * (width + 20), y, width, 88)
            self.add_button(rect, name, action, kind=kind, size=28)

    def go_on(self) -> None:
        """The player has seen it and plays on."""
        self.services.table.ledger.reality_check_answered()
        self.close()

    @property
    def takes_space(self) -> bool:
        return False

    def open_history(self) -> None:
        """Look at the rounds first."""
        self.services.stack.push(History(self.services))

    def open_limits(self) -> None:
        """Look at the limits first."""
        self.services.stack.push(Limits(self.services))

    def end(self) -> None:
        """The player has seen it and stops."""
        self.services.table.ledger.reality_check_answered()
        self.services.stack.replace(SessionEnd(self.services))

    def draw_body(self, canvas: pygame.Surface) -> None:
        services, body = self.services, self.body
        text = services.tr("Your session so far. Choose how to go on.")
        bottom = services.theme.paragraph(
            canvas, text, pygame.Rect(body.left, body.top, body.width, 80), size=28, align="centre"
        )
        area = pygame.Rect(body.left + 60, bottom + 20, body.width - 120, 0)
        draw_facts(canvas, services.theme, area, session_facts(services))
