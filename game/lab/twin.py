"""The compiled twin: plays the rounds ``play`` plays, by the million a second, without ever building a board.

Every function here is compiled by numba and works on the packed tables of :mod:`game.lab.packing`. A spin is six
count words, one a reel; a refill is the difference of two running counts; one mask tests all nine symbols. Losing
boards, most of them, are set aside before anything else is known of them.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, cast

import numpy as np

from game.engine.rules import (
    BANDS,
    CAP,
    FREE_SPINS,
    FREE_SPINS_TRIGGER,
    HEART_VALUES,
    REELS,
    RETRIGGER_SPINS,
    RETRIGGER_TRIGGER,
    ROWS,
    SCATTER_PAYS,
)
from game.lab import packing
from game.lab.blocks import BLOCK, Block, sift_rounds, simple_parts, sort_wins
from game.lab.control_terms import add_paid_terms
from game.lab.packing import DRAWS_AT_A_TIME, Counts, PackedModel, PackedReels, SignedBytes, Words
from game.lab.tags import BIG_WIN, LONG_TUMBLE, TAGS
from game.lab.words import (
    BYTE,
    FIELD,
    FIVE,
    ONE,
    SIX,
    STOPS,
    SYMBOL_SHIFT,
    ZERO,
    U,
    Word,
    amount,
    compiled,
    draw,
    fields_sum,
    fill_draws,
    heart_draw,
    heart_index,
    hearts_in,
    hits_in,
    lowest_bit,
    scatters_in,
    word_after_symbol,
    word_shown,
    worth_playing,
)

FREE_SPINS_AT_A_TIME: Final = 16
"""Draws of free spins made together."""
FLAGS: Final = {name: 1 << bit for bit, name in enumerate(("hit", *TAGS))}
"""What a round can show, a win and each tag -> its bit in the twin's flags."""
FLAG_COUNT: Final = len(FLAGS)
FLAG_MASK: Final = (1 << FLAG_COUNT) - 1
TUMBLES_SHIFT: Final = 16
"""Above a round's flags stand the most tumbles of any of its spins."""
_HIT, _FREE, _RETRIGGER, _CAPPED, _SIX, _HEART, _LONG, _BIG = FLAGS.values()
HEART_FLAG, BIG_FLAG = _HEART.bit_length() - 1, _BIG.bit_length() - 1
"""Numbers of those two flags."""

TUMBLE_BINS: Final = 32
FINE_STEP, COARSE_STEP, COARSE_FROM = 2, 20, 10_000
"""Bins of ``Tables.free_spins_wins`` are two coins wide below 10,000 coins and twenty from there on."""
FINE_BINS: Final = COARSE_FROM // FINE_STEP
FREE_WIN_BINS: Final = FINE_BINS + (CAP - COARSE_FROM) // COARSE_STEP + 1

SPIN_DRAWS: Final = 2 * REELS
"""Where the draws of free spins stand in the scratch of a round, ..."""
KEPT_SPINS: Final = SPIN_DRAWS + FREE_SPINS_AT_A_TIME
"""... and which of them are to be played."""
_REELS, _EIGHT = U(REELS), U(8)
_8, _16, _32, _REEL_BYTES = U(8), U(16), U(32), U((1 << 8 * REELS) - 1)
_TRIGGER, _CARRY, _CARRIED = U(FREE_SPINS_TRIGGER), U(128 - FREE_SPINS_TRIGGER), U(128)
_BYTE: Callable[[int], int] = cast("Any", np.int8)
_IN_SIGHT = _BYTE(ROWS - 128)
_SCATTER_SHIFT = U(packing.SCATTER_SHIFT)
_STRIDE, _PAY_STRIDE = U(packing.PREFIX_STRIDE), U(packing.PAY_STRIDE)
_SECOND_BAND, _THIRD_BAND = U(BANDS[1]), U(BANDS[2])
TOP_HEART: Final = len(HEART_VALUES) - 1
_MIN_SCATTERS, _MAX_SCATTERS = min(SCATTER_PAYS), max(SCATTER_PAYS)


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
    """Rounds with free spins by coins of the whole round, in bins of :data:`FINE_STEP` and :data:`COARSE_STEP`."""
    parts: Counts
    """Coins by part: paying symbols, hearts, scatter pays, free spins, cut at the cap."""


