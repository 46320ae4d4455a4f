"""The display alphabet: lines of lettering put together from a sheet of drawn letters.

A sheet holds each letter three times: its shadow, its side wall with the keyline, and its face. All shadows of a line
are drawn first, then all walls, then all faces, so that neighbours stand in one mass. Small letters are capitals of
:data:`SMALL` the height; digits are as high as capitals and take their natural widths.
"""

import json
import math
import threading
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, TypeAlias, TypeVar

import pygame

from game.platform.pictures import decoded
from game.platform.sprites import BadAtlas

Key = TypeVar("Key")
Value = TypeVar("Value")

SMALL: Final = 0.79
"""Height of a small letter beside a capital's."""
SPACE: Final = 0.40
"""Width of a space, in heights of a capital."""
SMALL_SHEET_UP_TO: Final = 64
"""Pixels of a capital's height up to which letters come from the small sheet, if their face has one."""
LINE_BYTES: Final = 12_000_000
"""Bytes of finished lines kept."""
GLYPH_BYTES: Final = 30_000_000
"""Bytes of single letters kept at the sizes they are used in."""
AMOUNTS: Final = "0123456789.,×+-RM"
"""What the meters show all the time; its small letters are cut from their sheet at once."""
LAYERS: Final = ("shadow", "mass", "face")


@dataclass(frozen=True, slots=True)
class SetLine:
    """A finished line of lettering."""

    surface: pygame.Surface
    """Its middle lies half way along the line, half a capital above the baseline."""

    def draw_centred(self, canvas: pygame.Surface, x: float, y: float) -> pygame.Rect:
        """Draw with the line's middle at (x, y); gives the area drawn to."""
        return canvas.blit(self.surface, self.surface.get_rect(center=(round(x), round(y))))


@dataclass(frozen=True, slots=True)
class _Layer:
    """One picture of a letter and where its corner lies from the pen, both at a size in use."""

    surface: pygame.Surface
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class _Spot:
    """A letter of a line: its name in the sheet, its size, and where its pen stands."""

    name: str
    share: float
    x: float


