"""How to play safely, and where help is to be found."""

from game.engine.rules import RETURN_TO_PLAYER
from game.help_lines import EVERYWHERE, nearest
from game.ui.boxes import Box, Grid, Text
from game.ui.panel import Panel
from game.ui.scenes.help_lines import HelpLines
from game.ui.scenes.limits import Limits
from game.ui.services import Services


class SafePlay(Panel):
    """One page of plain words, and the way to the limits."""

    title = "Safe play"
    size = (1360, 700)

    def contents(self) -> Box:
        return Text(lambda: safe_play_words(self.services), 35)

    def buttons(self) -> Box:
        return Grid(
            self.button("Help lines", self.open_help_lines, icon="help"),
            self.button("Limits", self.open_limits, kind="button_primary", icon="limits"),
            columns=2,
            gap=20,
        )

    def open_help_lines(self) -> None:
        """The lines of every country."""
        self.services.stack.push(HelpLines(self.services))

    def open_limits(self) -> None:
        """Set a budget or a time."""
        self.services.stack.push(Limits(self.services))

    def confirm(self) -> None:
        self.close()


def safe_play_words(services: Services) -> str:
    """The page's words, which the rules show too."""
    near = map(str, nearest(services.settings.currency, services.language.format.country))
    return services.tr(
        "This is play money: you can't buy it, and you can't cash out what you win.\n"
        "Every round is independent of the ones before. The size of your bet, the time and the theme "
        "don't change the odds. No system does.\n"
        "Over many rounds the game keeps {kept} of everything you bet. A good night is luck, not "
        "skill.\n"
        "Before you start, set a budget and a time limit. Start with the smallest bet. When either "
        "runs out, stop.\n"
        "Don't chase losses, and don't play when you're tired, upset or have been drinking.\n"
        "If gambling is a problem for you or someone close to you, talk to someone. Free and "
        "confidential help: {help}"
    ).format(kept=services.language.percent(1 - RETURN_TO_PLAYER), help=" · ".join((*near, EVERYWHERE)))
