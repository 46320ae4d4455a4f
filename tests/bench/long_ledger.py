"""How a ledger's times grow with its history, each in a process of its own: processor time and peak memory.

python -m tests.bench.long_ledger [ROUNDS ...] [--folder DIR] [--audit]
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from game.engine import Mode, Seed, play
from game.ledger import Ledger, LimitKind, Show, audit, storage
from game.money import Bet
from tests.bench.figures import show
from tests.tools.long_ledger import make


def clock() -> datetime:
    return datetime.now().astimezone()


def measure(folder: Path, *, whole: bool) -> dict[str, float]:
    """Seconds of processor time of each step, and the megabytes that the process took at most."""
    found: dict[str, float] = {}

    def timed(name: str, action: Callable[[], Any]) -> Any:
        begun = time.process_time()
        result = action()
        found[name] = time.process_time() - begun
        return result

    (folder / storage.SEAL_NAME).unlink(missing_ok=True)
    ledger = timed("open after a kill", lambda: Ledger.open(folder, clock))
    ledger.set_limit(LimitKind.LOSS_MONTH, 10**9)
    ledger.set_limit(LimitKind.TIME_MONTH, 10**6)
    timed("stake with limits", lambda: ledger.stake(play(Mode.BASE, Seed(5)), Bet(20, 1)))
    timed("settle", lambda: ledger.settle(ledger.open_round().id))
    timed("history, first page", lambda: (ledger.history(64), ledger.day_totals()))
    for kind in Show:
        timed(f"history, {kind}", lambda kind=kind: ledger.list_rounds(kind, 64))
        timed(f"history, {kind}, largest", lambda kind=kind: ledger.list_rounds(kind, 64, largest=True))
    timed("best wins", lambda: (ledger.best_wins(50), ledger.best_wins(50, by_multiple=True)))
    timed("history, a page in the middle", lambda: ledger.history(64, before=ledger.history(1)[0].id // 2))
    timed("statistics", lambda: (ledger.statistics(), ledger.return_curve()))
    timed("close", ledger.close)
    timed("open again", lambda: Ledger.open(folder, clock).close())
    found["MB, playing"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    with Ledger.open(folder, clock) as ledger, ledger.reader() as reader:
        timed("CSV", lambda: list(reader.export_csv(folder / "rounds.csv")))
    if whole:
        assert timed("audit", lambda: audit(folder))["agrees"]
    found["MB, with CSV and audit"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rounds", type=int, nargs="*", default=[10**4, 10**5, 10**6])
    parser.add_argument("--folder", type=Path, help="measure on the disk of this folder")
    parser.add_argument("--audit", action="store_true", help="play all rounds again, too")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure is not None:
        print(json.dumps(measure(options.measure, whole=options.audit)))
        return
    with tempfile.TemporaryDirectory(dir=options.folder) as scratch:
        columns = []
        for count in options.rounds:
            folder = Path(scratch) / str(count)
            make(folder, count)
            command = [sys.executable, "-m", "tests.bench.long_ledger", "--measure", str(folder)]
            done = subprocess.run(
                [*command, *(["--audit"] if options.audit else [])], check=True, capture_output=True, text=True
            )
            columns.append(json.loads(done.stdout))
    for count, found in zip(options.rounds, columns, strict=True):
        rows = [(name, f"{value:.2f}", "", "", "") for name, value in found.items()]
        show(f"A ledger of {count:,} rounds (seconds of processor time)", rows)


if __name__ == "__main__":
    main()
