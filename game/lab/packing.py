"""A model packed for counting: the twin's tables, in which a whole board is one 64-bit word.

A *count word* holds how many of each kind a group of cells shows: hearts in bits 0-4, the nine paying symbols in six
bits each from bit 5, scatters in bits 59-63. Words of groups add, so the word of a board is the sum of six reels'
words; the order of cells within a reel never matters to what it pays.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.engine.model import KINDS, STOPS, BadModel, Model
from game.engine.rules import (
    BANDS,
    HEART,
    PAYS,
    PRINTED,
    REELS,
    RETRIGGER_TRIGGER,
    ROWS,
    SCATTER,
    Mode,
)

Words: TypeAlias = NDArray[np.uint64]
Counts: TypeAlias = NDArray[np.int64]
Bytes: TypeAlias = NDArray[np.uint8]
SignedBytes: TypeAlias = NDArray[np.int8]
Floats: TypeAlias = NDArray[np.float64]

SYMBOL_SHIFT: Final = 5
SYMBOL_BITS: Final = 6
SCATTER_SHIFT: Final = SYMBOL_SHIFT + SYMBOL_BITS * len(PAYS)
SHIFTS: Final = {
    HEART: 0,
    **{symbol: SYMBOL_SHIFT + SYMBOL_BITS * number for number, symbol in enumerate(PAYS)},
    SCATTER: SCATTER_SHIFT,
}
"""Lowest bit of each kind's field."""

BIAS: Final = sum((32 - BANDS[0]) << SHIFTS[symbol] for symbol in PAYS)
"""Added to a board's word, it carries every symbol that pays into its field's top bit."""
HIT_BITS: Final = sum(32 << SHIFTS[symbol] for symbol in PAYS)
"""Top bits of the paying symbols' fields."""
SCATTER_BIT: Final = 16 << SCATTER_SHIFT
"""Top bit of the scatters' field; 16 less the scatters wanted is the bias that carries into it."""
HEART_MASK: Final = 31
MAX_SCATTERS: Final = 15 + RETRIGGER_TRIGGER
"""More scatters than this on a first board would overflow the biased field."""

PREFIX_STRIDE: Final = 264
"""Words kept of each strip's running counts: one turn, the five cells a refill may reach past it, and padding."""
PAY_STRIDE: Final = 32
DRAWS_AT_A_TIME: Final = 64
"""Draws of a bought round's first board made together, in wide vectors."""
SCATTERS_A_STRIP: Final = 6
"""Scatters of one strip that the search for a bought round's first board has room for."""
COMPILED_RULES: Final = (
    "bands",
    "heart_values",
    "free_spins_trigger",
    "free_spins",
    "retrigger_trigger",
    "retrigger_spins",
    "cap",
)
"""Rules that are constants of the twin's machine code; pays and stakes are data to it."""


class PackedReels(NamedTuple):
    """One reel set and its hearts, packed."""

    windows: Words
    """``windows[256 * reel + stop]``: the count word of the five cells shown at a stop."""
    prefix: Words
    """``prefix[264 * reel + n]``: the count word of a strip's first ``n`` cells, going round once it is used up."""
    after: Words
    """``after[256 * (6 * symbol + reel) + stop]``: the count word of a reel's five cells once a paying symbol, by its
    number, has vanished from its first board and the refill has come."""
    heart_limits: Counts
    """Running sums of the heart weights."""
    heart_guesses: Bytes
    """By the top byte of a draw: the least heart it may give, from which on the running sums are looked through."""


class PackedModel(NamedTuple):
    """What one mode plays with, packed."""

    paid: PackedReels
    """Reels of the paid spin."""
    free: PackedReels
    """Reels of the free spins."""
    pays: Counts
    """``pays[32 * symbol + count]``: coins."""
    scatter_pays: Counts
    """``scatter_pays[count]``: coins, for 0 to 31 scatters."""
    heart_values: Counts
    scatter_stops: SignedBytes
    """``[6, 8 * DRAWS_AT_A_TIME]``: see :func:`scatter_stops`."""
    bought: bool
    """Whether the first board is redrawn until it shows the trigger."""
    stake: int
    """Coins."""


