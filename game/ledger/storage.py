"""The ledger's file: connecting to it, checking it, laying it out, bringing it up to date and backing it up."""

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

from game import files
from game.ledger import schema
from game.ledger.errors import LedgerTooNew
from game.ledger.reasons import VoidReason
from game.ledger.records import SEALED, digest

LEDGER_NAME: Final = "ledger.sqlite"
SEAL_NAME: Final = f"{LEDGER_NAME}.seal"
SUSPECT_NAME: Final = f"{LEDGER_NAME}.suspect"
"""Stands beside a ledger in which damage was met while it was open: the next opening goes through all of it."""
BACKUPS_NAME: Final = "backups"
KEPT_BACKUPS: Final = 5
"""Everyday backups kept; those taken before a migration stay."""
BUSY_MS: Final = 2000
"""How long to wait for another program that holds the file."""

FROZEN: Final = "mode=ro&immutable=1"
"""How to open a file that nobody writes, leaving no trace beside it."""

COMPANIONS: Final = ("-wal", "-shm", "-journal")
LOGS: Final = ("-wal", "-journal")
"""Of these what a killed game leaves of its last transactions."""

PART: Final = 10_000
"""Rounds that one opening goes through in a ledger of more of them; the next one goes on behind them."""
MAX_SEALED: Final = 64 * 1024 * 1024
"""Bytes of a ledger up to which it is sealed, and backed up after each session."""

_NO_SHARED_MEMORY: Final = (
    sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMLOCK,
    sqlite3.SQLITE_IOERR_SHMMAP,
)
_MONEY_ERRORS: Final = (
    """SELECT id FROM (
        SELECT id, balance - lag(balance) OVER (ORDER BY id) AS step, iif(kind = 'stake', -amount, amount) AS due
        FROM entries WHERE id BETWEEN :entry AND :last_entry) WHERE coalesce(step, due) <> due LIMIT 1""",
    "SELECT id FROM entries WHERE id = 1 AND balance <> iif(kind = 'stake', -amount, amount)",
    """SELECT rounds.id FROM rounds LEFT JOIN entries ON entries.round_id = rounds.id
        WHERE rounds.id BETWEEN :round AND :last_round GROUP BY rounds.id HAVING
        coalesce(sum(amount) FILTER (WHERE kind = 'stake'), 0) <> stake
        OR coalesce(sum(amount) FILTER (WHERE kind = 'pay'), 0) <> iif(state = 'paid', win, 0)
        OR coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0) <> iif(state = 'void', stake, 0) LIMIT 1""",
    """SELECT id FROM entries WHERE id BETWEEN :entry AND :last_entry AND round_id IS NOT NULL
        AND round_id NOT IN (SELECT id FROM rounds) LIMIT 1""",
    "SELECT 1 FROM sqlite_sequence WHERE typeof(seq) <> 'integer' OR seq NOT BETWEEN 0 AND 9007199254740992 LIMIT 1",
)
"""Queries that find an entry or round, between two ids of each, whose money does not add up."""
_MISSING: Final = "SELECT 1 WHERE (SELECT count(*) FROM entries) <> (SELECT coalesce(max(id), 0) FROM entries)"
_ALL: Final = {"entry": 0, "last_entry": 2**53, "round": 0, "last_round": 2**53}


def connect(
    path: Path, factory: type[sqlite3.Connection] = sqlite3.Connection, *, query: str = "mode=rw"
) -> sqlite3.Connection:
    """A connection to an existing file, with nothing trusted that the file says of itself."""
    db = sqlite3.connect(
        f"{path.absolute().as_uri()}?{query}",
        uri=True,
        isolation_level=None,
        timeout=BUSY_MS / 1000,
        check_same_thread=False,
        factory=factory,
    )
    db.text_factory = lambda raw: raw.decode(errors="replace")
    for setting in ("trusted_schema = OFF", "cell_size_check = ON", "foreign_keys = ON", "recursive_triggers = ON"):
        db.execute(f"PRAGMA {setting}")
    return db


def prepare(db: sqlite3.Connection, mode: str = "WAL") -> None:
    """Make every commit reach the disk before it returns, and find out at once if nothing can be written."""
    db.execute(f"PRAGMA journal_mode = {mode}")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("BEGIN IMMEDIATE")
    db.execute("ROLLBACK")


def lacks_shared_memory(error: sqlite3.Error) -> bool:
    """Whether the file system has none of the shared memory that a write-ahead log needs."""
    return getattr(error, "sqlite_errorcode", 0) in _NO_SHARED_MEMORY


def leave_log(path: Path) -> None:
    """Have a ledger do without a write-ahead log, and without shared memory."""
    with closing(connect(path)) as db:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("PRAGMA journal_mode = DELETE")


