"""What can go wrong with the ledger, each error's text one plain sentence for the player with a way on."""

import errno
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from game.messages import Message, Minor


class LedgerError(Exception):
    """The ledger could not do what was asked; nothing was half done."""


class ProfileInUse(LedgerError):
    """Another running copy of the game holds the profile."""


class LedgerBusy(LedgerError):
    """Another program holds the ledger's file."""


class LedgerReadOnly(LedgerError):
    """The folder or file cannot be written to."""


class LedgerUnreachable(LedgerError):
    """The folder or file cannot be opened, or the disk fails under it."""


class LedgerMoved(LedgerError):
    """The open ledger's file is no longer where it was, or another one is."""


class DiskFull(LedgerError):
    """There is no room left to write in."""


class LedgerDamaged(LedgerError):
    """The file does not hold what the game wrote."""


class LedgerTooNew(LedgerError):
    """The file was written by a newer version of the game."""


class NoLedger(LedgerError):
    """There is no saved game in the folder."""


class InsufficientBalance(LedgerError):
    """A round costs more than the player has."""

    def __init__(self, price: int, balance: int) -> None:
        super().__init__(
            Message(
                "This round costs {price}; you have {credit}. Lower the bet.",
                price=Minor(price),
                credit=Minor(balance),
            )
        )
        self.price = price
        """Minor units."""
        self.balance = balance
        """Minor units."""


class RoundOpen(LedgerError):
    """A new round was asked for before the last one was paid."""


class NoSuchRound(LedgerError):
    """The ledger holds no round of that number."""


class RoundClosed(LedgerError):
    """A round that was paid was to be made void, or the other way round."""


class RefillRefused(LedgerError):
    """A refill was asked for while there is credit enough."""


class RealityCheckDue(LedgerError):
    """A game that plays by itself has reached the player's interval between reality checks."""


class Malfunction(LedgerError):
    """A stored round cannot be completed as recorded, so it is void."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason
        """A :class:`~game.ledger.reasons.VoidReason`."""


NO_LOCKS: Final = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)
"""What a file system says that knows no locks of a kind."""
MIN_ROOM: Final = 128 * 1024
"""Bytes."""
_DAMAGED: Final = "The saved game is damaged. Restart the game to repair it; the damaged file is kept."
_IN_SQLITE: Final[dict[int, tuple[type[LedgerError], str]]] = {
    sqlite3.SQLITE_FULL: (DiskFull, "The disk is full, so the game can't be saved. Free some space and try again."),
    sqlite3.SQLITE_READONLY: (
        LedgerReadOnly,
        "Can't write to the saved game. Make its folder writable, or choose another with --profile.",
    ),
    sqlite3.SQLITE_BUSY: (LedgerBusy, "Another program is using the saved game. Close it and try again."),
    sqlite3.SQLITE_LOCKED: (LedgerBusy, "Another program is using the saved game. Close it and try again."),
    sqlite3.SQLITE_CORRUPT: (LedgerDamaged, _DAMAGED),
    sqlite3.SQLITE_NOTADB: (LedgerDamaged, _DAMAGED),
    sqlite3.SQLITE_CONSTRAINT: (
        LedgerError,
        "The save file rejected a change that didn't add up. Nothing was changed.",
    ),
}
_IN_THE_SYSTEM: Final = {
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
    errno.EROFS: sqlite3.SQLITE_READONLY,
    errno.EACCES: sqlite3.SQLITE_READONLY,
    errno.EPERM: sqlite3.SQLITE_READONLY,
}


def _is_full(folder: Path) -> bool:
    """Whether the folder's disk has less room left than a journal takes."""
    try:
        return shutil.disk_usage(folder).free < MIN_ROOM
    except OSError:
        return False


def _refused_lock(folder: Path) -> OSError | None:
    """Why the folder's disk locks no part of a file, None where it does: to SQLite such a file is busy."""
    if sys.platform == "win32":
        return None
    import fcntl  # noqa: PLC0415

    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error if error.errno in NO_LOCKS else None
    return None


def to_ledger_error(error: sqlite3.Error | OSError, folder: Path) -> LedgerError:
    """The narrow ledger error for a error of SQLite or the operating system."""
    if isinstance(error, OSError):
        code = _IN_THE_SYSTEM.get(error.errno or 0, 0)
    else:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_IOERR and _is_full(folder):
            code = sqlite3.SQLITE_FULL  # as SQLite reports a journal that cannot grow
        if code == sqlite3.SQLITE_BUSY and (refused := _refused_lock(folder)) is not None:
            return to_ledger_error(refused, folder)
    if code in _IN_SQLITE:
        kind, text = _IN_SQLITE[code]
        return kind(text)
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return LedgerUnreachable(
        Message(
            "Couldn't open the saved game in {folder} ({fault}). Check the folder, or choose another with --profile.",
            folder=folder,
            fault=said,
        )
    )


@contextmanager
def ledger_errors(folder: Path) -> Iterator[None]:
    """Turn faults of SQLite and the operating system inside the block into ledger errors."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise to_ledger_error(error, folder) from error
