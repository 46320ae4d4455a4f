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
        assert rules.symbol_pay(symbol, count) == (0 if band is None else pays[band])


def test_scatters_pay_three_five_and_a_hundred_bets():
    assert [rules.scatter_pay(count) for count in range(9)] == [0, 0, 0, 0, 60, 100, 2000, 2000, 2000]


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
