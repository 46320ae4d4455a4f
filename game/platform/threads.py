"""Threads that may be refused: a machine out of them does the work where it is asked for, or does without."""

import threading
from collections.abc import Callable


def start_thread(work: Callable[[], object]) -> threading.Thread | None:
    """Begin ``work`` in a thread of its own; None where the system has no thread left."""
    thread = threading.Thread(target=work, daemon=True)
    try:
        thread.start()
    except (RuntimeError, MemoryError):
        return None
    return thread
