"""Building a sound ledger from all that can still be read of a damaged one.

The money in a ledger is written twice, in entries and in rounds, so most damage can be undone exactly: what one lost
the other still tells. Where both are gone the player is given the benefit: a credit that was read is never lowered.
"""

import sqlite3
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from game.ledger import pages, storage
from game.ledger.reasons import MENDED_RECORD
from game.ledger.records import COLUMNS, SEALED, State, StoredRound, from_row, to_ms
from game.money import FREE_CREDIT

PAGE_SIZE: Final = 4096
"""Bytes of a page in every ledger."""
MOST: Final = 2**53
"""No id and no amount reaches this."""
MENDED: Final = "mended"
"""Note of a deposit that stands for entries that could not be read."""
_SESSION_KINDS, _ENTRY_KINDS, _LIMIT_KINDS = "iiti?", "iitii?t", "iit??i"
_ROUND_KINDS: Final = "iiittiiitiiitt?tt?"
"""Kinds of each table's values in order: i integer, t text, ? integer or nothing."""
_FORMATS_AT: Final = 18
"""Offset in the file's header of its write and read format; 2 is with a journal beside it."""
_PAGE_COUNT_AT: Final = 28
"""Offset of the number of pages, before those of the list of free pages and its length."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What a salvage brought back."""

    rounds: int
    last_round: int
    """Highest round number."""


@dataclass(slots=True)
class _Money:
    """What the entries say of one round; None where nothing was read."""

    stake: int | None = None
    pay: int | None = None
    refund: int | None = None
    first_entry: int = 0


@dataclass(frozen=True, slots=True)
class _Deposit:
    """A deposit entry."""

    entry: int
    at: int
    amount: int
    note: str


def salvage(damaged: bytes, fresh: sqlite3.Connection, now: int) -> Saved | None:
    """Write what is readable of a damaged ledger's bytes into the empty ledger ``fresh``; None when it is nothing.

    ``now`` is the time of correcting entries, in milliseconds since 1970.
    """
    found = _sort_rows(damaged)
    if not found.entries and not found.rounds:
        return None
    money, deposits = _read_entries(found.entries)
    fresh.execute("BEGIN")
    _write_sessions(fresh, found)
    _write_limits(fresh, found)
    saved = 0
    last = max(found.rounds, default=0)
    for id_ in sorted(found.rounds):
        said = money.get(id_, _Money())
        stored = _settle_contradictions(found.rounds[id_], said, is_last=id_ == last)
        if stored is None:
            continue
        while deposits and deposits[0].entry < said.first_entry:
            _write_deposit(fresh, deposits.pop(0))
        _write_round(fresh, stored, now)
        saved += 1
    for deposit in deposits:
        _write_deposit(fresh, deposit)
    shortfall = _last_known_balance(found.entries) - _balance(fresh)
    if shortfall > 0:
        storage.deposit(fresh, shortfall, now, MENDED)
    fresh.execute("COMMIT")
    return Saved(saved, last)


