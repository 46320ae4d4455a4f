"""The display alphabet: what it covers, how it sets a line, and what it keeps."""

import json
import unicodedata
from pathlib import Path

import pygame
import pytest

from game.money import CURRENCIES
from game.platform import alphabet
from game.platform.alphabet import DisplayAlphabet
from game.platform.sprites import BadAtlas

SPRITES = Path(__file__).parents[2] / "sprites"
SKINS = ("princess", "christmas")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "ÁÀÂÃÄÇÉÈÊËÍÌÎÏÑÓÒÔÕÖÚÙÛÜß"


@pytest.fixture(params=SKINS)
def letters(request):
    return DisplayAlphabet(SPRITES / request.param)


@pytest.mark.parametrize("face", ["gold", "enamel"])
def test_sets_every_letter_of_the_languages(letters, face):
    assert letters.covers(LETTERS + LETTERS.lower() + ACCENTED + ACCENTED.lower() + " -.,!?&\u2019", face)


def test_sets_every_figure(letters):
    assert letters.covers("0123456789.,+-−×%x")


def test_leaves_other_scripts_to_ordinary_fonts(letters):
    assert not letters.covers("Побѐда")
    assert not letters.covers("胜利")
    assert not letters.covers("5", "enamel")


def test_sets_every_currency_or_says_that_it_cannot(letters):
    covered = [code for code, currency in CURRENCIES.items() if letters.covers(currency.symbol)]
    assert {"MYR", "EUR", "USD"} <= set(covered)


def test_joins_composed_and_decomposed_accents(letters):
    composed = letters.line("Één", 60)
    decomposed = letters.line(unicodedata.normalize("NFD", "Één"), 60)
    assert composed.surface.get_size() == decomposed.surface.get_size()


def test_gives_digits_their_natural_widths(letters):
    assert letters.width("1111", 100) < letters.width("0000", 100)


def test_sets_a_space_that_does_not_break_as_any_other(letters):
    assert letters.covers("1\xa0000 000")
    assert letters.width("1\xa0000", 60) == letters.width("1 000", 60)


def test_kerns_pairs(letters):
    assert letters.width("AV", 100) < letters.width("A", 100) + letters.width("V", 100)


def test_draws_capitals_of_the_height_asked_for(letters):
    line = letters.line("HH", 120)
    plain = letters.line("HH", 60)
    assert line.surface.get_height() == pytest.approx(2 * plain.surface.get_height(), rel=0.08)


def test_fits_a_text_into_a_width(letters):
    cap = letters.fitted("SEK 3,000,000.00", 60, 380)
    assert letters.width("SEK 3,000,000.00", cap) <= 380
    assert letters.fitted("1", 60, 380) == 60


@pytest.mark.parametrize("text", ["WIN", "×24", "RM3,000.00", "Heavenly", "ÄÖÜ"])
def test_draws_the_same_letter_by_letter_as_in_one_line(letters, text):
    canvas, other = (pygame.Surface((1200, 300), pygame.SRCALPHA) for _ in range(2))
    letters.line(text, 60).draw_centred(canvas, 600, 150)
    letters.draw(other, text, 60, 600, 150)
    first, second = (surface.get_bounding_rect() for surface in (canvas, other))
    assert all(abs(a - b) <= 2 for a, b in zip(first, second, strict=True))
    assert first.width > 20


def test_centres_a_line(letters):
    canvas = pygame.Surface((800, 400), pygame.SRCALPHA)
    letters.line("OHO", 100).draw_centred(canvas, 400, 200)
    drawn = canvas.get_bounding_rect()
    assert abs(drawn.centerx - 400) < 12
    assert drawn.top < 150
    assert drawn.bottom > 250


def test_keeps_a_bounded_number_of_lines_and_letters(letters, monkeypatch):
    for kept in (letters._lines, letters._glyphs):
        monkeypatch.setattr(kept, "limit", 400_000)
    for number in range(40):
        letters.line(str(number), 60)
    assert letters._lines.used <= 400_000
    assert letters._glyphs.used <= 400_000
    letters.release()
    assert letters._lines.used == letters._glyphs.used == 0


def test_reads_no_file_for_prepared_letters(letters, monkeypatch):
    letters.prepare([("0123456789", 150, "gold")])

    def fail(_path):
        raise AssertionError("decoded within a frame")

    monkeypatch.setattr(alphabet, "decoded", fail)
    canvas = pygame.Surface((1900, 300), pygame.SRCALPHA)
    letters.draw(canvas, "9876543210", 150, 950, 150)
    assert canvas.get_bounding_rect().width > 900


@pytest.mark.parametrize("broken", ["", "[]", "{}", '{"meta": {"image": "x"}, "frames": {}}', '{"meta": 3}'])
def test_refuses_a_broken_sheet(tmp_path, broken):
    (tmp_path / "lettering_gold.json").write_text(broken)
    with pytest.raises(BadAtlas, match="lettering_gold"):
        DisplayAlphabet(tmp_path)


def test_covers_nothing_where_a_skin_has_no_sheet(tmp_path):
    assert not DisplayAlphabet(tmp_path).covers("A")


@pytest.mark.parametrize("skin", SKINS)
def test_sheets_of_both_skins_hold_the_same_letters(skin):
    for path in sorted((SPRITES / "princess").glob("lettering_*.json")):
        own = json.loads((SPRITES / skin / path.name).read_text(encoding="utf-8"))
        assert own["frames"].keys() == json.loads(path.read_text(encoding="utf-8"))["frames"].keys()
