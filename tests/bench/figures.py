"""Prints measured figures beside their bars and a yardstick from the same run; asserts nothing."""

from collections.abc import Iterable, Sequence


def percentile(values: Iterable[float], share: float) -> float:
    """The value below which ``share`` of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def show(title: str, rows: Sequence[Sequence[str]]) -> None:
    """A table: figure, measured, bar, yardstick, ratio."""
    table = [("figure", "measured", "bar", "yardstick", "ratio"), *rows]
    widths = [max(len(row[column]) for row in table) for column in range(5)]
    print(title)
    for row in table:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
