"""Symbols of the board: rendered in Blender, finished and set in motion in two dimensions, packed into one sheet."""

from __future__ import annotations

from sprites.source.symbols.sheet import draw_sheet


def draw(skin: str, only: list[str] | None = None) -> None:
    """Draw the sheet of one skin; names in `only` are rendered afresh, all others taken from the cache if there."""
    draw_sheet(skin, only or [])
