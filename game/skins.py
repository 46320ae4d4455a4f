"""Skins: the schema and loader of a skin folder.

A skin is a folder with a ``skin.toml`` and its pictures; it needs no code. Everything it names lies inside the folder,
and a skin that breaks the schema is refused with the file and key at fault.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

Colour: TypeAlias = tuple[int, int, int]

MANIFEST: Final = "skin.toml"
LARGEST_MANIFEST: Final = 64 * 1024
"""Bytes; a larger manifest is refused unread."""
LARGEST_LIST: Final = 4 * 1024 * 1024
"""Bytes; larger JSON is refused unread."""
LARGEST_FILE: Final = 64 * 1024 * 1024
"""Bytes; a larger picture is refused unread."""
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

    def file(self, name: str) -> Path:
        """A file of the skin."""
        return self.folder / name


def load_skin(folder: Path) -> Skin:
    """The skin in ``folder``; raises :class:`BadSkin`."""
    manifest = folder / MANIFEST
    _check_files(folder)
    try:
        if manifest.stat().st_size > LARGEST_MANIFEST:
            raise BadSkin(f"{manifest}: larger than {LARGEST_MANIFEST} bytes")
        data = tomllib.loads(manifest.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as fault:
        raise BadSkin(f"{manifest}: {fault}") from fault
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
    )
    if not re.fullmatch(r"[a-z0-9_-]{1,32}", skin.sounds):
        raise BadSkin(f"{manifest}: sounds.folder must be a plain folder name")
    for needed in [f"{atlas}.json" for atlas in ATLASES] + [f"{picture}.webp" for picture in BACKGROUNDS]:
        if not (folder / needed).is_file():
            raise BadSkin(f"{folder / needed}: missing")
    return skin


def _check_files(folder: Path) -> None:
    """See that what lies in a skin's folder is plain files of a bearable size that are really there."""
    home = folder.resolve()
    for file in sorted(folder.iterdir()):
        if not file.resolve().is_relative_to(home):
            raise BadSkin(f"{file}: leads outside the skin's folder")
        if file.is_dir():
            continue
        if not file.is_file():
            raise BadSkin(f"{file}: not a plain file")
        largest = LARGEST_LIST if file.suffix == ".json" else LARGEST_FILE
        if file.stat().st_size > largest:
            raise BadSkin(f"{file}: larger than {largest} bytes")


def find_skins(folders: Iterable[Path]) -> tuple[dict[str, Skin], list[str]]:
    """Every skin below ``folders`` by name, in menu order, and a sentence for each folder that had to be left out."""
    skins: dict[str, Skin] = {}
    faults: list[str] = []
    for parent in folders:
        for manifest in sorted(parent.glob(f"*/{MANIFEST}")) if parent.is_dir() else ():
            try:
                skin = load_skin(manifest.parent)
            except (BadSkin, OSError) as fault:
                faults.append(f"Skin left out: {fault}")
                continue
            skins.setdefault(skin.name, skin)
    order = sorted(skins, key=lambda name: (OWN_SKINS.index(name) if name in OWN_SKINS else len(OWN_SKINS), name))
    return {name: skins[name] for name in order}, faults


class _Reader:
    """Typed access to a manifest's keys; every fault names file and key."""

    def __init__(self, manifest: Path, data: Mapping[str, Any]) -> None:
        self.manifest, self.data = manifest, data

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
