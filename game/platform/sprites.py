"""Sprite sheets: atlases of trimmed frames, nine-slice pieces and cached scaled copies."""

import json
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pygame

LARGEST_SHEET: Final = 4096
"""Pixels; a sheet wider or higher is refused."""


@contextmanager
def clipped(canvas: pygame.Surface, rect: pygame.Rect) -> Iterator[None]:
    """Draw only inside ``rect`` and whatever clip holds already."""
    before = canvas.get_clip()
    canvas.set_clip(before.clip(rect))
    try:
        yield
    finally:
        canvas.set_clip(before)


def merged(rects: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """The same area in fewer rectangles: those that overlap become one."""
    parts: list[pygame.Rect] = []
    for rect in rects:
        grown = rect.copy()
        while (hit := grown.collidelist(parts)) >= 0:
            grown.union_ip(parts.pop(hit))
        parts.append(grown)
    return parts


class BadAtlas(ValueError):
    """A sprite sheet or its JSON that cannot be used; names file and key."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """One frame: its trimmed surface and where that lies in the untrimmed frame."""

    surface: pygame.Surface
    offset: tuple[int, int]
    size: tuple[int, int]
    """Width and height of the untrimmed frame."""
    duration: int = 0
    """Milliseconds, for frames of an animation."""

    def draw(self, canvas: pygame.Surface, x: float, y: float) -> None:
        """Draw with the untrimmed frame's top left at (x, y)."""
        canvas.blit(self.surface, (round(x) + self.offset[0], round(y) + self.offset[1]))

    def draw_centred(self, canvas: pygame.Surface, x: float, y: float, flags: int = 0) -> None:
        """Draw with the untrimmed frame's centre at (x, y)."""
        left, top = round(x - self.size[0] / 2), round(y - self.size[1] / 2)
        canvas.blit(self.surface, (left + self.offset[0], top + self.offset[1]), special_flags=flags)

    def scaled(self, sx: float, sy: float) -> "Sprite":
        """A copy stretched about its centre."""
        width, height = self.surface.get_size()
        size = (max(1, round(width * sx)), max(1, round(height * sy)))
        surface = pygame.transform.smoothscale(self.surface, size)
        offset = (round(self.offset[0] * sx), round(self.offset[1] * sy))
        return Sprite(surface, offset, (round(self.size[0] * sx), round(self.size[1] * sy)), self.duration)


class Atlas:
    """A sheet's frames by name."""

    def __init__(self, folder: Path, stem: str) -> None:
        """Read ``stem.json`` and its image; raises :class:`BadAtlas`."""
        self.path = folder / f"{stem}.json"
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
            image = folder / Path(str(data["meta"]["image"])).name
            size = data["meta"]["size"]
            if not (0 < int(size["w"]) <= LARGEST_SHEET and 0 < int(size["h"]) <= LARGEST_SHEET):
                raise BadAtlas(f"{self.path}: meta.size is larger than {LARGEST_SHEET} pixels")
            sheet = pygame.image.load(image)
            sheet = sheet.convert_alpha() if pygame.display.get_surface() else sheet
            self.frames = {name: self._frame(sheet, name, entry) for name, entry in data["frames"].items()}
            self.slices = {entry["name"]: _rect(entry["keys"][0]["center"]) for entry in data["meta"].get("slices", [])}
            self.place = {name: (int(at[0]), int(at[1])) for name, at in data["meta"].get("place", {}).items()}
            self.meta: dict[str, Any] = data["meta"]
        except (OSError, ValueError, KeyError, TypeError, AttributeError, pygame.error, RecursionError) as fault:
            if isinstance(fault, BadAtlas):
                raise
            raise BadAtlas(f"{self.path}: {type(fault).__name__}: {fault}") from fault
        self._stretched: OrderedDict[tuple[str, int, int], pygame.Surface] = OrderedDict()
        self._animations: dict[str, list[Sprite]] = {}

    def _frame(self, sheet: pygame.Surface, name: str, entry: dict[str, Any]) -> Sprite:
        rect = _rect(entry["frame"])
        if not sheet.get_rect().contains(rect):
            raise BadAtlas(f"{self.path}: frame {name!r} lies outside its image")
        source, size = entry.get("spriteSourceSize", {"x": 0, "y": 0}), entry.get("sourceSize", entry["frame"])
        offset = (int(source["x"]), int(source["y"]))
        return Sprite(sheet.subsurface(rect), offset, (int(size["w"]), int(size["h"])), int(entry.get("duration", 0)))

    def __getitem__(self, name: str) -> Sprite:
        try:
            return self.frames[name]
        except KeyError:
            raise BadAtlas(f"{self.path}: no frame {name!r}") from None

    def __contains__(self, name: str) -> bool:
        return name in self.frames

    def animation(self, prefix: str) -> list[Sprite]:
        """The frames ``prefix/00``, ``prefix/01`` … in order; empty when there are none."""
        if prefix not in self._animations:
            names = sorted(name for name in self.frames if name.startswith(f"{prefix}/"))
            self._animations[prefix] = [self.frames[name] for name in names]
        return self._animations[prefix]

    def stretched(self, name: str, size: tuple[int, int]) -> pygame.Surface:
        """A nine-slice piece at ``size``; its corners keep their size."""
        key = (name, *size)
        if key not in self._stretched:
            self._stretched[key] = nine_slice(self[name], self.slices.get(name), size)
            while len(self._stretched) > 96:
                self._stretched.popitem(last=False)
        self._stretched.move_to_end(key)
        return self._stretched[key]


def _rect(entry: dict[str, Any]) -> pygame.Rect:
    return pygame.Rect(int(entry["x"]), int(entry["y"]), int(entry["w"]), int(entry["h"]))


def nine_slice(sprite: Sprite, centre: pygame.Rect | None, size: tuple[int, int]) -> pygame.Surface:
    """Stretch a piece to ``size`` by its centre rectangle (in untrimmed frame coordinates)."""
    whole = pygame.Surface(sprite.size, pygame.SRCALPHA)
    whole.blit(sprite.surface, sprite.offset)
    if centre is None:
        return pygame.transform.smoothscale(whole, size)
    columns = _cuts(centre.left, sprite.size[0] - centre.right, sprite.size[0], size[0])
    rows = _cuts(centre.top, sprite.size[1] - centre.bottom, sprite.size[1], size[1])
    result = pygame.Surface(size, pygame.SRCALPHA)
    for x, w, to_x, to_w in columns:
        for y, h, to_y, to_h in rows:
            if min(w, h, to_w, to_h) > 0:
                part = whole.subsurface((x, y, w, h))
                result.blit(pygame.transform.smoothscale(part, (to_w, to_h)), (to_x, to_y))
    return result


def _cuts(before: int, after: int, source: int, target: int) -> list[tuple[int, int, int, int]]:
    """(from, length, to, length) of the first corner, the middle and the last corner along one axis."""
    squeeze = min(1.0, target / max(1, before + after))
    first, last = round(before * squeeze), round(after * squeeze)
    return [
        (0, before, 0, first),
        (before, source - before - after, first, target - first - last),
        (source - after, after, target - last, last),
    ]


class ScaledCache:
    """Stretched copies of sprites, the least recently used thrown out."""

    STEP: Final = 0.02
    """Scales are rounded to this."""

    def __init__(self, limit: int = 160) -> None:
        self.limit = limit
        self._kept: OrderedDict[tuple[int, int, int], Sprite] = OrderedDict()
        self._originals: dict[int, Sprite] = {}

    def get(self, sprite: Sprite, sx: float, sy: float) -> Sprite:
        """The sprite at a scale near (sx, sy); the sprite itself at 1."""
        steps = (round(sx / self.STEP), round(sy / self.STEP))
        if steps == (round(1 / self.STEP),) * 2:
            return sprite
        key = (id(sprite), *steps)
        if key not in self._kept:
            self._originals[id(sprite)] = sprite  # keeps the id from being reused
            self._kept[key] = sprite.scaled(steps[0] * self.STEP, steps[1] * self.STEP)
            if len(self._kept) > self.limit:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]
