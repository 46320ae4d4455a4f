"""What the ledger tells of the past: history, days, statistics, a spreadsheet. It only reads."""

import csv
import io
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from game.engine.rules import Mode
from game.ledger.records import SELECTED, StoredRound, from_row
from game.money import MINUS, PLAIN, format_money

_FINISHED: Final = "state = 'paid'"


@dataclass(frozen=True, slots=True)
class DayTotals:
    """One local day's rounds. Amounts in minor units; void rounds count as neither staked nor won."""

    day: str
    rounds: int
    void: int
    stake: int
    win: int

    @property
    def net(self) -> int:
        """What the player gained that day."""
        return self.win - self.stake


@dataclass(frozen=True, slots=True)
class ModeTotals:
    """All finished rounds of one mode. Amounts in minor units."""

    rounds: int = 0
    stake: int = 0
    win: int = 0
    hits: int = 0
    """Rounds that paid anything."""
    free_spins_rounds: int = 0
    """Rounds that opened the free spins."""
    stake_squares: float = 0.0
    """Sum of the squared stakes: with a mode's variance for a stake of one, the variance of all that was won."""

    @property
    def return_rate(self) -> float | None:
        """Share of the stakes that came back, None before the first round."""
        return self.win / self.stake if self.stake else None

    @property
    def hit_rate(self) -> float | None:
        """Share of the rounds that paid anything, None before the first round."""
        return self.hits / self.rounds if self.rounds else None


@dataclass(frozen=True, slots=True)
class Statistics:
    """All finished rounds; void and open ones are left out, and refills are no wins."""

    total: ModeTotals
    by_mode: dict[Mode, ModeTotals]
    biggest_win: StoredRound | None
    """The round that paid most minor units."""
    best_multiple: StoredRound | None
    """The round that paid most for what it cost."""
    refills: int
    """Free refills taken."""


def find(db: sqlite3.Connection, where: str, *values: Any) -> Iterator[StoredRound]:
    """The rounds that ``where`` (SQL, after WHERE) selects."""
    return map(from_row, db.execute(f"SELECT {SELECTED} FROM rounds WHERE {where}", values))


def history(db: sqlite3.Connection, limit: int, before: int | None, day: str | None) -> list[StoredRound]:
    """At most ``limit`` rounds, newest first, older than round ``before`` and of local ``day`` where given."""
    return list(
        find(
            db,
            "(? IS NULL OR id < ?) AND (? IS NULL OR day = ?) ORDER BY id DESC LIMIT ?",
            before,
            before,
            day,
            day,
            limit,
        )
    )


def day_totals(db: sqlite3.Connection) -> list[DayTotals]:
    """Totals of each local day with a finished round, newest first."""
    rows = db.execute(
        "SELECT day, count(*) FILTER (WHERE state = 'paid'), count(*) FILTER (WHERE state = 'void'), "
        "coalesce(sum(stake) FILTER (WHERE state = 'paid'), 0), coalesce(sum(win) FILTER (WHERE state = 'paid'), 0) "
        "FROM rounds WHERE state <> 'open' GROUP BY day ORDER BY day DESC"
    )
    return [DayTotals(*row) for row in rows]


def statistics(db: sqlite3.Connection) -> Statistics:
    """The player's figures so far."""
    rows = db.execute(
        "SELECT mode, count(*), sum(stake), sum(win), count(*) FILTER (WHERE win > 0), "
        "count(*) FILTER (WHERE free_spins > 0), total(1.0 * stake * stake) "
        f"FROM rounds WHERE {_FINISHED} GROUP BY mode"
    ).fetchall()
    found = {row[0]: ModeTotals(*row[1:]) for row in rows}
    by_mode = {mode: found.get(mode, ModeTotals()) for mode in Mode}
    parts = list(by_mode.values())
    total = ModeTotals(
        rounds=sum(part.rounds for part in parts),
        stake=sum(part.stake for part in parts),
        win=sum(part.win for part in parts),
        hits=sum(part.hits for part in parts),
        free_spins_rounds=sum(part.free_spins_rounds for part in parts),
        stake_squares=sum(part.stake_squares for part in parts),
    )
    paying = f"{_FINISHED} AND win > 0 ORDER BY"
    return Statistics(
        total=total,
        by_mode=by_mode,
        biggest_win=next(find(db, f"{paying} win DESC, id LIMIT 1"), None),
        best_multiple=next(find(db, f"{paying} win * 1.0 / stake DESC, id LIMIT 1"), None),
        refills=db.execute("SELECT count(*) FROM entries WHERE kind = 'deposit' AND note = 'refill'").fetchone()[0],
    )


def return_curve(db: sqlite3.Connection, points: int) -> list[tuple[int, int, int]]:
    """``(rounds, stake, win)`` so far, after evenly spaced rounds: at most ``points`` and the last one."""
    count = db.execute(f"SELECT count(*) FROM rounds WHERE {_FINISHED}").fetchone()[0]
    step = max(1, -(-count // max(1, points)))
    rows = db.execute(
        "SELECT nth, staked, won FROM (SELECT row_number() OVER sofar AS nth, sum(stake) OVER sofar AS staked, "
        f"sum(win) OVER sofar AS won FROM rounds WHERE {_FINISHED} WINDOW sofar AS (ORDER BY id)) "
        "WHERE nth % ? = 0 OR nth = ?",
        (step, count),
    )
    return [(int(nth), int(staked), int(won)) for nth, staked, won in rows]


CSV_HEADER: Final = (
    "round",
    "time",
    "mode",
    "coin",
    "level",
    "stake",
    "win",
    "net",
    "free spins",
    "state",
    "reason",
    "seed",
    "model",
)


def _plain(minor: int) -> str:
    return format_money(minor, PLAIN).replace(PLAIN.group, "").replace(MINUS, "-")


def csv_rows(db: sqlite3.Connection, zone_of: datetime) -> Iterator[tuple[str, ...]]:
    """Every round for a spreadsheet, oldest first: amounts as plain decimals, times in the zone of ``zone_of``."""
    for stored in find(db, "1 ORDER BY id"):
        yield (
            str(stored.id),
            stored.at.astimezone(zone_of.tzinfo).isoformat(sep=" ", timespec="seconds"),
            stored.mode,
            _plain(stored.coin),
            str(stored.level),
            _plain(stored.stake),
            _plain(stored.paid),
            _plain(stored.net),
            str(stored.free_spins),
            stored.state,
            stored.reason,
            str(stored.seed),
            stored.model,
        )


def write_csv(db: sqlite3.Connection, path: Path, zone_of: datetime) -> int:
    """Write every round as CSV, whole or not at all; returns how many."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(CSV_HEADER)
    rows = list(csv_rows(db, zone_of))
    writer.writerows(rows)
    growing = path.with_name(path.name + ".part")
    growing.write_text(text.getvalue(), encoding="utf-8-sig", newline="")
    growing.replace(path)
    return len(rows)
