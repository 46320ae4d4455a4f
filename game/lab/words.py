"""What compiled code needs of draws and count words (see :mod:`game.lab.packing`): SplitMix64 and fields.

Integers are ``uint64`` wherever they are bits and ``int64`` wherever they are amounts; numba turns a mix of the two
into a float, so every constant here says which it is.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic

from game.engine import rng
from game.engine.rules import PAYS, REELS
from game.lab import packing
from game.lab.packing import Bytes, Counts, PackedReels, Words

Word: TypeAlias = Any
"""A uint64 of compiled code."""
Function = TypeVar("Function", bound=Callable[..., Any])

U: Final = np.uint64
amount: Callable[[Word], int] = cast("Any", np.int64)
"""Bits as a number to count with."""

ZERO, ONE, FIVE, SIX, BYTE, FIELD, STOPS = U(0), U(1), U(5), U(6), U(255), U(63), U(256)
HIT_BITS: Final = U(packing.HIT_BITS)
HEART_STREAM: Final = U(rng.HEART_STREAM)
SYMBOL_SHIFT: Final = U(packing.SYMBOL_SHIFT)

_GAMMA, _HEARTS_A_SPIN = U(rng.GAMMA), U(rng.HEARTS_A_SPIN)
_MIX_1, _MIX_2 = U(rng.MIX_1), U(rng.MIX_2)
_8, _16, _24, _27, _30, _31, _32, _40, _48, _56 = (U(number) for number in (8, 16, 24, 27, 30, 31, 32, 40, 48, 56))
_BIAS, _SCATTER_BIT = U(packing.BIAS), U(packing.SCATTER_BIT)
TOP_HIT: Final = U(1 << packing.SCATTER_SHIFT - 1)
"""Bit of the last symbol: stands in where none pays and nothing is to branch."""
_REELS, _PREFIX_STRIDE, _PAYS_OF_ONE = U(REELS), U(packing.PREFIX_STRIDE), U(packing.PAY_STRIDE)
_HEARTS, _SCATTER_SHIFT = U(packing.HEART_MASK), U(packing.SCATTER_SHIFT)
_FIELD_SUM = U(sum(1 << packing.SYMBOL_BITS * field for field in range(len(PAYS))))
"""Nine six-bit fields times this leave their sum in the topmost field."""
_TOP_FIELD = U(packing.SYMBOL_BITS * (len(PAYS) - 1))


def code_folder() -> Path:
    """Where machine code is kept: a folder that changes with any source file of the lab or the engine.

    Numba itself looks only at the file of the function it keeps, but code is compiled into callers in other files.
    """
    here = Path(__file__).parent
    sources = b"".join(
        source.read_bytes() for folder in (here, here.parent / "engine") for source in sorted(folder.glob("*.py"))
    )
    return here / "__pycache__" / f"twin-{hashlib.sha256(sources).hexdigest()[:12]}"


def can_keep_code(folder: Path) -> bool:
    """Whether machine code can be kept there. If not, as in an installation that is read-only, it is compiled again."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


CODE_FOLDER: Final = code_folder()
CODE_IS_KEPT: Final = can_keep_code(CODE_FOLDER)
_numba_settings: Any = numba.config
if CODE_IS_KEPT:
    _numba_settings.CACHE_DIR = str(CODE_FOLDER)


def compiled(function: Function) -> Function:
    """Compile at the first call, into its callers; keep the machine code for later processes.

    Without ``_nrt=False`` numba counts references to every table at every call, which takes five times as long as the
    round itself; the price is that compiled code can make no arrays, so callers hand in all scratch.
    """
    options: dict[str, Any] = {"error_model": "numpy", "forceinline": True, "nogil": True, "_nrt": False}
    return cast("Function", numba.njit(cache=CODE_IS_KEPT, **options)(function))


