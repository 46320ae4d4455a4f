"""Text: fonts, cached lines, fitted lines, golden lettering and numerals with a fixed advance."""

import math
from bisect import bisect_right
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

import pygame

from game.platform.faces import DIGITS, PROBE, Coverage, Face, drawable, units
from game.platform.recent import Recent

if TYPE_CHECKING:
    from game.platform.lettering import Letterer

Colour: TypeAlias = tuple[int, int, int]

FACES: Final = {
    "display": "TitanOne-Regular.ttf",
    "body": "Nunito-Bold.ttf",
    "strong": "Nunito-Black.ttf",
}
"""Style -> font file."""
JAPANESE: Final = "NotoSansJP-Bold.otf"
BEHIND: Final[Mapping[str, str]] = MappingProxyType(
    {
        "NotoSans-Bold.ttf": "",
        "NotoSansArabic-Bold.ttf": "Arab",
        "NotoSansHebrew-Bold.ttf": "Hebr",
        "NotoSansDevanagari-Bold.ttf": "Deva",
        "NotoSansBengali-Bold.ttf": "Beng",
        "NotoSansTamil-Bold.ttf": "Taml",
        "NotoSansTelugu-Bold.ttf": "Telu",
        "NotoSansGujarati-Bold.ttf": "Gujr",
        "NotoSansGurmukhi-Bold.ttf": "Guru",
        "NotoSansKannada-Bold.ttf": "Knda",
        "NotoSansMalayalam-Bold.ttf": "Mlym",
        "NotoSansSinhala-Bold.ttf": "Sinh",
        "NotoSansThai-Bold.ttf": "Thai",
        "NotoSansLao-Bold.ttf": "Laoo",
        "NotoSansMyanmar-Bold.ttf": "Mymr",
        "NotoSansKhmer-Bold.ttf": "Khmr",
        "NotoSansArmenian-Bold.ttf": "Armn",
        "NotoSansGeorgian-Bold.ttf": "Geor",
        "NotoSansEthiopic-Bold.ttf": "Ethi",
        "NotoSansSC-Bold.otf": "",
        JAPANESE: "",
    }
)
"""Files in the folder ``fallback``, tried in this order for what a face has no letter for -> script they shape."""
RIGHT_TO_LEFT: Final = ("Arab", "Hebr")
WIDTHS_KEPT: Final = 4000


