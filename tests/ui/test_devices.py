"""Every scene by keyboard alone, by gamepad alone and by finger alone: reached, acted on, left."""

import pygame
import pytest

from game.engine import Mode, Seed, play
from game.platform.input import GAMEPAD, Action, Press, Release
from game.present.requests import AskBigWin, AskCap, AskIntro, AskSummary
from game.settings import load_settings
from game.table import Played
from game.ui.celebrations.big_win import BigWin
from game.ui.celebrations.cap import Cap
from game.ui.celebrations.free_spins import FreeSpinsIntro, FreeSpinsSummary
from game.ui.widgets.controls import Slider
from game.ui.widgets.field import Choice, Field
from game.ui.widgets.rows import Rows
from tests.ui.devices import Device, Finger, Gamepad, Keyboard, Stick, spied
from tests.ui.test_panels import PANELS, close_panel, open_panel

FOCUSING = (Keyboard, Gamepad, Stick)
STEPPED = (Field, Choice, Slider, Rows)


@pytest.mark.parametrize("kind", FOCUSING)
def test_every_control_of_every_panel_is_reached_and_acted_on(player, kind):
    device = kind(player)
    for name in PANELS:
        panel = open_panel(player, name)
        able = [control for control in panel.controls.shown if control.is_enabled()]
        pressed: list[str] = []
        adjusted: list[str] = []
        for control in able:
            spied(control, "press", pressed)
            if isinstance(control, STEPPED):
                spied(control, "adjust", adjusted)
        order = []
        for _ in able:
            device.next()
            order.append(panel.controls.focused)
            device.act()
            if isinstance(order[-1], Field):
                assert panel.controls.focused is not order[-1], "a field that is filled in keeps the focus"
                device.previous()
            device.more()
            if panel.controls.focused is not order[-1]:
                device.next()  # up goes back where it has nothing to change
        assert order == able, name
        assert pressed == [control.name for control in able], name
        assert adjusted == [control.name for control in able if isinstance(control, STEPPED)], name
        device.next()
        device.previous()
        assert panel.controls.focused is able[-1], name
        close_panel(player)


@pytest.mark.parametrize("kind", FOCUSING)
def test_every_panel_is_left(player, kind):
    device = kind(player)
    for name in PANELS:
        panel = open_panel(player, name)
        device.back()
        if panel.dismissable:
            assert player.scenes == ["TableScene"], name
            continue
        assert player.scenes[-1] == type(panel).__name__, name
        device.press({"reality": "Keep playing", "session": "New session", "resume": "Skip to result"}.get(name, "OK"))
        assert player.scenes == ["TableScene"], name


def test_every_control_of_every_panel_is_pressed_by_finger_and_every_panel_left(player):
    finger = Finger(player)
    for name in PANELS:
        panel = open_panel(player, name)
        able = [control for control in panel.controls.shown if control.is_enabled() and control.name != "Close"]
        pressed: list[str] = []
        for control in able:
            spied(control, "press", pressed)
            finger.tap(*control.rect.center)
            assert not control.hovered and not control.held, f"{name}: {control.name}"
        assert pressed == [control.name for control in able], name
        if panel.dismissable:
            finger.press("Close")
            assert player.scenes == ["TableScene"], name
        close_panel(player)


@pytest.mark.parametrize("kind", [*FOCUSING, Finger])
def test_every_control_of_the_table_is_acted_on(player, kind):
    device = kind(player)
    able = [control for control in player.group.shown if control.is_enabled()]
    pressed: list[str] = []
    for control in able:
        spied(control, "press", pressed)
    for control in able:
        if kind is Finger:
            device.tap(*control.rect.center)
        else:
            device.next()
            device.act()
    assert pressed == [control.name for control in able]
    assert {"SPIN", "BUY FREE SPINS", "Double Chance", "Theme", "Bet", "Bet up", "Bet down", "History"} <= set(pressed)


def screens(player):
    playback, services = player.services.stack.scenes[0].playback, player.services
    playback.played = Played(play(Mode.BASE, Seed(1)), services.table.bet, None)
    return [
        FreeSpinsIntro(services, playback, AskIntro(15, 4)),
        FreeSpinsSummary(services, playback, AskSummary(500, 15, 12)),
        BigWin(services, playback, AskBigWin(700, 2)),
        Cap(services, playback, AskCap(100_000, 7)),
    ]


@pytest.mark.parametrize("kind", [*FOCUSING, Finger])
def test_every_screen_over_the_stage_is_left(player, kind):
    device = kind(player)
    for number in range(4):
        player.services.stack.push(screens(player)[number])
        player.services.stack.apply()
        for _ in range(20):
            if player.scenes == ["TableScene"]:
                break
            if kind is Finger:
                device.tap(960, 500)
            else:
                device.act()
            player.wait(0.4)
        assert player.scenes == ["TableScene"]


