"""A press that can do nothing says why, by key and by mouse; and nothing on the table says what no longer holds."""

from functools import partial

import pygame
import pytest

from game.engine.events import RoundEnded
from game.money import CURRENCIES, format_money
from game.platform.input import Action, PointerMoved
from game.present.guide import caption, example_round
from game.ui import layout
from game.ui.widgets.controls import ControlGroup

WAIT = "You can do that when the round is over."


def told(player):
    return [toast.text for toast in player.services.toasts]


@pytest.mark.parametrize(
    ("action", "name"),
    [
        (Action.BUY, "BUY FREE SPINS"),
        (Action.ANTE, "Double Chance"),
        (Action.BET_UP, "Bet up"),
        (Action.BET_DOWN, "Bet down"),
        (Action.HISTORY, "History"),
        (Action.BACK, "Menu"),
        (Action.INFO, "Rules and pays"),
        (Action.AUTOPLAY, "Autoplay"),
        (None, "Credit"),
        (None, "Bet"),
        (None, "Session"),
    ],
)
def test_what_has_to_wait_for_the_round_says_so(player, action, name):
    player.press("SPIN")
    player.scene.playback.paused = True
    player.wait(0.2)
    by_mouse = partial(player.click, *player.control(name).rect.center)
    for press in [by_mouse] if action is None else [by_mouse, partial(player.key, action)]:
        player.services.toasts.clear()
        press()
        assert told(player) == [WAIT]
        assert player.scenes == ["TableScene"]


def test_the_theme_has_to_wait_for_the_round_and_says_so(player):
    player.press("SPIN")
    player.scene.playback.paused = True
    player.wait(0.2)
    for press in (lambda: player.key(Action.THEME), lambda: player.click(*layout.THEME_BUTTON.center)):
        player.services.toasts.clear()
        press()
        assert told(player) == ["You can change the theme when the round is over."]


@pytest.mark.parametrize("by_mouse", [False, True])
def test_buying_with_double_chance_on_says_why_not(sit_down, by_mouse):
    player = sit_down(ante=True)
    player.click(*layout.BUY.center) if by_mouse else player.key(Action.BUY)
    assert told(player) == ["Turn off Double Chance to buy free spins."]


@pytest.mark.parametrize(
    ("action", "name", "text"),
    [
        (Action.BUY, "BUY FREE SPINS", "You can't buy free spins in responsible mode."),
        (Action.ANTE, "Double Chance", "Double Chance is off in responsible mode."),
        (Action.AUTOPLAY, "Autoplay", "Autoplay is off in responsible mode."),
        (Action.SPEED, "Speed", "Responsible mode plays at its own speed."),
    ],
)
def test_what_responsible_mode_takes_away_says_so(sit_down, action, name, text):
    player = sit_down(responsible=True, speed="turbo")
    for press in (lambda: player.key(action), lambda: player.click(*player.control(name).rect.center)):
        player.services.toasts.clear()
        press()
        assert told(player) == [text]
    assert not player.services.settings.ante


def test_credit_above_the_smallest_bet_says_when_there_is_a_refill(player):
    player.press("Credit")
    assert player.reads("You can refill when it is below the smallest bet")


def test_turbo_is_not_shown_in_responsible_mode(sit_down):
    player = sit_down(responsible=True, speed="turbo")
    assert str(player.services.speed) == "normal"
    assert "turbo" not in player.control("Speed").describe(player.services.theme)
    player.press("Menu", "Settings", "Play")
    assert "Turbo" not in player.texts()


def test_the_old_win_is_gone_after_starting_over(player):
    table = player.services.table
    player.press("SPIN")
    player.until(lambda: table.open is None and player.scene.is_idle())
    scene = player.scene
    scene.playback.stage.win = 90.0
    player.press("Menu", "Settings", "Profile", "Start over", "Start over", "Yes, start over")
    while player.scenes != ["TableScene"]:
        player.key(Action.BACK)
    assert scene.playback.played is None
    assert not scene.playback.stage.win
    assert not scene.playback.stage.wins


def test_no_time_is_played_under_the_session_s_account(player):
    player.wait(5)
    player.press("Menu", "End session")
    player.wait()
    before = player.services.table.ledger.session().elapsed
    player.wait(30)
    assert player.services.table.ledger.session().elapsed == before


def test_the_tooltip_of_buying_leaves_the_logo_free(player, monkeypatch):
    drawn = []
    stretched = type(player.services.theme).stretched
    monkeypatch.setattr(
        type(player.services.theme),
        "stretched",
        lambda theme, canvas, name, rect: (drawn.append((name, rect.copy())), stretched(theme, canvas, name, rect))[1],
    )
    player.give(PointerMoved(*layout.BUY.center))
    player.wait(ControlGroup.TOOLTIP_AFTER + 0.2)
    player.draw()
    (box,) = [rect for name, rect in drawn if name == "tooltip"]
    assert not box.colliderect(layout.LOGO)


@pytest.mark.parametrize("code", CURRENCIES)
def test_no_amount_is_broken_over_two_lines(player, code):
    amount = format_money(123_456_789, CURRENCIES[code])
    fonts = player.services.theme.fonts
    for width in range(fonts.width(amount, "body", 28) + 2, 900, 60):
        lines = fonts.paragraph(f"This costs {amount} and not {amount} of play money.", "body", 28, width)
        assert sum(line.count(amount) for line in lines) == 2


def test_what_was_said_of_the_keys_goes_with_the_next_key(player):
    player.press("Menu", "Settings", "Keys")
    panel = player.scene
    panel._give_key("b", Action.ANTE)
    assert "Buy free spins no longer has a key." in told(player)
    panel._give_key("n", Action.BUY)
    assert "Buy free spins no longer has a key." not in told(player)


def test_the_keyboard_goes_along_the_bar_from_left_to_right(player):
    seen = []
    for _ in player.group.shown:
        player.key(Action.FOCUS_NEXT)
        seen.append(player.group.focused.rect)
    bar = [rect.left for rect in seen if rect.centery > layout.BAR.top]
    above = [rect.top // 100 for rect in seen if rect.centery <= layout.BAR.top]
    assert bar == sorted(bar)
    assert above == sorted(above)


def test_the_session_s_line_below_a_question_lies_on_a_plate_of_its_own(player):
    player.press("Menu", "Close the game")
    player.wait()
    plates = []
    stretched = type(player.services.theme).stretched

    def noted(theme, canvas, name, rect):
        plates.append((name, rect.copy()))
        stretched(theme, canvas, name, rect)

    type(player.services.theme).stretched = noted
    try:
        player.draw()
    finally:
        type(player.services.theme).stretched = stretched
    below = pygame.Rect(player.scene.rect.left, player.scene.rect.bottom, player.scene.rect.width, 80)
    assert any(name == "tablet/plain" and below.contains(rect) for name, rect in plates)


def test_the_guided_spin_says_that_nothing_is_paid_and_nothing_else():
    (last,) = [event for event in example_round().events if isinstance(event, RoundEnded)]
    assert "paid" not in caption(last)
