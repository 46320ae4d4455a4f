"""The table's rounds: bet, staked or refused, paid, bought, resumed after an interruption; and the refill."""

from game.engine.rules import FREE_SPINS, FREE_SPINS_TRIGGER, RETURN_TO_PLAYER, Mode
from game.ledger import InsufficientBalance, LedgerError, LimitReached, Malfunction, RoundOpen
from game.table import Played
from game.ui.panel import Question
from game.ui.scenes.limits import LimitMet
from game.ui.services import Services
from game.ui.table.playback import RoundPlayback


class Rounds:
    """Stands between the ledger and the playback; money moves here and nowhere else in the window."""

    def __init__(self, services: Services, playback: RoundPlayback) -> None:
        self.services, self.playback = services, playback
        self.armed_in = 0.0
        """Seconds until the next round may start."""

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self.armed_in = max(0.0, self.armed_in - dt)

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
        if self.armed_in > 0:
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
            services.table.settle()
        except Malfunction as error:
            self._show_void(error)
        except LedgerError as error:
            if services.demo:
                raise
            services.notify(error)
        self.playback.close()
        self.armed_in = self.playback.tempo.armed
        return self.playback.played

    def _refuse(self, error: LedgerError) -> None:
        """No stake was taken: say why, and show the way on."""
        services = self.services
        match error:
            case InsufficientBalance():
                self.offer_refill()
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
        services, tr = self.services, self.services.tr
        price = services.table.price(Mode.BUY)
        if services.table.balance < price:
            text = tr("Buying costs {price} and your credit is {credit}. Lower the bet or take a free refill.")
            text = text.format(price=services.money(price), credit=services.money(services.table.balance))
            services.stack.push(Question(services, "Not enough credit", text))
            return
        text = tr(
            "{price} buys a spin that shows {scatters} or more scatters and opens {count} free spins.\n"
            "It changes what a round costs, not the return: {rtp} as always. Most rounds pay less than they cost.\n"
            "Credit after buying: {after}"
        ).format(
            price=services.money(price),
            scatters=FREE_SPINS_TRIGGER,
            count=FREE_SPINS,
            rtp=services.language.percent(RETURN_TO_PLAYER),
            after=services.money(services.table.balance - price),
        )
        services.stack.push(Question(services, "Buy free spins?", text, yes="Buy", no="Cancel", on_yes=self.buy))

    def buy(self) -> None:
        """Buy free spins: the stake and the round, as any other."""
        self.spin(Mode.BUY)

    def offer_refill(self) -> None:
        """The credit does not carry the bet: play money is free."""
        services = self.services
        text = services.tr("Your credit of {credit} does not carry this bet. This is play money: a refill is free.")
        text = text.format(credit=services.money(services.table.balance))
        services.stack.push(
            Question(services, "Not enough credit", text, yes="Free refill", no="Not now", on_yes=self.refill)
        )

    def refill(self) -> None:
        """Take the free refill."""
        try:
            self.services.table.refill()
        except LedgerError as error:
            if self.services.demo:
                raise
            self.services.notify(error)
            return
        self.services.audio.play("refill")
        self.services.notify(self.services.tr("Your credit was refilled."))
