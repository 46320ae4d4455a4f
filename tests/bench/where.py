"""Where a frame of the busiest moment goes: milliseconds of each part of drawing it, in windows of three sizes.

Runs on an X display if there is one (Xvfb will do), without one on SDL's dummy driver.
"""

import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
if not os.environ.get("DISPLAY"):
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game.app import prepare_sdl, tune_process
from game.engine import Mode, Seed
from game.platform.display import Display
from game.program import Program
from game.ui.playback import RoundPlayback
from game.ui.table.view import TableView
from game.ui.widgets.backdrop import Backdrop
from game.ui.widgets.board import BoardWidget
from game.ui.widgets.controls import ControlGroup
from game.ui.widgets.hud import Hud
from tests.bench.figures import percentile
from tests.bench.frames import SIZES, busy_round
from tests.ui.driver import FRAME, playing

PARTS: dict[str, list[tuple[Any, str]]] = {
    "update": [(Program, "update")],
    "background": [(TableView, "draw")],
    "what drifts": [(Backdrop, "draw_life")],
    "board": [(BoardWidget, "draw"), (BoardWidget, "draw_above")],
    "character": [(RoundPlayback, "draw_character"), (RoundPlayback, "draw_cat")],
    "particles": [(RoundPlayback, "draw_particles")],
    "text": [(Hud, "draw_wins"), (Hud, "draw_clock"), (Hud, "draw_banner"), (TableView, "_draw_meters")],
    "controls": [(ControlGroup, "draw"), (ControlGroup, "draw_tooltip")],
    "scale": [(Display, "_put")],
    "flip": [(pygame.display, "flip"), (pygame.display, "update")],
}
"""Part -> the calls that make it up; what one of them leaves to another part is not counted twice."""
ALL = "whole frame"


class Clock:
    """Seconds spent in each part since the last frame."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._inside: list[float] = []

    def timed(self, part: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def method(*given: Any, **named: Any) -> Any:
            begun = time.perf_counter()
            self._inside.append(0.0)
            try:
                return call(*given, **named)
            finally:
                taken = time.perf_counter() - begun
                self.spent[part] += taken - self._inside.pop()
                if self._inside:
                    self._inside[-1] += taken

        return method


@contextmanager
def watched(clock: Clock) -> Iterator[None]:
    """Time every part while it lasts."""
    with ExitStack() as back:
        for part, calls in PARTS.items():
            for owner, name in calls:
                original = owner.__dict__[name]
                timed = clock.timed(part, getattr(owner, name))
                setattr(owner, name, staticmethod(timed) if isinstance(original, staticmethod) else timed)
                back.callback(setattr, owner, name, original)
        yield


def frames(size: str) -> dict[str, list[float]]:
    """Milliseconds of every frame of a busy round by part."""
    clock, found = Clock(), defaultdict(list)
    with tempfile.TemporaryDirectory() as folder, playing(Path(folder), "--size", size) as player, watched(clock):
        player.wait(1.5)
        player.services.table.next_seed = lambda: Seed(busy_round())
        player.scene.rounds.spin(Mode.BASE)
        while player.scene.playback.playing:
            clock.spent.clear()
            begun = time.perf_counter()
            player.program.update(FRAME)
            player.program.draw()
            found[ALL].append(1000 * (time.perf_counter() - begun))
            for part in PARTS:
                found[part].append(1000 * clock.spent[part])
    return found


def main() -> None:
    sizes = {size: frames(size) for size in SIZES}
    print("Where a frame goes, ms p50 / p99")
    print("  " + "part".ljust(14) + "".join(size.rjust(18) for size in SIZES))
    for part in (*PARTS, ALL):
        cells = [(percentile(sizes[size][part], 0.5), percentile(sizes[size][part], 0.99)) for size in SIZES]
        print("  " + part.ljust(14) + "".join(f"{middle:8.2f} / {slow:6.2f}".rjust(18) for middle, slow in cells))


if __name__ == "__main__":
    prepare_sdl()
    tune_process()
    main()
