"""Faults inside SQLite calls: after any of them, at any point, nothing is lost, doubled or half done.

A real database lies underneath. Every statement of a session is in turn made to fail before it runs, to fail after it
ran, or to be the last thing the process does; so is every write on a disk that is full.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from game.engine import Mode, Seed, play
from game.ledger import DiskFull, Ledger, LedgerError, LedgerReadOnly, LimitKind, audit
from game.money import LADDER
from tests.small_filesystem import fill, make_room, small_disk

from .conftest import Clock

ROUNDS = [play(mode, Seed(seed)) for seed in (2, 5) for mode in (Mode.BASE, Mode.ANTE, Mode.BUY)]
BET = LADDER[0]


class Fault(sqlite3.OperationalError):
    """What a failing disk makes of a statement."""

    sqlite_errorcode = sqlite3.SQLITE_IOERR
    sqlite_errorname = "SQLITE_IOERR"


class Failing(sqlite3.Connection):
    """A connection whose ``fail_at``-th statement fails, before or after it ran."""

    count = 0
    fail_at = -1
    after = False
    fault: type[Exception] = Fault

    def execute(self, *args):
        cls = type(self)
        cls.count += 1
        if cls.count == cls.fail_at:
            if cls.after:
                super().execute(*args)
            raise cls.fault("disk I/O error")
        return super().execute(*args)


def fresh_failing(fail_at: int, *, after: bool) -> type[Failing]:
    return type("FailingOnce", (Failing,), {"count": 0, "fail_at": fail_at, "after": after})


def a_session(
    folder: Path,
    clock: Clock,
    factory: type[sqlite3.Connection],
    log: list[str],
    done: Callable[[str], object] = lambda _: None,
) -> None:
    """Everything the game does with a ledger, each step retried once when it fails, as a player would.

    ``done`` is told of each stake taken and each round closed.
    """

    def step(name: str, action):
        for attempt in (1, 2):
            try:
                return action()
            except LedgerError as refusal:
                log.append(f"{name}: {refusal}")
                if attempt == 2:
                    raise
        return None

    ledger = step("open", lambda: Ledger.open(folder, clock, factory=factory))
    try:
        step("limit", lambda: ledger.set_limit(LimitKind.LOSS, 10_000_000))
        for number, played in enumerate(ROUNDS):
            clock.forward(seconds=5)

            def stake(played=played):
                waiting = ledger.open_round()
                return waiting if waiting is not None else ledger.stake(played, BET)

            stored = step("stake", stake)
            done("stake")
            step("saw", lambda stored=stored: ledger.mark_spin_shown(stored.id, 0))
            if number == 3:
                step("void", lambda stored=stored: ledger.void(stored.id, "void"))
            else:
                step("settle", lambda stored=stored: ledger.settle(stored.id))
            done("close")
            step("refill", lambda: ledger.refill() if ledger.can_refill else None)
            step("session", ledger.session)
    finally:
        ledger.close()


def check(folder: Path, clock: Clock) -> int:
    """What must hold of the folder whatever happened; returns the rounds in it, after finishing an open one."""
    with Ledger.open(folder, clock) as ledger:
        assert [note for note in ledger.notes if "damaged" in note] == []
        resumed = ledger.resume()
        if resumed is not None:
            ledger.settle(resumed[0].id)
        rounds = ledger.history(1000)
        assert [stored.id for stored in rounds] == list(range(len(rounds), 0, -1))
        assert sum(stored.net for stored in rounds) + 200_000 * (1 + ledger.statistics().refills) == ledger.balance
    found = audit(folder)
    assert found["agrees"], found
    return len(rounds)


def statements_of_a_session(tmp_path: Path) -> int:
    counting = fresh_failing(-1, after=False)
    a_session(tmp_path / "counted", Clock(), counting, [])
    return counting.count


def fail_each_once(tmp_path: Path, every: int, *, after: bool) -> None:
    """A session for each (``every``-th) statement, which fails in it; all of them are played to their end."""
    total = statements_of_a_session(tmp_path)
    for fail_at in range(1, total + 1, every):
        folder, clock, log = tmp_path / str(fail_at), Clock(), []
        a_session(folder, clock, fresh_failing(fail_at, after=after), log)
        assert len(log) <= 1
        assert all("\n" not in told and "Error" not in told for told in log)
        assert check(folder, clock) == len(ROUNDS)
        shutil.rmtree(folder)
    print(f"\nfaults injected: {-(-total // every)}, survived: all")


@pytest.mark.parametrize("after", [False, True], ids=["before it runs", "after it ran"])
def test_some_statements_may_fail_once(tmp_path, after):
    fail_each_once(tmp_path, 11, after=after)


@pytest.mark.long
@pytest.mark.parametrize("after", [False, True], ids=["before it runs", "after it ran"])
def test_any_statement_may_fail_once(tmp_path, after):
    fail_each_once(tmp_path, 1, after=after)


KILLED = """
    import os, sys
    from datetime import UTC, datetime
    from pathlib import Path
    from tests.ledger.conftest import Clock
    from tests.ledger.test_faults import Failing, a_session

    class Killed(Failing):
        def execute(self, *args):
            Killed.count += 1
            if Killed.count == int(sys.argv[2]):
                if sys.argv[3] == "after":
                    super().execute(*args)
                os.kill(os.getpid(), 9)
            return sqlite3.Connection.execute(self, *args)

    import sqlite3
    a_session(Path(sys.argv[1]), Clock(), Killed, [])
