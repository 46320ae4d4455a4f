"""The hearts' great moment: they fly together over the dimmed board, their sum slams up and strikes the win."""

import itertools
import math
from collections.abc import Callable
from typing import Final

import pygame

from game.engine.rules import heart_colour
from game.platform.sprites import Sprite
from game.present.script import ease_in, ease_out, ease_out_back
from game.present.stage import Climax, FlyingHeart
from game.ui import layout
from game.ui.theme import Theme

DIM: Final = 0.65
"""How much light the board loses."""
ROW: Final = layout.BOARD.top + 168
"""Where the hearts line up, above their sum."""
SLOT: Final = 236
"""Between two hearts of the row, while they have the room."""
ROW_WIDTH: Final = 760
SUM: Final = (layout.BOARD.centerx, layout.BOARD.top + 402)
WIN: Final = (layout.BOARD.centerx, layout.BOARD.top + 628)
"""Middles of the sum and of the win that it multiplies."""
SUM_CAP: Final = 150
WIN_CAP: Final = 84
CLIMAX_CAPS: Final = (SUM_CAP, WIN_CAP)
"""Heights of a capital in the sum and in the win."""
MAX_WIDE: Final = 800
"""Canvas pixels that sum and win may take."""
TRAIL: Final = 12
TRAIL_LAG: Final = 0.035
"""Stars behind a flying heart, and how far apart in its flight."""
ARC: Final = 170
SLAM_SCALES: Final = ((0.0, 1.7), (0.32, 0.90), (0.58, 1.06), (0.84, 1.0), (1.0, 1.0))
"""Scale of the sum over its slam: falls onto the board, gives a little, rests."""
PUNCH: Final = 0.03
"""How far the camera leans in when the sum strikes."""
PUNCH_DECAY: Final = 0.22
"""Share of the count in which it leans back to a third."""
RING_OVER: Final = 0.6
"""Share of the count in which the ring of light opens, within the frame."""
SHINING: Final = 50
"""From this multiplier on the board shines in the colour of the hearts."""
HUES: Final = {"green": (40, 150, 70), "blue": (40, 100, 190), "pink": (190, 50, 130), "orange": (210, 110, 30)}


