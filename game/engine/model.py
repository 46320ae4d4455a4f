"""The maths of the game as data: reel strips and heart tables, with a version and a content hash.

Models live as JSON files in ``game/engine/models``; every released one stays there, so that a stored round can
always be replayed with the maths that made it. A model's identity is ``version+hash``, the hash taken over its
strips and weights, so an altered file is another, unknown model.
"""

import hashlib
import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import accumulate
from typing import Any, Final

from game.engine.rules import HEART, HEART_VALUES, PAYS, REELS, SCATTER

CURRENT: Final = "1.0.0"
"""Version of the model new rounds are played with."""

STOPS: Final = 256
"""Cells of a strip: a stop is one byte of a draw, so every stop is exactly as likely as any other."""
HEART_BITS: Final = 16
"""Heart weights sum to 2**HEART_BITS, so a heart's value is the top bits of one draw."""
KINDS: Final = (*PAYS, SCATTER, HEART)
"""Strip symbols in the order of their numbers in the model files."""
SETS: Final = ("base", "ante", "free")
"""Reel sets: base game (and buy), ante game, free spins."""


class BadModel(ValueError):
    """A model file that breaks the form or rules of a model."""


class UnknownModel(ValueError):
    """A model identity that this version of the game does not hold."""


@dataclass(frozen=True)
class Model:
    """One complete set of maths."""

    version: str
    """Version named in the file, such as ``"1.0.0"``."""
    reels: Mapping[str, tuple[tuple[str, ...], ...]]
    """Reel set -> six strips of :data:`STOPS` kind names. A stop shows cells ``stop`` (bottom) to ``stop + 4``
    (top); refills continue upwards from ``stop + 5``, wrapping round."""
    heart_weights: Mapping[str, tuple[int, ...]]
    """Reel set -> weight of each of ``HEART_VALUES``, in that order, summing to ``2**HEART_BITS``."""

    identity: str = field(init=False)
    """``version+hash``: what a stored round names."""
    _heart_limits: Mapping[str, tuple[int, ...]] = field(init=False, repr=False, compare=False)
    """Reel set -> running sums of its heart weights."""

    def __post_init__(self) -> None:
        _check(self)
        limits = {name: tuple(accumulate(weights)) for name, weights in self.heart_weights.items()}
        object.__setattr__(self, "_heart_limits", limits)
        object.__setattr__(self, "identity", f"{self.version}+{content_hash(self)}")

    def heart_value(self, reel_set: str, number: int) -> int:
        """The value a heart takes for a uniform 64-bit draw."""
        return HEART_VALUES[bisect_right(self._heart_limits[reel_set], number >> (64 - HEART_BITS))]


def content_hash(model: Model) -> str:
    """The first twelve hex digits of the SHA-256 of the model's strips and weights."""
    content = {
        "reels": {name: [[KINDS.index(kind) for kind in strip] for strip in model.reels[name]] for name in SETS},
        "heart_weights": {name: list(model.heart_weights[name]) for name in SETS},
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:12]


def _check(model: Model) -> None:
    """Raise :class:`BadModel` unless every strip and weight obeys the rules of a model."""
    if set(model.reels) != set(SETS) or set(model.heart_weights) != set(SETS):
        raise BadModel(f"model {model.version}: reel sets and heart tables must be {', '.join(SETS)}")
    for name in SETS:
        strips, weights = model.reels[name], model.heart_weights[name]
        if len(strips) != REELS or any(len(strip) != STOPS for strip in strips):
            raise BadModel(f"model {model.version}: {name} needs {REELS} strips of {STOPS} cells")
        if any(set(strip) != set(KINDS) for strip in strips):
            raise BadModel(f"model {model.version}: every symbol must be on every {name} reel")
        if len(weights) != len(HEART_VALUES) or min(weights) < 1 or sum(weights) != 2**HEART_BITS:
            raise BadModel(f"model {model.version}: {name} heart weights must be positive and sum to {2**HEART_BITS}")


def model_from_json(data: Mapping[str, Any]) -> Model:
    """The model in a parsed model file; raises :class:`BadModel`."""
    try:
        reels = {
            name: tuple(tuple(KINDS[number] for number in strip) for strip in strips)
            for name, strips in data["reels"].items()
        }
        weights = {name: tuple(int(weight) for weight in row) for name, row in data["heart_weights"].items()}
        return Model(str(data["version"]), reels, weights)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise BadModel(f"not a model: {type(error).__name__}: {error}") from error


def model_to_json(model: Model) -> dict[str, Any]:
    """The model as the object its file holds."""
    return {
        "version": model.version,
        "kinds": list(KINDS),
        "heart_values": list(HEART_VALUES),
        "heart_weights": {name: list(model.heart_weights[name]) for name in SETS},
        "reels": {name: [[KINDS.index(kind) for kind in strip] for strip in model.reels[name]] for name in SETS},
    }


@cache
def load_model(version: str) -> Model:
    """The released model of that version; raises :class:`UnknownModel`."""
    if version not in released_versions():
        raise UnknownModel(f"unknown model version {version!r}: this game holds {', '.join(released_versions())}")
    return model_from_json(json.loads(resources.files(__package__).joinpath("models", f"{version}.json").read_text()))


@cache
def released_versions() -> Sequence[str]:
    """The versions of all models in the package, oldest first."""
    names = [entry.name for entry in resources.files(__package__).joinpath("models").iterdir()]
    versions = [name.removesuffix(".json") for name in names if name.count(".") == 3 and name.endswith(".json")]
    return sorted(versions, key=lambda version: [int(part) for part in version.split(".")])


def current_model() -> Model:
    """The model new rounds are played with."""
    return load_model(CURRENT)


def find_model(identity: str) -> Model:
    """The released model with that ``version+hash``; raises :class:`UnknownModel` if it is unknown or altered.

    >>> find_model("1.0.0+009812059425").version
    '1.0.0'
    """
    version = identity.partition("+")[0]
    model = load_model(version)
    if model.identity != identity:
        raise UnknownModel(f"model {identity} is not the released {model.identity}")
    return model
