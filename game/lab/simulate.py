"""Counts a run of any size: numbered rounds cut into shards, played on any executor, merged exactly.

A shard is a range of round numbers (or of single free spins), so what is counted depends on the run's seed and size
alone: one worker, eight or a cluster give the same totals, in whatever order shards come back. Counts are whole
numbers and merge as Python integers; the few weighed sums are rounded to whole 65536ths a shard first.
"""

import heapq
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for
from typing import Any, Final, TypeAlias

import numpy as np

from game.engine.model import Model
from game.engine.rules import Mode
from game.lab import sampling
from game.lab.packing import PackedModel, pack
from game.lab.sampling import Tilt, tilt_hearts
from game.lab.win_bins import bins_by_win

Totals: TypeAlias = Mapping[str, Any]
"""Name of a counted table -> its array of whole numbers."""

ROUNDS: Final = "rounds"
PAID: Final = "single paid spins"
FREE: Final = "single free spins"
SHARD: Final = {Mode.BASE: 2**22, Mode.ANTE: 2**22, Mode.BUY: 2**13}
"""Rounds of a shard: a fifth of a second or so."""
SPIN_SHARD: Final = 2**24
SECOND_SETS: Final = {Mode.BASE: 1, Mode.ANTE: 1, Mode.BUY: 16}
"""Second sets of free spins of each triggering round, at effort 1."""
FREE_SPINS_A_ROUND: Final = {Mode.BASE: 0.15, Mode.ANTE: 0.15, Mode.BUY: 1000}
"""Single free spins played for each round at effort 1, so that no sample's error outweighs the others'."""
MIN_FREE_SPINS: Final = 2**20
WEIGHT_UNIT: Final = 2**16
IN_FLIGHT: Final = 3
"""Shards handed out for each worker."""


class WorkersLost(RuntimeError):
    """Workers die faster than shards are counted."""


@dataclass(frozen=True)
class Shard:
    """A range of a run's rounds or single spins."""

    kind: str
    mode: Mode
    packed: PackedModel
    tilt: Tilt
    second_sets: int
    seed: int
    first: int
    count: int


@dataclass
class Run:
    """A run and what has been counted of it so far."""

    model: Model
    mode: Mode
    seed: int
    rounds: int
    """Rounds asked for."""
    effort: int = 1
    """How many times the usual samples the estimator is given."""
    totals: dict[str, Any] = field(default_factory=dict)
    done: dict[str, int] = field(default_factory=lambda: {ROUNDS: 0, PAID: 0, FREE: 0})
    """What has been counted of each kind."""
    interrupted: bool = False

    @property
    def sizes(self) -> dict[str, int]:
        """How many of each kind the whole run counts. A bought round's paid spin is no part of a single spin's."""
        free = int(self.rounds * FREE_SPINS_A_ROUND[self.mode] * self.effort)
        paid = 0 if self.mode is Mode.BUY else self.rounds * (self.effort - 1)
        return {ROUNDS: self.rounds, PAID: paid, FREE: max(free, MIN_FREE_SPINS)}

    @property
    def second_sets(self) -> int:
        """Second sets of free spins of each triggering round."""
        return SECOND_SETS[self.mode] * self.effort

    def shards(self) -> Iterator[Shard]:
        """All shards, the kinds keeping pace with each other."""
        cuts = (self._cut(kind, size) for kind, size in self.sizes.items())
        return (shard for _, shard in heapq.merge(*cuts, key=lambda cut: cut[0]))

    def _cut(self, kind: str, total: int) -> Iterator[tuple[float, Shard]]:
        size = SHARD[self.mode] if kind == ROUNDS else SPIN_SHARD
        packed, tilt = pack(self.model, self.mode), tilt_hearts(self.model, self.mode)
        for first in range(0, total, size):
            count = min(size, total - first)
            yield (
                (first + count) / total,
                Shard(kind, self.mode, packed, tilt, self.second_sets, self.seed, first, count),
            )

    def add(self, shard: Shard, counted: Totals) -> None:
        """Merge what was counted of a shard: all of it, or nothing if Ctrl-C comes in between."""
        done = {**self.done, shard.kind: self.done[shard.kind] + shard.count}
        totals = dict(self.totals)
        for name, table in counted.items():
            totals[name] = totals[name] + table if name in totals else table.astype(object)
        self.done, self.totals = done, totals


