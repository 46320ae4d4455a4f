"""The history: long lists, the card, its proof and its replay, which touches no money."""

import csv

import pytest

from game.engine import Mode
from game.engine.events import FreeSpinsWon
from game.engine.model import CURRENT
from game.ledger import reports
from game.platform import background
from game.platform.input import Action
from tests.ui.driver import NotThere


def play(player, count, mode=Mode.BASE):
    table = player.services.table
    for _ in range(count):
        table.start(mode)
        table.settle()


def card(player, row=0):
    rows = player.control("List of rounds")
    player.click(*rows.row_rect(rows.top + row).center)
    assert player.scenes[-1] == "RoundCard"
    return player.scene


def test_it_says_so_when_nothing_was_played(player):
    player.press("History")
    assert "No rounds yet." in player.texts()
    with pytest.raises(NotThere, match="dimmed"):
        player.press("Export as CSV")


def test_every_round_of_a_long_list_can_be_reached(player):
    play(player, 300)
    player.press("History")
    rows = player.control("List of rounds")
    assert rows.count() == 300
    player.scroll(*rows.rect.center, -1000)
    assert player.scene.round_at(rows.top + rows.in_sight - 1).id == 1
    player.scroll(*rows.rect.center, 1000)
    assert player.scene.round_at(rows.top).id == 300
    player.focus("List of rounds")
    for _ in range(15):
        player.key(Action.BET_DOWN)
    player.key(Action.SPIN)
    assert player.scenes[-1] == "RoundCard"
    assert player.scene.stored.id == 300 - 15


def test_the_bar_and_the_finger_scroll(player):
    play(player, 100)
    player.press("History")
    rows = player.control("List of rounds")
    player.click(rows.rect.right - 8, rows.rect.bottom - 4)
    assert rows.top == 100 - rows.in_sight
    assert player.scenes[-1] == "History"
    from game.platform.input import PointerMoved, PointerPressed, PointerReleased

    x, y = rows.rect.centerx, rows.rect.top + 30
    for command in (PointerMoved(x, y), PointerPressed(x, y), PointerMoved(x, y + 300), PointerReleased(x, y + 300)):
        player.give(command)
    assert rows.top == 100 - rows.in_sight - round(300 / rows.height)
    assert player.scenes[-1] == "History"


def test_the_card_shows_seed_and_command_and_verifies(player):
    play(player, 3)
    player.press("History")
    stored = card(player).stored
    texts = player.texts()
    assert str(stored.seed) in texts
    assert f"python -m game --replay {stored.seed} --mode base --model {CURRENT} --bet 2.00" in texts
    money = player.services.money
    assert texts[texts.index("Credit before") + 1] == money(stored.credit_before)
    assert texts[texts.index("Credit after") + 1] == money(stored.credit_after)
    assert stored.credit_after - stored.credit_before == stored.net
    player.press("Verify round")
    assert player.reads("exactly the recorded result")
    player.press("Copy command")
    assert player.services.toasts


def test_a_damaged_record_is_not_verified(player):
    play(player, 1)
    db = player.services.table.ledger._db
    db.execute("DROP TRIGGER IF EXISTS rounds_sealed")
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        db.execute(f"DROP TRIGGER {name}")
    db.execute("UPDATE rounds SET win = win + 100")
    player.press("History")
    card(player)
    player.press("Verify round")
    assert not player.scene.good
    player.press("Replay")
    assert player.scenes[-1] == "RoundCard"


def test_a_replay_is_marked_stepped_and_free(player):
    play(player, 1, Mode.BUY)
    before = player.services.table.balance
    board_before = player.services.stack.scenes[0].playback.stage.board()
    player.press("History")
    card(player)
    player.press("Replay")
    base = player.scene
    assert player.scenes == ["TableScene"]
    player.until("REPLAY", 5)
    player.press("Next step")
    player.until(lambda: base.playback.held, 30)
    shown = base.playback._director.last
    player.wait(5)
    assert base.playback._director.last is shown, "it went on by itself"
    player.press("Next step")
    player.until(lambda: base.playback._director.last is not shown, 30)
    player.press("Exit replay")
    assert player.scenes == ["TableScene", "History"]
    assert player.services.table.balance == before
    assert player.services.table.ledger.open_round() is None
    assert base.playback.stage.board() == board_before
    assert player.services.table.ledger.statistics().total.rounds == 1


