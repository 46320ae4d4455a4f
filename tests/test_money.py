"""Bets, the bet ladder and amounts as they are read."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import money
from game.engine.rules import CAP, STAKES, Mode
from game.money import COIN_VALUES, CURRENCIES, LADDER, LEVELS, BadBet, Bet, format_money

bets = st.builds(Bet, st.sampled_from(COIN_VALUES), st.sampled_from(LEVELS))
currencies = st.sampled_from(list(CURRENCIES.values()))


def test_the_printed_bets() -> None:
    """Smallest 0.20, largest 600.00, default 2.00; with the ante up to 750.00, bought up to 60,000.00."""
    assert (money.FIRST_OFFER.base, money.DEFAULT.base, money.MAX.base) == (20, 200, 60_000)
    assert money.MAX.price(Mode.ANTE) == 75_000
    assert money.MAX.price(Mode.BUY) == 6_000_000
    assert money.MAX.amount(CAP) == 300_000_000
    assert money.DEFAULT.price(Mode.ANTE) == 250


@given(bets)
def test_a_price_is_the_stake_in_coins_at_the_coin_value_and_level(bet: Bet) -> None:
    assert bet.base == 20 * bet.coin * bet.level == bet.price(Mode.BASE)
    for mode, coins in STAKES.items():
        assert bet.price(mode) == bet.amount(coins) == coins * bet.coin * bet.level


def test_the_ladder_has_every_total_once_in_order() -> None:
    totals = [bet.base for bet in LADDER]
    assert totals == sorted({20 * coin * level for coin in COIN_VALUES for level in LEVELS})


def test_a_rung_has_the_lowest_level_of_its_total() -> None:
    for rung in LADDER:
        same = [Bet(c, v) for c in COIN_VALUES for v in LEVELS if 20 * c * v == rung.base]
        assert rung.level == min(bet.level for bet in same)


@given(bets)
def test_up_and_down_reach_the_neighbouring_totals(bet: Bet) -> None:
    totals = [rung.base for rung in LADDER]
    at = totals.index(bet.base)
    assert bet.up().base == totals[min(at + 1, len(totals) - 1)]
    assert bet.down().base == totals[max(at - 1, 0)]
    assert bet.up() in LADDER
    assert bet.down() in LADDER


def test_stepping_walks_the_whole_ladder_both_ways() -> None:
    walked = [LADDER[0]]
    while walked[-1].up() != walked[-1]:
        walked.append(walked[-1].up())
    assert tuple(walked) == LADDER
    while walked[-1].down() != walked[-1]:
        walked.append(walked[-1].down())
    assert tuple(walked[len(LADDER) - 1 :]) == tuple(reversed(LADDER))


@pytest.mark.parametrize(
    ("coin", "level"),
    [(0, 1), (4, 1), (-1, 1), (10, 0), (10, 11), (10.0, 1), (True, 1), (1, True), ("1", 1), (None, 1)],
)
def test_a_bet_that_is_not_offered_is_refused(coin: int, level: int) -> None:
    with pytest.raises(BadBet, match="is not offered"):
        Bet(coin, level)


@pytest.mark.parametrize(
    ("minor", "code", "text"),
    [
        (300_000_000, "MYR", "RM3,000,000.00"),
        (20, "ZAR", "R0.20"),
        (0, "USD", "$0.00"),
        (-5, "EUR", "−€0.05"),
        (123_456, "GBP", "£1,234.56"),
        (123_456_789, "BRL", "R$1.234.567,89"),
        (123_456_789, "SEK", "1\xa0234\xa0567,89\xa0kr"),
        (100_000, "CHF", "CHF\xa01'000.00"),
        (99, "NONE", "0.99"),
    ],
)
def test_amounts_read_as_written(minor: int, code: str, text: str) -> None:
    assert format_money(minor, money.currency(code)) == text


def test_gains_and_losses_can_carry_a_sign() -> None:
    assert format_money(5, money.PLAIN, signed=True) == "+0.05"
    assert format_money(0, money.PLAIN, signed=True) == "0.00"
    assert format_money(-5, money.PLAIN, signed=True) == "−0.05"


@given(st.integers(-(10**15), 10**15), currencies)
def test_every_amount_can_be_read_back(minor: int, shown_in: money.Currency) -> None:
    text = format_money(minor, shown_in)
    digits = int(re.sub(r"\D", "", text))
    assert (-digits if text.startswith(money.MINUS) else digits) == minor


@pytest.mark.parametrize("code", ["", "rm", "XYZ", None])
def test_an_unknown_currency_is_refused(code: str) -> None:
    with pytest.raises(money.UnknownCurrency):
        money.currency(code)


@pytest.mark.parametrize(
    ("locale", "code"),
    [("ms_MY.UTF-8", "MYR"), ("en_ZA", "ZAR"), ("en_US.UTF-8", "USD"), ("de_DE@euro", "EUR"), ("en_GB", "GBP"),
     ("pt_BR.UTF-8", "BRL"), ("fr_CH", "CHF"), ("sv_SE", "SEK"), ("ja_JP", "NONE"), ("C.UTF-8", "NONE"), ("", "NONE"),
     ("en_NO", "NONE"), ("en_EU", "EUR")],
)  # fmt: skip
def test_the_first_currency_is_the_locale_s_or_plain_numbers(locale: str, code: str) -> None:
    assert money.local_currency(locale).code == code
