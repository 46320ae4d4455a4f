"""Skins: the schema and loader of a skin folder.

A skin is a folder with a ``skin.toml`` and its pictures; it needs no code. Everything it names lies inside the folder,
and a skin that breaks the schema is refused with the file and key at fault.
"""

import itertools
import os
import re
import stat
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from game import files
from game.engine.rules import SCATTER, SYMBOLS
from game.messages import Message

Colour: TypeAlias = tuple[int, int, int]

MANIFEST: Final = "skin.toml"
LARGEST_MANIFEST: Final = 64 * 1024
"""Bytes; a larger manifest is refused unread."""
LARGEST_LIST: Final = 4 * 1024 * 1024
"""Bytes; larger JSON is refused unread."""
LARGEST_FILE: Final = 64 * 1024 * 1024
"""Bytes; a larger picture is refused unread."""
MAX_FILES: Final = 1000
"""Files in a skin's folder; one with more is refused."""
ATLASES: Final = ("symbols", "character", "stage", "ui", "effects", "screens")
"""Sheets every skin has; each is ``<name>.json`` with its images."""
BACKGROUNDS: Final = ("background", "background_free")
COLOURS: Final = ("text", "muted", "gold", "accent", "edge", "veil", "good", "warn")
"""Flat colours every skin names."""
TIERS: Final = 5
OWN_SKINS: Final = ("princess", "christmas")
"""The skins that come with the game; they stand first in the menu."""
AMBIENCES: Final = ("petals", "snow", "stars", "none")


class BadSkin(ValueError):
    """A skin folder that cannot be used; names the file and the key."""


@dataclass(frozen=True, slots=True)
class Skin:
    """One skin, validated."""

    name: str
    """Folder name and what ``--theme`` takes."""
    title: str
    """What the menu calls it."""
    folder: Path
    colours: Mapping[str, Colour]
    """See :data:`COLOURS`."""
    ramp: tuple[Colour, ...]
    """Top to bottom colours of display lettering."""
    tiers: tuple[str, ...]
    """Names of the five big-win tiers."""
    sounds: str
    """Folder of its music and own effects under ``sounds``."""
    ambience: str
    """What drifts over the scene; one of :data:`AMBIENCES`."""
    symbols: Mapping[str, str] = field(default_factory=dict)
    """Symbol -> its name within a sentence, for those that have one of their own."""

    def file(self, name: str) -> Path:
        """A file of the skin."""
        return self.folder / name


def load_skin(folder: Path) -> Skin:
    """The skin in ``folder``; raises :class:`BadSkin`."""
    manifest = folder / MANIFEST
    _check_files(folder)
    try:
        data = tomllib.loads(files.read_text(manifest, LARGEST_MANIFEST))
    except (OSError, ValueError, RecursionError) as error:
        reason = files.reason(error) if isinstance(error, OSError) else str(error)
        raise BadSkin(f"{manifest}: {reason}") from error
    reader = _Reader(manifest, data)
    name = reader.text("name")
    if name != folder.name or not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,31}", name):
        raise BadSkin(f"{manifest}: name must be the folder's own name in small letters, not {name!r}")
    skin = Skin(
        name=name,
        title=reader.text("title"),
        folder=folder,
        colours={key: reader.colour("colours", key) for key in COLOURS},
        ramp=reader.ramp("colours", "ramp"),
        tiers=reader.names("tiers", "names", TIERS),
        sounds=reader.text("sounds", "folder"),
        ambience=reader.choice("ambience", "kind", AMBIENCES),
        symbols=reader.optional_names("symbols", (*SYMBOLS, SCATTER)),
    )
    if not re.fullmatch(r"[a-z0-9_-]{1,32}", skin.sounds):
        raise BadSkin(f"{manifest}: sounds.folder must be a plain folder name")
    for needed in [f"{atlas}.json" for atlas in ATLASES] + [f"{picture}.webp" for picture in BACKGROUNDS]:
        if not (folder / needed).is_file():
            raise BadSkin(f"{folder / needed}: missing")
    return skin


def _check_files(folder: Path) -> None:
    """See that what lies in a skin's folder is plain files of a bearable size that are really there.

    Hidden files, such as an editor's locks, are passed over.
    """
    try:
        inside = files.list_folder(folder)
    except OSError as error:
        raise BadSkin(f"{folder}: {files.reason(error)}") from error
    if len(inside) > MAX_FILES:
        raise BadSkin(f"{folder}: more than {MAX_FILES} files")
    home = folder.resolve()
    for file in inside:
        try:
            leads_outside, found = not file.resolve().is_relative_to(home), file.stat()
        except OSError as error:
            raise BadSkin(f"{file}: {files.reason(error)}") from error
        except RuntimeError as error:  # what a loop of links is before Python 3.13
            raise BadSkin(f"{file}: a link that leads nowhere") from error
        if leads_outside:
            raise BadSkin(f"{file}: leads outside the skin's folder")
        if stat.S_ISDIR(found.st_mode):
            continue
        if not stat.S_ISREG(found.st_mode):
            raise BadSkin(f"{file}: not a plain file")
        largest = LARGEST_LIST if file.suffix == ".json" else LARGEST_FILE
        if found.st_size > largest:
            raise BadSkin(f"{file}: larger than {largest} bytes")


