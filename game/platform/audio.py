"""Sound: effects, music and their levels; silent, and saying so once, where there is no device."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pygame

RATE: Final = 44_100
CHANNELS: Final = 32
DUCKED: Final = 0.45
"""Music volume under a celebration, as a share of its own."""

QUIET: Final = 0.25
"""Music volume while another window has the keyboard."""


@dataclass(frozen=True, slots=True)
class Level:
    """How an effect is played."""

    gain: float = 1.0
    priority: int = 0
    """Above 0 it takes the place of the longest-running effect when all channels are busy."""


class Audio:
    """The mixer; every call is harmless when there is no sound device."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.silent_because: str | None = None
        """Why there is no sound, for the player; None while there is."""
        self.on = True
        self.music_volume = self.effects_volume = 1.0
        self._effects: dict[str, pygame.mixer.Sound] = {}
        self._levels: dict[str, Level] = {}
        self._music: Path | None = None
        self._duck = 1.0
        self._duck_to = 1.0
        self._quiet = 1.0
        self._open()

    def _open(self) -> None:
        try:
            pygame.mixer.init(frequency=RATE, channels=2, buffer=512)
        except pygame.error as fault:
            self.silent_because = str(fault)
            os.environ["SDL_AUDIODRIVER"] = "dummy"
            try:
                pygame.mixer.init(frequency=RATE, channels=2, buffer=512)
            except pygame.error:
                return
        pygame.mixer.set_num_channels(CHANNELS)

    @property
    def ready(self) -> bool:
        """Whether the mixer runs (on a device or a dummy)."""
        return pygame.mixer.get_init() is not None

    def load(self, skin: str) -> None:
        """Read the effects of a skin: the shared ones, overridden by its own."""
        if not self.ready:
            return
        self._levels = _levels(self.folder / "sounds.json")
        effects = {}
        for part in ("shared", skin):
            for path in sorted((self.folder / part).glob("*.ogg")):
                if not path.stem.startswith("music"):
                    try:
                        effects[path.stem] = pygame.mixer.Sound(path)
                    except pygame.error:
                        continue  # a damaged effect is only silent
        self._effects = effects

    def play(self, name: str) -> None:
        """Play an effect once."""
        sound = self._effects.get(name)
        if sound is None or not self.on or not self.ready:
            return
        level = self._levels.get(name, Level())
        channel = pygame.mixer.find_channel(force=level.priority > 0)
        if channel is not None:
            channel.set_volume(level.gain * self.effects_volume)
            channel.play(sound)

    def stop_effects(self) -> None:
        """Silence every effect that is playing."""
        if self.ready:
            pygame.mixer.stop()

    def music(self, path: Path | None) -> None:
        """Loop a piece of music, fading over from the one before."""
        if path == self._music or not self.ready:
            return
        self._music = path
        if path is None or not path.is_file():
            pygame.mixer.music.fadeout(400)
            return
        try:
            pygame.mixer.music.load(path)
            pygame.mixer.music.play(-1, fade_ms=600)
        except pygame.error:
            return  # a damaged piece is only silent
        self._apply_volume()

    def duck(self, under: bool) -> None:
        """Lower the music under a celebration, or bring it back."""
        self._duck_to = DUCKED if under else 1.0

    def update(self, dt: float) -> None:
        """Move the music towards its level."""
        if self._duck != self._duck_to:
            step = dt * 2.0
            gap = self._duck_to - self._duck
            self._duck += max(-step, min(step, gap))
            self._apply_volume()

    def set_levels(self, *, on: bool, music: float, effects: float) -> None:
        """Sound on or off and the two volumes, 0 to 1."""
        self.on, self.music_volume, self.effects_volume = on, music, effects
        self._apply_volume()

    def set_quiet(self, quiet: bool) -> None:
        """Quieten the music while the window is not the player's."""
        self._quiet = QUIET if quiet else 1.0
        self._apply_volume()

    def _apply_volume(self) -> None:
        if self.ready:
            pygame.mixer.music.set_volume(self.music_volume * self._duck * self._quiet if self.on else 0.0)

    def close(self) -> None:
        """Let the device go."""
        pygame.mixer.quit()


def _levels(path: Path) -> dict[str, Level]:
    """Gains and priorities of the effects; an unreadable list means full level."""
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        entries = data.get("effects", data)
        return {
            Path(name).stem: Level(float(entry.get("gain", 1.0)), int(entry.get("priority", 0)))
            for name, entry in entries.items()
            if isinstance(entry, dict)
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
