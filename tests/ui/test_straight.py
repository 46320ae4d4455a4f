"""Said straight: safe answers, PAID and NET, prices and odds, and play money on every picture."""

import pygame
import pytest

from game.engine import Mode, Seed, play
from game.platform.input import Action, KeyNamed, Press
from game.ui import layout
from game.ui.celebrations.free_spins import FreeSpinsIntro
from game.ui.odds import average_cost, odds
from game.ui.scenes.info import PAGES
from game.ui.widgets.hud import mark_play
from tests.present.test_director import CALM_SOUNDS
from tests.ui.pictures import same


def seed_of(mode, wanted):
    return next(seed for seed in range(1, 2000) if wanted(play(mode, Seed(seed))))


def spin(player, mode, wanted):
    """Play a round that is as wanted, to its end."""
    seed = seed_of(mode, wanted)
    player.services.settings.speed = "turbo"
    player.services.table.next_seed = lambda: Seed(seed)
    player.scene.rounds.spin(mode)

    def over():
        if player.scenes != ["TableScene"]:
            player.key(Action.SPIN)
        return player.scenes == ["TableScene"] and player.scene.is_idle()

    player.until(over, 400)
    return play(mode, Seed(seed))


def press_space(player):
    for command in (KeyNamed("space"), Press(Action.SPIN)):
        player.scene.handle(command)
    player.wait(0.1)


def test_buying_is_declined_by_default_and_never_confirmed_by_the_key_that_spins(player):
    credit = player.services.table.balance
    for focus in (None, "Buy"):
        player.key(Action.BUY)
        assert player.scenes[-1] == "Question"
        if focus is not None:
            player.focus(focus)
        press_space(player)
        assert player.scenes[-1] == "Question"
        player.key(Action.BACK)
    player.key(Action.BUY)
    player.key(Action.SPIN)  # Enter
    assert player.scenes == ["TableScene"]
    assert player.services.table.balance == credit
    assert player.scene.is_idle()


def test_buying_says_what_it_costs_on_average_and_how_often_it_pays_less(player):
    player.key(Action.BUY)
    for words in ("On average you get 96.50% back", "about RM7.00", "78 in 100 purchases pay back less", "half pay"):
        assert player.reads(words), words


def test_limits_and_autoplay_are_not_confirmed_by_the_key_that_spins(player):
    player.press("Menu", "Limits")
    player.focus("Session budget")
    player.type("50")
    player.focus("Save")
    press_space(player)
    assert player.control("Save").is_enabled()
    player.key(Action.BACK)
    player.key(Action.BACK)
    player.press("Autoplay")
    press_space(player)
    assert player.scenes[-1] == "AutoplayPanel"


def test_a_round_at_or_below_its_bet_is_paid_in_white_with_its_net(player):
    played = spin(player, Mode.BASE, lambda round_: 0 < round_.win < 20)
    player.wait(0.2)
    texts, money = player.texts(), player.services.money
    assert "PAID" in texts
    assert "WIN" not in texts
    net = money(player.services.table.bet.amount(played.win - played.stake), signed=True)
    assert f"NET {net}" in texts
    player.press("Explain this win")
    assert player.reads("How this round was worked out")


def test_without_the_setting_a_loss_is_paid_and_no_more(player):
    player.services.settings.show_losses = False
    spin(player, Mode.BASE, lambda round_: 0 < round_.win < 20)
    texts = player.texts()
    assert "PAID" in texts
    assert not any(text.startswith("NET ") for text in texts)


def test_above_the_bet_it_is_a_win(player):
    spin(player, Mode.BASE, lambda round_: 25 < round_.win < 150)
    texts = player.texts()
    assert "WIN" in texts
    assert "PAID" not in texts
    player.press("Explain this win")
    assert player.reads("How this win was worked out")