@dataclass(frozen=True, slots=True)
class FoundSkins:
    """The skins there are."""

    skins: Mapping[str, Skin]
    """By name, in menu order: the game's own first."""
    notes: tuple[Message, ...] = ()
    """A sentence for each folder that was left out or is listed under another name."""
    errors: Mapping[str, str] = field(default_factory=dict)
    """Name of a folder that was left out -> why, with file and key."""


def find_skins(game_folder: Path, player_folder: Path | None = None) -> FoundSkins:
    """Every skin in the game's folder and in the player's, which need not be there; never raises."""
    skins: dict[str, Skin] = {}
    notes: list[Message] = []
    errors: dict[str, str] = {}

    def leave_out(folder: Path, reason: str) -> None:
        errors[folder.name] = reason
        notes.append(Message("Skin left out: {reason}", reason=reason))

    for folder in _folders(game_folder, lambda path: os.path.isfile(f"{path}{os.sep}{MANIFEST}")):  # noqa: PTH113  never raises
        try:
            skin = load_skin(folder)
        except BadSkin as error:
            leave_out(folder, str(error))
        else:
            skins[skin.name] = skin
    try:
        own = _folders(player_folder, os.path.isdir) if player_folder is not None else []
    except OSError as error:
        notes.append(
            Message("Couldn't read the folder {folder} ({reason}).", folder=player_folder, reason=files.reason(error))
        )
        own = []
    taken = {*OWN_SKINS, *skins, *(folder.name for folder in own)}
    for folder in own:
        try:
            skin = load_skin(folder)
        except BadSkin as error:
            leave_out(folder, str(error))
            continue
        if skin.name in OWN_SKINS or skin.name in skins:
            skin = _renamed(skin, taken)
            taken.add(skin.name)
            notes.append(
                Message(
                    "{folder} has the name of one of the game's skins, so it's listed as {title}.",
                    folder=folder,
                    title=skin.title,
                )
            )
        skins[skin.name] = skin
    order = sorted(skins, key=lambda name: (OWN_SKINS.index(name) if name in OWN_SKINS else len(OWN_SKINS), name))
    return FoundSkins({name: skins[name] for name in order}, tuple(notes), errors)


def _folders(parent: Path, wanted: Callable[[str], bool]) -> list[Path]:
    """The folders in a folder that may not be there; raises ``OSError``."""
    try:
        return [path for path in files.list_folder(parent) if wanted(str(path))]
    except FileNotFoundError:
        return []


def _renamed(skin: Skin, taken: set[str]) -> Skin:
    """The skin under a name nobody has."""
    number = next(number for number in itertools.count(2) if f"{skin.name}-{number}" not in taken)
    return replace(skin, name=f"{skin.name}-{number}", title=f"{skin.title} {number}")


class _Reader:
    """Typed access to a manifest's keys; every error names file and key."""

    def __init__(self, manifest: Path, data: Mapping[str, Any]) -> None:
        self.manifest, self.data = manifest, data

    def optional_names(self, section: str, known: Collection[str]) -> dict[str, str]:
        """A section of names that may be missing, or lack some of the ``known`` keys."""
        given = self.data.get(section, {})
        if not isinstance(given, dict):
            raise self._fail((section,), "a table of names")
        for key in given:
            if key not in known:
                raise BadSkin(f"{self.manifest}: {section}.{key} is unknown, not one of {', '.join(known)}")
        return {key: self.text(section, key) for key in given}

    def _get(self, *keys: str) -> Any:
        value: Any = self.data
        for key in keys:
            if not isinstance(value, dict) or key not in value:
                raise BadSkin(f"{self.manifest}: missing key {'.'.join(keys)}")
            value = value[key]
        return value

    def _fail(self, keys: tuple[str, ...], wanted: str) -> BadSkin:
        return BadSkin(f"{self.manifest}: {'.'.join(keys)} must be {wanted}")

    def text(self, *keys: str) -> str:
        value = self._get(*keys)
        if not isinstance(value, str) or not 0 < len(value) <= 60:
            raise self._fail(keys, "a text of 1 to 60 letters")
        return value

    def names(self, section: str, key: str, count: int) -> tuple[str, ...]:
        value = self._get(section, key)
        if not isinstance(value, list) or len(value) != count or not all(isinstance(v, str) and v for v in value):
            raise self._fail((section, key), f"{count} texts")
        return tuple(value)

    def choice(self, section: str, key: str, among: tuple[str, ...]) -> str:
        value = self.text(section, key)
        if value not in among:
            raise self._fail((section, key), f"one of {', '.join(among)}")
        return value

    def colour(self, section: str, key: str) -> Colour:
        return _colour(self._get(section, key)) or self._raise((section, key), "a colour such as #FFD56B")

    def ramp(self, section: str, key: str) -> tuple[Colour, ...]:
        value = self._get(section, key)
        colours = [_colour(entry) for entry in value] if isinstance(value, list) and 2 <= len(value) <= 8 else [None]
        kept = tuple(colour for colour in colours if colour is not None)
        return kept if len(kept) == len(colours) else self._raise((section, key), "two to eight colours")

    def _raise(self, keys: tuple[str, ...], wanted: str) -> Any:
        raise self._fail(keys, wanted)


def _colour(value: object) -> Colour | None:
    if not isinstance(value, str) or not re.fullmatch(r"#[0-9a-fA-F]{6}", value):
        return None
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)
