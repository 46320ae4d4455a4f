"""Typefaces that stand in for one another: what a face has no letter for is drawn in the next one that has it."""

import itertools
import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

import pygame

Colour: TypeAlias = tuple[int, int, int]
Metrics: TypeAlias = tuple[int, int, int, int, int]

DIGITS: Final = "0123456789"
NONCHARACTER: Final = "\uffff"
"""What no face has a letter for."""
REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
PROBE: Final = 24
"""Pixels at which it is looked whether a face has a letter."""
MARKS: Final = frozenset({"Mn", "Me", "Mc"})
"""Categories of what is set on the letter before it."""
STICKY: Final = frozenset({"Cf", "Zs"})
"""Categories of what goes with any letter before it: joiners and spaces."""
CLOSING: Final = "、。，．・：；？！ー々ゝゞ％‰℃…—～,.:;?!%)"  # noqa: RUF001
"""What no line begins with."""
OPENING: Final = "￥＄#＃"  # noqa: RUF001
"""What no line ends with."""
JOINED: Final = (range(0x0590, 0x0900), range(0x0900, 0x0E00), range(0x1000, 0x10A0), range(0x1780, 0x1800))
"""Scripts whose letters change with their neighbours: Hebrew and Arabic, those of India, Burmese, Khmer."""


def drawable(text: str) -> str:
    """The text without what no face can draw: half pairs, as in file names that are no text, and control characters.

    Letters and their marks are put together where there is one character for both.
    """
    if text.isascii() and text.isprintable():
        return text
    return unicodedata.normalize("NFC", "".join(_drawable(char) for char in text))


def _drawable(char: str) -> str:
    match unicodedata.category(char):
        case "Cs":
            return REPLACEMENT
        case "Cc" | "Zl" | "Zp":
            return " "
        case _:
            return char


class Coverage:
    """Which characters a face has letters for, found by drawing them."""

    def __init__(self, font: pygame.font.Font) -> None:
        self._font = font
        self._none = self._picture(NONCHARACTER)
        self._known: dict[str, bool] = {}

    def has(self, char: str) -> bool:
        """Whether the face has a letter for that character."""
        if char not in self._known:
            self._known[char] = char.isspace() or self._picture(char) != self._none
        return self._known[char]

    def _picture(self, char: str) -> tuple[tuple[int, int], bytes]:
        drawn = _rendered(self._font, char, True, (255, 255, 255))
        return drawn.get_size(), pygame.image.tobytes(drawn, "RGBA")


def _rendered(font: pygame.font.Font, text: str, antialias: bool, colour: Colour) -> pygame.Surface:
    """What pygame draws; nothing for a text of joiners and the like, which it refuses."""
    try:
        return font.render(text, antialias, colour)
    except pygame.error:
        return pygame.Surface((font.size(text)[0], font.get_height()), pygame.SRCALPHA)


class Face:
    """A font at one size, with others behind it; used as pygame's own."""

    def __init__(
        self,
        main: pygame.font.Font,
        covers: Callable[[int], Coverage | None],
        behind: Callable[[int], pygame.font.Font],
    ) -> None:
        """``covers`` tells what the main font (0) and each of those behind it have; ``behind`` opens one of these."""
        self._main, self._covers, self._behind = main, covers, behind
        self._places: dict[str, tuple[int, str]] = {}

    def size(self, text: str) -> tuple[int, int]:
        """Width and height of a line."""
        return sum(font.size(part)[0] for font, part in self._runs(text)), self._main.get_height()

    def render(self, text: str, antialias: bool, colour: Colour) -> pygame.Surface:
        """The line, as high as the main font."""
        runs = self._runs(text)
        if len(runs) == 1 and runs[0][0] is self._main:
            return _rendered(self._main, runs[0][1], antialias, colour)
        line = pygame.Surface(
            (sum(font.size(part)[0] for font, part in runs), self._main.get_height()), pygame.SRCALPHA
        )
        x = 0
        for font, part in runs:
            line.blit(_rendered(font, part, antialias, colour), (x, self._main.get_ascent() - font.get_ascent()))
            x += font.size(part)[0]
        return line

    def metrics(self, text: str) -> list[Metrics | None]:
        """Of each character, as pygame gives them, in the main font."""
        metrics: list[Metrics | None] = self._main.metrics(text)
        return metrics

    def get_height(self) -> int:
        """Of a line."""
        return self._main.get_height()

    def get_linesize(self) -> int:
        """From line to line."""
        return self._main.get_linesize()

    def _runs(self, text: str) -> list[tuple[pygame.font.Font, str]]:
        """The text in parts of one font each, in the order in which they are drawn."""
        text = drawable(text)
        if text.isascii():
            return [(self._main, text)]
        parts: list[tuple[int, str]] = []
        for char in text:
            category = unicodedata.category(char)
            if parts and (category in STICKY or category in MARKS):
                cover = self._covers(parts[-1][0])
                if category in STICKY or (cover is not None and cover.has(char)):  # a mark nobody draws is left out
                    parts[-1] = (parts[-1][0], parts[-1][1] + char)
                continue
            which, shown = self._place(char)
            if parts and parts[-1][0] == which:
                parts[-1] = (which, parts[-1][1] + shown)
            else:
                parts.append((which, shown))
        runs: list[tuple[pygame.font.Font, str]] = []
        for which, part in parts:
            words = part.rstrip(" ")  # after letters that run to the left it would be drawn before them
            runs.append((self._main if which == 0 else self._behind(which - 1), words or part))
            if words and words != part:
                runs.append((self._main, part[len(words) :]))
        return runs

    def _place(self, char: str) -> tuple[int, str]:
        """Which font draws a character, and what it draws for it."""
        if char not in self._places:
            self._places[char] = self._found(char) or self._found(REPLACEMENT) or (0, "?")
        return self._places[char]

    def _found(self, char: str) -> tuple[int, str] | None:
        for number in itertools.count():
            cover = self._covers(number)
            if cover is None:
                return None
            if cover.has(char):
                return number, char
        return None


def clusters(text: str) -> list[str]:
    """Pieces of a text that may be drawn one by one: letters with their marks, words where letters join."""
    pieces: list[str] = []
    for char in drawable(text):
        follows = unicodedata.category(char) in MARKS or (_joined(char) and pieces and _joined(pieces[-1][-1]))
        if pieces and (follows or unicodedata.category(char) == "Cf"):
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def _joined(char: str) -> bool:
    return any(ord(char) in script for script in JOINED)


def units(text: str) -> Iterable[tuple[str, str]]:
    """Pieces of a text between which a line may be broken, each with what stands before it: a space or nothing.

    Words are broken at spaces, but for no-break ones; Chinese and Japanese between any two characters, but not before
    closing punctuation or after an opening one.
    """
    for word in filter(None, re.split(r"[ \t\n]+", text)):
        before, piece = " ", ""
        for char in word:
            if piece and (_wide(char) or _wide(piece[-1])) and not _closes(char) and not _opens(piece[-1]):
                yield before, piece
                before, piece = "", ""
            piece += char
        yield before, piece


def _wide(char: str) -> bool:
    return not char.isascii() and unicodedata.east_asian_width(char) in ("W", "F") and not _is_hangul(char)


def _is_hangul(char: str) -> bool:
    """Korean has spaces between its words."""
    return "\uac00" <= char <= "\ud7a3"


def _closes(char: str) -> bool:
    return char in CLOSING or unicodedata.category(char) in ("Pe", "Pf", "Mn", "Lm")


def _opens(char: str) -> bool:
    return unicodedata.category(char) in ("Ps", "Pi") or char in OPENING
