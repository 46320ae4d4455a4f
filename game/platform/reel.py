"""A reel: pictures in one archive, each opened shortly before it is seen and let go soon after.

A clip of whole drawings would take tens of megabytes at once; compressed it takes a few.
"""

import io
import logging
import threading
import zipfile
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeAlias

import pygame

from game.platform.pictures import check_size, size_in, strips
from game.platform.threads import start_thread

STRIP: Final = 24
"""Rows of a strip. Hair, cape and arms reach over much that is empty: in strips they take a third less room."""
Strips: TypeAlias = Sequence[tuple[pygame.Surface, int, int]]
"""A picture in pieces: each with its left and top in the picture."""
KEPT: Final = 12
"""Pictures that are held open at once."""
IN_USE: Final = 4
"""Of them those that may be on the screen: two sequences meet, and each may dissolve."""
LARGEST_PACKED: Final = 4 * 2**20
"""Bytes of a picture's file; a larger one is refused."""
_LOG: Final = logging.getLogger(__name__)


class Reel:
    """The pictures of an archive. Opening ahead happens in a thread that ends when nothing is left to open."""

    def __init__(self, path: Path, names: Sequence[str]) -> None:
        """Read the archive, which holds ``name.webp``, uncompressed, for every name.

        Raises OSError, ValueError, KeyError or ``zipfile.BadZipFile`` when it is damaged or lacks one of them.
        """
        self._packed: dict[str, bytes] = {}
        with zipfile.ZipFile(path) as archive:
            for name in dict.fromkeys(names):
                entry = archive.getinfo(f"{name}.webp")
                if entry.compress_type != zipfile.ZIP_STORED or entry.flag_bits & 1:
                    raise ValueError(f"{path.name}: {entry.filename} is compressed or encrypted")
                if entry.file_size > LARGEST_PACKED:
                    raise ValueError(f"{path.name}: {entry.filename} is larger than {LARGEST_PACKED} bytes")
                packed = archive.read(entry)
                check_size(size_in(packed[:32], name), name)
                self._packed[name] = packed
        self._open: OrderedDict[str, Strips] = OrderedDict()
        self._wanted: list[str] = []
        self._condition = threading.Condition()
        self._working = False
        self._opening = ""
        """The one a thread has in hand."""

    def ahead(self, names: Sequence[str]) -> None:
        """Have these opened, the first of them first; others that wait are forgotten."""
        with self._condition:
            self._wanted = [name for name in names[: KEPT - IN_USE] if name not in self._open and name != self._opening]
            self._start()

    def wait(self, names: Sequence[str], seconds: float | None) -> bool:
        """Wait until these are open, at most so long if ``seconds`` is given; whether they are."""
        with self._condition:
            missing = [name for name in names if name not in self._open and name != self._opening]
            self._wanted = [*missing, *(name for name in self._wanted if name not in missing)]
            self._start()
            return self._condition.wait_for(lambda: all(name in self._open for name in names), seconds)

    def _start(self) -> None:
        """Have a thread at work if there is work; the condition is held."""
        if self._wanted and not self._working:
            self._working = True
            if start_thread(self._work) is None:
                self._work()  # no thread is left: open them here

    def get(self, name: str) -> Strips:
        """One picture; waits for it if it is not open yet.

        In the place of one that cannot be opened stands the one before it.
        """
        with self._condition:
            found = self._open.get(name)
            if found is not None:
                self._open.move_to_end(name)
        if found is None:
            self.wait([name], None)
            with self._condition:
                found = self._open[name]
        return found

    def release(self) -> None:
        """Let every picture go; each can be asked for again."""
        with self._condition:
            self._wanted = []
            self._open.clear()

    @property
    def held(self) -> int:
        """Bytes of the pictures that are open."""
        with self._condition:
            pictures = list(self._open.values())
        return sum(piece.get_pitch() * piece.get_height() for picture in pictures for piece, _, _ in picture)

    def _made(self, name: str) -> Strips:
        return strips(pygame.image.load(io.BytesIO(self._packed[name]), f"{name}.webp"), STRIP)

    def _work(self) -> None:
        while True:
            with self._condition:
                if not self._wanted:
                    self._working = False
                    return
                name = self._opening = self._wanted.pop(0)
                made: Strips = next(reversed(self._open.values()), ())
            try:
                made = self._made(name)
            except (pygame.error, ValueError, MemoryError) as error:
                _LOG.warning("%s: %s", name, error)
            with self._condition:
                self._open[name] = made
                while len(self._open) > KEPT:
                    self._open.popitem(last=False)
                self._opening = ""
                self._condition.notify_all()
