"""Starting over: the old ledger is put away whole, a new one begins, and the player's limits stay."""

from pathlib import Path
from typing import Final

from game.ledger import storage
from game.ledger.errors import LedgerError, ledger_errors
from game.ledger.ledger import Ledger
from game.ledger.limits import LimitKind
from game.ledger.records import day_of

DAILY = (LimitKind.LOSS, LimitKind.TIME)
"""Limits whose day a fresh ledger would forget."""


ROOM: Final = 512 * 1024
"""Bytes that a new ledger, its journal and the limits take, and as much again."""
ARCHIVED_FILES: Final = (
    storage.LEDGER_NAME,
    *(storage.LEDGER_NAME + end for end in storage.COMPANIONS),
    storage.SEAL_NAME,
    storage.BACKUPS_NAME,
)
"""What is moved out of the new ledger's way."""


class ResetRefused(LedgerError):
    """Starting over would pass one of the player's own limits."""


def start_over(ledger: Ledger) -> tuple[Ledger, Path]:
    """Close ``ledger``, put its files away and open a new one in their place; returns it and where the old one is.

    Raises :class:`ResetRefused` while a round is open, a break is on, or a daily limit holds that today's play counts
    towards, and another ledger error where the disk does not let it; then nothing has happened.
    """
    now = ledger.now()
    if ledger.open_round() is not None:
        raise ResetRefused("Finish the current round first.")
    if ledger.on_break_until() is not None:
        raise ResetRefused("You're taking a break. You can start over when it ends.")
    limits = {kind: ledger.limit(kind).value for kind in LimitKind}
    played_today = bool(ledger.history(1, day=day_of(now))) or ledger.is_clock_behind()
    if played_today and any(limits[kind] is not None for kind in DAILY):
        raise ResetRefused("You've reached a limit for today. You can start over tomorrow.")
    folder = ledger.folder
    _make_sure_of_room(folder)
    ledger.close()
    aside = storage.free_name(folder / f"before-{now:%Y%m%d-%H%M%S}")
    moved: list[Path] = []
    fresh: Ledger | None = None
    try:
        with ledger_errors(folder):
            aside.mkdir(parents=True)
            for name in ARCHIVED_FILES:
                if (folder / name).exists():
                    (folder / name).rename(aside / name)
                    moved.append(aside / name)
        fresh = Ledger.open(folder, ledger.now)
        for kind, value in limits.items():
            if value is not None:
                fresh.set_limit(kind, value)
    except LedgerError:
        if fresh is not None:
            fresh.close()
        with ledger_errors(folder):
            storage.discard(folder / storage.LEDGER_NAME)
            for file in moved:
                file.rename(folder / file.name)
        ledger.reopen()
        raise
    return fresh, aside


def _make_sure_of_room(folder: Path) -> None:
    """Raise what stands in the way of a second ledger before the first one is touched."""
    trial = folder / "ledger.room"
    with ledger_errors(folder):
        try:
            trial.write_bytes(bytes(ROOM))
        finally:
            trial.unlink(missing_ok=True)
