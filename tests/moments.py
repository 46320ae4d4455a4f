"""The moments that motion and the time of frames are judged by: each brings the game to where it begins."""

from collections.abc import Callable

from game.engine import Mode, Round, Seed, play
from game.engine.events import BoardTumbled, FreeSpinsAdded, HeartsApplied
from game.platform.input import Action
from game.present.requests import AskBigWin, AskCap
from game.ui.celebrations.big_win import BigWin
from game.ui.celebrations.cap import Cap
from tests.ui.driver import Player


def first(mode: Mode, wanted: str) -> Round:
    """The first round of small seeds that shows something."""
    tests = {
        "hearts": lambda r: any(isinstance(e, HeartsApplied) and len(e.hearts) > 1 for e in r.events) and r.win < 400,
        "tumbles": lambda r: sum(isinstance(e, BoardTumbled) for e in r.events) >= 3 and r.win < 2000,
        "retrigger": lambda r: any(isinstance(e, FreeSpinsAdded) for e in r.events) and r.win < 20000,
        "free spins": lambda r: any(e.__class__.__name__ == "FreeSpinsWon" for e in r.events),
        "loss": lambda r: r.win == 0,
    }
    return next(r for r in (play(mode, Seed(seed)) for seed in range(100_000)) if tests[wanted](r))


def on(game: Player, *names: str) -> bool:
    """Whether a scene of one of these classes lives."""
    return type(game.scene).__name__ in names


def start(game: Player, seed: int, mode: Mode = Mode.BASE) -> None:
    """Play the round of a seed."""
    game.services.table.next_seed = lambda: Seed(seed)
    game.scene.rounds.spin(mode)  # type: ignore[attr-defined]


def round_where(mode: Mode, holds: Callable[[Round], bool]) -> Round:
    """The first round of small seeds for which ``holds``."""
    return next(played for seed in range(200_000) if holds(played := play(mode, Seed(seed))))


def stage(game: Player):
    """The stage of the table."""
    return game.services.stack.scenes[0].playback.stage


def win(game: Player) -> None:
    start(game, first(Mode.BASE, "tumbles").seed)
    game.until(lambda: bool(stage(game).wins))


def drop(game: Player) -> None:
    start(game, first(Mode.BASE, "loss").seed)


def hearts(game: Player) -> None:
    wanted = round_where(
        Mode.BASE,
        lambda r: r.win > 60 and any(isinstance(e, HeartsApplied) and len(e.hearts) > 1 for e in r.events),
    )
    start(game, wanted.seed)
    game.until(lambda: stage(game).climax is not None)


def anticipation(game: Player) -> None:
    wanted = round_where(
        Mode.BASE, lambda r: sum(column.count("scatter") for column in r.events[0].board[:4]) == 3 and r.win < 100
    )
    start(game, wanted.seed)
    game.until(lambda: bool(stage(game).glowing_reels))


def trigger(game: Player) -> None:
    afford(game)
    start(game, first(Mode.BUY, "retrigger").seed, Mode.BUY)
    game.until(lambda: any("FREE SPINS" in getattr(part, "text", "") for part in stage(game).banner))


def wave(game: Player) -> None:
    trigger(game)
    game.until(lambda: stage(game).wave > 0)


def intro(game: Player) -> None:
    afford(game)
    start(game, first(Mode.BUY, "retrigger").seed, Mode.BUY)
    game.until(lambda: on(game, "FreeSpinsIntro"), 400)


def into_free_spins(game: Player) -> None:
    afford(game)
    start(game, first(Mode.BUY, "retrigger").seed, Mode.BUY)
    game.until(lambda: on(game, "FreeSpinsIntro"), 400)
    game.wait(2.0)
    game.key(Action.SPIN)


def free_hearts(game: Player) -> None:
    afford(game)
    start(game, first(Mode.BUY, "retrigger").seed, Mode.BUY)

    def gathering() -> bool:
        if on(game, "FreeSpinsIntro", "BigWin"):
            game.key(Action.SPIN)
        return stage(game).climax is not None and stage(game).climax.total is not None

    game.until(gathering, 400)


def big_win(game: Player, tier: int) -> None:
    table = game.services.stack.scenes[0]
    screen = BigWin(game.services, table.playback, AskBigWin((300, 700, 1600, 3000, 30_000)[tier - 1], tier))
    game.services.stack.push(screen)
    game.services.stack.apply()
    if tier > 1:
        game.until(lambda: screen.shown_tier == tier - 1)


def tier_1(game: Player) -> None:
    big_win(game, 1)


def tier_3(game: Player) -> None:
    big_win(game, 3)


def tier_5(game: Player) -> None:
    big_win(game, 5)


def cap(game: Player) -> None:
    table = game.services.stack.scenes[0]
    game.services.stack.push(Cap(game.services, table.playback, AskCap(100_000, 7)))
    game.services.stack.apply()


def summary(game: Player) -> None:
    wanted = round_where(Mode.BUY, lambda r: 3000 < r.win < 12000)
    afford(game)
    start(game, wanted.seed, Mode.BUY)

    def summed() -> bool:
        if on(game, "FreeSpinsIntro", "BigWin"):
            game.key(Action.SPIN)
        return on(game, "FreeSpinsSummary")

    game.until(summed, 600)


def idle(game: Player) -> None:
    """The table at rest."""


def afford(game: Player) -> None:
    """Enough play money for a bought round."""
    while not game.services.table.affords(Mode.BUY):
        game.services.table.refill()


MOMENTS = {
    moment.__name__: moment
    for moment in (
        *(idle, drop, win, hearts, anticipation, trigger, wave, intro, into_free_spins, free_hearts),
        *(tier_1, tier_3, tier_5, cap, summary),
    )
}
