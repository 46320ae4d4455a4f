"""The ledger's promises, one by one."""

import errno
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from game.engine import Mode, Seed, play
from game.ledger import (
    InsufficientBalance,
    Ledger,
    LedgerError,
    LedgerUnreachable,
    LimitKind,
    Malfunction,
    NoSuchRound,
    ProfileInUse,
    RefillRefused,
    RoundClosed,
    RoundOpen,
    State,
    VoidReason,
    audit,
    lock,
)
from game.ledger.ledger import REFILL_BELOW
from game.ledger.records import SEALED
from game.ledger.storage import LEDGER_NAME
from game.money import DEFAULT, FREE_CREDIT, LADDER, MAX, Bet

WINNING = play(Mode.BASE, next(Seed(s) for s in range(200) if play(Mode.BASE, Seed(s)).win))
LOSING = play(Mode.BASE, next(Seed(s) for s in range(200) if not play(Mode.BASE, Seed(s)).win))
BOUGHT = play(Mode.BUY, Seed(7))


@pytest.fixture
def ledger(folder, clock):
    with Ledger.open(folder, clock) as opened:
        yield opened


def raw(ledger: Ledger) -> sqlite3.Connection:
    return ledger._db


def test_a_new_profile_has_the_first_deposit_and_nothing_to_say(ledger):
    assert ledger.balance == FREE_CREDIT == 200_000
    assert ledger.notes == []
    assert ledger.open_round() is None


def test_a_stake_is_taken_with_its_round_before_anything_is_paid(ledger):
    stored = ledger.stake(WINNING, DEFAULT)
    assert (stored.state, stored.stake, stored.win) == (State.OPEN, 200, DEFAULT.amount(WINNING.win))
    assert (stored.paid, stored.net, stored.last_spin) == (0, 0, None)
    assert ledger.balance == FREE_CREDIT - 200
    assert ledger.open_round() == stored


@pytest.mark.parametrize("played", [WINNING, LOSING, BOUGHT])
def test_a_round_is_paid_exactly_once(ledger, played):
    stored = ledger.stake(played, DEFAULT)
    paid = ledger.settle(stored.id)
    assert ledger.settle(stored.id) == paid
    assert paid.state == State.PAID
    assert paid.net == DEFAULT.amount(played.win - played.stake)
    assert ledger.balance == FREE_CREDIT + paid.net
    assert ledger.open_round() is None


def test_no_second_stake_while_a_round_is_open(ledger):
    ledger.stake(LOSING, DEFAULT)
    with pytest.raises(RoundOpen):
        ledger.stake(LOSING, DEFAULT)
    with pytest.raises(RoundOpen):
        ledger.check(Mode.BASE, DEFAULT)
    assert ledger.balance == FREE_CREDIT - 200


def test_a_bet_beyond_the_credit_is_refused_with_both_amounts(ledger):
    with pytest.raises(InsufficientBalance, match=r"60,000\.00.*2,000\.00") as refusal:
        ledger.stake(BOUGHT, MAX)
    assert (refusal.value.price, refusal.value.balance) == (6_000_000, 200_000)
    assert ledger.balance == FREE_CREDIT
    assert ledger.history() == []


def test_the_whole_credit_can_be_staked(ledger):
    ledger.stake(BOUGHT, Bet(100, 1))
    assert ledger.balance == 0


def test_a_void_round_returns_its_stake_and_keeps_its_reason(ledger):
    stored = ledger.stake(WINNING, DEFAULT)
    void = ledger.void(stored.id, "It does not play again.")
    assert (void.state, void.reason, void.net, void.paid) == (State.VOID, "It does not play again.", 0, 0)
    assert ledger.void(stored.id, "again") == void
    assert ledger.balance == FREE_CREDIT
    with pytest.raises(RoundClosed):
        ledger.settle(stored.id)


def test_a_paid_round_cannot_be_made_void(ledger):
    stored = ledger.settle(ledger.stake(WINNING, DEFAULT).id)
    with pytest.raises(RoundClosed):
        ledger.void(stored.id, "")
    assert ledger.round(stored.id) == stored


def test_an_unknown_round_is_refused(ledger):
    for call in (ledger.round, ledger.settle, lambda id_: ledger.void(id_, "")):
        with pytest.raises(NoSuchRound):
            call(99)