def test_a_bought_round_that_pays_less_than_its_price_looks_and_sounds_like_no_win(player):
    heard = []
    player.services.audio.heard = lambda name: heard.append((name, player.services.stack.top))
    spin(player, Mode.BUY, lambda round_: 0 < round_.win < 1000)
    sounds = {name for name, _ in heard}
    assert {"wave_neutral", "intro_neutral", "fly_to_meter_neutral", "summary_neutral"} <= sounds
    assert sounds <= CALM_SOUNDS | {"fly_to_meter_neutral", "button"}
    assert {top.orbit for _, top in heard if isinstance(top, FreeSpinsIntro)} == {None}
    assert "RM200.00" in player.texts()
    assert player.scene.playback.fresh
    player.key(Action.SPEED)
    assert not player.scene.playback.fresh


def test_the_credit_says_it_is_play_money(player):
    assert "PLAY MONEY" in player.texts()


@pytest.mark.parametrize("size", [(1920, 1080), (480, 270)])
def test_pictures_that_leave_the_game_say_play_money(player, size):
    picture, plain = pygame.Surface(size), pygame.Surface(size)
    mark_play(picture, player.services)
    assert not same(picture, plain)
    letters = pygame.mask.from_threshold(picture, (255, 255, 255), (40, 40, 40, 255)).get_bounding_rects()
    assert max(rect.height for rect in letters) >= 8


def test_the_mark_of_play_money_covers_nothing_of_the_table(player):
    picture, plain = pygame.Surface(layout.CANVAS.size), pygame.Surface(layout.CANVAS.size)
    picture.fill("grey")
    plain.fill("grey")
    mark_play(picture, player.services)
    changed = pygame.mask.from_threshold(picture, (0, 0, 0), (1, 1, 1, 255), plain)
    changed.invert()
    rects = changed.get_bounding_rects()
    mark = rects[0].unionall(rects[1:])
    assert mark.width > 100
    assert mark.collidelist([layout.LOGO, layout.BANNER, layout.THEME_BUTTON, layout.PROOF, layout.FRAME]) < 0


def test_the_rules_turn_by_wheel_home_end_and_index(player):
    from game.platform.input import Scrolled

    player.press("Rules and pays")
    panel = player.scene
    panel.handle(KeyNamed("end"))
    assert panel.page == len(PAGES) - 1
    panel.handle(KeyNamed("home"))
    assert panel.page == 0
    panel.handle(Scrolled(-1))
    assert panel.page == 1
    panel.handle(Scrolled(1))
    assert panel.page == 0
    player.press("Odds")
    assert player.reads("Rounds that pay more than they cost")
    assert player.reads("12.3%")
    assert player.reads("no laboratory has tested them")


def test_the_rules_say_all_that_the_rule_book_prints(player):
    player.press("Rules and pays")
    said = ""
    for page in PAGES:
        player.press(page.title)
        said += " ".join(player.texts()) + "\n"
    for words in (
        "RM0.20 to RM600.00",
        "with no limit, until nothing pays",
        "coin value × level × 20",
        "Coin value × level × 25",
        "Other reels with more scatters",
        "on any reel, in spins and in tumbles, in the base game and in free spins",
        "Scatters land on all reels and count in any position",
        "winged-heart medallion is a symbol that pays, not a multiplier heart",
        "A malfunction voids all pays and plays",
        "MEDIUM VOLATILITY",
        "Crescent-moon medallion",
    ):
        assert words in said.replace("\n", " "), words


def test_a_press_says_what_it_costs_on_average(player):
    texts = player.texts()
    assert "avg −RM0.07" in texts  # of a bet of 2.00
    assert "avg −RM7.00" in texts  # of buying for 200.00


def test_the_session_says_what_its_bets_cost_on_average_beside_the_net(player):
    table = player.services.table
    for _ in range(60):
        table.start(Mode.BASE)
        table.settle()
    texts = player.texts()
    at = texts.index("EXPECTED")
    assert texts[at + 1] == "−RM4.20"
    net = table.ledger.session().net
    assert texts[at + 2 : at + 4] == ["NET", player.services.money(net, signed=True)]


@pytest.mark.parametrize("mode", Mode)
def test_the_average_cost_is_the_measured_one(mode):
    known = odds(mode)
    assert abs(1_000_000 * (1 - known.returned) - average_cost(1_000_000)) < 2 * 1_000_000 * known.interval
