"""The last line of defence: an error nobody caught is written down, reported in one sentence, and a restart offered."""

import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from game import __version__, paths
from game.messages import Message

if TYPE_CHECKING:
    from game.ui.services import Services


def crashed(profile: paths.Profile, services: "Services | None", *, by_itself: bool) -> bool:
    """Write down what happened, tell the player where, and offer to open the game again; True to do so.

    Nothing is lost: the ledger wrote the open round down before its first frame, and the next start finishes it.
    """
    told = [Message("The game crashed. Your credit and history are safe."), _write_log(profile, services)]
    if services is not None:
        _leave_a_strange_skin(services)
    if sys.stderr is not None:
        print(f"celestial-hearts: {' '.join(told)}", file=sys.stderr)
    if by_itself:
        return False
    with suppress(Exception):  # where not even a sentence can be shown, it stands in the log and on stderr
        return _show(services, told)
    return False


def _write_log(profile: paths.Profile, services: "Services | None") -> Message:
    """Write version, open round with its seed, and the error; returns the sentence that says where."""
    facts = [f"Celestial Hearts {__version__} on {sys.platform}, Python {sys.version}"]
    played = services.table.open if services is not None else None
    if played is not None and played.stored is not None:
        facts.append(f"round {played.stored.id}, mode {played.round.mode}, seed {played.round.seed}")
    said = traceback.format_exc()
    try:
        profile.logs.mkdir(parents=True, exist_ok=True)
        where = profile.logs / f"crash-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.log"
        where.write_text("\n".join([*facts, "", said]), "utf-8")
    except OSError as error:
        if sys.stderr is not None:
            print(said, file=sys.stderr)
        return Message("Couldn't write the log ({fault}).", fault=error.strerror)
    return Message("Details: {file}", file=where)


def _leave_a_strange_skin(services: "Services") -> None:
    """Open with a skin of the game's own next time: a strange one may be what broke, and would again."""
    from game.skins import OWN_SKINS  # noqa: PLC0415

    if services.settings.theme not in OWN_SKINS:
        services.settings.theme = OWN_SKINS[0]
        services.save_settings()


def _show(services: "Services | None", told: Sequence[Message]) -> bool:
    """The sentence in the window, or in one opened for it; True when the player wants the game again."""
    from game.platform.display import Display  # noqa: PLC0415
    from game.ui import fallback_screen  # noqa: PLC0415

    display = services.display if services is not None else Display("Celestial Hearts", None)
    if display.headless:
        return False
    ask = Message("Press Enter to restart the game, or any other key to close it.")
    said = [services.say(sentence) if services is not None else sentence for sentence in (*told, ask)]
    return fallback_screen.show_until_pressed(display, paths.fonts_folder(), " ".join(said[:-1]), said[-1])
