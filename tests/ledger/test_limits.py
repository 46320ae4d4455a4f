"""Limits: tighter at once, looser after a day, and never in the way of a round that is already paid for."""

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine import Mode, Seed, play
from game.ledger import RULES, BadLimit, Ledger, LimitKind, LimitReached, Preset
from game.ledger.responsible import REALITY_CHECK
from game.money import DEFAULT, LADDER, Bet

from .conftest import Clock

LOSING = play(Mode.BASE, next(Seed(s) for s in range(200) if not play(Mode.BASE, Seed(s)).win))
WINNING = play(Mode.BASE, next(Seed(s) for s in range(200) if play(Mode.BASE, Seed(s)).win > 40))

SMALL = LADDER[0]


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
    ledger.set_limit(LimitKind.BUDGET, 500)
    ledger.set_limit(LimitKind.LOSS, 600)
    lose(ledger)
    ledger.start_session()
    lose(ledger)
    lose(ledger)
    with pytest.raises(LimitReached, match="loss limit"):
        ledger.check(Mode.BASE, SMALL)
    clock.forward(days=1)
    ledger.start_session()
    ledger.check(Mode.BASE, DEFAULT)


def test_a_new_session_does_not_give_back_a_budget_that_was_reached(folder, clock):
    with Ledger.open(folder, clock) as ledger:
        ledger.set_limit(LimitKind.BUDGET, 300)
        lose(ledger)
        with pytest.raises(LimitReached, match="budget"):
            ledger.check(Mode.BASE, DEFAULT)
        lose(ledger, SMALL)
        ledger.start_session()
        with pytest.raises(LimitReached, match="budget"):
            ledger.check(Mode.BASE, DEFAULT)
    with Ledger.open(folder, clock) as ledger:
        with pytest.raises(LimitReached, match="budget"):
            ledger.check(Mode.BASE, DEFAULT)
        clock.forward(hours=24)
        ledger.start_session()
        lose(ledger)


def test_a_killed_game_does_not_give_back_a_budget_that_was_reached(folder, clock):
    dead = Ledger.open(folder, clock)
    dead.set_limit(LimitKind.BUDGET, 300)
    lose(dead)
    with pytest.raises(LimitReached, match="budget"):
        dead.check(Mode.BASE, DEFAULT)
    dead._lock.release()
    with Ledger.open(folder, clock) as ledger:
        with pytest.raises(LimitReached, match="budget"):
            ledger.check(Mode.BASE, DEFAULT)
    dead._db.close()


def test_a_new_session_does_not_give_back_a_time_that_was_reached(ledger, clock):
    ledger.set_limit(LimitKind.SESSION_TIME, 10)
    for _ in range(2):
        ledger.start_session()
        clock.play(ledger, minutes=7)
        ledger.check(Mode.BASE, DEFAULT)
    clock.play(ledger, minutes=3)
    for _ in range(2):
        with pytest.raises(LimitReached, match="session's time limit"):
            ledger.check(Mode.BASE, DEFAULT)
        ledger.start_session()
    clock.forward(days=1)
    ledger.check(Mode.BASE, DEFAULT)


@pytest.mark.parametrize(("kind", "days"), [(LimitKind.LOSS, 1), (LimitKind.LOSS_WEEK, 7), (LimitKind.LOSS_MONTH, 30)])
def test_a_loss_limit_looks_back_over_its_span(folder, clock, kind, days):
    """To the millisecond, in whatever time zone the player says they are."""
    with Ledger.open(folder, clock) as ledger:
        ledger.set_limit(kind, 400)
        lose(ledger)
        clock.forward(hours=5)
        lose(ledger)
    clock.forward(hours=-5)
    clock.forward(days=days, milliseconds=-1)
    for hours in (-12, 0, 14):
        clock.now = clock.now.astimezone(timezone(timedelta(hours=hours)))
        with Ledger.open(folder, clock) as ledger, pytest.raises(LimitReached, match="loss limit"):
            ledger.check(Mode.BASE, DEFAULT)
    clock.forward(milliseconds=1)
    with Ledger.open(folder, clock) as ledger:
        lose(ledger)
        with pytest.raises(LimitReached):
            ledger.check(Mode.BASE, DEFAULT)


@pytest.mark.parametrize(("kind", "days"), [(LimitKind.TIME, 1), (LimitKind.TIME_WEEK, 7), (LimitKind.TIME_MONTH, 30)])
def test_a_time_limit_looks_back_over_its_span(folder, clock, kind, days):
    with Ledger.open(folder, clock) as ledger:
        ledger.set_limit(kind, 10)
        ledger.session()
        clock.play(ledger, minutes=10)
        with pytest.raises(LimitReached, match="10 minutes"):
            ledger.check(Mode.BASE, DEFAULT)
    clock.forward(days=days, minutes=-5)
    with Ledger.open(folder, clock) as ledger:
        ledger.set_limit(kind, 6)
        ledger.check(Mode.BASE, DEFAULT)
        ledger.set_limit(kind, 5)
        with pytest.raises(LimitReached, match="5 minutes"):
            ledger.check(Mode.BASE, DEFAULT)
        clock.forward(seconds=6)
        ledger.check(Mode.BASE, DEFAULT)


def test_the_time_limit_adds_up_the_days_sessions(ledger, clock):
    ledger.set_limit(LimitKind.TIME, 30)
    for _ in range(3):
        ledger.start_session()
        for _ in range(2):
            ledger.check(Mode.BASE, DEFAULT)
            clock.play(ledger, minutes=5)
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
        clock.play(ledger, minutes=5)
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


