"""Why a round may be void, or not to be verified; the sentences are kept with the round, in English."""

from typing import Final

DAMAGED: Final = "The record of round {number} is damaged."
OTHER_RULES: Final = "Round {number} was played with rules this version does not have: {fault}."
COMES_OUT_OTHERWISE: Final = "Round {number} does not play again as it was recorded."

MENDED_RECORD: Final = "The record of this round was damaged and mended; what it took and paid still counts."
"""Stands with a closed round that was read from a damaged file and is not what was written."""

REASONS: Final = (DAMAGED, OTHER_RULES, COMES_OUT_OTHERWISE)
