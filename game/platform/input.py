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
    READ = "read"
    """Say credit, bet, win and net."""
    STOP = "stop"
    """No play for 24 hours."""
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
class AllSelected:
    """All that was typed is to be replaced."""


@dataclass(frozen=True, slots=True)
class KeyNamed:
    """A key by its name, for controls that wait for any key."""

    key: str


@dataclass(frozen=True, slots=True)
class ButtonNamed:
    """A gamepad's button by its number, for controls that wait for any."""

    button: int


@dataclass(frozen=True, slots=True)
class Focused:
    """The window gained or lost the keyboard."""

    gained: bool


@dataclass(frozen=True, slots=True)
class Uncovered:
    """Some of the window came into sight and has to be redrawn."""


@dataclass(frozen=True, slots=True)
class SoundDevice:
    """A device to play sound on was plugged in, or the one in use was pulled out."""

    there: bool


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
    | AllSelected
    | KeyNamed
    | ButtonNamed
    | Focused
    | Uncovered
    | SoundDevice
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
        "r": Action.READ,
        "escape": Action.BACK,
        "f9": Action.STOP,
        "f11": Action.FULLSCREEN,
        "f12": Action.SCREENSHOT,
        "left": Action.LEFT,
        "right": Action.RIGHT,
        "tab": Action.FOCUS_NEXT,
    }
)
"""Key name (as pygame names it) -> action."""
CHORD: Final = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
"""Keys that make of another one something the desktop or a habit means, not the game."""
MODIFIER_KEYS: Final = frozenset(
    {
        pygame.K_LCTRL,
        pygame.K_RCTRL,
        pygame.K_LALT,
        pygame.K_RALT,
        pygame.K_LMETA,
        pygame.K_RMETA,
        pygame.K_LSHIFT,
        pygame.K_RSHIFT,
    }
)
FIRST_LETTER_PLACE: Final = 4
"""Scancode of the key that is A on a US keyboard; the other letters follow."""
PLACES: Final[Mapping[int, str]] = MappingProxyType(
    {FIRST_LETTER_PLACE + number: letter for number, letter in enumerate("abcdefghijklmnopqrstuvwxyz")}
    | {45: "-", 46: "=", 47: "[", 48: "]", 49: "\\", 51: ";", 52: "'", 53: "`", 54: ",", 55: ".", 56: "/"}
)
"""Scancode -> the key there on a US keyboard."""

REPEATING: Final = frozenset({Action.BET_UP, Action.BET_DOWN, Action.LEFT, Action.RIGHT})
"""What is asked for again and again while its key is held."""
REPEAT_AFTER: Final = 400
REPEAT_EVERY: Final = 80
"""Milliseconds until a held key asks again, and from then on."""

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
"""Gamepad button -> action, on pads whose cross is a hat (as most drivers number them)."""
GAMEPAD_WITHOUT_HAT: Final[Mapping[int, Action]] = MappingProxyType(
    {
        0: Action.SPIN,
        1: Action.BACK,
        2: Action.ANTE,
        3: Action.BUY,
        4: Action.INFO,
        6: Action.AUTOPLAY,
        9: Action.BET_DOWN,
        10: Action.BET_UP,
        11: Action.BET_UP,
        12: Action.BET_DOWN,
        13: Action.FOCUS_PREVIOUS,
        14: Action.FOCUS_NEXT,
    }
)
"""The same on pads whose cross is four buttons, as PlayStation and Switch pads are numbered."""
HAT: Final = MappingProxyType(
    {(-1, 0): Action.FOCUS_PREVIOUS, (1, 0): Action.FOCUS_NEXT, (0, 1): Action.BET_UP, (0, -1): Action.BET_DOWN}
)


STICK: Final = MappingProxyType(
    {
        (0, -1): Action.FOCUS_PREVIOUS,
        (0, 1): Action.FOCUS_NEXT,
        (1, -1): Action.BET_UP,
        (1, 1): Action.BET_DOWN,
    }
)
"""(Axis, way) of the left stick -> action."""
STICK_OUT: Final = 0.6
STICK_BACK: Final = 0.35
"""How far the stick is pushed before it counts, and how far it comes back before it counts again."""
NOWHERE: Final = (-10_000.0, -10_000.0)
"""Where the pointer is when no finger touches the screen."""


def key_map(changed: Mapping[str, str]) -> Mapping[str, Action]:
    """The player's own keys laid over the usual ones: an action with a key of its own gives up the usual ones."""
    known = {str(action) for action in Action}
    own = {key: Action(name) for key, name in changed.items() if name in known}
    moved = set(own.values())
    usual = {key: action for key, action in DEFAULT_KEYS.items() if action not in moved}
    return usual | own