def _count_trailing_zeros(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


lowest_bit: Callable[[Word], Word] = cast("Any", intrinsic(_count_trailing_zeros))
"""The position of the lowest set bit of a word that is not zero."""


@compiled
def draw(seed: Word, index: Word) -> Word:
    """Draw ``index`` of SplitMix64 started at ``seed``."""
    z = seed + (index + ONE) * _GAMMA
    z = (z ^ (z >> _30)) * _MIX_1
    z = (z ^ (z >> _27)) * _MIX_2
    return z ^ (z >> _31)


@compiled
def fill_draws(seed: Word, first: Word, count: int, numbers: Words) -> None:
    """Write draws ``first`` .. of a seed to ``numbers``. So plain a loop is compiled to wide vectors."""
    for step in range(count):
        numbers[step] = draw(seed, first + U(step))


@compiled
def fill_first_draws(seed: Word, first: Word, count: int, numbers: Words) -> None:
    """Write the first draw of each of a batch's rounds ``first`` .. to ``numbers``, in wide vectors like the other."""
    for step in range(count):
        numbers[step] = draw(draw(seed, first + U(step)) >> ONE, ZERO)


@compiled
def word_after_symbol(after: Words, symbol: Word, number: Word) -> Word:
    """The count word of the board of a draw once one paying symbol alone has vanished and the refill has come."""
    row = symbol * U(1536)
    return (
        after[row + (number & BYTE)]
        + after[row + U(256) + ((number >> _8) & BYTE)]
        + after[row + U(512) + ((number >> _16) & BYTE)]
        + after[row + U(768) + ((number >> _24) & BYTE)]
        + after[row + U(1024) + ((number >> _32) & BYTE)]
        + after[row + U(1280) + ((number >> _40) & BYTE)]
    )


@compiled
def word_after_two(reels: PackedReels, number: Word, hit: Word, next_hit: Word) -> Word:
    """The count word of a draw's board once one symbol has vanished and the rest tumbled, then another.

    Symbols are given by the top bits of their fields.
    """
    shift, next_shift = lowest_bit(hit) - FIVE, lowest_bit(next_hit) - FIVE
    row = STOPS * _REELS * ((shift - SYMBOL_SHIFT) // SIX)
    total = ZERO
    for reel in range(_REELS):
        stop = (number >> (_8 * reel)) & BYTE
        lost = (reels.windows[STOPS * reel + stop] >> shift) & FIELD
        word = reels.after[row + STOPS * reel + stop]
        next_lost = (word >> next_shift) & FIELD
        cell = _PREFIX_STRIDE * reel + ((stop + FIVE + lost) & BYTE)
        total += word + reels.prefix[cell + next_lost] - reels.prefix[cell] - (next_lost << next_shift)
    return total


@compiled
def symbol_of(hit: Word) -> Word:
    """The number of the symbol of a bit."""
    return (lowest_bit(hit) - FIVE - SYMBOL_SHIFT) // SIX


@compiled
def pay_index(word: Word, hits: Word) -> tuple[Word, Word]:
    """Where the coins of a board's lowest paying symbol stand in the pays, and that symbol (the last one if none)."""
    shift = lowest_bit(hits | TOP_HIT) - FIVE
    symbol = (shift - SYMBOL_SHIFT) // SIX
    return symbol * _PAYS_OF_ONE + ((word >> shift) & FIELD), symbol


@compiled
def pay_of(pays: Counts, word: Word, hit: Word) -> int:
    """The coins of one symbol, that of the bit ``hit``, on a board."""
    return amount(pays[pay_index(word, hit)[0]])


@compiled
def word_shown(windows: Words, number: Word) -> Word:
    """The count word of the board a draw shows."""
    return (
        windows[number & BYTE]
        + windows[U(256) + ((number >> _8) & BYTE)]
        + windows[U(512) + ((number >> _16) & BYTE)]
        + windows[U(768) + ((number >> _24) & BYTE)]
        + windows[U(1024) + ((number >> _32) & BYTE)]
        + windows[U(1280) + ((number >> _40) & BYTE)]
    )


@compiled
def heart_draw(seed: Word, spin: Word, landing: Word) -> Word:
    """The draw behind the ``landing``-th heart to land in a spin."""
    return draw(seed ^ HEART_STREAM, spin * _HEARTS_A_SPIN + landing)


@compiled
def heart_index(limits: Counts, guesses: Bytes, number: Word) -> int:
    """Which of the heart values a draw gives, under a table's running sums and what its top byte tells of them."""
    top = amount(number >> _48)
    index = amount(guesses[number >> _56])
    while limits[index] <= top:
        index += 1
    return index


@compiled
def hits_in(word: Word) -> Word:
    """The top bit of the field of every symbol that pays."""
    return (word + _BIAS) & HIT_BITS


@compiled
def worth_playing(word: Word, least_scatters: int) -> Word:
    """Bits that are not zero if a first board pays or shows ``least_scatters`` scatters."""
    bias = _BIAS + (U(16 - least_scatters) << _SCATTER_SHIFT)
    return (word + bias) & (HIT_BITS | _SCATTER_BIT)


@compiled
def fields_sum(word: Word) -> Word:
    """How many paying symbols a reel's word holds."""
    return (((word >> SYMBOL_SHIFT) * _FIELD_SUM) >> _TOP_FIELD) & FIELD


@compiled
def scatters_in(word: Word) -> int:
    """How many scatters a word holds."""
    return amount(word >> _SCATTER_SHIFT)


@compiled
def hearts_in(word: Word) -> int:
    """How many hearts a word holds."""
    return amount(word & _HEARTS)
