"""The maths of the game as data: reel strips, heart tables and ruleset, with a version and a content hash.

Models live as JSON files in ``game/engine/models``; every released one stays there, so that a stored round can
always be replayed with the maths that made it. A model's identity is ``version+hash``, the hash taken over everything
that decides a round, so an altered file, or one changed pay, is another, unknown model.

The first two models are older than their files' ruleset. Their hash covers strips and weights alone, and the ruleset
they were made with is kept beside them, bound by a hash of its own (:data:`FIRST_RULESET_HASH`).
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

from game.engine.rules import HEART, REELS, ROWS, SCATTER, SYMBOLS, BadRuleset, Ruleset, ruleset_from_json

CURRENT: Final = "1.1.0"
"""Version of the model new rounds are played with."""

STOPS: Final = 256
"""Cells of a strip: a stop is one byte of a draw, so every stop is exactly as likely as any other."""
HEART_BITS: Final = 16
"""Heart weights sum to 2**HEART_BITS, so a heart's value is the top bits of one draw."""
KINDS: Final = (*SYMBOLS, SCATTER, HEART)
"""Strip symbols in the order of their numbers in the model files."""
SETS: Final = ("base", "ante", "free")
"""Reel sets: base game (and buy), ante game, free spins."""
DRAW_CONTRACT: Final = 1
"""How a seed becomes stops and hearts (``docs/draw-contract.md``): part of what a model's hash covers."""
FIRST_RULESET_HASH: Final = "7c21edd4b816bdd733616acc64e3fb812226f8ec82e8c3c5f46a9b897fa58f77"
"""SHA-256 of the ruleset of the models whose files hold none."""


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
    """Reel set -> weight of each of the ruleset's heart values, in that order, summing to ``2**HEART_BITS``."""
    ruleset: Ruleset
    """The rules its rounds are played by."""
    hash_covers_ruleset: bool = True
    """False of the first models, whose files hold no ruleset."""

    identity: str = field(init=False)
    """``version+hash``: what a stored round names."""
    _heart_limits: Mapping[str, tuple[int, ...]] = field(init=False, repr=False, compare=False)
    """Reel set -> running sums of its heart weights."""
    _scatters: Mapping[str, tuple[bytes, ...]] = field(init=False, repr=False, compare=False)
    """Reel set -> for each reel, how many scatters it shows at each stop."""

    def __post_init__(self) -> None:
        _check(self)
        limits = {name: tuple(accumulate(weights)) for name, weights in self.heart_weights.items()}
        scatters = {name: tuple(_scatters_shown(strip) for strip in self.reels[name]) for name in SETS}
        object.__setattr__(self, "_heart_limits", limits)
        object.__setattr__(self, "_scatters", scatters)
        object.__setattr__(self, "identity", f"{self.version}+{content_hash(self)}")

    def scatters_shown(self, reel_set: str, number: int) -> int:
        """How many scatters the board of a 64-bit draw shows: reel ``r`` stops at byte ``r``, lowest first."""
        return sum([reel[number >> 8 * place & 255] for place, reel in enumerate(self._scatters[reel_set])])

    def heart_value(self, reel_set: str, number: int) -> int:
        """The value a heart takes for a uniform 64-bit draw."""
        return self.ruleset.heart_values[bisect_right(self._heart_limits[reel_set], number >> (64 - HEART_BITS))]


def _scatters_shown(strip: Sequence[str]) -> bytes:
    turn = [kind == SCATTER for kind in (*strip, *strip[:ROWS])]
    return bytes(sum(turn[stop : stop + ROWS]) for stop in range(STOPS))


def content_hash(model: Model) -> str:
    """The first twelve hex digits of the SHA-256 of everything that decides a round of the model."""
    content: dict[str, Any] = {
        "reels": {name: [[KINDS.index(kind) for kind in strip] for strip in model.reels[name]] for name in SETS},
        "heart_weights": {name: list(model.heart_weights[name]) for name in SETS},
    }
    if model.hash_covers_ruleset:
        content |= {"ruleset": model.ruleset.to_json(), "draw_contract": DRAW_CONTRACT}
    return _digest(content)[:12]


def _digest(content: Any) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


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
        if len(weights) != len(model.ruleset.heart_values) or min(weights) < 1 or sum(weights) != 2**HEART_BITS:
            raise BadModel(f"model {model.version}: {name} heart weights must be positive and sum to {2**HEART_BITS}")


def model_from_json(data: Mapping[str, Any]) -> Model:
    """The model in a parsed model file; raises :class:`BadModel`."""
    try:
        if list(data["kinds"]) != list(KINDS):
            raise BadModel("a model's kinds must be " + ", ".join(KINDS))
        reels = {
            name: tuple(tuple(KINDS[number] for number in strip) for strip in strips)
            for name, strips in data["reels"].items()
        }
        weights = {name: tuple(int(weight) for weight in row) for name, row in data["heart_weights"].items()}
        if "ruleset" not in data:
            return Model(str(data["version"]), reels, weights, first_ruleset(), hash_covers_ruleset=False)
        if data["draw_contract"] != DRAW_CONTRACT:
            raise BadModel(f"model {data['version']} is for another draw contract")
        return Model(str(data["version"]), reels, weights, ruleset_from_json(data["ruleset"]))
    except (KeyError, IndexError, TypeError, AttributeError, BadRuleset) as error:
        raise BadModel(f"not a model: {type(error).__name__}: {error}") from error


def model_to_json(model: Model) -> dict[str, Any]:
    """The model as the object its file holds."""
    rules = {"draw_contract": DRAW_CONTRACT, "ruleset": model.ruleset.to_json()}
    return {
        "version": model.version,
        "kinds": list(KINDS),
        **(rules if model.hash_covers_ruleset else {"heart_values": list(model.ruleset.heart_values)}),
        "heart_weights": {name: list(model.heart_weights[name]) for name in SETS},
        "reels": {name: [[KINDS.index(kind) for kind in strip] for strip in model.reels[name]] for name in SETS},
    }


@cache
def load_model(version: str) -> Model:
    """The released model of that version; raises :class:`UnknownModel`."""
    if version not in released_versions():
        raise UnknownModel(f"unknown model version {version!r}: this game holds {', '.join(released_versions())}")
    return model_from_json(_read(f"{version}.json"))


@cache
def first_ruleset() -> Ruleset:
    """The ruleset of the models whose files hold none; raises :class:`BadModel` if it was altered."""
    data = _read("ruleset-1.json")
    if _digest(data) != FIRST_RULESET_HASH:
        raise BadModel("the ruleset of the first models was altered")
    return ruleset_from_json(data)


def _read(name: str) -> Any:
    return json.loads(resources.files(__package__).joinpath("models", name).read_text(encoding="utf-8"))


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
