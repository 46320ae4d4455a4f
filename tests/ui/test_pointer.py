"""The drawn mouse pointer: its tip, its size with the window, out of sight for keys and fingers, and off by choice."""

import pygame
import pytest

from game.platform.pointer import HOT_SPOT, Pointer, drawn
from tests.ui.devices import Finger, Keyboard


@pytest.fixture
def shown(monkeypatch):
    """What the system was told about its pointer."""
    told = []
    monkeypatch.setattr(pygame.mouse, "set_cursor", told.append)
    monkeypatch.setattr(pygame.mouse, "set_visible", told.append)
    return told


@pytest.mark.parametrize("skin", ["princess", "christmas"])
def test_its_tip_is_its_hot_spot_at_every_size(sit_down, skin):
    sprite = sit_down("--theme", skin).services.theme.assets.ui["cursor"]
    for scale in (0.6, 2 / 3, 1.0, 2.0):
        (x, y), surface = drawn(sprite, scale).data
        assert (x, y) == tuple(round(at * scale) for at in HOT_SPOT)
        ink = surface.get_bounding_rect()
        assert abs(ink.left - x) <= 4 * scale and abs(ink.top - y) <= 4 * scale
        assert surface.get_width() == round(sprite.size[0] * scale)


def test_it_is_set_once_and_again_when_the_window_or_the_choice_changes(sit_down, shown):
    player = sit_down()
    shown.clear()
    player.services.pointer = Pointer()
    player.wait(0.2)
    assert len(shown) == 1
    pygame.display.set_mode((1920, 1080))
    player.wait(0.2)
    assert len(shown) == 2
    assert shown[1].data[1].get_width() > shown[0].data[1].get_width()
    player.press("Menu", "Settings", "Accessibility", "Theme mouse pointer")
    assert shown[-1] == pygame.SYSTEM_CURSOR_ARROW
    assert not player.services.settings.custom_cursor


def test_keys_and_fingers_put_it_out_of_sight_and_the_mouse_brings_it_back(sit_down, shown):
    player = sit_down()
    for device, act in ((Keyboard(player), "next"), (Finger(player), "tap")):
        getattr(device, act)(*((960, 1000) if act == "tap" else ()))
        assert shown[-1] is False
        device.send(pygame.event.Event(pygame.MOUSEMOTION, {"pos": (5, 5), "rel": (1, 1), "touch": False}))
        assert shown[-1] is True


def test_a_system_that_refuses_keeps_its_own(sit_down, monkeypatch):
    def refuse(cursor):
        raise pygame.error("no cursors here")

    monkeypatch.setattr(pygame.mouse, "set_cursor", refuse)
    sit_down().wait(0.2)
