"""How long another theme takes, the longest gap between frames meanwhile, and the memory fifty changes leave behind.

The yardstick for the gap is the longest one in as many frames without a change.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
if not os.environ.get("DISPLAY"):
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from game.app import prepare_sdl, tune_process
from tests.bench.figures import percentile, show
from tests.bench.screen import resident
from tests.ui.driver import Player, playing

CHANGES = 50
STEP = 1 / 60


class Pace:
    """Runs the loop as the program does and notes the time from frame to frame."""

    def __init__(self, player: Player) -> None:
        self.player, self.gaps, self.last = player, [], time.perf_counter()

    def frame(self) -> None:
        program = self.player.program
        program.services.display.wait_for_frame(60)
        list(program.input.commands())
        program.update(STEP)
        program.draw()
        now = time.perf_counter()
        self.gaps.append(1000 * (now - self.last))
        self.last = now


def main() -> None:
    changes = int(sys.argv[1]) if len(sys.argv) > 1 else CHANGES
    with tempfile.TemporaryDirectory() as folder, playing(Path(folder), "--size", "1920x1080") as player:
        base, quiet, busy = player.scene, Pace(player), Pace(player)
        spans, sizes = [], []
        for _ in range(60):
            busy.frame()
        busy.gaps.clear()
        quiet.last = time.perf_counter()
        for _ in range(120):
            quiet.frame()
        for _ in range(changes):
            busy.last = begun = time.perf_counter()
            base.actions.switch_theme()
            while player.services.loading is not None:
                busy.frame()
            spans.append(time.perf_counter() - begun)
            busy.frame()
            quiet.last = time.perf_counter()
            for _ in range(20):
                quiet.frame()
            sizes.append(resident(os.getpid()))
        still = max(quiet.gaps)
        grown = sizes[-1] - sizes[min(9, len(sizes) - 1)]
        gaps = sorted(busy.gaps)
        show(
            f"{changes} changes of theme",
            [
                ("theme change, median", f"{percentile(spans, 0.5):.2f} s", "1 s", "", ""),
                ("theme change, slowest", f"{max(spans):.2f} s", "1 s", "", ""),
                *(
                    (f"gap between frames meanwhile, {name}", f"{gap:.0f} ms", bar, f"{told} {plain:.0f} ms", ratio)
                    for name, gap, bar, told, plain in (
                        ("longest", gaps[-1], "50 ms", "longest with no change", still),
                        ("p99", percentile(gaps, 0.99), "", "p99 with no change", percentile(quiet.gaps, 0.99)),
                    )
                    for ratio in [f"{gap / plain:.1f}"]
                ),
                ("memory grown since the tenth", f"{grown:.1f} MB", "0", f"in all {sizes[-1]:.0f} MB", ""),
            ],
        )


if __name__ == "__main__":
    prepare_sdl()
    tune_process()
    main()
