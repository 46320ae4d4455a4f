"""The journal beside the ledger: whatever the database loses, the journal gives back, and a loss is never silent."""

import json
import os
import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from game.engine import Mode, Seed, play
from game.ledger import Ledger, LedgerError, LedgerMoved, LedgerUnreachable, LimitKind, audit, journal, storage
from game.ledger.journal import JOURNAL_NAME
from game.ledger.storage import BACKUPS_NAME, LEDGER_NAME
from game.money import LADDER

BET = LADDER[0]


def play_rounds(ledger: Ledger, count: int, first: int = 0) -> None:
    for seed in range(first, first + count):
        ledger.settle(ledger.stake(play(Mode.BASE, Seed(seed)), BET).id)


def facts(ledger: Ledger) -> tuple:
    """Everything that must come back."""
    limits = [ledger.limit(kind) for kind in LimitKind]
    rounds = ledger.history(10**6)
    stars = [stored.id for stored in rounds if ledger.is_starred(stored.id)]
    return ledger.balance, rounds, ledger.statistics(), ledger.day_totals(), limits, stars


@pytest.fixture
def killed(folder, clock) -> tuple[Path, tuple]:
    """Ten rounds closed in good order, then thirty and two limits in a game that was killed."""
    with Ledger.open(folder, clock) as ledger:
        play_rounds(ledger, 10)
    clock.forward(hours=1)
    ledger = Ledger.open(folder, clock)
    ledger.set_limit(LimitKind.LOSS, 100_000)
    ledger.star(2, starred=True)
    ledger.star(7, starred=True)
    play_rounds(ledger, 30, 10)
    ledger.star(7, starred=False)
    ledger.star(31, starred=True)
    ledger.set_limit(LimitKind.BUDGET, 90_000)
    found = facts(ledger)
    left = folder.with_name("left")
    shutil.copytree(folder, left)
    ledger.close()
    return left, found


def reopened(folder: Path, clock) -> tuple[tuple, list[str]]:
    with Ledger.open(folder, clock) as ledger:
        found, notes = facts(ledger), list(ledger.notes)
    with Ledger.open(folder, clock) as ledger:
        assert ledger.notes == []
        assert facts(ledger) == found
    assert audit(folder)["agrees"]
    return found, notes


@pytest.mark.parametrize("how", ["flip", "cut"])
def test_no_bit_of_a_killed_game_s_write_ahead_log_matters(killed, clock, tmp_path, how):
    left, before = killed
    raw = (left / f"{LEDGER_NAME}-wal").read_bytes()
    pick = random.Random(7)
    told = set()
    for number in range(12):
        folder, at = tmp_path / f"copy{number}", pick.randrange(len(raw))
        shutil.copytree(left, folder)
        bad = bytearray(raw)
        if how == "flip":
            bad[at] ^= 1 << pick.randrange(8)
        else:
            del bad[at:]
        (folder / f"{LEDGER_NAME}-wal").write_bytes(bad)
        found, notes = reopened(folder, clock)
        assert found == before
        told.update(notes)
    assert any("were restored" in note for note in told)


def test_a_lost_write_ahead_log_is_made_good_and_said_with_its_count(killed, clock):
    left, before = killed
    (left / f"{LEDGER_NAME}-wal").unlink()
    found, notes = reopened(left, clock)
    assert found == before
    assert notes == ["Your saved game had lost its last 30 rounds. They were restored."]


def test_an_older_copy_put_in_the_ledger_s_place_is_brought_up_to_date(folder, clock):
    with Ledger.open(folder, clock) as ledger:
        play_rounds(ledger, 2)
    older = (folder / LEDGER_NAME).read_bytes()
    with Ledger.open(folder, clock) as ledger:
        play_rounds(ledger, 5, 2)
        before = facts(ledger)
    (folder / LEDGER_NAME).write_bytes(older)
    found, notes = reopened(folder, clock)
    assert found == before
    assert "last 5 rounds" in notes[0]


