"""Changing the bet in every way there is, spinning on with the mouse, and looking things up in the free spins."""

import pytest

from game.money import LADDER
from game.platform.input import Action, PointerMoved, PointerPressed, PointerReleased
from game.ui import layout
from tests.ui.devices import Gamepad, Keyboard, Mouse


def base(player):
    return player.services.table.bet.base


@pytest.mark.parametrize(("name", "way"), [("Bet up", 1), ("Bet down", -1)])
def test_plus_and_minus_repeat_while_they_are_held(player, name, way):
    before, (x, y) = base(player), player.control(name).rect.center
    player.give(PointerMoved(x, y))
    player.give(PointerPressed(x, y))
    player.wait(1)
    ladder = [bet.base for bet in LADDER]
    steps = (ladder.index(base(player)) - ladder.index(before)) * way
    assert steps >= 4
    player.give(PointerReleased(x, y))
    held = base(player)
    player.wait(1)
    assert base(player) == held, "letting it go was another press"


def test_the_wheel_turns_the_bet(player):
    before = base(player)
    player.scroll(*layout.BET.center, 2)
    higher = base(player)
    assert higher > before
    player.scroll(*layout.BET.center, -2)
    assert base(player) == before
    player.scroll(*layout.WIN.center, 2)
    assert base(player) == before


@pytest.mark.parametrize("hands", [Mouse, Keyboard, Gamepad])
def test_a_bet_is_chosen_from_the_quick_list_from_the_least_to_the_most(player, hands):
    for name, bet in (("MAX RM600.00", LADDER[-1]), ("MIN RM0.20", LADDER[0])):
        hands(player).press("Bet")
        assert name in player.texts()
        hands(player).press(name.split()[0])
        hands(player).press("Done")
        assert base(player) == bet.base


def test_a_bet_is_typed(player):
    keys = Keyboard(player)
    keys.press("Bet")
    keys.focus("Total bet")
    player.type("12")
    keys.act()
    assert base(player) == 1200
    player.key(Action.BACK)
    assert "RM12.00" in player.texts()


def test_spin_held_by_the_mouse_spins_on_until_it_is_let_go(sit_down):
    player = sit_down(speed="turbo")
    ledger, (x, y) = player.services.table.ledger, layout.SPIN.center
    player.give(PointerMoved(x, y))
    player.give(PointerPressed(x, y))
    player.until(lambda: ledger.statistics().total.rounds >= 3 or player.scenes != ["TableScene"], 60)
    assert ledger.statistics().total.rounds >= 3
    player.give(PointerReleased(x, y))
    player.until(player.scene.is_idle, 60)
    rounds = ledger.statistics().total.rounds
    player.wait(3)
    assert ledger.statistics().total.rounds == rounds


@pytest.mark.parametrize("hands", [Mouse, Keyboard, Gamepad])
def test_menu_and_rules_are_within_reach_in_the_free_spins(sit_down, hands):
    player = sit_down(speed="turbo")
    device = hands(player)
    device.press("BUY FREE SPINS", "Buy")
    player.until(lambda: player.scenes[-1] == "FreeSpinsIntro" and player.scene.complete, 60)
    player.key(Action.SPIN)
    player.until(lambda: player.in_free_spins, 10)
    device.press("Rules and pays")
    assert player.scenes[-1] == "Info"
    device.press("Close")
    assert player.in_free_spins
    device.press("Menu", "Statistics", "Close")
    shown = player.scenes
    device.press("Close")
    assert shown == ["TableScene", "Menu"]
    assert player.in_free_spins