class Fonts:
    """The game's fonts and every line of text drawn lately; any thread may ask."""

    def __init__(self, folder: Path, kept: int = 400) -> None:
        self.folder = folder
        self._language = ""
        self._behind = tuple(BEHIND)
        self._files: dict[tuple[str, int], pygame.font.Font] = {}
        self._coverage: dict[str, Coverage] = {}
        self._faces: dict[tuple[str, int], Face] = {}
        self._widths: Recent[Hashable, int] = Recent(WIDTHS_KEPT)
        self._advances: dict[tuple[str, int], int] = {}
        self._lines: Recent[Hashable, pygame.Surface] = Recent(kept)
        self._broken: Recent[Hashable, list[str]] = Recent(kept)
        self._letterer: Letterer | None = None

    def use_language(self, code: str) -> None:
        """Write Chinese characters as this language does: in Japanese many of them look otherwise."""
        if code != self._language:
            self._language = code
            first = (JAPANESE,) if code == "ja" else ()
            self._behind = (*first, *(file for file in BEHIND if file not in first))
            self._faces.clear()
            self._widths.clear()
            self._lines.clear()
            self._broken.clear()
            self._letterer = None

    def font(self, style: str, size: int) -> Face:
        """The face of a style at a pixel size, with all that stand in for it."""
        key = (style, size)
        if key not in self._faces:
            main, behind = FACES[style], self._behind
            self._faces[key] = Face(
                self._file(main, size),
                partial(self._cover, (main, *behind)),
                lambda which: self._file(behind[which], size),
            )
        return self._faces[key]

    def _file(self, name: str, size: int) -> pygame.font.Font:
        key = (name, size)
        if key not in self._files:
            font = pygame.font.Font((self.folder / "fallback" if name in BEHIND else self.folder) / name, size)
            script = BEHIND.get(name)
            if script:
                font.set_script(script)
            if script in RIGHT_TO_LEFT and hasattr(font, "set_direction"):
                font.set_direction(pygame.DIRECTION_RTL)
            self._files[key] = font
        return self._files[key]

    def _cover(self, names: tuple[str, ...], which: int) -> Coverage | None:
        """What a face has letters for; None behind the last."""
        if which == len(names):
            return None
        name = names[which]
        if name not in self._coverage:
            self._coverage[name] = Coverage(self._file(name, PROBE))
        return self._coverage[name]

    def width(self, text: str, style: str, size: int) -> int:
        """Width of a line of text."""
        return self._widths.get((text, style, size), lambda: self.font(style, size).size(text)[0])

    def line(self, text: str, style: str, size: int, colour: Colour, outline: int = 0) -> pygame.Surface:
        """One line of text, with a dark outline of ``outline`` pixels."""
        return self._lines.get(
            (text, style, size, colour, outline), lambda: _outlined(self.font(style, size), text, colour, outline)
        )

    def fitted(self, text: str, style: str, size: int, least: int, width: int, colour: Colour) -> pygame.Surface:
        """The line at the largest size from ``size`` down to ``least`` that fits ``width``, squeezed beyond that."""
        while size > least and self.width(text, style, size) > width:
            size -= 1
        line = self.line(text, style, size, colour)
        if line.get_width() <= width:
            return line
        return self._lines.get(
            ("squeezed", text, style, size, colour, width),
            lambda: pygame.transform.smoothscale(line, (max(1, width), line.get_height())),
        )

    def lettering(self, text: str, size: int, ramp: tuple[Colour, ...], edge: Colour) -> pygame.Surface:
        """Display lettering: a bevelled ramp of colours (top to bottom), light rim, dark keyline, equal digits."""
        from game.platform.lettering import Style

        style = Style(size, ramp, edge)
        return self._lettering().line(self.font("display", size), text, style, self._digit_advance("display", size))

    def letters(self, text: str, size: int, ramp: tuple[Colour, ...], edge: Colour) -> None:
        """Make the letters of display lettering ready, for a large one takes longer than a frame."""
        from game.platform.lettering import Style

        self._lettering().make_ready(self.font("display", size), text, Style(size, ramp, edge))

    def _lettering(self) -> "Letterer":
        from game.platform.lettering import Letterer

        self._letterer = self._letterer or Letterer()
        return self._letterer

    def paragraph(self, text: str, style: str, size: int, width: int) -> list[str]:
        """The text broken into lines that fit ``width``; a word that does not, such as a long path, is cut."""
        return self._broken.get((text, style, size, width), lambda: self._break(text, style, size, width))

    def widest_word(self, text: str, style: str, size: int) -> int:
        """Width of the longest piece that is only broken where there is no other way."""
        pieces = {whole for block in text.split("\n") for _, whole in units(drawable(block))}
        return max((self.width(piece, style, size) for piece in pieces), default=0)

    def _break(self, text: str, style: str, size: int, width: int) -> list[str]:
        lines: list[str] = []

        def measure(line: str) -> int:
            return self.width(line, style, size)

        for block in text.split("\n"):
            line = ""
            for space, whole in units(drawable(block)):
                before = space if line else ""
                for piece in _cut(measure, whole, width):
                    longer = line + before + piece
                    if line and measure(longer) > width:
                        lines.append(line)
                        line = piece
                    else:
                        line = longer
                    before = ""
            lines.append(line)
        return lines

    def _digit_advance(self, style: str, size: int) -> int:
        """The widest digit's ink and a pixel: tighter than its own advance, so that narrow digits leave no holes."""
        key = (style, size)
        if key not in self._advances:
            inks = [metric for metric in self.font(style, size).metrics(DIGITS) if metric is not None]
            self._advances[key] = max(right - left for left, right, *_ in inks) + 1
        return self._advances[key]


def _cut(measure: Callable[[str], int], word: str, width: int) -> list[str]:
    """The word in pieces that fit ``width``, whole where it does."""
    pieces = []
    while len(word) > 1 and measure(word) > width:
        ends = range(1, len(word))
        fits = max(1, bisect_right(ends, width, key=lambda end, word=word: measure(word[:end])))  # type: ignore[misc]
        pieces.append(word[:fits])
        word = word[fits:]
    return [*pieces, word]


def _outlined(font: Face, text: str, colour: Colour, outline: int) -> pygame.Surface:
    fill = font.render(text, True, colour).convert_alpha()
    if not outline:
        return fill
    width, height = fill.get_size()
    result = pygame.Surface((width + 2 * outline, height + 2 * outline), pygame.SRCALPHA)
    dark = font.render(text, True, (20, 8, 40)).convert_alpha()
    for dx, dy in _ring(outline):
        result.blit(dark, (outline + dx, outline + dy))
    result.blit(fill, (outline, outline))
    return result


def _ring(radius: int) -> list[tuple[int, int]]:
    steps = max(8, 4 * radius)
    angles = [step * (math.tau / steps) for step in range(steps)]
    return sorted({(round(radius * math.cos(angle)), round(radius * math.sin(angle))) for angle in angles})
