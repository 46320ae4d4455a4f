"""The reality check, which must be answered."""

from game.ui.boxes import Box, Column, Text
from game.ui.panel import Panel
from game.ui.scenes.history import History
from game.ui.scenes.limits import Limits
from game.ui.scenes.session import SessionEnd, session_facts
from game.ui.widgets.facts import facts_box


class RealityCheck(Panel):
    """Comes at the interval the player set; the game waits for an answer."""

    title = "Reality check"
    size = (1240, 700)
    dismissable = False

    def contents(self) -> Box:
        text = Text("Your session so far. Choose how to go on.", 28, align="centre")
        return Column(text, facts_box(lambda: session_facts(self.services)), gap=20)

    def buttons(self) -> Box:
        return self.answers(
            ("Keep playing", self.go_on),
            ("History", self.open_history),
            ("Limits", self.open_limits),
            ("End session", self.end),
            size=28,
        )

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
