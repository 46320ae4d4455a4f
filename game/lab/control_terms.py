"""Compiled: what a spin adds to the samples behind the sheet's estimator (see :mod:`game.lab.estimate`).

The leading terms are those whose means are wanted. The others are controls, whose exact means are known: what the
first board shows and pays, and what each of its paying symbols leads to if it alone vanishes and the rest tumbles;
then the same of each symbol that pays on the board after. That is all of most sequences.
"""

from game.engine.rules import FREE_SPINS_TRIGGER, REELS, RETRIGGER_TRIGGER
from game.lab import packing
from game.lab.packing import Counts, PackedModel, PackedReels
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
    fields_sum,
    hearts_in,
    hits_in,
    lowest_bit,
    scatters_in,
)

_REELS, _EIGHT = U(REELS), U(8)
_STRIDE, _PAY_STRIDE = U(packing.PREFIX_STRIDE), U(packing.PAY_STRIDE)
_PAID_FIRST, _PAID_SECOND = 5, 11
_FREE_FIRST, _FREE_SECOND = 7, 15


@compiled
def word_after(reels: PackedReels, number: Word, hit: Word, next_hit: Word) -> Word:
    """The count word of a draw's board once one symbol has vanished and the rest tumbled, then another.

    Symbols are given by the top bits of their fields; no bit for ``next_hit`` leaves the second out.
    """
    vanishing, next_vanishing = (hit << ONE) - (hit >> FIVE), (next_hit << ONE) - (next_hit >> FIVE)
    total = ZERO
    for reel in range(_REELS):
        stop = (number >> (_EIGHT * reel)) & BYTE
        word = reels.windows[STOPS * reel + stop]
        gone = word & vanishing
        upcoming = (stop + FIVE) & BYTE
        cell, lost = _STRIDE * reel + upcoming, fields_sum(gone)
        word += reels.prefix[cell + lost] - reels.prefix[cell] - gone
        gone = word & next_vanishing
        cell = _STRIDE * reel + ((upcoming + lost) & BYTE)
        total += word + reels.prefix[cell + fields_sum(gone)] - reels.prefix[cell] - gone
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
            word = second if alone else word_after(packed.paid, number, hit, ZERO)
            pay = pay_of(packed.pays, first, hit)
            add_pay(terms, _PAID_FIRST, pay, hearts_in(word))
            terms[10] += (scatters_in(word) >= FREE_SPINS_TRIGGER) - (first_scatters >= FREE_SPINS_TRIGGER)
            add_next(packed.paid, packed.pays, terms, _PAID_SECOND, number, hit, word, pay, FREE_SPINS_TRIGGER)
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
            word = second if alone else word_after(packed.free, number, hit, ZERO)
            pay, after_hearts = pay_of(packed.pays, first, hit), hearts_in(word)
            after_again = scatters_in(word) >= RETRIGGER_TRIGGER
            add_pay(terms, _FREE_FIRST, pay, after_hearts)
            terms[10] += after_hearts
            terms[12] += after_again - (first_scatters >= RETRIGGER_TRIGGER)
            terms[13] += after_hearts * after_again
            more = add_next(packed.free, packed.pays, terms, _FREE_SECOND, number, hit, word, pay, RETRIGGER_TRIGGER)
            terms[21] += more
            hits ^= hit
    terms[4] += again
    terms[6] += packed.scatter_pays[scatters]
    terms[11] += first_scatters >= RETRIGGER_TRIGGER
    terms[14] += packed.scatter_pays[first_scatters]


@compiled
def add_pay(terms: Counts, at: int, pay: int, hearts: int) -> None:
    """Add a symbol's pay without hearts, with hearts and times hearts."""
    terms[at if hearts == 0 else at + 1] += pay
    terms[at + 2] += pay * hearts


@compiled
def add_next(
    reels: PackedReels,
    pays: Counts,
    terms: Counts,
    at: int,
    number: Word,
    hit: Word,
    word: Word,
    pay: int,
    least_scatters: int,
) -> int:
    """Add what the symbols that pay after a symbol's tumble lead to, each alone; returns the hearts they bring.

    ``word`` is the board after that symbol, of the bit ``hit`` and the coins ``pay``, has gone.
    """
    hearts, brought = hearts_in(word), 0
    triggers = scatters_in(word) >= least_scatters
    hits = hits_in(word)
    while hits != ZERO:
        next_hit = hits & (ZERO - hits)
        last = word_after(reels, number, hit, next_hit)
        last_hearts = hearts_in(last)
        add_pay(terms, at, pay_of(pays, word, next_hit), last_hearts)
        terms[at + 3] += pay * (last_hearts - hearts)
        terms[at + 4] += pay * ((last_hearts > 0) - (hearts > 0))
        terms[at + 5] += (scatters_in(last) >= least_scatters) - triggers
        brought += last_hearts - hearts
        hits ^= next_hit
    return brought
