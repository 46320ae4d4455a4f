"""From process begin to the first frame and to a playable board, memory, and theme switches, beside a bare window."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.bench.figures import show

ROOT = Path(__file__).resolve().parents[2]
RUNS = 5
BARE = """
import time, pygame
pygame.display.init()
pygame.display.set_mode((1280, 720))
pygame.display.flip()
print("first", time.time(), flush=True)
print("rss", [line for line in open("/proc/self/status") if line.startswith("VmRSS")][0].split()[1], flush=True)
"""
GAME = """
import os, sys, time, tempfile
from game import app, paths
app.prepare_sdl()
app.settle_malloc()
from game.ui import plain
from contextlib import ExitStack
from pathlib import Path
def rss(): return int([line for line in open("/proc/self/status") if line.startswith("VmRSS")][0].split()[1])
with tempfile.TemporaryDirectory() as folder, ExitStack() as cleanup:
    (Path(folder) / "settings.json").write_text('{"intro": false}')
    first = plain.first_frame
    def note(*given):
        first(*given)
        print("first", time.time(), flush=True)
    plain.first_frame = note
    program = app.start(app.parse(["--mute"]), paths.Profile(Path(folder)), cleanup)
    program.begin()
    gap, last = 0.0, time.perf_counter()
    def frame():
        global gap, last
        program.update(1 / 60)
        program.draw()
        now = time.perf_counter()
        gap, last = max(gap, now - last), now
        time.sleep(max(0.0, 1 / 60 - 0.004))
    while program.services.loading is not None:
        frame()
    program.draw()
    print("playable", time.time(), flush=True)
    for _ in range(60):
        frame()
    print("rss", rss(), flush=True)
    if len(sys.argv) > 1:
        base, sizes, spans, gap = program.services.stack.top, [], [], 0.0
        for _ in range(int(sys.argv[1])):
            begun = time.perf_counter()
            last = begun
            base.switch_theme()
            while program.services.loading is not None:
                frame()
            spans.append(time.perf_counter() - begun)
            sizes.append(rss())
        print("switch", sorted(spans)[len(spans) // 2], flush=True)
        print("gap", gap, flush=True)
        print("grown", sizes[-1] - sizes[1], flush=True)
"""


def told(code: str, *arguments: str) -> dict[str, float]:
    """What a fresh process prints, times taken from its begin."""
    env = os.environ | {"SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    if not env.get("DISPLAY"):
        env["SDL_VIDEODRIVER"] = "dummy"
    begun = time.time()
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments], env=env, cwd=folder, capture_output=True, text=True, check=True
        )
    values = {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}
    return {name: value - begun if name in ("first", "playable") else value for name, value in values.items()}


def main() -> None:
    bare = [told(BARE) for _ in range(RUNS)]
    game = [told(GAME) for _ in range(RUNS)]
    rows = []
    for name, bar in (("first", 0.4), ("playable", 1.5)):
        measured, against = median(run[name] for run in game), median(run["first"] for run in bare)
        rows.append(
            (
                f"start to {name}",
                f"{measured:.2f} s",
                f"{bar} s",
                f"bare window {against:.2f} s",
                f"{measured / against:.1f}",
            )
        )
    memory, plain = median(run["rss"] for run in game) / 1024, median(run["rss"] for run in bare) / 1024
    rows.append(
        ("memory, one skin", f"{memory:.0f} MB", "300 MB", f"bare window {plain:.0f} MB", f"{memory / plain:.1f}")
    )
    switches = told(GAME, "50")
    rows += [
        ("theme switch, median of 50", f"{switches['switch']:.2f} s", "1 s", "", ""),
        ("longest gap between frames meanwhile", f"{1000 * switches['gap']:.0f} ms", "50 ms", "", ""),
        ("memory grown over 50 switches", f"{switches['grown'] / 1024:.1f} MB", "0", "", ""),
    ]
    show("Start, memory, themes", rows)


if __name__ == "__main__":
    main()
