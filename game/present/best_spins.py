"""The free spins that won most: what the summary tells of a round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game.engine import events as ev
from game.engine.rules import SCATTER

SHOWN: Final = 3
"""Spins the summary names."""


@dataclass(frozen=True, slots=True)
class BestSpin:
    """One free spin that won."""

    spin: int
    symbol: str
    """What paid most in it: a paying symbol or the scatter."""
    count: int
    multiplier: int
    """What its win was multiplied by, 1 if nothing did."""
    win: int
    """Coins."""


def best_spins(events: Sequence[ev.Event], count: int = SHOWN) -> tuple[BestSpin, ...]:
    """The free spins of a round that won most, at most ``count``, best first; of equals the earlier one first."""
    found: list[BestSpin] = []
    spin, best, multiplier = 0, (0, "", 0), 1
    for event in events:
        match event:
            case ev.BoardDropped(spin=number):
                spin, best, multiplier = number, (0, "", 0), 1
            case ev.SymbolsPaid(wins=wins):
                best = max([best, *((win.pay, win.symbol, win.count) for win in wins)], key=lambda paid: paid[0])
            case ev.ScattersPaid(count=scatters, pay=pay):
                best = max([best, (pay, SCATTER, scatters)], key=lambda paid: paid[0])
            case ev.HeartsApplied(multiplier=applied):
                multiplier = applied
            case ev.SpinSettled(win=win) if spin and win:
                found.append(BestSpin(spin, best[1], best[2], multiplier, win))
            case _:
                pass
    return tuple(sorted(found, key=lambda entry: -entry.win)[:count])
