"""The player's own limits: what they are, when a change takes hold, and whether a stake would pass one.

A tighter limit holds at once, a looser one after a day; each change is a row of its own, and the newest row of a kind
decides. A break, once begun, can only be made longer. A day, a week and a month are spans of 24 hours, 7 and 30 days
that end now, whatever the calendar or the time zone says.
"""

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from game.engine import Mode
from game.ledger.errors import LedgerError
from game.ledger.records import from_ms, to_ms
from game.ledger.responsible import RULES, Preset, Rules
from game.ledger.sessions import PlayClock
from game.messages import Message, Minor

DAY_MS: Final = 24 * 60 * 60 * 1000
"""Milliseconds after which a looser limit holds."""


class LimitKind(StrEnum):
    """What a limit bounds."""

    BUDGET = "budget"
    """Minor units that may be lost in one session."""
    LOSS = "loss"
    """Minor units that may be lost in a day."""
    LOSS_WEEK = "loss_week"
    LOSS_MONTH = "loss_month"
    SESSION_TIME = "session_time"
    """Minutes that may be played in one session."""
    TIME = "time"
    """Minutes that may be played in a day."""
    TIME_WEEK = "time_week"
    TIME_MONTH = "time_month"
    REALITY_CHECK = "reality_check"
    """Minutes of play between two reality checks."""
    RESPONSIBLE = "responsible"
    """The :class:`~game.ledger.responsible.Preset` of responsible mode."""


COOL_OFF: Final = "cool_off"
"""Kind of the rows that hold a break; their value is its end in milliseconds since 1970."""

SPANS: Final = MappingProxyType(
    {
        LimitKind.LOSS: DAY_MS,
        LimitKind.LOSS_WEEK: 7 * DAY_MS,
        LimitKind.LOSS_MONTH: 30 * DAY_MS,
        LimitKind.TIME: DAY_MS,
        LimitKind.TIME_WEEK: 7 * DAY_MS,
        LimitKind.TIME_MONTH: 30 * DAY_MS,
    }
)
"""Milliseconds back from now that a limit looks at."""
_LOSSES: Final[Mapping[LimitKind, Callable[[Minor], Message]]] = MappingProxyType(
    {
        LimitKind.LOSS: lambda amount: Message(
            "This bet would take you past your daily loss limit of {amount}.", amount=amount
        ),
        LimitKind.LOSS_WEEK: lambda amount: Message(
            "This bet would take you past your weekly loss limit of {amount}.", amount=amount
        ),
        LimitKind.LOSS_MONTH: lambda amount: Message(
            "This bet would take you past your monthly loss limit of {amount}.", amount=amount
        ),
    }
)
_TIMES: Final[Mapping[LimitKind, Callable[[int], Message]]] = MappingProxyType(
    {
        LimitKind.TIME: lambda count: Message(
            "You've reached today's time limit ({count} minute).",
            "You've reached today's time limit ({count} minutes).",
            count=count,
        ),
        LimitKind.TIME_WEEK: lambda count: Message(
            "You've reached this week's time limit ({count} minute).",
            "You've reached this week's time limit ({count} minutes).",
            count=count,
        ),
        LimitKind.TIME_MONTH: lambda count: Message(
            "You've reached this month's time limit ({count} minute).",
            "You've reached this month's time limit ({count} minutes).",
            count=count,
        ),
    }
)


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


# What holds


def read_limit(db: sqlite3.Connection, kind: LimitKind, now: datetime) -> Limit:
    """The limit of that kind as it stands at ``now``."""
    row = db.execute(
        "SELECT value, previous, effective_at FROM limits WHERE kind = ? ORDER BY id DESC LIMIT 1", (kind,)
    ).fetchone()
    if row is None:
        return Limit(kind, None)
    value, previous, effective_at = row
    if effective_at <= to_ms(now) or not _is_looser(kind, value, previous):
        return Limit(kind, value)
    return Limit(kind, previous, value, from_ms(effective_at))


