"""Motion in strips of pictures 1/20 s apart: ``python -m tests.strips FOLDER [--skin NAME] [--moment NAME ...]``.

Each moment of a skin becomes one PNG, read like a page; what is judged is how things move, which no still shows.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from tests.contact_sheet import SKINS
from tests.moments import MOMENTS
from tests.ui.driver import FRAME, Player, playing

APART = 3
"""Frames from picture to picture."""
COLUMNS = 6
CELL = (480, 270)
MAX_PICTURES = 48
SECONDS = {"drop": 1.9}
"""How long a strip is, where it is not 2.4 s."""


def strip(game: Player, seconds: float) -> list[pygame.Surface]:
    """Small pictures of the coming ``seconds``."""
    pictures = []
    for _ in range(min(MAX_PICTURES, round(seconds / (APART * FRAME)))):
        for _ in range(APART):
            game.wait(FRAME)
        pictures.append(pygame.transform.smoothscale(game.draw(), CELL))
    return pictures


def page(pictures: list[pygame.Surface]) -> pygame.Surface:
    """The pictures in rows."""
    rows = -(-len(pictures) // COLUMNS)
    whole = pygame.Surface((COLUMNS * CELL[0], rows * CELL[1]))
    for index, picture in enumerate(pictures):
        whole.blit(picture, (index % COLUMNS * CELL[0], index // COLUMNS * CELL[1]))
    return whole


def main() -> None:
    """Write the strips that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.strips", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--skin", choices=SKINS, action="append")
    parser.add_argument("--moment", choices=MOMENTS, nargs="+", default=list(MOMENTS))
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for skin in chosen.skin or SKINS:
        for name in chosen.moment:
            with tempfile.TemporaryDirectory() as profile, playing(Path(profile), "--theme", skin) as game:
                game.wait(0.5)
                MOMENTS[name](game)
                pygame.image.save(page(strip(game, SECONDS.get(name, 2.4))), chosen.folder / f"{skin}-{name}.png")
            print(f"{skin} {name}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
