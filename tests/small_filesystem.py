"""A small disk of its own to fill up, for real faults."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

BALLAST = "ballast"


@contextmanager
def small_disk(folder: Path, kibibytes: int) -> Iterator[Path]:
    """A file system with so much room; needs the right to mount, and skips the test without it."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={kibibytes}k,mode=700", "tmpfs", str(folder)]
    if sys.platform != "linux" or os.geteuid() != 0 or subprocess.run(command, check=False).returncode:
        pytest.skip("mounting a small disk needs root on Linux")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(disk: Path, leave: int = 0) -> None:
    """Take up the disk's room but for about ``leave`` bytes."""
    stat = os.statvfs(disk)
    with (disk / BALLAST).open("ab") as file:
        file.write(bytes(max(0, stat.f_bavail * stat.f_frsize - leave)))


def make_room(disk: Path) -> None:
    """Give it back."""
    (disk / BALLAST).unlink()
