"""Players at the table, each with a profile of its own; a skin's sheets are decoded once for all, no sound is."""

import sys
from contextlib import ExitStack
from pathlib import Path

import pygame
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.platform.audio import Audio
from game.ui import skin_loader
from game.ui.skin_loader import SkinLoader
from tests.ui.driver import playing


class KeptLoader(SkinLoader):
    """Decodes a skin the first time only."""

    kept: dict[str, tuple] = {}

    def _tasks(self):
        return (self._load,)

    def _load(self):
        key = str(self.skin.folder)
        if key not in self.kept:
            self._load_art()
            self._load_character()
            self.kept[key] = (self.assets, self.character)
        self.assets, self.character = self.kept[key]
        self.progress = 1.0


@pytest.fixture(autouse=True)
def kept_sheets(monkeypatch):
    monkeypatch.setattr(skin_loader, "SkinLoader", KeptLoader)
    monkeypatch.setattr(Audio, "fetch", lambda audio, skin: None)


@pytest.fixture
def sit_down(tmp_path):
    """Starts a game and returns its player: ``sit_down("--theme", "christmas", text_size=200)``."""
    with ExitStack() as stack:

        def start(*options, folder=None, **chosen):
            return stack.enter_context(playing(folder or tmp_path / "profile", *options, **chosen))

        yield start
    assert not pygame.display.get_init()


@pytest.fixture
def player(sit_down):
    return sit_down()
