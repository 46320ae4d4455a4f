"""The character's widget draws the real sheets into a plain surface; no window is needed."""

import random
import shutil
from pathlib import Path

import pygame
import pytest

from game.platform.sprites import BadAtlas
from game.ui.character_sheet import CharacterSheet
from game.ui.widgets.character import PANEL, CharacterWidget

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
    assert left >= PANEL[0] - 30
    assert 90 <= top <= 150
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
    for _ in range(24):
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


def test_on_a_screen_without_a_bar_her_dress_reaches_the_lower_edge(sheet):
    widget = CharacterWidget(sheet, random.Random(1))
    cut, whole = canvas(), canvas()
    widget.draw(cut)
    widget.draw(whole, whole=True)
    middle = PANEL[0] + 230
    assert cut.get_at((middle, 1079))[:3] == (0, 0, 0)
    assert sum(whole.get_at((middle, 1079))[:3]) > 60
    assert [whole.get_at((x, y)) for x in (700, middle) for y in (300, 700)] == [
        cut.get_at((x, y)) for x in (700, middle) for y in (300, 700)
    ]


def test_drawings_are_held_only_while_she_plays(sheet):
    widget = CharacterWidget(sheet, random.Random(1))
    widget.play("cast")
    most = 0
    for _ in range(180):
        widget.update(1 / 60)
        drawn(widget)
        most = max(most, sheet.reel.held)
    assert 0 < most <= 20 * 2**20
    assert sheet.reel.held == 0


def test_what_was_shown_stays_while_a_drawing_is_not_open_in_time(sheet, monkeypatch):
    widget = CharacterWidget(sheet, random.Random(1), patience=0.0)
    monkeypatch.setattr(sheet.reel, "wait", lambda names, seconds: False)
    widget.play("cast")
    for _ in range(15):
        widget.update(1 / 60)
    assert any(placed.frame.startswith("cast/") for placed in widget.state.pose())
    assert all(placed.frame in sheet.frames for placed in widget.shown)
    drawn(widget)


def test_a_veiled_drawing_leaves_no_trace_in_the_next(sheet):
    """Opacity is set for one blit only."""
    widget = CharacterWidget(sheet, random.Random(2))
    for _ in range(40):
        widget.update(1 / 60)
        drawn(widget)
    assert all(piece.get_alpha() in (None, 255) for frame in sheet.frames.values() for piece, _, _ in frame)


@pytest.mark.parametrize("error", ["missing", "not json", "page", "frame outside", "clips"])
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
        for page in source.glob("character*.webp"):
            shutil.copy(page, tmp_path)
    if error != "clips":
        shutil.copy(source / "character_clips.zip", tmp_path)
    with pytest.raises(BadAtlas):
        CharacterSheet.load(tmp_path)
