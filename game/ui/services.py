"""What every scene may use: the theme, sound, table, settings and the scene stack."""

import random
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from game import paths
from game.language import Language
from game.messages import Message, Minor, message_of, translate
from game.money import currency, format_money
from game.paths import Profile
from game.platform.audio import Audio
from game.platform.background import Background
from game.platform.display import Display
from game.platform.folders import open_folder
from game.platform.input import Pad
from game.platform.pointer import Pointer
from game.present.tempo import Speed, Tempo, tempo_for
from game.settings import Settings
from game.skins import Skin, find_skins
from game.table import Table
from game.ui import skin_loader
from game.ui.character_sheet import CharacterSheet
from game.ui.scene import SceneStack
from game.ui.skin_loader import SkinLoader
from game.ui.theme import Theme

LOG_LENGTH: Final = 300
"""Announcements that are kept."""
UNSPOKEN: Final = 8
"""Of these as many wait to be read aloud."""


class MessageLog:
    """What was announced in this sitting, newest last."""

    def __init__(self) -> None:
        self.lines: deque[str] = deque(maxlen=LOG_LENGTH)
        self.folder: Path | None = None
        """Where something was saved last."""
        self._unspoken: deque[str] = deque(maxlen=UNSPOKEN)

    def add(self, text: str, *, spoken: bool = True) -> None:
        """Keep a line; ``spoken`` where it is worth reading aloud."""
        self.lines.append(text)
        if spoken:
            self._unspoken.append(text)

    def take(self) -> list[str]:
        """What is to be read aloud since the last call."""
        taken = list(self._unspoken)
        self._unspoken.clear()
        return taken


@dataclass(slots=True)
class Toast:
    """A sentence for the player, shown for a while over whatever is on screen."""

    text: str
    left: float = 5.0
    folder: Path | None = None
    """What it is about lies there: the player may have it opened."""


