"""A list of rows that may be very long: only those in sight are asked for and drawn."""

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.platform.input import Command, KeyNamed, Scrolled
from game.ui.boxes import Words, always
from game.ui.theme import Theme
from game.ui.widgets.controls import Control
from game.ui.widgets.scroll import BAR, BESIDE_BAR, draw_bar, pulled_to

MIN_ROWS: Final = 2
"""Rows in sight at least."""
WHEEL: Final = 2
"""Rows a notch of the wheel moves."""
SLIP: Final = 12
"""Canvas pixels a finger may move and still press a row."""

DrawRow = Callable[[pygame.Surface, int, pygame.Rect, bool], None]
"""Draws row ``index`` into a rectangle; the last tells whether it is the chosen one."""


def ignore(index: int) -> None:
    """Rows that cannot be chosen."""


class Rows(Control):
    """Scrolls by wheel, finger, bar, arrow and page keys; a press chooses a row."""

    holds = True

    def __init__(
        self,
        rect: pygame.Rect,
        name: str,
        height: int,
        count: Callable[[], int],
        draw_row: DrawRow,
        on_choose: Callable[[int], None] = ignore,
        *,
        most: int = 1000,
        tooltip: Words = "",
        side: int = 0,
        sides: Sequence[Callable[[int], None]] = (),
        visible: Callable[[], bool] = always,
    ) -> None:
        super().__init__(rect, name, self._pressed, tooltip=tooltip, visible=visible)
        self.most = most
        """Rows a panel becomes higher for."""
        self.side, self.sides = side, sides
        """Width of each place at the right of a row that does something of its own when pressed, from the right."""
        self.usual_height, self.count, self.draw_row, self.on_choose = height, count, draw_row, on_choose
        self.height = height
        """Of a row, canvas pixels; it grows with the text."""
        self.chosen = 0
        self.top = 0
        """First row in sight."""
        self._from: tuple[float, float, int] | None = None
        """Where the pointer went down, and the first row then."""
        self._at = (0.0, 0.0)
        self._slipped = False

    @property
    def grows(self) -> bool:
        """Whether it takes height that is left over."""
        return True

    def high(self, theme: Theme, width: int) -> int:
        return max(MIN_ROWS, min(self.most, self.count())) * self.row_height(theme, width)

    def low(self, theme: Theme, width: int) -> int:
        return MIN_ROWS * self.row_height(theme, width)

    def row_height(self, theme: Theme, width: int) -> int:
        """Height of a row in a width."""
        return theme.size(self.usual_height)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        super().place(theme, rect)
        self.height = self.row_height(theme, rect.width)
        self.scroll_to(self.top)

    @property
    def in_sight(self) -> int:
        """Whole rows that fit."""
        return max(1, self.rect.height // self.height)

    def scroll_to(self, top: int) -> None:
        """Make ``top`` the first row in sight, as far as there are rows."""
        self.top = max(0, min(top, self.count() - self.in_sight))

    def row_rect(self, index: int) -> pygame.Rect:
        """Where a row in sight stands."""
        width = self.rect.width - (BAR + BESIDE_BAR if self.count() > self.in_sight else 0)
        return pygame.Rect(self.rect.left, self.rect.top + (index - self.top) * self.height, width, self.height)

    def grab(self, x: float, y: float) -> None:
        self._from, self._slipped = (x, y, self.top), False
        self.drag(x, y)

    def drag(self, x: float, y: float) -> None:
        if self._from is None:
            return
        self._at = (x, y)
        if x >= self.rect.right - BAR - BESIDE_BAR and self.count() > self.in_sight:
            self._slipped = True
            self.scroll_to(round(pulled_to(self.rect, y, self.in_sight, self.count())))
        elif abs(y - self._from[1]) > SLIP or self._slipped:
            self._slipped = True
            self.scroll_to(self._from[2] - round((y - self._from[1]) / self.height))

    def _pressed(self) -> None:
        pressed, self._from = self._from, None
        if pressed is not None:
            index = self.top + int((self._at[1] - self.rect.top) // self.height)
            if self._slipped or not 0 <= index < self.count():
                return
            self.chosen = index
            from_right = self.row_rect(index).right - self._at[0]
            if from_right <= self.side * len(self.sides):
                self.sides[max(0, min(int(from_right // self.side), len(self.sides) - 1))](index)
                return
        if 0 <= self.chosen < self.count():
            self.on_choose(self.chosen)

    def adjust(self, steps: int) -> bool:
        self._from = None
        self.chosen = max(0, min(self.count() - 1, self.chosen - steps))
        if self.chosen < self.top:
            self.scroll_to(self.chosen)
        elif self.chosen >= self.top + self.in_sight:
            self.scroll_to(self.chosen - self.in_sight + 1)
        return True

    def take(self, command: Command) -> bool:
        match command:
            case Scrolled(steps=steps):
                self.scroll_to(self.top - steps * WHEEL)
            case KeyNamed("page up" | "page down" as key):
                self.adjust(self.in_sight if key == "page up" else -self.in_sight)
            case _:
                return False
        return True

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        for index in range(self.top, min(self.count(), self.top + self.in_sight)):
            self.draw_row(canvas, index, self.row_rect(index), self.focused and index == self.chosen)
        if self.count() > self.in_sight:
            track = pygame.Rect(self.rect.right - BAR, self.rect.top, BAR, self.rect.height)
            draw_bar(canvas, theme, track, self.top, self.in_sight, self.count())
        if self.focused:
            theme.stretched(canvas, "focus", self.rect.inflate(12, 8))
