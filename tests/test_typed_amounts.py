"""Amounts as players type them."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.money import CURRENCIES, BadAmount, format_money, parse_money


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("0", 0),
        ("20", 2000),
        ("20.5", 2050),
        ("20,50", 2050),
        ("1,000", 100_000),
        ("1,000.05", 100_005),
        ("1.000,05", 100_005),
        ("1 000,05", 100_005),
        (" 7. ", 700),
        ("9999999999", 999_999_999_900),
    ],
)
def test_what_is_understood(text, minor):
    assert parse_money(text) == minor


@pytest.mark.parametrize(
    "text",
    [
        *("", ".", "-1", "+1", "1.234.5678", "1e3", "abc", "12345678901", "1..2", "½", "\u0661"),
        *("0.500", "0,050", "00.500", "1,000,5", "1.000,000", "1 000.000,5", "1,000.000"),
    ],
)
def test_what_is_refused(text):
    with pytest.raises(BadAmount):
        parse_money(text)


@given(st.text(max_size=20))
def test_anything_is_an_amount_or_refused(text):
    with suppress(BadAmount):
        assert parse_money(text) >= 0


@given(st.integers(0, 10**11), st.sampled_from(list(CURRENCIES)))
def test_what_is_written_is_read_again(minor, code):
    shown_in = CURRENCIES[code]
    text = format_money(minor, shown_in).replace(shown_in.symbol.replace(" ", "\N{NO-BREAK SPACE}"), "")
    assert parse_money(text) == minor
