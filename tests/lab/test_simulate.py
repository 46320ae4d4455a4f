"""Runs of any size: shards merge exactly, whoever counts them, and survive lost workers and Ctrl-C."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="the twin needs the extra 'maths'")

import numpy as np

from game.engine.model import current_model
from game.engine.rules import CAP, STAKES, Mode
from game.lab import sampling, simulate
from game.lab.sheet import build_sheet
from game.lab.simulate import PAID, ROUNDS, Run, WorkersLost, count_run, count_shard
from game.lab.win_bins import BIN_TOPS, bins_by_win, bucket_tops

TIMING = ("seconds", "rounds_per_second")


@pytest.fixture
def small_shards(monkeypatch):
    """Shards small enough for a short run to have many."""
    monkeypatch.setattr(simulate, "SHARD", {Mode.BASE: 2**14, Mode.ANTE: 2**14, Mode.BUY: 2**7})
    monkeypatch.setattr(simulate, "SPIN_SHARD", 2**16)
    monkeypatch.setattr(simulate, "MIN_FREE_SPINS", 2**17)


def sheet_of(run):
    sheet = build_sheet(run, 1.0)
    return {key: value for key, value in sheet.items() if key not in TIMING}


@pytest.mark.parametrize(
    ("mode", "rounds", "effort"), [(Mode.BASE, 300_001, 2), (Mode.ANTE, 250_000, 1), (Mode.BUY, 700, 1)]
)
def test_cut_or_whole_a_run_is_the_same(mode, rounds, effort, small_shards, monkeypatch):
    cut = count_run(Run(current_model(), mode, 3, rounds, effort))
    assert sum(1 for _ in cut.shards()) > 5
    monkeypatch.undo()
    monkeypatch.setattr(simulate, "MIN_FREE_SPINS", 2**17)
    whole = count_run(Run(current_model(), mode, 3, rounds, effort))
    assert sum(1 for _ in whole.shards()) <= 4
    cut.totals["cap"] = whole.totals["cap"]  # weighed sums are rounded once a shard
    assert sheet_of(cut) == sheet_of(whole)


def test_one_worker_or_many_give_the_same_sheet(small_shards):
    alone = count_run(Run(current_model(), Mode.BASE, 8, 200_000))
    with ThreadPoolExecutor(3) as threads:
        shared = count_run(Run(current_model(), Mode.BASE, 8, 200_000), workers=3, executor=threads)
    assert sheet_of(alone) == sheet_of(shared)


def test_local_processes_give_the_same_sheet():
    alone = count_run(Run(current_model(), Mode.BASE, 8, 9_000_000))
    shared = count_run(Run(current_model(), Mode.BASE, 8, 9_000_000), workers=2)
    assert sheet_of(alone) == sheet_of(shared)


def test_the_order_of_shards_does_not_matter(small_shards):
    run, backwards = (Run(current_model(), Mode.ANTE, 4, 100_000) for _ in range(2))
    shards = list(run.shards())
    for shard in shards:
        run.add(shard, count_shard(shard))
    for shard in reversed(shards):
        backwards.add(shard, count_shard(shard))
    assert sheet_of(run) == sheet_of(backwards)


def test_a_lost_worker_changes_nothing(monkeypatch):
    """One of the local processes is killed while it counts."""
    pools = []

    def watched(workers):
        pools.append(local_pool(workers))
        return pools[-1]

    def kill_one(rounds):
        if rounds and len(pools) == 1 and not killed:
            killed.append(next(iter(pools[0]._processes)))
            os.kill(killed[0], signal.SIGKILL)

    killed, local_pool = [], simulate.local_pool
    monkeypatch.setattr(simulate, "local_pool", watched)
    run = count_run(Run(current_model(), Mode.BASE, 8, 24_000_000), workers=2, progress=kill_one)
    assert len(killed) == 1
    assert len(pools) == 2
    monkeypatch.undo()
    assert sheet_of(run) == sheet_of(count_run(Run(current_model(), Mode.BASE, 8, 24_000_000)))


def test_workers_end_with_the_process_that_started_them(tmp_path):
    """A killed run leaves nothing behind."""
    code = (
        "from game.lab.simulate import local_pool\n"
        "import os, time\n"
        "if __name__ == '__main__':\n"
        "    print(local_pool(1).submit(os.getpid).result(), flush=True)\n"
        "    time.sleep(600)\n"
    )
    script = tmp_path / "parent.py"
    script.write_text(code)
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=environment)
    worker = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    for _ in range(300):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("the worker outlived its parent")


def descendants(process):
    """Every process that this one started, and those that they did."""
    found, waiting = set(), [process]
    while waiting:
        for task in Path(f"/proc/{waiting.pop()}/task").glob("*/children"):
            children = {int(number) for number in task.read_text().split()}
            waiting += children - found
            found |= children
    return found


def still_running(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks processes up in /proc")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGKILL"])
def test_a_simulation_that_is_ended_leaves_no_worker_waiting(name):
    """The command itself, ended from outside in the middle of its work."""
    command = [sys.executable, "-m", "game.engine", "simulate", "--mode", "base", "--rounds", "100000000000"]
    run = subprocess.Popen(
        [*command, "--workers", "2"],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(1200):
            workers = descendants(run.pid)
            if sum("spawn_main" in Path(f"/proc/{worker}/cmdline").read_text() for worker in workers) >= 2:
                break
            assert run.poll() is None
            time.sleep(0.1)
        else:
            pytest.fail("the workers did not start")
        time.sleep(2)
        workers = descendants(run.pid)
    finally:
        run.send_signal(getattr(signal, name))
        run.wait(60)
    for _ in range(600):
        if not any(map(still_running, workers)):
            return
        time.sleep(0.1)
    pytest.fail(f"still there: {[worker for worker in workers if still_running(worker)]}")


def test_workers_that_always_die_are_reported():
    class Dying(ThreadPoolExecutor):
        def submit(self, function, /, *arguments):
            del function, arguments
            return super().submit(die)

    def die():
        from concurrent.futures import BrokenExecutor

        raise BrokenExecutor

    with Dying(1) as executor, pytest.raises(WorkersLost):
        count_run(Run(current_model(), Mode.BASE, 1, 100), executor=executor, workers=1)


def test_ctrl_c_keeps_what_was_counted(small_shards):
    seen = 0

    def press(rounds):
        nonlocal seen
        seen += rounds
        if seen > 100_000:
            raise KeyboardInterrupt

    run = count_run(Run(current_model(), Mode.BASE, 8, 10**9), progress=press)
    assert run.interrupted
    assert 100_000 < run.done[ROUNDS] < 200_000
    sheet = build_sheet(run, 1.0)
    assert sheet["interrupted"]
    assert sheet["rounds"] == run.done[ROUNDS]
    assert sheet["coins_staked"] == 20 * run.done[ROUNDS]


def test_the_estimators_samples_grow_with_the_effort():
    run = Run(current_model(), Mode.BASE, 1, 10**9, 5)
    assert run.sizes[PAID] == 4 * 10**9
    assert run.second_sets == 5 * replace(run, effort=1).second_sets
    assert Run(current_model(), Mode.BUY, 1, 10**6, 5).sizes[PAID] == 0


@pytest.mark.parametrize("mode", Mode)
def test_buckets_end_with_the_cap_and_are_whole_bins(mode):
    tops = bucket_tops(STAKES[mode])
    assert set(tops) < set(BIN_TOPS)
    assert tops[0] == 0
    assert tops[-2:] == [CAP - 1, CAP]
    assert tops == sorted(set(tops))


def test_every_win_is_in_the_bin_that_ends_at_or_above_it():
    bins = bins_by_win()
    assert len(bins) == CAP + 1
    tops = np.array(BIN_TOPS)
    wins = np.arange(CAP + 1)
    assert (wins <= tops[bins]).all()
    assert (wins[1:] > tops[np.maximum(bins[1:], 1) - 1]).all()
    assert tops.tolist() == sorted(set(tops.tolist()))
    assert (np.diff(tops)[400:] <= 0.0101 * tops[401:] + 1).all()  # whole coins


def test_two_modes_share_no_sample_of_a_seed():
    """Sheets of base and ante with the same seed were correlated through their free spins."""
    runs = {mode: count_run(Run(current_model(), mode, 5, 60_000)) for mode in (Mode.BASE, Mode.ANTE)}
    one, other = (run.totals["free sums"].tolist() for run in runs.values())
    assert all(ours != theirs for ours, theirs in zip(one, other, strict=True))
    streams = (sampling.FREE_STREAM, sampling.PAID_STREAM, sampling.SECOND_STREAM)
    assert len({int(sampling.own_stream(stream, mode)) for mode in Mode for stream in streams}) == 9
