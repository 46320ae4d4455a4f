"""Figures stand beside their labels; the list of wins adds up to what the spin won, hearts and scatters included."""

import random
from datetime import timedelta

import pytest

from game.engine import Mode, Seed, play
from game.engine.rules import CAP
from game.platform.input import Action
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


def after(texts, label):
    """What is written after a label."""
    return texts[texts.index(label) + 1]


def test_every_figure_is_the_one_its_label_says(player):
    """Net, time and price by sums of their own, from the credit and the clock."""
    table = player.services.table
    for _ in range(100):
        table.start(Mode.BASE)
        table.settle()
        if table.balance not in (200_000, 200_000 - 200):
            break
    gained = table.balance - 200_000
    assert gained
    for _ in range(83):
        player.now += timedelta(seconds=1)
        table.ledger.session()
    texts = player.texts()
    sign = "+" if gained > 0 else "−"
    assert after(texts, "NET") == f"{sign}RM{abs(gained) / 100:.2f}"
    assert after(texts, "SESSION") == "0:01:23"
    assert after(texts, "PLAY MONEY") == f"RM{table.balance / 100:,.2f}"
    assert "RM2.00" in texts[texts.index("PLAY MONEY") :]
    assert "BET RM2.50" in texts, "double chance"
    assert after(texts, "BUY FREE SPINS") == "RM200.00"
    player.key(Action.ANTE)
    texts = player.texts()
    assert "RM2.50" in texts[texts.index("BET") :][:3]
