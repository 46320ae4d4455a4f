"""What the ledger tells of the past: history, days, statistics, a spreadsheet. It only reads."""

import codecs
import csv
import sqlite3
from collections.abc import Generator, Iterator
from dataclasses import astuple, dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any, Final

from game import files
from game.engine.rules import Mode
from game.ledger.records import CREDITS, SELECTED, Seen, StoredRound, from_row

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
    """The round that paid most minor units; None where none paid more than it cost."""
    best_multiple: StoredRound | None
    """The round that paid most for what it cost, if more than that."""
    refills: int
    """Free refills taken."""
    refilled: int
    """Minor units that they came to."""
    played: timedelta
    """Time played in all sessions."""
    seen: Seen
    """What was shown of all rounds."""
    largest_loss: int
    """What the session that cost most cost, in minor units; 0 where none cost anything."""

    @property
    def net(self) -> int:
        """What the player gained in all finished rounds, in minor units; refills are no gain."""
        return self.total.win - self.total.stake


def find(db: sqlite3.Connection, where: str, *values: Any, index: str = "") -> Iterator[StoredRound]:
    """The rounds that ``where`` (SQL, after WHERE) selects, by an ``index`` where SQLite would choose a worse one."""
    source = f"rounds INDEXED BY {index}" if index else "rounds"
    return map(from_row, db.execute(f"SELECT {SELECTED}, {CREDITS} FROM {source} WHERE {where}", values))


def history(db: sqlite3.Connection, limit: int, before: int | None, day: str | None) -> list[StoredRound]:
    """At most ``limit`` rounds, newest first, older than round ``before`` and of local ``day`` where given.

    Page on with the last round's number as ``before``: numbers may have gaps.
    """
    return list(
        find(
            db,
            f"id < ? {'' if day is None else 'AND day = ?'} ORDER BY id DESC LIMIT ?",
            2**63 - 1 if before is None else before,
            *(() if day is None else (day,)),
            limit,
        )
    )


class Show(StrEnum):
    """Which rounds of the history are shown."""

    ALL = "all"
    WINS = "wins"
    """Those that paid more than they cost."""
    FREE_SPINS = "free spins"
    STARRED = "starred"


_STARRED: Final = """id IN (SELECT round_id FROM stars AS mark WHERE starred AND NOT EXISTS
    (SELECT 1 FROM stars WHERE round_id = mark.round_id AND id > mark.id))"""
_SHOWN: Final = {
    Show.ALL: "1",
    Show.WINS: f"{_FINISHED} AND win > stake",
    Show.FREE_SPINS: "free_spins > 0",
    Show.STARRED: _STARRED,
}
_PAID: Final = "state = 'paid' AND win > 0"


def list_rounds(
    db: sqlite3.Connection, show: Show, limit: int, *, largest: bool = False, after: StoredRound | None = None
) -> list[StoredRound]:
    """At most ``limit`` rounds, those that follow ``after``: newest first, or ``largest`` payment first.

    Those that paid nothing come last.
    """
    where = _SHOWN[show]
    newer = 2**63 - 1 if after is None else after.id
    if not largest:
        return list(find(db, f"{where} AND id < ? ORDER BY id DESC LIMIT ?", newer, limit))
    found: list[StoredRound] = []
    if after is None or after.paid:
        win = 2**63 - 1 if after is None else after.paid
        order = f"{_PAID} AND {where} AND win <= ? AND (win < ? OR id > ?) ORDER BY win DESC, id LIMIT ?"
        found = list(find(db, order, win, win, newer, limit))
        newer = 2**63 - 1
    if len(found) < limit:
        rest = f"NOT ({_PAID}) AND {where} AND id < ? ORDER BY id DESC LIMIT ?"
        found += find(db, rest, newer, limit - len(found))
    return found


def is_starred(db: sqlite3.Connection, round_id: int) -> bool:
    """Whether the player has marked the round."""
    row = db.execute("SELECT starred FROM stars WHERE round_id = ? ORDER BY id DESC LIMIT 1", (round_id,)).fetchone()
    return row is not None and bool(row[0])


