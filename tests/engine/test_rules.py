"""The printed numbers, against a second copy of the rules pages."""

import pytest

from game.engine import rules
from game.engine.rules import Mode

PRINTED = """
sun 10 25 50
winged_heart 2.5 10 25
moon 2 5 15
star 1.5 2 12
red 1 1.5 10
blue 0.8 1.2 8
green 0.5 1 5
teal 0.4 0.9 4
yellow 0.25 0.75 2
"""
"""Pays of 8-9, 10-11 and 12-30 of each symbol, in base bets."""


def test_the_paytable_is_the_printed_one():
    lines = [line.split() for line in PRINTED.split("\n") if line]
    assert [line[0] for line in lines] == list(rules.PAYS)
    for symbol, *multiples in lines:
        assert [coins / rules.BASE_BET for coins in rules.PAYS[symbol]] == [float(text) for text in multiples]


@pytest.mark.parametrize(
    ("count", "band"), [(0, None), (7, None), (8, 0), (9, 0), (10, 1), (11, 1), (12, 2), (13, 2), (30, 2)]
)
def test_bands(count, band):
    for symbol, pays in rules.PAYS.items():
        assert rules.PRINTED.symbol_pay(symbol, count) == (0 if band is None else pays[band])


def test_scatters_pay_three_five_and_a_hundred_bets():
    assert [rules.PRINTED.scatter_pay(count) for count in range(9)] == [0, 0, 0, 0, 60, 100, 2000, 2000, 2000]


def test_stakes_cap_and_free_spins():
    assert dict(rules.STAKES) == {Mode.BASE: 20, Mode.ANTE: 25, Mode.BUY: 2000}
    assert rules.CAP == 5000 * rules.BASE_BET == 4000 * rules.STAKES[Mode.ANTE]
    assert (rules.FREE_SPINS_TRIGGER, rules.FREE_SPINS) == (4, 15)
    assert (rules.RETRIGGER_TRIGGER, rules.RETRIGGER_SPINS) == (3, 5)
    assert rules.RETURN_TO_PLAYER == 0.965


def test_every_heart_value_has_one_colour():
    colours = [rules.heart_colour(value) for value in rules.HEART_VALUES]
    assert colours == ["green"] * 6 + ["blue"] * 5 + ["pink"] * 2 + ["orange"] * 2


def test_modes_are_read_by_name():
    assert [rules.parse_mode(name) for name in ("base", "ante", "buy")] == list(Mode)
    with pytest.raises(rules.UnknownMode, match=r"unknown mode 'bonus': choose base, ante, buy"):
        rules.parse_mode("bonus")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cap", 0),
        ("cap", 1000.0),
        ("free_spins", True),
        ("free_spins_trigger", "4"),
        ("retrigger_spins", -5),
        ("bands", [8, 10]),
        ("bands", [8, 8, 12]),
        ("bands", [8, 10, 31]),
        ("heart_values", [3, 2]),
        ("heart_values", 2),
        ("stakes", {"base": 20, "ante": 25}),
        ("stakes", {"base": 20, "ante": 25, "buy": 2000, "bonus": 1}),
        ("scatter_pays", {}),
        ("scatter_pays", {"4": 60, "five": 100}),
        ("pays", {"sun": [200, 500, 1000]}),
        ("pays", {**rules.PRINTED.to_json()["pays"], "yellow": [5, 15]}),
        ("pays", {**rules.PRINTED.to_json()["pays"], "yellow": [5, 15, -40]}),
    ],
)
def test_a_ruleset_that_breaks_its_form_is_refused(name, value):
    with pytest.raises(rules.BadRuleset):
        rules.ruleset_from_json({**rules.PRINTED.to_json(), name: value})
    with pytest.raises(rules.BadRuleset):
        rules.ruleset_from_json({key: part for key, part in rules.PRINTED.to_json().items() if key != name})


def test_a_ruleset_cannot_be_changed():
    with pytest.raises(TypeError):
        rules.PRINTED.pays["yellow"] = (6, 15, 40)
    with pytest.raises(AttributeError):
        rules.PRINTED.cap = 1
