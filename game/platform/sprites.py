"""Sprite sheets: atlases of trimmed frames, nine-slice pieces and cached scaled copies."""

import json
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import pygame

from game import files
from game.platform.pictures import LARGEST_SHEET, Area, Lazy, cut, decoded, frame_pixels, picture_size
from game.skins import LARGEST_LIST


@contextmanager
def clipped(canvas: pygame.Surface, rect: pygame.Rect) -> Iterator[None]:
    """Draw only inside ``rect`` and whatever clip holds already."""
    before = canvas.get_clip()
    canvas.set_clip(before.clip(rect))
    try:
        yield
    finally:
        canvas.set_clip(before)


def merged(rects: Sequence[pygame.Rect], slack: int = 0) -> list[pygame.Rect]:
    """The same area in rectangles that do not overlap; two become one if that covers at most ``slack`` pixels more."""
    joined: list[pygame.Rect] = []
    for each in rects:
        rect = each
        while rect.width and rect.height:
            near = (other for other in joined if _area(rect.union(other)) <= _area(rect) + _area(other) + slack)
            other = next(near, None)
            if other is None:
                joined.append(rect.copy())
                break
            joined.remove(other)
            rect = rect.union(other)
    parts: list[pygame.Rect] = []
    while joined:
        rect = joined.pop()
        hit = rect.collidelist(parts)
        if hit < 0:
            parts.append(rect)
        else:
            joined += _outside(rect, parts[hit])
    return parts


def _area(rect: pygame.Rect) -> int:
    return rect.width * rect.height


def _outside(rect: pygame.Rect, other: pygame.Rect) -> list[pygame.Rect]:
    """What of a rectangle lies outside another: above, below and beside it."""
    inner = rect.clip(other)
    strips = [
        pygame.Rect(rect.left, rect.top, rect.width, inner.top - rect.top),
        pygame.Rect(rect.left, inner.bottom, rect.width, rect.bottom - inner.bottom),
        pygame.Rect(rect.left, inner.top, inner.left - rect.left, inner.height),
        pygame.Rect(inner.right, inner.top, rect.right - inner.right, inner.height),
    ]
    return [strip for strip in strips if strip.width and strip.height]


UNREADABLE: Final = (OSError, ValueError, ArithmeticError, LookupError, TypeError, AttributeError, RecursionError)
"""What comes of reading a file that says anything at all."""


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

    def place_centred(self, x: float, y: float) -> pygame.Rect:
        """What :meth:`draw_centred` covers."""
        left, top = round(x - self.size[0] / 2), round(y - self.size[1] / 2)
        return self.surface.get_rect(topleft=(left + self.offset[0], top + self.offset[1]))

    def scaled(self, sx: float, sy: float) -> "Sprite":
        """A copy stretched about its centre."""
        width, height = self.surface.get_size()
        size = (max(1, round(width * sx)), max(1, round(height * sy)))
        surface = pygame.transform.smoothscale(self.surface, size)
        offset = (round(self.offset[0] * sx), round(self.offset[1] * sy))
        return Sprite(surface, offset, (round(self.size[0] * sx), round(self.size[1] * sy)), self.duration)


Lit: TypeAlias = Callable[[str, Mapping[str, Any]], bool]
"""Whether a frame, given its name and the atlas's meta part, is only drawn additively."""


def unlit(_name: str, _meta: Mapping[str, Any]) -> bool:
    """No frame is."""
    return False


@dataclass(frozen=True, slots=True)
class _Entry:
    """Where a frame lies in its sheet, and what a sprite of it says."""

    rect: pygame.Rect
    offset: tuple[int, int]
    size: tuple[int, int]
    duration: int
    page: int