def pack(model: Model, mode: Mode) -> PackedModel:
    """The model packed for a mode; raises ``BadModel`` for rules that the twin is not compiled for."""
    rules = model.ruleset
    if any(getattr(rules, name) != getattr(PRINTED, name) for name in COMPILED_RULES):
        raise BadModel(f"the twin is compiled for other rules than model {model.version}: {', '.join(COMPILED_RULES)}")
    pays = np.zeros(len(PAYS) * PAY_STRIDE, np.int64)
    for number, symbol in enumerate(PAYS):
        for count in range(REELS * ROWS + 1):
            pays[number * PAY_STRIDE + count] = rules.symbol_pay(symbol, count)
    scatter_pays = np.array([rules.scatter_pay(count) for count in range(32)], np.int64)
    return PackedModel(
        pack_reels(model, mode.reel_set),
        pack_reels(model, "free"),
        pays,
        scatter_pays,
        np.array(rules.heart_values, np.int64),
        scatter_stops(model.reels[mode.reel_set]),
        mode is Mode.BUY,
        rules.stakes[mode],
    )


def scatter_stops(strips: Sequence[Sequence[str]]) -> SignedBytes:
    """Where the strips' scatters come into sight, laid out like the bytes of a block of draws.

    Byte ``r`` of a draw shows a scatter of strip ``r`` if, for one of the rows, it less the row's byte is below -123 as
    a signed byte, which it is for five stops in a row. Rows that a strip has no scatters left for repeat some.
    The table is empty for strips it cannot tell of: with no scatter, too many, or two that are shown together.
    """
    rows = np.zeros(SCATTERS_A_STRIP, np.uint64)
    for reel, strip in enumerate(strips):
        cells = [cell for cell, kind in enumerate(strip) if kind == SCATTER]
        near = any((after - cell) % STOPS < ROWS for cell, after in zip(cells, cells[1:] + cells[:1], strict=True))
        if not 0 < len(cells) <= SCATTERS_A_STRIP or (near and len(cells) > 1):
            return np.zeros((SCATTERS_A_STRIP, 0), np.int8)
        for row in range(SCATTERS_A_STRIP):
            first = (cells[row % len(cells)] - ROWS + 1 + STOPS // 2) % STOPS
            rows[row] |= np.uint64(first << 8 * reel)
    return np.repeat(rows[:, None], DRAWS_AT_A_TIME, axis=1).view(np.int8)


def pack_reels(model: Model, reel_set: str) -> PackedReels:
    """One reel set packed."""
    strips = [[KINDS.index(kind) for kind in strip] for strip in model.reels[reel_set]]
    limits = np.cumsum(np.array(model.heart_weights[reel_set], np.int64))
    windows, prefix = pack_strips(np.array(strips))
    return PackedReels(windows, prefix, words_after(windows, prefix), limits, heart_guesses(limits))


def heart_guesses(limits: Counts) -> Bytes:
    """The table :attr:`PackedReels.heart_guesses` of running sums."""
    return np.searchsorted(limits, np.arange(256) << 8, side="right").astype(np.uint8)


def words_after(windows: Words, prefix: Words) -> Words:
    """The table :attr:`PackedReels.after` of six strips."""
    reels = np.arange(REELS)[:, None]
    upcoming = (np.arange(STOPS) + ROWS) % STOPS
    shown = windows.reshape(REELS, STOPS)
    running = prefix.reshape(REELS, PREFIX_STRIDE)
    after = np.empty((len(PAYS), REELS, STOPS), np.uint64)
    for number, symbol in enumerate(PAYS):
        gone = shown & np.uint64((2**SYMBOL_BITS - 1) << SHIFTS[symbol])
        lost = (gone >> np.uint64(SHIFTS[symbol])).astype(np.int64)
        after[number] = shown - gone + running[reels, upcoming + lost] - running[reels, upcoming]
    return after.ravel()


def pack_strips(strips: NDArray[np.integer]) -> tuple[Words, Words]:
    """Window and prefix words of six strips of kind numbers, shape ``(6, 256)``; raises ``BadModel``."""
    one = np.array([1 << SHIFTS[kind] for kind in KINDS], np.uint64)
    windows, prefix = np.zeros((REELS, STOPS), np.uint64), np.zeros((REELS, PREFIX_STRIDE), np.uint64)
    for reel, strip in enumerate(strips):
        turns = np.resize(one[strip], PREFIX_STRIDE - 1)
        prefix[reel, 1:] = np.cumsum(turns, dtype=np.uint64)
        windows[reel] = prefix[reel, ROWS : ROWS + STOPS] - prefix[reel, :STOPS]
    if int((windows >> np.uint64(SCATTER_SHIFT)).max(axis=1).sum()) > MAX_SCATTERS:
        raise BadModel(f"a first board may show more than {MAX_SCATTERS} scatters, too many to pack")
    return windows.ravel(), prefix.ravel()
