"""What the player reads about limits and responsible mode."""

from datetime import timedelta
from types import MappingProxyType
from typing import Final

from game.ui.services import Services

LABELS: Final = MappingProxyType(
    {
        "budget": "Session budget",
        "session_time": "Session time (minutes)",
        "loss": "Daily loss limit",
        "time": "Daily play time (minutes)",
        "loss_week": "Weekly loss limit",
        "time_week": "Weekly play time (minutes)",
        "loss_month": "Monthly loss limit",
        "time_month": "Monthly play time (minutes)",
        "reality_check": "Reality check every (minutes)",
    }
)
"""Kind of limit -> its label, in the order they are shown: money at the left, time at the right."""
OFF: Final = "off"
INTRODUCTION: Final = "Set limits before you play. Tightening takes effect now; loosening takes 24 hours."
FIRST: Final = "Set your limits"
SKIP: Final = "Play without limits"
SKIPPED: Final = "You can set limits at any time: press the session clock."
SAVE_AND_PLAY: Final = "Save and play"
STOP: Final = "Stop for 24 hours"
STOP_HINT: Final = "No play for 24 hours, starting now."
EVENINGS_HINT: Final = "See what 10,000 evenings with your bet and budget come to."


def most_minutes_words(services: Services, most: int) -> str:
    """Why a number of minutes was refused."""
    return services.tr("Enter 1 to {most} minutes.").format(most=services.language.number(most))


def minutes_words(services: Services, minutes: int) -> str:
    """A length of time."""
    return services.ntr("{count} minute", "{count} minutes", minutes)


def changed_words(services: Services, now: str, new: str, *, looser: bool) -> str:
    """What was typed, as it was understood, and when it will hold."""
    if looser:
        return services.tr("New: {new}, in 24 hours. Until then: {now}.").format(new=new, now=now)
    return services.tr("New: {new}, as soon as you save.").format(new=new)


def rules_words(
    services: Services,
    *,
    min_spin: float,
    max_stake: int | None,
    pause_after: timedelta | None,
    pause: timedelta,
) -> str:
    """What a responsible mode does, in a line."""
    tr, language, minute = services.tr, services.language, timedelta(minutes=1)
    parts = [tr("at least {seconds} s per spin").format(seconds=language.number(min_spin, 1))]
    if max_stake is not None:
        parts.append(tr("bets up to {amount}").format(amount=services.money(max_stake)))
    if pause_after is not None:
        text = tr("a pause of {pause} minutes after {play} minutes of play")
        parts.append(text.format(pause=language.number(pause / minute), play=language.number(pause_after / minute)))
    parts.append(tr("no autoplay, fast speeds, buying or Double Chance"))
    parts.append(tr("leaving takes 24 hours"))
    return " · ".join(parts)
