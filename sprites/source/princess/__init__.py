"""The girl of both skins: her animated figure, the scatter portraits and the sleeping cat.

`draw(skin, only)` redraws sprites/<skin>/character.png with its further pages and JSON, and the portraits
out/scatter_<skin>.png, out/scatter_<skin>_blink.png and out/scatter_<skin>_smile.png.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from .bake import bake
from .scatter import draw_scatter

SPRITES = Path(__file__).parents[2]
PIECES = ("scatter", "character")


def draw(skin: str, only: Collection[str] | None = None) -> None:
    """Draw the named pieces (all, if none) of one skin."""
    wanted = set(only) if only else set(PIECES)
    if "scatter" in wanted:
        draw_scatter(skin, Path(__file__).parent / "out")
    if "character" in wanted:
        size = bake(skin, SPRITES / skin)
        print(f"character / {skin}: {size / 2**20:.1f} MiB decoded")
