"""What the player does: mouse, touch, keyboard and gamepad, translated into one closed set of commands."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

import pygame


class Action(StrEnum):
    """What a key or gamepad button asks for."""

    SPIN = "spin"
    """Spin, stop, continue; presses the focused control if there is one."""
    BET_UP = "bet_up"
    BET_DOWN = "bet_down"
    AUTOPLAY = "autoplay"
    BUY = "buy"
    ANTE = "ante"
    THEME = "theme"
    MUTE = "mute"
    SPEED = "speed"
    INFO = "info"
    HISTORY = "history"
    BACK = "back"
    FULLSCREEN = "fullscreen"
    SCREENSHOT = "screenshot"
    LEFT = "left"
    RIGHT = "right"
    FOCUS_NEXT = "focus_next"
    FOCUS_PREVIOUS = "focus_previous"


@dataclass(frozen=True, slots=True)
class Press:
    """A key or button went down."""

    action: Action


@dataclass(frozen=True, slots=True)
class Release:
    """A key or button came up."""

    action: Action


@dataclass(frozen=True, slots=True)
class PointerMoved:
    """The mouse or finger is at a canvas point."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class PointerPressed:
    """The left button or a finger went down."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class PointerReleased:
    """The left button or a finger came up."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Scrolled:
    """The wheel turned; positive is up."""

    steps: int


@dataclass(frozen=True, slots=True)
class Typed:
    """Text was entered."""

    text: str


@dataclass(frozen=True, slots=True)
class Erased:
    """Backspace."""


@dataclass(frozen=True, slots=True)
class KeyNamed:
    """A key by its name, for controls that wait for any key."""

    key: str


@dataclass(frozen=True, slots=True)
class Focused:
    """The window gained or lost the keyboard."""

    gained: bool


@dataclass(frozen=True, slots=True)
class Quit:
    """The window is closed."""


Command: TypeAlias = (
    Press
    | Release
    | PointerMoved
    | PointerPressed
    | PointerReleased
    | Scrolled
    | Typed
    | Erased
    | KeyNamed
    | Focused
    | Quit
)

DEFAULT_KEYS: Final[Mapping[str, Action]] = MappingProxyType(
    {
        "space": Action.SPIN,
        "return": Action.SPIN,
        "enter": Action.SPIN,
        "up": Action.BET_UP,
        "down": Action.BET_DOWN,
        "a": Action.AUTOPLAY,
        "b": Action.BUY,
        "x": Action.ANTE,
        "t": Action.THEME,
        "m": Action.MUTE,
        "s": Action.SPEED,
        "i": Action.INFO,
        "h": Action.HISTORY,
        "escape": Action.BACK,
        "f11": Action.FULLSCREEN,
        "f12": Action.SCREENSHOT,
        "left": Action.LEFT,
        "right": Action.RIGHT,
        "tab": Action.FOCUS_NEXT,
    }
)
"""Key name (as pygame names it) -> action."""

GAMEPAD: Final[Mapping[int, Action]] = MappingProxyType(
    {
        0: Action.SPIN,
        1: Action.BACK,
        2: Action.ANTE,
        3: Action.BUY,
        4: Action.BET_DOWN,
        5: Action.BET_UP,
        6: Action.INFO,
        7: Action.AUTOPLAY,
    }
)
"""Gamepad button -> action."""
HAT: Final = MappingProxyType(
    {(-1, 0): Action.FOCUS_PREVIOUS, (1, 0): Action.FOCUS_NEXT, (0, 1): Action.BET_UP, (0, -1): Action.BET_DOWN}
)


def key_map(changed: Mapping[str, str]) -> Mapping[str, Action]:
    """The player's own keys laid over the usual ones: an action with a key of its own gives up the usual ones."""
    known = {str(action) for action in Action}
    own = {key: Action(name) for key, name in changed.items() if name in known}
    moved = set(own.values())
    usual = {key: action for key, action in DEFAULT_KEYS.items() if action not in moved}
    return usual | own


class Input:
    """Translates pygame's events; holds which gamepads are plugged in."""

    def __init__(self, to_canvas: Callable[[tuple[float, float]], tuple[float, float]]) -> None:
        pygame.joystick.init()
        self.to_canvas = to_canvas
        self.keys: Mapping[str, Action] = DEFAULT_KEYS
        self._gamepads: dict[int, pygame.joystick.JoystickType] = {}

    def set_keys(self, changed: Mapping[str, str]) -> None:
        """Use the player's own keys; an unknown action is passed over."""
        self.keys = key_map(changed)

    def commands(self) -> Iterator[Command]:
        """Everything that happened since the last call."""
        for event in pygame.event.get():
            yield from self._translate(event)

    def _translate(self, event: pygame.event.Event) -> Iterator[Command]:
        match event.type:
            case pygame.QUIT:
                yield Quit()
            case pygame.MOUSEMOTION if not event.touch:
                yield PointerMoved(*self.to_canvas(event.pos))
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                point = self.to_canvas(event.pos)
                yield PointerMoved(*point)
                yield PointerPressed(*point)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                yield PointerReleased(*self.to_canvas(event.pos))
            case pygame.MOUSEWHEEL:
                yield Scrolled(event.y)
            case pygame.KEYDOWN:
                yield from self._key_down(event)
            case pygame.KEYUP:
                action = self._action(event)
                if action is not None:
                    yield Release(action)
            case pygame.TEXTINPUT:
                yield Typed(event.text)
            case pygame.JOYBUTTONDOWN if event.button in GAMEPAD:
                yield Press(GAMEPAD[event.button])
            case pygame.JOYBUTTONUP if event.button in GAMEPAD:
                yield Release(GAMEPAD[event.button])
            case pygame.JOYHATMOTION if event.value in HAT:
                yield Press(HAT[event.value])
            case pygame.JOYDEVICEADDED:
                self._plug(event.device_index)
            case pygame.JOYDEVICEREMOVED:
                self._gamepads.pop(event.instance_id, None)
            case pygame.WINDOWFOCUSLOST:
                yield Focused(False)
            case pygame.WINDOWFOCUSGAINED:
                yield Focused(True)
            case _:
                return

    def _key_down(self, event: pygame.event.Event) -> Iterator[Command]:
        name = pygame.key.name(event.key)
        yield KeyNamed(name)
        if event.key == pygame.K_BACKSPACE:
            yield Erased()
        action = self._action(event)
        if action is not None:
            yield Press(action)

    def _action(self, event: pygame.event.Event) -> Action | None:
        name = pygame.key.name(event.key)
        if name in ("return", "enter") and event.mod & pygame.KMOD_ALT:
            return Action.FULLSCREEN
        if name == "tab" and event.mod & pygame.KMOD_SHIFT:
            return Action.FOCUS_PREVIOUS
        return self.keys.get(name)

    def _plug(self, index: int) -> None:
        try:
            gamepad = pygame.joystick.Joystick(index)
        except pygame.error:
            return  # pulled out again before it could be opened
        self._gamepads[gamepad.get_instance_id()] = gamepad
