"""Starting over: the old ledger is put away whole, a new one begins, and the player's limits stay.

The new ledger is whole, limits included, before anything of the old one is touched. Whenever the process ends or the
disk fails, the profile holds either the old game or the new one: see :func:`~game.ledger.recovery.undo_reset`.
"""

from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from game import files
from game.ledger import storage
from game.ledger.errors import LedgerError, ledger_errors
from game.ledger.journal import JOURNAL_NAME
from game.ledger.ledger import Ledger
from game.ledger.limits import DAY_MS, SPANS
from game.ledger.records import to_ms
from game.ledger.recovery import GROWING, RECOVERED, undo_reset
from game.messages import Message
from game.money import FREE_CREDIT

ROOM: Final = 512 * 1024
"""Bytes that a new ledger, its journals and the limits take, and as much again."""
ARCHIVED_FILES: Final = (JOURNAL_NAME, storage.SEAL_NAME, storage.BACKUPS_NAME, storage.LEDGER_NAME)
"""What is moved out of the new ledger's way, the ledger last: with it the old game has ended."""


class ResetRefused(LedgerError):
    """Starting over would pass one of the player's own limits."""


def start_over(ledger: Ledger, bankroll: int = FREE_CREDIT) -> tuple[Ledger, Path]:
    """Close ``ledger``, put its files away and open a new one in their place; returns it and where the old one is.

    The new one begins with ``bankroll`` minor units.

    Raises :class:`ResetRefused` while a round is open, a break is on, a limit of a day, week or month holds that play
    counts towards, or within a day of a session's own being met, and another ledger error where the disk does not let
    it; then nothing has happened.
    """
    now = ledger.now()
    if ledger.open_round() is not None:
        raise ResetRefused("Finish the current round first.")
    if ledger.on_break_until() is not None:
        raise ResetRefused("You're taking a break. You can start over when it ends.")
    spans = [span for kind, span in SPANS.items() if ledger.limit(kind).value is not None]
    if ledger.has_met_session_limit():
        spans.append(DAY_MS)
    if spans and ledger.has_played_within(max(spans)):
        raise ResetRefused(
            Message(
                "Your limits still count what you've played. You can start over after {count} day without play.",
                "Your limits still count what you've played. You can start over after {count} days without play.",
                count=max(spans) // DAY_MS,
            )
        )
    folder = ledger.folder
    with ledger_errors(folder):
        _make_sure_of_room(folder)
        _build(ledger, bankroll)
        aside = files.free_name(folder / f"before-{now:%Y%m%d-%H%M%S}")
    ledger.close()
    try:
        with ledger_errors(folder):
            aside.mkdir(parents=True)
            files.sync_folder(folder)
            for name in ARCHIVED_FILES:
                if (folder / name).exists():
                    storage.move(folder / name, aside / name)
        return Ledger.open(folder, ledger.now), aside
    except LedgerError:
        with suppress(OSError):
            undo_reset(folder, aside)
        ledger.reopen()
        raise


def _build(ledger: Ledger, bankroll: int) -> None:
    """Lay a new ledger with the old one's limits beside it."""
    growing = ledger.folder / GROWING
    with closing(storage.lay_out(growing)) as db:
        storage.deposit(db, bankroll, to_ms(ledger.now()), "first")
        ledger.copy_limits(db)
    storage.move(growing, ledger.folder / RECOVERED)


def _make_sure_of_room(folder: Path) -> None:
    """Raise what stands in the way of a second ledger before the first one is touched."""
    trial = folder / "ledger.room"
    try:
        trial.write_bytes(bytes(ROOM))
    finally:
        trial.unlink(missing_ok=True)
