"""The measured figures of each mode, as the pages print them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.engine.rules import Mode
from game.lab.par import NoSheet, measured_sheet


@dataclass(frozen=True, slots=True)
class Odds:
    """What a mode's measured sheet says; shares and multiples are of the mode's own stake."""

    rounds: int
    """Rounds counted."""
    returned: float
    hit_frequency: float
    free_spins_one_in: float | None
    """Rounds to one that opens the free spins; None where every round does."""
    cap_one_in: float | None
    deviation: float
    """Standard deviation of one round."""


def odds(mode: Mode) -> Odds | None:
    """The measured figures of a mode; None while its model has none."""
    try:
        sheet: Mapping[str, Any] = measured_sheet(mode)
        return Odds(
            int(sheet["rounds"]),
            float(sheet["rtp"]),
            float(sheet["hit_frequency"]),
            _above_one(sheet["free_spins_one_in"]),
            _above_one(sheet["cap_one_in"]),
            float(sheet["sd"]),
        )
    except (NoSheet, KeyError, TypeError, ValueError):
        return None


def _above_one(value: Any) -> float | None:
    return float(value) if value is not None and float(value) > 1.001 else None
