"""Every text in the player's language: none left out, numbers as that language writes them, none over another."""

import re

import pygame
import pytest

from game import paths
from game.engine import Mode, Seed, play
from game.help_lines import HELP_LINES
from game.language import languages
from game.ledger import LimitKind
from game.money import LADDER
from game.present.requests import AskBigWin, AskCap, AskIntro, AskSummary
from game.table import Played
from game.ui.boxes import Card
from game.ui.celebrations.big_win import BigWin
from game.ui.celebrations.cap import Cap
from game.ui.celebrations.free_spins import FreeSpinsIntro, FreeSpinsSummary
from game.ui.theme import OF_HEIGHT, Theme
from game.ui.widgets.controls import Control
from game.ui.widgets.rows import Rows
from tests.ui.driver import FRAME
from tests.ui.test_panels import PANELS, close_panel, open_panel

OTHERS_WAY = re.compile(r"\b[1-9]\d{0,2},\d{3}\b(?!\N{NO-BREAK SPACE}%)|\d\.\d\d\b")
"""A number grouped or pointed as English does it; three decimals of a percentage are no group."""
SAME = re.compile(r"--profile|--replay|/|\.org|Licen[cs]e|GPL|Version|\d{4}", re.IGNORECASE)
"""Paths, licences and years are the same everywhere."""
NAMES = {words for line in HELP_LINES for words in (line.place, line.name, line.number)}
"""What has no translation."""
ENGLISH: dict[str, set[str]] = {}
"""Place in the game -> the sentences there, gathered once."""
LONG_WORDS = ("en", "de", "ja")
"""Languages that are looked at in the largest text in every run: the first, one of long words, one without spaces."""
MIN_TEXT = 24
"""Canvas pixels of the smallest text in a panel, in any language and at any size of text."""
MIN_ON_TABLE, MIN_AT_MOST = 20, 17
"""The same at the table, where places do not grow with the text, and there at the largest bet."""
EDGE = 4
"""Canvas pixels that letters may reach over a plate's padding."""
CLEAR = 6
"""Canvas pixels two texts may share at their edges, where there is only room round the letters."""


def won(player):
    """A win at rest, at the table."""
    base, table = player.scene, player.services.table
    seed = next(seed for seed in range(10_000) if 40 < play(Mode.BASE, Seed(seed)).win < 190)
    table.next_seed = lambda: Seed(seed)
    base.rounds.spin(Mode.BASE)
    player.until(base.is_idle, 60)


def screens(player):
    playback, services = player.services.stack.scenes[0].playback, player.services
    playback.played = Played(play(Mode.BASE, Seed(1)), services.table.bet, None)
    yield FreeSpinsIntro(services, playback, AskIntro(15, 4))
    yield FreeSpinsSummary(services, playback, AskSummary(51_234, 15, 1212))
    yield BigWin(services, playback, AskBigWin(51_234, 5))
    yield Cap(services, playback, AskCap(100_000, 7))


def everywhere(player):
    """Go through the whole game; yields where it is."""
    won(player)
    yield "table"
    for name in PANELS:
        if name not in ("credits", "log"):  # licences, and an example's words
            open_panel(player, name, FRAME)
            yield name
            close_panel(player)
    for screen in screens(player):
        player.services.stack.push(screen)
        player.services.stack.apply()
        player.wait(2.5)
        yield type(screen).__name__
        close_panel(player)


def test_numbers_are_written_as_the_language_does(sit_down):
    player = sit_down(language="af", currency="ZAR")
    for _ in range(30):
        player.services.table.start(Mode.BASE)
        player.services.table.settle()
    player.services.table.ledger.set_limit(LimitKind.BUDGET, 300_000_000)
    for place in everywhere(player):
        wrong = [text for text in player.texts() if OTHERS_WAY.search(text) and not SAME.search(text)]
        assert not wrong, place


@pytest.mark.parametrize("language", languages(paths.locale_folder())[1:])
def test_no_text_is_left_in_english(sit_down, language, tmp_path):
    """Every sentence of the English catalogue that stands on the screen is one that reads the same in both."""
    if not ENGLISH:
        player = sit_down()
        for place in everywhere(player):
            ENGLISH[place] = {text for text in player.texts() if len(text.split()) > 2}
    other = sit_down(language=language, folder=tmp_path / language)
    for place in everywhere(other):
        left = {text for text in other.texts() if text in ENGLISH[place]} - NAMES
        words = {text for text in left if any(map(str.isalpha, text))}
        assert not {text for text in words if not SAME.search(text)}, place


