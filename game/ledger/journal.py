"""A second record of everything in the ledger, beside the database and independent of SQLite.

Each line of the journal is one transaction: the rows it added, as JSON, after a checksum chained to the line before.
A line is on the disk before its transaction commits. So a database that lost its newest transactions (a damaged or
missing write-ahead log, an older copy put in its place) is behind its journal, which brings it up to date, and a
database that is gone is built again from a backup, or from nothing, and the journals.

A journal that has grown long is compressed into the backups folder and a new one begun, so that opening stays quick.
"""

import gzip
import hashlib
import heapq
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from game.ledger import storage
from game.ledger.records import SEALED

JOURNAL_NAME: Final = "ledger.journal"
MAX_SIZE: Final = 2 * 1024 * 1024
"""Bytes after which a journal is put among the backups when a session ends."""
MAX_ROUNDS: Final = 20_000
"""Rounds of a ledger whose journal is written whole where it is missing; that of a longer one begins at its end."""

Row = Sequence[Any]
"""The name of a table in :data:`TABLES`, then the values of its columns."""
Position = dict[str, int]
"""The highest id recorded of each table in :data:`TABLES`."""

TABLES: Final = {
    "session": ("sessions", ("id", "at", "day")),
    "limit": ("limits", ("id", "at", "kind", "value", "previous", "effective_at")),
    "round": ("rounds", ("id", *SEALED, "checksum")),
    "entry": ("entries", ("id", "at", "kind", "amount", "balance", "round_id", "note")),
    "close": ("rounds", ("id", "state", "reason", "closed_at")),
    "proof": ("proofs", ("round_id", "secret", "words")),
    "star": ("stars", ("id", "at", "round_id", "starred")),
}
"""What the journal records: for each name a table and its columns. A ``close`` is the end of a round."""
PLAYED: Final = "played"
"""Name of a row that tells what stands in :data:`PLAYED_COLUMNS`: the time of the session under way."""
PLAYED_COLUMNS: Final = (
    *("id", "played_ms", "ended_at", "since_check_ms", "since_pause_ms", "reached_at"),
    *("held", "came", "chance", "big_wins"),
)

_PLAYED: Final = f"SELECT {', '.join(PLAYED_COLUMNS)} FROM sessions ORDER BY id DESC LIMIT 1"
_NOWHERE: Final[Position] = dict.fromkeys(TABLES, 0)
_ORDERED: Final = (
    """SELECT (SELECT id FROM entries WHERE round_id = rounds.id AND kind = 'stake'), 0, 'round', {round}
        FROM rounds WHERE id > ? ORDER BY id""",
    "SELECT id, 1, 'entry', {entry} FROM entries WHERE id > ? ORDER BY id",
    """SELECT (SELECT id FROM entries WHERE round_id = proofs.round_id AND kind = 'stake'), 2, 'proof', {proof}
        FROM proofs WHERE round_id > ? ORDER BY round_id""",
    """SELECT (SELECT max(id) FROM entries WHERE round_id = rounds.id), 3, 'close', {close}
        FROM rounds WHERE id > ? AND state <> 'open' ORDER BY id""",
)
"""Rows of money, each query's by the entry they come with: a round before its stake, its end after its last entry."""


def position_of(db: sqlite3.Connection) -> Position:
    """How far a database has come."""
    position = {}
    for name, (table, (key, *_)) in TABLES.items():
        closed = "WHERE state <> 'open'" if name == "close" else ""
        row = db.execute(f"SELECT {key} FROM {table} {closed} ORDER BY {key} DESC LIMIT 1").fetchone()
        position[name] = int(row[0]) if row else 0
    return position


def rows_after(db: sqlite3.Connection, position: Position) -> Iterator[Row]:
    """What the database holds beyond ``position``, in an order in which it can be entered again."""
    yield from _by_id(db, "session", position)
    yield from _by_id(db, "limit", position)
    columns_of = {name: ", ".join(columns) for name, (_, columns) in TABLES.items()}
    streams = [
        db.execute(query.format(**columns_of), (position[name],))
        for query, name in zip(_ORDERED, ("round", "entry", "proof", "close"), strict=True)
    ]
    for _, _, *row in heapq.merge(*streams, key=lambda row: (row[0] or 0, row[1])):
        yield row
    yield from _by_id(db, "star", position)  # last, for they name rounds


