"""The rules of the game, without a window: one function plays a whole round from a mode and a seed.

``play(mode, seed)`` returns a :class:`Round` with everything that happened, in order. The same seed, mode and
model give the same round for ever. Nothing here knows of money, balances, clocks, pictures or the player.

>>> played = play(Mode.BASE, Seed(3), find_model("1.0.0+009812059425"))
>>> played.stake, played.win
(20, 5)
>>> [type(event).__name__ for event in played.events]
['BoardDropped', 'SymbolsPaid', 'BoardTumbled', 'SpinSettled', 'RoundEnded']
"""

from game.engine.model import Model, UnknownModel, current_model, find_model
from game.engine.rng import BadSeed, Seed, derived_seeds, new_seed, parse_seed
from game.engine.round import Round, play
from game.engine.rules import Mode, UnknownMode, parse_mode

__all__ = [
    "BadSeed",
    "Mode",
    "Model",
    "Round",
    "Seed",
    "UnknownMode",
    "UnknownModel",
    "current_model",
    "derived_seeds",
    "find_model",
    "new_seed",
    "parse_mode",
    "parse_seed",
    "play",
]
