"""Chores are done in order beside the game; once stopped nothing more is done and nothing is waited for."""

import subprocess
import sys
import threading
from pathlib import Path

from game.platform.chores import Chores

ROOT = Path(__file__).resolve().parents[2]


def test_chores_are_done_in_order():
    chores, done = Chores(), []
    for number in range(20):
        chores.do(lambda number=number: done.append(number))
    chores.finish()
    assert done == list(range(20))
    chores.stop()


def test_stopping_waits_for_the_chore_in_hand_and_leaves_the_rest():
    chores, done = Chores(), []
    begun, go_on = threading.Event(), threading.Event()

    def slow():
        begun.set()
        assert go_on.wait(10)
        done.append("slow")

    chores.do(slow)
    chores.do(lambda: done.append("never"))
    assert begun.wait(10)
    threading.Timer(0.05, go_on.set).start()
    chores.stop()
    assert done == ["slow"]
    chores.do(lambda: done.append("never"))
    chores.finish()
    assert done == ["slow"]


def test_without_chores_there_is_nothing_to_wait_for():
    chores = Chores()
    chores.stop()
    chores.stop()


def test_a_chore_that_fails_keeps_none_of_the_others_from_being_done():
    chores, done = Chores(), []
    chores.do(lambda: 1 // 0)
    chores.do(lambda: done.append("after"))
    chores.finish()
    assert done == ["after"]
    chores.stop()


def test_arrays_are_loaded_before_the_thread_begins():
    """Two threads that touch them first at the same time find them half loaded."""
    code = """
import pygame
from game.platform.chores import Chores
assert type(pygame.surfarray).__name__ == "_LazyModule"
chores = Chores()
chores.do(lambda: None)
assert type(pygame.surfarray).__name__ == "module"
chores.stop()
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
