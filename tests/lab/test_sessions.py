"""What a session may bring: each figure against rounds drawn one by one."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from game.engine.rules import Mode
from game.lab import sessions as ss
from game.lab.par import NoSheet

LUCKY = ss.WinDistribution(20, np.array([0.0, 5.0, 20.0, 60.0, 3000.0]), np.array([0.7, 0.15, 0.1, 0.0475, 0.0025]))


def drawn_wins(distribution, sessions, rounds, seed):
    """Wins of single rounds in coins, drawn without any of the module's code."""
    return np.random.default_rng(seed).choice(distribution.coins, (sessions, rounds), p=distribution.chances)


@pytest.fixture(params=["lucky", *Mode])
def distribution(request):
    return LUCKY if request.param == "lucky" else ss.measured_distribution(request.param)


def test_a_round_is_described(distribution):
    wins, chances = distribution.coins, distribution.chances
    assert chances.sum() == pytest.approx(1)
    assert list(wins) == sorted(set(wins))
    drawn = drawn_wins(distribution, 1, 400_000, 1)[0]
    assert distribution.chance_to_win_nothing == pytest.approx((drawn == 0).mean(), abs=0.004)
    assert distribution.chance_to_pay_more_than_it_costs == pytest.approx(
        (drawn > distribution.stake).mean(), abs=0.004
    )
    error = 4 * drawn.std() / distribution.stake / 400_000**0.5
    assert distribution.mean_return == pytest.approx(drawn.mean() / distribution.stake, abs=error)
    assert distribution.mean_cost == pytest.approx(1 - distribution.mean_return)


