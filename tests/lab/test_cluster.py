"""The same run on a real scheduler with two workers on loopback, one of them killed while it counts."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time

import pytest

pytest.importorskip("numba", reason="the twin needs the extra 'maths'")
pytest.importorskip("distributed", reason="a cluster needs the extra 'cluster'")

from pathlib import Path

from game.engine.model import current_model
from game.engine.rules import Mode
from game.lab.cluster import Unreachable, connect
from game.lab.sheet import build_sheet
from game.lab.simulate import Run, count_run

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""Seconds for a scheduler or worker to start."""

pytestmark = pytest.mark.filterwarnings("ignore")


def start(module, *options, log):
    environment = os.environ | {"PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "10s"}
    command = [sys.executable, "-m", module, *options]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log.open("w"), env=environment)


@pytest.fixture
def cluster(tmp_path):
    """The address of a scheduler with two one-thread workers, and the workers' processes."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    log = tmp_path / "scheduler.log"
    options = ("--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    processes = [start("distributed.cli.dask_scheduler", *options, log=log)]
    deadline = time.monotonic() + PATIENCE
    while not re.search(r"Scheduler at", log.read_text() if log.exists() else ""):
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.1)
    for number in range(2):
        options = (address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path))
        processes.append(start("distributed.cli.dask_worker", *options, log=tmp_path / f"worker{number}.log"))
    yield address, processes[1:]
    for process in reversed(processes):
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        process.wait()


def figures(run):
    sheet = build_sheet(run, 1.0)
    return {key: value for key, value in sheet.items() if key not in {"seconds", "rounds_per_second"}}


def test_a_killed_worker_changes_nothing(cluster):
    from distributed import Client

    address, workers = cluster
    with Client(address, timeout=PATIENCE, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=PATIENCE)
    killed = []

    def kill_one(rounds):
        if rounds and not killed:
            killed.append(workers[0].pid)
            os.kill(workers[0].pid, signal.SIGKILL)

    rounds = 24_000_000
    with connect(address) as (executor, threads):
        assert threads == 2
        run = Run(current_model(), Mode.BASE, 21, rounds)
        count_run(run, workers=threads, executor=executor, progress=kill_one)
    assert killed
    assert workers[0].wait() == -signal.SIGKILL
    assert workers[1].poll() is None
    assert figures(run) == figures(count_run(Run(current_model(), Mode.BASE, 21, rounds)))


def test_no_scheduler_is_said_in_seconds():
    started = time.monotonic()
    with pytest.raises(Unreachable, match="no scheduler answers"), connect("tcp://127.0.0.1:9"):
        pass
    assert time.monotonic() - started < 20
