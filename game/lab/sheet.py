"""Makes a run's PAR sheet: every figure a slot mathematician looks for, as one JSON object.

Returns, wins and deviations are multiples of the mode's stake unless a key ends in ``_bets`` (base bets) or starts
with ``coins`` (exact coins). Nothing here depends on how a run was spread over workers.
"""

import math
from collections.abc import Sequence
from itertools import accumulate
from statistics import NormalDist
from typing import Any, Final

import numpy as np

from game import __version__
from game.engine.model import Model, content_hash
from game.engine.rules import (
    BASE_BET,
    CAP,
    FREE_SPINS_TRIGGER,
    HEART_VALUES,
    RETRIGGER_TRIGGER,
    RETURN_TO_PLAYER,
    Mode,
    Ruleset,
)
from game.lab import twin
from game.lab.blocks import BLOCK
from game.lab.estimate import (
    MIN_BLOCKS,
    NEXT_CONTROLS,
    NEXT_FROM,
    Means,
    Return,
    Sample,
    controlled_means,
    estimate_return,
)
from game.lab.exact import first_board
from game.lab.packing import Floats
from game.lab.pairs import next_controls
from game.lab.sampling import SpinTotals
from game.lab.sessions import WinDistribution, return_law, session_figures, sheet_distribution
from game.lab.simulate import FREE, PAID, ROUNDS, WEIGHT_UNIT, Run
from game.lab.win_bins import BIN_TOPS, bucket_tops

Sheet = dict[str, Any]

BAND_ROUNDS: Final = (10**3, 10**4, 10**5, 10**6, 10**7)
"""Lengths of play whose return bands are given."""
BAND_ENDS: Final = (0.05, 0.95)
"""Shares of sessions below a band's ends."""
SYMBOL_BANDS: Final = ("8-9", "10-11", "12-30")
PART_NAMES: Final = ("paying_symbols", "hearts", "scatter_pays", "free_spins", "cap")
CLOSED_FORM: Final = (
    "closed form: the mean of a paid spin and, where it triggers, the mean of a round of free spins before the cap, "
    "which follows from seven means of single free spins; less what the cap takes. Integrated out exactly: the values "
    "of hearts, how many free spins a round has and in which of them its hearts land. Exact means of first boards and "
    "of one and two tumbles are control variates. What the cap takes is weighed from second sets of free spins, half "
    "of them with more of the big hearts. The interval joins the errors of these samples"
)
RAW: Final = "raw: coins won by coins staked (too few rounds for the closed form)"
MIN_RAW_ROUNDS: Final = {Mode.BASE: 10**6, Mode.ANTE: 10**6, Mode.BUY: 10**4}
"""Rounds from which on a normal interval about the raw return holds about as often as it says."""


FREE_WIN_PERCENTILES: Final = (10, 25, 50, 75, 90, 95, 99)


def z(confidence: float) -> float:
    """Standard errors either side of a two-sided normal interval."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def mean_heart(model: Model, reel_set: str) -> float:
    """Mean value of a heart of a reel set."""
    weights = model.heart_weights[reel_set]
    return sum(weight * value for weight, value in zip(weights, HEART_VALUES, strict=True)) / sum(weights)


def free_means(run: Run) -> Means:
    """The seven moments of a free spin of a run."""
    known = first_board(run.model, "free").free_controls()
    following = following_controls(run, "free", RETRIGGER_TRIGGER, run.done[FREE])
    return controlled_means(sample_of(run, "free ", run.done[FREE]), np.append(known, following))


def paid_means(run: Run) -> Means:
    """The means of a run's paid spins."""
    board, spins = first_board(run.model, run.mode.reel_set), run.done[ROUNDS] + run.done[PAID]
    if run.mode is Mode.BUY:
        known, following = board.bought_controls(), np.full(len(NEXT_CONTROLS), math.nan)
    else:
        known, following = board.paid_controls(), following_controls(run, run.mode.reel_set, FREE_SPINS_TRIGGER, spins)
    return controlled_means(sample_of(run, "", spins), np.append(known, following[:-1]))


