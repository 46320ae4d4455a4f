"""Short messages over the board: more free spins, a big spin within the free spins."""

import pygame

from game.present.script import ease_out_back
from game.present.stage import Overlay
from game.ui import layout
from game.ui.services import Services

CAP: int = 92
WIDTH: int = 820


def draw_overlay(canvas: pygame.Surface, services: Services, overlay: Overlay, amount: str) -> None:
    """Draw ``overlay``; ``amount`` is what its number comes to in money."""
    theme, progress, still = services.theme, overlay.progress, services.settings.reduced_motion
    grown = 1.0 if still else ease_out_back(min(1.0, progress / 0.2))
    gone = max(0.0, (progress - 0.85) / 0.15)
    words = amount
    if overlay.kind == "retrigger":
        words = services.tr("+{count} FREE SPINS").format(count=overlay.number)
    alphabet = theme.assets.alphabet
    if alphabet.covers(words):
        picture = alphabet.line(words, alphabet.fitted(words, CAP, WIDTH)).surface
    else:
        picture = theme.lettering(words, CAP)
        if picture.get_width() > WIDTH:
            picture = pygame.transform.smoothscale_by(picture, WIDTH / picture.get_width())
    scale = round(max(0.05, grown) * 40) / 40
    if scale != 1:
        picture = pygame.transform.smoothscale_by(picture, scale)
    if gone:
        picture = picture.copy()
        picture.set_alpha(round(255 * (1 - gone)))
    burst = theme.assets.moment("burst_gold") if overlay.joyful and not services.settings.reduce_flashing else None
    if burst is not None and progress < 0.25 and not still:
        burst.draw_centred(canvas, *layout.BOARD.center, pygame.BLEND_RGB_ADD)
    canvas.blit(picture, picture.get_rect(center=layout.BOARD.center))
