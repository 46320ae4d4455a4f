"""The player's own limits at the table: set in the panel, enforced by the ledger, told plainly."""

from datetime import timedelta

import pytest

from game.ledger import LimitKind
from game.platform.input import Action
from game.ui.scenes.limits import Limits
from game.ui.scenes.reality import RealityCheck
from tests.ui.driver import NotThere


def set_limit(player, label, text):
    player.press("Menu", "Limits")
    player.focus(label)
    player.type(text)
    player.press("Save")
    player.key(Action.BACK)
    player.key(Action.BACK)
    assert player.scenes == ["TableScene"]


def test_a_budget_stops_the_next_stake_and_says_so(player):
    set_limit(player, "Session budget", "1")
    player.press("SPIN")
    assert player.scenes == ["TableScene", "LimitMet"]
    assert player.reads("This bet would take you past your session budget of RM1.00.")
    assert player.services.table.balance == 200_000
    player.press("Back")
    assert player.scenes == ["TableScene"]


def test_raising_waits_a_day_and_is_shown_with_its_time(player):
    set_limit(player, "Daily loss limit", "50")
    player.press("Menu", "Limits")
    player.focus("Daily loss limit")
    player.type("60")
    assert player.reads("New: RM60.00, in 24 hours. Until then: RM50.00.")
    player.press("Save")
    assert player.reads("Now: RM50.00. From 1 Dec 2026")
    assert player.services.table.ledger.limit(LimitKind.LOSS).value == 5000
    player.now += timedelta(hours=25)
    assert player.services.table.ledger.limit(LimitKind.LOSS).value == 6000


def play_on(player, minutes):
    """Let time pass as it does at the table, which looks at it in every frame."""
    for _ in range(int(minutes * 15)):
        player.now += timedelta(seconds=4)
        player.services.table.ledger.session()


@pytest.mark.parametrize("text", ["0", "1441", "999999"])
def test_minutes_out_of_range_are_refused_at_the_field(player, text):
    player.press("Menu", "Limits")
    player.focus("Daily play time (minutes)")
    player.type(text)
    assert "Enter 1 to 1,440 minutes." in player.texts()
    with pytest.raises(NotThere, match="dimmed"):
        player.press("Save")


def test_the_time_limit_ends_the_day(player):
    set_limit(player, "Daily play time (minutes)", "1")
    play_on(player, minutes=3)
    player.press("SPIN")
    assert player.reads("You've reached today's time limit (1 minute).")


def test_a_break_is_asked_for_and_holds(player):
    player.press("Menu", "Limits", "Take a break")
    assert player.reads("You can extend a break but not shorten it.")
    player.press("Take a break")
    assert player.reads("You're taking a break until 30 Nov 2026, 13:00.")
    player.key(Action.BACK)
    player.key(Action.BACK)
    player.key(Action.SPIN)
    assert player.scenes == ["TableScene", "LimitMet"]
    player.press("Back")
    player.now += timedelta(hours=1, minutes=1)
    player.key(Action.SPIN)
    assert player.scene.playback.playing


@pytest.mark.parametrize(
    ("presses", "until"),
    [(1, "1 Dec 2026, 12:00"), (2, "7 Dec 2026, 12:00"), (3, "30 Dec 2026, 12:00"), (4, "31 May 2027, 12:00")],
)
def test_a_break_is_as_long_as_was_chosen(player, presses, until):
    player.press("Menu", "Limits")
    player.focus("Break")
    for _ in range(presses):
        player.key(Action.RIGHT)
    player.press("Take a break")
    assert player.reads(f"until {until}.")
    player.press("Take a break")
    assert player.reads(f"You're taking a break until {until}.")


def test_a_step_is_fifty_bets_of_money_and_a_quarter_of_an_hour(player):
    player.press("Menu", "Limits")
    for label, steps in (
        ("Daily loss limit", ["100", "200"]),
        ("Daily play time (minutes)", ["15", "30"]),
    ):
        player.focus(label)
        for shown in steps:
            player.key(Action.BET_UP)
            assert player.control(label).text == shown


def test_the_reality_check_must_be_answered(player):
    set_limit(player, "Reality check every (minutes)", "5")
    play_on(player, minutes=6)
    player.until(lambda: player.scenes[-1] == "RealityCheck", 5)
    player.key(Action.BACK)
    player.click(20, 20)
    player.key(Action.SPIN)
    assert player.scenes == ["TableScene", "RealityCheck"]
    player.press("Keep playing")
    player.wait(3)
    assert player.scenes == ["TableScene"]


def test_a_reality_check_ends_autoplay(player):
    set_limit(player, "Reality check every (minutes)", "5")
    player.services.settings.speed = "turbo"
    player.press("Autoplay", "1000")
    player.focus("Loss limit (required)")
    player.type("1000")
    player.press("Start")

    def due():
        play_on(player, minutes=0.3)
        if player.scenes[-1] not in ("TableScene", "RealityCheck"):
            player.key(Action.SPIN)
        return player.scenes[-1] == "RealityCheck"

    player.until(due, 200)
    assert player.services.stack.scenes[0].autoplay.running is None
    player.press("End session")
    assert player.scenes[-1] == "SessionEnd"
    player.press("New session")
    assert player.services.table.ledger.session().rounds == 0


