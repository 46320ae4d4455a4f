"""A window of any size and aspect: the canvas is letterboxed in its middle, and the mouse is where it is shown."""

import itertools
import math
from fractions import Fraction

import pygame
import pytest

from game.app import LARGE_BLOCK
from game.platform.display import BAND_BYTES, CANVAS_SIZE, MARGIN_LIGHT, TIMED, Display, _bands, clamped

SIZES = [
    (960, 540), (1280, 720), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160), (5120, 1440), (1080, 1920),
    (640, 480), (800, 600), (1001, 563), (1000, 1000), (161, 91),
]  # fmt: skip


@pytest.fixture
def display():
    opened = Display("Test", None, size=(1280, 720))
    yield opened
    opened.close()


def resize(size):
    pygame.display.set_mode(size, pygame.RESIZABLE)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_canvas_is_whole_and_in_the_middle(display, size):
    resize(size)
    area = display.area
    assert pygame.Rect((0, 0), size).contains(area)
    assert area.width == size[0] or area.height == size[1]
    assert abs(area.width * CANVAS_SIZE[1] - area.height * CANVAS_SIZE[0]) <= CANVAS_SIZE[0]
    assert abs(area.left - (size[0] - area.right)) <= 1
    assert abs(area.top - (size[1] - area.bottom)) <= 1


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_mouse_is_where_the_picture_is(display, size):
    """Corners, middle, and every point of the window to and fro within a pixel."""
    resize(size)
    area = display.area
    assert display.to_canvas(area.topleft) == pytest.approx((0, 0))
    assert display.to_canvas(area.bottomright) == pytest.approx(CANVAS_SIZE)
    for x, y in ((100, 100), (960, 540), (1900, 1070)):
        at = area.x + x * area.width / 1920, area.y + y * area.height / 1080
        assert display.to_canvas(at) == pytest.approx((x, y))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_margins_go_on_from_the_picture_and_are_darker(display, size):
    display.canvas.fill("white")
    display.show()
    resize(size)
    display.show()
    window, area = pygame.display.get_surface(), display.area
    assert min(window.get_at(area.center)[:3]) > 250  # smooth scaling rounds down
    assert min(window.get_at(area.topleft)[:3]) > 250
    for corner in ((0, 0), (size[0] - 1, size[1] - 1)):
        if not area.collidepoint(corner):
            assert set(window.get_at(corner)[:3]) <= set(range(MARGIN_LIGHT - 4, MARGIN_LIGHT + 1))


@pytest.mark.parametrize(("size", "place", "shows"), [
    ((2560, 1080), (300, 540), "red"), ((2560, 1080), (2260, 540), "blue"),
    ((800, 1000), (100, 250), "red"), ((800, 1000), (700, 990), "blue"),
])  # fmt: skip
def test_each_margin_shows_the_edge_beside_it(display, size, place, shows):
    resize(size)
    display.canvas.fill("red", (0, 0, 960, 1080))
    display.canvas.fill("blue", (960, 0, 960, 1080))
    display.show()
    red, _, blue = pygame.display.get_surface().get_at(place)[:3]
    assert (red > 100 and blue < 40) if shows == "red" else (blue > 100 and red < 40)


def test_the_margins_follow_a_picture_that_came_to_rest(display):
    resize((800, 1000))
    display.canvas.fill("white")
    display.show(passing=True)
    display.canvas.fill("black")
    display.show(passing=True)  # too soon
    assert pygame.display.get_surface().get_at((400, 10)).r > 100
    display.show()
    assert pygame.display.get_surface().get_at((400, 10)).r == 0


def test_a_resize_leaves_no_old_picture(display):
    display.canvas.fill("white")
    display.show()
    resize((1000, 1000))
    display.canvas.fill("red")
    display.show()
    assert pygame.display.get_surface().get_at((500, 500)).r > 250
    assert pygame.display.get_surface().get_at((500, 500)).g < 5


