"""From counted samples to a return with an interval, in closed form wherever there is one.

The mean of a round of free spins, before the cap, follows exactly from seven means of a single free spin. Let a round
play K spins with hearts of mean value m, and q be the chance of a retrigger. Each spin is the child of the spin that
opened it, so a spin still to play stands for 1/(1 - 5q) spins in all and K averages 15/(1 - 5q). A winning spin with
hearts is multiplied by its own hearts and by those of every earlier winning spin; the sum of the first kind is K times
a mean, and the sum of the second is, for every spin, its winning hearts times the spins that are still to come times
the mean win with hearts. How many are to come is a random walk whose sum is a quadratic in the fifteen spins.

Terms whose exact means are known (:mod:`game.lab.exact`) serve as control variates: the means of the others are
moved by what the known ones missed, times the regression on them.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from game.engine.rules import FREE_SPINS, RETRIGGER_SPINS, Mode
from game.lab.packing import Floats

PAID_TARGETS: Final = ("win without hearts", "win with hearts", "win times hearts", "scatter pay", "trigger")
PAID_CONTROLS: Final = (
    "pay without hearts",
    "pay with hearts",
    "pay times hearts",
    "first board's scatter pay",
    "first board's trigger",
    "trigger by a tumble",
)
"""Known of a paid spin from its first board; pays are summed over its paying symbols, each as if it alone vanished."""
FREE_TARGETS: Final = (
    "win without hearts",
    "win with hearts",
    "win times hearts",
    "hearts on a win",
    "retrigger",
    "hearts on a winning retrigger",
    "scatter pay",
)
"""The seven moments."""
FREE_CONTROLS: Final = (
    "pay without hearts",
    "pay with hearts",
    "pay times hearts",
    "hearts",
    "first board's retrigger",
    "retrigger by a tumble",
    "hearts on a retrigger",
    "first board's scatter pay",
)
NEXT_CONTROLS: Final = (
    "next pay without hearts",
    "next pay with hearts",
    "next pay times hearts",
    "pay times the next tumble's hearts",
    "pay that the next tumble gives hearts",
    "trigger by the next tumble",
    "the next tumble's hearts",
)
"""Known of the board after a symbol's tumble, summed over pairs of a symbol and the next; the last in free spins."""
PAID_TERMS: Final = (*PAID_TARGETS, *PAID_CONTROLS, *NEXT_CONTROLS[:-1])
"""What is summed of every paid spin."""
FREE_TERMS: Final = (*FREE_TARGETS, *FREE_CONTROLS, *NEXT_CONTROLS)
"""What is summed of every single free spin."""
NEXT_FROM: Final = 2**26
"""Spins from which on a sample is worth the second or two it takes to know the next controls' means."""
MIN_BLOCKS: Final = {Mode.BASE: 400, Mode.ANTE: 400, Mode.BUY: 100}
"""Whole blocks below which a sample is too small for control variates and for the interval to hold."""


@dataclass(frozen=True)
class Means:
    """Estimated means and the covariance of their errors."""

    values: Floats
    covariance: Floats


@dataclass(frozen=True)
class Sample:
    """Sums of the terms of a number of spins."""

    count: int
    """Spins."""
    sums: Any
    """Of each term, over all spins."""
    whole_sums: Any
    """Of each term, over the spins of whole blocks."""
    products: Any
    """Lower triangle: products of the sums of each whole block, summed over these."""
    blocks: int
    """Whole blocks."""
    block: int
    """Spins of a whole block."""


def block_covariance(sample: Sample) -> Floats:
    """The covariance of one spin's terms, from the spread of whole blocks about their own mean."""
    spins = sample.blocks * sample.block
    means = np.array([float(total) / spins for total in sample.whole_sums])
    lower = np.array([[float(entry) for entry in row] for row in sample.products]) / spins
    second = lower + np.tril(lower, -1).T
    covariance: Floats = (second - sample.block * np.outer(means, means)) * (sample.blocks / max(sample.blocks - 1, 1))
    return covariance


