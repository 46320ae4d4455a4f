"""The rules of the game as data: paytable, bands, modes, hearts, free spins and the cap.

A :class:`Ruleset` holds every number that decides what a round pays. Each model of :mod:`game.engine.model` carries
its own, which is part of its identity and the one its rounds are played by. :data:`PRINTED` is the ruleset that the
game's pages print; the constants below name its parts. Amounts are whole coins; the base bet is always
:data:`BASE_BET` coins.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

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


RETURN_TO_PLAYER: Final = 0.9650
"""The printed return of every mode, as a share of the stake."""

SYMBOLS: Final = ("sun", "winged_heart", "moon", "star", "red", "blue", "green", "teal", "yellow")
"""The paying symbols, dearest first."""
SCATTER: Final = "scatter"
HEART: Final = "heart"
"""A multiplier heart on a strip, before its value is drawn."""


class BadRuleset(ValueError):
    """A ruleset that breaks the form of one."""


@dataclass(frozen=True)
class Ruleset:
    """Every number that decides what a round costs and pays. It never changes once a model carries it."""

    stakes: Mapping[Mode, int]
    """Coins a round of each mode costs."""
    bands: tuple[int, ...]
    """Smallest number of a symbol anywhere on the board for the first, second and third pay."""
    pays: Mapping[str, tuple[int, ...]]
    """Coins for each paying symbol in each band, in the order of :data:`SYMBOLS`."""
    scatter_pays: Mapping[int, int]
    """Coins by scatters on the final board; more than the last of them pay as the last."""
    heart_values: tuple[int, ...]
    """Values a heart may have, rising."""
    free_spins_trigger: int
    """Scatters on the paid spin's final board that open the free spins."""
    free_spins: int
    retrigger_trigger: int
    """Scatters on a free spin's final board that add more spins."""
    retrigger_spins: int
    cap: int
    """The most coins a round pays."""

    heart_cells: Mapping[str, int] = field(init=False, repr=False, compare=False)
    """Cell name of each heart -> its value."""
    _symbol_pays: Mapping[str, tuple[int, ...]] = field(init=False, repr=False, compare=False)
    """Symbol -> coins by how many of it the board shows."""

    def __post_init__(self) -> None:
        _check_ruleset(self)
        cells = range(REELS * ROWS + 1)
        pays = {
            symbol: tuple(([0, *row])[sum(count >= band for band in self.bands)] for count in cells)
            for symbol, row in self.pays.items()
        }
        hearts = {f"x{value}": value for value in self.heart_values}
        for name, value in (("heart_cells", hearts), ("_symbol_pays", pays)):
            object.__setattr__(self, name, value)
        for name in ("stakes", "pays", "scatter_pays"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def symbol_pay(self, symbol: str, count: int) -> int:
        """Coins that ``count`` of a paying symbol earn on one board (0 below the first band).

        >>> [PRINTED.symbol_pay("sun", count) for count in (7, 8, 9, 10, 12, 30)]
        [0, 200, 200, 500, 1000, 1000]
        """
        return self._symbol_pays[symbol][count]

    def scatter_pay(self, count: int) -> int:
        """Coins that ``count`` scatters earn on a final board (0 below four).

        >>> [PRINTED.scatter_pay(count) for count in (3, 4, 5, 6, 7)]
        [0, 60, 100, 2000, 2000]
        """
        return self.scatter_pays.get(min(count, max(self.scatter_pays)), 0)

    def to_json(self) -> dict[str, Any]:
        """The ruleset as the object a model file holds; everything in it is part of a model's hash."""
        return {
            "stakes": {str(mode): coins for mode, coins in self.stakes.items()},
            "bands": list(self.bands),
            "pays": {symbol: list(row) for symbol, row in self.pays.items()},
            "scatter_pays": {str(count): coins for count, coins in self.scatter_pays.items()},
            "heart_values": list(self.heart_values),
            "free_spins_trigger": self.free_spins_trigger,
            "free_spins": self.free_spins,
            "retrigger_trigger": self.retrigger_trigger,
            "retrigger_spins": self.retrigger_spins,
            "cap": self.cap,
        }


def ruleset_from_json(data: Mapping[str, Any]) -> Ruleset:
    """The ruleset in a JSON object; raises :class:`BadRuleset`.

    >>> ruleset_from_json(PRINTED.to_json()) == PRINTED
    True
    """
    try:
        return Ruleset(
            stakes={Mode(mode): coins for mode, coins in data["stakes"].items()},
            bands=tuple(data["bands"]),
            pays={symbol: tuple(row) for symbol, row in data["pays"].items()},
            scatter_pays={int(count): coins for count, coins in data["scatter_pays"].items()},
            heart_values=tuple(data["heart_values"]),
            free_spins_trigger=data["free_spins_trigger"],
            free_spins=data["free_spins"],
            retrigger_trigger=data["retrigger_trigger"],
            retrigger_spins=data["retrigger_spins"],
            cap=data["cap"],
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadRuleset(f"not a ruleset: {type(error).__name__}: {error}") from error


def _check_ruleset(rules: Ruleset) -> None:
    """Raise :class:`BadRuleset` unless all numbers are whole, positive and in order, and nothing is missing."""
    counts = (rules.free_spins_trigger, rules.free_spins, rules.retrigger_trigger, rules.retrigger_spins, rules.cap)
    pays = [coins for row in rules.pays.values() for coins in row]
    lists = (pays, counts, rules.bands, rules.heart_values, rules.scatter_pays, *_values(rules))
    if not all(type(number) is int and number > 0 for numbers in lists for number in numbers):
        raise BadRuleset("every number of a ruleset must be whole and positive")
    if tuple(rules.pays) != SYMBOLS or any(len(row) != len(rules.bands) for row in rules.pays.values()):
        raise BadRuleset(f"a ruleset pays {', '.join(SYMBOLS)}, each in {len(rules.bands)} bands")
    if set(rules.stakes) != set(Mode) or not rules.scatter_pays:
        raise BadRuleset("a ruleset needs the stake of every mode and scatter pays")
    for rising in (rules.bands, rules.heart_values, tuple(rules.scatter_pays)):
        if list(rising) != sorted(set(rising)):
            raise BadRuleset("bands, heart values and scatter counts must rise")
    if len(rules.bands) != 3 or rules.bands[-1] > REELS * ROWS:
        raise BadRuleset("a ruleset has three bands that a board can show")


def _values(rules: Ruleset) -> tuple[list[int], list[int]]:
    return list(rules.stakes.values()), list(rules.scatter_pays.values())


PRINTED: Final = Ruleset(
    stakes={Mode.BASE: 20, Mode.ANTE: 25, Mode.BUY: 2000},
    bands=(8, 10, 12),
    pays={
        "sun": (200, 500, 1000),
        "winged_heart": (50, 200, 500),
        "moon": (40, 100, 300),
        "star": (30, 40, 240),
        "red": (20, 30, 200),
        "blue": (16, 24, 160),
        "green": (10, 20, 100),
        "teal": (8, 18, 80),
        "yellow": (5, 15, 40),
    },
    scatter_pays={4: 60, 5: 100, 6: 2000},
    heart_values=(2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 50, 100, 250, 500),
    free_spins_trigger=4,
    free_spins=15,
    retrigger_trigger=3,
    retrigger_spins=5,
    cap=100_000,
)
"""The rules that the game's pages print, and that the current model plays by."""

STAKES: Final = PRINTED.stakes
"""Coins a round of each mode costs."""
BANDS: Final = PRINTED.bands
"""Smallest number of a symbol anywhere on the board for the first, second and third pay."""
PAYS: Final = PRINTED.pays
"""Coins for each paying symbol in each band, dearest symbol first."""
SCATTER_PAYS: Final = PRINTED.scatter_pays
"""Coins for scatters on the final board; more than six pay as six."""
HEART_VALUES: Final = PRINTED.heart_values
HEART_COLOURS: Final = MappingProxyType({"green": (2, 8), "blue": (10, 25), "pink": (50, 100), "orange": (250, 500)})
"""Lowest and highest value of each heart colour."""
FREE_SPINS_TRIGGER: Final = PRINTED.free_spins_trigger
"""Scatters on the paid spin's final board that open the free spins."""
FREE_SPINS: Final = PRINTED.free_spins
RETRIGGER_TRIGGER: Final = PRINTED.retrigger_trigger
"""Scatters on a free spin's final board that add more spins."""
RETRIGGER_SPINS: Final = PRINTED.retrigger_spins
CAP: Final = PRINTED.cap
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


def heart_colour(value: int) -> str:
    """The colour a heart of ``value`` is drawn in.

    >>> heart_colour(12)
    'blue'
    """
    return next(colour for colour, (low, high) in HEART_COLOURS.items() if low <= value <= high)
