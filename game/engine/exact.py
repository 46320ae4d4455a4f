"""What is known of a first board without playing it: exact counts over all 256**6 stop combinations.

Reels stop independently, so the distribution of how many cells of a kind a board shows is the convolution of what the
six reels show. For each paying symbol that is done for its count together with the counts of scatters and hearts.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from game.engine.model import STOPS, Model
from game.engine.packing import Counts, Floats
from game.engine.rules import (
    FREE_SPINS_TRIGGER,
    HEART,
    PAYS,
    REELS,
    RETRIGGER_TRIGGER,
    ROWS,
    SCATTER,
    scatter_pay,
    symbol_pay,
)

COMBINATIONS: Final = STOPS**REELS
"""Ways six reels can stop: 2**48, all equally likely."""


@dataclass(frozen=True)
class FirstBoard:
    """Exact counts of first boards of one reel set."""

    ways: Counts
    """``ways[symbol, count, scatters, hearts]``: stop combinations that show so many of each."""

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
        return (
            sum(ways * symbol_pay(symbol, count) for count, ways in enumerate(self.count_ways(symbol))) / COMBINATIONS
        )

    def scatters_chance(self, least: int) -> float:
        """The chance of ``least`` scatters or more."""
        return sum(self.scatter_ways()[least:]) / COMBINATIONS

    def paid_controls(self, least_scatters: int = 0) -> Floats:
        """Means of the known terms of a paid spin whose first board shows ``least_scatters`` or more.

        In the order of :data:`game.engine.estimate.PAID_TERMS`: pay without hearts, pay with hearts, pay times hearts,
        scatter pay, trigger.
        """
        view = _View(self.ways, least_scatters)
        return np.array(
            [
                view.over_symbols(view.pays * (view.hearts == 0)),
                view.over_symbols(view.pays * (view.hearts > 0)),
                view.over_symbols(view.pays * view.hearts),
                view.over_boards(view.scatter_pays),
                view.over_boards(view.scatters >= FREE_SPINS_TRIGGER),
            ]
        )

    def free_controls(self) -> Floats:
        """Means of the known terms of a free spin, in the order of :data:`game.engine.estimate.FREE_TERMS`.

        Pay without hearts, pay with hearts, pay times hearts, hearts times paying symbols, retrigger, hearts times
        paying symbols on a retrigger, scatter pay.
        """
        view = _View(self.ways)
        again = view.scatters >= RETRIGGER_TRIGGER
        winning_hearts = (view.pays > 0) * view.hearts
        return np.array(
            [
                view.over_symbols(view.pays * (view.hearts == 0)),
                view.over_symbols(view.pays * (view.hearts > 0)),
                view.over_symbols(view.pays * view.hearts),
                view.over_symbols(winning_hearts),
                view.over_boards(again),
                view.over_symbols(winning_hearts * again),
                view.over_boards(view.scatter_pays),
            ]
        )


class _View:
    """Means over the first boards that show a number of scatters or more, of functions of one symbol's counts."""

    def __init__(self, ways: Counts, least_scatters: int = 0) -> None:
        _, counts, scatters, _ = ways.shape
        self.share = ways.copy()
        self.share[:, :, :least_scatters] = 0
        self.total = int(self.share[0].sum())
        pays = [[symbol_pay(symbol, count) for count in range(counts)] for symbol in PAYS]
        self.pays = np.array(pays, np.int64)[:, :, None, None]
        """Coins of each symbol and count, to be broadcast against ``ways``."""
        self.scatters = np.arange(scatters)[:, None]
        self.scatter_pays = np.array([scatter_pay(count) for count in range(scatters)])[:, None]
        self.hearts = np.arange(ways.shape[3])

    def over_symbols(self, value: NDArray[Any]) -> float:
        """The mean of a sum over symbols."""
        return float((self.share * (value / self.total)).sum())

    def over_boards(self, value: NDArray[Any]) -> float:
        """The mean of something that does not look at symbols."""
        return float((self.share[0] * (value / self.total)).sum())


def first_board(model: Model, reel_set: str) -> FirstBoard:
    """Exact counts of the first boards of a reel set."""
    return FirstBoard(np.stack([_ways(model.reels[reel_set], symbol) for symbol in PAYS]))


def _ways(strips: Sequence[Sequence[str]], symbol: str) -> Counts:
    """``ways[count, scatters, hearts]`` of one symbol."""
    most = REELS * ROWS + 1
    ways = np.zeros((most, most, most), np.int64)
    ways[0, 0, 0] = 1
    for strip in strips:
        convolved = np.zeros_like(ways)
        for (count, scatters, hearts), stops in _shown(strip, symbol).items():
            part = ways[: most - count, : most - scatters, : most - hearts]
            convolved[count:, scatters:, hearts:] += stops * part
        ways = convolved
    return ways


def _shown(strip: Sequence[str], symbol: str) -> Counter[tuple[int, int, int]]:
    """Stops of a reel by how many of a symbol, scatters and hearts they show."""
    windows = ([strip[(stop + row) % STOPS] for row in range(ROWS)] for stop in range(STOPS))
    return Counter((cells.count(symbol), cells.count(SCATTER), cells.count(HEART)) for cells in windows)
