"""One-switch scanning: one key, button or click plays the whole game, and reaches the way out before what costs."""

import pygame
import pytest

from game.engine import Mode, Seed, play
from game.platform.input import Action, PointerMoved, PointerPressed, PointerReleased
from game.present.requests import AskIntro, AskSummary
from game.table import Played
from game.ui.celebrations.free_spins import FreeSpinsIntro, FreeSpinsSummary
from game.ui.panel import Question
from game.ui.scan import SECONDS
from game.ui.scenes.menu import Menu
from tests.ui.devices import Click, PadButton, Space

SWITCHES = [Space, Click, PadButton]


@pytest.fixture(params=SWITCHES)
def switch(request, sit_down):
    return request.param(sit_down(scanning="fast", speed="turbo"))


def test_sliders_lists_and_fields_have_steps(sit_down):
    player = sit_down(scanning="fast")
    switch = Space(player)
    switch.press("Menu", "Settings", "Music volume")
    before = player.services.settings.music_volume
    switch.step("Less")
    assert player.services.settings.music_volume == pytest.approx(before - 0.05)
    switch.step("Done")
    assert not player.program.scanner.steps
    switch.press("Close", "Close", "Autoplay", "20", "Loss limit (required)")
    switch.step("More")
    switch.step("Done")
    switch.press("Start")
    assert player.scenes == ["TableScene"]
    assert player.scene.autoplay.running is not None


def test_the_way_out_comes_before_what_costs(sit_down):
    player = sit_down(scanning="fast")
    order = []
    switch = Space(player)
    switch.press("BUY FREE SPINS")
    assert isinstance(player.scene, Question)
    assert player.group.focused is None
    switch.act()  # a second press, before anything is highlighted
    assert len(player.scenes) == 2
    for _ in range(3):
        switch.next()
        order.append(player.group.focused.name)
    assert order == ["Close", "Cancel", "Buy"]


def test_the_pointer_and_a_trembling_hand_do_nothing_else(sit_down):
    player = sit_down(scanning="fast")
    switch = Click(player)
    balance = player.services.table.balance
    x, y = player.control("SPIN").rect.center
    for command in (PointerMoved(x, y), PointerPressed(x, y), PointerReleased(x, y)):
        player.give(command)
    assert player.services.table.balance == balance  # nothing was highlighted yet
    switch.focus("Bet up")
    bet = player.services.table.bet
    for _ in range(4):
        switch.press_switch()
    assert player.services.table.bet == bet.up()


def test_a_celebration_is_left_by_the_switch(switch):
    player = switch.player
    playback, services = player.services.stack.scenes[0].playback, player.services
    playback.played = Played(play(Mode.BASE, Seed(1)), services.table.bet, None)
    services.stack.push(FreeSpinsIntro(services, playback, AskIntro(15, 4)))
    services.stack.apply()
    player.wait(1.5)
    switch.act()
    player.wait(0.6)
    assert player.scenes == ["TableScene"]


def test_the_one_switch_cannot_lose_its_key(sit_down):
    player = sit_down(scanning="fast")
    switch = Space(player)
    switch.press("Menu", "Settings", "Keys")
    seen = set()
    for _ in range(len(player.group.controls)):
        switch.next()
        seen.add(player.group.focused.name)
    assert "List of keys" not in seen
    assert {"Close", "Reset keys"} <= seen


def test_other_keys_still_help_and_off_is_off(player):
    player.wait(5)
    assert player.group.focused is None
    player.press("Menu", "Settings", "Accessibility")
    player.focus("One-switch scanning")
    player.key(Action.RIGHT)
    assert player.services.settings.scanning == "slow"
    player.key(Action.BACK)
    assert isinstance(player.scene, Menu)
    player.wait(SECONDS["slow"] + 0.1)
    assert player.group.focused.name == "Close"


@pytest.mark.parametrize("skin", ["princess", "christmas"])
def test_the_highlight_is_seen(sit_down, skin):
    player = sit_down("--theme", skin, scanning="fast")
    before = pygame.image.tobytes(player.draw(), "RGB")
    player.wait(SECONDS["fast"] + 0.1)
    assert player.group.focused.name == "SPIN"
    place = player.group.focused.rect.inflate(18, 18)
    gold = player.services.theme.colour("gold")
    assert player.draw().get_at((place.left + 3, place.centery))[:3] == gold
    assert pygame.image.tobytes(player.draw(), "RGB") != before


def test_a_screen_goes_on_where_nothing_is_highlighted_and_offers_its_buttons_by_turns(sit_down):
    player = sit_down(scanning="fast")
    switch = Space(player)
    playback, services = player.services.stack.scenes[0].playback, player.services
    playback.played = Played(play(Mode.BASE, Seed(1)), services.table.bet, None)
    services.stack.push(FreeSpinsSummary(services, playback, AskSummary(500, 15, 12)))
    services.stack.apply()
    player.until(lambda: player.group.focused is not None, 20)
    assert player.group.focused.name == "Watch again"
    switch.next()
    assert player.group.focused is None
    switch.act()
    player.wait(1)
    assert player.scenes == ["TableScene"]
