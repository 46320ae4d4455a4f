"""The player's own figures: the return so far against the printed one, and what luck allows."""

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.engine.rules import RETURN_TO_PLAYER, Mode
from game.ledger import Statistics
from game.ui.boxes import Box, Column, Drawn, Live, Row, Text
from game.ui.odds import Returns, odds
from game.ui.panel import Panel
from game.ui.scenes.session import refills_words
from game.ui.services import Services
from game.ui.widgets.facts import Fact, facts_box
from game.ui.widgets.hud import clock_text
from game.ui.widgets.plot import Curve, draw_plot

POINTS: Final = 240
BESIDE_UP_TO: Final = 125
"""Percent of the usual text size."""


@dataclass(frozen=True, slots=True)
class Luck:
    """Between what most players' returns lie after so many rounds, by the measured quantiles of a mode."""

    returns: Sequence[Returns]
    """Of the mode that was played for most money."""
    share: float
    """Rounds of that mode, all at one bet, that would spread as far as one of the rounds played."""

    def __call__(self, played: float) -> tuple[float, float, float]:
        """Lower end, median and upper end."""
        low, median, high, _ = self._measured(played)
        return low, median, high

    def ahead(self, played: float) -> float:
        """Share of the players who have more back than they bet."""
        return self._measured(played)[3]

    def _measured(self, played: float) -> tuple[float, ...]:
        """The figures, between the measured numbers of rounds by the root of how many."""
        count = max(1e-9, played * self.share)
        at = bisect(self.returns, count, key=lambda row: float(row.rounds))
        if at in (0, len(self.returns)):
            nearest = self.returns[min(at, len(self.returns) - 1)]
            return nearest.low, nearest.median, nearest.high, nearest.ahead
        before, after = self.returns[at - 1], self.returns[at]
        part = (before.rounds**-0.5 - count**-0.5) / (before.rounds**-0.5 - after.rounds**-0.5)
        return tuple(
            getattr(before, name) + part * (getattr(after, name) - getattr(before, name))
            for name in ("low", "median", "high", "ahead")
        )


def luck(figures: Statistics) -> Luck | None:
    """Where most players would be after rounds like these; None after too few of them, or without measured figures.

    Each mode's standard deviation is of a stake of one, so a round's variance is that squared times its stake squared.
    """
    variance = 0.0
    for mode, totals in figures.by_mode.items():
        known = odds(mode)
        if totals.rounds and known is None:
            return None
        if known is not None:
            variance += known.deviation**2 * totals.stake_squares
    main = max(figures.by_mode, key=lambda mode: figures.by_mode[mode].stake, default=Mode.BASE)
    known, stake = odds(main), figures.total.stake
    if known is None or not known.returns or not stake:
        return None
    alike = known.deviation**2 * stake**2 / variance
    if alike < known.returns[0].rounds:
        return None
    return Luck(known.returns, alike / figures.total.rounds)


class StatisticsPanel(Panel):
    """Figures at the left, the plot at the right."""

    title = "Statistics"
    size = (1680, 960)

    def __init__(self, services: Services) -> None:
        ledger = services.table.ledger
        self.figures = ledger.statistics()
        self.luck = luck(self.figures)
        points = [(played, won / staked) for played, staked, won in ledger.return_curve(POINTS) if staked]
        self.curve = Curve(points, RETURN_TO_PLAYER, self.luck)
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
            (tr("Net"), services.money(total.win - total.stake, signed=True), "text"),
            (tr("Return so far"), "–" if returned is None else language.percent(returned), "gold"),
            (tr("Stated return"), language.percent(RETURN_TO_PLAYER), "text"),
            (tr("Rounds that paid something"), "–" if hits is None else language.percent(hits, 1), "text"),
            (tr("Free-spins rounds"), language.number(total.free_spins_rounds), "text"),
            (tr("Biggest win"), "–" if best is None else services.money(best.win), "text"),
            (tr("Best win (× bet)"), "–" if multiple is None else self._times(multiple.win, multiple.stake), "text"),
            (tr("Time played"), clock_text(figures.played), "text"),
            (tr("Largest session loss"), services.money(figures.largest_loss), "text"),
            (tr("Refills"), refills_words(services, figures.refills, figures.refilled), "text"),
            (tr("Reels held"), self._held(), "text"),
            (tr("Big-win screens"), language.number(figures.seen.big_wins), "text"),
        ]

    def _held(self) -> str:
        """How often reels were held back, how often what they were held for came, and how often it should have."""
        seen, language = self.figures.seen, self.services.language
        if not seen.held:
            return language.number(0)
        return self.services.ntr(
            "{count} time, came {came}, expected {share}",
            "{count} times, came {came}, expected {share}",
            seen.held,
            came=language.number(seen.came),
            share=language.percent(seen.chance / 1_000_000 / seen.held, 0),
        )

    def _times(self, win: int, stake: int) -> str:
        return f"{self.services.language.number(win / stake, 2)}×"

    def contents(self) -> Box:
        return Live(self._box)

    def _box(self) -> Box:
        """The figures beside the plot, or below it where the text is large."""
        facts, words = facts_box(self._facts, 46, gap=4), Text(self.words, 26)
        if self.services.theme.text_size > BESIDE_UP_TO:
            return Column(Drawn(260, self._draw_plot), words, facts)
        plot = Drawn(300, self._draw_plot, grows=True)
        return Row(facts, Column(plot, words), shares=(0.64, 1), gap=30)

    def _draw_plot(self, canvas: pygame.Surface, rect: pygame.Rect) -> None:
        theme, language = self.services.theme, self.services.language
        key = (theme.text_size, theme.high_contrast, language.code, theme.skin.name, rect.size)
        if self.plot is None or key != self._plot_key:
            self._plot_key = key
            self.plot = draw_plot(
                theme, rect.size, self.curve, lambda share: language.percent(share, 0), language.number
            )
        canvas.blit(self.plot, rect)
        if not self.figures.total.rounds:
            theme.text(canvas, self.services.tr("No rounds yet."), rect, size=32, colour="muted")

    def words(self) -> str:
        """What the plot says, in words."""
        tr, language, rounds = self.services.tr, self.services.language, self.figures.total.rounds
        returned = self.figures.total.return_rate
        if returned is None:
            return ""
        text = tr("Gold: your return. Dashed: the long-run {printed}.").format(
            printed=language.percent(RETURN_TO_PLAYER)
        )
        if self.luck is None:
            return text
        low, median, high = (language.percent(share, 1) for share in self.luck(rounds))
        text += " " + self.services.ntr(
            "After {count} round, 95 players in 100 are between {low} and {high}, and half have less than {median}.",
            "After {count} rounds like yours, 95 players in 100 are between {low} and {high}, and half have less than "
            "{median}.",
            rounds,
            low=low,
            high=high,
            median=median,
        )
        ahead = tr("{number} in 100 are ahead.").format(number=language.number(round(100 * self.luck.ahead(rounds))))
        return f"{text} {ahead} " + tr("This says nothing about your next round.")
