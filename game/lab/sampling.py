"""Compiled counting: whole rounds with every table of the sheet, and the samples behind its estimator.

Three kinds of sample are drawn. The rounds themselves give the tables and, with single paid spins, the paid spin's
terms. Single free spins give the moments from which the uncapped worth of a round of free spins follows. And each
round that triggers is given second sets of free spins, played past the cap, half of them with hearts from a table with
a heavier tail and all weighed by their likelihood ratio, so that what the cap takes is seen often enough to be known.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from game.engine.model import Model
from game.engine.rules import (
    CAP,
    FREE_SPINS,
    FREE_SPINS_TRIGGER,
    HEART_VALUES,
    RETRIGGER_SPINS,
    RETRIGGER_TRIGGER,
    Mode,
)
from game.lab.blocks import BLOCK, MIN_CAPPING, Block, new_block, sift, sift_rounds, simple_parts, sort_wins
from game.lab.control_terms import add_free_terms, add_paid_terms, add_plain_terms, add_simple_terms
from game.lab.estimate import FREE_TERMS, PAID_TERMS
from game.lab.packing import PAY_STRIDE, Bytes, Counts, Floats, PackedModel, Words, heart_guesses
from game.lab.tags import BIG_WIN
from game.lab.twin import (
    BIG_FLAG,
    FLAG_COUNT,
    FLAG_MASK,
    FREE_SPINS_AT_A_TIME,
    KEPT_SPINS,
    SPIN_DRAWS,
    Tables,
    add_hearts,
    band_of,
    new_state,
    new_tables,
    play_round,
    play_sequence,
    sift_free_spins,
)
from game.lab.win_bins import BIN_TOPS, Bins
from game.lab.words import (
    BYTE,
    ONE,
    ZERO,
    U,
    Word,
    amount,
    compiled,
    draw,
    fill_draws,
    heart_draw,
    heart_index,
    hearts_in,
    scatters_in,
)

PAID_COUNT: Final = len(PAID_TERMS)
FREE_COUNT: Final = len(FREE_TERMS)
SECOND_STREAM: Final = 0x7365636F6E645F31
"""XORed into a triggering round's seed for its second sets of free spins (the letters "second_1")."""
FREE_STREAM: Final = 0x667265655F763031
"""XORed into a run's seed for its single free spins (the letters "free_v01")."""
PAID_STREAM: Final = 0x706169645F763031
"""XORed into a run's seed for its single paid spins (the letters "paid_v01")."""
TILT_SCALE: Final = 60
"""The tilted table has ``1 + (value / TILT_SCALE)**2`` times a heart's weight, scaled to the same sum."""

_HEARTS_PRESENT, _EIGHT = U(31), U(8)
HEARTS_SUMMED: Final = 4


class Tilt(NamedTuple):
    """What is known of hearts for the cap's sake."""

    limits: Counts
    """``[2, 15]``: running sums of the free spins' weights, plain and tilted."""
    guesses: Bytes
    """``[2, 256]``: what the top byte of a draw tells of each (:attr:`game.lab.packing.PackedReels.heart_guesses`)."""
    ratios: Floats
    """``[15]``: how much likelier each value is in the tilted table."""
    paid_excess: Floats
    """``[hearts, sum]``: mean of how far so many of the paid spin's hearts add up beyond a sum."""
    paid_reach: Floats
    """``[hearts, sum]``: chance that they add up to a sum or more."""
    second_stream: Word
    """XORed into a triggering round's seed for its second sets of free spins."""


class Scratch(NamedTuple):
    """Room for compiled code to work in."""

    state: Words
    block: Block
    paid: Counts
    """Terms of a block of paid spins."""
    free: Counts
    """Terms of a block of free spins."""


class RoundTotals(NamedTuple):
    """Everything counted over a range of rounds."""

    coins: Counts
    """Coins won and the sum of their squares."""
    flags: Counts
    """Rounds that show each of ``FLAGS``."""
    win_rounds: Counts
    """Rounds by the bin of their win (:mod:`game.lab.win_bins`)."""
    win_coins: Counts
    """Their coins."""
    sums: Counts
    """Sums of the paid spin's terms."""
    whole_sums: Counts
    """The same over whole blocks alone."""
    products: Counts
    """Sums, over whole blocks, of products of a block's sums of terms."""
    blocks: Counts
    """Whole blocks."""
    cap: Floats
    """Weighed coins beyond the cap, their squares, weighed rounds that reach the cap, their squares."""
    tables: Tables


