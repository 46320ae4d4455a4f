"""A file that is there whole or not at all, opened before the long work that fills it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole_file(path: Path) -> Iterator[Callable[[str], None]]:
    """Yield what writes the file's text.

    The text goes to ``NAME.part`` beside it, which takes the file's place once it is written. Without a text, or when
    anything fails, an older file stays as it was and no part is left. Raises ``OSError``.
    """
    part = path.with_name(f"{path.name}.part")
    part.touch()
    written = False

    def write(text: str) -> None:
        nonlocal written
        part.write_text(text, encoding="utf-8")
        written = True

    try:
        yield write
        if written:
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)
