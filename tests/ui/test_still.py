"""Reduced motion rests: nothing moves on an idle table, and a board changes by fading where it lies."""

import numpy as np
import pygame
import pytest

from game.engine import Mode, Seed, play
from game.engine.events import BoardTumbled, HeartsApplied
from game.present.director import Director
from game.present.script import Runner
from game.present.stage import Stage
from game.present.tempo import SLAM, Speed, tempo_for
from game.ui import layout

RATE = 20
CHANGED = 12
"""Steps of 255 by which a pixel must change to count."""


def changed(player, seconds):
    """Share of the pixels that change from frame to frame, but for the session's clock."""
    shares, before = [], None
    for _ in range(round(seconds * RATE)):
        player.wait(1 / RATE)
        picture = player.draw().copy()
        picture.fill((0, 0, 0), layout.CLOCK)
        picture.fill((0, 0, 0), layout.BANNER.inflate(200, 40))  # its hints change in both
        now = pygame.surfarray.array3d(picture).astype(np.int16)
        if before is not None:
            shares.append(float((np.abs(now - before).max(axis=2) > CHANGED).mean()))
        before = now
    return float(np.mean(shares))


@pytest.mark.parametrize("skin", ["princess", "christmas"])
def test_an_idle_table_rests(sit_down, skin):
    player = sit_down("--theme", skin, reduced_motion=True)
    player.wait(1)
    still = changed(player, 3)
    player.services.settings.reduced_motion = False
    player.wait(1)
    usual = changed(player, 3)
    print(f"\n{skin}: idle {still:.4%} of the pixels a frame with reduced motion, {usual:.4%} without")
    assert usual > 0
    assert still < usual / 10
    assert still < 0.0005  # she blinks


def test_a_drop_moves_less(sit_down, tmp_path):
    shares = {}
    for still in (True, False):
        player = sit_down(folder=tmp_path / str(still), reduced_motion=still)
        player.wait(1)
        player.press("SPIN")
        shares[still] = changed(player, 1.4)
    print(f"\ndrop: {shares[True]:.4%} of the pixels a frame with reduced motion, {shares[False]:.4%} without")
    assert shares[True] < 0.75 * shares[False]


@pytest.mark.parametrize("speed", list(Speed))
def test_no_piece_leaves_its_cell_and_every_one_is_there_at_the_end(speed):
    """A round with tumbles and hearts, watched frame by frame, slammed and skipped."""
    wanted = (BoardTumbled, HeartsApplied)
    played = next(
        played
        for played in (play(Mode.BASE, Seed(number)) for number in range(4000))
        if all(any(isinstance(event, kind) for event in played.events) for kind in wanted)
    )
    for hurry in (False, True):
        stage, faded = Stage(), 0
        runner = Runner(Director(stage, tempo_for(speed, calm=True), played).play())
        while not runner.over:
            if runner.asking is not None:
                runner.asking.answer()
            runner.advance(1 / 60)
            pieces = [*stage.all_pieces(), *stage.leaving]
            assert all(piece.y == 0 and piece.speed == 0 for piece in pieces)
            assert all(piece.scale_x == piece.scale_y == 1 for piece in pieces)
            faded += sum(0 < piece.fade < 1 for piece in pieces)
            if hurry and faded > 20:
                runner.slam(SLAM)
        assert faded > 20
        assert all(piece.fade == 1 and piece.visible for piece in stage.all_pieces())
        assert stage.leaving == []
