"""Work done ahead of need, one task after another in a thread of its own."""

import queue
import threading
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Final

import pygame

from game.platform.threads import start_thread

PORTION: Final = 0.05
"""Seconds after which long work pauses."""


class Background:
    """Does what it is given in order; whoever needs a thing before it is done does it without waiting."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._stopped = False

    def submit(self, task: Callable[[], object]) -> bool:
        """Queue a task; False where there is no thread to do it."""
        if self._stopped:
            return False
        self._waiting.put(task)
        if self._thread is None:
            # pygame loads its arrays when they are first touched, which two threads must not do at once.
            pygame.surfarray.array3d  # noqa: B018
            self._thread = start_thread(self._work)
            self._stopped = self._thread is None  # then whoever needs a thing does it
        return not self._stopped

    def _work(self) -> None:
        while (task := self._waiting.get()) is not None:
            if not self._stopped:
                with suppress(Exception):  # whoever needs the result computes it again, and meets the error there
                    task()

    def finish(self) -> None:
        """Wait until everything given so far is done."""
        done = threading.Event()
        self.submit(done.set)
        if self._thread is not None and not self._stopped:
            done.wait()

    def stop(self) -> None:
        """Do no more, and wait for the piece that is being done: nothing may be drawn once the window is gone."""
        self._stopped = True
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join()


class LongWork:
    """Work in steps, of which the thread that draws asks for a portion each frame and another thread does it."""

    def __init__(self, steps: Generator[tuple[int, int]], submit: Callable[[Callable[[], object]], bool]) -> None:
        """Do the first portion of ``steps``, which yield how many of how many are done.

        ``submit`` queues a task for the other thread; where it returns False the task is done here.
        """
        self._steps, self._submit = steps, submit
        self._lock = threading.Lock()
        self._asked = False
        self.done, self.of = 0, 0
        self.over = False
        """There is nothing left to do."""
        self.error: Exception | None = None
        """Why it ended early."""
        self._do_some()

    def go_on(self) -> None:
        """Have the next portion done, unless one is asked for."""
        if not self._asked and not self.over:
            self._asked = True
            if not self._submit(self._do_some):
                self._do_some()

    def stop(self) -> None:
        """Do no more; the portion that is being done is the last one."""
        with self._lock:
            self._steps.close()
            self.over = True

    def _do_some(self) -> None:
        end = time.perf_counter() + PORTION
        with self._lock:
            try:
                for done, of in self._steps:
                    self.done, self.of = done, of
                    if time.perf_counter() >= end:
                        break
                else:
                    self.over = True
            except Exception as error:  # noqa: BLE001  whoever asked for the work tells of it
                self.error, self.over = error, True
            self._asked = False