def sample_of(run: Run, prefix: str, count: int) -> Sample:
    """What was summed of the terms of a run's spins."""
    sums, whole_sums, products, blocks = (run.totals[f"{prefix}{name}"] for name in SpinTotals._fields)
    return Sample(count, sums, whole_sums, products, int(blocks[0]), BLOCK)


def following_controls(run: Run, reel_set: str, min_scatters: int, spins: int) -> Floats:
    """Means of the next controls of a reel set, NaN for a sample too small to be worth them."""
    if spins < NEXT_FROM:
        return np.full(len(NEXT_CONTROLS), math.nan)
    return next_controls(run.model.reels[reel_set], tuple(run.model.ruleset.pays.values()), min_scatters)


def beyond_cap(run: Run) -> tuple[float, float]:
    """Coins a round that the cap takes, and the variance of that estimate."""
    return weighed_mean(run.totals["cap"][0], run.totals["cap"][1], run.done[ROUNDS])


def cap_reached(run: Run) -> tuple[float, float]:
    """The chance of a round to reach the cap, and the variance of that estimate."""
    return weighed_mean(run.totals["cap"][2], run.totals["cap"][3], run.done[ROUNDS])


def weighed_mean(total: int, squares: int, rounds: int) -> tuple[float, float]:
    """The mean of weighed sums in 65536ths, and its variance."""
    mean = total / WEIGHT_UNIT / rounds
    return mean, (squares / WEIGHT_UNIT / rounds - mean * mean) / rounds


def run_return(run: Run) -> Return:
    """The closed-form return of a run, in coins a round."""
    return estimate_return(
        paid_means(run),
        free_means(run),
        mean_heart(run.model, run.mode.reel_set),
        mean_heart(run.model, "free"),
        beyond_cap(run),
    )


def build_sheet(run: Run, seconds: float) -> Sheet:
    """The sheet of what has been counted of a run in ``seconds``; raises ``ValueError`` if that is nothing."""
    rounds, totals, stake = run.done[ROUNDS], run.totals, run.model.ruleset.stakes[run.mode]
    if not rounds:
        raise ValueError("nothing was counted")
    won, squares = int(totals["coins"][0]), int(totals["coins"][1])
    raw_mean = won / rounds
    variance = (squares / rounds - raw_mean * raw_mean) * (rounds / max(rounds - 1, 1))
    raw_error = math.sqrt(max(variance, 0.0) / rounds) / stake
    closed = min(totals["blocks"][0], totals.get("free blocks", [0])[0]) >= MIN_BLOCKS[run.mode]
    found = run_return(run) if closed else None
    rtp = found.total / stake if found else raw_mean / stake
    raw_error = raw_error if rounds >= MIN_RAW_ROUNDS[run.mode] else math.nan
    error = math.sqrt(max(found.variance, 0.0)) / stake if found else raw_error
    sd = math.sqrt(max(variance, 0.0)) / stake
    index = z(0.90) * sd
    distribution = win_distribution(run)
    wins = sheet_distribution({"stake_coins": stake, "win_distribution": distribution})
    flags = dict(zip(twin.FLAGS, totals["flags"].tolist(), strict=True))
    return {
        "game": "Celestial Hearts",
        "game_version": __version__,
        "engine_version": __version__,
        "model": run.model.identity,
        "model_hash": content_hash(run.model),
        "mode": str(run.mode),
        "stake_coins": stake,
        "seed": str(run.seed),
        "rounds": rounds,
        "interrupted": run.interrupted,
        "command": command_of(run),
        "target_rtp": RETURN_TO_PLAYER,
        "rtp": rtp,
        "rtp_ci95": interval(rtp, error, 0.95),
        "rtp_ci99": interval(rtp, error, 0.99),
        "estimator": CLOSED_FORM if found else RAW,
        "estimator_paid_spins": rounds + run.done[PAID] if found else 0,
        "estimator_free_spins": run.done[FREE] if found else 0,
        "estimator_second_sets": run.second_sets if found else 0,
        "raw_rtp": raw_mean / stake,
        "raw_rtp_ci95": interval(raw_mean / stake, raw_error, 0.95),
        "raw_rtp_ci99": interval(raw_mean / stake, raw_error, 0.99),
        "coins_won": won,
        "coins_staked": rounds * stake,
        "contribution": contribution(found, totals, rounds, stake),
        "raw_contribution": contribution(None, totals, rounds, stake),
        "hit_frequency": flags["hit"] / rounds,
        "sd": sd,
        "volatility_index": index,
        "return_bands": return_bands(wins),
        "sessions": session_figures(wins, run.seed),
        **free_spins_chance(found, flags["free-spins"], rounds),
        "free_spins": free_spins_figures(run, found),
        **cap_chance(run, found, flags["cap"]),
        "win_buckets": win_buckets(run, stake),
        "win_distribution": distribution,
        "symbols": {
            place: symbol_wins(totals["symbols"][row], run.model.ruleset)
            for row, place in enumerate(("paid_spin", "free_spins"))
        },
        "scatter_pays": {
            place: dict(zip(("4", "5", "6+"), totals["scatters"][row].tolist(), strict=True))
            for row, place in enumerate(("paid_spin", "free_spins"))
        },
        "winning_boards": {
            place: without_tail(totals["tumbles"][row].tolist())
            for row, place in enumerate(("paid_spin", "free_spins"))
        },
        "hearts": {
            place: hearts_by_value(totals["hearts_seen"][row], totals["hearts_applied"][row])
            for row, place in enumerate(("paid_spin", "free_spins"))
        },
        "rounds_that_show": flags,
        "seconds": seconds,
        "rounds_per_second": rounds / seconds if seconds > 0 else 0.0,
    }


