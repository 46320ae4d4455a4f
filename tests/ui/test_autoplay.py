"""Autoplay from the panel to its end, and the key that is held."""

import pytest

from game.engine import Mode
from game.platform.input import Action, AllSelected, Press, Release, Typed
from game.present.autoplay import ROUNDS, Autoplay, BadPlan, Plan, Stop
from tests.ui.driver import NotThere


def started(player, rounds="10", loss="500"):
    player.services.settings.speed = "turbo"
    player.press("Autoplay", rounds)
    player.focus("Loss limit (required)")
    player.type(loss)
    player.press("Start")
    return player.scene


def test_there_is_no_autoplay_without_a_loss_limit(player):
    player.press("Autoplay", "50")
    with pytest.raises(NotThere, match="dimmed"):
        player.press("Start")
    assert player.control("Start").describe(player.services.theme) == "Set a loss limit first."
    player.focus("Loss limit (required)")
    player.type("1")
    assert "The loss limit must be at least one bet." in player.texts()
    with pytest.raises(NotThere, match="dimmed"):
        player.press("Start")
    player.type("100")
    assert player.reads("50 × RM2.00 = up to RM100.00 in bets")
    player.press("Close")
    assert player.scenes == ["TableScene"]
    assert player.services.table.balance == 200_000


def test_it_starts_with_one_press_and_the_last_plan_filled_in(player):
    base = started(player, "20", "90")
    base.autoplay.stop()
    player.until(lambda: base.autoplay.running is None, 120)
    player.press("OK", "Autoplay")
    assert player.control("Loss limit (required)").text == "90"
    player.press("Start")
    assert base.autoplay.running.plan.rounds == 20


def test_a_card_says_what_it_came_to(player):
    base = started(player)
    player.until(lambda: base.autoplay.running is None, 600)
    total = player.services.table.ledger.statistics().total
    played = f"{total.rounds} rounds played." if total.rounds > 1 else "1 round played."
    assert player.scenes[-1] == "Question"
    assert player.reads(played)
    assert player.reads(f"Bets {player.services.money(total.rounds * 200)}")
    assert player.reads(f"Net {player.services.money(player.services.table.balance - 200_000, signed=True)}")


@pytest.mark.parametrize(("text", "reason"), [("0", "above zero"), (",", "such as 20"), ("1.2.3", "such as 20")])
def test_stops_out_of_range_are_refused_at_the_field(player, text, reason):
    player.press("Autoplay")
    for label in ("Loss limit (required)", "Stop after a single win above", "Stop when ahead by"):
        player.focus(label)
        player.type(text)
        field = player.control(label)
        assert field.reason and (reason in field.reason or "at least one bet" in field.reason)


def test_enter_in_a_field_moves_on_to_the_next_control(player):
    player.press("Autoplay")
    player.focus("Loss limit (required)")
    field = player.group.focused
    player.type("60")
    player.key(Action.SPIN)
    assert field.text == "60"
    assert not field.focused
    following = player.group.focused
    assert player.group.shown.index(following) == player.group.shown.index(field) + 1
    player.key(Action.FOCUS_PREVIOUS)
    assert field.focused


def test_fields_step_by_mouse_and_arrow(player):
    player.press("Autoplay")
    field = player.control("Loss limit (required)")
    player.click(field.box.right - 20, field.box.centery)
    assert field.text == "40"
    player.key(Action.BET_UP)
    assert field.text == "80"
    player.click(field.box.left + 20, field.box.centery)
    player.key(Action.BET_DOWN)
    assert field.text == ("40" if field.text == "40" else "")


def test_it_plays_its_rounds_and_counts_down(player):
    base = started(player)
    player.wait(0.5)
    assert base.autoplay.running.left == 9
    assert "9" in player.texts()
    assert player.services.autoplaying
    player.until(lambda: base.autoplay.running is None, 600)
    assert not player.services.autoplaying
    rounds = player.services.table.ledger.statistics().total.rounds
    assert rounds == 10 or player.reads("you won free spins")


