"""A screen of its own for the benches: Xvfb with its picture in a file, so that it can be watched from outside."""

import mmap
import os
import struct
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

HEADER_WORDS = 25
COLOUR_ENTRY = 12
"""Numbers in the head of an XWD picture, and bytes of each colour after it."""


class Screen:
    """The picture of a running Xvfb."""

    def __init__(self, picture: Path, env: dict[str, str]) -> None:
        self.env = env
        """What a program needs to open its window here."""
        with picture.open("rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        head = struct.unpack(f">{HEADER_WORDS}I", self._map[: 4 * HEADER_WORDS])
        self._start, self._row, self._rows = head[0] + COLOUR_ENTRY * head[19], head[12], head[5]

    def pixel(self, x: int, y: int) -> tuple[int, int, int]:
        """Red, green, blue."""
        at = self._start + y * self._row + 4 * x
        blue, green, red = self._map[at : at + 3]
        return red, green, blue

    def picture(self) -> NDArray[np.uint8]:
        """All of it as it is now: rows of pixels of red, green and blue."""
        kept = np.frombuffer(self._map[self._start : self._start + self._rows * self._row], np.uint8)
        return kept.reshape(self._rows, -1, 4)[:, :, 2::-1]

    def seconds_until(self, shown: Callable[["Screen"], bool], begun: float, longest: float = 60) -> float:
        """Seconds from ``begun`` (``time.time``) until something is on screen."""
        while not shown(self):
            if time.time() - begun > longest:
                raise TimeoutError("it did not come on the screen")
            time.sleep(0.001)
        return time.time() - begun


@contextmanager
def screen(width: int = 1920, height: int = 1080) -> Iterator[Screen]:
    """A fresh screen; programs started on it hear of no sound device."""
    reader, writer = os.pipe()
    with tempfile.TemporaryDirectory() as folder:
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{width}x{height}x24", "-fbdir", folder]
        server = subprocess.Popen(
            [*command, "-nolisten", "tcp", "-noreset"], pass_fds=[writer], stderr=subprocess.DEVNULL
        )
        os.close(writer)
        try:
            with os.fdopen(reader) as answer:
                number = answer.readline().strip()
            env = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
            env |= {"DISPLAY": f":{number}", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
            yield Screen(Path(folder) / "Xvfb_screen0", env)
        finally:
            server.terminate()
            server.wait()


def resident(pid: int) -> float:
    """Megabytes of memory a process has in use."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024
