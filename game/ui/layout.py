"""Where things stand on the 1920 x 1080 canvas."""

from itertools import pairwise
from typing import Final

import pygame

from game.present.stage import CELL

Rect = pygame.Rect

BOARD: Final = Rect(516, 144, 6 * CELL, 5 * CELL)
FRAME: Final = Rect(472, 100, 976, 828)
BANNER: Final = Rect(530, 8, 860, 54)
LOGO: Final = Rect(12, 4, 424, 212)
BUY: Final = Rect(28, 268, 392, 160)
ANTE: Final = Rect(28, 440, 392, 128)
ANTE_TOGGLE: Final = Rect(294, 468, 112, 72)
WINS: Final = Rect(28, 580, 392, 236)
CLOCK: Final = Rect(28, 828, 392, 104)
FREE_CLOCK: Final = Rect(28, 858, 392, 74)
"""In the free spins, where nothing is staked, it is two lines high."""
PICTURE_CLOCK: Final = Rect(28, 994, 392, 74)
"""Where the clock stands on a picture that fills the screen, whose amounts are as wide as the table's left column."""
CHARACTER: Final = Rect(1464, 112, 456, 832)
CHARACTER_SPACE: Final = Rect(1360, 0, 560, 944)
"""Where she may be drawn: her place and room for hair and wand."""
CAT: Final = Rect(1724, 868, 140, 80)
PROOF: Final = Rect(1448, 18, 204, 68)
"""What commits the game to the next round, beside the skin's name."""
THEME: Final = Rect(1664, 16, 232, 72)
THEME_BUTTON: Final = Rect(1824, 16, 72, 72)
BAR: Final = Rect(0, 936, 1920, 144)
CONSOLE: Final = (0, 920)
"""Where the console's picture is drawn; it is solid from its rail down, and the rail hides her hem."""
HEM: Final = Rect(1464, 942, 456, 138)
MENU: Final = Rect(16, 982, 72, 72)
SOUND: Final = Rect(100, 982, 72, 72)
INFO: Final = Rect(184, 982, 72, 72)
CREDIT: Final = Rect(268, 970, 272, 96)
BET: Final = Rect(552, 970, 164, 96)
WIN: Final = Rect(752, 968, 416, 104)
SPEED: Final = Rect(1200, 978, 80, 80)
AUTOPLAY: Final = Rect(1298, 978, 80, 80)
MINUS: Final = Rect(1396, 978, 80, 80)
SPIN: Final = Rect(1504, 886, 176, 176)
PLUS: Final = Rect(1708, 978, 80, 80)
HISTORY: Final = Rect(1806, 978, 80, 80)
CANVAS: Final = Rect(0, 0, 1920, 1080)
TIMELINE: Final = Rect(1200, 946, 688, 54)
LEADING: Final = Rect(1200, 1002, 688, 72)
"""A replay's bar, in the place of the buttons that bet and spin."""

SPINS_LEFT: Final = Rect(28, 268, 392, 84)
TOTAL_MULTIPLIER: Final = Rect(18, 352, 412, 264)
TOTAL_LABEL: Final = Rect(20, 602, 408, 50)
FREE_WINS: Final = Rect(28, 662, 392, 184)
"""In free spins these take the places of the buy button, the ante panel and the list of wins."""


def columns(rect: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """``count`` rectangles of equal width side by side that fill ``rect``, ``gap`` pixels apart."""
    edges = [rect.left + round(number * (rect.width + gap) / count) for number in range(count + 1)]
    return [Rect(left, rect.top, right - gap - left, rect.height) for left, right in pairwise(edges)]


MIN_TARGET: Final = 66
"""Canvas pixels that are 44 pixels in a 1280 x 720 window."""
