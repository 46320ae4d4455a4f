"""A frame drawn in parts is the frame drawn whole."""

import numpy as np
import pygame
import pytest

from game.skins import OWN_SKINS
from tests.ui.driver import FRAME, playing


@pytest.mark.parametrize("theme", OWN_SKINS)
def test_parts_of_a_resting_board_make_the_whole(theme, tmp_path):
    with playing(tmp_path, "--theme", theme) as player:
        player.wait(0.5)
        canvas = player.draw()
        partial = 0
        for frame in range(150):
            player.wait(FRAME)
            before = player.program._resting
            player.draw()
            partial += player.program._resting == before
            if frame % 15 == 14:
                drawn = pygame.surfarray.array3d(canvas)
                player.services.stack.draw(canvas)
                whole = pygame.surfarray.array3d(canvas)
                wrong = np.argwhere((drawn != whole).any(axis=2))
                gaps = (wrong[:, 0] < 472) | ((wrong[:, 1] < 100) & (wrong[:, 0] < 1360))
                assert gaps.all(), f"frame {frame}: differs from {wrong[~gaps].min(0)} to {wrong[~gaps].max(0)}"
        assert partial > 100, "a resting board was drawn whole all the time"
