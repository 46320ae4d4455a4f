"""The command line: errors are one line and status 2, demonstrations repeat themselves, the audit agrees."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game import app, paths
from game.ui.table.playback import RoundPlayback
from tests.ui.driver import playing

ROOT = Path(__file__).resolve().parents[1]


def run(*arguments, env=None, timeout=120, module="game"):
    return subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | (env or {}),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nonsense"],
        ["--theme", "halloween", "--demo", "1"],
        ["--demo", "0"],
        ["--demo", "many"],
        ["--demo", "1", "--mode", "free"],
        ["--demo", "1", "--seed", "-1"],
        ["--demo", "1", "--seed", str(2**63)],
        ["--replay", "1e3"],
        ["--size", "big"],
        ["--speed", "slow"],
        ["--demo", "1", "--screenshot", "/nowhere/at/all.png"],
        ["--fullscreen", "--windowed"],
    ],
    ids=" ".join,
)
def test_bad_input_is_one_line_and_status_two(arguments, tmp_path):
    done = run(*arguments, "--profile", tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["play"],
        ["play", "--mode", "free", "--seed", "1"],
        ["play", "--mode", "base", "--seed", "x"],
        ["play", "--mode", "base", "--seed", "1", "--count", "-3"],
        ["dance"],
        [],
    ],
    ids=" ".join,
)
def test_engine_bad_input_is_one_line_and_status_two(arguments):
    done = run(*arguments, module="game.engine")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1


def test_no_screen_is_one_line_and_status_two(tmp_path):
    env = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env.pop("SDL_VIDEODRIVER", None)
    done = subprocess.run(
        [sys.executable, "-m", "game", "--profile", str(tmp_path)],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if sys.platform != "linux":
        pytest.skip("only Linux runs without a screen")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1


def demo(profile, picture, *more):
    done = run(
        "--demo", 3, "--seed", 11, "--speed", "turbo", "--profile", profile, "--screenshot", picture, "--mute", *more
    )
    assert done.returncode == 0, done.stderr
    return picture.read_bytes()


def test_demo_repeats_itself(tmp_path):
    first = demo(tmp_path / "one", tmp_path / "one.png")
    assert demo(tmp_path / "two", tmp_path / "two.png") == first


def test_audit_agrees_after_a_demo_that_runs_short_of_credit(tmp_path):
    (tmp_path / "settings.json").write_text('{"coin": 100, "level": 1}')
    done = run("--demo", 3, "--seed", 3, "--mode", "buy", "--speed", "turbo", "--profile", tmp_path, "--mute")
    assert done.returncode == 0, done.stderr
    audit = run("--audit", "--profile", tmp_path)
    assert audit.returncode == 0, audit.stderr
    totals = json.loads(audit.stdout)
    assert totals["agrees"] is True
    assert totals["rounds"] == 3
    assert totals["open"] == totals["void"] == 0
    assert totals["balance"] == totals["deposits"] - totals["stakes"] + totals["pays"] + totals["refunds"]
    assert totals["stakes"] == 3 * 200_000
    assert totals["deposits"] > 200_000


def test_audit_without_a_profile_says_so(tmp_path):
    done = run("--audit", "--profile", tmp_path / "nobody")
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "nobody").exists()


def test_selftest_passes_from_another_directory(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "game", "--selftest", "--mute"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def crash_at_once(monkeypatch, tmp_path):
    """The game as it breaks in the middle of a round."""

    def breaks(*_):
        raise ZeroDivisionError("injected")

    monkeypatch.setattr(RoundPlayback, "press", breaks)
    started = RoundPlayback.start

    def start_and_break(playback, *arguments, **more):
        started(playback, *arguments, **more)
        playback.press()

    monkeypatch.setattr(RoundPlayback, "start", start_and_break)
    return app.main(["--demo", "1", "--seed", "5", "--profile", str(tmp_path), "--mute"])


def test_crash_writes_a_log_and_loses_nothing(monkeypatch, tmp_path, capsys):
    assert crash_at_once(monkeypatch, tmp_path) == 1
    told = capsys.readouterr().err
    assert len(told.strip().splitlines()) == 1
    logs = list((tmp_path / "logs").glob("*.log"))
    assert len(logs) == 1
    assert str(logs[0]) in told
    text = logs[0].read_text()
    assert "ZeroDivisionError: injected" in text
    assert "seed" in text
    assert json.loads(run("--audit", "--profile", tmp_path).stdout)["open"] == 1
    monkeypatch.undo()
    assert run("--demo", 1, "--seed", 6, "--profile", tmp_path, "--speed", "turbo", "--mute").returncode == 0
    totals = json.loads(run("--audit", "--profile", tmp_path).stdout)
    assert (totals["open"], totals["rounds"], totals["void"], totals["agrees"]) == (0, 2, 0, True)


def test_damaged_pictures_fall_back_to_another_skin(monkeypatch, tmp_path):
    sprites = tmp_path / "sprites"
    shutil.copytree(paths.sprites_folder(), sprites, ignore=shutil.ignore_patterns("source"))
    (sprites / "princess" / "symbols.png").write_bytes(b"no picture at all")
    monkeypatch.setattr(paths, "sprites_folder", lambda: sprites)
    with playing(tmp_path / "profile", "--theme", "princess") as player:
        assert player.services.theme.skin.name == "christmas"