def new_tables() -> Tables:
    """All tables at zero."""
    shapes = ((2, 9, 3), (2, TUMBLE_BINS), (2, 15), (2, 15), (2, 3), (5,), (FREE_WIN_BINS,), (5,))
    return Tables(*(np.zeros(shape, np.int64) for shape in shapes))


def new_state() -> Words:
    """Scratch of one round: draws, or six count words and then the next strip cell of each reel."""
    return np.zeros(2 * DRAWS_AT_A_TIME, np.uint64)


@compiled
def play_sequence(
    reels: PackedReels, pays: Counts, number: Word, state: Words, tables: Tables | None, where: int
) -> tuple[int, int, Word, Word, Word]:
    """Drop the board of a draw and tumble it until nothing pays.

    Returns the coins won before hearts, the number of winning boards, and the count words of the first board, of the
    next one (the first again if it does not win) and of the final one. ``where`` is the tables' row: 0 for a paid
    spin, 1 for a free one.
    """
    first = word_shown(reels.windows, number)
    hits = hits_in(first)
    if hits == ZERO:
        return 0, 0, first, first, first
    if hits & (hits - ONE) != ZERO:
        for reel in range(_REELS):
            stop = (number >> (_EIGHT * reel)) & BYTE
            state[reel] = reels.windows[STOPS * reel + stop]
            state[_REELS + reel] = (stop + FIVE) & BYTE
        return tumble_on(reels, pays, 0, 0, first, first, first, state, tables, where)
    shift = lowest_bit(hits) - FIVE
    symbol, count = (shift - SYMBOL_SHIFT) // SIX, (first >> shift) & FIELD
    win = amount(pays[symbol * _PAY_STRIDE + count])
    if tables is not None:
        tables.symbols[where, symbol, band_of(count)] += 1
    second = word_after_symbol(reels.after, symbol, number)
    if hits_in(second) == ZERO:
        return win, 1, first, second, second
    for reel in range(_REELS):
        stop = (number >> (_EIGHT * reel)) & BYTE
        lost = (reels.windows[STOPS * reel + stop] >> shift) & FIELD
        state[reel] = reels.after[STOPS * (_REELS * symbol + reel) + stop]
        state[_REELS + reel] = (stop + FIVE + lost) & BYTE
    return tumble_on(reels, pays, win, 1, first, second, second, state, tables, where)


@compiled
def tumble_on(
    reels: PackedReels,
    pays: Counts,
    win: int,
    boards: int,
    first: Word,
    second: Word,
    total: Word,
    state: Words,
    tables: Tables | None,
    where: int,
) -> tuple[int, int, Word, Word, Word]:
    """Tumble the board of ``total``, whose reels are in ``state``, until nothing pays; see :func:`play_sequence`."""
    hits = hits_in(total)
    while hits != ZERO:
        vanishing = (hits << ONE) - (hits >> FIVE)
        while hits != ZERO:
            shift = lowest_bit(hits) - FIVE
            count = (total >> shift) & FIELD
            symbol = (shift - SYMBOL_SHIFT) // SIX
            win += pays[symbol * _PAY_STRIDE + count]
            if tables is not None:
                tables.symbols[where, symbol, band_of(count)] += 1
            hits &= hits - ONE
        boards += 1
        for reel in range(_REELS):
            gone = state[reel] & vanishing
            lost = fields_sum(gone)
            upcoming = state[_REELS + reel]
            cell = _STRIDE * reel + upcoming
            change = reels.prefix[cell + lost] - reels.prefix[cell] - gone
            state[reel] += change
            state[_REELS + reel] = (upcoming + lost) & BYTE
            total += change
        if boards == 1:
            second = total
        hits = hits_in(total)
    return win, boards, first, second, total


