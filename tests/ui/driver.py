"""Someone who plays the real program without a window: presses controls by their names and reads the screen."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from unittest.mock import patch

import pygame

from game import app, paths
from game.engine import Seed
from game.options import parse
from game.platform.alphabet import DisplayAlphabet
from game.platform.input import (
    Action,
    Command,
    Erased,
    KeyNamed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Press,
    Release,
    Scrolled,
    Typed,
    key_map,
)
from game.platform.text import Fonts
from game.program import Program
from game.settings import Settings, save_settings
from game.ui.scene import Scene
from game.ui.services import Services
from game.ui.table.scene import TableScene
from game.ui.widgets.controls import Control, ControlGroup

FRAME = 1 / 60
SEED = Seed(7)
"""Where the rounds' seeds come from unless a test says otherwise."""
START = datetime.fromisoformat("2026-11-30T12:00:00+00:00")


class NotThere(AssertionError):
    """What the player looked for is not on the screen."""


class StartingClock(app.GameClock):
    """Begins at :data:`START` whatever day it is."""

    def __init__(self) -> None:
        self.now = START


class Player:
    """Drives one started program. Time only passes when the player waits."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.now = START
        program.services.table.ledger._clock = lambda: self.now
        program.services.table.ledger._steady = self.seconds

    def seconds(self) -> float:
        """The time as the ledger checks its clock by it."""
        return self.now.timestamp()

    @property
    def services(self) -> Services:
        return self.program.services

    @property
    def scene(self) -> Scene:
        top = self.services.stack.top
        assert top is not None
        return top

    @property
    def scenes(self) -> list[str]:
        """Class names of the scenes, lowest first."""
        return [type(scene).__name__ for scene in self.services.stack.scenes]

    @property
    def in_free_spins(self) -> bool:
        """Whether the free spins are on the table, with nothing above it."""
        return isinstance(self.scene, TableScene) and self.scene.free

    # -- time -------------------------------------------------------------------------------------------------

    def wait(self, seconds: float = 0.3) -> None:
        """Let time pass."""
        loading = self.services.loading
        if loading is not None:
            loading.wait()  # decoding takes as long as it takes; no time of the game passes
        for _ in range(max(1, round(seconds / FRAME))):
            self.program.update(FRAME)
            self.now += timedelta(seconds=FRAME)
        if self.services.theme.loaded:
            self.services.table.ledger.session()  # as every drawn frame does

    def until(self, what: str | Callable[[], bool], seconds: float = 120) -> None:
        """Wait until a text is on screen or a condition holds."""
        holds = what if callable(what) else lambda: what in self.texts()
        waited = 0.0
        while not holds():
            if waited >= seconds:
                raise NotThere(f"{what!r} did not come in {seconds} s; {self.scenes}")
            self.wait(0.25)
            waited += 0.25

    # -- pressing ---------------------------------------------------------------------------------------------

    def give(self, command: Command) -> None:
        self.program.handle(command)

    def key(self, action: Action) -> None:
        """A key for an action goes down and up."""
        self.give(Press(action))
        self.give(Release(action))
        self.wait(FRAME)

    def key_named(self, name: str) -> None:
        """A key by its name goes down and up, as the window reports it."""
        self.give(KeyNamed(name))
        action = key_map(self.services.settings.keys).get(name)
        if action is not None:
            self.give(Press(action))
            self.give(Release(action))
        self.wait(FRAME)

    def type(self, text: str, *, erase: int = 12) -> None:
        """Replace the text of the focused field."""
        for _ in range(erase):
            self.give(Erased())
        for letter in text:
            self.give(Typed(letter))
        self.wait(FRAME)

    def click(self, x: float, y: float) -> None:
        for command in (PointerMoved(x, y), PointerPressed(x, y), PointerReleased(x, y)):
            self.give(command)
        self.wait(FRAME)

    def scroll(self, x: float, y: float, steps: int) -> None:
        self.give(PointerMoved(x, y))
        self.give(Scrolled(steps))
        self.wait(FRAME)

    @property
    def group(self) -> ControlGroup:
        return self.scene.controls  # type: ignore[attr-defined]

    def control(self, name: str) -> Control:
        """The visible control of that name."""
        for control in self.group.shown:
            if control.name == name:
                return control
        raise NotThere(f"no control {name!r} in {self.scenes[-1]}: {[c.name for c in self.group.shown]}")

    def press(self, *names: str) -> None:
        """Press controls by their names, one after another, as a mouse would."""
        for name in names:
            control = self.control(name)
            if not control.is_enabled():
                raise NotThere(f"{name!r} is dimmed")
            self.click(*control.rect.center)

    def focus(self, name: str) -> None:
        """Reach a control by the keyboard."""
        for _ in range(len(self.group.controls) + 1):
            self.key(Action.FOCUS_NEXT)
            focused = self.group.focused
            if focused is not None and focused.name == name:
                return
        raise NotThere(f"{name!r} cannot be reached by the keyboard in {self.scenes[-1]}")

    # -- looking ----------------------------------------------------------------------------------------------

    def draw(self) -> pygame.Surface:
        """The canvas as it is now, redrawn whole."""
        self.program._resting = None
        self.program.draw()
        return self.services.display.canvas

    def texts(self) -> list[str]:
        """Every text on the screen."""
        with recorded() as texts:
            self.draw()
        return texts

    def reads(self, part: str) -> bool:
        """Whether ``part`` stands in a text on the screen (words may be broken over lines)."""
        return part in " ".join(self.texts())

    def small_texts(self, least: int = 22, scene: Scene | None = None) -> list[tuple[str, int]]:
        """Texts of a scene, or on the whole screen, that had to be drawn smaller than ``least`` canvas pixels to fit.

        With their size; 0 where they did not fit even at their smallest: with ``least`` 0 only these.
        """
        found: list[tuple[str, int]] = []
        line, fitted = Fonts.line, Fonts.fitted

        def line_noting(fonts, text, style, size, colour, outline=0):
            if size < least and text.strip():
                found.append((text, size))
            return line(fonts, text, style, size, colour, outline)

        def fitted_noting(fonts, text, style, size, smallest, width, colour):
            if fonts.font(style, min(size, smallest)).size(text)[0] > width * 1.02:
                found.append((text, 0))
            return fitted(fonts, text, style, size, smallest, width, colour)

        with patch.object(Fonts, "line", line_noting), patch.object(Fonts, "fitted", fitted_noting):
            self.draw() if scene is None else scene.draw(self.services.display.canvas)
        return found


@contextmanager
def recorded() -> Iterator[list[str]]:
    """Note every text that is drawn meanwhile."""
    texts: list[str] = []
    written = [(Fonts, "line", 0), (Fonts, "lettering", 0)]
    written += [(DisplayAlphabet, "line", 0), (DisplayAlphabet, "draw", 1)]
    originals = [(owner, name, getattr(owner, name)) for owner, name, _ in written]

    def noting(original, at):
        def method(writer, *args, **more):
            texts.append(args[at])
            return original(writer, *args, **more)

        return method

    for (owner, name, original), (_, _, at) in zip(originals, written, strict=True):
        setattr(owner, name, noting(original, at))
    try:
        yield texts
    finally:
        for owner, name, original in originals:
            setattr(owner, name, original)


@contextmanager
def playing(
    folder: Path, *options: str, splash: bool = False, seed: Seed | None = SEED, **chosen: object
) -> Iterator[Player]:
    """A player at the table of a profile in ``folder``, with settings ``chosen``; without ``seed`` by proofs."""
    settings = Settings(coin=10, level=1, sound=False, intro=splash, **chosen)  # type: ignore[arg-type]
    profile = paths.Profile(folder)
    if not profile.settings_file.exists():
        save_settings(settings, profile.settings_file)
    with ExitStack() as cleanup:
        with patch.object(app, "GameClock", StartingClock):
            program = app.start(parse(options), profile, cleanup, seed)
        player = Player(program)
        answers = program.services.to_answer  # each sitting begins at START, before the end of the last one
        answers[:] = [told for told in answers if not told[1].startswith("Your computer's clock is earlier")]
        program.begin()
        while "Loading" in player.scenes:
            player.wait(FRAME)
        program.services.toasts.clear()
        yield player
