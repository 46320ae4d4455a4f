"""The table when it plays on by itself: autoplay, and the spin key that is held."""

from typing import Final

from game.engine.events import FreeSpinsWon
from game.engine.rules import Mode
from game.platform.input import Action, Command, Focused, Press, Release
from game.present.autoplay import Autoplay, Plan, Stop
from game.table import Played
from game.ui.replay_scene import ReplayScene
from game.ui.services import Services
from game.ui.table.playback import RoundPlayback

HOLD_AFTER: Final = 0.35
"""Seconds the spin key is held before it spins on."""
STOP_WORDS: Final = {
    Stop.DONE: "Autoplay finished: all rounds played.",
    Stop.FREE_SPINS: "Autoplay stopped: you won free spins.",
    Stop.SINGLE_WIN: "Autoplay stopped: one win was above the amount you set.",
    Stop.WIN_LIMIT: "Autoplay stopped: you're ahead by the amount you set.",
    Stop.LOSS_LIMIT: "Autoplay stopped: the next round could take you past your loss limit.",
}


class AutoplayScene(ReplayScene):
    """Starts rounds that were not pressed for one by one."""

    def __init__(self, services: Services, playback: RoundPlayback) -> None:
        super().__init__(services, playback)
        self.armed_in = 0.0
        """Seconds until the next round may start."""
        self.plan: Plan | None = None
        """The last autoplay plan, offered again."""
        self._holding: float | None = None
        """Seconds the spin key has been held."""

    def spin(self, mode: Mode) -> None:
        """Take the stake and let the round play."""

    def handle(self, command: Command) -> None:
        match command:
            case Press(Action.SPIN) if self.controls.focused is None:
                self._holding = 0.0
            case Release(Action.SPIN) | Focused(gained=False):
                self._holding = None
            case _:
                pass
        super().handle(command)

    def pause(self) -> None:
        self._holding = None
        super().pause()

    def begin_autoplay(self, plan: Plan) -> None:
        """Play the plan the player confirmed."""
        self.plan = plan
        self.playback.auto = Autoplay.begin(plan)
        self.services.autoplaying = True

    def play_on(self, dt: float) -> None:
        """Between rounds: start the next one of autoplay, or of a held key."""
        if self.playback.auto is not None:
            self._play_auto(self.playback.auto)
        elif self._holding is not None and not self.services.settings.responsible:
            self._holding += dt
            if self._holding >= HOLD_AFTER and self.armed_in <= 0 and self.services.table.affords():
                self.spin(self.services.table.mode)

    def _play_auto(self, auto: Autoplay) -> None:
        """Start the next round of autoplay, or end it and say why."""
        if self.armed_in > 0:
            return
        if auto.before(self.services.table.price()):
            self.spin(self.services.table.mode)
            if self.playback.playing:
                auto.started()
            else:
                auto.stop(Stop.REFUSED)
        if auto.stopped is not None and not self.playback.playing:
            self.end_autoplay()

    def end_autoplay(self) -> None:
        """Leave the table to the player and say why."""
        auto, self.playback.auto = self.playback.auto, None
        self.services.autoplaying = False
        if auto is not None and auto.stopped in STOP_WORDS:
            self.services.notify(self.services.tr(STOP_WORDS[auto.stopped]))

    def count_round(self, played: Played | None) -> None:
        """Let autoplay know how a round ended."""
        auto = self.playback.auto
        if played is not None and auto is not None:
            opened = any(isinstance(event, FreeSpinsWon) for event in played.round.events)
            stake, win = played.bet.price(played.round.mode), played.bet.amount(played.round.win)
            auto.after(stake, win, free_spins=opened)
