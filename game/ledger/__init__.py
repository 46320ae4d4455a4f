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
    RealityCheckDue,
    RefillRefused,
    RoundClosed,
    RoundOpen,
)
from game.ledger.ledger import Ledger
from game.ledger.limits import BadLimit, Limit, LimitKind, LimitReached
from game.ledger.proof import Proof, new_proof
from game.ledger.reader import LedgerReader
from game.ledger.reasons import VoidReason
from game.ledger.records import Seen, State, StoredRound
from game.ledger.reports import DayTotals, ModeTotals, Show, Statistics
from game.ledger.reset import ResetRefused, start_over
from game.ledger.responsible import RULES, Preset, Rules
from game.ledger.sessions import AWAY, Session

__all__ = [
    "AWAY",
    "RULES",
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
    "LedgerReader",
    "LedgerTooNew",
    "LedgerUnreachable",
    "Limit",
    "LimitKind",
    "LimitReached",
    "Malfunction",
    "ModeTotals",
    "NoLedger",
    "NoSuchRound",
    "Preset",
    "ProfileInUse",
    "Proof",
    "RealityCheckDue",
    "RefillRefused",
    "ResetRefused",
    "RoundClosed",
    "RoundOpen",
    "Rules",
    "Seen",
    "Session",
    "Show",
    "State",
    "Statistics",
    "StoredRound",
    "VoidReason",
    "audit",
    "new_proof",
    "start_over",
]
