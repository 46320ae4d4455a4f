"""Draws reel strips at random from a recipe: how many of each kind, in what runs, how far apart.

Paying symbols lie in runs of one to three; scatters, and hearts, keep a distance, so that a window shows at most one
of either and the first board's scatters depend on their number alone.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game.engine.model import STOPS
from game.engine.rules import HEART, PAYS, REELS, ROWS, SCATTER

Strip = tuple[str, ...]

MAX_RUN: Final = 3
SCATTER_GAP: Final = 9
"""Least distance from scatter to scatter round the strip."""
LATER_GAP: Final = ROWS
"""Least distance of a scatter added to a finished strip: one window never shows two."""
HEART_GAP: Final = 7
TRIES: Final = 10_000


@dataclass(frozen=True)
class Recipe:
    """What one reel set is made of."""

    symbols: Sequence[int]
    """How many of each paying symbol stand on a reel, dearest first, as shares of what is left by the others."""
    clumping: Sequence[float]
    """The chance of each symbol's run to go on for one cell more: the more it clumps, the more often it pays."""
    scatters: Sequence[int]
    """Scatters of each reel."""
    hearts: Sequence[int]
    """Hearts of each reel."""


BASE_RECIPE: Final = Recipe(
    symbols=(19, 21, 23, 25, 27, 30, 32, 35, 38),
    clumping=(0.2, 0.22, 0.24, 0.27, 0.29, 0.31, 0.33, 0.35, 0.37),
    scatters=(6, 5, 5, 6, 5, 5),
    hearts=(1, 1, 1, 1, 1, 1),
)
FREE_RECIPE: Final = Recipe(
    symbols=(20, 20, 21, 23, 25, 27, 31, 36, 42),
    clumping=(0.27, 0.17, 0.15, 0.14, 0.14, 0.16, 0.18, 0.21, 0.25),
    scatters=(5, 5, 5, 5, 5, 5),
    hearts=(6, 6, 6, 6, 6, 6),
)
ANTE_SCATTERS: Final = (7, 6, 7, 6, 6, 7)
"""Scatters of each ante reel, which is a base reel with some of its paying cells given to scatters."""


class NoStrip(ValueError):
    """A recipe that no strip was found for."""


def random_reels(recipe: Recipe, source: random.Random) -> tuple[Strip, ...]:
    """Six strips of a recipe."""
    return tuple(_strip(recipe, reel, source) for reel in range(REELS))


def with_more_scatters(reels: Sequence[Strip], scatters: Sequence[int], source: random.Random) -> tuple[Strip, ...]:
    """The strips with cells of paying symbols given to scatters, up to so many on each."""
    return tuple(_add_scatters(strip, count, source) for strip, count in zip(reels, scatters, strict=True))


def _strip(recipe: Recipe, reel: int, source: random.Random) -> Strip:
    scatters, hearts = recipe.scatters[reel], recipe.hearts[reel]
    special = dict.fromkeys(_spaced(scatters, SCATTER_GAP, source, ()), SCATTER)
    special |= dict.fromkeys(_spaced(hearts, HEART_GAP, source, special), HEART)
    counts = _shares(recipe.symbols, STOPS - scatters - hearts)
    cells = iter(_runs(counts, dict(zip(PAYS, recipe.clumping, strict=True)), source))
    return tuple(special.get(stop) or next(cells) for stop in range(STOPS))


def _shares(symbols: Sequence[int], cells: int) -> dict[str, int]:
    """Whole numbers of each symbol, in proportion, that fill the cells."""
    exact = [cells * share / sum(symbols) for share in symbols]
    counts = [int(share) for share in exact]
    by_remainder = sorted(range(len(exact)), key=lambda number: counts[number] - exact[number])
    for number in by_remainder[: cells - sum(counts)]:
        counts[number] += 1
    return dict(zip(PAYS, counts, strict=True))


def _runs(counts: dict[str, int], clumping: dict[str, float], source: random.Random) -> list[str]:
    """The cells of all paying symbols, in runs, no run next to one of its own symbol."""
    for _ in range(TRIES):
        left = [
            (symbol, length) for symbol, count in counts.items() for length in _lengths(count, clumping[symbol], source)
        ]
        source.shuffle(left)
        order = [left.pop()]
        while left:
            fitting = [place for place in range(len(left)) if left[place][0] != order[-1][0]]
            if not fitting:
                break
            order.append(left.pop(source.choice(fitting[-12:])))
        if not left and order[0][0] != order[-1][0]:
            return [symbol for symbol, length in order for _ in range(length)]
    raise NoStrip("no order of runs keeps a symbol's runs apart")


def _lengths(count: int, clumping: float, source: random.Random) -> list[int]:
    """The lengths of a symbol's runs."""
    lengths = []
    while count:
        length = 1
        while length < min(MAX_RUN, count) and source.random() < clumping:
            length += 1
        lengths.append(length)
        count -= length
    return lengths


def _spaced(count: int, gap: int, source: random.Random, taken: Sequence[int] | dict[int, str]) -> list[int]:
    """So many stops, at least ``gap`` apart round the strip, none of them taken."""
    for _ in range(TRIES):
        stops = sorted(source.sample([stop for stop in range(STOPS) if stop not in taken], count))
        if (
            all((after - stop) % STOPS >= gap for stop, after in zip(stops, stops[1:] + stops[:1], strict=True))
            or count < 2
        ):
            return stops
    raise NoStrip(f"{count} cells do not fit {gap} apart")


def _add_scatters(strip: Strip, scatters: int, source: random.Random) -> Strip:
    cells = list(strip)
    while cells.count(SCATTER) < scatters:
        standing = [stop for stop, kind in enumerate(cells) if kind == SCATTER]
        free = [
            stop
            for stop, kind in enumerate(cells)
            if kind in PAYS
            and all(min((stop - other) % STOPS, (other - stop) % STOPS) >= LATER_GAP for other in standing)
        ]
        if not free:
            raise NoStrip(f"no room for {scatters} scatters")
        cells[source.choice(free)] = SCATTER
    return tuple(cells)
