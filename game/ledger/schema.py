"""The ledger's tables, and how a file of an earlier schema version is brought up to date.

The tables defend themselves: triggers keep entries append-only, make each entry's balance follow from the one before,
tie every stake, pay and refund to its round's recorded amounts, allow one open round at a time and let a round be
closed once only. Times are milliseconds since 1970 in UTC; ``day`` is the player's local date. Order is by ``id``,
never by time, so a clock that was set back changes nothing.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

APPLICATION_ID: Final = 0x43484C31
"""Marks the file as this game's ledger (the letters "CHL1")."""

_TABLES: Final = (
    """CREATE TABLE sessions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        day TEXT NOT NULL,
        played_ms INTEGER NOT NULL DEFAULT 0 CHECK (played_ms >= 0),
        ended_at INTEGER
    )""",
    """CREATE TABLE rounds (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        session_id INTEGER NOT NULL REFERENCES sessions (id),
        at INTEGER NOT NULL,
        day TEXT NOT NULL,
        mode TEXT NOT NULL,
        coin INTEGER NOT NULL,
        level INTEGER NOT NULL,
        seed INTEGER NOT NULL CHECK (seed >= 0),
        model TEXT NOT NULL,
        stake INTEGER NOT NULL CHECK (typeof(stake) = 'integer' AND stake > 0),
        win INTEGER NOT NULL CHECK (typeof(win) = 'integer' AND win >= 0),
        free_spins INTEGER NOT NULL CHECK (free_spins >= 0),
        outcome TEXT NOT NULL,
        checksum TEXT NOT NULL,
        last_spin INTEGER,
        state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paid', 'void')),
        reason TEXT NOT NULL DEFAULT '',
        closed_at INTEGER
    )""",
    """CREATE TABLE entries (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('deposit', 'stake', 'pay', 'refund')),
        amount INTEGER NOT NULL CHECK (typeof(amount) = 'integer' AND amount > 0),
        balance INTEGER NOT NULL CHECK (typeof(balance) = 'integer' AND balance >= 0),
        round_id INTEGER REFERENCES rounds (id),
        note TEXT NOT NULL DEFAULT '',
        CHECK ((kind = 'deposit') = (round_id IS NULL))
    )""",
    """CREATE TABLE limits (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('budget', 'loss', 'time', 'reality_check', 'cool_off')),
        value INTEGER CHECK (value IS NULL OR (typeof(value) = 'integer' AND value >= 0)),
        previous INTEGER,
        effective_at INTEGER NOT NULL
    )""",
    "CREATE UNIQUE INDEX one_open_round ON rounds (state) WHERE state = 'open'",
    "CREATE INDEX rounds_of_a_day ON rounds (day)",
    "CREATE INDEX rounds_of_a_session ON rounds (session_id)",
    "CREATE UNIQUE INDEX one_entry_of_a_kind ON entries (round_id, kind) WHERE round_id IS NOT NULL",
)


def _forbid(table: str, action: str) -> str:
    verb = action.split(maxsplit=1)[0].lower()
    return (
        f"CREATE TRIGGER {table}_no_{verb} BEFORE {action} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table}: no {verb}'); END"
    )


def _refuse(name: str, action: str, when: str) -> str:
    return f"CREATE TRIGGER {name} BEFORE {action} WHEN {when} BEGIN SELECT RAISE(ABORT, '{name}'); END"


