"""The real game, killed at random moments: no round is lost, none is paid twice, and an open one is finished.

Each run starts the game playing by itself on one profile, ends it with SIGKILL after a random while and looks at the
ledger it left, until the last run is let come to its end. The seed of the moments is printed; ``KILL_SEED`` repeats it.
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.ledger import Ledger, State, audit
from game.ledger.records import EPOCH

ROOT = Path(__file__).resolve().parents[2]
SPREAD = (0.1, 3.0)
"""A kill comes after this many times the while it takes to start, play one round and end."""

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


def kill_again_and_again(tmp_path: Path, kills: int) -> None:
    profile = tmp_path / "profile ♥"
    seed = int(os.environ.get("KILL_SEED", random.SystemRandom().getrandbits(32)))
    print(f"\nKILL_SEED={seed}")
    moments = random.Random(seed)
    begun = time.monotonic()
    subprocess.run(game(profile, "--demo", "1"), cwd=tmp_path, env=environment(tmp_path), check=True)
    usual = time.monotonic() - begun
    found_open, before = 0, {"rounds": 0, "stakes": 0, "pays": 0}
    for number in range(kills):
        mode = moments.choice(["base", "base", "ante", "buy"])
        command = game(profile, "--demo", "100000", "--mode", mode)
        with subprocess.Popen(
            command, cwd=tmp_path, env=environment(tmp_path), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        ) as playing:
            time.sleep(usual * moments.uniform(*SPREAD))
            playing.send_signal(signal.SIGKILL)
            _, said = playing.communicate()
        assert playing.returncode == -signal.SIGKILL, said.decode()
        now = audit(profile)
        assert now["agrees"], (number, now)
        assert now["open"] <= 1
        assert all(now[name] >= before[name] for name in before), (number, before, now)
        found_open += now["open"]
        before = {name: now[name] for name in before}
    subprocess.run(game(profile, "--demo", "1"), cwd=tmp_path, env=environment(tmp_path), check=True)
    check_the_end(profile, before)
    print(f"killed {kills} times, {found_open} with a round open, {audit(profile)['rounds']} rounds, lost 0")


def check_the_end(profile: Path, before: dict[str, int]) -> None:
    """Every round there ever was is there, paid once, and the money is the sum of its entries."""
    found = audit(profile)
    assert found["agrees"]
    assert (found["open"], found["void"]) == (0, 0)
    assert found["rounds"] == before["rounds"] + 1
    with Ledger.open(profile, lambda: EPOCH) as ledger:
        rounds = ledger.history(10**9)
        assert [stored.id for stored in rounds] == list(range(found["rounds"], 0, -1))
        assert {stored.state for stored in rounds} == {State.PAID}
        assert sum(stored.win for stored in rounds) == found["pays"]
        assert sum(stored.stake for stored in rounds) == found["stakes"]


def test_killed_a_few_times(tmp_path):
    kill_again_and_again(tmp_path, 25 if os.environ.get("CI") else 6)


@pytest.mark.long
def test_killed_three_hundred_times(tmp_path):
    kill_again_and_again(tmp_path, 300)
