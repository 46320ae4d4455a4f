"""The catalogues: complete, up to date, with every field in its place; numbers, dates and amounts as written there."""

import re
from datetime import UTC, datetime
from gettext import GNUTranslations

import pytest

from game import paths
from game.engine.rules import BANDS, BASE_BET, FREE_SPINS, FREE_SPINS_TRIGGER, STAKES, Mode
from game.language import DOMAIN, LOCALES, Language, languages

OTHERS = ("af", "ms")


def catalogue(code):
    with (paths.locale_folder() / code / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return GNUTranslations(file)._catalog


def keys_of(text):
    """What a compiled catalogue looks a text up by, for one and for many."""
    return [text] if isinstance(text, str) else [(text[0], 0), (text[0], 1)]


def test_the_languages_there_are():
    assert languages(paths.locale_folder()) == ["en", *OTHERS]
    assert set(LOCALES) == {"en", *OTHERS}


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_of_the_game_is_translated_and_compiled(code):
    pytest.importorskip("babel")
    from game.locale.__main__ import template

    texts = {key for message in template() if message.id for key in keys_of(message.id)}
    written = catalogue(code)
    assert not texts - set(written), "run: python -m game.locale"
    assert all(written[text] for text in texts)


@pytest.mark.parametrize("code", OTHERS)
def test_fields_and_lines_are_the_same(code):
    for key, translated in catalogue(code).items():
        text = key if isinstance(key, str) else key[0]
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
    "four or more scatters": str(FREE_SPINS_TRIGGER),
    "15 free spins": str(FREE_SPINS),
    "costs 100 base bets": str(STAKES[Mode.BUY] // BASE_BET),
    "100× the base bet": str(STAKES[Mode.BUY] // BASE_BET),
}
"""What sentences say in words or figures of their own -> the rule behind it."""
FIGURES = {"eight": "8", "four": "4", "15": "15", "100": "100"}


def test_numbers_within_sentences_are_those_of_the_rules():
    """Spelled out they read better than put in; so they are held to the rules here."""
    pytest.importorskip("babel")
    from game.locale.__main__ import template

    said = " ".join(message.id.lower() for message in template() if isinstance(message.id, str))
    for words, rule in WORDS.items():
        assert words in said, words
        figure = next(figure for word, figure in FIGURES.items() if word in words)
        assert figure == rule, words


def test_plurals_are_collected_and_looked_up(tmp_path):
    """One catalogue text with a form for one and a form for many, found by the collector and said by the language."""
    pytest.importorskip("babel")
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo

    from game.locale.__main__ import template

    forms = ("Your credit and {count} round were recovered.", "Your credit and {count} rounds were recovered.")
    assert forms in {message.id for message in template()}
    polish = Catalog(locale="pl", domain=DOMAIN)
    polish.add(("{count} spin", "{count} spins"), ("{count} obrót", "{count} obroty", "{count} obrotów"))
    folder = tmp_path / "pl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / f"{DOMAIN}.mo").open("wb") as file:
        write_mo(file, polish)
    language = Language(tmp_path, "pl")
    said = [language.ntr("{count} spin", "{count} spins", count).format(count=count) for count in (1, 3, 5)]
    assert said == ["1 obrót", "3 obroty", "5 obrotów"]
    english = Language(tmp_path)
    assert [english.ntr("spin", "spins", count) for count in (1, 2)] == ["spin", "spins"]
