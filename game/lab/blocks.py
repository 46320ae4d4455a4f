"""Compiled: a block of rounds, or of single spins, sorted by how much of each there is to find out.

Losing boards, most of them, are set aside before anything else is known of them. Wins of one or two tumbles, most of
the others, are known from a few look-ups. Hardly anything here branches, for a branch would be guessed wrong too often.
"""

from typing import Final, NamedTuple

import numpy as np

from game.engine.rules import CAP, FREE_SPINS_TRIGGER, HEART_VALUES, PAYS
from game.lab import packing
from game.lab.packing import Counts, PackedModel, PackedReels, Words
from game.lab.tags import BIG_WIN
from game.lab.words import (
    BYTE,
    ONE,
    TOP_HIT,
    ZERO,
    U,
    Word,
    amount,
    compiled,
    fill_first_draws,
    hearts_in,
    hits_in,
    pay_index,
    word_after_symbol,
    word_after_two,
    word_shown,
    worth_playing,
)

BLOCK: Final = 256
"""Rounds looked at together; a block's sums make one sample."""
MIN_CAPPING: Final = CAP // max(HEART_VALUES)
"""Coins before hearts, times hearts, below which no paid spin reaches the cap by itself."""

_EIGHT, _HEARTS = U(8), U(packing.HEART_MASK)
_NEXT_AT, _HEARTS_AT, _LAST_HEARTS_AT, _INDEX = U(17), U(26), U(31), U(511)


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
    numbers, steps, draws, words, losing, simple = (np.zeros(BLOCK, np.uint64) for _ in range(6))
    plain, symbols = (np.zeros(len(PAYS) * packing.PAY_STRIDE, np.int64) for _ in range(2))
    return Block(numbers, steps, draws, words, losing, simple, plain, symbols)


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
def sort_wins(
    reels: PackedReels, pays: Counts, kept: int, min_scatters: int, block: Block
) -> tuple[int, int, int, int]:
    """Sort what was kept of a block (:func:`sift`) by how much there is to find out.

    - Losing boards with hearts go to ``block.losing``.
    - Plain wins are counted in ``block.plain``: one symbol pays, and the next board neither pays nor has hearts.
    - Simple wins go to ``block.simple``: one symbol pays, maybe one more on the next board, and then the hearts.
    - The rest stays in ``block.steps`` and ``block.draws``, and so does what has scatters enough or may reach the cap.

    Returns the coins of all plain wins and how many are losing, simple and left.
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
        coins += amount(pays[plain_index])
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
        third = word_after_two(reels, number, hits | TOP_HIT, next_hits | TOP_HIT)
        more = (hits & (hits - ONE)) | (next_hits & (next_hits - ONE)) | worth_playing(third, min_scatters)
        win = amount(pays[index]) + amount(pays[next_index])
        both = (hits != ZERO) & (next_hits != ZERO) & (more == ZERO) & (win * hearts_in(third) < MIN_CAPPING)
        block.simple[simple] = simple_win(step, index, next_index, second, third)
        simple += both
        block.steps[hard], block.draws[hard] = step, number
        hard += not both
    return coins, losing, simple, hard


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
