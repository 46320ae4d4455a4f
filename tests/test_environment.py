"""The real program where it is awkward: no home, no sound, no screen, odd folders and screens, a full disk, a twin."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import timedelta
from pathlib import Path

import pytest

from game import paths
from game.ledger import Ledger, LimitKind, audit
from game.options import parse
from tests.small_filesystem import fill, make_room, small_disk
from tests.ui.driver import START, playing

ROOT = Path(__file__).resolve().parents[1]
BARE = {"PATH": os.environ.get("PATH", ""), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
DEMO = ("--demo", "1", "--seed", "4", "--speed", "turbo")
SCREENS = ("640x480", "800x600", "3840x2160", "5120x1440", "1080x1920")


def run(*options, root=ROOT, cwd="/", **environment):
    """Run the game of the tree at ``root`` with nothing in its environment but what is given."""
    return subprocess.run(
        [sys.executable, "-B", "-m", "game", *map(str, options)],
        cwd=cwd,
        env={**BARE, "PYTHONPATH": str(root), **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def check_said_plainly(done, status):
    assert done.returncode == status, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture
def elsewhere(tmp_path):
    """The game's own files copied to a folder of an awkward name."""
    root = tmp_path / "Jürgen's games ♥ 漢字"
    leave_out = shutil.ignore_patterns("source", "__pycache__", "*.pyc")
    for part in ("game", "sprites", "sounds"):
        shutil.copytree(ROOT / part, root / part, ignore=leave_out)
    return root


def test_it_plays_without_a_home_and_leaves_the_current_directory_alone(tmp_path):
    """HOME names nothing that is there, or is not set at all; the current directory is left alone."""
    here = tmp_path / "here"
    here.mkdir()
    for home in ({"HOME": str(tmp_path / "nowhere")}, {}):
        done = run(*DEMO, "--profile", tmp_path / "profile", cwd=here, **home)
        assert done.returncode == 0, done.stderr
    assert list(here.iterdir()) == []
    assert not (tmp_path / "nowhere").exists()


def test_a_home_that_cannot_be_written_to_is_said_so():
    done = run("--demo", "1", "--profile", "/proc/nowhere")
    check_said_plainly(done, 1)
    assert "--profile" in done.stderr


@pytest.fixture
def read_only(elsewhere):
    """Runs a module of that copy, which cannot be written to, as a user without a home and from another folder."""
    for folder, _, files in os.walk(elsewhere):
        Path(folder).chmod(0o555)
        for file in files:
            (Path(folder) / file).chmod(0o444)
    if os.geteuid() == 0:
        for parent in elsewhere.parents:
            parent.chmod(parent.stat().st_mode | 0o055)
    yield lambda *words: subprocess.run(
        [sys.executable, "-B", "-m", *map(str, words)],
        cwd="/",
        env={**BARE, "PYTHONPATH": str(elsewhere)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        **({"user": 65534} if os.geteuid() == 0 and readable_by_all(sys.executable) else {}),
    )
    for folder, _, _ in os.walk(elsewhere):
        Path(folder).chmod(0o755)


@pytest.fixture
def open_to_all():
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o777)
        yield Path(folder)


def test_it_runs_from_a_read_only_folder_of_an_awkward_name(read_only, open_to_all):
    profile = open_to_all / "Zoë's Spiele ☾"
    done = read_only("game", *DEMO, "--profile", profile)
    assert done.returncode == 0, done.stderr
    assert audit(profile)["rounds"] == 1


@pytest.mark.long
def test_a_read_only_folder_can_simulate(read_only, open_to_all):
    """Machine code cannot be kept, so it is compiled for this run alone; the plots' cache has no home either."""
    pytest.importorskip("numba", reason="the twin needs the extra 'maths'")
    page = open_to_all / "sheet.html"
    done = read_only("game.engine", "simulate", "--mode", "base", "--rounds", "1000", "--html", page)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("PAR SHEET")
    assert "<svg" in page.read_text(encoding="utf-8")


def readable_by_all(path):
    """Whether another user could run this Python at all."""
    return all(parent.stat().st_mode & 0o005 == 0o005 for parent in Path(os.path.realpath(path)).parents)


def test_without_a_sound_device_it_plays_silently(tmp_path):
    done = run(*DEMO, "--profile", tmp_path, SDL_AUDIODRIVER="alsa", AUDIODEV="/dev/nonesuch")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a screen")
