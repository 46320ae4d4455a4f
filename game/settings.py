"""The player's choices, kept as JSON in the profile.

A file that cannot be read is set aside and the defaults are used; a single value out of range is replaced by its
default; keys this version does not know are kept for the one that does. Nothing here touches money.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from game import files
from game.messages import Message
from game.money import BANKROLLS, COIN_VALUES, CURRENCIES, DEFAULT_CURRENCY, FIRST_OFFER, FREE_CREDIT, LEVELS
from game.present.tempo import Speed

MAX_BYTES: Final = 1024 * 1024
"""A larger file is not one the game wrote."""
MAX_INDENTED: Final = 32 * 1024
"""Bytes up to which the file is written for people to read; above, without the spaces."""
MAX_KEYS: Final = 200
"""Key bindings and unknown entries kept at most."""
MAX_UNKNOWN: Final = 64 * 1024
"""Bytes of entries this version does not know that are kept."""
MAX_WORDS: Final = 200
"""Characters that a player may mix into a seed."""
MAX_DEPTH: Final = 20
"""Lists and objects within each other in an entry that is kept."""


TEXT_SIZES: Final = (100, 125, 150, 200)
"""Percent."""


class SettingsNotSaved(Exception):
    """The settings could not be written; the text is one plain sentence for the player."""


@dataclass(slots=True)
class Settings:
    """What the player chose. Changed in place; :func:`save_settings` keeps it."""

    theme: str = "princess"
    """Name of a skin folder."""
    language: str = "en"
    currency: str = DEFAULT_CURRENCY.code
    sound: bool = True
    music_volume: float = 0.8
    """0 to 1."""
    effects_volume: float = 1.0
    """0 to 1."""
    mono: bool = False
    """Both sides of the sound are mixed into one."""
    speed: str = Speed.NORMAL.value
    coin: int = FIRST_OFFER.coin
    """Coin value of the next round, minor units."""
    level: int = FIRST_OFFER.level
    ante: bool = False
    bankroll: int = FREE_CREDIT
    """Minor units of play money that a new game begins with and that a refill fills up to."""
    fullscreen: bool = False
    window: list[int] = field(default_factory=list)
    """Where the window lay on the desktop and its size, in pixels: x, y, width, height; empty where not known."""
    intro: bool = True
    """Whether the splash is shown at the start."""
    reduced_motion: bool = False
    reduce_flashing: bool = False
    text_size: int = 100
    """Percent of the usual size; one of :data:`TEXT_SIZES`."""
    high_contrast: bool = False
    """Black panels and plates with plain outlines."""
    narration: bool = False
    """The computer's voice reads the game aloud."""
    captions: bool = False
    """Say in words what sounds."""
    scanning: str = "off"
    """How fast one-switch scanning goes: off, slow, medium or fast."""
    custom_cursor: bool = True
    """The mouse pointer is the skin's own, not the system's."""
    anticipation: bool = True
    """Hold reels back where one more scatter would bring free spins."""
    show_losses: bool = True
    """Say what a round cost beside what it paid where that is no more."""
    responsible: bool = False
    """Responsible mode: slower spins, no autoplay, reality checks."""
    words: str = ""
    """What the player mixes into the seeds of the next rounds."""
    keys: dict[str, str] = field(default_factory=dict)
    """Key name -> name of the action, where the player changed it."""
    pad: dict[str, str] = field(default_factory=dict)
    """Number of a gamepad's button -> name of the action, where the player changed it."""
    unknown: dict[str, Any] = field(default_factory=dict, repr=False)
    """Entries of the file that this version does not know."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings with what the player should be told about reading them."""

    settings: Settings
    first_time: bool
    """Whether there was no file: the profile is new."""
    notes: tuple[str, ...] = ()


def _one_of(*choices: Any) -> Callable[[Any], bool]:
    return lambda value: any(value == choice and type(value) is type(choice) for choice in choices)


