"""Facts: lines of a name and a value, as the money panels show them."""

from collections.abc import Callable, Sequence
from typing import Final

from game.ui.boxes import Box, Card, Column, Live, Row, Text

GAP: Final = 8

Fact = tuple[str, str, str]
"""What it is, its value, and the value's colour."""


def facts_box(facts: Callable[[], Sequence[Fact]], height: int = 58, gap: int = GAP) -> Box:
    """The facts as they are when they are placed, one below another."""
    return Live(lambda: Column(*(_row(fact, height) for fact in facts()), gap=gap))


def _row(fact: Fact, height: int) -> Box:
    name, value, colour = fact
    left = Text(lambda: name, 27)
    right = Text(lambda: value, 30, style="strong", colour=colour, align="right", whole=True)
    return Card(Row(left, right, shares=(1, 0)), height=height, pad=(22, 4))
