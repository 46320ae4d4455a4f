"""Any round from its seed: what the replay command shows, without leaving the game."""

from typing import Final

import pygame

from game.engine import BadSeed, Mode, parse_seed, play
from game.engine.model import CURRENT, load_model, released_versions
from game.engine.rng import SEED_LIMIT
from game.table import Played
from game.ui.answers import ReplayRound
from game.ui.boxes import Box, Column
from game.ui.panel import Panel
from game.ui.scenes.bet import typed_bet
from game.ui.scenes.history import mode_name
from game.ui.services import Services
from game.ui.widgets.field import Choice, Field

HEIGHT: Final = 72
MAX_SEED: Final = SEED_LIMIT - 1


class ReplaySeed(Panel):
    """Seed, mode, bet and model of a round to be shown; no money stands behind it."""

    title = "Replay a seed"
    size = (1180, 700)

    def __init__(self, services: Services) -> None:
        self.bet = services.table.bet
        self.mode, self.model = services.table.mode, CURRENT
        super().__init__(services)

    def contents(self) -> Box:
        services, line = self.services, pygame.Rect(0, 0, 0, HEIGHT)
        self.seed_field = Field(
            line.copy(), "Seed", "", self._seed_reason, step=self._step_seed, label="Seed", letters="0123456789",
            hint="enter a seed", share=0.62,
        )  # fmt: skip
        self.seed_field.most = len(str(MAX_SEED))
        modes = Choice(
            line.copy(), "Mode", lambda: [str(mode) for mode in Mode], lambda: str(self.mode), self._set_mode,
            shown=lambda mode: mode_name(services, mode), label="Mode", share=0.62,
        )  # fmt: skip
        self.bet_field = Field(
            line.copy(), "Bet", services.amount(self.bet.base), self._read_bet, step=self._step_bet, label="Bet",
            share=0.62,
        )  # fmt: skip
        models = Choice(
            line.copy(), "Model", lambda: list(released_versions()), lambda: self.model, self._set_model, label="Model",
            tooltip="The reels and rules the round was played with", share=0.62,
        )  # fmt: skip
        return Column(self.seed_field, modes, self.bet_field, models, gap=20)

    def buttons(self) -> Box:
        self.start = self.button(
            "Replay", self.confirm, kind="button_primary", icon="play", enabled=lambda: not self.error(),
            tooltip=self.error,
        )  # fmt: skip
        return self.start

    # -- choices ----------------------------------------------------------------------------------------------

    def _seed_reason(self, text: str) -> str:
        try:
            parse_seed(text)
        except BadSeed:
            return self.services.tr("A seed is a whole number from 0 to {most}.").format(most=MAX_SEED)
        return ""

    @staticmethod
    def _step_seed(text: str, steps: int) -> str:
        return str(max(0, min(MAX_SEED, int(text or 0) + steps)))

    def _read_bet(self, text: str) -> str:
        bet = typed_bet(self.services, text)
        if isinstance(bet, str):
            return bet
        self.bet = bet
        return ""

    def _step_bet(self, text: str, steps: int) -> str:
        return self.services.amount((self.bet.up() if steps > 0 else self.bet.down()).base)

    def _set_mode(self, mode: str) -> None:
        self.mode = Mode(mode)

    def _set_model(self, model: str) -> None:
        self.model = model

    def error(self) -> str:
        """Why there is nothing to replay yet; empty where there is."""
        return self._seed_reason(self.seed_field.text) or self.bet_field.reason

    def confirm(self) -> None:
        """Show the round at the table."""
        self.seed_field.reason = self._seed_reason(self.seed_field.text)
        if not self.error():
            played = play(self.mode, parse_seed(self.seed_field.text), load_model(self.model))
            self.close(ReplayRound(Played(played, self.bet, None), None))