def test_the_last_spin_seen_only_moves_on(ledger):
    stored = ledger.stake(BOUGHT, DEFAULT)
    for spin, due in ((0, 0), (3, 3), (1, 3), (4, 4)):
        ledger.mark_spin_shown(stored.id, spin)
        assert ledger.round(stored.id).last_spin == due
        assert ledger._row("PRAGMA synchronous") == (2,), "money waits for the disk again"
    ledger.settle(stored.id)
    ledger.mark_spin_shown(stored.id, 9)
    assert ledger.round(stored.id).last_spin == 4
    assert ledger.round(stored.id).intact


def spend(ledger, down_to):
    """Lose until the credit is at most that."""
    while ledger.balance > down_to:
        most = max(ledger.balance - down_to, REFILL_BELOW)
        bet = next(bet for bet in reversed(LADDER) if bet.price(Mode.BASE) <= most)
        ledger.settle(ledger.stake(LOSING, bet).id)


def test_a_refill_is_there_only_below_the_smallest_bet_and_fills_up(ledger):
    for left in (FREE_CREDIT, 199_000, REFILL_BELOW):
        spend(ledger, left)
        assert not ledger.can_refill
        with pytest.raises(RefillRefused, match=r"below 0\.20"):
            ledger.refill()
    spend(ledger, REFILL_BELOW - 1)
    assert ledger.can_refill
    left = ledger.balance
    assert ledger.refill() == FREE_CREDIT
    found = ledger.statistics()
    assert (found.refills, found.refilled) == (1, FREE_CREDIT - left)
    assert found.net == left - FREE_CREDIT


def test_a_refill_comes_once_an_hour(ledger, clock):
    spend(ledger, REFILL_BELOW - 1)
    ledger.refill(2000)
    assert ledger.balance == 2000
    spend(ledger, REFILL_BELOW - 1)
    clock.forward(minutes=59)
    with pytest.raises(RefillRefused, match="13:00"):
        ledger.refill()
    clock.forward(minutes=1)
    assert ledger.refill(2000) == 2000


def test_there_is_no_refill_in_a_break(ledger, clock):
    spend(ledger, REFILL_BELOW - 1)
    ledger.take_break(clock.now + timedelta(hours=2))
    with pytest.raises(RefillRefused, match="break"):
        ledger.refill()
    clock.forward(hours=2)
    ledger.refill()


def test_everything_is_there_after_reopening(folder, clock):
    with Ledger.open(folder, clock) as ledger:
        ledger.settle(ledger.stake(WINNING, DEFAULT).id)
        open_ = ledger.stake(BOUGHT, LADDER[0])
        ledger.mark_spin_shown(open_.id, 5)
        balance = ledger.balance
    with Ledger.open(folder, clock) as ledger:
        assert ledger.balance == balance
        found = ledger.open_round()
        assert found is not None
        assert (found.id, found.last_spin, found.outcome) == (open_.id, 5, open_.outcome)
        assert ledger.replay(found) == BOUGHT
        assert ledger.resume() == (found, BOUGHT)
        ledger.settle(found.id)
    with Ledger.open(folder, clock) as ledger:
        assert ledger.resume() is None
        assert ledger.balance == balance + LADDER[0].amount(BOUGHT.win)


def test_a_second_copy_on_the_same_profile_is_refused(ledger, folder, clock):
    with pytest.raises(ProfileInUse, match="already running"):
        Ledger.open(folder, clock)
    ledger.close()
    Ledger.open(folder, clock).close()


def test_two_connections_cannot_take_two_stakes(ledger, folder):
    """Even past the profile lock the file itself allows one open round."""
    stored = ledger.stake(LOSING, DEFAULT)
    columns = ", ".join((*SEALED, "checksum"))
    second = f"INSERT INTO rounds ({columns}) SELECT {columns} FROM rounds WHERE id = {stored.id}"
    with closing(sqlite3.connect(folder / LEDGER_NAME)) as other:
        with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
            other.execute(second)


