"""What is known of a first board without playing it: exact counts over all 256**6 stop combinations.

Reels stop independently, so the distribution of how many cells of a kind a board shows is the convolution of what the
six reels show. For each paying symbol that is done for its count together with the counts of scatters and hearts.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from game.engine.model import STOPS, Model
from game.engine.rules import (
    FREE_SPINS_TRIGGER,
    HEART,
    PAYS,
    REELS,
    RETRIGGER_TRIGGER,
    ROWS,
    SCATTER,
    Ruleset,
)
from game.lab.packing import Counts, Floats

COMBINATIONS: Final = STOPS**REELS
"""Ways six reels can stop: 2**48, all equally likely."""


@dataclass(frozen=True)
class FirstBoard:
    """Exact counts of first boards of one reel set."""

    ways: Counts
    """``ways[symbol, count, scatters, hearts]``: stop combinations that show so many of each."""
    after: Counts
    """The same, but with the scatters and hearts there are once that symbol alone has vanished and the rest tumbled."""
    ruleset: Ruleset

    def count_ways(self, symbol: str) -> list[int]:
        """Stop combinations by how many of a paying symbol they show."""
        return [int(ways) for ways in self.ways[list(PAYS).index(symbol)].sum(axis=(1, 2))]

    def scatter_ways(self) -> list[int]:
        """Stop combinations by how many scatters they show."""
        return [int(ways) for ways in self.ways[0].sum(axis=(0, 2))]

    def heart_ways(self) -> list[int]:
        """Stop combinations by how many hearts they show."""
        return [int(ways) for ways in self.ways[0].sum(axis=(0, 1))]

    def pay(self, symbol: str) -> float:
        """Mean coins a symbol pays on the first board, before hearts."""
        ways = enumerate(self.count_ways(symbol))
        return sum(number * self.ruleset.symbol_pay(symbol, count) for count, number in ways) / COMBINATIONS

    def scatters_chance(self, least: int) -> float:
        """The chance of ``least`` scatters or more."""
        return sum(self.scatter_ways()[least:]) / COMBINATIONS

    def paid_controls(self) -> Floats:
        """Means of the controls of a paid spin, in the order of :data:`game.lab.estimate.PAID_TERMS`."""
        board, after = _View(self.ways, self.ruleset), _View(self.after, self.ruleset)
        return np.array(
            [
                *after.pays_by_hearts(),
                board.over_boards(board.scatter_pays),
                board.over_boards(board.scatters >= FREE_SPINS_TRIGGER),
                after.of_winners(after.scatters >= FREE_SPINS_TRIGGER)
                - board.of_winners(board.scatters >= FREE_SPINS_TRIGGER),
            ]
        )

    def bought_controls(self) -> Floats:
        """The same for a bought round's paid spin, of whose controls one is known and used."""
        board = _View(self.ways, self.ruleset, FREE_SPINS_TRIGGER)
        return np.array([math.nan] * 3 + [board.over_boards(board.scatter_pays)] + [math.nan] * 2)

    def free_controls(self) -> Floats:
        """Means of the controls of a free spin, in the order of :data:`game.lab.estimate.FREE_TERMS`."""
        board, after = _View(self.ways, self.ruleset), _View(self.after, self.ruleset)
        again, after_again = board.scatters >= RETRIGGER_TRIGGER, after.scatters >= RETRIGGER_TRIGGER
        return np.array(
            [
                *after.pays_by_hearts(),
                after.of_winners(after.hearts),
                board.over_boards(again),
                after.of_winners(after_again) - board.of_winners(again),
                after.of_winners(after.hearts * after_again),
                board.over_boards(board.scatter_pays),
            ]
        )


class _View:
    """Means over the first boards that show a number of scatters or more."""

    def __init__(self, ways: Counts, rules: Ruleset, least_scatters: int = 0) -> None:
        _, counts, scatters, _ = ways.shape
        self.share = ways.copy()
        self.share[:, :, :least_scatters] = 0
        self.total = int(self.share[0].sum())
        pays = [[rules.symbol_pay(symbol, count) for count in range(counts)] for symbol in PAYS]
        self.pays = np.array(pays, np.int64)[:, :, None, None]
        """Coins of each symbol and count, to be broadcast against ``ways``."""
        self.scatters = np.arange(scatters)[:, None]
        self.scatter_pays = np.array([rules.scatter_pay(count) for count in range(scatters)])[:, None]
        self.hearts = np.arange(ways.shape[3])

    def pays_by_hearts(self) -> list[float]:
        """Means of the pay without hearts, of the pay with hearts, and of pay times hearts."""
        amounts = ((self.hearts == 0) * self.pays, (self.hearts > 0) * self.pays, self.hearts * self.pays)
        return [float((self.share * (amount / self.total)).sum()) for amount in amounts]

    def of_winners(self, value: NDArray[Any]) -> float:
        """The mean of a sum over the symbols that pay."""
        return float((self.share * ((self.pays > 0) * value / self.total)).sum())

    def over_boards(self, value: NDArray[Any]) -> float:
        """The mean of something that does not look at symbols."""
        return float((self.share[0] * (value / self.total)).sum())


def first_board(model: Model, reel_set: str) -> FirstBoard:
    """Exact counts of the first boards of a reel set."""
    strips = model.reels[reel_set]
    ways, after = (np.stack([_ways(strips, symbol, tumbled) for symbol in PAYS]) for tumbled in (False, True))
    return FirstBoard(ways, after, model.ruleset)


def _ways(strips: Sequence[Sequence[str]], symbol: str, tumbled: bool) -> Counts:
    """``ways[count, scatters, hearts]`` of one symbol, the last two after its tumble if wanted."""
    most = REELS * ROWS + 1
    ways = np.zeros((most, most, most), np.int64)
    ways[0, 0, 0] = 1
    for strip in strips:
        convolved = np.zeros_like(ways)
        for (count, scatters, hearts), stops in _shown(strip, symbol, tumbled).items():
            part = ways[: most - count, : most - scatters, : most - hearts]
            convolved[count:, scatters:, hearts:] += stops * part
        ways = convolved
    return ways


def _shown(strip: Sequence[str], symbol: str, tumbled: bool) -> Counter[tuple[int, int, int]]:
    """Stops of a reel by how many of a symbol it shows, and of scatters and hearts, after its tumble if wanted."""
    shown: Counter[tuple[int, int, int]] = Counter()
    for stop in range(STOPS):
        window = [strip[(stop + row) % STOPS] for row in range(ROWS)]
        count = window.count(symbol)
        refill = [strip[(stop + ROWS + row) % STOPS] for row in range(count if tumbled else 0)]
        cells = window + refill
        shown[count, cells.count(SCATTER), cells.count(HEART)] += 1
    return shown