def _share(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= 1


def _name(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z0-9_-]{1,64}", value) is not None


def _words(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_WORDS and value.isprintable()


def _window(value: Any) -> bool:
    return isinstance(value, list) and len(value) in (0, 4) and all(type(n) is int and abs(n) < 2**15 for n in value)


def _bindings(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MAX_KEYS
        and all(isinstance(text, str) and 0 < len(text) <= 64 for pair in value.items() for text in pair)
    )


_yes_or_no: Final = _one_of(True, False)
_VALID: Final[Mapping[str, Callable[[Any], bool]]] = MappingProxyType(
    {
        "theme": _name,
        "language": _name,
        "currency": _one_of(*CURRENCIES),
        "sound": _yes_or_no,
        "music_volume": _share,
        "effects_volume": _share,
        "mono": _yes_or_no,
        "speed": _one_of(*(speed.value for speed in Speed)),
        "coin": _one_of(*COIN_VALUES),
        "level": _one_of(*LEVELS),
        "ante": _yes_or_no,
        "bankroll": _one_of(*BANKROLLS),
        "fullscreen": _yes_or_no,
        "window": _window,
        "intro": _yes_or_no,
        "reduced_motion": _yes_or_no,
        "reduce_flashing": _yes_or_no,
        "anticipation": _yes_or_no,
        "show_losses": _yes_or_no,
        "text_size": _one_of(*TEXT_SIZES),
        "high_contrast": _yes_or_no,
        "custom_cursor": _yes_or_no,
        "scanning": _one_of("off", "slow", "medium", "fast"),
        "narration": _yes_or_no,
        "captions": _yes_or_no,
        "responsible": _yes_or_no,
        "words": _words,
        "keys": _bindings,
        "pad": _bindings,
    }
)
"""Setting -> whether a value read from a file may be used."""
OTHER_ENTRIES: Final = "other entries"
LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "theme": "Theme",
        "language": "Language",
        "currency": "Currency",
        "sound": "Sound",
        "music_volume": "Music",
        "effects_volume": "Effects",
        "speed": "Speed",
        "coin": "Coin value",
        "level": "Level",
        "ante": "Double Chance",
        "bankroll": "Play money to start with",
        "fullscreen": "Full screen",
        "window": "Window",
        "intro": "Introduction",
        "reduced_motion": "Reduced motion",
        "reduce_flashing": "Reduce flashing",
        "text_size": "Text size",
        "custom_cursor": "Theme mouse pointer",
        "anticipation": "Build up to free spins",
        "show_losses": "Show returns below the bet as losses",
        "responsible": "Responsible mode",
        "words": "Your words",
        "narration": "Narration",
        "scanning": "One-switch scanning",
        "captions": "Captions",
        "mono": "Mono sound",
        "high_contrast": "High contrast",
        "keys": "Keys",
        "pad": "Keys",
    }
)
"""Setting -> what the player knows it by."""
_RENAMED: Final = MappingProxyType({"fewer_flashes": "reduce_flashing", "drawn_pointer": "custom_cursor"})
"""Setting's name up to 1.0.0 -> its name since."""


def load_settings(path: Path) -> Loaded:
    """The settings in the file, or the defaults; never raises for what a file may hold or a disk may do."""
    try:
        return _from_entries(_parse(files.read_text(path, MAX_BYTES)))
    except FileNotFoundError:
        return Loaded(Settings(), first_time=True)
    except OSError as error:
        note = Message("Couldn't read your settings ({fault}). Using the defaults.", fault=files.reason(error))
        return Loaded(Settings(), first_time=False, notes=(note,))
    except (ValueError, RecursionError):
        return Loaded(Settings(), first_time=False, notes=(_set_aside(path),))


def _parse(text: str) -> dict[str, Any]:
    """The entries in a settings file; raises ``ValueError`` or ``RecursionError``."""
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ValueError("not the settings this game writes")  # noqa: TRY004
    return data


