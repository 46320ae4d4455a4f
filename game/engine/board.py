"""A 6 x 5 board: what it shows, what pays on it and how it tumbles.

A board is ``board[reel][row]``, reel 0 left and row 0 top, of cell names: a paying symbol, ``"scatter"`` or a heart
with its value (``"x2"`` ... ``"x500"``).

>>> board = (("red", "red", "x2", "moon", "red"), *[("star", "red", "blue", "red", "scatter")] * 3,
...          *[("sun", "teal", "blue", "green", "yellow")] * 2)
>>> winning_symbols(board)
[('red', 9)]
>>> hearts_on(board)
[(2, (0, 2))]
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final, TypeAlias

from game.engine.rules import PRINTED, REELS, ROWS, Ruleset

Cell: TypeAlias = str
Column: TypeAlias = tuple[Cell, ...]
Board: TypeAlias = tuple[Column, ...]
Position: TypeAlias = tuple[int, int]
"""``(reel, row)``."""

HEART_CELLS: Final = PRINTED.heart_cells
"""Cell name of each heart -> its value."""


def count_cells(board: Board) -> Counter[Cell]:
    """How many of each cell the board shows."""
    return Counter([cell for column in board for cell in column])


def winning_symbols(board: Board, rules: Ruleset = PRINTED) -> list[tuple[str, int]]:
    """The symbols that pay on the board with their counts, dearest symbol first."""
    counts = count_cells(board)
    return [(symbol, counts[symbol]) for symbol in rules.pays if counts[symbol] >= rules.bands[0]]


def positions_of(board: Board, cell: Cell) -> tuple[Position, ...]:
    """Where ``cell`` lies, reel by reel, top first."""
    return tuple((reel, row) for reel in range(REELS) for row in range(ROWS) if board[reel][row] == cell)


def hearts_on(board: Board, rules: Ruleset = PRINTED) -> list[tuple[int, Position]]:
    """Value and position of each heart on the board, reel by reel, top first."""
    values = rules.heart_cells
    return [
        (values[cell], (reel, row))
        for reel, column in enumerate(board)
        for row, cell in enumerate(column)
        if cell in values
    ]


def gaps(removed: Collection[Position]) -> list[int]:
    """How many cells each reel lost.

    >>> gaps([(0, 1), (0, 4), (5, 2)])
    [2, 0, 0, 0, 0, 1]
    """
    lost = [0] * REELS
    for reel, _ in removed:
        lost[reel] += 1
    return lost


def tumble(board: Board, removed: Collection[Position], refills: Sequence[Column]) -> Board:
    """The board after the removed cells vanish, the rest slide down in order and the refills (top first) arrive.

    >>> board = (("moon", "red", "star", "red", "sun"), *[("blue",) * 5] * 5)
    >>> tumble(board, [(0, 1), (0, 3)], [("teal", "green"), (), (), (), (), ()])[0]
    ('teal', 'green', 'moon', 'star', 'sun')
    """
    gone = set(removed)
    return tuple(
        (*refills[reel], *(cell for row, cell in enumerate(column) if (reel, row) not in gone))
        for reel, column in enumerate(board)
    )
