"""The real window under a window manager: played, left and come back to, minimised, resized, on another monitor."""

import subprocess
import sys
import time
from contextlib import suppress

import pygame
import pytest

from game.engine.rules import STAKES, Mode
from game.ui import layout
from tests.x11_window import OTHER, PATIENCE, SIZE, Game, Window, managed_screen, resolution, until

pytestmark = pytest.mark.x11("openbox", "xrandr")
ODD_SIZES = [(960, 540), (1000, 900), (1900, 600), (1283, 701)]
MONITORS = [(1400, 1050), (1152, 864)]


@pytest.fixture
def seen(tmp_path_factory):
    with managed_screen(tmp_path_factory.mktemp("home")) as seen:
        yield seen


@pytest.fixture
def other(seen):
    """Another program's window, which was there before."""
    window = Window(seen, [sys.executable, "-c", OTHER], stdout=subprocess.PIPE)
    yield window
    window.close()


@pytest.fixture
def game(seen, other, tmp_path):
    game = Game(seen, tmp_path, "--size", "1280x720")
    yield game
    game.close()


def keys(game, *names):
    """Press one after another as hands do, with a moment to see what came of each."""
    for name in names:
        game.key(name)
        time.sleep(0.4)


def test_play_buy_switch_theme_and_replay(game):
    until(lambda: game.has_keys)
    game.plays_by_mouse_and_key()
    game.settled()  # a purchase is asked for between rounds only
    before = game.totals()
    keys(game, "b", "Tab", "Tab", "Tab", "Return")  # ask; neither Space nor Return alone confirms
    until(lambda: game.totals()["rounds"] == before["rounds"] + 1)
    coin, level = game.bet()
    assert game.totals()["stakes"] - before["stakes"] == STAKES[Mode.BUY] * coin * level
    until(lambda: (keys(game, "space"), game.totals()["open"] == 0)[1], 240)  # on through every screen
    game.settled()
    for _ in range(8):
        game.key("t")  # counts for nothing until the round's last picture is there
        with suppress(AssertionError):
            until(lambda: game.settings()["theme"] == "christmas", 8)
            break
    game.settled()
    before = game.totals()
    keys(game, "h", "Tab", "Tab", "Tab", "Tab", "Return", "Return")  # the newest round's card, and its replay
    time.sleep(2)
    keys(game, "Escape", "Escape")
    assert game.totals() == before
    assert game.settings()["theme"] == "christmas"


def fill_the_screen(game, size=SIZE):
    game.key("F11")
    until(lambda: game.box().size == size and game.settings()["fullscreen"])


def test_leaving_full_screen_stops_the_held_key_and_coming_back_plays_on(game, other):
    until(lambda: game.has_keys)
    fill_the_screen(game)
    game.tool("keydown", "space")
    until(lambda: game.totals()["rounds"] >= 2)
    other.switch_to()
    game.settled()
    game.stays_at_rest()
    for key in ("b", "Return", "Down"):
        other.tool("key", key)
    other.tool("keyup", "space")
    game.stays_at_rest()
    game.switch_to()
    game.stays_at_rest()
    assert game.box() == (0, 0, *SIZE)
    game.shows_it_all()
    game.plays_by_mouse_and_key()
    game.key("F11")
    until(lambda: game.box().size == (1280, 720))
    game.plays_by_mouse_and_key()
    other.program.kill()
    typed = other.program.stdout.read().split()
    assert [key for key in typed if key in {"b", "return", "down"}] == ["b", "return", "down"]


@pytest.mark.parametrize("full", [False, True], ids=["window", "full screen"])
def test_a_round_goes_on_while_the_window_is_minimised(game, full):
    until(lambda: game.has_keys)
    if full:
        fill_the_screen(game)
    game.press(lambda: game.key("s"), lambda: game.settings()["speed"] == "normal")
    game.press(lambda: game.click(layout.SPIN), lambda: game.totals()["open"] == 1)
    game.tool("windowminimize", game.id)
    until(lambda: not game.is_shown)
    assert game.settled() == 1
    game.activate()
    until(lambda: game.is_shown)
    game.shows_it_all()
    game.plays_by_mouse_and_key()


def test_the_monitor_changes_about_a_window(game, seen):
    until(lambda: game.has_keys)
    game.tool("windowmove", game.id, "50", "50")
    for size in (MONITORS[0], SIZE):
        resolution(seen, *size)
        game.shows_it_all()
        game.plays_by_mouse()


def test_the_monitor_changes_in_full_screen(game, seen):
    until(lambda: game.has_keys)
    for size in MONITORS:
        fill_the_screen(game)
        resolution(seen, *size)
        until(lambda size=size: game.box() == (0, 0, *size))
        game.shows_it_all()
        game.plays_by_mouse()
        game.key("F11")
        until(lambda size=size: game.box().size != size)
        game.shows_it_all()
        assert pygame.Rect((0, 0), size).contains(game.box())
        game.plays_by_mouse_and_key()
        resolution(seen, *SIZE)


def test_full_screen_and_back_leaves_the_window_where_it_was(game):
    until(lambda: game.has_keys)
    game.tool("windowmove", game.id, "150", "60")
    before = until(lambda: game.box().left < 200 and game.box())
    for _ in range(3):
        fill_the_screen(game)
        game.key("F11")
        until(lambda: game.box() == before)
    game.stays_at_rest()
    assert game.box() == before
    game.plays_by_mouse()
    assert game.said() == ""


def test_the_window_is_given_odd_sizes(game):
    until(lambda: game.has_keys)
    for size in ODD_SIZES:
        game.tool("windowsize", game.id, *map(str, size))
        until(lambda size=size: game.box().size == size)
        game.shows_it_all()
        game.plays_by_mouse()


def test_the_window_comes_back_with_the_size_and_place_it_was_left_with(seen, other, tmp_path):
    game = Game(seen, tmp_path)
    until(lambda: game.has_keys)
    game.tool("windowsize", game.id, "1000", "600")
    game.tool("windowmove", game.id, "333", "222")
    before = until(lambda: game.box().size == (1000, 600) and game.box().left > 300 and game.box())
    with suppress(AssertionError):
        game.tool("key", "alt+F4")
    assert game.program.wait(PATIENCE) == 0
    again = Game(seen, tmp_path, **game.settings())
    try:
        until(lambda: again.box() == before)
        again.plays_by_mouse()
    finally:
        again.close()


def test_a_replay_from_a_terminal_stands_beside_the_running_game(game, seen):
    until(lambda: game.has_keys)
    game.plays_by_mouse()
    before, settings = game.totals(), game.settings()
    command = ["-m", "game", "--profile", str(game.profile), "--replay", "5", "--mode", "buy", "--size", "960x540"]
    replay = Window(seen, [sys.executable, *command], stderr=subprocess.PIPE)
    try:
        until(lambda: replay.has_keys)
        until(replay.table_is_there)
        game.activate()
        game.plays_by_mouse_and_key()
        replay.activate()
        keys(game, "Left", "Right", "space", "Escape")
        assert replay.program.wait(PATIENCE) == 0
        with replay.program.stderr as said:
            assert said.read() == ""
    finally:
        replay.close()
    assert game.settled() == before["rounds"] + 2, "a replay is no round"
    assert game.settings() == settings
