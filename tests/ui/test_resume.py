"""Killed anywhere in a round, the game says so at the next start, puts the player back there and pays once."""

import shutil
import sqlite3
from contextlib import closing
from functools import cache

import pytest

from game import app
from game.engine import Mode, Seed, play
from game.engine.events import BoardTumbled, FreeSpinsWon
from game.ledger import LimitKind, audit
from game.ledger.storage import LEDGER_NAME
from game.platform.input import Action
from game.present.requests import tier_of
from tests.ui.driver import playing


@cache
def seed_where(mode, holds, start=0):
    """The first seed whose round is as asked."""
    return next(seed for seed in range(start, start + 200_000) if holds(play(mode, Seed(seed))))


def tumbles(played):
    return sum(isinstance(event, BoardTumbled) for event in played.events)


def with_tumbles(played):
    return tumbles(played) >= 4 and not any(isinstance(event, FreeSpinsWon) for event in played.events)


def with_big_win(played):
    return tier_of(played.win, 20) >= 2 and not any(isinstance(event, FreeSpinsWon) for event in played.events)


def with_free_spins(played):
    return any(isinstance(event, FreeSpinsWon) for event in played.events)


def start_round(player, mode, seed):
    player.services.table.next_seed = lambda: Seed(seed)
    if mode is Mode.BUY:
        player.press("BUY FREE SPINS", "Buy")
    else:
        player.press("SPIN")


def playback(player):
    return player.services.stack.scenes[0].playback


def after_tumbles(count):
    def reach(player):
        start_round(player, Mode.BASE, seed_where(Mode.BASE, with_tumbles))
        seen = []

        def tumbled():
            last = playback(player)._director.last
            if isinstance(last, BoardTumbled) and (not seen or seen[-1] is not last):
                seen.append(last)
            return len(seen) >= count

        player.until(tumbled)

    return reach


def at_big_win(player):
    start_round(player, Mode.BASE, seed_where(Mode.BASE, with_big_win))
    player.until(lambda: player.scenes[-1] == "BigWin")
    player.wait(0.5)


def at_scene(name):
    def reach(player):
        start_round(player, Mode.BUY, seed_where(Mode.BUY, with_free_spins))
        player.until(lambda: press_on(player, name), 600)

    return reach


def press_on(player, name):
    if player.scenes[-1] == name:
        return True
    player.key(Action.SPIN)
    return False


def at_free_spin(spin):
    def reach(player):
        start_round(player, Mode.BUY, seed_where(Mode.BUY, with_free_spins))
        ledger = player.services.table.ledger
        player.until(lambda: (player.key(Action.SPIN), ledger.open_round().last_spin == spin)[1], 600)

    return reach


def at_natural_intro(player):
    start_round(player, Mode.BASE, seed_where(Mode.BASE, with_free_spins))
    player.until(lambda: press_on(player, "FreeSpinsIntro"), 600)


def just_bought(player):
    start_round(player, Mode.BUY, seed_where(Mode.BUY, with_free_spins))


def just_staked(player):
    player.services.table.start(Mode.BASE)


def with_autoplay(player):
    player.press("Autoplay", "1000")
    player.focus("Loss limit (required)")
    player.type("1000")
    player.press("Start")
    player.until(lambda: playback(player).playing)
    player.wait(0.4)


def shown_but_not_paid(player):
    """The last frame before the pay."""
    start_round(player, Mode.BASE, seed_where(Mode.BASE, with_tumbles))
    player.until(lambda: (player.key(Action.SPIN), playback(player).runner is None or playback(player).runner.over)[1])


PLACES = {
    "stake taken, nothing shown": just_staked,
    "first tumble": after_tumbles(1),
    "second tumble": after_tumbles(2),
    "third tumble": after_tumbles(3),
    "big win counting": at_big_win,
    "just bought": just_bought,
    "bought intro": at_scene("FreeSpinsIntro"),
    "intro won in the base game": at_natural_intro,
    "first free spin": at_free_spin(1),
    "seventh free spin": at_free_spin(7),
    "last free spin": at_free_spin(15),
    "summary": at_scene("FreeSpinsSummary"),
    "autoplay": with_autoplay,
}


def left_by_a_kill(tmp_path, reach):
    """Play to a place and copy the profile as the disk has it then; the open round as it was there."""
    with playing(tmp_path / "played") as player:
        reach(player)
        if player.services.table.ledger.open_round() is None:
            raise AssertionError("the round was over already")
        stored = player.services.table.ledger.open_round()
        killed = tmp_path / "killed"
        killed.mkdir()
        for name in (LEDGER_NAME, f"{LEDGER_NAME}-wal", "settings.json"):
            shutil.copy(player.services.profile.folder / name, killed)
    return killed, stored


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("answer", ["Watch", "Skip to result"])
def test_killed_there_the_round_is_said_shown_and_paid_once(tmp_path, place, answer):
    killed, stored = left_by_a_kill(tmp_path, PLACES[place])
    with playing(killed, speed="turbo") as player:
        ledger, table = player.services.table.ledger, player.services.table
        assert player.scenes == ["TableScene", "Question"]
        assert player.reads("hasn't changed")
        player.key(Action.BACK)
        player.wait(3)
        assert player.scenes == ["TableScene", "Question"]
        assert ledger.open_round() == stored
        before = table.balance
        player.press(answer)
        assert player.services.stack.scenes[0].autoplay.running is None
        if answer == "Watch":
            player.wait(0.1)
            check_put_back(player, stored)
        player.until(lambda: at_rest(player), 600)
        assert table.balance == ledger.balance == before + stored.win
        assert ledger.round(stored.id).state == "paid"
        player.wait(20)
        assert len(ledger.history()) == stored.id  # autoplay does not go on by itself
        assert player.services.stack.scenes[0].autoplay.running is None
        player.press("SPIN")
        assert len(ledger.history()) == stored.id + 1
        player.until(lambda: at_rest(player), 600)
    found = audit(killed)
    assert (found["agrees"], found["open"], found["void"]) == (True, 0, 0)
    with playing(killed) as player:
        assert player.scenes == ["TableScene"]


