"""What can happen in a round: a closed union of events, in playing order, and their JSON form.

In JSON an event is an object with ``"event"`` (the class name) and its fields; a position is ``[reel, row]``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final, TypeAlias, get_args

from game.engine.board import Board, Column, Position


@dataclass(frozen=True, slots=True)
class SymbolWin:
    """One symbol's pay on one board."""

    symbol: str
    count: int
    pay: int
    """Coins."""
    positions: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class AppliedHeart:
    """A heart on the final board of a won sequence."""

    value: int
    position: Position


@dataclass(frozen=True, slots=True)
class BoardDropped:
    """A new board lands."""

    spin: int
    """0 is the paid spin, 1 and up are free spins."""
    board: Board


@dataclass(frozen=True, slots=True)
class SymbolsPaid:
    """A board pays."""

    wins: tuple[SymbolWin, ...]
    amount: int
    """Coins of this board."""
    sequence_win: int
    """Coins of the sequence so far, this board's included."""


@dataclass(frozen=True, slots=True)
class BoardTumbled:
    """The symbols that paid vanish, the rest slide down and new ones arrive."""

    removed: tuple[Position, ...]
    refills: tuple[Column, ...]
    """New cells of each reel, top first."""
    board: Board
    """The board afterwards."""


@dataclass(frozen=True, slots=True)
class HeartsApplied:
    """A won sequence ends with hearts on the board; the win is multiplied."""

    hearts: tuple[AppliedHeart, ...]
    multiplier: int
    """What the win is multiplied by: the hearts' sum, or the total multiplier in free spins."""
    total_multiplier: int | None
    """The free spins' total after these hearts; None in the base game."""
    before: int
    after: int
    """Coins after multiplication, not cut at the cap."""


@dataclass(frozen=True, slots=True)
class ScattersPaid:
    """Four or more scatters on the final board pay, unmultiplied."""

    count: int
    positions: tuple[Position, ...]
    pay: int


@dataclass(frozen=True, slots=True)
class SpinSettled:
    """A spin, paid or free, is over."""

    spin: int
    win: int
    """Coins of this spin, cut at the cap."""
    round_win: int
    """Coins of the round so far, cut at the cap."""


@dataclass(frozen=True, slots=True)
class FreeSpinsWon:
    """The paid spin's scatters open the free spins."""

    count: int
    scatters: int
    positions: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class FreeSpinsAdded:
    """A free spin's scatters add more."""

    count: int
    scatters: int
    positions: tuple[Position, ...]
    left: int
    """Free spins still to play, the new ones included."""


@dataclass(frozen=True, slots=True)
class CapReached:
    """The round's win reached the cap; it ends here."""

    win: int
    forfeited: int
    """Free spins left unplayed, with those this spin's scatters would have won."""


@dataclass(frozen=True, slots=True)
class FreeSpinsEnded:
    """The free spins were played to their end."""

    spins: int
    win: int
    """Coins of the free spins, without the paid spin."""
    total_multiplier: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """Always the last event."""

    win: int


Event: TypeAlias = (
    BoardDropped
    | SymbolsPaid
    | BoardTumbled
    | HeartsApplied
    | ScattersPaid
    | SpinSettled
    | FreeSpinsWon
    | FreeSpinsAdded
    | CapReached
    | FreeSpinsEnded
    | RoundEnded
)

EVENT_TYPES: Final = {kind.__name__: kind for kind in get_args(Event)}
"""Name -> class of every event there is."""
_PARTS: Final = {"wins": SymbolWin, "hearts": AppliedHeart}


class BadEvent(ValueError):
    """JSON that is not an event."""


def event_to_json(event: Event) -> dict[str, Any]:
    """The event as a JSON object.

    >>> event_to_json(SpinSettled(spin=0, win=5, round_win=5))
    {'event': 'SpinSettled', 'spin': 0, 'win': 5, 'round_win': 5}
    """
    return {"event": type(event).__name__} | {field.name: _plain(getattr(event, field.name)) for field in fields(event)}


def event_from_json(data: Mapping[str, Any]) -> Event:
    """The event in a JSON object; raises :class:`BadEvent`.

    >>> event_from_json({"event": "RoundEnded", "win": 5})
    RoundEnded(win=5)
    """
    try:
        kind = EVENT_TYPES[data["event"]]
        event: Event = kind(**{field.name: _frozen(data[field.name], field.name) for field in fields(kind)})
    except (KeyError, TypeError, AttributeError) as error:
        raise BadEvent(f"not an event: {type(error).__name__}: {error}") from error
    return event


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _frozen(value: Any, name: str) -> Any:
    if name in _PARTS:
        part = _PARTS[name]
        return tuple(part(**{key: _frozen(item, key) for key, item in entry.items()}) for entry in value)
    return tuple(_frozen(part, "") for part in value) if isinstance(value, list) else value
