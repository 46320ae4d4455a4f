"""The window: one 1920 x 1080 canvas, shown letterboxed in a window of any size."""

import math
import os
import sys
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import Final

import pygame

from game import files
from game.platform.pictures import decoded

CANVAS_SIZE: Final = (1920, 1080)
SMALLEST: Final = (960, 540)
SMOOTH_UP_TO: Final = 2560 * 1440
"""Window pixels up to which the canvas is scaled smoothly; above, nearest keeps the frame rate."""
SMOOTH_WITHIN: Final = 0.0045
"""Seconds; where scaling the whole canvas smoothly takes longer, only pictures that stay for a while are."""
BAND_BYTES: Final = 120_000
"""Scaling smoothly needs a buffer; a large one is fetched from the system each time, at more than the scaling's cost.

The program has glibc do so with large blocks, see ``settle_process`` in ``game/app.py``.
"""
MARGIN_EVERY: Final = 0.15
"""Seconds between two pictures of the window's margins while the canvas moves."""
BLUR: Final = 80
"""Canvas pixels that become one where the margins are drawn, out of focus."""
MARGIN_LIGHT: Final = 140
"""Brightness of the margins, of 255."""
TIMED: Final = 15
"""Times it is scaled before that is decided."""
MAX_ASKED: Final = 6
"""Times a window manager is asked for a size and place."""
HEADLESS_DRIVERS: Final = ("dummy", "offscreen")


class NoDisplay(RuntimeError):
    """There is no screen to open a window on."""


