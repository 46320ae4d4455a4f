"""The ledger: the one place money lives.

The balance is the sum of an append-only list of entries, and every round is stored with its seed and outcome, in the
same transaction as its stake, before any of it is shown. Each method that writes is one transaction: it happens whole
or not at all, whenever the process or the power ends.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import astuple
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from game.engine import Mode, Round
from game.ledger import limits, reports, storage
from game.ledger.errors import (
    InsufficientBalance,
    LedgerDamaged,
    LedgerError,
    LedgerMoved,
    Malfunction,
    NoSuchRound,
    RefillRefused,
    RoundClosed,
    RoundOpen,
    ledger_errors,
)
from game.ledger.journal import MAX_SIZE, Journal, is_same_file
from game.ledger.lock import ProfileLock
from game.ledger.proof import Proof, proof_of
from game.ledger.reader import LedgerReader
from game.ledger.reasons import VoidReason
from game.ledger.records import (
    CREDITS,
    EPOCH,
    SEALED,
    SELECTED,
    Clock,
    Seen,
    State,
    StoredRound,
    day_of,
    from_ms,
    from_row,
    replay,
    seal,
    to_ms,
)
from game.ledger.recovery import LedgerOpener
from game.ledger.responsible import REALITY_CHECK, Preset, Rules
from game.ledger.schema import MIGRATIONS, Migration
from game.ledger.sessions import PAUSE, PlayClock, Running, Session
from game.messages import Message, Minor, message_of
from game.money import FREE_CREDIT, LADDER, Bet

REFILL_BELOW: Final = LADDER[0].base
"""Minor units of the smallest bet: more play money is to be had below it."""
REFILL_EVERY: Final = timedelta(hours=1)
EVERYDAY: Final = "everyday"
"""Label of the backup taken when a session ends."""
UNWRITTEN: Final = 0
"""Number of a session that could not be written down yet."""
MAX_LEAP: Final = timedelta(minutes=1)
"""A clock that gains or loses more from one reading to the next was set."""
PANIC: Final = timedelta(hours=24)
"""How long a break by the panic key is."""
_NOTE_NET: Final = (
    "UPDATE sessions SET net = (SELECT coalesce(sum(win - stake), 0) FROM rounds "
    "WHERE session_id = sessions.id AND state = 'paid')"
)


def boot_seconds() -> float:
    """Seconds that pass however the clock is set, sleep included where the system counts it."""
    clock = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    return time.monotonic() if clock is None else time.clock_gettime(clock)


def clock_reading(moment: datetime, steady: float) -> tuple[datetime, timedelta]:
    """A moment with a zone, and the steady time beside it."""
    return (moment if moment.tzinfo is not None else moment.astimezone()), timedelta(seconds=steady)


class Ledger:
    """A player's saved game. Use it from one thread at a time, and close it."""

    def __init__(self, folder: Path, db: sqlite3.Connection, journal: Journal, lock: ProfileLock, clock: Clock) -> None:
        self.folder = folder
        self.notes: list[str] = []
        """What the player should be told about the opening, one plain sentence each."""
        self._db, self._journal, self._lock, self._clock = db, journal, lock, clock
        self._file = (folder / storage.LEDGER_NAME).stat()
        self._steady: Callable[[], float] = getattr(clock, "steady", boot_seconds)
        self._running: Running | None = None
        self.away = False
        """The player has pressed nothing for a while: no time is counted as play."""
        self._closed = False
        self._read = clock_reading(clock(), self._steady())
        self._ahead = timedelta()
        """How far the clock was set forward while the ledger was open."""

    # LedgerOpener and closing

    @classmethod
    def open(
        cls,
        folder: Path,
        clock: Clock,
        *,
        bankroll: int = FREE_CREDIT,
        factory: type[sqlite3.Connection] = sqlite3.Connection,
        migrations: Sequence[Migration] = MIGRATIONS,
    ) -> Self:
        """Open the profile in ``folder``, creating it with a first deposit of ``bankroll`` when there is none.

        A ``clock`` may have a method ``steady`` that tells seconds which pass however the clock is set; without one
        the computer's own are used. While the ledger is open, a clock set forward ends no break and loosens no limit.

        Holds the profile until closed: a second opening raises :class:`~game.ledger.errors.ProfileInUse`. A damaged
        ledger is set aside and mended or restored, and :attr:`notes` says so. Anything else that stands in the way
        is raised as a :class:`LedgerError` whose text is for the player.
        """
        with ledger_errors(folder):
            storage.make_folder(folder)
        with ExitStack() as undo:
            lock = ProfileLock(folder)
            undo.callback(lock.release)
            with ledger_errors(folder):
                opener = LedgerOpener(folder, clock, factory, migrations, bankroll)
                db, journal = opener.open()
            undo.callback(db.close)
            undo.callback(journal.close)
            with ledger_errors(folder):
                ledger = cls(folder, db, journal, lock, clock)
            ledger.notes += opener.notes
            ledger._note_clock()
            undo.pop_all()
        return ledger

    def close(self) -> None:
        """End the session, back the ledger up when it changed, and let go of the profile; never raises.

        A second call does nothing.
        """
        if self._closed:
            return
        self._closed = True
        try:
            with suppress(LedgerError):
                self.end_session()
            with suppress(sqlite3.Error):
                self._db.close()
                if is_same_file(self._file, self.folder / storage.LEDGER_NAME):
                    storage.seal(self.folder)
        finally:
            self._journal.close()
            self._lock.release()

    def reopen(self) -> None:
        """Open a closed ledger again."""
        again = type(self).open(self.folder, self._clock)
        self.__dict__.update(vars(again))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Money

    @property
    def balance(self) -> int:
        """The player's credit, in minor units."""
        with self._errors():
            return storage.balance(self._db)

    def check(self, mode: Mode, bet: Bet) -> None:
        """Raise what :meth:`stake` would raise for a round of ``mode`` at ``bet``; changes nothing."""
        if (waiting := self.open_round()) is not None:
            raise RoundOpen(Message("Finish round {number} first.", number=waiting.id))
        price, now = bet.price(mode), self._limits_now()
        self.session()
        running = self._running
        assert running is not None
        self._take_due_pause(running, now)
        try:
            with self._errors():
                limits.check_stake(self._db, mode, price, running.id, running.play_clock, now)
        except limits.LimitReached as error:
            if error.kind in (limits.LimitKind.BUDGET, limits.LimitKind.SESSION_TIME) and running.reached_at is None:
                running.reached_at = to_ms(now)
                self._note_session(now)
            raise
        if price > self.balance:
            raise InsufficientBalance(price, self.balance)

    def _take_due_pause(self, running: Running, now: datetime) -> None:
        """Begin the break that responsible mode asks for after so much play."""
        rules = self.responsible()
        if rules is not None and rules.pause_after is not None and running.play_clock.since_pause >= rules.pause_after:
            running.play_clock.since_pause = timedelta()
            if self.on_break_until() is None:
                self.take_break(now + rules.pause)

    def stake(self, played: Round, bet: Bet, proof: Proof | None = None) -> StoredRound:
        """Take the stake of a round just played by the engine and store the round, open, with its seed's ``proof``.

        Raises :class:`RoundOpen`, :class:`InsufficientBalance` or :class:`~game.ledger.limits.LimitReached`, and then
        nothing was taken. After any other error (a disk that fails while it commits) :meth:`open_round` tells.
        """
        self.check(played.mode, bet)
        session_id, now = self._written_session(), self._now()
        with self._writing():
            (round_id,) = self._db.execute("SELECT coalesce(max(id), 0) + 1 FROM rounds").fetchone()
            values = seal(round_id, session_id, played, bet, now)
            marks = ", ".join("?" * len(values))
            self._db.execute(f"INSERT INTO rounds (id, {', '.join(SEALED)}, checksum) VALUES ({marks})", values)
            self._enter("stake", bet.price(played.mode), round_id, now)
            if proof is not None:
                values = (round_id, proof.secret, proof.words)
                self._db.execute("INSERT INTO proofs (round_id, secret, words) VALUES (?, ?, ?)", values)
            self._keep_time(now)
            reports.sum_up(self._db, 2)
            stored = self.round(round_id)
        self._count(stored, rounds=1, stake=stored.stake)
        return stored

    def mark_spin_shown(self, round_id: int, spin: int) -> None:
        """Remember that the player was shown ``spin`` of the open round.

        A power cut may lose this (a spin is then shown twice); it does not wait for the disk as money does.
        """
        with self._errors():
            self._db.execute("PRAGMA synchronous = NORMAL")
            try:
                self._db.execute(
                    "UPDATE rounds SET last_spin = ? WHERE id = ? AND state = 'open' AND coalesce(last_spin, -1) < ?",
                    (spin, round_id, spin),
                )
            finally:
                self._db.execute("PRAGMA synchronous = FULL")

    def settle(self, round_id: int, seen: Seen = Seen()) -> StoredRound:  # noqa: B008  it does not change
        """Pay the round's win and count what the player has ``seen`` of it; a round already paid stays as it is.

        Raises :class:`Malfunction` when its record is damaged, :class:`RoundClosed` when it is void.
        """
        stored = self.round(round_id)
        if stored.state == State.PAID:
            return stored
        if stored.state != State.OPEN:
            raise RoundClosed(Message("Round {number} is void; its bet was returned.", number=round_id))
        if not stored.intact:
            raise stored.malfunction(VoidReason.DAMAGED)
        now = self._now()
        with self._writing():
            if stored.win:
                self._enter("pay", stored.win, round_id, now)
            self._shut(round_id, State.PAID, "", now)
            self._db.execute(
                "UPDATE sessions SET held = held + ?, came = came + ?, chance = chance + ?, big_wins = big_wins + ? "
                "WHERE id = ?",
                (*astuple(seen), stored.session_id),
            )
            stored = self.round(round_id)
        self._count(stored, win=stored.win)
        return stored

    def void(self, round_id: int, reason: str) -> StoredRound:
        """Return the round's stake and pay nothing, because of ``reason``; a round already void stays as it is.

        ``reason`` is a :class:`~game.ledger.reasons.VoidReason`.
        """
        stored = self.round(round_id)
        if stored.state == State.VOID:
            return stored
        if stored.state != State.OPEN:
            raise RoundClosed(Message("Round {number} has already been paid.", number=round_id))
        now = self._now()
        with self._writing():
            taken = self._db.execute(
                "SELECT amount FROM entries WHERE round_id = ? AND kind = 'stake'", (round_id,)
            ).fetchone()[0]
            self._enter("refund", taken, round_id, now)
            self._shut(round_id, State.VOID, reason, now)
            stored = self.round(round_id)
        self._count(stored, rounds=-1, stake=-stored.stake)
        return stored

    def refill_refusal(self) -> str:
        """Why there is no refill of play money now, one plain sentence; empty where there is one.

        It is there below the smallest bet, once an hour, and never in a break.
        """
        now = self._limits_now()
        until = self.on_break_until()
        if until is not None:
            return Message("You're taking a break until {when}.", when=until.astimezone(now.tzinfo))
        if self.balance >= REFILL_BELOW:
            return Message("You can refill when your credit is below {amount}.", amount=Minor(REFILL_BELOW))
        last = self._row("SELECT max(at) FROM entries WHERE kind = 'deposit' AND note = 'refill'")[0]
        if last is not None and last <= to_ms(now) < last + to_ms(EPOCH + REFILL_EVERY):
            again = from_ms(last) + REFILL_EVERY
            return Message("You can refill once an hour: again at {when}.", when=again.astimezone(now.tzinfo))
        return ""

    @property
    def can_refill(self) -> bool:
        """Whether a refill is to be had: see :meth:`refill_refusal`."""
        return not self.refill_refusal()

    def refill(self, bankroll: int = FREE_CREDIT) -> int:
        """Fill the credit up to ``bankroll`` minor units of play money; returns the balance.

        Raises :class:`RefillRefused` where there is no refill.
        """
        refusal = self.refill_refusal()
        if refusal:
            raise RefillRefused(refusal)
        missing = bankroll - self.balance
        self.session()
        with self._writing():
            self._enter("deposit", missing, None, self._now(), "refill")
        assert self._running is not None
        self._running.refills += 1
        self._running.refilled += missing
        return self.balance

    def begin_with(self, bankroll: int) -> None:
        """Before the first round, raise the first deposit to ``bankroll`` minor units; it never falls."""
        missing = bankroll - self.balance
        if missing > 0 and not self.history(1):
            with self._writing():
                self._enter("deposit", missing, None, self._now(), "first")

    # Rounds

    def round(self, round_id: int) -> StoredRound:
        """The round of that number; raises :class:`NoSuchRound`."""
        row = self._row(f"SELECT {SELECTED}, {CREDITS} FROM rounds WHERE id = ?", round_id)
        if row is None:
            raise NoSuchRound(Message("There is no round {number}.", number=round_id))
        return from_row(row)

    def open_round(self) -> StoredRound | None:
        """The round whose stake is taken and whose win is not paid, if there is one."""
        row = self._row(f"SELECT {SELECTED} FROM rounds WHERE state = 'open'")
        return None if row is None else from_row(row)

    def replay(self, stored: StoredRound) -> Round:
        """Play a stored round again; raises :class:`Malfunction` when it does not come out as recorded."""
        return replay(stored)

    def resume(self) -> tuple[StoredRound, Round | None] | None:
        """What an interrupted game left: the open round, ready to be shown from its ``last_spin`` and settled.

        A round that can never be completed as recorded is made void here and comes without its events; its
        ``explanation`` is for the player. None when no round is open.
        """
        stored = self.open_round()
        if stored is None:
            return None
        try:
            return stored, replay(stored)
        except Malfunction as error:
            return self.void(stored.id, error.reason), None

    def proof(self, round_id: int) -> Proof | None:
        """The secret and words that a round's seed was made of; None where it was drawn without."""
        with self._errors():
            return proof_of(self._db, round_id)

    # The past

    def history(self, limit: int = 50, before: int | None = None, day: str | None = None) -> list[StoredRound]:
        """At most ``limit`` rounds, newest first: those older than round ``before``, those of local ``day``."""
        with self._errors():
            return reports.history(self._db, limit, before, day)

    def list_rounds(
        self, show: reports.Show, limit: int = 50, *, largest: bool = False, after: StoredRound | None = None
    ) -> list[StoredRound]:
        """At most ``limit`` rounds that follow ``after``: newest first, or the ``largest`` payment first."""
        with self._errors():
            return reports.list_rounds(self._db, show, limit, largest=largest, after=after)

    def is_starred(self, round_id: int) -> bool:
        """Whether the player has marked the round."""
        with self._errors():
            return reports.is_starred(self._db, round_id)

    def star(self, round_id: int, *, starred: bool) -> None:
        """Mark a round, or take the mark away; raises :class:`NoSuchRound`."""
        self.round(round_id)
        if self.is_starred(round_id) != starred:
            with self._writing():
                self._db.execute(
                    "INSERT INTO stars (at, round_id, starred) VALUES (?, ?, ?)",
                    (to_ms(self._now()), round_id, starred),
                )

    def day_totals(self) -> list[reports.DayTotals]:
        """Totals of each local day, newest first."""
        with self._errors():
            return reports.day_totals(self._db)

    def statistics(self) -> reports.Statistics:
        """The player's figures so far."""
        with self._errors():
            return reports.statistics(self._db)

    def return_curve(self, points: int = 200) -> list[tuple[int, int, int]]:
        """``(rounds, stake, win)`` so far after evenly spaced rounds, for a plot."""
        with self._errors():
            return reports.return_curve(self._db, points)

    def best_wins(self, limit: int = 20, *, by_multiple: bool = False) -> list[StoredRound]:
        """The rounds that paid most minor units, or most times their stake, the best first."""
        with self._errors():
            return reports.best_wins(self._db, limit, by_multiple=by_multiple)

    def reader(self) -> LedgerReader:
        """The past on a connection of its own, for another thread; close it there."""
        with self._errors():
            return LedgerReader(self.folder, self._now())

    # Sessions and limits

    def start_session(self) -> Session:
        """Begin to count time and net position again; like :meth:`session` it never raises."""
        with suppress(LedgerError):
            self.end_session()
        self._running = None
        return self.session()

    def _write_session(self, now: datetime) -> int:
        with self._writing():
            cursor = self._db.execute("INSERT INTO sessions (at, day) VALUES (?, ?)", (to_ms(now), day_of(now)))
            self._db.execute(f"{_NOTE_NET} WHERE net IS NULL AND id < ?", (cursor.lastrowid,))
        return cursor.lastrowid or UNWRITTEN

    def _play_clock(self, now: datetime) -> PlayClock:
        """A play clock that goes on from the last session's, where that was not more than a day ago."""
        row = self._row(
            "SELECT since_check_ms, since_pause_ms, coalesce(ended_at, at + played_ms) FROM sessions "
            "ORDER BY id DESC LIMIT 1"
        )
        if row is None or to_ms(now) - row[2] >= limits.DAY_MS:
            return PlayClock(now)
        since_check, since_pause = (timedelta(milliseconds=ms) for ms in row[:2])
        paused = to_ms(now) - row[2] >= to_ms(EPOCH + PAUSE)
        return PlayClock(now, since_check=since_check, since_pause=timedelta() if paused else since_pause)

    def session(self) -> Session:
        """The running session's time and money, cheap enough to ask each frame; begins one when none runs.

        Never raises: a session that cannot be written down is counted all the same, and written with its first stake.
        """
        running, now = self._running, self._now()
        if running is None:
            running = self._running = Running(UNWRITTEN, now, PlayClock(now))
            with suppress(LedgerError):
                running.play_clock = self._play_clock(now)
                running.id = self._write_session(now)
        totals = running.totals or self._sum_session(running)
        elapsed = running.play_clock.read(now, away=self.away)
        return Session(running.id, running.started, elapsed, *totals, running.refills, running.refilled)

    def _sum_session(self, running: Running) -> tuple[int, int, int]:
        """The session's rounds, stakes and wins as the file has them; the last known while it cannot be read."""
        try:
            rounds, stake, win = self._row(
                "SELECT count(*), coalesce(sum(stake), 0), coalesce(sum(iif(state = 'paid', win, 0)), 0) "
                "FROM rounds WHERE session_id = ? AND state <> 'void'",
                running.id,
            )
        except LedgerError:
            return running.last_totals
        running.totals = running.last_totals = rounds, stake, win
        return running.last_totals

    def _written_session(self) -> int:
        """The number of the running session, written down now if it could not be before."""
        self.session()
        running = self._running
        assert running is not None
        if running.id == UNWRITTEN:
            running.id = self._write_session(running.started)
            running.totals = None
        return running.id

    def end_session(self) -> None:
        """Record how long the session was, and keep a backup when it played any rounds."""
        if self._running is None:
            return
        ending, now = self.session(), self._now()
        if ending.id != UNWRITTEN:
            with self._writing():
                self._keep_time(now)
                self._db.execute("UPDATE sessions SET ended_at = ? WHERE id = ?", (to_ms(now), ending.id))
                self._db.execute(f"{_NOTE_NET} WHERE id = ?", (ending.id,))
                reports.sum_up(self._db, 2**31)
        self._running = None
        if ending.rounds:
            with self._errors():
                is_long = (self.folder / storage.LEDGER_NAME).stat().st_size > storage.MAX_SEALED
            if not is_long or self._journal.size > MAX_SIZE:
                self._back_up()

    def limit(self, kind: limits.LimitKind) -> limits.Limit:
        """One of the player's limits as it stands now."""
        with self._errors():
            return limits.read_limit(self._db, kind, self._limits_now())

    def set_limit(self, kind: limits.LimitKind, value: int | None) -> limits.Limit:
        """Set or lift (None) a limit: a tighter one holds at once, a looser one after 24 hours."""
        with self._writing():
            limits.write_limit(self._db, kind, value, self._limits_now())
        return self.limit(kind)

    def responsible(self) -> Rules | None:
        """The rules of responsible mode that hold now; None outside of it."""
        with self._errors():
            return limits.read_rules(self._db, self._limits_now())

    def set_responsible(self, preset: Preset | None) -> limits.Limit:
        """Enter responsible mode or make it stricter, at once, or leave it or loosen it, after 24 hours.

        Reality checks come at least every :data:`~game.ledger.responsible.REALITY_CHECK` minutes in it.
        """
        check = self.limit(limits.LimitKind.REALITY_CHECK).value
        with self._writing():
            now = self._limits_now()
            limits.write_limit(self._db, limits.LimitKind.RESPONSIBLE, preset, now)
            if preset is not None and (check is None or check > REALITY_CHECK):
                limits.write_limit(self._db, limits.LimitKind.REALITY_CHECK, REALITY_CHECK, now)
        return self.limit(limits.LimitKind.RESPONSIBLE)

    def was_set(self, kind: limits.LimitKind) -> bool:
        """Whether the player has ever set or lifted the limit."""
        return bool(self._row("SELECT EXISTS (SELECT 1 FROM limits WHERE kind = ?)", kind)[0])

    def copy_limits(self, target: sqlite3.Connection) -> None:
        """Write the player's limits, as they stand and wait, into an empty ledger."""
        columns = "at, kind, value, previous, effective_at"
        with self._errors():
            rows = self._db.execute(f"SELECT {columns} FROM limits ORDER BY id").fetchall()
            target.executemany(f"INSERT INTO limits ({columns}) VALUES (?, ?, ?, ?, ?)", rows)

    def has_played_within(self, span: int) -> bool:
        """Whether a round was begun in the last ``span`` milliseconds, or later than now, by a clock not forgiven."""
        moment = to_ms(self._limits_now())
        with self._errors():
            later = self._row("SELECT EXISTS (SELECT 1 FROM rounds WHERE at > ?)", moment)[0]
            if later and not limits.is_forgiven(self._db, moment, span):
                return True
            within = "SELECT EXISTS (SELECT 1 FROM rounds WHERE at > ? AND at <= ?)"
            return bool(self._row(within, moment - span, moment)[0])

    def has_met_session_limit(self) -> bool:
        """Whether a session met one of its own limits within the last day, which no new one gives back."""
        moment = to_ms(self._limits_now())
        return bool(self._row("SELECT EXISTS (SELECT 1 FROM sessions WHERE reached_at > ?)", moment - limits.DAY_MS)[0])

    def on_break_until(self) -> datetime | None:
        """When the break that is on ends, in UTC; None when none is on."""
        with self._errors():
            return limits.read_break(self._db, self._limits_now())

    def take_break(self, until: datetime) -> None:
        """Take no stakes until then; once begun a break can only be made longer."""
        with self._writing():
            limits.write_break(self._db, until, self._limits_now())

    def panic(self) -> datetime:
        """Take no stakes for 24 hours from now, or until a longer break ends; returns when that is."""
        until = max(self._limits_now() + PANIC, self.on_break_until() or from_ms(0))
        self.take_break(until)
        return until

    def reality_check_due(self) -> bool:
        """Whether the player's reality-check interval has been played since the last answered check."""
        minutes = self.limit(limits.LimitKind.REALITY_CHECK).value
        if minutes is None or self._running is None:
            return False
        self._running.play_clock.read(self._now(), away=self.away)
        return self._running.play_clock.since_check >= timedelta(minutes=minutes)

    def reality_check_answered(self) -> None:
        """The player has seen the time and net position and answered."""
        if self._running is not None:
            self._running.play_clock.since_check = timedelta()
            self._note_session(self._now())

    def now(self) -> datetime:
        """The moment as the ledger sees it, in the player's zone."""
        return self._now()

    # Inside

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn errors of SQLite and the system into ledger errors; after damage the next opening looks at all rows."""
        try:
            with ledger_errors(self.folder):
                yield
        except LedgerDamaged:
            with suppress(OSError):
                (self.folder / storage.SUSPECT_NAME).touch(mode=0o600)
            raise

    def _now(self) -> datetime:
        reading = clock_reading(self._clock(), self._steady())
        leap = (reading[0] - self._read[0]) - (reading[1] - self._read[1])
        self._read = reading
        if abs(leap) > MAX_LEAP and (leap > timedelta() or self._ahead):
            self._ahead = max(timedelta(), self._ahead + leap)
        return reading[0]

    def _limits_now(self) -> datetime:
        """The moment that limits and breaks go by: no later than the time that has truly passed allows."""
        return self._now() - self._ahead

    def _row(self, query: str, *values: Any) -> Any:
        with self._errors():
            return self._db.execute(query, values).fetchone()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction, committed whole at the block's end or rolled back."""
        with self._errors():
            self._check_files()
            recording = False
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield
                recording = True
                self._journal.write_pending(self._db)
                self._db.execute("COMMIT")
            except BaseException:
                if self._running is not None:
                    self._running.totals = None
                if recording:
                    self._journal.take_back()
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def _check_files(self) -> None:
        """Raise :class:`LedgerMoved` where the ledger was taken away or replaced; a journal that was is begun again."""
        if not is_same_file(self._file, self.folder / storage.LEDGER_NAME):
            raise LedgerMoved(
                "The saved game's file was moved, deleted or replaced while the game was running. Restart the game."
            )
        if not self._journal.in_place():
            self._journal.close()
            self._journal = Journal.begin(self.folder, self._db)

    def _enter(self, kind: str, amount: int, round_id: int | None, now: datetime, note: str = "") -> None:
        """Append one entry with the balance after it."""
        after = self.balance + (-amount if kind == "stake" else amount)
        self._db.execute(
            "INSERT INTO entries (at, kind, amount, balance, round_id, note) VALUES (?, ?, ?, ?, ?, ?)",
            (to_ms(now), kind, amount, after, round_id, note),
        )

    def _shut(self, round_id: int, state: State, reason: str, now: datetime) -> None:
        self._db.execute(
            "UPDATE rounds SET state = ?, reason = ?, closed_at = ? WHERE id = ?", (state, reason, to_ms(now), round_id)
        )
        self._keep_time(now)

    def _count(self, stored: StoredRound, *, rounds: int = 0, stake: int = 0, win: int = 0) -> None:
        if self._running is not None and self._running.id == stored.session_id:
            self._running.count(rounds, stake, win)

    def _keep_time(self, now: datetime) -> None:
        """Record the session's time so far, inside a transaction."""
        if self._running is not None:
            play_clock, running = self._running.play_clock, self._running
            play_clock.read(now, away=self.away)
            times = (play_clock.elapsed, play_clock.since_check, play_clock.since_pause)
            self._db.execute(
                "UPDATE sessions SET played_ms = ?, since_check_ms = ?, since_pause_ms = ?, reached_at = ? "
                "WHERE id = ?",
                (*(span // timedelta(milliseconds=1) for span in times), running.reached_at, running.id),
            )

    def _note_session(self, now: datetime) -> None:
        """Record how the session stands; where that cannot be written now it is with its next round."""
        with suppress(LedgerError), self._writing():
            self._keep_time(now)

    def _back_up(self) -> None:
        """Keep a spare copy; where there is no room for one the player is told, and plays on without it."""
        try:
            with self._errors():
                backup = storage.back_up(self._db, self.folder, EVERYDAY)
                storage.prune_backups(self.folder, EVERYDAY, backup)
                if self._journal.size > MAX_SIZE:
                    self._journal.archive(backup.parent)
                    self._journal.close()
                    self._journal = Journal.begin(self.folder, self._db, self._journal.position)
        except LedgerError as error:
            self.notes.append(Message("Couldn't back up your saved game. {fault}", fault=message_of(error)))

    def _note_clock(self) -> None:
        """Note it when the computer's clock stands before the last thing recorded."""
        (last,) = self._row("SELECT at FROM entries ORDER BY id DESC LIMIT 1") or (None,)
        if last is not None and to_ms(self._now()) < last:
            zone = self._now().tzinfo
            told = Message(
                "Your computer's clock is earlier than your last game ({when}). Your credit and "
                "rounds are fine, but please check the date.",
                when=from_ms(last).astimezone(zone),
            )
            self.notes.append(told)