class _Recent(Generic[Key, Value]):
    """Values by key; the least recently used go when their bytes exceed the limit."""

    def __init__(self, limit: int, bytes_of: Callable[[Value], int]) -> None:
        self.limit, self.bytes_of, self.used = limit, bytes_of, 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[Key, Value] = OrderedDict()

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value of a key, made now if it is not kept."""
        with self._lock:
            value = self._kept.get(key)
            if value is not None:
                self._kept.move_to_end(key)
                return value
        value = make()
        with self._lock:
            if key not in self._kept:
                self.used += self.bytes_of(value)
            self._kept[key] = value
            while self.used > self.limit and len(self._kept) > 1:
                self.used -= self.bytes_of(self._kept.popitem(last=False)[1])
        return value

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._kept.clear()
            self.used = 0


class _LetterSheet:
    """Letters of one face at one size: their metrics, and where their pictures lie in its file."""

    def __init__(self, path: Path, *, keeps: bool) -> None:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            self.image = path.parent / Path(str(data["meta"]["image"])).name
            self.frames = {str(name): _frame(entry) for name, entry in data["frames"].items()}
            said = data["meta"]["alphabet"]
            self.cap = float(said["cap"])
            self.shadow_share = float(said["shadow_share"])
            self.pens = {str(name): (float(x), float(y)) for name, (x, y) in said["pens"].items()}
            self.advance = {str(char): float(width) for char, width in said["advance"].items()}
            self.kern = {str(pair): float(width) for pair, width in said["kern"].items()}
            accents = said["accents"].items()
            self.accents = {str(char): (str(base), str(mark), float(x)) for char, (base, mark, x) in accents}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise BadAtlas(f"{path}: {type(error).__name__}: {error}") from error
        self.keeps = keeps
        """Whether pieces are kept in the sheet's own size once they were cut: a small sheet's, used all the time."""
        self._pieces: dict[str, pygame.Surface] = {}

    def covers(self, text: str) -> bool:
        """Whether every character of a text can be set."""
        return all(char == " " or char in self.advance or char in self.accents for char in _capitals(text))

    def layers(self, name: str, scale: float, opened: "Opened") -> tuple[_Layer, ...]:
        """The pictures of a letter, back to front, in ``scale`` times their size."""
        return tuple(self._layer(layer, name, scale, opened) for layer in LAYERS)

    def _layer(self, layer: str, name: str, scale: float, opened: "Opened") -> _Layer:
        rect, (left, top) = self.frames[f"{layer}/{name}"]
        grow = scale * (self.shadow_share if layer == "shadow" else 1.0)
        size = (max(1, round(rect.width * grow)), max(1, round(rect.height * grow)))
        part = self._piece(f"{layer}/{name}", opened)
        pen_x, pen_y = self.pens[name]
        surface = pygame.transform.smoothscale(part, size) if size != rect.size else part.copy()
        return _Layer(_fast(surface), left * grow - pen_x * scale, top * grow - pen_y * scale)

    def _piece(self, frame: str, opened: "Opened") -> pygame.Surface:
        """A frame as it was drawn."""
        if frame in self._pieces:
            return self._pieces[frame]
        if self not in opened:
            opened[self] = decoded(self.image)
        part = opened[self].subsurface(self.frames[frame][0])
        if self.keeps:
            part = self._pieces[frame] = part.copy()
        return part


Opened: TypeAlias = dict[_LetterSheet, pygame.Surface]
"""The sheets that are decoded for as long as one call reads letters from them."""


def _fast(surface: pygame.Surface) -> pygame.Surface:
    return surface.convert_alpha() if pygame.display.get_surface() else surface


def _frame(entry: dict[str, dict[str, int]]) -> tuple[pygame.Rect, tuple[int, int]]:
    at, source = entry["frame"], entry["spriteSourceSize"]
    return pygame.Rect(at["x"], at["y"], at["w"], at["h"]), (int(source["x"]), int(source["y"]))


def _capitals(text: str) -> Iterator[str]:
    return (capital for char in unicodedata.normalize("NFC", text.replace("\xa0", " ")) for capital in char.upper())


class DisplayAlphabet:
    """Sets lines in the skin's faces, and keeps what it set lately within a bound.

    A face is ``gold`` or ``enamel``. A sheet is decoded while letters are read from it and let go afterwards:
    :meth:`prepare` reads those of coming texts, so that none is decoded within a frame.
    """

    def __init__(self, folder: Path) -> None:
        """Read the metrics of the sheets ``lettering_*.json`` in a skin's folder; raises :class:`BadAtlas`."""
        self._sheets: dict[tuple[str, bool], _LetterSheet] = {}
        for path in sorted(folder.glob("lettering_*.json")):
            _, face, *small = path.stem.split("_")
            self._sheets[face, bool(small)] = _LetterSheet(path, keeps=bool(small))
        self._glyphs: _Recent[tuple[str, bool, str, int], tuple[_Layer, ...]] = _Recent(GLYPH_BYTES, _layers_bytes)
        self._lines: _Recent[tuple[str, int, str], SetLine] = _Recent(LINE_BYTES, lambda line: _bytes(line.surface))
        if ("gold", True) in self._sheets:
            self.prepare([(AMOUNTS, SMALL_SHEET_UP_TO, "gold")])

    def covers(self, text: str, face: str = "gold") -> bool:
        """Whether a text can be set; other scripts are left to ordinary fonts."""
        sheet = self._sheets.get((face, False))
        return sheet is not None and sheet.covers(text)

    def width(self, text: str, cap: int, face: str = "gold") -> int:
        """Pixels from the first pen to the last of a text whose capitals are ``cap`` pixels high."""
        sheet, _ = self._sheet(face, cap)
        return round(_laid_out(sheet, text)[1] * cap / sheet.cap)

    def fitted(self, text: str, cap: int, width: int, face: str = "gold") -> int:
        """The greatest capital height up to ``cap`` at which a text is at most ``width`` pixels wide."""
        taken = self.width(text, cap, face)
        return cap if taken <= width else max(1, cap * width // taken)

    def line(self, text: str, cap: int, face: str = "gold") -> SetLine:
        """A finished line whose capitals are ``cap`` pixels high."""
        return self._lines.get((text, cap, face), lambda: self._set(text, cap, face))

    def draw(self, canvas: pygame.Surface, text: str, cap: int, x: float, y: float, face: str = "gold") -> None:
        """Draw letter by letter, for an amount that is another one every frame; its middle is at (x, y)."""
        sheet, scale = self._sheet(face, cap)
        spots, width = _laid_out(sheet, text)
        left, base = x - width * scale / 2, y + cap / 2
        opened: Opened = {}
        placed = [(self._glyph(face, cap, spot, opened), spot) for spot in spots]
        for layer in range(len(LAYERS)):
            pieces = [
                (layers[layer].surface, (round(left + spot.x * scale + layers[layer].x), round(base + layers[layer].y)))
                for layers, spot in placed
            ]
            canvas.blits(pieces, doreturn=False)

    def prepare(self, texts: Iterable[tuple[str, int, str]]) -> None:
        """Have the letters of texts (with their capital height and face) ready; may be called in another thread."""
        opened: Opened = {}
        for text, cap, face in texts:
            if self.covers(text, face):
                sheet, _ = self._sheet(face, cap)
                for spot in _laid_out(sheet, text)[0]:
                    self._glyph(face, cap, spot, opened)

    def release(self) -> None:
        """Let everything go that was set."""
        self._glyphs.clear()
        self._lines.clear()

    # -- setting ------------------------------------------------------------------------------------------------

    def _sheet(self, face: str, cap: int) -> tuple[_LetterSheet, float]:
        small = (face, True) in self._sheets and cap <= SMALL_SHEET_UP_TO
        sheet = self._sheets[face, small]
        return sheet, cap / sheet.cap

    def _glyph(self, face: str, cap: int, spot: _Spot, opened: Opened) -> tuple[_Layer, ...]:
        small = (face, True) in self._sheets and cap <= SMALL_SHEET_UP_TO
        sheet, height = self._sheets[face, small], round(cap * spot.share)
        key = (face, small, spot.name, height)
        return self._glyphs.get(key, lambda: sheet.layers(spot.name, height / sheet.cap, opened))

    def _set(self, text: str, cap: int, face: str) -> SetLine:
        sheet, scale = self._sheet(face, cap)
        spots, width = _laid_out(sheet, text)
        opened: Opened = {}
        drawn: list[list[tuple[pygame.Surface, float, float]]] = [[], [], []]
        for spot in spots:
            for layer, piece in enumerate(self._glyph(face, cap, spot, opened)):
                drawn[layer].append((piece.surface, spot.x * scale + piece.x, piece.y))
        pieces = [piece for layer in drawn for piece in layer]
        middle = round(width * scale / 2), -(cap // 2)
        reach_x = max((max(middle[0] - x, x + surface.get_width() - middle[0]) for surface, x, _ in pieces), default=0)
        reach_y = max((max(middle[1] - y, y + surface.get_height() - middle[1]) for surface, _, y in pieces), default=0)
        half = math.ceil(reach_x) + 1, math.ceil(reach_y) + 1
        left, top = middle[0] - half[0], middle[1] - half[1]
        line = pygame.Surface((2 * half[0], 2 * half[1]), pygame.SRCALPHA)
        for surface, x, y in pieces:
            line.blit(surface, (round(x) - left, round(y) - top))
        return SetLine(line)


def _laid_out(sheet: _LetterSheet, text: str) -> tuple[list[_Spot], float]:
    """A line's letters with their pens, and its width, in the sheet's own pixels."""
    spots: list[_Spot] = []
    x, before, before_share = 0.0, "", 1.0
    for char in unicodedata.normalize("NFC", text.replace("\xa0", " ")):
        share = SMALL if char.islower() else 1.0
        for capital in char.upper():
            if capital == " ":
                x, before = x + SPACE * sheet.cap, ""
                continue
            base, mark, over = sheet.accents.get(capital, (capital, "", 0.0))
            x += sheet.kern.get(before + base, 0.0) * min(share, before_share)
            spots.append(_Spot(f"{ord(base):04x}", share, x))
            if mark:
                spots.append(_Spot(mark, share, x + over * share))
            x, before, before_share = x + sheet.advance[base] * share, base, share
    return spots, x


def _bytes(surface: pygame.Surface) -> int:
    return 4 * surface.get_width() * surface.get_height()


def _layers_bytes(layers: tuple[_Layer, ...]) -> int:
    return sum(_bytes(layer.surface) for layer in layers)
