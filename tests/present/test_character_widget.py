"""The character's widget draws the real sheets into a plain surface; no window is needed."""

import random
import shutil
from pathlib import Path

import pygame
import pytest

from game.platform.sprites import BadAtlas
from game.ui.widgets.character import PANEL, CharacterSheet, CharacterWidget

SPRITES = Path(__file__).parents[2] / "sprites"


@pytest.fixture(scope="module", params=["princess", "christmas"])
def sheet(request):
    return CharacterSheet.load(SPRITES / request.param)


def canvas():
    return pygame.Surface((1920, 1080), 0, 32)


def drawn(widget):
    surface = canvas()
    widget.draw(surface)
    return surface


def test_she_stands_in_her_panel_and_off_the_board(sheet):
    widget = CharacterWidget(sheet, random.Random(1))
    box = pygame.mask.from_threshold(drawn(widget), (0, 0, 0), (1, 1, 1, 255))
    box.invert()
    rect = box.get_bounding_rects()
    left, top = min(r.left for r in rect), min(r.top for r in rect)
    assert left >= PANEL[0]
    assert 90 <= top <= 130
    assert max(r.bottom for r in rect) >= PANEL[1] + 832


def test_same_seed_draws_the_same_pixels(sheet):
    shots = []
    for _ in range(2):
        widget = CharacterWidget(sheet, random.Random(4))
        widget.play("cheer_big")
        for _ in range(30):
            widget.update(1 / 60)
        shots.append(pygame.image.tobytes(drawn(widget), "RGB"))
    assert shots[0] == shots[1]


def test_the_wand_lights_up_when_she_casts(sheet):
    widget = CharacterWidget(sheet, random.Random(1))
    widget.play("cast")
    for _ in range(15):
        widget.update(1 / 60)
    x, y = (round(v) for v in widget.wand_tip)
    lit = drawn(widget).get_at((x - 40, y - 3))
    assert sum(lit[:3]) > 30


def test_other_frames_in_other_moments(sheet):
    widget = CharacterWidget(sheet, random.Random(1))
    before = pygame.image.tobytes(drawn(widget), "RGB")
    widget.update(1.0)
    assert pygame.image.tobytes(drawn(widget), "RGB") != before
    widget.reduced_motion = True
    still = pygame.image.tobytes(drawn(widget), "RGB")
    widget.update(1.3)
    assert pygame.image.tobytes(drawn(widget), "RGB") == still


def test_the_cat_fits_its_box(sheet):
    widget = CharacterWidget(sheet, random.Random(1))
    surface = canvas()
    widget.draw_cat(surface, 100, 200)
    mask = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255))
    mask.invert()
    for rect in mask.get_bounding_rects():
        assert pygame.Rect(100, 200, 140, 80).contains(rect)


@pytest.mark.parametrize("error", ["missing", "not json", "page", "frame outside"])
def test_broken_sheets_are_refused(tmp_path, error):
    source = SPRITES / "princess"
    text = (source / "character.json").read_text(encoding="utf-8")
    if error != "missing":
        if error == "not json":
            text = text[:100]
        if error == "frame outside":
            text = text.replace('"frame":{"x":', '"frame":{"x":9', 1)
        (tmp_path / "character.json").write_text(text, encoding="utf-8")
    if error != "page":
        for page in source.glob("character*.png"):
            shutil.copy(page, tmp_path)
    with pytest.raises(BadAtlas):
        CharacterSheet.load(tmp_path)
