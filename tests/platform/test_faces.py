"""Every script is drawn in some face, never as an empty box, and lines are broken where its readers would."""

import sys
import threading

import pygame
import pytest

from game import paths
from game.platform.faces import REPLACEMENT, clusters, drawable, units
from game.platform.recent import Recent
from game.platform.text import BEHIND, FACES, Fonts

SCRIPTS = {
    "Cyrillic": "Снежинка Чудесный выигрыш",
    "Greek": "Ελληνικά",
    "Vietnamese": "Trò chơi của Nguyễn",
    "simplified Chinese": "王芳 游戏 公主 圣诞",
    "traditional Chinese": "遊戲 聖誕節",
    "Japanese": "プリンセス、天使の「心」ー星",
    "Korean": "한국어 게임",
    "Hebrew": "שלום",
    "Arabic": "مرحبا بالعالم",
    "Devanagari": "राजकुमारी",
    "Bengali": "রাজকুমারী",
    "Gurmukhi": "ਰਾਜਕੁਮਾਰੀ",
    "Gujarati": "રાજકુમારી",
    "Tamil": "இளவரசி",
    "Telugu": "యువరాణి",
    "Kannada": "ರಾಜಕುಮಾರಿ",
    "Malayalam": "രാജകുമാരി",
    "Sinhala": "කුමරිය",
    "Thai": "เจ้าหญิง",
    "Lao": "ເຈົ້າຍິງ",
    "Burmese": "မင်းသမီး",
    "Khmer": "ព្រះនាង",
    "Armenian": "Արքայադուստր",
    "Georgian": "პრინცესა",
    "Amharic": "ልዕልት",
    "signs": "★♥→",
}


@pytest.fixture
def fonts():
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    pygame.font.init()
    return Fonts(paths.fonts_folder())


def ink(surface):
    """How much of a picture is drawn on."""
    return int(pygame.surfarray.array_alpha(surface).astype(bool).sum())


@pytest.mark.parametrize("style", FACES)
@pytest.mark.parametrize("script", SCRIPTS)
def test_every_letter_of_every_script_is_drawn_and_no_box(fonts, script, style):
    face = fonts.font(style, 30)
    for letter in dict.fromkeys("".join(clusters(SCRIPTS[script])).replace(" ", "")):
        which, shown = face._place(letter)
        assert shown == letter, letter
        assert which >= 0
    for cluster in clusters(SCRIPTS[script]):
        assert cluster.isspace() or ink(fonts.line(cluster, style, 30, (255, 255, 255))) > 0, cluster


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_line_is_as_wide_as_it_says_and_as_high_as_any_other(fonts, script):
    for style in FACES:
        line = fonts.line(SCRIPTS[script], style, 30, (255, 255, 255))
        assert line.get_width() == fonts.width(SCRIPTS[script], style, 30)
        assert line.get_height() == fonts.line("Hello", style, 30, (255, 255, 255)).get_height()


@pytest.mark.parametrize("script", SCRIPTS)
def test_display_lettering_draws_every_script(fonts, script):
    ramp = ((255, 251, 224), (240, 138, 30))
    lettering = fonts.lettering(SCRIPTS[script], 40, ramp, (27, 11, 74))
    assert ink(lettering) > ink(fonts.lettering(" ", 40, ramp, (27, 11, 74)))


@pytest.mark.parametrize(
    "text", ["\udce9", "a\ud800b", "\x00", "a\x07b", "\u2028", "\U000e0001", "\U0001f600", "\ufffe"]
)
def test_what_no_face_has_is_shown_and_breaks_nothing(fonts, text):
    """File names need be no text: half a character pair, a NUL."""
    for style in FACES:
        fonts.line(text, style, 30, (255, 255, 255), 2)
        fonts.width(text, style, 30)
        fonts.paragraph(text, style, 30, 200)
    fonts.lettering(text, 30, ((255, 255, 255), (0, 0, 0)), (0, 0, 0))


def test_a_letter_no_face_has_is_shown_as_one_that_could_not_be(fonts):
    unknown = fonts.line("\U0001f600", "body", 30, (255, 255, 255))
    shown = fonts.line(REPLACEMENT, "body", 30, (255, 255, 255))
    assert pygame.image.tobytes(unknown, "RGBA") == pygame.image.tobytes(shown, "RGBA")
    assert ink(shown) > 0


def test_letters_of_the_games_own_face_stay_as_they_are(fonts):
    own = pygame.font.Font(paths.fonts_folder() / FACES["body"], 30)
    for text in ("Hello 123", "Crème brûlée", "«×½»"):
        line = fonts.line(text, "body", 30, (255, 255, 255))
        drawn = own.render(text, True, (255, 255, 255)).convert_alpha()
        assert pygame.image.tobytes(line, "RGBA") == pygame.image.tobytes(drawn, "RGBA")