FORBIDDEN = {
    "change an entry": "UPDATE entries SET amount = 1",
    "change a balance": "UPDATE entries SET balance = 999999",
    "delete an entry": "DELETE FROM entries",
    "delete a round": "DELETE FROM rounds",
    "delete a session": "DELETE FROM sessions",
    "raise a win": "UPDATE rounds SET win = win + 1",
    "change a seed": "UPDATE rounds SET seed = 1",
    "reopen a round": "UPDATE rounds SET state = 'open' WHERE id = 1",
    "replace an entry": "INSERT OR REPLACE INTO entries (id, at, kind, amount, balance) VALUES (1, 0, 'deposit', 9, 9)",
    "replace a round": "REPLACE INTO rounds SELECT * FROM rounds",
    "deposit and forget the balance": "INSERT INTO entries (at, kind, amount, balance) VALUES (0, 'deposit', 5, 5)",
    "pay a paid round": "INSERT INTO entries (at, kind, amount, balance, round_id) SELECT 0, 'pay', win, "
    "win + (SELECT balance FROM entries ORDER BY id DESC LIMIT 1), id FROM rounds WHERE id = 1",
    "pay another amount": "INSERT INTO entries (at, kind, amount, balance, round_id) SELECT 0, 'pay', win + 1, "
    "win + 1 + (SELECT balance FROM entries ORDER BY id DESC LIMIT 1), id FROM rounds WHERE id = 2",
    "refund another amount": "INSERT INTO entries (at, kind, amount, balance, round_id) SELECT 0, 'refund', 1, "
    "1 + (SELECT balance FROM entries ORDER BY id DESC LIMIT 1), 2",
    "close without paying": "UPDATE rounds SET state = 'paid' WHERE id = 2",
    "void without refunding": "UPDATE rounds SET state = 'void' WHERE id = 2",
    "pay without a round": "INSERT INTO entries (at, kind, amount, balance) SELECT 0, 'pay', 5, "
    "5 + (SELECT balance FROM entries ORDER BY id DESC LIMIT 1)",
    "go below nothing": "INSERT INTO entries (at, kind, amount, balance, round_id) SELECT 0, 'stake', 10000000, "
    "(SELECT balance FROM entries ORDER BY id DESC LIMIT 1) - 10000000, 2",
    "forget a limit": "DELETE FROM limits",
}


@pytest.mark.parametrize("statement", FORBIDDEN.values(), ids=FORBIDDEN)
def test_the_file_itself_refuses_to(ledger, folder, statement):
    """Round 1 is paid, round 2 open and winning; the last one is the file's own rule, not the code's."""

    ledger.settle(ledger.stake(WINNING, DEFAULT).id)
    ledger.stake(WINNING, DEFAULT)
    ledger.set_limit(LimitKind.LOSS, 10_000)
    before = list(raw(ledger).iterdump())
    with pytest.raises(sqlite3.IntegrityError):
        raw(ledger).execute(statement)
    assert list(raw(ledger).iterdump()) == before
    assert audit(folder)["agrees"]