@pytest.mark.parametrize("display", [None, "", ":77", "nonsense"])
def test_without_a_screen_it_says_so_in_one_line(tmp_path, display):
    environment = {"SDL_VIDEODRIVER": "x11"} if display is not None else {}
    if display is not None:
        environment["DISPLAY"] = display
    done = subprocess.run(
        [sys.executable, "-m", "game", "--profile", str(tmp_path)],
        cwd="/",
        env={"PATH": BARE["PATH"], "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    check_said_plainly(done, 2)
    assert "no display found" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="the lock is looked at from another process here")
def test_a_second_copy_on_the_same_profile_says_so_and_does_not_open(tmp_path):
    with playing(tmp_path):
        done = run(*DEMO, "--profile", tmp_path)
        check_said_plainly(done, 1)
        assert "already running" in done.stderr
        looked = run("--audit", "--profile", tmp_path)
        assert looked.returncode == 0
        assert json.loads(looked.stdout)["balance"] == 200_000
    assert run(*DEMO, "--profile", tmp_path).returncode == 0


@pytest.mark.parametrize("leave", [0, 8192, 65536])
def test_a_full_disk_is_said_in_one_line_and_costs_nothing(tmp_path, leave):
    with small_disk(tmp_path / "disk", 400) as disk:
        profile = disk / "profile"
        fill(disk, leave)
        done = run("--demo", "300", "--speed", "turbo", "--profile", profile)
        check_said_plainly(done, 1)
        assert "disk is full" in done.stderr
        make_room(disk)
        done = run(*DEMO, "--profile", profile)
        assert done.returncode == 0, done.stderr
        found = audit(profile)
        assert found["agrees"]
        assert (found["open"], found["void"]) == (0, 0)


def test_a_clock_set_back_while_playing_neither_breaks_the_session_nor_a_limit(tmp_path):
    with playing(tmp_path, speed="turbo") as player:
        player.services.table.ledger.set_limit(LimitKind.LOSS, 200)
        player.press("SPIN")
        player.until(player.scene.is_idle, 60)
        played = player.services.table.ledger.session().elapsed
        lost = player.services.table.ledger.session().net < 0
        player.now -= timedelta(days=400)
        player.wait(2)
        player.draw()
        assert played <= player.services.table.ledger.session().elapsed <= played + timedelta(seconds=3)
        player.press("SPIN")
        player.wait(0.2)
        assert (player.scenes[-1] == "LimitMet") is lost
    with playing(tmp_path) as player:
        player.draw()
    assert audit(tmp_path)["agrees"]


def test_a_clock_set_back_between_two_games_is_said_and_changes_nothing(tmp_path):
    with Ledger.open(tmp_path, lambda: START + timedelta(days=50)) as ledger:
        balance = ledger.balance
    with playing(tmp_path) as player:
        assert player.services.table.balance == balance
        player.press("SPIN")
        assert player.services.table.ledger.open_round() is not None


@pytest.fixture
def screen(request):
    """A virtual screen of the size asked for; its name for DISPLAY."""
    if shutil.which("Xvfb") is None:
        pytest.skip("needs Xvfb, an X11 server")
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{request.param}x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    with os.fdopen(reader) as told:
        number = told.readline().strip()
    yield f":{number}", tuple(map(int, request.param.split("x")))
    server.terminate()
    server.wait()


@pytest.mark.x11
@pytest.mark.parametrize(
    ("screen", "mode"),
    [*((size, "--windowed") for size in SCREENS), ("640x480", "--fullscreen"), ("1080x1920", "--fullscreen")],
    indirect=["screen"],
)
def test_it_plays_on_a_screen_of_any_size(screen, tmp_path, mode):
    display, (width, height) = screen
    picture = tmp_path / "last.png"
    done = subprocess.run(
        [sys.executable, "-m", "game", *DEMO, mode, "--mute", "--profile", str(tmp_path), "--screenshot", str(picture)],
        cwd="/",
        env={"PATH": BARE["PATH"], "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT), "DISPLAY": display},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, (width, height, done.stderr)
    assert picture.read_bytes()[16:24] == (1920).to_bytes(4, "big") + (1080).to_bytes(4, "big")
    assert audit(tmp_path)["rounds"] == 1


def test_nothing_of_the_players_lies_in_the_games_own_folder():
    assert not paths.find_profile().folder.is_relative_to(paths.assets_root())
    assert parse([]).profile is None
