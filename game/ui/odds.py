"""The measured figures of each mode, as the pages print them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.engine.rules import BASE_BET, Mode
from game.lab.par import NoSheet, measured_sheet


@dataclass(frozen=True, slots=True)
class Evening:
    """What players have back after some rounds."""

    rounds: int
    median: float
    """What half of them have back at most, as a share of what they bet."""
    ahead: float
    """Share of them that have more back than they bet."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What a mode's measured sheet says; shares and multiples are of what a round of the mode costs."""

    rounds: int
    """Rounds simulated."""
    returned: float
    """Average return."""
    interval: float
    """Half of the 99% interval of the average return."""
    hit_frequency: float
    pays_more: float
    """Share of the rounds that pay more than they cost."""
    median: float
    """What half of the rounds pay no more than."""
    free_spins_one_in: float | None
    """Rounds to one that starts the free spins; None where every round does."""
    cap_one_in: float | None
    deviation: float
    """Standard deviation of one round."""
    volatility: float
    """Volatility index: 1.645 standard deviations."""
    evening: "Evening | None" = None
    """How a hundred rounds go; None where the sheet does not say."""


def odds(mode: Mode) -> Odds | None:
    """The measured figures of a mode; None while its model has none."""
    try:
        sheet: Mapping[str, Any] = measured_sheet(mode)
        low, high = sheet["rtp_ci99"]
        return Odds(
            rounds=int(sheet["rounds"]),
            returned=float(sheet["rtp"]),
            interval=(float(high) - float(low)) / 2,
            hit_frequency=float(sheet["hit_frequency"]),
            pays_more=sum(float(row["share_of_rounds"]) for row in sheet["win_buckets"] if row["over"] >= 1),
            median=_median(sheet),
            free_spins_one_in=_above_one(sheet["free_spins_one_in"]),
            cap_one_in=_above_one(sheet["cap_one_in"]),
            deviation=float(sheet["sd"]),
            volatility=float(sheet["volatility_index"]),
        )
    except (NoSheet, KeyError, TypeError, ValueError):
        return None


def _median(sheet: Mapping[str, Any]) -> float:
    """The median pay of a round: nothing where most pay nothing, else that of the free spins they all have."""
    if float(sheet["hit_frequency"]) < 0.5:
        return 0.0
    return float(sheet["free_spins"]["median_bets"]) * BASE_BET / float(sheet["stake_coins"])


def _above_one(value: Any) -> float | None:
    return float(value) if value is not None and float(value) > 1.001 else None
