"""The director: plays a round's events back on the stage, one handler an event, in order.

Each handler is a short script that animates and leaves the stage exactly as the fold of the events so far says.
Screens (intro, big win, cap, summary) are asked for and waited on; the director never decides money.
"""

from collections.abc import Sequence
from typing import assert_never

from game.engine import events as ev
from game.engine.board import Position
from game.engine.round import Round
from game.present import script as sc
from game.present.best_spins import best_spins
from game.present.chapters import start_of_spin
from game.present.drops import Drops
from game.present.hearts import Hearts
from game.present.requests import (
    FREE_SPIN_TIER,
    AskBigWin,
    AskCap,
    AskFreeSpins,
    AskIntro,
    AskSummary,
    tier_of,
)
from game.present.round_view import RoundView, fold
from game.present.stage import Act, Amount, BannerPart, Overlay, Sound, Stage, Text
from game.present.telling import LARGE, Telling
from game.present.tempo import Tempo
from game.present.wins import Wins


class Director(Telling):
    """Plays one round back on a stage."""

    def __init__(self, stage: Stage, tempo: Tempo, played: Round) -> None:
        super().__init__(stage, tempo, played)
        self.drops, self.wins, self.hearts = Drops(self), Wins(self), Hearts(self)
        self.show_losses = True
        """Say what a round cost beside what it paid where that is no more."""
        self.stepwise = False
        """Wait after each event that can be seen."""
        self.gate: sc.Gate | None = None
        """What is waited at."""
        self.shown = 0
        """Events that have been shown."""
        stage.joyful, stage.stake = False, played.stake

    @property
    def last(self) -> ev.Event | None:
        """The event that was shown last."""
        return self.round.events[self.shown - 1] if self.shown else None

    def show(self, count: int) -> None:
        """Show the picture after the first ``count`` events at once; :meth:`play_on` goes on from there."""
        self.view = RoundView(board=self.view.board)
        for event in self.round.events[:count]:
            self.view = fold(self.view, event)
        self.shown, self.stage.joyful = count, self.joyful
        self.stage.show(self.view)
        over = isinstance(self.last, ev.RoundEnded)
        self.stage.banner = self._paid_words(self.view.win) if over and self.view.win else ()

    def play(self, from_spin: int = 0) -> sc.Script:
        """The whole presentation; events before spin ``from_spin`` are taken as shown."""
        start = start_of_spin(self.round.events, from_spin)
        if start:
            self.show(start)
            if self.view.free_spins:
                yield sc.Ask(AskFreeSpins())
        yield from self.play_on()

    def play_on(self, *, held: bool = False) -> sc.Script:
        """What follows the events that have been shown; ``held`` waits for the player first."""
        events = self.round.events
        if held:
            yield from self._wait_for_player()
        for index in range(self.shown, len(events)):
            after = fold(self.view, events[index])
            self.stage.joyful = after.win > self.round.stake
            yield from self._handle(events[index], events[index + 1 :])
            self.view, self.shown = after, index + 1
            if self.stepwise and not isinstance(events[index], ev.SpinSettled | ev.RoundEnded):
                yield from self._wait_for_player()

    def _wait_for_player(self) -> sc.Script:
        self.gate = sc.Gate()
        yield self.gate
        self.gate = None

    def _handle(self, event: ev.Event, following: Sequence[ev.Event]) -> sc.Script:
        match event:
            case ev.BoardDropped():
                yield from self.drops.drop(event)
            case ev.SymbolsPaid():
                yield from self.wins.pay(event)
            case ev.BoardTumbled():
                yield from self.wins.tumble(event)
            case ev.HeartsApplied():
                yield from self.hearts.multiply(event)
            case ev.ScattersPaid():
                yield from self.wins.scatters(event)
            case ev.SpinSettled():
                yield from self._settle(event, following)
            case ev.FreeSpinsWon():
                yield from self._free_spins_won(event)
            case ev.FreeSpinsAdded():
                yield from self._free_spins_added(event)
            case ev.CapReached(win=win, forfeited=forfeited):
                self.stage.cue(Sound("cap"), Act("cheer_big"))
                yield sc.Ask(AskCap(win, forfeited))
            case ev.FreeSpinsEnded(spins=spins, win=win, total_multiplier=total):
                self.sound("summary")
                self.rejoice(Act("cheer_big"))
                yield sc.Ask(AskSummary(win, spins, total, self.stage.joyful, best_spins(self.round.events)))
            case ev.RoundEnded():
                yield from self._end(event)
            case _:
                assert_never(event)

    # -- free spins -------------------------------------------------------------------------------------------

    def _free_spins_won(self, event: ev.FreeSpinsWon) -> sc.Script:
        """The scatters take turns, then all laugh; a wave fills the screen and the place changes beneath it."""
        stage, tempo = self.stage, self.tempo
        stage.banner = (Text("{count} FREE SPINS", (("count", event.count),)),)
        for number, position in enumerate(event.positions if tempo.scatter_turn else ()):
            self.sound(f"scatter_{min(number + 1, 6)}", "scatter_neutral")
            yield self.pulse([position], tempo.scatter_turn, bright=event.positions)
        self.sound("retrigger")
        self.rejoice(Sound("voice_laugh"), Act("cheer_small"))
        yield self.pulse(event.positions, tempo.scatters)
        stage.cue(Act("cast"))
        self.sound("wave")

        def fill(progress: float) -> None:
            stage.wave = progress

        yield sc.Tween(tempo.wave, fill)
        for piece in stage.all_pieces():
            piece.rest()
        stage.free_spins, stage.spins_left, stage.total_multiplier = True, event.count, 0
        stage.wins, stage.banner = [], ()
        yield sc.Ask(AskFreeSpins())
        stage.wave = 0.0
        yield sc.Ask(AskIntro(event.count, event.scatters, stage.joyful))
        yield sc.Wait(2 * self.tempo.wave)  # the number can be read before the first spin takes one off

    def _free_spins_added(self, event: ev.FreeSpinsAdded) -> sc.Script:
        stage = self.stage
        self.sound("retrigger")
        self.rejoice(Act("cheer_small"))
        stage.banner = (Text("+{count} FREE SPINS", (("count", event.count),)),)
        yield from self._overlay("retrigger", event.count, event.positions)
        stage.spins_left = event.left

    def _overlay(self, kind: str, number: int, positions: Sequence[Position]) -> sc.Script:
        stage = self.stage
        overlay = stage.overlay = Overlay(kind, number, joyful=stage.joyful)

        def play(progress: float) -> None:
            overlay.progress = progress

        leaves: list[sc.Leaf] = [sc.Tween(self.tempo.retrigger, play)]
        if positions:
            leaves.append(self.pulse(positions, self.tempo.scatters))
        yield sc.Par(leaves)
        stage.overlay = None
        for piece in stage.all_pieces():
            piece.rest()

    # -- ends -------------------------------------------------------------------------------------------------

    def _settle(self, event: ev.SpinSettled, following: Sequence[ev.Event]) -> sc.Script:
        stage = self.stage
        capped = isinstance(following[0], ev.CapReached)
        stage.win = float(event.round_win)
        if event.spin and not capped:
            tier = tier_of(event.win, self.round.stake)
            if event.win >= FREE_SPIN_TIER * self.round.stake:
                yield from self._celebrate(event.win, tier)
            elif tier:
                stage.cue(Sound("tier_1"), Act("cheer_small"))
                yield from self._overlay("big_spin", event.win, ())
            yield sc.Wait(self.tempo.armed)
        stage.spin_win = 0.0

    def _celebrate(self, win: int, tier: int) -> sc.Script:
        self.stage.cue(Sound(f"tier_{tier}"), Act("cheer_big" if tier > 1 else "cheer_small"))
        yield sc.Ask(AskBigWin(win, tier, self.round.stake))

    def _end(self, event: ev.RoundEnded) -> sc.Script:
        stage = self.stage
        tier = tier_of(event.win, self.round.stake)
        featured = self.view.capped or any(isinstance(past, ev.FreeSpinsWon) for past in self.round.events)
        if tier and not featured:
            yield from self._celebrate(event.win, tier)
        elif event.win > self.round.stake and not featured:
            stage.cue(Sound("count_end"))
            large = event.win >= LARGE * self.round.stake
            yield sc.Wait(self.tempo.count_scale if large else 0.6 * self.tempo.count_scale)
        stage.free_spins = False
        stage.win = float(event.win)
        stage.banner = self._paid_words(event.win) if event.win else ()

    def _paid_words(self, win: int) -> tuple[BannerPart, ...]:
        """What a round paid: a win only where that is more than it cost."""
        if win > self.round.stake:
            return Text("WIN"), Amount(win)
        if self.show_losses:
            return Text("PAID"), Amount(win), Text("of"), Amount(self.round.stake)
        return Text("PAID"), Amount(win)
