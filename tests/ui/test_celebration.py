"""Big screens: each tier has more light and more coins than the one before, and the calm settings keep them still."""

import random

import numpy as np
import pygame
import pytest
from game.ui.widgets.celebration import AREA, Celebration

from game.engine import Mode, Seed, play
from game.present.director import AskBigWin, AskCap, AskIntro, AskSummary
from game.table import Played
from game.ui import layout
from game.ui.celebrations.big_win import BigWin, Cap
from game.ui.celebrations.free_spins import FreeSpinsIntro, FreeSpinsSummary
from game.ui.widgets.particles import Particles

LIT = AREA.clip(layout.FRAME).clip(pygame.Rect(0, 0, layout.CHARACTER_SPACE.left, layout.CANVAS.bottom))
"""Where light falls and the character does not stand."""
SCREENS = {
    "intro": (FreeSpinsIntro, AskIntro(15, 4)),
    "summary": (FreeSpinsSummary, AskSummary(9000, 15, 40)),
    "lovely": (BigWin, AskBigWin(300, 1)),
    "heavenly": (BigWin, AskBigWin(30_000, 5)),
    "cap": (Cap, AskCap(100_000, 7)),
}


def put_up(player, name):
    kind, request = SCREENS[name]
    playback = player.scene.playback
    playback.played = Played(play(Mode.BASE, Seed(1)), player.services.table.bet, None)
    screen = kind(player.services, playback, request)
    player.services.stack.push(screen)
    player.services.stack.apply()
    return screen


@pytest.mark.parametrize("theme", ["princess", "christmas"])
def test_every_level_has_more_light_and_more_coins(sit_down, theme):
    theme = sit_down("--theme", theme).services.theme
    coins, light = [], []
    for level in range(6):
        field = Particles(random.Random(3))
        celebration = Celebration(theme, field, level, still=False, calm=False)
        thrown = 0
        for _ in range(240):
            celebration.update(1 / 60)
            thrown += sum(particle.age == 0 and len(particle.frames) > 1 for particle in field.alive)
            field.update(1 / 60)
        canvas = pygame.Surface(layout.CANVAS.size).convert()
        celebration.draw_light(canvas, 1.0)
        coins.append(thrown)
        light.append(pygame.surfarray.array3d(canvas).mean())
    assert coins == sorted(coins) and coins[0] == 0 and coins[5] > 2 * coins[2]
    assert light == sorted(light) and light[0] > 1


@pytest.mark.parametrize("name", SCREENS)
def test_reduced_motion_throws_nothing_and_keeps_the_light_still(sit_down, name):
    player = sit_down(reduced_motion=True)
    screen = put_up(player, name)
    player.until(lambda: screen.complete)
    player.wait(0.8)
    canvas = [player.draw().subsurface(LIT).copy()]
    assert not screen.playback.particles.alive
    player.wait(0.3)
    canvas.append(player.draw().subsurface(LIT).copy())
    first, second = (pygame.surfarray.array3d(picture).astype(int) for picture in canvas)
    assert player.services.stack.top is screen
    assert np.abs(first - second).max() <= 2


@pytest.mark.parametrize("name", ["heavenly", "cap"])
def test_no_coin_covers_the_clock_or_the_net_position(sit_down, name):
    player = sit_down()
    put_up(player, name)
    inner = layout.CLOCK.inflate(-60, -20)
    player.wait(1.0)
    plate = player.draw().subsurface(inner).copy()
    bright = (pygame.surfarray.array3d(plate).max(axis=2) > 200).mean()
    for _ in range(20):
        player.wait(0.25)
        shown = (pygame.surfarray.array3d(player.draw().subsurface(inner)).max(axis=2) > 200).mean()
        assert shown == pytest.approx(bright, abs=0.02)


@pytest.mark.parametrize("name", SCREENS)
def test_the_stage_below_is_drawn_only_while_the_veil_moves(sit_down, name):
    player = sit_down()
    screen = put_up(player, name)
    assert not screen.opaque
    player.wait(0.5)
    player.draw()
    assert screen.opaque
    screen.leave()
    assert not screen.opaque


def test_she_celebrates_to_the_end_of_a_big_win(sit_down):
    player = sit_down()
    screen = put_up(player, "heavenly")
    playback = screen.playback
    while not screen.complete:
        player.wait(0.25)
        assert playback.character.state.stance == "triumph"
    screen.leave()
    player.wait(0.5)
    assert playback.character.state.stance == "idle"
