"""The scroll bar of lists and of panels whose contents are higher than they are."""

from collections.abc import Callable
from typing import Final

import pygame

from game.ui.theme import Theme
from game.ui.widgets.controls import Control

BAR: Final = 20
"""Width, canvas pixels."""
BESIDE_BAR: Final = 14
MIN_KNOB: Final = 60
STEP: Final = 90
"""Canvas pixels that an arrow key or a notch of the wheel moves a panel's contents."""


def draw_bar(
    canvas: pygame.Surface, theme: Theme, track: pygame.Rect, first: float, shown: float, total: float
) -> None:
    """A groove with a knob where ``first`` to ``first + shown`` of ``total`` is in sight."""
    theme.stretched(canvas, "plate", track)
    length = max(MIN_KNOB, round(track.height * shown / total))
    at = track.top + round((track.height - length) * first / max(1, total - shown))
    knob = pygame.Rect(track.left + 4, at + 4, track.width - 8, length - 8)
    pygame.draw.rect(canvas, theme.colour("gold"), knob, border_radius=knob.width // 2)


def pulled_to(track: pygame.Rect, y: float, shown: float, total: float) -> float:
    """What is first in sight when the knob's middle is pulled to ``y``."""
    return max(0.0, min(1.0, (y - track.top) / max(1, track.height))) * total - shown / 2


class ScrollBar(Control):
    """Moves what is in sight of a panel; there while not all of it is."""

    holds = True

    def __init__(self, name: str, state: Callable[[], tuple[int, int, int]], move: Callable[[int], None]) -> None:
        """``state`` tells what is first in sight, how much is and how much there is; ``move`` changes the first."""
        super().__init__(pygame.Rect(0, 0, BAR, 0), name, visible=self._needed)
        self.bar, self.move = state, move

    def _needed(self) -> bool:
        _, shown, total = self.bar()
        return total > shown

    def drag(self, x: float, y: float) -> None:
        _, shown, total = self.bar()
        self.move(round(pulled_to(self.rect, y, shown, total)))

    def adjust(self, steps: int) -> bool:
        self.move(self.bar()[0] - steps * STEP)
        return True

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        draw_bar(canvas, theme, self.rect, *self.bar())
        if self.focused:
            theme.stretched(canvas, "focus", self.rect.inflate(12, 8))
