"""A look at a ledger's totals that changes nothing, not even a file's date."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from game.ledger import reports, storage
from game.ledger.errors import LedgerDamaged, Malfunction, NoLedger, ledger_errors
from game.ledger.lock import is_held
from game.ledger.reasons import MENDED_RECORD
from game.ledger.records import State, StoredRound, replay


@contextmanager
def _reading(folder: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the ledger as it is now, by the way that leaves its files alone.

    A running game's ledger is read beside it. One that a killed game left with a journal is read from a copy, since
    SQLite would fold the journal in. Any other is read as a file that cannot change.
    """
    path = folder / storage.LEDGER_NAME
    if not path.is_file():
        raise NoLedger(f"There is no saved game in {folder}.")
    journal = path.with_name(path.name + "-wal")
    if is_held(folder):
        with closing(storage.connect(path, query="mode=ro")) as db:
            yield db
    elif journal.exists() and journal.stat().st_size:
        with tempfile.TemporaryDirectory() as scratch:
            for file in (path, journal):
                shutil.copy(file, scratch)
            with closing(storage.connect(Path(scratch) / path.name)) as db:
                yield db
    else:
        with closing(storage.connect(path, query=storage.FROZEN)) as db:
            yield db


def audit(folder: Path) -> dict[str, Any]:
    """The ledger's totals in minor units, its rounds counted, and whether it all agrees.

    ``agrees`` means: the last entry's balance is deposits - stakes + pays + refunds, the file is sound, and every
    round that is not void comes out of its seed as recorded. Rounds that a mending of the file marked as damaged are
    known not to; they are counted as ``mended``, and their money is in the totals. Raises :class:`NoLedger` or another
    ledger error.
    """
    with ledger_errors(folder), _reading(folder) as db:
        wrong = storage.damage(db)
        try:
            sums = dict(db.execute("SELECT kind, sum(amount) FROM entries GROUP BY kind"))
            counts = dict(db.execute("SELECT state, count(*) FROM rounds GROUP BY state"))
            last = db.execute("SELECT balance FROM entries ORDER BY id DESC LIMIT 1").fetchone()
            stored_rounds = list(reports.find(db, "state <> ? ORDER BY id", State.VOID))
        except sqlite3.DatabaseError as error:
            if not storage.is_damage(error):
                raise
            raise LedgerDamaged(f"The saved game in {folder} is damaged: {error}.") from error
    mended = {stored.id for stored in stored_rounds if stored.reason == MENDED_RECORD and not stored.intact}
    totals = {f"{kind}s": sums.get(kind, 0) for kind in ("deposit", "stake", "pay", "refund")}
    due = totals["deposits"] - totals["stakes"] + totals["pays"] + totals["refunds"]
    balance = last[0] if last else 0
    return {
        "balance": balance,
        **totals,
        "rounds": sum(counts.values()),
        "open": counts.get(State.OPEN, 0),
        "void": counts.get(State.VOID, 0),
        "mended": len(mended),
        "agrees": wrong is None
        and balance == due
        and all(_reproduces(stored) for stored in stored_rounds if stored.id not in mended),
    }


def _reproduces(stored: StoredRound) -> bool:
    try:
        replay(stored)
    except Malfunction:
        return False
    return True
