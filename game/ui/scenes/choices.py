"""Choices that more than one panel offers."""

from typing import Any

from game import paths
from game.language import language_name, languages
from game.money import BANKROLLS
from game.ui.boxes import NOWHERE
from game.ui.services import Services
from game.ui.widgets.field import Choice


def language_choice(services: Services, **look: Any) -> Choice:
    """The language of the game, each by its own name."""
    folder = paths.locale_folder()
    spoken = {code: language_name(folder, code) for code in languages(folder)}

    def choose(code: str) -> None:
        services.use_language(code)
        services.audio.play("toggle")

    return Choice(
        NOWHERE,
        "Language",
        lambda: list(spoken),
        lambda: services.settings.language,
        choose,
        shown=lambda code: spoken.get(code, code),
        **look,
    )


def bankroll_choice(services: Services) -> Choice:
    """The choice of it; the credit there is stays as it is until the game is started over or refilled."""

    def choose(amount: str) -> None:
        services.settings.bankroll = int(amount)
        services.save_settings()
        services.audio.play("toggle")

    return Choice(
        NOWHERE,
        "Play money to start with",
        lambda: [str(amount) for amount in BANKROLLS],
        lambda: str(services.settings.bankroll),
        choose,
        shown=lambda amount: services.money(int(amount)),
        label="Play money to start with",
        tooltip="A new game begins with it and a refill fills your credit up to it. It can't be cashed out.",
    )