def test_the_panic_key_is_a_break_of_a_day_that_shortens_none(ledger, clock):
    assert ledger.panic() == clock.now + timedelta(hours=24)
    with pytest.raises(LimitReached, match="break"):
        ledger.check(Mode.BASE, DEFAULT)
    ledger.take_break(clock.now + timedelta(days=7))
    assert ledger.panic() == clock.now + timedelta(days=7)


def test_reality_checks_add_up_over_short_sittings(folder, clock):
    due = 0
    for _ in range(12):
        with Ledger.open(folder, clock) as ledger:
            if not ledger.was_set(LimitKind.REALITY_CHECK):
                ledger.set_limit(LimitKind.REALITY_CHECK, 30)
            ledger.session()
            clock.play(ledger, minutes=29)
            if ledger.reality_check_due():
                due += 1
                ledger.reality_check_answered()
        clock.forward(minutes=2)
    assert due == 6


@pytest.mark.parametrize(("hours", "due"), [(23, True), (25, False)])
def test_after_a_day_away_the_time_to_a_reality_check_begins_again(folder, clock, hours, due):
    with Ledger.open(folder, clock) as ledger:
        ledger.set_limit(LimitKind.REALITY_CHECK, 30)
        ledger.session()
        clock.play(ledger, minutes=20)
        assert not ledger.reality_check_due()
    clock.forward(hours=hours)
    with Ledger.open(folder, clock) as ledger:
        ledger.session()
        clock.play(ledger, minutes=15)
        assert ledger.reality_check_due() == due


# Responsible mode


@pytest.mark.parametrize("preset", Preset)
def test_responsible_mode_holds_at_once_and_for_a_day_after_it_is_left(folder, clock, preset):
    with Ledger.open(folder, clock) as ledger:
        assert ledger.responsible() is None
        ledger.set_responsible(preset)
        assert ledger.responsible() == RULES[preset]
        assert ledger.limit(LimitKind.REALITY_CHECK).value == REALITY_CHECK
        left = ledger.set_responsible(None)
        assert left.pending_from == clock.now + timedelta(hours=24)
    clock.forward(hours=23, minutes=59)
    with Ledger.open(folder, clock) as ledger:
        assert ledger.responsible() == RULES[preset]
        clock.forward(minutes=1)
        assert ledger.responsible() is None


def test_a_stricter_mode_holds_at_once_and_a_looser_one_after_a_day(ledger, clock):
    ledger.set_responsible(Preset.UNITED_KINGDOM)
    ledger.set_responsible(Preset.GERMANY)
    assert ledger.responsible().preset is Preset.GERMANY
    ledger.set_responsible(Preset.OWN)
    assert ledger.responsible().preset is Preset.GERMANY
    clock.forward(hours=24)
    assert ledger.responsible().preset is Preset.OWN


def test_the_presets_are_ordered_by_strictness():
    rules = [RULES[preset] for preset in sorted(Preset)]
    for loose, strict in pairwise(rules):
        assert strict.min_spin >= loose.min_spin
        assert loose.max_stake is None or strict.max_stake <= loose.max_stake
        assert loose.pause_after is None or strict.pause_after is not None
    assert (RULES[Preset.UNITED_KINGDOM].min_spin, RULES[Preset.UNITED_KINGDOM].max_stake) == (2.5, 500)
    assert (RULES[Preset.GERMANY].min_spin, RULES[Preset.GERMANY].max_stake) == (5.0, 100)


@pytest.mark.parametrize(
    ("preset", "dearest"), [(Preset.OWN, 10**9), (Preset.UNITED_KINGDOM, 500), (Preset.GERMANY, 100)]
)
def test_responsible_mode_refuses_dear_rounds_buying_and_double_chance(ledger, preset, dearest):
    ledger.set_responsible(preset)
    for bet in LADDER:
        price = bet.price(Mode.BASE)
        if price <= dearest and price <= ledger.balance:
            ledger.check(Mode.BASE, bet)
        elif price > dearest:
            with pytest.raises(LimitReached, match="responsible mode") as refusal:
                ledger.check(Mode.BASE, bet)
            assert refusal.value.kind is LimitKind.RESPONSIBLE
    for mode in (Mode.BUY, Mode.ANTE):
        with pytest.raises(LimitReached, match="responsible mode"):
            ledger.check(mode, LADDER[0])


def test_germany_pauses_five_minutes_after_an_hour_of_play_in_sittings_however_short(folder, clock):
    for _ in range(3):
        with Ledger.open(folder, clock) as ledger:
            if not ledger.was_set(LimitKind.RESPONSIBLE):
                ledger.set_responsible(Preset.GERMANY)
            ledger.session()
            clock.play(ledger, minutes=20)
            if ledger._running.play_clock.since_pause < timedelta(hours=1):
                ledger.check(Mode.BASE, SMALL)
        clock.forward(minutes=4)
    with Ledger.open(folder, clock) as ledger:
        with pytest.raises(LimitReached, match="break"):
            ledger.check(Mode.BASE, SMALL)
        assert ledger.on_break_until() == clock.now + timedelta(minutes=5)
        clock.forward(minutes=5)
        ledger.check(Mode.BASE, SMALL)
        clock.play(ledger, minutes=59)
        ledger.check(Mode.BASE, SMALL)
        clock.forward(minutes=5)
        ledger.session()
        clock.play(ledger, minutes=59)
        ledger.check(Mode.BASE, SMALL)


def test_there_is_no_such_preset(ledger):
    with pytest.raises(BadLimit):
        ledger.set_limit(LimitKind.RESPONSIBLE, 9)
