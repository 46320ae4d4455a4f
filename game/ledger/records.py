"""What the ledger keeps of a round, and whether a stored round still says what was written."""

import hashlib
import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from game.engine import BadSeed, Round, find_model, parse_mode, parse_seed, play
from game.engine.events import SpinSettled, event_to_json
from game.engine.model import UnknownModel
from game.ledger.errors import LedgerUnreachable, Malfunction
from game.ledger.reasons import VoidReason, explain
from game.messages import Message
from game.money import BadBet, Bet

Clock = Callable[[], datetime]
"""Tells the time; a time without a zone is taken as local."""

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def to_ms(moment: datetime) -> int:
    """Milliseconds since 1970 in UTC."""
    return (moment.astimezone(UTC) - EPOCH) // timedelta(milliseconds=1)


def from_ms(ms: int) -> datetime:
    """The moment in UTC; the nearest there is for a number no calendar holds."""
    try:
        return EPOCH + timedelta(milliseconds=ms)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC) if ms > 0 else datetime.min.replace(tzinfo=UTC)


def day_of(moment: datetime) -> str:
    """The local date, as ``2026-11-30``."""
    return moment.astimezone(moment.tzinfo).date().isoformat()


class State(StrEnum):
    """Where a stored round stands."""

    OPEN = "open"
    """Its stake is taken and its win is not yet paid."""
    PAID = "paid"
    VOID = "void"
    """Its stake was returned and nothing was paid."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a player was shown of a round that moves without paying, counted for the statistics."""

    held: int = 0
    """Times that reels were held back."""
    came: int = 0
    """Times that what they were held for came."""
    chance: int = 0
    """How often that was to be expected, in millionths of a time."""
    big_wins: int = 0
    """Big-win screens."""


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A round as the ledger holds it. Amounts in minor units."""

    id: int
    session_id: int
    at: datetime
    """When its stake was taken, in UTC."""
    day: str
    """The player's local date then, as ``2026-11-30``."""
    mode: str
    coin: int
    level: int
    seed: int
    model: str
    stake: int
    win: int
    """What it pays; not yet paid while it is open."""
    free_spins: int
    """Free spins played in it."""
    outcome: str
    """Digest of all its events."""
    checksum: str
    """Digest of all of the above, taken when it was written."""
    last_spin: int | None
    """The last spin the player was shown (0 is the paid one), None before the first."""
    state: str
    reason: str
    """Why it is void or cannot be verified: a :class:`~game.ledger.reasons.VoidReason`, or empty."""
    closed_at: datetime | None
    credit_before: int | None = field(default=None, compare=False)
    """The credit before its stake was taken; None where the ledger was not asked for it."""
    credit_after: int | None = field(default=None, compare=False)
    """The credit after its last entry."""

    @property
    def bet(self) -> Bet:
        """The bet it was played at; raises :class:`Malfunction` when the record holds none."""
        try:
            return Bet(self.coin, self.level)
        except BadBet as error:
            raise self.malfunction(VoidReason.DAMAGED) from error

    @property
    def explanation(self) -> str:
        """The :attr:`reason` for people."""
        return explain(self.reason, self.id, self.model)

    def malfunction(self, reason: VoidReason) -> Malfunction:
        """The error that says why this round cannot be completed."""
        return Malfunction(reason, explain(reason, self.id, self.model))

    @property
    def net(self) -> int:
        """What the player gained by it; nothing while open, nothing when void."""
        return self.win - self.stake if self.state == State.PAID else 0

    @property
    def paid(self) -> int:
        """What it has paid so far."""
        return self.win if self.state == State.PAID else 0

    @property
    def intact(self) -> bool:
        """Whether the record still is what was written."""
        return self.checksum == digest(self.id, *self._sealed())

    def _sealed(self) -> tuple[Any, ...]:
        return (
            self.session_id,
            to_ms(self.at),
            self.day,
            self.mode,
            self.coin,
            self.level,
            self.seed,
            self.model,
            self.stake,
            self.win,
            self.free_spins,
            self.outcome,
        )