@compiled
def play_spin(
    reels: PackedReels, packed: PackedModel, seed: Word, spin: int, number: Word, state: Words, tables: Tables | None
) -> tuple[int, int, int, Word, Word, Word]:
    """Play the spin of a draw (spin 0 is the paid one) up to its hearts.

    Returns the coins won before hearts, the sum of the hearts applied (0 if none), flags, and the count words of the
    first board, of the next one and of the final one.
    """
    where = min(spin, 1)
    win, boards, first, second, last = play_sequence(reels, packed.pays, number, state, tables, where)
    flags = (_LONG if boards >= LONG_TUMBLE else 0) | boards << TUMBLES_SHIFT
    multiplier = 0
    if tables is not None:
        tables.tumbles[where, min(boards, TUMBLE_BINS - 1)] += 1
    if win > 0 or tables is not None:
        for landing in range(U(hearts_in(last))):
            number = heart_draw(seed, U(spin), landing)
            index = heart_index(reels.heart_limits, reels.heart_guesses, number)
            if win > 0:
                multiplier += packed.heart_values[index]
                if index == TOP_HEART:
                    flags |= _HEART
            if tables is not None:
                tables.hearts_seen[where, index] += 1
                if win > 0:
                    tables.hearts_applied[where, index] += 1
    scatters = scatters_in(last)
    if scatters >= _MIN_SCATTERS:
        if scatters >= _MAX_SCATTERS:
            flags |= _SIX
        if tables is not None:
            tables.scatters[where, min(scatters, _MAX_SCATTERS) - _MIN_SCATTERS] += 1
    return win, multiplier, flags, first, second, last


@compiled
def first_draw(packed: PackedModel, seed: Word, state: Words) -> tuple[Word, Word]:
    """The draw of a round's first board and how many draws it took: one, but for a bought round."""
    if not packed.bought:
        return draw(seed, ZERO), ONE
    draws, numbers = ZERO, state[DRAWS_AT_A_TIME:]
    while True:
        fill_draws(seed, draws, DRAWS_AT_A_TIME, state)
        if packed.scatter_stops.shape[1]:
            see_scatters(packed.scatter_stops, state.view(np.int8), numbers.view(np.int8))
            triggers = add_scatters(numbers)
        else:
            triggers = True
            for step in range(DRAWS_AT_A_TIME):
                numbers[step] = word_shown(packed.paid.windows, state[step]) >> _SCATTER_SHIFT
        if triggers:
            for step in range(DRAWS_AT_A_TIME):
                if numbers[step] >= _TRIGGER:
                    return state[step], draws + U(step) + ONE
        draws += U(DRAWS_AT_A_TIME)


@compiled
def see_scatters(stops: SignedBytes, draws: SignedBytes, seen: SignedBytes) -> None:
    """Write a 1 for each byte of a block of draws that shows a scatter (:func:`game.lab.packing.scatter_stops`).

    Compiled to wide vectors, which it is not with a loop over the rows.
    """
    for place in range(8 * DRAWS_AT_A_TIME):
        stop = draws[place]
        shows = _BYTE(stop - stops[0, place]) < _IN_SIGHT
        shows |= _BYTE(stop - stops[1, place]) < _IN_SIGHT
        shows |= _BYTE(stop - stops[2, place]) < _IN_SIGHT
        shows |= _BYTE(stop - stops[3, place]) < _IN_SIGHT
        shows |= _BYTE(stop - stops[4, place]) < _IN_SIGHT
        shows |= _BYTE(stop - stops[5, place]) < _IN_SIGHT
        seen[place] = shows


@compiled
def add_scatters(numbers: Words) -> bool:
    """Add up what each draw's six bytes show, in place, and say whether any has scatters enough for the trigger."""
    carried = ZERO
    for step in range(DRAWS_AT_A_TIME):
        shown = numbers[step] & _REEL_BYTES
        shown += shown >> _32
        shown += shown >> _16
        shown = (shown + (shown >> _8)) & BYTE
        numbers[step] = shown
        carried |= shown + _CARRY
    return bool(carried & _CARRIED)


