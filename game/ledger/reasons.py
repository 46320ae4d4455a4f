"""Why a round is void or cannot be verified: codes that the ledger keeps, and their texts for people."""

from enum import StrEnum
from types import MappingProxyType
from typing import Final

from game.messages import Message


class VoidReason(StrEnum):
    """What stands with a round in the ledger; never renamed."""

    DAMAGED = "damaged"
    """Its record is not what was written."""
    UNKNOWN_MODEL = "unknown_model"
    """It was played with a model that this version does not have."""
    NOT_REPRODUCED = "not_reproduced"
    """It does not play again as recorded."""
    REPAIRED = "repaired"
    """It is closed and its record was damaged: it cannot be verified, its money counts."""


TEXTS: Final = MappingProxyType(
    {
        VoidReason.DAMAGED: "Round {number}'s record is damaged.",
        VoidReason.UNKNOWN_MODEL: "Round {number} was played with rules this version doesn't have ({model}).",
        VoidReason.NOT_REPRODUCED: "Replaying round {number} gives a different result from the one recorded.",
        VoidReason.REPAIRED: "This round's record was damaged and repaired. Its bet and win still count.",
    }
)


def explain(reason: str, number: int, model: str) -> str:
    """The reason kept with round ``number``, for people; one that is no code stays as it is."""
    if reason not in TEXTS:
        return reason
    return Message(TEXTS[VoidReason(reason)], number=number, model=model)
