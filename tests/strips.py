"""Motion in strips of pictures 1/20 s apart: ``python -m tests.strips FOLDER [--skin NAME] [--moment NAME ...]``.

Each moment of a skin becomes one PNG, read like a page; what is judged is how things move, which no still shows.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.engine import Mode, Round, Seed, play
from game.engine.events import HeartsApplied
from game.platform.input import Action
from game.present.requests import AskBigWin, AskCap
from game.ui.celebrations.big_win import BigWin, Cap
from tests.contact_sheet import SKINS, first, on, start
from tests.ui.driver import FRAME, Player, playing

APART = 3
"""Frames from picture to picture."""
COLUMNS = 6
CELL = (480, 270)
MAX_PICTURES = 48


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


def round_where(mode: Mode, holds: Callable[[Round], bool]) -> Round:
    """The first round of small seeds for which ``holds``."""
    return next(played for seed in range(200_000) if holds(played := play(mode, Seed(seed))))


def stage(game: Player):
    """The stage of the table."""
    return game.services.stack.scenes[0].playback.stage


def win(game: Player) -> list[pygame.Surface]:
    start(game, first(Mode.BASE, "tumbles").seed)
    game.until(lambda: bool(stage(game).wins))
    return strip(game, 2.4)


def drop(game: Player) -> list[pygame.Surface]:
    start(game, first(Mode.BASE, "loss").seed)
    return strip(game, 1.9)


def hearts(game: Player) -> list[pygame.Surface]:
    wanted = round_where(
        Mode.BASE,
        lambda r: r.win > 60 and any(isinstance(e, HeartsApplied) and len(e.hearts) > 1 for e in r.events),
    )
    start(game, wanted.seed)
    game.until(lambda: stage(game).climax is not None)
    return strip(game, 2.4)


def anticipation(game: Player) -> list[pygame.Surface]:
    wanted = round_where(
        Mode.BASE, lambda r: sum(column.count("scatter") for column in r.events[0].board[:4]) == 3 and r.win < 100
    )
    start(game, wanted.seed)
    game.until(lambda: bool(stage(game).glowing_reels))
    return strip(game, 2.4)


def trigger(game: Player) -> list[pygame.Surface]:
    afford(game)
    start(game, first(Mode.BUY, "retrigger").seed, Mode.BUY)
    game.until(lambda: any("FREE SPINS" in getattr(part, "text", "") for part in stage(game).banner))
    return strip(game, 2.4)


def intro(game: Player) -> list[pygame.Surface]:
    afford(game)
    start(game, first(Mode.BUY, "retrigger").seed, Mode.BUY)
    game.until(lambda: on(game, "FreeSpinsIntro"), 400)
    return strip(game, 2.4)


def into_free_spins(game: Player) -> list[pygame.Surface]:
    afford(game)
    start(game, first(Mode.BUY, "retrigger").seed, Mode.BUY)
    game.until(lambda: on(game, "FreeSpinsIntro"), 400)
    game.wait(2.0)
    game.key(Action.SPIN)
    return strip(game, 2.0)


def free_hearts(game: Player) -> list[pygame.Surface]:
    afford(game)
    start(game, first(Mode.BUY, "retrigger").seed, Mode.BUY)

    def gathering() -> bool:
        if on(game, "FreeSpinsIntro", "BigWin"):
            game.key(Action.SPIN)
        return stage(game).climax is not None and stage(game).climax.total is not None

    game.until(gathering, 400)
    return strip(game, 2.4)


def big_win(game: Player, tier: int) -> list[pygame.Surface]:
    table = game.services.stack.scenes[0]
    screen = BigWin(game.services, table.playback, AskBigWin((300, 700, 1600, 3000, 30_000)[tier - 1], tier))
    game.services.stack.push(screen)
    game.services.stack.apply()
    if tier > 1:
        game.until(lambda: screen.shown_tier == tier - 1)
    return strip(game, 2.4)


def tier_1(game: Player) -> list[pygame.Surface]:
    return big_win(game, 1)


def tier_3(game: Player) -> list[pygame.Surface]:
    return big_win(game, 3)


def tier_5(game: Player) -> list[pygame.Surface]:
    return big_win(game, 5)


def cap(game: Player) -> list[pygame.Surface]:
    table = game.services.stack.scenes[0]
    game.services.stack.push(Cap(game.services, table.playback, AskCap(100_000, 7)))
    game.services.stack.apply()
    return strip(game, 2.4)


def summary(game: Player) -> list[pygame.Surface]:
    wanted = round_where(Mode.BUY, lambda r: 3000 < r.win < 12000)
    afford(game)
    start(game, wanted.seed, Mode.BUY)

    def summed() -> bool:
        if on(game, "FreeSpinsIntro", "BigWin"):
            game.key(Action.SPIN)
        return on(game, "FreeSpinsSummary")

    game.until(summed, 600)
    return strip(game, 2.4)


def idle(game: Player) -> list[pygame.Surface]:
    return strip(game, 2.4)


def afford(game: Player) -> None:
    """Enough play money for a bought round."""
    while not game.services.table.affords(Mode.BUY):
        game.services.table.refill()


MOMENTS = {
    moment.__name__: moment
    for moment in (
        *(idle, drop, win, hearts, anticipation, trigger, intro, into_free_spins, free_hearts),
        *(tier_1, tier_3, tier_5, cap, summary),
    )
}


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
                pygame.image.save(page(MOMENTS[name](game)), chosen.folder / f"{skin}-{name}.png")
            print(f"{skin} {name}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
