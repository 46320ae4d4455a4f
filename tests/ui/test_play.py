"""A visit to the table, told by what is pressed and what is read."""

from datetime import timedelta

import pytest

from game.engine import Mode, Seed, play
from game.engine.events import HeartsApplied, RoundEnded, ScattersPaid, SymbolsPaid
from game.ledger import AWAY, audit
from game.platform.input import Action
from game.table import Played
from game.ui.names import symbol_name
from game.ui.scenes.explain import explain
from tests.ui.driver import FRAME, NotThere, playing


def skip_screens(player):
    """Press on through what the round shows, until the table is at rest."""

    def at_rest():
        if player.scenes[-1] != "TableScene":
            player.key(Action.SPIN)
        return player.scenes == ["TableScene"] and player.scene.is_idle()

    player.until(at_rest, 400)
    player.wait(0.3)


def test_a_spin_costs_the_bet_and_pays_its_win(player):
    player.press("SPIN")
    assert player.services.table.balance == 200_000 - 200
    stored = player.services.table.ledger.open_round()
    skip_screens(player)
    assert player.services.table.balance == 200_000 - 200 + stored.win
    assert player.services.money(player.services.table.balance) in "".join(player.texts())


@pytest.mark.parametrize("skin", ["princess", "christmas"])
def test_free_spins_are_bought_played_and_paid_once(sit_down, skin):
    player = sit_down("--theme", skin, speed="turbo")
    player.press("BUY FREE SPINS")
    assert player.reads("On average you get 96.50% back, so this costs you about RM7.00.")
    assert player.reads("Credit afterwards: RM1,800.00")
    player.press("Buy")
    player.until(lambda: "FreeSpinsIntro" in player.scenes)
    assert player.services.stack.scenes[0].free
    player.until("Free Spins")
    player.until(lambda: player.scenes == ["TableScene"])
    assert "TOTAL MULTIPLIER" in player.texts()
    stored = player.services.table.ledger.open_round()
    assert player.services.table.balance == 180_000
    skip_screens(player)
    assert player.services.table.balance == 180_000 + stored.win
    assert audit(player.services.profile.folder)["agrees"]


def test_buying_is_off_with_double_chance(player):
    player.press("Double Chance")
    with pytest.raises(NotThere, match="dimmed"):
        player.press("BUY FREE SPINS")
    told = player.control("BUY FREE SPINS").describe(player.services.theme)
    assert told == "Turn off Double Chance to buy free spins."
    player.key(Action.BUY)
    assert player.scenes == ["TableScene"]
    assert player.reads("UP TO 4,000×")
    player.press("SPIN")
    assert player.services.table.balance == 200_000 - 250


def test_a_round_left_open_is_said_and_finished_at_the_next_start(tmp_path):
    folder = tmp_path / "left"
    with playing(folder) as player:
        stored = player.services.table.start(Mode.BUY).stored
    with playing(folder, splash=True) as player:
        assert player.scenes == ["TableScene", "Question"]
        assert player.reads("hasn't changed")
        player.press("Skip to result")
        player.until(player.scene.is_idle, 5)
        assert player.services.table.balance == 200_000 - 20_000 + stored.win
        assert player.services.table.ledger.open_round() is None


def test_the_win_is_explained_with_the_events_numbers(player):
    table = player.services.table
    for _ in range(200):
        player.services.settings.speed = "turbo"
        player.press("SPIN")
        stored = table.ledger.open_round()
        skip_screens(player)
        if stored.win:
            break
    player.press("Explain this win")
    texts = player.texts()
    assert f"Paid: {player.services.language.number(stored.win / stored.stake, 2)}× the bet" in texts
    assert player.services.money(stored.win - stored.stake, signed=True) in texts
    assert player.services.money(stored.win) in texts
    assert player.services.money(stored.stake) in texts