BUTTONS: Final = MappingProxyType({0: "A", 1: "B", 2: "X", 3: "Y", 4: "LB", 5: "RB", 6: "Back", 7: "Start"})
"""What is printed on a gamepad's buttons, where its cross is a hat."""
BUTTONS_WITHOUT_HAT: Final = MappingProxyType(
    {0: "A", 1: "B", 2: "X", 3: "Y", 4: "Back", 6: "Start", 9: "LB", 10: "RB"}
    | {11: "D-pad up", 12: "D-pad down", 13: "D-pad left", 14: "D-pad right"}
)


class Pad:
    """What the gamepad's buttons ask for: the usual, with the player's own laid over it."""

    def __init__(self) -> None:
        self.hat = True
        """The gamepad that was used last has its cross as a hat."""
        self.changed: Mapping[str, str] = {}
        """Button -> name of the action, where the player changed it."""

    def actions(self, changed: Mapping[str, str] | None = None) -> dict[int, Action]:
        """Button -> action, as it is or would be; an action with a button of its own gives up the usual one."""
        known, chosen = {str(action) for action in Action}, self.changed if changed is None else changed
        own = {int(name): Action(does) for name, does in chosen.items() if name.isdecimal() and does in known}
        usual = GAMEPAD if self.hat else GAMEPAD_WITHOUT_HAT
        moved = set(own.values())
        return {button: action for button, action in usual.items() if action not in moved} | own

    def name(self, button: int) -> str:
        """What is printed on a button; empty where nobody knows."""
        return (BUTTONS if self.hat else BUTTONS_WITHOUT_HAT).get(button, "")


