"""What SQLite can still read of a damaged ledger, and a whole ledger's rows made of it.

Where a page is lost, what lies before and behind it is read all the same. Rounds that are whole are kept with their
numbers; their entries, which follow from them, are written again, so that the balance adds up again.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

from game.ledger import storage
from game.ledger.journal import TABLES, Row
from game.ledger.reasons import VoidReason
from game.ledger.records import SEALED, State

CORRECTION: Final = "mended"
"""Note of a deposit that makes up for entries that could not be recovered."""
STRIDE: Final = 8
"""Ids from one try to the next behind a place that cannot be read: fewer than a page holds."""
NEAR: Final = 4096
"""Ids behind it from which on the strides double."""
MAX_GAP: Final = 100_000
"""More rounds than these are not believed to be lost at the end."""
MAX_ID: Final = 2**53
_AROUND: Final = (("session", "limit"), ("star",))
"""What comes before the money, and what after it."""


def readable(db: sqlite3.Connection) -> tuple[list[Row], int]:
    """All rows that can be read, in an order in which they can be entered, and how many rounds there were.

    Paid rounds whose records are not what was written are marked.
    """
    found = {name: list(_read(db, name)) for name in TABLES}
    altered = {row[1] for row in found["round"] if storage.is_altered(row[1:])}
    stakes = {row[6]: row[1] for row in found["entry"] if row[3] == "stake"}
    ends = {row[6]: row[1] for row in found["entry"]}
    rows: list[tuple[tuple[int, int], Row]] = []
    for name, rank, placed in (("round", 0, stakes), ("entry", 1, None), ("proof", 2, stakes), ("close", 3, ends)):
        rows += (((row[1] if placed is None else placed.get(row[1], 0), rank), row) for row in found[name])
    ordered = [row for _, row in sorted(rows, key=lambda pair: pair[0])]
    marked = (
        (*row[:3], VoidReason.REPAIRED, row[4])
        if row[0] == "close" and row[1] in altered and row[2] == State.PAID
        else row
        for row in ordered
    )
    last = max((row[1] for row in found["round"] if row[1] not in altered), default=0)
    there_were = max(last, sum(row[3] == "stake" for row in found["entry"]))
    said = _count(db)
    if there_were < said <= there_were + MAX_GAP and not _is_readable(db, "SELECT * FROM rounds WHERE id > ?", last):
        there_were = said
    return [*found["session"], *found["limit"], *marked, *found["star"]], there_were


def _count(db: sqlite3.Connection) -> int:
    """How many rounds the file says there were, 0 where that cannot be read."""
    try:
        row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'rounds'").fetchone()
    except sqlite3.DatabaseError:
        return 0
    return row[0] if row and isinstance(row[0], int) else 0


def _read(db: sqlite3.Connection, name: str) -> Iterator[Row]:
    """The rows of a table that can be read, by id."""
    table, columns = TABLES[name]
    closed = "AND state <> 'open'" if name == "close" else ""
    id_ = columns[0]
    query = f"SELECT {', '.join(columns)} FROM {table} WHERE {id_} BETWEEN ? AND {MAX_ID} {closed} ORDER BY {id_}"
    start: int | None = 1
    while start is not None:
        try:
            for row in db.execute(query, (start,)):
                start = row[0] + 1
                yield (name, *row)
        except sqlite3.DatabaseError:
            # A cursor that cannot read on drops the row before, too.
            with suppress(sqlite3.DatabaseError):
                for row in db.execute(f"{query} LIMIT 1", (start,)):
                    start = row[0] + 1
                    yield (name, *row)
            start = _readable_from(db, query, start)
        else:
            return


def _readable_from(db: sqlite3.Connection, query: str, lost: int) -> int | None:
    """The id from which on rows can be read again, where none from ``lost`` on can; None where there is none.

    A lost page costs a few tries, not one an id, and a whole one between two that are lost is not stepped over.
    """
    low, high, stride = lost - 1, lost, STRIDE
    while not _is_readable(db, query, high):
        if high >= MAX_ID:
            return None
        stride = stride if high - lost < NEAR else 2 * stride
        low, high = high, high + stride
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _is_readable(db, query, middle) else (middle, high)
    return high


def _is_readable(db: sqlite3.Connection, query: str, from_: int) -> bool:
    """Whether the first row from an id on can be read, or there is none."""
    try:
        db.execute(f"{query} LIMIT 1", (from_,)).fetchone()
    except sqlite3.DatabaseError:
        return False
    return True


def close_up(rows: Iterable[Row], bankroll: int) -> list[Row]:
    """The rows with entries written again that have no gap; none where there is nothing to go by.

    What lost rounds came to is made good in the first deposit, so that the credit is what it was, or, where it would
    fall below nothing, by a deposit of its own. Deposits of more than ``bankroll`` minor units are not believed.
    """
    of: dict[str, dict[int, Row]] = {name: {} for name in TABLES}
    for name, *values in rows:
        if name in of and not _is_spoilt(name, values):
            of[name].setdefault(values[0], tuple(values))
    if not of["round"] and not of["entry"]:
        return []
    for _, session, at, day, *_ in of["round"].values():
        of["session"].setdefault(session, (session, at, day))
    new = _rewrite(of, bankroll, 0)
    if new.missing:
        new = _rewrite(of, bankroll, new.missing)
    before, after = ([(name, *of[name][id_]) for name in names for id_ in sorted(of[name])] for names in _AROUND)
    return [*before, *new.rows, *after]


def _is_spoilt(name: str, values: Row) -> bool:
    """Whether a row cannot be what was written."""
    if name == "round":
        return storage.is_altered(values)
    if name == "close":
        return values[1] not in (State.PAID, State.VOID) or not isinstance(values[3], int)
    if name == "entry":
        numbers = (values[1], values[3], values[4])
        return values[0] < 1 or not all(isinstance(number, int) for number in numbers) or values[3] < 1
    return False


class _Entries:
    """Entries that follow one another, among the rows of their rounds."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.balance = self._id = 0
        self.missing = 0
        """Minor units that the balance was short of what is known of it."""

    def add(self, at: int, kind: str, amount: int, round_id: int | None, note: str = "") -> None:
        """Append one, with the balance after it."""
        self._id += 1
        self.balance += -amount if kind == "stake" else amount
        self.rows.append(("entry", self._id, at, kind, amount, self.balance, round_id, note))

    def add_round(self, row: Row, proof: Row | None, close: Row | None) -> None:
        """Append a round, open where it has no ``close``, with its entries."""
        values = dict(zip(("id", *SEALED), row, strict=False))
        id_, at, stake = values["id"], values["at"], values["stake"]
        if self.balance < stake:
            self.add(at, "deposit", stake - self.balance, None, CORRECTION)
        self.rows.append(("round", *row))
        self.add(at, "stake", stake, id_)
        if proof is not None:
            self.rows.append(("proof", *proof))
        if close is not None:
            if close[1] == State.VOID:
                self.add(close[3], "refund", stake, id_)
            elif values["win"]:
                self.add(close[3], "pay", values["win"], id_)
            self.rows.append(("close", *close))


