"""What the symbols are called."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from game.engine.board import HEART_CELLS

SYMBOL_NAMES: Final = MappingProxyType(
    {
        "sun": "sun",
        "winged_heart": "winged heart",
        "moon": "moon",
        "star": "star",
        "red": "red heart gem",
        "blue": "blue gem",
        "green": "green gem",
        "teal": "teal gem",
        "yellow": "yellow gem",
        "scatter": "scatter",
    }
)
"""Symbol -> its name within a sentence."""


def symbol_name(tr: Callable[[str], str], cell: str) -> str:
    """A symbol's name within a sentence."""
    return tr("multiplier heart") if cell in HEART_CELLS else tr(SYMBOL_NAMES[cell])


def symbol_title(tr: Callable[[str], str], cell: str) -> str:
    """A symbol's name with a capital."""
    name = symbol_name(tr, cell)
    return name[:1].upper() + name[1:]