def lend_header(pristine: bytes, copy: Path) -> None:
    """Give a copy of a damaged ledger the first page of a sound one, so that SQLite will fold its journal in."""
    with copy.open("r+b") as file:
        count = -(-file.seek(0, 2) // PAGE_SIZE)
        file.truncate(count * PAGE_SIZE)
        file.seek(0)
        file.write(pristine[:PAGE_SIZE])
        file.seek(_FORMATS_AT)
        file.write(b"\2\2")
        file.seek(_PAGE_COUNT_AT)
        file.write(count.to_bytes(4, "big") + bytes(8))


@dataclass(slots=True)
class _Found:
    """The rows of each table, by id."""

    sessions: dict[int, pages.Row]
    rounds: dict[int, StoredRound]
    entries: dict[int, pages.Row]
    limits: dict[int, pages.Row]


def _sort_rows(contents: bytes) -> _Found:
    """Tell the tables' rows apart by the number and kinds of their values."""
    found = _Found({}, {}, {}, {})
    for row in pages.rows(contents, PAGE_SIZE):
        id_ = row[0]
        if not isinstance(id_, int) or not 0 < id_ < MOST:
            continue
        if len(row) == len(COLUMNS) and _is(row, _ROUND_KINDS):
            _keep_better(found.rounds, from_row(row))
        elif len(row) == len(_ENTRY_KINDS) and _is(row, _ENTRY_KINDS):
            found.entries[id_] = row
        elif len(row) == len(_SESSION_KINDS) and _is(row, _SESSION_KINDS):
            found.sessions[id_] = row
        elif len(row) == len(_LIMIT_KINDS) and _is(row, _LIMIT_KINDS):
            found.limits[id_] = row
    return found


def _is(row: pages.Row, kinds: str) -> bool:
    """Whether the values are of those kinds: an integer, a text, either integer or nothing."""
    return all(
        isinstance(value, str) if kind == "t" else isinstance(value, int) or (kind == "?" and value is None)
        for value, kind in zip(row, kinds, strict=True)
    )


def _keep_better(rounds: dict[int, StoredRound], stored: StoredRound) -> None:
    """Of two copies of a round keep the one that is intact, and of two such the one that is closed."""
    known = rounds.get(stored.id)
    if known is None or (stored.intact, stored.state != State.OPEN) > (known.intact, known.state != State.OPEN):
        rounds[stored.id] = stored


def _read_entries(entries: dict[int, pages.Row]) -> tuple[dict[int, _Money], list[_Deposit]]:
    """What the entries say of each round, and the deposits in order."""
    money: dict[int, _Money] = {}
    deposits: list[_Deposit] = []
    for id_ in sorted(entries):
        _, at, kind, amount, _, round_id, note = entries[id_]
        assert isinstance(at, int)
        assert isinstance(amount, int)
        if round_id is None:
            by_size = note == MENDED and 0 < amount < MOST
            deposits.append(_Deposit(id_, at, amount if by_size else FREE_CREDIT, str(note)))
        elif isinstance(round_id, int) and kind in ("stake", "pay", "refund") and 0 < amount < MOST:
            setattr(money.setdefault(round_id, _Money(first_entry=id_)), str(kind), amount)
    return money, deposits


def _last_known_balance(entries: dict[int, pages.Row]) -> int:
    """The balance in the last entry that follows from the one before it."""
    for id_ in sorted(entries, reverse=True):
        _, _, kind, amount, balance, *_ = entries[id_]
        earlier = entries[id_ - 1][4] if id_ - 1 in entries else None
        if not (isinstance(amount, int) and isinstance(balance, int) and isinstance(earlier, int)):
            continue
        if balance == earlier + (-amount if kind == "stake" else amount):
            return balance
    return 0


def _settle_contradictions(stored: StoredRound, said: _Money, *, is_last: bool) -> StoredRound | None:
    """The round with its money made whole; None when not even its stake is known.

    An intact record is believed over the entries; a record that is not, is corrected by them and stays marked as
    damaged by its checksum.
    """
    if not stored.intact:
        stake = said.stake if said.stake is not None else stored.stake
        win = said.pay if said.pay is not None else max(stored.win, 0)
        stored = replace(stored, stake=stake, win=win, seed=max(stored.seed, 0), free_spins=max(stored.free_spins, 0))
    if not 0 < stored.stake < MOST or stored.win >= MOST:
        return None
    state = stored.state
    if said.refund is not None:
        state = State.VOID
    elif said.pay is not None or not is_last:
        state = State.VOID if state == State.VOID else State.PAID
    elif state not in tuple(State):
        state = State.OPEN
    reason = MENDED_RECORD if state == State.PAID and not stored.intact else stored.reason
    return replace(stored, state=state, reason=reason, session_id=max(stored.session_id, 1))


def _write_round(fresh: sqlite3.Connection, stored: StoredRound, now: int) -> None:
    """Play the round's bookkeeping again: stake, then pay or refund."""
    if stored.stake > _balance(fresh):
        storage.deposit(fresh, stored.stake - _balance(fresh), now, MENDED)
    at = to_ms(stored.at)
    sealed = {name: getattr(stored, name) for name in SEALED} | {"at": at}
    columns = (*SEALED, "checksum", "last_spin", "reason")
    values = (*(sealed[name] for name in SEALED), stored.checksum, stored.last_spin, stored.reason)
    marks = ", ".join("?" * (len(columns) + 1))
    fresh.execute(f"INSERT INTO rounds (id, {', '.join(columns)}) VALUES ({marks})", (stored.id, *values))
    _enter(fresh, "stake", -stored.stake, stored.id, at)
    if stored.state == State.OPEN:
        return
    closed = to_ms(stored.closed_at) if stored.closed_at is not None else at
    if stored.state == State.VOID:
        _enter(fresh, "refund", stored.stake, stored.id, closed)
    elif stored.win:
        _enter(fresh, "pay", stored.win, stored.id, closed)
    fresh.execute("UPDATE rounds SET state = ?, closed_at = ? WHERE id = ?", (stored.state, closed, stored.id))


def _enter(fresh: sqlite3.Connection, kind: str, gain: int, round_id: int, at: int) -> None:
    fresh.execute(
        "INSERT INTO entries (at, kind, amount, balance, round_id) VALUES (?, ?, ?, ?, ?)",
        (at, kind, abs(gain), _balance(fresh) + gain, round_id),
    )


def _balance(db: sqlite3.Connection) -> int:
    row = db.execute("SELECT balance FROM entries ORDER BY id DESC LIMIT 1").fetchone()
    return int(row[0]) if row else 0


def _write_deposit(fresh: sqlite3.Connection, deposit: _Deposit) -> None:
    note = deposit.note if deposit.note in ("first", "refill") else MENDED
    storage.deposit(fresh, deposit.amount, deposit.at, note)


def _write_sessions(fresh: sqlite3.Connection, found: _Found) -> None:
    """The sessions, and a bare one wherever a round names one that is gone."""
    for stored in found.rounds.values():
        id_ = max(stored.session_id, 1)
        found.sessions.setdefault(id_, (id_, to_ms(stored.at), stored.day, 0, None))
    for id_ in sorted(found.sessions):
        _, at, day, played_ms, ended_at = found.sessions[id_]
        assert isinstance(played_ms, int)
        fresh.execute(
            "INSERT INTO sessions (id, at, day, played_ms, ended_at) VALUES (?, ?, ?, ?, ?)",
            (id_, at, day, max(played_ms, 0), ended_at),
        )


def _write_limits(fresh: sqlite3.Connection, found: _Found) -> None:
    for id_ in sorted(found.limits):
        with suppress(sqlite3.IntegrityError):
            fresh.execute(
                "INSERT INTO limits (at, kind, value, previous, effective_at) VALUES (?, ?, ?, ?, ?)",
                found.limits[id_][1:],
            )
