"""A fan of many sessions: between which balances most of them are after each spin; drawn once to a surface."""

from collections.abc import Callable
from typing import Final

import pygame

from game.lab.sessions import Evenings
from game.ui.theme import Theme

LABEL: Final = 24
"""Size of the scales' labels."""
FOOT: Final = 44
"""Height of the lower scale, which grows with its labels."""
TOP: Final = 3.0
"""Budgets that the scale reaches at most: the luckiest of the upper band may leave it."""
LINES: Final = 4


def draw_fan(
    theme: Theme,
    size: tuple[int, int],
    found: Evenings,
    money: Callable[[float], str],
    count: Callable[[int], str],
) -> pygame.Surface:
    """The finished fan; ``money`` and ``count`` write the scales."""
    surface = pygame.Surface(size, pygame.SRCALPHA)
    top = min(TOP * found.budget, max(1.25 * found.budget, 1.05 * float(found.fan.max())))
    balances = [top * step / LINES for step in range(LINES + 1)]
    labels = [_label(theme, money(balance)) for balance in balances]
    left, foot = max(label.get_width() for label in labels) + 14, theme.size(FOOT)
    area = pygame.Rect(left, 12, size[0] - left - 20, size[1] - foot - 12)
    pygame.draw.rect(surface, (*theme.colour("veil"), 200), area, border_radius=10)
    last = max(1, int(found.checkpoints[-1]))

    def at(spins: float, balance: float) -> tuple[int, int]:
        y = area.bottom - round(area.height * max(0.0, min(balance, top)) / top)
        return area.left + round(area.width * spins / last), y

    curves = [
        [at(spins, balance) for spins, balance in zip(found.checkpoints.tolist(), row, strict=True)]
        for row in found.fan.tolist()
    ]
    lines = pygame.Surface(size, pygame.SRCALPHA)
    for outer, strength in ((0, 70), (1, 110)):
        band = pygame.Surface(size, pygame.SRCALPHA)
        pygame.draw.polygon(band, (*theme.colour("accent"), strength), [*curves[outer], *reversed(curves[-1 - outer])])
        surface.blit(band, (0, 0))
    for balance, label in zip(balances, labels, strict=True):
        x, y = at(0, balance)
        pygame.draw.line(lines, (*theme.colour("muted"), 60), (x, y), (area.right, y))
        surface.blit(label, (area.left - 10 - label.get_width(), y - label.get_height() // 2))
    surface.blit(lines, (0, 0))
    _, y = at(0, found.budget)
    for x in range(area.left, area.right, 22):
        pygame.draw.line(surface, theme.colour("good"), (x, y), (min(x + 12, area.right), y), 3)
    pygame.draw.lines(surface, theme.colour("gold"), False, curves[len(curves) // 2], 4)
    for share in (0.0, 0.5, 1.0):
        label = _label(theme, count(round(last * share)))
        x = area.left + round(area.width * share) - round(label.get_width() * share)
        surface.blit(label, (x, area.bottom + 8))
    return surface


def _label(theme: Theme, text: str) -> pygame.Surface:
    return theme.fonts.line(text, "body", theme.size(LABEL), theme.colour("muted"))
