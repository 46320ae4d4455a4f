"""The sheet's tables against the readable engine's events, and the closed form against whole rounds."""

import itertools
import math
import random
from collections import Counter

import pytest

pytest.importorskip("numba", reason="the twin needs the extra 'maths'")

import numpy as np

from game.engine import events as ev
from game.engine import play
from game.engine.model import current_model
from game.engine.rng import derived_seeds
from game.engine.rules import CAP, HEART_VALUES, PAYS, Mode
from game.lab import blocks, estimate, sampling, twin
from game.lab.simulate import ROUNDS, Run, count_run
from game.lab.win_bins import BIN_TOPS


def tables_from_events(mode, seed, rounds):
    """The sheet's tables, from what the readable engine says happened."""
    tables = Counter()
    for round_seed in derived_seeds(seed, rounds):
        played = play(mode, round_seed)
        tables["coins"] += played.win
        tables["squares"] += played.win**2
        place = next(number for number, top in enumerate(BIN_TOPS) if played.win <= top)
        tables["win_rounds", place] += 1
        tables["win_coins", place] += played.win
        place = boards = 0
        applied = None
        free, opened, uncut = 0, False, 0
        for event in played.events:
            match event:
                case ev.BoardDropped():
                    place, boards, hearts, won = min(event.spin, 1), 0, event.board, 0
                    final = event.board
                case ev.SymbolsPaid():
                    boards += 1
                    won = event.sequence_win
                    for win in event.wins:
                        band = (win.count >= 10) + (win.count >= 12)
                        tables["symbols", place, list(PAYS).index(win.symbol), band] += 1
                case ev.BoardTumbled():
                    final = event.board
                case ev.ScattersPaid():
                    tables["scatters", place, min(event.count, 6) - 4] += 1
                    tables["part", 2 if place == 0 else 3] += event.pay
                    uncut += event.pay
                case ev.SpinSettled():
                    tables["tumbles", place, boards] += 1
                    shown = [int(cell[1:]) for column in final for cell in column if cell[0] == "x"]
                    for value in shown:
                        tables["seen", place, HEART_VALUES.index(value)] += 1
                        tables["applied", place, HEART_VALUES.index(value)] += won > 0
                    free = event.spin
                    if place == 0:
                        tables["part", 0] += won
                    after = won
                    if won and shown:
                        after = applied.after
                        tables["part", 1] += after - won if place == 0 else 0
                    if place == 1:
                        tables["part", 3] += after
                    uncut += after
                case ev.HeartsApplied():
                    applied = event
                case ev.FreeSpinsWon():
                    opened = True
                case ev.FreeSpinsAdded():
                    tables["free", 3] += 1
                case ev.RoundEnded():
                    tables["part", 4] += played.win - uncut
        del hearts
        if opened:
            tables["free", 0] += 1
            tables["free", 1] += played.win
            tables["free", 2] += free
            tables["free", 4] += played.win < 2000
    return tables


@pytest.mark.parametrize(("mode", "rounds"), [(Mode.BASE, 8000), (Mode.ANTE, 8000), (Mode.BUY, 600)])
def test_every_table_is_what_the_events_say(mode, rounds):
    seed = 31
    totals = count_run(Run(current_model(), mode, seed, rounds)).totals
    counted = Counter({"coins": int(totals["coins"][0]), "squares": int(totals["coins"][1])})

    def add(name, table):
        for index, count in np.ndenumerate(table):
            counted[(name, *index)] += int(count)

    for ours, theirs in (
        ("symbols", "symbols"),
        ("tumbles", "tumbles"),
        ("seen", "hearts_seen"),
        ("applied", "hearts_applied"),
        ("scatters", "scatters"),
        ("free", "free_spins_sums"),
        ("part", "parts"),
        ("win_rounds", "win_rounds"),
        ("win_coins", "win_coins"),
    ):
        add(ours, totals[theirs])
    said = tables_from_events(mode, seed, rounds)
    assert {key: count for key, count in counted.items() if count} == {
        key: count for key, count in said.items() if count
    }
    assert int(totals["free_spins_wins"].sum()) == said["free", 0]
    assert int(totals["parts"].sum()) == said["coins"]


