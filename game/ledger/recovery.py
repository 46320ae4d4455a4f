"""LedgerOpener a profile's ledger whatever state it is in: missing, older, damaged, or half-way through being mended.

A ledger is built under another name and moved into place when it is whole, so a file that is there and is not a sound
ledger is always damage. Damage is set aside under a new name, never overwritten, and what takes its place is, in this
order: all that can still be read of it, the newest sound backup, a new game.
"""

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from game.ledger import schema, storage
from game.ledger.errors import LedgerTooNew
from game.ledger.records import Clock, to_ms
from game.ledger.salvage import Saved, lend_header, salvage
from game.ledger.storage import LEDGER_NAME
from game.messages import Message
from game.money import FREE_CREDIT

GROWING: Final = f"{LEDGER_NAME}.new"
"""A ledger being built; worthless until it is renamed."""
MENDED: Final = f"{LEDGER_NAME}.mended"
"""A whole ledger that waits for the damaged one to be set aside."""
COPIED: Final = f"{LEDGER_NAME}.copy"
"""What a damaged ledger is read from, so that reading leaves it as it was found."""


class LedgerOpener:
    """One opening of the ledger in a folder."""

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        factory: type[sqlite3.Connection] = sqlite3.Connection,
        migrations: Sequence[schema.Migration] = schema.MIGRATIONS,
    ) -> None:
        self.folder, self.clock, self.factory, self.migrations = folder, clock, factory, migrations
        self.path = folder / LEDGER_NAME
        self.notes: list[str] = []
        """What the player should be told, one plain sentence each."""

    def open(self) -> sqlite3.Connection:
        """A connection to a sound ledger of the newest schema version."""
        if not self.path.exists():
            self._replace_missing()
        db = storage.connect(self.path, self.factory)
        try:
            error = storage.damage(db, self.migrations, sealed=storage.is_sealed(self.folder))
            if error is not None:
                db.close()
                self._replace_damaged(error)
                db = storage.connect(self.path, self.factory)
            storage.prepare(db)
            storage.upgrade(db, self.folder, self.clock(), self.migrations)
        except BaseException:
            db.close()
            raise
        return db

    def _replace_missing(self) -> None:
        """Finish a mending that was cut short, or restore the newest backup, or begin a new game."""
        mended = self.folder / MENDED
        if not mended.exists() and not self._restore_backup():
            self._begin_anew()
        self._put_in_place(mended)

    def _replace_damaged(self, error: str) -> None:
        instead = self._salvage() or self._restore_backup() or self._begin_anew()
        aside = self._set_aside(error)
        self._put_in_place(self.folder / MENDED)
        self.notes[:] = [
            Message(
                "Your saved game was damaged. {instead} The damaged file is {file}.", file=aside.name, instead=instead
            )
        ]

    def _salvage(self) -> str:
        """Build a ledger of what can still be read; empty when that is less than the newest backup holds."""
        saved = self._read_again()
        backup = self._newest_backup()
        if saved is None or (backup is not None and saved.last_round < backup[1]):
            return ""
        storage.move(self.folder / GROWING, self.folder / MENDED)
        return Message(
            "Your credit and {count} round were recovered.",
            "Your credit and {count} rounds were recovered.",
            count=saved.rounds,
        )

    def _read_again(self) -> Saved | None:
        """Write what can be read of the damaged ledger, its journal folded in, into a new one."""
        copy, growing = self.folder / COPIED, self.folder / GROWING
        journal = self.folder / f"{LEDGER_NAME}-wal"
        storage.discard(copy)
        try:
            with closing(storage.lay_out(growing, migrations=self.migrations)) as fresh:
                shutil.copyfile(self.path, copy)
                if journal.exists():
                    lend_header(growing.read_bytes(), copy)
                    shutil.copyfile(journal, copy.with_name(copy.name + "-wal"))
                    with suppress(sqlite3.DatabaseError), closing(storage.connect(copy)) as db:
                        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                return salvage(copy.read_bytes(), fresh, to_ms(self.clock()))
        except (sqlite3.IntegrityError, OverflowError):
            return None  # what was read makes no ledger
        finally:
            storage.discard(copy)

    def _newest_backup(self) -> tuple[Path, int] | None:
        """The latest backup that passes every check, and its last round's number."""
        for backup in sorted((self.folder / storage.BACKUPS_NAME).glob("ledger-*.sqlite"), reverse=True):
            with (
                suppress(sqlite3.Error, OSError, LedgerTooNew),
                closing(storage.connect(backup, query=storage.FROZEN)) as db,
            ):
                if storage.damage(db, self.migrations) is None:
                    return backup, db.execute("SELECT coalesce(max(id), 0) FROM rounds").fetchone()[0]
        return None

    def _restore_backup(self) -> str:
        backup = self._newest_backup()
        if backup is None:
            return ""
        shutil.copyfile(backup[0], self.folder / GROWING)
        storage.move(self.folder / GROWING, self.folder / MENDED)
        self.notes.append(
            Message("Your saved game was missing. It was restored from the backup {file}.", file=backup[0].name)
        )
        return Message("It was restored from the backup {file}.", file=backup[0].name)

    def _begin_anew(self) -> str:
        growing = self.folder / GROWING
        with closing(storage.lay_out(growing, self.factory, self.migrations)) as db:
            storage.deposit(db, FREE_CREDIT, to_ms(self.clock()), "first")
        storage.move(growing, self.folder / MENDED)
        return Message("Nothing could be recovered and there was no backup, so a new game was started.")

    def _set_aside(self, error: str) -> Path:
        """Move the damaged ledger, then what SQLite laid beside it, to a new name; returns that name.

        What was found wrong stands in a text file beside it.
        """
        aside = self._name_aside(self.clock())
        aside.with_suffix(".txt").write_text(f"{error}\n", encoding="utf-8", errors="replace")
        storage.move(self.path, aside)
        self._companions_aside(aside)
        return aside

    def _put_in_place(self, source: Path) -> None:
        """Make ``source`` the ledger. A journal left by another file must not be taken for its own."""
        self._companions_aside(self._name_aside(self.clock()))
        storage.move(source, self.path)

    def _companions_aside(self, aside: Path) -> None:
        for companion in storage.COMPANIONS:
            with suppress(FileNotFoundError):
                self.path.with_name(self.path.name + companion).rename(aside.with_name(aside.name + companion))

    def _name_aside(self, moment: datetime) -> Path:
        return storage.free_name(self.folder / f"ledger-damaged-{moment:%Y%m%d-%H%M%S}.sqlite")
