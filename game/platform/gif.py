"""Writes animated GIFs: a fixed palette with ordered dither, and only the part of each frame that changed."""

import struct
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self, TypeAlias

import numpy as np
import numpy.typing as npt
import pygame

from game import files

Pixels: TypeAlias = npt.NDArray[np.uint8]

LEVELS: Final = (6, 7, 6)
"""Levels of red, green and blue: 252 colours."""
BAYER: Final = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]) / 16 - 0.5
"""Thresholds that spread the colours between two levels over four by four pixels."""
BITS: Final = 8
MAX_CODES: Final = 4096
BLOCK: Final = 255
CLEAR: Final = 255
"""An index no colour has: what the frame before shows stays."""


def palette() -> bytes:
    """256 colours of three bytes."""
    red, green, blue = (np.linspace(0, 255, level).round().astype(np.uint8) for level in LEVELS)
    colours = [(r, g, b) for r in red for g in green for b in blue]
    return bytes(channel for colour in colours for channel in colour).ljust(3 * 256, b"\0")


def indices(pixels: Pixels) -> Pixels:
    """The palette index of each pixel of ``[y, x, channel]``."""
    height, width, _ = pixels.shape
    shade = np.tile(BAYER, (height // 4 + 1, width // 4 + 1))[:height, :width]
    index = np.zeros((height, width), np.int64)
    for channel, level in enumerate(LEVELS):
        scaled = pixels[..., channel].astype(np.float64) * (level - 1) / 255
        index = index * level + np.clip(np.rint(scaled + shade * 0.8), 0, level - 1).astype(np.int64)
    return index.astype(np.uint8)


def compress(data: bytes) -> bytes:
    """LZW as GIF has it, packed into its blocks."""
    clear, end = 1 << BITS, (1 << BITS) + 1
    table = {bytes([value]): value for value in range(clear)}
    size, held, count, out = BITS + 1, 0, 0, bytearray()

    def emit(code: int) -> None:
        nonlocal held, count
        held |= code << count
        count += size
        while count >= 8:
            out.append(held & 0xFF)
            held >>= 8
            count -= 8

    emit(clear)
    known, following = b"", end + 1
    for value in data:
        longer = known + bytes([value])
        if longer in table:
            known = longer
            continue
        emit(table[known])
        if following < MAX_CODES:
            table[longer] = following
            if following == 1 << size:
                size += 1
            following += 1
        else:
            emit(clear)
            table = {bytes([each]): each for each in range(clear)}
            size, following = BITS + 1, end + 1
        known = bytes([value])
    if known:
        emit(table[known])
    emit(end)
    if count:
        out.append(held & 0xFF)
    blocks = (out[start : start + BLOCK] for start in range(0, len(out), BLOCK))
    return b"".join(bytes([len(block)]) + block for block in blocks) + b"\0"


def pixels_of(picture: pygame.Surface) -> Pixels:
    """A picture's colours as ``[y, x, channel]``, a copy."""
    return np.transpose(pygame.surfarray.array3d(picture), (1, 0, 2))


class Gif:
    """An animation being written, whole or not at all.

    As a context it is kept when the block ends well and left out when not; :meth:`finish` and :meth:`cancel` do the
    same. What did not change since the frame before is transparent, which packs well.
    """

    def __init__(self, path: Path, size: tuple[int, int]) -> None:
        """Open the file; raises ``OSError``."""
        self.path, self.size = path, size
        self._open = ExitStack()
        self._file: BinaryIO = self._open.enter_context(files.writing(path))
        self._last: Pixels | None = None
        self._held: bytes | None = None
        """A frame whose time is not over."""
        self._held_for = 0.0
        self.written = 0
        """Bytes so far."""
        self._write(b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + palette())
        self._write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")

    def add(self, picture: pygame.Surface, seconds: float) -> None:
        """Append a frame of the animation's size that stays for ``seconds``; raises ``OSError``."""
        self.add_pixels(pixels_of(picture), seconds)

    def add_pixels(self, pixels: Pixels, seconds: float) -> None:
        """Append a frame of ``[y, x, channel]`` that stays for ``seconds``; raises ``OSError``."""
        self._write_held()
        shown = indices(pixels)
        left, top, part = self._changed(shown)
        height, width = part.shape
        head = b"\x2c" + struct.pack("<HHHHB", left, top, width, height, 0) + bytes([BITS])
        self._held, self._held_for = head + compress(part.tobytes()), seconds
        self._last = shown

    def prolong(self, seconds: float) -> None:
        """Let the last frame stay longer."""
        self._held_for += seconds

    def finish(self) -> None:
        """Close the file and give it its name; raises ``OSError``, and then nothing is left of it."""
        with self._open:
            self._write_held()
            self._write(b"\x3b")

    def cancel(self) -> None:
        """Leave nothing of it."""
        with suppress(_Cancelled), self._open:
            raise _Cancelled

    def _write_held(self) -> None:
        if self._held is not None:
            hundredths = min(0xFFFF, max(2, round(self._held_for * 100)))
            self._write(b"\x21\xf9\x04\x05" + struct.pack("<HB", hundredths, CLEAR) + b"\x00" + self._held)
            self._held = None

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self.written += len(data)

    def _changed(self, shown: Pixels) -> tuple[int, int, Pixels]:
        """Where the frame differs from the last one, and what is there."""
        if self._last is None:
            return 0, 0, shown
        differs = shown != self._last
        rows, columns = np.nonzero(differs)
        if not len(rows):
            return 0, 0, np.full((1, 1), CLEAR, np.uint8)
        top, left, bottom, right = int(rows.min()), int(columns.min()), int(rows.max()) + 1, int(columns.max()) + 1
        inside = (slice(top, bottom), slice(left, right))
        return left, top, np.where(differs[inside], shown[inside], np.uint8(CLEAR))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.finish()
        else:
            self.cancel()


class _Cancelled(Exception):
    """Ends the writing of a file that is not wanted any more."""


class GifWorker:
    """A GIF whose frames are packed and written by another thread, in the order in which they were given.

    All methods are for the thread that draws.
    """

    def __init__(self, gif: Gif, submit: Callable[[Callable[[], object]], bool]) -> None:
        """``submit`` queues a task for the other thread; where it returns False the task is done here."""
        self._gif, self._submit = gif, submit
        self._lock = threading.Lock()
        self._given = self._handled = 0
        self._cancelled = False
        self.done = False
        """The file is whole and has its name."""
        self.error: OSError | None = None
        """Why it cannot be written."""

    @property
    def waiting(self) -> int:
        """Tasks that were given and are not done yet."""
        return self._given - self._handled

    @property
    def written(self) -> int:
        """Bytes so far."""
        return self._gif.written

    def add(self, picture: pygame.Surface, seconds: float) -> None:
        """Append a frame of the animation's size that stays for ``seconds``."""
        self._give(partial(self._gif.add_pixels, pixels_of(picture), seconds))

    def prolong(self, seconds: float) -> None:
        """Let the last frame stay longer."""
        self._give(partial(self._gif.prolong, seconds))

    def finish(self) -> None:
        """Close the file and give it its name, once all frames are in it."""
        self._give(self._finish)

    def cancel(self) -> None:
        """Leave nothing of it, unless it is done."""
        self._cancelled = True
        with self._lock:  # the frame that is being packed is the last one
            if not self.done:
                self._gif.cancel()

    def _give(self, task: Callable[[], object]) -> None:
        self._given += 1
        if not self._submit(partial(self._do, task)):
            self._do(task)

    def _do(self, task: Callable[[], object]) -> None:
        with self._lock:
            try:
                if not self._cancelled and self.error is None:
                    task()
            except OSError as error:
                self.error = error
            finally:
                self._handled += 1

    def _finish(self) -> None:
        self._gif.finish()
        self.done = True
