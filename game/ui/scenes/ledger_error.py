"""The saved game cannot be read or written in the middle of things: say why, and wait until it can."""

from typing import Final

import pygame

from game.ledger import LedgerError
from game.ui.boxes import Box, Text
from game.ui.panel import Panel
from game.ui.services import Services

NIGHT: Final = (14, 8, 34)


class LedgerErrorPanel(Panel):
    """Hides the scenes below, which may need the saved game to be drawn, and asks nothing of it itself."""

    title = "Your saved game"
    size = (1060, 560)
    opaque = True
    dismissable = False

    def __init__(self, services: Services, error: LedgerError) -> None:
        self.text = services.say(error)
        super().__init__(services)

    def contents(self) -> Box:
        return Text(lambda: self.text, 32, align="centre", grows=True)

    def buttons(self) -> Box:
        return self.answers(("Close the game", self.leave), ("Try again", self.try_again))

    def confirm(self) -> None:
        self.try_again()

    def try_again(self) -> None:
        """Go on where it happened; it comes back if nothing has changed."""
        self.services.stack.withdraw(self)

    def leave(self) -> None:
        """Out of the game; an open round is finished at the next start."""
        self.services.closing = True

    def draw(self, canvas: pygame.Surface) -> None:
        canvas.fill(NIGHT)
        super().draw(canvas)
