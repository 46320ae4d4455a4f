"""Great screens: tiers throw more coins, she is there once, calm settings keep still, clock and net stay lit."""

import math
import random

import numpy as np
import pygame
import pytest

from game.engine import Mode, Seed, play
from game.platform.input import Action
from game.present.requests import AskBigWin, AskCap, AskIntro, AskSummary
from game.table import Played
from game.ui import layout
from game.ui.celebrations import cap as cap_module
from game.ui.celebrations import screen as screen_module
from game.ui.celebrations.big_win import BigWin
from game.ui.celebrations.cap import Cap
from game.ui.celebrations.free_spins import NUMBER, FreeSpinsIntro, FreeSpinsSummary, _flown
from game.ui.celebrations.iris import Iris
from game.ui.celebrations.shards import LIFE
from game.ui.widgets.character import PANEL, CharacterWidget
from game.ui.widgets.showers import COINS, Showers

LIT = pygame.Rect(0, 100, layout.CHARACTER_SPACE.left, layout.CLOCK.top - 120)
"""Where the character does not stand, nor clock and prompt."""
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


def test_every_level_throws_more_coins(player):
    thrown = []
    for level in range(6):
        showers = Showers(player.services.theme, level, random.Random(3), still=False)
        for _ in range(300):
            showers.update(1 / 60)
        thrown.append(sum(len(particle.frames) > 1 for particle in showers.far.alive))
    assert thrown == sorted(thrown)
    for level, wanted in enumerate(COINS):
        assert thrown[level] == pytest.approx(wanted, rel=0.25, abs=4)


@pytest.mark.parametrize("name", ["heavenly", "cap", "summary"])
def test_no_near_coin_passes_before_words_or_her_face(sit_down, name):
    player = sit_down()
    screen = put_up(player, name)
    screen.showers.level = 5
    face = pygame.Rect(880, 60, 160, 220) if name == "cap" else pygame.Rect(1600, 130, 220, 260)
    words = pygame.Rect(240, 200, 1100, 700)
    for _ in range(900):
        screen.showers.update(1 / 60)
        for coin in screen.showers.near.alive:
            assert not pygame.Rect(coin.x - 90, coin.y - 90, 180, 180).colliderect(face)
            assert not pygame.Rect(coin.x - 90, coin.y - 90, 180, 180).colliderect(words)


def test_she_is_large_in_the_cap_and_her_hem_is_behind_the_digits(sit_down):
    player = sit_down()
    screen = put_up(player, "cap")
    player.until(lambda: screen.complete)
    alone = pygame.Surface(layout.CANVAS.size, pygame.SRCALPHA)
    screen.showers.far.clear()
    screen._below = None
    screen.draw_lady(alone)
    figure = alone.get_bounding_rect(min_alpha=40)
    assert figure.top >= 0
    assert figure.height >= 800
    assert abs(figure.bottom - cap_module.DIGITS[1]) < cap_module.CAP / 2 + 20  # their side walls hide it too
    assert abs(figure.centerx - layout.CANVAS.centerx) < 60


def test_she_is_gone_from_the_table_before_the_cap_opens(sit_down):
    player = sit_down()
    hers = pygame.Rect(1500, 200, 300, 500)
    put_up(player, "cap")
    player.draw()
    player.wait(screen_module.VEIL + 0.02)
    shown = pygame.surfarray.array3d(player.draw().subsurface(hers)).astype(int)
    player.services.stack.pop()
    player.services.stack.apply()
    player.scene.playback.character = None
    darkened = player.draw().copy()
    screen_module.darken(darkened, player.services.theme.colour("veil"), screen_module.DUSK)
    empty = pygame.surfarray.array3d(darkened.subsurface(hers)).astype(int)
    assert np.abs(shown - empty).mean() < 3