def _from_entries(data: dict[str, Any]) -> Loaded:
    data = {_RENAMED[name]: value for name, value in data.items() if name in _RENAMED} | {
        name: value for name, value in data.items() if name not in _RENAMED
    }
    if data.pop("larger_text", False) is True:  # a switch up to 1.0.0
        data.setdefault("text_size", TEXT_SIZES[1])
    good = {name: value for name, value in data.items() if name in _VALID and _VALID[name](value)}
    unknown = _kept({name: value for name, value in data.items() if name not in _VALID})
    bad = sorted(name for name in data if name not in good and name not in unknown)
    settings = Settings(**good, unknown=unknown)
    note = Message("Some settings were invalid and have been reset: {names}.", names=labels_of(bad)) if bad else ""
    return Loaded(settings, first_time=False, notes=(note,) if note else ())


def _kept(unknown: dict[str, Any]) -> dict[str, Any]:
    """Those entries of another version that can be written again and read again."""
    kept: dict[str, Any] = {}
    room = MAX_UNKNOWN
    for name, value in unknown.items():
        if len(kept) == MAX_KEYS or _depth_exceeds(value, MAX_DEPTH):
            continue
        room_after = room - len(json.dumps({name: value}))
        if room_after >= 0:
            kept[name], room = value, room_after
    return kept


def _depth_exceeds(value: Any, limit: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return inner is not None and (limit == 0 or any(_depth_exceeds(each, limit - 1) for each in inner))


def labels_of(names: Iterable[str]) -> Message:
    """Settings by the names that the player knows."""
    labels = list(dict.fromkeys(LABELS.get(name, OTHER_ENTRIES) for name in names))
    return Message(
        ", ".join(f"{{n{number}}}" for number in range(len(labels))),
        **{f"n{number}": Message(label) for number, label in enumerate(labels)},
    )


def _set_aside(path: Path) -> str:
    aside = files.free_name(path.with_stem(f"{path.stem}-damaged"))
    try:
        path.rename(aside)
    except OSError:
        return Message("Your settings file was damaged. Using the defaults.")
    files.sync_folder(path.parent)
    return Message("Your settings file was damaged. Using the defaults; the damaged file is {file}.", file=aside.name)


def save_settings(settings: Settings, path: Path) -> None:
    """Write the settings whole or not at all; raises :class:`SettingsNotSaved`."""
    entries = settings.unknown | {name: getattr(settings, name) for name in known_settings()}
    text = json.dumps(entries, indent=2)
    if len(text) > MAX_INDENTED:
        text = json.dumps(entries, separators=(",", ":"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write_bytes(path, (text + "\n").encode())
    except OSError as error:
        raise SettingsNotSaved(
            Message(
                "Couldn't save your settings ({fault}). They'll be lost when you close the game.",
                fault=files.reason(error),
            )
        ) from error


@dataclass(slots=True)
class _Override:
    value: Any
    kept: Any
    """What is saved in its place."""
    applied: bool


class Overrides:
    """Settings chosen for this run only: they are saved as they were unless the player changes them in the game."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._given: dict[str, _Override] = {}

    def set(self, name: str, value: Any) -> None:
        """Use ``value`` in this run; None leaves the setting as it is."""
        if value is not None:
            self._given[name] = _Override(value, getattr(self._settings, name), applied=True)
            setattr(self._settings, name, value)

    def expect(self, name: str, value: Any) -> None:
        """Something else will set ``value`` in this run; None is nothing to expect."""
        if value is not None:
            self._given[name] = _Override(value, getattr(self._settings, name), applied=False)

    def to_save(self) -> Settings:
        """The settings to save; one that is no longer what was chosen was changed by the player, and stays changed."""
        for name, given in list(self._given.items()):
            now = getattr(self._settings, name)
            given.applied = given.applied or now == given.value
            if now != given.value and (given.applied or now != given.kept):
                del self._given[name]
        return replace(self._settings, **{name: given.kept for name, given in self._given.items()})


def known_settings() -> tuple[str, ...]:
    """Names of all settings a file may hold."""
    return tuple(entry.name for entry in fields(Settings) if entry.name != "unknown")
