"""The introduction: what kind of game this is, in three pictures, and a first spin to try that costs nothing."""

from typing import Any, Final

import pygame

from game.engine.rules import CAP, RETURN_TO_PLAYER, STAKES, Mode
from game.platform.input import Action
from game.present.guide import example_round
from game.table import Played
from game.ui.answers import ShowExample
from game.ui.boxes import NOWHERE, Box, Card, Column, Grid, Picture, Row, Text
from game.ui.keys import key_for
from game.ui.odds import odds
from game.ui.panel import Panel
from game.ui.scenes.choices import language_choice
from game.ui.scenes.limits import Limits
from game.ui.widgets.controls import Toggle

PICTURES: Final = (
    ("splash/tumble", "Eight or more matching symbols anywhere pay. They burst, the rest fall, and new ones drop in."),
    (
        "splash/hearts",
        ("When the tumbling stops, add up the hearts on the board (×2 to ×500 each): the total multiplies your win."),
    ),
    (
        "splash/free_spins",
        ("Four or more scatters start 15 free spins. There, hearts add to one multiplier that keeps growing."),
    ),
)


KIND: Final = ("18+", "Simulated gambling", "Play money")
"""What kind of game it is."""


class Splash(Panel):
    """Shown at the start until the player switches it off."""

    title = "Celestial Hearts"
    size = (1500, 900)
    beside_title = 490

    def build(self) -> None:
        self._language = self.controls.add(language_choice(self.services, tooltip="Language"))

    def arrange(self) -> None:
        super().arrange()
        self._language.rect = pygame.Rect(self.rect.right - 504, self.rect.top + 34, 384, 64)

    def contents(self) -> Box:
        theme = self.services.theme
        cards = (
            Card(
                Column(
                    Picture(lambda name=picture: theme.assets.screens[name]),  # type: ignore[misc]
                    Text(told, 27, align="centre"),
                ),
                pad=(28, 20),
            )
            for picture, told in PICTURES
        )
        gold: dict[str, Any] = {"style": "strong", "colour": "gold", "align": "centre"}
        return Column(
            Grid(*cards, columns=3, gap=20),
            Text(lambda: " · ".join(map(self.services.tr, KIND)), 28, **gold),
            Text(lambda: " · ".join(self.odds_words()), 28, **gold),
            Text(self._keys, 27, colour="muted", align="centre"),
            gap=4,
        )

    def buttons(self) -> Box:
        settings, label = self.services.settings, "Show this when the game starts"
        intro = Toggle(NOWHERE, label, lambda: settings.intro, self._set_intro, label=label)
        told = "Set a budget and a time limit before you play."
        limits = self.button("Limits", self.open_limits, icon="limits", size=28, tooltip=told)
        told = "Watch a demo spin. It's free."
        demo = self.button("Demo spin", self.show_example, icon="play", size=28, tooltip=told)
        play = self.button("Play", self.close, kind="button_primary")
        return Row(intro, limits, demo, play, shares=(2.4, 1, 1, 1), gap=20)

    def exit(self) -> None:
        self.services.theme.assets.release("splash")

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
        self.close(ShowExample(Played(example_round(), self.services.table.bet, None)))

    def odds_words(self) -> tuple[str, ...]:
        """What to expect, in figures."""
        tr, language, known = self.services.tr, self.services.language, odds(Mode.BASE)
        returned = tr("Average return {rtp}").format(rtp=language.percent(RETURN_TO_PLAYER))
        top = tr("Top win {times}×").format(times=language.number(CAP // STAKES[Mode.BASE]))
        if known is None:
            return returned, top
        often = tr("1 spin in {count} pays more than it costs").format(count=language.number(1 / known.pays_more))
        rare = tr("1 in {count}").format(count=language.number(known.cap_one_in or 1))
        return returned, often, f"{top} ({rare})"

    def _keys(self) -> str:
        return self.services.tr(
            "Press {key} to spin. Rules lists all keys; point at any button to see what it does."
        ).format(key=key_for(self.services, Action.SPIN))
