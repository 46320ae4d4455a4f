"""The catalogues: complete, up to date, with every field in its place; numbers, dates and amounts as written there."""

import re
from datetime import UTC, datetime
from gettext import GNUTranslations

import pytest

from game import paths
from game.engine.rules import BANDS, BASE_BET, FREE_SPINS, FREE_SPINS_TRIGGER, STAKES, Mode
from game.language import DOMAIN, MANNERS, Language, languages

OTHERS = ("af", "ms")


def catalogue(code):
    with (paths.locale_folder() / code / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return GNUTranslations(file)._catalog


def test_the_languages_there_are():
    assert languages(paths.locale_folder()) == ["en", *OTHERS]
    assert set(MANNERS) == {"en", *OTHERS}


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_of_the_game_is_translated_and_compiled(code):
    pytest.importorskip("babel")
    from game.locale.__main__ import template

    texts = {message.id for message in template() if message.id}
    written = catalogue(code)
    assert not texts - set(written), "run: python -m game.locale"
    assert all(written[text] for text in texts)


@pytest.mark.parametrize("code", OTHERS)
def test_fields_and_lines_are_the_same(code):
    for text, translated in catalogue(code).items():
        if text:
            assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", translated)), text
            assert text.count("\n") == translated.count("\n"), text


@pytest.mark.parametrize("code", OTHERS)
def test_the_fonts_draw_every_letter(code):
    pygame = pytest.importorskip("pygame")
    from game.platform.text import FACES

    pygame.font.init()
    letters = sorted(set("".join(catalogue(code).values())) - {"\n"})
    for face in set(FACES.values()):
        font = pygame.font.Font(paths.fonts_folder() / face, 24)
        missing = [letter for letter, metric in zip(letters, font.metrics("".join(letters)), strict=True) if not metric]
        assert not missing, face


def test_an_unknown_language_is_english():
    language = Language(paths.locale_folder(), "xx")
    assert language.tr("Settings") == "Settings"
    assert language.number(1234.5, 2) == "1,234.50"


def test_numbers_and_dates():
    moment = datetime(2026, 10, 3, 9, 5, tzinfo=UTC)
    english, malay, afrikaans = (Language(paths.locale_folder(), code) for code in ("en", "ms", "af"))
    assert english.number(1234567.891, 2) == malay.number(1234567.891, 2) == "1,234,567.89"
    assert afrikaans.number(1234567.891, 2) == "1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567,89"
    assert english.percent(0.965) == malay.percent(0.965) == "96.50%"
    assert afrikaans.percent(0.965) == "96,50\N{NO-BREAK SPACE}%"
    assert english.moment(moment) == "3 Oct 2026, 09:05"
    assert malay.day(moment) == "3 Okt 2026"
    assert afrikaans.day(moment.replace(month=3)) == "3 Mrt 2026"


WORDS = {
    "eight or more": str(BANDS[0]),
    "four scatters": str(FREE_SPINS_TRIGGER),
    "fifteen free spins": str(FREE_SPINS),
    "costs 100 base bets": str(STAKES[Mode.BUY] // BASE_BET),
    "100× the base bet": str(STAKES[Mode.BUY] // BASE_BET),
}
"""What sentences say in words or figures of their own -> the rule behind it."""
FIGURES = {"eight": "8", "four": "4", "fifteen": "15", "100": "100"}


def test_numbers_within_sentences_are_those_of_the_rules():
    """Spelled out they read better than put in; so they are held to the rules here."""
    said = " ".join(text.lower() for text in catalogue("ms") if isinstance(text, str))
    for words, rule in WORDS.items():
        assert words in said, words
        figure = next(figure for word, figure in FIGURES.items() if word in words)
        assert figure == rule, words
