"""One whole round, from its seed to its last event.

The loop reads like the rules: drop, pay and tumble until nothing pays, apply the hearts, pay the scatters, test the
cap, and play the free spins the scatters opened.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from game.engine import events as ev
from game.engine.board import Board, Column, gaps, hearts_on, positions_of, tumble, winning_symbols
from game.engine.model import STOPS, Model, current_model
from game.engine.rng import Seed, draw, heart_draw
from game.engine.rules import HEART, REELS, ROWS, SCATTER, Mode


@dataclass(frozen=True, slots=True)
class Round:
    """A played round: what it cost, what it pays and everything that happened."""

    mode: Mode
    seed: Seed
    model: str
    """Identity of the model that made it."""
    stake: int
    """Coins."""
    win: int
    """Coins."""
    events: tuple[ev.Event, ...]

    def to_json(self) -> dict[str, Any]:
        """The round as a JSON object; the seed is text, for many readers of JSON keep only 53 bits of a number."""
        return {
            "mode": str(self.mode),
            "seed": str(self.seed),
            "model": self.model,
            "stake": self.stake,
            "win": self.win,
            "events": [ev.event_to_json(event) for event in self.events],
        }


def play(mode: Mode, seed: Seed, model: Model | None = None) -> Round:
    """Play one round of ``mode`` from ``seed`` with ``model`` (the current one unless given).

    >>> from game.engine.model import load_model
    >>> play(Mode.BUY, Seed(1), load_model("1.0.0")).win
    415
    """
    model = model or current_model()
    log = tuple(_Player(mode, seed, model).play())
    end = log[-1]
    assert isinstance(end, ev.RoundEnded)
    return Round(mode, seed, model.identity, model.ruleset.stakes[mode], end.win, log)


class _Player:
    """The state of a round while it is played: draws used, win so far, total multiplier."""

    def __init__(self, mode: Mode, seed: Seed, model: Model) -> None:
        self.mode, self.seed, self.model = mode, seed, model
        self.rules = model.ruleset
        self.draws = 0
        self.round_win = 0
        self.total_multiplier = 0
        self.capped = False
        self.scatters: tuple[tuple[int, int], ...] = ()

    def play(self) -> Iterator[ev.Event]:
        """Every event of the round."""
        yield from self._spin(0, self.mode.reel_set)
        triggered = len(self.scatters) >= self.rules.free_spins_trigger
        if self.capped:
            yield ev.CapReached(self.rules.cap, self.rules.free_spins if triggered else 0)
        elif triggered:
            yield ev.FreeSpinsWon(self.rules.free_spins, len(self.scatters), self.scatters)
            yield from self._free_spins()
        yield ev.RoundEnded(self.round_win)

    def _free_spins(self) -> Iterator[ev.Event]:
        won_before, left, spin = self.round_win, self.rules.free_spins, 0
        while left:
            left, spin = left - 1, spin + 1
            yield from self._spin(spin, "free")
            added = self.rules.retrigger_spins if len(self.scatters) >= self.rules.retrigger_trigger else 0
            left += added
            if self.capped:
                yield ev.CapReached(self.rules.cap, left)
                return
            if added:
                yield ev.FreeSpinsAdded(added, len(self.scatters), self.scatters, left)
        yield ev.FreeSpinsEnded(spin, self.round_win - won_before, self.total_multiplier)

    def _spin(self, spin: int, reel_set: str) -> Iterator[ev.Event]:
        """One sequence, settled: drop, tumbles, hearts, scatters, cap."""
        rules = self.rules
        reels = _Reels(self.model, reel_set, self.seed, spin)
        board = self._first_board(reels)
        yield ev.BoardDropped(spin, board)
        win = 0
        while paying := winning_symbols(board, rules):
            wins = tuple(
                ev.SymbolWin(symbol, count, rules.symbol_pay(symbol, count), positions_of(board, symbol))
                for symbol, count in paying
            )
            amount = sum(part.pay for part in wins)
            win += amount
            yield ev.SymbolsPaid(wins, amount, win)
            removed = tuple(sorted(position for part in wins for position in part.positions))
            refills = reels.refill(gaps(removed))
            board = tumble(board, removed, refills)
            yield ev.BoardTumbled(removed, refills, board)
        hearts = hearts_on(board, rules)
        if win and hearts:
            applied = self._apply(hearts, win, free=spin > 0)
            win = applied.after
            yield applied
        self.scatters = positions_of(board, SCATTER)
        if pay := rules.scatter_pay(len(self.scatters)):
            win += pay
            yield ev.ScattersPaid(len(self.scatters), self.scatters, pay)
        self.capped = self.round_win + win >= rules.cap
        win = min(win, rules.cap - self.round_win)
        self.round_win += win
        yield ev.SpinSettled(spin, win, self.round_win)

    def _apply(self, hearts: list[tuple[int, tuple[int, int]]], win: int, *, free: bool) -> ev.HeartsApplied:
        multiplier = sum(value for value, _ in hearts)
        if free:
            self.total_multiplier += multiplier
            multiplier = self.total_multiplier
        applied = tuple(ev.AppliedHeart(value, position) for value, position in hearts)
        total = self.total_multiplier if free else None
        return ev.HeartsApplied(applied, multiplier, total, win, win * multiplier)

    def _first_board(self, reels: "_Reels") -> Board:
        """The board of the next draw; a bought round redraws its first until it shows the trigger."""
        number = self._next_draw()
        if self.mode is Mode.BUY and reels.spin == 0:
            while self.model.scatters_shown(reels.reel_set, number) < self.rules.free_spins_trigger:
                number = self._next_draw()
        reels.stop_at(number)
        return reels.land()

    def _next_draw(self) -> int:
        self.draws += 1
        return draw(self.seed, self.draws - 1)


class _Reels:
    """The six reels of one spin: where they stopped and which cells come next."""

    def __init__(self, model: Model, reel_set: str, seed: Seed, spin: int) -> None:
        self.model, self.reel_set, self.seed, self.spin = model, reel_set, seed, spin
        self.strips = model.reels[reel_set]
        self.next = [0] * REELS
        """Strip cell that arrives next on each reel."""
        self.hearts = 0
        """Hearts landed so far in this spin."""

    def stop_at(self, number: int) -> None:
        """Stop reel ``r`` at byte ``r`` (lowest first) of a 64-bit draw."""
        self.next = [(number >> 8 * reel) % STOPS for reel in range(REELS)]

    def land(self) -> Board:
        """The board the reels show."""
        return self.refill([ROWS] * REELS)

    def refill(self, counts: list[int]) -> tuple[Column, ...]:
        """The next ``counts[reel]`` cells of each reel, top first; hearts draw their values as they land."""
        return tuple(self._arrive(reel, count) for reel, count in enumerate(counts))

    def _arrive(self, reel: int, count: int) -> Column:
        strip, start = self.strips[reel], self.next[reel]
        self.next[reel] = (start + count) % STOPS
        arriving = [strip[(start + step) % STOPS] for step in range(count)]
        if HEART in arriving:
            arriving = [self._heart() if kind == HEART else kind for kind in arriving]
        return tuple(reversed(arriving))

    def _heart(self) -> str:
        value = self.model.heart_value(self.reel_set, heart_draw(self.seed, self.spin, self.hearts))
        self.hearts += 1
        return f"x{value}"
