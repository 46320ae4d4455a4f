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
from tests.ui.driver import FRAME, Player, playing

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
        begun = time.perf_counter()
        player.program.update(FRAME)
        player.program.draw()
        times.append(1000 * (time.perf_counter() - begun))
    return times


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


def main() -> None:
    rows = []
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder, playing(Path(folder), "--size", size) as player:
            player.wait(0.5)
            plain = yardstick(player)
            times = busiest(player)
            for share, bar in ((0.5, "8 ms" if size == SIZES[0] else ""), (0.99, "16.7 ms")):
                measured, against = percentile(times, share), percentile(plain, share)
                rows.append(
                    (
                        f"frame at {size}, p{round(100 * share)}",
                        f"{measured:.2f} ms",
                        bar,
                        f"blit + flip {against:.2f} ms",
                        f"{measured / against:.1f}",
                    )
                )
            driver = pygame.display.get_driver()
    show(f"Busiest moment, driver {driver}", rows)


if __name__ == "__main__":
    prepare_sdl()
    tune_process()
    main()