@pytest.mark.parametrize("mode", list(Mode))
def test_an_account_names_every_number_of_the_events(player, mode):
    services = player.services
    for seed in range(1, 40):
        played = Played(play(mode, Seed(seed)), services.table.bet, None)
        lines = [(text, amount) for text, _, amount, _ in explain(played, services)]
        for event in played.round.events:
            match event:
                case SymbolsPaid(wins=wins):
                    told = [
                        (
                            f"{win.count} × {symbol_name(services, win.symbol)} (",
                            services.money(played.bet.amount(win.pay)),
                        )
                        for win in wins
                    ]
                case HeartsApplied(hearts=hearts, multiplier=by, after=after):
                    added = " + ".join(f"×{heart.value}" for heart in hearts)
                    told = [(f"Hearts {added}", services.money(played.bet.amount(after)))]
                    assert any(f"× {by}" in text for text, _ in lines)
                case ScattersPaid(count=count, pay=pay):
                    told = [(f"{count} scatters", services.money(played.bet.amount(pay)))]
                case RoundEnded(win=win):
                    told = [("Paid", services.money(played.bet.amount(win)))]
                case _:
                    continue
            for words, amount in told:
                assert any(text.startswith(words) and amount == shown for text, shown in lines), f"seed {seed}: {event}"


def test_what_was_announced_can_be_read_again(player):
    player.services.settings.speed = "turbo"
    for _ in range(12):
        player.press("SPIN")
        skip_screens(player)
    player.press("Message log")
    assert player.scene.lines == list(reversed(player.services.log.lines))
    assert player.scene.lines
    assert any("×" in line or "WIN" in line for line in player.scene.lines)


@pytest.mark.parametrize("responsible", [False, True])
def test_every_key_on_the_list_does_what_it_says(sit_down, responsible):
    player = sit_down(responsible=responsible)
    for action, scene in (
        (Action.INFO, "Info"),
        (Action.HISTORY, "History"),
        (Action.BACK, "Menu"),
        *(() if responsible else ((Action.BUY, "Question"),)),
    ):
        player.key(action)
        assert player.scenes[-1] == scene
        player.key(Action.BACK)
        assert player.scenes == ["TableScene"]
    before = player.services.table.bet
    player.key(Action.BET_UP)
    assert player.services.table.bet.base > before.base
    player.key(Action.BET_DOWN)
    assert player.services.table.bet.base == before.base
    player.key(Action.ANTE)
    assert player.services.settings.ante is not responsible
    player.key(Action.SPEED)
    assert player.services.settings.speed == ("normal" if responsible else "quick")
    sound = player.services.settings.sound
    player.key(Action.MUTE)
    assert player.services.settings.sound is not sound
    player.key(Action.THEME)
    player.until(lambda: player.services.theme.skin.name == "christmas", 20)
    player.key(Action.SCREENSHOT)
    assert list(player.services.profile.screenshots.glob("*.png"))
    player.key(Action.SPIN)
    assert player.scene.playback.playing


def test_pictures_taken_within_a_second_are_all_kept(player):
    for _ in range(3):
        player.key(Action.SCREENSHOT)
    pictures = list(player.services.profile.screenshots.glob("*.png"))
    assert len(pictures) == 3
    assert player.services.toasts[-1].text.endswith(max(pictures, key=lambda file: file.stat().st_mtime_ns).name)


def test_who_presses_nothing_for_minutes_while_nothing_is_played_is_not_playing(player):
    ledger, away = player.services.table.ledger, AWAY.total_seconds()
    player.wait(away + 60)
    assert away <= ledger.session().elapsed.total_seconds() <= away + 2
    player.key(Action.RIGHT)
    player.wait(10)
    assert ledger.session().elapsed.total_seconds() >= away + 9


def test_a_long_round_is_play_without_a_press(player):
    player.press("SPIN")
    player.scene.playback.paused = True
    player.wait(AWAY.total_seconds() + 60)
    assert player.services.table.ledger.session().elapsed >= AWAY + timedelta(seconds=59)


def at_rest_this_frame(player):
    """Play a round; the frame in which it was paid is the last one."""
    player.key(Action.SPIN)
    rounds = player.scene.rounds
    while not rounds.armed_in:
        player.wait(FRAME)
    return player.services.table.ledger.history(10)


def test_a_press_in_the_moment_after_a_round_starts_the_next_one(player):
    assert len(at_rest_this_frame(player)) == 1
    player.press("SPIN")
    assert player.scene.is_idle()
    player.wait(0.3)
    assert not player.scene.is_idle()
    assert len(player.services.table.ledger.history(10)) == 2


def test_a_press_in_that_moment_is_forgotten_when_a_panel_opens(player):
    at_rest_this_frame(player)
    player.press("SPIN")
    player.key(Action.HISTORY)
    player.key(Action.BACK)
    player.wait(1)
    assert player.scenes == ["TableScene"]
    assert len(player.services.table.ledger.history(10)) == 1
