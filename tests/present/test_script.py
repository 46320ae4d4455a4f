"""Leaves, sequences and the runner: leftover time carries on, skipping finishes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.present.script import Ask, Do, Drop, Par, Runner, Seq, Tween, Wait

DURATIONS = st.lists(st.floats(0.0, 2.0), min_size=1, max_size=6)
FRAMES = st.lists(st.floats(0.001, 0.5), min_size=1, max_size=60)


def test_wait_returns_leftover():
    assert Wait(0.5).advance(0.75) == pytest.approx(0.25)


@pytest.mark.parametrize("steps", [1, 7, 100])
def test_tween_ends_on_exactly_one(steps):
    seen: list[float] = []
    tween = Tween(1.0, seen.append, lambda p: p * p)
    for _ in range(steps + 1):
        if tween.advance(1.0 / steps) is not None:
            break
    assert seen[-1] == 1.0


@given(DURATIONS, FRAMES)
def test_sequence_takes_the_sum_at_any_frame_rate(durations, frames):
    sequence = Seq([Wait(duration) for duration in durations])
    passed = 0.0
    for frame in frames * 50:
        passed += frame
        left = sequence.advance(frame)
        if left is not None:
            assert passed - left == pytest.approx(sum(durations), abs=1e-6)
            return
    assert passed <= sum(durations) + 1e-6


@given(DURATIONS, st.floats(0.001, 0.3))
def test_parallel_takes_the_longest(durations, frame):
    parallel = Par([Wait(duration) for duration in durations])
    passed = 0.0
    while True:
        passed += frame
        left = parallel.advance(frame)
        if left is not None:
            assert passed - left == pytest.approx(max(durations), abs=1e-6)
            return


@given(DURATIONS, st.integers(0, 10))
def test_skip_runs_every_action_once(durations, advanced):
    done: list[int] = []

    def script():
        for index, duration in enumerate(durations):
            yield Par([Wait(duration), Seq([Wait(duration / 2), Do(lambda index=index: done.append(index))])])

    runner = Runner(script())
    for _ in range(advanced):
        runner.advance(0.05)
    while not runner.over:
        runner.skip()
    assert done == list(range(len(durations)))


def test_skip_does_not_answer_a_question():
    def script():
        yield Ask("intro")
        yield Wait(1)

    runner = Runner(script())
    runner.skip()
    assert runner.asking is not None
    assert runner.asking.request == "intro"
    runner.asking.answer()
    runner.advance(0.0)
    assert runner.asking is None
    assert not runner.over


def test_slam_lands_within_its_time():
    landed: list[float] = []
    drop = Drop([Tween(2.0, landed.append)], 2.0)

    def script():
        yield drop

    runner = Runner(script())
    runner.advance(0.5)
    assert runner.slam(0.12)
    assert not runner.slam(0.12)
    runner.advance(0.1)
    assert not runner.over
    runner.advance(0.03)
    assert runner.over
    assert landed[-1] == 1.0
