"""Chores are done in order beside the game; once stopped nothing more is done and nothing is waited for."""

import subprocess
import sys
import threading
from pathlib import Path

from game.platform.background import Background

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


def test_arrays_are_loaded_before_the_thread_begins():
    """Two threads that touch them first at the same time find them half loaded."""
    code = """
import pygame
from game.platform.background import Background
assert type(pygame.surfarray).__name__ == "_LazyModule"
background = Background()
background.submit(lambda: None)
assert type(pygame.surfarray).__name__ == "module"
background.stop()
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
