"""Replays: led by a bar, shown at the round's own bet, and never touching money."""

import itertools
from dataclasses import replace

import pytest

from game.engine import Mode, Seed, play
from game.engine.events import BoardDropped, BoardTumbled, FreeSpinsWon
from game.engine.model import current_model, load_model
from game.money import Bet
from game.platform.input import Action, PointerMoved, PointerPressed, PointerReleased
from game.present.round_view import RoundView, fold
from game.table import Played
from tests.ui.driver import NotThere

BOUGHT = play(Mode.BUY, Seed(5))


def after(played, count):
    view = RoundView()
    for event in played.events[:count]:
        view = fold(view, event)
    return view


def assert_shows(player, played, count):
    """The stage is the fold of the first events, at rest."""
    stage, view = player.scene.playback.stage, after(played, count)
    assert stage.board() == view.board
    assert (stage.win, stage.spins_left, stage.total_multiplier) == (view.win, view.spins_left, view.total_multiplier)
    assert list(view.wins) == stage.wins
    assert all(piece.visible and piece.y == 0 for piece in stage.all_pieces())
    assert player.scene.free is (view.free_spins and not view.capped)


@pytest.fixture
def led(player):
    """A bought round replayed at the table."""
    player.scene.replays.begin(Played(BOUGHT, Bet(10, 2), None))
    player.wait(0.1)
    return player


def drag(player, control, x, y):
    start = control.x_of(control.value() or 1)
    player.give(PointerMoved(start, y))
    player.give(PointerPressed(start, y))
    for step in range(1, 11):
        player.give(PointerMoved(start + (x - start) * step / 10, y))
        player.wait(1 / 60)


