"""Chores are done in order beside the game; once stopped nothing more is done and nothing is waited for."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from game.platform import background as module
from game.platform.background import Background, LongWork

ROOT = Path(__file__).resolve().parents[2]


def test_tasks_run_in_order():
    background, done = Background(), []
    for number in range(20):
        background.submit(lambda number=number: done.append(number))
    background.finish()
    assert done == list(range(20))
    background.stop()


def test_stopping_waits_for_the_chore_in_hand_and_leaves_the_rest():
    background, done = Background(), []
    begun, go_on = threading.Event(), threading.Event()

    def slow():
        begun.set()
        assert go_on.wait(10)
        done.append("slow")

    background.submit(slow)
    background.submit(lambda: done.append("never"))
    assert begun.wait(10)
    threading.Timer(0.05, go_on.set).start()
    background.stop()
    assert done == ["slow"]
    background.submit(lambda: done.append("never"))
    background.finish()
    assert done == ["slow"]


def test_without_tasks_there_is_nothing_to_wait_for():
    background = Background()
    background.stop()
    background.stop()


def test_a_chore_that_fails_keeps_none_of_the_others_from_being_done():
    background, done = Background(), []
    background.submit(lambda: 1 // 0)
    background.submit(lambda: done.append("after"))
    background.finish()
    assert done == ["after"]
    background.stop()


@pytest.mark.parametrize("threads", [True, False])
def test_long_work_is_done_in_portions_off_the_drawing_thread(monkeypatch, threads):
    monkeypatch.setattr(module, "PORTION", 0.0)
    background, by = Background(), []

    def steps():
        for done in range(1, 4):
            by.append(threading.current_thread() is threading.main_thread())
            yield done, 3

    work = LongWork(steps(), background.submit if threads else lambda _task: False)
    seen = [work.done]
    while not work.over:
        work.go_on()
        background.finish()
        seen.append(work.done)
    assert seen == [1, 2, 3, 3]
    assert by == [True, not threads, not threads]
    assert work.error is None
    background.stop()


def test_long_work_that_fails_or_is_stopped_cleans_up(monkeypatch):
    monkeypatch.setattr(module, "PORTION", 0.0)
    cleaned = []

    def steps():
        try:
            yield 1, 2
            raise OSError
        finally:
            cleaned.append(True)

    failing, stopped = (LongWork(steps(), lambda _task: False) for _ in range(2))
    failing.go_on()
    stopped.stop()
    stopped.go_on()
    assert isinstance(failing.error, OSError)
    assert (failing.over, stopped.over, stopped.error) == (True, True, None)
    assert cleaned == [True, True]


def test_arrays_are_loaded_before_the_thread_begins():
    """Two threads that touch them first at the same time find them half loaded."""
    code = """
import pygame
import pytest

from game.platform import background as module
from game.platform.background import Background, LongWork
assert type(pygame.surfarray).__name__ == "_LazyModule"
background = Background()
background.submit(lambda: None)
assert type(pygame.surfarray).__name__ == "module"
background.stop()
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
