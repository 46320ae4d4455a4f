"""The compiled twin against the readable engine: the same seed is the same round, exactly."""

import pytest

pytest.importorskip("numba", reason="the twin needs the extra 'maths'")

from dataclasses import replace

import numpy as np

from game.engine import events as ev
from game.engine import play
from game.engine.model import current_model, load_model, released_versions
from game.engine.rng import derived_seeds
from game.engine.rules import CAP, Mode
from game.lab import twin
from game.lab.packing import pack
from game.lab.tags import TAGS

STRIP = current_model().reels["base"][0]


def flags_of(played):
    """A round's flags, read from its events."""
    hit = twin.FLAGS["hit"] if played.win else 0
    return hit + sum(twin.FLAGS[tag] for tag, shows in TAGS.items() if shows(played))


def traced(model, mode, seeds):
    wins, spins, flags = (np.zeros(len(seeds), np.int64) for _ in range(3))
    twin.trace_rounds(pack(model, mode), np.array(seeds, np.uint64), twin.new_state(), wins, spins, flags)
    return wins.tolist(), spins.tolist(), flags.tolist()


def differing(model, mode, seeds):
    """Seeds whose round is not the same in both."""
    wrong = []
    for seed, win, spins, flags in zip(seeds, *traced(model, mode, seeds), strict=True):
        played = play(mode, seed, model)
        free_spins = sum(isinstance(event, ev.SpinSettled) for event in played.events) - 1
        if (played.win, free_spins, flags_of(played)) != (win, spins, flags):
            wrong.append(seed)
    return wrong


@pytest.mark.parity
@pytest.mark.parametrize(("mode", "part"), [(mode, part) for mode in (Mode.BASE, Mode.ANTE) for part in range(4)])
def test_a_hundred_thousand_rounds_are_the_same(mode, part):
    assert differing(current_model(), mode, list(derived_seeds(1000 + part, 25_000))) == []


@pytest.mark.parity
@pytest.mark.parametrize("part", range(4))
def test_ten_thousand_bought_rounds_are_the_same(part):
    assert differing(current_model(), Mode.BUY, list(derived_seeds(2000 + part, 2_500))) == []


@pytest.mark.parametrize("version", released_versions())
@pytest.mark.parametrize(("mode", "rounds"), [(Mode.BASE, 3000), (Mode.ANTE, 3000), (Mode.BUY, 200)])
def test_rounds_of_every_model_are_the_same(version, mode, rounds):
    assert differing(load_model(version), mode, list(derived_seeds(4, rounds))) == []


@pytest.mark.parametrize("mode", Mode)
def test_rare_rounds_are_the_same(mode):
    """The rounds most likely to be played differently: capped, with six scatters, long tumbles, a heart of 500."""
    seeds = list(derived_seeds(5, 30_000 if mode is Mode.BUY else 3_000_000))
    wins, _, flags = traced(current_model(), mode, seeds)
    rare = twin.FLAGS["cap"] | twin.FLAGS["six-scatters"] | twin.FLAGS["heart-500"] | twin.FLAGS["tumbles>=8"]
    notable = [seed for seed, shown in zip(seeds, flags, strict=True) if shown & rare][:150]
    assert len(notable) > 20
    assert max(wins) == CAP or mode is not Mode.BUY
    assert differing(current_model(), mode, notable) == []


def test_seeds_at_the_ends_of_the_range_are_the_same():
    seeds = [0, 1, 2, 2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**62, 2**63 - 2, 2**63 - 1]
    for mode in Mode:
        assert differing(current_model(), mode, seeds) == []


@pytest.mark.parametrize("cells", [(3,), (3, 9, 20, 40, 60, 90, 120, 200), (10, 13, 100), (1, 254)])
def test_bought_rounds_of_any_strips_are_the_same(cells):
    """Scatters that the fast search for a first board has room for, and such that it has not."""
    model = current_model()
    strip = tuple(
        "scatter" if stop in cells else kind if kind != "scatter" else "red" for stop, kind in enumerate(STRIP)
    )
    other = replace(model, reels={**model.reels, "base": (strip, *model.reels["base"][1:])})
    assert differing(other, Mode.BUY, list(derived_seeds(6, 40))) == []
