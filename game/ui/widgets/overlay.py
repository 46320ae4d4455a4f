"""Short messages over the board: more free spins, a big spin within the free spins."""

from typing import Final

import pygame

from game.present.script import ease_in, ease_out_back
from game.present.stage import Overlay
from game.ui import layout
from game.ui.services import Services

CAP: Final = 92
WIDTH: Final = 820
CREST: Final = "crest/2"
CREST_POINT: Final = (600, 520)
"""The point of the crest's canvas that lies under the middle of the added spins."""
ADDED_CAP: Final = 190
ADDED_WORDS: Final = 66
"""Heights of a capital in how many spins are added, and in what they are."""
PLATE: Final = (1200, 860)
LEAVES: Final = 0.84
"""Share of its time after which a message leaves."""


def draw_overlay(canvas: pygame.Surface, services: Services, overlay: Overlay, amount: str) -> None:
    """Draw ``overlay``; ``amount`` is what its number comes to in money."""
    theme, progress, still = services.theme, overlay.progress, services.settings.reduced_motion
    burst = theme.assets.moment("burst_gold") if overlay.joyful and not services.settings.reduce_flashing else None
    if burst is not None and progress < 0.25 and not still:
        burst.draw_centred(canvas, *layout.BOARD.center, pygame.BLEND_RGB_ADD)
    grown = 1.0 if still else ease_out_back(min(1.0, progress / 0.2))
    gone = max(0.0, (progress - LEAVES) / (1 - LEAVES))
    middle = layout.BOARD.center
    if overlay.kind == "retrigger":
        picture = _crest(services, overlay.number)
        if gone and not still:  # it goes where they are counted
            goal, gone = (layout.SPINS_LEFT.right - 78, layout.SPINS_LEFT.centery), ease_in(gone)
            middle = (
                round(middle[0] + (goal[0] - middle[0]) * gone),
                round(middle[1] + (goal[1] - middle[1]) * gone),
            )
            grown, gone = 1 - 0.9 * gone, 0.0
    else:
        picture = _line(services, amount)
    scale = round(max(0.05, grown) * 40) / 40
    if scale != 1:
        picture = pygame.transform.smoothscale_by(picture, scale)
    if gone:
        picture = picture.copy()
        picture.set_alpha(round(255 * (1 - gone)))
    canvas.blit(picture, picture.get_rect(center=middle))


def _line(services: Services, words: str) -> pygame.Surface:
    theme = services.theme
    if theme.assets.alphabet.covers(words):
        return theme.assets.alphabet.line(words, theme.assets.alphabet.fitted(words, CAP, WIDTH)).surface
    picture = theme.lettering(words, CAP)
    wide = picture.get_width()
    return picture if wide <= WIDTH else pygame.transform.smoothscale_by(picture, WIDTH / wide)


def _crest(services: Services, spins: int) -> pygame.Surface:
    """How many spins were added, before a crest; its middle in the surface's."""
    theme, plate = services.theme, pygame.Surface(PLATE, pygame.SRCALPHA)
    x, y = PLATE[0] // 2, PLATE[1] // 2
    crest = theme.assets.moment(CREST)
    if crest is not None:
        crest.draw(plate, x - CREST_POINT[0], y - CREST_POINT[1])
    number, words = f"+{spins}", services.tr("Free Spins")
    theme.figures(plate, number, pygame.Rect(x - WIDTH // 2, y - 60, WIDTH, 120), cap=ADDED_CAP)
    theme.figures(plate, words, pygame.Rect(x - WIDTH // 2, y + 110, WIDTH, 120), cap=ADDED_WORDS, face="enamel")
    return plate
