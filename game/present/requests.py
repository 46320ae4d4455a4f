"""What the presentation asks the window to show before it goes on, and when a win is large enough to ask."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from game.engine.rules import BASE_BET
from game.present.best_spins import BestSpin

TIERS: Final = (10, 25, 50, 100, 500)
"""Multiples of what the round cost at which each big-win tier begins."""
FREE_SPIN_TIER: Final = 25
"""In free spins a spin gets a screen from here up; below it plays over the board."""


@dataclass(frozen=True, slots=True)
class AskIntro:
    """Show the free-spins intro."""

    spins: int
    scatters: int
    joyful: bool = True
    """The round has won more than it cost."""


@dataclass(frozen=True, slots=True)
class AskFreeSpins:
    """Go over to the free-spins scene."""


@dataclass(frozen=True, slots=True)
class AskSummary:
    """Show the free spins' summary; afterwards the free-spins scene closes."""

    win: int
    spins: int
    total_multiplier: int
    joyful: bool = True
    """The round has won more than it cost."""
    best: tuple[BestSpin, ...] = ()
    """The spins that won most, best first."""


@dataclass(frozen=True, slots=True)
class AskBigWin:
    """Celebrate a win."""

    win: int
    tier: int
    """1 to 5."""
    stake: int = BASE_BET
    """What the round cost: the tiers are multiples of it."""


@dataclass(frozen=True, slots=True)
class AskCap:
    """Show that the cap was reached and the round is complete."""

    win: int
    forfeited: int


Request: TypeAlias = AskIntro | AskFreeSpins | AskSummary | AskBigWin | AskCap


def tier_of(win: int, stake: int) -> int:
    """The big-win tier (1 to 5) of a win in coins, 0 for none; never at or below the stake."""
    if win <= stake:
        return 0
    return sum(win >= tier * stake for tier in TIERS)
