"""Draws the pictures of the README: ``python -m tests.preview`` (needs Pillow) writes ``docs/``.

``princess.webp`` and ``christmas.webp`` show the base game, ``preview.webp`` a round with tumbles and hearts in motion.
"""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from PIL import Image

from game.engine import Mode, Round, Seed, play
from game.engine.events import HeartsApplied, SymbolsPaid
from game.skins import OWN_SKINS
from tests.ui.driver import FRAME, Player, playing

DOCS = Path(__file__).resolve().parents[1] / "docs"
STILL, MOVING = (1280, 720), (720, 405)
FRAMES_BETWEEN = 4
"""Game frames from one picture of the preview to the next: 15 a second."""


def picture(player: Player, size: tuple[int, int]) -> Image.Image:
    """The canvas, scaled."""
    canvas = player.draw()
    whole = Image.frombytes("RGB", canvas.get_size(), pygame.image.tobytes(canvas, "RGB"))
    return whole.resize(size, Image.Resampling.LANCZOS)


def lively(played: Round) -> bool:
    """A round with two tumbles and a heart that is not too long to show."""
    tumbles = sum(isinstance(event, SymbolsPaid) for event in played.events)
    hearts = any(isinstance(event, HeartsApplied) for event in played.events)
    return hearts and tumbles == 2 and 100 < played.win < 400


def main() -> None:
    DOCS.mkdir(exist_ok=True)
    seed = next(seed for seed in range(100_000) if lively(play(Mode.BASE, Seed(seed))))
    for skin in OWN_SKINS:
        with tempfile.TemporaryDirectory() as folder, playing(Path(folder), "--theme", skin) as player:
            player.wait(1.5)
            player.services.table.next_seed = lambda: Seed(seed)
            player.scene.rounds.spin(Mode.BASE)
            frames = []
            while player.scene.playback.playing:
                frames.append(picture(player, MOVING))
                player.wait(FRAMES_BETWEEN * FRAME)
            player.wait(1.0)
            picture(player, STILL).save(DOCS / f"{skin}.webp", quality=88, method=6)
            if skin == OWN_SKINS[0]:
                frames[0].save(
                    DOCS / "preview.webp",
                    save_all=True,
                    append_images=frames[1:],
                    duration=round(1000 * FRAMES_BETWEEN * FRAME),
                    loop=0,
                    quality=52,
                    method=4,
                )


if __name__ == "__main__":
    main()
