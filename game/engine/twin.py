"""The compiled twin: plays the rounds ``play`` plays, by the million a second, without ever building a board.

Every function here is compiled by numba and works on the packed tables of :mod:`game.engine.packing`. A spin is six
count words, one a reel; a refill is the difference of two running counts; one mask tests all nine symbols. Losing
boards, most of them, are set aside before anything else is known of them.

Integers are ``uint64`` wherever they are bits and ``int64`` wherever they are amounts; numba turns a mix of the two
into a float, so every constant below says which it is.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic

from game.engine import packing, rng
from game.engine.packing import Counts, PackedModel, PackedReels, Words
from game.engine.rules import (
    BANDS,
    BASE_BET,
    CAP,
    FREE_SPINS,
    FREE_SPINS_TRIGGER,
    HEART_VALUES,
    PAYS,
    REELS,
    RETRIGGER_SPINS,
    RETRIGGER_TRIGGER,
    SCATTER_PAYS,
)

Word: TypeAlias = Any
"""A uint64 of compiled code."""
Function = TypeVar("Function", bound=Callable[..., Any])

BLOCK: Final = 256
"""Rounds looked at together: the losing ones are dropped in one pass, and a block's sums make one sample."""
LONG_TUMBLE: Final = 8
"""Winning boards of one spin that make it a long one."""
BIG_WIN: Final = 100 * BASE_BET
"""Coins that make a round a big win."""

FLAGS: Final = {
    "hit": 1,
    "free-spins": 2,
    "retrigger": 4,
    "cap": 8,
    "six-scatters": 16,
    "heart-500": 32,
    "tumbles>=8": 64,
    "big-win>=100": 128,
}
"""What a round can show -> its bit in the twin's flags."""
_HIT, _FREE, _RETRIGGER, _CAPPED, _SIX, _HEART, _LONG, _BIG = FLAGS.values()

TUMBLE_BINS: Final = 32
FREE_WIN_STEP: Final = 2
"""Coins of one bin of ``Tables.free_spins_wins``."""
FREE_WIN_BINS: Final = 5001

_U = np.uint64
_amount: Callable[[Word], int] = cast("Any", np.int64)
"""Bits as a number to count with."""
_GAMMA, _HEART_STREAM, _HEARTS_A_SPIN = _U(rng.GAMMA), _U(rng.HEART_STREAM), _U(rng.HEARTS_A_SPIN)
_MIX_1, _MIX_2 = _U(rng.MIX_1), _U(rng.MIX_2)
_0, _1, _5, _6, _8, _16, _24, _27, _30, _31, _32, _40, _48, _63 = (
    _U(number) for number in (0, 1, 5, 6, 8, 16, 24, 27, 30, 31, 32, 40, 48, 63)
)
_BYTE, _STOPS = _U(255), _U(256)
_BIAS, _HIT_BITS = _U(packing.BIAS), _U(packing.HIT_BITS)
_NOTABLE_BITS = _U(packing.HIT_BITS | packing.SCATTER_BIT)
_HEARTS = _U(packing.HEART_MASK)
_SYMBOL_SHIFT, _SCATTER_SHIFT = _U(packing.SYMBOL_SHIFT), _U(packing.SCATTER_SHIFT)
_FIELD_SUM = _U(sum(1 << packing.SYMBOL_BITS * field for field in range(len(PAYS))))
"""Nine six-bit fields times this leave their sum in the topmost field."""
_TOP_FIELD = _U(packing.SYMBOL_BITS * (len(PAYS) - 1))
_STRIDE, _PAY_STRIDE = _U(packing.PREFIX_STRIDE), _U(packing.PAY_STRIDE)
_REELS = _U(REELS)
_SECOND_BAND, _THIRD_BAND = _U(BANDS[1]), _U(BANDS[2])
_TOP_HEART = len(HEART_VALUES) - 1
_LEAST_SCATTERS, _MOST_SCATTERS = min(SCATTER_PAYS), max(SCATTER_PAYS)


