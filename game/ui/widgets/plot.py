"""A plot of the player's return against the printed one, with the band most players are in; drawn once to a surface."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.theme import Theme

SCALE: Final = 24
"""Size of the scales' letters, canvas pixels."""


@dataclass(frozen=True, slots=True)
class Curve:
    """What is plotted."""

    points: Sequence[tuple[int, float]]
    """Rounds played and the return after them, as a share."""
    printed: float
    """The return in the long run."""
    band: Callable[[float], tuple[float, float, float]] | None
    """Lower end, median and upper end of what players have back after so many rounds; None where it is not known."""


def highest(curve: Curve) -> float:
    """The top of the scale: the curve's and the band's end, at least 1.5 and at most 5."""
    values = [share for _, share in curve.points[len(curve.points) // 10 :]]
    top = max([1.5, *values])
    if curve.band is not None and curve.points:
        top = max(top, curve.band(curve.points[-1][0])[2] * 1.1)
    return min(5.0, top * 1.05)


def draw_plot(
    theme: Theme, size: tuple[int, int], curve: Curve, percent: Callable[[float], str], count: Callable[[int], str]
) -> pygame.Surface:
    """The finished plot; ``percent`` and ``count`` write the scales."""
    surface = pygame.Surface(size, pygame.SRCALPHA)
    margin = theme.fonts.width(percent(5.0), "body", theme.size(SCALE)) + 20
    foot = theme.fonts.font("body", theme.size(SCALE)).get_linesize() + 14
    area = pygame.Rect(margin, 20, size[0] - margin - 16, size[1] - foot - 20)
    pygame.draw.rect(surface, (*theme.colour("veil"), 200), area, border_radius=10)
    top, rounds = highest(curve), max(1, curve.points[-1][0] if curve.points else 1)

    def at(played: float, share: float) -> tuple[int, int]:
        y = area.bottom - round(area.height * max(0.0, min(share, top)) / top)
        return area.left + round(area.width * played / rounds), y

    if curve.band is not None:
        _draw_band(surface, theme, curve, rounds, at)
    step = 0.5 if top <= 3 else 1.0
    mark = 0.0
    while mark <= top:
        y = at(0, mark)[1]
        pygame.draw.line(surface, (*theme.colour("muted"), 60), (area.left, y), (area.right, y))
        label = theme.fonts.line(percent(mark), "body", theme.size(SCALE), theme.colour("muted"))
        surface.blit(label, (area.left - 10 - label.get_width(), y - label.get_height() // 2))
        mark += step
    left, right = at(0, curve.printed), at(rounds, curve.printed)
    for x in range(left[0], right[0], 22):
        pygame.draw.line(surface, theme.colour("good"), (x, left[1]), (min(x + 12, right[0]), left[1]), 3)
    points = [at(played, share) for played, share in curve.points]
    if len(points) > 1:
        pygame.draw.lines(surface, theme.colour("gold"), False, points, 4)
    elif points:
        pygame.draw.circle(surface, theme.colour("gold"), points[0], 6)
    for share in (0.0, 0.5, 1.0):
        label = theme.fonts.line(count(round(rounds * share)), "body", theme.size(SCALE), theme.colour("muted"))
        x = area.left + round(area.width * share) - round(label.get_width() * share)
        surface.blit(label, (x, area.bottom + 8))
    return surface


def _draw_band(
    surface: pygame.Surface, theme: Theme, curve: Curve, rounds: int, at: Callable[[float, float], tuple[int, int]]
) -> None:
    assert curve.band is not None
    upper, middle, lower = [], [], []
    for step in range(1, 121):
        played = max(1, rounds * step // 120)
        low, median, high = curve.band(played)
        upper.append(at(played, high))
        middle.append(at(played, median))
        lower.append(at(played, low))
    pygame.draw.polygon(surface, (*theme.colour("accent"), 70), [*upper, *reversed(lower)])
    pygame.draw.lines(surface, (*theme.colour("accent"), 200), False, upper, 2)
    pygame.draw.lines(surface, (*theme.colour("accent"), 200), False, lower, 2)
    pygame.draw.lines(surface, (*theme.colour("text"), 160), False, middle, 2)
