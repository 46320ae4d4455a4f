"""The command line: errors are one line and status 2, demonstrations repeat themselves, the audit agrees."""

import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pygame
import pytest

from game import app, paths
from game.engine import Mode, Seed, play
from game.engine.model import load_model
from game.ledger import Ledger, LimitKind, audit
from game.money import FREE_CREDIT, LADDER
from game.options import parse
from game.platform.input import Action
from game.ui.playback import RoundPlayback
from game.ui.table.scene import TableScene
from tests.ui.driver import START, playing

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
        ["--replay", "5", "--model", "9.9.9"],
        ["--replay", "5", "--model", "1.0.0+000000000000"],
        ["--replay", "5", "--bet", "2.05"],
        ["--replay", "5", "--bet", "much"],
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
    assert 200_000 < totals["stakes"] < 3 * 200_000, "the bet was lowered"
    assert totals["deposits"] == FREE_CREDIT


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


def parsed(*arguments):
    with pytest.raises(SystemExit) as end:
        parse(arguments)
    return end.value.code


@pytest.mark.parametrize(
    "arguments",
    [["--seed", "7"], ["--seed", "7", "--audit"], ["--mode", "buy"], ["--mode", "buy", "--selftest"],
     ["--selftest", "--profile", "x"], ["--demo", "1", "--replay", "5"], ["--audit", "--demo", "1"],
     ["--model", "1.0.0"], ["--bet", "2.00"], ["--demo", "1", "--bet", "2.00"]],
)  # fmt: skip
def test_an_option_that_would_be_passed_over_is_refused(arguments, capsys):
    assert parsed(*arguments) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


@pytest.mark.parametrize("size", ["10x10", "159x90", "160x89", "16385x90", "160x16385"])
def test_a_size_out_of_bounds_is_told_the_bounds(size, capsys):
    assert parsed("--size", size) == 2
    assert "160x90 to 16384x16384" in capsys.readouterr().err


@pytest.mark.parametrize("size", ["²x²", "1280", "x", "1280 x 720", "-1x5", "1280x720x2"])
def test_a_size_that_is_none_is_shown_one(size, capsys):
    assert parsed("--size=" + size) == 2
    assert "1280x720" in capsys.readouterr().err


def test_a_replay_needs_no_saved_game_and_shows_the_round_with_its_model_and_bet(tmp_path, monkeypatch):
    """The game may be open with the same profile, of which nothing is written; leaving the replay ends the program."""
    seen = []

    def look(program):
        program.begin()
        while not isinstance(program.services.stack.top, TableScene):
            program.update(1 / 60)
        table = program.services.stack.top
        seen.append((table.playback.played.round.model, table.playback.played.bet.base, table.replays.mark))
        program.services.settings.speed = "turbo"
        program.services.save_settings()
        table.replays.leave()
        program.update(1 / 60)
        seen.append(program.services.closing)
        return 0

    monkeypatch.setattr("game.program.Program.run", look)
    with Ledger.open(tmp_path, lambda: START):
        before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        options = ["--replay", "5", "--mode", "base", "--model", "1.0.0", "--bet", "4.00", "--profile", str(tmp_path)]
        assert app.main(options) == 0
        assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    assert seen == [(load_model("1.0.0").identity, 400, "REPLAY"), True]


def rounds_of(profile):
    with Ledger.open(profile, lambda: START) as ledger:
        return [stored.seed for stored in ledger.history(50)]


def test_no_seed_rules_the_rounds_of_a_players_own_game(tmp_path, capsys):
    with playing(tmp_path) as player:
        player.services.table.start(Mode.BASE)
        player.services.table.settle()
    before = rounds_of(tmp_path)
    assert app.main(["--demo", "1", "--seed", "5", "--profile", str(tmp_path), "--speed", "turbo"]) == 2
    assert "--seed" in capsys.readouterr().err
    assert rounds_of(tmp_path) == before
    assert app.main(["--demo", "1", "--profile", str(tmp_path), "--speed", "turbo"]) == 0
    assert len(rounds_of(tmp_path)) == 2


