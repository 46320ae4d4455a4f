"""The catalogues: complete, up to date, with every field in its place; numbers, dates and amounts as written there."""

import os
import random
import re
import struct
from datetime import UTC, datetime
from gettext import GNUTranslations

import pytest

from game import paths
from game.engine.rules import BANDS, FREE_SPINS, FREE_SPINS_TRIGGER
from game.language import DOMAIN, ENGLISH, FORMAT_FILE, Language, LocaleFormat, languages, read_format

OTHERS = languages(paths.locale_folder())[1:]


def catalogue(code):
    with (paths.locale_folder() / code / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return GNUTranslations(file)._catalog


def keys_of(text, forms):
    """What a compiled catalogue looks a text up by, for each of the language's plural ``forms``."""
    return [text] if isinstance(text, str) else [(text[0], form) for form in range(forms)]


def forms_of(code):
    """How many plural forms the language has."""
    from babel.messages.catalog import Catalog

    return Catalog(locale=code).num_plurals


def test_the_languages_there_are():
    """A folder is a language: with a catalogue, with its formats, and with a name of its own."""
    folder = paths.locale_folder()
    assert languages(folder)[0] == ENGLISH
    assert {"af", "ms"} <= set(OTHERS)
    assert sorted(file.parent.name for file in folder.glob(f"*/{FORMAT_FILE}")) == OTHERS
    names = [read_format(folder, code).name for code in (ENGLISH, *OTHERS)]
    assert len(set(names)) == len(names)
    assert not set(names) & set(OTHERS)


@pytest.mark.parametrize("code", OTHERS)
def test_formats_can_be_told_apart(code):
    """Twelve months, a group that is no point, and a date with all its parts."""
    written = read_format(paths.locale_folder(), code)
    assert len(set(written.months)) == 12
    assert written.group != written.point
    days = {
        Language(paths.locale_folder(), code).day(datetime(2026, month, day, tzinfo=UTC))
        for month in range(1, 13)
        for day in (1, 28)
    }
    assert len(days) == 24
    assert all("2026" in day for day in days)


@pytest.mark.parametrize(
    "content",
    [
        "months = [", "months = ['a']", "months = 5", "name = 3", "colour = 'red'", "date = '{day}'", "date = '{'",
        "date = '{day} {month} {year} {0}'", "\x00",
    ],
)  # fmt: skip
def test_a_damaged_format_is_english_and_said(tmp_path, content):
    place = tmp_path / "xx"
    place.mkdir()
    (place / FORMAT_FILE).write_text(content, encoding="utf-8")
    language = Language(tmp_path, "xx")
    assert language.format == LocaleFormat()
    assert FORMAT_FILE in language.error


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_of_the_game_is_translated_and_compiled(code):
    pytest.importorskip("babel")
    from game.locale.__main__ import template

    texts = {key for message in template() if message.id for key in keys_of(message.id, forms_of(code))}
    written = catalogue(code)
    assert not texts - set(written), "run: python -m game.locale"
    assert all(written[text] for text in texts)


def fields_in(text):
    return sorted(re.findall(r"\{\w+\}", text))


@pytest.mark.parametrize("code", OTHERS)
def test_fields_and_lines_are_the_same(code):
    """A form for one may spell its count out where English does."""
    pytest.importorskip("babel")
    from game.locale.__main__ import template

    plurals = {message.id[0]: message.id[1] for message in template() if isinstance(message.id, tuple)}
    for key, translated in catalogue(code).items():
        text = key if isinstance(key, str) else key[0]
        if text:
            allowed = [fields_in(plurals.get(text, text))]
            if not isinstance(key, str) and key[1] == 0 and forms_of(code) > 1:
                allowed.append(fields_in(text))
            assert fields_in(translated) in allowed, text
            assert text.count("\n") == translated.count("\n"), text


@pytest.mark.parametrize("code", OTHERS)
def test_the_fonts_draw_every_letter(code):
    """In every style, by its own face or by one that stands in for it."""
    pygame = pytest.importorskip("pygame")
    from game.platform.text import BEHIND, FACES, Fonts

    pygame.init()
    pygame.display.set_mode((8, 8))
    fonts = Fonts(paths.fonts_folder())
    fonts.use_language(code)
    written = read_format(paths.locale_folder(), code)
    letters = set("".join((*catalogue(code).values(), written.name, written.percent, *written.months))) - {"\n"}
    for style, main in FACES.items():
        covers = [fonts._cover((main, *BEHIND), number) for number in range(1 + len(BEHIND))]
        assert not {letter for letter in letters if not any(cover.has(letter) for cover in covers)}, style


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
}
"""What sentences say in words or figures of their own -> the rule behind it."""
FIGURES = {"eight": "8", "four": "4", "15": "15"}


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


