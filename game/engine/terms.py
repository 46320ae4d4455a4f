"""Compiled: what a spin adds to the samples behind the sheet's estimator (see :mod:`game.engine.estimate`).

The leading terms are those whose means are wanted. The others are controls, whose exact means are known: what the
first board pays and shows, and what each of its paying symbols would lead to if it alone vanished and tumbled, which
is all of a sequence that ends after one win.
"""

from game.engine import packing
from game.engine.packing import Counts, PackedModel, PackedReels
from game.engine.rules import FREE_SPINS_TRIGGER, REELS, RETRIGGER_TRIGGER
from game.engine.words import (
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
    fields_sum,
    hearts_in,
    hits_in,
    lowest_bit,
    scatters_in,
)

_REELS, _EIGHT = U(REELS), U(8)
_STRIDE, _PAY_STRIDE = U(packing.PREFIX_STRIDE), U(packing.PAY_STRIDE)


@compiled
def word_after(reels: PackedReels, number: Word, hit: Word) -> Word:
    """The count word of a draw's board after one symbol, that of the bit ``hit``, has vanished and the rest tumbled."""
    vanishing = (hit << ONE) - (hit >> FIVE)
    total = ZERO
    for reel in range(_REELS):
        stop = (number >> (_EIGHT * reel)) & BYTE
        word = reels.windows[STOPS * reel + stop]
        gone = word & vanishing
        cell = _STRIDE * reel + ((stop + FIVE) & BYTE)
        total += word - gone + reels.prefix[cell + fields_sum(gone)] - reels.prefix[cell]
    return total


@compiled
def pay_of(pays: Counts, word: Word, hit: Word) -> int:
    """The coins of one symbol, that of the bit ``hit``, on a board."""
    shift = lowest_bit(hit) - FIVE
    return amount(pays[((shift - SYMBOL_SHIFT) // SIX) * _PAY_STRIDE + ((word >> shift) & FIELD)])


@compiled
def add_paid_terms(
    packed: PackedModel, terms: Counts, number: Word, win: int, first: Word, second: Word, last: Word
) -> None:
    """Add a paid spin: its coins before hearts, and the words of its first board, of the next and of its last."""
    hearts, scatters, first_scatters = hearts_in(last), scatters_in(last), scatters_in(first)
    if win > 0:
        terms[0 if hearts == 0 else 1] += win
        terms[2] += win * hearts
        hits = hits_in(first)
        alone = hits & (hits - ONE) == ZERO
        while hits != ZERO:
            hit = hits & (ZERO - hits)
            word = second if alone else word_after(packed.paid, number, hit)
            pay, after_hearts = pay_of(packed.pays, first, hit), hearts_in(word)
            terms[5 if after_hearts == 0 else 6] += pay
            terms[7] += pay * after_hearts
            terms[10] += (scatters_in(word) >= FREE_SPINS_TRIGGER) - (first_scatters >= FREE_SPINS_TRIGGER)
            hits ^= hit
    terms[3] += packed.scatter_pays[scatters]
    terms[4] += scatters >= FREE_SPINS_TRIGGER
    terms[8] += packed.scatter_pays[first_scatters]
    terms[9] += first_scatters >= FREE_SPINS_TRIGGER


@compiled
def add_free_terms(
    packed: PackedModel, terms: Counts, number: Word, win: int, first: Word, second: Word, last: Word
) -> None:
    """Add a free spin, like a paid one."""
    scatters, first_scatters = scatters_in(last), scatters_in(first)
    again = scatters >= RETRIGGER_TRIGGER
    if win > 0:
        hearts = hearts_in(last)
        terms[0 if hearts == 0 else 1] += win
        terms[2] += win * hearts
        terms[3] += hearts
        terms[5] += hearts * again
        hits = hits_in(first)
        alone = hits & (hits - ONE) == ZERO
        while hits != ZERO:
            hit = hits & (ZERO - hits)
            word = second if alone else word_after(packed.free, number, hit)
            pay, after_hearts = pay_of(packed.pays, first, hit), hearts_in(word)
            after_again = scatters_in(word) >= RETRIGGER_TRIGGER
            terms[7 if after_hearts == 0 else 8] += pay
            terms[9] += pay * after_hearts
            terms[10] += after_hearts
            terms[12] += after_again - (first_scatters >= RETRIGGER_TRIGGER)
            terms[13] += after_hearts * after_again
            hits ^= hit
    terms[4] += again
    terms[6] += packed.scatter_pays[scatters]
    terms[11] += first_scatters >= RETRIGGER_TRIGGER
    terms[14] += packed.scatter_pays[first_scatters]
