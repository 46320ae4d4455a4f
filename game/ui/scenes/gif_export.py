"""A replay saved as an animated GIF: the round is played on a table nobody sees."""

import math
import random
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pygame

from game import files
from game.platform.audio import Audio
from game.platform.gif import Gif
from game.present.tempo import Speed
from game.table import Played
from game.ui import layout
from game.ui.answers import Answer
from game.ui.panel import Panel
from game.ui.scene import Scene, SceneStack
from game.ui.services import MessageLog, Services
from game.ui.widgets.hud import mark_play

SIZE: Final = (480, 270)
STEP: Final = 0.1
"""Seconds from frame to frame."""
TICKS: Final = 6
"""Updates of the table for each frame."""
MAX_SECONDS: Final = 90.0
"""A longer round is shown faster, so that its result is always there."""
MAX_BYTES: Final = 9_500_000
"""Of the file; where it would become larger, frames are left out."""
FIRST_SHARE: Final = 0.06
"""Of the bytes that may be used at once."""
END: Final = 2.0
"""Seconds before the end of a round in which every frame is recorded, for the last one is the result."""
MEASURED_AT_ONCE: Final = 0.012
"""Seconds of a frame in which the round's length is measured."""
MAX_ROUND: Final = 3600.0
"""Seconds of play after which a round is taken to be at its end."""
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
        self.path, self.then, self.played, self.replaying = path, then, played, replaying
        self.canvas = pygame.Surface(layout.CANVAS.size)
        self.passed = self.length = 0.0
        """Seconds of the round that were recorded, and that it takes."""
        self._gif: Gif | None = None
        self._measured = False
        super().__init__(services)
        self.unseen = self._begin_unseen()

    def _begin_unseen(self) -> Services:
        """The round from its beginning on a table nobody sees: twice the same, once to measure it and once to show."""
        unseen = replace(
            self.services,
            stack=SceneStack(),
            audio=NullAudio(),
            settings=replace(self.services.settings, speed=str(Speed.QUICK), responsible=False),
            rng=random.Random(self.played.round.seed),
            toasts=[],
            log=MessageLog(),
            demo=True,
            autoplaying=False,
            closing=False,
        )
        unseen.stack.push(self.replaying(unseen, self.played))
        unseen.stack.apply()
        return unseen

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
            self._gif.cancel()
            self._gif = None

    def close(self, answer: Answer | None = None, then: Callable[[], object] | None = None) -> None:
        super().close(answer, then or self.then)

    def _fail(self, error: OSError) -> None:
        self.services.notify(self.services.tr("Couldn't save the GIF: {fault}").format(fault=files.reason(error)))
        self.exit()
        self.close()

    def static_key(self) -> None:
        return None

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._gif is None:
            return
        if not self._measured:
            self._measure()
            return
        try:
            self._record(self._gif)
        except OSError as error:
            self._fail(error)

    def _measure(self) -> None:
        """Play some of the round without drawing it, to know how long it is."""
        end = time.perf_counter() + MEASURED_AT_ONCE
        while time.perf_counter() < end:
            self._step()
            self.length += STEP
            if self.unseen.closing or self.length >= MAX_ROUND:
                self._measured, self.unseen = True, self._begin_unseen()
                return

    def _step(self) -> None:
        for _ in range(TICKS):
            self.unseen.stack.update(STEP / TICKS)

    @property
    def haste(self) -> int:
        """How many times as fast as it was played the round is shown."""
        return max(1, math.ceil(self.length / MAX_SECONDS))

    def _record(self, gif: Gif) -> None:
        """One frame; at the round's end the file is closed."""
        at_end, over = self.passed >= self.length - END, False
        for _ in range(1 if at_end else self.haste):
            self._step()
            self.passed += STEP
            over = self.unseen.closing or self.passed >= MAX_ROUND
            if over:
                break
        share = FIRST_SHARE + (1 - 2 * FIRST_SHARE) * self.passed / self.length
        if not at_end and not over and gif.written > MAX_BYTES * share:
            gif.prolong(STEP)
            return
        if not self.unseen.closing:  # what comes after the round is not recorded
            self.unseen.stack.draw(self.canvas)
        small = pygame.transform.smoothscale(self.canvas, SIZE)
        mark_play(small, self.services)
        gif.add(small, LAST_STAYS if over else STEP)
        if over:
            gif.finish()
            self._gif = None
            self.services.notify(self._saved())
            self.close()

    def _saved(self) -> str:
        if self.haste == 1:
            return self.services.tr("GIF saved as {file}").format(file=self.path)
        text = self.services.tr("GIF saved as {file}, {count} times as fast")
        return text.format(file=self.path, count=self.services.language.number(self.haste))

    def draw_body(self, canvas: pygame.Surface) -> None:
        share = min(1.0, self.passed / self.length) if self._measured and self.length else 0.0
        text = self.services.tr("{percent} recorded.").format(percent=self.services.language.percent(share, 0))
        area = pygame.Rect(self.body.left, self.body.top, self.body.width, self.body.height - 90)
        self.draw_words(canvas, text, area)
