"""The streams of draws exactly as rounds use them, through a battery of tests of chance.

The short tests take seconds; ``python -m pytest --run-long tests/engine/test_streams.py -s`` takes minutes and prints
figures, some of which stand in ``docs/draw-contract.md``. It asks dieharder too where that is installed. Seeds are
fixed, so a result never changes.
"""

import math
import shutil
import subprocess
from statistics import NormalDist

import numpy as np
import pytest

from game.engine.rng import GAMMA, HEART_STREAM, HEARTS_A_SPIN, MIX_1, MIX_2, derived_seed, draw, heart_draw

BATCH = 20_261_204
ROUND = 4_242_424_242
SHORT, LONG = 2**20, 2**22
MIN_P = 1e-4
"""No test of a fixed stream may be less likely than this; there are about a hundred."""


def mixed(seeds, indices):
    """Draws of arrays of seeds and indices."""
    z = seeds + (indices + np.uint64(1)) * np.uint64(GAMMA)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(MIX_1)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(MIX_2)
    return z ^ (z >> np.uint64(31))


def numbers(first, count):
    return np.arange(first, first + count, dtype=np.uint64)


def first_boards(first, count):
    """Draw 0 of the rounds of a batch."""
    seeds = mixed(np.uint64(BATCH), numbers(first, count)) >> np.uint64(1)
    return mixed(seeds, np.uint64(0))


def boards_of_a_round(first, count):
    """Draws 0, 1, 2, ... of one round."""
    return mixed(np.uint64(ROUND), numbers(first, count))


def hearts(first, count):
    """The first two hearts of spins 0 to 15 of the rounds of a batch."""
    places = numbers(first, count)
    seeds = mixed(np.uint64(BATCH), places >> np.uint64(5)) >> np.uint64(1)
    spin, landing = (places >> np.uint64(1)) & np.uint64(15), places & np.uint64(1)
    return mixed(seeds ^ np.uint64(HEART_STREAM), spin * np.uint64(HEARTS_A_SPIN) + landing)


def boards_of_rounds(first, count):
    """Draws 0 to 15 of the rounds of a batch, one round after the other."""
    places = numbers(first, count)
    return mixed(mixed(np.uint64(BATCH), places >> np.uint64(4)) >> np.uint64(1), places & np.uint64(15))


STREAMS = {"first boards of a batch": first_boards, "boards of a round": boards_of_a_round, "hearts": hearts}
LONG_STREAMS = {**STREAMS, "boards of rounds": boards_of_rounds}
DIEHARDER = {0: 50, 1: 50, 2: 20, 3: 50, 4: 50, 8: 100, 9: 50, 15: 100, 16: 50, 100: 100, 101: 20, 205: 1}
"""Tests that dieharder calls good and how often each is done, which takes seconds. All of them would take hours."""


def two_sided(z):
    return 2 * (1 - NormalDist().cdf(abs(z)))


