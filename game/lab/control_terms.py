"""Compiled: what a spin adds to the samples behind the sheet's estimator (see :mod:`game.lab.estimate`).

The leading terms are those whose means are wanted. The others are controls, whose exact means are known: what the
first board shows and pays, and what each of its paying symbols leads to if it alone vanishes and the rest tumbles;
then the same of each symbol that pays on the board after. That is all of most sequences.
"""

from game.engine.rules import FREE_SPINS_TRIGGER, RETRIGGER_TRIGGER
from game.lab.estimate import (
    FREE_CONTROLS,
    FREE_TARGETS,
    FREE_TERMS,
    NEXT_CONTROLS,
    PAID_CONTROLS,
    PAID_TARGETS,
    PAID_TERMS,
)
from game.lab.packing import Counts, PackedModel, PackedReels
from game.lab.words import (
    ONE,
    ZERO,
    Word,
    compiled,
    hearts_in,
    hits_in,
    pay_of,
    scatters_in,
    symbol_of,
    word_after_symbol,
    word_after_two,
)

_PAID = {name: number for number, name in enumerate(PAID_TERMS)}
_PAID_PLAIN, _PAID_WITH, _PAID_TIMES, _PAID_SCATTERS, _PAID_TRIGGER = (_PAID[name] for name in PAID_TARGETS)
_PAID_FIRST, _PAID_NEXT = _PAID[PAID_CONTROLS[0]], _PAID[NEXT_CONTROLS[0]]
_PAID_FIRST_SCATTERS, _PAID_FIRST_TRIGGER, _PAID_TUMBLE_TRIGGER = (_PAID[name] for name in PAID_CONTROLS[3:])
_FREE = {name: number for number, name in enumerate(FREE_TERMS)}
_FREE_PLAIN, _FREE_WITH, _FREE_TIMES, _FREE_HEARTS, _FREE_AGAIN, _FREE_HEARTS_AGAIN, _FREE_SCATTERS = (
    _FREE[name] for name in FREE_TARGETS
)
_FREE_FIRST, _FREE_NEXT, _FREE_NEXT_HEARTS = _FREE[FREE_CONTROLS[0]], _FREE[NEXT_CONTROLS[0]], _FREE[NEXT_CONTROLS[-1]]
_FIRST_HEARTS, _FIRST_AGAIN, _TUMBLE_AGAIN, _FIRST_HEARTS_AGAIN, _FREE_FIRST_SCATTERS = (
    _FREE[name] for name in FREE_CONTROLS[3:]
)
_HEARTS_BY_NEXT, _ANY_BY_NEXT, _TRIGGER_BY_NEXT = (NEXT_CONTROLS.index(name) for name in NEXT_CONTROLS[3:6])


@compiled
def add_paid_terms(
    packed: PackedModel, terms: Counts, number: Word, win: int, first: Word, second: Word, last: Word
) -> None:
    """Add a paid spin: its coins before hearts, and the words of its first board, of the next and of its last."""
    hearts, scatters, first_scatters = hearts_in(last), scatters_in(last), scatters_in(first)
    if win > 0:
        terms[_PAID_PLAIN if hearts == 0 else _PAID_WITH] += win
        terms[_PAID_TIMES] += win * hearts
        hits = hits_in(first)
        alone = hits & (hits - ONE) == ZERO
        while hits != ZERO:
            hit = hits & (ZERO - hits)
            word = second if alone else word_after_symbol(packed.paid.after, symbol_of(hit), number)
            pay = pay_of(packed.pays, first, hit)
            add_pay(terms, _PAID_FIRST, pay, hearts_in(word))
            terms[_PAID_TUMBLE_TRIGGER] += (scatters_in(word) >= FREE_SPINS_TRIGGER) - (
                first_scatters >= FREE_SPINS_TRIGGER
            )
            add_next(packed.paid, packed.pays, terms, _PAID_NEXT, number, hit, word, pay, FREE_SPINS_TRIGGER)
            hits ^= hit
    terms[_PAID_SCATTERS] += packed.scatter_pays[scatters]
    terms[_PAID_TRIGGER] += scatters >= FREE_SPINS_TRIGGER
    terms[_PAID_FIRST_SCATTERS] += packed.scatter_pays[first_scatters]
    terms[_PAID_FIRST_TRIGGER] += first_scatters >= FREE_SPINS_TRIGGER


