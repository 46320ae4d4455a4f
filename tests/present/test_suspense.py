"""Reels that are held back: which, how likely more was, and whether it came."""

import pytest

from game.engine import Mode, Seed, current_model, play
from game.engine.events import BoardDropped
from game.engine.rules import SCATTER
from game.present.suspense import chance_of_more, held_reels, suspense_in, trigger_of

ROUNDS = [play(mode, Seed(seed)) for mode in (Mode.BASE, Mode.ANTE, Mode.BUY) for seed in range(1, 400)]


def test_a_reel_is_held_where_one_scatter_is_missing_and_never_in_a_bought_first_spin():
    for played in ROUNDS:
        for event in played.events:
            if not isinstance(event, BoardDropped):
                continue
            for reel in held_reels(event.board, event.spin, played.mode):
                before = sum(column.count(SCATTER) for column in event.board[:reel])
                assert before == trigger_of(event.spin) - 1
                assert event.spin or played.mode is not Mode.BUY


def test_what_was_expected_comes_about_as_often():
    found = [each for played in ROUNDS for each in suspense_in(played)]
    expected, came = sum(each.chance for each in found), sum(each.came for each in found)
    spread = sum(each.chance * (1 - each.chance) for each in found) ** 0.5
    assert len(found) > 100
    assert abs(came - expected) < 3 * spread


@pytest.mark.parametrize("reel_set", ["base", "ante", "free"])
def test_the_fewer_reels_are_left_the_smaller_the_chance(reel_set):
    chances = [chance_of_more(current_model(), reel_set, first) for first in range(7)]
    assert chances == sorted(chances, reverse=True)
    assert chances[-1] == 0