class _Sheet:
    """A sheet's images and where its frames lie in them; an image is decoded once for each group of frames.

    A sheet has one image, ``meta.image``, or several pages, ``meta.images``, of which each frame names its own.
    """

    def __init__(self, path: Path, lit: Lit) -> None:
        self.path, self.lit = path, lit
        self.error: str | None = None
        """Why frames made late are blank, if they are."""
        data = json.loads(files.read_text(path, LARGEST_LIST))
        self.meta: dict[str, Any] = data["meta"]
        images, sizes = self.meta.get("images", [self.meta["image"]]), self.meta.get("sizes", [self.meta["size"]])
        self.images = [path.parent / Path(str(name)).name for name in images]
        self.sizes = [(int(size["w"]), int(size["h"])) for size in sizes]
        if not self.images or len(self.images) != len(self.sizes):
            raise BadAtlas(f"{self.path}: meta.images and meta.sizes do not match")
        self.entries = {str(name): self._entry(str(name), entry) for name, entry in data["frames"].items()}
        frame_pixels((entry.page, _key(entry.rect)) for entry in self.entries.values())
        for image, size in zip(self.images, self.sizes, strict=True):
            self._check_image(image, size)

    def _entry(self, name: str, entry: dict[str, Any]) -> _Entry:
        rect, page = _rect(entry["frame"]), int(entry.get("page", 0))
        if not 0 <= page < len(self.sizes):
            raise BadAtlas(f"{self.path}: frame {name!r} lies on no page")
        if rect.width <= 0 or rect.height <= 0 or not pygame.Rect((0, 0), self.sizes[page]).contains(rect):
            raise BadAtlas(f"{self.path}: frame {name!r} lies outside its image")
        source, size = entry.get("spriteSourceSize", {"x": 0, "y": 0}), entry.get("sourceSize", entry["frame"])
        offset = (int(source["x"]), int(source["y"]))
        if not (0 < int(size["w"]) <= LARGEST_SHEET and 0 < int(size["h"]) <= LARGEST_SHEET):
            raise BadAtlas(f"{self.path}: frame {name!r} has no sourceSize up to {LARGEST_SHEET} pixels")
        if max(map(abs, offset)) > LARGEST_SHEET:
            raise BadAtlas(f"{self.path}: frame {name!r} lies outside its sourceSize")
        return _Entry(rect, offset, (int(size["w"]), int(size["h"])), int(entry.get("duration", 0)), page)

    def _check_image(self, image: Path, size: tuple[int, int]) -> None:
        """See that an image is there and as large as the atlas says, also when it is only decoded later."""
        if not (0 < size[0] <= LARGEST_SHEET and 0 < size[1] <= LARGEST_SHEET):
            raise BadAtlas(f"{self.path}: meta.size is larger than {LARGEST_SHEET} pixels")
        width, height = picture_size(image)
        if width < size[0] or height < size[1]:
            raise BadAtlas(f"{self.path}: meta.size is larger than {image.name}")

    def sprites(self, names: Sequence[str]) -> dict[str, Sprite]:
        """Decode the pages the named frames lie on, and keep only those frames."""
        found: dict[str, Sprite] = {}
        for page in sorted({self.entries[name].page for name in names}):
            found |= self._cut([name for name in names if self.entries[name].page == page], decoded(self.images[page]))
        return {name: found[name] for name in names}

    def sprites_or_blanks(self, names: Sequence[str]) -> dict[str, Sprite]:
        """The same, blank where the sheet turns out to be damaged, for a round must not end over it."""
        try:
            return self.sprites(names)
        except (OSError, ValueError, pygame.error) as error:
            self.error = f"{self.path}: {type(error).__name__}: {error}"
            blank = pygame.Surface([max(sides) for sides in zip(*self.sizes, strict=True)], pygame.SRCALPHA)
            return self._cut(names, blank)

    def _cut(self, names: Sequence[str], picture: pygame.Surface) -> dict[str, Sprite]:
        parts = cut(picture, (_key(self.entries[name].rect) for name in names))
        sprites = {}
        for name in names:
            entry = self.entries[name]
            part = parts[_key(entry.rect)]
            surface = part.premul_alpha() if self.lit(name, self.meta) else part
            sprites[name] = Sprite(surface, entry.offset, entry.size, entry.duration)
        return sprites


