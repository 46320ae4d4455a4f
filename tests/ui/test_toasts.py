"""Notices: above the board or below a panel, kept in the log; what matters waits for an answer."""

import shutil
from pathlib import Path

import pytest

from game.ledger.storage import BACKUPS_NAME, LEDGER_NAME
from game.platform.input import Action
from game.ui import layout
from game.ui.toasts import draw_toasts, place_toast
from tests.ui.devices import Gamepad, Keyboard, Space

LONG = "Screenshot saved as /home/somebody/.local/share/celestial-hearts/screenshots/celestial-hearts-20261130.png"


@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("theme", ["princess", "christmas"])
def test_no_notice_is_drawn_over_the_board(sit_down, text_size, theme):
    player = sit_down("--theme", theme, text_size=text_size)
    for text in ("Command copied.", LONG, f"{LONG} {LONG}"):
        for folder in (None, Path("somewhere")):
            player.services.toasts.clear()
            player.services.notify(text, folder)
            before = player.draw().copy()
            box, button, _ = place_toast(player.services, player.services.toasts[0])
            assert not box.colliderect(layout.BOARD)
            assert layout.CANVAS.contains(box)
            assert button is None or box.contains(button)
            draw_toasts(before, player.services)
            assert any(text.startswith(line) for line in player.texts() if line and text.startswith(line))


def test_the_newest_comes_first_and_the_others_after_it_and_all_are_kept(player):
    for text in ("One.", "Two."):
        player.services.notify(text)
    assert "Two." in player.texts()
    assert "One." not in player.texts()
    player.wait(5.2)
    assert "One." in player.texts()
    player.wait(5.2)
    assert not player.services.toasts
    player.press("Message log")
    player.wait(0.3)
    assert {"One.", "Two."} <= set(player.texts())


@pytest.fixture
def opened(monkeypatch):
    """Folders the system was asked to show."""
    asked = []
    monkeypatch.setattr("game.ui.services.open_folder", lambda folder: asked.append(folder) is None)
    return asked


def test_the_folder_of_a_screenshot_is_opened_from_its_notice(player, opened):
    player.key(Action.SCREENSHOT)
    button = place_toast(player.services, player.services.toasts[-1])[1]
    player.click(*button.center)
    assert opened == [player.services.profile.screenshots]
    assert player.scenes == ["TableScene"]


@pytest.mark.parametrize("hands", [Keyboard, Gamepad, Space])
def test_the_folder_of_a_screenshot_is_opened_without_a_pointer(sit_down, opened, hands):
    player = sit_down(scanning="slow" if hands is Space else "off")
    player.key(Action.SCREENSHOT)
    player.wait(6)
    hands(player).press("Message log", "Open folder")
    assert opened == [player.services.profile.screenshots]


def test_the_folder_of_an_export_is_opened_from_the_history(player, opened):
    player.services.table.start(player.services.table.mode)
    player.services.table.settle()
    player.press("History", "Export as CSV")
    player.until(lambda: player.scenes[-1] == "History")
    player.services.toasts.clear()
    player.press("Open folder")
    assert opened == [player.services.profile.folder]


def test_a_folder_that_cannot_be_shown_is_said(player, monkeypatch):
    monkeypatch.setenv("PATH", "")
    player.services.open_folder(player.services.profile.folder)
    assert player.reads("Couldn't open the folder")


def test_what_became_of_a_lost_game_waits_for_an_answer(sit_down, tmp_path):
    folder = tmp_path / "one"
    player = sit_down(folder=folder)
    player.services.table.start(player.services.table.mode)
    player.services.table.settle()
    player.services.table.close()
    copy = tmp_path / "two"
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(BACKUPS_NAME, "*.lock"))
    (copy / LEDGER_NAME).unlink()
    again = sit_down(folder=copy)
    told = []
    while again.scenes[-1] == "Question":
        again.wait(20)
        again.key(Action.BACK)
        told += again.texts()
        again.press("OK")
    assert "was missing" in " ".join(told)
    assert again.scenes == ["TableScene"]