def controlled_means(sample: Sample, known: Floats) -> Means:
    """Means of the leading terms of a sample, the trailing ones being controls.

    ``known`` are the means of the controls, NaN for one that is not to be used. Without a whole block the controls are
    left out and the errors are unknown (NaN).
    """
    terms = np.array([float(total) / sample.count for total in sample.sums])
    if not sample.blocks:
        plain = len(terms) - len(known)
        return Means(terms[:plain], np.full((plain, plain), np.nan))
    covariance = block_covariance(sample)
    targets = np.arange(len(terms) - len(known))
    controls = len(targets) + np.flatnonzero(~np.isnan(known))
    across = covariance[np.ix_(targets, controls)]
    slopes = across @ np.linalg.pinv(covariance[np.ix_(controls, controls)], rcond=1e-10, hermitian=True)
    values = terms[targets] - slopes @ (terms[controls] - known[controls - len(targets)])
    return Means(values, (covariance[np.ix_(targets, targets)] - slopes @ across.T) / sample.count)


def free_spins_worth(moments: Floats, mean_heart: float) -> float:
    """Mean coins of a round of free spins before the cap, from the seven moments."""
    plain, with_hearts, by_hearts, hearts, again, hearts_again, scatter_pay = moments
    remaining = 1 - RETRIGGER_SPINS * again
    spins = FREE_SPINS / remaining
    spread = 1 + (RETRIGGER_SPINS**2 - 2 * RETRIGGER_SPINS) * again
    square = 1 / (2 * remaining)
    still_to_come = square * FREE_SPINS**2 + (square * spread - 1) / remaining * FREE_SPINS
    own = spins * (plain + scatter_pay + mean_heart * by_hearts)
    carried = mean_heart * (hearts * still_to_come + RETRIGGER_SPINS * hearts_again * spins)
    return float(own + with_hearts * carried / remaining)


def free_spins_mean(moments: Means, mean_heart: float) -> tuple[float, float]:
    """Mean coins of a round of free spins before the cap, and the variance of that estimate."""
    gradient = np.empty(len(FREE_TARGETS))
    for term in range(len(FREE_TARGETS)):
        step = np.zeros(len(FREE_TARGETS))
        step[term] = 1e-5 * max(abs(moments.values[term]), 1e-9)
        above, below = (free_spins_worth(moments.values + sign * step, mean_heart) for sign in (1, -1))
        gradient[term] = (above - below) / (2 * step[term])
    return free_spins_worth(moments.values, mean_heart), float(gradient @ moments.covariance @ gradient)


@dataclass(frozen=True)
class Return:
    """A mode's return, in coins a round, taken apart."""

    symbols: float
    """Paying symbols, before hearts."""
    hearts: float
    """What hearts add to the paid spin's win."""
    scatters: float
    free_spins: float
    """Free spins before the cap."""
    cap: float
    """What the cap takes, negative."""
    variance: float
    """Of the estimate of the sum of all parts."""
    trigger: float
    """Chance of a round to trigger."""
    trigger_variance: float
    free_worth: float
    """Mean coins of a round of free spins before the cap."""

    @property
    def total(self) -> float:
        """Coins a round."""
        return self.symbols + self.hearts + self.scatters + self.free_spins + self.cap


def estimate_return(
    paid: Means, free: Means, paid_heart: float, free_heart: float, beyond_cap: tuple[float, float]
) -> Return:
    """The return of a mode from its samples; ``beyond_cap`` is the mean the cap takes a round and its variance."""
    plain, with_hearts, by_hearts, scatter_pay, trigger = paid.values
    worth, worth_variance = free_spins_mean(free, free_heart)
    gradient = np.array([1.0, 0.0, paid_heart, 1.0, worth])
    variance = gradient @ paid.covariance @ gradient + trigger**2 * worth_variance + beyond_cap[1]
    return Return(
        symbols=float(plain + with_hearts),
        hearts=float(paid_heart * by_hearts - with_hearts),
        scatters=float(scatter_pay),
        free_spins=float(trigger * worth),
        cap=-beyond_cap[0],
        variance=float(variance),
        trigger=float(trigger),
        trigger_variance=max(float(paid.covariance[4, 4]), 0.0),
        free_worth=worth,
    )
