"""The list of wins adds up to what the spin won, hearts and scatters included."""

import random

import pytest

from game.engine import Mode, Seed, play
from game.engine.rules import CAP
from game.present.round_view import RoundView, fold
from game.ui.widgets.hud import total_of


@pytest.mark.parametrize(("mode", "rounds"), [(Mode.BASE, 1500), (Mode.BUY, 40)])
def test_list_of_wins_adds_up_to_the_spin(mode, rounds):
    rng = random.Random(7)
    multiplied = 0
    for _ in range(rounds):
        view = RoundView()
        for event in play(mode, Seed(rng.randrange(2**63))).events:
            view = fold(view, event)
            if type(event).__name__ in ("HeartsApplied", "ScattersPaid") or (view.wins and view.multiplier == 1):
                assert total_of(view.wins, view.multiplier) == view.spin_win or view.spin_win == 0 or view.win == CAP
            multiplied += view.multiplier > 1
    assert multiplied
