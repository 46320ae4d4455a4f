"""Files of the player's folder: read only where they are plain files, written whole or not at all."""

import codecs
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EINVAL
from pathlib import Path
from typing import BinaryIO, Final

PRIVATE: Final = 0o600
"""Rights of what is written: the player's own."""
BYTE_ORDER_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""What some editors put before a text, and how the text after it is read."""


class NotPlainError(OSError):
    """A pipe, a device, a socket or a folder lies where a plain file belongs."""

    def __init__(self, path: Path) -> None:
        super().__init__(EINVAL, f"{path.name} is not a plain file", str(path))


class TooLargeError(ValueError):
    """A file larger than what it is read for can be."""


def read_bytes(path: Path, limit: int) -> bytes:
    """The file's bytes.

    Raises :class:`OSError`, as :class:`NotPlainError` where to read would wait for ever, and :class:`TooLargeError`
    for more than ``limit`` bytes.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise NotPlainError(path)
        data = file.read(limit + 1)
    if len(data) > limit:
        raise TooLargeError(f"larger than {limit} bytes")
    return data


def decode_text(data: bytes) -> str:
    """Text as an editor saved it: UTF-8, or what a byte order mark says; raises ``UnicodeDecodeError``."""
    return data.decode(next((encoding for mark, encoding in BYTE_ORDER_MARKS if data.startswith(mark)), "utf-8"))


def read_text(path: Path, limit: int) -> str:
    """The text in a file; raises as :func:`read_bytes` and :func:`decode_text` do."""
    return decode_text(read_bytes(path, limit))


@contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """A file that takes its name once it is whole and on the disk; on any error nothing is left of it.

    A link planted under the name it grows under is not followed.
    """
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    file = os.fdopen(os.open(part, flags, PRIVATE), "w+b")
    try:
        yield file
        file.flush()
        os.fsync(file.fileno())
        file.close()
        part.replace(path)
    except BaseException:
        with suppress(OSError):  # what is still buffered may not fit on the disk either
            file.close()
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; raises ``OSError``."""
    with writing(path) as file:
        file.write(data)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder survive a power loss, where its file system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def free_name(wanted: Path) -> Path:
    """The path where nothing has that name, else one with ``-2`` before its ending, and so on."""
    path, number = wanted, 1
    while os.path.lexists(path):
        number += 1
        path = wanted.with_stem(f"{wanted.stem}-{number}")
    return path


def reason(error: OSError) -> str:
    """What the system said, without the numbers and paths around it."""
    return error.strerror or str(error)


def list_folder(folder: Path) -> list[Path]:
    """What lies in a folder, in order, hidden files passed over; raises ``OSError``."""
    with os.scandir(folder) as entries:
        return sorted(folder / entry.name for entry in entries if not entry.name.startswith("."))
