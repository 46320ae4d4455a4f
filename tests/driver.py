"""Drives the real game without a screen: presses controls by name, lets game time pass, looks at the canvas."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pygame

from game import app, paths
from game.engine import Mode, Seed
from game.platform.input import Action, Command, PointerMoved, PointerPressed, PointerReleased, Press, Release
from game.ui.scene import Scene

FRAME = 1 / 60


class GameDriver:
    """A running game on a profile of its own; use it as a context manager."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder, self.arguments = folder, arguments
        self._cleanup = ExitStack()

    def __enter__(self) -> "GameDriver":
        options = app.parse(["--profile", str(self.folder), "--mute", *self.arguments])
        self.program = app.start(options, paths.find_profile(self.folder), self._cleanup)
        self.program.begin()
        self.services = self.program.services
        self.until(lambda: self.services.loading is None and self.services.look.loaded, real_time=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._cleanup.close()

    # -- looking ----------------------------------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        """The scene that lives."""
        top = self.services.stack.top
        assert top is not None
        return top

    @property
    def scene_name(self) -> str:
        return type(self.scene).__name__

    def draw(self) -> pygame.Surface:
        """Draw a frame and return the canvas."""
        self.program.draw()
        return self.services.display.canvas

    def save(self, path: Path, size: tuple[int, int] = (1920, 1080)) -> None:
        """Save a frame as PNG, scaled."""
        canvas = self.draw()
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(canvas if size == canvas.get_size() else pygame.transform.smoothscale(canvas, size), path)

    # -- doing ------------------------------------------------------------------------------------------------

    def step(self, seconds: float = FRAME) -> None:
        """Let game time pass, frame by frame."""
        for _ in range(max(1, round(seconds / FRAME))):
            self.program.update(FRAME)

    def until(self, condition: Callable[[], bool], limit: float = 120.0, *, real_time: bool = False) -> None:
        """Let time pass until ``condition``; an error after ``limit`` seconds of game time."""
        clock = pygame.time.Clock()
        for _ in range(round(limit / FRAME)):
            if condition():
                return
            self.program.update(FRAME)
            if real_time:
                clock.tick(60)
        raise AssertionError(f"{self.scene_name} did not get there in {limit:g} s")

    def until_scene(self, name: str, limit: float = 240.0) -> None:
        """Let time pass until a scene of that class lives."""
        self.until(lambda: self.scene_name == name, limit)

    def do(self, command: Command) -> None:
        """Give the game one command."""
        self.program.handle(command)

    def key(self, action: Action) -> None:
        """Press and release a key by what it does."""
        self.do(Press(action))
        self.do(Release(action))

    def press(self, name: str) -> None:
        """Click the control of that name in the scene that lives."""
        control = self.scene.controls.named(name)  # type: ignore[attr-defined]
        assert control.is_visible(), f"{name} is not shown"
        self.click(*control.rect.center)

    def click(self, x: float, y: float) -> None:
        """Click a canvas point."""
        for command in (PointerMoved(x, y), PointerPressed(x, y), PointerReleased(x, y)):
            self.do(command)
        self.step()

    def deal(self, *seeds: int) -> None:
        """The next rounds are those of these seeds."""
        waiting = iter(seeds)
        self.services.table.next_seed = lambda: Seed(next(waiting))

    def play(self, seed: int, mode: Mode = Mode.BASE) -> None:
        """Start the round of a seed on the base game."""
        self.deal(seed)
        self.scene.spin(mode)  # type: ignore[attr-defined]
