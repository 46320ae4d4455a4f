"""Golden rounds: what each released model plays for fixed seeds, for ever.

``python tests/engine/test_golden.py`` prints those of the current model, to be added when a model is released.
"""

import hashlib
import json
from pathlib import Path

import pytest

from game.engine import current_model, find_model, play
from game.engine.rng import derived_seeds
from game.engine.rules import Mode
from game.lab.tags import TAGS

GOLDEN_FILE = Path(__file__).parent / "golden.json"
GOLDEN = json.loads(GOLDEN_FILE.read_text())
"""Model identity -> mode -> batch seed, rounds, coins won and SHA-256 of their JSON lines; and single rounds."""
BATCH_SEED = 1
BATCH_ROUNDS = {Mode.BASE: 500, Mode.ANTE: 500, Mode.BUY: 30}


def play_batch(mode, model, seed, rounds):
    played = [play(mode, each, model) for each in derived_seeds(seed, rounds)]
    records = [{**each.to_json(), "seed": each.seed} for each in played]
    lines = "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in records)
    coins = sum(each.win for each in played)
    return {"seed": seed, "rounds": rounds, "coins_won": coins, "sha256": hashlib.sha256(lines.encode()).hexdigest()}


def play_notable(mode, model, seed):
    played = play(mode, seed, model)
    before_last = type(played.events[-2]).__name__
    return {"seed": seed, "win": played.win, "events": len(played.events), "before_last": before_last}


@pytest.mark.parametrize("identity", GOLDEN)
@pytest.mark.parametrize("mode", Mode)
def test_a_batch_plays_as_recorded(identity, mode):
    recorded = GOLDEN[identity][mode]["batch"]
    assert play_batch(mode, find_model(identity), recorded["seed"], recorded["rounds"]) == recorded


@pytest.mark.parametrize("identity", GOLDEN)
@pytest.mark.parametrize("mode", Mode)
def test_notable_rounds_play_as_recorded(identity, mode):
    model = find_model(identity)
    for recorded in GOLDEN[identity][mode]["rounds"]:
        assert play_notable(mode, model, recorded["seed"]) == recorded


def test_the_current_model_has_golden_rounds():
    assert current_model().identity in GOLDEN


def record(model):
    """The golden rounds of a model: a batch a mode, and the first round found for each tag."""
    from game.lab.find import find_rounds

    recorded = {}
    for mode in Mode:
        seeds = dict.fromkeys(next(find_rounds(mode, tag, 5, model)) for tag in TAGS)
        recorded[mode] = {
            "batch": play_batch(mode, model, BATCH_SEED, BATCH_ROUNDS[mode]),
            "rounds": [play_notable(mode, model, seed) for seed in seeds],
        }
    return {model.identity: recorded}


if __name__ == "__main__":
    print(json.dumps(record(current_model()), indent=1))
