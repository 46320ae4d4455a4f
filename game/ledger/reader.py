"""The past, read beside the open ledger on a connection of its own: for long work off the thread that draws."""

import sqlite3
from collections.abc import Generator
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from game.ledger import reports, storage
from game.ledger.errors import ledger_errors, to_ledger_error
from game.ledger.records import StoredRound


class LedgerReader:
    """Reads what was committed when each call began; writes nothing. Use it from one thread, and close it there."""

    def __init__(self, folder: Path, zone_of: datetime) -> None:
        """Connect to the ledger in ``folder``; times of day are told in the zone of ``zone_of``."""
        self.folder, self._zone_of = folder, zone_of
        self._db: sqlite3.Connection = storage.connect(folder / storage.LEDGER_NAME, query="mode=ro")

    def history(self, limit: int = 50, before: int | None = None, day: str | None = None) -> list[StoredRound]:
        """As :meth:`Ledger.history <game.ledger.ledger.Ledger.history>`."""
        with ledger_errors(self.folder):
            return reports.history(self._db, limit, before, day)

    def statistics(self) -> reports.Statistics:
        """As :meth:`Ledger.statistics <game.ledger.ledger.Ledger.statistics>`."""
        with ledger_errors(self.folder):
            return reports.statistics(self._db)

    def export_csv(self, path: Path) -> Generator[tuple[int, int]]:
        """Write every round to a CSV file: ``(written, of)`` now and then; closing the iterator leaves no file.

        Raises ``OSError`` where the file cannot be written.
        """
        try:
            yield from reports.write_csv(self._db, path, self._zone_of)
        except sqlite3.Error as error:
            raise to_ledger_error(error, self.folder) from error

    def close(self) -> None:
        """Let the connection go."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
