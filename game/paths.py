"""Where things are: sprites, sounds, fonts and words that come with the game, and the player's own folder.

All of it is asked of functions when it is needed; nothing is read at import. The game's own files are found from this
file, so the current directory never matters: beside the package in a source tree, inside it (``game/assets``) in a
wheel or an executable.
"""

import os
import stat
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import platformdirs

APP_NAME: Final = "celestial-hearts"
PRIVATE: Final = 0o700
"""Rights of a folder for saves that lies among everybody's."""
WRITABLE_BY_OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH
MAX_STOPGAPS: Final = 9
"""Names that are tried for it."""
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
    scratch: bool = False
    """It is there for one run only."""
    own_saves: Path | None = None
    """Where this run's ledger lies, if not in the folder."""

    @property
    def saves(self) -> Path:
        """The folder of the ledger."""
        return self.own_saves or self.folder

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
    def demonstration_mark(self) -> Path:
        """A file that says that a demonstration played the rounds."""
        return self.folder / "demonstration"

    @property
    def screenshots(self) -> Path:
        """Pictures the player took."""
        return self.folder / "screenshots"


def find_profile(chosen: Path | None = None) -> Profile:
    """The chosen profile folder, made absolute, or the usual one of this system; neither is made.

    Where the user has no home folder, or none that exists, saves go to a folder of their own in the temporary one,
    which is made, and the note says so. Raises ``OSError`` where not even that can be.
    """
    if chosen is not None:
        return Profile(_home_made_plain(chosen).absolute())
    with suppress(RuntimeError):
        usual = platformdirs.user_data_path(APP_NAME, appauthor=False)
        if usual.is_absolute() and any(_is_folder(parent) for parent in list(usual.parents)[:-1]):
            return Profile(usual)
    stopgap = _stopgap(Path(tempfile.gettempdir()).absolute())
    return Profile(stopgap, NO_HOME.format(folder=stopgap))


def _stopgap(temporary: Path) -> Path:
    """A folder of the user's own in one that may be everybody's; made if need be, raises ``OSError``.

    Whatever another user may have put there before, a link or a folder they can write to, is not used.
    """
    whose = os.getuid() if hasattr(os, "getuid") else "profile"
    for number in range(1, MAX_STOPGAPS + 1):
        folder = temporary / (f"{APP_NAME}-{whose}" if number == 1 else f"{APP_NAME}-{whose}-{number}")
        with suppress(FileExistsError):
            folder.mkdir(PRIVATE)
        found = folder.lstat()
        if stat.S_ISDIR(found.st_mode) and (
            not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & WRITABLE_BY_OTHERS)
        ):
            return folder
    return Path(tempfile.mkdtemp(prefix=f"{APP_NAME}-", dir=temporary))


def _is_folder(path: Path) -> bool:
    return os.path.isdir(path)  # noqa: PTH112  a folder that may not be looked into is none, and no error


def _home_made_plain(path: Path) -> Path:
    """The path with a leading ``~`` followed, as it stands when there is no home to follow it to."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path
