"""The ledger killed thousands of times at random moments: whatever it had confirmed is there, and paid once.

A process that has everything loaded forks a player who stakes, settles, sets limits, refills, opens and closes, and
notes in shared memory what the ledger has confirmed. It is killed after a random while. ``KILLS`` sets how often,
``KILL_SEED`` repeats a run; both are printed.
"""

import mmap
import os
import random
import shutil
import signal
import sys
import time
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from game.engine import Mode, Seed, play
from game.ledger import Ledger, LimitKind, audit, storage
from game.money import LADDER

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

PROFILE_LASTS = 200
"""Kills before a new profile is begun, so that looking at it all stays quick."""
ROUNDS = [play(mode, Seed(seed)) for seed in range(12) for mode in (Mode.BASE, Mode.BASE, Mode.ANTE, Mode.BUY)]
STAKES, PAYS, BALANCE, LIMITS, READY = range(5)
ANY_MOMENT = 0.2
"""This share of the kills comes at any moment from the start; the others once the player plays."""


class Confirmed:
    """Numbers that outlive the process that wrote them. Each is stored in one piece, so a kill never halves one."""

    def __init__(self) -> None:
        self.shared = memoryview(mmap.mmap(-1, 4096)).cast("q")  # struct.pack_into writes zeros first

    def __getitem__(self, index: int) -> int:
        return self.shared[index]

    def __setitem__(self, index: int, value: int) -> None:
        self.shared[index] = value


def clock() -> datetime:
    return datetime.now(UTC)


def play_on(folder: Path, confirmed: Confirmed, pick: random.Random) -> None:
    """What a player does, until killed."""
    while True:
        with Ledger.open(folder, clock, bankroll=10**9) as ledger:
            confirmed[READY] = 1
            resumed = ledger.resume()
            if resumed is not None:
                ledger.settle(resumed[0].id)
                confirmed[BALANCE], confirmed[PAYS] = ledger.balance, resumed[0].id
            for _ in range(pick.randrange(1, 12)):
                stored = ledger.stake(pick.choice(ROUNDS), LADDER[0])
                confirmed[STAKES] = stored.id
                ledger.mark_spin_shown(stored.id, 0)
                ledger.settle(stored.id)
                confirmed[BALANCE], confirmed[PAYS] = ledger.balance, stored.id
                if pick.random() < 0.05:
                    ledger.set_limit(LimitKind.LOSS, 10**12 + confirmed[LIMITS])
                    confirmed[LIMITS] += 1


def look(folder: Path, confirmed: Confirmed) -> tuple[str, bool]:
    """Open what the dead left; what it told the player and whether a round was open."""
    with Ledger.open(folder, clock, bankroll=10**9) as ledger:
        notes = "; ".join(ledger.notes)
        waiting = ledger.open_round()
        (rounds, paid) = ledger._row("SELECT count(*), count(*) FILTER (WHERE state = 'paid') FROM rounds")
        (limits,) = ledger._row("SELECT count(*) FROM limits")
        assert rounds >= confirmed[STAKES], (rounds, confirmed[STAKES])
        assert rounds <= confirmed[STAKES] + 1
        assert paid >= confirmed[PAYS]
        assert paid == rounds - (waiting is not None)
        assert limits >= confirmed[LIMITS]
        assert storage.damage(ledger._db) is None
        if waiting is None and 0 < rounds == confirmed[PAYS] == confirmed[STAKES]:
            assert ledger.balance == confirmed[BALANCE]
        confirmed[STAKES], confirmed[LIMITS] = rounds, limits
        return notes, waiting is not None


def kill_again_and_again(tmp_path: Path, kills: int) -> None:
    seed = int(os.environ.get("KILL_SEED", "20261201"))
    kills = int(os.environ.get("KILLS", kills))
    print(f"\nKILL_SEED={seed} KILLS={kills}")
    pick, found, told, begun = random.Random(seed), Counter[str](), Counter[str](), time.monotonic()
    confirmed, folder = Confirmed(), tmp_path / "profile"
    for number in range(kills):
        if number % PROFILE_LASTS == 0:
            if number:
                print(f"{number} killed in {time.monotonic() - begun:.0f} s", flush=True)
                assert audit(folder)["agrees"]
                found["rounds"] += confirmed[STAKES]
            shutil.rmtree(folder, ignore_errors=True)
            for index in (STAKES, PAYS, BALANCE, LIMITS):
                confirmed[index] = 0
        confirmed[READY] = 0
        pid = os.fork()
        if pid == 0:
            with suppress(BaseException):
                play_on(folder, confirmed, random.Random(pick.getrandbits(32) + number))
            os._exit(3)
        if pick.random() >= ANY_MOMENT:
            while not confirmed[READY]:
                time.sleep(0.0005)
        time.sleep(pick.uniform(0, 0.03))
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        assert os.WIFSIGNALED(status), f"the player ended by itself in run {number}"
        if (folder / storage.LEDGER_NAME).exists():
            notes, was_open = look(folder, confirmed)
            told[notes] += bool(notes)
            found["with a round open"] += was_open
        else:
            found["before there was a ledger"] += 1
    took = time.monotonic() - begun
    found["rounds"] += confirmed[STAKES]
    print(f"killed {kills} times, {dict(found)}, lost 0, told {dict(told)}, in {took:.0f} s")
    assert not any("lost" in notes and "restored" not in notes for notes in told)


def test_killed_a_hundred_times(tmp_path):
    kill_again_and_again(tmp_path, 100)


@pytest.mark.long
def test_killed_ten_thousand_times(tmp_path):
    kill_again_and_again(tmp_path, 10_000)


if __name__ == "__main__":
    kill_again_and_again(Path(sys.argv[1]), 10_000)