def test_dragging_the_timeline_shows_each_moment_as_the_events_make_it(led):
    line = led.control("Timeline")
    before = led.services.table.balance
    for count in (len(BOUGHT.events) // 2, 3, len(BOUGHT.events) - 1, len(BOUGHT.events)):
        drag(led, line, line.x_of(count), line.track.centery)
        assert led.scene.playback.shown == count
        led.wait(0.5)
        assert_shows(led, BOUGHT, count)
        led.give(PointerReleased(line.x_of(count), line.track.centery))
        led.press("Pause or resume") if not led.scene.playback.held and count < len(BOUGHT.events) else None
        led.wait(0.1)
    assert led.scene.replays.studying
    assert led.services.table.balance == before
    assert led.services.table.ledger.statistics().total.rounds == 0


def test_a_replay_that_ran_runs_on_from_where_the_timeline_is_let_go(led):
    line = led.control("Timeline")
    led.click(line.x_of(8), line.track.centery)
    assert led.scene.playback.shown == 8
    led.until(lambda: led.scene.playback.shown > 8 or led.scenes[-1] != "TableScene", 30)


def test_the_timeline_has_a_mark_for_each_spin_and_tumble(led):
    boards = [at for at, event in enumerate(BOUGHT.events, 1) if isinstance(event, BoardDropped | BoardTumbled)]
    assert [at for at, _ in led.control("Timeline").marks()] == boards
    great = [at for at, is_great in led.control("Timeline").marks() if is_great]
    assert len(great) == 1 + sum(isinstance(event, BoardDropped) and event.spin > 0 for event in BOUGHT.events)


def test_the_bar_leads_back_and_forth_and_from_spin_to_spin(led):
    drops = [at for at, event in enumerate(BOUGHT.events, 1) if isinstance(event, BoardDropped)]
    led.press("Pause or resume")
    for at in drops[1:4]:
        led.press("Next spin")
        assert led.scene.playback.shown == at
        assert_shows(led, BOUGHT, at)
    assert led.reads("Free spin 3")
    led.press("Previous spin")
    assert led.scene.playback.shown == drops[2]
    led.press("Previous step")
    assert led.scene.playback.shown < drops[2]
    led.key(Action.LEFT)
    held = led.scene.playback.shown
    led.wait(2)
    assert led.scene.playback.shown == held, "it went on by itself"
    led.key(Action.RIGHT)
    led.until(lambda: led.scene.playback.shown > held and led.scene.playback.held, 30)
    led.focus("Timeline")
    led.key(Action.RIGHT)
    assert led.scene.playback.shown in [at for at, _ in led.control("Timeline").marks()]


def test_it_can_be_played_again_from_its_end_and_left(led):
    line = led.control("Timeline")
    led.click(line.track.right, line.track.centery)
    led.wait(0.5)
    assert led.scene.replays.studying
    led.press("Play again")
    led.wait(0.1)
    assert led.scene.playback.shown == 0
    assert led.scene.playback.playing
    assert not led.scene.playback.held
    led.press("Exit replay")
    led.wait(0.1)
    assert led.scene.replays.mark == ""
    led.control("SPIN")


def test_every_plate_shows_the_bet_of_the_replayed_round(player):
    ante = play(Mode.ANTE, Seed(3))
    player.scene.replays.begin(Played(ante, Bet(50, 2), None))
    player.wait(0.5)
    texts = player.texts()
    assert "RM25.00" in texts, "its price at BET"
    assert "RM2,000.00" in texts, "what buying costs at its bet"
    assert "BET RM25.00" in texts, "double chance at its bet"
    assert player.control("Double Chance").value()
    assert any("4,000×" in text for text in texts), "the top win of its mode"
    player.press("Exit replay")
    player.wait(0.1)
    texts = player.texts()
    assert "RM200.00" in texts
    assert not player.control("Double Chance").value()


def test_the_money_of_a_replay_is_its_own_bets(player):
    won = next(
        played
        for played in (play(Mode.BASE, Seed(number)) for number in itertools.count())
        if 0 < played.win < 100 and not any(isinstance(event, FreeSpinsWon) for event in played.events)
    )
    bet = Bet(300, 10)
    player.scene.replays.begin(Played(won, bet, None))
    player.wait(0.1)
    line = player.control("Timeline")
    player.click(line.track.right, line.track.centery)
    player.wait(0.5)
    assert player.services.money(bet.amount(won.win)) in player.texts()


def test_a_seed_typed_into_the_menu_is_replayed_with_its_mode_model_and_bet(player):
    before = player.services.table.balance
    player.key(Action.BACK)
    player.press("Replay a seed …")
    with pytest.raises(NotThere, match="dimmed"):
        player.press("Replay")
    player.focus("Seed")
    player.type("9223372036854775808")
    assert player.reads("A seed is a whole number from 0 to 9223372036854775807.")
    player.type("5", erase=20)
    player.focus("Bet")
    player.type("2.05")
    assert player.reads("No bet comes to that")
    player.type("4")
    player.press("Mode", "Mode")
    player.press("Model")
    model, mode = player.scene.model, player.scene.mode
    player.press("Replay")
    player.wait(0.2)
    assert player.scenes == ["TableScene"]
    assert player.reads("REPLAY")
    played = player.scene.playback.played
    assert played.round == play(mode, Seed(5), load_model(model))
    assert played.bet.base == 400
    player.press("Exit replay")
    player.wait(0.2)
    assert player.scenes == ["TableScene"]
    assert player.services.table.balance == before


def next_round(player, mode, wanted):
    """Let the next round be the first that is wanted."""
    found = next(played for number in itertools.count() if wanted(played := play(mode, Seed(number))))
    player.services.table.next_seed = lambda: found.seed
    return found


def watch_again(player, played):
    before = player.services.table.balance
    player.press("Watch again")
    player.until(lambda: player.scenes == ["TableScene"] and player.scene.replays.led, 10)
    ledger = player.services.table.ledger
    assert ledger.open_round() is None, "it was paid before it was shown again"
    assert player.services.table.balance == before + player.services.table.bet.amount(played.win)
    assert player.scene.playback.played.round == played
    player.press("Exit replay")
    player.wait(0.2)
    player.control("SPIN")
    assert ledger.statistics().total.rounds == 1


def test_a_big_win_can_be_watched_again(player):
    played = next_round(player, Mode.BASE, big)
    player.press("SPIN")
    player.until(lambda: player.scenes[-1] == "BigWin", 60)
    with pytest.raises(NotThere):
        player.control("Watch again")
    player.until(lambda: player.scene.complete, 20)
    watch_again(player, played)


def test_what_free_spins_won_can_be_watched_again(player):
    player.services.settings.speed = "turbo"
    played = next_round(player, Mode.BASE, lambda played: any(isinstance(e, FreeSpinsWon) for e in played.events))
    player.press("SPIN")

    def summed_up():
        if player.scenes[-1] in ("FreeSpinsIntro", "BigWin"):
            player.key(Action.SPIN)
        return player.scenes[-1] == "FreeSpinsSummary" and player.scene.complete

    player.until(summed_up, 300)
    watch_again(player, played)


def test_any_result_can_be_watched_again_from_its_account(player):
    played = next_round(player, Mode.BASE, lambda played: 0 < played.win < 60)
    player.press("SPIN")
    player.until(player.scene.is_idle, 60)
    player.press("Explain this win")
    player.press("Watch again")
    player.wait(0.2)
    assert player.scene.replays.led
    assert player.scene.playback.played.round == played


def big(played):
    return played.win >= 300 and not any(isinstance(event, FreeSpinsWon) for event in played.events)


def shown_with(screen):
    """A round that shows a great screen."""
    if screen == "BigWin":
        return next(played for played in (play(Mode.BASE, Seed(seed)) for seed in itertools.count()) if big(played))
    model = current_model()
    if screen == "Cap":
        model = replace(model, ruleset=replace(model.ruleset, cap=BOUGHT.win // 2))
    return play(Mode.BUY, Seed(5), model)


def run_into(player, screen):
    """From the board before the screen, the last one where it ends the round."""
    line = player.control("Timeline")
    boards = [at for at, great in line.marks() if great]
    at = boards[-1] if screen in ("FreeSpinsSummary", "Cap") else boards[0]
    player.click(line.x_of(at), line.track.centery)
    for _ in range(60):
        if player.scenes[-1] == screen:
            return
        player.key(Action.SPIN)
        player.wait(0.2)
    raise NotThere(screen)


@pytest.mark.parametrize("screen", ["FreeSpinsIntro", "BigWin", "FreeSpinsSummary", "Cap"])
def test_the_bar_stays_within_reach_on_a_great_screen(sit_down, screen):
    player, played = sit_down(speed="turbo"), shown_with(screen)
    player.scene.replays.begin(Played(played, Bet(10, 2), None))
    player.wait(0.1)
    run_into(player, screen)
    player.press("Pause or resume")
    player.wait(8)
    assert player.scenes[-1] == screen, "it left although it was held"
    line = player.control("Timeline")
    drag(player, line, line.x_of(2), line.track.centery)
    player.give(PointerReleased(line.x_of(2), line.track.centery))
    player.wait(0.5)
    assert player.scenes == ["TableScene"]
    assert_shows(player, played, 2)
    run_into(player, screen)
    player.key(Action.LEFT)
    player.wait(0.5)
    assert player.scenes == ["TableScene"]
    assert_shows(player, played, player.scene.playback.shown)
    run_into(player, screen)
    player.press("Next step")
    player.until(lambda: player.scenes == ["TableScene"], 3)
    run_into(player, screen)
    player.key(Action.BACK)
    player.wait(0.5)
    assert player.scene.replays.mark == ""
    assert not player.scene.free
    assert player.control("SPIN").is_enabled()


def test_one_switch_leads_a_replay_on_a_great_screen(sit_down):
    player = sit_down(scanning="fast")
    player.scene.replays.begin(Played(BOUGHT, Bet(10, 2), None))
    player.wait(0.1)
    line = player.control("Timeline")
    player.scene.playback.seek(line.marks()[0][0], hold=False)
    player.until(lambda: player.scenes[-1] == "FreeSpinsIntro", 60)
    player.until(lambda: (player.group.focused or player.group.controls[0]).name == "Pause or resume", 60)
    player.key(Action.SPIN)
    player.wait(8)
    assert player.scenes[-1] == "FreeSpinsIntro"
