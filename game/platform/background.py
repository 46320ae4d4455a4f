"""Work done ahead of need, one task after another in a thread of its own."""

import queue
import threading
from collections.abc import Callable
from contextlib import suppress

import pygame

from game.platform.threads import start_thread


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