def test_setting_losing_boards_aside_loses_nothing():
    """Counting through the filter and playing every round give the same sums."""
    from game.lab.packing import pack

    rounds, seed = 1_000_000, 9
    for mode in (Mode.BASE, Mode.ANTE):
        packed = pack(current_model(), mode)
        wins, spins, flags = (np.zeros(rounds, np.int64) for _ in range(3))
        seeds = np.array(list(derived_seeds(seed, rounds)), np.uint64)
        twin.trace_rounds(packed, seeds, twin.new_state(), wins, spins, flags)
        counts = np.zeros(twin.FLAG_COUNT, np.int64)
        won = twin.count_wins(
            packed, np.uint64(seed), np.uint64(0), rounds, twin.new_state(), blocks.new_block(), counts
        )
        assert won == wins.sum()
        assert counts.tolist() == [int((flags >> bit & 1).sum()) for bit in range(twin.FLAG_COUNT)]
        totals = count_run(Run(current_model(), mode, seed, rounds)).totals
        assert totals["coins"][0] == won
        assert totals["flags"].tolist() == counts.tolist()
        assert int(totals["coins"][1]) == int((wins * wins).sum())


def worth_by_playing(moments, rounds):
    """Mean of rounds of free spins played with a toy spin, and the closed form on that spin's exact moments."""
    source = random.Random(5)
    spins = [
        (0, 0, 0),
        (40, 0, 0),
        (30, 1, 0),
        (0, 0, 1),
        (10, 2, 1),
        (100, 1, 0),
        (0, 1, 0),
        (0, 0, 0),
        (0, 2, 0),
        (5, 0, 1),
    ]
    heart_mean = 4.0
    total = 0.0
    for _ in range(rounds):
        left, multiplier, won = 15, 0.0, 0.0
        while left:
            left -= 1
            win, hearts, again = source.choice(spins)
            if win and hearts:
                multiplier += sum(source.choice((2, 6)) for _ in range(hearts))
                win *= multiplier
            won += win
            left += 5 * again * (source.random() < moments)
        total += won

    def mean(value):
        return sum(map(value, spins)) / len(spins)

    exact = np.array(
        [
            mean(lambda spin: spin[0] * (spin[1] == 0)),
            mean(lambda spin: spin[0] * (spin[1] > 0)),
            mean(lambda spin: spin[0] * spin[1]),
            mean(lambda spin: spin[1] * (spin[0] > 0)),
            mean(lambda spin: spin[2]) * moments,
            mean(lambda spin: spin[1] * (spin[0] > 0) * spin[2]) * moments,
            0.0,
        ]
    )
    return total / rounds, estimate.free_spins_worth(exact, heart_mean)


def test_the_closed_form_is_the_mean_of_played_rounds():
    for again in (0.0, 0.2):
        played, closed = worth_by_playing(again, 30_000)
        assert played == pytest.approx(closed, rel=0.02)


def test_the_closed_form_agrees_with_whole_rounds():
    """Raw bought rounds, the cap's share added back, against the estimator: within four standard errors."""
    from game.lab.sheet import run_return

    run = count_run(Run(current_model(), Mode.BUY, 17, 60_000))
    found = run_return(run)
    rounds, coins, squares = run.done[ROUNDS], int(run.totals["coins"][0]), int(run.totals["coins"][1])
    raw = coins / rounds
    error = ((squares / rounds - raw**2) / rounds) ** 0.5
    assert abs(raw - found.total) <= 4 * (error + found.variance**0.5)


def test_sums_of_hearts_are_known_exactly():
    """Chances and mean excesses of one, two and three hearts, against a sum over all their values."""
    weights = current_model().heart_weights["base"]
    excess, reach = sampling.heart_sums(weights)
    chances = dict(zip(HEART_VALUES, (weight / 65536 for weight in weights), strict=True))
    for hearts in (1, 2, 3):
        for least in (2, 7, 100, 501, 777, 1500):
            sums = [
                (sum(values), math.prod(chances[value] for value in values))
                for values in itertools.product(HEART_VALUES, repeat=hearts)
            ]
            assert reach[hearts, least] == pytest.approx(sum(chance for total, chance in sums if total >= least))
            beyond = sum(chance * max(total - least, 0) for total, chance in sums)
            assert excess[hearts, least] == pytest.approx(beyond, abs=1e-12)


def test_a_paid_spin_beyond_the_cap_is_a_mean_over_its_hearts():
    tilt = sampling.tilt_hearts(current_model(), Mode.BASE)
    chances = dict(zip(HEART_VALUES, (weight / 65536 for weight in current_model().heart_weights["base"]), strict=True))
    for win in (201, 399, 1000, 7777):
        for hearts in (1, 2):
            cap = np.zeros(4)
            sampling.add_paid_beyond(tilt, 0, win, hearts, cap)
            pairs = itertools.product(HEART_VALUES, repeat=hearts)
            wins = [(win * sum(values), math.prod(chances[value] for value in values)) for values in pairs]
            assert cap[0] == pytest.approx(sum(chance * max(each - CAP, 0) for each, chance in wins), abs=1e-9)
            assert cap[2] == pytest.approx(sum(chance for each, chance in wins if each >= CAP), abs=1e-12)