def test_a_picture_opens_softly_over_a_stage_that_is_dark(sit_down):
    player = sit_down()
    bright = pygame.surfarray.array3d(player.draw()).mean()
    screen = put_up(player, "intro")
    player.draw()
    player.wait(screen_module.VEIL)
    assert screen.presence < 0.1
    assert pygame.surfarray.array3d(player.draw()).mean() < 0.5 * bright
    player.wait(screen_module.COME + 1 / 60)
    assert screen.presence == 1
    canvas, below = pygame.Surface((800, 600)), pygame.Surface((800, 600))
    canvas.fill((200, 200, 200))
    Iris((0, 0, 0)).close(canvas, below, (400, 300), 200, canvas.get_rect())
    row = pygame.surfarray.array3d(canvas)[400:, 300, 0].astype(int)
    assert row[100] == 200
    assert row[300] == 0
    assert np.abs(np.diff(row)).max() < 12


def test_a_plate_breaks_into_many_pieces_that_are_gone_as_the_next_title_stands(sit_down):
    player = sit_down()
    screen = put_up(player, "heavenly")
    flown = []
    fly = screen.shards.fly
    screen.shards.fly = lambda *at: flown.append(len(screen.shards._ready)) or fly(*at)
    while screen.shown_tier == 1:
        player.wait(1 / 60)
    assert flown[0] > 20
    assert screen.wait <= 0.1
    player.wait(LIFE + 1 / 60)
    assert not screen.shards._flying.alive


def test_the_digits_of_the_cap_are_large(sit_down):
    player = sit_down()
    screen = put_up(player, "cap")
    player.until(lambda: screen.complete)
    amount = screen.playback.coins(screen.request.win)
    alphabet = player.services.theme.assets.alphabet
    cap = alphabet.fitted(amount, cap_module.CAP, cap_module.WIDTH)
    assert cap >= 170
    assert alphabet.width(amount, cap) >= 0.8 * layout.CANVAS.width


def test_max_and_win_strike_together(sit_down):
    player = sit_down()
    screen = put_up(player, "cap")
    drawn = []
    screen.word = lambda _, text, *args, since, **more: drawn.append((text, since))
    player.wait(0.5)
    player.draw()
    falls = dict(drawn)
    assert falls["MAX"] == falls["WIN"]


@pytest.mark.parametrize("speed", ["quick", "turbo"])
@pytest.mark.parametrize("name", ["cap", "summary", "heavenly"])
def test_faster_tempi_count_faster(sit_down, name, speed):
    player = sit_down()
    normal = put_up(player, name).count
    player.services.settings.speed = speed
    player.services.stack.scenes[0].playback._tempo = player.services.tempo()
    kind, request = SCREENS[name]
    assert kind(player.services, player.services.stack.scenes[0].playback, request).count < normal


@pytest.mark.parametrize("name", ["intro", "cap"])
def test_a_screen_at_rest_is_alive(sit_down, name):
    player = sit_down()
    screen = put_up(player, name)
    player.until(lambda: screen.complete)
    screen.showers.level = 0
    player.wait(3)
    middle = pygame.Rect(0, 0, 500, 500)
    middle.center = screen.middle
    pictures = []
    for _ in range(2):
        pictures.append(pygame.surfarray.array3d(player.draw().subsurface(middle)).astype(int))
        player.wait(0.4)
    assert np.abs(pictures[0] - pictures[1]).mean() > 2


def test_the_number_flies_to_the_meter(sit_down):
    player = sit_down()
    screen = put_up(player, "intro")
    player.until(lambda: screen.complete)
    player.key(Action.SPIN)
    ways = [_flown(share / 10) for share in range(11)]
    assert ways[0] == NUMBER
    assert layout.SPINS_LEFT.collidepoint(ways[-1])
    for _ in range(8):
        player.wait(1 / 20)
        player.draw()
    player.until(lambda: player.services.stack.top is not screen)


