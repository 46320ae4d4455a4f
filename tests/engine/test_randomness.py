"""Statistical tests of the generator that play uses, at 99 % and from a fixed seed.

What is asked of several reels or lags at once is one test: the sum of the squared standard scores.

A draw is ``rng.draw``, a round's seed comes from ``rng.new_seed``; nothing here has a generator of its own.
"""

import inspect
import math
import secrets
from collections import Counter
from itertools import pairwise

import pytest

from game.engine import new_seed, play, rng
from game.engine.model import current_model
from game.engine.rng import derived_seeds, draw, heart_draw
from game.engine.rules import HEART_VALUES, Mode

SEED = 1
ROUNDS = 102_400
Z_99 = 2.5758
CHI_SQUARE_99 = {255: 310.457, 18: 34.805, 15: 30.578, 14: 29.141, 6: 16.812}
"""Degrees of freedom -> what chi-square stays below in 99 of 100 fair samples."""


def chi_square(seen, expected):
    return sum((count - due) ** 2 / due for count, due in zip(seen, expected, strict=True))


def correlation(pairs):
    count = len(pairs)
    left, right = sum(one for one, _ in pairs) / count, sum(other for _, other in pairs) / count
    both = sum((one - left) * (other - right) for one, other in pairs)
    return both / math.sqrt(
        sum((one - left) ** 2 for one, _ in pairs) * sum((other - right) ** 2 for _, other in pairs)
    )


def runs_z(signs):
    """How many standard errors the number of runs of a yes-no sequence is from what chance makes."""
    yes, no = signs.count(True), signs.count(False)
    count = yes + no
    mean = 2 * yes * no / count + 1
    variance = (mean - 1) * (mean - 2) / (count - 1)
    return (1 + sum(one != other for one, other in pairwise(signs)) - mean) / math.sqrt(variance)


@pytest.fixture(scope="module")
def stops():
    """Stops of each reel on the first boards of a batch of rounds, in order."""
    numbers = [draw(seed, 0) for seed in derived_seeds(SEED, ROUNDS)]
    return [[number >> 8 * reel & 255 for number in numbers] for reel in range(6)]


@pytest.mark.parametrize("reel", range(6))
def test_every_stop_of_a_reel_is_as_likely(stops, reel):
    seen = Counter(stops[reel])
    assert len(seen) == 256
    assert chi_square([seen[stop] for stop in range(256)], [ROUNDS / 256] * 256) < CHI_SQUARE_99[255]


@pytest.mark.parametrize("reel", range(6))
def test_every_stop_is_as_likely_on_later_boards_of_a_round(reel):
    """Boards of one long round: consecutive draws of one seed, as free spins use them."""
    seen = Counter(draw(SEED, index) >> 8 * reel & 255 for index in range(1, ROUNDS + 1))
    assert chi_square([seen[stop] for stop in range(256)], [ROUNDS / 256] * 256) < CHI_SQUARE_99[255]


def test_a_round_says_nothing_of_a_later_one(stops):
    scores = [
        correlation(list(zip(reel, reel[lag:], strict=False))) * math.sqrt(ROUNDS - lag)
        for reel in stops
        for lag in (1, 2, 7)
    ]
    assert sum(score**2 for score in scores) < CHI_SQUARE_99[len(scores)]


def test_a_reel_says_nothing_of_another(stops):
    pairs = [(one, other) for one in range(6) for other in range(one)]
    scores = [correlation(list(zip(stops[one], stops[other], strict=True))) * math.sqrt(ROUNDS) for one, other in pairs]
    assert sum(score**2 for score in scores) < CHI_SQUARE_99[len(scores)]


def test_stops_run_high_and_low_as_chance_has_it(stops):
    scores = [runs_z([stop >= 128 for stop in reel]) for reel in stops]
    assert sum(score**2 for score in scores) < CHI_SQUARE_99[len(scores)]


def test_wins_run_as_chance_has_it():
    hits = [play(Mode.BASE, seed).win > 0 for seed in derived_seeds(SEED, 20_000)]
    assert abs(runs_z(hits)) < Z_99
    assert abs(correlation(list(pairwise(map(int, hits))))) < Z_99 / math.sqrt(len(hits) - 1)


@pytest.mark.parametrize("name", ["base", "ante", "free"])
def test_heart_values_follow_their_weights(name):
    model, weights = current_model(), current_model().heart_weights[name]
    values = [model.heart_value(name, heart_draw(seed, 1, 0)) for seed in derived_seeds(SEED + 1, ROUNDS)]
    seen = Counter(values)
    expected = [ROUNDS * weight / 65536 for weight in weights]
    # Values rarer than five in the sample are counted together, as the test needs.
    together = sum(due < 5 for due in expected)
    split = len(HEART_VALUES) - together
    counts = [seen[value] for value in HEART_VALUES]
    grouped = [*counts[:split], *([sum(counts[split:])] if together else [])]
    due = [*expected[:split], *([sum(expected[split:])] if together else [])]
    assert chi_square(grouped, due) < CHI_SQUARE_99[14]


def test_hearts_say_nothing_of_the_board():
    pairs = [(draw(seed, 0) >> 56, heart_draw(seed, 0, 0) >> 56) for seed in derived_seeds(SEED, ROUNDS)]
    assert abs(correlation(pairs)) < Z_99 / math.sqrt(ROUNDS)


def test_every_bit_of_a_seed_moves_half_the_draw():
    for bit in range(63):
        flips = [(draw(seed, 0) ^ draw(seed ^ 1 << bit, 0)).bit_count() for seed in derived_seeds(SEED, 200)]
        assert abs(sum(flips) / len(flips) - 32) < Z_99 * 4 / math.sqrt(len(flips)) + 0.5


def test_a_rounds_seed_comes_from_the_operating_system(monkeypatch):
    asked = []

    def recorded(bits):
        asked.append(bits)
        return 12345

    monkeypatch.setattr(secrets, "randbits", recorded)
    assert new_seed() == 12345
    assert asked == [63]
    monkeypatch.undo()
    assert isinstance(secrets.SystemRandom(), secrets.SystemRandom)
    assert "secrets.randbits" in inspect.getsource(rng.new_seed)


def test_seeds_of_play_are_spread_evenly():
    """Real seeds, so never the same twice: the bound is one in ten thousand million."""
    seeds = [new_seed() for _ in range(20_000)]
    for bit in range(63):
        ones = sum(seed >> bit & 1 for seed in seeds)
        assert abs(ones - 10_000) < 7 * math.sqrt(5_000)


def test_a_round_knows_neither_bet_nor_balance_nor_past():
    assert list(inspect.signature(play).parameters) == ["mode", "seed", "model"]
    before = play(Mode.BASE, 99)
    for seed in derived_seeds(4, 50):
        play(Mode.ANTE, seed)
    assert play(Mode.BASE, 99) == before
