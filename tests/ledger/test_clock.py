"""A computer's clock that was set back or forward: no limit is cheated, nothing crashes, and a mistake is forgiven."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine import Mode, Seed, play
from game.ledger import Ledger, LimitKind, LimitReached, ResetRefused, audit, start_over
from game.money import DEFAULT

from .conftest import Clock

LOSING = play(Mode.BASE, next(Seed(s) for s in range(200) if not play(Mode.BASE, Seed(s)).win))
WINNING = play(Mode.BASE, next(Seed(s) for s in range(200) if play(Mode.BASE, Seed(s)).win > 40))
BACK = [{"minutes": -1}, {"hours": -13}, {"days": -1}, {"days": -100}, {"days": -20_000}]


@pytest.fixture
def ledger(folder, clock):
    with Ledger.open(folder, clock) as opened:
        yield opened


def lose(ledger: Ledger) -> None:
    ledger.settle(ledger.stake(LOSING, DEFAULT).id)


@pytest.mark.parametrize("back", BACK, ids=str)
@pytest.mark.parametrize("reopened", [False, True])
def test_a_spent_loss_limit_holds_under_an_earlier_clock(folder, clock, back, reopened):
    ledger = Ledger.open(folder, clock)
    ledger.set_limit(LimitKind.LOSS, 400)
    lose(ledger)
    lose(ledger)
    clock.forward(**back)
    if reopened:
        ledger.close()
        ledger = Ledger.open(folder, clock)
    with pytest.raises(LimitReached, match="loss limit"):
        ledger.check(Mode.BASE, DEFAULT)
    ledger.close()


@pytest.mark.parametrize("back", BACK, ids=str)
def test_a_limit_just_set_holds_under_an_earlier_clock(ledger, clock, back):
    """Where none was before, and where a looser one was."""
    for value in (900, 500):
        ledger.set_limit(LimitKind.LOSS, value)
        clock.forward(**back)
        assert ledger.limit(LimitKind.LOSS).value == value
        clock.forward(**{unit: -much for unit, much in back.items()})


@pytest.mark.parametrize("back", BACK, ids=str)
def test_played_time_counts_under_an_earlier_clock(folder, clock, back):
    with Ledger.open(folder, clock) as ledger:
        ledger.set_limit(LimitKind.TIME, 10)
        ledger.start_session()
        clock.play(ledger, minutes=12)
    clock.forward(**back)
    with Ledger.open(folder, clock) as ledger:
        with pytest.raises(LimitReached, match="10 min"):
            ledger.check(Mode.BASE, DEFAULT)


@pytest.mark.parametrize("back", BACK, ids=str)
def test_a_limit_loosened_under_an_earlier_clock_waits_a_day_of_the_right_one(ledger, clock, back):
    ledger.set_limit(LimitKind.LOSS, 500)
    lose(ledger)
    clock.forward(**back)
    ledger.set_limit(LimitKind.LOSS, 900)
    clock.forward(**{unit: -much for unit, much in back.items()})
    assert ledger.limit(LimitKind.LOSS).value == 500
    clock.forward(hours=23)
    assert ledger.limit(LimitKind.LOSS).value == 500
    clock.forward(hours=1, seconds=1)
    assert ledger.limit(LimitKind.LOSS).value == 900


@pytest.mark.parametrize("back", BACK, ids=str)
def test_a_break_is_neither_ended_nor_shortened_by_the_clock(ledger, clock, back):
    lose(ledger)
    ledger.take_break(clock.now + timedelta(days=2))
    clock.forward(**back)
    with pytest.raises(LimitReached, match="break"):
        ledger.check(Mode.BASE, DEFAULT)


@pytest.mark.parametrize("back", BACK, ids=str)
def test_a_break_taken_under_an_earlier_clock_holds_under_the_right_one(ledger, clock, back):
    lose(ledger)
    clock.forward(**back)
    ledger.take_break(clock.now + timedelta(hours=5))
    clock.forward(**{unit: -much for unit, much in back.items()})
    clock.forward(hours=4)
    with pytest.raises(LimitReached, match="break"):
        ledger.check(Mode.BASE, DEFAULT)
    clock.forward(hours=1, seconds=1)
    ledger.check(Mode.BASE, DEFAULT)


@pytest.mark.parametrize("back", BACK, ids=str)
def test_starting_over_does_not_pass_a_daily_limit_under_an_earlier_clock(ledger, clock, back):
    ledger.set_limit(LimitKind.LOSS, 400)
    lose(ledger)
    clock.forward(**back)
    with pytest.raises(ResetRefused, match="Your limits still count what you've played"):
        start_over(ledger)


@pytest.mark.parametrize("back", BACK, ids=str)
def test_the_session_goes_on_counting_under_an_earlier_clock(folder, clock, back):
    with Ledger.open(folder, clock) as ledger:
        ledger.start_session()
        clock.play(ledger, minutes=2)
        lose(ledger)
        clock.forward(**back)
        session = ledger.session()
        assert (session.elapsed, session.net) == (timedelta(minutes=2), -200)
        clock.play(ledger, minutes=1)
        lose(ledger)
        session = ledger.session()
        assert (session.elapsed, session.rounds, session.net) == (timedelta(minutes=3), 2, -400)
        ledger.reality_check_due()
        assert [stored.id for stored in ledger.history()] == [2, 1]
    Ledger.open(folder, clock).close()
    assert audit(folder)["agrees"]


def test_a_clock_that_ran_years_ahead_once_is_forgiven_after_a_day(ledger, clock):
    """What was lost under the wrong date does not count for ever, nor does a change wait for that date."""
    ledger.set_limit(LimitKind.LOSS, 400)
    clock.forward(days=9000)
    lose(ledger)
    lose(ledger)
    clock.forward(days=-9000)
    ledger.start_session()
    with pytest.raises(LimitReached):
        ledger.check(Mode.BASE, DEFAULT)
    clock.forward(hours=25)
    ledger.start_session()
    ledger.set_limit(LimitKind.LOSS, 800)
    clock.forward(hours=25)
    assert ledger.limit(LimitKind.LOSS).value == 800


def test_a_clock_set_forward_while_playing_frees_nothing_and_set_back_again_forgets_it(ledger, clock):
    ledger.set_limit(LimitKind.LOSS, 400)
    lose(ledger)
    lose(ledger)
    ledger.take_break(clock.now + timedelta(days=7))
    ledger.set_limit(LimitKind.LOSS, 900)
    for days in (8, 400, -408):
        clock.leap(days=days)
        assert ledger.on_break_until() is not None
        assert ledger.limit(LimitKind.LOSS).value == 400
        with pytest.raises(LimitReached, match="break"):
            ledger.check(Mode.BASE, DEFAULT)
    clock.forward(days=6, hours=23)
    assert ledger.on_break_until() is not None
    clock.forward(hours=1)
    assert ledger.on_break_until() is None


def test_a_clock_that_runs_a_little_wrong_is_not_held_against_anyone(ledger, clock):
    ledger.take_break(clock.now + timedelta(hours=2))
    for _ in range(120):
        clock.forward(seconds=60)
        clock.leap(milliseconds=500)
        ledger.session()
    assert ledger.on_break_until() is None


def test_a_break_taken_while_the_clock_ran_ahead_ends_under_the_right_one(folder, clock):
    clock.forward(days=26_000)
    with Ledger.open(folder, clock) as ledger:
        lose(ledger)
        ledger.take_break(clock.now + timedelta(hours=2))
    clock.forward(days=-26_000)
    for hours, on in ((0, True), (1.9, True), (0.1, False)):
        clock.forward(hours=hours)
        with Ledger.open(folder, clock) as ledger:
            assert (ledger.on_break_until() is not None) == on
            ledger.session()


def test_what_was_won_later_than_now_loosens_no_loss_limit(folder, clock):
    clock.forward(days=3)
    with Ledger.open(folder, clock) as ledger:
        ledger.settle(ledger.stake(WINNING, DEFAULT).id)
    clock.forward(days=-3)
    with Ledger.open(folder, clock) as ledger:
        ledger.set_limit(LimitKind.LOSS, 400)
        lose(ledger)
        lose(ledger)
        with pytest.raises(LimitReached):
            ledger.check(Mode.BASE, DEFAULT)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(-3000, 3000), st.booleans()), max_size=15))
def test_whatever_the_clock_does_a_day_of_it_never_costs_more_than_the_limit(tmp_path_factory, steps):
    """Hours forward and back, a losing round tried after each: in 24 hours of true time the limit is not passed."""
    clock = Clock()
    with Ledger.open(tmp_path_factory.mktemp("clock"), clock) as ledger:
        ledger.set_limit(LimitKind.LOSS, 600)
        lost = 0
        for hours, back in steps:
            clock.forward(minutes=-abs(hours) if back else 0)
            try:
                lose(ledger)
                lost += 200
            except LimitReached:
                pass
        assert lost <= 600
        assert ledger.session().net == -lost
