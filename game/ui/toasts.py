"""Notices: sentences for the player over whatever is on screen, for a few seconds."""

from typing import Final

import pygame

from game.ui import layout
from game.ui.panel import Panel
from game.ui.services import Services

ABOVE: Final = 106
"""Over the board, canvas pixels from the top."""
BELOW: Final = 1000
"""Over the bar, where they cover nothing of a panel."""


def draw_toasts(canvas: pygame.Surface, services: Services) -> None:
    """Draw them at the top, newest last."""
    if not services.theme.loaded:
        return
    over_panel = isinstance(services.stack.top, Panel)
    theme, y = services.theme, BELOW if over_panel else ABOVE
    for toast in services.toasts[-1 if over_panel else -3 :]:
        lines = theme.fonts.paragraph(toast.text, "body", theme.size(28), 1000)
        font = theme.fonts.font("body", theme.size(28))
        width = max(theme.fonts.width(line, "body", theme.size(28)) for line in lines) + 72
        box = pygame.Rect(0, y, width, font.get_linesize() * len(lines) + 40)
        box.centerx = layout.CANVAS.centerx
        box.bottom = min(box.bottom, layout.CANVAS.bottom - 4)
        theme.stretched(canvas, "tooltip", box)
        theme.paragraph(canvas, toast.text, box.inflate(-64, -36), size=28, align="centre")
        y = box.bottom + 10
