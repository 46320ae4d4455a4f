"""How long a frame takes at the busiest moment, in windows of three sizes, beside a background blit and flip.

Runs on an X display if there is one (Xvfb will do), without one on SDL's dummy driver.
"""

import os
import tempfile
import time
from pathlib import Path

os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
if not os.environ.get("DISPLAY"):
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game.app import prepare_sdl, tune_process
from game.engine import Mode, Seed, play
from game.engine.events import BoardTumbled
from tests.bench.figures import percentile, show
from tests.moments import MOMENTS
from tests.ui.driver import FRAME, Player, playing

SHOWN = (("hearts", 1.9), ("anticipation", 2.4), ("wave", 1.4), ("tier_5", 5.0), ("cap", 5.0))
"""Moments of :mod:`tests.moments` that are measured on their own, and for how many seconds."""
SIZES = ("1920x1080", "1280x720", "2560x1440")


def busy_round() -> int:
    """The seed of a round with four tumbles and more."""
    return next(
        seed
        for seed in range(100_000)
        if sum(isinstance(event, BoardTumbled) for event in play(Mode.BASE, Seed(seed)).events) > 3
    )


def busiest(player: Player) -> list[float]:
    """Milliseconds of every frame of a busy round, update and draw."""
    player.services.table.next_seed = lambda: Seed(busy_round())
    player.scene.rounds.spin(Mode.BASE)
    times = []
    while player.scene.playback.playing:
        times.append(frame(player))
    return times


def frame(player: Player) -> float:
    """Milliseconds of the next frame, update and draw."""
    begun = time.perf_counter()
    player.program.update(FRAME)
    player.program.draw()
    return 1000 * (time.perf_counter() - begun)


def yardstick(player: Player) -> list[float]:
    """Milliseconds of a full background blit and a whole present."""
    display = player.services.display
    background = player.services.theme.assets.backgrounds["base"].get().convert()
    times = []
    for _ in range(200):
        begun = time.perf_counter()
        display.canvas.blit(background, (0, 0))
        display.show()
        times.append(1000 * (time.perf_counter() - begun))
    return times


def row(name: str, times: list[float], share: float, bar: str, plain: list[float]) -> tuple[str, str, str, str, str]:
    """One line of the table: a share of the frames took no longer than this."""
    measured, against = percentile(times, share), percentile(plain, share)
    label = f"{name}, p{round(100 * share)}"
    return label, f"{measured:.2f} ms", bar, f"blit + flip {against:.2f} ms", f"{measured / against:.1f}"


def main() -> None:
    rows = []
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder, playing(Path(folder), "--size", size) as player:
            player.wait(0.5)
            plain, times = yardstick(player), busiest(player)
            for share, bar in ((0.5, "8 ms" if size == SIZES[0] else ""), (0.99, "16.7 ms")):
                rows.append(row(f"frame at {size}", times, share, bar, plain))
    for name, seconds in SHOWN:
        with tempfile.TemporaryDirectory() as folder, playing(Path(folder), "--size", SIZES[0]) as player:
            player.wait(0.5)
            plain = yardstick(player)
            MOMENTS[name](player)
            times = [frame(player) for _ in range(round(seconds / FRAME))]
            rows.extend(row(name, times, share, "16.7 ms" if share > 0.5 else "", plain) for share in (0.5, 0.99))
            driver = pygame.display.get_driver()
    show(f"Busiest moment, driver {driver}", rows)


if __name__ == "__main__":
    prepare_sdl()
    tune_process()
    main()
