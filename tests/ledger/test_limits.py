"""Limits: tighter at once, looser after a day, and never in the way of a round that is already paid for."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine import Mode, Seed, play
from game.ledger import BadLimit, Ledger, LimitKind, LimitReached
from game.money import DEFAULT, Bet

from .conftest import Clock

LOSING = play(Mode.BASE, next(Seed(s) for s in range(200) if not play(Mode.BASE, Seed(s)).win))
WINNING = play(Mode.BASE, next(Seed(s) for s in range(200) if play(Mode.BASE, Seed(s)).win > 40))


@pytest.fixture
def ledger(folder, clock):
    with Ledger.open(folder, clock) as opened:
        yield opened


def lose(ledger: Ledger, bet: Bet = DEFAULT) -> None:
    ledger.settle(ledger.stake(LOSING, bet).id)


@pytest.mark.parametrize("kind", [LimitKind.BUDGET, LimitKind.LOSS])
def test_a_loss_can_reach_the_limit_but_not_pass_it(ledger, kind):
    ledger.set_limit(kind, 600)
    for _ in range(3):
        lose(ledger)
    with pytest.raises(LimitReached, match=r"6\.00") as refusal:
        ledger.stake(LOSING, DEFAULT)
    assert (refusal.value.kind, refusal.value.limit) == (kind, 600)
    assert ledger.open_round() is None
    with pytest.raises(LimitReached):
        ledger.check(Mode.BASE, DEFAULT)


def test_wins_count_against_losses(ledger):
    ledger.set_limit(LimitKind.LOSS, 200)
    ledger.settle(ledger.stake(WINNING, DEFAULT).id)
    lose(ledger)
    lose(ledger)


def test_a_round_under_way_is_paid_whatever_the_limits_say(ledger, clock):
    stored = ledger.stake(WINNING, DEFAULT)
    ledger.set_limit(LimitKind.LOSS, 1)
    ledger.take_break(clock.now + timedelta(days=7))
    assert ledger.settle(stored.id).paid == stored.win


def test_the_budget_is_the_sessions_and_the_loss_limit_the_days(ledger, clock):
    ledger.set_limit(LimitKind.BUDGET, 200)
    ledger.set_limit(LimitKind.LOSS, 400)
    lose(ledger)
    with pytest.raises(LimitReached, match="budget"):
        ledger.check(Mode.BASE, DEFAULT)
    ledger.start_session()
    lose(ledger)
    ledger.start_session()
    with pytest.raises(LimitReached, match="loss limit"):
        ledger.check(Mode.BASE, DEFAULT)
    clock.forward(days=1)
    ledger.start_session()
    ledger.check(Mode.BASE, DEFAULT)


def test_the_time_limit_adds_up_the_days_sessions(ledger, clock):
    ledger.set_limit(LimitKind.TIME, 30)
    for _ in range(3):
        ledger.start_session()
        for _ in range(2):
            ledger.check(Mode.BASE, DEFAULT)
            clock.forward(minutes=5)
            ledger.session()
    with pytest.raises(LimitReached, match="30 minutes"):
        ledger.check(Mode.BASE, DEFAULT)
    clock.forward(days=1)
    ledger.start_session()
    ledger.check(Mode.BASE, DEFAULT)


def test_a_tighter_limit_holds_at_once_and_a_looser_one_after_a_day(ledger, clock):
    assert ledger.set_limit(LimitKind.LOSS, 1000).value == 1000
    assert ledger.set_limit(LimitKind.LOSS, 500).value == 500
    raised = ledger.set_limit(LimitKind.LOSS, 2000)
    assert (raised.value, raised.pending) == (500, 2000)
    assert raised.pending_from == clock.now + timedelta(hours=24)
    clock.forward(hours=23, minutes=59)
    assert ledger.limit(LimitKind.LOSS).value == 500
    clock.forward(minutes=1)
    assert ledger.limit(LimitKind.LOSS).value == 2000
    assert ledger.limit(LimitKind.LOSS).pending_from is None


def test_lifting_a_limit_takes_a_day_and_can_be_taken_back(ledger, clock):
    ledger.set_limit(LimitKind.TIME, 60)
    lifted = ledger.set_limit(LimitKind.TIME, None)
    assert (lifted.value, lifted.pending) == (60, None)
    assert lifted.pending_from is not None
    ledger.set_limit(LimitKind.TIME, 60)
    clock.forward(days=3)
    assert ledger.limit(LimitKind.TIME).value == 60


def test_setting_the_clock_back_loosens_nothing(ledger, clock):
    ledger.set_limit(LimitKind.LOSS, 500)
    ledger.set_limit(LimitKind.LOSS, 900)
    ledger.take_break(clock.now + timedelta(days=2))
    clock.forward(days=-100)
    assert ledger.limit(LimitKind.LOSS).value == 500
    with pytest.raises(LimitReached, match="break"):
        ledger.check(Mode.BASE, DEFAULT)


def test_a_break_ends_by_itself_and_only_grows(ledger, clock):
    until = clock.now + timedelta(days=1)
    ledger.take_break(until)
    assert ledger.on_break_until() == until
    with pytest.raises(LimitReached, match="02 March 2026"):
        ledger.stake(LOSING, DEFAULT)
    with pytest.raises(BadLimit, match="shorten"):
        ledger.take_break(until - timedelta(hours=1))
    ledger.take_break(until + timedelta(hours=1))
    clock.forward(days=1, hours=1)
    assert ledger.on_break_until() is None
    lose(ledger)


def test_limits_are_there_after_reopening(folder, clock):
    with Ledger.open(folder, clock) as ledger:
        ledger.set_limit(LimitKind.REALITY_CHECK, 15)
    with Ledger.open(folder, clock) as ledger:
        assert ledger.limit(LimitKind.REALITY_CHECK).value == 15


def test_the_reality_check_comes_due_and_is_answered(ledger, clock):
    ledger.set_limit(LimitKind.REALITY_CHECK, 10)
    ledger.start_session()
    assert not ledger.reality_check_due()
    for _ in range(2):
        clock.forward(minutes=5)
        ledger.session()
    assert ledger.reality_check_due()
    ledger.reality_check_answered()
    assert not ledger.reality_check_due()


@pytest.mark.parametrize("value", [0, -5, True, 2.5, 2**60])
def test_a_senseless_limit_is_refused(ledger, value):
    with pytest.raises(BadLimit):
        ledger.set_limit(LimitKind.LOSS, value)
    assert ledger.limit(LimitKind.LOSS).value is None


def test_a_break_in_the_past_is_refused(ledger):
    with pytest.raises(BadLimit):
        ledger.take_break(datetime(2020, 1, 1, tzinfo=UTC))


@given(st.lists(st.tuples(st.none() | st.integers(1, 50), st.integers(0, 30)), max_size=12))
def test_what_holds_is_never_looser_than_anything_set_within_a_day(tmp_path_factory, changes):
    """Whatever is set when, nothing looser than a limit set less than 24 hours ago holds, unless it held before."""
    clock = Clock()
    with Ledger.open(tmp_path_factory.mktemp("limits"), clock) as ledger:
        for value, hours in changes:
            before = ledger.limit(LimitKind.LOSS).value
            after = ledger.set_limit(LimitKind.LOSS, value).value
            if value is not None and (before is None or value <= before):
                assert after == value
            else:
                assert after == before
            clock.forward(hours=hours)
            held = ledger.limit(LimitKind.LOSS).value
            assert held == (value if hours >= 24 else after)
