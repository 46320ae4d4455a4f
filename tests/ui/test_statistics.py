"""The statistics: sums that agree with the ledger, and a band that is what luck allows."""

import pytest

from game.engine import Mode, Seed
from game.engine import play as play_round
from game.engine.rules import RETURN_TO_PLAYER
from game.money import LADDER
from game.platform.input import Action
from game.present.suspense import suspense_in
from game.ui.odds import Odds, Returns
from game.ui.scenes import statistics as panel_module
from game.ui.scenes.statistics import StatisticsPanel, luck

SD = {Mode.BASE: 10.0, Mode.ANTE: 8.0, Mode.BUY: 2.0}


RETURNS = tuple(
    Returns(rounds, low, median, high, 0.3)
    for rounds, low, median, high in ((10, 0.0, 0.3, 4.0), (100, 0.2, 0.65, 2.5), (10_000, 0.7, 0.94, 1.2))
)


@pytest.fixture
def known(monkeypatch):
    figures = {
        mode: Odds(10**9, 0.965, 0.0, 0.28, 0.1, 0.0, 400.0, 700_000.0, sd, 1.645 * sd, RETURNS)
        for mode, sd in SD.items()
    }
    monkeypatch.setattr(panel_module, "odds", figures.get)


def play(player, mode, count):
    for _ in range(count):
        player.services.table.start(mode)
        player.services.table.settle()


def test_the_band_is_the_measured_quantiles_of_as_many_rounds(player, known):
    play(player, Mode.BASE, 10)
    band = luck(player.services.table.ledger.statistics())
    for row in RETURNS:
        assert band(row.rounds) == pytest.approx((row.low, row.median, row.high))
    low, median, high = band(1000)
    assert (0.2 < low < 0.7, 0.65 < median < 0.94, 1.2 < high < 2.5) == (True, True, True)
    assert band(2) == band(10) and band(10**7) == band(10_000)


def test_the_share_that_is_ahead_is_said(player, known):
    play(player, Mode.BASE, 20)
    player.press("Menu", "Statistics")
    player.wait()
    assert player.reads("30 in 100 are ahead.")


def test_rounds_of_several_modes_count_by_how_far_they_spread(player, known):
    """Ten spins and twelve bought rounds: as many bought rounds as would spread as far."""
    player.services.table.set_bet(LADDER[0])
    play(player, Mode.BASE, 10)
    play(player, Mode.BUY, 12)
    variance = 100 * 10 * 20**2 + 4 * 12 * 2_000**2
    stake = 10 * 20 + 12 * 2_000
    alike = 4 * stake**2 / variance
    assert luck(player.services.table.ledger.statistics()).share * 22 == pytest.approx(alike)


def test_after_a_few_rounds_nothing_is_claimed(player, known):
    play(player, Mode.BASE, 9)
    assert luck(player.services.table.ledger.statistics()) is None


def test_the_panel_prints_the_ledger_s_sums_and_plots_once(player, known):
    play(player, Mode.BASE, 40)
    player.services.stack.push(StatisticsPanel(player.services))
    player.wait()
    totals = player.services.table.ledger.statistics().total
    texts = player.texts()
    assert player.services.money(totals.stake) in texts
    assert player.services.language.percent(totals.return_rate) in texts
    assert player.reads("95 players in 100 are between")
    plot = player.scene.plot
    player.draw()
    assert player.scene.plot is plot
    assert player.scene.curve.printed == RETURN_TO_PLAYER
    assert player.scene.curve.points[-1] == (40, pytest.approx(totals.return_rate))


def test_without_rounds_or_measured_figures_nothing_is_claimed(player, monkeypatch):
    monkeypatch.setattr(panel_module, "odds", lambda mode: None)
    player.press("Menu", "Statistics")
    assert "No rounds yet." in player.texts()
    player.key(Action.BACK)
    player.key(Action.BACK)
    play(player, Mode.BASE, 3)
    player.press("Menu", "Statistics")
    assert not player.reads("players in 100")


def test_reels_held_and_big_win_screens_are_counted_when_a_round_is_paid(player):
    table, panel = player.services.table, player.scene
    held = next(s for s in range(1, 3000) if suspense_in(play_round(Mode.BASE, Seed(s))))
    big = next(s for s in range(1, 3000) if 12 < play_round(Mode.BASE, Seed(s)).win / 20 < 25)
    for seed in (held, big):
        table.next_seed = lambda seed=seed: Seed(seed)
        player.press("SPIN")
        player.until(lambda: answered(player) and panel.is_idle(), 300)
        player.wait(1)
    drops = [each for seed in (held, big) for each in suspense_in(play_round(Mode.BASE, Seed(seed)))]
    seen = table.ledger.statistics().seen
    assert (seen.held, seen.came, seen.big_wins) == (len(drops), sum(each.came for each in drops), 1)
    assert seen.chance == pytest.approx(1e6 * sum(each.chance for each in drops), abs=2)
    player.press("Menu", "Statistics")
    player.wait()
    assert player.reads(f"came {seen.came}, expected {round(100 * seen.chance / 1e6 / seen.held)}%")


def answered(player):
    """Press on through the screens; whether the table is on top."""
    if player.scenes != ["TableScene"]:
        player.key(Action.SPIN)
    return player.scenes == ["TableScene"]


def test_nothing_is_counted_of_reels_that_are_not_held(sit_down):
    player = sit_down(anticipation=False)
    held = next(s for s in range(1, 3000) if suspense_in(play_round(Mode.BASE, Seed(s))))
    player.services.table.next_seed = lambda: Seed(held)
    player.press("SPIN")
    player.until(lambda: answered(player) and player.scene.is_idle(), 300)
    assert player.services.table.ledger.statistics().seen.held == 0
