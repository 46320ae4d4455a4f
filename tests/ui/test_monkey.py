"""Random and hostile input: nothing raises, no scene gets stuck, the ledger stays exact."""

import random

import pytest

from game.ledger import audit
from game.platform.input import (
    DEFAULT_KEYS,
    Action,
    Erased,
    Focused,
    KeyNamed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Press,
    Release,
    Scrolled,
    Typed,
)
from game.ui.widgets.controls import Control

STEPS = 700
LONG_STEPS = 60_000
LEAVING = ("Close the game", "Close", "End session")
"""Pressed on purpose these end the game; the monkey is kept at the table."""


class Monkey:
    def __init__(self, player, seed):
        self.player, self.rng = player, random.Random(seed)

    def step(self):
        player, rng = self.player, self.rng
        match rng.randrange(12):
            case 0 | 1 | 2:
                self.press_a_control()
            case 3:
                x, y = rng.uniform(-50, 1970), rng.uniform(-50, 1130)
                for command in (PointerMoved(x, y), PointerPressed(x, y), PointerReleased(x, y)):
                    player.give(command)
            case 4 | 5:
                key = rng.choice(list(DEFAULT_KEYS))
                player.give(KeyNamed(key))
                action = DEFAULT_KEYS[key]
                player.give(Press(action))
                if rng.random() < 0.9:
                    player.give(Release(action))
            case 6:
                player.give(Press(rng.choice(list(Action))))
            case 7:
                player.give(Typed(rng.choice(["1", "999999999999", ".", ",", "-5", "é", "\x00", "5"])))
                player.give(Erased() if rng.random() < 0.3 else Scrolled(rng.choice((-9, -1, 1, 9))))
            case 8:
                player.give(PointerPressed(rng.uniform(0, 1920), rng.uniform(0, 1080)))
                for _ in range(3):
                    player.give(PointerMoved(rng.uniform(0, 1920), rng.uniform(0, 1080)))
                if rng.random() < 0.8:
                    player.give(PointerReleased(rng.uniform(0, 1920), rng.uniform(0, 1080)))
            case 9:
                player.give(Focused(rng.random() < 0.5))
            case 10 | 11:
                for _ in range(rng.randrange(1, 10)):
                    player.wait(rng.uniform(0.0, 0.4))
        player.services.closing = False
        if rng.random() < 0.1:
            player.draw()

    def press_a_control(self):
        group = getattr(self.player.scene, "controls", None)
        shown: list[Control] = group.shown if group is not None else []
        if shown:
            control = self.rng.choice(shown)
            self.player.click(*control.rect.center)


@pytest.mark.parametrize("seed", range(3))
def test_a_short_while(sit_down, seed):
    _play(sit_down("--seed", str(seed)), seed, STEPS)


@pytest.mark.long
def test_a_long_while(sit_down):
    _play(sit_down("--seed", "99"), 99, LONG_STEPS)


def _play(player, seed, steps):
    monkey = Monkey(player, seed)
    for _ in range(steps):
        monkey.step()
    player.services.settings.responsible = False
    for _ in range(200):  # every scene can be left, every round ends
        if player.scenes == ["BaseGame"] and player.scene.is_idle():
            break
        player.give(Release(Action.SPIN))
        if player.scenes[-1] == "RealityCheck":
            player.press("Keep playing")
        elif player.scenes[-1] == "SessionEnd":
            player.press("New session")
        elif player.scenes[-1] == "Question" and not player.scene.dismissable:
            player.key(Action.SPIN)
        else:
            player.key(Action.BACK)
        player.wait(2)
    else:
        raise AssertionError(f"stuck in {player.scenes}")
    ledger = player.services.table.ledger
    assert player.services.table.balance == ledger.balance
    assert ledger.open_round() is None
    assert audit(player.services.profile.folder)["agrees"]
