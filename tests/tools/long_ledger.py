"""Make a ledger with a long history: python -m tests.tools.long_ledger ROUNDS FOLDER.

Its rounds are real ones, a few thousand of them over and over, so that it stands up to an audit. They are written
without the checks of the tables' triggers, which would take an hour for a million.
"""

import argparse
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from game.engine import Mode, Seed, play
from game.ledger import reports, storage
from game.ledger.records import SEALED, day_of, digest, seal, to_ms
from game.money import FREE_CREDIT, Bet

ROUNDS_A_DAY = 400
BEGUN = datetime(2016, 1, 1, 18, tzinfo=UTC)


class Writer:
    """Writes rounds and entries whose money adds up."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db, self.balance, self.entry = db, 0, 0

    def entries(self, kind: str, amount: int, round_id: int | None, at: int, note: str = "") -> tuple[object, ...]:
        self.entry += 1
        self.balance += -amount if kind == "stake" else amount
        return self.entry, at, kind, amount, self.balance, round_id, note

    def write(self, count: int) -> None:
        bet = Bet(20, 1)
        kinds = [play(mode, Seed(seed)) for seed in range(1000) for mode in (Mode.BASE, Mode.BASE, Mode.ANTE)]
        sealed = [seal(1, 1, played, bet, BEGUN) for played in kinds]
        self._insert("entries", [self.entries("deposit", FREE_CREDIT, None, to_ms(BEGUN), "first")])
        numbers = iter(range(1, count + 1))
        session = 0
        while batch := list(islice(numbers, ROUNDS_A_DAY)):
            begun = BEGUN + timedelta(days=session)
            session += 1
            self.db.execute(
                "INSERT INTO sessions (at, day, played_ms, ended_at, net) VALUES (?, ?, 1600000, ?, 0)",
                (to_ms(begun), day_of(begun), to_ms(begun) + 1_600_000),
            )
            rounds, entries = [], []
            for number in batch:
                _, _, _, _, *values, _ = sealed[number % len(sealed)]
                at = to_ms(begun) + 4000 * (number % ROUNDS_A_DAY)
                row = (number, session, at, day_of(begun), *values)
                stake, win = row[9], row[10]
                if self.balance < stake:
                    entries.append(self.entries("deposit", FREE_CREDIT - self.balance, None, at, "refill"))
                entries.append(self.entries("stake", stake, number, at))
                if win:
                    entries.append(self.entries("pay", win, number, at + 3000))
                rounds.append((*row, digest(*row), 0, "paid", "", at + 3000))
            self._insert("rounds", rounds)
            self._insert("entries", entries)
        self.db.execute(
            "UPDATE sessions SET net = (SELECT sum(win - stake) FROM rounds WHERE session_id = sessions.id)"
        )

    def _insert(self, table: str, rows: list[tuple[object, ...]]) -> None:
        columns = {
            "rounds": ("id", *SEALED, "checksum", "last_spin", "state", "reason", "closed_at"),
            "entries": ("id", "at", "kind", "amount", "balance", "round_id", "note"),
        }[table]
        marks = ", ".join("?" * len(columns))
        self.db.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)


def without_triggers(db: sqlite3.Connection) -> Iterator[None]:
    """Take the tables' triggers away, and put them back when resumed."""
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {name}")
    yield
    for _, sql in triggers:
        db.execute(sql)


def make(folder: Path, count: int) -> None:
    """A ledger of ``count`` rounds in ``folder``, as an ended game leaves it but for its seal and journal."""
    folder.mkdir(parents=True, exist_ok=True)
    with closing(storage.lay_out(folder / storage.LEDGER_NAME)) as db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("BEGIN")
        for _ in without_triggers(db):
            Writer(db).write(count)
        reports.sum_up(db, 2**31)
        db.execute("COMMIT")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rounds", type=int)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    make(options.folder, options.rounds)


if __name__ == "__main__":
    main()