@pytest.mark.parametrize("rounds", [1, 10, 100, 1000])
def test_returns_have_the_law_of_drawn_sessions(distribution, rounds):
    sessions = 4000
    law = ss.return_law(distribution, rounds)
    totals = np.concatenate(
        [drawn_wins(distribution, 500, rounds, seed).sum(axis=1) for seed in range(sessions // 500)]
    )
    returns = totals / (rounds * distribution.stake)
    for share in ss.SHARES:
        at = law.quantile(share)
        slack = 4 * (share * (1 - share) / sessions) ** 0.5
        assert (returns < at * (1 - 1e-4) - 1e-9).mean() <= share + slack
        assert (returns <= at * (1 + 1e-4) + 1e-9).mean() >= share - slack
    ahead = (totals > rounds * distribution.stake).mean()
    assert law.share_ahead == pytest.approx(ahead, abs=4 * (0.25 / sessions) ** 0.5)


def test_the_law_of_few_rounds_is_exact():
    law = ss.return_law(LUCKY, 2)
    chances = {}
    for one, first in zip(LUCKY.coins, LUCKY.chances, strict=True):
        for other, second in zip(LUCKY.coins, LUCKY.chances, strict=True):
            chances[one + other] = chances.get(one + other, 0.0) + first * second
    totals = sorted(chances)
    for place, total in enumerate(totals):
        exact = sum(chances[each] for each in totals[: place + 1])
        assert law.below[np.searchsorted(law.returns, total / 40 + 1e-9) - 1] == pytest.approx(exact, abs=1e-9)
    assert law.share_ahead == pytest.approx(sum(chance for total, chance in chances.items() if total > 40), abs=1e-9)


def test_a_million_rounds_come_near_the_mean(distribution):
    law = ss.return_law(distribution, 10**6)
    variance = distribution.coins**2 @ distribution.chances - (distribution.coins @ distribution.chances) ** 2
    error = variance**0.5 / distribution.stake / 1000
    assert law.quantile(0.5) == pytest.approx(distribution.mean_return, abs=0.1 * error)
    assert law.quantile(0.975) - law.quantile(0.025) == pytest.approx(2 * 1.96 * error, rel=0.05)


@pytest.mark.parametrize(("lose", "rounds"), [(0.7, 100), (0.88, 300), (0.5, 40)])
def test_losing_runs_have_the_length_of_drawn_ones(lose, rounds):
    sessions = 4000
    lost = np.random.default_rng(8).random((sessions, rounds)) < lose
    longest = np.zeros(sessions, int)
    running = np.zeros(sessions, int)
    for column in lost.T:
        running = np.where(column, running + 1, 0)
        longest = np.maximum(longest, running)
    found = ss.longest_losing_run(lose, rounds)
    assert (longest <= found).mean() >= 0.99 - 4 * (0.0099 / sessions) ** 0.5
    assert (longest <= found - 1).mean() < 0.99 + 4 * (0.0099 / sessions) ** 0.5


def test_losing_runs_at_the_ends():
    assert ss.longest_losing_run(0.0, 100) == 0
    assert ss.longest_losing_run(1.0, 100) == 100
    assert ss.longest_losing_run(0.5, 1, share=0.4) == 0
    assert ss.longest_losing_run(0.5, 1) == 1


def played_by_hand(distribution, cost, budget, rounds, sessions, seed):
    """Balances and rounds of sessions, one round after the other."""
    wins = drawn_wins(distribution, sessions, rounds, seed) * (cost / distribution.stake)
    balances, lasted = np.full(sessions, float(budget)), np.zeros(sessions)
    for column in wins.T:
        going = balances >= cost
        balances = np.where(going, balances - cost + column, balances)
        lasted += going
    return balances, lasted


def test_evenings_end_like_sessions_played_by_hand(distribution):
    found = ss.evenings(distribution, cost=200, budget=6000, rounds=150, seed=3, sessions=8000)
    balances, lasted = played_by_hand(distribution, 200, 6000, 150, 8000, 77)
    slack = 4 * (2 * 0.25 / 8000) ** 0.5
    assert found.ruined == pytest.approx((balances < 200).mean(), abs=slack)
    assert found.share_ahead == pytest.approx((balances > 6000).mean(), abs=slack)
    assert found.rounds_played.mean() == pytest.approx(lasted.mean(), abs=4 * lasted.std() * (2 / 8000) ** 0.5 + 1e-9)
    for row, share in enumerate(found.shares):
        assert (balances < found.fan[row, -1] - 1e-6).mean() <= share + slack
        assert (balances <= found.fan[row, -1] + 1e-6).mean() >= share - slack
    assert found.median == found.fan[found.shares.index(0.5), -1]
    error = 4 * balances.std() * (2 / 8000) ** 0.5
    assert found.mean_loss == pytest.approx(6000 - balances.mean(), abs=error)


def test_evenings_have_a_fan_from_the_budget_on():
    found = ss.evenings(LUCKY, cost=1.0, budget=50, rounds=200, seed=1, sessions=1000)
    assert found.checkpoints[0] == 0
    assert found.checkpoints[-1] == 200
    assert found.fan.shape == (len(ss.SHARES), len(found.checkpoints))
    assert (found.fan[:, 0] == 50).all()
    assert (np.diff(found.fan, axis=0) >= 0).all()
    assert len(found.balances) == 1000
    again = ss.evenings(LUCKY, cost=1.0, budget=50, rounds=200, seed=1, sessions=1000)
    other = ss.evenings(LUCKY, cost=1.0, budget=50, rounds=200, seed=2, sessions=1000)
    assert (again.balances == found.balances).all()
    assert (other.balances != found.balances).any()


def test_a_budget_below_one_round_is_an_evening_without_rounds():
    found = ss.evenings(LUCKY, cost=10, budget=9, rounds=5, seed=1, sessions=10)
    assert (found.balances == 9).all()
    assert found.ruined == 1
    assert found.rounds_played.max() == 0


@pytest.mark.parametrize("wrong", [{"cost": 0}, {"budget": -1}, {"rounds": 0}, {"sessions": 0}])
def test_what_is_no_session_is_refused(wrong):
    with pytest.raises(ValueError, match="a session needs"):
        ss.evenings(LUCKY, **{"cost": 1.0, "budget": 50, "rounds": 20, "seed": 1, **wrong})


def test_ruin_comes_when_it_comes_to_sessions_played_by_hand():
    found = ss.ruin_times(LUCKY, 20, seed=5)
    _, lasted = played_by_hand(LUCKY, 20, 400, 600, 8000, 6)
    for rounds, share in zip(found, ss.RUIN_SHARES, strict=True):
        if rounds is not None and rounds < 600:
            slack = 4 * (share * (1 - share) / 4000) ** 0.5 * 1.5
            assert (lasted < rounds).mean() <= share + slack
            assert (lasted <= rounds).mean() >= share - slack
    assert found[0] < found[1]


def test_what_never_ruins_has_no_time():
    always = ss.WinDistribution(20, np.array([20.0]), np.array([1.0]))
    assert ss.ruin_times(always, 5, seed=1) == [None] * len(ss.RUIN_SHARES)


def test_a_sheet_without_a_distribution_says_so():
    with pytest.raises(NoSheet, match="stores no distribution"):
        ss.sheet_distribution({"model": "x", "stake_coins": 20})


def test_sessions_need_no_extra():
    code = (
        "import sys; from game.engine import Mode; from game.lab.sessions import measured_distribution, evenings\n"
        "evenings(measured_distribution(Mode.BASE), cost=1, budget=9, rounds=9, seed=1, sessions=9)\n"
        "print(sorted({'numba', 'scipy', 'pygame', 'matplotlib'} & set(sys.modules)))"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def flat(value, path=""):
    """Every number of nested JSON by its path."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        return {name: number for key, part in items for name, number in flat(part, f"{path}/{key}").items()}
    return {path: value}


@pytest.mark.parametrize("mode", Mode)
def test_the_stored_figures_are_those_of_the_stored_wins(mode):
    from game.lab.par import measured_sheet

    sheet = measured_sheet(mode)
    figures = ss.session_figures(ss.sheet_distribution(sheet), int(sheet["seed"]))
    assert flat(json.loads(json.dumps(figures))) == pytest.approx(flat(sheet["sessions"]), abs=1e-9, rel=1e-6)
    if "measured_model" in sheet:
        return
    assert sum(sheet["win_distribution"]["rounds"]) == sheet["rounds"]
    assert sum(sheet["win_distribution"]["coins"]) == sheet["coins_won"]
