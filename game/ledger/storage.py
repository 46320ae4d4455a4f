"""The ledger's file: opening, checking, backing up, setting aside and restoring it.

A ledger comes into being under another name and is moved into place when it is whole, so a file that is there and is
not a sound ledger is always damage, and damage is set aside under a new name, never overwritten.
"""

import os
import shutil
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from game.ledger import schema
from game.ledger.errors import LedgerTooNew
from game.ledger.records import Clock, to_ms
from game.money import FREE_CREDIT

LEDGER_NAME: Final = "ledger.sqlite"
BACKUPS_NAME: Final = "backups"
KEPT_BACKUPS: Final = 5
"""Everyday backups kept; those taken before a migration stay."""
BUSY_MS: Final = 2000
"""How long to wait for another program that holds the file."""

FROZEN: Final = "mode=ro&immutable=1"
"""How to open a file that nobody writes, leaving no trace beside it."""

_COMPANIONS: Final = ("-wal", "-shm", "-journal")

_MONEY_FAULTS: Final = (
    """SELECT id FROM (
        SELECT id, balance - lag(balance, 1, 0) OVER (ORDER BY id) AS step, iif(kind = 'stake', -amount, amount) AS due
        FROM entries) WHERE step <> due LIMIT 1""",
    """SELECT rounds.id FROM rounds LEFT JOIN entries ON entries.round_id = rounds.id GROUP BY rounds.id HAVING
        coalesce(sum(amount) FILTER (WHERE kind = 'stake'), 0) <> stake
        OR coalesce(sum(amount) FILTER (WHERE kind = 'pay'), 0) <> iif(state = 'paid', win, 0)
        OR coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0) <> iif(state = 'void', stake, 0) LIMIT 1""",
    "SELECT id FROM entries WHERE round_id IS NOT NULL AND round_id NOT IN (SELECT id FROM rounds) LIMIT 1",
    "SELECT 1 WHERE (SELECT count(*) FROM entries) <> (SELECT coalesce(max(id), 0) FROM entries)",
)
"""Queries that find an entry or round whose money does not add up, or that went missing."""


def connect(
    path: Path, factory: type[sqlite3.Connection] = sqlite3.Connection, *, query: str = "mode=rw"
) -> sqlite3.Connection:
    """A connection to an existing file, with nothing trusted that the file says of itself."""
    db = sqlite3.connect(
        f"{path.absolute().as_uri()}?{query}",
        uri=True,
        isolation_level=None,
        timeout=BUSY_MS / 1000,
        check_same_thread=False,
        factory=factory,
    )
    db.text_factory = lambda raw: raw.decode(errors="replace")
    for setting in ("trusted_schema = OFF", "cell_size_check = ON", "foreign_keys = ON", "recursive_triggers = ON"):
        db.execute(f"PRAGMA {setting}")
    return db


def prepare(db: sqlite3.Connection) -> None:
    """Make every commit reach the disk before it returns."""
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")


def damage(db: sqlite3.Connection, migrations: Sequence[schema.Migration] = schema.MIGRATIONS) -> str | None:
    """What is wrong with the file, None when it is sound; raises :class:`LedgerTooNew`."""
    try:
        if db.execute("PRAGMA application_id").fetchone()[0] != schema.APPLICATION_ID:
            return "it is not a ledger of this game"
        version = schema.version_of(db)
        if version > len(migrations):
            raise LedgerTooNew(
                "The saved game was written by a newer version of the game; use that one, or choose another "
                "profile with --profile."
            )
        if version < 1 or schema.definitions(db) != schema.expected_definitions(version, migrations):
            return "its tables are not the game's"
        report = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if report != "ok":
            return str(report)
        return "its money does not add up" if any(db.execute(fault).fetchone() for fault in _MONEY_FAULTS) else None
    except (sqlite3.DatabaseError, OverflowError) as fault:
        if isinstance(fault, sqlite3.Error) and not is_damage(fault):
            raise
        return str(fault)


def is_damage(fault: sqlite3.Error) -> bool:
    """Whether the fault lies in the file's content, not in the disk or another program."""
    code = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH)


def create(
    folder: Path,
    clock: Clock,
    factory: type[sqlite3.Connection] = sqlite3.Connection,
    migrations: Sequence[schema.Migration] = schema.MIGRATIONS,
) -> None:
    """Lay out a new ledger with its first deposit and move it into place."""
    fresh = folder / f"{LEDGER_NAME}.new"
    discard(fresh)
    fresh.touch()
    with closing(connect(fresh, factory)) as db:
        db.execute("PRAGMA synchronous = FULL")
        for _ in migrations:
            schema.migrate_once(db, migrations)
        db.execute(
            "INSERT INTO entries (at, kind, amount, balance, note) VALUES (?, 'deposit', ?, ?, 'first')",
            (to_ms(clock()), FREE_CREDIT, FREE_CREDIT),
        )
    move(fresh, folder / LEDGER_NAME)