@pytest.mark.parametrize("backups", [True, False])
def test_deleted_files_come_back_whole(killed, clock, backups):
    left, before = killed
    for file in left.glob(f"{LEDGER_NAME}*"):
        file.unlink()
    if not backups:
        shutil.rmtree(left / BACKUPS_NAME)
    found, notes = reopened(left, clock)
    assert found == before
    assert "missing" in notes[0]
    assert "40 rounds were recovered" in notes[0]


def test_limits_alone_come_back_too(folder, clock):
    with Ledger.open(folder, clock) as ledger:
        play_rounds(ledger, 1)
    older = (folder / LEDGER_NAME).read_bytes()
    with Ledger.open(folder, clock) as ledger:
        ledger.set_limit(LimitKind.LOSS, 700)
        ledger.set_limit(LimitKind.BUDGET, 600)
        before = facts(ledger)
    (folder / LEDGER_NAME).write_bytes(older)
    found, notes = reopened(folder, clock)
    assert found == before
    assert "last changes" in notes[0]


def test_the_time_played_comes_back(folder, clock):
    with Ledger.open(folder, clock) as ledger:
        older = (folder / LEDGER_NAME).read_bytes()
        for _ in range(90):
            clock.forward(seconds=1)
            ledger.session()
        play_rounds(ledger, 1)
        (before,) = ledger._row("SELECT played_ms FROM sessions")
    (folder / LEDGER_NAME).write_bytes(older)
    with Ledger.open(folder, clock) as ledger:
        assert ledger._row("SELECT played_ms FROM sessions WHERE id = 1") == (before,)
        assert before > 0


def test_a_ledger_that_is_not_what_was_written_is_replaced(folder, clock):
    """A credit raised in the file, its triggers put back: SQLite finds nothing wrong with it."""
    from tests.ledger.test_damage import altered

    with Ledger.open(folder, clock) as ledger:
        play_rounds(ledger, 6)
        before = facts(ledger)
    altered(folder, "UPDATE entries SET amount = amount + 500, balance = balance + 500 WHERE id = 1")
    altered(folder, "UPDATE entries SET balance = balance + 500 WHERE id > 1")
    (folder / storage.SEAL_NAME).unlink()
    found, notes = reopened(folder, clock)
    assert found == before
    assert "damaged" in notes[0]


def test_a_ledger_of_another_game_is_taken_and_said(folder, clock, tmp_path):
    with Ledger.open(folder, clock) as ledger:
        play_rounds(ledger, 3)
    clock.forward(days=1)
    with Ledger.open(tmp_path / "other", clock) as ledger:
        play_rounds(ledger, 1, 50)
        before = facts(ledger)
    shutil.copy(tmp_path / "other" / LEDGER_NAME, folder / LEDGER_NAME)
    found, notes = reopened(folder, clock)
    assert found == before
    assert "isn't the one" in notes[0]
    assert len(list(folder.glob(f"{JOURNAL_NAME}-*"))) == 1


@pytest.mark.parametrize("what", ["deleted", "replaced", "folder moved"])
def test_no_stake_is_taken_into_a_file_that_is_gone(folder, clock, what):
    with Ledger.open(folder, clock) as ledger:
        play_rounds(ledger, 2)
        before = facts(ledger)
        if what == "deleted":
            (folder / LEDGER_NAME).unlink()
        elif what == "replaced":
            shutil.copy(folder / LEDGER_NAME, folder / "other")
            (folder / "other").replace(folder / LEDGER_NAME)
        else:
            folder = folder.rename(folder.with_name("elsewhere"))
        with pytest.raises(LedgerMoved, match="while the game was running"):
            play_rounds(ledger, 1)
        assert not (folder / storage.SEAL_NAME).exists()
    assert reopened(folder, clock)[0] == before