def test_a_demo_that_is_continued_plays_other_rounds_and_is_told_of_when_played_by_hand(tmp_path):
    for _ in range(2):
        assert app.main(["--demo", "1", "--seed", "5", "--profile", str(tmp_path), "--speed", "turbo"]) == 0
    seeds = rounds_of(tmp_path)
    assert len(set(seeds)) == 2
    whole = tmp_path / "whole"
    assert app.main(["--demo", "2", "--seed", "5", "--profile", str(whole), "--speed", "turbo"]) == 0
    assert rounds_of(whole) == seeds
    with ExitStack() as cleanup:
        program = app.start(parse([]), paths.Profile(tmp_path), cleanup)
        assert any("demo" in toast.text for toast in program.services.toasts)


def test_a_demo_takes_no_refill_in_a_game_of_the_players(tmp_path, capsys):
    losing = play(Mode.BASE, next(Seed(s) for s in range(200) if not play(Mode.BASE, Seed(s)).win))
    cheapest = LADDER[0].price(Mode.BUY)
    with Ledger.open(tmp_path, lambda: datetime.now(UTC)) as ledger:
        while ledger.balance >= cheapest:
            bet = next(bet for bet in reversed(LADDER) if bet.price(Mode.BASE) <= ledger.balance)
            ledger.settle(ledger.stake(losing, bet).id)
    (tmp_path / "settings.json").write_text(json.dumps({"coin": 300, "level": 10, "intro": False}))
    assert app.main(["--demo", "30", "--mode", "buy", "--profile", str(tmp_path), "--speed", "turbo"]) == 1
    said = capsys.readouterr().err
    assert len(said.strip().splitlines()) == 1
    assert "refill" in said or "costs" in said
    totals = audit(tmp_path)
    assert totals["deposits"] == FREE_CREDIT
    assert json.loads((tmp_path / "settings.json").read_text())["coin"] == 300


def test_responsible_mode_knows_no_rounds_played_automatically(tmp_path, capsys):
    (tmp_path / "settings.json").write_text('{"responsible": true}')
    assert app.main(["--demo", "1", "--profile", str(tmp_path)]) == 2
    assert "responsible" in capsys.readouterr().err


def test_a_reality_check_that_is_due_ends_a_demo(tmp_path, capsys):
    with Ledger.open(tmp_path, app.local_now) as ledger:
        ledger.set_limit(LimitKind.REALITY_CHECK, 1)
    assert app.main(["--demo", "500", "--profile", str(tmp_path)]) == 1
    assert "reality check" in capsys.readouterr().err.lower()
    assert 0 < len(rounds_of(tmp_path)) < 50


def test_nothing_an_option_or_a_demo_chose_is_saved_as_the_players(tmp_path):
    chosen = {"coin": 20, "level": 2, "sound": True, "speed": "normal", "theme": "princess", "intro": False}
    file = tmp_path / "settings.json"
    file.write_text(json.dumps(chosen))
    options = ["--demo", "1", "--mode", "ante", "--mute", "--speed", "turbo", "--theme", "christmas"]
    assert app.main([*options, "--profile", str(tmp_path)]) == 0
    assert json.loads(file.read_text()) == chosen
    with ExitStack() as cleanup:
        start_options = parse(["--mute", "--speed", "turbo", "--theme", "christmas"])
        program = app.start(start_options, paths.Profile(tmp_path), cleanup)
        program.begin()
        program.services.loading.wait()
        program.update(1 / 60)
        assert program.services.settings.theme == "christmas"
        program.services.save_settings()
    assert chosen.items() <= json.loads(file.read_text()).items()


