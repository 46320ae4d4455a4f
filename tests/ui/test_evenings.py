"""Evenings like mine: counted off the drawing thread from the measured odds, and said with median and share ahead."""

import numpy as np
import pytest

from game.engine.rules import Mode
from game.lab.par import NoSheet
from game.lab.sessions import evenings, measured_distribution
from game.ledger import LimitKind
from game.ui.scenes import evenings as module
from game.ui.scenes.evenings import SEED, EveningsPanel


def open_panel(player):
    player.press("Menu", "Evenings like mine")
    assert isinstance(player.scene, EveningsPanel)
    return player.scene


def counted(player):
    player.services.background.finish()
    player.wait()
    return player.scene.counted


def test_it_says_what_ten_thousand_sessions_came_to(player):
    open_panel(player)
    found = counted(player)
    same = evenings(measured_distribution(Mode.BASE), cost=200, budget=20_000, rounds=300, seed=SEED)
    assert np.array_equal(found.balances, same.balances)
    assert len(found.balances) == 10_000
    texts = player.texts()
    assert f"{player.services.money(round(same.median))} or less" in texts
    assert f"{round(100 * same.share_ahead)} in 100" in texts
    assert player.services.money(round(same.mean_loss)) in texts


def test_another_bet_budget_or_length_is_another_answer(player):
    panel = open_panel(player)
    before = counted(player)
    for name, text in (("Bet", "1"), ("Budget", "50"), ("Spins", "40")):
        player.focus(name)
        player.type(text)
    after = counted(player)
    assert (after.cost, after.budget, after.rounds) == (100, 5000, 40)
    assert after.median != before.median
    assert panel.asked.mode is Mode.BASE


@pytest.mark.parametrize(("name", "text"), [("Spins", "0"), ("Spins", "5001"), ("Budget", "0"), ("Bet", "0.33")])
def test_what_is_no_evening_is_refused_at_the_field(player, name, text):
    panel = open_panel(player)
    player.focus(name)
    player.type(text)
    assert panel.controls.named(name).reason
    assert panel.asked.spins <= 5000


def test_while_it_is_counted_the_table_goes_on(player, monkeypatch):
    waiting = []
    monkeypatch.setattr(player.services.background, "submit", lambda task: bool(waiting.append(task)) or True)
    open_panel(player)
    player.wait(0.5)
    assert "Playing 10,000 evenings …" in player.texts()
    resting = player.scene.static_key()
    waiting.pop()()
    assert player.scene.static_key() != resting
    assert "Playing 10,000 evenings …" not in player.texts()


def test_the_player_s_own_budget_is_asked_first_and_the_limits_lead_there(player):
    player.services.table.ledger.set_limit(LimitKind.BUDGET, 5000)
    player.press("Session", "Evenings like mine")
    assert player.scene.asked.budget == 5000


def test_a_model_without_measured_figures_says_so(player, monkeypatch):
    def unknown(mode):
        raise NoSheet

    monkeypatch.setattr(module, "measured_distribution", unknown)
    open_panel(player)
    counted(player)
    assert "This model has no measured figures." in player.texts()
