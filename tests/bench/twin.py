"""Rates of the twin, a plain C loop and the readable engine in one run: ``python -m tests.bench.twin``.

Each is timed alone on one core by the processor time it takes; the best of a few turns counts, so that whatever else
the machine does weighs on all of them alike. The C loop is compiled with ``cc -O2`` from ``plain_loop.c``.
"""

import ctypes
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from game.engine import current_model, play
from game.engine.model import KINDS
from game.engine.rng import derived_seeds
from game.engine.rules import Mode
from game.lab import blocks, sampling, twin
from game.lab.packing import pack
from game.lab.simulate import Run, count_run
from game.lab.win_bins import bins_by_win
from tests.bench.figures import show

HERE = Path(__file__).parent
TURNS = 5
SCALING_ROUNDS = 200_000_000


def rate(work: Callable[[int], object], rounds: int) -> float:
    """Rounds a second of processor time."""
    started = time.process_time()
    work(rounds)
    return rounds / (time.process_time() - started)


def plain_loop() -> Callable[[int], object] | None:
    """The C loop on the current model's base reels, or None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    library = Path(tempfile.mkdtemp()) / "plain_loop.so"
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, HERE / "plain_loop.c"], check=True)
    function = ctypes.CDLL(str(library)).play_rounds
    function.restype = ctypes.c_int64
    model, packed = current_model(), pack(current_model(), Mode.BASE)
    strips = np.array([[KINDS.index(kind) for kind in strip] for strip in model.reels["base"]], np.uint8)
    hits, triggers = ctypes.c_int64(), ctypes.c_int64()
    tables = [strips, packed.pays, packed.scatter_pays, packed.paid.heart_limits, packed.heart_values]

    def run(rounds: int) -> int:
        pointers = [table.ctypes.data_as(ctypes.c_void_p) for table in tables]
        ends = ctypes.c_uint64(1), ctypes.c_int64(rounds), ctypes.byref(hits), ctypes.byref(triggers)
        return int(function(*pointers, *ends))

    return run


def contestants(mode: Mode) -> dict[str, tuple[Callable[[int], object], int]]:
    """Name -> what plays so many rounds, and how many make a turn."""
    packed, bins = pack(current_model(), mode), bins_by_win()
    tilt = sampling.tilt_hearts(current_model(), mode)
    state, block, flags = twin.new_state(), blocks.new_block(), np.zeros(twin.FLAG_COUNT, np.int64)
    scratch, totals = sampling.new_scratch(), sampling.new_round_totals()
    one = np.uint64(1)

    def wins(rounds: int) -> object:
        return twin.count_wins(packed, one, np.uint64(0), rounds, state, block, flags)

    def tables(rounds: int) -> None:
        sampling.count_rounds(packed, tilt, bins, 2, one, np.uint64(0), rounds, scratch, totals)

    def readable(rounds: int) -> None:
        for seed in derived_seeds(1, rounds):
            play(mode, seed)

    many = 100 if mode is Mode.BUY else 1
    return {
        "twin, win and flags": (wins, 20_000_000 // many),
        "twin, every table of the sheet": (tables, 20_000_000 // many),
        "readable engine": (readable, 20_000 // many),
    }


BARS = {"twin, win and flags": "4", "twin, every table of the sheet": "2"}
"""How many times the C loop's rate each is to reach in base."""


def compare(mode: Mode) -> None:
    """Print the rates of one mode: whole rounds a second on one core, free spins and cap included."""
    ways = contestants(mode)
    loop = plain_loop() if mode is Mode.BASE else None
    if loop:
        ways = {"plain C loop, no free spins": (loop, 5_000_000), **ways}
    for work, _ in ways.values():
        work(1000)
    best = {name: max(rate(work, rounds) for _ in range(TURNS)) for name, (work, rounds) in ways.items()}
    yardstick = next(iter(best)) if loop else "readable engine"
    told = f"{yardstick} {best[yardstick]:,.0f}"
    show(
        f"Rounds a second of mode {mode}, one core",
        [
            (name, f"{each:,.0f}", BARS.get(name, "") if loop else "", told, f"{each / best[yardstick]:,.2f}")
            for name, each in best.items()
        ],
    )


def scaling(rounds: int) -> None:
    """Print how a sheet's wall time falls with workers, the start of the processes included."""
    rows, alone = [], 0.0
    for workers in (1, 2):
        started = time.perf_counter()
        count_run(Run(current_model(), Mode.BASE, 1, rounds), workers=workers)
        seconds = time.perf_counter() - started
        alone = alone or seconds
        told = f"1 worker {alone:.1f} s"
        rows.append((f"{workers} workers", f"{seconds:.1f} s", f"{workers}", told, f"{alone / seconds:.2f}"))
    show(f"A sheet of {rounds:,} base rounds with its estimator's samples", rows)


def main() -> None:
    for mode in Mode:
        compare(mode)
    scaling(SCALING_ROUNDS)


if __name__ == "__main__":
    main()
