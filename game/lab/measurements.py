"""Measurements of a calibration, kept in a file as they are made, so that one that was stopped goes on where it was.

A calibration is a fixed course of measurements, each with a seed of its own. One line of the file is one measurement:
what was measured, and all that was counted. A line cut short, by a kill or a full disk, is left out when it is read.
"""

import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from game.engine.model import content_hash
from game.lab.simulate import Run

_KINDS: Final = ("key", "done", "totals")


class Measurements:
    """Known measurements, and the file that keeps them."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self._known: dict[str, dict[str, Any]] = {}
        if file and file.is_file():
            for line in file.read_text(encoding="utf-8").splitlines():
                try:
                    entry = json.loads(line)
                except ValueError:
                    continue
                if isinstance(entry, dict) and set(entry) == set(_KINDS):
                    self._known[entry["key"]] = entry

    def __len__(self) -> int:
        return len(self._known)

    def recall(self, run: Run) -> bool:
        """Fill a run with what was counted of the same one before, if it was."""
        entry = self._known.get(_key(run))
        if entry is None:
            return False
        run.done = dict(entry["done"])
        run.totals = {name: np.array(table, object) for name, table in entry["totals"].items()}
        return True

    def keep(self, run: Run) -> None:
        """Write a finished run down."""
        totals = {name: np.asarray(table).tolist() for name, table in run.totals.items()}
        key = _key(run)
        entry = {"key": key, "done": run.done, "totals": totals}
        self._known[key] = entry
        if self.file:
            with self.file.open("a", encoding="utf-8") as lines:
                lines.write("\n" * (lines.tell() > 0) + json.dumps(entry, separators=(",", ":")))

    def forget(self) -> None:
        """Remove the file: the calibration is done."""
        if self.file:
            self.file.unlink(missing_ok=True)


def _key(run: Run) -> str:
    return f"{content_hash(run.model)} {run.mode} {run.seed} {run.rounds} {run.effort}"
