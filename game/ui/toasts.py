"""Notices: sentences for the player, for a few seconds: above the board, or below a panel, and never over the board."""

from typing import Final

import pygame

from game.ui import layout
from game.ui.panel import Panel
from game.ui.services import Services, Toast

ABOVE: Final = pygame.Rect(444, 4, 1032, layout.BOARD.top - 10)
"""Where they may stand over the table: the banner's place and the frame's upper edge."""
BELOW: Final = pygame.Rect(360, 930, 1200, 146)
"""Where they may stand under a panel."""
SIZE: Final = 28
MIN_SIZE: Final = 20
"""Size of their letters, smaller where a long one would not fit."""
PAD: Final = (36, 14)
BUTTON_PAD: Final = 24
OPEN: Final = "Open folder"


def place_toast(services: Services, toast: Toast) -> tuple[pygame.Rect, pygame.Rect | None, int]:
    """Where a notice stands, where its button does, if it has one, and the size of its letters."""
    theme, fonts = services.theme, services.theme.fonts
    over_panel = isinstance(services.stack.top, Panel)
    room, size = (BELOW if over_panel else ABOVE), theme.size(SIZE)
    while True:
        button = 0
        if toast.folder is not None:
            button = fonts.width(services.tr(OPEN), "strong", size) + 2 * BUTTON_PAD
        lines = fonts.paragraph(toast.text, "body", size, room.width - 2 * PAD[0] - button)
        height = max(layout.MIN_TARGET if button else 0, fonts.font("body", size).get_linesize() * len(lines))
        if height + 2 * PAD[1] <= room.height or size <= MIN_SIZE:
            break
        size -= 1
    width = max(fonts.width(line, "body", size) for line in lines) + 2 * PAD[0] + button
    box = pygame.Rect(0, room.top, min(width, room.width), min(height + 2 * PAD[1], room.height))
    box.centerx = layout.CANVAS.centerx
    if over_panel:
        box.bottom = room.bottom
    if not button:
        return box, None, size
    place = pygame.Rect(box.right - button - 8, 0, button, min(layout.MIN_TARGET, box.height - 12))
    place.centery = box.centery
    return box, place, size


def draw_toasts(canvas: pygame.Surface, services: Services) -> None:
    """Draw the newest; those before it come back when it is gone."""
    if not services.theme.loaded or not services.toasts:
        return
    theme, toast = services.theme, services.toasts[-1]
    box, button, size = place_toast(services, toast)
    theme.stretched(canvas, "tooltip", box)
    words = box.inflate(-2 * PAD[0], -2 * PAD[1])
    if button is not None:
        words.width = button.left - words.left - 8
        theme.stretched(canvas, "button/normal", button)
        theme.text(canvas, services.tr(OPEN), button.inflate(-16, -12), size=SIZE, style="strong")
    lines = theme.fonts.paragraph(toast.text, "body", size, words.width)
    step = theme.fonts.font("body", size).get_linesize()
    for number, text in enumerate(lines):
        line = theme.fonts.line(text, "body", size, theme.colour("text"))
        middle = words.centery + round((number - (len(lines) - 1) / 2) * step)
        canvas.blit(line, line.get_rect(center=(words.centerx, middle)))


def press_toast(services: Services, x: float, y: float) -> bool:
    """Open the folder that the notice on screen names, where its button was pressed."""
    if not services.theme.loaded or not services.toasts:
        return False
    toast = services.toasts[-1]
    button = place_toast(services, toast)[1]
    if toast.folder is None or button is None or not button.collidepoint(x, y):
        return False
    services.open_folder(toast.folder)
    return True
