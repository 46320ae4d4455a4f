"""Whatever is done in whatever order, the ledger equals a plain model of it."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from game.engine import Mode, Seed, play
from game.ledger import InsufficientBalance, Ledger, RefillRefused, RoundClosed, RoundOpen, State, audit
from game.ledger.ledger import REFILL_BELOW, REFILL_EVERY
from game.money import FREE_CREDIT, LADDER, Bet

from .conftest import Clock

bankrolls = st.sampled_from([LADDER[0].base * 2 - 5, FREE_CREDIT])
"""One that a round or two play away, with something left."""
bets = st.just(LADDER[0]) | st.sampled_from(LADDER)
modes = st.sampled_from(list(Mode))
seeds = st.integers(0, 2**63 - 1).map(Seed)


class LedgerMachine(RuleBasedStateMachine):
    """Stakes, settles, voids, refills, closes and drops the ledger, beside a model in plain integers."""

    def __init__(self) -> None:
        super().__init__()
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = Path(self.scratch.name)
        self.clock = Clock()
        self.refilled_at = None
        self.sums = {"deposits": 0, "stakes": 0, "pays": 0, "refunds": 0}
        self.states: list[State] = []
        self.played = None
        self.bet = LADDER[0]

    @initialize(bankroll=bankrolls)
    def begin(self, bankroll: int) -> None:
        self.ledger = Ledger.open(self.folder, self.clock, bankroll=bankroll)
        self.bankroll = self.sums["deposits"] = bankroll

    @property
    def balance(self) -> int:
        sums = self.sums
        return sums["deposits"] - sums["stakes"] + sums["pays"] + sums["refunds"]

    @property
    def is_open(self) -> bool:
        return bool(self.states) and self.states[-1] is State.OPEN

    @rule(mode=modes, seed=seeds, bet=bets)
    def stake(self, mode: Mode, seed: Seed, bet: Bet) -> None:
        played = play(mode, seed)
        if self.is_open:
            with pytest.raises(RoundOpen):
                self.ledger.stake(played, bet)
        elif bet.price(mode) > self.balance:
            with pytest.raises(InsufficientBalance):
                self.ledger.stake(played, bet)
        else:
            self.ledger.stake(played, bet)
            self.played, self.bet = played, bet
            self.sums["stakes"] += bet.price(mode)
            self.states.append(State.OPEN)

    @precondition(lambda self: self.states)
    @rule()
    def settle(self) -> None:
        if self.states[-1] is State.VOID:
            with pytest.raises(RoundClosed):
                self.ledger.settle(len(self.states))
            return
        self.ledger.settle(len(self.states))
        if self.is_open:
            self.sums["pays"] += self.bet.amount(self.played.win)
            self.states[-1] = State.PAID

    @precondition(lambda self: self.states)
    @rule()
    def void(self) -> None:
        if self.states[-1] is State.PAID:
            with pytest.raises(RoundClosed):
                self.ledger.void(len(self.states), "void")
            return
        self.ledger.void(len(self.states), "void")
        if self.is_open:
            self.sums["refunds"] += self.bet.price(self.played.mode)
            self.states[-1] = State.VOID

    @precondition(lambda self: self.states)
    @rule(spin=st.integers(0, 40))
    def mark_spin_shown(self, spin: int) -> None:
        self.ledger.mark_spin_shown(len(self.states), spin)

    @rule()
    def refill(self) -> None:
        """Below the smallest bet, once an hour by a clock that was not set back, up to the bankroll."""
        now, last = self.clock.now, self.refilled_at
        if self.balance >= REFILL_BELOW or (last is not None and last <= now < last + REFILL_EVERY):
            assert not self.ledger.can_refill
            with pytest.raises(RefillRefused):
                self.ledger.refill(self.bankroll)
        else:
            assert self.ledger.can_refill
            assert self.ledger.refill(self.bankroll) == self.bankroll
            self.sums["deposits"] += self.bankroll - self.balance
            self.refilled_at = now

    @rule(minutes=st.sampled_from([1, 59, 60]))
    def let_time_pass(self, minutes: int) -> None:
        self.clock.forward(minutes=minutes)

    @rule()
    def close_and_reopen(self) -> None:
        self.ledger.close()
        self.ledger = Ledger.open(self.folder, self.clock)

    @rule()
    def die_and_reopen(self) -> None:
        """As after a kill: the lock is gone with the process, nothing was closed, the journal is still there."""
        dead = self.ledger
        dead._lock.release()
        self.ledger = Ledger.open(self.folder, self.clock)
        dead._db.close()

    @rule()
    def set_the_clock_back(self) -> None:
        self.clock.leap(days=-40)

    @invariant()
    def agrees_with_the_model(self) -> None:
        if not hasattr(self, "ledger"):
            return
        assert self.ledger.balance == self.balance
        waiting = self.ledger.open_round()
        assert (waiting is not None) == self.is_open
        if waiting is not None:
            assert self.ledger.replay(waiting) == self.played
        assert [stored.state for stored in self.ledger.history(10**6)] == self.states[::-1]
        found = audit(self.folder)
        assert found == {
            "balance": self.balance,
            **self.sums,
            "rounds": len(self.states),
            "open": int(self.is_open),
            "void": self.states.count(State.VOID),
            "mended": 0,
            "agrees": True,
        }

    def teardown(self) -> None:
        if hasattr(self, "ledger"):
            self.ledger.close()
        self.scratch.cleanup()


TestLedgerMachine = LedgerMachine.TestCase
TestLedgerMachine.settings = settings(max_examples=20, stateful_step_count=20, deadline=None, print_blob=True)
