"""A skin folder dropped into the profile while the game runs is in the menu; a broken one is named and left out."""

import shutil

import pytest

from game import paths
from game.platform.input import Action
from tests.ui.example_skin import draw_skin


@pytest.fixture
def like():
    return paths.sprites_folder() / "princess"


def test_a_skin_dropped_in_while_playing_can_be_chosen_and_played(player, like):
    draw_skin(player.services.profile.skins / "paper", like)
    player.press("Menu", "Theme")
    player.until(lambda: player.services.theme.skin.name == "christmas", 20)
    player.press("Theme")
    player.until(lambda: player.services.theme.skin.name == "paper", 20)
    assert "Theme: Paper" in player.texts()
    player.key(Action.BACK)
    player.press("SPIN")
    player.until(player.scene.is_idle, 60)
    player.draw()
    player.press("Menu", "Settings")
    assert "Paper" in player.texts()


def test_it_is_there_at_the_next_start_by_name(sit_down, tmp_path, like):
    draw_skin(tmp_path / "profile" / "skins" / "paper", like)
    player = sit_down("--theme", "paper")
    assert player.services.theme.skin.title == "Paper"


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (lambda folder: (folder / "ui.json").unlink(), "ui.json"),
        (lambda folder: (folder / "skin.toml").write_text('name = "paper"'), "title"),
        (lambda folder: (folder / "skin.toml").write_text("name ="), "skin.toml"),
    ],
)
def test_a_broken_skin_is_named_and_left_out(player, like, spoil, named):
    folder = draw_skin(player.services.profile.skins / "paper", like)
    spoil(folder)
    player.press("Menu")
    assert "paper" not in player.services.skins
    assert any("paper" in toast.text and named in toast.text for toast in player.services.toasts)


def test_a_sheet_that_cannot_be_read_leaves_the_skin_that_was(player, like):
    folder = draw_skin(player.services.profile.skins / "paper", like)
    (folder / "symbols.json").write_text("{}")
    player.press("Menu")
    player.services.load_skin("paper")
    player.until(lambda: player.services.loading is None, 20)
    assert player.services.theme.skin.name == "princess"
    assert any("symbols.json" in toast.text for toast in player.services.toasts)


def test_a_skin_taken_away_again_is_gone(player, like):
    draw_skin(player.services.profile.skins / "paper", like)
    player.press("Menu")
    assert "paper" in player.services.skins
    shutil.rmtree(player.services.profile.skins / "paper")
    player.press("Close", "Menu")
    assert "paper" not in player.services.skins
