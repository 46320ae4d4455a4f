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
from game.messages import Message, Minor

DAY_MS: Final = 24 * 60 * 60 * 1000
"""Milliseconds after which a looser limit holds."""


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
    if effective_at <= to_ms(now) or not _is_looser(value, previous):
        return Limit(kind, value)
    return Limit(kind, previous, value, from_ms(effective_at))


def _is_looser(value: int | None, held: int | None) -> bool:
    return held is not None and (value is None or value > held)


def latest_recorded(db: sqlite3.Connection) -> int:
    """The latest moment in the file, in milliseconds since 1970."""
    times = [db.execute(f"SELECT max(at) FROM {table}").fetchone()[0] for table in ("entries", "sessions", "limits")]
    return max((at for at in times if isinstance(at, int)), default=0)


def latest_known(db: sqlite3.Connection, now: datetime) -> int:
    """``now``, or the latest moment recorded if the clock was set back since; in milliseconds since 1970.

    Once sessions have been begun under the earlier clock for a day, the later times were the mistake: they are passed
    over.
    """
    moment, latest = to_ms(now), latest_recorded(db)
    if latest <= moment:
        return moment
    since = _set_back_since(db, moment)
    return moment if since is not None and moment - since >= DAY_MS else latest


def _set_back_since(db: sqlite3.Connection, moment: int) -> int | None:
    """When the first session began after all that was recorded later than ``moment``; None when none did."""
    (last,) = db.execute(
        "SELECT max(id) FROM (SELECT id FROM sessions WHERE at > ? UNION ALL "
        "SELECT session_id FROM rounds WHERE at > ?)",
        (moment, moment),
    ).fetchone()
    (since,) = db.execute("SELECT min(at) FROM sessions WHERE id > ?", (last,)).fetchone()
    return None if since is None else int(since)


def write_limit(db: sqlite3.Connection, kind: LimitKind, value: int | None, now: datetime) -> None:
    """Set a limit: at once when it is no looser than what holds, else a day from ``now``.

    Under a clock that was set back, a day from the latest moment known.
    """
    if value is not None and (type(value) is not int or not 0 < value < 2**53):
        raise BadLimit("A limit must be a whole number above zero.")
    held = read_limit(db, kind, now).value
    effective_at = to_ms(now)
    if _is_looser(value, held):
        effective_at = latest_known(db, now) + DAY_MS
    db.execute(
        "INSERT INTO limits (at, kind, value, previous, effective_at) VALUES (?, ?, ?, ?, ?)",
        (to_ms(now), kind, value, held, effective_at),
    )


def read_break(db: sqlite3.Connection, now: datetime) -> datetime | None:
    """The end of the break that is on at ``now``, in UTC.

    Under a clock that was set back since the break was taken it is on, but no longer than it was taken for.
    """
    moment = to_ms(now)
    ends = [
        until
        for at, begins, until in db.execute(
            "SELECT at, effective_at, value FROM limits WHERE kind = ? AND value > ?", (COOL_OFF, moment)
        )
        if begins <= moment or (at > moment and not _is_spent(db, until - begins, moment))
    ]
    return from_ms(max(ends)) if ends else None


def _is_spent(db: sqlite3.Connection, length: int, moment: int) -> bool:
    since = _set_back_since(db, moment)
    return since is not None and moment - since >= length


def write_break(db: sqlite3.Connection, until: datetime, now: datetime) -> None:
    """Begin a break, or make the one that is on longer; raises :class:`BadLimit` for a shorter one.

    Under a clock that was set back it also holds from the latest moment known on: putting the clock right must not
    end it.
    """
    if until <= now:
        raise BadLimit("Choose an end time in the future.")
    running = read_break(db, now)
    if running is not None and until < running:
        raise BadLimit("You can't shorten a break.")
    moment, length = to_ms(now), to_ms(until) - to_ms(now)
    for begins in sorted({moment, latest_known(db, now)}):
        db.execute(
            "INSERT INTO limits (at, kind, value, effective_at) VALUES (?, ?, ?, ?)",
            (moment, COOL_OFF, begins + length, begins),
        )


def read_usage(
    db: sqlite3.Connection, session_id: int | None, played: timedelta, now: datetime, *, behind: bool
) -> Usage:
    """What counts at ``now``, with a running session that was ``played`` for so long.

    Where the clock is ``behind``, what was played later than ``now``, before it was set back, counts as today's.
    """
    net = "SELECT coalesce(sum(iif(state = 'paid', win - stake, 0)), 0) FROM rounds WHERE"
    time = "SELECT coalesce(sum(played_ms), 0) FROM sessions WHERE id IS NOT ? AND"
    today, moment = day_of(now), to_ms(now)
    (session_net,) = db.execute(f"{net} session_id = ?", (session_id,)).fetchone()
    (day_net,) = db.execute(f"{net} day = ?", (today,)).fetchone()
    (others_ms,) = db.execute(f"{time} day = ?", (session_id, today)).fetchone()
    if behind and latest_known(db, now) > moment:
        (later_net,) = db.execute(f"{net} day <> ? AND at > ?", (today, moment)).fetchone()
        (later_ms,) = db.execute(f"{time} day <> ? AND at > ?", (session_id, today, moment)).fetchone()
        day_net, others_ms = day_net + min(0, later_net), others_ms + later_ms
    return Usage(session_net, day_net, timedelta(milliseconds=others_ms) + played)


def check_stake(
    db: sqlite3.Connection,
    stake: int,
    session_id: int | None,
    played: timedelta,
    now: datetime,
    *,
    behind: bool,
) -> None:
    """Raise :class:`LimitReached` when a stake of ``stake`` minor units would pass a limit or fall in a break.

    ``behind`` says that ``now`` is before something recorded.
    """
    if not db.execute("SELECT EXISTS (SELECT 1 FROM limits)").fetchone()[0]:
        return
    usage = read_usage(db, session_id, played, now, behind=behind)
    until = read_break(db, now)
    if until is not None:
        local = until.astimezone(now.tzinfo)
        raise LimitReached(COOL_OFF, Message("You're taking a break until {when}.", when=local), to_ms(until))
    minutes = read_limit(db, LimitKind.TIME, now).value
    if minutes is not None and usage.day_played >= timedelta(minutes=minutes):
        raise LimitReached(
            LimitKind.TIME,
            Message(
                "You've reached today's time limit ({count} minute).",
                "You've reached today's time limit ({count} minutes).",
                count=minutes,
            ),
            minutes,
        )
    budget = read_limit(db, LimitKind.BUDGET, now).value
    if budget is not None and stake - usage.session_net > budget:
        told = Message("This bet would take you past your session budget of {amount}.", amount=Minor(budget))
        raise LimitReached(LimitKind.BUDGET, told, budget)
    loss = read_limit(db, LimitKind.LOSS, now).value
    if loss is not None and stake - usage.day_net > loss:
        told = Message("This bet would take you past your daily loss limit of {amount}.", amount=Minor(loss))
        raise LimitReached(LimitKind.LOSS, told, loss)
