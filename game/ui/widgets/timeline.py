"""A line of numbered moments: the knob is dragged along it, and marks say where something begins."""

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.ui.boxes import Words, always
from game.ui.theme import Theme
from game.ui.widgets.controls import Control

TRACK: Final = 28
"""Height of the track, canvas pixels."""
END: Final = 28
"""Room for half a knob at each end."""

Mark = tuple[int, bool]
"""A moment, and whether it is one of the great ones."""


class Timeline(Control):
    """Moments from 1 to ``length``; a press or a drag goes to one, the arrow keys to the next mark."""

    def __init__(
        self,
        rect: pygame.Rect,
        name: str,
        length: Callable[[], int],
        value: Callable[[], int],
        marks: Callable[[], Sequence[Mark]],
        on_seek: Callable[[int], None],
        on_done: Callable[[], None],
        *,
        tooltip: Words = "",
        visible: Callable[[], bool] = always,
    ) -> None:
        """``on_seek`` follows the knob; ``on_done`` is called once it is let go."""
        super().__init__(rect, name, tooltip=tooltip, visible=visible)
        self.length, self.value, self.marks, self.on_seek, self.on_done = length, value, marks, on_seek, on_done
        self._sought: int | None = None
        """Where the knob is held."""

    @property
    def track(self) -> pygame.Rect:
        """The part the knob runs on; the marks stand below it."""
        return pygame.Rect(self.rect.left + END, self.rect.top + 2, self.rect.width - 2 * END, TRACK)

    def x_of(self, moment: int) -> int:
        """Where a moment lies, canvas pixels."""
        track = self.track
        return track.left + round(track.width * (moment - 1) / max(1, self.length() - 1))

    def adjust(self, steps: int) -> bool:
        at = self.value()
        places = sorted({moment for moment, _ in self.marks()} | {self.length()})
        beyond = [moment for moment in places if (moment > at if steps > 0 else moment < at)]
        if beyond:
            self.on_seek(beyond[0] if steps > 0 else beyond[-1])
            self.on_done()
        return True

    def drag(self, x: float, y: float) -> None:
        track, last = self.track, self.length()
        share = max(0.0, min(1.0, (x - track.left) / track.width))
        moment = 1 + round(share * (last - 1))
        if moment != self._sought:
            self._sought = moment
            self.on_seek(moment)

    def let_go(self) -> None:
        if self._sought is not None:
            self._sought = None
            self.on_done()

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        track, x = self.track, self.x_of(max(1, self.value()))
        canvas.blit(
            theme.assets.ui.stretched("slider/track", track.inflate(2 * END - 8, 0).size),
            (track.left - END + 4, track.top),
        )
        for moment, great in self.marks():
            line = pygame.Rect(0, track.bottom + 2, 4 if great else 2, 22 if great else 12)
            line.centerx = self.x_of(moment)
            pygame.draw.rect(canvas, theme.colour("gold" if great else "text"), line, border_radius=2)
        filled = pygame.Rect(track.left - END + 4, track.top, max(TRACK, x - track.left + END), TRACK)
        canvas.blit(theme.assets.ui.stretched("slider/fill", filled.size), filled)
        knob = theme.assets.ui["slider/knob_hover" if self.hovered or self.focused or self.held else "slider/knob"]
        knob.draw_centred(canvas, x, track.centery)
        if self.focused:
            theme.stretched(canvas, "focus", self.rect)
