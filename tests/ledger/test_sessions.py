"""Time played and the session's net position."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine import Mode, Seed, play
from game.ledger import Ledger
from game.ledger.sessions import MAX_STEP, PlayClock
from game.money import DEFAULT

from .conftest import Clock

ROUNDS = [play(Mode.BASE, Seed(seed)) for seed in range(12)]


@pytest.fixture
def ledger(folder, clock):
    with Ledger.open(folder, clock) as opened:
        yield opened


def test_a_session_counts_its_rounds_and_its_time(ledger, clock):
    ledger.start_session()
    for played in ROUNDS:
        clock.forward(seconds=5)
        ledger.settle(ledger.stake(played, DEFAULT).id)
    session = ledger.session()
    assert session.elapsed == timedelta(seconds=60)
    assert session.rounds == len(ROUNDS)
    assert session.net == ledger.balance - 200_000 == DEFAULT.amount(sum(r.win - r.stake for r in ROUNDS))


def test_an_open_round_counts_as_its_stake_and_a_void_one_not_at_all(ledger):
    stored = ledger.stake(ROUNDS[0], DEFAULT)
    assert ledger.session().net == -200
    ledger.void(stored.id, "void")
    assert (ledger.session().net, ledger.session().rounds) == (0, 0)


def test_the_running_totals_are_those_of_the_file(ledger):
    for index, played in enumerate(ROUNDS):
        stored = ledger.stake(played, DEFAULT)
        assert ledger.session().rounds == index + 1 - index // 3
        if index % 3 == 2:
            ledger.void(stored.id, "void")
        else:
            ledger.settle(stored.id)
        running = ledger.session()
        ledger._running.totals = None
        assert ledger.session() == running


def test_a_new_session_starts_from_nothing(ledger, clock):
    ledger.settle(ledger.stake(ROUNDS[0], DEFAULT).id)
    clock.play(ledger, minutes=3)
    first = ledger.session()
    second = ledger.start_session()
    assert second.id == first.id + 1
    assert (second.elapsed, second.rounds, second.net) == (timedelta(), 0, 0)


def test_the_time_of_an_ended_session_is_kept(ledger, clock):
    ledger.start_session()
    clock.play(ledger, minutes=8)
    ledger.end_session()
    assert ledger._db.execute("SELECT played_ms FROM sessions").fetchone() == (8 * 60_000,)


def test_sleep_and_changes_of_the_clock_are_not_play(ledger, clock):
    ledger.start_session()
    clock.play(ledger, minutes=1)
    for gap in ({"hours": 9}, {"days": -400}, {"minutes": 9, "seconds": 59}, {"seconds": 100}, {"seconds": 6}):
        clock.forward(**gap)
        ledger.session()
    clock.play(ledger, minutes=1)
    assert ledger.session().elapsed == timedelta(minutes=2)


@given(st.lists(st.integers(-(10**7), 10**7)))
def test_the_play_clock_never_runs_backwards(steps):
    clock = Clock()
    play_clock, before = PlayClock(clock.now), timedelta()
    for step in steps:
        clock.forward(milliseconds=step)
        now = play_clock.read(clock.now)
        assert before <= now <= before + MAX_STEP
        before = now


def test_a_player_who_is_away_does_not_play_and_five_minutes_away_are_a_pause(ledger, clock):
    ledger.session()
    clock.play(ledger, minutes=2)
    ledger.away = True
    clock.play(ledger, minutes=4)
    assert ledger.session().elapsed == timedelta(minutes=2)
    assert ledger._running.play_clock.since_pause == timedelta(minutes=2)
    clock.play(ledger, minutes=1)
    assert ledger._running.play_clock.since_pause == timedelta()
    ledger.away = False
    clock.play(ledger, minutes=1)
    assert ledger.session().elapsed == timedelta(minutes=3)
    assert ledger._running.play_clock.since_pause == timedelta(minutes=1)
