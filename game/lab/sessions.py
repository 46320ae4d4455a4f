"""What a session of play may bring, from the distribution of one round's wins.

Everything here follows from how often a round wins how much, as a measured sheet stores it, so numpy is all it needs.
The law of the return after many rounds is exact for that distribution: the distribution of the sum is a power of the
characteristic function, taken on a lattice by a fast Fourier transform. What depends on the order of the rounds (a
budget that runs out) is simulated.

Amounts are coins where a name says so, otherwise multiples of what a round costs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.engine.model import CURRENT
from game.engine.rules import Mode
from game.lab.par import NoSheet, measured_sheet

Floats: TypeAlias = NDArray[np.float64]

LENGTHS: Final = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
"""Rounds of the sessions a sheet describes."""
SHARES: Final = (0.025, 0.25, 0.5, 0.75, 0.975)
"""Shares of sessions whose return stays at or below the quantiles a sheet gives."""
RUN_ROUNDS: Final = (100, 1_000, 10_000)
"""Rounds of the sessions whose longest losing run a sheet gives."""
RUIN_BUDGETS: Final = (20, 50, 100, 200, 500)
"""Budgets, in rounds, whose time to ruin a sheet gives."""
RUIN_SHARES: Final = (0.25, 0.5, 0.75)
SESSIONS: Final = 10_000
"""Sessions simulated, unless told otherwise."""
RUIN_SESSIONS: Final = 4_000
"""Sessions simulated for the times to ruin."""
MAX_RUIN_ROUNDS: Final = 20_000
"""Rounds after which a session that still has money is no longer followed."""

_LATTICE: Final = 2**19
_CHUNK: Final = 64
"""Rounds of all sessions drawn at a time."""


@dataclass(frozen=True)
class WinDistribution:
    """How often a round wins how much."""

    stake: int
    """Coins a round costs."""
    coins: Floats
    """Wins in coins, rising, the first 0; a bin of neighbouring wins counts as their mean."""
    chances: Floats
    """The chance of each; they sum to 1."""

    @property
    def mean_return(self) -> float:
        """Mean win of a round, as a multiple of its stake."""
        return float(self.coins @ self.chances) / self.stake

    @property
    def chance_to_win_nothing(self) -> float:
        """Share of rounds that pay nothing."""
        return float(self.chances[self.coins <= 0].sum())

    @property
    def chance_to_pay_more_than_it_costs(self) -> float:
        """Share of rounds that pay more than their stake."""
        return float(self.chances[self.coins > self.stake].sum())

    @property
    def mean_cost(self) -> float:
        """What a round costs on average, as a multiple of its stake: 1 less the mean return."""
        return 1 - self.mean_return


def sheet_distribution(sheet: Mapping[str, Any]) -> WinDistribution:
    """The distribution a sheet stores; raises :class:`NoSheet` if it stores none."""
    if "win_distribution" not in sheet:
        raise NoSheet(f"the sheet of model {sheet.get('model')} stores no distribution of wins")
    stored = sheet["win_distribution"]
    rounds = np.array(stored["rounds"], np.float64)
    return WinDistribution(
        int(sheet["stake_coins"]), np.array(stored["coins"], np.float64) / rounds, rounds / rounds.sum()
    )


def measured_distribution(mode: Mode, version: str = CURRENT) -> WinDistribution:
    """The distribution measured of a mode of a released model; raises :class:`NoSheet`."""
    return sheet_distribution(measured_sheet(mode, version))


@dataclass(frozen=True)
class ReturnLaw:
    """The distribution of the mean return of a number of rounds."""

    rounds: int
    returns: Floats
    """Returns on a lattice, rising."""
    below: Floats
    """The chance of each return or a lower one."""

    def quantile(self, share: float) -> float:
        """The return that this share of sessions stays at or below."""
        return float(self.returns[min(int(np.searchsorted(self.below, share)), len(self.returns) - 1)])

    @property
    def share_ahead(self) -> float:
        """Share of sessions that win more than they cost."""
        return 1 - float(self.below[np.searchsorted(self.returns, 1 + 1e-9) - 1])


def return_law(distribution: WinDistribution, rounds: int) -> ReturnLaw:
    """The law of the mean return of so many rounds."""
    wins, chances = distribution.coins, distribution.chances
    mean = float(wins @ chances)
    deviation = float(np.sqrt(max(float(wins**2 @ chances) - mean * mean, 0.0)))
    top = rounds * mean + min(10 * deviation * rounds**0.5 + 3 * float(wins[-1]), rounds * float(wins[-1]))
    step = max(1.0, top / (_LATTICE - 2))
    places = wins / step
    lower = np.floor(places).astype(np.int64)
    upper_share = places - lower
    mass = np.zeros(_LATTICE)
    np.add.at(mass, lower, chances * (1 - upper_share))
    np.add.at(mass, np.minimum(lower + 1, _LATTICE - 1), chances * upper_share)
    total = np.fft.irfft(np.fft.rfft(mass) ** rounds, _LATTICE)
    below = np.minimum(np.cumsum(np.maximum(total, 0.0)), 1.0)
    return ReturnLaw(rounds, np.arange(_LATTICE) * (step / (rounds * distribution.stake)), below)


def longest_losing_run(chance_to_lose: float, rounds: int, share: float = 0.99) -> int:
    """The longest run of losing rounds that this share of sessions of so many rounds does not exceed."""
    low, high = 0, rounds
    while low < high:
        middle = (low + high) // 2
        if _chance_without_run(chance_to_lose, rounds, middle + 1) >= share:
            high = middle
        else:
            low = middle + 1
    return low


def _chance_without_run(lose: float, rounds: int, length: int) -> float:
    """The chance that no run of ``length`` losing rounds occurs: the next such run would have to begin after a win."""
    if length > rounds:
        return 1.0
    begins = (1 - lose) * lose**length
    chances = [1.0] * length + [1.0 - lose**length]
    for played in range(length + 1, rounds + 1):
        chances.append(chances[played - 1] - begins * chances[played - length - 1])
    return chances[rounds]


@dataclass(frozen=True)
class Evenings:
    """Many sessions of the same bet, budget and length, played to their end or until the budget cannot pay a round.

    Amounts are in the unit of ``cost`` and ``budget``.
    """

    cost: float
    budget: float
    rounds: int
    """Rounds of a session that does not run out of money."""
    checkpoints: NDArray[np.int64]
    """Rounds played at each point of the fan, from 0 to ``rounds``."""
    shares: tuple[float, ...]
    fan: Floats
    """``fan[share, checkpoint]``: the balance that this share of sessions stays at or below."""
    balances: Floats
    """The final balance of each session, rising."""
    ruined: float
    """Share of sessions whose budget ran out."""
    rounds_played: Floats
    """How many rounds each session lasted, rising."""

    @property
    def median(self) -> float:
        """The final balance that half of the sessions stay at or below."""
        return float(np.median(self.balances))

    @property
    def share_ahead(self) -> float:
        """Share of sessions that end with more than the budget."""
        return float((self.balances > self.budget + 1e-9 * self.cost).mean())

    @property
    def mean_loss(self) -> float:
        """What a session costs on average."""
        return self.budget - float(self.balances.mean())


def evenings(
    distribution: WinDistribution,
    *,
    cost: float,
    budget: float,
    rounds: int,
    seed: int,
    sessions: int = SESSIONS,
    shares: Sequence[float] = SHARES,
    points: int = 60,
) -> Evenings:
    """Simulate sessions of ``rounds`` rounds at ``cost`` each, from a ``budget`` in the same unit.

    A session ends early when its balance cannot pay another round. The same seed gives the same sessions. Raises
    ``ValueError`` for a cost, budget or length that is no session.
    """
    if not (cost > 0 and budget >= 0 and rounds >= 1 and sessions >= 1 and points >= 1):
        raise ValueError("a session needs a cost, a budget and at least one round")
    checkpoints = np.unique(np.linspace(0, rounds, min(points, rounds) + 1).round().astype(np.int64))
    fan = np.empty((len(shares), len(checkpoints)))
    play = _Sessions(distribution, cost, budget, sessions, np.random.default_rng(seed))
    for place, checkpoint in enumerate(checkpoints.tolist()):
        play.advance_to(checkpoint)
        fan[:, place] = np.quantile(play.balances, shares)
    return Evenings(
        cost,
        budget,
        rounds,
        checkpoints,
        tuple(shares),
        fan,
        np.sort(play.balances),
        float((play.balances < cost).mean()),
        np.sort(play.lasted),
    )


def ruin_times(
    distribution: WinDistribution, budget: int, *, seed: int, shares: Sequence[float] = RUIN_SHARES
) -> list[int | None]:
    """Rounds by which these shares of sessions can no longer pay a round, from a budget of so many rounds.

    None where that takes more than :data:`MAX_RUIN_ROUNDS` rounds.
    """
    play = _Sessions(distribution, 1.0, float(budget), RUIN_SESSIONS, np.random.default_rng(seed))
    played = 0
    while played < MAX_RUIN_ROUNDS and (play.balances < 1).mean() < max(shares):
        played += _CHUNK
        play.advance_to(played)
    lasted = np.sort(np.where(play.balances < 1, play.lasted, np.inf))
    found = [float(lasted[max(int(np.ceil(share * RUIN_SESSIONS)) - 1, 0)]) for share in shares]
    return [int(rounds) if np.isfinite(rounds) else None for rounds in found]


class _Sessions:
    """Sessions played side by side."""

    def __init__(
        self, distribution: WinDistribution, cost: float, budget: float, sessions: int, source: np.random.Generator
    ) -> None:
        self.cost, self.source = cost, source
        self.balances = np.full(sessions, float(budget))
        self.lasted = np.zeros(sessions)
        """Rounds each has played."""
        self.played = 0
        self._changes = distribution.coins * (cost / distribution.stake) - cost
        self._keep, self._other = _alias_table(distribution.chances)

    def advance_to(self, rounds: int) -> None:
        """Play on to so many rounds."""
        while self.played < rounds:
            length = min(_CHUNK, rounds - self.played)
            going = np.flatnonzero(self.balances >= self.cost)
            if len(going):
                self._play(going, length)
            self.played += length

    def _play(self, going: NDArray[np.intp], length: int) -> None:
        paths = self.balances[going, None] + np.cumsum(self._draw(len(going), length), axis=1)
        stopped = paths < self.cost
        last = np.where(stopped.any(axis=1), stopped.argmax(axis=1), length - 1)
        self.balances[going] = paths[np.arange(len(going)), last]
        self.lasted[going] += last + 1

    def _draw(self, sessions: int, length: int) -> Floats:
        """What each round changes a balance by."""
        places = self.source.random((sessions, length)) * len(self._keep)
        bins = places.astype(np.int32)
        bins = np.where(places - bins < self._keep[bins], bins, self._other[bins])
        changes: Floats = self._changes[bins]
        return changes


def _alias_table(chances: Floats) -> tuple[Floats, NDArray[np.int32]]:
    """Walker's alias table: a bin drawn evenly is kept with its own chance, else it stands for its other."""
    scaled = (chances * len(chances)).tolist()
    keep, other = np.ones(len(scaled)), np.arange(len(scaled), dtype=np.int32)
    small = [number for number, value in enumerate(scaled) if value < 1]
    large = [number for number, value in enumerate(scaled) if value >= 1]
    while small and large:
        short, tall = small.pop(), large[-1]
        keep[short], other[short] = scaled[short], tall
        scaled[tall] -= 1 - scaled[short]
        if scaled[tall] < 1:
            small.append(large.pop())
    return keep, other


