"""Rounds at the table that no money stands behind: a replay, or the guided first spin."""

from collections.abc import Callable, Sequence
from typing import Final

from game.engine.events import FreeSpinsWon, RoundEnded, SpinSettled
from game.engine.rules import Mode
from game.money import Bet
from game.platform.input import Action, Command, Press
from game.present.chapters import Chapter, chapters_of
from game.table import Played
from game.ui.celebrations.screen import Screen
from game.ui.keys import key_for
from game.ui.playback import RoundPlayback
from game.ui.services import Services

REPLAY: Final = "REPLAY"
DEMO: Final = "DEMO"
"""What the board is marked with when no money stands behind the round."""


class ReplayController:
    """Shows rounds again, leads through them, and puts the stage back as it was."""

    def __init__(self, services: Services, playback: RoundPlayback) -> None:
        self.services, self.playback = services, playback
        self.mark = ""
        """:data:`REPLAY` or :data:`DEMO` while such a round is shown."""
        self._then: Callable[[], None] | None = None
        """What follows the round that is shown."""
        self._chapters: tuple[Chapter, ...] = ()
        self._stops: tuple[int, ...] = ()
        """Numbers of events after which there is something new to see."""
        self._resumes = False
        """It was running when the player began to drag the timeline."""

    @property
    def guided(self) -> bool:
        """Whether each step is explained and waits to be read."""
        return self.mark == DEMO

    @property
    def led(self) -> bool:
        """Whether the player leads a replay by its bar."""
        return self.mark == REPLAY

    @property
    def studying(self) -> bool:
        """Whether the round is over and its last picture stays until the player leaves."""
        return self.playback.finished and bool(self.mark) and not self.services.demo

    @property
    def bet(self) -> Bet:
        """The bet whose prices are shown: that of the replayed round, else that of the next one."""
        played = self.playback.played
        return played.bet if self.mark and played is not None else self.services.table.bet

    @property
    def mode(self) -> Mode:
        """The mode whose odds are shown: that of the replayed round, else what the spin button plays."""
        played = self.playback.played
        return played.round.mode if self.mark and played is not None else self.services.table.mode

    def begin(self, played: Played, then: Callable[[], None] | None = None, *, mark: str = REPLAY) -> None:
        """Show a round again; touches no balance. ``then`` is called when it is over or left."""
        put_back = self.playback.keep()

        def over() -> None:
            put_back()
            if then is not None:
                then()

        events = played.round.events
        self._then, self.mark = over, mark
        self._chapters = chapters_of(events)
        seen = (at for at, event in enumerate(events, 1) if not isinstance(event, SpinSettled | RoundEnded))
        self._stops = (*seen, len(events))
        self.playback.led = self.led
        self.playback.start(played, stepwise=self.guided)

    def leave(self) -> None:
        """Leave before the end; :meth:`update` puts the stage back."""
        self.playback.abandon()

    def update(self) -> None:
        """Give the table back once the round is over or left."""
        if self._then is None or self.playback.playing:
            return
        then, self._then, self.mark = self._then, None, ""
        self.playback.led = False
        self.services.closing = self.services.closing or self.services.demo
        then()

    def prompt(self) -> str:
        """How the player goes on, while the round waits for that."""
        if not self.playback.held and not self.studying:
            return ""
        return self.services.tr("Press {key} or click to continue").format(key=key_for(self.services, Action.SPIN))

    # -- leading it -------------------------------------------------------------------------------------------

    def handle(self, command: Command) -> bool:
        """Lead by a key; whether the command was one for that."""
        match command:
            case Press(Action.BACK) if self.mark and self.playback.playing:
                self.leave()
            case Press(Action.LEFT) if self.led:
                self.back()
            case Press(Action.RIGHT) if self.led:
                self.step()
            case _:
                return False
        return True

    @property
    def length(self) -> int:
        """Moments of the timeline: the events of the round."""
        return self._stops[-1] if self._stops else 1

    def marks(self) -> Sequence[tuple[int, bool]]:
        """The timeline's marks: every board, the spins' first ones as great ones."""
        return [(chapter.at, not chapter.tumble) for chapter in self._chapters]

    def scrub(self, moment: int) -> None:
        """The timeline is dragged: show that moment, held."""
        self._resumes = self._resumes or not (self.playback.held or self.playback.finished)
        self.playback.seek(moment, hold=True)

    def scrubbed(self) -> None:
        """The timeline was let go: what was running goes on."""
        if self._resumes and self.playback.held:
            self.playback.pause_or_go_on()
        self._resumes = False

    def again(self) -> None:
        """From the beginning."""
        self.playback.seek(0, hold=False)

    def back(self) -> None:
        """The moment before, held."""
        within = not (self.playback.held or self.playback.finished)
        before = [stop for stop in self._stops if stop < self.playback.shown + within]
        self.playback.seek(before[-1] if before else 1, hold=True)

    def step(self) -> None:
        """The next moment, held."""
        if not self.playback.finished:
            self.playback.step()
        screen = self.services.stack.top
        if isinstance(screen, Screen):
            screen.leave()

    def previous_spin(self) -> None:
        """The board of this spin; from there, that of the one before."""
        self._go_to([at for at in self._spins if at < self.playback.shown][-1:] or self._spins[:1])

    def next_spin(self) -> None:
        """The board of the next spin; from the last one, the end."""
        self._go_to([at for at in self._spins if at > self.playback.shown + 1][:1] or [self.length])

    @property
    def _spins(self) -> list[int]:
        return [chapter.at for chapter in self._chapters if not chapter.tumble]

    def _go_to(self, moments: Sequence[int]) -> None:
        """A spin that is run into falls; where the replay is held it lies there."""
        hold = self.playback.held or self.playback.finished
        for at in moments:
            self.playback.seek(at if hold or at == self.length else at - 1, hold=hold)

    def where(self) -> str:
        """The spin and tumble on the board, for the player."""
        tr, shown = self.services.tr, self.playback.shown
        chapter = next((each for each in reversed(self._chapters) if each.at <= shown), None)
        if chapter is None:
            return ""
        text = tr("Free spin {spin}").format(spin=chapter.spin) if chapter.spin else tr("Paid spin")
        played = self.playback.played
        if not chapter.spin and (played is None or not any(isinstance(e, FreeSpinsWon) for e in played.round.events)):
            text = ""
        tumble = tr("tumble {number}").format(number=chapter.tumble) if chapter.tumble else tr("drop")
        return f"{text} · {tumble}" if text else tumble
