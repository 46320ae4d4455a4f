"""Responsible mode: sets of rules that a player binds themselves to."""

from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum
from types import MappingProxyType
from typing import Final


class Preset(IntEnum):
    """What may be chosen, each stricter than the one before; the ledger keeps the number."""

    OWN = 1
    UNITED_KINGDOM = 2
    GERMANY = 3


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds in responsible mode. In all of it there is no buying, no double chance and no anticipation."""

    preset: Preset
    name: str
    """In English, to be translated."""
    min_spin: float
    """Seconds from one spin to the next at least."""
    max_stake: int | None
    """Minor units that a round may cost at most; None for no such limit."""
    pause_after: timedelta | None = None
    """Play after which a pause is due; None for none."""
    pause: timedelta = timedelta(minutes=5)


RULES: Final = MappingProxyType(
    {
        Preset.OWN: Rules(Preset.OWN, "Your own limits", min_spin=2.5, max_stake=None),
        Preset.UNITED_KINGDOM: Rules(Preset.UNITED_KINGDOM, "United Kingdom", min_spin=2.5, max_stake=500),
        Preset.GERMANY: Rules(
            Preset.GERMANY, "Germany", min_spin=5.0, max_stake=100, pause_after=timedelta(minutes=60)
        ),
    }
)
"""The rules of each preset."""
REALITY_CHECK: Final = 30
"""Minutes between reality checks where the player has chosen no other, in responsible mode at least so often."""
