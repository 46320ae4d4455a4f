"""High contrast: opaque black plates with plain outlines in place of the skin's pieces, and colours that stand out."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import pygame

from game.platform.text import Colour

BLACK: Final = (0, 0, 0)
WHITE: Final = (255, 255, 255)
YELLOW: Final = (255, 228, 92)
GREY: Final = (150, 150, 150)
DARK: Final = (64, 64, 64)
COLOURS: Final[Mapping[str, Colour]] = MappingProxyType(
    {
        "text": WHITE,
        "muted": (226, 226, 226),
        "gold": YELLOW,
        "accent": (110, 60, 190),
        "edge": BLACK,
        "veil": BLACK,
        "good": (150, 255, 170),
        "warn": (255, 190, 120),
    }
)
"""In place of a skin's flat colours; each text colour is 7:1 and more on black."""
LINES: Final = MappingProxyType({"disabled": GREY, "hover": YELLOW, "focused": YELLOW, "selected": YELLOW})
"""State -> colour of the outline, white otherwise."""
WIDE: Final = ("button_primary", "panel", "focus")
"""What has a wider outline."""
ROUND: Final = 12
"""Radius of corners, canvas pixels."""


def draw_plain(canvas: pygame.Surface, name: str, rect: pygame.Rect, *, circle: bool = False) -> None:
    """A plate in the place of the kit's piece ``name``, such as ``button/hover``."""
    kind, _, state = name.partition("/")
    radius = min(rect.size) // 2 if circle else ROUND
    if kind != "focus":
        fill = DARK if state == "pressed" else WHITE if state == "fill" else BLACK
        pygame.draw.rect(canvas, fill, rect, border_radius=radius)
    line = YELLOW if kind == "focus" else GREY if kind == "card" else LINES.get(state, WHITE)
    width = 5 if kind in WIDE or state in ("selected", "focused") else 2 if kind == "card" else 3
    pygame.draw.rect(canvas, line, rect, width, border_radius=radius)
