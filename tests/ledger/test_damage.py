"""Whatever happens to the ledger's file, the game opens, the old file is kept as it was, and the money is there."""

import errno
import json
import random
import shutil
import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.app import main
from game.engine import Mode, Seed, play
from game.ledger import Ledger, LedgerBusy, LedgerTooNew, LedgerUnreachable, LimitKind, NoLedger, audit, storage
from game.ledger.journal import JOURNAL_NAME
from game.ledger.reasons import VoidReason
from game.ledger.recovery import COPIED, GROWING, RECOVERED
from game.ledger.storage import BACKUPS_NAME, LEDGER_NAME
from game.money import FREE_CREDIT, LADDER
from tests.tools.long_ledger import make

from .conftest import Clock

ROUNDS = 60
LEAF = 13
"""How a page of SQLite's begins that holds rows."""


def play_some(ledger: Ledger, clock: Clock) -> None:
    """Sixty rounds of every kind, a limit, and an open bought round at the end."""
    pick = random.Random(1)
    ledger.set_limit(LimitKind.LOSS, 50_000_000)
    for number in range(ROUNDS):
        clock.forward(seconds=4)
        played = play(pick.choice(list(Mode)), Seed(pick.getrandbits(63)))
        if ledger.can_refill:
            ledger.refill()
        stored = ledger.stake(played, LADDER[0])
        if number % 9 == 4:
            ledger.void(stored.id, "void")
        else:
            ledger.settle(stored.id)
    ledger.stake(play(Mode.BUY, Seed(5)), LADDER[0])


@pytest.fixture(scope="module")
def closed(tmp_path_factory) -> tuple[Path, int]:
    """A ledger closed in good order but without a backup, and its balance."""
    folder, clock = tmp_path_factory.mktemp("closed"), Clock()
    with Ledger.open(folder, clock) as ledger:
        play_some(ledger, clock)
        balance = ledger.balance
    shutil.rmtree(folder / BACKUPS_NAME)
    return folder, balance


@pytest.fixture(scope="module")
def killed(tmp_path_factory) -> tuple[Path, int]:
    """The same ledger as a kill leaves it: most of it still in the journal."""
    folder, clock = tmp_path_factory.mktemp("playing"), Clock()
    left = tmp_path_factory.mktemp("killed")
    with Ledger.open(folder, clock) as ledger:
        play_some(ledger, clock)
        for name in (LEDGER_NAME, f"{LEDGER_NAME}-wal", JOURNAL_NAME):
            shutil.copy(folder / name, left)
        return left, ledger.balance


def later() -> Clock:
    """A clock that stands after the last round."""
    clock = Clock()
    clock.forward(days=1)
    return clock


