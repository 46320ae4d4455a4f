"""The kit: frame and plate, logo, console and controls, lettering, light, celebrations and the program's icon."""

from __future__ import annotations

import importlib
from collections.abc import Sequence


def draw(skin: str, only: Sequence[str] | None, *, draft: bool = False) -> None:
    """Draws the sheets named in `only` (all, if None) for `skin` under sprites/; drafts under build/drafts/."""
    importlib.import_module("sprites.source.kit.sheets").draw(skin, only, draft=draft)
