"""Help lines: every currency's and every language's country has one, and nobody is sent elsewhere."""

import re

import pytest

from game import paths
from game.help_lines import HELP_LINES, nearest
from game.language import languages, read_format
from game.money import CURRENCIES


def test_lines_are_whole_and_in_order():
    assert all(len(re.findall(r"\d", line.number)) > 2 and line.place and line.name for line in HELP_LINES)
    assert len({line.country for line in HELP_LINES}) == len(HELP_LINES)
    assert {line.currency for line in HELP_LINES} - {""} <= set(CURRENCIES)
    latin = [line.place for line in HELP_LINES if line.place.isascii()]
    assert latin == sorted(latin)


@pytest.mark.parametrize("code", languages(paths.locale_folder()))
def test_a_language_leads_to_its_country(code):
    country = read_format(paths.locale_folder(), code).country
    assert [line.country for line in nearest("", country)] == [country] * bool(country)


def test_currency_and_language_lead_to_both_countries_once():
    assert [line.country for line in nearest("MYR", "ZA")] == ["ZA", "MY"]
    assert [line.country for line in nearest("ZAR", "ZA")] == ["ZA"]
    assert nearest("EUR", "") == []
