"""Hostile files and no network: a skin or a ledger can spoil itself, never the game or anything outside its folder."""

import json
import os
import random
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import zlib
from contextlib import closing
from pathlib import Path

import pygame
import pytest

from game import paths
from game.engine import Mode, Seed, play
from game.ledger import Ledger, audit
from game.ledger.storage import LEDGER_NAME
from game.money import LADDER
from game.platform.pictures import MAX_FRAMES
from game.skins import LARGEST_LIST, OWN_SKINS, BadSkin, load_skin
from game.ui import skin_loader
from tests.ui.driver import START, playing
from tests.ui.example_skin import draw_skin

ROOT = Path(__file__).resolve().parents[1]
ATLAS_NAMES = ("symbols", "stage", "ui", "effects", "screens", "character")


def clock():
    return START


@pytest.fixture(scope="module")
def paper(tmp_path_factory):
    """A whole skin of a stranger's, drawn once."""
    pygame.display.init()
    return draw_skin(tmp_path_factory.mktemp("drawn") / "paper", paths.sprites_folder() / "princess")


@pytest.fixture
def skin(paper, tmp_path):
    """A copy of it that may be spoilt."""
    return shutil.copytree(paper, tmp_path / "skins" / "paper")


def png_of(width, height):
    """A PNG whose head promises so many pixels, all of one colour, in a few bytes."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")


def listed(skin, atlas):
    return json.loads((skin / f"{atlas}.json").read_text(encoding="utf-8"))


def overlapping(data, count, width, height):
    """Frames that lie over each other, each a pixel further on, beside those the sheet has."""
    right, bottom = data["meta"]["size"]["w"] - width, data["meta"]["size"]["h"] - height
    for number in range(count):
        box = {"x": number % (right + 1), "y": number // (right + 1) % (bottom + 1), "w": width, "h": height}
        size = {"w": width, "h": height}
        data["frames"][f"more/{number}"] = {
            "frame": box, "page": 0, "spriteSourceSize": {"x": 0, "y": 0, **size}, "sourceSize": size
        }  # fmt: skip


def loaded(folder):
    """What the game says when it is to show the skin."""
    loader = skin_loader.begin(load_skin(folder))
    loader.wait()
    return loader


def change(folder, atlas, alter):
    file = folder / f"{atlas}.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    alter(data)
    file.write_text(json.dumps(data), encoding="utf-8")


@pytest.fixture
def window():
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    yield
    pygame.display.quit()


def test_the_strangers_skin_is_whole_to_begin_with(skin, window):
    assert loaded(skin).error is None


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
@pytest.mark.parametrize("name", ["skin.toml", "ui.json", "background.webp", "ui.png", "logo.png", "note.txt"])
def test_a_link_out_of_the_folder_is_refused(skin, tmp_path, name):
    outside = tmp_path / "secret"
    outside.write_text("the player's own")
    (skin / name).unlink(missing_ok=True)
    (skin / name).symlink_to(outside)
    with pytest.raises(BadSkin, match="leads outside"):
        load_skin(skin)


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes in folders there")
@pytest.mark.parametrize("name", ["skin.toml", "ui.json", "background.webp"])
def test_a_pipe_in_a_files_place_is_refused_at_once(skin, name):
    (skin / name).unlink()
    os.mkfifo(skin / name)
    with pytest.raises(BadSkin, match="not a plain file"):
        load_skin(skin)


@pytest.mark.parametrize("image", ["../../secret.png", "/etc/passwd", "..\\secret.png", "", ".", "a/../../b.png"])
@pytest.mark.parametrize("atlas", ["ui", "character"])
def test_a_sheet_named_elsewhere_is_not_read(skin, tmp_path, window, atlas, image):
    (tmp_path / "secret.png").write_bytes(png_of(8, 8))

    def alter(data):
        if atlas == "character":
            data["meta"]["images"] = [image]
        else:
            data["meta"]["image"] = image

    change(skin, atlas, alter)
    loader = loaded(skin)
    assert loader.error
    assert "secret" not in loader.error or "No such file" in loader.error


@pytest.mark.parametrize("name", ["background.webp", "ui.png", "character.webp", "symbols.png"])
@pytest.mark.parametrize("size", [(65535, 65535), (2**31 - 1, 1), (0, 0)])
def test_a_picture_that_unpacks_to_gigabytes_is_refused_unread(skin, window, name, size):
    assert (skin / name).exists()
    (skin / name).write_bytes(png_of(*size))
    assert loaded(skin).error


def test_a_logo_that_unpacks_to_gigabytes_only_leaves_the_bar(skin, tmp_path):
    (skin / "logo.png").write_bytes(png_of(65535, 65535))
    shutil.copytree(skin, tmp_path / "profile" / "skins" / "paper")
    with playing(tmp_path / "profile", "--theme", "paper") as player:
        assert player.services.theme.skin.name == "paper"


@pytest.mark.parametrize("name", ["ui.json", "skin.toml", "ui.png"])
def test_a_file_of_gigabytes_is_refused_unread(skin, name):
    with (skin / name).open("r+b") as file:
        file.truncate(2 * 1024**3)  # takes no room on the disk
    with pytest.raises(BadSkin, match="larger than"):
        load_skin(skin)


@pytest.mark.parametrize("atlas", ATLAS_NAMES)
@pytest.mark.parametrize("deep", ["[" * 100_000, '{"frames":' * 50_000, "[1," * 90_000])
def test_lists_in_lists_in_lists_are_a_clear_fault(skin, window, atlas, deep):
    (skin / f"{atlas}.json").write_text(deep[: LARGEST_LIST - 1])
    assert loaded(skin).error


@pytest.mark.parametrize("atlas", ["symbols", "stage", "ui", "effects", "screens"])
def test_a_skin_that_lacks_a_frame_is_left_out_by_name(skin, window, atlas):
    def alter(data):
        del data["frames"][sorted(data["frames"])[min(3, len(data["frames"]) - 1)]]

    change(skin, atlas, alter)
    assert "missing frame" in loaded(skin).error


NO_NUMBERS = (None, [], {}, "x", True, float("nan"), float("inf"), 10**400, -(10**12))
NOTES = [("ui", "outset"), ("stage", "text"), ("place", "drift"), ("place", "twinkle"), ("place", "windows")]


@pytest.mark.parametrize(("atlas", "key"), NOTES)
def test_notes_of_a_sheet_that_make_no_sense_leave_the_skin_out(skin, window, atlas, key):
    for file in (paths.sprites_folder() / "princess").glob("place.*"):
        shutil.copy(file, skin)
    assert loaded(skin).error is None
    whole = json.loads((skin / f"{atlas}.json").read_text(encoding="utf-8"))["meta"][key]

    def fault_with(noted):
        change(skin, atlas, lambda data: data["meta"].update({key: noted}))
        return loaded(skin).error

    for wrong in (None, 5, "x", ["x"], {"base": ["x"]}):
        assert fault_with(wrong), wrong
    for wrong in NO_NUMBERS:
        noted = json.loads(json.dumps(whole))
        at, place = first_number(noted)
        at[place] = wrong
        assert fault_with(noted), wrong
    assert fault_with(whole) is None


def first_number(at):
    """Where the first number lies: in what, and under which key."""
    key = next(iter(at)) if isinstance(at, dict) else 0
    while not isinstance(at[key], int | float) and isinstance(at[key], str):
        key = list(at)[list(at).index(key) + 1]
    return (at, key) if isinstance(at[key], int | float) else first_number(at[key])


def test_a_skin_that_lacks_a_place_for_words_is_left_out_by_name(skin, window):
    change(skin, "stage", lambda data: data["meta"]["text"]["ribbon"].clear())
    assert "missing text 'ribbon' 'title'" in loaded(skin).error


def spoil(data, rng):
    """Change one value somewhere in a list of frames."""
    at = data
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = rng.choice(keys)
        inner = at[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.9:
            at = inner
            continue
        at[key] = rng.choice((None, -1, 0, 10**12, -(10**12), 1.5, float("nan"), "x", "../..", [], {}, True, "\x00"))
        return


def spoil_again_and_again(skin, folder, atlas, times):
    """Load a spoilt skin in a running game and draw with it: an error while it is drawn would end the game."""
    seed = int(os.environ.get("SKIN_SEED", "1"))
    print(f"\nseed {seed}")
    rng, whole = random.Random(seed), (skin / f"{atlas}.json").read_text(encoding="utf-8")
    shutil.copytree(skin, folder / "skins" / "paper")
    left_out = 0
    with playing(folder, speed="turbo") as player:
        services = player.services
        services.find_skins()
        for _ in range(times):
            data = json.loads(whole)
            spoil(data, rng)
            (folder / "skins" / "paper" / f"{atlas}.json").write_text(json.dumps(data), encoding="utf-8")
            services.load_skin("paper")
            services.loading.wait()
            left_out += services.loading.error is not None
            player.until(lambda: services.loading is None, 60)
            player.draw()
            player.press("SPIN")
            player.wait(1)
            player.draw()
            player.until(player.scene.is_idle, 60)
    print(f"{left_out} of {times} left out")


@pytest.mark.parametrize("atlas", ATLAS_NAMES)
def test_whatever_a_list_of_frames_says_the_skin_is_left_out_or_drawn(skin, tmp_path, atlas):
    spoil_again_and_again(skin, tmp_path / "profile", atlas, 2)


@pytest.mark.long
@pytest.mark.parametrize("atlas", ATLAS_NAMES)
def test_whatever_many_lists_of_frames_say_the_skin_is_left_out_or_drawn(skin, tmp_path, atlas):
    spoil_again_and_again(skin, tmp_path / "profile", atlas, 40)


def test_no_code_lying_in_a_skin_or_a_profile_is_run(skin, tmp_path):
    mark = tmp_path / "was run"
    code = f"open({str(mark)!r}, 'w')"
    profile = tmp_path / "profile"
    shutil.copytree(skin, profile / "skins" / "paper")
    for folder in (profile, profile / "skins", profile / "skins" / "paper"):
        for name in ("__init__.py", "skin.py", "sitecustomize.py", "numpy.py", "conftest.py"):
            (folder / name).write_text(code)
    done = demo(profile, "--theme", "paper", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert not mark.exists()


def demo(profile, *more, code="from game.app import main; main", cwd="/"):
    """A short game on its own in another process."""
    program = f"import sys; {code}; sys.exit(main(sys.argv[1:]))"
    options = ["--demo", "2", "--speed", "turbo", "--profile", str(profile), *more]
    return subprocess.run(
        [sys.executable, "-c", program, *options],
        cwd=cwd,
        env=os.environ
        | {"PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


WATCHED = (
    "seen = []; "
    "sys.addaudithook(lambda event, args: event.split('.')[0] in "
    "('socket', 'pickle', 'ftplib', 'http', 'smtplib', 'urllib', 'webbrowser', 'subprocess', 'shutil.unpack_archive') "
    "and (sys.stderr.write(f'forbidden: {event} {args}\\n'), __import__('os')._exit(99))); "
    "from game.app import main"
)


def test_a_whole_game_opens_no_network_starts_no_program_and_unpickles_nothing(tmp_path):
    done = demo(tmp_path, code=WATCHED)
    assert done.returncode == 0, done.stderr
    assert "forbidden" not in done.stderr


def test_the_watch_on_the_network_would_see_one(tmp_path):
    done = demo(tmp_path, code=WATCHED + "; import socket; socket.socket()")
    assert done.returncode == 99
    assert "forbidden: socket" in done.stderr


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")
def test_the_system_is_asked_for_no_network_either(tmp_path):
    """What libraries do below Python."""
    trace = tmp_path / "trace"
    command = ["strace", "-f", "-qq", "-o", str(trace), "-e", "trace=socket,connect,bind"]
    done = subprocess.run(
        [*command, sys.executable, "-m", "game", "--demo", "1", "--speed", "turbo", "--profile", str(tmp_path / "p")],
        cwd=ROOT,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if "ptrace" in done.stderr.lower():
        pytest.skip("strace may not trace here")
    assert done.returncode == 0, done.stderr
    assert "AF_INET" not in trace.read_text()


@pytest.mark.parametrize("name", ["'; DROP TABLE rounds; --", "a?mode=memory&x#y%00", "100% \\ \"quoted\" 'name'", "*"])
def test_a_folders_name_is_only_a_name(tmp_path, name):
    folder = tmp_path / name
    with Ledger.open(folder, clock) as ledger:
        ledger.settle(ledger.stake(play(Mode.BASE, Seed(3)), LADDER[0]).id)
        with ledger.reader() as reader:
            list(reader.export_csv(folder / f"{name}.csv"))
    assert (folder / LEDGER_NAME).exists()
    assert audit(folder)["rounds"] == 1
    assert audit(folder)["agrees"]


def test_words_in_a_ledger_are_only_words(tmp_path):
    """What a hostile ledger says in its text columns is neither run as SQL nor taken for a formula or a format."""
    with Ledger.open(tmp_path, clock) as ledger:
        stored = ledger.stake(play(Mode.BASE, Seed(3)), LADDER[0])
        ledger.void(stored.id, "'); DROP TABLE rounds; -- {0} %s \x1b[31m {balance}")
        assert ledger.history()[0].reason.startswith("')")
        with ledger.reader() as reader:
            list(reader.export_csv(tmp_path / "rounds.csv"))
        ledger.settle(ledger.stake(play(Mode.BASE, Seed(4)), LADDER[0]).id)
    with playing(tmp_path) as player:
        player.press("History")
        player.draw()
    assert audit(tmp_path)["agrees"]


def test_a_ledger_full_of_traps_runs_none_of_them(tmp_path):
    """Views, triggers and tables a stranger put into it: it is set aside, and its rounds are taken over."""
    with Ledger.open(tmp_path, clock) as ledger:
        ledger.settle(ledger.stake(play(Mode.BASE, Seed(3)), LADDER[0]).id)
        balance = ledger.balance
    shutil.rmtree(tmp_path / "backups")
    with closing(sqlite3.connect(tmp_path / LEDGER_NAME, isolation_level=None)) as db:
        db.execute("CREATE TABLE trap (id INTEGER PRIMARY KEY, note TEXT)")
        db.execute(
            "CREATE VIEW peek AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
        )
        db.execute("CREATE TRIGGER rob AFTER INSERT ON entries BEGIN DELETE FROM rounds; END")
        db.execute("CREATE TRIGGER rest AFTER INSERT ON sessions BEGIN INSERT INTO trap (note) SELECT i FROM peek; END")
    with Ledger.open(tmp_path, clock) as ledger:
        assert "damaged" in ledger.notes[0]
        assert ledger.balance == balance
        ledger.settle(ledger.stake(play(Mode.BASE, Seed(4)), LADDER[0]).id)
        assert len(ledger.history()) == 2
    assert audit(tmp_path)["agrees"]


def test_everything_the_executable_is_built_from_is_pinned_with_its_hash():
    text = (ROOT / ".ci" / "requirements-build.txt").read_text(encoding="utf-8")
    entries = re.sub(r"\\\n\s*", " ", re.sub(r"(?m)^#.*\n", "", text)).strip().splitlines()
    assert len(entries) >= 4
    for entry in entries:
        assert re.match(r"[A-Za-z0-9._-]+==[\w.]+( ; .*)? +--hash=sha256:[0-9a-f]{64}", entry), entry[:80]
    names = {re.split(r"==", entry)[0] for entry in entries}
    assert {"pygame-ce", "numpy", "platformdirs", "pyinstaller"} <= names


@pytest.mark.parametrize("atlas", ATLAS_NAMES)
def test_frames_that_together_would_fill_the_memory_are_refused_undecoded(skin, atlas, monkeypatch):
    """Each of them is small enough, and the sheet is too."""
    data = listed(skin, atlas)
    width, height = 3800, 3800
    data["meta"]["size"] = {"w": 4096, "h": 4096}
    overlapping(data, 40, width, height)
    (skin / f"{atlas}.json").write_text(json.dumps(data), encoding="utf-8")
    monkeypatch.setattr("game.platform.sprites.decoded", lambda path: pytest.fail(f"{path} was decoded"))
    loader = loaded(skin)
    assert "pixels together" in loader.error
    assert f"{atlas}.json" in loader.error


@pytest.mark.parametrize("atlas", ATLAS_NAMES)
def test_more_frames_than_a_sheet_may_have_are_refused(skin, atlas):
    data = listed(skin, atlas)
    overlapping(data, MAX_FRAMES, 1, 1)
    (skin / f"{atlas}.json").write_text(json.dumps(data), encoding="utf-8")
    assert f"more than {MAX_FRAMES} frames" in loaded(skin).error


def test_sheets_that_are_bearable_one_by_one_may_be_too_much_together(skin):
    for atlas in ATLAS_NAMES:
        data = listed(skin, atlas)
        data["meta"]["size"] = {"w": 4096, "h": 4096}
        overlapping(data, 2, 2600, 2600)
        (skin / f"{atlas}.json").write_text(json.dumps(data), encoding="utf-8")
    assert "all sheets" in loaded(skin).error


@pytest.mark.parametrize("atlas", ATLAS_NAMES)
@pytest.mark.parametrize("saved", ["utf-8-sig", "utf-16"])
def test_lists_of_frames_saved_with_a_byte_order_mark_are_read(skin, atlas, saved):
    text = (skin / f"{atlas}.json").read_text(encoding="utf-8")
    (skin / f"{atlas}.json").write_text(text, encoding=saved)
    assert loaded(skin).error is None


def test_the_games_own_skins_stay_within_the_bounds():
    for name in OWN_SKINS:
        skin_loader.check_complete(load_skin(paths.sprites_folder() / name))
