"""The lock that keeps two copies of the game out of one profile.

The operating system holds it on behalf of the process, so it is gone the moment the process is, however it ended.
"""

import os
import sys
from pathlib import Path
from typing import Final

from game import files
from game.ledger.errors import NO_LOCKS, ProfileInUse, ledger_errors

LOCK_NAME: Final = "profile.lock"
OWN_FILES: Final = (LOCK_NAME, "ledger.")
"""How the names of the ledger's files begin."""


def _seize(handle: int) -> bool:
    """Lock the open file for this process; False when another holds it."""
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415

            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno not in NO_LOCKS:
                    raise
                fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)  # some file systems know only these
    except (BlockingIOError, PermissionError):
        return False
    return True


class ProfileLock:
    """An exclusive hold on a profile folder."""

    def __init__(self, folder: Path) -> None:
        """Take the lock; raises :class:`ProfileInUse`, or a ledger error when the folder cannot be written to.

        So it does where a file of the ledger's is none: to read a pipe would wait for ever.
        """
        with ledger_errors(folder):
            check_files(folder)
            handle = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
            try:
                seized = _seize(handle)
            except OSError:
                os.close(handle)
                raise
        if not seized:
            os.close(handle)
            raise ProfileInUse(
                "The game is already running with this profile. Use that window, or choose another "
                "profile with --profile."
            )
        self._handle: int | None = handle

    def release(self) -> None:
        """Let go; a second call does nothing."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def check_files(folder: Path) -> None:
    """See that all files of the ledger's in the folder are plain files; raises ``OSError``."""
    for path in files.list_folder(folder) if folder.is_dir() else ():
        if path.name.startswith(OWN_FILES) and path.exists() and not path.is_file():
            raise files.NotPlainError(path)


def is_held(folder: Path) -> bool:
    """Whether a running copy of the game holds the profile; creates nothing. Raises ``OSError``."""
    check_files(folder)
    try:
        handle = os.open(folder / LOCK_NAME, os.O_RDONLY if sys.platform != "win32" else os.O_RDWR)
    except OSError:
        return False
    try:
        return not _seize(handle)
    finally:
        os.close(handle)
