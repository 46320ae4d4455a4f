"""An error nobody caught: a log with what is needed to look into it, one sentence, and the game again."""

import sys

import pytest

from game import __version__, app, paths
from game.ledger.ledger import Ledger
from game.settings import load_settings
from game.ui import fallback_screen
from game.ui.playback import RoundPlayback
from tests.ui.driver import playing
from tests.x11_window import Game, managed_screen, until

BREAKS = """
from game.ui.playback import RoundPlayback
from game import app
import sys
update, broken = RoundPlayback.update, []
def breaks(playback, dt):
    update(playback, dt)
    if playback.playing and playback.since_start > 0.3 and not broken:
        broken.append(True)
        raise ZeroDivisionError("injected")
RoundPlayback.update = breaks
sys.exit(app.main())
"""


def break_in_a_round(monkeypatch):
    update = RoundPlayback.update

    def breaks(playback, dt):
        update(playback, dt)
        if playback.playing and playback.since_start > 0.3:
            raise ZeroDivisionError("injected")

    monkeypatch.setattr(RoundPlayback, "update", breaks)


def crash(profile):
    return app.main(["--demo", "1", "--seed", "5", "--profile", str(profile), "--mute"])


def test_the_log_names_version_round_and_seed(monkeypatch, tmp_path, capsys):
    break_in_a_round(monkeypatch)
    assert crash(tmp_path) == 1
    (log,) = (tmp_path / "logs").glob("*.log")
    said = log.read_text()
    with Ledger.open(tmp_path, lambda: app.GameClock().now) as ledger:
        stored = ledger.open_round()
    assert f"Celestial Hearts {__version__}" in said
    assert f"round {stored.id}, mode {stored.mode}, seed {stored.seed}" in said
    assert "ZeroDivisionError: injected" in said
    assert f"Details: {log}" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="folders are made unwritable otherwise there")
def test_a_log_that_cannot_be_written_is_said_too(monkeypatch, tmp_path, capsys):
    (tmp_path / "logs").write_text("a file in the folder's place")
    break_in_a_round(monkeypatch)
    assert crash(tmp_path) == 1
    told = capsys.readouterr().err
    assert "Couldn't write the log (" in told.strip().splitlines()[-1]
    assert "ZeroDivisionError: injected" in told


def test_an_error_before_the_table_is_there_is_told_too(monkeypatch, tmp_path, capsys):
    def breaks(*_):
        raise ZeroDivisionError("injected")

    monkeypatch.setattr(Ledger, "open", breaks)
    assert app.main(["--profile", str(tmp_path)]) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert len(list((tmp_path / "logs").glob("*.log"))) == 1


def test_after_a_crash_the_game_opens_with_a_skin_of_its_own(monkeypatch, tmp_path):
    from tests.ui.example_skin import draw_skin

    with playing(tmp_path):
        pass
    draw_skin(tmp_path / "skins" / "paper", paths.sprites_folder() / "princess")
    break_in_a_round(monkeypatch)
    assert app.main(["--demo", "1", "--theme", "paper", "--profile", str(tmp_path), "--mute"]) == 1
    assert load_settings(tmp_path / "settings.json").settings.theme == "princess"


def test_the_sentence_fits_the_window_however_long_the_path(tmp_path, monkeypatch):
    """Paths have no blanks to break a line at."""
    shown = []
    monkeypatch.setattr(
        fallback_screen.pygame.event, "get", lambda: [fallback_screen.pygame.event.Event(fallback_screen.pygame.QUIT)]
    )
    line = fallback_screen.Fonts.line

    def noting(fonts, text, style, size, colour, outline=0):
        shown.append(line(fonts, text, style, size, colour, outline))
        return shown[-1]

    with playing(tmp_path) as player:
        monkeypatch.setattr(fallback_screen.Fonts, "line", noting)
        told = f"Something broke. See /{'x' * 300}/log."
        fallback_screen.show_until_pressed(player.services.display, paths.fonts_folder(), told, "Press a key.")
    assert len(shown) > 4
    assert max(picture.get_width() for picture in shown) <= 1340


@pytest.mark.x11("openbox")
def test_the_player_reopens_the_game_in_its_window_and_the_round_is_finished(tmp_path, tmp_path_factory):
    with managed_screen(tmp_path_factory.mktemp("home")) as seen:
        game = Game(seen, tmp_path, "--size", "1280x720", program=("-c", BREAKS))
        try:
            until(lambda: game.has_keys)
            game.press(lambda: game.key("space"), lambda: list((tmp_path / "logs").glob("*.log")))
            assert game.totals()["open"] == 1
            game.press(lambda: game.key("Return"), lambda: game.totals()["open"] == 0)  # open it again, and play on
            found = game.totals()
            assert found["agrees"]
            assert found["void"] == 0
        finally:
            game.close()
