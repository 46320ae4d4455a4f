"""A sitting: how long the player has played and what it has cost."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

MAX_STEP: Final = timedelta(seconds=5)
"""A longer gap between two readings is not play: the computer slept, the game was stopped, or its clock was changed."""
AWAY: Final = timedelta(minutes=3)
"""Who has pressed nothing for so long, while nothing is played, is not playing."""
PAUSE: Final = timedelta(minutes=5)
"""A gap that counts as a pause."""


@dataclass(frozen=True, slots=True)
class Session:
    """The running session. Amounts in minor units."""

    id: int
    started: datetime
    elapsed: timedelta
    """Time played, without sleep and unmoved by changes of the clock."""
    rounds: int
    stake: int
    win: int
    refills: int = 0
    """Refills taken in it, which are no gain."""
    refilled: int = 0
    """What they came to."""

    @property
    def net(self) -> int:
        """What the player gained; an open round counts as its stake."""
        return self.win - self.stake


class PlayClock:
    """Adds up the time between readings; it never runs backwards."""

    def __init__(
        self, now: datetime, *, since_check: timedelta = timedelta(), since_pause: timedelta = timedelta()
    ) -> None:
        self._last = now
        self._rest = timedelta()
        """How long the player has been away."""
        self.elapsed = timedelta()
        self.since_check = since_check
        """Time played since the last answered reality check, earlier sittings included."""
        self.since_pause = since_pause
        """Time played since the last :data:`PAUSE`, earlier sittings included."""

    def read(self, now: datetime, *, away: bool = False) -> timedelta:
        """The time played so far; who is ``away`` does not play. Read it at least every few seconds."""
        step = now - self._last
        self._last = now
        self._rest = self._rest + max(step, timedelta()) if away else timedelta()
        if self._rest >= PAUSE:
            self.since_pause = timedelta()
        if away:
            return self.elapsed
        if timedelta() < step <= MAX_STEP:
            self.elapsed += step
            self.since_check += step
            self.since_pause += step
        elif step >= PAUSE:
            self.since_pause = timedelta()
        return self.elapsed


@dataclass(slots=True)
class Running:
    """What the ledger keeps of the session under way."""

    id: int
    started: datetime
    play_clock: PlayClock
    reached_at: int | None = None
    """When one of the session's own limits was met, in milliseconds since 1970; None while none was."""
    totals: tuple[int, int, int] | None = None
    """Rounds, stakes and wins so far; None when they must be summed again."""
    last_totals: tuple[int, int, int] = (0, 0, 0)
    """The last ones that could be read."""
    refills: int = 0
    refilled: int = 0

    def count(self, rounds: int, stake: int, win: int) -> None:
        """Keep the totals in step with a committed change to one of the session's rounds."""
        if self.totals is not None:
            self.totals = self.totals[0] + rounds, self.totals[1] + stake, self.totals[2] + win
            self.last_totals = self.totals
