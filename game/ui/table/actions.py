"""What a press at the table does: on to the rounds, autoplay, a replay or a panel."""

from game.ledger import LedgerError
from game.present.tempo import Speed
from game.ui.playback import RoundPlayback
from game.ui.scene import Scene
from game.ui.scenes.autoplay import AutoplayPanel
from game.ui.scenes.bet import BetPanel
from game.ui.scenes.explain import Explain
from game.ui.scenes.history import History
from game.ui.scenes.info import Info, SymbolCard, symbol_words
from game.ui.scenes.limits import Limits, ask_stop, keep_a_reality_check
from game.ui.scenes.log import Log
from game.ui.scenes.menu import Menu
from game.ui.scenes.proof import NextRound
from game.ui.scenes.reality import RealityCheck
from game.ui.scenes.splash import Splash
from game.ui.services import Services
from game.ui.table.autoplay import AutoplayController
from game.ui.table.replay import ReplayController
from game.ui.table.rounds import Rounds


class TableActions:
    """Every verb of the table, refused where it makes no sense now."""

    def __init__(
        self,
        services: Services,
        playback: RoundPlayback,
        rounds: Rounds,
        autoplay: AutoplayController,
        replays: ReplayController,
    ) -> None:
        self.services, self.playback = services, playback
        self.rounds, self.autoplay, self.replays = rounds, autoplay, replays

    def is_idle(self) -> bool:
        """Whether nothing is being played, by hand or by itself."""
        return not self.playback.playing and self.autoplay.running is None

    def is_free_to_act(self) -> bool:
        """Whether nothing is being played; where something is, the player is told to wait."""
        if not self.is_idle():
            self.services.notify(self.services.tr("You can do that when the round is over."))
            return False
        return True

    # -- playing ----------------------------------------------------------------------------------------------

    def press_main(self) -> None:
        """The spin button, Space or Enter."""
        if self.replays.studying:
            self.replays.leave()
        elif not self.is_idle():
            self.interrupt()
        else:
            self.rounds.spin(self.services.table.mode)

    def interrupt(self) -> None:
        """A press while something plays: autoplay ends after this round; otherwise the step is hurried."""
        if not self.autoplay.stop():
            self.playback.press()

    def press_autoplay(self) -> None:
        """The autoplay button: choose, or end what runs."""
        if self.autoplay.running is not None:
            self.interrupt()
        elif self.services.settings.responsible:
            self.services.notify(self.services.tr("Autoplay is off in responsible mode."))
        elif self.is_free_to_act():
            self._open(AutoplayPanel(self.services, self.autoplay.plan))

    def buy(self) -> None:
        """Ask before buying free spins."""
        services = self.services
        if not self.is_free_to_act():
            return
        if services.settings.responsible:
            services.notify(services.tr("You can't buy free spins in responsible mode."))
        elif services.settings.ante:
            services.notify(services.tr("Turn off Double Chance to buy free spins."))
        else:
            self.rounds.ask_buy()

    def set_ante(self, on: bool) -> None:
        """Double chance on or off."""
        if not self.is_free_to_act():
            return
        if self.services.settings.responsible:
            self.services.notify(self.services.tr("Double Chance is off in responsible mode."))
        else:
            self.rounds.set_ante(on)

    def bet_up(self) -> None:
        """The next larger bet."""
        if self.is_free_to_act():
            self.rounds.change_bet(up=True)

    def bet_down(self) -> None:
        """The next smaller bet."""
        if self.is_free_to_act():
            self.rounds.change_bet(up=False)

    def turn_bet(self, steps: int) -> None:
        """The wheel over the bet."""
        for _ in range(abs(steps)):
            (self.bet_up if steps > 0 else self.bet_down)()

    def press_credit(self) -> None:
        """Say how the credit stands, and offer a refill where one is to be had."""
        if self.is_free_to_act():
            self.rounds.offer_refill()

    def next_speed(self) -> None:
        """Normal, quick, turbo, relaxed, normal …; takes effect at the next spin."""
        settings = self.services.settings
        if settings.responsible:
            self.services.notify(self.services.tr("Responsible mode plays at its own speed."))
        else:
            speeds = list(Speed)
            settings.speed = str(speeds[(speeds.index(Speed(settings.speed)) + 1) % len(speeds)])
            self.services.save_settings()
            self.services.audio.play("button")

    def may_switch_theme(self) -> bool:
        """Whether another skin may be loaded now."""
        return self.is_idle() and self.services.loading is None

    def switch_theme(self) -> None:
        """Load the next skin; it is shown once it is there."""
        if not self.is_idle():
            self.services.notify(self.services.tr("You can change the theme when the round is over."))
        elif self.may_switch_theme() and len(self.services.skins) > 1:
            self.services.audio.play("theme_switch")
            self.services.load_skin(self.services.next_theme())

    # -- panels -----------------------------------------------------------------------------------------------

    def _open(self, panel: Scene) -> None:
        self.services.stack.push(panel)

    def may_open_panels(self) -> bool:
        """Whether menu and rules can be read: between rounds, and in the free spins, which wait meanwhile."""
        return self.is_idle() or (self.playback.free and not self.replays.mark)

    def open_menu(self) -> None:
        """Everything that is not one press away."""
        if self.may_open_panels() or self.is_free_to_act():
            self._open(Menu(self.services, in_round=not self.is_idle()))

    def open_info(self) -> None:
        """The rules and pays."""
        if self.may_open_panels() or self.is_free_to_act():
            self._open(Info(self.services))

    def open_limits(self) -> None:
        """The player's own limits, breaks, and the stop for 24 hours."""
        if self.is_free_to_act():
            self._open(Limits(self.services))

    def ask_stop(self) -> None:
        """No play for 24 hours, after one question."""
        if self.is_free_to_act():
            ask_stop(self.services)

    def open_bet(self) -> None:
        """Coin value and level."""
        if self.is_free_to_act():
            self._open(BetPanel(self.services))

    def open_symbol(self, x: float, y: float) -> None:
        """What the symbol at a point of the canvas pays."""
        cell = self.playback.board.cell_at(x, y)
        if cell is not None and self.is_idle():
            self._open(SymbolCard(self.services, cell))

    def open_proof(self) -> None:
        """What commits the game to the next round."""
        if self.is_free_to_act():
            self._open(NextRound(self.services))

    def cell_words(self, reel: int, row: int) -> str:
        """What the symbol in a cell is and pays."""
        return symbol_words(self.services, self.playback.stage.pieces[reel][row].cell)

    def open_history(self, round_id: int | None = None) -> None:
        """Every round there was; at ``round_id`` when given."""
        if self.is_free_to_act():
            self._open(History(self.services, round_id))

    def open_log(self) -> None:
        """What was announced."""
        self._open(Log(self.services, self.services.log.lines))

    def explain_win(self) -> None:
        """Where the last win came from."""
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
            self._open(Explain(self.services, played))

    def check_reality(self) -> None:
        """The interval the player set has been played: say how it stands, and wait for an answer."""
        self.autoplay.end()
        self.services.audio.play("reality_check")
        self._open(RealityCheck(self.services))

    def welcome(self) -> None:
        """Show the introduction at the start, unless it is switched off, and then, the first time, the limits."""
        if self.services.demo:
            return
        keep_a_reality_check(self.services)
        if self.services.first_time:
            self._open(Limits(self.services, first=True))
        if self.services.settings.intro:
            self._open(Splash(self.services))
