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
from game.lab import blocks, twin
from game.lab.packing import pack
from game.lab.tags import Tag, parse_tag

LOOK: Final = 2**18
"""Rounds looked through at a time."""


class Disagreement(AssertionError):
    """The twin and the readable engine do not play the same round."""


def find_rounds(mode: Mode, tag: str | Tag, seed: int, model: Model) -> Iterator[Seed]:
    """Seeds of rounds that show a tag, in the order of the batch of ``seed``, without end."""
    wanted = parse_tag(tag) if isinstance(tag, str) else tag
    flag = twin.FLAGS[wanted.flag] if wanted.flag else 0
    asked = (flag, wanted.min_tumbles, wanted.min_coins)
    packed, state, block = pack(model, mode), twin.new_state(), blocks.new_block()
    shown = np.zeros(LOOK, np.uint64)
    size = LOOK if mode is not Mode.BUY else blocks.BLOCK
    for first in count(0, size):
        hits = twin.find_flag(packed, np.uint64(seed), np.uint64(first), size, asked, state, block, shown)
        for number in shown[:hits].tolist():
            each = derived_seed(seed, number)
            if not wanted.shows(play(mode, each, model)):
                raise Disagreement(f"round {each} of mode {mode} shows {wanted.name} to the twin alone")
            yield each