@compiled
def sift_free_spins(packed: PackedModel, seed: Word, first: Word, batch: int, every: bool, state: Words) -> int:
    """Make the draws ``first`` .. of a batch of free spins and keep those that may pay or retrigger, or every one.

    Returns how many are kept; their numbers in the batch and the draws of all stand in ``state``.
    """
    fill_draws(seed, first, FREE_SPINS_AT_A_TIME, state[SPIN_DRAWS:])
    kept = 0
    for step in range(batch):
        state[KEPT_SPINS + kept] = U(step)
        word = word_shown(packed.free.windows, state[SPIN_DRAWS + step])
        kept += every or worth_playing(word, RETRIGGER_TRIGGER) != ZERO
    return kept


@compiled
def play_free_spins(
    packed: PackedModel, seed: Word, draws: Word, total: int, state: Words, tables: Tables | None
) -> tuple[int, int, int, int]:
    """Play the free spins of a round that has won ``total`` coins and used ``draws`` draws.

    Returns the round's coins with the free spins' (not cut at the cap), the spins played, the retriggers and flags.
    """
    left, spins, retriggers, total_multiplier, flags = FREE_SPINS, 0, 0, 0, _FREE
    while left > 0:
        batch = min(left, FREE_SPINS_AT_A_TIME)
        kept = sift_free_spins(packed, seed, draws, batch, tables is not None, state)
        again = 0
        for place in range(kept):
            step = amount(state[KEPT_SPINS + place])
            number, spin = state[SPIN_DRAWS + step], spins + step + 1
            win, multiplier, spin_flags, _, _, last = play_spin(packed.free, packed, seed, spin, number, state, tables)
            flags = max(flags, spin_flags) >> TUMBLES_SHIFT << TUMBLES_SHIFT | (flags | spin_flags) & FLAG_MASK
            if multiplier:
                total_multiplier += multiplier
                win *= total_multiplier
            scatters = scatters_in(last)
            total += win + packed.scatter_pays[scatters]
            if total >= CAP:
                return total, spin, retriggers + again, flags
            if scatters >= RETRIGGER_TRIGGER:
                flags |= _RETRIGGER
                again += 1
        spins += batch
        draws += U(batch)
        retriggers += again
        left += again * RETRIGGER_SPINS - batch
    return total, spins, retriggers, flags


