"""The settings panel."""

from collections.abc import Callable
from typing import Any

import pygame

from game.ui.panel import Panel
from game.ui.widgets.controls import Slider, Toggle


class SettingsPanel(Panel):
    """The player's choices; each takes effect at once and is saved."""

    title = "Settings"
    size = (1160, 860)

    def build(self) -> None:
        settings, column = (
            self.services.settings,
            pygame.Rect(self.body.left + 60, self.body.top, self.body.width - 120, 72),
        )

        def at(row: int) -> pygame.Rect:
            return column.move(0, row * 82)

        def flag(name: str) -> tuple[Callable[[], bool], Callable[[bool], None]]:
            return lambda: bool(getattr(settings, name)), lambda on: self._change(name, on)

        add = self.controls.add
        add(
            Slider(
                at(0),
                "Music volume",
                lambda: settings.music_volume,
                lambda v: self._change("music_volume", v),
                label="Music",
            )
        )
        add(
            Slider(
                at(1),
                "Effects volume",
                lambda: settings.effects_volume,
                lambda v: self._change("effects_volume", v),
                label="Effects",
            )
        )
        for row, (name, label) in enumerate(
            (
                ("reduced_motion", "Reduced motion"),
                ("fewer_flashes", "Fewer flashes"),
                ("larger_text", "Larger text"),
                ("responsible", "Responsible mode: slower spins, no quick play"),
            )
        ):
            value, change = flag(name)
            add(Toggle(at(2 + row), label, value, change, label=label))

    def _change(self, name: str, value: Any) -> None:
        setattr(self.services.settings, name, value)
        self.services.look.larger_text = self.services.settings.larger_text
        self.services.apply_sound()
        self.services.save_settings()
