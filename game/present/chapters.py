"""Where a round's spins and tumbles lie among its events: what a replay is led by."""

from collections.abc import Sequence
from dataclasses import dataclass

from game.engine import events as ev


@dataclass(frozen=True, slots=True)
class Chapter:
    """A board of the round."""

    at: int
    """Events that have been shown once it lies there."""
    spin: int
    """0 is the paid spin."""
    tumble: int
    """0 is the spin's drop."""


def chapters_of(events: Sequence[ev.Event]) -> tuple[Chapter, ...]:
    """The round's boards in order."""
    found: list[Chapter] = []
    for at, event in enumerate(events, 1):
        match event:
            case ev.BoardDropped(spin=spin):
                found.append(Chapter(at, spin, 0))
            case ev.BoardTumbled():
                found.append(Chapter(at, found[-1].spin, found[-1].tumble + 1))
            case _:
                pass
    return tuple(found)


def start_of_spin(events: Sequence[ev.Event], spin: int) -> int:
    """How many events come before the board of ``spin``; 0 where there is no such spin."""
    starts = (chapter.at - 1 for chapter in chapters_of(events) if chapter.spin == spin and not chapter.tumble)
    return next(starts, 0)


def end_of_spin(events: Sequence[ev.Event], spin: int) -> int:
    """How many events have been shown once ``spin`` is over; all of them after the last spin."""
    after = (chapter.at - 1 for chapter in chapters_of(events) if chapter.spin == spin + 1)
    return next(after, len(events))
