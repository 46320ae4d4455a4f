"""The board's cells by keys: a frame goes from symbol to symbol and says what each pays."""

from collections.abc import Callable

import pygame

from game.engine.rules import REELS, ROWS
from game.platform.input import Action
from game.present.stage import CELL
from game.ui import layout
from game.ui.theme import Theme
from game.ui.widgets.controls import Control


class Cells(Control):
    """Moved over with the arrow keys; a press shows all about the symbol."""

    def __init__(
        self, words: Callable[[int, int], str], show: Callable[[float, float], None], there: Callable[[], bool]
    ) -> None:
        """``words`` says what a reel and row hold and pay, ``show`` opens what there is to know at a canvas point."""
        super().__init__(layout.BOARD.copy(), "Board", lambda: show(*self.cell.center), visible=there)
        self.words = words
        self.reel = self.row = 0

    @property
    def cell(self) -> pygame.Rect:
        """Where the frame is."""
        return pygame.Rect(layout.BOARD.left + self.reel * CELL, layout.BOARD.top + self.row * CELL, CELL, CELL)

    def text(self) -> str:
        """What the symbol in the frame is and pays."""
        return self.words(self.reel, self.row)

    def steer(self, way: Action) -> bool:
        self.reel += (way is Action.RIGHT) - (way is Action.LEFT)
        self.row += (way is Action.BET_DOWN) - (way is Action.BET_UP)
        self.reel, self.row = self.reel % REELS, self.row % ROWS
        return True

    def keyboard(self, *, has: bool) -> None:
        self.tooltip = self.text if has else ""  # the pointer alone asks for none

    def grab(self, x: float, y: float) -> None:
        self.reel = min(REELS - 1, max(0, int((x - self.rect.left) // CELL)))
        self.row = min(ROWS - 1, max(0, int((y - self.rect.top) // CELL)))

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        if self.focused:
            theme.stretched(canvas, "focus", self.cell)
