"""A look at a ledger's totals that changes nothing, not even a file's date."""

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from game.ledger import journal, reports, schema, storage
from game.ledger.errors import LedgerDamaged, Malfunction, NoLedger, ledger_errors
from game.ledger.lock import is_held
from game.ledger.proof import proof_of
from game.ledger.reasons import VoidReason
from game.ledger.records import State, StoredRound, replay

PROGRESS_EVERY: Final = 100
"""Rounds between two reports of progress."""


@contextmanager
def _reading(folder: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the ledger as it is now, by the way that leaves its files alone.

    A running game's ledger is read beside it. One that a killed game left with a journal is read from a copy, since
    SQLite would fold the journal in. Any other is read as a file that cannot change.
    """
    path = folder / storage.LEDGER_NAME
    if not path.is_file():
        raise NoLedger(f"There is no saved game in {folder}.")
    logs = [log for log in (path.with_name(path.name + end) for end in storage.LOGS) if log.exists()]
    if is_held(folder):
        with closing(storage.connect(path, query="mode=ro")) as db:
            yield db
    elif any(log.stat().st_size for log in logs):
        with tempfile.TemporaryDirectory() as scratch:
            for file in (path, *logs):
                shutil.copy(file, scratch)
            with closing(storage.connect(Path(scratch) / path.name)) as db:
                yield db
    else:
        with closing(storage.connect(path, query=storage.FROZEN)) as db:
            yield db


def audit(folder: Path, progress: Callable[[int, int], object] | None = None) -> dict[str, Any]:
    """The ledger's totals in minor units, its rounds counted, and whether it all agrees.

    ``agrees`` means: the last entry's balance is deposits - stakes + pays + refunds, the file is sound and what its
    journal says, and every round that is not void comes out of its seed as recorded, and its seed of its proof. Rounds
    that a repair of the file marked as damaged are known not to; they are counted as ``mended``, and their money is in
    the totals. Raises :class:`NoLedger` or another ledger error.

    ``progress`` is called now and then with the rounds played again and how many there are; what it raises ends the
    audit.
    """
    with ledger_errors(folder), _reading(folder) as db:
        wrong = storage.damage(db)
        try:
            sums = dict(db.execute("SELECT kind, sum(amount) FROM entries GROUP BY kind"))
            counts = dict(db.execute("SELECT state, count(*) FROM rounds GROUP BY state"))
            totals = {f"{kind}s": sums.get(kind, 0) for kind in ("deposit", "stake", "pay", "refund")}
            due = totals["deposits"] - totals["stakes"] + totals["pays"] + totals["refunds"]
            balance = storage.balance(db)
            agrees = wrong is None and balance == due and not _is_behind(folder, db)
            mended = 0
            of = sum(counts.values()) - counts.get(State.VOID, 0)
            for done, stored in enumerate(reports.find(db, "state <> ? ORDER BY id", State.VOID), 1):
                if stored.reason == VoidReason.REPAIRED and not stored.intact:
                    mended += 1
                elif agrees or wrong is None:
                    agrees = _reproduces(db, stored) and agrees
                if progress is not None and (done % PROGRESS_EVERY == 0 or done == of):
                    progress(done, of)
        except sqlite3.DatabaseError as error:
            if not storage.is_damage(error):
                raise
            raise LedgerDamaged(f"The saved game in {folder} is damaged: {error}.") from error
    return {
        "balance": balance,
        **totals,
        "rounds": sum(counts.values()),
        "open": counts.get(State.OPEN, 0),
        "void": counts.get(State.VOID, 0),
        "mended": mended,
        "agrees": agrees,
    }


def _is_behind(folder: Path, db: sqlite3.Connection) -> bool:
    """Whether the journal beside the ledger tells of more than the ledger holds, or of something else."""
    recorded = journal.read(folder)
    if recorded is None or schema.version_of(db) < len(schema.MIGRATIONS):
        return False
    reached = journal.position_of(db)
    return any(recorded.position[name] > reached[name] for name in reached) or recorded.contradicts(db)


def _reproduces(db: sqlite3.Connection, stored: StoredRound) -> bool:
    try:
        replay(stored)
    except Malfunction:
        return False
    found = proof_of(db, stored.id)
    return found is None or found.verify(stored.seed)