def test_hebrew_runs_to_the_left(fonts):
    whole = fonts.line("אב", "body", 40, (255, 255, 255))
    first = fonts.line("א", "body", 40, (255, 255, 255))
    right = whole.subsurface((whole.get_width() - first.get_width(), 0, *first.get_size()))
    assert pygame.image.tobytes(right, "RGBA") == pygame.image.tobytes(first, "RGBA")


def test_arabic_letters_join_and_indian_vowels_change_places(fonts):
    for text in ("بب", "कि"):
        apart = sum(fonts.width(letter, "body", 60) for letter in text)
        assert fonts.width(text, "body", 60) != apart


def test_japanese_is_written_with_its_own_characters(fonts):
    chinese = fonts.line("直骨", "body", 40, (255, 255, 255))
    fonts.use_language("ja")
    japanese = fonts.line("直骨", "body", 40, (255, 255, 255))
    assert pygame.image.tobytes(chinese, "RGBA") != pygame.image.tobytes(japanese, "RGBA")
    fonts.use_language("en")
    again = fonts.line("直骨", "body", 40, (255, 255, 255))
    assert pygame.image.tobytes(again, "RGBA") == pygame.image.tobytes(chinese, "RGBA")


@pytest.mark.parametrize("codec", ["gb2312", "big5", "euc_jp", "euc_kr"])
def test_the_characters_of_daily_use_are_there(fonts, codec):
    """The first level of each national set."""
    first = {"gb2312": (0xB0, 0xD8), "big5": (0xA4, 0xC6), "euc_jp": (0xB0, 0xD0), "euc_kr": (0xB0, 0xC9)}[codec]
    face, missing = fonts.font("body", 30), []
    for high in range(*first):
        for low in range(0xA1, 0xFF, 7):
            try:
                letter = bytes((high, low)).decode(codec)
            except UnicodeDecodeError:
                continue
            if face._place(letter)[1] != letter:
                missing.append(letter)
    assert not missing


def test_the_faces_files_are_light_and_licensed():
    folder = paths.fonts_folder()
    files = sorted((folder / "fallback").iterdir())
    assert [file.name for file in files] == sorted(BEHIND)
    assert sum(file.stat().st_size for file in files) < 6_000_000
    assert "SIL OPEN FONT LICENSE" in (folder / "Noto-OFL.txt").read_text(encoding="utf-8")


def test_a_name_that_is_no_text_is_shown_as_far_as_it_is():
    assert drawable("caf\udce9\n/x") == f"caf{REPLACEMENT} /x"
    assert drawable("e\u0301") == "é"
    assert drawable("plain") == "plain"


def test_chinese_and_japanese_lines_break_between_characters_but_not_before_a_full_stop(fonts):
    text = "这是一个很长的句子,没有空格。「引号」也要在一起。"
    lines = fonts.paragraph(text, "body", 30, 200)
    assert len(lines) > 2
    assert "".join(lines) == text
    assert all(fonts.width(line, "body", 30) <= 200 for line in lines)
    assert not any(line[0] in ",。」、" or line[-1] == "「" for line in lines)


def test_words_stay_whole_and_apart(fonts):
    assert list(units("one two")) == [(" ", "one"), (" ", "two")]
    text = "Your game is saved in /home/王芳/游戏 and 한국어 게임 too."
    lines = fonts.paragraph(text, "body", 30, 330)
    assert " ".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(fonts.width(line, "body", 30) <= 330 for line in lines)
    assert "한국어" in " ".join(lines)


def test_a_long_word_is_cut_where_it_fits(fonts):
    path = "/" + "folder" * 40
    lines = fonts.paragraph(f"Saved as {path}", "body", 30, 300)
    assert "".join(lines).endswith(path)
    assert all(fonts.width(line, "body", 30) <= 300 for line in lines)
    assert len(lines) < 20


def test_recently_used_values_stay_and_the_oldest_go():
    made, recent = [], Recent(2)
    for key in "abacab":
        assert recent.get(key, lambda key=key: (made.append(key), key)[1]) == key
    assert made == ["a", "b", "c", "b"]
    assert len(recent) == 2


def test_two_threads_may_ask_for_lines_at_once(fonts):
    """As the table and the rehearsal of another theme do: with few lines kept, each throws out the other's."""
    small, errors = Fonts(paths.fonts_folder(), kept=8), []
    small._widths.limit = 8

    def ask(name):
        try:
            for number in range(1500):
                small.line(f"{name} {number % 20}", "body", 12, (255, 255, 255))
                small.width(f"{name} {number % 20}", "body", 12)
        except Exception as error:  # noqa: BLE001  whatever a thread dies of
            errors.append(error)

    threads = [threading.Thread(target=ask, args=(name,)) for name in ("table", "loader", "letters")]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert errors == []
