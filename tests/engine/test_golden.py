"""Golden rounds: what each released model plays for fixed seeds, for ever."""

import hashlib
import json
from pathlib import Path

import pytest

from game.engine import find_model, play
from game.engine.rng import derived_seeds
from game.engine.rules import Mode

GOLDEN = json.loads((Path(__file__).parent / "golden.json").read_text())
"""Model identity -> mode -> batch seed, rounds, coins won and SHA-256 of their JSON lines; and single rounds."""


@pytest.mark.parametrize("identity", GOLDEN)
@pytest.mark.parametrize("mode", Mode)
def test_a_batch_plays_as_recorded(identity, mode):
    recorded, model = GOLDEN[identity][mode]["batch"], find_model(identity)
    rounds = [play(mode, seed, model) for seed in derived_seeds(recorded["seed"], recorded["rounds"])]
    assert sum(played.win for played in rounds) == recorded["coins_won"]
    lines = "".join(json.dumps(played.to_json(), separators=(",", ":")) + "\n" for played in rounds)
    assert hashlib.sha256(lines.encode()).hexdigest() == recorded["sha256"]


@pytest.mark.parametrize("identity", GOLDEN)
@pytest.mark.parametrize("mode", Mode)
def test_notable_rounds_play_as_recorded(identity, mode):
    model = find_model(identity)
    for recorded in GOLDEN[identity][mode]["rounds"]:
        played = play(mode, recorded["seed"], model)
        assert played.win == recorded["win"]
        assert len(played.events) == recorded["events"]
        assert type(played.events[-2]).__name__ == recorded["before_last"]
