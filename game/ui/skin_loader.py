"""Loads a skin's pictures while the game runs; it needs no more than they do, so that the program can begin with it."""

import json
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from game import paths
from game.platform.sprites import BadAtlas
from game.skins import ATLASES, OWN_SKINS, Skin
from game.ui.look import Art
from game.ui.widgets.character import CharacterSheet

Rehearse: TypeAlias = Callable[[Art], None]


def begin(
    skin: Skin, parts: Sequence[str] = ("base",), *, threads: int = 1, rehearse: Rehearse | None = None
) -> "SkinLoader":
    """Load a skin with the parts of its art that are needed at once, then rehearse what is shown with it.

    One thread leaves a small machine the room to go on drawing, two are sooner done.
    """
    return SkinLoader(skin, parts, threads, rehearse)


def check_complete(skin: Skin) -> None:
    """See that a skin has every frame of the game's own, and their places for words; raises :class:`BadAtlas`."""
    like = paths.sprites_folder() / OWN_SKINS[0]
    for atlas in ATLASES:
        missing = _parts(like / f"{atlas}.json") - _parts(skin.file(f"{atlas}.json"))
        if missing:
            raise BadAtlas(f"{skin.file(f'{atlas}.json')}: missing {min(missing)}")


def _parts(atlas: Path) -> set[str]:
    """Its frames, and the places for words on them."""
    try:
        data = json.loads(atlas.read_text(encoding="utf-8"))
        places = {f"text {name!r} {at!r}" for name, own in data["meta"].get("text", {}).items() for at in own}
        return {f"frame {name!r}" for name in data["frames"]} | places
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise BadAtlas(f"{atlas}: {type(fault).__name__}: {fault}") from fault


class SkinLoader:
    """Decodes a skin's pictures in threads; the window stays alive meanwhile."""

    def __init__(self, skin: Skin, parts: Sequence[str], threads: int, rehearse: Rehearse | None) -> None:
        """``parts`` are those of the art that are needed at once."""
        self.skin, self.parts, self.rehearse = skin, parts, rehearse
        self.progress = 0.0
        self.art: Art | None = None
        self.character: CharacterSheet | None = None
        self.fault: str | None = None
        tasks = self._tasks()
        shares = [tasks[number::threads] for number in range(threads)]
        self._threads = [threading.Thread(target=self._guard, args=(share,), daemon=True) for share in shares]
        for thread in self._threads:
            thread.start()

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
            if self.rehearse is not None and self.art is not None:
                self.rehearse(self.art)
        except (BadAtlas, OSError, ValueError, KeyError) as fault:
            self.fault = str(fault)
        except Exception as fault:  # noqa: BLE001  the thread's only witness: whatever it was must reach the player
            self.fault = f"{type(fault).__name__}: {fault}"

    def _load_art(self) -> None:
        if self.skin.name not in OWN_SKINS:
            check_complete(self.skin)
        self.art = Art(self.skin, self._note, parts=self.parts)

    def _load_character(self) -> None:
        self.character = CharacterSheet.load(self.skin.folder)

    def _note(self, done: float) -> None:
        self.progress = done