"""


def killed_at(folder: Path, statement: int, when: str) -> None:
    """Run a session in another process that is gone at that statement."""
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-c", textwrap.dedent(KILLED), str(folder), str(statement), when]
    done = subprocess.run(command, cwd=root, env={**os.environ, "PYTHONPATH": str(root)}, check=False)
    assert done.returncode in (0, -9)


def kill_points(total: int, every: int) -> list[tuple[int, str]]:
    return [(statement, when) for statement in range(1, total + 1, every) for when in ("before", "after")]


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_killed_at_some_statements(tmp_path):
    for statement, when in kill_points(statements_of_a_session(tmp_path), 47):
        folder = tmp_path / f"{statement}-{when}"
        killed_at(folder, statement, when)
        check(folder, Clock())


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_killed_at_every_statement(tmp_path):
    points = kill_points(statements_of_a_session(tmp_path), 1)
    for statement, when in points:
        folder = tmp_path / f"{statement}-{when}"
        killed_at(folder, statement, when)
        check(folder, Clock())
        shutil.rmtree(folder)
    print(f"\nkilled at {len(points)} points, lost 0")


@pytest.fixture
def tiny_disk(tmp_path):
    with small_disk(tmp_path / "disk", 256) as disk:
        yield disk


@pytest.mark.parametrize("leave", [0, 4096, 16384, 40960])
def test_a_full_disk_takes_nothing_and_play_goes_on_when_there_is_room(tiny_disk, leave):
    folder, clock = tiny_disk / "profile", Clock()
    refused = 0
    with Ledger.open(folder, clock) as ledger:
        fill(tiny_disk, leave)
        for number in range(60):
            before = ledger.balance, ledger.open_round()
            try:
                if before[1] is None:
                    ledger.stake(ROUNDS[number % 2], BET)
                else:
                    ledger.settle(before[1].id)
            except DiskFull:
                refused += 1
                assert (ledger.balance, ledger.open_round()) == before
        assert refused
        make_room(tiny_disk)
        waiting = ledger.open_round()
        if waiting is not None:
            ledger.settle(waiting.id)
        ledger.settle(ledger.stake(ROUNDS[0], BET).id)
    check(folder, clock)


def test_a_new_profile_on_a_full_disk_is_refused_and_begun_when_there_is_room(tiny_disk):
    folder, clock = tiny_disk / "profile", Clock()
    fill(tiny_disk, 8192)
    with pytest.raises(DiskFull, match="disk is full"):
        Ledger.open(folder, clock)
    make_room(tiny_disk)
    assert check(folder, clock) == 0


def test_closing_on_a_full_disk_is_quiet(tiny_disk):
    """The everyday backup finds no room, and the player is none the worse."""
    folder, clock = tiny_disk / "profile", Clock()
    ledger = Ledger.open(folder, clock)
    ledger.settle(ledger.stake(ROUNDS[0], BET).id)
    fill(tiny_disk)
    ledger.close()
    make_room(tiny_disk)
    assert check(folder, clock) == 1


def test_a_read_only_disk_is_said_so_and_still_audited(tiny_disk):
    folder, clock = tiny_disk / "profile", Clock()
    with Ledger.open(folder, clock) as ledger:
        ledger.settle(ledger.stake(ROUNDS[0], BET).id)
    subprocess.run(["mount", "-o", "remount,ro", str(tiny_disk)], check=True)
    with pytest.raises(LedgerReadOnly, match="write to the saved game"):
        Ledger.open(folder, clock)
    assert audit(folder)["agrees"]
    subprocess.run(["mount", "-o", "remount,rw", str(tiny_disk)], check=True)
    assert check(folder, clock) == 1
