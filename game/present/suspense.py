"""Reels that are held back: where one more scatter would bring free spins, how likely that was, and whether it came."""

from dataclasses import dataclass

from game.engine import Mode, Round, find_model
from game.engine.board import Board
from game.engine.events import BoardDropped
from game.engine.model import STOPS, Model
from game.engine.rules import FREE_SPINS_TRIGGER, REELS, RETRIGGER_TRIGGER, ROWS, SCATTER


def held_reels(board: Board, spin: int, mode: Mode) -> tuple[int, ...]:
    """The reels of a drop that are held; none in the first spin of a bought round, where free spins are certain."""
    if not spin and mode is Mode.BUY:
        return ()
    trigger, scatters, held = trigger_of(spin), 0, []
    for reel in range(REELS):
        if scatters == trigger - 1:
            held.append(reel)
        scatters += board[reel].count(SCATTER)
    return tuple(held)


def trigger_of(spin: int) -> int:
    """Scatters that open free spins, or add some in them."""
    return RETRIGGER_TRIGGER if spin else FREE_SPINS_TRIGGER


def chance_of_more(model: Model, reel_set: str, first: int) -> float:
    """The chance that the reels from ``first`` on show a scatter."""
    none = 1.0
    for strip in model.reels[reel_set][first:]:
        turn = (*strip, *strip[:ROWS])
        none *= sum(SCATTER not in turn[stop : stop + ROWS] for stop in range(STOPS)) / STOPS
    return 1 - none


@dataclass(frozen=True, slots=True)
class Suspense:
    """A drop whose reels were held."""

    spin: int
    chance: float
    """That a scatter would come on the held reels, before they fell."""
    came: bool


def suspense_in(played: Round) -> list[Suspense]:
    """Every drop of a round in which reels are held."""
    found = []
    for event in played.events:
        if isinstance(event, BoardDropped) and (held := held_reels(event.board, event.spin, played.mode)):
            came = sum(column.count(SCATTER) for column in event.board) >= trigger_of(event.spin)
            reel_set = "free" if event.spin else played.mode.reel_set
            chance = chance_of_more(find_model(played.model), reel_set, held[0])
            found.append(Suspense(event.spin, chance, came))
    return found
