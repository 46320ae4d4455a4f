"""Where things are: sprites, sounds, fonts and words that come with the game, and the player's own folder.

All of it is asked of functions when it is needed; nothing is read at import. The game's own files are found from this
file, so the current directory never matters: beside the package in a source tree, inside it (``game/assets``) in a
wheel or an executable.
"""

import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import platformdirs

APP_NAME: Final = "celestial-hearts"
NO_HOME: Final = "There is no home folder, so your game is saved in {folder}. Choose another folder with --profile."


def assets_root() -> Path:
    """The folder that holds ``sprites`` and ``sounds``."""
    package = Path(__file__).resolve().parent
    packed = package / "assets"
    return packed if packed.is_dir() else package.parent


def sprites_folder() -> Path:
    """All skins, one folder each, with ``fonts`` and ``icons`` beside them."""
    return assets_root() / "sprites"


def fonts_folder() -> Path:
    """The typefaces the game draws with."""
    return sprites_folder() / "fonts"


def icons_folder() -> Path:
    """The program's own icon in several sizes."""
    return sprites_folder() / "icons"


def sounds_folder() -> Path:
    """Music and effects: one folder a skin, and ``shared``."""
    return assets_root() / "sounds"


def locale_folder() -> Path:
    """The gettext catalogues."""
    return Path(__file__).resolve().parent / "locale"


@dataclass(frozen=True, slots=True)
class Profile:
    """Where a player's saves live."""

    folder: Path
    note: str = ""
    """What the player should be told about it, in one plain sentence."""

    @property
    def settings_file(self) -> Path:
        """The player's choices."""
        return self.folder / "settings.json"

    @property
    def skins(self) -> Path:
        """The player's own skins, one folder each."""
        return self.folder / "skins"

    @property
    def logs(self) -> Path:
        """Crash logs."""
        return self.folder / "logs"

    @property
    def screenshots(self) -> Path:
        """Pictures the player took."""
        return self.folder / "screenshots"


def find_profile(chosen: Path | None = None) -> Profile:
    """The chosen profile folder, made absolute, or the usual one of this system; creates nothing.

    Where the user has no home folder, or none that exists, saves go to the temporary folder and the note says so.
    """
    if chosen is not None:
        return Profile(_home_made_plain(chosen).absolute())
    with suppress(RuntimeError):
        usual = platformdirs.user_data_path(APP_NAME, appauthor=False)
        if usual.is_absolute() and any(parent.is_dir() for parent in list(usual.parents)[:-1]):
            return Profile(usual)
    whose = os.getuid() if hasattr(os, "getuid") else "profile"  # the temporary folder may be everybody's
    stopgap = Path(tempfile.gettempdir()).absolute() / f"{APP_NAME}-{whose}"
    return Profile(stopgap, NO_HOME.format(folder=stopgap))


def _home_made_plain(path: Path) -> Path:
    """The path with a leading ``~`` followed, as it stands when there is no home to follow it to."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path