class Atlas:
    """A sheet's frames by name.

    Frames named in ``later`` (group -> names, or beginnings of names that end in ``/``) are decoded when their group is
    wanted ahead or one of them is asked for, and may be released again; the groups in ``now`` come at once. ``lit``
    says of a frame's name whether it is only drawn additively: its alpha is then baked into black.
    """

    def __init__(
        self,
        folder: Path,
        stem: str,
        *,
        later: Mapping[str, Sequence[str]] = MappingProxyType({}),
        now: Sequence[str] = (),
        lit: Lit = unlit,
    ) -> None:
        """Read ``stem.json`` and its image; raises :class:`BadAtlas`."""
        self.path = folder / f"{stem}.json"
        try:
            sheet = self._sheet = _Sheet(self.path, lit)
            self.meta = sheet.meta
            self.slices = {entry["name"]: _rect(entry["keys"][0]["center"]) for entry in self.meta.get("slices", [])}
            for name, centre in self.slices.items():
                self._check_slice(name, centre)
            self.place = {name: (int(at[0]), int(at[1])) for name, at in self.meta.get("place", {}).items()}
            self._group_of = {name: group for name in sheet.entries if (group := _group(name, later)) is not None}
            # Parts of the sheet, not of the atlas: an atlas that is let go must not wait for its cycles to be found.
            self._groups = {group: Lazy(partial(sheet.sprites_or_blanks, self.members(group))) for group in later}
            first = sheet.sprites([name for name in sheet.entries if self._group_of.get(name) in (None, *now)])
            self.ready = {name: sprite for name, sprite in first.items() if name not in self._group_of}
            """The frames that are always there."""
            for group in now:
                self._groups[group].put({name: first[name] for name in self.members(group)})
        except (
            OSError,
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            OverflowError,
            RecursionError,
            pygame.error,
        ) as error:
            if isinstance(error, BadAtlas):
                raise
            raise BadAtlas(f"{self.path}: {type(error).__name__}: {error}") from error
        self._stretched: OrderedDict[tuple[str, int, int], pygame.Surface] = OrderedDict()
        self._animations: dict[str, list[Sprite]] = {}

    def _check_slice(self, name: str, centre: pygame.Rect) -> None:
        entry = self._sheet.entries.get(name)
        if entry is None or min(centre.size) < 0 or not pygame.Rect((0, 0), entry.size).contains(centre):
            raise BadAtlas(f"{self.path}: slice {name!r} lies outside its frame")

    def members(self, group: str) -> list[str]:
        """Names of a group's frames."""
        return [name for name, own in self._group_of.items() if own == group]

    def prefetch(self, group: str) -> None:
        """Have a group's frames decoded without waiting for them."""
        self._groups[group].prefetch()

    def release(self, group: str) -> None:
        """Let a group's frames go."""
        self._groups[group].release()
        mine = tuple(self.members(group))
        self._animations = {
            prefix: frames
            for prefix, frames in self._animations.items()
            if not any(name.startswith(f"{prefix}/") for name in mine)
        }

    @property
    def names(self) -> Iterable[str]:
        """The name of every frame."""
        return self._sheet.entries.keys()

    @property
    def error(self) -> str | None:
        """Why frames that came later are blank, if they are."""
        return self._sheet.error

    def __getitem__(self, name: str) -> Sprite:
        sprite = self.ready.get(name)
        if sprite is not None:
            return sprite
        if name in self._group_of:
            return self._groups[self._group_of[name]].get()[name]
        raise BadAtlas(f"{self.path}: no frame {name!r}")

    def get(self, name: str) -> Sprite | None:
        """The frame, or None where the sheet has none of that name."""
        return self[name] if name in self._sheet.entries else None

    def __contains__(self, name: str) -> bool:
        return name in self._sheet.entries

    def animation(self, prefix: str) -> list[Sprite]:
        """The frames ``prefix/00``, ``prefix/01`` … in order; empty when there are none."""
        if prefix not in self._animations:
            names = sorted(name for name in self._sheet.entries if name.startswith(f"{prefix}/"))
            self._animations[prefix] = [self[name] for name in names]
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


def _group(name: str, later: Mapping[str, Sequence[str]]) -> str | None:
    for group, members in later.items():
        if any(name == member or (member.endswith("/") and name.startswith(member)) for member in members):
            return group
    return None


def _key(rect: pygame.Rect) -> Area:
    return rect.x, rect.y, rect.width, rect.height


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

    def forget(self, sprites: Collection[Sprite]) -> None:
        """Let the copies of some sprites go."""
        gone = {id(sprite) for sprite in sprites}
        for known in gone:
            self._originals.pop(known, None)
        for key in [key for key in self._kept if key[0] in gone]:
            del self._kept[key]
