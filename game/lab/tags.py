"""What a round can be searched for: a closed list of tags, each decided from the round's events alone."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from game.engine import events as ev
from game.engine.round import Round
from game.engine.rules import BASE_BET, CAP, HEART_VALUES

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
TAG_FORMS: Final = ("tumbles>=N", "big-win>=N")
"""Tags that may have any number."""
MAX_TUMBLES: Final = 99
MAX_BETS: Final = CAP // BASE_BET


@dataclass(frozen=True)
class Tag:
    """What to search for."""

    name: str
    shows: Callable[[Round], bool]
    """Whether a round shows it."""
    flag: str | None = None
    """The tag of the list it is, or None for one with another number."""
    min_tumbles: int = 0
    """Tumbles of one spin."""
    min_coins: int = 0
    """Win of the round."""


def parse_tag(text: str) -> Tag:
    """The tag named ``text``, or one with a number of its own; raises :class:`UnknownTag` with the names there are.

    >>> parse_tag("big-win>=250").min_coins
    5000
    """
    if text in TAGS:
        return Tag(text, TAGS[text], flag=text)
    match = re.fullmatch(r"(tumbles|big-win)>=([0-9]{1,6})", text)
    most = {"tumbles": MAX_TUMBLES, "big-win": MAX_BETS}
    if not match or not 1 <= int(match[2]) <= most[match[1]]:
        forms = f"{TAG_FORMS[0]} (1 to {MAX_TUMBLES}), {TAG_FORMS[1]} (1 to {MAX_BETS} base bets)"
        raise UnknownTag(f"unknown tag {text[:40]!r}: choose {', '.join(TAGS)}, or {forms}")
    number = int(match[2])
    if match[1] == "tumbles":
        return Tag(text, lambda played: longest_tumble(played) >= number, min_tumbles=number)
    return Tag(text, lambda played: played.win >= number * BASE_BET, min_coins=number * BASE_BET)
