"""The introduction: what kind of game this is, in three pictures, and a first spin to try that costs nothing."""

from typing import TYPE_CHECKING, Final

import pygame

from game.engine.rules import CAP, RETURN_TO_PLAYER, STAKES, Mode
from game.platform.input import Action
from game.present.guide import example_round
from game.table import Played
from game.ui.keys import key_for
from game.ui.panel import Panel
from game.ui.scenes.limits import Limits
from game.ui.widgets.controls import Toggle

if TYPE_CHECKING:
    from game.ui.scenes.base_game import BaseGame

PICTURES: Final = (
    ("splash/tumble", "Eight or more alike anywhere pay. They burst, the rest tumbles, new symbols arrive."),
    ("splash/hearts", "Hearts on the last board of a win are added up and multiply it, from 2 to 500 each."),
    ("splash/free_spins", "Four scatters open fifteen free spins, where the hearts gather in one growing multiplier."),
)


class Splash(Panel):
    """Shown at the start until the player switches it off."""

    title = "Celestial Hearts"
    size = (1500, 900)

    def build(self) -> None:
        y, width = self.rect.bottom - 136, 292
        settings = self.services.settings
        self.controls.add(
            Toggle(
                pygame.Rect(self.body.left, y, 420, 84),
                "Show this at the start",
                lambda: settings.intro,
                self._set_intro,
                label="Show this at the start",
            )
        )
        limits = pygame.Rect(self.body.right - 3 * width - 40, y, width, 84)
        told = "A budget and a time, set before the start."
        self.add_button(limits, "Limits", self.open_limits, icon="limits", size=28, tooltip=told)
        left = pygame.Rect(self.body.right - 2 * width - 20, y, width, 84)
        told = "A demonstration; it costs nothing."
        self.add_button(left, "Try a spin", self.show_example, icon="play", size=28, tooltip=told)
        self.add_button(pygame.Rect(self.body.right - width, y, width, 84), "Play", self.close, kind="button_primary")

    def exit(self) -> None:
        self.services.look.art.release("splash")

    def confirm(self) -> None:
        self.close()

    def open_limits(self) -> None:
        """Set a budget or a time first."""
        self.services.stack.push(Limits(self.services))

    def _set_intro(self, on: bool) -> None:
        self.services.settings.intro = on
        self.services.save_settings()
        self.services.audio.play("toggle")

    def show_example(self) -> None:
        """Play the example at the table, marked, with words; no money stands behind it."""

        def begin(base: "BaseGame") -> None:
            base.show_example(Played(example_round(), base.services.table.bet, None))

        self.close(begin)

    def draw_body(self, canvas: pygame.Surface) -> None:
        services, look, tr, body = self.services, self.services.look, self.services.tr, self.body
        width = (body.width - 40) // 3
        for index, (picture, words) in enumerate(PICTURES):
            card = pygame.Rect(body.left + index * (width + 20), body.top, width, 480)
            look.stretched(canvas, "card", card)
            sprite = look.art.screens[picture]
            sprite.draw_centred(canvas, card.centerx, card.top + 24 + sprite.size[1] // 2)
            area = pygame.Rect(card.left + 28, card.top + 334, card.width - 56, 134)
            look.paragraph(canvas, tr(words), area, size=27, align="centre")
        times = services.language.number(CAP // STAKES[Mode.BASE])
        text = tr("Volatility: medium   ·   Maximum win: {times}× the bet   ·   Return: {rtp}   ·   Play money").format(
            times=times, rtp=services.language.percent(RETURN_TO_PLAYER)
        )
        line = pygame.Rect(body.left, body.top + 500, body.width, 44)
        look.text(canvas, text, line, size=28, style="strong", colour="gold")
        keys = tr("{key} spins. Every other key is in the rules, every control tells what it does.").format(
            key=key_for(services, Action.SPIN)
        )
        look.text(canvas, keys, line.move(0, 46), size=27, colour="muted")
