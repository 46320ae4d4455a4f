"""The princess's frames as they are read from a skin's folder."""

import json
import zipfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pygame

from game import files
from game.platform.pictures import Area, decoded, frame_pixels, strips
from game.platform.reel import STRIP, Reel, Strips
from game.platform.sprites import BadAtlas
from game.present.character import CharacterSpec
from game.skins import LARGEST_LIST

MAX_PAGES: Final = 8
"""Pictures her frames may be spread over."""


@dataclass(frozen=True, slots=True)
class CharacterSheet:
    """Her frames, cut from all pages, what was baked into them, and the drawings of her clips."""

    frames: Mapping[str, Strips]
    spec: CharacterSpec
    reel: Reel

    @staticmethod
    def load(folder: Path) -> "CharacterSheet":
        """Read character.json, its pages and its clips; raises :class:`BadAtlas`."""
        path = folder / "character.json"
        try:
            data = json.loads(files.read_text(path, LARGEST_LIST))
            frame_pixels((int(entry["page"]), _area(entry["frame"])) for entry in data["frames"].values())
            spec = CharacterSpec.of(data)
            frames: dict[str, Strips] = {}
            for number, name in enumerate(data["meta"]["images"][:MAX_PAGES]):
                page = decoded(folder / Path(str(name)).name)
                entries = {str(n): e["frame"] for n, e in data["frames"].items() if int(e["page"]) == number}
                frames |= _cut(page, entries, spec.glow)
            reel = Reel(folder / Path(spec.clips_file).name, [drawing.frame for drawing in spec.drawings()])
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
            zipfile.BadZipFile,
        ) as error:
            raise BadAtlas(f"{path}: {type(error).__name__}: {error}") from error
        if len(frames) < len(data["frames"]):
            raise BadAtlas(f"{path}: a frame lies on no page")
        return CharacterSheet(frames, spec, reel)


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