class ClimaxWidget:
    """Draws a :class:`Climax`; has no clock of its own."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.still = False
        """Reduced motion: things appear where they end."""
        self.calm = False
        """Fewer flashes: no ring and no coloured light."""

    def dim(self, canvas: pygame.Surface, climax: Climax) -> None:
        """Take the board's light back."""
        level = round(255 * (1 - DIM * climax.dim))
        canvas.fill((level, level, level), layout.BOARD, pygame.BLEND_RGB_MULT)

    def draw(
        self,
        canvas: pygame.Surface,
        climax: Climax,
        heart: Callable[[int], Sprite],
        money: Callable[[int], str],
        total: tuple[int, int],
    ) -> None:
        """Everything above the board; ``heart`` gives a value's picture, ``total`` is the total multiplier's middle."""
        if climax.joyful and not self.calm:
            self._draw_light(canvas, climax)
            if 0 < climax.ring < RING_OVER and not self.still:
                self._draw_ring(canvas, climax)
        for flyer in climax.hearts:
            self._draw_heart(canvas, climax, flyer, heart(flyer.value))
        self._draw_win(canvas, climax, money)
        self._draw_sum(canvas, climax, total)
        if climax.joyful and 0 < climax.ring < 1 and not self.still:
            self._punch(canvas, climax.ring)

    # -- hearts -----------------------------------------------------------------------------------------------

    def slot(self, climax: Climax, number: int) -> tuple[tuple[float, float], float]:
        """Middle and scale of the ``number``-th heart of the row."""
        count = len(climax.hearts)
        apart = min(SLOT, ROW_WIDTH / count)
        x = layout.BOARD.centerx + (number - (count - 1) / 2) * apart
        return (x, ROW), min(1.22, 1.22 * apart / 200)

    def _draw_heart(self, canvas: pygame.Surface, climax: Climax, flyer: FlyingHeart, picture: Sprite) -> None:
        start = layout.BOARD.left + flyer.start[0], layout.BOARD.top + flyer.start[1]
        end, size = self.slot(climax, flyer.slot)
        if flyer.progress == 0 and (self.still or flyer.shake == 0):
            return  # it still lies on the board
        progress = 1.0 if self.still else flyer.progress
        if progress == 0:
            swing = 7 * flyer.shake * math.sin(flyer.shake * 26)
            self._put(canvas, picture, (start[0] + swing, start[1]), 1 + 0.12 * flyer.shake)
            return
        if progress < 1 and climax.joyful:
            self._draw_trail(canvas, start, end, progress)
        scale = 1 + (size - 1) * progress + 0.28 * math.sin(math.pi * progress)
        fade = climax.dim if climax.ring >= 1 else 1.0
        self._put(canvas, picture, self._on_arc(start, end, progress), scale * max(0.05, fade))

    @staticmethod
    def _on_arc(start: tuple[float, float], end: tuple[float, float], progress: float) -> tuple[float, float]:
        lift = ARC * math.sin(math.pi * progress)
        return (
            start[0] + (end[0] - start[0]) * progress,
            max(
                layout.FRAME.top, start[1] + (end[1] - start[1]) * progress - lift * (0.35 + 0.65 * (start[1] > end[1]))
            ),
        )

    def _draw_trail(
        self, canvas: pygame.Surface, start: tuple[float, float], end: tuple[float, float], progress: float
    ) -> None:
        star = self.theme.assets.light.get("star4")
        if star is None:
            return
        for number in range(1, TRAIL + 1):
            at = progress - TRAIL_LAG * number
            if at <= 0:
                return
            x, y = self._on_arc(start, end, at)
            x, y = x + 9 * math.sin(number * 2.4), y + 9 * math.cos(number * 1.9)
            share = round(0.9 - 0.06 * number, 2)
            self.theme.scaled.get(star, share, share).draw_centred(canvas, x, y, pygame.BLEND_RGB_ADD)

    def _put(self, canvas: pygame.Surface, picture: Sprite, at: tuple[float, float], scale: float) -> None:
        share = round(scale * 25) / 25  # few sizes, so that they stay cached
        self.theme.scaled.get(picture, share, share).draw_centred(canvas, *at)

    # -- the sum and the win ----------------------------------------------------------------------------------

    def _draw_sum(self, canvas: pygame.Surface, climax: Climax, total: tuple[int, int]) -> None:
        if not climax.sum or (climax.ring >= 1 and climax.dim < 1):
            return
        value, scale = climax.sum, 1.0 if self.still else slam_scale(climax.slam)
        at: tuple[float, float] = SUM
        if climax.total is not None and climax.gather > 0:
            at, scale = between(SUM, total, climax.gather), 1 - 0.62 * climax.gather
            if climax.gather >= 1:
                if climax.strike == 0:
                    return  # the total multiplier beats
                value, at = climax.total, between(total, SUM, min(1.0, 2 * climax.strike))
                scale = 0.38 + 0.62 * min(1.0, 2 * climax.strike)
        if climax.strike > 0:
            fall = climax.strike if climax.total is None else max(0.0, 2 * climax.strike - 1)
            at = between(at, (WIN[0], WIN[1] - 96), ease_in(fall)) if 0 < fall < 1 else at
            scale *= 1 - 0.3 * fall if fall < 1 else 0.94
        self._write(canvas, f"×{value}", SUM_CAP, at, scale)

    def _draw_win(self, canvas: pygame.Surface, climax: Climax, money: Callable[[int], str]) -> None:
        product = climax.before * climax.multiplier
        coins = climax.before + (product - climax.before) * ease_out(climax.ring)
        come = 1.0 if self.still else max(0.02, ease_out_back(climax.dim))
        swell = 0.0 if self.still or not climax.ring or climax.ring >= 1 else 0.08 * (1 - climax.ring)
        self._write(canvas, money(round(coins)), WIN_CAP, WIN, come * (1 + swell))

    def _write(self, canvas: pygame.Surface, text: str, cap: int, at: tuple[float, float], scale: float) -> None:
        alphabet = self.theme.assets.alphabet
        if not alphabet.covers(text):
            picture = self.theme.lettering(text, cap)
        elif scale == 1:
            alphabet.draw(canvas, text, alphabet.fitted(text, cap, MAX_WIDE), *at)
            return
        else:
            picture = alphabet.line(text, alphabet.fitted(text, cap, MAX_WIDE)).surface
        share = round(scale * min(1.0, MAX_WIDE / picture.get_width()) * 50) / 50
        if share > 0.04:
            picture = pygame.transform.smoothscale_by(picture, share)
            canvas.blit(picture, picture.get_rect(center=(round(at[0]), round(at[1]))))

    # -- light ------------------------------------------------------------------------------------------------

    def _draw_light(self, canvas: pygame.Surface, climax: Climax) -> None:
        if climax.multiplier < SHINING or not 0 < climax.ring < 1:
            return
        hue = HUES[heart_colour(max(heart.value for heart in climax.hearts))]
        strength = math.sin(math.pi * min(1.0, climax.ring + 0.15)) * 0.6
        canvas.fill([round(part * strength) for part in hue], layout.BOARD, pygame.BLEND_RGB_ADD)

    def _draw_ring(self, canvas: pygame.Surface, climax: Climax) -> None:
        burst, ring = self.theme.assets.moment("burst"), self.theme.assets.light.get("ring")
        if burst is not None and climax.ring < 0.5:
            share = round((0.6 + 1.4 * climax.ring) * 5) / 5
            self.theme.scaled.get(burst, share, share).draw_centred(canvas, *SUM, pygame.BLEND_RGB_ADD)
        if ring is not None:
            share = round((1.0 + 2.4 * climax.ring / RING_OVER) * 4) / 4
            self.theme.scaled.get(ring, share, share).draw_centred(canvas, *SUM, pygame.BLEND_RGB_ADD)

    @staticmethod
    def _punch(canvas: pygame.Surface, progress: float) -> None:
        """Lean in on the board and back out."""
        zoom = PUNCH * math.exp(-progress / PUNCH_DECAY)
        if zoom < 0.004:
            return
        area = layout.FRAME
        inner = area.inflate(-round(area.width * zoom), -round(area.height * zoom))
        canvas.blit(pygame.transform.scale(canvas.subsurface(inner), area.size), area)


def slam_scale(progress: float) -> float:
    """Scale of a word that falls onto the screen, by the share of its slam."""
    for (begin, first), (end, last) in itertools.pairwise(SLAM_SCALES):
        if progress <= end:
            return first + (last - first) * (progress - begin) / (end - begin)
    return 1.0


def between(start: tuple[float, float], end: tuple[float, float], progress: float) -> tuple[float, float]:
    """A point on the line from ``start`` to ``end``."""
    return start[0] + (end[0] - start[0]) * progress, start[1] + (end[1] - start[1]) * progress