def command_of(run: Run) -> str:
    """The command that makes this sheet again."""
    words = [f"python -m game.engine simulate --mode {run.mode} --rounds {run.rounds} --seed {run.seed}"]
    words += [f"--effort {run.effort}"] if run.effort > 1 else []
    return " ".join([*words, f"--model {run.model.version} --json"])


def interval(middle: float, error: float, confidence: float) -> list[float] | None:
    """Ends of a normal confidence interval; None for an unknown error."""
    if math.isnan(error):
        return None
    half = z(confidence) * error
    return [middle - half, middle + half]


def one_in(chance: float) -> float | None:
    """``1 / chance``, or None for what was never seen."""
    return 1 / chance if chance > 0 else None


def contribution(found: Return | None, totals: Any, rounds: int, stake: int) -> dict[str, float]:
    """Parts of the return: the estimator's, or the raw ones without it."""
    if found is None:
        coins = [int(part) / rounds for part in totals["parts"]]
    else:
        coins = [found.symbols, found.hearts, found.scatters, found.free_spins, found.cap]
    return {name: part / stake for name, part in zip(PART_NAMES, coins, strict=True)}


def free_spins_chance(found: Return | None, seen: int, rounds: int) -> Sheet:
    """How often free spins come: the estimator's figure, and the raw one."""
    raw = seen / rounds
    chance, error = (raw, math.sqrt(raw * (1 - raw) / rounds))
    if found and found.trigger_variance > 0:
        chance, error = found.trigger, math.sqrt(found.trigger_variance)
    half = z(0.99) * error
    low, high = chance - half, chance + half
    return {
        "free_spins_one_in": one_in(chance),
        "free_spins_one_in_ci99": [one_in(high), one_in(low)],
        "raw_free_spins_one_in": one_in(raw),
    }


def cap_chance(run: Run, found: Return | None, seen: int) -> Sheet:
    """How often a round reaches the cap: the estimator's figure, and the raw one."""
    rounds = run.done[ROUNDS]
    raw = seen / rounds
    chance, variance = (raw, raw * (1 - raw) / rounds)
    if found and run.totals["cap"][2] > 0:
        chance, variance = cap_reached(run)
    half = z(0.99) * math.sqrt(max(variance, 0.0))
    low, high = chance - half, chance + half
    return {
        "cap_one_in": one_in(chance),
        "cap_one_in_ci99": [one_in(high), one_in(low)],
        "raw_cap_one_in": one_in(raw),
        "cap_coins": CAP,
    }


