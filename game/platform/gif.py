"""Writes animated GIFs: a fixed palette with ordered dither, and only the part of each frame that changed."""

import struct
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self, TypeAlias

import numpy as np
import numpy.typing as npt
import pygame

Pixels: TypeAlias = npt.NDArray[np.uint8]

LEVELS: Final = (6, 7, 6)
"""Levels of red, green and blue: 252 colours."""
BAYER: Final = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]) / 16 - 0.5
"""Thresholds that spread the colours between two levels over four by four pixels."""
BITS: Final = 8
MAX_CODES: Final = 4096
BLOCK: Final = 255


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


class Gif:
    """An animation being written, whole or not at all; use it as a context."""

    def __init__(self, path: Path, size: tuple[int, int]) -> None:
        self.path, self.size = path, size
        self._growing = path.with_name(path.name + ".part")
        self._file: BinaryIO = self._growing.open("wb")
        self._last: Pixels | None = None
        self._file.write(b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + palette())
        self._file.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")

    def add(self, picture: pygame.Surface, seconds: float) -> None:
        """Append a frame of the animation's size that stays for ``seconds``."""
        shown = indices(np.transpose(pygame.surfarray.array3d(picture), (1, 0, 2)))
        left, top, part = self._changed(shown)
        height, width = part.shape
        self._file.write(b"\x21\xf9\x04\x04" + struct.pack("<H", max(2, round(seconds * 100))) + b"\x00\x00")
        self._file.write(b"\x2c" + struct.pack("<HHHHB", left, top, width, height, 0) + bytes([BITS]))
        self._file.write(compress(part.tobytes()))
        self._last = shown

    def _changed(self, shown: Pixels) -> tuple[int, int, Pixels]:
        """Where the frame differs from the last one, and what is there."""
        if self._last is None:
            return 0, 0, shown
        rows, columns = np.nonzero(shown != self._last)
        if not len(rows):
            return 0, 0, shown[:1, :1]
        top, left = int(rows.min()), int(columns.min())
        return left, top, shown[top : int(rows.max()) + 1, left : int(columns.max()) + 1]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._file.write(b"\x3b")
        self._file.close()
        if kind is None:
            self._growing.replace(self.path)
        else:
            self._growing.unlink(missing_ok=True)
