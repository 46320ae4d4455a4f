"""Models: their form, their identity and that every released one stays."""

import dataclasses
import json

import pytest

from game.engine import Mode, Seed, play, rules
from game.engine import model as md
from game.engine.events import SymbolsPaid
from game.engine.rules import HEART_VALUES, PRINTED

RELEASED = {"0.1.0": "0.1.0+a5696f737cf0", "1.0.0": "1.0.0+009812059425", "1.1.0": "1.1.0+fe7f272e2e40"}
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


CHANGES = {
    "stakes": {"base": 20, "ante": 26, "buy": 2000},
    "bands": [8, 10, 13],
    "pays": {**PRINTED.to_json()["pays"], "yellow": [6, 15, 40]},
    "scatter_pays": {"4": 60, "5": 100, "6": 2001},
    "heart_values": [2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 50, 100, 250, 501],
    "free_spins_trigger": 5,
    "free_spins": 16,
    "retrigger_trigger": 4,
    "retrigger_spins": 6,
    "cap": 100_001,
}
"""Every rule, changed by a little."""


def with_rule(model, name, value):
    return dataclasses.replace(model, ruleset=rules.ruleset_from_json({**model.ruleset.to_json(), name: value}))


def test_every_rule_has_a_change():
    assert set(CHANGES) == set(PRINTED.to_json())


@pytest.mark.parametrize("name", CHANGES)
def test_one_changed_rule_is_another_identity(name):
    model = md.current_model()
    altered = with_rule(model, name, CHANGES[name])
    assert altered.identity != model.identity
    assert altered.identity.startswith("1.1.0+")
    with pytest.raises(md.UnknownModel, match="is not the released"):
        md.find_model(altered.identity)


@pytest.mark.parametrize("version", md.released_versions())
def test_every_model_plays_by_its_own_rules_and_the_current_one_by_the_printed_ones(version):
    assert (md.load_model(version).ruleset == PRINTED) or version != md.CURRENT
    model = with_rule(md.load_model(version), "pays", CHANGES["pays"])
    seed = Seed(3)
    ours, theirs = play(Mode.BASE, seed, model), play(Mode.BASE, seed, md.load_model("1.0.0"))
    if version != "0.1.0":
        assert (ours.win, theirs.win) == (6, 5)
    assert model.ruleset.pays["yellow"] == (6, 15, 40)


def test_a_stored_round_plays_as_it_did_whatever_the_printed_rules_become(monkeypatch):
    identities = {version: md.load_model(version).identity for version in md.released_versions()}
    before = {version: play(Mode.BUY, Seed(9), md.load_model(version)) for version in identities}
    monkeypatch.setattr(rules, "PRINTED", rules.ruleset_from_json({**PRINTED.to_json(), "pays": CHANGES["pays"]}))
    monkeypatch.setattr(rules, "PAYS", rules.PRINTED.pays)
    monkeypatch.setattr(rules, "CAP", 500)
    md.load_model.cache_clear()
    md.first_ruleset.cache_clear()
    try:
        assert {version: md.load_model(version).identity for version in identities} == identities
        assert {version: play(Mode.BUY, Seed(9), md.load_model(version)) for version in identities} == before
        assert any(isinstance(event, SymbolsPaid) for event in before[md.CURRENT].events)
    finally:
        md.load_model.cache_clear()
        md.first_ruleset.cache_clear()


def test_the_first_ruleset_is_bound_by_its_hash(monkeypatch):
    read = md._read
    monkeypatch.setattr(md, "_read", lambda name: {**read(name), **({"cap": 99} if name == "ruleset-1.json" else {})})
    md.first_ruleset.cache_clear()
    try:
        with pytest.raises(md.BadModel, match="was altered"):
            md.first_ruleset()
    finally:
        md.first_ruleset.cache_clear()


def test_the_new_model_is_the_old_one_with_its_rules_in_its_hash():
    old, new = md.load_model("1.0.0"), md.load_model("1.1.0")
    assert (old.reels, old.heart_weights, old.ruleset) == (new.reels, new.heart_weights, new.ruleset)
    assert [play(Mode.BASE, Seed(seed), old).events for seed in range(200)] == [
        play(Mode.BASE, Seed(seed), new).events for seed in range(200)
    ]


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
        {"ruleset": {**data["ruleset"], "cap": 0}},
        {"ruleset": None},
        {"draw_contract": 2},
        {"kinds": data["kinds"][::-1]},
    ):
        with pytest.raises(md.BadModel):
            md.model_from_json({**data, **breakage})


def test_heart_values_follow_the_weights():
    model = md.current_model()
    for name in md.SETS:
        drawn = [model.heart_value(name, top << 48) for top in range(2**16)]
        assert [drawn.count(value) for value in HEART_VALUES] == list(model.heart_weights[name])
