"""Boxes: texts, columns and rows that find their own places, and grow with the size of their text.

A box is asked how high it is in a width and is then placed in a rectangle of the canvas. Heights and widths are canvas
pixels.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol, TypeAlias

import pygame

from game.platform.sprites import Sprite
from game.ui.theme import Theme

Words: TypeAlias = str | Callable[[], str]
"""A catalogue text, or a function that makes the text shown now."""

GAP: Final = 12
NOWHERE: Final = pygame.Rect(0, 0, 0, 0)
"""Where a control is until a box places it."""


def words(theme: Theme, text: Words) -> str:
    """A text as shown: looked up in the catalogue, or made now."""
    if callable(text):
        return text()
    return theme.tr(text) if text else ""


def always() -> bool:
    """The default condition."""
    return True


class Box(Protocol):
    """Something with a place of its own; every control is one."""

    rect: pygame.Rect
    boxed: bool
    """Whether a box around it draws it."""
    is_visible: Callable[[], bool]

    @property
    def grows(self) -> bool:
        """Whether it takes height that is left over."""

    @property
    def there(self) -> bool:
        """Whether it takes any room now."""

    def least(self, theme: Theme) -> int:
        """The least width in which it shows all it has."""

    def high(self, theme: Theme, width: int) -> int:
        """Its height in a width."""

    def low(self, theme: Theme, width: int) -> int:
        """The height it can do with."""

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Stand there from now on."""

    def walk(self) -> "Iterator[Box]":
        """Itself and all that is in it."""

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        """Draw it where it stands."""


