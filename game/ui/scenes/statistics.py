"""The player's own figures: the return so far against the printed one, and what luck allows."""

import math
from typing import Final

import pygame

from game.engine.rules import BASE_BET, RETURN_TO_PLAYER
from game.ledger import Statistics
from game.ui.odds import odds
from game.ui.panel import Panel
from game.ui.services import Services
from game.ui.widgets.facts import Fact, draw_facts
from game.ui.widgets.plot import Curve, draw_plot

SURE: Final = 1.96
"""Standard errors on either side that hold 95 of 100 players."""
POINTS: Final = 240


def luck(figures: Statistics) -> float | None:
    """Half the 95 % band of the return after all rounds so far; None without measured figures.

    Each mode's standard deviation is of a stake of one, so a round's variance is that squared times its stake squared.
    """
    variance = 0.0
    for mode, totals in figures.by_mode.items():
        known = odds(mode)
        if totals.rounds and known is None:
            return None
        if known is not None:
            variance += known.deviation**2 * totals.stake_squares
    return SURE * math.sqrt(variance) / figures.total.stake if figures.total.stake else None


class StatisticsPanel(Panel):
    """Figures at the left, the plot at the right."""

    title = "Statistics"
    size = (1680, 940)

    def __init__(self, services: Services) -> None:
        ledger = services.table.ledger
        self.figures = ledger.statistics()
        self.half = luck(self.figures)
        rounds, half = self.figures.total.rounds, self.half
        band = None if half is None else lambda played: half * math.sqrt(rounds / played)
        points = [(played, won / staked) for played, staked, won in ledger.return_curve(POINTS) if staked]
        self.curve = Curve(points, RETURN_TO_PLAYER, band)
        self.plot: pygame.Surface | None = None
        self._plot_key: tuple[object, ...] = ()
        super().__init__(services)

    def confirm(self) -> None:
        self.close()

    def change_skin(self) -> None:
        self.plot = None

    def _facts(self) -> list[Fact]:
        services, figures, tr = self.services, self.figures, self.services.tr
        total, language = figures.total, self.services.language
        best, multiple = figures.biggest_win, figures.best_multiple
        returned, hits = total.return_rate, total.hit_rate
        return [
            (tr("Rounds"), language.number(total.rounds), "text"),
            (tr("Bet"), services.money(total.stake), "text"),
            (tr("Won"), services.money(total.win), "text"),
            (tr("Return so far"), "–" if returned is None else language.percent(returned), "gold"),
            (tr("Stated return"), language.percent(RETURN_TO_PLAYER), "text"),
            (tr("Rounds that paid something"), "–" if hits is None else language.percent(hits, 1), "text"),
            (tr("Free-spins rounds"), language.number(total.free_spins_rounds), "text"),
            (tr("Biggest win"), "–" if best is None else services.money(best.win), "text"),
            (tr("Best win (× bet)"), "–" if multiple is None else self._times(multiple.win, multiple.bet.base), "text"),
            (tr("Free refills"), language.number(figures.refills), "text"),
        ]

    def _times(self, win: int, base: int) -> str:
        assert base % BASE_BET == 0
        return f"{self.services.language.number(win / base, 2)}×"

    def draw_body(self, canvas: pygame.Surface) -> None:
        services, theme, body = self.services, self.services.theme, self.body
        left = pygame.Rect(body.left, body.top, 560, 0)
        draw_facts(canvas, theme, left, self._facts(), 56)
        right = pygame.Rect(body.left + 590, body.top, body.width - 590, body.height - 170)
        self._draw_plot(canvas, right)
        words = pygame.Rect(right.left, right.bottom + 12, right.width, 160)
        theme.paragraph(canvas, self.words(), words, size=26)
        if not self.figures.total.rounds:
            text = services.tr("No rounds yet.")
            theme.text(canvas, text, right, size=32, colour="muted")

    def _draw_plot(self, canvas: pygame.Surface, rect: pygame.Rect) -> None:
        theme, language = self.services.theme, self.services.language
        key = (theme.larger_text, language.code, theme.skin.name)
        if self.plot is None or key != self._plot_key:
            self._plot_key = key
            self.plot = draw_plot(
                theme, rect.size, self.curve, lambda share: language.percent(share, 0), language.number
            )
        canvas.blit(self.plot, rect)

    def words(self) -> str:
        """What the plot says, in words."""
        tr, language, rounds = self.services.tr, self.services.language, self.figures.total.rounds
        returned = self.figures.total.return_rate
        if returned is None:
            return ""
        text = tr("Gold: your return. Dashed: the long-run {printed}.").format(
            printed=language.percent(RETURN_TO_PLAYER)
        )
        if self.half is None:
            return text
        low = language.percent(max(0.0, RETURN_TO_PLAYER - self.half), 1)
        high = language.percent(RETURN_TO_PLAYER + self.half, 1)
        text += " " + tr("After {rounds} rounds, 95 players in 100 are between {low} and {high}.").format(
            rounds=language.number(rounds), low=low, high=high
        )
        return text + " " + tr("This says nothing about your next round.")