def damage(
    db: sqlite3.Connection,
    migrations: Sequence[schema.Migration] = schema.MIGRATIONS,
    *,
    sealed: bool = False,
    thorough: bool = True,
) -> str | None:
    """What is wrong with the file, None when it is sound; raises :class:`LedgerTooNew`.

    A ``sealed`` file is known to be what a sound one was, so its rows are not gone through again. Unless the look is
    to be ``thorough``, only :data:`PART` rounds of a longer history are gone through, others each time.
    """
    try:
        if db.execute("PRAGMA application_id").fetchone()[0] != schema.APPLICATION_ID:
            return "it is not a ledger of this game"
        if not _is_writable_form(db):
            return "its header is not one the game writes"
        version = schema.version_of(db)
        if version > len(migrations):
            raise LedgerTooNew(
                "This saved game was made by a newer version of the game. Use that version, or "
                "choose another profile with --profile."
            )
        if version < 1 or schema.definitions(db) != schema.expected_definitions(version, migrations):
            return "its tables are not the game's"
        if sealed:
            return None
        part = _ALL if thorough else _next_part(db)
        if part is _ALL:
            report = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if report != "ok":
                return str(report)
        if any(db.execute(query, part).fetchone() for query in _MONEY_ERRORS) or (
            part is _ALL and db.execute(_MISSING).fetchone()
        ):
            return "its money does not add up"
        return _damaged_record(db, part)
    except (sqlite3.DatabaseError, OverflowError, UnicodeDecodeError) as error:
        # A message of SQLite's that quotes damaged text may itself not be text.
        if isinstance(error, sqlite3.Error) and not is_damage(error):
            raise
        return str(error)


def _next_part(db: sqlite3.Connection) -> dict[str, int]:
    """The ids of the next :data:`PART` rounds and their entries; with each session it is others' turn."""
    rounds, sessions = (
        db.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0] for table in ("rounds", "sessions")
    )
    if rounds <= 2 * PART:
        return _ALL
    first = sessions * PART % rounds
    entry, last_entry = db.execute(
        "SELECT coalesce(min(id), 0), coalesce(max(id), 0) FROM entries WHERE round_id BETWEEN ? AND ?",
        (first, first + PART),
    ).fetchone()
    return {"entry": entry, "last_entry": last_entry, "round": first, "last_round": first + PART}


def _damaged_record(db: sqlite3.Connection, part: dict[str, int]) -> str | None:
    """A paid round whose record is not what was written, unless a repair has marked it; an open one is void later."""
    wanted = (
        f"SELECT id, {', '.join(SEALED)}, checksum FROM rounds WHERE id BETWEEN :round AND :last_round "
        "AND state = 'paid' AND reason <> :repaired"
    )
    for row in db.execute(wanted, part | {"repaired": VoidReason.REPAIRED}):
        if is_altered(row):
            return f"the record of round {row[0]} is damaged"
    return None


def is_altered(row: Sequence[Any]) -> bool:
    """Whether a round's id, :data:`~game.ledger.records.SEALED` columns and checksum are not what was written."""
    *sealed, checksum = row
    return any(isinstance(value, bytes) for value in sealed) or digest(*sealed) != checksum


def seal(folder: Path) -> None:
    """Note the digest of a ledger just closed in good order, so that the next opening need not check every row.

    The time to check grows with every round; to read the file once is a tenth of it. Without a seal, or with one that
    does not fit, the next opening checks everything.
    """
    with suppress(OSError):
        if (folder / LEDGER_NAME).stat().st_size <= MAX_SEALED:
            with create_private(folder / SEAL_NAME) as file:
                file.write(_digest(folder).encode())


def is_sealed(folder: Path) -> bool:
    """Whether the ledger is, to the byte, one that was closed in good order, with no journal beside it."""
    try:
        journal = folder / f"{LEDGER_NAME}-wal"
        if journal.exists() and journal.stat().st_size:
            return False
        if (folder / SUSPECT_NAME).exists() or (folder / LEDGER_NAME).stat().st_size > MAX_SEALED:
            return False
        return (folder / SEAL_NAME).read_bytes() == _digest(folder).encode()
    except OSError:
        return False


def _digest(folder: Path) -> str:
    with (folder / LEDGER_NAME).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_writable_form(db: sqlite3.Connection) -> bool:
    """Whether the header asks for one of the two file formats there are; SQLite would not write to another.

    While there is a write-ahead log the first page may stand in it, and the file's own be half written.
    """
    file_name = db.execute("PRAGMA database_list").fetchone()[2]
    with suppress(OSError):
        if Path(f"{file_name}-wal").stat().st_size:
            return True
    with Path(file_name).open("rb") as file:
        return set(file.read(20)[18:]) <= {1, 2}


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the error lies in the file's content, not in the disk or another program."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH)


