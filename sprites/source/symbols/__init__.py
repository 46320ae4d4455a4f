"""The board's symbols: rendered in Blender, finished and set in motion in 2-D, packed in one sheet."""

from __future__ import annotations

from sprites.source.symbols.sheet import draw_sheet


def draw(skin: str, only: list[str] | None = None) -> None:
    """Draw the sheet of one skin; names in `only` are rendered afresh, the others taken from the cache."""
    draw_sheet(skin, only or [])
