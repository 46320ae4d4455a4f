"""The player's own limits: what they are, when a change takes hold, and whether a stake would pass one.

A tighter limit holds at once, a looser one after a day; each change is a row of its own, and the newest row of a kind
decides. A break, once begun, can only be made longer.
"""

import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from game.ledger.errors import LedgerError
from game.ledger.records import day_of, from_ms, to_ms
from game.sentences import Minor, Sentence

LOOSENING_DELAY: Final = timedelta(hours=24)


class LimitKind(StrEnum):
    """What a limit bounds."""

    BUDGET = "budget"
    """Minor units that may be lost in one session."""
    LOSS = "loss"
    """Minor units that may be lost in one local day."""
    TIME = "time"
    """Minutes that may be played in one local day."""
    REALITY_CHECK = "reality_check"
    """Minutes of play between two reality checks."""


COOL_OFF: Final = "cool_off"
"""Kind of the rows that hold a break; their value is its end in milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class Limit:
    """One of the player's limits."""

    kind: LimitKind
    value: int | None
    """What holds now, in the kind's unit; None for no limit."""
    pending: int | None = None
    """What will hold from :attr:`pending_from`; None is no limit, or nothing pending."""
    pending_from: datetime | None = None
    """When a looser limit takes hold, in UTC; None when nothing is pending."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What counts towards the limits."""

    session_net: int
    day_net: int
    """Minor units, negative for a loss."""
    day_played: timedelta


class LimitReached(LedgerError):
    """A stake that one of the player's own limits forbids."""

    def __init__(self, kind: str, text: str, limit: int) -> None:
        super().__init__(text)
        self.kind = kind
        """A :class:`LimitKind` or :data:`COOL_OFF`."""
        self.limit = limit
        """In the kind's unit; for a break its end in milliseconds since 1970."""


class BadLimit(LedgerError):
    """A limit that cannot be set."""


def read_limit(db: sqlite3.Connection, kind: LimitKind, now: datetime) -> Limit:
    """The limit of that kind as it stands at ``now``."""
    row = db.execute(
        "SELECT value, previous, effective_at FROM limits WHERE kind = ? ORDER BY id DESC LIMIT 1", (kind,)
    ).fetchone()
    if row is None:
        return Limit(kind, None)
    value, previous, effective_at = row
    if effective_at <= to_ms(now):
        return Limit(kind, value)
    return Limit(kind, previous, value, from_ms(effective_at))


def write_limit(db: sqlite3.Connection, kind: LimitKind, value: int | None, now: datetime) -> None:
    """Set a limit: at once when it is no looser than what holds, else a day from ``now``."""
    if value is not None and (type(value) is not int or not 0 < value < 2**53):
        raise BadLimit("A limit is a whole number above nothing.")
    held = read_limit(db, kind, now).value
    looser = held is not None and (value is None or value > held)
    effective_at = now + LOOSENING_DELAY if looser else now
    db.execute(
        "INSERT INTO limits (at, kind, value, previous, effective_at) VALUES (?, ?, ?, ?, ?)",
        (to_ms(now), kind, value, held, to_ms(effective_at)),
    )


def read_break(db: sqlite3.Connection, now: datetime) -> datetime | None:
    """The end of the break that is on at ``now``, in UTC."""
    until = db.execute("SELECT max(value) FROM limits WHERE kind = ?", (COOL_OFF,)).fetchone()[0]
    return from_ms(until) if until is not None and until > to_ms(now) else None


def write_break(db: sqlite3.Connection, until: datetime, now: datetime) -> None:
    """Begin a break, or make the one that is on longer; raises :class:`BadLimit` for a shorter one."""
    if until <= now:
        raise BadLimit("A break ends later than now.")
    running = read_break(db, now)
    if running is not None and until < running:
        raise BadLimit("A break that has begun cannot be made shorter.")
    db.execute(
        "INSERT INTO limits (at, kind, value, effective_at) VALUES (?, ?, ?, ?)",
        (to_ms(now), COOL_OFF, to_ms(until), to_ms(now)),
    )


def read_usage(db: sqlite3.Connection, session_id: int | None, played: timedelta, now: datetime) -> Usage:
    """What counts at ``now``, with a running session that was ``played`` for so long."""
    net = "SELECT coalesce(sum(iif(state = 'paid', win - stake, 0)), 0) FROM rounds WHERE"
    today = day_of(now)
    (session_net,) = db.execute(f"{net} session_id = ?", (session_id,)).fetchone()
    (day_net,) = db.execute(f"{net} day = ?", (today,)).fetchone()
    (others_ms,) = db.execute(
        "SELECT coalesce(sum(played_ms), 0) FROM sessions WHERE day = ? AND id IS NOT ?", (today, session_id)
    ).fetchone()
    return Usage(session_net, day_net, timedelta(milliseconds=others_ms) + played)


def check_stake(db: sqlite3.Connection, stake: int, session_id: int | None, played: timedelta, now: datetime) -> None:
    """Raise :class:`LimitReached` when a stake of ``stake`` minor units would pass a limit or fall in a break."""
    if not db.execute("SELECT EXISTS (SELECT 1 FROM limits)").fetchone()[0]:
        return
    usage = read_usage(db, session_id, played, now)
    until = read_break(db, now)
    if until is not None:
        local = until.astimezone(now.tzinfo)
        raise LimitReached(COOL_OFF, Sentence("You are taking a break until {when}.", when=local), to_ms(until))
    minutes = read_limit(db, LimitKind.TIME, now).value
    if minutes is not None and usage.day_played >= timedelta(minutes=minutes):
        raise LimitReached(
            LimitKind.TIME,
            Sentence("You have played your {count} min for today. Tomorrow is another day.", count=minutes),
            minutes,
        )
    budget = read_limit(db, LimitKind.BUDGET, now).value
    if budget is not None and stake - usage.session_net > budget:
        told = Sentence("This bet would pass your budget for this session, {amount}.", amount=Minor(budget))
        raise LimitReached(LimitKind.BUDGET, told, budget)
    loss = read_limit(db, LimitKind.LOSS, now).value
    if loss is not None and stake - usage.day_net > loss:
        told = Sentence("This bet would pass your loss limit for today, {amount}.", amount=Minor(loss))
        raise LimitReached(LimitKind.LOSS, told, loss)