class Display:
    """The game's window and the canvas every scene draws on."""

    def __init__(
        self,
        title: str,
        icon: Path | None,
        *,
        fullscreen: bool = False,
        size: tuple[int, int] | None = None,
        window: Sequence[int] = (),
    ) -> None:
        """Open the window, of ``size`` or as it was left (see :attr:`window`); raises :class:`NoDisplay`."""
        if sys.platform.startswith("linux") and not any(
            os.environ.get(name) for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY")
        ):
            raise NoDisplay("no display found: set DISPLAY or WAYLAND_DISPLAY")
        try:
            pygame.display.init()
        except pygame.error as error:
            raise NoDisplay(f"no display found ({error})") from error
        self.headless = pygame.display.get_driver() in HEADLESS_DRIVERS
        if self.headless and os.environ.get("SDL_VIDEODRIVER") not in HEADLESS_DRIVERS:
            pygame.display.quit()
            raise NoDisplay("no display found (is DISPLAY set?)")
        pygame.display.set_caption(title)
        if icon is not None and icon.is_file():
            with suppress(OSError, ValueError, pygame.error):  # a damaged icon only leaves the system's
                pygame.display.set_icon(decoded(icon))
        # pygame's warning when a window manager takes its time; :meth:`_put_back` sees to it.
        warnings.filterwarnings("ignore", "Requested window was forcibly resized", RuntimeWarning)
        desktops = pygame.display.get_desktop_sizes() or [(1366, 768)]
        self._windowed_size = size or _comfortable_size(desktops[0])
        self._windowed_place: tuple[int, int] | None = None
        """Where the window lay before it filled the screen, where that can be known."""
        if window and size is None:
            left = clamped(window, desktops)
            self._windowed_size, self._windowed_place = left.size, left.topleft
        self.fullscreen = fullscreen
        self._open()
        if not fullscreen and self._windowed_place is not None and _place() is not None:
            self._put_back()
        # One column would do, but rows of an odd length are drawn on at half the speed.
        self._padded = pygame.Surface((CANVAS_SIZE[0] + 16, CANVAS_SIZE[1] + 1))
        self.canvas = self._padded.subsurface(((0, 0), CANVAS_SIZE))
        self._shown_in: pygame.Rect | None = None
        self._margins_at = -math.inf
        """When the margins were drawn last."""
        self._passed = False
        """The picture shown last was a passing one."""
        self._smooth_took: deque[float] = deque(maxlen=TIMED)
        """Seconds that scaling the whole canvas smoothly took lately."""
        self._clock = pygame.time.Clock()

    def _open(self) -> None:
        flags = pygame.FULLSCREEN if self.fullscreen else pygame.RESIZABLE
        pygame.display.set_mode((0, 0) if self.fullscreen else self._windowed_size, flags)
        self._shown_in = None

    @property
    def window(self) -> list[int]:
        """Where the window lies, or lay before it filled the screen, and its size; empty where that is not known."""
        place = self._windowed_place if self.fullscreen else _place()
        size = self._windowed_size if self.fullscreen else pygame.display.get_window_size()
        return [] if place is None or not self.visible else [*place, *size]

    def set_fullscreen(self, on: bool) -> None:
        """Switch between window and full screen."""
        if on != self.fullscreen:
            if on:
                self._windowed_size, self._windowed_place = pygame.display.get_window_size(), _place()
            else:
                self._fit_into(pygame.Rect(_place() or (0, 0), pygame.display.get_window_size()))
            self.fullscreen = on
            self._open()
            if not on:
                self._put_back()

    def _fit_into(self, monitor: pygame.Rect) -> None:
        """Let the window fit a monitor that may be smaller than the one it was on."""
        if self._windowed_size[0] > monitor.width or self._windowed_size[1] > monitor.height:
            self._windowed_size = _comfortable_size(monitor.size)
        if self._windowed_place is not None:
            self._windowed_place = pygame.Rect(self._windowed_place, self._windowed_size).clamp(monitor).topleft

    def _put_back(self) -> None:
        """Give the window the size and place it had before it filled the screen.

        SDL asks for them while the window manager still makes a window of the screen, so that the size is often lost
        and the place is off by the window's frame, further each time. A window manager that wants something else has
        the last word.
        """
        for _ in range(MAX_ASKED):
            pygame.event.pump()
            if pygame.display.get_window_size() != self._windowed_size:
                self._open()
            elif self._windowed_place not in {None, _place()}:
                pygame.display.set_window_position(self._windowed_place)
            else:
                return

    @property
    def slow(self) -> bool:
        """Whether this machine takes too long to scale every frame smoothly to this window."""
        return len(self._smooth_took) == TIMED and median(self._smooth_took) > SMOOTH_WITHIN

    @property
    def area(self) -> pygame.Rect:
        """Where the canvas lies in the window: the largest 16:9 rectangle, centred."""
        width, height = pygame.display.get_window_size()
        scale = min(width / CANVAS_SIZE[0], height / CANVAS_SIZE[1])
        size = (max(1, round(CANVAS_SIZE[0] * scale)), max(1, round(CANVAS_SIZE[1] * scale)))
        return pygame.Rect(((width - size[0]) // 2, (height - size[1]) // 2), size)

    def to_canvas(self, point: tuple[float, float]) -> tuple[float, float]:
        """A window point in canvas pixels."""
        area = self.area
        return (
            (point[0] - area.x) * CANVAS_SIZE[0] / area.width,
            (point[1] - area.y) * CANVAS_SIZE[1] / area.height,
        )

    def show(self, *, passing: bool = False) -> None:
        """Put the canvas on the screen.

        A ``passing`` picture gives way to the next at once and is scaled less smoothly where the machine is slow.
        """
        window = pygame.display.get_surface()
        if window is None:
            return
        area = self.area
        if area != self._shown_in:
            self._shown_in = area
            self._smooth_took.clear()
            self._margins_at = -math.inf
        now = time.perf_counter()
        if now >= self._margins_at + MARGIN_EVERY or (self._passed and not passing):
            self._draw_margins(window, area)
            self._margins_at = now
        self._passed = passing
        smooth, begun = not (passing and self.slow), time.perf_counter()
        self._put(window, area, smooth=smooth)
        if smooth:
            self._smooth_took.append(time.perf_counter() - begun)
        pygame.display.flip()

    def _put(self, window: pygame.Surface, target: pygame.Rect, *, smooth: bool) -> None:
        """Show the canvas at its place in the window."""
        source = self.canvas.get_rect()
        if target.size == source.size:
            window.blit(self.canvas, target)
            return
        if not smooth or target.width * target.height > SMOOTH_UP_TO:
            hole = _hole(window, target)
            pygame.transform.scale(self.canvas, hole.get_size(), hole)
            return
        # It stretches from the middle of the first pixel to that of the last: with one more the steps are even.
        more = 1 if target.width > source.width else 0
        if more:
            self._pad()
        for part, place in _bands(source, target):
            hole = _hole(window, place)
            picture = self._padded.subsurface((*part.topleft, part.width + more, part.height + more))
            pygame.transform.smoothscale(picture, hole.get_size(), hole)

    def _draw_margins(self, window: pygame.Surface, area: pygame.Rect) -> None:
        """Fill what the canvas leaves of the window with its edges: mirrored, out of focus and darker."""
        whole, canvas = window.get_rect(), self.canvas.get_rect()
        left, top, scale = area.left, area.top, canvas.width / area.width
        right, bottom = whole.right - area.right, whole.bottom - area.bottom
        sides = (
            (pygame.Rect(0, 0, left, whole.height), pygame.Rect(0, 0, round(left * scale), canvas.height)),
            (pygame.Rect(area.right, 0, right, whole.height), pygame.Rect(0, 0, round(right * scale), canvas.height)),
            (pygame.Rect(0, 0, whole.width, top), pygame.Rect(0, 0, canvas.width, round(top * scale))),
            (pygame.Rect(0, area.bottom, whole.width, bottom), pygame.Rect(0, 0, canvas.width, round(bottom * scale))),
        )
        for number, (place, strip) in enumerate(sides):
            if not place.width or not place.height:
                continue
            strip = strip.clip(canvas)  # noqa: PLW2901
            if number in (1, 3):
                strip.bottomright = canvas.bottomright
            small = max(2, strip.width // BLUR), max(2, strip.height // BLUR)
            coarse = pygame.transform.scale(self.canvas.subsurface(strip), (small[0] * 6, small[1] * 6))
            edge = pygame.transform.smoothscale(coarse, small)
            edge = pygame.transform.flip(edge, number < 2, number >= 2)
            edge.fill((MARGIN_LIGHT,) * 3, special_flags=pygame.BLEND_RGB_MULT)
            soft = pygame.transform.smoothscale(edge, (small[0] * 4, small[1] * 4))
            window.blit(pygame.transform.smoothscale(soft, place.size), place)

    def _pad(self) -> None:
        """Repeat the canvas's last column and row beside it."""
        width, height = CANVAS_SIZE
        self._padded.blit(self._padded, (width, 0), (width - 1, 0, 1, height))
        self._padded.blit(self._padded, (0, height), (0, height - 1, width + 1, 1))

    @property
    def visible(self) -> bool:
        """Whether any of it can be seen: not minimised or hidden."""
        return pygame.display.get_active()

    def wait_for_frame(self, rate: int) -> float:
        """Wait until the next of ``rate`` frames a second is due; the seconds since the last one."""
        return self._clock.tick(rate) / 1000

    def save(self, path: Path, stamp: Callable[[pygame.Surface], None] | None = None) -> None:
        """Save the canvas, with what ``stamp`` adds, as PNG, whole or not at all; raises ``OSError``."""
        canvas = self.canvas.copy()
        if stamp is not None:
            stamp(canvas)
        picture = BytesIO()  # pygame does not say when a disk is full
        pygame.image.save(canvas, picture, "picture.png")
        files.write_bytes(path, picture.getvalue())

    def close(self) -> None:
        """Close the window."""
        pygame.display.quit()


def _hole(window: pygame.Surface, area: pygame.Rect) -> pygame.Surface:
    """That part of the window, taken each frame: one kept over a resize crashes the process."""
    return window.subsurface(area.clip(window.get_rect()))


def _bands(source: pygame.Rect, target: pygame.Rect) -> Iterator[tuple[pygame.Rect, pygame.Rect]]:
    """Both in bands of whole pixels, low enough for a buffer of :data:`BAND_BYTES`; in one where pixels never meet."""
    pieces = math.gcd(source.height, target.height)
    rows, place_rows = source.height // pieces, target.height // pieces
    at_once = max(1, BAND_BYTES // (4 * target.width * rows))
    for first in range(0, pieces, at_once):
        count = min(at_once, pieces - first)
        yield (
            pygame.Rect(source.left, source.top + first * rows, source.width, count * rows),
            pygame.Rect(target.left, target.top + first * place_rows, target.width, count * place_rows),
        )


def _place() -> tuple[int, int] | None:
    """Where the window lies on the desktop; None where this pygame cannot say."""
    return pygame.display.get_window_position() if hasattr(pygame.display, "get_window_position") else None


def clamped(window: Sequence[int], desktops: Sequence[tuple[int, int]]) -> pygame.Rect:
    """A window's place and size, brought onto the desktops there are: beside each other, as far as can be known."""
    there = pygame.Rect(0, 0, sum(width for width, _ in desktops), max(height for _, height in desktops))
    rect = pygame.Rect(window)
    fits = any(rect.width <= width and rect.height <= height for width, height in desktops)
    if not fits or rect.width < SMALLEST[0] or rect.height < SMALLEST[1]:
        rect.size = _comfortable_size(desktops[0])
    return rect.clamp(there)


def _comfortable_size(monitor: tuple[int, int]) -> tuple[int, int]:
    """A 16:9 window that fits a monitor with room for its borders."""
    width, height = monitor
    for choice in (CANVAS_SIZE, (1600, 900), (1280, 720)):
        if choice[0] <= width * 0.96 and choice[1] <= height * 0.92:
            return choice
    return SMALLEST if width < 1280 or height < 720 else (1280, 720)