def free_spins_figures(run: Run, found: Return | None) -> Sheet:
    """What rounds with free spins are worth, in base bets, the paid spin included."""
    count, coins, spins, retriggers, below = (int(total) for total in run.totals["free_spins_sums"])
    if not count:
        return {"rounds": 0}
    bins = run.totals["free_spins_wins"].tolist()
    return {
        "rounds": count,
        "raw_mean_bets": coins / count / BASE_BET,
        "mean_before_cap_bets": found.free_worth / BASE_BET if found else None,
        "median_bets": percentile_bets(bins, 50),
        "percentiles_bets": {str(each): percentile_bets(bins, each) for each in FREE_WIN_PERCENTILES},
        "share_paying_under_100_bets": below / count,
        "share_paying_100_bets_or_more": 1 - below / count,
        "spins_a_round": spins / count,
        "retriggers_a_round": retriggers / count,
        "rounds_with_a_retrigger": int(run.totals["flags"][2]) / count,
        "histogram_of_10_bets": [sum(bins[first : first + 100]) for first in range(0, twin.FINE_BINS, 100)],
    }


def percentile_bets(bins: Sequence[int], percent: float) -> float:
    """Which win, in base bets, a percentage of the rounds in ``Tables.free_spins_wins`` stay below."""
    wanted, below = sum(bins) * percent / 100, 0
    for number, (count, running) in enumerate(zip(bins, accumulate(bins), strict=True)):
        if running >= wanted and count:
            place = number + (wanted - below) / count
            coarse = max(place - twin.FINE_BINS, 0.0)
            return ((place - coarse) * twin.FINE_STEP + coarse * twin.COARSE_STEP) / BASE_BET
        below = running
    return CAP / BASE_BET


def win_buckets(run: Run, stake: int) -> list[Sheet]:
    """Rounds and coins by the size of the win, in multiples of the stake."""
    tops = bucket_tops(stake)
    rows: list[Sheet] = []
    bottom = -1
    for top in tops:
        bins = [number for number, end in enumerate(BIN_TOPS) if bottom < end <= top]
        rounds, coins = (int(sum(run.totals[name][bins])) for name in ("win_rounds", "win_coins"))
        rows.append(
            {
                "over": max(bottom, 0) / stake,
                "up_to": top / stake,
                "capped": top == CAP,
                "rounds": rounds,
                "share_of_rounds": rounds / run.done[ROUNDS],
                "coins": coins,
                "return": coins / (run.done[ROUNDS] * stake),
            }
        )
        bottom = top
    return rows


def win_distribution(run: Run) -> Sheet:
    """Rounds and coins of each bin of wins that was seen, the bins of :mod:`game.lab.win_bins`."""
    rounds, coins = run.totals["win_rounds"].tolist(), run.totals["win_coins"].tolist()
    seen = [number for number, count in enumerate(rounds) if count]
    return {
        "up_to_coins": [BIN_TOPS[number] for number in seen],
        "rounds": [rounds[number] for number in seen],
        "coins": [coins[number] for number in seen],
    }


def return_bands(wins: WinDistribution) -> list[Sheet]:
    """Where the middle 90 % of returns lie, by rounds played."""
    laws = [return_law(wins, rounds) for rounds in BAND_ROUNDS]
    return [
        {"rounds": law.rounds, "low": law.quantile(BAND_ENDS[0]), "high": law.quantile(BAND_ENDS[1])} for law in laws
    ]


def symbol_wins(counts: Any, rules: Ruleset) -> Sheet:
    """Wins and coins of each symbol in each band."""
    return {
        symbol: {
            band: {"wins": wins, "coins": wins * pay}
            for band, wins, pay in zip(SYMBOL_BANDS, row.tolist(), rules.pays[symbol], strict=True)
        }
        for symbol, row in zip(rules.pays, counts, strict=True)
    }


def hearts_by_value(seen: Any, applied: Any) -> Sheet:
    """How many hearts of each value were seen on final boards and how many multiplied a win."""
    rows = zip(HEART_VALUES, seen.tolist(), applied.tolist(), strict=True)
    return {
        "seen": int(seen.sum()),
        "applied": int(applied.sum()),
        "by_value": {str(value): {"seen": shown, "applied": used} for value, shown, used in rows},
    }


def without_tail(counts: list[int]) -> list[int]:
    """The counts up to the last that is not zero."""
    while len(counts) > 1 and not counts[-1]:
        counts = counts[:-1]
    return counts
