"""Play money: how much a game begins with, and what a refill is and isn't."""

from datetime import timedelta

import pytest

from game.engine import Mode
from game.money import BANKROLLS, LADDER
from game.platform.input import Action


def choose(player, steps):
    player.focus("Play money to start with")
    for _ in range(steps):
        player.key(Action.RIGHT)


@pytest.mark.parametrize("steps", range(len(BANKROLLS)))
def test_the_first_start_deals_out_what_was_chosen(sit_down, steps):
    player = sit_down()
    player.services.first_time = True
    player.scene.actions.welcome()
    player.wait()
    choose(player, steps)
    player.press("Play without limits")
    player.wait()
    assert player.services.table.balance == BANKROLLS[steps]
    assert player.services.money(BANKROLLS[steps]) in player.texts()


def test_another_choice_changes_no_credit_until_the_game_is_started_over(player):
    table = player.services.table
    table.start(Mode.BASE)
    table.settle()
    credit = table.balance
    player.press("Menu", "Settings", "Play")
    choose(player, 1)
    assert table.balance == credit
    player.press("Profile", "Start over")
    player.wait()
    assert player.reads("Start again with RM20,000.00 of play money?")
    player.press("Start over", "Yes, start over")
    player.wait()
    assert table.balance == BANKROLLS[1]
    assert player.services.settings.bankroll == BANKROLLS[1]


def test_a_refill_fills_up_to_it_counts_and_is_declined_by_default(sit_down):
    player = sit_down(bankroll=BANKROLLS[2])
    services, table = player.services, player.services.table
    assert table.balance == BANKROLLS[2]
    empty(player)
    player.press("Credit")
    player.wait()
    assert player.reads(services.money(BANKROLLS[2]))
    assert player.group.named("Stop here").kind == "button_primary"
    player.key_named("return")
    player.wait()
    assert table.balance < LADDER[0].base
    player.press("Credit", "Refill")
    player.wait()
    assert table.balance == BANKROLLS[2]
    assert "NET · 1 refill" in player.texts()
    player.press("Menu", "Statistics")
    player.wait()
    assert player.reads(f"1 · {services.money(BANKROLLS[2] - 10)}")
    for _ in range(2):
        player.key(Action.BACK)
    empty(player)
    player.press("Credit")
    player.wait()
    assert "Refill" not in [control.name for control in player.group.shown]
    assert player.reads("less than the smallest bet")
    assert player.reads("You can refill once an hour: again at")
    player.press("OK", "SPIN")
    assert player.reads("You can refill once an hour: again at")
    assert not player.reads("lower the bet")
    player.now += timedelta(hours=1)
    player.key(Action.BACK)
    player.press("Credit", "Refill")
    assert table.balance == BANKROLLS[2]


def empty(player):
    """Leave ten minor units of the credit, as if the rest had been lost."""
    table = player.services.table
    ledger = table.ledger
    ledger._db.execute("DROP TRIGGER IF EXISTS balance_must_follow")
    at = int(player.now.timestamp() * 1000)
    ledger._db.execute(
        "INSERT INTO entries (at, kind, amount, balance, note) VALUES (?, 'deposit', 1, 10, 'test')", (at,)
    )
    table.balance = ledger.balance