class Room:
    """A box that shows nothing."""

    boxed = False

    def __init__(self, height: int = 0, *, grows: bool = False) -> None:
        self.rect = pygame.Rect(0, 0, 0, height)
        self.is_visible: Callable[[], bool] = always
        self.grow = grows

    @property
    def grows(self) -> bool:
        """Whether it takes height that is left over."""
        return self.grow

    @property
    def there(self) -> bool:
        """Whether it takes any room now."""
        return self.is_visible()

    def least(self, theme: Theme) -> int:
        """The least width in which it shows all it has."""
        return 0

    def high(self, theme: Theme, width: int) -> int:
        """Its height in a width."""
        return self.rect.height

    def low(self, theme: Theme, width: int) -> int:
        """The height it can do with."""
        return self.high(theme, width)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Stand there from now on."""
        self.rect = rect

    def walk(self) -> Iterator[Box]:
        """Itself and all that is in it."""
        yield self

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        """Draw it where it stands."""


class Text(Room):
    """Paragraphs, in the middle of its height; ``whole`` is not broken where there is room beside others."""

    def __init__(
        self,
        text: Words,
        size: int = 28,
        *,
        style: str = "body",
        colour: str = "text",
        align: str = "left",
        whole: bool = False,
        grows: bool = False,
    ) -> None:
        super().__init__(grows=grows)
        self.text, self.size, self.style, self.colour, self.align = text, size, style, colour, align
        self.whole = whole

    @property
    def there(self) -> bool:
        return super().there and (not callable(self.text) or bool(self.text()))

    def _shown(self, theme: Theme) -> str:
        return words(theme, self.text)

    def least(self, theme: Theme) -> int:
        pixels, text = theme.size(self.size), self._shown(theme)
        fonts = theme.fonts
        return fonts.width(text, self.style, pixels) if self.whole else fonts.widest_word(text, self.style, pixels)

    def high(self, theme: Theme, width: int) -> int:
        return theme.height_of(self._shown(theme), width, size=self.size, style=self.style)

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        theme.words(
            canvas,
            self._shown(theme),
            self.rect,
            size=self.size,
            style=self.style,
            colour=self.colour,
            align=self.align,
        )


class Picture(Room):
    """Sprites over one another in its middle, at a scale."""

    def __init__(self, *sprites: Callable[[], Sprite], scale: float = 1.0, height: int = 0) -> None:
        super().__init__()
        self.sprites, self.scale, self.height = sprites, scale, height

    def least(self, theme: Theme) -> int:
        return self.height or round(self.sprites[0]().size[0] * self.scale)

    def high(self, theme: Theme, width: int) -> int:
        return self.height or round(self.sprites[0]().size[1] * self.scale)

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        for sprite in self.sprites:
            theme.scaled.get(sprite(), self.scale, self.scale).draw_centred(canvas, *self.rect.center)


class Drawn(Room):
    """Something that is drawn by a function, at a height and from a least width that grow with the text."""

    def __init__(
        self, height: int, draw: Callable[[pygame.Surface, pygame.Rect], None], *, grows: bool = False, width: int = 0
    ) -> None:
        super().__init__(grows=grows)
        self.height, self.width, self.drawing = height, width, draw

    def least(self, theme: Theme) -> int:
        return theme.size(self.width)

    def high(self, theme: Theme, width: int) -> int:
        return theme.size(self.height)

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        self.drawing(canvas, self.rect)


class Group(Room):
    """Boxes in a box."""

    def __init__(self, *boxes: Box, gap: int = GAP) -> None:
        super().__init__()
        self.boxes, self.gap = list(boxes), gap
        for box in boxes:
            box.boxed = True

    @property
    def shown(self) -> list[Box]:
        """Those that take room."""
        return [box for box in self.boxes if box.there]

    @property
    def there(self) -> bool:
        return super().there and bool(self.shown)

    def least(self, theme: Theme) -> int:
        return max((box.least(theme) for box in self.shown), default=0)

    def walk(self) -> Iterator[Box]:
        yield self
        for box in self.boxes:
            yield from box.walk()

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        for box in self.shown:
            box.draw(canvas, theme)


class Column(Group):
    """One below another; what grows shares the height that is left over."""

    @property
    def grows(self) -> bool:
        """Whether anything in it does."""
        return any(box.grows for box in self.shown)

    def high(self, theme: Theme, width: int) -> int:
        boxes = self.shown
        return sum(box.high(theme, width) for box in boxes) + self.gap * max(0, len(boxes) - 1)

    def low(self, theme: Theme, width: int) -> int:
        boxes = self.shown
        return sum(box.low(theme, width) for box in boxes) + self.gap * max(0, len(boxes) - 1)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        super().place(theme, rect)
        boxes = self.shown
        growing = [index for index, box in enumerate(boxes) if box.grows]
        spare = rect.height - self.high(theme, rect.width)
        if spare < 0:
            spare = max(0, rect.height - self.low(theme, rect.width))
            heights = [box.low(theme, rect.width) for box in boxes]
        else:
            heights = [box.high(theme, rect.width) for box in boxes]
        for number, index in enumerate(growing, 1):
            heights[index] += spare * number // len(growing) - spare * (number - 1) // len(growing)
        y = rect.top
        for box, height in zip(boxes, heights, strict=True):
            box.place(theme, pygame.Rect(rect.left, y, rect.width, height))
            y += height + self.gap


class Grid(Group):
    """Equal columns, as many as leave each box its least width, at most ``columns``."""

    def __init__(self, *boxes: Box, columns: int, gap: int = GAP, apart: int | None = None) -> None:
        """``gap`` lies between columns, ``apart`` between rows."""
        super().__init__(*boxes, gap=gap)
        self.columns, self.apart = columns, gap if apart is None else apart

    def _rows(self, theme: Theme, width: int) -> tuple[int, list[list[Box]]]:
        """Width of a column, and the boxes of each row."""
        boxes, least = self.shown, self.least(theme)
        columns = min(self.columns, max(1, len(boxes)))
        while columns > 1 and (width - self.gap * (columns - 1)) // columns < least:
            columns -= 1
        if boxes:
            columns = math.ceil(len(boxes) / math.ceil(len(boxes) / columns))  # no row much shorter than the others
        rows = [boxes[first : first + columns] for first in range(0, len(boxes), columns)]
        return (width - self.gap * (columns - 1)) // columns, rows

    def high(self, theme: Theme, width: int) -> int:
        each, rows = self._rows(theme, width)
        return sum(max(box.high(theme, each) for box in row) for row in rows) + self.apart * max(0, len(rows) - 1)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        super().place(theme, rect)
        each, rows = self._rows(theme, rect.width)
        y = rect.top
        for row in rows:
            height = max(box.high(theme, each) for box in row)
            for column, box in enumerate(row):
                box.place(theme, pygame.Rect(rect.left + column * (each + self.gap), y, each, height))
            y += height + self.apart


class Row(Group):
    """Beside one another by ``shares`` of the width, below one another where that leaves one too little.

    A share of 0 is the least width.
    """

    def __init__(self, *boxes: Box, shares: Sequence[float], gap: int = GAP) -> None:
        super().__init__(*boxes, gap=gap)
        self.shares = dict(zip(map(id, boxes), shares, strict=True))

    def least(self, theme: Theme) -> int:
        boxes = self.shown
        return sum(box.least(theme) for box in boxes) + self.gap * max(0, len(boxes) - 1)

    @property
    def grows(self) -> bool:
        """Whether anything in it does."""
        return any(box.grows for box in self.shown)

    def _widths(self, theme: Theme, width: int) -> list[int] | None:
        """Width of each box; None where they go below one another."""
        boxes = self.shown
        room = width - self.gap * max(0, len(boxes) - 1)
        least = [box.least(theme) for box in boxes]
        if sum(least) > room:
            return None
        shares = [self.shares[id(box)] for box in boxes]
        fixed = [not share for share in shares]
        while True:  # what has too little takes its least, and the others share the rest
            rest = room - sum(need for need, own in zip(least, fixed, strict=True) if own)
            parts = sum(share for share, own in zip(shares, fixed, strict=True) if not own) or 1.0
            widths = [
                need if own else int(rest * share / parts)
                for need, share, own in zip(least, shares, fixed, strict=True)
            ]
            short = [number for number, need in enumerate(least) if widths[number] < need]
            if not short:
                return widths
            for number in short:
                fixed[number] = True

    def high(self, theme: Theme, width: int) -> int:
        widths, boxes = self._widths(theme, width), self.shown
        if widths is None:
            return Column(*boxes, gap=self.gap).high(theme, width)
        return max((box.high(theme, own) for box, own in zip(boxes, widths, strict=True)), default=0)

    def low(self, theme: Theme, width: int) -> int:
        widths, boxes = self._widths(theme, width), self.shown
        if widths is None:
            return Column(*boxes, gap=self.gap).low(theme, width)
        return max((box.low(theme, own) for box, own in zip(boxes, widths, strict=True)), default=0)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        super().place(theme, rect)
        widths = self._widths(theme, rect.width)
        if widths is None:
            Column(*self.shown, gap=self.gap).place(theme, rect)
            return
        x = rect.left
        for box, width in zip(self.shown, widths, strict=True):
            box.place(theme, pygame.Rect(x, rect.top, width, rect.height))
            x += width + self.gap


class Card(Group):
    """A box on a piece of the kit."""

    def __init__(self, box: Box, piece: str = "card", pad: tuple[int, int] = (22, 8), height: int = 0) -> None:
        super().__init__(box)
        self.piece, self.pad, self.height = piece, pad, height

    def least(self, theme: Theme) -> int:
        return super().least(theme) + 2 * self.pad[0]

    def high(self, theme: Theme, width: int) -> int:
        return max(self.height, self.boxes[0].high(theme, width - 2 * self.pad[0]) + 2 * self.pad[1])

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        super().place(theme, rect)
        self.boxes[0].place(theme, rect.inflate(-2 * self.pad[0], -2 * self.pad[1]))

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        if self.piece:
            theme.stretched(canvas, self.piece, self.rect)
        super().draw(canvas, theme)


class Live(Group):
    """A box made again whenever it is placed, for what comes and goes; no controls are in it."""

    def __init__(self, make: Callable[[], Box]) -> None:
        super().__init__()
        self.make = make

    @property
    def there(self) -> bool:
        return self.is_visible()

    def least(self, theme: Theme) -> int:
        return self.make().least(theme)

    def high(self, theme: Theme, width: int) -> int:
        return self.make().high(theme, width)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        super().place(theme, rect)
        self.boxes = [self.make()]
        self.boxes[0].place(theme, rect)


def shown_while(condition: Callable[[], bool], *boxes: Box) -> Column:
    """Boxes that are only there while a condition holds, and all in them."""
    column = Column(*boxes)

    def both(own: Callable[[], bool]) -> Callable[[], bool]:
        return lambda: condition() and own()

    for box in column.walk():
        box.is_visible = both(box.is_visible)
    return column