def copy_of(source: Path, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("copy") / "profile"
    shutil.copytree(source, folder)
    return folder


def opened_again(folder: Path) -> tuple[int, list[str]]:
    """Open, check everything that must hold of any ledger, and return its balance and notes."""
    with Ledger.open(folder, later()) as ledger:
        notes, balance = list(ledger.notes), ledger.balance
        assert storage.damage(ledger._db) is None
        resumed = ledger.resume()
        if resumed is not None and resumed[1] is not None:
            ledger.settle(resumed[0].id)
        assert ledger.open_round() is None
        ledger.settle(ledger.stake(play(Mode.BASE, Seed(1)), LADDER[0]).id)
    assert not [name for name in (GROWING, RECOVERED, COPIED) if list(folder.glob(f"{name}*"))]
    assert audit(folder)["agrees"]
    with Ledger.open(folder, later()) as ledger:
        assert [note for note in ledger.notes if "clock" not in note] == []
    return balance, notes


def set_aside(folder: Path) -> list[Path]:
    return sorted(folder.glob("ledger-damaged-*.sqlite"))


def test_an_undamaged_ledger_is_left_alone(closed, killed, tmp_path_factory):
    for source, balance in (closed, killed):
        folder = copy_of(source, tmp_path_factory)
        found, notes = opened_again(folder)
        assert (found, notes, set_aside(folder)) == (balance, [], [])


@settings(max_examples=60, deadline=None)
@given(bit=st.integers(0, 8 * 130_000))
def test_one_flipped_bit_costs_nothing(closed, tmp_path_factory, bit):
    """Wherever it is: what entries lost the rounds still tell, and the other way round."""
    source, balance = closed
    folder = copy_of(source, tmp_path_factory)
    file = folder / LEDGER_NAME
    raw = bytearray(file.read_bytes())
    bit %= 8 * len(raw)
    raw[bit // 8] ^= 1 << bit % 8
    file.write_bytes(raw)
    try:
        found, notes = opened_again(folder)
    except LedgerTooNew:
        assert file.read_bytes() == raw
        return
    assert found >= balance
    for aside in set_aside(folder):
        assert aside.read_bytes() == raw
        assert aside.name in notes[0]


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_stretch_zeroed_or_overwritten_or_cut_off_is_survived(closed, killed, tmp_path_factory, data):
    source, balance = data.draw(st.sampled_from([closed, killed]))
    folder = copy_of(source, tmp_path_factory)
    names = [name for name in (LEDGER_NAME, f"{LEDGER_NAME}-wal") if (folder / name).exists()]
    file = folder / data.draw(st.sampled_from(names))
    raw = file.read_bytes()
    start = data.draw(st.integers(0, len(raw)), "from")
    length = data.draw(st.integers(0, len(raw) - start), "length")
    kind = data.draw(st.sampled_from(["zero", "noise", "cut"]))
    filling = {"zero": bytes(length), "noise": random.Random(start).randbytes(length), "cut": b""}[kind]
    file.write_bytes(raw[:start] + filling + (b"" if kind == "cut" else raw[start + length :]))
    try:
        found, notes = opened_again(folder)
    except LedgerTooNew:
        return
    assert found >= min(balance, FREE_CREDIT) or set_aside(folder) == [] or "new game" not in notes[0]


@pytest.mark.parametrize("content", [b"", b"\0" * 8192, b"SQLite format 3\0" + b"\xff" * 5000, b"not a ledger"])
def test_a_file_that_is_no_ledger_is_set_aside(folder, clock, content):
    folder.mkdir()
    (folder / LEDGER_NAME).write_bytes(content)
    balance, notes = opened_again(folder)
    assert balance == FREE_CREDIT
    assert "damaged" in notes[0]
    assert "a new game was started" in notes[0]
    assert [file.read_bytes() for file in set_aside(folder)] == [content]


def test_a_first_page_that_was_half_written_as_the_power_failed_is_no_damage(killed, tmp_path_factory):
    """The write-ahead log holds it whole."""
    source, balance = killed
    folder = copy_of(source, tmp_path_factory)
    file = folder / LEDGER_NAME
    raw = file.read_bytes()
    file.write_bytes(b"\xff" * 512 + raw[512:])
    assert opened_again(folder) == (balance, [])
    assert set_aside(folder) == []


@pytest.mark.parametrize("pages", [1, 2, 3])
def test_the_first_pages_can_be_lost(closed, tmp_path_factory, pages):
    """The file's header and its table of contents are the same in every ledger."""
    source, balance = closed
    folder = copy_of(source, tmp_path_factory)
    file = folder / LEDGER_NAME
    raw = file.read_bytes()
    file.write_bytes(bytes(4096 * pages) + raw[4096 * pages :])
    found, notes = opened_again(folder)
    assert found >= balance
    assert f"Your credit and {ROUNDS + 1} rounds were recovered" in notes[0]


def test_altered_tables_are_damage_and_nothing_in_them_is_run(closed, tmp_path_factory):
    """A hostile file cannot make the game run its triggers, and every true round is taken over."""
    source, balance = closed
    folder = copy_of(source, tmp_path_factory)
    with closing(sqlite3.connect(folder / LEDGER_NAME, isolation_level=None)) as db:
        db.execute("DROP TRIGGER entries_no_delete")
        db.execute("CREATE TRIGGER gift AFTER INSERT ON rounds BEGIN DELETE FROM entries; END")
    found, notes = opened_again(folder)
    assert found == balance
    assert "damaged" in notes[0]
    assert "tables are not the game's" in set_aside(folder)[0].with_suffix(".txt").read_text()


def altered(folder: Path, statement: str) -> None:
    """Change what the tables would not let the game change."""
    with closing(sqlite3.connect(folder / LEDGER_NAME, isolation_level=None)) as db:
        triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        db.execute(statement)
        for _, sql in triggers:
            db.execute(sql)


@pytest.mark.parametrize("column", ["seed", "coin", "at"])
def test_a_closed_round_that_was_damaged_is_known_and_does_not_spoil_the_audit_for_ever(
    closed, tmp_path_factory, column, capsys
):
    """Found once by the audit; after the file was mended it is counted apart, and the money agrees."""
    folder = copy_of(closed[0], tmp_path_factory)
    (folder / JOURNAL_NAME).unlink()
    altered(folder, f"UPDATE rounds SET {column} = {column} + 1 WHERE id = 2")
    found = audit(folder)
    assert (found["agrees"], found["mended"]) == (False, 0)
    balance, notes = opened_again(folder)
    assert balance == closed[1]
    assert "damaged" in notes[0]
    assert "record of round 2" in set_aside(folder)[0].with_suffix(".txt").read_text()
    for _ in range(2):
        found = audit(folder)
        assert (found["agrees"], found["mended"]) == (True, 1)
        opened_again(folder)
    with Ledger.open(folder, later()) as ledger:
        assert ledger.round(2).reason == VoidReason.REPAIRED
        assert ledger.round(3).reason in {"", "void"}
    assert main(["--audit", "--profile", str(folder)]) == 0
    told = capsys.readouterr()
    assert "1 of the rounds cannot be verified" in told.err
    assert set(json.loads(told.out)) == {
        *("balance", "deposits", "stakes", "pays", "refunds", "rounds", "open", "void", "agrees")
    }


@pytest.mark.parametrize("column", ["seed", "coin", "at"])
def test_a_closed_round_that_was_damaged_is_restored_from_the_journal(closed, tmp_path_factory, column):
    folder = copy_of(closed[0], tmp_path_factory)
    altered(folder, f"UPDATE rounds SET {column} = {column} + 1 WHERE id = 2")
    assert opened_again(folder)[0] == closed[1]
    assert (audit(folder)["agrees"], audit(folder)["mended"]) == (True, 0)


def test_a_mark_of_mending_does_not_hide_an_altered_round(closed, tmp_path_factory):
    """Only a record whose checksum is broken is excused; one made to look repaired contradicts the journal."""
    folder = copy_of(closed[0], tmp_path_factory)
    altered(folder, f"UPDATE rounds SET reason = '{VoidReason.REPAIRED}' WHERE id = 2")
    assert not audit(folder)["agrees"]
    assert audit(folder)["mended"] == 0


def test_a_changed_amount_is_put_right_from_the_round(closed, tmp_path_factory):
    source, balance = closed
    folder = copy_of(source, tmp_path_factory)
    with closing(sqlite3.connect(folder / LEDGER_NAME, isolation_level=None)) as db:
        (trigger,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'entries_no_update'").fetchone()
        db.execute("DROP TRIGGER entries_no_update")
        db.execute("UPDATE entries SET amount = 1 WHERE kind = 'pay'")
        db.execute(trigger)
    found, _ = opened_again(folder)
    assert found == balance
    assert "does not add up" in set_aside(folder)[0].with_suffix(".txt").read_text()
    assert audit(folder)["agrees"]


def test_a_backup_stands_in_when_nothing_can_be_read(closed, tmp_path_factory):
    source, balance = closed
    folder = copy_of(source, tmp_path_factory)
    with Ledger.open(folder, later()) as ledger:
        storage.back_up(ledger._db, folder, "everyday")
    (folder / JOURNAL_NAME).unlink()
    (folder / LEDGER_NAME).write_bytes(b"gone")
    found, notes = opened_again(folder)
    assert found == balance
    assert "restored from the backup" in notes[0]


def test_a_game_without_rounds_has_none_to_lose(folder, clock):
    Ledger.open(folder, clock).close()
    (folder / LEDGER_NAME).write_bytes(bytes(8192))
    with Ledger.open(folder, clock) as ledger:
        assert "Your credit and 0 rounds were recovered." in ledger.notes[0]
        assert ledger.balance == FREE_CREDIT


def test_a_damaged_count_of_rounds_is_not_taken_for_lost_ones(folder, clock):
    with Ledger.open(folder, clock) as ledger:
        ledger.settle(ledger.stake(play(Mode.BASE, Seed(0)), LADDER[0]).id)
    with closing(storage.connect(folder / LEDGER_NAME)) as db:
        db.execute("UPDATE sqlite_sequence SET seq = seq + 5 WHERE name = 'rounds'")
        db.execute("UPDATE sqlite_sequence SET seq = 1 << 60 WHERE name = 'entries'")
    with Ledger.open(folder, clock) as ledger:
        assert "Your credit and 1 round were recovered." in ledger.notes[0]


@pytest.mark.parametrize("lost", [(2,), (2, 4), (3, 4, 6, 7), (-1,)], ids=str)
def test_every_page_of_rounds_that_is_whole_is_read(folder, clock, lost):
    make(folder, 400)
    file = folder / LEDGER_NAME
    raw = file.read_bytes()
    pages = [raw[start : start + 4096] for start in range(0, len(raw), 4096)]
    holding = [number for number, page in enumerate(pages) if page[0] == LEAF and page.count(b".0+") > 9]
    cells = 0
    for which in lost:
        cells += int.from_bytes(pages[holding[which]][3:5], "big")
        pages[holding[which]] = b"\xff" * 4096
    file.write_bytes(b"".join(pages))
    with Ledger.open(folder, clock) as ledger:
        assert f"Your credit and {400 - cells} rounds were recovered; {cells} rounds are lost." in ledger.notes[0]
        assert ledger.balance > 0


def test_a_missing_ledger_comes_back_from_its_backup(folder, clock):
    with Ledger.open(folder, clock) as ledger:
        ledger.settle(ledger.stake(play(Mode.BASE, Seed(3)), LADDER[0]).id)
        balance = ledger.balance
    (folder / LEDGER_NAME).unlink()
    found, notes = opened_again(folder)
    assert found == balance
    assert "missing" in notes[0]
    assert "recovered" in notes[0]


def test_an_older_backup_does_not_replace_newer_rounds(closed, tmp_path_factory):
    """A ledger that is damaged but readable is worth more than a backup from before its last rounds."""
    source, balance = closed
    folder = copy_of(source, tmp_path_factory)
    with Ledger.open(folder, later()) as ledger:
        storage.back_up(ledger._db, folder, "everyday")
        ledger.settle(ledger.resume()[0].id)
        newest = ledger.settle(ledger.stake(play(Mode.BASE, Seed(4)), LADDER[0]).id)
        balance = ledger.balance
    file = folder / LEDGER_NAME
    raw = bytearray(file.read_bytes())
    raw[:4096] = bytes(4096)
    file.write_bytes(raw)
    for backup in (folder / BACKUPS_NAME).glob("*"):
        with closing(sqlite3.connect(backup)) as db:
            if db.execute("SELECT max(id) FROM rounds").fetchone()[0] >= newest.id:
                backup.unlink()
    found, notes = opened_again(folder)
    assert found == balance
    assert "were recovered" in notes[0]


def test_mending_cut_short_anywhere_is_finished_at_the_next_start(closed, tmp_path_factory, monkeypatch):
    """Every rename of a mending is a place to be killed at."""
    source, balance = closed
    whole, tried = False, 0
    while not whole:
        folder = copy_of(source, tmp_path_factory)
        raw = bytearray((folder / LEDGER_NAME).read_bytes())
        raw[:4096] = bytes(4096)
        (folder / LEDGER_NAME).write_bytes(raw)
        left = tried

        def die_at_last(self, target, rename=Path.replace):
            nonlocal left
            if left == 0:
                raise KeyboardInterrupt
            left -= 1
            return rename(self, target)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "replace", die_at_last)
            try:
                Ledger.open(folder, later()).close()
                whole = True
            except KeyboardInterrupt:
                tried += 1
        found, _ = opened_again(folder)
        assert found == balance
        assert [file.read_bytes() for file in set_aside(folder)] == [bytes(raw)]
    assert tried >= 3


def test_a_newer_versions_ledger_is_not_touched(closed, tmp_path_factory):
    folder = copy_of(closed[0], tmp_path_factory)
    with closing(sqlite3.connect(folder / LEDGER_NAME)) as db:
        db.execute("PRAGMA user_version = 99")
    raw = (folder / LEDGER_NAME).read_bytes()
    with pytest.raises(LedgerTooNew, match="newer version"):
        Ledger.open(folder, later())
    assert (folder / LEDGER_NAME).read_bytes() == raw
    assert set_aside(folder) == []


def test_a_ledger_another_program_holds_is_said_so(closed, tmp_path_factory, monkeypatch):
    monkeypatch.setattr(storage, "BUSY_MS", 50)
    folder = copy_of(closed[0], tmp_path_factory)
    with closing(sqlite3.connect(folder / LEDGER_NAME, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(LedgerBusy, match="Another program"):
            Ledger.open(folder, later())
        other.execute("ROLLBACK")
    assert set_aside(folder) == []
    assert opened_again(folder)[0] == closed[1]


def test_a_disk_that_refuses_the_locks_of_sqlite_is_said_so(closed, tmp_path_factory, monkeypatch):
    """SQLite itself calls such a file busy."""

    def refuse(_handle, _how):
        raise OSError(errno.ENOLCK, "No locks available")

    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(storage, "BUSY_MS", 50)
    folder = copy_of(closed[0], tmp_path_factory)
    with closing(sqlite3.connect(folder / LEDGER_NAME, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        monkeypatch.setattr(fcntl, "lockf", refuse)
        with pytest.raises(LedgerUnreachable, match=r"No locks available.*--profile"):
            Ledger.open(folder, later())


def test_a_ledger_closed_in_good_order_is_not_gone_through_again(closed, tmp_path_factory, monkeypatch):
    folder = copy_of(closed[0], tmp_path_factory)
    assert storage.is_sealed(folder)
    monkeypatch.setattr(storage, "_MONEY_ERRORS", ("SELECT 1",))
    Ledger.open(folder, later()).close()
    assert set_aside(folder) == []
    (folder / storage.SEAL_NAME).unlink()
    Ledger.open(folder, later()).close()
    assert set_aside(folder)


def test_a_killed_ledger_is_not_taken_for_a_sealed_one(closed, tmp_path_factory):
    folder = copy_of(closed[0], tmp_path_factory)
    with Ledger.open(folder, later()) as ledger:
        ledger.settle(ledger.resume()[0].id)
        assert not storage.is_sealed(folder)
    assert storage.is_sealed(folder)


def test_an_audit_changes_nothing(closed, killed, tmp_path_factory):
    for source, balance in (closed, killed):
        folder = copy_of(source, tmp_path_factory)
        before = {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in folder.iterdir()}
        found = audit(folder)
        after = {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in folder.iterdir()}
        assert after == before
        assert (found["balance"], found["rounds"], found["open"], found["agrees"]) == (balance, ROUNDS + 1, 1, True)


def test_an_audit_tells_how_far_it_is_and_can_be_stopped(closed, tmp_path_factory, monkeypatch):
    folder = copy_of(closed[0], tmp_path_factory)
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    monkeypatch.setattr(import_module("game.ledger.audit"), "PROGRESS_EVERY", 20)
    told = []

    def stop(done, of):
        told.append((done, of))
        if len(told) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        audit(folder, stop)
    rounds = ROUNDS + 1 - 7  # an open one at the end; void ones are not played again
    assert told == [(20, rounds), (40, rounds)]
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


def test_an_audit_sees_an_altered_round(closed, tmp_path_factory):
    folder = copy_of(closed[0], tmp_path_factory)
    with closing(sqlite3.connect(folder / LEDGER_NAME, isolation_level=None)) as db:
        (trigger,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'rounds_no_update'").fetchone()
        db.execute("DROP TRIGGER rounds_no_update")
        db.execute("UPDATE rounds SET seed = seed + 1 WHERE id = 2")
        db.execute(trigger)
    assert audit(folder)["agrees"] is False


def test_an_audit_of_nothing_says_so_and_creates_nothing(tmp_path):
    with pytest.raises(NoLedger, match="no saved game"):
        audit(tmp_path / "nowhere")
    with pytest.raises(NoLedger):
        audit(tmp_path)
    assert list(tmp_path.iterdir()) == []