@dataclass(slots=True)
class Services:
    """Shared by all scenes of a running game."""

    display: Display
    audio: Audio
    theme: Theme
    table: Table
    settings: Settings
    language: Language
    skins: Mapping[str, Skin]
    sounds: Path
    """Folder of all sounds."""
    rng: random.Random
    """Cosmetic randomness only."""
    save_settings: Callable[[], None]
    profile: Profile
    first_time: bool = False
    """The profile is new."""
    pointer: Pointer = field(default_factory=Pointer)
    stack: SceneStack = field(default_factory=SceneStack)
    character: CharacterSheet | None = None
    toasts: list[Toast] = field(default_factory=list)
    to_answer: list[tuple[str, str]] = field(default_factory=list)
    """What the player must be told before the first round, and answer."""
    log: MessageLog = field(default_factory=MessageLog)
    loading: SkinLoader | None = None
    use_keys: Callable[[Mapping[str, str]], None] = lambda _: None
    """Tells the keyboard about keys the player changed."""
    pad: Pad = field(default_factory=Pad)
    """What the gamepad's buttons ask for."""
    demo: bool = False
    """The game plays by itself."""
    watching: bool = False
    """Only a replay was asked for: no saved game stands behind the table."""
    autoplaying: bool = False
    """Autoplay is running: screens do not wait for a press."""
    closing: bool = False
    background: Background = field(default_factory=Background)
    """What is done ahead of its use."""
    errors_shown: set[str] = field(default_factory=set)
    """What was said about skins that had to be left out; said once."""

    def tr(self, text: str) -> str:
        """A text of the catalogue in the player's language."""
        return self.language.tr(text)

    def ntr(self, singular: str, plural: str, count: int, **values: object) -> str:
        """A text as the player's language has it for ``count``, with ``{count}`` and ``values`` filled in."""
        return self.language.ntr(singular, plural, count).format(count=self.language.number(count), **values)

    def use_language(self, code: str) -> None:
        """Speak and write that language from now on, and remember it."""
        self.language.use(code)
        self.theme.fonts.use_language(code)
        self.settings.language = code
        self.save_settings()

    def money(self, minor: int, *, signed: bool = False) -> str:
        """An amount as the player reads it: the chosen currency, grouped as the language does where it has a way."""
        shown_in, written = currency(self.settings.currency), self.language.format
        if not written.is_english and shown_in.before:
            shown_in = replace(shown_in, group=written.group, point=written.point)
        return format_money(minor, shown_in, signed=signed)

    def amount(self, minor: int) -> str:
        """An amount for a field: digits only, no more decimals than it has."""
        whole, cents = divmod(minor, 100)
        return f"{whole}{self.language.format.point}{cents:02d}" if cents else str(whole)

    def now(self) -> datetime:
        """The ledger's clock, with a zone."""
        return self.table.ledger.now()

    @property
    def speed(self) -> Speed:
        """The speed that holds: responsible mode knows none above normal."""
        chosen = Speed(self.settings.speed)
        return Speed.NORMAL if self.settings.responsible and chosen is not Speed.RELAXED else chosen

    def tempo(self) -> Tempo:
        """The tempo a spin that starts now has."""
        rules = self.table.rules
        return tempo_for(
            self.speed,
            responsible=self.settings.responsible,
            min_spin=rules.min_spin if rules is not None else 2.5,
            calm=self.settings.reduced_motion,
            anticipation=self.settings.anticipation,
        )

    def say(self, told: str | Exception) -> str:
        """What an error or a sentence says, in the player's language."""
        text = told if isinstance(told, str) else message_of(told)
        return translate(text, self.tr, self._shown, (paths.NO_HOME,), self.language.ntr)

    def _shown(self, value: object) -> str:
        match value:
            case Minor():
                return self.money(value)
            case datetime():
                return self.language.moment(value.astimezone(self.now().tzinfo))
            case int():
                return self.language.number(value)
            case _:
                return self.tr(value) if isinstance(value, str) else str(value)

    def notify(self, told: str | Exception, folder: Path | None = None) -> None:
        """Show the player a sentence, or what an error says; ``folder`` is where something was saved."""
        text = self.say(told)
        if all(toast.text != text for toast in self.toasts):
            self.toasts.append(Toast(text, folder=folder))
            self.log.add(text)
            self.log.folder = folder or self.log.folder

    def open_folder(self, folder: Path) -> None:
        """Show a folder in the system's file manager, or say that it cannot be."""
        if not open_folder(folder):
            self.notify(Message("Couldn't open the folder {folder}.", folder=folder))

    def point(self, *, visible: bool) -> None:
        """Keep the mouse pointer as the skin, the window and the player's choice ask for."""
        drawn = self.settings.custom_cursor and self.theme.loaded and "cursor" in self.theme.assets.ui
        sprite = self.theme.assets.ui["cursor"] if drawn else None
        self.pointer.show(sprite, self.display.area.width / self.display.canvas.get_width(), visible=visible)

    def set_fullscreen(self, on: bool) -> None:
        """Full screen or a window."""
        self.display.set_fullscreen(on)
        self.settings.fullscreen = on
        self.save_settings()

    # -- skins and sound --------------------------------------------------------------------------------------

    def load_skin(self, name: str) -> SkinLoader:
        """Begin to load a skin; :meth:`finish_loading` shows it once it is there."""
        self.audio.fetch(self.skins[name].sounds)
        self.loading = skin_loader.begin(self.skins[name])
        return self.loading

    def finish_loading(self) -> bool:
        """Show the skin that was being loaded, if it is there; True when it changed."""
        loader = self.loading
        if loader is None or not loader.done:
            return False
        self.loading = None
        if loader.assets is None or loader.character is None or loader.error is not None:
            self.notify(self.tr("Couldn't load the theme: {fault}").format(fault=loader.error))
            return False
        self.theme.show(loader.assets)
        self.audio.load(loader.skin.sounds)
        self.character = loader.character
        self.settings.theme = loader.skin.name
        self.save_settings()
        for scene in self.stack.scenes:
            scene.change_skin()
        return True

    def find_skins(self) -> None:
        """Look again which skins there are: one may have been put into the profile meanwhile."""
        found = find_skins(paths.sprites_folder(), self.profile.skins)
        self.skins = found.skins
        self.notify_once(found.notes)

    def notify_once(self, notes: Iterable[str]) -> None:
        """Show the player sentences about skins that were not shown before."""
        for note in notes:
            if note not in self.errors_shown:
                self.errors_shown.add(note)
                self.notify(note)

    def next_theme(self) -> str:
        """The name of the skin after the one shown."""
        names = list(self.skins)
        shown = self.theme.skin.name
        return names[(names.index(shown) + 1) % len(names)] if shown in names else names[0]

    def play_music(self, free: bool) -> None:
        """Play the shown skin's music."""
        name = "music_free.ogg" if free else "music.ogg"
        self.audio.music(self.sounds / self.theme.skin.sounds / name)

    def apply_sound(self) -> None:
        """Give the mixer the player's choices."""
        chosen = self.settings
        self.audio.set_mono(chosen.mono)
        self.audio.set_levels(on=chosen.sound, music=chosen.music_volume, effects=chosen.effects_volume)

    def toggle_sound(self) -> None:
        """All sound on or off."""
        self.settings.sound = not self.settings.sound
        self.save_settings()
        self.apply_sound()
        if self.settings.sound and self.audio.silent_because:
            self.audio.open_again()  # one may have come meanwhile
        if self.settings.sound and self.audio.silent_because:
            self.notify(self.tr("No sound device found. Playing without sound."))
