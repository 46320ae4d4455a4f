"""Faults under SQLite itself: the process is killed, or the disk fails, at single system calls of a session.

That is inside a commit, a checkpoint, a backup or the closing seal, between any two statements of the game's own.
strace does it; without it the tests are skipped.
"""

import errno
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from game.ledger import Ledger, audit
from game.ledger.storage import LEDGER_NAME

from .conftest import Clock
from .test_faults import ROUNDS, a_session, check

ROOT = Path(__file__).resolve().parents[2]
CALLS = ("pwrite64", "fdatasync", "fsync", "ftruncate", "rename", "unlink", "openat")
"""What changes files, and the opening of them."""
ERRORS = {
    "pwrite64": (errno.EIO, errno.ENOSPC),
    "fdatasync": (errno.EIO,),
    "fsync": (errno.EIO, errno.ENOSPC),
    "ftruncate": (errno.EIO,),
    "rename": (errno.EACCES,),
}
SESSION = """
import sqlite3, sys
from pathlib import Path
from tests.ledger.conftest import Clock
from tests.ledger.test_faults import a_session
a_session(Path(sys.argv[1]), Clock(), sqlite3.Connection, [], lambda done: print(done, flush=True))
"""


def traced(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run a session in ``folder`` under strace; its notes are in ``folder.trace``."""
    trace = folder.with_suffix(".trace")
    command = ["strace", "-f", "-qq", "-o", str(trace), "-e", f"trace={','.join(CALLS)}", *options]
    return subprocess.run(
        [*command, sys.executable, "-B", "-c", SESSION, str(folder)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def counted(tmp_path_factory) -> dict[str, tuple[int, int]]:
    """Call -> the first and the last of its calls that touch the profile in an undisturbed session."""
    if shutil.which("strace") is None:
        pytest.skip("needs strace")
    folder = tmp_path_factory.mktemp("counted") / "profile"
    done = traced(folder)
    if done.returncode:
        pytest.skip(f"strace may not trace here: {done.stderr.strip()[-200:]}")
    seen: dict[str, int] = {}
    touched: dict[str, list[int]] = {}
    begun = False
    for line in folder.with_suffix(".trace").read_text().splitlines():
        found = re.match(r"(?:\d+ +)?(\w+)\(", line)
        if found is None:
            continue
        call = found[1]
        seen[call] = seen.get(call, 0) + 1
        begun = begun or str(folder) in line
        if begun and (call != "openat" or str(folder) in line):
            touched.setdefault(call, []).append(seen[call])
    assert {"pwrite64", "fdatasync", "rename"} <= set(touched)
    return {call: (numbers[0], numbers[-1]) for call, numbers in touched.items()}


def places(counted: dict[str, tuple[int, int]], few: int | None) -> list[tuple[str, int]]:
    """Every call to fail at, or a few of them at random."""
    every = [(call, number) for call, (first, last) in sorted(counted.items()) for number in range(first, last + 1)]
    if few is None:
        return every
    seed = int(os.environ.get("FAULT_SEED", "1"))
    print(f"\nseed {seed}")
    return random.Random(seed).sample(every, few)


def kill_at(tmp_path: Path, chosen: list[tuple[str, int]]) -> None:
    """Kill a session at each of the places: what it was told is done is there, and the rest is whole or not there."""
    killed = 0
    for call, number in chosen:
        folder = tmp_path / f"{call}-{number}"
        done = traced(folder, "-e", f"inject={call}:signal=KILL:when={number}")
        assert done.returncode in (0, 137, -9), done.stderr
        killed += done.returncode != 0
        told = done.stdout.split()
        if folder.exists():
            clock = Clock()
            with Ledger.open(folder, clock) as ledger:
                states = {stored.id: stored.state for stored in ledger.history(1000)}
            assert told.count("stake") <= len(states) <= told.count("stake") + 1, (call, number)
            assert told.count("close") <= len([state for state in states.values() if state != "open"])
            check(folder, clock)
        shutil.rmtree(folder, ignore_errors=True)
    print(f"\nkilled at {killed} system calls, lost 0")
    assert killed > 0.9 * len(chosen)


def fail_at(tmp_path: Path, chosen: list[tuple[str, int]]) -> None:
    """Let the disk refuse a call, once: every round is played and paid all the same."""
    for number, (call, nth) in enumerate(chosen):
        folder = tmp_path / f"{call}-{nth}"
        error = errno.errorcode[ERRORS[call][number % len(ERRORS[call])]]
        done = traced(folder, "-e", f"inject={call}:error={error}:when={nth}")
        assert done.returncode == 0, (call, nth, error, done.stderr)
        assert check(folder, Clock()) == len(ROUNDS), (call, nth, error)
        shutil.rmtree(folder)
    print(f"\n{len(chosen)} system calls failed, lost 0")


def test_killed_at_some_system_calls(tmp_path, counted):
    kill_at(tmp_path, places(counted, 8))


def test_some_system_calls_fail(tmp_path, counted):
    fail_at(tmp_path, places({call: span for call, span in counted.items() if call in ERRORS}, 8))


def test_without_shared_memory_the_ledger_takes_another_journal(tmp_path, counted):
    """As on some network file systems; one that was begun elsewhere is played on, killed and audited there too."""
    folder = tmp_path / "profile"
    a_session(folder, Clock(), sqlite3.Connection, [])
    refused = ("-P", f"{folder}/{LEDGER_NAME}-shm", "-e", "trace=mmap", "-e", "inject=mmap:error=ENODEV")
    assert traced(folder, *refused).returncode == 0
    assert check(folder, Clock()) == 2 * len(ROUNDS)
    assert audit(folder)["agrees"]


@pytest.mark.long
def test_killed_at_every_system_call(tmp_path, counted):
    kill_at(tmp_path, places(counted, None))


@pytest.mark.long
def test_every_system_call_fails_once(tmp_path, counted):
    fail_at(tmp_path, places({call: span for call, span in counted.items() if call in ERRORS}, None))