def session_figures(distribution: WinDistribution, seed: int) -> dict[str, Any]:
    """What a sheet says of sessions, as a JSON object; the seed decides the simulated times to ruin alone."""
    laws = [return_law(distribution, rounds) for rounds in LENGTHS]
    runs = {
        "paying_nothing": distribution.chance_to_win_nothing,
        "paying_no_more_than_it_costs": 1 - distribution.chance_to_pay_more_than_it_costs,
    }
    return {
        "share_of_rounds_paying_more_than_they_cost": distribution.chance_to_pay_more_than_it_costs,
        "mean_cost_of_a_round": distribution.mean_cost,
        "returns": [
            {
                "rounds": law.rounds,
                "quantiles": {f"{100 * share:g}": law.quantile(share) for share in SHARES},
                "share_ahead": law.share_ahead,
            }
            for law in laws
        ],
        "longest_losing_run_99": {
            name: {str(rounds): longest_losing_run(chance, rounds) for rounds in RUN_ROUNDS}
            for name, chance in runs.items()
        },
        "rounds_to_ruin": {
            str(budget): {
                f"{100 * share:g}": rounds
                for share, rounds in zip(RUIN_SHARES, ruin_times(distribution, budget, seed=seed), strict=True)
            }
            for budget in RUIN_BUDGETS
        },
    }
