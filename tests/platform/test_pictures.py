"""Pictures come out of their files whole, are refused before they can hurt, and are kept only while needed."""

import random
import threading

import pygame
import pytest

from game import paths
from game.platform.pictures import LARGEST_SHEET, Lazy, cut, decoded, picture_size, strips
from game.skins import OWN_SKINS


def pixels(surface):
    return pygame.image.tobytes(surface, "RGBA")


def blotted(seed, size=(97, 150)):
    """A picture with some discs of random colour and transparency, empty elsewhere."""
    rng = random.Random(seed)
    picture = pygame.Surface(size, pygame.SRCALPHA)
    for _ in range(rng.randrange(4)):
        centre = rng.randrange(size[0]), rng.randrange(size[1])
        pygame.draw.circle(picture, [rng.randrange(256) for _ in range(4)], centre, rng.randrange(1, 40))
    return picture


@pytest.mark.parametrize("height", [1, 32, 400])
@pytest.mark.parametrize("seed", range(12))
def test_strips_put_together_make_the_picture(seed, height):
    picture = blotted(seed)
    again = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    for strip, x, y in strips(picture, height):
        again.blit(strip, (x, y), special_flags=pygame.BLEND_RGBA_MAX)
    shown = [pygame.Surface(picture.get_size()) for _ in range(2)]
    for canvas, source in zip(shown, (picture, again), strict=True):
        canvas.fill((90, 20, 160))
        canvas.blit(source, (0, 0))
    assert pixels(shown[0]) == pixels(shown[1])


def test_strips_of_an_empty_picture_are_none():
    assert strips(pygame.Surface((40, 70), pygame.SRCALPHA), 32) == []


@pytest.mark.parametrize("seed", range(5))
def test_cut_copies_each_part_and_nested_parts_share_pixels(seed):
    sheet = blotted(seed)
    areas = [(0, 0, 97, 150), (10, 20, 30, 40), (10, 20, 30, 40), (96, 149, 1, 1)]
    parts = cut(sheet, areas)
    assert parts.keys() == set(areas)
    for area, part in parts.items():
        assert pixels(part) == pixels(sheet.subsurface(area))
    assert parts[10, 20, 30, 40].get_parent() is parts[0, 0, 97, 150]


@pytest.mark.parametrize("skin", OWN_SKINS)
def test_size_is_read_from_the_head_of_each_file(skin):
    files = [*(paths.sprites_folder() / skin).glob("*.png"), *(paths.sprites_folder() / skin).glob("*.webp")]
    assert files
    for file in files:
        assert picture_size(file) == pygame.image.load(file).get_size(), file


@pytest.mark.parametrize("size", [(LARGEST_SHEET + 1, 8), (8, 2**31 - 1), (0, 8)])
def test_a_picture_too_large_is_refused_unread(tmp_path, size):
    file = tmp_path / "bomb.png"
    head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + size[0].to_bytes(4, "big") + size[1].to_bytes(4, "big")
    file.write_bytes(head)
    with pytest.raises(ValueError, match=r"bomb\.png"):
        decoded(file)


@pytest.mark.parametrize("data", [b"", b"\x89PNG", b"RIFF\0\0\0\0WEBPVP9 " + bytes(40), b"GIF89a" + bytes(60)])
def test_other_files_are_refused(tmp_path, data):
    file = tmp_path / "other.png"
    file.write_bytes(data)
    with pytest.raises(ValueError, match=r"other\.png"):
        picture_size(file)


class Workshop:
    """Makes numbers, each only after it is allowed to."""

    def __init__(self):
        self.made = 0
        self.begun, self.allowed = threading.Event(), threading.Event()

    def __call__(self):
        self.begun.set()
        assert self.allowed.wait(10)
        self.made += 1
        return self.made


def test_what_is_made_ahead_is_made_once_however_many_ask():
    workshop = Workshop()
    later = Lazy(workshop)
    later.prefetch()
    later.prefetch()
    got = []
    asking = [threading.Thread(target=lambda: got.append(later.get())) for _ in range(4)]
    for thread in asking:
        thread.start()
    workshop.allowed.set()
    for thread in asking:
        thread.join()
    assert got == [1, 1, 1, 1]


def test_released_it_is_made_again_when_asked_for():
    workshop = Workshop()
    workshop.allowed.set()
    later = Lazy(workshop)
    assert later.get() == later.get() == 1
    later.release()
    assert later.get() == 2


def test_released_while_it_is_made_it_is_not_kept():
    workshop = Workshop()
    later = Lazy(workshop)
    later.prefetch()
    assert workshop.begun.wait(10)
    later.release()
    workshop.allowed.set()
    assert later.get() == 2
