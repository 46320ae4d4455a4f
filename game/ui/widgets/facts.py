"""Facts: lines of a name and a value, as the money panels show them."""

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.ui.boxes import Box, Card, Column, Live, Row, Text
from game.ui.theme import Theme

GAP: Final = 8

Fact = tuple[str, str, str]
"""What it is, its value, and the value's colour."""


def draw_facts(canvas: pygame.Surface, theme: Theme, area: pygame.Rect, facts: Sequence[Fact], height: int = 58) -> int:
    """Draw them from the top of ``area``; returns the bottom y."""
    y = area.top
    for name, value, colour in facts:
        row = pygame.Rect(area.left, y, area.width, height)
        theme.stretched(canvas, "card", row)
        inner = row.inflate(-44, -8)
        left = inner.width - min(inner.width // 2, theme.fonts.width(value, "strong", theme.size(30)) + 16)
        theme.text(canvas, name, pygame.Rect(inner.left, inner.top, left, inner.height), size=27, align="left")
        right = pygame.Rect(inner.left + left, inner.top, inner.width - left, inner.height)
        theme.text(canvas, value, right, size=30, style="strong", colour=colour, align="right")
        y = row.bottom + GAP
    return y


def facts_box(facts: Callable[[], Sequence[Fact]], height: int = 58, gap: int = GAP) -> Box:
    """The facts as they are when they are placed, one below another."""
    return Live(lambda: Column(*(_row(fact, height) for fact in facts()), gap=gap))


def _row(fact: Fact, height: int) -> Box:
    name, value, colour = fact
    left = Text(lambda: name, 27)
    right = Text(lambda: value, 30, style="strong", colour=colour, align="right", whole=True)
    return Card(Row(left, right, shares=(1, 0)), height=height, pad=(22, 4))