MILESTONE: Final = 1000
"""Numbers of rounds from one milestone to the next."""
ENOUGH: Final = 20
"""Milestones that are enough for a curve."""
_SUMMED: Final = "(SELECT coalesce(max(round_id), 0) FROM milestones)"
_MODES: Final = """SELECT mode, count(*) AS rounds, sum(stake) AS stake, sum(win) AS win,
    count(*) FILTER (WHERE win > 0) AS hits, count(*) FILTER (WHERE free_spins > 0) AS free_spins_rounds,
    total(1.0 * stake * stake) AS stake_squares FROM rounds WHERE {part} AND state = 'paid' GROUP BY mode"""
_DAYS: Final = """SELECT day, count(*) FILTER (WHERE state = 'paid') AS rounds,
    count(*) FILTER (WHERE state = 'void') AS void, coalesce(sum(stake) FILTER (WHERE state = 'paid'), 0) AS stake,
    coalesce(sum(win) FILTER (WHERE state = 'paid'), 0) AS win FROM rounds
    WHERE {part} AND state <> 'open' GROUP BY +day"""  # not by the index, which holds all days


def sum_up(db: sqlite3.Connection, most: int) -> None:
    """Move on by at most ``most`` milestones, inside a transaction: add up the closed rounds up to each."""
    for _ in range(most):
        (last,) = db.execute(f"SELECT {_SUMMED}").fetchone()
        upto = last + MILESTONE
        (open_from,) = db.execute(
            "SELECT coalesce((SELECT id FROM rounds WHERE state = 'open'), (SELECT max(id) + 1 FROM rounds), 0)"
        ).fetchone()
        if upto >= open_from:
            return
        for table, query in (("mode_sums", _MODES), ("day_sums", _DAYS)):
            rows = db.execute(query.format(part="id > ? AND id <= ?"), (last, upto)).fetchall()
            for key, *values in rows:
                columns = _COLUMNS[table]
                added = ", ".join(f"{column} = {column} + excluded.{column}" for column in columns[1:])
                db.execute(
                    f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))}) "
                    f"ON CONFLICT DO UPDATE SET {added}",
                    (key, *values),
                )
        db.execute(
            "INSERT INTO milestones (round_id, rounds, stake, win) "
            "SELECT ?, coalesce(sum(rounds), 0), coalesce(sum(stake), 0), coalesce(sum(win), 0) FROM mode_sums",
            (upto,),
        )


_COLUMNS: Final = {
    "mode_sums": ("mode", "rounds", "stake", "win", "hits", "free_spins_rounds", "stake_squares"),
    "day_sums": ("day", "rounds", "void", "stake", "win"),
}


def _summed(db: sqlite3.Connection, table: str, query: str) -> list[tuple[Any, ...]]:
    """The sums up to the last milestone and those of the rounds after it, as one."""
    key, *columns = _COLUMNS[table]
    sums = ", ".join(f"sum({column})" for column in columns)
    return db.execute(
        f"SELECT {key}, {sums} FROM (SELECT {', '.join(_COLUMNS[table])} FROM {table} UNION ALL "
        f"{query.format(part=f'id > {_SUMMED}')}) GROUP BY {key} ORDER BY {key} DESC"
    ).fetchall()


def day_totals(db: sqlite3.Connection) -> list[DayTotals]:
    """Totals of each local day with a finished round, newest first."""
    return [DayTotals(*row) for row in _summed(db, "day_sums", _DAYS)]


def statistics(db: sqlite3.Connection) -> Statistics:
    """The player's figures so far."""
    found = {row[0]: ModeTotals(*row[1:]) for row in _summed(db, "mode_sums", _MODES)}
    by_mode = {mode: found.get(mode, ModeTotals()) for mode in Mode}
    total = ModeTotals(*map(sum, zip(*map(astuple, by_mode.values()), strict=True)))
    refills, refilled = db.execute(
        "SELECT count(*), coalesce(sum(amount), 0) FROM entries WHERE kind = 'deposit' AND note = 'refill'"
    ).fetchone()
    names = ("played_ms", "held", "came", "chance", "big_wins")
    sums = ", ".join(f"coalesce(sum({name}), 0)" for name in names)
    played_ms, *seen = db.execute(f"SELECT {sums} FROM sessions").fetchone()
    return Statistics(
        total=total,
        by_mode=by_mode,
        biggest_win=next(iter(best_wins(db, 1, by_multiple=False)), None),
        best_multiple=next(iter(best_wins(db, 1, by_multiple=True)), None),
        refills=refills,
        refilled=refilled,
        played=timedelta(milliseconds=played_ms),
        seen=Seen(*seen),
        largest_loss=-min(0, _worst_session(db)),
    )


