"""What surrounds a board on which one more scatter would trigger: fire beside the live reels, and a lean towards it."""

from typing import Final

import pygame

from game.engine.rules import REELS
from game.platform.sprites import Sprite, clipped
from game.present.stage import CELL, Stage
from game.ui import layout
from game.ui.theme import Theme

FLAME: Final = 0.05
CALM_FLAME: Final = 0.2
"""Seconds a frame of the fire stays; longer with fewer flashes, so that it does not flicker."""
ZOOM: Final = 0.04
ZOOM_STEPS: Final = 16
"""How near the board comes, and in how many steps."""
PIVOT: Final = (layout.FRAME.centerx, layout.FRAME.bottom)
"""What stays where it is: below the frame stands the console."""
STEPPED_BACK: Final = 0.45
"""Light of the reels beside those that everything hangs on."""
SLIM: Final = 0.72
"""Width of the fire, as a share of its picture's."""
FIRE: Final = layout.BOARD.inflate(200, 0)
"""Where fire may stand: over the frame's uprights, not over its rails above and below."""


class Suspense:
    """Draws the suspense of a stage; keeps pictures of the frame as near as it is."""

    def __init__(self, theme: Theme, stage: Stage) -> None:
        self.theme, self.stage = theme, stage
        self.still = False
        """Reduced motion: no lean, and the fire stands still."""
        self.calm = False
        """Fewer flashes: the fire moves slowly."""
        self.punch = 0.0
        """How far the camera leans in beside that, as a share."""
        self._near: tuple[float, list[tuple[pygame.Surface, tuple[int, int]]]] = (0.0, [])
        """The frame's strips at the zoom they were stretched to."""

    @property
    def zoom(self) -> float:
        """How near the board is."""
        near = self.stage.suspense + self.punch / ZOOM
        return 1.0 if self.still else 1 + ZOOM * round(near * ZOOM_STEPS) / ZOOM_STEPS

    def near(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the canvas lies as near as the board is."""
        return PIVOT[0] + (x - PIVOT[0]) * self.zoom, PIVOT[1] + (y - PIVOT[1]) * self.zoom

    def hole(self, hole: pygame.Rect) -> pygame.Rect:
        """A rectangle as near as the board is."""
        left, top = self.near(*hole.topleft)
        right, bottom = self.near(*hole.bottomright)
        return pygame.Rect(round(left), round(top), round(right) - round(left), round(bottom) - round(top))

    def lean(self, canvas: pygame.Surface) -> None:
        """Bring the board's ground nearer."""
        if self.zoom > 1:
            place = self.hole(layout.BOARD)
            canvas.blit(pygame.transform.scale(canvas.subsurface(layout.BOARD), place.size), place)

    def frame(self, canvas: pygame.Surface, rails: list[tuple[pygame.Surface, tuple[int, int]]]) -> None:
        """The frame, as near as the board is."""
        if self.zoom == 1:
            canvas.blits(rails, doreturn=False)
            return
        if self._near[0] != self.zoom:
            self._near = self.zoom, [self._stretched(*rail) for rail in rails]
        canvas.blits(self._near[1], doreturn=False)

    def _stretched(self, rail: pygame.Surface, place: tuple[int, int]) -> tuple[pygame.Surface, tuple[int, int]]:
        left, top = self.near(*place)
        right, bottom = self.near(place[0] + rail.get_width(), place[1] + rail.get_height())
        size = round(right) - round(left), round(bottom) - round(top)
        return pygame.transform.smoothscale(rail, size), (round(left), round(top))

    def step_back(self, canvas: pygame.Surface, light: float) -> None:
        """Take light from what does not win, and from the reels beside those that everything hangs on."""
        back = (1 - STEPPED_BACK) * self.stage.suspense
        for reel in range(REELS):
            level = light * (1 - back * (1 - self.stage.fire(reel)))
            if level < 0.99:
                left, right = (round(self.near(layout.BOARD.left + edge * CELL, 0)[0]) for edge in (reel, reel + 1))
                column = self.hole(layout.BOARD)
                column.left, column.width = left, right - left
                canvas.fill((round(255 * level),) * 3, column, pygame.BLEND_RGB_MULT)

    def draw_fire(self, canvas: pygame.Surface, clock: float) -> None:
        """Fire stands at both edges of every live reel and sinks where it goes out; ``clock`` in seconds."""
        burning = {reel: height for reel in range(REELS) if (height := self.stage.fire(reel)) > 0}
        flames = self.theme.assets.moments_named("flame/") if burning else []
        if not flames:
            return
        frame = 0 if self.still else int(clock / (CALM_FLAME if self.calm else FLAME))
        with clipped(canvas, self.hole(FIRE)):
            for edge in range(REELS + 1):
                height = max(burning.get(edge - 1, 0.0), burning.get(edge, 0.0))
                if height > 0:
                    self._draw_flame(canvas, flames[(frame + 3 * edge) % len(flames)], edge, height)

    def _draw_flame(self, canvas: pygame.Surface, flame: Sprite, edge: int, height: float) -> None:
        x, y = self.near(layout.BOARD.left + edge * CELL, layout.BOARD.bottom)
        sunk = (1 - height) * layout.BOARD.height
        flame = self.theme.scaled.get(flame, SLIM, 1)
        flame.draw_centred(canvas, x, y - flame.size[1] / 2 + sunk, pygame.BLEND_RGB_ADD)