def test_a_replay_runs_through_its_free_spins_and_waits_at_the_end(player):
    player.services.settings.speed = "turbo"
    play(player, 1, Mode.BUY)
    before = player.services.table.balance
    player.press("History")
    played = card(player)._played()
    assert any(isinstance(event, FreeSpinsWon) for event in played.round.events)
    player.press("Replay")
    seen = set()

    def over():
        seen.add(player.services.stack.scenes[0].free)
        if player.scenes[-1] != "TableScene":
            player.key(Action.SPIN)
        return player.scenes == ["TableScene"] and player.scene.playback.finished

    player.until(over, 400)
    assert seen == {False, True}
    assert player.scene.replays.mark == "REPLAY"
    player.key(Action.SPIN)
    assert player.scenes == ["TableScene", "History"]
    assert player.services.table.balance == before


def test_a_replay_can_be_left_from_the_free_spins(player):
    player.services.settings.speed = "turbo"
    play(player, 1, Mode.BUY)
    player.press("History")
    card(player)
    player.press("Replay")

    def inside():
        if player.scenes[-1] != "TableScene":
            player.key(Action.SPIN)
        return player.in_free_spins

    player.until(inside, 60)
    player.press("Exit replay")
    player.until(lambda: player.scenes == ["TableScene", "History"], 5)
    player.key(Action.BACK)
    player.press("SPIN")
    assert player.scene.replays.mark == ""
    player.until(lambda: player.services.table.ledger.statistics().total.rounds == 2, 120)


def test_days_add_up_and_the_export_holds_every_round(player, tmp_path):
    play(player, 5)
    player.press("History", "Days")
    day = player.scene.days[0]
    assert (day.rounds, day.stake) == (5, 1000)
    assert "30 Nov 2026" in player.texts()
    player.press("Export as CSV")
    with (player.services.profile.folder / "history.csv").open(encoding="utf-8-sig") as file:
        assert len(list(csv.reader(file))) == 6


def test_a_long_history_is_exported_beside_the_game_and_can_be_stopped(player, monkeypatch):
    play(player, 4)
    monkeypatch.setattr(background, "PORTION", 0.0)
    monkeypatch.setattr(reports, "PROGRESS_EVERY", 1)
    folder = player.services.profile.folder
    player.press("History", "Export as CSV")
    assert player.scenes == ["TableScene", "History", "CsvExport"]
    assert player.reads("% exported.")
    assert not (folder / "history.csv").exists()
    player.press("Cancel")
    assert player.scenes == ["TableScene", "History"]
    assert list(folder.glob("history*")) == []
    assert player.services.toasts == []
    player.press("Export as CSV")
    player.until(lambda: player.scenes == ["TableScene", "History"], 5)
    assert [path.name for path in folder.glob("history*")] == ["history.csv"]
    assert str(folder / "history.csv") in player.services.toasts[-1].text


def test_an_export_that_cannot_be_written_says_why(player):
    play(player, 1)
    (player.services.profile.folder / "history.csv").mkdir()
    player.press("History", "Export as CSV")
    assert player.scenes == ["TableScene", "History"]
    assert player.services.toasts[-1].text == "Couldn't export the history: Is a directory"
    assert list(player.services.profile.folder.glob("*.part")) == []


def test_the_glass_beside_a_round_verifies_it(player):
    play(player, 3)
    player.press("History")
    rows = player.control("List of rounds")
    for row, good in ((0, True), (2, True)):
        rect = rows.row_rect(row)
        player.click(rect.right - 20, rect.centery)
        assert player.scenes == ["TableScene", "History"]
        assert player.scene.verified[player.scene.round_at(row).id] is good
    assert any("exactly the recorded result" in toast.text for toast in player.services.toasts)
    assert set(player.scene.verified) == {3, 1}