def check_put_back(player, stored):
    """The round is on from the spin that was seen last."""
    assert playback(player).playing
    assert playback(player).played.round.seed == stored.seed
    if stored.last_spin:
        assert player.scenes == ["TableScene"]
        assert player.scene.free
        dropped = playback(player)._director.view
        assert dropped.free_spins
        assert 0 <= playback(player).stage.spins_left <= 15
    else:
        assert player.scenes == ["TableScene"]
        assert not player.scene.free


def at_rest(player):
    if player.scenes[-1] != "TableScene":
        player.key(Action.SPIN)
    return player.scenes == ["TableScene"] and player.scene.is_idle()


def test_a_question_before_buying_takes_nothing(tmp_path):
    with playing(tmp_path / "played") as player:
        player.press("BUY FREE SPINS")
        killed = tmp_path / "killed"
        killed.mkdir()
        for name in (LEDGER_NAME, f"{LEDGER_NAME}-wal"):
            shutil.copy(player.services.profile.folder / name, killed)
    with playing(killed) as player:
        assert player.scenes == ["TableScene"]
        assert player.services.table.balance == 200_000


def test_killed_while_being_put_back_nothing_is_lost(tmp_path):
    """Again and again, at the question and in the middle of what is shown."""
    folder, stored = left_by_a_kill(tmp_path, PLACES["seventh free spin"])
    for number in range(3):
        again = tmp_path / f"again{number}"
        again.mkdir()
        with playing(folder) as player:
            if number:
                player.press("Watch")
                player.wait(2)
            for name in (LEDGER_NAME, f"{LEDGER_NAME}-wal"):
                if (folder / name).exists():
                    shutil.copy(folder / name, again)
        folder = again
    with playing(folder) as player:
        seen = player.services.table.ledger.open_round()
        assert seen.last_spin >= stored.last_spin
        player.press("Skip to result")
        player.until(lambda: at_rest(player))
        assert player.services.table.balance == 200_000 - stored.stake + stored.win
    assert audit(folder)["rounds"] == 1


def spoil_the_round(folder):
    """Change the open round's seed in the file."""
    with closing(sqlite3.connect(folder / LEDGER_NAME, isolation_level=None)) as db:
        (trigger,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'rounds_no_update'").fetchone()
        db.execute("DROP TRIGGER rounds_no_update")
        db.execute("UPDATE rounds SET seed = seed + 1")
        db.execute(trigger)


def test_a_game_on_its_own_is_not_held_up_by_a_void_round(tmp_path):
    killed, _ = left_by_a_kill(tmp_path, PLACES["first tumble"])
    spoil_the_round(killed)
    assert app.main(["--demo", "1", "--profile", str(killed), "--mute", "--speed", "turbo"]) == 0
    found = audit(killed)
    assert (found["agrees"], found["void"], found["rounds"], found["open"]) == (True, 1, 2, 0)


def test_a_game_on_its_own_ends_at_a_limit_and_says_it(tmp_path, capsys):
    with playing(tmp_path) as player:
        player.services.table.ledger.set_limit(LimitKind.LOSS, 1)
    assert app.main(["--demo", "1", "--profile", str(tmp_path), "--mute", "--speed", "turbo"]) == 1
    assert "loss limit" in capsys.readouterr().err


def test_a_round_that_no_longer_comes_out_is_void_said_refunded_and_in_the_history(tmp_path):
    """A malfunction is told from a crash: only what cannot be completed as recorded is void."""
    killed, stored = left_by_a_kill(tmp_path, PLACES["first tumble"])
    spoil_the_round(killed)
    with playing(killed) as player:
        player.press("Watch")
        player.wait(0.3)
        assert "Round void" in player.texts()
        assert player.services.table.balance == 200_000
        player.key(Action.SPIN)
        player.until(lambda: at_rest(player))
        player.press("History")
        assert player.reads("void") or player.reads("Void")
        player.key(Action.BACK)
        (found,) = player.services.table.ledger.history()
        assert (found.state, found.id) == ("void", stored.id)
        assert found.reason
        player.press("SPIN")
        player.until(lambda: at_rest(player))
    assert audit(killed)["void"] == 1
    assert audit(killed)["agrees"]
