"""Autoplay: how many rounds the game plays by itself, and what stops it. Amounts are minor units."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

ROUNDS: Final = (10, 20, 30, 50, 70, 100, 500, 1000)
"""How many rounds may be chosen."""
MAX_AMOUNT: Final = 10_000_000_000
"""No stop lies above this: far beyond what any balance reaches."""


class BadPlan(ValueError):
    """A plan that cannot be played; the text is for the player."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field
        """Name of the plan's field at fault."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the player chose and confirmed; raises :class:`BadPlan`."""

    rounds: int
    """One of :data:`ROUNDS`."""
    loss_limit: int
    """Most that may be lost; there is no autoplay without it."""
    on_free_spins: bool = True
    """Stop after a round that opened the free spins."""
    single_win: int | None = None
    """Stop after a round that paid more than this."""
    win_limit: int | None = None
    """Stop once this much is gained in all."""

    def __post_init__(self) -> None:
        if self.rounds not in ROUNDS:
            raise BadPlan("rounds", f"Choose {', '.join(map(str, ROUNDS))} rounds.")
        for field in ("loss_limit", "single_win", "win_limit"):
            value = getattr(self, field)
            if value is not None and value <= 0:
                raise BadPlan(field, "Enter an amount above zero.")
            if value is not None and value > MAX_AMOUNT:
                raise BadPlan(field, "Enter a smaller amount.")

    def check(self, price: int) -> None:
        """Raise :class:`BadPlan` when the loss limit does not carry even one round of ``price``."""
        if self.loss_limit < price:
            raise BadPlan("loss_limit", "The loss limit must be at least one bet.")


class Stop(StrEnum):
    """Why autoplay ended."""

    DONE = "done"
    FREE_SPINS = "free_spins"
    SINGLE_WIN = "single_win"
    WIN_LIMIT = "win_limit"
    LOSS_LIMIT = "loss_limit"
    """The next round could lose more than the limit."""
    PRESSED = "pressed"
    """The player stopped it."""
    REFUSED = "refused"
    """A round could not be started: credit too low, or one of the player's own limits."""


@dataclass(slots=True)
class Autoplay:
    """A plan being played."""

    plan: Plan
    left: int
    """Rounds still to start."""
    played: int = 0
    """Rounds that are over."""
    staked: int = 0
    won: int = 0
    stopped: Stop | None = None
    """Why it is to end; a round that is playing is finished first."""

    @property
    def net(self) -> int:
        """What the rounds so far gained; negative for a loss."""
        return self.won - self.staked

    @classmethod
    def begin(cls, plan: Plan) -> "Autoplay":
        """Nothing played yet."""
        return cls(plan, plan.rounds)

    def before(self, price: int) -> bool:
        """Whether a round of ``price`` may start now; notes why not."""
        if self.stopped is None:
            if self.left == 0:
                self.stopped = Stop.DONE
            elif price - self.net > self.plan.loss_limit:
                self.stopped = Stop.LOSS_LIMIT
        return self.stopped is None

    def started(self) -> None:
        """A round has begun."""
        self.left -= 1

    def after(self, stake: int, win: int, *, free_spins: bool) -> None:
        """A round is over; notes what it stops."""
        self.played, self.staked, self.won = self.played + 1, self.staked + stake, self.won + win
        if self.stopped is not None:
            return
        plan = self.plan
        if free_spins and plan.on_free_spins:
            self.stopped = Stop.FREE_SPINS
        elif plan.single_win is not None and win > plan.single_win:
            self.stopped = Stop.SINGLE_WIN
        elif plan.win_limit is not None and self.net >= plan.win_limit:
            self.stopped = Stop.WIN_LIMIT
        elif self.left == 0:
            self.stopped = Stop.DONE

    def stop(self, why: Stop = Stop.PRESSED) -> None:
        """End it; a round that is playing is finished first."""
        if self.stopped is None:
            self.stopped = why
