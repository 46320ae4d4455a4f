"""A replay saved as an animated GIF: the round is played on a table nobody sees."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pygame

from game.platform.audio import Audio
from game.platform.gif import Gif
from game.present.tempo import Speed
from game.table import Played
from game.ui import layout
from game.ui.answers import Answer
from game.ui.panel import Panel
from game.ui.scene import Scene, SceneStack
from game.ui.services import Services

SIZE: Final = (480, 270)
STEP: Final = 0.1
"""Seconds from frame to frame."""
TICKS: Final = 6
"""Updates of the table for each frame."""
MAX_SECONDS: Final = 90.0
"""Seconds; a longer round is recorded up to here."""
LAST_STAYS: Final = 2.5


class NullAudio(Audio):
    """Plays nothing and leaves the mixer alone."""

    ready = False

    def __init__(self) -> None:
        super().__init__(Path())

    def _open(self) -> None:
        """Open nothing."""

    def open_again(self) -> None:
        """Open nothing."""

    def close(self) -> None:
        """Close nothing."""


class GifExport(Panel):
    """Shows the progress; leaving it early leaves no file."""

    title = "Saving GIF"
    size = (980, 460)

    def __init__(
        self,
        services: Services,
        replaying: Callable[[Services, Played], Scene],
        played: Played,
        path: Path,
        then: Callable[[], None],
    ) -> None:
        """``replaying`` makes a table that replays the round unseen; ``then`` is called once the panel is gone."""
        self.path, self.then = path, then
        self.passed = 0.0
        self.canvas = pygame.Surface(layout.CANVAS.size)
        self.unseen = replace(
            services,
            stack=SceneStack(),
            audio=NullAudio(),
            settings=replace(services.settings, speed=str(Speed.QUICK), responsible=False),
            rng=random.Random(played.round.seed),
            toasts=[],
            demo=True,
            autoplaying=False,
            closing=False,
        )
        self.unseen.stack.push(replaying(self.unseen, played))
        self.unseen.stack.apply()
        self._gif: Gif | None = None
        super().__init__(services)

    def build(self) -> None:
        rect = pygame.Rect(self.rect.centerx - 176, self.rect.bottom - 136, 352, 84)
        self.add_button(rect, "Cancel", self.close)

    def enter(self) -> None:
        super().enter()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._gif = Gif(self.path, SIZE)
        except OSError as error:
            self._fail(error)

    def exit(self) -> None:
        if self._gif is not None:
            self._gif.__exit__(InterruptedError, None, None)
            self._gif = None

    def close(self, answer: Answer | None = None, then: Callable[[], object] | None = None) -> None:
        super().close(answer, then or self.then)

    def _fail(self, error: OSError) -> None:
        self.services.notify(self.services.tr("Couldn't save the GIF: {fault}").format(fault=error.strerror))
        self.close()

    def static_key(self) -> None:
        return None

    def update(self, dt: float) -> None:
        super().update(dt)
        try:
            self._record()
        except OSError as error:
            self._fail(error)

    def _record(self) -> None:
        """One frame; at the round's end the file is closed."""
        if self._gif is None:
            return
        for _ in range(TICKS):
            self.unseen.stack.update(STEP / TICKS)
        self.passed += STEP
        over = self.unseen.closing or self.passed >= MAX_SECONDS
        if not self.unseen.closing:  # what comes after the round is not recorded
            self.unseen.stack.draw(self.canvas)
        small = pygame.transform.smoothscale(self.canvas, SIZE)
        self._gif.add(small, LAST_STAYS if over else STEP)
        if over:
            self._gif.__exit__(None, None, None)
            self._gif = None
            self.services.notify(self.services.tr("GIF saved as {file}").format(file=self.path))
            self.close()

    def draw_body(self, canvas: pygame.Surface) -> None:
        text = self.services.ntr("{count} second recorded.", "{count} seconds recorded.", round(self.passed))
        area = pygame.Rect(self.body.left, self.body.top, self.body.width, self.body.height - 90)
        self.draw_words(canvas, text, area)
