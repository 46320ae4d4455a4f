"""Heart tables of a wanted mean: a power of the value, a shoulder and a tail.

The return is a straight line in the mean heart value, so the last step of a calibration is to say which mean is
needed; this module turns it into fifteen whole weights that never rise with the value.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game.engine.model import HEART_BITS
from game.engine.rules import HEART_VALUES

TOTAL: Final = 2**HEART_BITS
SHOULDER: Final = (50, 100)
"""Hearts that are rarer than the power of the others would have them."""
TAIL: Final = (250, 500)
"""Hearts whose shares are given."""
STEPS: Final = 200
"""Halvings of the search for an exponent: more than a float can tell apart."""


class NoTable(ValueError):
    """A mean that no falling table of a shape reaches."""


@dataclass(frozen=True)
class Shape:
    """What stays the same of a table while its mean is moved."""

    shoulder: float
    """How often hearts of 50 and 100 come, compared with the power of their value."""
    tail: tuple[float, float]
    """Shares of the hearts of 250 and 500."""

    def with_tail(self, scale: float) -> "Shape":
        """The shape with a tail so many times as heavy."""
        return Shape(self.shoulder, (self.tail[0] * scale, self.tail[1] * scale))

    def shares(self, exponent: float) -> list[float]:
        """Shares of all values, falling with that power of the value."""
        body = [value**-exponent * (self.shoulder if value in SHOULDER else 1) for value in HEART_VALUES[: -len(TAIL)]]
        scale = (1 - sum(self.tail)) / sum(body)
        return [*(share * scale for share in body), *self.tail]


def heart_table(mean: float, shape: Shape) -> tuple[int, ...]:
    """Fifteen weights of that mean, to a 65536th, never rising."""
    low, high = 0.0, 8.0
    if not _mean(shape.shares(high)) <= mean <= _mean(shape.shares(low)):
        raise NoTable(f"no falling heart table has a mean of {mean:.3f}")
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if _mean(shape.shares(middle)) > mean else (low, middle)
    weights = [max(round(share * TOTAL), 1) for share in shape.shares(low)]
    weights[0] += TOTAL - sum(weights)
    missing = round(mean * TOTAL) - sum(weight * value for weight, value in zip(weights, HEART_VALUES, strict=True))
    weights[0] -= missing
    weights[1] += missing
    if min(weights) < 1 or sorted(weights, reverse=True) != weights:
        raise NoTable(f"a heart table of mean {mean:.3f} with such a tail rises with the value")
    return tuple(weights)


def table_mean(weights: Sequence[float]) -> float:
    """The mean heart value of a table."""
    return _mean(weights) / sum(weights)


def _mean(shares: Sequence[float]) -> float:
    return sum(share * value for share, value in zip(shares, HEART_VALUES, strict=True))
