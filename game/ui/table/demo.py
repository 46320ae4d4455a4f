"""The demonstration: the game plays rounds by itself, shows every skin it was asked to, and closes."""

from game.engine.rules import Mode
from game.ledger import RealityCheckDue
from game.ui.playback import RoundPlayback
from game.ui.services import Services
from game.ui.table.rounds import Rounds


class Demo:
    """Idle unless ``services.demo``."""

    def __init__(self, services: Services, playback: RoundPlayback, rounds: Rounds) -> None:
        self.services, self.playback, self.rounds = services, playback, rounds
        self.modes: list[Mode] = []
        """Rounds still to play."""
        self.skins: list[str] = []
        """Names of skins still to show."""

    def between_rounds(self) -> None:
        """Start the next round, or show the next skin, or close the game."""
        services = self.services
        if not services.demo or self.rounds.armed_in > 0 or self.playback.playing:
            return
        if not self.modes:
            if self.skins and services.loading is None:
                services.load_skin(self.skins.pop(0))
            services.closing = services.loading is None
            return
        if services.table.ledger.reality_check_due():
            raise RealityCheckDue(services.tr("It's time for a reality check, and nobody is there to answer it."))
        mode = self.modes.pop(0)
        self._raise_credit(mode)
        if not services.table.affords(mode):
            mode = Mode.BASE
            self._raise_credit(mode)
        if not services.table.affords(mode):  # out of play money for now
            self.modes.clear()
            return
        services.settings.ante = mode is Mode.ANTE
        self.rounds.spin(mode)

    def _raise_credit(self, mode: Mode) -> None:
        """Refill or lower the bet until the credit carries a round."""
        table = self.services.table
        while not table.affords(mode) and table.bet.down() != table.bet:
            if table.ledger.can_refill:
                self.rounds.refill()
            else:
                table.set_bet(table.bet.down())