@pytest.mark.parametrize("way", ["space", "button", "board", "escape", "a"])
def test_a_press_ends_it_after_the_round(player, way):
    base = started(player, "1000")
    player.wait(0.3)
    match way:
        case "space":
            player.key(Action.SPIN)
        case "button":
            player.press("Autoplay")
        case "board":
            player.click(960, 500)
        case "escape":
            player.key(Action.BACK)
        case "a":
            player.key(Action.AUTOPLAY)
    player.until(lambda: base.autoplay.running is None, 120)
    assert player.services.table.ledger.statistics().total.rounds == 1
    assert player.reads("You stopped autoplay.")
    player.press("OK")
    assert player.scenes[-1] == "TableScene"


def test_the_bet_cannot_be_changed_while_it_runs(player):
    base = started(player, "20")
    for _ in range(60):
        player.key(Action.BET_UP)
        player.key(Action.ANTE)
    assert player.services.table.bet.base == 200
    assert not player.services.settings.ante
    assert base.autoplay.running is not None or player.services.toasts


def test_it_ends_at_the_loss_limit(player):
    base = started(player, "1000", "6")
    player.until(lambda: base.autoplay.running is None, 600)
    assert player.services.table.ledger.session().net >= -600


def test_it_is_off_in_responsible_mode(sit_down):
    player = sit_down(responsible=True)
    with pytest.raises(NotThere, match="dimmed"):
        player.press("Autoplay")
    player.key(Action.AUTOPLAY)
    assert player.scenes == ["TableScene"]
    assert player.reads("Autoplay is off in responsible mode.")


def test_a_held_key_spins_on_until_it_is_let_go(player):
    player.services.settings.speed = "turbo"
    player.give(Press(Action.SPIN))
    player.wait(8)
    player.give(Release(Action.SPIN))
    player.until(lambda: player.scenes == ["TableScene"] and player.scene.is_idle(), 60)
    played = player.services.table.ledger.statistics().total.rounds
    assert played >= 3
    player.wait(3)
    assert player.services.table.ledger.statistics().total.rounds == played


def test_a_held_key_spins_once_in_responsible_mode(sit_down):
    player = sit_down(responsible=True)
    player.give(Press(Action.SPIN))
    player.wait(12)
    assert player.services.table.ledger.statistics().total.rounds == 1


# -- the plan itself ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [{"rounds": 11}, {"loss_limit": 0}, {"single_win": 0}, {"win_limit": -1}])
def test_plans_out_of_range_are_refused(wrong):
    with pytest.raises(BadPlan) as error:
        Plan(**({"rounds": 10, "loss_limit": 100} | wrong))
    assert error.value.field == next(iter(wrong))


def test_every_stop():
    plan = Plan(10, loss_limit=1000, on_free_spins=True, single_win=500, win_limit=2000)

    def after(stake, win, free_spins=False):
        auto = Autoplay.begin(plan)
        assert auto.before(200)
        auto.started()
        auto.after(stake, win, free_spins=free_spins)
        return auto.stopped

    assert after(200, 0) is None
    assert after(200, 500) is None
    assert after(200, 501) is Stop.SINGLE_WIN
    assert after(200, 0, free_spins=True) is Stop.FREE_SPINS
    rich = Autoplay.begin(Plan(10, loss_limit=1000, win_limit=2000))
    rich.after(200, 2200, free_spins=False)
    assert rich.stopped is Stop.WIN_LIMIT
    poor = Autoplay.begin(plan)
    for _ in range(5):
        assert poor.before(200)
        poor.started()
        poor.after(200, 0, free_spins=False)
    assert not poor.before(200)
    assert poor.stopped is Stop.LOSS_LIMIT
    assert poor.net == -1000


@pytest.mark.parametrize("rounds", ROUNDS)
def test_exactly_so_many_rounds(rounds):
    auto = Autoplay.begin(Plan(rounds, loss_limit=10**9))
    played = 0
    while auto.before(20):
        auto.started()
        auto.after(20, 0, free_spins=False)
        played += 1
    assert played == rounds
    assert auto.stopped is Stop.DONE


def test_the_mode_played_is_the_one_chosen(sit_down):
    player = sit_down(ante=True)
    base = started(player)
    player.wait(0.3)
    assert base.playback.played.round.mode is Mode.ANTE


def test_all_of_a_number_is_selected_and_replaced(player):
    player.press("Autoplay")
    player.focus("Loss limit (required)")
    player.type("40")
    field = player.group.focused
    assert not field.selected
    player.give(AllSelected())
    assert field.selected
    player.give(Typed("7"))
    assert field.text == "7"
