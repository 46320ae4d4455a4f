"""The card that buys free spins: a picture, what is bought, and its price."""

from collections.abc import Callable
from typing import Final

import pygame

from game.engine.rules import SCATTER
from game.ui.boxes import Words, always, words
from game.ui.theme import Theme
from game.ui.widgets.controls import Control

PICTURE: Final = (88, 82)
"""Where the scatter's middle lies on the card."""
PICTURE_HEIGHT: Final = 142
RIGHT: Final = (172, 14, 206, 132)
"""The card's quiet part: x, y, w, h."""
PRICE_HEIGHT: Final = 44
FOOT: Final = 26
"""Height of the line that says what it costs on average."""
LIGHTS: Final = {"hover": (22, 20, 26), "pressed": (190, 184, 196)}
LIGHT_BLENDS: Final = {
    "hover": pygame.BLEND_RGB_ADD,
    "pressed": pygame.BLEND_RGB_MULT,
}
"""What falls on the card in its states: light, or shade over the whole of it."""
SHADE: Final = (132, 132, 146)
FADES: Final = 0.22
"""What is left of its light while it cannot be bought, and seconds in which that comes and goes."""


class BuyCard(Control):
    """A button as large as the double chance's card and no louder."""

    def __init__(
        self,
        rect: pygame.Rect,
        name: str,
        on_press: Callable[[], None],
        *,
        price: Callable[[], str],
        average: Callable[[], str],
        tooltip: Words = "",
        enabled: Callable[[], bool] = always,
        visible: Callable[[], bool] = always,
    ) -> None:
        super().__init__(rect, name, on_press, tooltip=tooltip, enabled=enabled, visible=visible)
        self.price, self.average = price, average
        self.shade = 0.0
        """How far it has stepped back for a round that is played, 0 to 1."""

    def update(self, dt: float, *, still: bool) -> None:
        """Step back or come forward, at once if nothing shall move."""
        goal = float(self.state == "disabled")
        step = 1.0 if still else dt / FADES
        self.shade = min(goal, self.shade + step) if goal else max(goal, self.shade - step)

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        state = self.state
        outset = theme.assets.outset.get("buy", 0)
        if theme.high_contrast:
            theme.stretched(canvas, "plate", self.rect)
        else:
            theme.assets.ui["buy"].draw(canvas, self.rect.left - outset, self.rect.top - outset)
        down = 2 if state == "pressed" else 0
        scatter = theme.assets.symbols[SCATTER]
        scale = PICTURE_HEIGHT / scatter.surface.get_height()
        picture = theme.scaled.get(scatter, scale, scale)
        middle = self.rect.left + PICTURE[0], self.rect.top + PICTURE[1] + down
        canvas.blit(picture.surface, picture.surface.get_rect(center=middle))
        left, top, width, height = RIGHT
        box = pygame.Rect(self.rect.left + left, self.rect.top + top + down, width, height)
        label = pygame.Rect(box.left - 8, box.top, box.width, box.height - PRICE_HEIGHT - FOOT - 4)
        colour = "muted" if self.shade > 0.5 else "text"
        text = words(theme, self.name)
        theme.words(canvas, text, label, size=28, style="strong", colour=colour, align="centre")
        well = pygame.Rect(box.left, box.bottom - PRICE_HEIGHT - FOOT, box.width, PRICE_HEIGHT)
        theme.stretched(canvas, "well", well)
        shown = "muted" if self.shade > 0.5 else "gold"
        theme.text(canvas, self.price(), well.inflate(-24, -8), size=28, style="strong", colour=shown)
        foot = pygame.Rect(box.left, box.bottom - FOOT, box.width, FOOT + 2)
        theme.text(canvas, self.average(), foot, size=22, colour="muted")
        if self.shade > 0:
            shade = [round(255 + (part - 255) * self.shade) for part in SHADE]
            canvas.fill(shade, self.rect.inflate(-4, -4), pygame.BLEND_RGB_MULT)
        if state in LIGHTS:
            canvas.fill(LIGHTS[state], self.rect.inflate(-4, -4), LIGHT_BLENDS[state])
        if state == "focused":
            theme.stretched(canvas, "focus", self.rect)