class Tables(NamedTuple):
    """What the sheet counts beyond wins and flags. The axis of two is 0 for paid spins, 1 for free spins."""

    symbols: Counts
    """``[2, 9, 3]``: wins of each symbol in each band."""
    tumbles: Counts
    """``[2, 32]``: spins by number of winning boards; the last entry holds all longer ones."""
    hearts_seen: Counts
    """``[2, 15]``: hearts on final boards, by value."""
    hearts_applied: Counts
    """``[2, 15]``: hearts that multiplied a win, by value."""
    scatters: Counts
    """``[2, 3]``: pays for four, five, and six or more scatters."""
    free_spins_sums: Counts
    """Of rounds with free spins: how many, coins of the whole round, free spins, retriggers, below 100 base bets."""
    free_spins_wins: Counts
    """Rounds with free spins by coins of the whole round, in steps of two coins; the last entry holds all larger."""
    parts: Counts
    """Coins by part: paying symbols, hearts, scatter pays, free spins, cut at the cap."""


def new_tables() -> Tables:
    """All tables at zero."""
    shapes = ((2, 9, 3), (2, TUMBLE_BINS), (2, 15), (2, 15), (2, 3), (5,), (FREE_WIN_BINS,), (5,))
    return Tables(*(np.zeros(shape, np.int64) for shape in shapes))


def new_state() -> Words:
    """Scratch of one sequence: six count words, then the next strip cell of each reel."""
    return np.zeros(2 * REELS, np.uint64)


def compiled(function: Function) -> Function:
    """Compile at the first call, into its callers, and keep the machine code for later processes.

    Without ``_nrt=False`` numba counts references to every table at every call, which takes five times as long as the
    round itself; the price is that compiled code can make no arrays, so callers hand in all scratch.
    """
    options: dict[str, Any] = {"cache": True, "error_model": "numpy", "forceinline": True, "_nrt": False}
    return cast("Function", numba.njit(**options)(function))


