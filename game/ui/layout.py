"""Where things stand on the 1920 x 1080 canvas."""

from typing import Final

import pygame

from game.present.stage import CELL

Rect = pygame.Rect

BOARD: Final = Rect(516, 144, 6 * CELL, 5 * CELL)
FRAME: Final = Rect(472, 100, 976, 828)
BANNER: Final = Rect(516, 14, 888, 74)
LOGO: Final = Rect(32, 16, 408, 192)
BUY: Final = Rect(48, 224, 376, 116)
ANTE: Final = Rect(48, 356, 376, 148)
ANTE_TOGGLE: Final = Rect(296, 364, 112, 72)
WINS: Final = Rect(48, 520, 376, 300)
CLOCK: Final = Rect(48, 836, 376, 84)
CHARACTER: Final = Rect(1464, 104, 456, 832)
CHARACTER_SPACE: Final = Rect(1360, 0, 560, 936)
"""Where she may be drawn: her place and room for hair and wand."""
CAT: Final = Rect(1724, 868, 140, 80)
THEME: Final = Rect(1664, 16, 232, 72)
THEME_BUTTON: Final = Rect(1824, 16, 72, 72)
BAR: Final = Rect(0, 936, 1920, 144)
MENU: Final = Rect(24, 972, 72, 72)
SOUND: Final = Rect(112, 972, 72, 72)
INFO: Final = Rect(200, 972, 72, 72)
CREDIT: Final = Rect(288, 948, 272, 120)
BET: Final = Rect(572, 948, 180, 120)
WIN: Final = Rect(760, 948, 400, 120)
SPEED: Final = Rect(1208, 968, 80, 80)
AUTOPLAY: Final = Rect(1304, 968, 80, 80)
MINUS: Final = Rect(1408, 968, 80, 80)
SPIN: Final = Rect(1504, 892, 176, 176)
PLUS: Final = Rect(1696, 968, 80, 80)
HISTORY: Final = Rect(1800, 968, 80, 80)
CANVAS: Final = Rect(0, 0, 1920, 1080)

SPINS_LEFT: Final = Rect(48, 224, 376, 92)
TOTAL_MULTIPLIER: Final = Rect(48, 328, 376, 176)
"""In free spins these two take the places of the buy button and the ante panel."""

MIN_TARGET: Final = 66
"""Canvas pixels that are 44 pixels in a 1280 x 720 window."""
