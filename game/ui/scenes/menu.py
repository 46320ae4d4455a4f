"""The menu: everything that is not one press away on the main screen."""

import pygame

from game.ui.panel import Panel, Question
from game.ui.scenes.info import Info
from game.ui.scenes.settings import SettingsPanel


class Menu(Panel):
    """Opened by the menu button and Esc."""

    title = "Menu"
    size = (760, 760)

    def build(self) -> None:
        services, push = self.services, self.services.stack.push
        entries = (
            ("Rules and pays", "info", lambda: push(Info(services))),
            ("Settings", "settings", lambda: push(SettingsPanel(services))),
            ("Full screen", "fullscreen", lambda: services.set_fullscreen(not services.display.fullscreen)),
            ("Close the game", "close", self._leave),
        )
        for index, (name, icon, action) in enumerate(entries):
            rect = pygame.Rect(self.body.left + 60, self.body.top + 8 + index * 104, self.body.width - 120, 88)
            self.add_button(rect, name, action, icon=icon)

    def _leave(self) -> None:
        self.services.stack.push(
            Question(
                self.services, "Close the game?", self.services.tr("Your credit is saved."), yes="Close", no="Stay"
            )
        )

    def resume(self, result: object) -> None:
        if result is True:
            self.services.closing = True
