"""The girl of both skins: her animated figure and the sleeping cat.

`draw(skin)` redraws sprites/<skin>/character.webp with its further pages, character.json and character_clips.zip.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from .bake import album_of, write_sheets

SPRITES = Path(__file__).parents[2]
DRAFTS = SPRITES.parent / "build" / "drafts"
PIECES = ("character",)


def draw(skin: str, only: Collection[str] | None = None, *, draft: bool = False) -> None:
    """Draw the character of one skin; a draft is several times as fast, and goes to build/drafts/<skin>/."""
    if only is None or "character" in only:
        write_sheets(album_of(skin, workers=os.cpu_count() or 1, draft=draft), (DRAFTS if draft else SPRITES) / skin)
