"""Bins that wins are counted in: fine ones for the distribution of a round's win, and the sheet's coarser buckets.

Each bucket is a run of whole bins, so one count serves both.
"""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.engine.rules import CAP, STAKES

BUCKET_EDGES: Final = (0.0, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""Buckets end at these multiples of the stake; the last one is the cap alone."""
EXACT_TO: Final = 400
"""Coins up to which each win has a bin of its own."""
GROWTH: Final = 1.01
"""Every later bin ends so many times as high as the one before."""

Bins: TypeAlias = NDArray[np.int16]


def bucket_tops(stake: int) -> list[int]:
    """The highest coins of each bucket for a stake."""
    tops = {round(edge * stake) for edge in BUCKET_EDGES if edge * stake < CAP}
    return [*sorted(tops), CAP - 1, CAP]


def _bin_tops() -> list[int]:
    tops = set(range(EXACT_TO + 1)) | {top for stake in STAKES.values() for top in bucket_tops(stake)}
    top = float(EXACT_TO)
    while top < CAP - 1:
        top *= GROWTH
        tops.add(min(int(top), CAP - 1))
    return sorted(tops)


BIN_TOPS: Final = tuple(_bin_tops())
"""The highest coins of each bin; the first holds 0 alone, the last the cap alone."""


def bins_by_win() -> Bins:
    """``bins[coins]``: the bin of a win."""
    return np.searchsorted(BIN_TOPS, np.arange(CAP + 1)).astype(np.int16)
