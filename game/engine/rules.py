"""The printed numbers of the game: paytable, bands, modes, hearts, free spins and the cap.

Every other place that needs one of these numbers (the engine, its compiled twin, the info pages, the tests)
reads it here. Amounts are whole coins; the base bet is always :data:`BASE_BET` coins.
"""

from enum import StrEnum
from types import MappingProxyType
from typing import Final

REELS: Final = 6
ROWS: Final = 5

BASE_BET: Final = 20
"""Coins of one base bet; every "x" in the rules is a multiple of it."""


class Mode(StrEnum):
    """How a round is bought; the mode fixes its stake and its first board."""

    BASE = "base"
    """Normal play."""
    ANTE = "ante"
    """A dearer bet whose reels carry more scatters: free spins come twice as often, pays stay the same."""
    BUY = "buy"
    """Free spins bought outright: the first board shows at least four scatters."""

    @property
    def reel_set(self) -> str:
        """The reel set of the paid spin."""
        return "ante" if self is Mode.ANTE else "base"


STAKES: Final = MappingProxyType({Mode.BASE: 20, Mode.ANTE: 25, Mode.BUY: 2000})
"""Coins a round of each mode costs."""

RETURN_TO_PLAYER: Final = 0.9650
"""The printed return of every mode, as a share of the stake."""

BANDS: Final = (8, 10, 12)
"""Least number of a symbol anywhere on the board for the first, second and third pay."""

PAYS: Final = MappingProxyType(
    {
        "sun": (200, 500, 1000),
        "winged_heart": (50, 200, 500),
        "moon": (40, 100, 300),
        "star": (30, 40, 240),
        "red": (20, 30, 200),
        "blue": (16, 24, 160),
        "green": (10, 20, 100),
        "teal": (8, 18, 80),
        "yellow": (5, 15, 40),
    }
)
"""Coins for each paying symbol in each band, dearest symbol first."""

SCATTER: Final = "scatter"
SCATTER_PAYS: Final = MappingProxyType({4: 60, 5: 100, 6: 2000})
"""Coins for scatters on the final board; more than six pay as six."""

HEART: Final = "heart"
"""A multiplier heart on a strip, before its value is drawn."""
HEART_VALUES: Final = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 50, 100, 250, 500)
HEART_COLOURS: Final = MappingProxyType({"green": (2, 8), "blue": (10, 25), "pink": (50, 100), "orange": (250, 500)})
"""Lowest and highest value of each heart colour."""

FREE_SPINS_TRIGGER: Final = 4
"""Scatters on the paid spin's final board that open the free spins."""
FREE_SPINS: Final = 15
RETRIGGER_TRIGGER: Final = 3
"""Scatters on a free spin's final board that add more spins."""
RETRIGGER_SPINS: Final = 5

CAP: Final = 100_000
"""The most coins a round pays: 5000 base bets."""


class UnknownMode(ValueError):
    """A mode that the game does not have."""


def parse_mode(text: str) -> Mode:
    """The mode named ``text``; raises :class:`UnknownMode` with the names there are.

    >>> parse_mode("ante").reel_set
    'ante'
    """
    try:
        return Mode(text)
    except ValueError:
        raise UnknownMode(f"unknown mode {text!r}: choose {', '.join(Mode)}") from None


def symbol_pay(symbol: str, count: int) -> int:
    """Coins that ``count`` of a paying symbol earn on one board (0 below the first band).

    >>> [symbol_pay("sun", count) for count in (7, 8, 9, 10, 12, 30)]
    [0, 200, 200, 500, 1000, 1000]
    """
    pay = 0
    for least, coins in zip(BANDS, PAYS[symbol], strict=True):
        if count >= least:
            pay = coins
    return pay


def scatter_pay(count: int) -> int:
    """Coins that ``count`` scatters earn on a final board (0 below four).

    >>> [scatter_pay(count) for count in (3, 4, 5, 6, 7)]
    [0, 60, 100, 2000, 2000]
    """
    return SCATTER_PAYS.get(min(count, max(SCATTER_PAYS)), 0)


def heart_colour(value: int) -> str:
    """The colour a heart of ``value`` is drawn in.

    >>> heart_colour(12)
    'blue'
    """
    return next(colour for colour, (low, high) in HEART_COLOURS.items() if low <= value <= high)
