"""Starting over: the old ledger is put away whole, a new one begins, and the player's limits stay."""

from pathlib import Path

from game.ledger import storage
from game.ledger.book import Ledger
from game.ledger.errors import LedgerError, plainly
from game.ledger.limits import LimitKind
from game.ledger.records import day_of

DAILY = (LimitKind.LOSS, LimitKind.TIME)
"""Limits whose day a fresh ledger would forget."""


class NotNow(LedgerError):
    """Starting over would pass one of the player's own limits."""


def start_over(ledger: Ledger) -> tuple[Ledger, Path]:
    """Close ``ledger``, put its files away and open a new one in their place; returns it and where the old one is.

    Raises :class:`NotNow` while a round is open, a break is on, or a daily limit holds that today's play counts
    towards; then nothing has happened.
    """
    now = ledger.now()
    if ledger.open_round() is not None:
        raise NotNow("A round is still open; it is finished first.")
    if ledger.on_break_until() is not None:
        raise NotNow("You are taking a break; start over when it has ended.")
    limits = {kind: ledger.limit(kind).value for kind in LimitKind}
    played_today = bool(ledger.history(1, day=day_of(now)))
    if played_today and any(limits[kind] is not None for kind in DAILY):
        raise NotNow("Your limit for today holds; start over tomorrow.")
    folder = ledger.folder
    ledger.close()
    aside = folder / f"before-{now:%Y%m%d-%H%M%S}"
    with plainly(folder):
        aside.mkdir(parents=True)
        for name in (storage.LEDGER_NAME, *(storage.LEDGER_NAME + end for end in storage.COMPANIONS)):
            if (folder / name).exists():
                (folder / name).rename(aside / name)
        if (folder / storage.BACKUPS_NAME).exists():
            (folder / storage.BACKUPS_NAME).rename(aside / storage.BACKUPS_NAME)
    fresh = Ledger.open(folder, ledger.now)
    for kind, value in limits.items():
        if value is not None:
            fresh.set_limit(kind, value)
    return fresh, aside