def test_the_glass_beside_a_damaged_round_says_so(player):
    play(player, 2)
    db = player.services.table.ledger._db
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        db.execute(f"DROP TRIGGER {name}")
    db.execute("UPDATE rounds SET win = win + 100 WHERE id = 2")
    player.press("History")
    history = player.scene
    rect = player.control("List of rounds").row_rect(0)
    player.click(rect.right - 20, rect.centery)
    assert history.verified == {2: False}
    assert player.scenes[-1] == "Question"
    player.wait(60)
    assert player.reads("Round 2's record is damaged"), "it waits to be answered"
    player.press("OK")
    assert player.scenes[-1] == "History"


def test_a_win_of_the_last_sitting_can_still_be_explained(sit_down, tmp_path):
    player = sit_down(folder=tmp_path / "one")
    player.press("Explain this win")
    assert any("No rounds yet." in toast.text for toast in player.services.toasts)
    play(player, 1)
    player.press("Explain this win")
    assert player.scenes == ["TableScene", "Explain"]


def listed(player):
    """What stands in the list, from its top to its end."""
    rows, found = player.control("List of rounds"), []
    while (stored := player.scene.round_at(len(found))) is not None and len(found) < rows.count():
        found.append(stored)
        rows.scroll_to(len(found))
        player.wait(1 / 60)
    return found


def choose(player, name, wanted):
    """Press a choice until it stands at what is wanted."""
    for _ in range(4):
        if player.control(name).shown(player.control(name).chosen()) == wanted:
            return
        player.press(name)
    raise AssertionError(f"no {wanted!r}")


def test_the_list_shows_one_kind_of_round_or_the_largest_first(player):
    play(player, 150)
    play(player, 1, Mode.BUY)
    every = player.services.table.ledger.history(1000)
    player.press("History")
    choose(player, "Show", "Wins")
    assert listed(player) == [stored for stored in every if stored.net > 0]
    choose(player, "Show", "With free spins")
    assert listed(player) == [stored for stored in every if stored.free_spins]
    choose(player, "Show", "Starred")
    assert player.reads("No rounds of this kind yet.")
    choose(player, "Show", "All rounds")
    choose(player, "Order", "Largest first")
    paid = sorted((stored for stored in every if stored.paid), key=lambda stored: (-stored.paid, stored.id))
    assert listed(player) == paid + [stored for stored in every if not stored.paid]
    choose(player, "Order", "Newest first")
    assert listed(player) == every


def test_a_round_is_starred_in_the_list_and_on_its_card_and_found_again(sit_down, tmp_path):
    player = sit_down(folder=tmp_path / "one")
    play(player, 5)
    player.press("History")
    rect = player.control("List of rounds").row_rect(1)
    player.click(rect.right - 76 - 30, rect.centery)
    assert player.scenes[-1] == "History", "only the star was pressed"
    assert player.scene.is_starred(4)
    card(player, 3).star()
    player.press("Star")
    player.press("Star")
    player.key(Action.BACK)
    choose(player, "Show", "Starred")
    assert [stored.id for stored in listed(player)] == [4, 2]
    card(player)
    player.press("Star")
    player.key(Action.BACK)
    choose(player, "Show", "All rounds")
    choose(player, "Show", "Starred")
    assert [stored.id for stored in listed(player)] == [2]


def test_the_board_of_the_best_wins_leads_to_their_rounds(player):
    play(player, 150)
    play(player, 2, Mode.BUY)
    ledger = player.services.table.ledger
    player.press("History", "Best wins")
    best = ledger.best_wins(50)
    assert player.services.money(best[0].paid) in player.texts()
    assert all(stored.net > 0 for stored in player.scene.best)
    choose(player, "Rank", "By times the bet")
    most = ledger.best_wins(50, by_multiple=True)[0]
    assert player.scene.best[0] == most
    player.click(*player.control("List of best wins").row_rect(0).center)
    assert player.scene.stored == most