def test_the_session_can_be_ended_from_the_menu(player):
    player.press("Menu", "End session")
    player.press("Close the game")
    assert player.services.closing


def test_responsible_mode_has_reality_checks_on(player):
    player.press("Menu", "Settings", "Play", "Responsible mode")
    assert player.services.table.ledger.limit(LimitKind.REALITY_CHECK).value == 30
    player.key(Action.BACK)
    player.press("Limits")
    player.focus("Reality check every (minutes)")
    player.type("")
    assert "Reality checks stay on in responsible mode." in player.texts()


def test_a_limit_met_is_told_in_the_player_s_language_with_its_amount(sit_down):
    player = sit_down(language="af")
    player.services.table.ledger.set_limit(LimitKind.BUDGET, 150)
    player.press("SPIN")
    assert player.scenes == ["TableScene", "LimitMet"]
    assert player.reads("Hierdie inset sou jou verby jou sessiebegroting van RM1,50 neem.")


def test_an_error_of_the_ledger_is_told_in_the_player_s_language(sit_down):
    player = sit_down(language="af")
    player.services.table.ledger.settle = lambda number, _: player.services.table.ledger.round(number + 50)
    player.press("SPIN")
    player.until(lambda: player.scenes[-1] == "Question", 60)
    assert any("Daar is geen rondte 51 nie." in text for text in player.texts())


def test_what_was_typed_is_shown_as_it_was_understood(player):
    player.press("Session")
    player.focus("Session budget")
    player.type("12.345")
    assert player.reads("New: RM12,345.00, as soon as you save.")
    player.type("0.500")
    assert player.reads("Enter an amount such as 20 or 20.50.")
    assert not player.control("Save").is_enabled()


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("Session time (minutes)", LimitKind.SESSION_TIME),
        ("Weekly play time (minutes)", LimitKind.TIME_WEEK),
        ("Monthly play time (minutes)", LimitKind.TIME_MONTH),
        ("Weekly loss limit", LimitKind.LOSS_WEEK),
        ("Monthly loss limit", LimitKind.LOSS_MONTH),
    ],
)
def test_limits_of_every_span_are_set_one_press_from_the_table(player, label, kind):
    player.press("Session")
    player.focus(label)
    player.type("90")
    player.press("Save")
    value = player.services.table.ledger.limit(kind).value
    assert value == (9000 if "loss" in label else 90)


def test_the_panic_key_asks_once_and_stops_play_for_a_day(player):
    player.key(Action.STOP)
    assert player.scenes[-1] == "Question"
    player.press("Stop now")
    assert player.scenes[-1] == "SessionEnd"
    player.press("New session")
    player.key(Action.SPIN)
    assert player.scenes[-1] == "LimitMet"
    left = player.services.table.ledger.on_break_until() - player.services.now()
    assert timedelta(hours=23, minutes=59) < left <= timedelta(hours=24)


def test_a_responsible_mode_is_chosen_with_its_rules_shown(player):
    player.press("Session", "Responsible mode", "Responsible mode", "Responsible mode")
    assert player.reads("Germany: at least 5.0 s per spin · bets up to RM1.00")
    player.press("Save")
    assert player.services.table.rules.max_stake == 100
    assert player.services.tempo().shortest_spin == 5.0
    assert player.services.tempo().anticipation == 0
    player.key(Action.BACK)
    assert not player.control("BUY FREE SPINS").is_enabled()
    assert not player.control("Double Chance").is_enabled()
    player.press("SPIN")  # 2.00 is more than the mode allows
    assert player.scenes[-1] == "LimitMet"
    player.press("Back")
    player.press("Session", "Responsible mode", "Save")
    assert player.services.table.rules is not None  # to leave takes a day


def test_the_first_start_asks_for_limits_and_to_go_without_is_a_choice(player):
    services = player.services
    services.stack.push(Limits(services, first=True))
    player.wait()
    player.key(Action.BACK)
    assert player.scenes[-1] == "Limits"
    player.press("Play without limits")
    assert player.scenes == ["TableScene"]


def test_the_first_start_comes_with_them(player):
    player.services.first_time = True
    player.scene.actions.welcome()
    player.wait()
    assert player.scenes[-1] == "Limits"


def test_reality_checks_are_on_until_the_player_lifts_them(sit_down, tmp_path):
    """In a profile of any age, and not again once they were lifted."""
    player = sit_down(folder=tmp_path / "old")
    ledger = player.services.table.ledger
    assert ledger.limit(LimitKind.REALITY_CHECK).value == 30
    ledger.set_limit(LimitKind.REALITY_CHECK, None)
    player.now += timedelta(days=2)
    player.scene.actions.welcome()
    assert ledger.limit(LimitKind.REALITY_CHECK).value is None


def test_a_reality_check_leads_to_the_history(player):
    player.services.stack.push(RealityCheck(player.services))
    player.wait()
    player.press("History")
    assert player.scenes[-1] == "History"
    player.key(Action.BACK)
    assert player.scenes[-1] == "RealityCheck"
