"""The compiled twin: plays the rounds ``play`` plays, by the million a second, without ever building a board.

Every function here is compiled by numba and works on the packed tables of :mod:`game.lab.packing`. A spin is six
count words, one a reel; a refill is the difference of two running counts; one mask tests all nine symbols. Losing
boards, most of them, are set aside before anything else is known of them.
"""

from typing import Final, NamedTuple

import numpy as np

from game.engine.rules import (
    BANDS,
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
from game.lab import packing
from game.lab.control_terms import add_paid_terms, word_after_two
from game.lab.packing import Counts, PackedModel, PackedReels, Words
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
    fill_first_draws,
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

BLOCK: Final = 256
"""Rounds looked at together: the losing ones are dropped in one pass, and a block's sums make one sample."""
DRAWS_AT_A_TIME: Final = 128
"""Draws of a bought round's first board made together, in wide vectors."""
FLAGS: Final = {name: 1 << bit for bit, name in enumerate(("hit", *TAGS))}
"""What a round can show, a win and each tag -> its bit in the twin's flags."""
FLAG_COUNT: Final = len(FLAGS)
FLAG_MASK: Final = (1 << FLAG_COUNT) - 1
TUMBLES_SHIFT: Final = 16
"""Above a round's flags stand the most tumbles of any of its spins."""
_HIT, _FREE, _RETRIGGER, _CAPPED, _SIX, _HEART, _LONG, _BIG = FLAGS.values()
HEART_FLAG, BIG_FLAG = _HEART.bit_length() - 1, _BIG.bit_length() - 1
"""Numbers of those two flags."""
MIN_CAPPING: Final = CAP // max(HEART_VALUES)
"""Coins before hearts, times hearts, below which no paid spin reaches the cap by itself."""

TUMBLE_BINS: Final = 32
FINE_STEP, COARSE_STEP, COARSE_FROM = 2, 20, 10_000
"""Bins of ``Tables.free_spins_wins`` are two coins wide below 10,000 coins and twenty from there on."""
FINE_BINS: Final = COARSE_FROM // FINE_STEP
FREE_WIN_BINS: Final = FINE_BINS + (CAP - COARSE_FROM) // COARSE_STEP + 1

_REELS, _EIGHT = U(REELS), U(8)
_16, _PAIR, _STOPS_OF_TWO = U(16), U(65536), U(65535)
_TOP_HIT, _HEARTS = U(1 << packing.SCATTER_SHIFT - 1), U(packing.HEART_MASK)
_STRIDE, _PAY_STRIDE = U(packing.PREFIX_STRIDE), U(packing.PAY_STRIDE)
_SECOND_BAND, _THIRD_BAND = U(BANDS[1]), U(BANDS[2])
TOP_HEART: Final = len(HEART_VALUES) - 1
_NEXT_AT, _HEARTS_AT, _LAST_HEARTS_AT, _INDEX = U(17), U(26), U(31), U(511)
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
    draws = ZERO
    kept = DRAWS_AT_A_TIME
    while True:
        fill_draws(seed, draws, DRAWS_AT_A_TIME, state)
        count = 0
        for step in range(DRAWS_AT_A_TIME):
            number = state[step]
            shown = amount(packed.scatters_of_pairs[number & _STOPS_OF_TWO])
            shown += amount(packed.scatters_of_pairs[_PAIR + ((number >> _16) & _STOPS_OF_TWO)])
            state[kept + count] = U(step)
            count += shown >= packed.min_scatters_of_pairs
        for place in range(count):
            step = state[kept + place]
            number = state[amount(step)]
            if scatters_in(word_shown(packed.paid.windows, number)) >= FREE_SPINS_TRIGGER:
                return number, draws + step + ONE
        draws += U(DRAWS_AT_A_TIME)


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
        draws += ONE
        win, multiplier, spin_flags, _, _, last = play_spin(packed.free, packed, seed, spins, number, state, tables)
        flags = max(flags, spin_flags) >> TUMBLES_SHIFT << TUMBLES_SHIFT | (flags | spin_flags) & FLAG_MASK
        if multiplier:
            total_multiplier += multiplier
            win *= total_multiplier
        scatters = scatters_in(last)
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


class Block(NamedTuple):
    """Rounds, or single spins, looked at together."""

    numbers: Words
    """The draw of each one's first board."""
    steps: Words
    """Of those that may pay: which of the block it is, ..."""
    draws: Words
    """... the draw of its first board ..."""
    words: Words
    """... and the count word of that."""
    losing: Words
    """Those that lose, but show hearts to be counted: the step, and from bit 8 the hearts."""
    simple: Words
    """Simple wins, packed (:func:`simple_win`)."""
    plain: Counts
    """``[32 * symbol + count]``: plain wins of so many of a symbol, over all blocks; the first entry is of no use."""
    symbols: Counts
    """The same of the symbols of simple wins."""


def new_block() -> Block:
    """Room for a block."""
    return Block(
        *(np.zeros(BLOCK, np.uint64) for _ in range(6)),
        *(np.zeros(len(PAYS) * packing.PAY_STRIDE, np.int64) for _ in range(2)),
    )


@compiled
def sift(windows: Words, count: int, min_scatters: int, extra: Word, block: Block) -> int:
    """Keep those of a block's draws whose board pays, shows so many scatters, or whose word holds a bit of ``extra``.

    Returns how many they are. All others pay nothing.
    """
    kept = 0
    for step in range(count):
        number = block.numbers[step]
        word = word_shown(windows, number)
        block.steps[kept] = U(step)
        block.draws[kept] = number
        block.words[kept] = word
        kept += (worth_playing(word, min_scatters) | (word & extra)) != ZERO
    return kept


@compiled
def sift_rounds(packed: PackedModel, seed: Word, first: Word, count: int, extra: Word, block: Block) -> int:
    """Keep those of a batch's rounds that may pay; see :func:`sift`. Every bought round may."""
    if packed.bought:
        for step in range(count):
            block.steps[step] = U(step)
        return count
    fill_first_draws(seed, first, count, block.numbers)
    return sift(packed.paid.windows, count, FREE_SPINS_TRIGGER, extra, block)


@compiled
def band_of(count: Word) -> int:
    """Which band a number of a symbol that pays is in."""
    return amount((count >= _SECOND_BAND) + (count >= _THIRD_BAND))


@compiled
def sort_wins(
    reels: PackedReels, pays: Counts, kept: int, min_scatters: int, block: Block
) -> tuple[int, int, int, int]:
    """Sort what was kept of a block (:func:`sift`) by how much there is to find out.

    - Losing boards with hearts go to ``block.losing``.
    - Plain wins are counted in ``block.plain``: one symbol pays, and the next board neither pays nor has hearts.
    - Simple wins go to ``block.simple``: one symbol pays, maybe one more on the next board, and then the hearts.
    - The rest stays in ``block.steps`` and ``block.draws``, and so does what has scatters enough or may reach the cap.

    Returns the coins of all plain wins and how many are losing, simple and left. Hardly anything here branches, for a
    branch would be guessed wrong too often.
    """
    coins, losing, simple, left, hard = 0, 0, 0, 0, 0
    for place in range(kept):
        step, number, word = block.steps[place], block.draws[place], block.words[place]
        hits = hits_in(word)
        index, symbol = pay_index(word, hits)
        second = word_after_symbol(reels.after, symbol, number)
        over = (hits != ZERO) & (((hits & (hits - ONE)) | worth_playing(second, min_scatters)) == ZERO)
        pay, hearts = amount(pays[index]), hearts_in(second)
        plain = over & (hearts == 0) & (pay < BIG_WIN)
        warm = over & (hearts > 0) & (pay * hearts < MIN_CAPPING)
        loses = worth_playing(word, min_scatters) == ZERO
        plain_index = index if plain else ZERO
        block.plain[plain_index] += 1
        coins += pays[plain_index]
        block.losing[losing] = step | (word & _HEARTS) << _EIGHT
        losing += loses
        block.simple[simple] = simple_win(step, index, ZERO, second, second)
        simple += warm
        block.steps[left], block.draws[left], block.words[left] = step, number, word
        left += not (plain | warm | loses)
    for place in range(left):
        step, number, word = block.steps[place], block.draws[place], block.words[place]
        hits = hits_in(word)
        index, symbol = pay_index(word, hits)
        second = word_after_symbol(reels.after, symbol, number)
        next_hits = hits_in(second)
        next_index, _ = pay_index(second, next_hits)
        third = word_after_two(reels, number, hits | _TOP_HIT, next_hits | _TOP_HIT)
        more = (hits & (hits - ONE)) | (next_hits & (next_hits - ONE)) | worth_playing(third, min_scatters)
        win = amount(pays[index]) + amount(pays[next_index])
        both = (hits != ZERO) & (next_hits != ZERO) & (more == ZERO) & (win * hearts_in(third) < MIN_CAPPING)
        block.simple[simple] = simple_win(step, index, next_index, second, third)
        simple += both
        block.steps[hard], block.draws[hard] = step, number
        hard += not both
    return coins, losing, simple, hard


@compiled
def pay_index(word: Word, hits: Word) -> tuple[Word, Word]:
    """Where the coins of a board's lowest paying symbol stand in the pays, and that symbol (the last one if none)."""
    shift = lowest_bit(hits | _TOP_HIT) - FIVE
    symbol = (shift - SYMBOL_SHIFT) // SIX
    return symbol * _PAY_STRIDE + ((word >> shift) & FIELD), symbol


@compiled
def simple_win(step: Word, index: Word, next_index: Word, second: Word, last: Word) -> Word:
    """Pack a simple win: its step, where its pays stand (0 for none), the hearts after the first and on the last."""
    hearts = (second & _HEARTS) << _HEARTS_AT | (last & _HEARTS) << _LAST_HEARTS_AT
    return step | index << _EIGHT | next_index << _NEXT_AT | hearts


@compiled
def simple_parts(simple: Word) -> tuple[Word, Word, Word, int, int]:
    """What :func:`simple_win` packed."""
    indices = (simple >> _EIGHT) & _INDEX, (simple >> _NEXT_AT) & _INDEX
    return simple & BYTE, *indices, hearts_in(simple >> _HEARTS_AT), hearts_in(simple >> _LAST_HEARTS_AT)


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
                win = packed.pays[index] + packed.pays[next_index]
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
