"""The mouse pointer: the skin's own, as large as the window asks for, and out of sight while the mouse rests."""

from typing import Final

import pygame

from game.platform.sprites import Sprite

HOT_SPOT: Final = (4, 4)
"""Canvas pixels from the picture's top left to its tip."""
MIN_SCALE: Final = 0.6
"""A pointer smaller than this is hard to find again."""


class Pointer:
    """Sets the system's pointer only when something about it changes."""

    def __init__(self) -> None:
        self._shown: tuple[object, ...] = ()
        self._visible = True

    def show(self, sprite: Sprite | None, scale: float, *, visible: bool) -> None:
        """Point with a picture at ``scale`` window pixels a canvas pixel, or with the system's pointer for None."""
        if visible != self._visible:
            self._visible = visible
            pygame.mouse.set_visible(visible)
        key = (sprite, round(max(scale, MIN_SCALE), 2))
        if key == self._shown or not visible:
            return
        self._shown = key
        try:
            pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_ARROW if sprite is None else drawn(sprite, key[1]))
        except pygame.error:
            return  # the system keeps its own pointer


def drawn(sprite: Sprite, scale: float) -> pygame.cursors.Cursor:
    """A pointer of a picture's colours."""
    whole = pygame.Surface(sprite.size, pygame.SRCALPHA)
    whole.blit(sprite.surface, sprite.offset)
    size = (max(1, round(sprite.size[0] * scale)), max(1, round(sprite.size[1] * scale)))
    hot_spot = (round(HOT_SPOT[0] * scale), round(HOT_SPOT[1] * scale))
    return pygame.cursors.Cursor(hot_spot, pygame.transform.smoothscale(whole, size))
