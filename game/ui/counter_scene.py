"""The table's counter: the bet, what is asked before money moves, and every panel that the table opens."""

from game.engine.rules import FREE_SPINS, FREE_SPINS_TRIGGER, RETURN_TO_PLAYER, Mode
from game.ledger import LedgerError
from game.ui.autoplay_scene import AutoplayScene
from game.ui.panel import Panel, Question
from game.ui.scenes.autoplay import AutoplayPanel
from game.ui.scenes.bet import BetPanel
from game.ui.scenes.explain import Explain
from game.ui.scenes.history import History
from game.ui.scenes.info import Info, SymbolCard
from game.ui.scenes.log import Log
from game.ui.scenes.menu import Menu
from game.ui.scenes.reality import RealityCheck
from game.ui.scenes.splash import Splash
from game.ui.services import Services
from game.ui.table.playback import RoundPlayback


class CounterScene(AutoplayScene):
    """What the player may change and read between rounds."""

    def __init__(self, services: Services, playback: RoundPlayback) -> None:
        super().__init__(services, playback)
        self._asked: str | None = None
        """What the panel above was asked."""

    # -- the bet ----------------------------------------------------------------------------------------------

    def set_ante(self, on: bool) -> None:
        """Double chance on or off."""
        if self.is_idle():
            self.services.settings.ante = on
            self.services.save_settings()
            self.services.audio.play("toggle")

    def bet_up(self) -> None:
        """The next larger bet."""
        self._set_bet(up=True)

    def bet_down(self) -> None:
        """The next smaller bet."""
        self._set_bet(up=False)

    def _set_bet(self, *, up: bool) -> None:
        table = self.services.table
        if self.is_idle():
            table.set_bet(table.bet.up() if up else table.bet.down())
            self.services.save_settings()
            self.services.audio.play("button")

    def switch_theme(self) -> None:
        """Load the next skin; it is shown once it is there."""
        if self._may_switch() and len(self.services.skins) > 1:
            self.services.audio.play("theme_switch")
            self.services.load_skin(self.services.next_theme())

    def _may_switch(self) -> bool:
        return self.is_idle() and self.services.loading is None

    # -- questions and the free refill ------------------------------------------------------------------------

    def _ask(self, what: str, panel: Panel) -> None:
        self._asked = what
        self.services.stack.push(panel)

    def offer_refill(self) -> None:
        """The credit does not carry the bet: play money is free."""
        services, tr = self.services, self.services.tr
        self._ask(
            "refill",
            Question(
                services,
                "Not enough credit",
                tr("Your credit of {credit} does not carry this bet. This is play money: a refill is free.").format(
                    credit=services.money(services.table.balance)
                ),
                yes="Free refill",
                no="Not now",
            ),
        )

    def press_credit(self) -> None:
        """Offer the free refill."""
        if self.is_idle() and self.services.table.ledger.can_refill:
            self.offer_refill()

    def _refill(self) -> None:
        try:
            self.services.table.refill()
        except LedgerError as error:
            if self.services.demo:
                raise
            self.services.notify(error)
            return
        self.services.audio.play("refill")
        self.services.notify(self.services.tr("Your credit was refilled."))

    def ask_buy(self) -> None:
        """Ask before buying free spins."""
        services, tr = self.services, self.services.tr
        if not self.is_idle() or services.settings.ante:
            return
        price = services.table.price(Mode.BUY)
        if services.table.balance < price:
            text = tr("Buying costs {price} and your credit is {credit}. Lower the bet or take a free refill.")
            self._ask(
                "",
                Question(
                    services,
                    "Not enough credit",
                    text.format(price=services.money(price), credit=services.money(services.table.balance)),
                ),
            )
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
        self._ask("buy", Question(services, "Buy free spins?", text, yes="Buy", no="Cancel"))

    # -- panels -----------------------------------------------------------------------------------------------

    def open_menu(self) -> None:
        if self.is_idle():
            self._ask("menu", Menu(self.services))

    def open_info(self) -> None:
        if self.is_idle():
            self._ask("", Info(self.services))

    def open_bet(self) -> None:
        """Coin value and level."""
        if self.is_idle():
            self._ask("", BetPanel(self.services))

    def open_symbol(self, cell: str) -> None:
        """What a symbol pays."""
        self._ask("", SymbolCard(self.services, cell))

    def open_autoplay(self) -> None:
        self._ask("autoplay", AutoplayPanel(self.services, self.plan))

    def open_history(self, round_id: int | None = None) -> None:
        """Every round there was; at ``round_id`` when given."""
        if self.is_idle():
            self._ask("", History(self.services, round_id))

    def open_log(self) -> None:
        """What was announced."""
        self._ask("", Log(self.services, self.playback.log))

    def explain_win(self) -> None:
        if not self.is_idle():
            return
        try:
            played = self.playback.played or self.services.table.last_played()
        except LedgerError as error:
            self.services.notify(error)
            return
        if played is None:
            self.services.notify(self.services.tr("No rounds yet."))
        else:
            self._ask("", Explain(self.services, played))

    def check_reality(self) -> None:
        """The interval the player set has been played: say how it stands, and wait for an answer."""
        self.end_autoplay()
        self.services.audio.play("reality_check")
        self._ask("", RealityCheck(self.services))

    def welcome(self) -> None:
        """Show the introduction at the start, unless something is to be finished first or it is switched off."""
        services = self.services
        if services.settings.intro and not services.demo and self._asked is None and not self.playback.playing:
            self._ask("", Splash(services))
