"""A replay saved as an animated GIF: the round is played on a table nobody sees."""

import math
import random
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pygame

from game import files
from game.platform.audio import Audio
from game.platform.gif import Gif, GifWorker
from game.present.best_spins import best_spins
from game.present.chapters import chapters_of, end_of_spin, start_of_spin
from game.present.tempo import Speed
from game.table import Played
from game.ui import layout
from game.ui.answers import Answer
from game.ui.boxes import NOWHERE, Box, Column, Grid, Text, shown_while
from game.ui.panel import Panel
from game.ui.scene import Scene, SceneStack
from game.ui.services import MessageLog, Services
from game.ui.widgets.field import Choice
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
QUEUE: Final = 3
"""Frames that may wait to be packed; until then no other is drawn."""


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
    """Asks which spins are wanted, then shows the progress; leaving it early leaves no file.

    The frames are drawn here, one at a time; the background packs and writes them.
    """

    title = "Saving GIF"
    size = (980, 460)

    def __init__(
        self,
        services: Services,
        replaying: Callable[[Services, Played, int], tuple[Scene, Callable[[], int]]],
        played: Played,
        path: Path,
        then: Callable[[], None],
    ) -> None:
        """``replaying`` makes a table that replays the round unseen from a number of events on.

        ``then`` is called once the panel is gone.
        """
        self.path, self.then, self.played, self.replaying = path, then, played, replaying
        self.canvas = pygame.Surface(layout.CANVAS.size)
        self.passed = self.length = 0.0
        """Seconds of the round that were recorded, and that it takes."""
        best = best_spins(played.round.events, 1)
        self.first = self.last = best[0].spin if best else 0
        """Spins that are recorded, the first and the last."""
        self.spins = max(chapter.spin for chapter in chapters_of(played.round.events))
        self.choosing = self.spins > 0
        """Which spins is still to be chosen."""
        self._gif: GifWorker | None = None
        self._measured = self._finishing = False
        super().__init__(services)
        self.unseen = self._begin_unseen()

    def _begin_unseen(self) -> Services:
        """The spins on a table nobody sees: twice the same, once to measure them and once to show them."""
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
        events = self.played.round.events
        start, self.end = start_of_spin(events, self.first), end_of_spin(events, self.last)
        scene, self.shown = self.replaying(unseen, self.played, start)
        unseen.stack.push(scene)
        unseen.stack.apply()
        return unseen

    @property
    def over(self) -> bool:
        """Whether the unseen table has come to the end of the last spin."""
        whole = self.end >= len(self.played.round.events)
        return self.unseen.closing or (not whole and self.shown() >= self.end)

    def contents(self) -> Box:
        spins = [str(spin) for spin in range(self.spins + 1)]
        more: dict[str, Any] = {"shown": self._named}
        first = Choice(NOWHERE, "From", lambda: spins, lambda: str(self.first), self._set_first, label="From", **more)
        last = Choice(NOWHERE, "To", lambda: spins, lambda: str(self.last), self._set_last, label="To", **more)
        progress = Text(self._progress, 32, align="centre", grows=True)
        progress.is_visible = lambda: not self.choosing
        return Column(shown_while(lambda: self.choosing, first, last), progress, gap=20)

    def buttons(self) -> Box:
        buttons = [self.button("Cancel", self.close)]
        if self.choosing:
            buttons += [
                self.button("Whole round", self._choose_all),
                self.button("Save", self.confirm, kind="button_primary"),
            ]
            for button in buttons[1:]:
                button.is_visible = lambda: self.choosing
        return Grid(*buttons, columns=3, gap=20)

    def _named(self, spin: str) -> str:
        tr = self.services.tr
        return tr("Free spin {spin}").format(spin=spin) if int(spin) else tr("Paid spin")

    def _set_first(self, spin: str) -> None:
        self.first = int(spin)
        self.last = max(self.first, self.last)

    def _set_last(self, spin: str) -> None:
        self.last = int(spin)
        self.first = min(self.first, self.last)

    def _choose_all(self) -> None:
        self.first, self.last = 0, self.spins

    def confirm(self) -> None:
        """Record the chosen spins."""
        if self.choosing:
            self.choosing = False
            self.unseen = self._begin_unseen()

    def enter(self) -> None:
        super().enter()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._gif = GifWorker(Gif(self.path, SIZE), self.services.background.submit)
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
        gif = self._gif
        if gif is None or self.choosing:
            return
        if gif.waiting >= QUEUE and self.services.display.headless:
            self.services.background.finish()  # no time of the game passes meanwhile
        if gif.error is not None:
            self._fail(gif.error)
        elif gif.done:
            self._gif = None
            self.services.notify(self._saved(), self.path.parent)
            self.close()
        elif not self._measured:
            self._measure()
        elif not self._finishing and gif.waiting < QUEUE:
            self._record(gif)
        elif self._finishing and self.services.display.headless:
            self.services.background.finish()

    def _measure(self) -> None:
        """Play some of the round without drawing it, to know how long it is."""
        end = time.perf_counter() + MEASURED_AT_ONCE
        while time.perf_counter() < end:
            self._step()
            self.length += STEP
            if self.over or self.length >= MAX_ROUND:
                self._measured, self.unseen = True, self._begin_unseen()
                return

    def _step(self) -> None:
        for _ in range(TICKS):
            self.unseen.stack.update(STEP / TICKS)

    @property
    def haste(self) -> int:
        """How many times as fast as it was played the round is shown."""
        return max(1, math.ceil(self.length / MAX_SECONDS))

    def _record(self, gif: GifWorker) -> None:
        """One frame; after the last one the file is closed."""
        at_end, over = self.passed >= self.length - END, False
        for _ in range(1 if at_end else self.haste):
            self._step()
            self.passed += STEP
            over = self.over or self.passed >= MAX_ROUND
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
            self._finishing = True

    def _saved(self) -> str:
        if self.haste == 1:
            return self.services.tr("GIF saved as {file}").format(file=self.path)
        text = self.services.tr("GIF saved as {file}, {count} times as fast")
        return text.format(file=self.path, count=self.services.language.number(self.haste))

    def _progress(self) -> str:
        share = min(1.0, self.passed / self.length) if self._measured and self.length else 0.0
        return self.services.tr("{percent} recorded.").format(percent=self.services.language.percent(share, 0))
