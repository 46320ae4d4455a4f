"""Figures stand close: an amount such as 11.00 has no holes beside its narrow digits."""

import numpy as np
import pygame
import pytest

from game import paths
from game.platform.alphabet import DisplayAlphabet
from game.platform.text import FACES, Fonts
from game.skins import OWN_SKINS

SIZE = 100
AMOUNTS = ("11.00", "RM1,111.17", "−1.11")
WIDEST_HOLE = 0.2
"""Of the letters' size."""


@pytest.fixture(autouse=True)
def window():
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((16, 16))
    yield
    pygame.display.quit()


def widest_hole(line):
    """Columns without ink between two letters."""
    inked = np.flatnonzero((pygame.surfarray.array_alpha(line) > 40).any(axis=1))
    return int(np.diff(inked).max()) - 1


@pytest.mark.parametrize("amount", AMOUNTS)
@pytest.mark.parametrize("style", FACES)
def test_figures_of_the_fonts(style, amount):
    line = Fonts(paths.fonts_folder()).line(amount, style, SIZE, (255, 255, 255))
    assert widest_hole(line) <= WIDEST_HOLE * SIZE


@pytest.mark.parametrize("amount", AMOUNTS[:2])
@pytest.mark.parametrize("skin", OWN_SKINS)
def test_figures_of_the_display_alphabets(skin, amount):
    alphabet = DisplayAlphabet(paths.sprites_folder() / skin)
    assert widest_hole(alphabet.line(amount, SIZE).surface) <= WIDEST_HOLE * SIZE


def test_the_meter_of_holes_itself():
    fonts = Fonts(paths.fonts_folder())
    assert widest_hole(fonts.line("1 1", "strong", SIZE, (255, 255, 255))) > WIDEST_HOLE * SIZE
