"""Text: fonts, cached lines, fitted lines, golden lettering and numerals with a fixed advance."""

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import pygame

if TYPE_CHECKING:
    from game.platform.lettering import Letterer

Colour: TypeAlias = tuple[int, int, int]

FACES: Final = {
    "display": "TitanOne-Regular.ttf",
    "body": "Nunito-Bold.ttf",
    "strong": "Nunito-Black.ttf",
}
"""Style -> font file."""
DIGITS: Final = "0123456789"
WIDTHS_KEPT: Final = 4000


class Fonts:
    """The game's fonts and every line of text drawn lately."""

    def __init__(self, folder: Path, kept: int = 400) -> None:
        self.folder, self.kept = folder, kept
        self._fonts: dict[tuple[str, int], pygame.font.Font] = {}
        self._widths: OrderedDict[tuple[str, str, int], int] = OrderedDict()
        self._advances: dict[tuple[str, int], int] = {}
        self._lines: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._letterer: Letterer | None = None

    def font(self, style: str, size: int) -> pygame.font.Font:
        """The font of a style at a pixel size."""
        key = (style, size)
        if key not in self._fonts:
            self._fonts[key] = pygame.font.Font(self.folder / FACES[style], size)
        return self._fonts[key]

    def width(self, text: str, style: str, size: int) -> int:
        """Width of a line of text."""
        key = (text, style, size)
        if key not in self._widths:
            self._widths[key] = self.font(style, size).size(text)[0]
            while len(self._widths) > WIDTHS_KEPT:
                self._widths.popitem(last=False)
        return self._widths[key]

    def line(self, text: str, style: str, size: int, colour: Colour, outline: int = 0) -> pygame.Surface:
        """One line of text, with a dark outline of ``outline`` pixels."""
        key = (text, style, size, colour, outline)
        if key not in self._lines:
            self._keep(key, _outlined(self.font(style, size), text, colour, outline))
        self._lines.move_to_end(key)
        return self._lines[key]

    def fitted(self, text: str, style: str, size: int, least: int, width: int, colour: Colour) -> pygame.Surface:
        """The line at the largest size from ``size`` down to ``least`` that fits ``width``, squeezed beyond that."""
        while size > least and self.width(text, style, size) > width:
            size -= 1
        line = self.line(text, style, size, colour)
        if line.get_width() <= width:
            return line
        key = ("squeezed", text, style, size, colour, width)
        if key not in self._lines:
            self._keep(key, pygame.transform.smoothscale(line, (max(1, width), line.get_height())))
        return self._lines[key]

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

    def _keep(self, key: Hashable, line: pygame.Surface) -> None:
        self._lines[key] = line
        while len(self._lines) > self.kept:
            self._lines.popitem(last=False)

    def paragraph(self, text: str, style: str, size: int, width: int) -> list[str]:
        """The text broken into lines that fit ``width``; a word that does not, such as a long path, is cut."""
        lines: list[str] = []

        def measure(line: str) -> int:
            return self.width(line, style, size)

        for block in text.split("\n"):
            line = ""
            for word in (part for whole in block.split() for part in _cut(measure, whole, width)):
                longer = f"{line} {word}".strip()
                if line and measure(longer) > width:
                    lines.append(line)
                    line = word
                else:
                    line = longer
            lines.append(line)
        return lines

    def numerals_width(self, text: str, style: str, size: int) -> int:
        """Width of ``text`` when every digit takes the same room."""
        advance = self._digit_advance(style, size)
        return sum(advance if char in DIGITS else self.width(char, style, size) for char in text)

    def _digit_advance(self, style: str, size: int) -> int:
        """The widest digit's ink and a pixel: tighter than its own advance, so that narrow digits leave no holes."""
        key = (style, size)
        if key not in self._advances:
            inks = [metric for metric in self.font(style, size).metrics(DIGITS) if metric is not None]
            self._advances[key] = max(right - left for left, right, *_ in inks) + 1
        return self._advances[key]

    def draw_numerals(
        self,
        canvas: pygame.Surface,
        text: str,
        style: str,
        size: int,
        colour: Colour,
        centre: tuple[float, float],
        outline: int = 0,
    ) -> None:
        """Draw an amount whose digits do not move sideways while it counts."""
        advance = self._digit_advance(style, size)
        x = centre[0] - self.numerals_width(text, style, size) / 2
        for char in text:
            room = advance if char in DIGITS else self.width(char, style, size)
            glyph = self.line(char, style, size, colour, outline)
            canvas.blit(glyph, (round(x + (room - glyph.get_width()) / 2), round(centre[1] - glyph.get_height() / 2)))
            x += room


def _cut(measure: Callable[[str], int], word: str, width: int) -> list[str]:
    """The word in pieces that fit ``width``, whole where it does."""
    pieces = []
    while measure(word) > width and len(word) > 1:
        fits = next(end for end in range(len(word) - 1, 0, -1) if end == 1 or measure(word[:end]) <= width)
        pieces.append(word[:fits])
        word = word[fits:]
    return [*pieces, word]


def _outlined(font: pygame.font.Font, text: str, colour: Colour, outline: int) -> pygame.Surface:
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
