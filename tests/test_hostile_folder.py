"""Whatever lies in the player's folder, what is read at the start comes back.

Folders are made by a fixed seed: odd names, links, pipes, devices, folders in files’ places, odd contents.
"""

import os
import random
import shutil
import signal
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import pytest

from game import paths
from game.engine import Mode, Seed, play
from game.ledger import Ledger, LedgerError, audit
from game.money import LADDER
from game.settings import Settings, SettingsNotSaved, load_settings, save_settings
from game.skins import find_skins
from tests.ledger.conftest import Clock

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="makes pipes and devices")

SECONDS = 60
"""After so many something waits for ever."""
LEDGER = ("ledger.sqlite", "ledger.sqlite-wal", "ledger.sqlite-shm", "ledger.journal", "ledger.sqlite.seal")
NAMES = (
    *("settings.json", "settings.json.part", "settings-damaged.json", "logs", "screenshots", "skins", "backups"),
    *(*LEDGER, "ledger.sqlite.suspect", "ledger.sqlite.new", "ledger.sqlite.mended", "ledger.sqlite.copy"),
    *("profile.lock", "before-20260101-000000", "backups/ledger-000000000009-everyday.sqlite", "backups/a.journal.gz"),
    *("skins/mine", "skins/mine/skin.toml", "skins/mine/symbols", "skins/mine/board.png", "skins/.#skin.toml"),
    *("skins/princess", "skins/princess/skin.toml", "skins/CON", "skins/♥\u202e\n", f"skins/{'x' * 200}"),
)
CONTENTS = (
    *(
        b"",
        bytes(70_000),
        b"\xef\xbb\xbf{}",
        b"\xff\xfe{\0}\0",
        b"null",
        b"[]",
        b"{" * 100_000,
        b"\xef\xbb\xbfname = 'a'\n",
    ),
    *(
        b'{"volume": 1e999, "coin": [1]}',
        b"SQLite format 3\0" + bytes(4080),
        b'title = "\\u0000"\n',
        b"[board]\nleft = -1e308\n",
    ),
)


@contextmanager
def in_time():
    """Fail what waits for a pipe or reads a device without end."""

    def too_long(_number, _frame):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def put(path: Path, chance: random.Random) -> None:
    """Something odd under a name, if the name can be had."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        kind = chance.choice(("file", "file", "file", "huge", "folder", "pipe", "link", "loop", "device", "locked"))
        if kind in ("file", "locked"):
            path.write_bytes(chance.choice(CONTENTS))
            path.chmod(0 if kind == "locked" else 0o644)
        elif kind == "huge":
            with path.open("wb") as file:
                file.truncate(1 << 40)
        elif kind == "folder":
            path.mkdir()
        elif kind == "pipe":
            os.mkfifo(path)
        else:
            path.symlink_to({"link": "nowhere", "loop": path.name, "device": "/dev/zero"}[kind])
    except OSError:
        pass


def start(folder: Path, told: Counter[str]) -> None:
    """Read, as a start does, and write, as play does, everything in the folder."""
    loaded = load_settings(folder / "settings.json")
    try:
        save_settings(loaded.settings, folder / "settings.json")
        assert load_settings(folder / "settings.json").notes == ()
    except SettingsNotSaved:
        told["settings not saved"] += 1
    assert isinstance(loaded.settings, Settings)
    found = find_skins(paths.sprites_folder(), folder / "skins")
    assert {"princess", "christmas"} <= set(found.skins)
    try:
        with Ledger.open(folder, Clock(), bankroll=10**6) as ledger:
            resumed = ledger.resume()
            if resumed is not None:
                ledger.settle(resumed[0].id)
            ledger.settle(ledger.stake(play(Mode.BASE, Seed(3)), LADDER[0]).id)
    except LedgerError as refusal:
        told["ledger refused" if "\n" not in str(refusal) else "more than a line"] += 1
    else:
        assert audit(folder)["agrees"]
        told["played"] += 1


def start_again_and_again(tmp_path: Path, times: int) -> None:
    chance, told = random.Random(20261201), Counter[str]()
    played = tmp_path / "played"
    with Ledger.open(played, Clock(), bankroll=10**6) as ledger:
        for seed in range(3):
            ledger.settle(ledger.stake(play(Mode.BASE, Seed(seed)), LADDER[0]).id)
    for number in range(times):
        folder = tmp_path / "profile"
        if chance.random() < 0.5:
            shutil.copytree(played, folder)
        for name in chance.sample(NAMES, chance.randint(1, 4)):
            put(folder / name, chance)
        made = sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
        try:
            with in_time():
                start(folder, told)
        except Exception as error:
            error.add_note(f"folder {number}: {made}")
            raise
        shutil.rmtree(folder)
    print(f"\n{times} folders: {dict(told)}")
    assert told["played"] > times // 3
    assert not told["more than a line"]


def test_what_lies_in_some_folders_stops_nothing(tmp_path):
    start_again_and_again(tmp_path, 40)


@pytest.mark.long
def test_what_lies_in_a_thousand_folders_stops_nothing(tmp_path):
    start_again_and_again(tmp_path, 1000)
