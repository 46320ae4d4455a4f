"""The real window under a real window manager: left and come back to, minimised, resized, on another monitor."""

import subprocess
import sys

import pytest

from game.ui import layout
from tests.desk import OTHER, SIZE, Game, Window, managed_screen, resolution, until

pytestmark = pytest.mark.x11("openbox", "xrandr")
ODD_SIZES = [(960, 540), (1000, 900), (1900, 600), (1283, 701)]
MONITORS = [(1400, 1050), SIZE]


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


@pytest.mark.parametrize("full", [False, True], ids=["window", "full screen"])
def test_the_monitor_changes(game, seen, full):
    until(lambda: game.has_keys)
    if full:
        fill_the_screen(game)
    else:
        game.tool("windowmove", game.id, "50", "50")
    for size in MONITORS:
        resolution(seen, *size)
        if full:
            until(lambda size=size: game.box() == (0, 0, *size))
        game.shows_it_all()
        game.plays_by_mouse()
    if full:
        game.key("F11")
        until(lambda: game.box().size == (1280, 720))
    game.plays_by_mouse_and_key()


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


def test_the_window_is_given_odd_sizes(game):
    until(lambda: game.has_keys)
    for size in ODD_SIZES:
        game.tool("windowsize", game.id, *map(str, size))
        until(lambda size=size: game.box().size == size)
        game.shows_it_all()
        game.plays_by_mouse()