def _by_id(db: sqlite3.Connection, name: str, position: Position) -> Iterator[Row]:
    table, columns = TABLES[name]
    for row in db.execute(f"SELECT {', '.join(columns)} FROM {table} WHERE id > ? ORDER BY id", (position[name],)):
        yield (name, *row)


def enter(db: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Enter the rows that the database does not hold yet; raises ``sqlite3.IntegrityError`` where one does not follow.

    The tables' own rules hold for each, so a gap in the rows, or rows of another game, end it there.
    """
    reached = position_of(db)
    for name, *values in rows:
        if name == PLAYED:
            session, played_ms, *others = values  # a journal of an earlier version tells less
            columns = PLAYED_COLUMNS[2 : len(values)]
            told = "".join(f", {column} = ?" for column in columns)
            db.execute(
                f"UPDATE sessions SET played_ms = max(played_ms, ?){told} WHERE id = ?",
                (played_ms, *others[: len(columns)], session),
            )
        elif values[0] > reached[name]:
            if name == "entry" and values[0] != reached[name] + 1:
                raise sqlite3.IntegrityError(f"entry {reached[name] + 1} is missing")
            table, columns = TABLES[name]
            if name == "close":
                db.execute(
                    "UPDATE rounds SET state = ?, reason = ?, closed_at = ? WHERE id = ?", (*values[1:], values[0])
                )
            else:
                marks = ", ".join("?" * len(columns))
                db.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", values)
            reached[name] = values[0]


@dataclass(slots=True)
class Contents:
    """What a journal's file holds."""

    begun: int | None = None
    """When its game was begun (the first entry's ``at``): two ledgers with different ones are different games.

    None where its first line cannot be read.
    """
    base: Position = field(default_factory=lambda: dict(_NOWHERE))
    """Where it begins."""
    batches: list[list[Row]] = field(default_factory=list)
    """The rows of each transaction."""
    size: int = 0
    """Bytes up to the end of the last sound line."""
    checksum: str = ""
    """Of the last line."""
    sound: bool = True
    """Whether every line but a last one that was cut short is what was written."""

    @property
    def rows(self) -> Iterator[Row]:
        """All rows in order."""
        return (row for batch in self.batches for row in batch)

    @property
    def position(self) -> Position:
        """How far it has come."""
        position = _NOWHERE | self.base
        for name, id_, *_ in self.rows:
            if name in TABLES:
                position[name] = max(position.get(name, 0), id_)
        return position

    def contradicts(self, db: sqlite3.Connection) -> bool:
        """Whether a row of the journal stands differently in the database."""
        reached, rows = position_of(db), [tuple(row) for row in self.rows if row[0] in TABLES]
        for name, (table, columns) in TABLES.items():
            said = {row[1]: row[1:] for row in rows if row[0] == name and row[1] <= reached[name]}
            if said:
                found = db.execute(
                    f"SELECT {', '.join(columns)} FROM {table} WHERE {columns[0]} BETWEEN ? AND ?",
                    (min(said), max(said)),
                )
                held = {row[0]: tuple(row) for row in found}
                if any(held.get(id_) != row for id_, row in said.items()):
                    return True
        return False


def _checksum(before: str, text: str) -> str:
    return hashlib.sha256(f"{before} {text}".encode()).hexdigest()[:16]


def parse(raw: bytes) -> Contents | None:
    """The contents of a journal's bytes; None when not even its first line can be read."""
    contents = Contents()
    lines = raw.splitlines(keepends=True)
    for number, line in enumerate(lines):
        checksum, _, text = line.decode(errors="replace").rstrip("\n").partition(" ")
        if not line.endswith(b"\n") or checksum != _checksum(contents.checksum, text):
            if number == len(lines) - 1:
                break  # as a loss of power leaves it
            contents.sound = False
        elif number == 0:
            contents.begun, base = json.loads(text)
            contents.base = _NOWHERE | base
        else:
            contents.batches.append(json.loads(text))
        contents.checksum = checksum
        contents.size += len(line)
    return contents if contents.size else None


def read(folder: Path) -> Contents | None:
    """The journal in the profile; None when there is none."""
    with suppress(FileNotFoundError):
        return parse((folder / JOURNAL_NAME).read_bytes())
    return None


def read_old(backups: Path) -> list[Row]:
    """The rows of all journals among the backups, oldest first; one that cannot be read is passed over."""
    rows: list[Row] = []
    for file in sorted(backups.glob("*.journal.gz")):
        with suppress(OSError, EOFError, ValueError):
            contents = parse(gzip.decompress(file.read_bytes()))
            rows += contents.rows if contents is not None else ()
    return rows


class Journal:
    """The journal of an open ledger, to write."""

    def __init__(self, folder: Path, contents: Contents) -> None:
        """Go on with a journal that was read."""
        self.path = folder / JOURNAL_NAME
        self.position = contents.position
        self.size, self._checksum = contents.size, contents.checksum
        self._played: Row = ()
        self._before: tuple[int, str, Position, Row] = (self.size, self._checksum, self.position, self._played)
        self._handle = os.open(self.path, os.O_RDWR | getattr(os, "O_BINARY", 0))

    @classmethod
    def begin(cls, folder: Path, db: sqlite3.Connection, base: Position | None = None) -> "Journal":
        """A new journal in place of any there is, of what ``db`` holds beyond ``base`` (everything, where None).

        Of a ledger of more than :data:`MAX_ROUNDS` nothing but what follows is written.
        """
        first = db.execute("SELECT at FROM entries WHERE id = 1").fetchone()
        reached = position_of(db)
        contents = Contents(begun=first[0] if first else 0)
        contents.base = base or (dict(_NOWHERE) if reached["round"] <= MAX_ROUNDS else reached)
        lines = [json.dumps([contents.begun, contents.base])]
        rows = list(rows_after(db, contents.base))
        if rows:
            lines.append(json.dumps(rows, separators=(",", ":")))
            contents.batches.append(rows)
        growing = folder / f"{JOURNAL_NAME}.new"
        with storage.create_private(growing) as file:
            for text in lines:
                contents.checksum = _checksum(contents.checksum, text)
                contents.size += file.write(f"{contents.checksum} {text}\n".encode())
            file.flush()
            os.fsync(file.fileno())
        storage.move(growing, folder / JOURNAL_NAME)
        return cls(folder, contents)

    def in_place(self) -> bool:
        """Whether the file that is written to is still the one of that name."""
        return is_same_file(os.fstat(self._handle), self.path)

    def write_pending(self, db: sqlite3.Connection) -> None:
        """Record what the database's transaction, about to be committed, has added; on the disk when it returns."""
        self._before = (self.size, self._checksum, self.position, self._played)
        rows = list(rows_after(db, self.position))
        played = db.execute(_PLAYED).fetchone() or ()
        if played != self._played:
            rows.append((PLAYED, *played))
        if not rows:
            return
        text = json.dumps(rows, separators=(",", ":"))
        checksum = _checksum(self._checksum, text)
        line = f"{checksum} {text}\n".encode()
        os.ftruncate(self._handle, self.size)
        os.lseek(self._handle, self.size, os.SEEK_SET)
        rest = memoryview(line)
        while rest:
            rest = rest[os.write(self._handle, rest) :]
        os.fsync(self._handle)
        self.size, self._checksum, self._played = self.size + len(line), checksum, played
        self.position = self.position | {row[0]: row[1] for row in rows if row[0] in TABLES}

    def take_back(self) -> None:
        """Remove the last line: its transaction did not happen."""
        self.size, self._checksum, self.position, self._played = self._before
        with suppress(OSError):
            os.ftruncate(self._handle, self.size)

    def archive(self, backups: Path) -> None:
        """Put a compressed copy among the backups."""
        growing = backups / "journal.part"
        with storage.create_private(growing) as file:
            file.write(gzip.compress(self.path.read_bytes()))
            file.flush()
            os.fsync(file.fileno())
        storage.move(growing, backups / f"ledger-{self.position['entry']:012}.journal.gz")

    def close(self) -> None:
        """Let the file go."""
        os.close(self._handle)


def is_same_file(known: os.stat_result, path: Path) -> bool:
    """Whether the file of which ``known`` was taken still stands at ``path``."""
    try:
        return os.path.samestat(known, path.stat())
    except FileNotFoundError:
        return False
