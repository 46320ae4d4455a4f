"""The menu: everything that is not one press away on the main screen."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from game.ui.boxes import Box, Grid
from game.ui.panel import Panel, Question
from game.ui.scenes.credits import Credits
from game.ui.scenes.evenings import EveningsPanel
from game.ui.scenes.history import History
from game.ui.scenes.info import Info
from game.ui.scenes.limits import Limits
from game.ui.scenes.proof import NextRound
from game.ui.scenes.replay_seed import ReplaySeed
from game.ui.scenes.safe_play import SafePlay
from game.ui.scenes.session import SessionEnd
from game.ui.scenes.settings import SettingsPanel
from game.ui.scenes.splash import Splash
from game.ui.scenes.statistics import StatisticsPanel
from game.ui.services import Services

BETWEEN_ROUNDS: Final = ("Introduction", "History", "Replay a seed …", "Settings", "Theme", "End session")
"""What could take the place of the round that is being shown, or change the art under it."""


class Menu(Panel):
    """Opened by the menu button and Esc."""

    title = "Menu"
    size = (1240, 820)

    def __init__(self, services: Services, *, in_round: bool = False) -> None:
        """``in_round``: a round is being shown, so nothing that would replace it can be opened."""
        self.in_round = in_round
        services.find_skins()
        super().__init__(services)

    def contents(self) -> Box:
        services = self.services
        entries: tuple[tuple[str, str, Callable[[], None]], ...] = (
            ("Rules and pays", "info", self._opens(Info)),
            ("Introduction", "help", self._opens(Splash)),
            ("History", "history", self._opens(History)),
            ("Replay a seed …", "play", self._opens(ReplaySeed)),
            ("Statistics", "statistics", self._opens(StatisticsPanel)),
            ("Evenings like mine", "statistics", self._opens(EveningsPanel)),
            ("Proof", "verify", self._opens(NextRound)),
            ("Limits", "limits", self._opens(Limits)),
            ("Safe play", "heart", self._opens(SafePlay)),
            ("Settings", "settings", self._opens(SettingsPanel)),
            ("Theme", "theme", self.next_theme),
            ("Credits and licences", "star", self._opens(Credits)),
            ("Full screen", "fullscreen", lambda: services.set_fullscreen(not services.display.fullscreen)),
            ("End session", "clock", self._opens(SessionEnd)),
            ("Close the game", "close", self.ask_leave),
        )
        buttons = []
        for name, icon, action in entries:
            more: dict[str, Any] = {"label": self._theme_label} if name == "Theme" else {}
            if name in BETWEEN_ROUNDS:
                more["enabled"] = self._between_rounds
            if name == "Proof":
                more["enabled"] = lambda: services.table.commitment is not None
            buttons.append(self.button(name, action, icon=icon, size=30, **more))
        return Grid(*buttons, columns=2, gap=24, apart=16)

    def _between_rounds(self) -> bool:
        return not self.in_round

    def enter(self) -> None:
        super().enter()
        self._look_ahead()

    def change_skin(self) -> None:
        self._look_ahead()

    def _look_ahead(self) -> None:
        """Prefetch what the introduction shows and what a change of the settings repaints."""
        self.services.theme.assets.prefetch("splash", "base")

    def exit(self) -> None:
        self.services.theme.assets.release("splash", "base")

    def _opens(self, panel: Callable[[Services], Panel]) -> Callable[[], None]:
        return partial(self._open, panel)

    def _open(self, panel: Callable[[Services], Panel]) -> None:
        self.services.stack.push(panel(self.services))

    def _theme_label(self) -> str:
        tr, skins = self.services.tr, self.services.skins
        if self.services.loading is not None:
            return tr("Loading theme …")
        return tr("Theme: {name}").format(name=tr(skins[self.services.theme.skin.name].title))

    def next_theme(self) -> None:
        """The next skin, also one that was put into the profile since the start."""
        if self.services.loading is None and len(self.services.skins) > 1:
            self.services.audio.play("theme_switch")
            self.services.load_skin(self.services.next_theme())

    def ask_leave(self) -> None:
        """Ask before closing."""
        text = self.services.tr("Your credit is saved.")
        self.services.stack.push(
            Question(self.services, "Close the game?", text, yes="Close", no="Stay", on_yes=self._leave)
        )

    def _leave(self) -> None:
        self.services.closing = True