_OF_THE_ROUND: Final = "FROM rounds WHERE id = NEW.round_id AND state = 'open'"
_TRIGGERS: Final = (
    _forbid("entries", "UPDATE"),
    _forbid("entries", "DELETE"),
    _forbid("limits", "UPDATE"),
    _forbid("limits", "DELETE"),
    _forbid("sessions", "DELETE"),
    _forbid("rounds", "DELETE"),
    _forbid(
        "rounds",
        "UPDATE OF id, session_id, at, day, mode, coin, level, seed, model, stake, win, free_spins, outcome, checksum",
    ),
    _refuse(
        "balance_must_follow",
        "INSERT ON entries",
        "NEW.balance <> coalesce((SELECT balance FROM entries ORDER BY id DESC LIMIT 1), 0) "
        "+ CASE NEW.kind WHEN 'stake' THEN -NEW.amount ELSE NEW.amount END",
    ),
    _refuse(
        "stake_must_match",
        "INSERT ON entries",
        f"NEW.kind = 'stake' AND NOT EXISTS (SELECT 1 {_OF_THE_ROUND} AND stake = NEW.amount)",
    ),
    _refuse(
        "pay_must_match",
        "INSERT ON entries",
        f"NEW.kind = 'pay' AND NOT EXISTS (SELECT 1 {_OF_THE_ROUND} AND win = NEW.amount "
        "AND NOT EXISTS (SELECT 1 FROM entries WHERE round_id = NEW.round_id AND kind = 'refund'))",
    ),
    _refuse(
        "refund_must_match",
        "INSERT ON entries",
        f"NEW.kind = 'refund' AND NOT EXISTS (SELECT 1 {_OF_THE_ROUND} "
        "AND NOT EXISTS (SELECT 1 FROM entries WHERE round_id = NEW.round_id AND kind = 'pay') "
        "AND EXISTS (SELECT 1 FROM entries WHERE round_id = NEW.round_id AND kind = 'stake' AND amount = NEW.amount))",
    ),
    _refuse("round_must_begin_open", "INSERT ON rounds", "NEW.state <> 'open'"),
    _refuse(
        "round_must_close_once",
        "UPDATE OF state, reason, last_spin, closed_at ON rounds",
        "OLD.state <> 'open'",
    ),
    _refuse(
        "paid_round_must_have_its_pay",
        "UPDATE OF state ON rounds",
        "NEW.state = 'paid' AND NEW.win > 0 "
        "AND NOT EXISTS (SELECT 1 FROM entries WHERE round_id = NEW.id AND kind = 'pay')",
    ),
    _refuse(
        "void_round_must_have_its_refund",
        "UPDATE OF state ON rounds",
        "NEW.state = 'void' AND NOT EXISTS (SELECT 1 FROM entries WHERE round_id = NEW.id AND kind = 'refund')",
    ),
)

Migration = Sequence[str]
"""The statements that take a file from one schema version to the next."""

_CLOSE_ONCE: Final = next(trigger for trigger in _TRIGGERS if "round_must_close_once" in trigger)
_CODES: Final = (
    "DROP TRIGGER round_must_close_once",
    """UPDATE rounds SET reason = CASE
        WHEN reason LIKE 'The record of round % is damaged.' THEN 'damaged'
        WHEN reason LIKE 'Round % was played with rules this version does not have: %' THEN 'unknown_model'
        WHEN reason LIKE 'Round % does not play again as it was recorded.' THEN 'not_reproduced'
        WHEN reason LIKE 'The record of this round was damaged and mended; %' THEN 'repaired'
        ELSE reason END WHERE reason <> ''""",
    _CLOSE_ONCE,
)
"""The reasons of void rounds were English sentences; they become codes."""
_MORE_LIMITS: Final = (
    """CREATE TABLE limits_2 (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        value INTEGER CHECK (value IS NULL OR (typeof(value) = 'integer' AND value >= 0)),
        previous INTEGER,
        effective_at INTEGER NOT NULL
    )""",
    "INSERT INTO limits_2 SELECT id, at, kind, value, previous, effective_at FROM limits",
    "DROP TABLE limits",
    "ALTER TABLE limits_2 RENAME TO limits",
    _forbid("limits", "UPDATE"),
    _forbid("limits", "DELETE"),
    "ALTER TABLE sessions ADD COLUMN since_check_ms INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE sessions ADD COLUMN since_pause_ms INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE sessions ADD COLUMN reached_at INTEGER",
    "ALTER TABLE sessions ADD COLUMN net INTEGER",
    """UPDATE sessions SET net = (SELECT coalesce(sum(win - stake), 0) FROM rounds
        WHERE session_id = sessions.id AND state = 'paid')""",
)
"""Limits of more kinds, and what a session hands on to the next."""
_PROOFS: Final = (
    """CREATE TABLE proofs (
        round_id INTEGER PRIMARY KEY REFERENCES rounds (id),
        secret TEXT NOT NULL,
        words TEXT NOT NULL
    )""",
    _forbid("proofs", "UPDATE"),
    _forbid("proofs", "DELETE"),
)
"""The secrets that seeds were made of."""
_SUMS: Final = (
    """CREATE TABLE milestones (
        round_id INTEGER PRIMARY KEY,
        rounds INTEGER NOT NULL,
        stake INTEGER NOT NULL,
        win INTEGER NOT NULL
    )""",
    """CREATE TABLE mode_sums (
        mode TEXT PRIMARY KEY,
        rounds INTEGER NOT NULL,
        stake INTEGER NOT NULL,
        win INTEGER NOT NULL,
        hits INTEGER NOT NULL,
        free_spins_rounds INTEGER NOT NULL,
        stake_squares REAL NOT NULL
    )""",
    """CREATE TABLE day_sums (
        day TEXT PRIMARY KEY,
        rounds INTEGER NOT NULL,
        void INTEGER NOT NULL,
        stake INTEGER NOT NULL,
        win INTEGER NOT NULL
    )""",
    "CREATE INDEX rounds_by_time ON rounds (at, state, stake, win)",
    "CREATE INDEX rounds_by_win ON rounds (win DESC, id) WHERE state = 'paid' AND win > 0",
    "CREATE INDEX rounds_by_multiple ON rounds (win * 1.0 / stake DESC, id) WHERE state = 'paid' AND win > 0",
    "CREATE INDEX deposits ON entries (at, note) WHERE kind = 'deposit'",
)
"""Sums of all rounds up to a milestone, and indexes: what is asked of a long history does not go through it."""

