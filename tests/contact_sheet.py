"""Pictures of every scene in both skins, at rest and in motion: ``python -m tests.contact_sheet FOLDER``.

Writes one PNG a moment and skin at 1920 x 1080, the same at 1280 x 720, and ``sheet-<skin>.png`` with all of them.
"""

import argparse
import math
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.engine import Mode
from game.money import LADDER
from game.platform.input import Action
from game.present.requests import AskBigWin, AskCap
from game.ui.celebrations.big_win import BigWin
from game.ui.celebrations.cap import Cap
from game.ui.scenes.info import PAGES
from game.ui.table.scene import TableScene
from tests.moments import first, on, start
from tests.ui.driver import Player, playing

SKINS = ("princess", "christmas")
LARGE, SMALL = (1920, 1080), (1280, 720)


def moments(game: Player) -> Iterator[str]:
    """Walk through the game; yields the name of each moment worth a picture."""
    services = game.services
    game.wait(0.5)
    base = game.scene
    assert isinstance(base, TableScene)
    start(game, first(Mode.BASE, "loss").seed)
    game.until(lambda: not base.playback.playing)
    game.wait(1.0)
    yield "base at rest"
    tumbles = first(Mode.BASE, "tumbles")
    start(game, tumbles.seed)
    game.wait(0.75)
    yield "drop"
    game.until(lambda: bool(base.playback.stage.wins))
    game.wait(0.22)
    yield "win pulse"
    game.until(lambda: any(not piece.visible for piece in base.playback.stage.all_pieces()))
    game.wait(0.1)
    yield "burst"
    game.until(lambda: len(base.playback.stage.wins) > 2)
    game.wait(0.5)
    yield "tumbled on"
    game.until(lambda: not base.playback.playing or base.playback.request is not None)
    leave_screens(game)
    game.wait(0.5)
    yield "won at rest"
    hearts = first(Mode.BASE, "hearts")
    start(game, hearts.seed)
    game.until(lambda: base.playback.stage.climax is not None)
    game.wait(0.35)
    yield "hearts fly"
    leave_screens(game)
    for name, action in (("menu", Action.BACK), ("info", Action.INFO), ("buy", Action.BUY)):
        game.key(action)
        game.wait(0.4)
        yield name
        if name == "info":
            for page in PAGES[1:]:
                game.press(page.title)
                game.wait(0.1)
                yield f"info {page.title}"
        game.key(Action.BACK)
        game.wait(0.2)
    for name, control in (("bet panel", "Bet"), ("explain", "Explain this win")):
        game.press(control)
        game.wait(0.4)
        yield name
        game.key(Action.BACK)
        game.wait(0.2)
    game.click(960, 500)
    game.wait(0.4)
    yield "symbol card"
    game.key(Action.BACK)
    game.wait(0.2)
    bought = first(Mode.BUY, "retrigger")
    services.table.set_bet(LADDER[0])
    start(game, bought.seed, Mode.BUY)
    game.until(lambda: bool(base.playback.stage.glowing_reels) or game.scene is not base)
    game.wait(0.2)
    yield "anticipation"
    game.until(lambda: on(game, "FreeSpinsIntro"))
    game.wait(1.4)
    yield "free-spins intro"
    game.key(Action.SPIN)
    game.until(lambda: on(game, "TableScene") and base.free)
    game.wait(1.5)
    yield "free spins drop"
    game.until(
        lambda: base.playback.stage.overlay is not None or base.playback.stage.climax is not None or answer(game)
    )
    game.wait(0.4)
    yield "free spins hearts"
    overlay = lambda: base.playback.stage.overlay is not None and base.playback.stage.overlay.kind == "retrigger"  # noqa: E731
    game.until(lambda: overlay() or answer(game), 400)
    game.wait(0.5)
    yield "retrigger"
    game.until(lambda: on(game, "FreeSpinsSummary") or answer(game), 600)
    game.wait(1.2)
    yield "summary counting"
    game.wait(4.0)
    yield "summary"
    leave_screens(game)
    for tier, coins in enumerate((300, 700, 1600, 3000, 30_000), start=1):
        screen = BigWin(services, base.playback, AskBigWin(coins, tier))
        services.stack.push(screen)
        services.stack.apply()
        game.until(lambda screen=screen: screen.complete)
        game.wait(0.5)
        yield f"big win {tier}"
        services.stack.pop()
        services.stack.apply()
        base.playback.particles.clear()
    services.stack.push(Cap(services, base.playback, AskCap(100_000, 7)))
    services.stack.apply()
    game.wait(2.2)
    yield "cap"


def save(game: Player, path: Path, size: tuple[int, int]) -> None:
    """A frame as PNG, scaled."""
    canvas = game.draw()
    path.parent.mkdir(parents=True, exist_ok=True)
    pygame.image.save(canvas if size == canvas.get_size() else pygame.transform.smoothscale(canvas, size), path)


def answer(game: Player) -> bool:
    """Go on from any screen that waits; always False, for use in conditions."""
    if on(game, "BigWin", "FreeSpinsIntro", "Question"):
        game.key(Action.SPIN)
    return False


def leave_screens(game: Player) -> None:
    """Play on until the base game rests."""

    def rests() -> bool:
        if on(game, "BigWin", "FreeSpinsSummary", "FreeSpinsIntro", "Cap"):
            game.key(Action.SPIN)
        return isinstance(game.scene, TableScene) and not game.scene.playback.playing

    game.until(rests, 600)


def sheet(pictures: list[Path], out: Path) -> None:
    """All pictures of a skin on one."""
    columns = 4
    cell = (480, 270)
    rows = math.ceil(len(pictures) / columns)
    whole = pygame.Surface((columns * cell[0], rows * cell[1]))
    for index, path in enumerate(pictures):
        small = pygame.transform.smoothscale(pygame.image.load(path), cell)
        whole.blit(small, (index % columns * cell[0], index // columns * cell[1]))
    pygame.image.save(whole, out)


def main(folder: Path) -> None:
    """Write everything below ``folder``."""
    for skin in SKINS:
        taken: list[Path] = []
        with tempfile.TemporaryDirectory() as profile, playing(Path(profile), "--theme", skin) as game:
            for number, name in enumerate(moments(game)):
                stem = f"{skin}-{number:02d}-{name.replace(' ', '-')}"
                save(game, folder / "1920" / f"{stem}.png", LARGE)
                save(game, folder / "1280" / f"{stem}.png", SMALL)
                taken.append(folder / "1920" / f"{stem}.png")
                print(stem, flush=True)
        sheet(taken, folder / f"sheet-{skin}.png")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.contact_sheet", description="Draw every scene.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("contact-sheet"))
    main(parser.parse_args().folder)