def test_full_screen_and_back_keeps_the_windows_size(display):
    resize((1001, 700))
    for _ in range(3):
        display.set_fullscreen(True)
        display.set_fullscreen(True)
        display.show()
        display.set_fullscreen(False)
        display.show()
    assert pygame.display.get_window_size() == (1001, 700)


@pytest.mark.parametrize("larger", [(1, 0), (0, 1), (400, 400)], ids=str)
def test_a_window_larger_than_the_screen_it_filled_comes_back_to_fit_it(display, larger):
    width, height = pygame.display.get_desktop_sizes()[0]
    resize((width + larger[0], height + larger[1]))
    display.set_fullscreen(True)
    display.set_fullscreen(False)
    size = pygame.display.get_window_size()
    assert size[0] < width and size[1] < height


@pytest.mark.parametrize(("took", "slow"), [(0.0, False), (1.0, True)])
def test_only_a_slow_machine_scales_passing_pictures_plainly(display, monkeypatch, took, slow):
    """A checkerboard of single pixels is grey when scaled smoothly, and keeps its black and white when not."""
    pixels = pygame.PixelArray(display.canvas)
    pixels[::2, ::2] = pixels[1::2, 1::2] = 0xFFFFFF
    pixels.close()
    now = iter(range(1000))
    monkeypatch.setattr("game.platform.display.time.perf_counter", lambda: next(now) * took)
    for _ in range(TIMED):
        assert not display.slow
        display.show(passing=True)
        assert only_grey(display)
    assert display.slow is slow
    display.show(passing=True)
    assert only_grey(display) is not slow
    display.show()
    assert only_grey(display)
    resize((1366, 768))
    display.show(passing=True)
    assert not display.slow
    assert only_grey(display)


def only_grey(display):
    shown = pygame.surfarray.array3d(pygame.display.get_surface().subsurface(display.area.inflate(-8, -8)))
    return bool(((shown > 0) & (shown < 255)).any() and not ((shown == 0).any() and (shown == 255).any()))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_bands_make_up_the_whole_and_need_only_small_buffers(display, size):
    resize(size)
    bands = list(_bands(display.canvas.get_rect(), display.area))
    for way, whole in enumerate((display.canvas.get_rect(), display.area)):
        assert bands[0][way].topleft == whole.topleft
        assert bands[-1][way].bottomright == whole.bottomright
        assert all(before[way].bottom == after[way].top for before, after in itertools.pairwise(bands))
        assert {(band[way].left, band[way].width) for band in bands} == {(whole.left, whole.width)}
    assert len({Fraction(target.height, source.height) for source, target in bands}) == 1
    pieces = math.gcd(CANVAS_SIZE[1], display.area.height)
    one_piece = 4 * display.area.width * (CANVAS_SIZE[1] // pieces)
    assert all(4 * target.width * source.height <= max(BAND_BYTES, one_piece) for source, target in bands)


def test_bands_are_smaller_than_what_is_fetched_from_the_system():
    assert BAND_BYTES < LARGE_BLOCK


@pytest.mark.parametrize(
    ("left", "desktops", "found"),
    [
        ((100, 50, 1280, 720), [(1920, 1080)], (100, 50, 1280, 720)),
        ((1900, 900, 1280, 720), [(1920, 1080)], (640, 360, 1280, 720)),
        ((-900, -40, 1280, 720), [(1920, 1080)], (0, 0, 1280, 720)),
        ((2000, 50, 1280, 720), [(1920, 1080), (1920, 1080)], (2000, 50, 1280, 720)),
        ((2000, 50, 1280, 720), [(1920, 1080)], (640, 50, 1280, 720)),
        ((0, 0, 2560, 1440), [(1366, 768)], (0, 0, 1280, 720)),
        ((10, 10, 5, 5), [(1920, 1080)], (10, 10, 1600, 900)),
    ],
)
def test_a_window_comes_back_onto_the_desktops_there_are(left, desktops, found):
    assert clamped(left, desktops) == pygame.Rect(found)
