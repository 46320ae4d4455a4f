"""The real game, killed at random moments: no round is lost, none is paid twice, and an open one is finished.

Each run starts the game playing by itself on one profile, ends it with SIGKILL after a random while and looks at the
ledger it left, until the last run is let come to its end. The seed of the moments is printed; ``KILL_SEED`` repeats it.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from game.ledger import Ledger, State, audit, storage
from game.ledger.records import EPOCH

ROOT = Path(__file__).resolve().parents[2]
ANY_MOMENT = 0.2
"""This share of the kills comes at any moment from the very start; the others once the game is seen to write."""
MAX_SECONDS = 1.2
"""Times the while it takes to start, play one round and end, that is waited before a kill, at most."""
WHOLE_LOOK_EVERY = 50
"""Kills between two full audits, which play every round again."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")


def game(profile: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "game", "--profile", str(profile), "--speed", "turbo", *options]


def environment(tmp_path: Path) -> dict[str, str]:
    return os.environ | {
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "PYTHONPATH": str(ROOT),
        "XDG_DATA_HOME": str(tmp_path),
    }


class Found:
    """What a killed game left: its money added up anew from single entries, and how each of its rounds stands."""

    def __init__(self, profile: Path, scratch: Path) -> None:
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir()
        for suffix in ("", "-wal"):
            if (profile / f"{storage.LEDGER_NAME}{suffix}").exists():
                shutil.copy(profile / f"{storage.LEDGER_NAME}{suffix}", scratch)
        with closing(storage.connect(scratch / storage.LEDGER_NAME)) as db:
            assert storage.damage(db) is None
            self.states: dict[int, str] = dict(db.execute("SELECT id, state FROM rounds ORDER BY id"))
            wins = dict(db.execute("SELECT id, win FROM rounds"))
            entries = db.execute("SELECT kind, amount, round_id FROM entries").fetchall()
            (self.balance,) = db.execute("SELECT balance FROM entries ORDER BY id DESC LIMIT 1").fetchone()
        self.sums = Counter[str]()
        pays = Counter[int]()
        for kind, amount, round_id in entries:
            self.sums[kind] += amount
            if kind == "pay":
                pays[round_id] += 1
                assert amount == wins[round_id]
        assert self.balance == self.sums["deposit"] - self.sums["stake"] + self.sums["pay"] + self.sums["refund"]
        assert list(self.states) == list(range(1, len(self.states) + 1))
        paid = {id_ for id_, state in self.states.items() if state == State.PAID}
        assert pays == Counter({id_: 1 for id_ in paid if wins[id_]})

    @property
    def open(self) -> list[int]:
        return [id_ for id_, state in self.states.items() if state == State.OPEN]


def wait_until_it_writes(profile: Path, playing: "subprocess.Popen[bytes]") -> None:
    """Wait until this game has put something into the ledger's journal."""
    journal, begun = profile / f"{storage.LEDGER_NAME}-wal", time.time_ns()
    end = time.monotonic() + 60
    while time.monotonic() < end and playing.poll() is None:
        if journal.exists() and journal.stat().st_size and journal.stat().st_mtime_ns >= begun:
            return
        time.sleep(0.005)


def kill_again_and_again(tmp_path: Path, kills: int, theme: str) -> None:
    profile, scratch = tmp_path / "profile ♥", tmp_path / "scratch"
    seed = int(os.environ.get("KILL_SEED", random.SystemRandom().getrandbits(32)))
    print(f"\nKILL_SEED={seed}")
    moments = random.Random(seed)
    Ledger.open(profile, lambda: datetime.now(UTC), bankroll=10**11).close()  # enough for every round
    begun = time.monotonic()
    subprocess.run(game(profile, "--demo", "1"), cwd=tmp_path, env=environment(tmp_path), check=True)
    usual = time.monotonic() - begun
    before, found_open = Found(profile, scratch), 0
    for number in range(kills):
        mode = moments.choice(["base", "base", "ante", "buy"])
        command = game(profile, "--demo", "100000", "--mode", mode, "--theme", theme)
        with subprocess.Popen(
            command, cwd=tmp_path, env=environment(tmp_path), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        ) as playing:
            if moments.random() >= ANY_MOMENT:
                wait_until_it_writes(profile, playing)
            time.sleep(usual * moments.uniform(0, MAX_SECONDS))
            playing.send_signal(signal.SIGKILL)
            _, said = playing.communicate()
        assert playing.returncode == -signal.SIGKILL, said.decode()
        now = Found(profile, scratch)
        assert len(now.open) <= 1, number
        changed = {id_ for id_, state in before.states.items() if now.states[id_] != state}
        assert changed <= set(before.open), (number, changed)
        assert {now.states[id_] for id_ in changed} <= {State.PAID}, number
        assert len(now.states) == len(before.states) or changed == set(before.open), number
        if number % WHOLE_LOOK_EVERY == WHOLE_LOOK_EVERY - 1:
            assert audit(profile)["agrees"], number
        found_open += len(now.open)
        before = now
    subprocess.run(game(profile, "--demo", "1"), cwd=tmp_path, env=environment(tmp_path), check=True)
    check_the_end(profile, before)
    took = time.monotonic() - begun
    told = f"{found_open} with a round open, {len(before.states) + 1} rounds, lost 0, in {took:.0f} s"
    print(f"killed {kills} times ({theme}), {told}")


def check_the_end(profile: Path, before: Found) -> None:
    """Every round there ever was is there, paid once, and comes out of its seed; the money adds up."""
    found = audit(profile)
    assert found["agrees"]
    assert (found["open"], found["void"]) == (0, 0)
    assert found["rounds"] == len(before.states) + 1
    with Ledger.open(profile, lambda: EPOCH) as ledger:
        rounds = ledger.history(10**9)
        assert [stored.id for stored in rounds] == list(range(found["rounds"], 0, -1))
        assert {stored.state for stored in rounds} == {State.PAID}
        assert sum(stored.win for stored in rounds) == found["pays"]
        assert sum(stored.stake for stored in rounds) == found["stakes"]


def test_killed_a_few_times(tmp_path):
    kill_again_and_again(tmp_path, 25 if os.environ.get("CI") else 6, "princess")


@pytest.mark.long
@pytest.mark.parametrize("theme", ["princess", "christmas"])
def test_killed_a_hundred_and_fifty_times_in_each_skin(tmp_path, theme):
    kill_again_and_again(tmp_path, 150, theme)
