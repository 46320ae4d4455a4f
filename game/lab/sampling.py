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
from game.lab.control_terms import add_free_terms, add_paid_terms, add_plain_free_terms, add_plain_paid_terms
from game.lab.estimate import FREE_TERMS, PAID_TERMS
from game.lab.packing import Counts, Floats, PackedModel, Words
from game.lab.twin import (
    BLOCK,
    FLAG_COUNT,
    FLAG_MASK,
    Block,
    Tables,
    band_of,
    new_block,
    new_state,
    new_tables,
    plain_win,
    play_round,
    play_sequence,
    sift,
    sift_rounds,
)
from game.lab.win_bins import BIN_TOPS, Bins
from game.lab.words import (
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
    worth_playing,
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

_HEARTS_PRESENT = U(31)
HEARTS_SUMMED: Final = 4
_MIN_CAPPING: Final = CAP // max(HEART_VALUES)
"""Coins before hearts, times hearts, below which no paid spin reaches the cap by itself."""


class Tilt(NamedTuple):
    """What is known of hearts for the cap's sake."""

    limits: Counts
    """``[2, 15]``: running sums of the free spins' weights, plain and tilted."""
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
    return Tilt(limits, tilted / plain, excess, reach, own_stream(SECOND_STREAM, mode))


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
    done, block, hits = 0, scratch.block, 0
    while done < count:
        size = min(BLOCK, count - done)
        rest = kept = sift_rounds(packed, seed, first + U(done), size, _HEARTS_PRESENT, block)
        totals.tables.tumbles[0, 0] += size - kept
        totals.win_rounds[0] += size - kept
        for term in range(PAID_COUNT):
            scratch.paid[term] = 0
        if not packed.bought:
            rest, losing = 0, 0
            for place in range(kept):
                word = block.words[place]
                pay, symbol, shown = plain_win(packed.paid, packed.pays, word, block.draws[place], FREE_SPINS_TRIGGER)
                step = block.steps[place]
                loses = worth_playing(word, FREE_SPINS_TRIGGER) == ZERO
                block.steps[rest] = step
                block.losing[losing] = step
                block.draws[losing] = word
                losing += loses
                rest += (pay < 0) & (not loses)
                if pay > 0:
                    hits += 1
                    add_plain_round(totals, bins, pay, symbol, shown)
                    add_plain_paid_terms(scratch.paid, pay)
            totals.tables.tumbles[0, 0] += losing
            totals.win_rounds[0] += losing
            for place in range(losing):
                round_seed = draw(seed, first + U(done) + block.losing[place]) >> ONE
                for landing in range(U(hearts_in(block.draws[place]))):
                    index = heart_index(packed.paid.heart_limits, heart_draw(round_seed, ZERO, landing))
                    totals.tables.hearts_seen[0, index] += 1
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
            elif paid_win * hearts >= _MIN_CAPPING:
                add_paid_beyond(tilt, paid, paid_win, hearts, totals.cap)
        add_block(scratch.paid, PAID_COUNT, size, totals.sums, totals.whole_sums, totals.products, totals.blocks)
        done += size
    totals.flags[0] += hits


@compiled
def add_plain_round(totals: RoundTotals, bins: Bins, win: int, symbol: Word, shown: Word) -> None:
    """Add a round of one win of one symbol (:func:`game.lab.twin.plain_win`) to every table."""
    totals.coins[0] += win
    totals.coins[1] += win * win
    totals.win_rounds[bins[win]] += 1
    totals.win_coins[bins[win]] += win
    totals.tables.tumbles[0, 1] += 1
    totals.tables.symbols[0, symbol, band_of(shown)] += 1
    totals.tables.parts[0] += win


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
    ratio, left, spin, total_multiplier = 1.0, FREE_SPINS, 0, 0
    while left > 0:
        left -= 1
        spin += 1
        win, _, _, _, last = play_sequence(packed.free, packed.pays, draw(seed, U(spin)), state, None, 1)
        hearts = hearts_in(last)
        if win > 0 and hearts > 0:
            for landing in range(hearts):
                number = heart_draw(seed, U(spin), U(landing))
                index = heart_index(tilt.limits[table], number)
                total_multiplier += packed.heart_values[index]
                ratio *= tilt.ratios[index]
            win *= total_multiplier
        scatters = scatters_in(last)
        total += win + packed.scatter_pays[scatters]
        if scatters >= RETRIGGER_TRIGGER:
            left += RETRIGGER_SPINS
    return total, 2.0 / (1.0 + ratio)


@compiled
def sample_free_spins(
    packed: PackedModel, seed: Word, first: Word, count: int, scratch: Scratch, totals: SpinTotals
) -> None:
    """Play single free spins ``first`` .. of a seed and add their terms (:data:`estimate.FREE_TERMS`) to the totals."""
    done, block = 0, scratch.block
    while done < count:
        size = min(BLOCK, count - done)
        fill_draws(seed, first + U(done), size, block.numbers)
        kept = sift(packed.free.windows, size, RETRIGGER_TRIGGER, ZERO, block)
        for term in range(FREE_COUNT):
            scratch.free[term] = 0
        rest = 0
        for place in range(kept):
            number = block.draws[place]
            pay = plain_win(packed.free, packed.pays, block.words[place], number, RETRIGGER_TRIGGER)[0]
            block.draws[rest] = number
            rest += pay < 0
            add_plain_free_terms(scratch.free, max(pay, 0))
        for place in range(rest):
            number = block.draws[place]
            win, _, opening, second, last = play_sequence(packed.free, packed.pays, number, scratch.state, None, 1)
            add_free_terms(packed, scratch.free, number, win, opening, second, last)
        add_block(scratch.free, FREE_COUNT, size, totals.sums, totals.whole_sums, totals.products, totals.blocks)
        done += size


@compiled
def sample_paid_spins(
    packed: PackedModel, seed: Word, first: Word, count: int, scratch: Scratch, totals: SpinTotals
) -> None:
    """Play single paid spins ``first`` .. of a seed and add their terms (:data:`estimate.PAID_TERMS`) to the totals."""
    done, block = 0, scratch.block
    while done < count:
        size = min(BLOCK, count - done)
        fill_draws(seed, first + U(done), size, block.numbers)
        kept = sift(packed.paid.windows, size, FREE_SPINS_TRIGGER, ZERO, block)
        for term in range(PAID_COUNT):
            scratch.paid[term] = 0
        rest = 0
        for place in range(kept):
            number = block.draws[place]
            pay = plain_win(packed.paid, packed.pays, block.words[place], number, FREE_SPINS_TRIGGER)[0]
            block.draws[rest] = number
            rest += pay < 0
            add_plain_paid_terms(scratch.paid, max(pay, 0))
        for place in range(rest):
            number = block.draws[place]
            win, _, opening, second, last = play_sequence(packed.paid, packed.pays, number, scratch.state, None, 0)
            add_paid_terms(packed, scratch.paid, number, win, opening, second, last)
        add_block(scratch.paid, PAID_COUNT, size, totals.sums, totals.whole_sums, totals.products, totals.blocks)
        done += size
