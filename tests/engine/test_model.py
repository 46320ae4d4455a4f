"""Models: their form, their identity and that every released one stays."""

import dataclasses
import json

import pytest

from game.engine import model as md
from game.engine.rules import HEART_VALUES

RELEASED = {"0.1.0": "0.1.0+a5696f737cf0", "1.0.0": "1.0.0+009812059425"}
"""Identities of all models ever released: none may change or go."""


def test_every_released_model_is_there_unaltered():
    assert {version: md.load_model(version).identity for version in md.released_versions()} == RELEASED
    assert md.released_versions()[-1] == md.CURRENT


@pytest.mark.parametrize("version", md.released_versions())
def test_released_models_obey_the_printed_lists(version):
    model = md.load_model(version)
    for name in md.SETS:
        assert all(set(strip) == set(md.KINDS) for strip in model.reels[name])
        weights = model.heart_weights[name]
        assert len(weights) == len(HEART_VALUES) == 15
        assert min(weights) >= 1
        assert sorted(weights, reverse=True) == list(weights)


def test_a_model_survives_its_file():
    model = md.current_model()
    again = md.model_from_json(json.loads(json.dumps(md.model_to_json(model))))
    assert again == model
    assert again.identity == model.identity
    assert md.find_model(model.identity) is md.current_model()


def test_an_altered_model_is_another_model():
    model = md.current_model()
    weights = list(model.heart_weights["free"])
    weights[0], weights[1] = weights[0] - 1, weights[1] + 1
    altered = dataclasses.replace(model, heart_weights={**model.heart_weights, "free": tuple(weights)})
    assert altered.identity != model.identity
    with pytest.raises(md.UnknownModel, match="is not the released"):
        md.find_model(altered.identity)


@pytest.mark.parametrize("identity", ["", "9.9.9+000000000000", "../model", "1.0.0"])
def test_unknown_models_are_refused(identity):
    with pytest.raises(md.UnknownModel):
        md.find_model(identity)


def test_a_model_that_breaks_the_rules_is_refused():
    data = md.model_to_json(md.current_model())
    for breakage in (
        {"heart_weights": {**data["heart_weights"], "base": [65536] + [0] * 14}},
        {"heart_weights": {**data["heart_weights"], "base": [1] * 15}},
        {"reels": {**data["reels"], "free": data["reels"]["free"][:5]}},
        {"reels": {**data["reels"], "free": [[0] * 256] * 6}},
        {"reels": {"base": data["reels"]["base"]}},
        {"reels": {**data["reels"], "free": [[99] * 256] * 6}},
    ):
        with pytest.raises(md.BadModel):
            md.model_from_json({**data, **breakage})


def test_heart_values_follow_the_weights():
    model = md.current_model()
    for name in md.SETS:
        drawn = [model.heart_value(name, top << 48) for top in range(2**16)]
        assert [drawn.count(value) for value in HEART_VALUES] == list(model.heart_weights[name])
