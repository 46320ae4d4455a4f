"""How long the ledger takes, beside the bare commit of one row on the same disk.

python tests/bench/ledger.py [--rounds N] [--folder DIR]
"""

import argparse
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from game.engine import Mode, Seed, play
from game.ledger import Ledger, storage
from game.money import LADDER
from tests.bench.figures import percentile, show


def clock() -> datetime:
    return datetime.now(UTC)


def timed(action: Callable[[], object]) -> float:
    """Milliseconds the action takes."""
    begun = time.perf_counter()
    action()
    return (time.perf_counter() - begun) * 1000


def bare_commits(folder: Path, count: int) -> list[float]:
    """One-row commits that wait for the disk, as every stake must."""
    db = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    storage.prepare(db)
    db.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, amount INTEGER)")
    times = [timed(lambda: db.execute("INSERT INTO bare (amount) VALUES (20)")) for _ in range(count)]
    db.close()
    return times


def figures(name: str, times: Iterable[float], against: float) -> tuple[str, ...]:
    times = list(times)
    middle, slow = statistics.median(times), percentile(times, 0.99)
    return name, f"{middle:.2f} ms, p99 {slow:.2f}", "", f"bare commit {against:.2f} ms", f"{middle / against:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--folder", type=Path, help="measure on the disk of this folder")
    options = parser.parse_args()
    rounds = [play(Mode.BASE, Seed(seed)) for seed in range(200)]
    with tempfile.TemporaryDirectory(dir=options.folder) as scratch:
        base = statistics.median(bare_commits(Path(scratch), 200))
        folder = Path(scratch) / "profile"
        stakes, sightings, settlements, sessions = [], [], [], []
        ledger = Ledger.open(folder, clock)
        for number in range(options.rounds):
            if ledger.can_refill:
                ledger.refill()
            stakes.append(timed(lambda n=number: ledger.stake(rounds[n % 200], LADDER[0])))
            waiting = ledger.open_round()
            sightings.append(timed(lambda id_=waiting.id: ledger.mark_spin_shown(id_, 0)))
            settlements.append(timed(lambda id_=waiting.id: ledger.settle(id_)))
            sessions.append(timed(ledger.session))
        measured = {
            "stake": stakes,
            "last spin seen": sightings,
            "settle": settlements,
            "session, as asked each frame": sessions,
            "statistics": [timed(ledger.statistics) for _ in range(5)],
            "history, one page": [timed(ledger.history) for _ in range(5)],
            "close, with backup": [timed(ledger.close)],
            "open, closed in good order": [timed(lambda: Ledger.open(folder, clock).close()) for _ in range(5)],
        }
        (folder / storage.SEAL_NAME).unlink()
        measured["open, every row checked"] = [timed(lambda: Ledger.open(folder, clock).close())]
    show(f"The ledger with {options.rounds} rounds", [figures(name, times, base) for name, times in measured.items()])


if __name__ == "__main__":
    main()
