"""The power fails at any moment: what the player was told is done is there afterwards, and is paid once.

Sessions play under strace. Of what they did to the profile, images are made of what a disk may hold after a loss of
power at each moment (``tests/tools/disk.py``), and each is opened as the game opens it. ``IMAGES`` sets how many.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from game.engine import Mode, Seed, play
from game.ledger import Ledger, LimitKind, audit, storage
from game.ledger.reset import start_over
from game.money import LADDER
from game.settings import Settings, load_settings, save_settings
from tests.ledger.conftest import Clock
from tests.long.test_kill import Found
from tests.tools.disk import Disk, Operation, trace

ROOT = Path(__file__).resolve().parents[2]
SEED = 20261201
SETTINGS = "settings.json"
SCENARIOS = ("first game", "after a kill", "after damage", "after a deletion", "start over")


def say(**done: int) -> None:
    """What the player may take as done, in one write that the trace shows among the others."""
    os.write(1, json.dumps(done).encode())


def play_rounds(ledger: Ledger, clock: Clock, *modes: Mode) -> None:
    resumed = ledger.resume()
    if resumed is not None:
        ledger.settle(resumed[0].id)
        say(paid=1)
    for number, mode in enumerate(modes):
        clock.forward(seconds=5)
        stored = ledger.stake(play(mode, Seed(number)), LADDER[0])
        say(staked=1)
        ledger.mark_spin_shown(stored.id, 0)
        ledger.settle(stored.id)
        say(paid=1)


def session(folder: Path, scenario: str, days: int) -> None:
    """Everything that is written while playing; ends as a killed game does, with a round open."""
    clock = Clock()
    clock.forward(days=days)
    ledger = Ledger.open(folder, clock, bankroll=10**7)
    play_rounds(ledger, clock, Mode.BASE, Mode.ANTE, Mode.BUY)
    for number in (1, 2):
        save_settings(Settings(unknown={"saved": days + number}), folder / SETTINGS)
        say(saved=1)
    ledger.set_limit(LimitKind.TIME, 500)
    say(limits=1)
    if scenario == "start over":
        clock.forward(days=40)
        ledger, _ = start_over(ledger)
        play_rounds(ledger, clock, Mode.BASE)
    ledger.close()
    ledger = Ledger.open(folder, clock)
    play_rounds(ledger, clock, Mode.BASE, Mode.BASE)
    ledger.stake(play(Mode.BASE, Seed(9)), LADDER[0])
    say(staked=1)
    os._exit(0)


def command(folder: Path, scenario: str, days: int) -> list[str]:
    return [sys.executable, "-B", str(Path(__file__)), str(folder), scenario, str(days)]


def record(tmp_path: Path, scenario: str) -> tuple[Disk, Counter[str], list[Operation]]:
    """The disk before a session, what had been confirmed before it, and what the session did."""
    root = tmp_path / scenario.replace(" ", "-")
    folder, said = root / "disk" / "profile", Counter[str]()
    folder.parent.mkdir(parents=True)
    options = {"cwd": ROOT, "env": os.environ | {"PYTHONPATH": str(ROOT)}}
    if scenario != "first game":
        done = subprocess.run(command(folder, "play", 0), check=True, capture_output=True, text=True, **options)
        for words in done.stdout.replace("}{", "}\n{").splitlines():
            said.update(json.loads(words))
    ledger = folder / storage.LEDGER_NAME
    if scenario == "after damage":
        ledger.write_bytes(ledger.read_bytes()[:8192] + bytes(12288))
    elif scenario == "after a deletion":
        ledger.unlink()
    disk = Disk(folder.parent)
    try:
        return disk, said, trace(command(folder, scenario, 1), folder.parent, **options)
    except OSError as error:
        pytest.skip(f"strace does not trace here: {error}")


def check(image: Path, said: Counter[str]) -> str:
    """Open what a loss of power left; returns what the player is told."""
    folder = image / "profile"
    clock = Clock()
    clock.forward(days=60)
    with Ledger.open(folder, clock, bankroll=10**7) as ledger:
        told = "; ".join(ledger.notes)
        resumed = ledger.resume()
        if resumed is not None:
            assert resumed[1] is not None, "an open round was made void"
            ledger.settle(resumed[0].id)
        rounds = len(ledger.history(10**6))
        balance, limits = ledger.balance, ledger.limit(LimitKind.TIME).value
    found = Found(folder, image / "scratch")
    put_away = [Found(aside, image / "scratch") for aside in folder.glob("before-*") if any(aside.glob("*.sqlite"))]
    assert (found.balance, len(found.states), found.open) == (balance, rounds, [])
    rounds += sum(len(old.states) for old in put_away)
    assert said["staked"] <= rounds <= said["staked"] + 1
    assert rounds >= said["paid"]
    assert limits == 500 or not said["limits"]
    assert audit(folder)["agrees"]
    loaded = load_settings(folder / SETTINGS)
    assert loaded.notes == ()
    assert loaded.settings.unknown.get("saved", 0) >= min(said["saved"], 1)
    return told


def fail_again_and_again(tmp_path: Path, images: int) -> None:
    images = int(os.environ.get("IMAGES", images))
    chance, begun = random.Random(SEED), time.monotonic()
    told, seen = Counter[str](), set[int]()
    for number, scenario in enumerate(SCENARIOS, 1):
        disk, said, operations = record(tmp_path, scenario)
        moments = [index for index, operation in enumerate(operations) if operation[0] != "said"]
        wanted = images * number // len(SCENARIOS) - len(seen)
        each = -(-wanted // len(moments))
        step = max(1, len(moments) // wanted) if wanted < len(moments) else 1
        chosen = Counter(dict.fromkeys(moments[chance.randrange(step) :: step], each))
        for index, operation in enumerate(operations):
            if operation[0] == "said":
                said.update(json.loads(operation[1]))
                continue
            disk.apply(operation)
            for turn in range(chosen[index]):
                image = tmp_path / "image"
                shutil.rmtree(image, ignore_errors=True)
                strict = bool(turn % 2) if each > 1 else chance.random() < 0.5
                seen.add(hash((disk.after(image, chance, strict=strict), index, scenario)))
                try:
                    words = check(image, said)
                except Exception as error:
                    error.add_note(
                        f"{scenario}, {strict=}, after operation {index} {operation[:2]}, confirmed {dict(said)}"
                    )
                    raise
                told[words] += bool(words)
    took = time.monotonic() - begun
    print(f"\n{len(seen)} images of a loss of power, lost 0, paid twice 0, in {took:.0f} s; told {dict(+told)}")


def test_the_power_fails_some_hundred_times(tmp_path):
    fail_again_and_again(tmp_path, 200)


@pytest.mark.long
def test_the_power_fails_ten_thousand_times(tmp_path):
    fail_again_and_again(tmp_path, 10_000)


if __name__ == "__main__":
    session(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