def placed(player, draw=None):
    """Every line of text of the top scene with where its letters stand."""
    found = []
    text_of, write_of = Theme.text, Theme._write

    def note(words, line, x, y):
        ink = line.get_bounding_rect()
        if ink.width:
            found.append((words, ink.move(x, y)))

    def text(theme, canvas, words, rect, *, size, least=0, style="body", colour="text", align="centre"):
        text_of(theme, canvas, words, rect, size=size, least=least, style=style, colour=colour, align=align)
        pixels = max(size, min(theme.size(size), round(rect.height * OF_HEIGHT)))
        least = least or max(14, size * 2 // 3)
        line = theme.fonts.fitted(words, style, pixels, least, rect.width, theme.colour(colour))
        x = {"left": rect.left, "centre": rect.centerx - line.get_width() // 2, "right": rect.right - line.get_width()}
        note(words, line, x[align], rect.centery - line.get_height() // 2)

    def write(theme, canvas, lines, rect, top, style, pixels, colour, align):
        write_of(theme, canvas, lines, rect, top, style, pixels, colour, align)
        for words, y in lines:
            line = theme.fonts.line(words, style, pixels, theme.colour(colour))
            room = rect.width - line.get_width()
            note(words, line, rect.left + {"left": 0, "centre": room // 2, "right": room}[align], top + y)

    Theme.text, Theme._write = text, write
    try:
        (draw or player.scene.draw)(player.services.display.canvas)
    finally:
        Theme.text, Theme._write = text_of, write_of
    return found


def in_sight(panel, ink):
    """What of a text is not scrolled away."""
    return panel.view.colliderect(ink) if panel.scrolls and panel.body.contains(ink) else panel.rect.contains(ink)


@pytest.mark.parametrize(
    ("language", "size"),
    [
        *((language, 100) for language in languages(paths.locale_folder())),
        *(
            pytest.param(language, 200, marks=[] if language in LONG_WORDS else pytest.mark.long)
            for language in languages(paths.locale_folder())
        ),
    ],
)
def test_no_text_is_too_small_lies_over_another_or_outside_its_plate(sit_down, language, size):
    """The canvas is the same whatever the window's size is, so that this holds in all of them."""
    player = sit_down(language=language, text_size=size, currency="SEK")
    player.services.table.ledger.set_limit(LimitKind.BUDGET, 300_000_000)
    open_panel(player, "menu")
    close_panel(player)
    won(player)
    assert not player.small_texts(MIN_ON_TABLE)
    player.services.table.set_bet(LADDER[-1])
    assert not player.small_texts(MIN_AT_MOST)
    wrong = []
    for name in PANELS:
        panel = open_panel(player, name, FRAME)
        wrong += [f"{name}: {words!r} is only {pixels} high" for words, pixels in player.small_texts(MIN_TEXT, panel)]
        texts = [(words, ink) for words, ink in placed(player) if in_sight(panel, ink)]
        for index, (one, first) in enumerate(texts):
            for other, second in texts[index + 1 :]:
                if min(first.clip(second).size) > CLEAR:
                    wrong.append(f"{name}: {one!r} over {other!r}")
        for box in panel.boxes.walk():
            if box.there and isinstance(box, Card | Control) and not isinstance(box, Rows):
                plate = box.rect.inflate(2 * EDGE, EDGE)
                for words, ink in placed(player, lambda canvas, box=box: box.draw(canvas, player.services.theme)):
                    if not plate.contains(ink):
                        wrong.append(f"{name}: {words!r} leaves {type(box).__name__}")
            if (
                box.there
                and box.rect.width
                and not panel.rect.left < box.rect.left <= box.rect.right < panel.rect.right
            ):
                wrong.append(f"{name}: {type(box).__name__} leaves the panel")
        close_panel(player)
    assert not wrong, "\n".join(wrong)


def test_the_meter_of_overlap_itself(player):
    panel = open_panel(player, "bet")
    theme = player.services.theme
    draw = panel.draw

    def twice(canvas):
        draw(canvas)
        theme.text(canvas, "over it", pygame.Rect(panel.body.left, panel.body.top, 500, 80), size=34, align="left")

    panel.draw = twice
    texts = placed(player)
    (mine,) = [ink for words, ink in texts if words == "over it"]
    assert any(min(ink.clip(mine).size) > CLEAR for words, ink in texts if words != "over it")
