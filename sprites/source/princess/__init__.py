"""The girl of both skins: her animated figure, the scatter portraits and the sleeping cat.

`draw(skin, only)` redraws sprites/<skin>/character.webp with its further pages, character.json and character_clips.zip,
and the portraits out/scatter_<skin>.png, out/scatter_<skin>_blink.png and out/scatter_<skin>_smile.png.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from .bake import album_of, write_sheets
from .scatter import draw_scatter

SPRITES = Path(__file__).parents[2]
PIECES = ("scatter", "character")


def draw(skin: str, only: Collection[str] | None = None, *, draft: bool = False) -> None:
    """Draw the named pieces (all, if none) of one skin; a draft of the character is several times as fast."""
    wanted = set(only) if only else set(PIECES)
    if "scatter" in wanted:
        draw_scatter(skin, Path(__file__).parent / "out")
    if "character" in wanted:
        write_sheets(album_of(skin, workers=os.cpu_count() or 1, draft=draft), SPRITES / skin)
