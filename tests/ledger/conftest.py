"""A profile folder and a clock that only moves when told."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest


class Clock:
    """Tells a time that the test sets."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **span: float) -> None:
        self.now += timedelta(**span)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A profile folder that does not exist yet, of an awkward name."""
    return tmp_path / "Jürgen's profile ♥"
