"""A ``dask.distributed`` cluster as an executor for :func:`game.lab.simulate.count_run`.

Workers need this package and its extra ``cluster``. A worker that dies mid-run changes nothing: the scheduler gives
its shards to the others.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Final

from distributed import Client

PATIENCE: Final = 5
"""Seconds a scheduler has to answer and to show a worker."""


class Unreachable(OSError):
    """No scheduler, or none with workers."""


@contextmanager
def connect(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor on a scheduler's workers and how many threads they have; raises :class:`Unreachable`."""
    try:
        client = Client(address if "://" in address else f"tcp://{address}", timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError) as error:
        raise Unreachable(f"no scheduler answers at {address} within {PATIENCE} seconds") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise Unreachable(f"the scheduler at {address} has no workers") from error
        yield client.get_executor(pure=False, retries=3), max(sum(client.nthreads().values()), 1)
