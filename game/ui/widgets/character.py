"""The character on the canvas: her sheets, the drawings of the moment and the light of her wand."""

import random
from collections.abc import Sequence
from typing import Final

import pygame

from game.present.character import CharacterState, Placed
from game.ui.character_sheet import CharacterSheet
from game.ui.widgets.particles import blit_many

PANEL: Final = (1464, 112)
"""Where her panel stands on the canvas."""


class CharacterWidget:
    """Her figure in its panel on the canvas."""

    def __init__(
        self,
        sheet: CharacterSheet,
        rng: random.Random,
        origin: tuple[int, int] = PANEL,
        *,
        patience: float | None = None,
    ) -> None:
        """``origin`` is the panel's top left corner on the canvas.

        ``patience``: seconds for which a frame waits for a drawing that is not open yet; then what was shown stays.
        Without it the frame waits, so that the same steps always show the same.
        """
        self.sheet, self.origin, self.patience = sheet, origin, patience
        self.state = CharacterState(sheet.spec, rng)
        self.shown: tuple[Placed, ...] = tuple(self.state.pose())
        """What :meth:`draw` draws, back to front; it changes only with :meth:`update`."""

    @property
    def reduced_motion(self) -> bool:
        """Whether she keeps still; only her face changes then."""
        return self.state.reduced_motion

    @reduced_motion.setter
    def reduced_motion(self, still: bool) -> None:
        if still != self.state.reduced_motion:
            self.state.reduced_motion = still
            self.shown = tuple(self.state.pose())

    def play(self, clip: str) -> None:
        """Start a clip or take a stance (:data:`~game.present.character.CLIPS`, ``STANCES``)."""
        self.state.play(clip)
        self.sheet.reel.ahead(self.state.upcoming())

    def release(self) -> None:
        """Let go of a clip that is held."""
        self.state.release()

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self.state.update(dt)
        pose = tuple(self.state.pose())
        drawings = [placed.frame for placed in pose if placed.frame not in self.sheet.frames]
        reel, coming = self.sheet.reel, self.state.upcoming()
        if coming:
            reel.ahead(coming)
        elif not drawings:
            reel.release()
        if not drawings or reel.wait(drawings, self.patience):
            self.shown = pose

    @property
    def wand_tip(self) -> tuple[float, float]:
        """Middle of the wand's star on the canvas."""
        x, y = self.state.wand_tip
        return self.origin[0] + x, self.origin[1] + y

    def draw(self, canvas: pygame.Surface, *, whole: float = 0.0, at: tuple[int, int] | None = None) -> None:
        """Blit her, back to front, and add the wand's light; ``at`` is another origin for this once.

        ``whole`` is how much, 0 to 1, closes her dress below the panel, for a screen without a bar before it.
        """
        left, top = at or self.origin
        pieces: list[tuple[pygame.Surface, tuple[float, float]]] = []
        for placed in self.shown:
            frame = self.sheet.frames.get(placed.frame) or self.sheet.reel.get(placed.frame)
            blits = [(surface, (left + placed.x + dx, top + placed.y + dy)) for surface, dx, dy in frame]
            if placed.opacity == 255:
                pieces += blits
                continue
            blit_many(canvas, pieces, 0)
            pieces = []
            _blit_faint(canvas, blits, placed.opacity)
        blit_many(canvas, pieces, 0)
        if whole:
            x, y = self.sheet.spec.places[self.sheet.spec.base]
            y += PANEL[1]  # wherever she is, it ends with the screen
            base = [(surface, (left + x + dx, y + dy)) for surface, dx, dy in self.sheet.frames[self.sheet.spec.base]]
            _blit_faint(canvas, base, round(255 * whole))
        light = self.state.glow_frame()
        if light is not None:
            for surface, dx, dy in self.sheet.frames[light.frame]:
                place = (left + light.x + dx, top + light.y + dy)
                canvas.blit(surface, place, special_flags=pygame.BLEND_RGB_ADD)

    def draw_cat(self, canvas: pygame.Surface, x: int, y: int) -> None:
        """The sleeping cat with the top left corner of its 140 x 80 box at (x, y)."""
        name = self.state.cat_frame()
        left, top = self.sheet.spec.places[name]
        blit_many(canvas, [(surface, (x + left + dx, y + top + dy)) for surface, dx, dy in self.sheet.frames[name]], 0)


def _blit_faint(
    canvas: pygame.Surface, blits: Sequence[tuple[pygame.Surface, tuple[float, float]]], opacity: int
) -> None:
    """Blit pictures less than whole, 0 to 255."""
    for surface, _ in blits:
        surface.set_alpha(opacity)
    blit_many(canvas, blits, 0)
    for surface, _ in blits:
        surface.set_alpha(255)
