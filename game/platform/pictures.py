"""Pictures from their files: decoded where other threads may run, cut into copies, and kept only while needed."""

import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, Generic, TypeAlias, TypeVar

import pygame

from game.platform.threads import start_thread

T = TypeVar("T")
Area: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height: a rectangle that can be a key."""

LARGEST_SHEET: Final = 4096
"""Pixels; a picture wider or higher is refused."""
GAP: Final = 8
"""Clear columns at which a strip is cut in two."""
MAX_FRAMES: Final = 2000
"""Frames of one sheet."""
MAX_FRAME_PIXELS: Final = 2 * LARGEST_SHEET * LARGEST_SHEET
"""Pixels of one sheet's frames together: they may overlap in the sheet, but each is cut out of it."""


def decoded(path: Path) -> pygame.Surface:
    """A picture as its file keeps it; raises ``ValueError`` for one that is too large before it is read.

    The decoder lets other threads run; everything that follows is done in pieces small enough not to hold them up.
    """
    check_size(picture_size(path), path.name)
    return pygame.image.load(path)


def check_size(size: tuple[int, int], name: str) -> None:
    """See that a picture is neither empty nor too large; raises ``ValueError``."""
    width, height = size
    if not (0 < width <= LARGEST_SHEET and 0 < height <= LARGEST_SHEET):
        raise ValueError(f"{name}: larger than {LARGEST_SHEET} pixels")


def picture_size(path: Path) -> tuple[int, int]:
    """Width and height of a PNG or WebP file; raises ``ValueError`` for other files."""
    with path.open("rb") as file:
        return size_in(file.read(32), path.name)


def size_in(head: bytes, name: str) -> tuple[int, int]:
    """Width and height in the first 32 bytes of a PNG or WebP file; raises ``ValueError`` for other files."""
    if head[:8] == b"\x89PNG\r\n\x1a\n":
        return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    match head[:4] + head[8:16]:
        case b"RIFFWEBPVP8X":
            return int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
        case b"RIFFWEBPVP8L":
            bits = int.from_bytes(head[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"RIFFWEBPVP8 ":
            return int.from_bytes(head[26:28], "little") & 0x3FFF, int.from_bytes(head[28:30], "little") & 0x3FFF
        case _:
            raise ValueError(f"{name}: neither PNG nor WebP")


def frame_pixels(places: Iterable[tuple[int, Area]]) -> int:
    """Pixels of a sheet's frames (page and area) together, each place counted once.

    Raises ``ValueError`` for more than a sheet may have.
    """
    listed = list(places)
    pixels = sum(width * height for _, (_, _, width, height) in set(listed))
    if len(listed) > MAX_FRAMES:
        raise ValueError(f"more than {MAX_FRAMES} frames")
    if pixels > MAX_FRAME_PIXELS:
        raise ValueError(f"frames of more than {MAX_FRAME_PIXELS} pixels together")
    return pixels


def fitted(picture: pygame.Surface) -> pygame.Surface:
    """A copy in the form the window draws fastest."""
    return picture.convert_alpha() if pygame.display.get_surface() else picture.copy()


def cut(sheet: pygame.Surface, areas: Iterable[Area]) -> dict[Area, pygame.Surface]:
    """Copies of parts of a sheet, which may then be let go; a part that lies in another shares its pixels."""
    wanted = sorted(set(areas), key=lambda area: area[2] * area[3], reverse=True)
    nested = sum(width * height for _, _, width, height in wanted) > sheet.get_width() * sheet.get_height()
    parts: dict[Area, pygame.Surface] = {}
    for area in wanted:
        rect = pygame.Rect(area)
        around = next((other for other in parts if nested and pygame.Rect(other).contains(rect)), None)
        if around is not None:
            parts[area] = parts[around].subsurface(rect.move(-around[0], -around[1]))
        else:
            parts[area] = fitted(sheet.subsurface(rect))
    return parts


def strips(picture: pygame.Surface, height: int) -> list[tuple[pygame.Surface, int, int]]:
    """The picture in strips, without clear margins and gaps, and their places: the same to look at, but smaller."""
    found = []
    for top in range(0, picture.get_height(), height):
        band = picture.subsurface((0, top, picture.get_width(), min(height, picture.get_height() - top)))
        runs: list[pygame.Rect] = []
        for box in sorted(pygame.mask.from_surface(band, 0).get_bounding_rects(), key=lambda box: box.left):
            if runs and box.left - runs[-1].right <= GAP:
                runs[-1].union_ip(box)
            else:
                runs.append(pygame.Rect(box))
        found += [(fitted(band.subsurface(run)), run.left, top + run.top) for run in runs]
    return found


class Lazy(Generic[T]):
    """Something large that is only there while it is needed: made ahead in a thread, or when it is asked for."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._value: T | None = None
        self._wanted = False
        """Whether what a thread makes ahead is still to be kept."""

    def get(self) -> T:
        """The thing; waits for it if it is being made."""
        value = self._value
        if value is not None:
            return value
        with self._lock:
            value = self._value
            if value is None:
                value = self._value = self._make()
            return value

    def put(self, value: T) -> None:
        """It came from elsewhere."""
        self._value = value

    def prefetch(self) -> None:
        """Have it made without waiting for it."""
        if self._value is None and not self._wanted:
            self._wanted = True
            if start_thread(self._make_ahead) is None:
                self._wanted = False

    def _make_ahead(self) -> None:
        with self._lock:
            if self._value is None and self._wanted:
                value = self._make()
                if self._wanted:
                    self._value = value

    def release(self) -> None:
        """Let it go, without waiting for one that is being made; it can be asked for again."""
        self._wanted, self._value = False, None
