"""Scenes and the stack that holds them."""

from collections.abc import Callable, Hashable
from typing import Final

import pygame

from game.platform.input import Command
from game.ui.answers import Answer


class Scene:
    """One screen: a board, an overlay or a panel. ``update`` changes it, ``draw`` never does."""

    opaque: bool = True
    """Whether it hides every scene below it."""
    rests: bool = False
    """No time counts as play while it is on top."""
    takes_keys: bool = False
    """Every key goes to it, also those that are the program's own."""

    def enter(self) -> None:
        """It was put on the stack."""

    def resume(self, answer: Answer | None) -> None:
        """The scene above it left; ``answer`` is what it asks for, if anything."""

    def pause(self) -> None:
        """A scene was put above it."""

    def exit(self) -> None:
        """It left the stack."""

    def change_skin(self) -> None:
        """Another skin is shown from now on."""

    def handle(self, command: Command) -> None:
        """React to what the player did."""

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""

    def static_key(self) -> Hashable | None:
        """A value for all that stands still while the scene rests; None while it does not rest.

        While it stays the same only what moves by itself is a reason to redraw, see :meth:`ambient_rate`.
        """
        return None

    def ambient_rate(self) -> int:
        """Redraws a second that what moves by itself needs while the scene rests; 0 where nothing does."""
        return 0

    def draw(self, canvas: pygame.Surface) -> None:
        """Draw on the 1920 x 1080 canvas."""


class SceneStack:
    """Scenes over one another; only the top one lives, changes are applied after ``update``."""

    def __init__(self) -> None:
        self.scenes: Final[list[Scene]] = []
        self._pending: list[Callable[[], None]] = []

    @property
    def top(self) -> Scene | None:
        """The scene that lives."""
        return self.scenes[-1] if self.scenes else None

    def push(self, scene: Scene) -> None:
        """Put a scene on top."""
        self._pending.append(lambda: self._push(scene))

    def pop(self, answer: Answer | None = None, then: Callable[[], object] | None = None) -> None:
        """Take the top scene away; the one below resumes with ``answer``, and ``then`` is called after that."""
        self._pending.append(lambda: self._pop(answer, then))

    def replace(self, scene: Scene) -> None:
        """Put a scene in the place of the top one."""
        self._pending.append(lambda: self._replace(scene))

    def withdraw(self, scene: Scene) -> None:
        """Take a scene away as if it had never been there: the one below does not resume."""
        self._pending.append(lambda: self._withdraw(scene))

    def clear(self) -> None:
        """Take every scene away, top first."""
        self._pending.append(self._clear)

    def apply(self) -> None:
        """Carry out the changes asked for since the last call."""
        while self._pending:
            self._pending.pop(0)()

    def handle(self, command: Command) -> None:
        """Give the top scene a command."""
        if self.scenes:
            self.scenes[-1].handle(command)
        self.apply()

    def update(self, dt: float) -> None:
        """Let the top scene live, then carry out changes."""
        if self.scenes:
            self.scenes[-1].update(dt)
        self.apply()

    def draw(self, canvas: pygame.Surface) -> None:
        """Draw from the highest opaque scene up."""
        start = max((index for index, scene in enumerate(self.scenes) if scene.opaque), default=0)
        for scene in self.scenes[start:]:
            scene.draw(canvas)

    def _push(self, scene: Scene) -> None:
        if self.scenes:
            self.scenes[-1].pause()
        self.scenes.append(scene)
        scene.enter()

    def _pop(self, answer: Answer | None, then: Callable[[], object] | None) -> None:
        if self.scenes:
            self.scenes.pop().exit()
        if self.scenes:
            self.scenes[-1].resume(answer)
        if then is not None:
            then()

    def _replace(self, scene: Scene) -> None:
        if self.scenes:
            self.scenes.pop().exit()
        self.scenes.append(scene)
        scene.enter()

    def _withdraw(self, scene: Scene) -> None:
        if scene in self.scenes:
            self.scenes.remove(scene)
            scene.exit()

    def _clear(self) -> None:
        while self.scenes:
            self.scenes.pop().exit()