def _worst_session(db: sqlite3.Connection) -> int:
    """The lowest net of a session; of ended ones as it was noted at their end."""
    (noted,) = db.execute("SELECT coalesce(min(net), 0) FROM sessions").fetchone()
    (running,) = db.execute(
        "SELECT coalesce(min(net), 0) FROM (SELECT sum(win - stake) AS net FROM rounds WHERE state = 'paid' "
        "AND session_id IN (SELECT id FROM sessions WHERE net IS NULL) GROUP BY session_id)"
    ).fetchone()
    return int(min(noted, running))


def best_wins(db: sqlite3.Connection, limit: int, *, by_multiple: bool) -> list[StoredRound]:
    """The rounds that paid most minor units, or most times their stake, the best first; none that paid no more."""
    order, index = ("win * 1.0 / stake", "rounds_by_multiple") if by_multiple else ("win", "rounds_by_win")
    where = f"{_PAID} AND win > stake ORDER BY {order} DESC, id LIMIT ?"
    return list(find(db, where, limit, index=index))


def return_curve(db: sqlite3.Connection, points: int) -> list[tuple[int, int, int]]:
    """``(rounds, stake, win)`` so far, after evenly spaced rounds: at most ``points`` and the last one.

    Of a longer history the milestones are the rounds to choose from.
    """
    summed = db.execute("SELECT round_id, rounds, stake, win FROM milestones ORDER BY round_id").fetchall()
    if len(summed) > min(points, ENOUGH):
        step = -(-len(summed) // max(1, points))
        rows = _summed(db, "mode_sums", _MODES)
        last = (sum(row[1] for row in rows), sum(row[2] for row in rows), sum(row[3] for row in rows))
        return [*((rounds, stake, win) for _, rounds, stake, win in summed[step - 1 :: step]), last]
    count = db.execute(f"SELECT count(*) FROM rounds WHERE {_FINISHED}").fetchone()[0]
    step = max(1, -(-count // max(1, points)))
    found = db.execute(
        "SELECT nth, staked, won FROM (SELECT row_number() OVER sofar AS nth, sum(stake) OVER sofar AS staked, "
        f"sum(win) OVER sofar AS won FROM rounds WHERE {_FINISHED} WINDOW sofar AS (ORDER BY id)) "
        "WHERE nth % ? = 0 OR nth = ?",
        (step, count),
    )
    return [(int(nth), int(staked), int(won)) for nth, staked, won in found]


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
    "credit before",
    "credit after",
)
PROGRESS_EVERY: Final = 1000
"""Rounds between two reports of progress."""


def _plain(minor: int | None) -> str:
    """An amount as a plain decimal; empty where it is not known."""
    if minor is None:
        return ""
    return f"{'-' if minor < 0 else ''}{abs(minor) // 100}.{abs(minor) % 100:02}"


def csv_rows(db: sqlite3.Connection, zone_of: datetime) -> Iterator[tuple[str, ...]]:
    """Every round for a spreadsheet, oldest first: amounts as plain decimals, times in the zone of ``zone_of``.

    A seed has more digits than a spreadsheet's numbers hold, so it is written as a formula that is a text.
    """
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
            stored.explanation,
            f'="{stored.seed}"',
            stored.model,
            _plain(stored.credit_before),
            _plain(stored.credit_after),
        )


def write_csv(db: sqlite3.Connection, path: Path, zone_of: datetime) -> Generator[tuple[int, int]]:
    """Write every round as CSV, whole or not at all: ``(written, of)`` now and then, and at the end.

    The file is there once the iterator is exhausted; one that is closed before, or fails, leaves nothing behind.
    """
    (count,) = db.execute("SELECT count(*) FROM rounds").fetchone()
    with files.writing(path) as file:
        file.write(codecs.BOM_UTF8)
        rows, done = csv_rows(db, zone_of), 0
        some: list[tuple[str, ...]] = [CSV_HEADER]
        while some:
            text = StringIO()
            csv.writer(text).writerows(some)
            file.write(text.getvalue().encode())
            yield done, max(count, done)
            some = list(islice(rows, PROGRESS_EVERY))
            done += len(some)
    yield done, done