def _count_trailing_zeros(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


_lowest_bit: Callable[[Word], Word] = cast("Any", intrinsic(_count_trailing_zeros))
"""The position of the lowest set bit of a word that is not zero."""


@compiled
def draw(seed: Word, index: Word) -> Word:
    """Draw ``index`` of SplitMix64 started at ``seed``."""
    z = seed + (index + _1) * _GAMMA
    z = (z ^ (z >> _30)) * _MIX_1
    z = (z ^ (z >> _27)) * _MIX_2
    return z ^ (z >> _31)


@compiled
def word_shown(windows: Words, number: Word) -> Word:
    """The count word of the board a draw shows."""
    return (
        windows[number & _BYTE]
        + windows[_U(256) + ((number >> _8) & _BYTE)]
        + windows[_U(512) + ((number >> _16) & _BYTE)]
        + windows[_U(768) + ((number >> _24) & _BYTE)]
        + windows[_U(1024) + ((number >> _32) & _BYTE)]
        + windows[_U(1280) + ((number >> _40) & _BYTE)]
    )


@compiled
def play_sequence(
    reels: PackedReels, pays: Counts, number: Word, state: Words, tables: Tables | None, where: int
) -> tuple[int, int, int, Word, Word]:
    """Drop the board of a draw and tumble it until nothing pays.

    Returns the coins won before hearts, the first board's part of them, the number of winning boards, and the count
    words of the first and of the final board. ``where`` is the tables' row: 0 for a paid spin, 1 for a free one.
    """
    first = _0
    for reel in range(_REELS):
        stop = (number >> (_8 * reel)) & _BYTE
        state[reel] = reels.windows[_STOPS * reel + stop]
        state[_REELS + reel] = (stop + _5) & _BYTE
        first += state[reel]
    total, win, first_win, boards = first, 0, 0, 0
    hits = (total + _BIAS) & _HIT_BITS
    while hits != _0:
        vanishing = (hits << _1) - (hits >> _5)
        while hits != _0:
            shift = _lowest_bit(hits) - _5
            count = (total >> shift) & _63
            symbol = (shift - _SYMBOL_SHIFT) // _6
            win += pays[symbol * _PAY_STRIDE + count]
            if tables is not None:
                tables.symbols[where, symbol, (count >= _SECOND_BAND) + (count >= _THIRD_BAND)] += 1
            hits &= hits - _1
        if boards == 0:
            first_win = win
        boards += 1
        for reel in range(_REELS):
            gone = state[reel] & vanishing
            lost = (((gone >> _SYMBOL_SHIFT) * _FIELD_SUM) >> _TOP_FIELD) & _63
            upcoming = state[_REELS + reel]
            cell = _STRIDE * reel + upcoming
            change = reels.prefix[cell + lost] - reels.prefix[cell] - gone
            state[reel] += change
            state[_REELS + reel] = (upcoming + lost) & _BYTE
            total += change
        hits = (total + _BIAS) & _HIT_BITS
    return win, first_win, boards, first, total


@compiled
def heart_index(limits: Counts, number: Word) -> int:
    """Which of the heart values a draw gives, under a table's running sums."""
    top = _amount(number >> _48)
    index = 0
    while limits[index] <= top:
        index += 1
    return index


@compiled
def play_spin(
    reels: PackedReels, packed: PackedModel, seed: Word, spin: int, number: Word, state: Words, tables: Tables | None
) -> tuple[int, int, int, int, Word, Word]:
    """Play the spin of a draw (spin 0 is the paid one) up to its hearts.

    Returns the coins won before hearts, the first board's part of them, the sum of the hearts applied (0 if none),
    flags, and the count words of the first and of the final board.
    """
    where = min(spin, 1)
    win, first_win, boards, first, last = play_sequence(reels, packed.pays, number, state, tables, where)
    flags = _LONG if boards >= LONG_TUMBLE else 0
    multiplier = 0
    if tables is not None:
        tables.tumbles[where, min(boards, TUMBLE_BINS - 1)] += 1
    if last & _HEARTS != _0 and (win > 0 or tables is not None):
        for landing in range(last & _HEARTS):
            number = draw(seed ^ _HEART_STREAM, _U(spin) * _HEARTS_A_SPIN + landing)
            index = heart_index(reels.heart_limits, number)
            if win > 0:
                multiplier += packed.heart_values[index]
                if index == _TOP_HEART:
                    flags |= _HEART
            if tables is not None:
                tables.hearts_seen[where, index] += 1
                if win > 0:
                    tables.hearts_applied[where, index] += 1
    scatters = _amount(last >> _SCATTER_SHIFT)
    if scatters >= _LEAST_SCATTERS:
        if scatters >= _MOST_SCATTERS:
            flags |= _SIX
        if tables is not None:
            tables.scatters[where, min(scatters, _MOST_SCATTERS) - _LEAST_SCATTERS] += 1
    return win, first_win, multiplier, flags, first, last


@compiled
def first_draw(packed: PackedModel, seed: Word) -> tuple[Word, Word]:
    """The draw of a round's first board and how many draws it took: one, but for a bought round."""
    draws = _1
    number = draw(seed, _0)
    if packed.bought:
        while _amount(word_shown(packed.paid.windows, number) >> _SCATTER_SHIFT) < FREE_SPINS_TRIGGER:
            number = draw(seed, draws)
            draws += _1
    return number, draws


@compiled
def play_free_spins(
    packed: PackedModel, seed: Word, draws: Word, total: int, state: Words, tables: Tables | None
) -> tuple[int, int, int, int]:
    """Play the free spins of a round that has won ``total`` coins and used ``draws`` draws.

    Returns the round's coins with the free spins' (not cut at the cap), the spins played, the retriggers and flags.
    """
    left, spins, retriggers, total_multiplier, flags = FREE_SPINS, 0, 0, 0, _FREE
    while left > 0:
        left -= 1
        spins += 1
        number = draw(seed, draws)
        draws += _1
        win, _, multiplier, spin_flags, _, last = play_spin(packed.free, packed, seed, spins, number, state, tables)
        flags |= spin_flags
        if multiplier:
            total_multiplier += multiplier
            win *= total_multiplier
        scatters = _amount(last >> _SCATTER_SHIFT)
        total += win + packed.scatter_pays[scatters]
        if total >= CAP:
            break
        if scatters >= RETRIGGER_TRIGGER:
            flags |= _RETRIGGER
            retriggers += 1
            left += RETRIGGER_SPINS
    return total, spins, retriggers, flags


@compiled
def play_round(
    packed: PackedModel, seed: Word, state: Words, tables: Tables | None, sample: Counts | None
) -> tuple[int, int, int, int]:
    """Play a whole round. Returns its win in coins, its free spins, its flags and the paid spin's uncut coins.

    ``sample``, unless None, is added the paid spin's terms of the estimator (:class:`game.engine.estimate.Paid`).
    """
    number, draws = first_draw(packed, seed)
    win, first_win, multiplier, flags, first, last = play_spin(packed.paid, packed, seed, 0, number, state, tables)
    after = win * multiplier if multiplier else win
    scatters = _amount(last >> _SCATTER_SHIFT)
    paid = after + packed.scatter_pays[scatters]
    total, spins, retriggers = paid, 0, 0
    if total < CAP and scatters >= FREE_SPINS_TRIGGER:
        total, spins, retriggers, free_flags = play_free_spins(packed, seed, draws, total, state, tables)
        flags |= free_flags
    if total >= CAP:
        flags |= _CAPPED
    round_win = min(total, CAP)
    if round_win > 0:
        flags |= _HIT
    if round_win >= BIG_WIN:
        flags |= _BIG
    if tables is not None:
        tables.parts[0] += win
        tables.parts[1] += after - win
        tables.parts[2] += paid - after
        tables.parts[3] += total - paid
        tables.parts[4] += round_win - total
        if flags & _FREE:
            tables.free_spins_sums[0] += 1
            tables.free_spins_sums[1] += round_win
            tables.free_spins_sums[2] += spins
            tables.free_spins_sums[3] += retriggers
            tables.free_spins_sums[4] += round_win < BIG_WIN
            tables.free_spins_wins[min(round_win // FREE_WIN_STEP, FREE_WIN_BINS - 1)] += 1
    if sample is not None:
        add_paid_terms(packed, sample, win, first_win, first, last)
    return round_win, spins, flags, paid


@compiled
def add_paid_terms(packed: PackedModel, sample: Counts, win: int, first_win: int, first: Word, last: Word) -> None:
    """Add a paid spin to a sample: its own terms, then the same of its first board, whose means are known."""
    hearts, first_hearts = _amount(last & _HEARTS), _amount(first & _HEARTS)
    scatters, first_scatters = _amount(last >> _SCATTER_SHIFT), _amount(first >> _SCATTER_SHIFT)
    if win > 0:
        sample[0 if hearts == 0 else 1] += win
        sample[2] += win * hearts
        sample[5 if first_hearts == 0 else 6] += first_win
        sample[7] += first_win * first_hearts
    sample[3] += packed.scatter_pays[scatters]
    sample[8] += packed.scatter_pays[first_scatters]
    sample[4] += scatters >= FREE_SPINS_TRIGGER
    sample[9] += first_scatters >= FREE_SPINS_TRIGGER


@compiled
def trace_rounds(packed: PackedModel, seeds: Words, state: Words, wins: Counts, spins: Counts, flags: Counts) -> None:
    """Play the round of each seed and write down its win, free spins and flags."""
    for number, seed in enumerate(seeds):
        wins[number], spins[number], flags[number], _ = play_round(packed, seed, state, None, None)


@compiled
def notable_rounds(windows: Words, seed: Word, first: Word, count: int, extra: Word, found: Words) -> int:
    """Write the numbers of a batch's notable rounds to ``found``; returns how many.

    A round is notable if its first board wins or triggers, or holds a bit of ``extra``. The others pay nothing.
    """
    notable = 0
    for step in range(_U(count)):
        round_seed = draw(seed, first + step) >> _1
        word = word_shown(windows, draw(round_seed, _0))
        found[notable] = first + step
        notable += (((word + _BIAS) & _NOTABLE_BITS) | (word & extra)) != _0
    return notable


@compiled
def count_wins(
    packed: PackedModel, seed: Word, first: Word, count: int, state: Words, found: Words, flag_counts: Counts
) -> int:
    """Play rounds ``first`` .. of a batch for win and flags alone; returns the coins won."""
    won, done = 0, 0
    while done < count:
        block = min(BLOCK, count - done)
        if packed.bought:
            notable = block
            for step in range(block):
                found[step] = first + _U(done + step)
        else:
            notable = notable_rounds(packed.paid.windows, seed, first + _U(done), block, _0, found)
        for step in range(notable):
            win, _, flags, _ = play_round(packed, draw(seed, found[step]) >> _1, state, None, None)
            won += win
            for bit in range(8):
                flag_counts[bit] += (flags >> bit) & 1
        done += block
    return won