def _is_looser(kind: LimitKind, value: int | None, held: int | None) -> bool:
    if value is None or held is None:
        return held is not None
    return value < held if kind is LimitKind.RESPONSIBLE else value > held


def read_rules(db: sqlite3.Connection, now: datetime) -> Rules | None:
    """The rules of responsible mode that hold at ``now``; None outside of it."""
    value = read_limit(db, LimitKind.RESPONSIBLE, now).value
    return None if value is None else RULES[Preset(value)]


def write_limit(db: sqlite3.Connection, kind: LimitKind, value: int | None, now: datetime) -> None:
    """Set a limit: at once when it is no looser than what holds, else a day from ``now``.

    Under a clock that was set back, a day from the latest moment known. Raises :class:`BadLimit`.
    """
    if value is not None and (type(value) not in (int, Preset) or not 0 < value < 2**53):
        raise BadLimit("A limit must be a whole number above zero.")
    if kind is LimitKind.RESPONSIBLE and value is not None and value not in tuple(Preset):
        raise BadLimit("There is no such responsible mode.")
    held = read_limit(db, kind, now).value
    effective_at = to_ms(now)
    if _is_looser(kind, value, held):
        effective_at = latest_known(db, now) + DAY_MS
    db.execute(
        "INSERT INTO limits (at, kind, value, previous, effective_at) VALUES (?, ?, ?, ?, ?)",
        (to_ms(now), kind, None if value is None else int(value), held, effective_at),
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
        if begins <= moment or (at > moment and not is_forgiven(db, moment, until - begins))
    ]
    return from_ms(max(ends)) if ends else None


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


# The clock


def latest_recorded(db: sqlite3.Connection) -> int:
    """The latest moment in the file, in milliseconds since 1970."""
    sources = ("rounds", "entries WHERE kind = 'deposit'", "sessions", "limits")
    times = [db.execute(f"SELECT max(at) FROM {source}").fetchone()[0] for source in sources]
    return max((at for at in times if isinstance(at, int)), default=0)


def latest_known(db: sqlite3.Connection, now: datetime) -> int:
    """``now``, or the latest moment recorded if the clock was set back since; in milliseconds since 1970.

    Once sessions have been begun under the earlier clock for a day, the later times were the mistake: they are passed
    over.
    """
    moment, latest = to_ms(now), latest_recorded(db)
    return moment if latest <= moment or is_forgiven(db, moment, DAY_MS) else latest


def is_forgiven(db: sqlite3.Connection, moment: int, span: int) -> bool:
    """Whether times later than ``moment`` were a mistake of the clock.

    That is when sessions have been begun under the present clock for ``span`` milliseconds after all of them.
    """
    (last,) = db.execute(
        "SELECT max(id) FROM (SELECT id FROM sessions WHERE at > ? UNION ALL "
        "SELECT session_id FROM rounds WHERE at > ?)",
        (moment, moment),
    ).fetchone()
    (since,) = db.execute("SELECT min(at) FROM sessions WHERE id > ?", (last,)).fetchone()
    return since is not None and moment - int(since) >= span


# What counts


def net_within(db: sqlite3.Connection, span: int, moment: int) -> int:
    """What was gained in the ``span`` milliseconds before ``moment``, negative for a loss, in minor units.

    What was lost later than ``moment``, before the clock was set back, counts too; what was won then does not.
    """
    net = "SELECT coalesce(sum(win - stake), 0) FROM rounds WHERE state = 'paid' AND at >"
    (gained,) = db.execute(f"{net} ? AND at <= ?", (moment - span, moment)).fetchone()
    (later,) = db.execute(f"{net} ?", (moment,)).fetchone()
    return int(gained) if not later or is_forgiven(db, moment, span) else gained + min(0, later)


