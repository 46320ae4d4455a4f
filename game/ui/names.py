"""What the symbols are called."""

from types import MappingProxyType
from typing import Final

from game.engine.board import HEART_CELLS
from game.ui.services import Services

SYMBOL_NAMES: Final = MappingProxyType(
    {
        "sun": "sun medallion",
        "winged_heart": "winged-heart medallion",
        "moon": "crescent-moon medallion",
        "star": "star medallion",
        "red": "red heart gem",
        "blue": "blue gem",
        "green": "green gem",
        "teal": "teal gem",
        "yellow": "yellow gem",
        "scatter": "scatter",
    }
)
"""Symbol -> its name within a sentence, where the skin has none of its own."""


def symbol_name(services: Services, cell: str) -> str:
    """A symbol's name within a sentence, as the skin shown calls it."""
    if cell in HEART_CELLS:
        return services.tr("multiplier heart")
    return services.tr(services.theme.skin.symbols.get(cell, SYMBOL_NAMES[cell]))


def symbol_title(services: Services, cell: str) -> str:
    """A symbol's name with a capital."""
    name = symbol_name(services, cell)
    return name[:1].upper() + name[1:]
