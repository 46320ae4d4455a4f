"""Sound: effects, music and their levels; silent, and saying so once, where there is no device."""

import json
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pygame

from game import files
from game.platform.threads import start_thread

RATE: Final = 44_100
CHANNELS: Final = 32
DUCKED: Final = 0.45
"""Music volume under a celebration, as a share of its own."""

MANIFEST: Final = "sounds.json"
MAX_MANIFEST: Final = 1024 * 1024
"""Bytes; a larger list of sounds is not read."""
LOOK_EVERY: Final = 10.0
"""Seconds between two looks for a device when none was found: each stops the picture for a moment."""
QUIET: Final = 0.25
"""Music volume while another window has the keyboard."""


FIRST: Final = ("button", "spin", "drop", "panel", "toggle")
"""Beginnings of the effects that a player may hear at once; they are decoded before the others."""
FADE_IN: Final = 40
FADE_OUT: Final = 160
"""Milliseconds in which an effect that loops comes and goes, so that it does not click."""
PRESSING: Final = 70
"""Effects of this priority and above are heard even when all channels are busy."""


@dataclass(frozen=True, slots=True)
class Level:
    """How a sound is played, from the list beside the sounds."""

    gain: float = 1.0
    priority: int = 0
    duck: float = 1.0
    """What the music is lowered to while it plays."""
    seconds: float = 0.0
    loop: bool = False
    """Without a seam: it goes on until it is let go."""


@dataclass(slots=True)
class Held:
    """An effect that loops until it is let go."""

    channel: pygame.mixer.Channel
    sound: pygame.mixer.Sound
    """What it plays there, to tell whether another effect took the channel."""
    age: float = 0.0
    """Seconds since it began."""