class Input:
    """Translates pygame's events; holds which gamepads are plugged in."""

    def __init__(self, to_canvas: Callable[[tuple[float, float]], tuple[float, float]]) -> None:
        pygame.joystick.init()
        self.to_canvas = to_canvas
        self.keys: Mapping[str, Action] = DEFAULT_KEYS
        self.pad = Pad()
        self.pointing = True
        """The mouse was used last, not the keys, a finger or a gamepad."""
        self._gamepads: dict[int, pygame.joystick.JoystickType] = {}
        self._finger: tuple[int, int] | None = None
        """The finger that plays the pointer; others are passed over until it is lifted."""
        self._stick: dict[int, int] = {}
        """Axis -> which way the stick is pushed along it."""
        self._held: dict[int, Action] = {}
        """Place of a key that is down -> what it asked for."""
        self.milliseconds: Callable[[], int] = pygame.time.get_ticks
        self._repeats: dict[int, tuple[Command, int]] = {}
        """Place of a key that is down and repeats -> what it asks for, and when next."""

    def set_keys(self, changed: Mapping[str, str]) -> None:
        """Use the player's own keys; an unknown action is passed over."""
        self.keys = key_map(changed)

    def commands(self) -> Iterator[Command]:
        """Everything that happened since the last call."""
        for event in pygame.event.get():
            yield from self._translate(event)
        now = self.milliseconds()
        for place, (command, due) in list(self._repeats.items()):
            if now >= due:
                self._repeats[place] = (command, now + REPEAT_EVERY)
                yield command

    def _translate(self, event: pygame.event.Event) -> Iterator[Command]:
        match event.type:
            case pygame.QUIT:
                yield Quit()
            case pygame.MOUSEMOTION | pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP if not event.touch:
                yield from self._mouse(event)
            case pygame.FINGERDOWN | pygame.FINGERMOTION | pygame.FINGERUP:
                yield from self._touch(event)
            case pygame.MOUSEWHEEL:
                yield Scrolled(event.y)
            case pygame.KEYDOWN:
                yield from self._key_down(event)
            case pygame.KEYUP:
                action = self._held.pop(_place(event), None)
                self._repeats.pop(_place(event), None)
                if action is not None:
                    yield Release(action)
            case pygame.TEXTINPUT if not _types_nothing(pygame.key.get_mods()):
                yield Typed(event.text)
            case pygame.JOYBUTTONDOWN | pygame.JOYBUTTONUP | pygame.JOYHATMOTION | pygame.JOYAXISMOTION:
                yield from self._gamepad(event)
            case pygame.JOYDEVICEADDED:
                self._plug(event.device_index)
            case pygame.JOYDEVICEREMOVED:
                self._gamepads.pop(event.instance_id, None)
                self._stick.clear()
                yield Release(Action.SPIN)  # it may have been held
            case pygame.AUDIODEVICEADDED if not event.iscapture:
                yield SoundDevice(True)
            case pygame.AUDIODEVICEREMOVED if not event.iscapture and event.which:
                yield SoundDevice(False)  # 0 is a device that was not in use
            case pygame.WINDOWFOCUSLOST:
                self._repeats.clear()
                yield Focused(False)
            case pygame.WINDOWFOCUSGAINED:
                yield Focused(True)
            case pygame.WINDOWEXPOSED:
                yield Uncovered()
            case _:
                return

    def _mouse(self, event: pygame.event.Event) -> Iterator[Command]:
        """The mouse itself; what SDL makes of a finger comes as touch."""
        self.pointing = True
        point = self.to_canvas(event.pos)
        if event.type == pygame.MOUSEMOTION:
            yield PointerMoved(*point)
        elif event.button == 1 and event.type == pygame.MOUSEBUTTONDOWN:
            yield PointerMoved(*point)
            yield PointerPressed(*point)
        elif event.button == 1:
            yield PointerReleased(*point)

    def _touch(self, event: pygame.event.Event) -> Iterator[Command]:
        """One finger at a time is the pointer; when it is lifted the pointer is nowhere."""
        self.pointing = False
        finger = (event.touch_id, event.finger_id)
        if event.type == pygame.FINGERDOWN and self._finger is None:
            self._finger = finger
        elif finger != self._finger:
            return
        width, height = pygame.display.get_window_size()
        point = self.to_canvas((event.x * width, event.y * height))
        match event.type:
            case pygame.FINGERDOWN:
                yield PointerMoved(*point)
                yield PointerPressed(*point)
            case pygame.FINGERMOTION:
                yield PointerMoved(*point)
            case _:
                self._finger = None
                yield PointerReleased(*point)
                yield PointerMoved(*NOWHERE)

    def _gamepad(self, event: pygame.event.Event) -> Iterator[Command]:
        if event.type == pygame.JOYAXISMOTION:
            yield from self._push(event.axis, event.value)
            return
        self.pointing = False
        if event.type == pygame.JOYHATMOTION:
            if event.value in HAT:
                yield Press(HAT[event.value])
            return
        pad = self._gamepads.get(event.instance_id)
        self.pad.hat = pad is None or bool(pad.get_numhats())
        if event.type == pygame.JOYBUTTONDOWN:
            yield ButtonNamed(event.button)
        action = self.pad.actions().get(event.button)
        if action is not None:
            yield Press(action) if event.type == pygame.JOYBUTTONDOWN else Release(action)

    def _push(self, axis: int, value: float) -> Iterator[Command]:
        """The left stick does what the cross does, once for each time it is pushed."""
        way = (value > 0) - (value < 0)
        if abs(value) < STICK_BACK:
            self._stick.pop(axis, None)
        elif abs(value) >= STICK_OUT and self._stick.get(axis) != way and (axis, way) in STICK:
            self.pointing = False
            self._stick[axis] = way
            yield Press(STICK[axis, way])

    def _key_down(self, event: pygame.event.Event) -> Iterator[Command]:
        self.pointing = False
        if not _in_chord(event):
            yield KeyNamed(self._name(event))
            if event.key == pygame.K_BACKSPACE:
                self._repeat(event, Erased())
                yield Erased()
        elif event.key == pygame.K_a and not event.mod & pygame.KMOD_ALT:
            yield AllSelected()
        action = self._action(event)
        if action is not None:
            self._held[_place(event)] = action
            if action in REPEATING:
                self._repeat(event, Press(action))
            yield Press(action)

    def _repeat(self, event: pygame.event.Event, command: Command) -> None:
        self._repeats[_place(event)] = (command, self.milliseconds() + REPEAT_AFTER)

    def _name(self, event: pygame.event.Event) -> str:
        """The key's name, of its place on a US keyboard where the layout has no Latin letter there."""
        return pygame.key.name(event.key) or PLACES.get(getattr(event, "scancode", 0), "")

    def _action(self, event: pygame.event.Event) -> Action | None:
        name = self._name(event)
        if name in ("return", "enter") and event.mod & CHORD and not event.mod & (CHORD & ~pygame.KMOD_ALT):
            return Action.FULLSCREEN
        if _in_chord(event):
            return None
        if name == "tab" and event.mod & pygame.KMOD_SHIFT:
            return Action.FOCUS_PREVIOUS
        return self.keys.get(name)

    def _plug(self, index: int) -> None:
        try:
            gamepad = pygame.joystick.Joystick(index)
        except pygame.error:
            return  # pulled out again before it could be opened
        self._gamepads[gamepad.get_instance_id()] = gamepad


def _place(event: pygame.event.Event) -> int:
    """Which key of the keyboard it is, whatever the layout has there."""
    return getattr(event, "scancode", 0) or event.key


def _in_chord(event: pygame.event.Event) -> bool:
    """Whether Ctrl, Alt or Super is held with another key."""
    return bool(event.mod & CHORD) and event.key not in MODIFIER_KEYS


def _types_nothing(held: int) -> bool:
    """Whether text that comes with these keys held is part of a shortcut; AltGr, on Windows with Ctrl, types."""
    return bool(
        held & (pygame.KMOD_LALT | pygame.KMOD_META) or (held & pygame.KMOD_CTRL and not held & pygame.KMOD_RALT)
    )
