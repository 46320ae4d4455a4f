"""Chores are done in order beside the game; once stopped nothing more is done and nothing is waited for."""

import threading

from game.platform.chores import Chores


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