@compiled
def play_round(
    packed: PackedModel, seed: Word, state: Words, tables: Tables | None, sample: Counts | None
) -> tuple[int, int, int, int, bool, int, int]:
    """Play a whole round.

    Returns its win in coins, its free spins, its flags, and of the paid spin: its uncut coins, whether its scatters
    trigger, its coins before hearts and its hearts.

    ``sample``, unless None, is added the paid spin's terms of the estimator (:data:`game.lab.estimate.PAID_TERMS`).
    """
    number, draws = first_draw(packed, seed, state)
    win, multiplier, flags, first, second, last = play_spin(packed.paid, packed, seed, 0, number, state, tables)
    after = win * multiplier if multiplier else win
    scatters = scatters_in(last)
    paid = after + packed.scatter_pays[scatters]
    total, spins, retriggers = paid, 0, 0
    if total < CAP and scatters >= FREE_SPINS_TRIGGER:
        total, spins, retriggers, free_flags = play_free_spins(packed, seed, draws, total, state, tables)
        flags = max(flags, free_flags) >> TUMBLES_SHIFT << TUMBLES_SHIFT | (flags | free_flags) & FLAG_MASK
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
            if round_win < COARSE_FROM:
                tables.free_spins_wins[round_win // FINE_STEP] += 1
            else:
                tables.free_spins_wins[FINE_BINS + (round_win - COARSE_FROM) // COARSE_STEP] += 1
    if sample is not None:
        add_paid_terms(packed, sample, number, win, first, second, last)
    return round_win, spins, flags, paid, scatters >= FREE_SPINS_TRIGGER, win, hearts_in(last)


@compiled
def trace_rounds(packed: PackedModel, seeds: Words, state: Words, wins: Counts, spins: Counts, flags: Counts) -> None:
    """Play the round of each seed and write down its win, free spins and flags."""
    for number, seed in enumerate(seeds):
        wins[number], spins[number], shown, _, _, _, _ = play_round(packed, seed, state, None, None)
        flags[number] = shown & FLAG_MASK


@compiled
def band_of(count: Word) -> int:
    """Which band a number of a symbol that pays is in."""
    return amount((count >= _SECOND_BAND) + (count >= _THIRD_BAND))


@compiled
def count_wins(
    packed: PackedModel, seed: Word, first: Word, count: int, state: Words, block: Block, flag_counts: Counts
) -> int:
    """Play rounds ``first`` .. of a batch for win and flags alone; returns the coins won."""
    won, hits, done = 0, 0, 0
    while done < count:
        size = min(BLOCK, count - done)
        rest = kept = sift_rounds(packed, seed, first + U(done), size, ZERO, block)
        if not packed.bought:
            coins, _, simple, rest = sort_wins(packed.paid, packed.pays, kept, FREE_SPINS_TRIGGER, block)
            won += coins
            hits += kept - rest
            for place in range(simple):
                step, index, next_index, _, hearts = simple_parts(block.simple[place])
                win = amount(packed.pays[index]) + amount(packed.pays[next_index])
                if hearts:
                    round_seed = draw(seed, first + U(done) + step) >> ONE
                    win *= add_hearts(packed, round_seed, hearts, None, flag_counts)
                won += win
                flag_counts[BIG_FLAG] += win >= BIG_WIN
        for place in range(rest):
            round_seed = draw(seed, first + U(done) + block.steps[place]) >> ONE
            win, _, flags, _, _, _, _ = play_round(packed, round_seed, state, None, None)
            won += win
            if flags & ~_HIT:
                for bit in range(1, FLAG_COUNT):
                    flag_counts[bit] += (flags >> bit) & 1
            hits += flags & _HIT
        done += size
    flag_counts[0] += hits
    return won


@compiled
def add_hearts(packed: PackedModel, seed: Word, hearts: int, tables: Tables | None, flag_counts: Counts) -> int:
    """The sum of the hearts of a round's paid spin, which wins; counts them, and the round if one is the greatest."""
    multiplier, top = 0, False
    for landing in range(U(hearts)):
        number = heart_draw(seed, ZERO, landing)
        index = heart_index(packed.paid.heart_limits, packed.paid.heart_guesses, number)
        multiplier += packed.heart_values[index]
        top |= index == TOP_HEART
        if tables is not None:
            tables.hearts_seen[0, index] += 1
            tables.hearts_applied[0, index] += 1
    flag_counts[HEART_FLAG] += top
    return multiplier


@compiled
def find_flag(
    packed: PackedModel,
    seed: Word,
    first: Word,
    count: int,
    wanted: tuple[int, int, int],
    state: Words,
    block: Block,
    shown: Words,
) -> int:
    """Write the numbers of those of a batch's rounds ``first`` .. that show what is wanted to ``shown``.

    Wanted are flags, tumbles of one spin and coins: all that are not 0. Returns how many rounds there are.
    """
    flag, tumbles, coins = wanted
    found, done = 0, 0
    while done < count:
        size = min(BLOCK, count - done)
        kept = sift_rounds(packed, seed, first + U(done), size, ZERO, block)
        for place in range(kept):
            number = first + U(done) + block.steps[place]
            win, _, flags, _, _, _, _ = play_round(packed, draw(seed, number) >> ONE, state, None, None)
            if flags & flag == flag and flags >> TUMBLES_SHIFT >= tumbles and win >= coins:
                shown[found] = number
                found += 1
        done += size
    return found