def played_within(db: sqlite3.Connection, span: int, moment: int, session_id: int | None) -> timedelta:
    """The time played in the ``span`` milliseconds before ``moment`` in all sessions but the running one."""
    start = moment - span
    end = "coalesce(ended_at, at + played_ms)"
    (within,) = db.execute(
        f"SELECT coalesce(sum(min(played_ms, {end} - ?)), 0) FROM sessions WHERE id IS NOT ? AND at <= ? AND {end} > ?",
        (start, session_id, moment, start),
    ).fetchone()
    (later,) = db.execute(
        "SELECT coalesce(sum(played_ms), 0) FROM sessions WHERE id IS NOT ? AND at > ?", (session_id, moment)
    ).fetchone()
    if later and is_forgiven(db, moment, span):
        later = 0
    return timedelta(milliseconds=within + later)


def spent_sessions(db: sqlite3.Connection, session_id: int | None, moment: int) -> tuple[int, timedelta]:
    """Loss and time of the last day's sessions in which one of their own limits was met: they are not given back."""
    net, played_ms = 0, 0
    for id_, played in db.execute(
        "SELECT id, played_ms FROM sessions WHERE reached_at > ? AND id IS NOT ?", (moment - DAY_MS, session_id)
    ).fetchall():
        net += min(0, session_net(db, id_))
        played_ms += played
    return net, timedelta(milliseconds=played_ms)


def session_net(db: sqlite3.Connection, session_id: int | None) -> int:
    """What a session's finished rounds have gained, negative for a loss, in minor units."""
    net = "SELECT coalesce(sum(win - stake), 0) FROM rounds WHERE session_id = ? AND state = 'paid'"
    return int(db.execute(net, (session_id,)).fetchone()[0])


def check_stake(
    db: sqlite3.Connection, mode: Mode, stake: int, session_id: int | None, play_clock: PlayClock, now: datetime
) -> None:
    """Raise :class:`LimitReached` when a stake of ``stake`` minor units would pass a limit or fall in a break."""
    if not db.execute("SELECT EXISTS (SELECT 1 FROM limits)").fetchone()[0]:
        return
    moment = to_ms(now)
    until = read_break(db, now)
    if until is not None:
        local = until.astimezone(now.tzinfo)
        raise LimitReached(COOL_OFF, Message("You're taking a break until {when}.", when=local), to_ms(until))
    _check_rules(read_rules(db, now), mode, stake)
    held = {kind: value for kind in LimitKind if (value := read_limit(db, kind, now).value) is not None}
    for kind, say in _TIMES.items():
        if kind in held:
            played = played_within(db, SPANS[kind], moment, session_id)
            played += min(play_clock.elapsed, timedelta(milliseconds=SPANS[kind]))
            if played >= timedelta(minutes=held[kind]):
                raise LimitReached(kind, say(held[kind]), held[kind])
    spent_net, spent_time = spent_sessions(db, session_id, moment)
    minutes = held.get(LimitKind.SESSION_TIME)
    if minutes is not None and play_clock.elapsed + spent_time >= timedelta(minutes=minutes):
        reached = Message(
            "You've reached your session's time limit ({count} minute).",
            "You've reached your session's time limit ({count} minutes).",
            count=minutes,
        )
        raise LimitReached(LimitKind.SESSION_TIME, reached, minutes)
    budget = held.get(LimitKind.BUDGET)
    if budget is not None and stake - session_net(db, session_id) - spent_net > budget:
        reached = Message("This bet would take you past your session budget of {amount}.", amount=Minor(budget))
        raise LimitReached(LimitKind.BUDGET, reached, budget)
    for kind, tell in _LOSSES.items():
        if kind in held and stake - net_within(db, SPANS[kind], moment) > held[kind]:
            raise LimitReached(kind, tell(Minor(held[kind])), held[kind])


def _check_rules(rules: Rules | None, mode: Mode, stake: int) -> None:
    if rules is None:
        return
    said = None
    if mode is Mode.BUY:
        said = Message("You can't buy free spins in responsible mode.")
    elif mode is Mode.ANTE:
        said = Message("Double Chance is off in responsible mode.")
    elif rules.max_stake is not None and stake > rules.max_stake:
        said = Message("In this responsible mode a round costs {amount} at most.", amount=Minor(rules.max_stake))
    if said is not None:
        raise LimitReached(LimitKind.RESPONSIBLE, said, rules.preset)
