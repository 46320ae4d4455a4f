"""The guided first spin: a real round of the engine that shows a tumble win and a heart, with words to each step."""

from itertools import count
from typing import Final

from game.engine import Mode, Round, Seed, play
from game.engine.events import (
    BoardDropped,
    BoardTumbled,
    Event,
    FreeSpinsWon,
    HeartsApplied,
    RoundEnded,
    ScattersPaid,
    SymbolsPaid,
)

MIN_WIN: Final = 40
MAX_WIN: Final = 180
"""Coins the example pays: more than its stake, and nothing a newcomer would take for the usual."""
MAX_TUMBLES: Final = 3
TRIES: Final = 20_000
BEFORE: Final = "This is a demo round. Nothing is bet and nothing is paid."
"""Said before the first board has landed."""


def is_example(played: Round) -> bool:
    """Whether the round shows one or two tumbles and a heart, and nothing else."""
    tumbles = sum(isinstance(event, BoardTumbled) for event in played.events)
    hearts = any(isinstance(event, HeartsApplied) for event in played.events)
    other = any(isinstance(event, FreeSpinsWon | ScattersPaid) for event in played.events)
    return hearts and not other and 1 <= tumbles <= MAX_TUMBLES and MIN_WIN < played.win <= MAX_WIN


def example_round() -> Round:
    """The first such round, counting seeds up from 1; the same every time for one model."""
    for number in count(1):
        played = play(Mode.BASE, Seed(number))
        if is_example(played) or number >= TRIES:
            return played
    raise AssertionError


def caption(event: Event) -> str:
    """What is said while the event is shown."""
    match event:
        case BoardDropped():
            return "A spin fills the board. Position doesn't matter, only how many match."
        case SymbolsPaid():
            return "Eight or more match, so they pay. Wins on different symbols are added together."
        case BoardTumbled():
            return "Winning symbols disappear, the rest fall and new ones drop in, for as long as something pays."
        case HeartsApplied():
            return "No more wins: now the hearts are added up and multiply the whole win."
        case RoundEnded():
            return "Most spins win nothing (7 in 10). This one was picked to show the features."
        case _:
            return BEFORE