def upgrade(
    db: sqlite3.Connection,
    folder: Path,
    moment: datetime,
    migrations: Sequence[schema.Migration] = schema.MIGRATIONS,
) -> None:
    """Bring the file to the newest schema version, with a backup before each step."""
    while (version := schema.version_of(db)) < len(migrations):
        back_up(db, folder, f"before-schema-{version + 1}", moment)
        schema.migrate_once(db, migrations)


def back_up(db: sqlite3.Connection, folder: Path, label: str, moment: datetime) -> Path:
    """Copy the whole ledger into the backups folder; returns the copy."""
    backups = folder / BACKUPS_NAME
    backups.mkdir(exist_ok=True)
    kept = free_name(backups / f"ledger-{moment:%Y%m%d-%H%M%S}-{label}.sqlite")
    growing = kept.with_suffix(".part")
    discard(growing)
    with closing(sqlite3.connect(growing)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    move(growing, kept)
    return kept


def prune_backups(folder: Path, label: str) -> None:
    """Keep the newest few backups of that label."""
    kept = sorted((folder / BACKUPS_NAME).glob(f"ledger-*-{label}*.sqlite"))
    for old in kept[:-KEPT_BACKUPS]:
        with suppress(OSError):
            old.unlink()


def newest_sound_backup(folder: Path, migrations: Sequence[schema.Migration] = schema.MIGRATIONS) -> Path | None:
    """The latest backup that passes every check."""
    for backup in sorted((folder / BACKUPS_NAME).glob("ledger-*.sqlite"), reverse=True):
        with (
            suppress(sqlite3.Error, OSError, LedgerTooNew),
            closing(connect(backup, query="mode=ro&immutable=1")) as db,
        ):
            if damage(db, migrations) is None:
                return backup
    return None


def set_aside(folder: Path, moment: datetime) -> Path:
    """Move the ledger and what belongs to it to a new name; returns that name."""
    path = folder / LEDGER_NAME
    aside = free_name(folder / f"ledger-damaged-{moment:%Y%m%d-%H%M%S}.sqlite")
    for companion in _COMPANIONS:
        with suppress(FileNotFoundError):
            path.with_name(path.name + companion).rename(aside.with_name(aside.name + companion))
    move(path, aside)
    return aside


def discard(path: Path) -> None:
    """Remove a half-made file of the ledger's own and what SQLite laid beside it."""
    for name in (path.name, *(path.name + companion for companion in _COMPANIONS)):
        path.with_name(name).unlink(missing_ok=True)


def free_name(wanted: Path) -> Path:
    """The wanted path, or one with a number when it is taken."""
    path, number = wanted, 1
    while path.exists():
        number += 1
        path = wanted.with_stem(f"{wanted.stem}-{number}")
    return path


def move(source: Path, target: Path) -> None:
    """Rename, and have the folder's new listing reach the disk."""
    source.replace(target)
    if sys.platform != "win32":
        handle = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def open_checked(
    folder: Path, clock: Clock, factory: type[sqlite3.Connection], migrations: Sequence[schema.Migration]
) -> tuple[sqlite3.Connection, list[str]]:
    """Open the folder's ledger, sound and of the newest schema version, with what the player should be told.

    A missing one is created, or restored when there is a backup; a damaged one is set aside first.
    """
    path, moment = folder / LEDGER_NAME, clock()
    notes: list[str] = []
    if not path.exists() and not _restore(folder, migrations, notes):
        create(folder, clock, factory, migrations)
    db = connect(path, factory)
    try:
        fault = damage(db, migrations)
        if fault is None:
            prepare(db)
            upgrade(db, folder, moment, migrations)
            return db, notes
    except BaseException:
        db.close()
        raise
    db.close()
    aside = set_aside(folder, moment)
    notes.append(f"Your saved game was damaged ({fault}); it was set aside as {aside.name}.")
    if not _restore(folder, migrations, notes):
        create(folder, clock, factory, migrations)
        notes.append("There was no backup, so a new game was begun.")
    db = connect(path, factory)
    prepare(db)
    upgrade(db, folder, moment, migrations)
    return db, notes


def _restore(folder: Path, migrations: Sequence[schema.Migration], notes: list[str]) -> bool:
    """Put the newest sound backup in the ledger's place; False when there is none."""
    backup = newest_sound_backup(folder, migrations)
    if backup is None:
        return False
    copy = folder / f"{LEDGER_NAME}.new"
    discard(copy)
    shutil.copyfile(backup, copy)
    move(copy, folder / LEDGER_NAME)
    notes.append(f"Your saved game was restored from {backup.name}.")
    return True
