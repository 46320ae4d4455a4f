"""The clocks: the system's, and one that passes with the frames."""

from datetime import UTC, datetime, timedelta


def local_now() -> datetime:
    """The time with the system's zone, or with UTC where the system's makes no sense."""
    try:
        return datetime.now().astimezone()
    except (ValueError, OverflowError, OSError):
        return datetime.now(UTC)


class GameClock:
    """The time without a screen: it begins now and passes with the frames, so that a demonstration repeats itself."""

    def __init__(self) -> None:
        self.now = local_now()

    def __call__(self) -> datetime:
        return self.now

    def steady(self) -> float:
        """Seconds that have passed."""
        return self.now.timestamp()

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)