def chi_square_p(counts, expected):
    """The two-sided p-value of a chi-square of many cells, by Wilson and Hilferty's normal approximation."""
    cells = np.asarray(counts, np.float64).ravel()
    freedom = len(cells) - 1
    statistic = float(((cells - expected) ** 2 / expected).sum())
    z = ((statistic / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / math.sqrt(2 / (9 * freedom))
    return two_sided(z)


def byte_of(draws, reel):
    return (draws >> np.uint64(8 * reel)).astype(np.uint8)


def equal_bytes(draws):
    """Every stop of every reel as often as any other."""
    for reel in range(8):
        yield f"byte {reel}", chi_square_p(np.bincount(byte_of(draws, reel), minlength=256), len(draws) / 256)


def pairs_of_reels(draws):
    """Every pair of stops of two neighbouring reels as often as any other."""
    for reel in range(7):
        pairs = (draws >> np.uint64(8 * reel)).astype(np.uint16)
        yield f"bytes {reel} and {reel + 1}", chi_square_p(np.bincount(pairs, minlength=65536), len(draws) / 65536)


def pairs_of_rounds(draws):
    """The stop of a reel tells nothing of its next one, nor of the one after that."""
    for lag in (1, 2, 15):
        for reel in (0, 3, 7):
            stops = byte_of(draws, reel).astype(np.int64)
            pairs = stops[:-lag] * 256 + stops[lag:]
            yield f"byte {reel}, {lag} later", chi_square_p(np.bincount(pairs, minlength=65536), len(pairs) / 65536)


def even_bits(draws):
    """Every bit set half of the time, and no two bits of a draw together more than a quarter."""
    rest, half, spread = len(draws) - 1, len(draws) / 2, math.sqrt(len(draws) / 4)
    turned, ones, both, later = draws ^ np.roll(draws, 1), [], [], []
    neighbours = draws ^ (draws >> np.uint64(1) | draws << np.uint64(63))
    for bit in (np.uint64(1 << place) for place in range(64)):
        ones.append(np.count_nonzero(draws & bit))
        both.append(np.count_nonzero(neighbours & bit))
        later.append(np.count_nonzero(turned[1:] & bit))
    yield "bits", _sum_of_squares_p((np.array(ones) - half) / spread)
    yield "neighbouring bits", _sum_of_squares_p((np.array(both) - half) / spread)
    yield "bits of the next draw", _sum_of_squares_p((np.array(later) - rest / 2) / math.sqrt(rest / 4))


def _sum_of_squares_p(z):
    freedom = len(z)
    statistic = float((z**2).sum())
    return two_sided(((statistic / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / math.sqrt(2 / (9 * freedom)))


def ranks(draws):
    """Ranks of 64 x 64 matrices of bits, a draw a row, as often full, one short, or less as chance has it."""
    matrices = draws[: len(draws) // 64 * 64].reshape(-1, 64).copy()[: 2**14]
    rank = np.zeros(len(matrices), np.int64)
    for bit in range(64):
        column = (matrices >> np.uint64(bit)) & np.uint64(1)
        pivot = column.argmax(axis=1)
        found = column.any(axis=1)
        row = matrices[np.arange(len(matrices)), pivot]
        matrices ^= np.where(found[:, None] & (column == 1), row[:, None], np.uint64(0))
        rank += found
    full = math.prod(1 - 2.0**-k for k in range(1, 65))
    chances = np.array([full, 2 * full, 1 - 3 * full])
    counts = np.array([(rank == 64).sum(), (rank == 63).sum(), (rank < 63).sum()])
    statistic = float(((counts - chances * len(rank)) ** 2 / (chances * len(rank))).sum())
    yield "ranks", math.exp(-statistic / 2)


def birthdays(draws):
    """Equal spacings between sorted draws, 4096 birthdays in a year of 2^34, as often as Poisson has it: 2 a year."""
    for shift in (0, 14, 30):
        days = ((draws >> np.uint64(shift)) & np.uint64(2**34 - 1))[: len(draws) // 4096 * 4096].reshape(-1, 4096)
        spacings = np.sort(np.diff(np.sort(days.astype(np.int64), axis=1), axis=1), axis=1)
        equal = int((np.diff(spacings, axis=1) == 0).sum())
        mean = len(days) * 4096**3 / (4 * 2**34)
        yield f"birthdays from bit {shift}", two_sided((equal - mean) / math.sqrt(mean))


TESTS = (equal_bytes, pairs_of_reels, pairs_of_rounds, even_bits, ranks, birthdays)


def test_arrays_are_drawn_like_numbers():
    assert first_boards(5, 3).tolist() == [draw(derived_seed(BATCH, 5 + step), 0) for step in range(3)]
    assert boards_of_a_round(0, 3).tolist() == [draw(ROUND, step) for step in range(3)]
    expected = [heart_draw(derived_seed(BATCH, place >> 5), place >> 1 & 15, place & 1) for place in range(70)]
    assert hearts(0, 70).tolist() == expected


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.__name__)
@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_looks_like_chance(name, test):
    found = dict(test(STREAMS[name](0, SHORT)))
    assert {label: p for label, p in found.items() if p < MIN_P} == {}


def _biased(draws):
    return draws & ~(np.uint64(1) << np.uint64(17)) | (draws >> np.uint64(8) & np.uint64(1)) << np.uint64(17)


FLAWED = {
    "one stop too rare": lambda draws: np.where(byte_of(draws, 2) == 7, draws ^ np.uint64(1 << 16), draws),
    "a bit that copies another": _biased,
    "every draw twice": lambda draws: np.repeat(draws[: len(draws) // 2], 2),
    "rows that depend on others": lambda draws: np.where(
        np.arange(len(draws)) % 64 == 63, np.roll(draws, 1) ^ np.roll(draws, 2), draws
    ),
}


@pytest.mark.parametrize("flaw", FLAWED)
def test_the_battery_finds_a_flaw(flaw):
    draws = FLAWED[flaw](first_boards(0, SHORT))
    assert min(p for test in TESTS for _, p in test(draws)) < MIN_P


@pytest.mark.long
@pytest.mark.parametrize("name", LONG_STREAMS)
def test_a_long_stream_looks_like_chance(name):
    values = [p for test in TESTS for _, p in test(LONG_STREAMS[name](2**32, LONG))]
    values.sort()
    middle = values[len(values) // 2]
    print(f"{name}: {len(values)} tests of {LONG:,} draws, least p {values[0]:.4f}, median {middle:.2f}")
    assert values[0] * len(values) > 1e-3


@pytest.mark.long
@pytest.mark.skipif(shutil.which("dieharder") is None, reason="needs dieharder")
@pytest.mark.parametrize("name", LONG_STREAMS)
def test_dieharder_finds_nothing(name):
    """A result is FAILED below p = 1e-6."""
    for number, times in DIEHARDER.items():
        command = ["dieharder", "-g", "200", "-d", str(number), "-p", str(times)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
            first = 0
            while run.poll() is None:
                try:
                    run.stdin.write(LONG_STREAMS[name](first, 2**20).tobytes())
                except BrokenPipeError:
                    break
                first += 2**20
            said = run.stdout.read().decode()
        results = [line.split("|") for line in said.splitlines() if "ED" in line or "WEAK" in line]
        assert results
        for test, tuple_size, _, _, p, verdict in results:
            print(f"{name}: {test.strip()} {tuple_size.strip()}: p = {float(p):.4f} {verdict.strip()}", flush=True)
        assert "FAILED" not in said
