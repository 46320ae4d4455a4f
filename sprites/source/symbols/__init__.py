"""The board's symbols: drawn, set in motion, packed in one sheet for what rests and a page a symbol for what wins."""

from __future__ import annotations

from sprites.source.symbols.sheet import draw_sheet


def draw(skin: str, only: list[str] | None = None, *, draft: bool = False) -> None:
    """Draw the sheet of one skin; with `only`, the named symbols alone, the others are taken from the cache."""
    draw_sheet(skin, only or [], draft=draft)
