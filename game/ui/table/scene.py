"""The table: one scene that routes presses to its collaborators, lets them live, and draws.

A paid spin reads in one direction: :meth:`TableScene.handle` → ``TableActions.press_main`` → ``Rounds.spin`` (stake)
→ ``RoundPlayback`` (shows it) → :meth:`TableScene.update` → ``Rounds.settle`` (pays).
"""

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from typing import Final, assert_never

import pygame

from game.engine import Seed, play
from game.engine.board import Board
from game.engine.events import BoardDropped
from game.engine.rules import Mode
from game.platform.input import Action, Command, Focused, PointerPressed, PointerReleased, Press, Release
from game.present.requests import AskBigWin, AskCap, AskFreeSpins, AskIntro, AskSummary, Request
from game.table import Played
from game.ui import layout
from game.ui.answers import Answer, ExportGif, ReplayRound, ShowExample, StartAutoplay, WatchAgain
from game.ui.celebrations.big_win import BigWin
from game.ui.celebrations.cap import Cap
from game.ui.celebrations.free_spins import FreeSpinsIntro, FreeSpinsSummary
from game.ui.celebrations.screen import Screen
from game.ui.playback import RoundPlayback
from game.ui.scene import Scene
from game.ui.scenes.gif_export import GifExport
from game.ui.services import Services
from game.ui.table.actions import TableActions
from game.ui.table.autoplay import AutoplayController
from game.ui.table.controls import TableControls
from game.ui.table.demo import Demo
from game.ui.table.replay import DEMO, ReplayController
from game.ui.table.rounds import Rounds
from game.ui.table.view import TableView

CHECK_EVERY: Final = 1.0
"""Seconds between two looks at whether a reality check is due."""