class SpinTotals(NamedTuple):
    """Everything counted over a range of single spins."""

    sums: Counts
    whole_sums: Counts
    products: Counts
    blocks: Counts


def new_scratch() -> Scratch:
    """Scratch for one thread."""
    return Scratch(new_state(), new_block(), zeros(PAID_COUNT), zeros(FREE_COUNT))


def new_round_totals() -> RoundTotals:
    """Totals at zero."""
    return RoundTotals(
        coins=zeros(2),
        flags=zeros(FLAG_COUNT),
        win_rounds=zeros(len(BIN_TOPS)),
        win_coins=zeros(len(BIN_TOPS)),
        sums=zeros(PAID_COUNT),
        whole_sums=zeros(PAID_COUNT),
        products=zeros(PAID_COUNT, PAID_COUNT),
        blocks=zeros(1),
        cap=np.zeros(4),
        tables=new_tables(),
    )


def new_spin_totals(terms: int) -> SpinTotals:
    """Totals at zero, for a number of terms."""
    return SpinTotals(zeros(terms), zeros(terms), zeros(terms, terms), zeros(1))


def zeros(*shape: int) -> Counts:
    """An array of whole numbers at zero."""
    return np.zeros(shape, np.int64)


def tilt_hearts(model: Model, mode: Mode) -> Tilt:
    """What is known of a model's hearts; the tilted weights still sum to 65536."""
    plain = np.array(model.heart_weights["free"], np.int64)
    heavy = plain * (1 + (np.array(HEART_VALUES) / TILT_SCALE) ** 2)
    tilted = np.maximum(np.floor(heavy * (plain.sum() / heavy.sum())), 1).astype(np.int64)
    tilted[0] += plain.sum() - tilted.sum()
    excess, reach = heart_sums(model.heart_weights[mode.reel_set])
    limits = np.stack([np.cumsum(plain), np.cumsum(tilted)])
    guesses = np.stack([heart_guesses(row) for row in limits])
    return Tilt(limits, guesses, tilted / plain, excess, reach, own_stream(SECOND_STREAM, mode))


def own_stream(stream: int, mode: Mode) -> Word:
    """A stream's constant for a mode: runs of two modes with the same seed are to share none of their samples."""
    return U(stream ^ list(Mode).index(mode) << 56)


def heart_sums(weights: Sequence[int]) -> tuple[Floats, Floats]:
    """Of the sums of up to :data:`HEARTS_SUMMED` hearts, for each whole number: mean beyond it, chance to reach it."""
    one = np.zeros(max(HEART_VALUES) + 1)
    one[list(HEART_VALUES)] = np.array(weights) / sum(weights)
    length = HEARTS_SUMMED * max(HEART_VALUES) + 2
    excess, reach = np.zeros((HEARTS_SUMMED + 1, length)), np.zeros((HEARTS_SUMMED + 1, length))
    chances = np.ones(1)
    for hearts in range(1, HEARTS_SUMMED + 1):
        chances = np.convolve(chances, one)
        reach[hearts, : len(chances)] = np.cumsum(chances[::-1])[::-1]
        excess[hearts, :-1] = np.cumsum(reach[hearts, ::-1])[::-1][1:]
    return excess, reach


