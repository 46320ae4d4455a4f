"""How much play money a game begins with."""

from game.money import BANKROLLS
from game.ui.boxes import NOWHERE
from game.ui.services import Services
from game.ui.widgets.field import Choice


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