def test_an_unchanged_catalogue_is_not_written_again(tmp_path, monkeypatch):
    """The day on which it was collected is no change; a translation or a text is."""
    pytest.importorskip("babel")
    from babel.messages.catalog import Catalog

    from game.locale import __main__ as collector

    monkeypatch.setattr(collector, "HERE", tmp_path)
    folder = tmp_path / "ms" / "LC_MESSAGES"

    def update(day, *texts):
        catalogue = Catalog(domain=DOMAIN, creation_date=datetime(2026, 11, day, tzinfo=UTC))
        for text in texts:
            catalogue.add(text)
        left = collector.update("ms", catalogue)
        return left, [(folder / f"{DOMAIN}{suffix}").read_bytes() for suffix in (".po", ".mo")]

    left, first = update(1, "Close")
    assert left == ["Close"]
    assert update(2, "Close")[1] == first
    assert update(3, "Close", "Open")[1][0] != first[0]


def folder_with(tmp_path, content):
    place = tmp_path / "ms" / "LC_MESSAGES"
    place.mkdir(parents=True)
    (place / f"{DOMAIN}.mo").write_bytes(content)
    return tmp_path


def compiled(texts):
    """A catalogue as gettext keeps it."""
    entries = sorted((key.encode(), text.encode()) for key, text in texts.items())
    ids, strings, table_of_ids, table_of_strings = b"", b"", [], []
    start = 28 + 16 * len(entries)
    for key, _ in entries:
        table_of_ids.append((len(key), start + len(ids)))
        ids += key + b"\0"
    for _, text in entries:
        table_of_strings.append((len(text), start + len(ids) + len(strings)))
        strings += text + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(entries), 28, 28 + 8 * len(entries), 0, 0)
    tables = b"".join(struct.pack("<2I", *pair) for pair in (*table_of_ids, *table_of_strings))
    return head + tables + ids + strings


HEAD = {"": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=1; plural=0;\n"}
WHOLE = (paths.locale_folder() / "ms" / "LC_MESSAGES" / f"{DOMAIN}.mo").read_bytes()


@pytest.mark.parametrize(
    "content",
    [b"", b"no catalogue", WHOLE[:100], WHOLE[: len(WHOLE) // 2], WHOLE[:8] + b"\xff" * (len(WHOLE) - 8), bytes(500),
     compiled({"": "Content-Type: text/plain; charset=no-such\n", "Close": "Tutup"}),
     compiled({"": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(;\n"})],
)  # fmt: skip
def test_a_damaged_catalogue_is_english_and_said(tmp_path, content):
    language = Language(folder_with(tmp_path, content), "ms")
    assert language.tr("Close") == "Close"
    assert language.ntr("{count} round", "{count} rounds", 2) == "{count} rounds"
    assert language.error
    language.use("en")
    assert language.error is None


def test_any_byte_of_a_catalogue_may_be_wrong(tmp_path):
    """What it says may be wrong then, but it can be filled in."""
    folder = folder_with(tmp_path, WHOLE)
    rng = random.Random(20261130)
    for _ in range(150):
        spoilt = bytearray(WHOLE)
        spoilt[rng.randrange(28, len(WHOLE))] ^= 1 << rng.randrange(8)
        (folder / "ms" / "LC_MESSAGES" / f"{DOMAIN}.mo").write_bytes(spoilt)
        language = Language(folder, "ms")
        for key in catalogue("ms"):
            if key:
                text = key if isinstance(key, str) else key[0]
                fields = dict.fromkeys(re.findall(r"\{(\w+)\}", text), "x")
                translated = language.tr(key) if isinstance(key, str) else language.ntr(text, text, 3)
                translated.format(**fields | {"count": 3})


@pytest.mark.parametrize(
    "translated", ["{amuont} menang", "{amount", "{amount!q}", "{0} menang", "{amount.real}", "{}"]
)
def test_a_translation_that_cannot_be_filled_in_is_english_and_said(tmp_path, translated):
    texts = HEAD | {"{amount} won": translated, "Close": "Tutup"}
    language = Language(folder_with(tmp_path, compiled(texts)), "ms")
    assert language.tr("{amount} won") == "{amount} won"
    assert language.tr("Close") == "Tutup"
    assert language.error


def test_a_pipe_in_a_catalogues_place_is_not_waited_for(tmp_path):
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes among this system's files")
    place = folder_with(tmp_path, b"") / "ms" / "LC_MESSAGES" / f"{DOMAIN}.mo"
    place.unlink()
    os.mkfifo(place)
    assert "not a plain file" in Language(tmp_path, "ms").error


@pytest.mark.parametrize("code", ["en", *OTHERS])
def test_the_games_own_catalogues_are_whole(code):
    assert Language(paths.locale_folder(), code).error is None