@pytest.mark.parametrize("kind", [Keyboard, Gamepad])
def test_a_whole_evening_without_a_mouse(player, kind):
    player.services.settings.speed = "turbo"
    device, table = kind(player), player.services.table
    base = player.scene

    def rests():
        if player.scenes[-1] != "TableScene":
            device.act()
        return player.scenes == ["TableScene"] and base.is_idle()

    device.act()
    assert base.playback.playing
    player.until(rests, 400)
    device.press("Bet", "Raise coin value", "Done")
    assert table.bet.base == 400
    device.back()  # out of the focus
    device.press("Autoplay", "20")
    device.focus("Loss limit (required)")
    device.more()
    device.press("Start")
    assert base.autoplay.running is not None
    device.back()
    player.until(rests, 400)
    assert base.autoplay.running is None
    device.press("BUY FREE SPINS", "Buy")
    player.until(lambda: rests() or player.in_free_spins, 200)
    player.until(rests, 600)
    played = table.ledger.statistics().total.rounds
    device.press("History")
    device.focus("List of rounds")
    device.less()
    device.act()
    assert player.scenes[-1] == "RoundCard"
    device.press("Replay")
    player.until("REPLAY", 5)
    device.press("Exit replay")
    assert player.scenes == ["TableScene", "History"]
    device.back()
    device.press("Menu", "Settings", "Accessibility", "Reduced motion")
    assert player.services.settings.reduced_motion
    device.back()
    device.press("End session", "New session")
    while player.scenes != ["TableScene"]:
        device.back()
    assert table.ledger.statistics().total.rounds == played


def test_a_finger_drags_sliders_and_lists(player):
    for _ in range(40):
        player.services.table.start(Mode.BASE)
        player.services.table.settle()
    finger = Finger(player)
    finger.press("History")
    rows = player.control("List of rounds")
    finger.drag((rows.rect.centerx, rows.rect.bottom - 40), (rows.rect.centerx, rows.rect.top + 40))
    assert rows.top > 3
    assert player.scenes[-1] == "History"
    finger.press("Close", "Menu", "Settings")
    slider = player.control("Music volume")
    finger.drag(slider.track.center, (slider.track.left, slider.track.centery))
    assert player.services.settings.music_volume == 0


def test_a_second_finger_does_not_press(player):
    finger = Finger(player)
    x, y = player.control("SPIN").rect.center
    finger.send(*finger._event(pygame.FINGERDOWN, 960, 40, 1))
    finger.tap(x, y, finger=2)
    assert not player.scene.playback.playing
    finger.send(*finger._event(pygame.FINGERUP, 960, 40, 1))
    assert player.scenes[-1] == "Log"


def test_a_gamepad_pulled_out_lets_go_of_what_it_held(player):
    player.services.settings.speed = "turbo"
    device = Gamepad(player)
    device.send(pygame.event.Event(pygame.JOYBUTTONDOWN, {"button": 0, "instance_id": 0}))
    assert player.scene.playback.playing
    device.send(pygame.event.Event(pygame.JOYDEVICEREMOVED, {"instance_id": 0}))
    player.wait(15)
    assert player.services.table.ledger.statistics().total.rounds == 1


def test_a_pad_without_a_hat_has_its_cross_on_buttons(player):
    class Pad:
        def get_numhats(self):
            return 0

    device = Device(player)
    pads = player.program.input
    pads._gamepads[3] = Pad()

    def commands(kind, button):
        pygame.event.post(pygame.event.Event(kind, {"button": button, "instance_id": 3}))
        return [command for command in pads.commands() if isinstance(command, Press | Release)]

    assert commands(pygame.JOYBUTTONDOWN, 14) == [Press(Action.FOCUS_NEXT)]
    assert commands(pygame.JOYBUTTONDOWN, 10) == [Press(Action.BET_UP)]
    assert commands(pygame.JOYBUTTONUP, 0) == [Release(Action.SPIN)]
    assert commands(pygame.JOYBUTTONDOWN, 40) == []
    assert device.player is player


def test_a_button_is_given_is_heard_at_once_and_survives_a_restart(player, tmp_path):
    device = Gamepad(player)
    player.press("Menu", "Settings", "Keys")
    rows = player.control("List of keys")

    def give(button, action):
        rows.chosen = player.scene.actions.index(action)
        rows.scroll_to(rows.chosen)
        rows.press()
        player.wait(1 / 60)
        assert "Press a key or button …" in player.texts()
        device.button(button)
        assert player.scene.waiting is None

    give(0, Action.HISTORY)
    assert player.services.settings.pad == {}  # no button would spin
    give(3, Action.HISTORY)
    assert player.services.settings.pad == {"3": "history"}
    assert any("Buy free spins no longer has a button." in toast.text for toast in player.services.toasts)
    assert "Y" in player.texts()
    give(8, Action.SPIN)
    assert player.services.settings.pad == {"3": "history", "8": "spin"}
    assert "Button 9" in player.texts()
    player.key(Action.BACK)
    player.key(Action.BACK)
    device.button(3)
    assert player.scenes[-1] == "History"
    saved = load_settings(player.services.profile.settings_file).settings
    assert saved.pad == {"3": "history", "8": "spin"}
    device.back()
    player.press("Rules and pays", "Keys")
    player.scene.scroll_to(10_000)
    assert player.reads("Y: History")
    assert player.reads("Button 9: Spin, stop, continue")
    assert not player.reads("Y: Buy free spins")
    device.back()
    player.press("Menu", "Settings", "Keys", "Reset keys")
    assert player.services.pad.actions() == GAMEPAD


def test_a_new_key_can_be_called_off_by_gamepad(player):
    device = Gamepad(player)
    device.press("Menu", "Settings", "Keys")
    device.focus("List of keys")
    device.act()
    assert player.scene.waiting is not None
    device.back()
    assert player.scene.waiting is None
    assert player.scenes[-1] == "SettingsPanel"
    device.back()
    assert player.scenes[-1] == "Menu"
    assert player.services.settings.keys == {}