def count_shard(shard: Shard) -> Totals:
    """Count one shard; what a worker does."""
    first, scratch = np.uint64(shard.first), sampling.new_scratch()
    if shard.kind == FREE:
        spins = sampling.new_spin_totals(sampling.FREE_COUNT)
        seed = np.uint64(shard.seed) ^ sampling.own_stream(sampling.FREE_STREAM, shard.mode)
        sampling.sample_spins(shard.packed, True, seed, first, shard.count, scratch, spins)
        return {f"free {name}": table for name, table in spins._asdict().items()}
    if shard.kind == PAID:
        spins = sampling.new_spin_totals(sampling.PAID_COUNT)
        seed = np.uint64(shard.seed) ^ sampling.own_stream(sampling.PAID_STREAM, shard.mode)
        sampling.sample_spins(shard.packed, False, seed, first, shard.count, scratch, spins)
        return spins._asdict()
    totals, sets, seed = sampling.new_round_totals(), shard.second_sets, np.uint64(shard.seed)
    sampling.count_rounds(shard.packed, shard.tilt, bins_by_win(), sets, seed, first, shard.count, scratch, totals)
    counted = {name: table for name, table in totals._asdict().items() if name not in {"cap", "tables"}}
    cap = np.array([round(weighed * WEIGHT_UNIT) for weighed in totals.cap.tolist()], object)
    return {**counted, **totals.tables._asdict(), "cap": cap}


def count_run(
    run: Run, *, workers: int = 1, executor: Executor | None = None, progress: Callable[[int], object] = lambda _: None
) -> Run:
    """Count a run to its end, or to Ctrl-C, and return it.

    Shards run on ``executor``, which is to keep ``workers`` of them going at a time; without one, here if a single
    worker is asked for and in as many local processes if more. ``progress`` is told of rounds as they are counted.
    """
    try:
        results = _here(run) if workers == 1 and executor is None else _spread(run, workers, executor)
        for shard, counted in results:
            run.add(shard, counted)
            progress(shard.count if shard.kind == ROUNDS else 0)
    except KeyboardInterrupt:
        run.interrupted = True
    return run


def _here(run: Run) -> Iterator[tuple[Shard, Totals]]:
    return ((shard, count_shard(shard)) for shard in run.shards())


def local_pool(workers: int) -> ProcessPoolExecutor:
    """Fresh processes that leave Ctrl-C to the one that started them, and end with it."""
    return ProcessPoolExecutor(workers, get_context("spawn"), _begin_worker)


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Leave when the process that started this one is gone, however it went."""
    if parent := parent_process():
        wait_for([parent.sentinel])
        os._exit(1)


def _spread(run: Run, workers: int, executor: Executor | None) -> Iterator[tuple[Shard, Totals]]:
    """Results of all shards as they come, from an executor or from a local pool that is replaced when it breaks."""
    pool = executor or local_pool(workers)
    upcoming, lost = run.shards(), 0
    waiting: dict[Future[Totals], Shard] = {}
    again: list[Shard] = []
    try:
        while True:
            while len(waiting) < IN_FLIGHT * workers and (shard := again.pop() if again else next(upcoming, None)):
                waiting[pool.submit(count_shard, shard)] = shard
            if not waiting:
                return
            finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
            broken = [waiting.pop(future) for future in finished if isinstance(future.exception(), BrokenExecutor)]
            for future in finished:
                if future in waiting:
                    lost = 0
                    yield waiting.pop(future), future.result()
            if broken:
                lost += 1
                if executor is not None or lost > 3:
                    raise WorkersLost("the workers that count shards keep dying")
                again += [*broken, *waiting.values()]
                waiting.clear()
                pool.shutdown(wait=False, cancel_futures=True)
                pool = local_pool(workers)
    finally:
        for future in waiting:
            future.cancel()
        if executor is None:
            pool.shutdown(wait=False, cancel_futures=True)