@compiled
def count_rounds(
    packed: PackedModel,
    tilt: Tilt,
    bins: Bins,
    sets: int,
    seed: Word,
    first: Word,
    count: int,
    scratch: Scratch,
    totals: RoundTotals,
) -> None:
    """Play rounds ``first`` .. of a batch and add all of them to the totals.

    ``bins[coins]`` is the bin of a win; ``sets`` is how many second sets of free spins each triggering round is given.
    """
    done, block, tables = 0, scratch.block, totals.tables
    block.plain[:] = 0
    block.symbols[:] = 0
    while done < count:
        size = min(BLOCK, count - done)
        rest = kept = sift_rounds(packed, seed, first + U(done), size, _HEARTS_PRESENT, block)
        for term in range(PAID_COUNT):
            scratch.paid[term] = 0
        if not packed.bought:
            coins, losing, simple, rest = sort_wins(packed.paid, packed.pays, kept, FREE_SPINS_TRIGGER, block)
            add_plain_terms(scratch.paid, False, coins)
            lost = size - kept + losing
            tables.tumbles[0, 0] += lost
            totals.win_rounds[0] += lost
            for place in range(losing):
                step, hearts = block.losing[place] & BYTE, block.losing[place] >> _EIGHT
                round_seed = draw(seed, first + U(done) + step) >> ONE
                for landing in range(hearts):
                    number = heart_draw(round_seed, ZERO, landing)
                    index = heart_index(packed.paid.heart_limits, packed.paid.heart_guesses, number)
                    tables.hearts_seen[0, index] += 1
            for place in range(simple):
                add_simple_round(packed, bins, seed, first + U(done), block.simple[place], scratch, totals)
        for place in range(rest):
            round_seed = draw(seed, first + U(done) + block.steps[place]) >> ONE
            result = play_round(packed, round_seed, scratch.state, totals.tables, scratch.paid)
            win, _, flags, paid, triggered, paid_win, hearts = result
            totals.coins[0] += win
            totals.coins[1] += win * win
            totals.win_rounds[bins[win]] += 1
            totals.win_coins[bins[win]] += win
            flags &= FLAG_MASK
            if flags:
                for bit in range(FLAG_COUNT):
                    totals.flags[bit] += (flags >> bit) & 1
            if triggered:
                add_second_sets(packed, tilt, sets, paid, round_seed, scratch.state, totals.cap)
            elif paid_win * hearts >= MIN_CAPPING:
                add_paid_beyond(tilt, paid, paid_win, hearts, totals.cap)
        add_block(scratch.paid, PAID_COUNT, size, totals.sums, totals.whole_sums, totals.products, totals.blocks)
        done += size
    for index in range(1, len(block.plain)):
        add_rounds(bins, amount(packed.pays[index]), amount(block.plain[index]), totals)
        tables.tumbles[0, 1] += block.plain[index]
        tables.parts[0] += block.plain[index] * packed.pays[index]
        band = band_of(U(index % PAY_STRIDE))
        tables.symbols[0, index // PAY_STRIDE, band] += block.plain[index] + block.symbols[index]


@compiled
def add_rounds(bins: Bins, win: int, rounds: int, totals: RoundTotals) -> None:
    """Add a number of rounds with the same win, not 0."""
    totals.flags[0] += rounds
    totals.coins[0] += win * rounds
    totals.coins[1] += win * win * rounds
    totals.win_rounds[bins[win]] += rounds
    totals.win_coins[bins[win]] += win * rounds


@compiled
def add_simple_round(
    packed: PackedModel, bins: Bins, seed: Word, first: Word, simple: Word, scratch: Scratch, totals: RoundTotals
) -> None:
    """Add a round of simple wins (:func:`game.lab.twin.sort_wins`) to every table and to the paid spins' terms."""
    step, index, next_index, before, hearts = simple_parts(simple)
    pay, next_pay = amount(packed.pays[index]), amount(packed.pays[next_index])
    add_simple_terms(scratch.paid, False, pay, next_pay, before, hearts)
    scratch.block.symbols[index] += 1
    scratch.block.symbols[next_index] += 1
    totals.tables.tumbles[0, 1 + (next_index != ZERO)] += 1
    win = pay + next_pay
    totals.tables.parts[0] += win
    if hearts:
        multiplier = add_hearts(packed, draw(seed, first + step) >> ONE, hearts, totals.tables, totals.flags)
        totals.tables.parts[1] += win * (multiplier - 1)
        win *= multiplier
    totals.flags[BIG_FLAG] += win >= BIG_WIN
    add_rounds(bins, win, 1, totals)


@compiled
def add_second_sets(
    packed: PackedModel, tilt: Tilt, sets: int, paid: int, seed: Word, state: Words, cap: Floats
) -> None:
    """Play a triggering round's second sets of free spins and add their mean to what is known of the cap."""
    beyond, reached = 0.0, 0.0
    for number in range(sets):
        total, weight = second_free_spins(packed, tilt, paid, draw(seed ^ tilt.second_stream, U(number)), state)
        if total >= CAP:
            beyond += weight * (total - CAP)
            reached += weight
    add_capped(cap, beyond / sets, reached / sets)


@compiled
def add_paid_beyond(tilt: Tilt, paid: int, win: int, hearts: int, cap: Floats) -> None:
    """Add a paid spin that alone may reach the cap: the mean over all values its hearts might have.

    With more hearts than there are sums known for, the values they had must do.
    """
    if hearts < len(tilt.paid_excess):
        least = CAP / win
        below = int(least)
        share = least - below
        excess = (1 - share) * tilt.paid_excess[hearts, below] + share * tilt.paid_excess[hearts, below + 1]
        add_capped(cap, win * excess, tilt.paid_reach[hearts, below + (share > 0)])
    elif paid >= CAP:
        add_capped(cap, float(paid - CAP), 1.0)


@compiled
def add_capped(cap: Floats, beyond: float, reached: float) -> None:
    """Add a round that wins ``beyond`` coins more than the cap with chance ``reached``."""
    cap[0] += beyond
    cap[1] += beyond * beyond
    cap[2] += reached
    cap[3] += reached * reached


@compiled
def add_block(
    terms: Counts, length: int, block: int, sums: Counts, whole_sums: Counts, products: Counts, blocks: Counts
) -> None:
    """Add a block's sums of terms to the totals; the moments are those of whole blocks, with their own sums."""
    for row in range(length):
        sums[row] += terms[row]
    if block == BLOCK:
        blocks[0] += 1
        for row in range(length):
            whole_sums[row] += terms[row]
            for column in range(row + 1):
                products[row, column] += terms[row] * terms[column]


@compiled
def second_free_spins(packed: PackedModel, tilt: Tilt, total: int, seed: Word, state: Words) -> tuple[int, float]:
    """Play a set of free spins past the cap, on top of the ``total`` coins of their paid spin.

    Half of all sets take their hearts from the tilted table. Returns the uncut coins and the likelihood ratio of the
    plain table to the mixture, for the hearts that were applied.
    """
    table = amount(seed & ONE)
    ratio, left, spins, total_multiplier = 1.0, FREE_SPINS, 0, 0
    while left > 0:
        batch = min(left, FREE_SPINS_AT_A_TIME)
        kept = sift_free_spins(packed, seed, U(spins + 1), batch, False, state)
        again = 0
        for place in range(kept):
            step = amount(state[KEPT_SPINS + place])
            number, spin = state[SPIN_DRAWS + step], spins + step + 1
            win, _, _, _, last = play_sequence(packed.free, packed.pays, number, state, None, 1)
            hearts = hearts_in(last)
            if win > 0 and hearts > 0:
                for landing in range(hearts):
                    number = heart_draw(seed, U(spin), U(landing))
                    index = heart_index(tilt.limits[table], tilt.guesses[table], number)
                    total_multiplier += packed.heart_values[index]
                    ratio *= tilt.ratios[index]
                win *= total_multiplier
            scatters = scatters_in(last)
            total += win + packed.scatter_pays[scatters]
            again += scatters >= RETRIGGER_TRIGGER
        spins += batch
        left += again * RETRIGGER_SPINS - batch
    return total, 2.0 / (1.0 + ratio)


@compiled
def sample_spins(
    packed: PackedModel, free: bool, seed: Word, first: Word, count: int, scratch: Scratch, totals: SpinTotals
) -> None:
    """Play single spins ``first`` .. of a seed, free or paid, and add their terms to the totals.

    These are :data:`estimate.FREE_TERMS` or :data:`estimate.PAID_TERMS`.
    """
    done, block = 0, scratch.block
    reels, terms, length = packed.paid, scratch.paid, PAID_COUNT
    min_scatters = FREE_SPINS_TRIGGER
    if free:
        reels, terms, length = packed.free, scratch.free, FREE_COUNT
        min_scatters = RETRIGGER_TRIGGER
    while done < count:
        size = min(BLOCK, count - done)
        fill_draws(seed, first + U(done), size, block.numbers)
        kept = sift(reels.windows, size, min_scatters, ZERO, block)
        coins, _, simple, rest = sort_wins(reels, packed.pays, kept, min_scatters, block)
        for term in range(length):
            terms[term] = 0
        add_plain_terms(terms, free, coins)
        for place in range(simple):
            _, index, next_index, before, hearts = simple_parts(block.simple[place])
            pay, next_pay = amount(packed.pays[index]), amount(packed.pays[next_index])
            add_simple_terms(terms, free, pay, next_pay, before, hearts)
        for place in range(rest):
            number = block.draws[place]
            win, _, opening, second, last = play_sequence(reels, packed.pays, number, scratch.state, None, 0)
            if free:
                add_free_terms(packed, terms, number, win, opening, second, last)
            else:
                add_paid_terms(packed, terms, number, win, opening, second, last)
        add_block(terms, length, size, totals.sums, totals.whole_sums, totals.products, totals.blocks)
        done += size