SEALED: Final = (
    "session_id",
    "at",
    "day",
    "mode",
    "coin",
    "level",
    "seed",
    "model",
    "stake",
    "win",
    "free_spins",
    "outcome",
)
"""Columns under a round's checksum, after its id, in the checksum's order."""
COLUMNS: Final = ("id", *SEALED, "checksum", "last_spin", "state", "reason", "closed_at")
"""All columns of a round, as the file holds them."""
SELECTED: Final = ", ".join(COLUMNS)
CREDITS: Final = (
    "(SELECT balance + amount FROM entries WHERE round_id = rounds.id AND kind = 'stake'), "
    "(SELECT balance FROM entries WHERE round_id = rounds.id ORDER BY id DESC LIMIT 1)"
)
"""The credit before and after a round, to be selected after :data:`SELECTED`."""


def digest(*parts: Any) -> str:
    """128 bits of SHA-256 over the parts, as hex."""
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode()).hexdigest()[:32]


def seal(round_id: int, session_id: int, played: Round, bet: Bet, now: datetime) -> tuple[Any, ...]:
    """The id, :data:`SEALED` columns and checksum of a round whose stake is being taken."""
    values = (
        round_id,
        session_id,
        to_ms(now),
        day_of(now),
        str(played.mode),
        bet.coin,
        bet.level,
        int(played.seed),
        played.model,
        bet.amount(played.stake),
        bet.amount(played.win),
        free_spins_in(played),
        outcome_of(played),
    )
    return (*values, digest(*values))


def outcome_of(played: Round) -> str:
    """Digest of everything that happens in the round."""
    return digest(*[event_to_json(event) for event in played.events])


def free_spins_in(played: Round) -> int:
    """How many free spins the round plays."""
    return sum(isinstance(event, SpinSettled) for event in played.events) - 1


def _int(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def from_row(row: sqlite3.Row | tuple[Any, ...]) -> StoredRound:
    """The round in a row of :data:`COLUMNS`, and of :data:`CREDITS` where asked for.

    What a damaged file holds in a field's place is read as 0 or empty.
    """
    (id_, session, at, day, mode, coin, level, seed, model, stake, win, free_spins, outcome, *rest) = row
    checksum, last_spin, state, reason, closed_at, *credit = rest
    return StoredRound(
        id=_int(id_),
        session_id=_int(session),
        at=from_ms(_int(at)),
        day=_text(day),
        mode=_text(mode),
        coin=_int(coin),
        level=_int(level),
        seed=_int(seed),
        model=_text(model),
        stake=_int(stake),
        win=_int(win),
        free_spins=_int(free_spins),
        outcome=_text(outcome),
        checksum=_text(checksum),
        last_spin=last_spin if isinstance(last_spin, int) else None,
        state=_text(state),
        reason=_text(reason),
        closed_at=from_ms(closed_at) if isinstance(closed_at, int) else None,
        credit_before=credit[0] if credit else None,
        credit_after=credit[1] if credit else None,
    )


def replay(stored: StoredRound) -> Round:
    """Play the stored round again from its seed and model.

    Raises :class:`Malfunction` when the record is damaged, its model is unknown or altered, or what happens is not
    what was stored: then it can never be completed. What may pass (a file the system refuses to open, a lack of
    memory) is :class:`LedgerUnreachable`.
    """
    if not stored.intact:
        raise stored.malfunction(VoidReason.DAMAGED)
    try:
        mode, seed, bet = parse_mode(stored.mode), parse_seed(str(stored.seed)), Bet(stored.coin, stored.level)
        model = find_model(stored.model)
    except (BadBet, BadSeed) as error:
        raise stored.malfunction(VoidReason.DAMAGED) from error
    except UnknownModel as error:
        raise stored.malfunction(VoidReason.UNKNOWN_MODEL) from error
    except (OSError, ValueError, MemoryError) as error:
        raise LedgerUnreachable(
            Message("Couldn't replay round {number} ({fault}). Try again.", number=stored.id, fault=error)
        ) from error
    played = play(mode, seed, model)
    recorded = (bet.amount(played.stake), bet.amount(played.win), outcome_of(played))
    if recorded != (stored.stake, stored.win, stored.outcome):
        raise stored.malfunction(VoidReason.NOT_REPRODUCED)
    return played
