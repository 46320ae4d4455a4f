"""Whole rounds, judged by a referee who knows the printed rules and the strips but none of the engine's code."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine import play
from game.engine.events import CapReached
from game.engine.model import current_model, load_model, released_versions
from game.engine.rng import SEED_LIMIT, derived_seeds, draw, heart_draw
from game.engine.rules import Mode

PAYS = {
    "sun": (200, 500, 1000),
    "winged_heart": (50, 200, 500),
    "moon": (40, 100, 300),
    "star": (30, 40, 240),
    "red": (20, 30, 200),
    "blue": (16, 24, 160),
    "green": (10, 20, 100),
    "teal": (8, 18, 80),
    "yellow": (5, 15, 40),
}
SCATTER_PAYS = {4: 60, 5: 100}
HEARTS = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 50, 100, 250, 500)
CAP = 100_000


class Referee:
    """Reads one round's JSON from the first event to the last and recomputes all of it."""

    def __init__(self, said, model):
        self.said, self.model = said, model
        self.events = list(said["events"])
        self.draws = self.round_win = self.total = self.free_win = 0

    def take(self, name):
        event = self.events.pop(0)
        assert event["event"] == name
        return event

    def next_is(self, name):
        return bool(self.events) and self.events[0]["event"] == name

    def judge(self):
        """Everything that must hold of the round."""
        assert self.said["model"] == self.model.identity
        assert self.said["stake"] == {"base": 20, "ante": 25, "buy": 2000}[self.said["mode"]]
        scatters = self.spin(0)
        if self.round_win == CAP:
            assert self.take("CapReached") == self.capped(15 if len(scatters) >= 4 else 0)
        elif len(scatters) >= 4:
            opened = {"event": "FreeSpinsWon", "count": 15, "scatters": len(scatters), "positions": scatters}
            assert self.take("FreeSpinsWon") == opened
            self.free_spins()
        assert self.take("RoundEnded") == {"event": "RoundEnded", "win": self.round_win}
        assert self.events == []
        assert self.said["win"] == self.round_win <= CAP

    def capped(self, forfeited):
        return {"event": "CapReached", "win": CAP, "forfeited": forfeited}

    def free_spins(self):
        left, spin, before = 15, 0, self.round_win
        while left:
            left, spin = left - 1, spin + 1
            scatters = self.spin(spin)
            left += 5 if len(scatters) >= 3 else 0
            if self.round_win == CAP:
                assert self.take("CapReached") == self.capped(left)
                return
            if len(scatters) >= 3:
                added = {"count": 5, "scatters": len(scatters), "positions": scatters, "left": left}
                assert self.take("FreeSpinsAdded") == {"event": "FreeSpinsAdded", **added}
        ended = {"spins": spin, "win": self.round_win - before, "total_multiplier": self.total}
        assert self.take("FreeSpinsEnded") == {"event": "FreeSpinsEnded", **ended}

    def stops(self, strips, spin):
        """The stops of the next board; a bought round's first is the first draw that shows four scatters."""
        while True:
            number = draw(int(self.said["seed"]), self.draws)
            self.draws += 1
            stops = [number >> 8 * reel & 255 for reel in range(6)]
            shown = [strips[reel][(stop + row) % 256] for reel, stop in enumerate(stops) for row in range(5)]
            if self.said["mode"] != "buy" or spin or shown.count("scatter") >= 4:
                return stops

    def spin(self, spin):
        """One sequence; returns the positions of its scatters."""
        reel_set = "free" if spin else "ante" if self.said["mode"] == "ante" else "base"
        strips = self.model.reels[reel_set]
        arriving, landed = self.stops(strips, spin), 0

        def arrive(counts):
            nonlocal landed
            columns = []
            for reel, count in enumerate(counts):
                cells = []
                for _ in range(count):
                    cell = strips[reel][arriving[reel] % 256]
                    arriving[reel] += 1
                    if cell == "heart":
                        number = heart_draw(int(self.said["seed"]), spin, landed) >> 48
                        landed += 1
                        weights, value = list(self.model.heart_weights[reel_set]), 0
                        while number >= weights[value]:
                            number -= weights[value]
                            value += 1
                        cell = f"x{HEARTS[value]}"
                    cells.insert(0, cell)
                columns.append(cells)
            return columns

        board = arrive([5] * 6)
        assert self.take("BoardDropped") == {"event": "BoardDropped", "spin": spin, "board": board}
        win = 0
        while True:
            counts = Counter(cell for column in board for cell in column)
            paying = [symbol for symbol in PAYS if counts[symbol] >= 8]
            if not paying:
                break
            wins = [
                {
                    "symbol": symbol,
                    "count": counts[symbol],
                    "pay": PAYS[symbol][(counts[symbol] >= 10) + (counts[symbol] >= 12)],
                    "positions": self.places(board, symbol),
                }
                for symbol in paying
            ]
            amount = sum(part["pay"] for part in wins)
            win += amount
            paid = {"event": "SymbolsPaid", "wins": wins, "amount": amount, "sequence_win": win}
            assert self.take("SymbolsPaid") == paid
            removed = sorted(place for part in wins for place in part["positions"])
            refills = arrive([sum(place[0] == reel for place in removed) for reel in range(6)])
            board = [
                refills[reel] + [cell for row, cell in enumerate(board[reel]) if [reel, row] not in removed]
                for reel in range(6)
            ]
            assert self.take("BoardTumbled") == {
                "event": "BoardTumbled",
                "removed": removed,
                "refills": refills,
                "board": board,
            }
        win = self.hearts(board, win, free=spin > 0)
        scatters = self.places(board, "scatter")
        if len(scatters) >= 4:
            pay = SCATTER_PAYS.get(len(scatters), 2000)
            expected = {"event": "ScattersPaid", "count": len(scatters), "positions": scatters, "pay": pay}
            assert self.take("ScattersPaid") == expected
            win += pay
        win = min(win, CAP - self.round_win)
        self.round_win += win
        settled = {"event": "SpinSettled", "spin": spin, "win": win, "round_win": self.round_win}
        assert self.take("SpinSettled") == settled
        return scatters

    def hearts(self, board, win, *, free):
        """The win after the hearts."""
        hearts = [
            {"value": int(cell[1:]), "position": [reel, row]}
            for reel, column in enumerate(board)
            for row, cell in enumerate(column)
            if cell[0] == "x"
        ]
        if not win or not hearts:
            return win
        multiplier = sum(heart["value"] for heart in hearts)
        if free:
            self.total += multiplier
            multiplier = self.total
        assert self.take("HeartsApplied") == {
            "event": "HeartsApplied",
            "hearts": hearts,
            "multiplier": multiplier,
            "total_multiplier": self.total if free else None,
            "before": win,
            "after": win * multiplier,
        }
        return win * multiplier

    @staticmethod
    def places(board, cell):
        return [[reel, row] for reel in range(6) for row in range(5) if board[reel][row] == cell]


