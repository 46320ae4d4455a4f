"""A round's seed and the 64-bit draws it expands to.

Expansion is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014),
which is addressed by index: draw ``n`` of a seed costs the same whatever came before it. A round uses two streams,
one for boards (draws in order) and one for heart values (indexed by spin and landing order), so that a reader who
only needs the boards of losing spins stays in step with one who looks at every heart. ``docs/draw-contract.md``
says all of it in writing.

Do not number rounds by consecutive seeds: the first draws of seeds 1, 2, 3, ... are no stream of the generator, and
over long runs they fail a test of linear rank. Rounds are played from random seeds (:func:`new_seed`), and batches from
derived ones (:func:`derived_seed`).
"""

import secrets
from collections.abc import Iterator
from typing import Final, NewType

Seed = NewType("Seed", int)
"""What a round is made from: 0 <= seed < 2**63."""

SEED_LIMIT: Final = 2**63
GAMMA: Final = 0x9E3779B97F4A7C15
"""SplitMix64's increment: the odd integer nearest 2**64 divided by the golden ratio."""
HEART_STREAM: Final = 0x68656172745F7631
"""XORed into a round's seed to open its stream of heart values (the letters "heart_v1")."""
HEARTS_A_SPIN: Final = 1024
"""Width of one spin's range in the heart stream; no spin can land that many hearts."""
MIX_1: Final = 0xBF58476D1CE4E5B9
MIX_2: Final = 0x94D049BB133111EB
"""SplitMix64's multipliers."""
_MASK: Final = 2**64 - 1


class BadSeed(ValueError):
    """A seed that is not a whole decimal number in range."""


def new_seed() -> Seed:
    """A fresh seed from the operating system's secure generator."""
    return Seed(secrets.randbits(63))


def parse_seed(text: str) -> Seed:
    """The seed written as ``text``; raises :class:`BadSeed`.

    >>> parse_seed("20261130")
    20261130
    """
    if not (text.isascii() and text.isdigit()) or len(text) > 19 or int(text) >= SEED_LIMIT:
        raise BadSeed(f"malformed seed {text[:40]!r}: a whole number from 0 to 2^63 - 1 is needed")
    return Seed(int(text))


def draw(seed: int, index: int) -> int:
    """Draw number ``index`` (from 0) of SplitMix64 started at ``seed``: a uniform 64-bit integer.

    >>> [draw(1234567, index) for index in range(2)]
    [6457827717110365317, 3203168211198807973]
    """
    z = (seed + (index + 1) * GAMMA) & _MASK
    z = ((z ^ (z >> 30)) * MIX_1) & _MASK
    z = ((z ^ (z >> 27)) * MIX_2) & _MASK
    return z ^ (z >> 31)


def heart_draw(seed: int, spin: int, landing: int) -> int:
    """The 64-bit draw behind the ``landing``-th heart (from 0) to land in spin ``spin`` of a round."""
    return draw(seed ^ HEART_STREAM, spin * HEARTS_A_SPIN + landing)


def derived_seed(seed: int, index: int) -> Seed:
    """Seed number ``index`` of a batch: the top 63 bits of one draw of the batch's own seed.

    >>> derived_seed(1, 0)
    5225608189600411232
    """
    return Seed(draw(seed, index) >> 1)


def derived_seeds(seed: int, count: int) -> Iterator[Seed]:
    """The seeds of a batch of ``count`` rounds, in order."""
    return (derived_seed(seed, index) for index in range(count))
