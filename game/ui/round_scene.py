"""The table's rounds: taken, refused, shown to their end, paid, and taken up again after an interruption."""

from game.engine.rules import Mode
from game.ledger import InsufficientBalance, LedgerError, LimitReached, Malfunction, RoundOpen
from game.ui.counter_scene import CounterScene
from game.ui.panel import Question
from game.ui.scenes.limits import LimitMet
from game.ui.services import Services
from game.ui.table.playback import RoundPlayback


class RoundScene(CounterScene):
    """Stands between the table's ledger and what is shown."""

    def __init__(self, services: Services, playback: RoundPlayback) -> None:
        super().__init__(services, playback)
        self.demo_left: list[Mode] = []
        """Rounds a demonstration still has to play."""
        self.demo_themes: list[str] = []
        """Skins a demonstration still has to show."""

    def spin(self, mode: Mode) -> None:
        """Take the stake and let the round play."""
        services = self.services
        try:
            played = services.table.start(mode)
        except LedgerError as error:
            if services.demo:
                raise  # nobody is there to be asked
            self._refuse(error)
            return
        services.audio.play("spin")
        self.playback.mark = ""
        self.playback.start(played)

    def _refuse(self, error: LedgerError) -> None:
        """No stake was taken: say why, and show the way on."""
        services = self.services
        match error:
            case InsufficientBalance():
                self.offer_refill()
            case Malfunction():
                self._notify_void(error)
            case RoundOpen():
                self.take_up_open_round()
            case LimitReached():
                services.audio.play("error")
                self._ask("", LimitMet(services, error))
            case _:
                services.audio.play("error")
                services.notify(error)

    def _notify_void(self, error: Malfunction) -> None:
        """A round was void and its stake returned."""
        if self.services.demo:
            self.services.notify(error)
        else:
            self._ask("", Question(self.services, "Round void", self.services.say(error)))

    def _finish(self) -> None:
        """The round has been shown: pay it."""
        services = self.services
        try:
            services.table.settle()
        except Malfunction as error:
            self._notify_void(error)
        except LedgerError as error:
            if services.demo:
                raise
            services.notify(error)
        self.playback.close()
        self.armed_in = self.playback.tempo.armed
        self.count_round(self.playback.played)

    def _play_demo(self) -> None:
        services = self.services
        if not services.demo or self.armed_in > 0 or self.playback.playing:
            return
        if not self.demo_left:
            if self.demo_themes and services.loading is None:
                services.load_skin(self.demo_themes.pop(0))
            services.closing = services.loading is None
            return
        mode = self.demo_left.pop(0)
        while not services.table.affords(mode) and services.table.bet.down() != services.table.bet:
            if services.table.ledger.can_refill:
                self._refill()
            else:
                services.table.set_bet(services.table.bet.down())
        services.settings.ante = mode is Mode.ANTE
        self.spin(mode)

    def take_up_open_round(self) -> None:
        """A round was interrupted: say so, and let the player choose how to finish it."""
        services, tr = self.services, self.services.tr
        stored = services.table.ledger.open_round()
        if stored is None:
            return
        if services.demo:
            self._take_up(at_once=False)
            return
        text = tr(
            "Your last round was interrupted. Its result was saved before it started and hasn't "
            "changed.\n"
            "Watch the rest, or skip to the result?"
        )
        self._ask(
            "resume", Question(services, "Round interrupted", text, yes="Watch", no="Skip to result", must_answer=True)
        )

    def _take_up(self, *, at_once: bool) -> None:
        services = self.services
        try:
            played = services.table.resume()
        except Malfunction as error:
            self._notify_void(error)
            return
        except LedgerError as error:
            if services.demo:
                raise
            services.notify(error)
            return
        if played is None or played.stored is None:
            return
        self.playback.start(played, max(0, played.stored.last_spin or 0))
        if at_once:
            self.playback.settle_unseen()
            self._finish()
