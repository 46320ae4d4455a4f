"""Exact anchors: first boards counted by convolution, and the twin within four standard errors of them."""

import itertools
import math
from collections import Counter
from fractions import Fraction

import pytest

pytest.importorskip("numba", reason="the twin needs the extra 'maths'")

import numpy as np

from game.engine.model import current_model
from game.engine.rules import PAYS, ROWS, Mode
from game.lab.exact import COMBINATIONS, first_board
from game.lab.packing import SHIFTS, pack, pack_reels
from game.lab.pairs import next_controls
from game.lab.simulate import FREE, ROUNDS, Run, count_run
from game.lab.twin import BLOCK, new_state, play_sequence
from game.lab.words import ONE, ZERO, compiled, draw, hearts_in, hits_in, pay_of, scatters_in, word_shown

SETS = ("base", "ante", "free")


@pytest.fixture(scope="module")
def boards():
    return {name: first_board(current_model(), name) for name in SETS}


@pytest.mark.parametrize("name", SETS)
def test_all_combinations_are_counted(boards, name):
    assert boards[name].ways.shape[0] == len(PAYS)
    for symbol in PAYS:
        assert sum(boards[name].count_ways(symbol)) == COMBINATIONS == 2**48
    assert sum(boards[name].scatter_ways()) == sum(boards[name].heart_ways()) == COMBINATIONS


@pytest.mark.parametrize("name", SETS)
def test_the_convolution_is_that_of_each_reel_by_hand(boards, name):
    """Each symbol's counts once more, with fractions, from the strips alone."""
    strips = current_model().reels[name]
    for kind, ways in [(symbol, boards[name].count_ways(symbol)) for symbol in PAYS] + [
        ("scatter", boards[name].scatter_ways()),
        ("heart", boards[name].heart_ways()),
    ]:
        chances = {0: Fraction(1)}
        for strip in strips:
            shown = Counter(sum(strip[(stop + row) % 256] == kind for row in range(ROWS)) for stop in range(256))
            spread = Counter()
            for (total, chance), (count, stops) in itertools.product(chances.items(), shown.items()):
                spread[total + count] += chance * Fraction(stops, 256)
            chances = spread
        assert {count: Fraction(number, 2**48) for count, number in enumerate(ways) if number} == {
            count: chance for count, chance in chances.items() if chance
        }


@compiled
def count_first_boards(reels, pays, seed, first, rounds, state, counts, sums):
    """Count kinds on the first boards of some draws, and sum what the twin says they pay."""
    for index in range(first, first + rounds):
        number = draw(seed, np.uint64(index))
        word = word_shown(reels.windows, number)
        for symbol in range(9):
            counts[symbol, (word >> np.uint64(5 + 6 * symbol)) & np.uint64(63)] += 1
        counts[9, scatters_in(word)] += 1
        counts[10, hearts_in(word)] += 1
        win, boards, first, second, last = play_sequence(reels, pays, number, state, None, 0)
        first_win, hits = 0, hits_in(first)
        while hits != ZERO:
            first_win += pay_of(pays, first, hits & (ZERO - hits))
            hits &= hits - ONE
        sums[0] += first_win
        sums[1] += first_win * first_win
        # A sequence of one win is what its first board pays, and its second board is its last.
        sums[2] += (boards == 1) * ((win != first_win) + (second != last)) + (boards == 0) * (win + (first != last))


@pytest.mark.parametrize("name", SETS)
def test_the_twin_is_within_four_standard_errors(boards, name):
    rounds = 4_000_000
    counts, sums = np.zeros((11, 32), np.int64), np.zeros(3, np.int64)
    reels, pays = pack_reels(current_model(), name), pack(current_model(), Mode.BASE).pays
    count_first_boards(reels, pays, np.uint64(2026), 0, rounds, new_state(), counts, sums)
    exact = [boards[name].count_ways(symbol) for symbol in PAYS]
    exact += [boards[name].scatter_ways(), boards[name].heart_ways()]
    for row, ways in zip(counts, exact, strict=True):
        for count, number in enumerate(ways):
            chance = number / COMBINATIONS
            error = math.sqrt(rounds * chance * (1 - chance))
            assert abs(row[count] - rounds * chance) <= max(4 * error, 4), (name, count)
    assert sums[2] == 0
    mean = sums[0] / rounds
    error = math.sqrt((sums[1] / rounds - mean**2) / rounds)
    assert abs(mean - sum(boards[name].pay(symbol) for symbol in PAYS)) <= 4 * error
    trigger = boards[name].scatters_chance(4)
    assert abs(counts[9, 4:].sum() / rounds - trigger) <= 4 * math.sqrt(trigger / rounds)


def test_the_fields_of_a_word_do_not_overlap():
    assert sorted(SHIFTS.values()) == [0, *range(5, 59, 6), 59]


def test_the_known_terms_are_means_over_first_boards(boards):
    """What two ways of summing the exact counts must both say."""
    base, free = boards["base"], boards["free"]
    controls, free_controls = base.paid_controls(), free.free_controls()
    assert controls[0] + controls[1] == pytest.approx(sum(base.pay(symbol) for symbol in PAYS), rel=1e-12)
    assert controls[4] == pytest.approx(base.scatters_chance(4), rel=1e-12)
    assert base.bought_controls()[3] == pytest.approx(controls[3] / controls[4], rel=1e-12)
    assert free_controls[0] + free_controls[1] == pytest.approx(sum(free.pay(symbol) for symbol in PAYS), rel=1e-12)
    assert free_controls[4] == pytest.approx(free.scatters_chance(3), rel=1e-12)


@pytest.mark.parametrize("mode", [Mode.BASE, Mode.ANTE])
def test_sampled_controls_are_within_four_standard_errors(boards, mode):
    """The estimator's controls as the twin samples them, against their exact means."""
    run, reels = count_run(Run(current_model(), mode, 6, 4_000_000)), current_model().reels
    name, pays = mode.reel_set, tuple(PAYS.values())
    paid = np.append(boards[name].paid_controls(), next_controls(reels[name], pays, 4)[:-1])
    free = np.append(boards["free"].free_controls(), next_controls(reels["free"], pays, 3))
    for prefix, known, count in (("", paid, run.done[ROUNDS]), ("free ", free, run.done[FREE])):
        sums, products = run.totals[f"{prefix}sums"], run.totals[f"{prefix}products"]
        blocks = run.totals[f"{prefix}blocks"][0]
        for control, exact in enumerate(known, start=len(sums) - len(known)):
            mean = int(sums[control]) / count
            variance = int(products[control, control]) / (blocks * BLOCK) - BLOCK * mean * mean
            assert abs(mean - exact) <= 4 * math.sqrt(variance / count), (prefix, control)
