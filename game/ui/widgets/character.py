"""The character on the canvas: her sheets, the frames of the moment and the light of her wand."""

import json
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import pygame

from game import files
from game.platform.pictures import Area, decoded, frame_pixels, strips
from game.platform.sprites import BadAtlas
from game.present.character import CharacterSpec, CharacterState
from game.skins import LARGEST_LIST
from game.ui.widgets.particles import blit_many

PANEL: Final = (1464, 104)
"""Where her panel stands on the canvas."""


MAX_PAGES: Final = 4
"""Pictures her frames may be spread over."""
STRIP: Final = 32
"""Rows of a strip. Hair, cape and arms reach over much that is empty: in strips they take a third less room."""
Strips: TypeAlias = Sequence[tuple[pygame.Surface, int, int]]
"""A frame in pieces: each with its left and top in the frame."""


@dataclass(frozen=True, slots=True)
class CharacterSheet:
    """Her frames, cut from all pages, and what was baked into them."""

    frames: Mapping[str, Strips]
    spec: CharacterSpec

    @staticmethod
    def load(folder: Path) -> "CharacterSheet":
        """Read character.json and its pages; raises :class:`BadAtlas`."""
        path = folder / "character.json"
        try:
            data = json.loads(files.read_text(path, LARGEST_LIST))
            frame_pixels(_area(entry["frame"]) for entry in data["frames"].values())
            spec = CharacterSpec.of(data)
            frames: dict[str, Strips] = {}
            for number, name in enumerate(data["meta"]["images"][:MAX_PAGES]):
                page = decoded(folder / Path(str(name)).name)
                entries = {str(n): e["frame"] for n, e in data["frames"].items() if int(e["page"]) == number}
                frames |= _cut(page, entries, spec.glow)
        except BadAtlas:
            raise
        except (
            ArithmeticError,
            LookupError,
            OSError,
            RecursionError,
            ValueError,
            TypeError,
            AttributeError,
            pygame.error,
        ) as error:
            raise BadAtlas(f"{path}: {type(error).__name__}: {error}") from error
        if len(frames) < len(data["frames"]):
            raise BadAtlas(f"{path}: a frame lies on no page")
        return CharacterSheet(frames, spec)


def _cut(page: pygame.Surface, entries: Mapping[str, Mapping[str, Any]], lights: Collection[str]) -> dict[str, Strips]:
    """A page's frames by name; frames that share their place share their strips."""
    frames: dict[str, Strips] = {}
    known: dict[Area, Strips] = {}
    for name, box in entries.items():
        area = _area(box)
        if not page.get_rect().contains(pygame.Rect(area)):
            raise ValueError(f"frame {name!r} lies outside its image")
        if name in lights:
            light = page.subsurface(area)
            frames[name] = [(light.convert() if pygame.display.get_surface() else light.copy(), 0, 0)]
            continue
        if area not in known:
            known[area] = strips(page.subsurface(area), STRIP)
        frames[name] = known[area]
    return frames


def _area(box: Mapping[str, Any]) -> Area:
    return int(box["x"]), int(box["y"]), int(box["w"]), int(box["h"])


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
        frames, light = self.sheet.frames, self.state.glow_frame()
        pieces = [
            (surface, (left + placed.x + dx, top + placed.y + dy))
            for placed in self.state.pose()
            for surface, dx, dy in frames[placed.frame]
        ]
        blit_many(canvas, pieces, 0)
        if light is not None:
            for surface, dx, dy in frames[light.frame]:
                place = (left + light.x + dx, top + light.y + dy)
                canvas.blit(surface, place, special_flags=pygame.BLEND_RGB_ADD)

    def draw_cat(self, canvas: pygame.Surface, x: int, y: int) -> None:
        """The sleeping cat with the top left corner of its 140 x 80 box at (x, y)."""
        name = self.state.cat_frame()
        left, top = self.sheet.spec.places[name]
        blit_many(canvas, [(surface, (x + left + dx, y + top + dy)) for surface, dx, dy in self.sheet.frames[name]], 0)
