"""Rounds at the table that no money stands behind: a replay, or the guided first spin."""

from collections.abc import Callable
from typing import Final

from game.platform.input import Action
from game.table import Played
from game.ui.keys import key_for
from game.ui.playback import RoundPlayback
from game.ui.services import Services

REPLAY: Final = "REPLAY"
DEMO: Final = "DEMO"
"""What the board is marked with when no money stands behind the round."""


class ReplayController:
    """Shows rounds again and puts the stage back as it was."""

    def __init__(self, services: Services, playback: RoundPlayback) -> None:
        self.services, self.playback = services, playback
        self.mark = ""
        """:data:`REPLAY` or :data:`DEMO` while such a round is shown."""
        self._then: Callable[[], None] | None = None
        """What follows the round that is shown."""

    @property
    def guided(self) -> bool:
        """Whether each step is explained and waits to be read."""
        return self.mark == DEMO

    @property
    def studying(self) -> bool:
        """Whether the round is over and its last picture stays until the player leaves."""
        return self.playback.finished and bool(self.mark) and not self.services.demo

    def begin(self, played: Played, then: Callable[[], None] | None = None, *, mark: str = REPLAY) -> None:
        """Show a round again; touches no balance. ``then`` is called when it is over or left."""
        put_back = self.playback.keep()

        def over() -> None:
            put_back()
            if then is not None:
                then()

        self._then, self.mark = over, mark
        self.playback.start(played, stepwise=self.guided)

    def leave(self) -> None:
        """Leave before the end; :meth:`update` puts the stage back."""
        self.playback.abandon()

    def update(self) -> None:
        """Give the table back once the round is over or left."""
        if self._then is None or self.playback.playing:
            return
        then, self._then, self.mark = self._then, None, ""
        self.services.closing = self.services.closing or self.services.demo
        then()

    def prompt(self) -> str:
        """How the player goes on, while the round waits for that."""
        if not self.playback.held and not self.studying:
            return ""
        return self.services.tr("Press {key} or click to continue").format(key=key_for(self.services, Action.SPIN))
