"""The last line of defence: an error nobody caught is written down, reported in one sentence, and a restart offered.

All it needs is loaded with it, before anything can fail, and it keeps a few files open to have them then: what broke
may be that the system gives no more of either.
"""

import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from game import __version__, files, paths
from game.messages import Message
from game.skins import OWN_SKINS

if TYPE_CHECKING:
    from game.ui.services import Services

SPARE_FILES: Final = 4
"""Files kept open for the log, the fonts and the window of the last sentence."""


class LastDefence:
    """What is kept ready for a crash."""

    def __init__(self) -> None:
        self._spare: list[int] = []

    def reserve(self) -> None:
        """Take the spare files, as many as there are."""
        with suppress(OSError):
            while len(self._spare) < SPARE_FILES:
                self._spare.append(os.open(os.devnull, os.O_RDONLY))

    def close(self) -> None:
        """Give the spare files back."""
        while self._spare:
            os.close(self._spare.pop())

    def crashed(self, profile: paths.Profile, services: "Services | None", *, by_itself: bool) -> bool:
        """Write down what happened, tell the player where, and offer to open the game again; True to do so.

        Nothing is lost: the ledger wrote the open round down before its first frame, and the next start finishes it.
        """
        self.close()
        messages = [Message("The game crashed. Your credit and history are safe."), _write_log(profile, services)]
        with suppress(Exception):  # what is damaged enough to break the game may break this too
            _leave_a_strange_skin(services)
        print_error(" ".join(messages))
        if by_itself:
            return False
        with suppress(Exception):  # where not even a sentence can be shown, it stands in the log and on stderr
            return _show(services, messages)
        return False


def print_error(text: str) -> None:
    """One line on stderr, where there is one that takes it."""
    _print_plain(f"celestial-hearts: {text}")


def _print_plain(text: str) -> None:
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            print(text, file=sys.stderr, flush=True)


def _write_log(profile: paths.Profile, services: "Services | None") -> Message:
    """Write version, open round with its seed, and the error; returns the sentence that says where."""
    facts = [f"Celestial Hearts {__version__} on {sys.platform}, Python {sys.version}"]
    with suppress(Exception):
        played = services.table.open if services is not None else None
        if played is not None and played.stored is not None:
            facts.append(f"round {played.stored.id}, mode {played.round.mode}, seed {played.round.seed}")
    said = traceback.format_exc()
    try:
        profile.logs.mkdir(parents=True, exist_ok=True)
        where = profile.logs / f"crash-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.log"
        files.write_bytes(where, "\n".join([*facts, "", said]).encode("utf-8", "backslashreplace"))
    except OSError as error:
        _print_plain(said)
        return Message("Couldn't write the log ({fault}).", fault=files.reason(error))
    return Message("Details: {file}", file=where)


def _leave_a_strange_skin(services: "Services | None") -> None:
    """Open with a skin of the game's own next time: a strange one may be what broke, and would again."""
    if services is not None and services.settings.theme not in OWN_SKINS:
        services.settings.theme = OWN_SKINS[0]
        services.save_settings()


def _show(services: "Services | None", messages: Sequence[Message]) -> bool:
    """The sentence in the window, or in one opened for it; True when the player wants the game again."""
    from game.platform.display import Display  # noqa: PLC0415  loaded by then, unless it is what broke
    from game.ui import fallback_screen  # noqa: PLC0415

    display = services.display if services is not None else Display("Celestial Hearts", None)
    if display.headless:
        return False
    ask = Message("Press Enter to restart the game, or any other key to close it.")
    shown = [services.say(message) if services is not None else message for message in (*messages, ask)]
    return fallback_screen.show_until_pressed(display, paths.fonts_folder(), " ".join(shown[:-1]), shown[-1])
