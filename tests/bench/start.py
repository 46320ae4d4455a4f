"""From process begin to the first frame and to a playable board, as seen on the screen, and memory.

python -m tests.bench.start [EXECUTABLE]   (needs Linux and Xvfb; the game runs from this folder and as the executable)
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.bench.figures import show
from tests.bench.screen import Screen, resident, screen

ROOT = Path(__file__).resolve().parents[2]
RUNS = 3
SETTLED = 2.0
"""Seconds after which memory is read."""
BARE = """
import pygame, time
pygame.display.init()
pygame.display.set_mode((1920, 1080)).fill((200, 100, 50))
pygame.display.flip()
time.sleep(60)
"""
NIGHT = (14, 8, 34)
SKY, BAR = (300, 300), (960, 1074)
"""A place that the first frame paints, and one that only the table's bar covers with something else."""


def begin(command: list[str], seen: Screen) -> tuple[float, float, float]:
    """Seconds to the first frame and to the table, and megabytes once it is settled."""
    os.sync()
    before = seen.pixel(*SKY)
    begun = time.time()
    process = subprocess.Popen(command, env=seen.env | {"PYTHONPATH": str(ROOT)}, cwd="/")
    try:
        first = seen.seconds_until(lambda s: s.pixel(*SKY) != before, begun)
        whole = (
            first if "-c" in command else seen.seconds_until(lambda s: s.pixel(*BAR) not in (NIGHT, (0, 0, 0)), begun)
        )
        time.sleep(SETTLED)
        return first, whole, resident(process.pid)
    finally:
        process.kill()
        process.wait()
        time.sleep(0.2)


def median_of(command: list[str], seen: Screen) -> tuple[float, ...]:
    runs = []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as profile:
            (Path(profile) / "settings.json").write_text('{"intro": false}', encoding="utf-8")
            more = [] if "-c" in command else ["--size", "1920x1080", "--profile", profile]
            runs.append(begin([*command, *more], seen))
    return tuple(median(values) for values in zip(*runs, strict=True))


def main() -> None:
    programs = {"from source": [sys.executable, "-m", "game"]}
    if len(sys.argv) > 1:
        programs["as executable"] = [str(Path(sys.argv[1]).resolve())]
    rows = []
    with screen() as seen:
        bare, _, plain = median_of([sys.executable, "-c", BARE], seen)
        for name, command in programs.items():
            first, whole, memory = median_of(command, seen)
            for what, taken, bar in (("first frame", first, "0.4"), ("playable", whole, "1.5")):
                ratio = f"{taken / bare:.1f}"
                rows.append((f"{what}, {name}", f"{taken:.2f} s", f"{bar} s", f"bare window {bare:.2f} s", ratio))
            ratio = f"{memory / plain:.1f}"
            rows.append((f"memory, {name}", f"{memory:.0f} MB", "300 MB", f"bare window {plain:.0f} MB", ratio))
    show(f"Start and memory, median of {RUNS}", rows)


if __name__ == "__main__":
    main()
