"""Events and their JSON: a closed union that survives the round trip."""

import json
from typing import get_args

import pytest

from game.engine import events as ev
from game.engine import play
from game.engine.rng import derived_seeds
from game.engine.rules import Mode


def test_the_union_is_the_list_of_types():
    assert set(ev.EVENT_TYPES) == {kind.__name__ for kind in get_args(ev.Event)}
    assert len(ev.EVENT_TYPES) == 11


@pytest.mark.parametrize("mode", Mode)
def test_every_event_comes_back_from_json(mode):
    met = set()
    for seed in derived_seeds(77, 5 if mode is Mode.BUY else 100):
        for event in play(mode, seed).events:
            text = json.dumps(ev.event_to_json(event))
            assert ev.event_from_json(json.loads(text)) == event
            met.add(type(event))
    assert ev.RoundEnded in met
    assert ev.BoardTumbled in met


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"event": "Nothing"},
        {"event": "RoundEnded"},
        {"event": "SymbolsPaid", "wins": [1], "amount": 1, "sequence_win": 1},
        {"event": ["RoundEnded"]},
        [],
        None,
        "RoundEnded",
    ],
)
def test_what_is_not_an_event_is_refused(data):
    with pytest.raises(ev.BadEvent):
        ev.event_from_json(data)
