"""A seed's expansion: SplitMix64 against its published vectors, and the streams cut from it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine import rng

PUBLISHED = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B],
    1234567: [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ],
}
"""First outputs of ``splitmix64.c`` (Vigna) for two starting states, as printed in public test suites."""

seeds = st.integers(0, rng.SEED_LIMIT - 1)


@pytest.mark.parametrize("seed", PUBLISHED)
def test_draws_are_those_published(seed):
    assert [rng.draw(seed, index) for index in range(5)] == PUBLISHED[seed]


def test_draws_are_those_of_a_generator_stepped_in_order():
    state, mask = 987654321, 2**64 - 1
    for index in range(1000):
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        assert rng.draw(987654321, index) == z ^ (z >> 31)


@given(seeds, st.integers(0, 10**6))
def test_derived_seeds_are_seeds(seed, index):
    assert 0 <= rng.derived_seed(seed, index) < rng.SEED_LIMIT
    assert rng.parse_seed(str(rng.derived_seed(seed, index))) == rng.derived_seed(seed, index)


def test_a_batch_does_not_repeat_a_seed():
    assert len(set(rng.derived_seeds(1, 50_000))) == 50_000


@given(seeds, st.integers(0, 200), st.integers(0, rng.HEARTS_A_SPIN - 1))
def test_hearts_have_a_stream_of_their_own(seed, spin, landing):
    number = rng.heart_draw(seed, spin, landing)
    assert number == rng.draw(seed ^ rng.HEART_STREAM, spin * rng.HEARTS_A_SPIN + landing)
    assert number not in [rng.draw(seed, index) for index in range(64)]


def test_new_seeds_are_fresh_and_in_range():
    fresh = {rng.new_seed() for _ in range(1000)}
    assert len(fresh) == 1000
    assert all(0 <= seed < rng.SEED_LIMIT for seed in fresh)


@pytest.mark.parametrize(
    "text", ["", "-1", "1.5", "0x10", "1e3", " 1", "9223372036854775808", "9" * 400, "\u0661", "seed", "+1", "1_000"]
)
def test_malformed_seeds_are_refused(text):
    with pytest.raises(rng.BadSeed):
        rng.parse_seed(text)


def test_the_ends_of_the_range_are_seeds():
    assert rng.parse_seed("0") == 0
    assert rng.parse_seed("9223372036854775807") == rng.SEED_LIMIT - 1
