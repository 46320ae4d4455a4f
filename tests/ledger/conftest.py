"""A profile folder and a clock that only moves when told."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from game.ledger import Ledger


class Clock:
    """Tells a time that the test sets."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)
        self.passed = 0.0
        """Seconds that have truly passed."""

    def __call__(self) -> datetime:
        return self.now

    def steady(self) -> float:
        """What the ledger checks this clock by."""
        return self.passed

    def forward(self, **span: float) -> None:
        """Let time pass, or, where it is negative, set the clock back."""
        self.now += timedelta(**span)
        self.passed += max(0.0, timedelta(**span).total_seconds())

    def leap(self, **span: float) -> None:
        """Set the clock without time passing."""
        self.now += timedelta(**span)

    def play(self, ledger: Ledger, **span: float) -> None:
        """Let time pass as it does while the game is played."""
        left = timedelta(**span)
        while left > timedelta():
            step = min(left, timedelta(seconds=4))
            self.forward(seconds=step.total_seconds())
            ledger.session()
            left -= step


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A profile folder that does not exist yet, of an awkward name."""
    return tmp_path / "Jürgen's profile ♥"
