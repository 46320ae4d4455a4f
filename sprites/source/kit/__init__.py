"""The kit: board frame and plate, logo, controls, light effects, screen ornaments and the program's icon."""

from __future__ import annotations

import importlib
from collections.abc import Sequence


def draw(skin: str, only: Sequence[str] | None) -> None:
    """Draws the sheets named in `only` (all, if None) for `skin` and writes them under sprites/."""
    importlib.import_module("sprites.source.kit.sheets").draw(skin, only)
