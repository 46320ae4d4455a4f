"""The hearts' great moment: they fly together over the dimmed board, their sum slams up and strikes the win."""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import pygame

from game.engine.rules import heart_colour
from game.platform.sprites import Sprite
from game.present.script import ease_in, ease_in_out, ease_out, ease_out_back
from game.present.stage import Climax, FlyingHeart
from game.ui import layout
from game.ui.theme import Theme
from game.ui.widgets.board import BoardWidget

DIM: Final = (0.66, 0.65, 0.5)
"""How much red, green and blue light the board loses: what is left is dusk, not black."""
ROW: Final = layout.BOARD.top + 168
"""Where the hearts line up, above their sum."""
SLOT: Final = 236
"""Between two hearts of the row, while they have the room."""
ROW_WIDTH: Final = 760
SUM: Final = (layout.BOARD.centerx, layout.BOARD.top + 402)
WIN: Final = (layout.BOARD.centerx, layout.BOARD.top + 628)
"""Middles of the sum and of the win that it multiplies."""
PRODUCT: Final = (layout.BOARD.centerx, layout.BOARD.top + 470)
"""Where the win goes as it is multiplied."""
SUM_CAP: Final = 164
WIN_CAP: Final = 84
PRODUCT_CAP: Final = 118
CLIMAX_CAPS: Final = (SUM_CAP, WIN_CAP, PRODUCT_CAP)
"""Heights of a capital in the sum, in the win and in what it becomes."""
PLAIN_SIZE: Final = 1.25
"""Size of plain letters beside the height of a capital."""
MAX_WIDE: Final = 800
"""Canvas pixels that sum and win may take."""
TRAIL: Final = 12
TRAIL_LAG: Final = 0.035
"""Stars behind a flying heart, and how far apart in its flight."""
BOB: Final = 6.0
"""Pixels a waiting heart hovers up and down."""
SPENT: Final = 0.4
"""Share of the count in which hearts burn out whose values have struck."""
WIND_UP: Final = 0.35
"""Share of a dive in which the sum draws back first."""
ARC: Final = 170
SLAM_SCALES: Final = ((0.0, 1.7), (0.32, 0.90), (0.58, 1.06), (0.84, 1.0), (1.0, 1.0))
"""Scale of the sum over its slam: falls onto the board, gives a little, rests."""
PUNCH: Final = 0.03
"""How far the camera leans in when the sum strikes."""
PUNCH_DECAY: Final = 0.22
"""Share of the count in which it leans back to a third."""
RING_OVER: Final = 0.6
"""Share of the count in which the ring of light opens, within the frame."""
RISES: Final = 0.62
"""Share of the count in which what is multiplied swells and rises."""
BLAZE: Final = 640
"""Width of the light behind the sum, canvas pixels."""
LIGHTS_KEPT: Final = 40
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
        self._lights: dict[tuple[int, str, tuple[int, ...], float], Sprite] = {}
        """Lights in the hearts' colours."""

    def dim(self, canvas: pygame.Surface, climax: Climax, hole: pygame.Rect) -> None:
        """Take the light back of the hole in the frame."""
        canvas.fill([round(255 * (1 - part * climax.dim)) for part in DIM], hole, pygame.BLEND_RGB_MULT)

    def draw(
        self,
        canvas: pygame.Surface,
        climax: Climax,
        board: BoardWidget,
        money: Callable[[int], str],
        total: tuple[int, int],
        clock: float,
    ) -> None:
        """Everything above the board; ``total`` is the total multiplier's middle, ``clock`` seconds for what hovers."""
        if climax.joyful and not self.calm:
            self._draw_light(canvas, climax)
            if 0 < climax.ring < RING_OVER and not self.still:
                self._draw_ring(canvas, climax)
        for flyer in climax.hearts:
            self._draw_heart(canvas, climax, flyer, board, clock)
        if climax.joyful and climax.sum and not climax.ring:
            self._draw_blaze(canvas, climax, clock)
        self._draw_sum(canvas, climax, total, clock)
        self._draw_win(canvas, climax, money)

    # -- hearts -----------------------------------------------------------------------------------------------

    def slot(self, climax: Climax, number: int) -> tuple[tuple[float, float], float]:
        """Middle and scale of the ``number``-th heart of the row."""
        count = len(climax.hearts)
        apart = min(SLOT, ROW_WIDTH / count)
        x = layout.BOARD.centerx + (number - (count - 1) / 2) * apart
        return (x, ROW), min(1.22, 1.22 * apart / 200)

    def _draw_heart(
        self, canvas: pygame.Surface, climax: Climax, flyer: FlyingHeart, board: BoardWidget, clock: float
    ) -> None:
        spent = min(1.0, (climax.turn or climax.ring) / SPENT)
        if spent >= 1:
            return
        start = board.heart_place(flyer.start, flyer.value)
        end, size = self.slot(climax, flyer.slot)
        progress = float(flyer.progress > 0) if self.still else flyer.progress
        if self.still and 0 < flyer.progress < 1:  # from its cell into the row without a way between
            self._put(canvas, board.heart(flyer.value, None), start, 1, 1 - flyer.progress)
            self._put(canvas, board.heart(flyer.value, None), end, size, flyer.progress)
            return
        wings = None if self.still or not (flyer.shake or progress) else clock + 0.07 * flyer.slot
        pictures = board.heart(flyer.value, wings)
        if progress == 0:
            swing = 0.0 if self.still else 7 * flyer.shake * math.sin(flyer.shake * 26)
            self._put(canvas, pictures, (start[0] + swing, start[1]), 1 if self.still else 1 + 0.12 * flyer.shake)
            return
        if progress < 1 and climax.joyful:
            self._draw_trail(canvas, start, end, progress, HUES[heart_colour(flyer.value)])
        scale = 1 + (size - 1) * progress + 0.28 * math.sin(math.pi * progress)
        x, y = self._on_arc(start, end, progress)
        if progress == 1 and not self.still:
            y += BOB * math.sin(5.2 * clock + 1.1 * flyer.slot)
            if flyer.slot == max(heart.slot for heart in climax.hearts if heart.progress == 1):
                scale *= 1 + 0.16 * math.sin(math.pi * min(1.0, 2 * climax.slam))
        self._put(canvas, pictures, (x, y), scale * (1 + 0.4 * spent * (not self.still)), 1 - spent)

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
        self,
        canvas: pygame.Surface,
        start: tuple[float, float],
        end: tuple[float, float],
        progress: float,
        hue: Sequence[int],
        small: float = 0.0,
    ) -> None:
        star = self.theme.assets.light.get("star4")
        if star is None:
            return
        star = self._lit("star4", star, [min(255, part + 70) for part in hue], 1.0)
        for number in range(1, TRAIL + 1):
            at = progress - TRAIL_LAG * number
            if at <= 0:
                return
            x, y = self._on_arc(start, end, at)
            x, y = x + 9 * math.sin(number * 2.4), y + 9 * math.cos(number * 1.9)
            share = round((1 - 0.3 * small) * (1.5 - 0.09 * number), 2)
            self.theme.scaled.get(star, share, share).draw_centred(canvas, x, y, pygame.BLEND_RGB_ADD)

    def _put(
        self,
        canvas: pygame.Surface,
        pictures: Sequence[Sprite],
        at: tuple[float, float],
        scale: float,
        strength: float = 1.0,
    ) -> None:
        share = round(scale * 25) / 25  # few sizes, so that they stay cached
        for picture in pictures:
            sprite = self.theme.scaled.get(picture, share, share)
            sprite.surface.set_alpha(round(255 * strength))
            sprite.draw_centred(canvas, *at)
            sprite.surface.set_alpha(255)

    # -- the sum and the win ----------------------------------------------------------------------------------

    def _draw_sum(self, canvas: pygame.Surface, climax: Climax, total: tuple[int, int], clock: float) -> None:
        if not climax.sum or climax.ring > 0:
            return
        value, scale = climax.sum, slam_scale(climax.slam)
        if climax.turn > 0:
            value, scale = climax.multiplier, slam_scale(climax.turn)
            words = pygame.Rect(0, 0, MAX_WIDE, 60)
            words.midbottom = SUM[0], SUM[1] - SUM_CAP // 2 - 36
            if climax.turn > 0.5:
                self.theme.text(canvas, self.theme.tr("TOTAL MULTIPLIER"), words, size=44, style="strong")
        elif 0 < climax.gather < 1 and not self.still:
            self._draw_copy(canvas, climax, total)
        at: tuple[float, float] = SUM
        if self.still:
            scale = 1.0
        elif climax.strike > 0:
            back, dive = min(1.0, climax.strike / WIND_UP), max(0.0, (climax.strike - WIND_UP) / (1 - WIND_UP))
            at = between((SUM[0], SUM[1] - 34 * ease_out(back)), WIN, ease_in(dive))
            scale = 1 + 0.14 * ease_out(back) - 0.72 * ease_in(dive)
        else:
            scale *= 1 + 0.018 * math.sin(9 * clock)
        self._write(canvas, f"×{value}", SUM_CAP, at, scale)

    def _draw_copy(self, canvas: pygame.Surface, climax: Climax, total: tuple[int, int]) -> None:
        """The sum stays; a copy of it flies to the total multiplier, with a tail of stars."""
        flown = ease_in_out(climax.gather)
        self._draw_trail(canvas, SUM, total, flown, (255, 255, 255), small=0.6)
        self._write(canvas, f"×{climax.sum}", SUM_CAP, self._on_arc(SUM, total, flown), 0.62 - 0.2 * flown)

    def _draw_win(self, canvas: pygame.Surface, climax: Climax, money: Callable[[int], str]) -> None:
        product = climax.before * climax.multiplier
        text = money(round(climax.before + (product - climax.before) * ease_out(climax.ring)))
        grown = min(1.0, climax.ring / RISES)
        at: tuple[float, float] = WIN
        if self.still:
            cap, at = (PRODUCT_CAP, PRODUCT) if climax.ring else (WIN_CAP, WIN)
            self._write_amount(canvas, climax, text, cap, at, 1.0)
        elif climax.ring >= 1 and climax.dim < 1:  # it goes into the meter
            gone = ease_in(1 - climax.dim)
            if gone < 0.9:
                at, scale = between(PRODUCT, layout.WIN.center, gone), 1 - 0.62 * ease_out(gone)
                self._write_amount(canvas, climax, text, PRODUCT_CAP, at, scale)
        elif climax.ring > 0:
            small = WIN_CAP / PRODUCT_CAP
            at, scale = between(WIN, PRODUCT, ease_in_out(grown)), small + (1 - small) * ease_out(grown)
            scale += 0.16 * math.sin(math.pi * grown)
            self._write_amount(canvas, climax, text, PRODUCT_CAP, at, scale)
        else:
            shudder = 1 + 0.1 * max(0.0, climax.strike - 0.8) / 0.2
            self._write_amount(canvas, climax, text, WIN_CAP, WIN, max(0.02, ease_out_back(climax.dim)) * shudder)

    def _write_amount(
        self, canvas: pygame.Surface, climax: Climax, text: str, cap: int, at: tuple[float, float], scale: float
    ) -> None:
        """An amount: in gold where the round has won more than it cost, plain where it has not."""
        if climax.joyful:
            self._write(canvas, text, cap, at, scale)
            return
        picture = self.theme.fonts.line(text, "strong", round(cap * PLAIN_SIZE), self.theme.colour("text"), 4)
        self._blit(canvas, picture, at, scale)

    def _write(self, canvas: pygame.Surface, text: str, cap: int, at: tuple[float, float], scale: float) -> None:
        alphabet = self.theme.assets.alphabet
        if not alphabet.covers(text):
            self._blit(canvas, self.theme.lettering(text, cap), at, scale)
        elif round(scale * 50) == 50:
            alphabet.draw(canvas, text, alphabet.fitted(text, cap, MAX_WIDE), *at)
        else:
            self._blit(canvas, alphabet.line(text, alphabet.fitted(text, cap, MAX_WIDE)).surface, at, scale)

    @staticmethod
    def _blit(canvas: pygame.Surface, picture: pygame.Surface, at: tuple[float, float], scale: float) -> None:
        share = (
            round(min(scale, scale * MAX_WIDE / picture.get_width(), 1.15 * MAX_WIDE / picture.get_width()) * 50) / 50
        )
        if share > 0.04:
            picture = picture if share == 1 else pygame.transform.smoothscale_by(picture, share)
            canvas.blit(picture, picture.get_rect(center=(round(at[0]), round(at[1]))))

    # -- light ------------------------------------------------------------------------------------------------

    def _draw_light(self, canvas: pygame.Surface, climax: Climax) -> None:
        if climax.multiplier < SHINING or not 0 < climax.ring < 1:
            return
        hue = HUES[heart_colour(max(heart.value for heart in climax.hearts))]
        strength = math.sin(math.pi * min(1.0, climax.ring + 0.15)) * 0.6
        canvas.fill([round(part * strength) for part in hue], layout.BOARD, pygame.BLEND_RGB_ADD)

    def _draw_ring(self, canvas: pygame.Surface, climax: Climax) -> None:
        middle = between(WIN, PRODUCT, ease_in_out(min(1.0, climax.ring / RISES)))
        burst, ring = self.theme.assets.moment("burst"), self.theme.assets.light.get("ring")
        if burst is not None and climax.ring < 0.5:
            share = round((0.6 + 1.4 * climax.ring) * 5) / 5
            self.theme.scaled.get(burst, share, share).draw_centred(canvas, *middle, pygame.BLEND_RGB_ADD)
        if ring is not None:
            share = round((1.0 + 2.4 * climax.ring / RING_OVER) * 4) / 4
            self.theme.scaled.get(ring, share, share).draw_centred(canvas, *middle, pygame.BLEND_RGB_ADD)

    def _draw_blaze(self, canvas: pygame.Surface, climax: Climax, clock: float) -> None:
        """Light behind the sum: it flares up with each value that joins, then breathes until the sum dives."""
        strongest = max(heart.value for heart in climax.hearts if heart.progress == 1)
        hue = [min(255, 20 + round(1.6 * part)) for part in HUES[heart_colour(strongest)]]
        glow, burst = self.theme.assets.light.get("glow"), self.theme.assets.moment("burst")
        flare = 0.0 if self.still or self.calm else (1 - climax.slam) ** 2
        fading = 1 - climax.strike
        breath = 0.0 if self.still else 0.5 + 0.5 * math.sin(7 * clock)
        if glow is not None:
            strength = math.ceil(8 * fading * min(1.0, 0.62 + 0.38 * flare + 0.12 * breath)) / 8
            share = (BLAZE + 60 * flare + 26 * breath) / glow.size[0]
            lit = self._lit("glow", glow, hue, strength)
            share = round(share, 1)
            self.theme.scaled.get(lit, share, share).draw_centred(canvas, *SUM, pygame.BLEND_RGB_ADD)
        if burst is not None and flare > 0.05:
            share = round(0.75 + 0.5 * climax.slam, 1)
            lit = self._lit("burst", burst, [min(255, part + 60) for part in hue], math.ceil(4 * flare) / 4)
            self.theme.scaled.get(lit, share, share).draw_centred(canvas, *SUM, pygame.BLEND_RGB_ADD)

    def _lit(self, name: str, sprite: Sprite, hue: Sequence[int], strength: float) -> Sprite:
        """A light in a colour, as strong as that says."""
        key = (id(self.theme.assets), name, tuple(hue), strength)
        if key not in self._lights:
            surface = sprite.surface.copy()
            surface.fill([round(part * strength) for part in hue], special_flags=pygame.BLEND_RGB_MULT)
            self._lights[key] = replace(sprite, surface=surface)
            while len(self._lights) > LIGHTS_KEPT:
                self.theme.scaled.forget([self._lights.pop(next(iter(self._lights)))])
        return self._lights[key]


def punch(climax: Climax | None) -> float:
    """How far the camera leans in on the board, as a share, as the sum strikes what it multiplies."""
    if climax is None or not climax.joyful or not 0 < climax.ring < 1:
        return 0.0
    return PUNCH * math.exp(-climax.ring / PUNCH_DECAY)


def slam_scale(progress: float) -> float:
    """Scale of a word that falls onto the screen, by the share of its slam."""
    for (begin, first), (end, last) in itertools.pairwise(SLAM_SCALES):
        if progress <= end:
            return first + (last - first) * (progress - begin) / (end - begin)
    return 1.0


def between(start: tuple[float, float], end: tuple[float, float], progress: float) -> tuple[float, float]:
    """A point on the line from ``start`` to ``end``."""
    return start[0] + (end[0] - start[0]) * progress, start[1] + (end[1] - start[1]) * progress
