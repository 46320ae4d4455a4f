"""What must hold for eyes: contrast of every text colour on every ground, and few flashes."""

from itertools import product

import numpy as np
import pygame
import pytest

from game.engine import Mode, Seed, play
from game.platform.input import Action, PointerMoved
from game.present.requests import AskBigWin, AskCap
from game.table import Played
from game.ui import layout
from game.ui.celebrations.big_win import BigWin
from game.ui.celebrations.cap import Cap

MIN_CONTRAST = 4.5
MIN_HIGH_CONTRAST = 7
GROUNDS = (
    "panel", "plate", "card", "tooltip", "pill", "well", "tablet/plain", "tablet/carved", "tab/normal", "tab/hover",
    "tab/selected", "button/normal", "button/hover", "button/pressed", "button_primary/normal", "button_primary/hover",
)  # fmt: skip
DARK_GROUNDS = GROUNDS[:8]
"""Those that other colours than the plain one are written on, too."""
SMALL = (96, 54)
FLASH = 0.1
"""A flash is a pair of opposite changes of relative luminance by this much …"""
DARK = 0.8
"""… whose darker side is below this …"""
AREA = 0.25
"""… over this share of the picture."""


def luminance(colour):
    channels = np.asarray(colour, dtype=float)[..., :3] / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def contrast(one, other):
    light, dark = sorted((float(luminance(one)), float(luminance(other))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def grounds(theme):
    """The colour in the middle of where texts stand, of each piece of the kit, over the veil's dark."""
    found = {}
    for name in GROUNDS:
        size = (420, 300) if name == "panel" else (320, 90)
        surface = pygame.Surface(size)
        surface.fill(theme.colour("veil"))
        theme.stretched(surface, name, surface.get_rect())
        middle = surface.subsurface(pygame.Rect(size[0] // 4, size[1] // 2 - 14, size[0] // 2, 28))
        pixels = pygame.surfarray.array3d(middle).reshape(-1, 3)
        found[name] = np.median(pixels, axis=0)
    return found


@pytest.mark.parametrize("high", [False, True], ids=["usual", "high contrast"])
@pytest.mark.parametrize("skin", ["princess", "christmas"])
def test_every_text_colour_has_contrast_on_every_ground(sit_down, skin, high):
    theme = sit_down("--theme", skin, high_contrast=high).services.theme
    ground = grounds(theme)
    low = []
    on_all = [("text", name) for name in ground]
    on_dark = list(product(("text", "muted", "gold", "good", "warn"), DARK_GROUNDS))
    for colour, name in on_all + on_dark:
        ratio = contrast(theme.colour(colour), ground[name])
        if ratio < (MIN_HIGH_CONTRAST if high else MIN_CONTRAST):
            low.append(f"{colour} on {name}: {ratio:.2f}")
    assert not low


def test_high_contrast_is_one_press_away_and_repaints_the_table(player):
    usual = player.draw().copy()
    player.press("Menu", "Settings", "Accessibility", "High contrast")
    for _ in range(2):
        player.key(Action.BACK)
    player.until(lambda: player.scenes == ["TableScene"], 5)
    shown = player.draw()
    for meter in (layout.BET, layout.CREDIT):
        at = (meter.left + 8, meter.centery)
        assert shown.get_at(at)[:3] == (0, 0, 0) != usual.get_at(at)[:3]


def test_a_tooltip_keeps_clear_and_esc_closes_it(player):
    for name in ("BUY FREE SPINS", "Session", "Double Chance"):
        control = player.control(name)
        player.give(PointerMoved(*control.rect.center))
        player.wait(1)
        with_it = player.draw().copy()
        assert player.group.tooltip_shown == name
        player.key(Action.BACK)
        assert player.scenes == ["TableScene"]
        assert player.group.tooltip_shown == ""
        changed = pygame.mask.from_threshold(with_it, (0, 0, 0), (1, 1, 1, 255), player.draw(), True)
        for kept in (layout.LOGO, layout.CLOCK):
            cropped = pygame.mask.Mask(kept.size, fill=True)
            same = changed.overlap_area(cropped, kept.topleft)
            assert same >= 0.97 * kept.width * kept.height, f"{name}: {kept}"
        player.give(PointerMoved(4, 900))
        player.wait(0.1)
    player.key(Action.BACK)
    assert player.scenes[-1] == "Menu"


def flashes_a_second(frames, rate):
    """The most flashes within any second: opposite changes of luminance over a quarter of the picture."""
    values = [luminance(np.asarray(frame)) for frame in frames]
    changes, level = [], values[0]
    for number, now in enumerate(values[1:], 1):
        brighter = ((now - level >= FLASH) & (level < DARK)).mean() >= AREA
        darker = ((level - now >= FLASH) & (now < DARK)).mean() >= AREA
        if brighter or darker:
            changes.append((number / rate, 1 if brighter else -1))
            level = now
    turns = [moment for (moment, way), (_, before) in zip(changes[1:], changes, strict=False) if way != before]
    most = max((sum(start <= turn < start + 1 for turn in turns) for start in turns), default=0)
    return most / 2


def film(player, seconds, rate=20):
    frames = []
    for _ in range(round(seconds * rate)):
        player.wait(1 / rate)
        small = pygame.transform.smoothscale(player.draw(), SMALL)
        frames.append(pygame.surfarray.array3d(small))
    return frames


def big_win(player):
    playback = player.scene.playback
    return BigWin(player.services, playback, AskBigWin(win=12_000, tier=5))


def cap(player):
    return Cap(player.services, player.scene.playback, AskCap(100_000, 7))


@pytest.mark.parametrize("calm", [False, True], ids=["usual", "fewer flashes"])
@pytest.mark.parametrize("skin", ["princess", "christmas"])
@pytest.mark.parametrize("screen", [big_win, cap])
def test_a_great_moment_does_not_flash(sit_down, screen, skin, calm):
    player = sit_down("--theme", skin, reduce_flashing=calm)
    player.scene.playback.played = Played(play(Mode.BASE, Seed(1)), player.services.table.bet, None)
    player.services.stack.push(screen(player))
    player.services.stack.apply()
    most = flashes_a_second(film(player, 5), 20)
    assert most < 1 if calm else most <= 3  # coming and going are half a flash


def test_turbo_spins_and_free_spins_do_not_flash(sit_down):
    player = sit_down(speed="turbo")
    player.press("BUY FREE SPINS", "Buy")
    frames = []
    for _ in range(7):
        frames += film(player, 1)
        player.key(Action.SPIN)
    assert flashes_a_second(frames, 20) <= 3


def test_the_meter_of_flashes_itself():
    dark, light = np.zeros((54, 96, 3), np.uint8), np.full((54, 96, 3), 255, np.uint8)
    strobe = [light if number % 2 else dark for number in range(40)]
    assert flashes_a_second(strobe, 20) > 3
    assert flashes_a_second([dark] * 40, 20) == 0
    slow = [light if number // 10 % 2 else dark for number in range(80)]
    assert flashes_a_second(slow, 20) <= 3
