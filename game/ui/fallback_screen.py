"""Plain screens for when there is no skin to draw with: the first frame, and a sentence when nothing else works."""

from pathlib import Path
from typing import Final

import pygame

from game.platform.display import Display
from game.platform.text import Fonts
from game.ui import layout

NIGHT: Final = (14, 8, 34)
GOLD: Final = (255, 216, 115)
LIGHT: Final = (255, 246, 224)


def first_frame(display: Display, fonts_folder: Path) -> None:
    """Something to look at within a moment of the start: the night sky's colour and the game's name."""
    pygame.font.init()
    name = Fonts(fonts_folder).line("Celestial Hearts", "display", 96, GOLD)
    display.canvas.fill(NIGHT)
    display.canvas.blit(name, name.get_rect(center=(layout.CANVAS.centerx, 470)))
    display.show()


def show_until_pressed(display: Display, fonts_folder: Path, text: str, ask: str) -> bool:
    """A sentence in the window until the player presses something; True for Enter."""
    fonts = Fonts(fonts_folder)
    display.canvas.fill(NIGHT)
    y = 420
    for line in [*fonts.paragraph(text, "body", 40, 1300), "", ask]:
        picture = fonts.line(line, "body", 40, LIGHT)
        display.canvas.blit(picture, picture.get_rect(center=(layout.CANVAS.centerx, y)))
        y += 60
    pygame.event.clear()  # what was pressed before could be read is no answer
    while True:
        for event in pygame.event.get():
            if event.type in (pygame.QUIT, pygame.MOUSEBUTTONDOWN):
                return False
            if event.type == pygame.KEYDOWN:
                return event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
        display.show()
        display.wait_for_frame(30)
