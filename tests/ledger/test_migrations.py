"""A ledger of every earlier schema version opens, after a backup, and a migration that fails changes nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from game.engine import Mode, Seed, play
from game.ledger import Ledger, LedgerError, LimitKind, audit, schema, storage
from game.ledger.journal import JOURNAL_NAME
from game.ledger.storage import BACKUPS_NAME, LEDGER_NAME
from game.money import LADDER
from tests.tools.long_ledger import without_triggers

from .conftest import Clock

VERSIONS = sorted((Path(__file__).parent / "versions").glob("version_*.sql"))
BALANCES = {1: (211_050, 5), 2: (198_075, 5), 3: (198_075, 5), 4: (198_075, 5)}
"""Balance and open round in each kept file."""

NEXT = ("ALTER TABLE rounds ADD COLUMN remark TEXT NOT NULL DEFAULT ''", "CREATE TABLE medals (id INTEGER PRIMARY KEY)")
BROKEN = ("CREATE TABLE medals (id INTEGER PRIMARY KEY)", "CREATE TABLE medals (id INTEGER PRIMARY KEY)")


def lay(version: Path, folder: Path) -> int:
    """Make the kept file of a version a ledger in ``folder``; returns the version."""
    folder.mkdir()
    with closing(sqlite3.connect(folder / LEDGER_NAME, isolation_level=None)) as db:
        db.executescript(version.read_text(encoding="utf-8"))
        return schema.version_of(db)


def test_a_file_of_every_version_is_kept():
    assert len(VERSIONS) == len(schema.MIGRATIONS) == len(BALANCES)


@pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.stem)
def test_a_ledger_of_an_earlier_version_opens_and_goes_on(version, folder, clock):
    number = lay(version, folder)
    balance, open_round = BALANCES[number]
    assert audit(folder)["balance"] == balance
    clock.forward(days=3)
    with Ledger.open(folder, clock) as ledger:
        assert ledger.notes == []
        assert ledger.balance == balance
        stored, played = ledger.resume()
        assert stored.id == open_round
        assert played is not None
        ledger.settle(stored.id)
        ledger.settle(ledger.stake(play(Mode.BASE, Seed(1)), LADDER[0]).id)
        assert ledger.limit(LimitKind.LOSS).value == 50_000
    assert audit(folder)["agrees"]


def test_any_page_of_the_first_version_may_be_lost_without_a_backup(tmp_path):
    """It has no journal beside it. What can be read is kept, the credit is what it was, and lost rounds are counted."""
    with Ledger.open(tmp_path / "new", Clock()) as ledger:
        for seed in range(90):
            ledger.settle(ledger.stake(play(Mode.BASE, Seed(seed)), LADDER[0]).id)
        balance = ledger.balance
    old = tmp_path / LEDGER_NAME
    with closing(storage.lay_out(old, migrations=schema.MIGRATIONS[:1])) as db:
        db.execute("ATTACH ? AS new", (str(tmp_path / "new" / LEDGER_NAME),))
        for _ in without_triggers(db):
            db.execute("INSERT INTO sessions SELECT id, at, day, played_ms, ended_at FROM new.sessions")
            db.execute("INSERT INTO rounds SELECT * FROM new.rounds")
            db.execute("INSERT INTO entries SELECT * FROM new.entries")
    whole = old.read_bytes()
    starts = [at for at in range(4096, len(whole), 4096) if b"CREATE " not in whole[at : at + 4096]]
    recovered = []
    for at in starts:
        folder = tmp_path / str(at)
        folder.mkdir()
        (folder / LEDGER_NAME).write_bytes(whole[:at] + bytes(4096) + whole[at + 4096 :])
        with Ledger.open(folder, Clock()) as ledger:
            kept = len(ledger.history(100))
            recovered.append(kept)
            assert ledger.balance == balance
            assert (f"{90 - kept} rounds are lost" in ledger.notes[0]) == (kept < 90), ledger.notes
        assert audit(folder)["agrees"]
    assert 90 in recovered
    assert sorted(set(recovered))[1] >= 45


def backups(folder: Path, label: str) -> list[Path]:
    return sorted((folder / BACKUPS_NAME).glob(f"*{label}*"))


def test_a_migration_is_made_once_after_a_backup(folder, clock):
    with Ledger.open(folder, clock) as ledger:
        ledger.stake(play(Mode.BUY, Seed(2)), LADDER[0])
        balance = ledger.balance
    newer = (*schema.MIGRATIONS, NEXT)
    for _ in range(2):
        with Ledger.open(folder, clock, migrations=newer) as ledger:
            assert ledger.notes == []
            assert ledger.balance == balance
            assert schema.version_of(ledger._db) == len(newer)
            assert ledger.open_round() is not None
    (backup,) = backups(folder, f"before-schema-{len(newer)}")
    with closing(storage.connect(backup, query=storage.FROZEN)) as db:
        assert storage.damage(db) is None
        assert schema.version_of(db) == len(newer) - 1


def test_a_migration_that_fails_leaves_the_ledger_as_it_was(folder, clock):
    with Ledger.open(folder, clock) as ledger:
        before = list(ledger._db.iterdump())
    with pytest.raises(LedgerError):
        Ledger.open(folder, clock, migrations=(*schema.MIGRATIONS, BROKEN))
    with Ledger.open(folder, clock) as ledger:
        assert list(ledger._db.iterdump()) == before
    assert backups(folder, "before-schema")


def test_a_migrated_ledger_is_mended_like_any_other(folder, clock):
    newer = (*schema.MIGRATIONS, ("CREATE TABLE medals (id INTEGER PRIMARY KEY)",))
    with Ledger.open(folder, clock) as ledger:
        ledger.settle(ledger.stake(play(Mode.BASE, Seed(2)), LADDER[0]).id)
        balance = ledger.balance
    Ledger.open(folder, clock, migrations=newer).close()
    for backup in (folder / BACKUPS_NAME).iterdir():
        backup.unlink()
    raw = (folder / LEDGER_NAME).read_bytes()
    (folder / LEDGER_NAME).write_bytes(bytes(4096) + raw[4096:])
    with Ledger.open(folder, clock, migrations=newer) as ledger:
        assert ledger.balance == balance
        assert "were recovered" in ledger.notes[0]
        assert schema.version_of(ledger._db) == len(newer)


def test_everyday_backups_do_not_pile_up(folder, clock):
    for _ in range(9):
        clock.forward(days=1)
        with Ledger.open(folder, clock) as ledger:
            ledger.settle(ledger.stake(play(Mode.BASE, Seed(2)), LADDER[0]).id)
    kept = backups(folder, "everyday")
    assert len(kept) == storage.KEPT_BACKUPS
    assert [rounds_in(path) for path in sorted(kept)] == [5, 6, 7, 8, 9], "those that hold most"


def rounds_in(path):
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT count(*) FROM rounds").fetchone()[0]


def test_the_fuller_of_two_backups_is_taken_whatever_their_names(folder, clock):
    for _ in range(2):
        with Ledger.open(folder, clock) as ledger:
            ledger.settle(ledger.stake(play(Mode.BASE, Seed(2)), LADDER[0]).id)
            balance = ledger.balance
    fuller, poorer = sorted(backups(folder, "everyday"), key=rounds_in, reverse=True)
    fuller.rename(fuller.with_name("ledger-000000000001-everyday.sqlite"))
    poorer.rename(poorer.with_name("ledger-000000999999-everyday.sqlite"))
    for name in (LEDGER_NAME, JOURNAL_NAME):
        (folder / name).unlink()
    with Ledger.open(folder, clock) as ledger:
        assert "ledger-000000000001-everyday.sqlite" in ledger.notes[0]
        assert (ledger.balance, len(ledger.history())) == (balance, 2)
