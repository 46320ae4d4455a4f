"""The table's rounds: bet, staked or refused, paid, bought, resumed after an interruption; and the refill."""

from game.engine.rules import Mode
from game.ledger import InsufficientBalance, LedgerError, LimitReached, Malfunction, RoundOpen
from game.table import Played
from game.ui.panel import Question
from game.ui.playback import RoundPlayback
from game.ui.questions import buy_refused_words, buy_words, credit_words
from game.ui.scenes.limits import LimitMet
from game.ui.services import Services


class Rounds:
    """Stands between the ledger and the playback; money moves here and nowhere else in the window."""

    def __init__(self, services: Services, playback: RoundPlayback) -> None:
        self.services, self.playback = services, playback
        self.armed_in = 0.0
        """Seconds until the next round may start."""
        self._pressed: Mode | None = None
        """What was asked for before that."""

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass; a round that was asked for a moment too early starts now."""
        self.armed_in = max(0.0, self.armed_in - dt)
        if self._pressed is not None and not self.armed_in:
            self.spin(self._pressed)

    def forget_press(self) -> None:
        """Something else came up: start nothing that was asked for before."""
        self._pressed = None

    # -- the bet ----------------------------------------------------------------------------------------------

    def set_ante(self, on: bool) -> None:
        """Double chance on or off."""
        self.services.settings.ante = on
        self.services.save_settings()
        self.services.audio.play("toggle")

    def change_bet(self, *, up: bool) -> None:
        """The next larger or smaller bet."""
        table = self.services.table
        table.set_bet(table.bet.up() if up else table.bet.down())
        self.services.save_settings()
        self.services.audio.play("button")

    # -- a round ----------------------------------------------------------------------------------------------

    def spin(self, mode: Mode) -> None:
        """Take the stake and start the playback, or say why the round was refused."""
        self._pressed = mode if self.armed_in > 0 else None
        if self._pressed is not None:
            return
        services = self.services
        try:
            played = services.table.start(mode)
        except LedgerError as error:
            if services.demo:
                raise  # nobody is there to be asked
            self._refuse(error)
            return
        services.audio.play("spin")
        self.playback.start(played)

    def settle(self) -> Played | None:
        """The round has been shown to its end: pay it; returns it."""
        services = self.services
        try:
            services.table.settle(self.playback.seen())
        except Malfunction as error:
            self._show_void(error)
        except LedgerError as error:
            if services.demo:
                raise
            safe = services.tr("This round is safe: it will be paid before the next one.")
            text = f"{services.say(error)}\n{safe}"
            services.log.add(text)
            services.stack.push(Question(services, "Your saved game", text, must_answer=True))
        self.playback.close()
        self.playback.fresh = True
        self.armed_in = self.playback.tempo.armed
        return self.playback.played

    def _refuse(self, error: LedgerError) -> None:
        """No stake was taken: say why, and show the way on."""
        services = self.services
        match error:
            case InsufficientBalance():
                self.offer_refill(services.table.price())
            case Malfunction():
                self._show_void(error)
            case RoundOpen():
                self.resume_open()
            case LimitReached():
                services.audio.play("error")
                services.stack.push(LimitMet(services, error))
            case _:
                services.audio.play("error")
                services.notify(error)

    def _show_void(self, error: Malfunction) -> None:
        """A round was void and its stake returned."""
        if self.services.demo:
            self.services.notify(error)
        else:
            self.services.stack.push(Question(self.services, "Round void", self.services.say(error)))

    # -- interrupted rounds -----------------------------------------------------------------------------------

    def resume_open(self) -> bool:
        """Where a round was interrupted, let the player choose how to finish it; whether there is one."""
        services, tr = self.services, self.services.tr
        if services.table.ledger.open_round() is None:
            return False
        if services.demo:
            self._watch()
            return True
        text = tr(
            "Your last round was interrupted. Its result was saved before it started and hasn't "
            "changed.\n"
            "Watch the rest, or skip to the result?"
        )
        services.stack.push(
            Question(
                services,
                "Round interrupted",
                text,
                yes="Watch",
                no="Skip to result",
                on_yes=self._watch,
                on_no=self._skip_to_result,
                must_answer=True,
            )
        )
        return True

    def _watch(self) -> bool:
        """Play the interrupted round back from the spin that was seen last; whether there is one to play."""
        services = self.services
        try:
            played = services.table.resume()
        except Malfunction as error:
            self._show_void(error)
            return False
        except LedgerError as error:
            if services.demo:
                raise
            services.notify(error)
            return False
        if played is None or played.stored is None:
            return False
        self.playback.start(played, max(0, played.stored.last_spin or 0))
        return True

    def _skip_to_result(self) -> None:
        if self._watch():
            self.playback.settle_unseen()
            self.settle()

    # -- buying and the free refill ---------------------------------------------------------------------------

    def ask_buy(self) -> None:
        """Ask before buying free spins."""
        services = self.services
        if not services.table.affords(Mode.BUY):
            services.stack.push(Question(services, "Not enough credit", buy_refused_words(services)))
            return
        text = buy_words(services)
        services.stack.push(Question(services, "Buy free spins?", text, yes="Buy", no="Cancel", on_yes=self.buy))

    def buy(self) -> None:
        """Buy free spins: the stake and the round, as any other."""
        self.spin(Mode.BUY)

    def offer_refill(self, wanted: int | None = None) -> None:
        """Say how the credit stands to a bet of ``wanted`` it does not cover; a refill where one is to be had."""
        services = self.services
        text = credit_words(services, wanted=wanted)
        title = "Credit" if wanted is None else "Not enough credit"
        if services.table.ledger.can_refill:
            asked = Question(services, title, text, yes="Refill", no="Stop here", on_yes=self.refill)
        else:
            asked = Question(services, title, text)
        services.stack.push(asked)

    def refill(self) -> None:
        """Take more play money."""
        try:
            self.services.table.refill()
        except LedgerError as error:
            if self.services.demo:
                raise
            self.services.notify(error)
            return
        self.services.notify(self.services.tr("More play money was added to your credit."))