def alter(ledger: Ledger, change: str) -> None:
    """Change the file behind the triggers' back."""
    db = raw(ledger)
    (trigger,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'rounds_no_update'").fetchone()
    db.execute("DROP TRIGGER rounds_no_update")
    db.execute(change)
    db.execute(trigger)


@pytest.mark.parametrize(
    "change",
    ["seed = seed + 1", "win = 5", "model = '9.9.9+000000000000'", "mode = 'free'", "coin = 4", "outcome = ''"],
)
def test_an_altered_open_round_is_void_and_refunded(ledger, change):
    stored = ledger.stake(WINNING, DEFAULT)
    alter(ledger, f"UPDATE rounds SET {change}")
    with pytest.raises(Malfunction):
        ledger.replay(ledger.round(stored.id))
    with pytest.raises(Malfunction):
        ledger.settle(stored.id)
    resumed = ledger.resume()
    assert resumed is not None
    void, played = resumed
    assert played is None
    assert (void.state, ledger.balance) == (State.VOID, FREE_CREDIT)
    assert void.reason == VoidReason.DAMAGED
    assert "damaged" in void.explanation


def test_a_round_of_an_unknown_model_is_void_and_refunded(ledger):
    """The record is whole, but this version does not hold the rules it was played with."""

    ledger.stake(replace(WINNING, model="7.0.0+0123456789ab"), DEFAULT)
    resumed = ledger.resume()
    assert resumed is not None
    assert resumed[0].state == State.VOID
    assert resumed[0].reason == VoidReason.UNKNOWN_MODEL
    assert "rules this version doesn't have (7.0.0+0123456789ab)" in resumed[0].explanation
    assert ledger.balance == FREE_CREDIT


def test_a_round_that_plays_otherwise_is_void_and_refunded(ledger):

    ledger.stake(replace(LOSING, events=LOSING.events[:-1]), DEFAULT)
    resumed = ledger.resume()
    assert resumed is not None
    assert resumed[0].reason == VoidReason.NOT_REPRODUCED
    assert "gives a different result" in resumed[0].explanation
    assert ledger.balance == FREE_CREDIT


@pytest.mark.parametrize(
    "fault", [OSError(errno.EMFILE, "Too many open files"), MemoryError(), ValueError("half read")]
)
def test_a_fault_that_may_pass_voids_no_round(ledger, monkeypatch, fault):
    def fail(_name):
        raise fault

    stored = ledger.stake(WINNING, DEFAULT)
    with monkeypatch.context() as patch:
        patch.setattr("game.ledger.records.find_model", fail)
        with pytest.raises(LedgerUnreachable, match=f"replay round {stored.id} .*Try again"):
            ledger.resume()
    assert ledger.open_round() == stored
    resumed, _ = ledger.resume()
    assert ledger.settle(resumed.id).paid == DEFAULT.amount(WINNING.win)


def no_locks(_handle, _how):
    raise OSError(errno.ENOLCK, "No locks available")


def test_a_disk_that_knows_no_locks_is_said_so(folder, clock, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", no_locks)
        patch.setattr(fcntl, "lockf", no_locks)
        with pytest.raises(LedgerError, match="No locks available"):
            Ledger.open(folder, clock)
    Ledger.open(folder, clock).close()


def test_a_disk_that_knows_locks_of_the_other_kind_only_will_do(folder, clock, monkeypatch):
    monkeypatch.setattr(pytest.importorskip("fcntl"), "flock", no_locks)
    with Ledger.open(folder, clock) as ledger:
        another = (
            f"import fcntl; fcntl.lockf(open({str(folder / lock.LOCK_NAME)!r}, 'r+'), fcntl.LOCK_EX | fcntl.LOCK_NB)"
        )
        done = subprocess.run([sys.executable, "-c", another], capture_output=True, text=True, check=False)
        assert "BlockingIOError" in done.stderr
        ledger.settle(ledger.stake(LOSING, DEFAULT).id)


def test_a_ledger_opened_in_one_thread_is_used_in_another(folder, clock):
    with ThreadPoolExecutor(1) as pool:
        ledger = pool.submit(Ledger.open, folder, clock).result()
    ledger.settle(ledger.stake(LOSING, DEFAULT).id)
    ledger.close()


def test_closing_twice_is_harmless(folder, clock):
    ledger = Ledger.open(folder, clock)
    ledger.close()
    ledger.close()


@pytest.mark.parametrize("name", [LEDGER_NAME, "profile.lock", "ledger.sqlite.new"])
def test_a_folder_in_a_files_place_is_said_so_in_one_sentence(folder, clock, name):
    (folder / name).mkdir(parents=True)
    with pytest.raises(LedgerError, match=r"(Couldn't open|write to the saved game)[^\n]*\.$"):
        Ledger.open(folder, clock)
    (folder / name).rmdir()
    Ledger.open(folder, clock).close()


def test_a_file_where_backups_belong_costs_only_the_backup(folder, clock):
    folder.mkdir()
    (folder / "backups").write_text("")
    ledger = Ledger.open(folder, clock)
    ledger.settle(ledger.stake(WINNING, DEFAULT).id)
    ledger.close()
    assert "Couldn't back up" in ledger.notes[0]
    assert audit(folder)["agrees"]


def test_a_folder_that_is_a_file_is_said_so(tmp_path: Path, clock):

    (tmp_path / "file").write_text("")
    with pytest.raises(LedgerError, match="Couldn't open"):
        Ledger.open(tmp_path / "file", clock)
