"""The introduction: what kind of game this is, in three pictures, and a first spin to try that costs nothing."""

from typing import Final

import pygame

from game import paths
from game.engine.rules import CAP, RETURN_TO_PLAYER, STAKES, Mode
from game.language import language_name, languages
from game.platform.input import Action
from game.present.guide import example_round
from game.table import Played
from game.ui.answers import ShowExample
from game.ui.keys import key_for
from game.ui.odds import odds
from game.ui.panel import Panel
from game.ui.scenes.limits import Limits
from game.ui.widgets.controls import Toggle
from game.ui.widgets.field import Choice

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


class Splash(Panel):
    """Shown at the start until the player switches it off."""

    title = "Celestial Hearts"
    size = (1500, 900)

    def build(self) -> None:
        y, width = self.rect.bottom - 136, 254
        settings = self.services.settings
        folder = paths.locale_folder()
        spoken = {code: language_name(folder, code) for code in languages(folder)}
        self.controls.add(
            Choice(
                pygame.Rect(self.rect.right - 480, self.rect.top + 34, 360, 64),
                "Language",
                lambda: list(spoken),
                lambda: settings.language,
                self._choose_language,
                shown=lambda code: spoken.get(code, code),
                tooltip="Language",
            )
        )
        self.controls.add(
            Toggle(
                pygame.Rect(self.body.left, y, 550, 84),
                "Show this when the game starts",
                lambda: settings.intro,
                self._set_intro,
                label="Show this when the game starts",
            )
        )
        limits = pygame.Rect(self.body.right - 3 * width - 40, y, width, 84)
        told = "Set a budget and a time limit before you play."
        self.add_button(limits, "Limits", self.open_limits, icon="limits", size=28, tooltip=told)
        left = pygame.Rect(self.body.right - 2 * width - 20, y, width, 84)
        told = "Watch a demo spin. It's free."
        self.add_button(left, "Demo spin", self.show_example, icon="play", size=28, tooltip=told)
        self.add_button(pygame.Rect(self.body.right - width, y, width, 84), "Play", self.close, kind="button_primary")

    def exit(self) -> None:
        self.services.theme.assets.release("splash")

    def confirm(self) -> None:
        self.close()

    def open_limits(self) -> None:
        """Set a budget or a time first."""
        self.services.stack.push(Limits(self.services))

    def _choose_language(self, code: str) -> None:
        self.services.use_language(code)
        self.services.audio.play("toggle")

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

    def draw_body(self, canvas: pygame.Surface) -> None:
        services, theme, tr, body = self.services, self.services.theme, self.services.tr, self.body
        width = (body.width - 40) // 3
        for index, (picture, words) in enumerate(PICTURES):
            card = pygame.Rect(body.left + index * (width + 20), body.top, width, 480)
            theme.stretched(canvas, "card", card)
            sprite = theme.assets.screens[picture]
            sprite.draw_centred(canvas, card.centerx, card.top + 24 + sprite.size[1] // 2)
            area = pygame.Rect(card.left + 28, card.top + 334, card.width - 56, 134)
            theme.paragraph(canvas, tr(words), area, size=27, align="centre")
        line = pygame.Rect(body.left, body.top + 484, body.width, 40)
        kind = " · ".join((tr("18+"), tr("Simulated gambling"), tr("Play money")))
        for text in (kind, " · ".join(self.odds_words())):
            theme.text(canvas, text, line, size=28, style="strong", colour="gold")
            line.y += 40
        keys = tr("Press {key} to spin. Rules lists all keys; point at any button to see what it does.").format(
            key=key_for(services, Action.SPIN)
        )
        theme.text(canvas, keys, line, size=27, colour="muted")
