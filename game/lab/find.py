"""Finds rounds that show a tag: for demos, tests and support.

The twin looks through the rounds of a batch in order, and the readable engine plays each round found, which must show
the tag too.
"""

from collections.abc import Iterator
from itertools import count
from typing import Final

import numpy as np

from game.engine.model import Model
from game.engine.rng import Seed, derived_seed
from game.engine.round import play
from game.engine.rules import Mode
from game.lab import twin
from game.lab.packing import pack
from game.lab.tags import TAGS

LOOK: Final = 2**18
"""Rounds looked through at a time."""


class Disagreement(AssertionError):
    """The twin and the readable engine do not play the same round."""


def find_rounds(mode: Mode, tag: str, seed: int, model: Model) -> Iterator[Seed]:
    """Seeds of rounds that show a tag, in the order of the batch of ``seed``, without end."""
    packed, state = pack(model, mode), twin.new_state()
    found = np.zeros(twin.BLOCK, np.uint64)
    shown = np.zeros(LOOK, np.uint64)
    size = LOOK if mode is not Mode.BUY else twin.BLOCK
    for first in count(0, size):
        bit = twin.FLAGS[tag]
        hits = twin.find_flag(packed, np.uint64(seed), np.uint64(first), size, bit, state, found, shown)
        for number in shown[:hits].tolist():
            each = derived_seed(seed, number)
            if not TAGS[tag](play(mode, each, model)):
                raise Disagreement(f"round {each} of mode {mode} shows {tag} to the twin alone")
            yield each
