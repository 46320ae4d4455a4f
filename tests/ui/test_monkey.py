"""Random hands on the game: no exception, no scene that cannot be left, the ledger exact to the coin.

The seed is printed; ``--run-long`` plays an hour of game time in each skin.
"""

import os
import random
import secrets

import pygame
import pytest

from game.engine import Seed
from game.ledger import audit
from game.platform.input import (
    Action,
    Command,
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
from game.skins import OWN_SKINS
from game.ui.scenes.base_game import BaseGame
from tests.ui.driver import FRAME, Player, playing

UPDATES_A_DRAW = 10
ACTIONS = [action for action in Action if action is not Action.SCREENSHOT]
SIZES = [(960, 540), (1280, 720), (1000, 900), (640, 200), (1920, 1080), (2560, 1440)]


def random_command(rng: random.Random) -> Command:
    """One thing a hand may do."""
    x, y = rng.uniform(-50, 1970), rng.uniform(-50, 1130)
    return rng.choice(
        (
            Press(rng.choice(ACTIONS)),
            Press(Action.SPIN),
            Release(rng.choice(ACTIONS)),
            PointerMoved(x, y),
            PointerPressed(x, y),
            PointerReleased(x, y),
            Scrolled(rng.randint(-3, 3)),
            Typed(rng.choice("0123456789.,-x💎 ")),
            Erased(),
            KeyNamed(rng.choice(("a", "space", "f7", "escape"))),
            Focused(gained=rng.random() < 0.5),
        )
    )


def disturb(player: Player, rng: random.Random) -> None:
    """What the machine may do meanwhile: resize, gamepads, audio device and language changes."""
    services = player.services
    what = rng.randrange(5)
    if what == 0:
        pygame.display.set_mode(rng.choice(SIZES), pygame.RESIZABLE)
    elif what == 1:
        pygame.event.post(pygame.event.Event(pygame.JOYDEVICEADDED, device_index=rng.randint(0, 3)))
        pygame.event.post(pygame.event.Event(pygame.JOYDEVICEREMOVED, instance_id=rng.randint(0, 3)))
        pygame.event.post(pygame.event.Event(pygame.JOYBUTTONDOWN, button=rng.randint(0, 20), instance_id=0))
    elif what == 2:
        pygame.mixer.quit()
        services.audio.play("button")
        services.audio.duck(True)
        if rng.random() < 0.5:
            pygame.mixer.init()
    elif what == 3:
        services.set_fullscreen(rng.random() < 0.5)
    else:
        services.language.use(rng.choice(("en", "ms", "af", "xx")))


def lead_on(player: Player) -> None:
    """Pressing must always lead back to the table at rest."""
    for attempt in range(4000):
        scene = player.scene
        if isinstance(scene, BaseGame) and scene.is_idle():
            return
        # mostly back: a focused button that Space presses may open what Back has just closed
        key = Action.SPIN if attempt % 4 == 3 else Action.BACK
        player.give(Press(key))
        player.give(Release(key))
        player.wait(0.2)
    raise AssertionError(f"stuck in {player.scenes}")


def play_wildly(player: Player, rng: random.Random, seconds: float) -> None:
    """Hands and machine at random for so much game time."""
    frames = round(seconds / FRAME)
    for frame in range(frames):
        if rng.random() < 0.35:
            player.give(random_command(rng))
        if rng.random() < 0.002:
            disturb(player, rng)
        for command in player.program.input.commands():
            player.give(command)
        player.wait(FRAME)
        player.services.closing = False
        if frame % UPDATES_A_DRAW == 0:
            player.draw()


def monkey(folder, theme: str, seconds: float) -> None:
    seed = int(os.environ.get("MONKEY_SEED") or secrets.randbits(32))
    print(f"monkey seed {seed}: repeat with MONKEY_SEED={seed}")
    rng = random.Random(seed)
    with playing(folder, "--theme", theme, "--seed", str(seed)) as player:
        draws = iter(range(2**40))
        player.services.table.next_seed = lambda: Seed(rng.getrandbits(63) ^ next(draws))
        play_wildly(player, rng, seconds)
        player.services.language.use("en")
        lead_on(player)
    totals = audit(folder)
    assert totals["agrees"], totals
    assert totals["void"] == 0
    assert totals["open"] == 0
    assert totals["balance"] == totals["deposits"] - totals["stakes"] + totals["pays"] + totals["refunds"]


@pytest.mark.parametrize("theme", OWN_SKINS)
def test_random_hands_break_nothing(theme, tmp_path):
    monkey(tmp_path, theme, 45)


@pytest.mark.long
@pytest.mark.parametrize("theme", OWN_SKINS)
def test_random_hands_break_nothing_in_an_hour(theme, tmp_path):
    monkey(tmp_path, theme, 3600)
