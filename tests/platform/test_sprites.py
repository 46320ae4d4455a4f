"""Atlases: frames fetched later are the same as those fetched at once, and damage found later leaves them blank."""

import random
import shutil

import pygame
import pytest

from game import paths
from game.platform.sprites import Atlas, BadAtlas, merged
from game.skins import OWN_SKINS
from game.ui.theme import LAZY


def pixels(sprite):
    return pygame.image.tobytes(sprite.surface, "RGBA"), sprite.offset, sprite.size


@pytest.mark.parametrize("sheet", LAZY)
@pytest.mark.parametrize("skin", OWN_SKINS)
def test_frames_fetched_later_are_those_fetched_at_once(skin, sheet):
    folder, groups = paths.sprites_folder() / skin, LAZY[sheet]
    whole, parted = Atlas(folder, sheet), Atlas(folder, sheet, later=groups, now=list(groups)[:1])
    assert len(parted.ready) < len(whole.ready)
    for group in groups:
        parted.prefetch(group)
    for name in whole.names:
        assert pixels(parted[name]) == pixels(whole[name]), name
        parted.release(next(iter(groups)))


def test_an_animation_may_lie_in_a_group_that_comes_later():
    folder = paths.sprites_folder() / OWN_SKINS[0]
    atlas = Atlas(folder, "moments", later=LAZY["moments"])
    names = sorted(name for name in atlas.names if name.startswith("flame/"))
    assert len(names) > 1
    assert [pixels(sprite) for sprite in atlas.animation("flame")] == [pixels(atlas[name]) for name in names]


@pytest.fixture
def folder(tmp_path):
    for file in (paths.sprites_folder() / OWN_SKINS[0]).glob("screens.*"):
        shutil.copy(file, tmp_path)
    return tmp_path


def test_a_sheet_cut_short_leaves_frames_fetched_later_blank_and_says_so(folder):
    atlas = Atlas(folder, "screens", later=LAZY["screens"])
    image = folder / "screens.png"
    image.write_bytes(image.read_bytes()[:5000])
    crest = atlas["splash/tumble"]
    assert crest.size == Atlas(paths.sprites_folder() / OWN_SKINS[0], "screens")["splash/tumble"].size
    assert not crest.surface.get_bounding_rect()
    assert "screens" in str(atlas.error)


@pytest.mark.parametrize("spoil", [lambda image: image.unlink(), lambda image: image.write_bytes(b"nothing")])
def test_a_sheet_that_is_not_there_is_refused_at_once_even_if_all_of_it_comes_later(folder, spoil):
    spoil(folder / "screens.png")
    with pytest.raises(BadAtlas, match=r"screens\.json"):
        Atlas(folder, "screens", later=LAZY["screens"])


def covered(rects, size=(80, 60)):
    """A mask of what rectangles cover."""
    picture = pygame.Surface(size)
    for rect in rects:
        picture.fill("white", rect)
    return pygame.image.tobytes(picture, "RGB")


@pytest.mark.parametrize("slack", [0, 40, 4000])
@pytest.mark.parametrize("seed", range(40))
def test_merged_rectangles_cover_the_same_and_do_not_overlap(seed, slack):
    rng = random.Random(seed)
    rects = [
        pygame.Rect(rng.randrange(70), rng.randrange(50), rng.randrange(0, 11), rng.randrange(0, 11)) for _ in range(12)
    ]
    parts = merged(rects, slack)
    assert all(first.collidelist(parts[number + 1 :]) < 0 for number, first in enumerate(parts))
    mask, wanted = covered(parts), covered(rects)
    assert all(shown or not asked for shown, asked in zip(mask, wanted, strict=True)), "something is left out"
    if slack == 0:
        assert sum(part.width * part.height for part in parts) <= sum(rect.width * rect.height for rect in rects)


def test_far_rectangles_stay_apart_and_near_ones_become_one():
    first, near, far = pygame.Rect(0, 0, 10, 10), pygame.Rect(12, 0, 10, 10), pygame.Rect(60, 40, 10, 10)
    assert sorted(map(tuple, merged([first, near, far], slack=30))) == [(0, 0, 22, 10), (60, 40, 10, 10)]
