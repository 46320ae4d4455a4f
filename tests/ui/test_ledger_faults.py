"""A disk that fails under the whole game: whatever statement it is, the player is told, plays on, and nothing is lost.

The database is real; single statements of it are made to fail, before they run or after, or all that write for a while.
"""

import sqlite3

import pytest

from game.engine import Mode
from game.ledger import Ledger, audit
from game.platform.input import Action
from tests.small_filesystem import fill, make_room, small_disk
from tests.ui.driver import NotThere, playing

FAULTS = {
    "failing": (sqlite3.SQLITE_IOERR, "disk I/O error"),
    "full": (sqlite3.SQLITE_FULL, "database or disk is full"),
    "held": (sqlite3.SQLITE_BUSY, "database is locked"),
    "read-only": (sqlite3.SQLITE_READONLY, "attempt to write a readonly database"),
    "damaged": (sqlite3.SQLITE_CORRUPT, "database disk image is malformed"),
}


def fault(kind):
    code, text = FAULTS[kind]
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error


class Watched(sqlite3.Connection):
    """A connection that counts each statement and lets the ``nth`` one of a text fail."""

    def execute(self, statement, *values):
        plan = self.plan
        count = plan.seen[statement] = plan.seen.get(statement, 0) + 1
        fails = plan.armed and ((plan.all_writes and self.writes(statement)) or (statement, count) == plan.at)
        if fails and not plan.after:
            plan.fired += 1
            raise fault(plan.kind)
        done = super().execute(statement, *values)
        if fails:
            plan.fired += 1
            raise fault(plan.kind)
        return done

    @staticmethod
    def writes(statement):
        return statement.startswith(("BEGIN", "INSERT", "UPDATE", "COMMIT"))


class Plan:
    """Which statement fails, and how."""

    def __init__(self, at=None, kind="failing", after=False, all_writes=False):
        self.at, self.kind, self.after, self.all_writes = at, kind, after, all_writes
        self.armed, self.fired, self.seen = True, 0, {}


@pytest.fixture
def under(monkeypatch):
    """Lets every ledger be opened on a disk that follows a plan."""
    opened = Ledger.open.__func__

    def lay(plan):
        connection = type("WatchedByPlan", (Watched,), {"plan": plan})
        monkeypatch.setattr(
            Ledger, "open", classmethod(lambda cls, *args, **rest: opened(cls, *args, **rest, factory=connection))
        )
        return plan

    return lay


def come_back(player):
    """Answer whatever stands in the way until the table is at rest."""
    for _ in range(400):
        top = player.scenes[-1]
        if player.scenes == ["TableScene"] and player.scene.is_idle():
            return
        if top == "LedgerErrorPanel":
            player.press("Try again")
        elif top == "SessionEnd":
            player.press("New session")
        elif top in ("Question", "BigWin", "FreeSpinsIntro", "FreeSpinsSummary", "Cap", "TableScene"):
            player.key(Action.SPIN)
        else:
            player.key(Action.BACK)
        player.wait(0.5)
    raise NotThere(f"stuck in {player.scenes}")


def press_if_there(player, name):
    try:
        player.press(name)
    except NotThere:
        return


def visit(player):
    """Everything a player does that touches the ledger, whatever comes of it."""
    player.key(Action.SPIN)
    come_back(player)
    player.key(Action.ANTE)
    player.key(Action.SPIN)
    come_back(player)
    player.key(Action.ANTE)
    player.key(Action.HISTORY)
    for name in ("Verify", "Export"):
        press_if_there(player, name)
    come_back(player)
    for panel in ("Statistics", "Limits", "Settings", "End session"):
        player.key(Action.BACK)
        press_if_there(player, panel)
        player.wait(0.3)
        player.draw()
        press_if_there(player, "New session")
        come_back(player)
    player.key(Action.BUY)
    player.key(Action.SPIN)
    come_back(player)
    player.draw()


def check_it_goes_on(player):
    """With the disk well again a round can be played, and everything there ever was is right."""
    come_back(player)
    ledger = player.services.table.ledger
    before = len(ledger.history(1000))
    player.key(Action.SPIN)
    come_back(player)
    if len(ledger.history(1000)) == before:  # the first press finished what was left open
        player.key(Action.SPIN)
        come_back(player)
    assert len(ledger.history(1000)) == before + 1
    assert ledger.open_round() is None
    assert player.services.table.balance == ledger.balance
    found = audit(player.services.profile.folder)
    assert found["agrees"], found
    assert (found["open"], found["void"]) == (0, 0)
    assert found["stakes"] == sum(stored.stake for stored in ledger.history(1000))


def statements_of_a_visit(folder, under):
    plan = under(Plan())
    with playing(folder, speed="turbo") as player:
        opening = dict(plan.seen)
        visit(player)
    return {text: (opening.get(text, 0), count) for text, count in plan.seen.items() if count > opening.get(text, 0)}


