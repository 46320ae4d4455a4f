"""Why a round may be void; the sentences are kept with the round, in English."""

from typing import Final

DAMAGED: Final = "The record of round {number} is damaged."
OTHER_RULES: Final = "Round {number} was played with rules this version does not have: {fault}."
COMES_OUT_OTHERWISE: Final = "Round {number} does not play again as it was recorded."

REASONS: Final = (DAMAGED, OTHER_RULES, COMES_OUT_OTHERWISE)
