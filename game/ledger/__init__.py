"""The player's money and rounds in one SQLite file: nothing is lost, nothing is paid twice.

:class:`Ledger` is the open profile; :func:`audit` looks at one without touching it.
"""

from game.ledger.audit import audit
from game.ledger.errors import (
    DiskFull,
    InsufficientBalance,
    LedgerBusy,
    LedgerDamaged,
    LedgerError,
    LedgerMoved,
    LedgerReadOnly,
    LedgerTooNew,
    LedgerUnreachable,
    Malfunction,
    NoLedger,
    NoSuchRound,
    ProfileInUse,
    RefillRefused,
    RoundClosed,
    RoundOpen,
)
from game.ledger.ledger import Ledger
from game.ledger.limits import BadLimit, Limit, LimitKind, LimitReached
from game.ledger.records import State, StoredRound
from game.ledger.reports import DayTotals, ModeTotals, Statistics
from game.ledger.reset import ResetRefused, start_over
from game.ledger.sessions import Session

__all__ = [
    "BadLimit",
    "DayTotals",
    "DiskFull",
    "InsufficientBalance",
    "Ledger",
    "LedgerBusy",
    "LedgerDamaged",
    "LedgerError",
    "LedgerMoved",
    "LedgerReadOnly",
    "LedgerTooNew",
    "LedgerUnreachable",
    "Limit",
    "LimitKind",
    "LimitReached",
    "Malfunction",
    "ModeTotals",
    "NoLedger",
    "NoSuchRound",
    "ProfileInUse",
    "RefillRefused",
    "ResetRefused",
    "RoundClosed",
    "RoundOpen",
    "Session",
    "State",
    "Statistics",
    "StoredRound",
    "audit",
    "start_over",
]
