"""What a round can be searched for: a closed list of tags, each decided from the round's events alone."""

from collections.abc import Callable
from typing import Final

from game.engine import events as ev
from game.engine.round import Round
from game.engine.rules import BASE_BET, HEART_VALUES

LONG_TUMBLE: Final = 8
"""Tumbles of one spin that make it a long one."""
BIG_WIN: Final = 100 * BASE_BET
"""Coins that make a round a big win."""


def longest_tumble(played: Round) -> int:
    """The most tumbles of any spin of the round."""
    longest = tumbles = 0
    for event in played.events:
        if isinstance(event, ev.BoardDropped):
            tumbles = 0
        elif isinstance(event, ev.BoardTumbled):
            tumbles += 1
            longest = max(longest, tumbles)
    return longest


def _has(kind: type[ev.Event]) -> Callable[[Round], bool]:
    return lambda played: any(isinstance(event, kind) for event in played.events)


def _six_scatters(played: Round) -> bool:
    return any(isinstance(event, ev.ScattersPaid) and event.count >= 6 for event in played.events)


def _top_heart(played: Round) -> bool:
    applied = (event.hearts for event in played.events if isinstance(event, ev.HeartsApplied))
    return any(heart.value == HEART_VALUES[-1] for hearts in applied for heart in hearts)


class UnknownTag(ValueError):
    """A tag that is not on the list."""


TAGS: Final[dict[str, Callable[[Round], bool]]] = {
    "free-spins": _has(ev.FreeSpinsWon),
    "retrigger": _has(ev.FreeSpinsAdded),
    "cap": _has(ev.CapReached),
    "six-scatters": _six_scatters,
    "heart-500": _top_heart,
    "tumbles>=8": lambda played: longest_tumble(played) >= LONG_TUMBLE,
    "big-win>=100": lambda played: played.win >= BIG_WIN,
}
"""Tag -> whether a round shows it."""


def parse_tag(text: str) -> str:
    """The tag named ``text``; raises :class:`UnknownTag` with the names there are."""
    if text not in TAGS:
        raise UnknownTag(f"unknown tag {text[:40]!r}: choose {', '.join(TAGS)}")
    return text
