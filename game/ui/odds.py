"""The measured figures of each mode, as the pages print them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from game.engine.rules import BASE_BET, RETURN_TO_PLAYER, Mode
from game.lab.par import NoSheet, measured_sheet

EVENING: Final = 100
"""Rounds of a short evening."""
QUANTILES: Final = ("2.5", "50", "97.5")


@dataclass(frozen=True, slots=True)
class Returns:
    """What players have back after some rounds, as shares of what they bet."""

    rounds: int
    low: float
    """2.5 in 100 players have no more."""
    median: float
    high: float
    """2.5 in 100 players have more."""
    ahead: float
    """Share of the players who have more back than they bet."""


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
    returns: tuple[Returns, ...] = ()
    """What players have back after 10, 100 … rounds, rising; empty where the sheet does not say."""

    @property
    def evening(self) -> Returns | None:
        """How an evening goes."""
        return next((row for row in self.returns if row.rounds == EVENING), None)


def average_cost(stake: int) -> int:
    """What the game keeps of a stake in the long run, in the stake's unit: alike in every mode, as measured."""
    return round(stake * (1 - RETURN_TO_PLAYER))


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
            returns=_returns(sheet),
        )
    except (NoSheet, KeyError, TypeError, ValueError):
        return None


def _returns(sheet: Mapping[str, Any]) -> tuple[Returns, ...]:
    rows = [
        Returns(int(row["rounds"]), low, median, high, float(row["share_ahead"]))
        for row in sheet.get("sessions", {}).get("returns", ())
        for low, median, high in [[float(row["quantiles"][key]) for key in QUANTILES]]
    ]
    return tuple(sorted(rows, key=lambda row: row.rounds))


def _median(sheet: Mapping[str, Any]) -> float:
    """The median pay of a round: nothing where most pay nothing, else that of the free spins they all have."""
    if float(sheet["hit_frequency"]) < 0.5:
        return 0.0
    return float(sheet["free_spins"]["median_bets"]) * BASE_BET / float(sheet["stake_coins"])


def _above_one(value: Any) -> float | None:
    return float(value) if value is not None and float(value) > 1.001 else None