@compiled
def add_plain_terms(terms: Counts, free: bool, pay: int) -> None:
    """Add plain wins of so many coins in all (:func:`game.lab.twin.sort_wins`), of paid or of free spins."""
    terms[_FREE_PLAIN if free else _PAID_PLAIN] += pay
    terms[_FREE_FIRST if free else _PAID_FIRST] += pay


@compiled
def add_simple_terms(terms: Counts, free: bool, pay: int, next_pay: int, before: int, hearts: int) -> None:
    """Add a spin of simple wins (:func:`game.lab.twin.sort_wins`), paid or free.

    ``before`` are the hearts after the first win, ``hearts`` those of the final board. Its scatters are too few to
    count.
    """
    win = pay + next_pay
    plain, times, first, following = (
        (_FREE_PLAIN, _FREE_TIMES, _FREE_FIRST, _FREE_NEXT)
        if free
        else (_PAID_PLAIN, _PAID_TIMES, _PAID_FIRST, _PAID_NEXT)
    )
    terms[plain + (hearts > 0)] += win
    terms[times] += win * hearts
    add_pay(terms, first, pay, before)
    add_pay(terms, following, next_pay, hearts)
    terms[following + _HEARTS_BY_NEXT] += pay * (hearts - before)
    terms[following + _ANY_BY_NEXT] += pay * ((hearts > 0) - (before > 0))
    if free:
        terms[_FREE_HEARTS] += hearts
        terms[_FIRST_HEARTS] += before
        terms[_FREE_NEXT_HEARTS] += hearts - before


@compiled
def add_free_terms(
    packed: PackedModel, terms: Counts, number: Word, win: int, first: Word, second: Word, last: Word
) -> None:
    """Add a free spin, like a paid one."""
    scatters, first_scatters = scatters_in(last), scatters_in(first)
    again = scatters >= RETRIGGER_TRIGGER
    if win > 0:
        hearts = hearts_in(last)
        terms[_FREE_PLAIN if hearts == 0 else _FREE_WITH] += win
        terms[_FREE_TIMES] += win * hearts
        terms[_FREE_HEARTS] += hearts
        terms[_FREE_HEARTS_AGAIN] += hearts * again
        hits = hits_in(first)
        alone = hits & (hits - ONE) == ZERO
        while hits != ZERO:
            hit = hits & (ZERO - hits)
            word = second if alone else word_after_symbol(packed.free.after, symbol_of(hit), number)
            pay, after_hearts = pay_of(packed.pays, first, hit), hearts_in(word)
            after_again = scatters_in(word) >= RETRIGGER_TRIGGER
            add_pay(terms, _FREE_FIRST, pay, after_hearts)
            terms[_FIRST_HEARTS] += after_hearts
            terms[_TUMBLE_AGAIN] += after_again - (first_scatters >= RETRIGGER_TRIGGER)
            terms[_FIRST_HEARTS_AGAIN] += after_hearts * after_again
            more = add_next(packed.free, packed.pays, terms, _FREE_NEXT, number, hit, word, pay, RETRIGGER_TRIGGER)
            terms[_FREE_NEXT_HEARTS] += more
            hits ^= hit
    terms[_FREE_AGAIN] += again
    terms[_FREE_SCATTERS] += packed.scatter_pays[scatters]
    terms[_FIRST_AGAIN] += first_scatters >= RETRIGGER_TRIGGER
    terms[_FREE_FIRST_SCATTERS] += packed.scatter_pays[first_scatters]


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
    min_scatters: int,
) -> int:
    """Add what the symbols that pay after a symbol's tumble lead to, each alone; returns the hearts they bring.

    ``word`` is the board after that symbol, of the bit ``hit`` and the coins ``pay``, has gone.
    """
    hearts, brought = hearts_in(word), 0
    triggers = scatters_in(word) >= min_scatters
    hits = hits_in(word)
    while hits != ZERO:
        next_hit = hits & (ZERO - hits)
        last = word_after_two(reels, number, hit, next_hit)
        last_hearts = hearts_in(last)
        add_pay(terms, at, pay_of(pays, word, next_hit), last_hearts)
        terms[at + _HEARTS_BY_NEXT] += pay * (last_hearts - hearts)
        terms[at + _ANY_BY_NEXT] += pay * ((last_hearts > 0) - (hearts > 0))
        terms[at + _TRIGGER_BY_NEXT] += (scatters_in(last) >= min_scatters) - triggers
        brought += last_hearts - hearts
        hits ^= next_hit
    return brought
