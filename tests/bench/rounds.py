"""Median time of ``play()`` in each mode, beside building the same number of bare event objects."""

import time
from statistics import median

from game.engine import Mode, Seed, play
from game.engine.events import RoundEnded
from tests.bench.figures import show

BARS = {Mode.BASE: 0.15, Mode.ANTE: 0.15, Mode.BUY: 5.0}
ROUNDS = {Mode.BASE: 3000, Mode.ANTE: 3000, Mode.BUY: 200}


def timed(action) -> float:
    """Milliseconds."""
    begun = time.perf_counter()
    action()
    return 1000 * (time.perf_counter() - begun)


def measure(mode: Mode) -> tuple[float, float]:
    """Median milliseconds of a round, and of building as many events as a median round has."""
    seeds = [Seed(number * 7919 + 5) for number in range(ROUNDS[mode])]
    played = median(timed(lambda seed=seed: play(mode, seed)) for seed in seeds)
    count = int(median(len(play(mode, seed).events) for seed in seeds[:50]))
    return played, median(timed(lambda: [RoundEnded(index) for index in range(count)]) for _ in range(500))


def main() -> None:
    rows = []
    for mode, bar in BARS.items():
        played, plain = measure(mode)
        told = (f"play {mode}", f"{played:.3f} ms", f"{bar} ms", f"its events {plain:.4f} ms", f"{played / plain:.0f}")
        rows.append(told)
    show("The readable engine", rows)


if __name__ == "__main__":
    main()