def test_an_open_round_in_a_file_that_went_missing_is_finished_at_the_next_start(folder, clock):
    with Ledger.open(folder, clock) as ledger:
        played = play(Mode.BUY, Seed(5))
        stored = ledger.stake(played, BET)
        for file in folder.glob(f"{LEDGER_NAME}*"):
            file.unlink()
        with pytest.raises(LedgerMoved):
            ledger.settle(stored.id)
    with Ledger.open(folder, clock) as ledger:
        waiting, again = ledger.resume()
        assert again == played
        balance = ledger.balance
        assert ledger.settle(waiting.id).state == "paid"
        assert ledger.balance == balance + BET.amount(played.win)


@pytest.mark.parametrize("bit", range(0, 8 * 4000, 997))
def test_a_journal_that_is_damaged_is_written_again_from_the_ledger(folder, clock, bit):
    with Ledger.open(folder, clock) as ledger:
        play_rounds(ledger, 10)
        before = facts(ledger)
    raw = bytearray((folder / JOURNAL_NAME).read_bytes())
    bit %= 8 * len(raw)
    raw[bit // 8] ^= 1 << bit % 8
    (folder / JOURNAL_NAME).write_bytes(raw)
    with Ledger.open(folder, clock) as ledger:
        assert (facts(ledger), ledger.notes) == (before, [])
    (folder / LEDGER_NAME).unlink()
    shutil.rmtree(folder / BACKUPS_NAME)
    assert reopened(folder, clock)[0] == before


@pytest.mark.parametrize("cut", [1, 10, 200, 5000, 10**6])
def test_a_journal_cut_short_or_gone_is_written_again(folder, clock, cut):
    with Ledger.open(folder, clock) as ledger:
        play_rounds(ledger, 10)
        before = facts(ledger)
    raw = (folder / JOURNAL_NAME).read_bytes()
    (folder / JOURNAL_NAME).write_bytes(raw[: max(0, len(raw) - cut)])
    if cut > len(raw):
        (folder / JOURNAL_NAME).unlink()
    Ledger.open(folder, clock).close()
    (folder / LEDGER_NAME).unlink()
    shutil.rmtree(folder / BACKUPS_NAME)
    assert reopened(folder, clock)[0] == before


def test_a_journal_taken_away_while_playing_is_begun_again(folder, clock):
    with Ledger.open(folder, clock) as ledger:
        play_rounds(ledger, 3)
        (folder / JOURNAL_NAME).unlink()
        play_rounds(ledger, 3, 3)
        before = facts(ledger)
    (folder / LEDGER_NAME).unlink()
    shutil.rmtree(folder / BACKUPS_NAME)
    assert reopened(folder, clock)[0] == before


def test_a_long_journal_is_put_among_the_backups_and_still_counts(folder, clock, monkeypatch):
    monkeypatch.setattr("game.ledger.ledger.MAX_SIZE", 3000)
    for sitting in range(5):
        with Ledger.open(folder, clock) as ledger:
            play_rounds(ledger, 8, 8 * sitting)
            before = facts(ledger)
    assert len(list((folder / BACKUPS_NAME).glob("*.journal.gz"))) >= 2
    for file in (*folder.glob(f"{LEDGER_NAME}*"), *(folder / BACKUPS_NAME).glob("*.sqlite")):
        file.unlink()
    assert reopened(folder, clock)[0] == before


def test_what_neither_backup_nor_journal_holds_is_counted_and_the_credit_is_not_lowered(folder, clock):
    """Two faults at once: the ledger is gone and a line in the middle of its journal is unreadable."""
    with Ledger.open(folder, clock) as ledger:
        play_rounds(ledger, 10)
        balance = ledger.balance
    (folder / LEDGER_NAME).unlink()
    shutil.rmtree(folder / BACKUPS_NAME)
    lines = (folder / JOURNAL_NAME).read_bytes().splitlines(keepends=True)
    middle = next(number for number, line in enumerate(lines) if b'["round",6,' in line)
    lines[middle] = lines[middle][:40] + b"#" + lines[middle][41:]
    (folder / JOURNAL_NAME).write_bytes(b"".join(lines))
    with Ledger.open(folder, clock) as ledger:
        assert "missing" in ledger.notes[0]
        assert "9 rounds were recovered; one round is lost" in ledger.notes[0]
        assert len(ledger.history(100)) == 9
        assert ledger.balance == balance
    assert audit(folder)["agrees"]


def test_each_transaction_is_on_the_disk_before_it_commits(folder, clock, monkeypatch):
    """The line is written and synced first, so a power cut can leave the database behind, never the journal."""
    order = []
    real_sync, real_write = os.fsync, os.write
    with Ledger.open(folder, clock) as ledger:
        monkeypatch.setattr(os, "write", lambda *args: order.append("write") or real_write(*args))
        monkeypatch.setattr(os, "fsync", lambda handle: order.append("sync") or real_sync(handle))
        ledger._db.set_trace_callback(lambda statement: order.append(statement.split()[0]))
        stored = ledger.stake(play(Mode.BASE, Seed(0)), BET)
        for step in (lambda: ledger.settle(stored.id), lambda: ledger.set_limit(LimitKind.LOSS, 10_000)):
            assert [step for step in order if step in ("write", "sync", "COMMIT")][-3:] == ["write", "sync", "COMMIT"]
            order.clear()
            step()
        assert ledger._row("PRAGMA synchronous") == (2,)


class RefusesCommits(sqlite3.Connection):
    """A connection whose commits fail while ``full`` is set."""

    full = False

    def execute(self, *args):
        if self.full and args[0] == "COMMIT":
            raise sqlite3.OperationalError("database or disk is full")
        return super().execute(*args)


def test_a_commit_that_fails_is_taken_out_of_the_journal(folder, clock):
    with Ledger.open(folder, clock, factory=RefusesCommits) as ledger:
        play_rounds(ledger, 1)
        size = (folder / JOURNAL_NAME).stat().st_size
        ledger._db.full = True
        with pytest.raises(LedgerError):
            play_rounds(ledger, 1, 1)
        ledger._db.full = False
        assert (folder / JOURNAL_NAME).stat().st_size == size
        play_rounds(ledger, 1, 2)
        before = facts(ledger)
    (folder / LEDGER_NAME).unlink()
    assert reopened(folder, clock)[0] == before


def test_a_transaction_that_only_reached_the_journal_happens_at_the_next_start_without_a_word(folder, clock):
    """A process that ends between the two: the player pressed, so the round is there to be resumed."""
    with Ledger.open(folder, clock) as ledger:
        play_rounds(ledger, 2)
        ledger.start_session()
    before = (folder / LEDGER_NAME).read_bytes()
    with Ledger.open(folder, clock) as ledger:
        ledger.start_session()
        with_session = ledger._journal.size
        ledger.stake(play(Mode.BUY, Seed(5)), BET)
        assert ledger._journal.size > with_session
    (folder / LEDGER_NAME).write_bytes(before)
    contents = journal.read(folder)
    assert json.loads(json.dumps(contents.batches[-1]))[-1][0] in ("entry", journal.PLAYED)
    with Ledger.open(folder, clock) as ledger:
        assert ledger.open_round() is not None


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_everything_beside_the_ledger_is_its_owner_s_alone(folder, clock, monkeypatch):
    monkeypatch.setattr("game.ledger.ledger.MAX_SIZE", 10)
    with Ledger.open(folder, clock) as ledger:
        play_rounds(ledger, 2)
    files = [file for file in folder.rglob("*") if file.is_file() and file.name != storage.SEAL_NAME]
    assert {file.suffix for file in files} >= {".sqlite", ".journal", ".gz"}
    assert {oct(file.stat().st_mode & 0o777) for file in files} == {"0o600"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes among its files")
@pytest.mark.parametrize("name", [LEDGER_NAME, JOURNAL_NAME, f"{LEDGER_NAME}-wal", storage.SEAL_NAME])
@pytest.mark.parametrize("make", [os.mkdir, getattr(os, "mkfifo", None)], ids=["folder", "pipe"])
def test_what_is_no_file_is_said_so(folder, clock, name, make):
    folder.mkdir(parents=True)
    make(folder / name)
    with pytest.raises(LedgerUnreachable, match="is not a plain file"):
        Ledger.open(folder, clock)