def test_a_theme_with_an_error_is_told_with_its_file_and_key(tmp_path, capsys):
    skin = tmp_path / "skins" / "mine"
    shutil.copytree(paths.sprites_folder() / "princess", skin)
    assert app.main(["--theme", "mine", "--demo", "1", "--profile", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert str(skin / "skin.toml") in told
    assert "name" in told


@pytest.mark.parametrize("option", ["--audit", "--version", "--help"])
@pytest.mark.parametrize("output", ["full", "closed", "unread"])
@pytest.mark.parametrize("buffered", [True, False])
def test_output_that_cannot_be_written_is_one_line_and_a_status_of_its_own(tmp_path, option, output, buffered):
    if sys.platform != "linux":
        pytest.skip("a device that is always full is Linux's")
    Ledger.open(tmp_path, app.local_now).close()
    program = f'"{sys.executable}" -m game {option} --profile "{tmp_path}"'
    ways = {"full": f"{program} > /dev/full", "closed": f"{program} >&-", "unread": f"{{ sleep 1; {program}; }} | true"}
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", ways[output]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    if output != "closed" or option == "--audit":
        assert done.returncode == 74
        assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("zone", ["UTC+99", "UTC-99", "Nowhere/AtAll", "", "A" * 300])
def test_a_time_zone_that_makes_no_sense_is_no_end_of_the_game(monkeypatch, zone):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert app.local_now().utcoffset() is not None
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_screenshot_that_cannot_be_written_is_one_line(tmp_path, capsys):
    assert app.main(["--demo", "1", "--screenshot", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_disk_that_is_full_when_a_picture_is_taken_leaves_nothing_and_the_game_goes_on(monkeypatch, tmp_path):
    with playing(tmp_path) as player:
        with monkeypatch.context() as full:
            full.setattr(os, "fsync", raise_full)
            player.key(Action.SCREENSHOT)
        assert any("No space left" in toast.text for toast in player.services.toasts)
        assert list((tmp_path / "screenshots").iterdir()) == []
        player.services.toasts.clear()
        player.key(Action.SCREENSHOT)
        assert any("saved as" in toast.text for toast in player.services.toasts)
        (picture,) = (tmp_path / "screenshots").iterdir()
        assert pygame.image.load(picture).get_size() == (1920, 1080)


def raise_full(*_):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_without_a_folder_for_saves_there_is_one_line(monkeypatch, capsys):
    monkeypatch.setattr(tempfile, "tempdir", "/nonexistent/folder")
    assert app.main(["--demo", "1"]) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_damaged_icon_is_no_end_of_the_game(monkeypatch, tmp_path):
    (tmp_path / "icon-64.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    monkeypatch.setattr(paths, "icons_folder", lambda: tmp_path)
    assert app.main(["--demo", "1", "--speed", "turbo"]) == 0


@pytest.mark.parametrize("allowed", [0, 1, 2, 3])
def test_a_game_that_is_refused_threads_plays_on(monkeypatch, tmp_path, allowed):
    left, real = [allowed], threading.Thread.start

    def start(thread):
        left[0] -= 1
        if left[0] < 0:
            raise RuntimeError("can't start new thread")
        real(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    assert app.main(["--demo", "1", "--mode", "buy", "--speed", "turbo", "--profile", str(tmp_path)]) == 0
    assert audit(tmp_path)["agrees"]


def test_time_that_is_not_drawn_is_played_time_all_the_same(tmp_path):
    """As in a window that is minimised while autoplay goes on; the ledger takes long gaps for a machine asleep."""
    with playing(tmp_path) as player:
        before = player.services.table.ledger.session().elapsed
        for _ in range(60 * 20):
            player.program.update(1 / 60)
            player.now += timedelta(seconds=1 / 60)
        assert player.services.table.ledger.session().elapsed - before >= timedelta(seconds=18)


@pytest.mark.parametrize(("named", "code"), [("de_DE.UTF-8", "EUR"), ("C", "NONE")])
def test_the_first_start_writes_amounts_as_the_locale_does(tmp_path, monkeypatch, named, code):
    monkeypatch.setenv("LC_ALL", named)
    with ExitStack() as cleanup:
        program = app.start(parse(["--mute"]), paths.Profile(tmp_path / "new"), cleanup)
        assert program.services.settings.currency == code