def places(statements):
    """The first and a later time each text is executed once the game is open; the last may not come in every game."""
    found = []
    for text, (before, count) in sorted(statements.items()):
        found += sorted({(text, before + 1), (text, (before + 1 + count) // 2)}, key=str)
    return found


def fail_each_once(tmp_path, under, every, *, after):
    """A visit for each (``every``-th) place, where one statement fails."""
    kinds = list(FAULTS)
    statements = statements_of_a_visit(tmp_path / "counted", under)
    chosen = places(statements)[::every]
    fired = 0
    for number, at in enumerate(chosen):
        plan = under(Plan(at, kinds[number % len(kinds)], after=after))
        with playing(tmp_path / str(number), speed="turbo") as player:
            visit(player)
            plan.armed = False
            check_it_goes_on(player)
        fired += plan.fired
    print(f"\n{fired} faults in {len(statements)} statements of the game, lost 0")
    assert fired > 0.7 * len(chosen)


@pytest.mark.parametrize("after", [False, True], ids=["before it runs", "after it ran"])
def test_some_statements_may_fail_once_while_playing(tmp_path, under, after):
    fail_each_once(tmp_path, under, 5, after=after)


@pytest.mark.long
@pytest.mark.parametrize("after", [False, True], ids=["before it runs", "after it ran"])
def test_any_statement_may_fail_once_while_playing(tmp_path, under, after):
    fail_each_once(tmp_path, under, 1, after=after)


@pytest.mark.parametrize("kind", FAULTS)
def test_while_nothing_can_be_written_the_player_is_told_and_nothing_is_taken(tmp_path, under, kind):
    plan = under(Plan(kind=kind, all_writes=True))
    plan.armed = False
    with playing(tmp_path, speed="turbo") as player:
        plan.armed = True
        player.key(Action.SPIN)
        assert player.scene.is_idle()
        (toast,) = player.services.toasts
        assert toast.text.endswith(".")
        assert "Error" not in toast.text
        assert player.services.table.balance == player.services.table.ledger.balance == 200_000
        plan.armed = False
        check_it_goes_on(player)


def test_a_win_that_cannot_be_paid_is_paid_before_the_next_round(tmp_path, under):
    plan = under(Plan(kind="full", all_writes=True))
    plan.armed = False
    with playing(tmp_path, speed="turbo") as player:
        ledger = player.services.table.ledger
        player.key(Action.SPIN)
        plan.armed = True
        player.until(lambda: player.scenes == ["TableScene", "Question"])
        player.wait(30)
        assert player.reads("The disk is full")
        assert player.reads("This round is safe: it will be paid before the next one.")
        assert any("disk is full" in line for line in player.services.log.lines)
        player.press("OK")
        player.wait(0.3)
        assert ledger.open_round() is not None
        player.key(Action.SPIN)
        assert player.scene.is_idle()
        assert len(ledger.history()) == 1
        plan.armed = False
        player.key(Action.SPIN)
        come_back(player)
        assert [stored.state for stored in ledger.history()] == ["paid", "paid"]
        check_it_goes_on(player)


def test_a_game_on_its_own_says_the_fault_and_ends(tmp_path, under, capsys):
    from game import app

    plan = under(Plan(kind="full", all_writes=True))
    plan.armed = False
    assert app.main(["--demo", "1", "--profile", str(tmp_path), "--mute", "--speed", "turbo"]) == 0
    capsys.readouterr()
    stakes = audit(tmp_path)["stakes"]
    plan.armed = True
    assert app.main(["--demo", "3", "--profile", str(tmp_path), "--mute", "--speed", "turbo"]) == 1
    told = capsys.readouterr().err
    assert len(told.strip().splitlines()) == 1
    assert "disk is full" in told
    assert not (tmp_path / "logs").exists()
    assert audit(tmp_path)["stakes"] == stakes


@pytest.fixture
def tiny_disk(tmp_path):
    with small_disk(tmp_path / "disk", 400) as disk:
        yield disk


@pytest.mark.parametrize("mode", [Mode.BASE, Mode.BUY])
def test_a_disk_that_fills_up_while_a_round_is_played(tiny_disk, mode):
    """A real full disk, from the stake on: settings, spins seen, the pay, the closing backup."""
    with playing(tiny_disk / "profile", speed="turbo") as player:
        player.key(Action.BUY if mode is Mode.BUY else Action.ANTE)
        player.key(Action.SPIN)
        fill(tiny_disk)
        come_back(player)
        for _ in range(3):
            player.key(Action.SPIN)
            come_back(player)
        visit(player)
        make_room(tiny_disk)
        check_it_goes_on(player)
        fill(tiny_disk)
    make_room(tiny_disk)
    with playing(tiny_disk / "profile", speed="turbo") as player:
        check_it_goes_on(player)