def plain(value):
    """Tuples as lists, as JSON has them."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, list | tuple) else value


def judge(mode, seed, model):
    Referee(plain(play(mode, seed, model).to_json()), model).judge()


@pytest.mark.parametrize("version", released_versions())
@pytest.mark.parametrize(("mode", "rounds"), [(Mode.BASE, 1500), (Mode.ANTE, 1500), (Mode.BUY, 40)])
def test_the_referee_agrees_with_a_batch(version, mode, rounds):
    for seed in derived_seeds(20_261_130, rounds):
        judge(mode, seed, load_model(version))


@given(st.integers(0, SEED_LIMIT - 1), st.sampled_from([Mode.BASE, Mode.ANTE]))
@settings(max_examples=300, deadline=None)
def test_the_referee_agrees_with_any_seed(seed, mode):
    judge(mode, seed, current_model())


@given(st.integers(0, SEED_LIMIT - 1))
@settings(max_examples=25, deadline=None)
def test_the_referee_agrees_with_any_bought_round(seed):
    judge(Mode.BUY, seed, current_model())


def test_the_same_seed_plays_the_same_round():
    for mode in Mode:
        assert play(mode, 42) == play(mode, 42)


@pytest.mark.parametrize("mode", Mode)
def test_bought_rounds_always_open_free_spins(mode):
    rounds = [play(mode, seed) for seed in derived_seeds(8, 20)]
    opened = [any(type(event).__name__ == "FreeSpinsWon" for event in played.events) for played in rounds]
    assert all(opened) if mode is Mode.BUY else not all(opened)


def test_a_win_of_exactly_the_cap_ends_the_round():
    model = current_model()
    seed, win = next((seed, won) for seed in derived_seeds(1, 500) if (won := play(Mode.BASE, seed).win))
    for cap, ends in ((win, True), (win + 1, False)):
        capped = replace(model, ruleset=replace(model.ruleset, cap=cap))
        played = play(Mode.BASE, seed, capped)
        assert played.win == win
        assert any(isinstance(event, CapReached) for event in played.events) == ends
