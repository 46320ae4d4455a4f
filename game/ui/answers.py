"""What a panel asks of the table when it closes: a closed union that the table matches once."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from game.present.autoplay import Plan
from game.table import Played


@dataclass(frozen=True, slots=True)
class StartAutoplay:
    """Play the plan the player confirmed."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class ReplayRound:
    """Show a round again, then come back to it in the history where it is a stored one."""

    played: Played
    round_id: int | None


@dataclass(frozen=True, slots=True)
class ExportGif:
    """Save a stored round's replay as an animated GIF, then come back to it in the history."""

    played: Played
    round_id: int
    path: Path


@dataclass(frozen=True, slots=True)
class ShowExample:
    """Play the guided example; no money stands behind it."""

    played: Played


@dataclass(frozen=True, slots=True)
class WatchAgain:
    """Replay the round that is being shown, once it is paid."""


Answer: TypeAlias = StartAutoplay | ReplayRound | ExportGif | ShowExample | WatchAgain
