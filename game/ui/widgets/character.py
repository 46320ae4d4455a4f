"""The character on the canvas: her sheets, the frames of the moment and the light of her wand."""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pygame

from game.platform.sprites import LARGEST_SHEET, BadAtlas
from game.present.character import CharacterSpec, CharacterState
from game.ui.widgets.particles import blit_many

PANEL: Final = (1464, 104)
"""Where her panel stands on the canvas."""


@dataclass(frozen=True, slots=True)
class CharacterSheet:
    """Her frames, cut from all pages, and what was baked into them."""

    frames: Mapping[str, pygame.Surface]
    spec: CharacterSpec

    @staticmethod
    def load(folder: Path) -> "CharacterSheet":
        """Read character.json and its pages; raises :class:`BadAtlas`."""
        path = folder / "character.json"
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            pages = [_page(folder / Path(str(name)).name) for name in data["meta"]["images"]]
            frames = {str(n): _cut(pages[int(e["page"])], str(n), e["frame"]) for n, e in data["frames"].items()}
            spec = CharacterSpec.of(data)
            for name in spec.glow:
                frames[name] = frames[name].convert() if pygame.display.get_surface() else frames[name]
            return CharacterSheet(frames, spec)
        except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, pygame.error) as fault:
            raise BadAtlas(f"{path}: {type(fault).__name__}: {fault}") from fault


def _cut(page: pygame.Surface, name: str, box: Mapping[str, Any]) -> pygame.Surface:
    rect = pygame.Rect(int(box["x"]), int(box["y"]), int(box["w"]), int(box["h"]))
    if not page.get_rect().contains(rect):
        raise ValueError(f"frame {name!r} lies outside its image")
    return page.subsurface(rect)


def _page(path: Path) -> pygame.Surface:
    page = pygame.image.load(path)
    if max(page.get_size()) > LARGEST_SHEET:
        raise ValueError(f"{path.name}: larger than {LARGEST_SHEET} pixels")
    return page.convert_alpha() if pygame.display.get_surface() else page


class CharacterWidget:
    """Her figure in its panel on the canvas."""

    def __init__(self, sheet: CharacterSheet, rng: random.Random, origin: tuple[int, int] = PANEL) -> None:
        """``origin`` is the panel's top left corner on the canvas."""
        self.sheet, self.origin = sheet, origin
        self.state = CharacterState(sheet.spec, rng)

    @property
    def reduced_motion(self) -> bool:
        """Whether she keeps still; only her face changes then."""
        return self.state.reduced_motion

    @reduced_motion.setter
    def reduced_motion(self, still: bool) -> None:
        self.state.reduced_motion = still

    def play(self, clip: str) -> None:
        """Start a clip (look_board, smile, cast, cheer_small, cheer_big) or a stance (idle, free_spins)."""
        self.state.play(clip)

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self.state.update(dt)

    @property
    def wand_tip(self) -> tuple[float, float]:
        """Middle of the wand's star on the canvas."""
        x, y = self.state.wand_tip
        return self.origin[0] + x, self.origin[1] + y

    def draw(self, canvas: pygame.Surface) -> None:
        """Blit her, back to front, and add the wand's light."""
        left, top = self.origin
        frames = self.sheet.frames
        blit_many(canvas, [(frames[p.frame], (left + p.x, top + p.y)) for p in self.state.pose()], 0)
        light = self.state.glow_frame()
        if light is not None:
            canvas.blit(frames[light.frame], (left + light.x, top + light.y), special_flags=pygame.BLEND_RGB_ADD)

    def draw_cat(self, canvas: pygame.Surface, x: int, y: int) -> None:
        """The sleeping cat with the top left corner of its 140 x 80 box at (x, y)."""
        name = self.state.cat_frame()
        dx, dy = self.sheet.spec.places[name]
        canvas.blit(self.sheet.frames[name], (x + dx, y + dy))
