"""Opening a profile's ledger whatever state it is in: missing, older, damaged, set back, or half-way through recovery.

A ledger is built under another name and moved into place when it is whole, so a file that is there and is not a sound
ledger is always damage. Damage is set aside under a new name, never overwritten. What takes its place is built from
the backup, or from nothing, that together with the journals yields most; what is missing then is said.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from game import files
from game.ledger import journal, salvage, schema, storage
from game.ledger.journal import JOURNAL_NAME, Contents, Journal
from game.ledger.records import Clock, to_ms
from game.ledger.salvage import CORRECTION
from game.ledger.storage import LEDGER_NAME
from game.messages import Message
from game.money import FREE_CREDIT

GROWING: Final = f"{LEDGER_NAME}.new"
"""A ledger being built; worthless until it is renamed."""
RECOVERED: Final = f"{LEDGER_NAME}.mended"
"""A whole ledger that waits for the damaged one to be set aside."""
COPIED: Final = f"{LEDGER_NAME}.copy"
"""What a damaged ledger is read from, so that reading leaves it as it was found."""
_DIFFERENT: Final = "it is not what was written"


class LedgerOpener:
    """One opening of the ledger in a folder."""

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        factory: type[sqlite3.Connection] = sqlite3.Connection,
        migrations: Sequence[schema.Migration] = schema.MIGRATIONS,
        bankroll: int = FREE_CREDIT,
    ) -> None:
        self.bankroll = bankroll
        """Minor units that a new game begins with."""
        self.folder, self.clock, self.factory, self.migrations = folder, clock, factory, migrations
        self.path = folder / LEDGER_NAME
        self.notes: list[str] = []
        """What the player should be told, one plain sentence each."""
        self._recorded = journal.read(folder)
        self._mode = "WAL"
        """How SQLite makes its transactions whole."""
        self._rewritten = False
        """Whether entries were written again, so that the journal is not this ledger's."""

    def open(self) -> tuple[sqlite3.Connection, Journal]:
        """A connection to a sound ledger of the newest schema version, and its journal."""
        try:
            return self._open()
        except sqlite3.OperationalError as error:
            if not storage.lacks_shared_memory(error):
                raise
        self._mode = "DELETE"
        storage.leave_log(self.path)
        return self._open()

    def _open(self) -> tuple[sqlite3.Connection, Journal]:
        if not self.path.exists():
            self._replace_missing()
        elif (self.folder / RECOVERED).exists():
            self._undo_interrupted_reset()
        db = self._connect()
        try:
            suspect = self.folder / storage.SUSPECT_NAME
            sealed = storage.is_sealed(self.folder)
            error = storage.damage(db, self.migrations, sealed=sealed, thorough=suspect.exists())
            error = error or self._catch_up(db)
            if error is not None:
                db.close()
                self._replace_damaged(error)
                db = self._connect()
                self._prepare(db)
            suspect.unlink(missing_ok=True)
            return db, self._continue_journal(db)
        except BaseException:
            db.close()
            raise

    def _connect(self) -> sqlite3.Connection:
        return storage.connect(self.path, self.factory)

    def _prepare(self, db: sqlite3.Connection) -> None:
        storage.prepare(db, self._mode)
        storage.upgrade(db, self.folder, self.migrations)

    def _catch_up(self, db: sqlite3.Connection) -> str | None:
        """Bring a sound database that is behind its journal up to date; what is wrong where the two contradict."""
        self._prepare(db)
        recorded = self._recorded
        if recorded is None:
            return None
        begun = db.execute("SELECT at FROM entries WHERE id = 1").fetchone()
        if recorded.begun is not None and (begun is None or begun[0] != recorded.begun):
            aside = self._set_journal_aside()
            note = Message(
                "This saved game isn't the one that was played here last. That one's journal is kept as {file}.",
                file=aside.name,
            )
            self.notes.append(note)
            return None
        if recorded.contradicts(db):
            return _DIFFERENT
        reached = journal.position_of(db)
        ahead = sum(any(row[0] != journal.PLAYED and row[1] > reached[row[0]] for row in b) for b in recorded.batches)
        if not ahead:
            return None
        db.execute("BEGIN IMMEDIATE")
        try:
            journal.enter(db, recorded.rows)
        except sqlite3.IntegrityError:
            db.execute("ROLLBACK")
            return "it lacks what its journal does not hold either"
        db.execute("COMMIT")
        if ahead > 1:  # a process that ends just before it commits leaves one
            self._tell_restored(recorded.position["round"] - reached["round"])
        return None

    def _tell_restored(self, rounds: int) -> None:
        if rounds:
            note = Message(
                "Your saved game had lost its last round. It was restored.",
                "Your saved game had lost its last {count} rounds. They were restored.",
                count=rounds,
            )
        else:
            note = Message("Your saved game had lost its last changes. They were restored.")
        self.notes.append(note)

    def _undo_interrupted_reset(self) -> None:
        """Where a new ledger waits though the old one stands in its place, it waits no longer."""
        for aside in self.folder.glob("before-*"):
            if not (aside / LEDGER_NAME).exists():
                undo_reset(self.folder, aside)
        storage.discard(self.folder / RECOVERED)
        self._recorded = journal.read(self.folder)

    def _replace_missing(self) -> None:
        """Finish a recovery that was cut short, or build the ledger from what there is, or begin a new game."""
        recovered = self.folder / RECOVERED
        if not recovered.exists():
            instead = self._rebuild()
            if instead:
                self.notes.append(Message("Your saved game was missing. {instead}", instead=instead))
            else:
                self._begin_new()
        self._put_in_place(recovered)

    def _replace_damaged(self, error: str) -> None:
        instead = self._rebuild(self.path) or self._begin_new()
        aside = self._set_aside(error)
        self._put_in_place(self.folder / RECOVERED)
        self.notes[:] = [
            Message(
                "Your saved game was damaged. {instead} The damaged file is {file}.", file=aside.name, instead=instead
            )
        ]

    def _rebuild(self, damaged: Path | None = None) -> str:
        """Build the ledger that holds most and say of what; empty when there is nothing to build it of."""
        rows = [*journal.read_old(self.folder / storage.BACKUPS_NAME), *(self._recorded or Contents()).rows]
        recorded, known = len(rows), 0
        if damaged is not None:
            read, known = self._readable(damaged)
            rows += read
        last_entry = max((row[1] for row in rows if row[0] == "entry"), default=0)
        best: tuple[int, Path | None] = (0, None)
        built: tuple[int, Path | None] = best
        for source in (*storage.backups_by_content(self.folder, self.migrations), None):
            built = self._build(source, rows), source
            best = max(best, built, key=lambda pair: pair[0])
            if built[0] and built[0] >= last_entry:
                break
        else:
            held = self._readable(best[1])[0] if best[1] is not None else []
            closed = salvage.close_up([*rows, *held], max(self.bankroll, FREE_CREDIT))
            built = self._build(None, closed), None
            if built[0] > best[0]:
                self._rewritten = True
                return self._finish(None, rows, recorded, known)
        if not best[0]:
            return ""
        if built != best:
            self._build(best[1], rows)
        return self._finish(best[1], rows, recorded, known)

    def _readable(self, file: Path) -> tuple[list[journal.Row], int]:
        """What SQLite can still read of a ledger, and how many rounds it had."""
        copy = self.folder / COPIED
        try:
            for end in ("", *storage.LOGS):
                with suppress(FileNotFoundError):
                    storage.copy_private(file.with_name(file.name + end), copy.with_name(copy.name + end))
            with suppress(sqlite3.Error, ValueError), closing(storage.connect(copy)) as db:
                return salvage.readable(db)
        finally:
            storage.discard(copy)
        return [], 0

    def _build(self, source: Path | None, rows: list[journal.Row]) -> int:
        """Enter the rows into a copy of a backup, or a new ledger, as far as they go.

        Returns the last entry, 0 where no sound ledger comes of it.
        """
        growing = self.folder / GROWING
        storage.discard(growing)
        if source is None:
            db = storage.lay_out(growing, migrations=self.migrations)
        else:
            storage.copy_private(source, growing)
            db = storage.connect(growing)
        with closing(db):
            storage.upgrade(db, None, self.migrations)
            db.execute("BEGIN")
            for piece in _pieces(rows):
                db.execute("SAVEPOINT piece")
                try:
                    journal.enter(db, piece)
                except (sqlite3.IntegrityError, sqlite3.ProgrammingError, OverflowError, TypeError):
                    db.execute("ROLLBACK TO piece")
                db.execute("RELEASE piece")
            db.execute("COMMIT")
            return journal.position_of(db)["entry"] if storage.damage(db, self.migrations) is None else 0

    def _finish(self, source: Path | None, rows: list[journal.Row], recorded: int, known: int) -> str:
        """Make up for what is missing and say what the ledger was built of.

        ``recorded`` rows are the journals'; at least so many rounds as are ``known`` there were.
        """
        known = max(max((row[1] for row in rows[:recorded] if row[0] == "round"), default=0), known)
        last_balance = next((row[5] for row in reversed(rows[:recorded]) if row[0] == "entry"), 0)
        growing = self.folder / GROWING
        with closing(storage.connect(growing)) as db:
            shortfall = last_balance - storage.balance(db)
            if shortfall > 0:
                storage.deposit(db, shortfall, to_ms(self.clock()), CORRECTION)
            (rounds,) = db.execute("SELECT count(*) FROM rounds").fetchone()
        storage.move(growing, self.folder / RECOVERED)
        if known > rounds:
            return Message(
                "Your credit and {rounds} rounds were recovered; one round is lost.",
                "Your credit and {rounds} rounds were recovered; {count} rounds are lost.",
                count=known - rounds,
                rounds=rounds,
            )
        if source is not None and not recorded:
            return Message("It was restored from the backup {file}.", file=source.name)
        return Message(
            "Your credit and {count} round were recovered.",
            "Your credit and {count} rounds were recovered.",
            count=rounds,
        )

    def _begin_new(self) -> str:
        growing = self.folder / GROWING
        with closing(storage.lay_out(growing, self.factory, self.migrations)) as db:
            storage.deposit(db, self.bankroll, to_ms(self.clock()), "first")
        storage.move(growing, self.folder / RECOVERED)
        return Message("Nothing could be recovered and there was no backup, so a new game was started.")

    def _continue_journal(self, db: sqlite3.Connection) -> Journal:
        """The journal to go on with: the one there is where it fits the database, else a new one."""
        recorded, reached = journal.read(self.folder), journal.position_of(db)
        if recorded is None:
            return Journal.begin(self.folder, db)
        if any(recorded.position[name] > reached[name] for name in reached) or recorded.contradicts(db):
            self._set_journal_aside()
            return Journal.begin(self.folder, db)
        if not recorded.sound:
            return Journal.begin(self.folder, db, None if recorded.begun is None else recorded.base)
        written = Journal(self.folder, recorded)
        if any(written.position[name] < reached[name] for name in reached):
            written.write_pending(db)
        return written

    def _set_journal_aside(self) -> Path:
        aside = files.free_name(self.folder / f"{JOURNAL_NAME}-{self.clock():%Y%m%d-%H%M%S}")
        storage.move(self.folder / JOURNAL_NAME, aside)
        self._recorded = None
        return aside

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
        """Make ``source`` the ledger. A write-ahead log left by another file must not be taken for its own."""
        self._companions_aside(self._name_aside(self.clock()))
        storage.move(source, self.path)
        if self._rewritten and self._recorded is not None:
            self._set_journal_aside()

    def _companions_aside(self, aside: Path) -> None:
        for companion in storage.COMPANIONS:
            with suppress(FileNotFoundError):
                storage.move(self.path.with_name(self.path.name + companion), aside.with_name(aside.name + companion))

    def _name_aside(self, moment: datetime) -> Path:
        return files.free_name(self.folder / f"ledger-damaged-{moment:%Y%m%d-%H%M%S}.sqlite")


def undo_reset(folder: Path, aside: Path) -> None:
    """Bring back the old game that a start-over had begun to put away in ``aside``."""
    if (aside / LEDGER_NAME).exists():
        storage.discard(folder / LEDGER_NAME)  # the new game's
    for file in sorted(aside.iterdir()):
        storage.move(file, folder / file.name)
    aside.rmdir()
    storage.discard(folder / RECOVERED)


def _pieces(rows: list[journal.Row]) -> Iterator[list[journal.Row]]:
    """The rows in pieces that can be entered or left out whole: each begins with a round or a deposit of its own."""
    piece: list[journal.Row] = []
    for row in rows:
        if piece and (row[0] in ("session", "limit", "round", "star") or (row[0] == "entry" and row[3] == "deposit")):
            yield piece
            piece = []
        piece.append(row)
    if piece:
        yield piece
