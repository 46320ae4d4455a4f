"""How a session stands, and its end: time and money, plainly."""

from game.ui.boxes import Box, Column, Text
from game.ui.panel import Panel
from game.ui.services import Services
from game.ui.widgets.facts import Fact, facts_box
from game.ui.widgets.hud import clock_text


def session_facts(services: Services) -> list[Fact]:
    """How the running session stands."""
    tr, session = services.tr, services.table.ledger.session()
    refills = []
    if session.refills:
        refills.append((tr("Refills"), refills_words(services, session.refills, session.refilled), "text"))
    return [
        (tr("Time played"), clock_text(session.elapsed), "text"),
        (tr("Rounds"), services.language.number(session.rounds), "text"),
        (tr("Bet"), services.money(session.stake), "text"),
        (tr("Won"), services.money(session.win), "text"),
        (tr("Net"), services.money(session.net, signed=True), "gold" if session.net > 0 else "text"),
        *refills,
    ]


def refills_words(services: Services, count: int, amount: int) -> str:
    """How many refills were taken and what they came to."""
    number = services.language.number(count)
    return f"{number} · {services.money(amount)}" if amount else number


class SessionEnd(Panel):
    """The session's account, with the way out and the way on."""

    title = "Session over"
    size = (1100, 700)
    dismissable = False
    rests = True

    def __init__(self, services: Services) -> None:
        self.facts = session_facts(services)
        super().__init__(services)

    def contents(self) -> Box:
        told = (
            "Your credit is saved. A new session starts from zero, but a session limit you reached holds for 24 hours."
        )
        return Column(facts_box(lambda: self.facts), Text(told, 26, colour="muted", align="centre"), gap=20)

    def buttons(self) -> Box:
        return self.answers(("New session", self.begin), ("Close the game", self.leave))

    def begin(self) -> None:
        """Start counting time and money from zero."""
        self.services.table.ledger.start_session()
        self.close()

    def leave(self) -> None:
        """Out of the game."""
        self.services.closing = True
