"""Every choice in the settings takes effect at once, is saved and survives a restart."""

import pygame
import pytest

from game.engine import Mode
from game.ledger import LimitKind
from game.platform.input import Action, Focused, PointerMoved, PointerPressed, PointerReleased, key_map
from game.settings import load_settings
from tests.ui.driver import NotThere, playing


def saved(player):
    return load_settings(player.services.profile.settings_file).settings


def open_settings(player, tab):
    player.press("Menu", "Settings", tab)


def test_language_currency_and_theme_change_at_once(player):
    open_settings(player, "Display and sound")
    player.press("Language")
    texts = player.texts()
    assert "Instellings" in texts or "Tetapan" in texts
    player.press("Currency")
    assert saved(player).currency == "ZAR"
    player.press("Theme")
    player.until(lambda: player.services.theme.skin.name == "christmas", 20)
    assert player.scenes[-1] == "SettingsPanel"
    assert saved(player).theme == "christmas"
    player.key(Action.BACK)
    player.key(Action.BACK)
    player.draw()


@pytest.mark.parametrize(
    ("tab", "label", "name"),
    [
        ("Display and sound", "Sound", "sound"),
        ("Play", "Responsible mode", "responsible"),
        ("Play", "Show the introduction when the game starts", "intro"),
        ("Accessibility", "Reduced motion", "reduced_motion"),
        ("Accessibility", "Reduce flashing", "reduce_flashing"),
        ("Accessibility", "Mono sound", "mono"),
    ],
)
def test_toggles_by_keyboard(player, tab, label, name):
    open_settings(player, tab)
    before = getattr(saved(player), name)
    player.focus(label)
    player.key(Action.SPIN)
    assert getattr(saved(player), name) is not before
    player.draw()


def test_volumes_by_arrow_and_mouse(player):
    open_settings(player, "Display and sound")
    before = player.services.settings.music_volume
    player.focus("Music volume")
    player.key(Action.RIGHT)
    assert saved(player).music_volume == pytest.approx(before + 0.05)
    slider = player.control("Effects volume")
    player.click(slider.track.left, slider.track.centery)
    assert saved(player).effects_volume == 0


def test_a_key_is_given_and_holds_after_a_restart(player, tmp_path):
    used = []
    player.services.use_keys = used.append
    open_settings(player, "Keys")
    rows = player.control("List of keys")
    player.click(*rows.row_rect(3).center)
    assert "Press a key or button …" in player.texts()
    player.key_named("z")
    assert saved(player).keys == {"z": "autoplay"}
    assert key_map(used[-1])["z"] is Action.AUTOPLAY
    assert "a" not in key_map(used[-1])
    player.press("Reset keys")
    assert saved(player).keys == {}


def test_while_a_key_is_awaited_no_key_does_anything_else(player):
    open_settings(player, "Keys")
    rows = player.control("List of keys")
    player.click(*rows.row_rect(3).center)
    sound = player.services.settings.sound
    player.key_named("m")
    assert player.services.settings.keys == {"m": "autoplay"}
    player.click(*rows.row_rect(3).center)
    player.key_named("f11")
    assert player.services.settings.sound is sound
    assert not player.services.settings.fullscreen
    assert player.services.settings.keys == {"f11": "autoplay"}
    player.click(*rows.row_rect(3).center)
    player.key_named("escape")
    assert player.scenes[-1] == "SettingsPanel"
    assert player.services.settings.keys == {"f11": "autoplay"}


def test_a_key_that_moves_leaves_its_old_action_without_and_says_so(player):
    open_settings(player, "Keys")
    rows = player.control("List of keys")
    player.click(*rows.row_rect(3).center)
    player.key_named("b")
    assert "no key" in player.texts()
    assert any("no longer has a key" in toast.text for toast in player.services.toasts)


def test_the_keys_page_shows_the_keys_as_they_are(player):
    player.services.settings.keys = {"q": "buy"}
    player.press("Rules and pays")
    for _ in range(6):
        player.key(Action.RIGHT)
    texts = player.texts()
    assert texts.count("Q") == 1
    assert "Buy free spins" in texts


def test_starting_over_is_asked_twice_and_keeps_what_was(player):
    table = player.services.table
    for _ in range(3):
        table.start(Mode.BASE)
        table.settle()
    table.ledger.set_limit(LimitKind.BUDGET, 5000)
    open_settings(player, "Profile")
    player.press("Start over")
    player.press("Cancel")
    assert table.ledger.statistics().total.rounds == 3
    player.press("Start over", "Start over")
    assert player.reads("Are you sure?")
    player.press("Yes, start over")
    assert table.ledger.statistics().total.rounds == 0
    assert table.balance == 200_000
    assert table.ledger.limit(LimitKind.BUDGET).value == 5000
    kept = list(player.services.profile.folder.glob("before-*/ledger.sqlite"))
    assert len(kept) == 1
    player.key(Action.BACK)
    player.key(Action.BACK)
    player.press("SPIN")
    player.until(lambda: table.ledger.statistics().total.rounds == 1, 60)