def _rewrite(of: dict[str, dict[int, Row]], bankroll: int, missing: int) -> _Entries:
    """All rounds and deposits in their order, the first deposit greater by ``missing``."""
    rounds, entries, new = of["round"], of["entry"], _Entries()
    stakes = {row[5]: id_ for id_, row in entries.items() if row[2] == "stake"}
    ends = {row[5]: id_ for id_, row in sorted(entries.items())}
    events: list[tuple[float, int, Row]] = [
        (id_, 0, row) for id_, row in entries.items() if id_ > 1 and row[2] == "deposit" and row[3] <= bankroll
    ]
    place = 0
    for id_ in sorted(rounds):
        events.append((stakes.get(id_, place + 0.5), id_, rounds[id_]))
        place = max(place, ends.get(id_, 0))
    last, balance = _last_known(of)
    events.append((last, 2**53, ()))
    first = entries.get(1, ())
    if not first or first[2] != "deposit":
        first = (1, next(iter(rounds.values()), (0, 0, 0))[2], "deposit", bankroll)
    new.add(first[1], "deposit", max(1, first[3] + missing), None, "first")
    for _, id_, row in sorted(events, key=lambda event: event[:2]):
        if not id_:
            new.add(row[1], "deposit", row[3], None, row[6])
        elif not row:
            new.missing = balance - new.balance if last else 0
            if missing and new.missing > 0:
                new.add(first[1], "deposit", new.missing, None, CORRECTION)
        elif id_ in of["close"] or id_ == max(rounds):  # only the last round can be open
            new.add_round(row, of["proof"].get(id_), of["close"].get(id_))
    return new


def _last_known(of: dict[str, dict[int, Row]]) -> tuple[int, int]:
    """The last entry that follows from the one before it, and the balance at the end of its round; 0 and 0 for none."""
    entries = of["entry"]
    for id_ in sorted(entries, reverse=True):
        _, _, kind, amount, balance, round_id, *_ = entries[id_]
        before = entries.get(id_ - 1)
        if before is not None and balance == before[4] + (-amount if kind == "stake" else amount):
            if kind == "stake" and round_id in of["round"] and round_id in of["close"]:
                values = dict(zip(("id", *SEALED), of["round"][round_id], strict=False))
                balance += amount if of["close"][round_id][1] == State.VOID else values["win"]
            return id_, int(balance)
    return 0, 0
