"""Rounds that are not pressed for one by one: autoplay, and the spin key that is held."""

from typing import Final

from game.engine.events import FreeSpinsWon
from game.present.autoplay import Autoplay, Plan, Stop
from game.table import Played
from game.ui.panel import Question
from game.ui.playback import RoundPlayback
from game.ui.services import Services
from game.ui.table.rounds import Rounds

HOLD_AFTER: Final = 0.35
"""Seconds the spin key is held before it spins on."""
STOP_WORDS: Final = {
    Stop.DONE: "Autoplay finished: all rounds played.",
    Stop.FREE_SPINS: "Autoplay stopped: you won free spins.",
    Stop.SINGLE_WIN: "Autoplay stopped: one win was above the amount you set.",
    Stop.WIN_LIMIT: "Autoplay stopped: you're ahead by the amount you set.",
    Stop.LOSS_LIMIT: "Autoplay stopped: the next round could take you past your loss limit.",
    Stop.PRESSED: "You stopped autoplay.",
    Stop.REFUSED: "Autoplay stopped: the next round could not be started.",
}


class AutoplayController:
    """Starts the next round between rounds."""

    def __init__(self, services: Services, playback: RoundPlayback, rounds: Rounds) -> None:
        self.services, self.playback, self.rounds = services, playback, rounds
        self.running: Autoplay | None = None
        self.plan: Plan | None = None
        """The last plan, offered again."""
        self._held: float | None = None
        """Seconds the spin key or button has been held."""
        self.spins_on = False
        """It has been held long enough to start a round by itself."""

    @property
    def left(self) -> int | None:
        """Rounds still to start; None while autoplay is off."""
        return None if self.running is None else self.running.left

    def begin(self, plan: Plan) -> None:
        """Play the plan the player confirmed."""
        self.plan, self.running = plan, Autoplay.begin(plan)
        self.services.autoplaying = True

    def stop(self) -> bool:
        """The player ends it after this round; whether it was running."""
        if self.running is None or self.running.stopped is not None:
            return False
        self.running.stop()
        self.services.audio.play("button_off")
        self.services.notify(self.services.tr("Autoplay stops after this round."))
        return True

    def end(self) -> None:
        """Leave the table to the player and say why."""
        ended, self.running = self.running, None
        self.services.autoplaying = False
        if ended is not None and ended.played:
            self.services.stack.push(self._result(ended))
        elif ended is not None and ended.stopped in STOP_WORDS:
            text = self.services.tr(STOP_WORDS[ended.stopped])
            self.services.stack.push(Question(self.services, "Autoplay", text))

    def _result(self, ended: Autoplay) -> Question:
        """A card with what it came to."""
        services, tr, ntr = self.services, self.services.tr, self.services.ntr
        why = tr(STOP_WORDS.get(ended.stopped or Stop.PRESSED, STOP_WORDS[Stop.PRESSED]))
        rounds = ntr("{count} round played.", "{count} rounds played.", ended.played)
        money = tr("Bets {stakes}   ·   Paid {wins}   ·   Net {net}").format(
            stakes=services.money(ended.staked),
            wins=services.money(ended.won),
            net=services.money(ended.net, signed=True),
        )
        return Question(services, "Autoplay", f"{why}\n{rounds}\n{money}")

    def hold(self) -> None:
        """The spin key or button went down."""
        self._held, self.spins_on = 0.0, False

    def let_go(self) -> None:
        """The spin key or button went up."""
        self._held, self.spins_on = None, False

    def round_over(self, played: Played | None) -> None:
        """Count a round that was paid."""
        if played is not None and self.running is not None:
            opened = any(isinstance(event, FreeSpinsWon) for event in played.round.events)
            stake, win = played.bet.price(played.round.mode), played.bet.amount(played.round.win)
            self.running.after(stake, win, free_spins=opened)

    def between_rounds(self, dt: float) -> None:
        """Start the next round of autoplay, or of a held key."""
        if self.running is not None:
            self._play_on(self.running)
        elif self._held is not None and not self.services.settings.responsible:
            self._held += dt
            if self._held >= HOLD_AFTER and not self.rounds.armed_in and self.services.table.affords():
                self.spins_on = True
                self.rounds.spin(self.services.table.mode)

    def _play_on(self, running: Autoplay) -> None:
        """Start the next round, or end autoplay."""
        if self.rounds.armed_in > 0:
            return
        if running.before(self.services.table.price()):
            self.rounds.spin(self.services.table.mode)
            if self.playback.playing:
                running.started()
            else:
                running.stop(Stop.REFUSED)
        if running.stopped is not None and not self.playback.playing:
            self.end()
