"""The table when it shows a round that no money stands behind: a replay, or the guided first spin."""

from collections.abc import Callable

import pygame

from game.platform.input import Action
from game.table import Played
from game.ui import layout
from game.ui.keys import key_for
from game.ui.services import Services
from game.ui.stage_scene import DEMO, REPLAY, StageScene
from game.ui.table.playback import RoundPlayback


def nothing() -> None:
    """No more to do."""


class ReplayScene(StageScene):
    """Shows rounds again and puts the table back as it was."""

    def __init__(self, services: Services, playback: RoundPlayback) -> None:
        super().__init__(services, playback)
        self.replaying: Played | None = None
        """A round shown again, with no money behind it."""
        self._after_replay: Callable[[], None] = nothing

    def replay(self, played: Played, then: Callable[[], None] = nothing, mark: str = REPLAY) -> None:
        """Show a round again; touches no balance. ``then`` is called when it is over or left."""
        put_back = self.playback.keep()

        def over() -> None:
            put_back()
            then()

        self.replaying, self._after_replay = played, over
        self.playback.mark = mark
        self.playback.start(played)

    def show_example(self, played: Played) -> None:
        """The guided first spin: marked, explained at each step, and free."""
        self.playback.guided = True
        self.replay(played, mark=DEMO)

    @property
    def studying(self) -> bool:
        """Whether a replay is over and its last picture stays until the player leaves."""
        return self.playback.finished and bool(self.playback.mark) and not self.services.demo

    def end_replay(self) -> None:
        """The table is the player's again."""
        self.replaying = None
        self.playback.mark, self.playback.guided = "", False
        self.services.closing = self.services.closing or self.services.demo
        then, self._after_replay = self._after_replay, nothing
        then()

    def draw_caption(self, canvas: pygame.Surface) -> None:
        """Beside the board, in the place of what a demonstration has no use for: what is happening."""
        theme, tr = self.services.theme, self.services.tr
        rect = layout.BUY.union(layout.ANTE)
        theme.stretched(canvas, "panel", rect.inflate(24, 24))
        area = pygame.Rect(rect.left + 24, rect.top + 22, rect.width - 48, rect.height - 84)
        theme.paragraph(canvas, tr(self.playback.caption), area, size=28, align="centre")
        text = ""
        if self.playback.held or self.studying:
            text = tr("Press {key} or click to continue").format(key=key_for(self.services, Action.SPIN))
        foot = pygame.Rect(rect.left + 24, rect.bottom - 56, rect.width - 48, 40)
        theme.text(canvas, text, foot, size=25, style="strong", colour="gold")
