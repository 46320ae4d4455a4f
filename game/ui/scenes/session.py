"""How a session stands, and its end: time and money, plainly."""

import pygame

from game.ui.panel import Panel
from game.ui.services import Services
from game.ui.widgets.facts import Fact, draw_facts
from game.ui.widgets.hud import clock_text


def session_facts(services: Services) -> list[Fact]:
    """How the running session stands."""
    tr, session = services.tr, services.table.ledger.session()
    return [
        (tr("Time played"), clock_text(session.elapsed), "text"),
        (tr("Rounds"), services.language.number(session.rounds), "text"),
        (tr("Bet"), services.money(session.stake), "text"),
        (tr("Won"), services.money(session.win), "text"),
        (tr("Net"), services.money(session.net, signed=True), "gold" if session.net > 0 else "text"),
    ]


class SessionEnd(Panel):
    """The session's account, with the way out and the way on."""

    title = "Session over"
    size = (1100, 760)
    dismissable = False

    def build(self) -> None:
        y, width = self.rect.bottom - 150, (self.body.width - 20) // 2
        left = pygame.Rect(self.body.left, y, width, 88)
        self.add_button(left, "New session", self.begin)
        right = pygame.Rect(self.body.left + width + 20, y, width, 88)
        self.add_button(right, "Close the game", self.leave, kind="button_primary")

    def enter(self) -> None:
        super().enter()
        self.facts = session_facts(self.services)

    def begin(self) -> None:
        """Start counting time and money from zero."""
        self.services.table.ledger.start_session()
        self.close()

    def leave(self) -> None:
        """Out of the game."""
        self.services.closing = True

    def draw_body(self, canvas: pygame.Surface) -> None:
        services, body = self.services, self.body
        area = pygame.Rect(body.left + 60, body.top, body.width - 120, 0)
        bottom = draw_facts(canvas, services.theme, area, self.facts)
        text = services.tr("Your credit is saved. A new session starts its budget again from zero.")
        services.theme.paragraph(
            canvas, text, pygame.Rect(body.left, bottom + 14, body.width, 76), size=26, colour="muted", align="centre"
        )
