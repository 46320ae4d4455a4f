"""A round, a bought one, and every panel opened and closed: with the mouse, the keys, a gamepad or one switch alone."""

import pytest

from game.engine import Mode
from game.ui.panel import Panel
from tests.ui.devices import Click, Gamepad, Keyboard, Mouse, Space, Switch

PANELS = ("Rules and pays", "Session", "Bet", "Credit", "History", "Message log", "Autoplay", "Menu")
IN_MENU = ("Introduction", "Statistics", "Limits", "Safe play", "Settings", "Credits and licences")


def play_on(device):
    """Act on whatever comes until the table rests."""
    player = device.player
    for _ in range(2000):
        if player.scenes == ["TableScene"] and player.scene.is_idle():
            player.wait(0.3)  # until the next round may start
            return
        over_stage = not isinstance(player.scene, Panel) and player.scenes != ["TableScene"]
        if over_stage and player.group.focused is None:  # one switch does not choose to watch it again
            device.act()
        player.wait(0.2)
    raise AssertionError(player.scenes)


@pytest.mark.parametrize("kind", [Mouse, Keyboard, Gamepad, Space, Click])
def test_everything_with_one_device(sit_down, kind):
    scanning = "fast" if issubclass(kind, Switch) else "off"
    player = sit_down(speed="turbo", scanning=scanning)
    device, ledger = kind(player), player.services.table.ledger
    device.press("SPIN")
    assert player.scene.playback.playing
    play_on(device)
    device.press("BUY FREE SPINS", "Buy")
    play_on(device)
    assert [stored.mode for stored in ledger.history(9)] == [Mode.BUY, Mode.BASE]
    for panel in PANELS:
        device.press(panel)
        assert len(player.scenes) == 2, panel
        device.press("Close")
        assert player.scenes == ["TableScene"], panel
    device.press("Menu")
    for panel in IN_MENU:
        device.press(panel)
        assert len(player.scenes) == 3, panel
        device.press("Play" if panel == "Introduction" else "Close")
        assert player.scenes == ["TableScene", "Menu"], panel
    assert ledger.statistics().total.rounds == 2
