"""Captions: every sound of the game that says something has one, in its place and in the log."""

import json

import pygame
import pytest

from game import paths
from game.ui import layout
from game.ui.captions import PLACE, STAYS, caption_for
from tests.ui.driver import FRAME
from tests.ui.test_play import skip_screens

SILENT = {"button", "button_off", "toggle", "panel_open", "panel_close", "theme_switch", "cast", "voice_cast"}
"""Answers to a press, and a gesture that is seen."""
LESSER = {"credit", "fly_to_meter", "fly_to_meter_neutral", "land_heavy", "spark_tick"}
"""Come with another sound that has a caption."""


def test_every_sound_has_a_caption_or_needs_none():
    effects = json.loads((paths.sounds_folder() / "sounds.json").read_text(encoding="utf-8"))["effects"]
    without = {name for name in effects if not caption_for(name)}
    assert without == (SILENT | LESSER) & set(effects)


def test_nothing_that_sounds_below_the_bet_is_called_a_win():
    effects = json.loads((paths.sounds_folder() / "sounds.json").read_text(encoding="utf-8"))["effects"]
    neutral = [name for name in effects if name.endswith("_neutral")] + ["tick"]
    tuned = ("win multiplied", "chime", "chord", "fanfare")
    assert not [name for name in neutral if any(word in caption_for(name).lower() for word in tuned)]


def test_captions_are_shown_kept_and_off_by_default(player):
    player.press("SPIN")
    player.wait(1)
    assert not [line for line in player.services.log.lines if line.startswith("[")]
    skip_screens(player)
    player.services.settings.captions = True
    player.press("SPIN")
    player.wait(0.2)
    assert "[Reels spin]" in " ".join(player.texts())
    skip_screens(player)
    player.wait(STAYS + 0.1)
    lines = list(player.services.log.lines)
    assert lines.count("[Reels spin]") == 1
    assert 1 <= lines.count("[Reels land]") < 4  # six reels, one caption
    player.wait(STAYS + FRAME)
    assert not any(text.startswith("[") for text in player.texts())
    player.press("Message log")
    assert "[Reels land]" in player.texts()


@pytest.mark.parametrize("size", [100, 200])
def test_they_stand_above_the_board_whatever_their_size(sit_down, size):
    player = sit_down(captions=True, text_size=size)
    player.draw()
    before = player.draw().copy()
    player.services.audio.play("anticipation")
    player.services.audio.play("voice_gasp")
    after = player.draw()
    assert not PLACE.colliderect(layout.FRAME)
    assert not PLACE.colliderect(layout.BANNER.inflate(0, -4))
    outside = [pygame.Rect(0, 0, 1920, PLACE.top), pygame.Rect(0, PLACE.bottom + 1, 1920, 1079 - PLACE.bottom)]
    for area in outside:
        assert pygame.image.tobytes(after.subsurface(area), "RGB") == pygame.image.tobytes(
            before.subsurface(area), "RGB"
        )
    changed = pygame.image.tobytes(after.subsurface(PLACE), "RGB")
    assert changed != pygame.image.tobytes(before.subsurface(PLACE), "RGB")