_STARS: Final = (
    """CREATE TABLE stars (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        round_id INTEGER NOT NULL REFERENCES rounds (id),
        starred INTEGER NOT NULL CHECK (starred IN (0, 1))
    )""",
    _forbid("stars", "UPDATE"),
    _forbid("stars", "DELETE"),
    "CREATE INDEX stars_of_a_round ON stars (round_id, id, starred)",
    "CREATE INDEX rounds_with_free_spins ON rounds (id) WHERE free_spins > 0",
)
"""Rounds that the player marked, each mark and its removal a row: the last one of a round holds."""
_SEEN: Final = tuple(
    f"ALTER TABLE sessions ADD COLUMN {name} INTEGER NOT NULL DEFAULT 0"
    for name in ("held", "came", "chance", "big_wins")
)
"""What a session's player was shown: see :class:`~game.ledger.records.Seen`."""

MIGRATIONS: Final[tuple[Migration, ...]] = (
    (*_TABLES, *_TRIGGERS),
    (*_CODES, *_MORE_LIMITS, *_PROOFS, *_SUMS),
    _STARS,
    _SEEN,
)
"""Entry ``n`` takes a file from version ``n`` to ``n + 1``; version 0 is an empty file. Released ones never change."""


def version_of(db: sqlite3.Connection) -> int:
    """The file's schema version."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def migrate_once(db: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Take the file one version on, in one transaction."""
    version = version_of(db)
    try:
        db.execute("BEGIN IMMEDIATE")
        for statement in migrations[version]:
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {version + 1}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def definitions(db: sqlite3.Connection) -> set[tuple[str, ...]]:
    """Type, name, table and SQL of everything the file defines."""
    rows: Iterable[tuple[str, ...]] = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
    return set(rows)


def expected_definitions(version: int, migrations: Sequence[Migration] = MIGRATIONS) -> frozenset[tuple[str, ...]]:
    """What a sound file of that version defines."""
    return _definitions_after(tuple(map(tuple, migrations[:version])))


@cache
def _definitions_after(migrations: tuple[Migration, ...]) -> frozenset[tuple[str, ...]]:
    db = sqlite3.connect(":memory:", isolation_level=None)
    try:
        for _ in migrations:
            migrate_once(db, migrations)
        return frozenset(definitions(db))
    finally:
        db.close()
