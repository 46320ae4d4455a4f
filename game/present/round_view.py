"""What a round shows at any moment, as plain values: the fold of its events.

The director animates; this module only says what must be on screen once the animation of an event is over.
"""

from dataclasses import dataclass, replace
from typing import assert_never

from game.engine import events as ev
from game.engine.board import Board
from game.engine.rules import CAP


@dataclass(frozen=True, slots=True)
class WinLine:
    """One line of the sequence's list of wins."""

    symbol: str
    """A paying symbol or ``"scatter"``."""
    count: int
    pay: int
    """Coins."""
    tumble: int
    """0 for the drop, 1 and up for the tumbles after it."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """Everything about a round that the main screen shows."""

    board: Board | None = None
    spin: int = 0
    wins: tuple[WinLine, ...] = ()
    """Wins of the sequence on the board."""
    tumbles: int = 0
    spin_win: int = 0
    """Coins of the spin on the board so far, multiplied once the hearts applied."""
    round_win: int = 0
    """Coins of the spins settled before."""
    hearts: tuple[int, ...] = ()
    """Values of the hearts applied to this sequence."""
    multiplier: int = 1
    """What this sequence was multiplied by."""
    free_spins: bool = False
    spins_left: int = 0
    total_multiplier: int = 0
    capped: bool = False
    over: bool = False

    @property
    def win(self) -> int:
        """Coins of the whole round so far, never more than the cap."""
        return min(CAP, self.round_win + self.spin_win)


def fold(view: RoundView, event: ev.Event) -> RoundView:
    """The picture after one more event."""
    match event:
        case ev.BoardDropped(spin=spin, board=board):
            return replace(
                view,
                board=board,
                spin=spin,
                wins=(),
                tumbles=0,
                spin_win=0,
                hearts=(),
                multiplier=1,
                spins_left=view.spins_left - (1 if spin else 0),
            )
        case ev.SymbolsPaid(wins=wins, sequence_win=sequence_win):
            lines = tuple(WinLine(win.symbol, win.count, win.pay, view.tumbles) for win in wins)
            return replace(view, wins=view.wins + lines, spin_win=sequence_win)
        case ev.BoardTumbled(board=board):
            return replace(view, board=board, tumbles=view.tumbles + 1)
        case ev.HeartsApplied(hearts=hearts, multiplier=multiplier, total_multiplier=total, after=after):
            return replace(
                view,
                hearts=tuple(heart.value for heart in hearts),
                multiplier=multiplier,
                spin_win=after,
                total_multiplier=view.total_multiplier if total is None else total,
            )
        case ev.ScattersPaid(count=count, pay=pay):
            line = WinLine("scatter", count, pay, view.tumbles)
            return replace(view, wins=(*view.wins, line), spin_win=view.spin_win + pay)
        case ev.SpinSettled(round_win=round_win):
            return replace(view, round_win=round_win, spin_win=0)
        case ev.FreeSpinsWon(count=count):
            return replace(view, wins=(), free_spins=True, spins_left=count)
        case ev.FreeSpinsAdded(left=left):
            return replace(view, spins_left=left)
        case ev.CapReached():
            return replace(view, capped=True)
        case ev.FreeSpinsEnded():
            return replace(view, free_spins=False)
        case ev.RoundEnded():
            return replace(view, free_spins=False, over=True)
        case _:
            assert_never(event)