def test_starting_over_does_not_pass_a_limit(player):
    table = player.services.table
    table.start(Mode.BASE)
    table.settle()
    table.ledger.set_limit(LimitKind.LOSS, 5000)
    open_settings(player, "Profile")
    player.press("Start over", "Start over", "Yes, start over")
    assert any("start over after 1 day without play" in toast.text for toast in player.services.toasts)
    assert table.ledger.statistics().total.rounds == 1


def test_the_choices_hold_after_a_restart(tmp_path):
    folder = tmp_path / "again"
    with playing(folder) as player:
        open_settings(player, "Accessibility")
        player.focus("Text size")
        player.key(Action.RIGHT)
    with playing(folder) as player:
        assert player.services.theme.text_size == 125


def test_mono_sound_is_heard_at_once_and_after_a_restart(tmp_path):
    folder = tmp_path / "one ear"
    with playing(folder) as player:
        assert pygame.mixer.get_init()[2] == 2
        open_settings(player, "Accessibility")
        player.press("Mono sound")
        assert pygame.mixer.get_init()[2] == 1
    with playing(folder):
        assert pygame.mixer.get_init()[2] == 1


def test_credits_and_licences_are_one_press_away(player):
    player.press("Menu", "Credits and licences")
    assert player.reads("SIL OPEN FONT LICENSE") or player.reads("Celestial Hearts")
    lines = [text for text, _ in player.scene.lines]
    assert any("SIL OPEN FONT LICENSE" in line.upper() for line in lines)
    assert any("MIT License" in line for line in lines)


def test_responsible_mode_takes_speed_and_autoplay_away(sit_down):
    player = sit_down(responsible=True, speed="turbo")
    for name in ("Speed", "Autoplay"):
        with pytest.raises(NotThere, match="dimmed"):
            player.press(name)
    player.press("SPIN")
    started = player.now
    player.until(player.scene.is_idle, 60)
    assert (player.now - started).total_seconds() >= 2.5 - 0.3


def test_every_word_about_a_key_names_the_key_as_it_is(player):
    player.services.settings.keys = {"k": "spin", "j": "autoplay"}
    theme = player.services.theme
    assert player.control("SPIN").describe(theme) == "Spin (K)"
    assert player.control("Autoplay").describe(theme) == "Autoplay (J)"
    assert player.control("Menu").describe(theme) == "Menu (Escape)"
    assert player.control("History").describe(theme) == "History (H)"
    player.press("Menu", "Introduction")
    assert player.reads("Press K to spin.")
    player.press("Demo spin")
    player.until(lambda: player.scene.playback.held, 20)
    assert "Press K or click to continue" in player.texts()


@pytest.mark.parametrize("end", ["released on it", "released elsewhere", "the window loses the pointer"])
def test_a_slider_is_heard_while_it_is_dragged_and_saved_once_it_is_let_go(player, monkeypatch, end):
    saved, services = [], player.services
    monkeypatch.setattr(services, "save_settings", lambda: saved.append(services.settings.music_volume))
    open_settings(player, "Display and sound")
    track = player.control("Music volume").track
    player.give(PointerMoved(track.left, track.centery))
    player.give(PointerPressed(track.left, track.centery))
    for x in range(track.left, track.centerx + 1):
        player.give(PointerMoved(x, track.centery))
    assert services.audio.music_volume == pytest.approx(0.5, abs=0.01)
    assert saved == []
    match end:
        case "released on it":
            player.give(PointerReleased(track.centerx, track.centery))
        case "released elsewhere":
            player.give(PointerReleased(5, 5))
        case _:
            player.give(Focused(False))
    assert saved == [pytest.approx(0.5, abs=0.01)]


def test_a_slider_moved_by_keys_is_saved_at_each_step(player, monkeypatch):
    saved = []
    monkeypatch.setattr(player.services, "save_settings", lambda: saved.append(True))
    open_settings(player, "Display and sound")
    player.focus("Music volume")
    player.key(Action.LEFT)
    player.key(Action.LEFT)
    assert len(saved) == 2


@pytest.mark.parametrize(
    ("written", "told"),
    [("not settings at all", "was damaged"), ('{"speed": "backwards"}', "Some settings were invalid")],
)
def test_damaged_settings_are_told_until_the_player_has_answered(tmp_path, written, told):
    (tmp_path / "settings.json").write_text(written)
    with playing(tmp_path) as player:
        player.wait(30)
        assert player.scenes[-1] == "Question"
        assert player.reads(told)
        player.press("OK")
        assert player.scenes[-1] != "Question"