def lay_out(
    path: Path,
    factory: type[sqlite3.Connection] = sqlite3.Connection,
    migrations: Sequence[schema.Migration] = schema.MIGRATIONS,
) -> sqlite3.Connection:
    """A new file at ``path`` with the game's empty tables, whatever half-made one lay there before."""
    discard(path)
    path.touch(mode=0o600)
    db = connect(path, factory)
    try:
        db.execute("PRAGMA synchronous = FULL")
        for _ in migrations:
            schema.migrate_once(db, migrations)
    except BaseException:
        db.close()
        raise
    return db


def deposit(db: sqlite3.Connection, amount: int, at: int, note: str) -> None:
    """Append a deposit of ``amount`` minor units at ``at`` milliseconds since 1970."""
    db.execute(
        "INSERT INTO entries (at, kind, amount, balance, note) SELECT ?, 'deposit', ?, "
        "? + coalesce((SELECT balance FROM entries ORDER BY id DESC LIMIT 1), 0), ?",
        (at, amount, amount, note),
    )


def balance(db: sqlite3.Connection) -> int:
    """The credit after the last entry, in minor units."""
    row = db.execute("SELECT balance FROM entries ORDER BY id DESC LIMIT 1").fetchone()
    return int(row[0]) if row else 0


def upgrade(
    db: sqlite3.Connection, folder: Path | None, migrations: Sequence[schema.Migration] = schema.MIGRATIONS
) -> None:
    """Bring the file to the newest schema version, with a backup in the profile ``folder`` before each step."""
    while (version := schema.version_of(db)) < len(migrations):
        if folder is not None:
            back_up(db, folder, f"before-schema-{version + 1}")
        schema.migrate_once(db, migrations)


def back_up(db: sqlite3.Connection, folder: Path, label: str) -> Path:
    """Copy the whole ledger into the backups folder, named by its last entry; returns the copy."""
    backups = folder / BACKUPS_NAME
    backups.mkdir(mode=0o700, exist_ok=True)
    (entry,) = db.execute("SELECT coalesce(max(id), 0) FROM entries").fetchone()
    kept = files.free_name(backups / f"ledger-{entry:012}-{label}.sqlite")
    growing = kept.with_suffix(".part")
    discard(growing)
    growing.touch(mode=0o600)
    with closing(sqlite3.connect(growing)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    move(growing, kept)
    return kept


def prune_backups(folder: Path, label: str, newest: Path) -> None:
    """Of the backups of that label keep ``newest`` and a few that hold most."""
    kept = [path for path in (folder / BACKUPS_NAME).glob(f"ledger-*-{label}*.sqlite") if path != newest]
    for old in sorted(kept, key=_last_entry)[: -(KEPT_BACKUPS - 1)]:
        with suppress(OSError):
            old.unlink()


def backups_by_content(folder: Path, migrations: Sequence[schema.Migration] = schema.MIGRATIONS) -> Iterator[Path]:
    """The backups that pass every check, the one that holds most first."""
    for backup in sorted((folder / BACKUPS_NAME).glob("ledger-*.sqlite"), key=_last_entry, reverse=True):
        with suppress(sqlite3.Error, OSError, LedgerTooNew), closing(connect(backup, query=FROZEN)) as db:
            if damage(db, migrations) is None:
                yield backup


def _last_entry(backup: Path) -> tuple[int, str]:
    """The last entry a backup holds, -1 where it cannot be read; backups alike are in the order of their names."""
    with suppress(sqlite3.Error, OSError), closing(connect(backup, query=FROZEN)) as db:
        return int(db.execute("SELECT coalesce(max(id), 0) FROM entries").fetchone()[0]), backup.name
    return -1, backup.name


def create_private(path: Path) -> BinaryIO:
    """A new or emptied file that only its owner can read, to write."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600), "wb")


def copy_private(source: Path, target: Path) -> None:
    """Copy a file for its owner's eyes only."""
    with source.open("rb") as file, create_private(target) as copy:
        shutil.copyfileobj(file, copy)


def discard(path: Path) -> None:
    """Remove a half-made file of the ledger's own and what SQLite laid beside it."""
    for name in (path.name, *(path.name + companion for companion in COMPANIONS)):
        path.with_name(name).unlink(missing_ok=True)


def move(source: Path, target: Path) -> None:
    """Rename, and have the folder's new listing reach the disk."""
    source.replace(target)
    files.sync_folder(target.parent)


def make_folder(folder: Path) -> None:
    """Make a folder and those it lies in, to survive a loss of power."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for path in missing:
        files.sync_folder(path.parent)