@pytest.mark.parametrize("name", SCREENS)
def test_reduced_motion_throws_nothing_and_keeps_the_light_still(sit_down, name):
    player = sit_down(reduced_motion=True)
    screen = put_up(player, name)
    player.until(lambda: screen.complete)
    player.wait(0.8)
    canvas = [player.draw().subsurface(LIT).copy()]
    assert not screen.showers.far.alive
    assert not screen.showers.near.alive
    player.wait(0.3)
    canvas.append(player.draw().subsurface(LIT).copy())
    first, second = (pygame.surfarray.array3d(picture).astype(int) for picture in canvas)
    assert player.services.stack.top is screen
    assert np.abs(first - second).max() <= 2


@pytest.mark.parametrize("name", ["heavenly", "cap"])
def test_no_coin_covers_the_clock_or_the_net_position(sit_down, name):
    player = sit_down()
    screen = put_up(player, name)
    player.until(lambda: screen.picture != "")
    player.wait(1.0)
    inner = layout.PICTURE_CLOCK.inflate(-60, -20)
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


@pytest.mark.parametrize("name", SCREENS)
def test_one_figure_is_on_screen(sit_down, name, monkeypatch):
    """The stage below is kept without her; she is drawn once a frame, by the screen."""
    player = sit_down()
    screen = put_up(player, name)
    drawn = []
    draw = CharacterWidget.draw
    monkeypatch.setattr(CharacterWidget, "draw", lambda widget, *a, **k: drawn.append(widget) or draw(widget, *a, **k))
    player.draw()  # what was on screen before is kept, her in it
    for _ in range(30):
        drawn.clear()
        player.wait(1 / 60)
        player.draw()
        if player.services.stack.top is screen:
            assert len(drawn) == 1


@pytest.mark.parametrize("name", ["summary", "cap"])
def test_she_never_stands_before_the_button_to_spin(sit_down, monkeypatch, name):
    """Not where the stage is still seen round a picture that opens, and not at the end of one that leaves."""
    player = sit_down()
    screen = put_up(player, name)
    monkeypatch.setattr(CharacterWidget, "draw", lambda _, canvas, **more: canvas.fill("magenta"))
    monkeypatch.setattr(screen.playback, "coins", lambda _: "")
    top = layout.SPIN.centerx, layout.SPIN.top + 14
    seen = []
    for _ in range(30):
        player.wait(1 / 60)
        shown = player.draw().get_at(top)
        if screen.radius < math.dist(top, screen.middle) - 2 * layout.SPIN.width:
            seen.append(shown)
    player.until(lambda: screen.complete)
    screen.leave()
    player.wait(screen.leave_time - 2 / 60)
    seen.append(player.draw().get_at(top))
    assert len(seen) > 8
    assert all(shown.g > 20 or shown.r + shown.b < 200 for shown in seen)


def test_the_table_is_never_seen_between_two_tiers(sit_down):
    player = sit_down()
    screen = put_up(player, "heavenly")
    player.until(lambda: screen.picture)
    corner = pygame.Rect(1700, 980, 100, 60)
    table = pygame.surfarray.array3d(put_down(player).subsurface(corner)).astype(int)
    screen = put_up(player, "heavenly")
    player.until(lambda: screen.shown_tier == 3)
    player.wait(1.0)
    while not screen.complete:
        player.wait(1 / 30)
        shown = pygame.surfarray.array3d(player.draw().subsurface(corner)).astype(int)
        assert np.abs(shown - table).mean() > 8


def put_down(player):
    """The table without any screen."""
    player.services.stack.pop()
    player.services.stack.apply()
    player.wait(0.2)
    return player.draw().copy()


def test_she_celebrates_to_the_end_of_a_big_win(sit_down):
    player = sit_down()
    screen = put_up(player, "heavenly")
    state = screen.playback.character.state
    player.until(lambda: screen.shown_tier >= 4)
    player.wait(1.0)
    while not screen.complete:
        player.wait(0.25)
        assert state.busy
    screen.leave()
    player.wait(3.0)
    assert not state.busy
    assert screen.playback.character.origin == PANEL