class TableScene(Scene):
    """Where the player bets and spins, in the base game and in the free spins."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.playback = RoundPlayback(services)
        self.rounds = Rounds(services, self.playback)
        self.autoplay = AutoplayController(services, self.playback, self.rounds)
        self.replays = ReplayController(services, self.playback)
        self.demo = Demo(services, self.playback, self.rounds)
        self.actions = TableActions(services, self.playback, self.rounds, self.autoplay, self.replays)
        self.controls = TableControls(self.actions)
        self.view = TableView(self.actions, self.controls)
        self._waiting: Request | None = None
        """What the script asked for, while the screen that shows it is above."""
        self._watch_again = False
        """The round that is shown is to be replayed once it is paid."""
        self._ledger = services.table.ledger
        self._since_check = 0.0
        """Seconds since a reality check was looked for."""

    @property
    def free(self) -> bool:
        """Whether the free spins' place is shown."""
        return self.playback.free

    def is_idle(self) -> bool:
        """Whether nothing is being played, by hand or by itself."""
        return self.actions.is_idle()

    # -- presses ----------------------------------------------------------------------------------------------

    def handle(self, command: Command) -> None:
        if isinstance(command, Press | PointerPressed):
            self.playback.fresh = False
        match command:
            case Press(Action.SPIN) if self.controls.focused is None:
                self.autoplay.hold()
            case PointerPressed(x, y) if self.is_idle() and layout.SPIN.collidepoint(x, y):
                self.autoplay.hold()
            case PointerReleased() if self.autoplay.spins_on:
                self.autoplay.let_go()
                self.controls.let_go()  # it was held, so it is no press of its own
                return
            case Release(Action.SPIN) | PointerReleased() | Focused(gained=False):
                self.autoplay.let_go()
            case _:
                pass
        if self.controls.handle(command):
            return
        actions = self.actions
        match command:
            case Press(Action.SPIN):
                actions.press_main()
            case Press(Action.SPEED):
                actions.next_speed()
            case Press(Action.AUTOPLAY):
                actions.press_autoplay()
            case _ if self.replays.handle(command):
                pass
            case Press(Action.BACK) if self.controls.focused is not None:
                self.controls.clear_focus()
            case PointerPressed(x, y) if self.playback.playing and layout.FRAME.collidepoint(x, y):
                actions.interrupt()
            case Focused(gained=False) | Release(Action.SPIN):
                self.controls.let_go()
            case Press(Action.INFO):
                actions.open_info()
            case Press(Action.BACK) if self.playback.free:
                actions.open_menu()
            case _ if not self.playback.free:
                self._handle_in_base(command)
            case _:
                pass

    def _handle_in_base(self, command: Command) -> None:
        """Keys that the free spins have no use for."""
        actions = self.actions
        match command:
            case Press(Action.BACK) if self.autoplay.running is not None:
                actions.interrupt()
            case Press(Action.BACK):
                actions.open_menu()
            case Press(Action.HISTORY):
                actions.open_history()
            case Press(Action.BET_UP):
                actions.bet_up()
            case Press(Action.BET_DOWN):
                actions.bet_down()
            case Press(Action.BUY):
                actions.buy()
            case Press(Action.ANTE):
                actions.set_ante(not self.services.settings.ante)
            case Press(Action.THEME):
                actions.switch_theme()
            case Press(Action.INFO):
                actions.open_info()
            case Press(Action.STOP):
                actions.ask_stop()
            case _:
                pass

    # -- living -----------------------------------------------------------------------------------------------

    def enter(self) -> None:
        self.services.play_music(free=False)
        if not self.playback.stage.pieces:
            self.playback.stage.lay(self._losing_board())

    def _losing_board(self) -> Board:
        """A board that won nothing, to look at before the first spin."""
        while True:
            shown = play(Mode.BASE, Seed(self.services.rng.getrandbits(63)))
            if not shown.win:
                return next(event.board for event in shown.events if isinstance(event, BoardDropped))

    def update(self, dt: float) -> None:
        self.controls.update(dt)
        self.rounds.update(dt)
        self.playback.update(dt)
        if self.playback.request is not None and self._waiting is None:
            self._follow(self.playback.request)
        self.view.update(dt)
        self.services.finish_loading()
        if self.playback.finished and self._waiting is None and not self.replays.studying:
            self.autoplay.round_over(self.rounds.settle())
            self._replay_wanted()
        self.replays.update()
        if not self.playback.playing:
            self._between_rounds(dt)

    def _replay_wanted(self) -> None:
        """Show the round that was paid just now once more, if the player asked for it."""
        wanted, self._watch_again, played = self._watch_again, False, self.playback.played
        if wanted and played is not None and self.services.stack.top is self:
            self.replays.begin(replace(played, stored=None))

    def _follow(self, request: Request) -> None:
        """Do what the script asks for; it waits for the answer."""
        services, playback = self.services, self.playback
        match request:
            case AskFreeSpins():
                playback.answer()
                playback.enter_free_spins()
                return
            case AskIntro():
                screen: Screen = FreeSpinsIntro(services, playback, request)
            case AskSummary():
                screen = FreeSpinsSummary(services, playback, request)
            case AskBigWin():
                screen = BigWin(services, playback, request)
                playback.big_wins += 1
            case AskCap():
                screen = Cap(services, playback, request)
                playback.big_wins += 1
            case _:
                assert_never(request)
        self._waiting = request
        if self.replays.led and not services.demo:
            screen.lead_by(self.controls.bar, self.replays.handle)
        services.stack.push(screen)

    def _between_rounds(self, dt: float) -> None:
        """A reality check that is due, autoplay, a held key, a demonstration."""
        self._since_check += dt
        if self._since_check >= CHECK_EVERY:
            self._since_check = 0.0
            if not self.services.demo and self.services.table.ledger.reality_check_due():
                self.actions.check_reality()
                return
        self.autoplay.between_rounds(dt)
        self.demo.between_rounds()

    def pause(self) -> None:
        self.autoplay.let_go()
        self.controls.let_go()
        self.rounds.forget_press()

    def resume(self, answer: Answer | None) -> None:
        if self._waiting is not None:
            waited, self._waiting = self._waiting, None
            if waited is self.playback.request:  # otherwise a replay was led elsewhere meanwhile
                self.playback.answer()
                if isinstance(waited, AskSummary | AskCap) and self.playback.free:
                    self.playback.leave_free_spins()
        if self._ledger is not self.services.table.ledger:  # the player has started over
            self._ledger = self.services.table.ledger
            self.playback.forget()
            self.autoplay.plan = None
        if answer is not None:
            self._answer(answer)

    def _answer(self, answer: Answer) -> None:
        """Do what a panel asked for when it closed."""
        match answer:
            case StartAutoplay(plan=plan):
                self.autoplay.begin(plan)
            case ReplayRound(played=played, round_id=round_id):
                back = None if round_id is None else partial(self.actions.open_history, round_id)
                self.replays.begin(played, back)
            case ExportGif(played=played, round_id=round_id, path=path):
                back = partial(self.actions.open_history, round_id)
                self.services.stack.push(GifExport(self.services, replaying, played, path, back))
            case WatchAgain() if self.replays.mark:
                self.replays.again()
            case WatchAgain():
                self._watch_again = True
            case ShowExample(played=played):
                self.replays.begin(played, mark=DEMO)
            case _:
                assert_never(answer)

    def change_skin(self) -> None:
        self.playback.change_skin()
        self.view.change_skin()

    # -- drawing ----------------------------------------------------------------------------------------------

    def static_key(self) -> Hashable | None:
        return self.view.static_key()

    def ambient_rate(self) -> int:
        return self.view.ambient_rate()

    def draw(self, canvas: pygame.Surface) -> None:
        self.view.draw(canvas)


def replaying(services: Services, played: Played, start: int) -> tuple[Scene, Callable[[], int]]:
    """A table of its own that replays a round from its first ``start`` events on; and how many have been shown."""
    table = TableScene(services)
    table.replays.begin(played)
    if start:
        table.playback.seek(start, hold=False)
    return table, lambda: table.playback.shown
