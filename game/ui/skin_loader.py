"""Loads a skin's pictures while the game runs; it needs no more than they do, so that the program can begin with it."""

import json
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from game import files, paths
from game.platform.pictures import frame_pixels
from game.platform.sprites import UNREADABLE, BadAtlas
from game.platform.threads import start_thread
from game.skins import ATLASES, LARGEST_LIST, OWN_SKINS, Skin
from game.ui.character_sheet import CharacterSheet
from game.ui.theme import ThemeAssets

MAX_SKIN_PIXELS: Final = 48_000_000
"""Pixels of all frames of a player's skin together: 192 MB decoded."""


def begin(skin: Skin, parts: Sequence[str] = ("base",), *, threads: int = 1) -> "SkinLoader":
    """Load a skin with the parts of its pictures that are needed at once.

    One thread leaves a small machine the room to go on drawing, two are sooner done.
    """
    return SkinLoader(skin, parts, threads)


def check_complete(skin: Skin) -> None:
    """See that a skin has every frame of the game's own, and their places for words, and no more than it may have.

    Raises :class:`BadAtlas`.
    """
    like = paths.sprites_folder() / OWN_SKINS[0]
    pixels = 0
    for atlas in ATLASES:
        wanted = {part for part in _parts(like / f"{atlas}.json")[0] if "/win/" not in part}
        there, own = _parts(skin.file(f"{atlas}.json"))
        pixels += own
        if wanted - there:
            raise BadAtlas(f"{skin.file(f'{atlas}.json')}: missing {min(wanted - there)}")
    if pixels > MAX_SKIN_PIXELS:
        raise BadAtlas(f"{skin.folder}: the frames of all sheets have more than {MAX_SKIN_PIXELS} pixels together")


def _parts(atlas: Path) -> tuple[set[str], int]:
    """Its frames and the places for words on them, and how many pixels the frames have."""
    try:
        data = json.loads(files.read_text(atlas, LARGEST_LIST))
        places = {f"text {name!r} {at!r}" for name, own in data["meta"].get("text", {}).items() for at in own}
        boxes = [(int(entry.get("page", 0)), entry["frame"]) for entry in data["frames"].values()]
        pixels = frame_pixels(
            (page, (int(box["x"]), int(box["y"]), int(box["w"]), int(box["h"]))) for page, box in boxes
        )
        return {f"frame {name!r}" for name in data["frames"]} | places, pixels
    except UNREADABLE as error:
        raise BadAtlas(f"{atlas}: {type(error).__name__}: {error}") from error


class SkinLoader:
    """Decodes a skin's pictures in threads; the window stays alive meanwhile."""

    def __init__(self, skin: Skin, parts: Sequence[str], threads: int) -> None:
        """``parts`` are those of the art that are needed at once."""
        self.skin, self.parts = skin, parts
        self.progress = 0.0
        self.assets: ThemeAssets | None = None
        self.character: CharacterSheet | None = None
        self.error: str | None = None
        tasks = self._tasks()
        shares = [tasks[number::threads] for number in range(threads)]
        self._threads: list[threading.Thread] = []
        for share in shares:
            thread = start_thread(partial(self._guard, share))
            if thread is None:
                self._guard(share)
            else:
                self._threads.append(thread)

    @property
    def done(self) -> bool:
        """Whether everything is decoded, or has failed."""
        return not any(thread.is_alive() for thread in self._threads)

    def wait(self) -> None:
        """Wait until it is done."""
        for thread in self._threads:
            thread.join()

    def _tasks(self) -> Sequence[Callable[[], None]]:
        return self._load_art, self._load_character

    def _guard(self, tasks: Sequence[Callable[[], None]]) -> None:
        try:
            for load in tasks:
                load()
        except (BadAtlas, OSError, ValueError, KeyError) as error:
            self.error = str(error)
        except Exception as error:  # noqa: BLE001  the thread's only witness: whatever it was must reach the player
            self.error = f"{type(error).__name__}: {error}"

    def _load_art(self) -> None:
        if self.skin.name not in OWN_SKINS:
            check_complete(self.skin)
        self.assets = ThemeAssets(self.skin, self._note, parts=self.parts)

    def _load_character(self) -> None:
        self.character = CharacterSheet.load(self.skin.folder)

    def _note(self, done: float) -> None:
        self.progress = done
