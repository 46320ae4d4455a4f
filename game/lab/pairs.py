"""Exact means of what two tumbles in a row lead to, for every pair of a symbol and the next.

Which cells a reel shows after one symbol has vanished and its refill has come, and then another, depends on the
reel's stop alone. So the counts that decide about a pair, of the first symbol on the first board and of the second on
the next, are sums of what the six reels have, and so are the scatters and hearts before and after the second tumble:
four convolutions a pair.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from game.engine.model import STOPS
from game.engine.rules import BANDS, HEART, REELS, ROWS, SCATTER, SYMBOLS
from game.lab.packing import Counts, Floats

COUNTS: Final = BANDS[-1] + 1
"""Counts told apart: all that fill the last band pay alike."""
SPECIALS: Final = 20
"""Scatters and hearts told apart: more never meet on a board that wins."""
COMBINATIONS: Final = float(STOPS**REELS)


@cache
def next_controls(strips: tuple[tuple[str, ...], ...], pays: tuple[tuple[int, ...], ...], min_scatters: int) -> Floats:
    """Means of :data:`game.lab.estimate.NEXT_CONTROLS` for six strips and each symbol's pays by band."""
    table = {symbol: _pays(row) for symbol, row in zip(SYMBOLS, pays, strict=True)}
    return sum((_pair(strips, table, one, other, min_scatters) for one in SYMBOLS for other in SYMBOLS), np.zeros(7))


def _pair(strips: Sequence[Sequence[str]], table: dict[str, Counts], one: str, other: str, min_scatters: int) -> Floats:
    """What one pair adds to each mean."""
    shown = [_shown(strip, one, other) for strip in strips]
    hearts, next_hearts, scatters, next_scatters = (_convolve(shown, number) / COMBINATIONS for number in range(4))
    pays, next_pays = table[one][:, None, None], table[other][:, None]
    both, held = (pays > 0) * (next_pays > 0), np.arange(SPECIALS)
    triggers = held >= min_scatters
    return np.array(
        [
            (next_hearts * both * next_pays * (held == 0)).sum(),
            (next_hearts * both * next_pays * (held > 0)).sum(),
            (next_hearts * both * next_pays * held).sum(),
            ((next_hearts - hearts) * both * pays * held).sum(),
            ((next_hearts - hearts) * both * pays * (held > 0)).sum(),
            ((next_scatters - scatters) * both * triggers).sum(),
            ((next_hearts - hearts) * both * held).sum(),
        ]
    )


def _pays(row: Sequence[int]) -> Counts:
    """Coins by count."""
    return np.array([([0, *row])[sum(count >= band for band in BANDS)] for count in range(COUNTS)], np.int64)


def _shown(strip: Sequence[str], one: str, other: str) -> list[tuple[int, ...]]:
    """Of each stop: counts of the two symbols, then hearts and scatters before and after the second tumble."""
    found: list[tuple[int, ...]] = []
    for stop in range(STOPS):
        window = [strip[(stop + row) % STOPS] for row in range(ROWS)]
        count = window.count(one)
        refill = [strip[(stop + ROWS + row) % STOPS] for row in range(count)]
        board = [cell for cell in window if cell != one] + refill
        next_count = board.count(other)
        arrived = [strip[(stop + ROWS + count + row) % STOPS] for row in range(next_count)]
        hearts, scatters = board.count(HEART), board.count(SCATTER)
        more_hearts, more_scatters = arrived.count(HEART), arrived.count(SCATTER)
        found.append((count, next_count, hearts, hearts + more_hearts, scatters, scatters + more_scatters))
    return found


def _convolve(shown: Sequence[Sequence[tuple[int, ...]]], number: int) -> Counts:
    """``ways[count, next count, special]`` of six reels, for one of the four special counts."""
    ways = np.zeros((COUNTS, COUNTS, SPECIALS), np.int64)
    ways[0, 0, 0] = 1
    for reel in shown:
        room = np.zeros((COUNTS + ROWS, COUNTS + ROWS, SPECIALS + ROWS), np.int64)
        for (count, following, special), stops in Counter(
            (each[0], each[1], each[2 + number]) for each in reel
        ).items():
            room[count : count + COUNTS, following : following + COUNTS, special : special + SPECIALS] += stops * ways
        for axis, size in enumerate(ways.shape):
            kept, over = np.split(room, [size], axis)
            kept[(slice(None),) * axis + (-1,)] += over.sum(axis)
            room = kept
        ways = room
    return ways