class Audio:
    """The mixer; every call is harmless when there is no sound device."""

    _closed = False

    def __init__(self, folder: Path, *, mono: bool = False) -> None:
        self.folder = folder
        self.mono = mono
        """Both sides are mixed into one, for who hears with one ear or has one loudspeaker."""
        self.silent_because: str | None = None
        """Why there is no sound, for the player; None while there is."""
        self.heard: Callable[[str], object] = lambda _: None
        """Told of every effect that is asked for, heard or not."""
        self.on = True
        self.music_volume = self.effects_volume = 1.0
        self._effects: dict[str, pygame.mixer.Sound] = {}
        """What can be heard: the shared effects and over them the skin's own."""
        self._shared: dict[str, pygame.mixer.Sound] = {}
        self._own: dict[str, dict[str, pygame.mixer.Sound]] = {}
        """Skin -> its own effects."""
        self._fetching: set[str] = set()
        """Skins whose effects are being decoded."""
        self._skin = ""
        """Whose effects are to be heard."""
        self._reading = threading.Lock()
        self._levels: dict[str, Level] = {}
        self._holding: dict[str, Held] = {}
        """Effects that loop now."""
        self._music_gain = 1.0
        self._ducking: list[tuple[float, float]] = []
        """Seconds left and music level of each effect that lowers the music."""
        self._music: Path | None = None
        self._device_left = False
        self._placeholder = False
        """The mixer runs on SDL's silent driver, which announces itself as a device and never tells of real ones."""
        self._since_look = 0.0
        """Seconds since a device was last looked for."""
        self._duck = 1.0
        self._duck_to = 1.0
        self._quiet = 1.0
        self._open()

    def _open(self) -> None:
        """Open the mixer on a device, or on none where there is none; what was loaded fits every device."""
        self._placeholder, self._since_look = False, 0.0
        channels = 1 if self.mono else 2
        try:
            pygame.mixer.init(frequency=RATE, channels=channels, buffer=512, allowedchanges=0)
            self.silent_because = None
        except pygame.error as error:
            self.silent_because = str(error)
            self._placeholder = True
            chosen = os.environ.get("SDL_AUDIODRIVER")
            os.environ["SDL_AUDIODRIVER"] = "dummy"
            try:
                pygame.mixer.init(frequency=RATE, channels=channels, buffer=512, allowedchanges=0)
            except pygame.error:
                return
            finally:
                del os.environ["SDL_AUDIODRIVER"]
                if chosen is not None:
                    os.environ["SDL_AUDIODRIVER"] = chosen
        pygame.mixer.set_num_channels(CHANNELS)

    def device_left(self) -> None:
        """The device that was played on was unplugged: the game is silent until one comes."""
        self._device_left = True

    def device_came(self) -> None:
        """A device was plugged in, or announces itself on being opened: play on it if the one in use is gone."""
        if self._device_left and not self._placeholder:
            self.open_again()
        else:
            self.look_for_device()

    def look_for_device(self) -> None:
        """Play on a device that has come since none was found, unless it was looked for a moment ago."""
        if (self.silent_because is not None or not self.ready) and self._since_look >= LOOK_EVERY:
            self.open_again()

    def open_again(self) -> None:
        """Look for a device again and resume where the sound was."""
        self._device_left = False
        self._holding.clear()
        with self._reading:
            pygame.mixer.quit()
            self._open()
        if self._skin:
            self.load(self._skin)
        playing, self._music = self._music, None
        self.music(playing)
        self._apply_volume()

    @property
    def ready(self) -> bool:
        """Whether the mixer runs (on a device or a dummy)."""
        return not self._closed and pygame.mixer.get_init() is not None

    def fetch(self, skin: str) -> None:
        """Decode the effects of a skin in a thread, so that they are there when it is shown."""
        if not self.ready or skin in self._own or skin in self._fetching:
            return
        self._fetching.add(skin)
        if start_thread(lambda: self._decode(skin)) is None:
            self._decode(skin)

    def load(self, skin: str) -> None:
        """Let the effects of a skin be heard: the shared ones, overridden by its own.

        What is not decoded yet is silent until it is.
        """
        self._skin = skin
        if self.ready:
            self._levels = _levels(self.folder / MANIFEST, skin)
            self._effects = self._shared | self._own.get(skin, {})
            self.fetch(skin)

    def _decode(self, skin: str) -> None:
        with self._reading:
            try:
                self._read_all(skin)
            except OSError:
                pass  # the system refuses files now; they are asked for again with the next change of theme
            finally:
                self._fetching.discard(skin)

    def _read_all(self, skin: str) -> None:
        shared = sorted((self.folder / "shared").glob("*.ogg"), key=lambda path: not path.stem.startswith(FIRST))
        for path in shared:
            if path.stem not in self._shared and self.ready:
                self._shared |= _decoded(path)
                self._effects = self._shared | self._own.get(self._skin, {})
        own: dict[str, pygame.mixer.Sound] = {}
        for path in sorted((self.folder / skin).glob("*.ogg")):
            if not path.stem.startswith("music") and self.ready:
                own |= _decoded(path)
        if self.ready:
            self._own[skin] = own
        self._effects = self._shared | self._own.get(self._skin, {})

    def play(self, name: str) -> None:
        """Play an effect once; one that loops goes on until :meth:`let_go`, and is not begun twice."""
        self.heard(name)
        sound = self._effects.get(name)
        if sound is None or not self.on or not self.ready:
            return
        level = self._levels.get(name, Level())
        if level.loop:
            if name not in self._holding:
                self._hold(name, sound, level)
            return
        channel = pygame.mixer.find_channel(force=level.priority >= PRESSING)
        if channel is not None:
            channel.set_volume(level.gain * self.effects_volume)
            channel.play(sound)
            if level.duck < 1:
                self._ducking.append((level.seconds, level.duck))

    def _hold(self, name: str, sound: pygame.mixer.Sound, level: Level) -> None:
        channel = pygame.mixer.find_channel(force=level.priority >= PRESSING)
        if channel is not None:
            channel.set_volume(level.gain * self.effects_volume)
            channel.play(sound, loops=-1, fade_ms=FADE_IN)
            self._holding[name] = Held(channel, sound)

    def let_go(self, name: str) -> None:
        """Fade out an effect that loops, if it is playing."""
        held = self._holding.pop(name, None)
        if held is None or not self.ready or held.channel.get_sound() is not held.sound:
            return
        if held.age * 1000 > 2 * FADE_IN:
            held.channel.fadeout(FADE_OUT)
        else:
            held.channel.stop()  # it is hardly heard yet, and the mixer does not fade what has no volume

    def music(self, path: Path | None) -> None:
        """Loop a piece of music, fading over from the one before."""
        if path == self._music or not self.ready:
            return
        self._music = path
        if path is not None:
            self._music_gain = _music_gain(self.folder / MANIFEST, path)
        if path is None or not path.is_file():
            pygame.mixer.music.fadeout(400)
            return
        try:
            pygame.mixer.music.stop()  # to load while a fade is under way would wait for its end
            pygame.mixer.music.load(path)
            pygame.mixer.music.play(-1, fade_ms=600)
        except (OSError, pygame.error):
            return  # a damaged piece is only silent
        self._apply_volume()

    def duck(self, under: bool) -> None:
        """Lower the music under a celebration, or bring it back."""
        self._duck_to = DUCKED if under else 1.0

    def update(self, dt: float) -> None:
        """Move the music towards its level."""
        self._since_look += dt
        self._ducking = [(left - dt, level) for left, level in self._ducking if left > dt]
        for effect in self._holding.values():
            effect.age += dt
        held = (self._levels[name].duck for name in self._holding if name in self._levels)
        aim = min([self._duck_to, *(level for _, level in self._ducking), *held])
        if self._duck != aim:
            step = dt * 2.5
            self._duck += max(-step, min(step, aim - self._duck))
            self._apply_volume()

    def set_mono(self, mono: bool) -> None:
        """Mix both sides into one, or part them again; effects are silent until they are decoded again."""
        if mono == self.mono:
            return
        self.mono = mono
        with self._reading:  # what was decoded has as many channels as the mixer had
            for effects in (self._effects, self._shared, self._own):
                effects.clear()
        self.open_again()

    def set_levels(self, *, on: bool, music: float, effects: float) -> None:
        """Sound on or off and the two volumes, 0 to 1."""
        self.on, self.music_volume, self.effects_volume = on, music, effects
        for name in () if on else tuple(self._holding):
            self.let_go(name)
        self._apply_volume()

    def set_quiet(self, quiet: bool) -> None:
        """Quieten the music while the window is not the player's."""
        self._quiet = QUIET if quiet else 1.0
        self._apply_volume()

    def _apply_volume(self) -> None:
        if self.ready:
            pygame.mixer.music.set_volume(
                self.music_volume * self._music_gain * self._duck * self._quiet if self.on else 0.0
            )

    def close(self) -> None:
        """Let the device go."""
        self._closed = True
        with self._reading:
            pygame.mixer.quit()


def _decoded(path: Path) -> dict[str, pygame.mixer.Sound]:
    """An effect by its name; none where it is damaged, which is only silent."""
    try:
        return {path.stem: pygame.mixer.Sound(path)}
    except (OSError, pygame.error):
        return {}


def _manifest(path: Path) -> dict[str, Any]:
    """The list of sounds; an unreadable one means full levels."""
    try:
        data = json.loads(files.read_text(path, MAX_MANIFEST))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _levels(path: Path, skin: str) -> dict[str, Level]:
    """How each effect is played, a skin's own ones before the shared."""
    data = _manifest(path)
    try:
        entries = data.get("effects", {}) | data.get("skins", {}).get(skin, {})
        return {
            str(name): Level(
                float(entry["gain"]),
                int(entry["priority"]),
                float(entry["duck"]),
                float(entry["length_ms"]) / 1000,
                bool(entry.get("loop", False)),
            )
            for name, entry in entries.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}


def _music_gain(path: Path, music: Path) -> float:
    """The level of a piece of music."""
    try:
        return float(_manifest(path)["music"][f"{music.parent.name}/{music.stem}"]["gain"])
    except (ValueError, KeyError, TypeError):
        return 0.33
