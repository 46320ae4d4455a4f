"""The look: everything a scene draws with, for the skin that is shown."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import pygame

from game.engine.rules import HEART_COLOURS, PAYS, SCATTER
from game.platform import atlas_meta
from game.platform.alphabet import DisplayAlphabet
from game.platform.pictures import Lazy, decoded, picture_size
from game.platform.sprites import Atlas, Lit, ScaledCache, Sprite, unlit
from game.platform.text import Colour, Fonts
from game.skins import Skin
from game.ui import contrast

WIN_PARTS: Final = MappingProxyType(
    {name: f"win/{name}" for name in (*PAYS, SCATTER, *(f"heart_{colour}" for colour in HEART_COLOURS))}
)
"""Symbol -> the part that its win animation is."""
LAZY: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = MappingProxyType(
    {
        "symbols": {part: (f"{name}/win/",) for name, part in WIN_PARTS.items()},
        "stage": {
            "base": ("plate", "rail/"),
            "free": ("plate_free", "rail_free/", "medallion/"),
        },
        "crests": {f"crest_{tier}": (f"crest/{tier}",) for tier in range(1, 6)},
        "moments": {
            "bursts": ("burst", "burst_gold"),
            "sunburst": ("sunburst/",),
            "flames": ("flame/",),
            "near_coins": ("coin_near/",),
            "wave": ("wave/",),
        },
        "screens": {
            "splash": ("splash/",),
        },
    }
)
"""Sheet -> the parts of it that are only decoded while they are needed, and their frames."""
BACKGROUND_OF: Final = MappingProxyType({"base": "background", "free": "background_free"})
"""Part -> the picture that lies behind everything in it."""
PARTS: Final = MappingProxyType({part: sheet for sheet, parts in LAZY.items() for part in parts})
"""Part -> its sheet."""
PICTURES: Final = ("tier_3", "tier_4", "tier_5", "cap", "intro", "summary")
"""Opaque pictures that fill the screen behind a celebration."""
ADDED: Final = ("burst", "sunburst/", "flame/", "wave/front")
"""Frames of the moments that are only drawn additively."""
CAPITAL: Final = 0.66
"""Height of the display alphabet's capitals in ems."""
OF_HEIGHT: Final = 0.86
"""Size of a grown line's letters beside the height of its place."""
BETWEEN: Final = 45
"""Room between paragraphs in percent of a line."""
MIN_WORDS: Final = 20
"""Canvas pixels; 17 would be the least that can be read at 720 lines."""
SOLID: Final = ("snow/", "petal/", "coin/")
"""Effects that are not light."""


class ThemeAssets:
    """A skin's pictures.

    What the board at rest needs is always there; the parts of :data:`PARTS` come ahead of their use or with it, and go
    when they are released. Of the scenery (parts ``base`` and ``free``) a scene keeps only what it painted.
    """

    def __init__(
        self, skin: Skin, progress: Callable[[float], None] = lambda _done: None, *, parts: Sequence[str] = ("base",)
    ) -> None:
        """Decode every sheet and the ``parts``; calls ``progress`` with 0 to 1. Raises ``BadAtlas``."""
        self.skin = skin
        self.backgrounds: dict[str, Lazy[pygame.Surface]] = {}
        for part, name in BACKGROUND_OF.items():
            file = skin.file(f"{name}.webp")
            picture_size(file)
            self.backgrounds[part] = Lazy(partial(_background, file))
            if part in parts:
                self.backgrounds[part].put(decoded(file))
        progress(0.2)
        self.symbols = self._atlas("symbols", parts, lambda name, _: name.startswith("glow/"))
        """Board symbols, values, shards."""
        progress(0.5)
        self.stage = self._atlas("stage", parts)
        """Frame, plate, logo, banner."""
        progress(0.7)
        self.ui = self._atlas("ui", parts)
        """Buttons, plates, icons."""
        progress(0.8)
        self.effects = self._atlas("effects", parts, lambda name, _: not name.startswith(SOLID))
        """Particles."""
        progress(0.9)
        self.screens = self._atlas("screens", parts)
        """Pictures of the introduction."""
        self.crests = self._optional("crests")
        """What stands behind the titles of big wins, ``crest/1`` to ``crest/5``; a skin may do without."""
        self.moments = self._optional("moments", lambda name, _: name.startswith(ADDED))
        """Bursts, flames, near coins and the wave; a skin may do without."""
        self.pictures = Pictures(skin)
        """The pictures of :data:`PICTURES`."""
        self.place = self._atlas("place", parts, _drifts_as_light) if skin.file("place.json").is_file() else None
        """What drifts before the background; a skin may do without."""
        self.alphabet = DisplayAlphabet(skin.folder)
        """Letters of headings and amounts."""
        self.outset = atlas_meta.outset(self.ui)
        """Kind of stretched piece -> the pixels that lie outside its visible edge."""
        self.text_places = {**atlas_meta.text_places(self.screens), **atlas_meta.text_places(self.stage)}
        """Ornament -> where words go on it: left, top, width and height."""
        if self.place is not None:
            atlas_meta.check_place(self.place)
        self.light = {name: sprite for name, sprite in self.symbols.ready.items() if name.startswith("glow/")}
        self.light |= {name: sprite for name, sprite in self.effects.ready.items() if not name.startswith(SOLID)}
        """Frames to be drawn additively."""
        progress(1.0)

    def _atlas(self, name: str, parts: Sequence[str], lit: Lit = unlit) -> Atlas:
        later = LAZY.get(name, {})
        return Atlas(self.skin.folder, name, later=later, now=[part for part in parts if part in later], lit=lit)

    def _optional(self, name: str, lit: Lit = unlit) -> Atlas | None:
        return self._atlas(name, (), lit) if self.skin.file(f"{name}.json").is_file() else None

    def _sheet(self, part: str) -> Atlas | None:
        sheet: Atlas | None = getattr(self, PARTS[part])
        return sheet

    def moment(self, name: str) -> Sprite | None:
        """A crest or another piece of the great moments, decoded with its part; None where the skin does without."""
        sheet = self.crests if name.startswith("crest/") else self.moments
        return sheet[name] if sheet is not None and name in sheet else None

    def moments_named(self, prefix: str) -> list[Sprite]:
        """The pieces of the great moments whose names begin so, in order."""
        if self.moments is None:
            return []
        return [self.moments[name] for name in sorted(self.moments.names) if name.startswith(prefix)]

    def prefetch(self, *parts: str) -> None:
        """Have parts decoded without waiting for them."""
        for part in parts:
            sheet = self._sheet(part)
            if sheet is not None:
                sheet.prefetch(part)
            if part in self.backgrounds:
                self.backgrounds[part].prefetch()

    def release(self, *parts: str) -> None:
        """Let parts go."""
        for part in parts:
            sheet = self._sheet(part)
            if sheet is not None:
                sheet.release(part)
            if part in self.backgrounds:
                self.backgrounds[part].release()


class Pictures:
    """The opaque pictures behind celebrations; one of them is decoded at a time."""

    def __init__(self, skin: Skin) -> None:
        files = {name: skin.file(f"{name}.webp") for name in PICTURES}
        self._files = {name: file for name, file in files.items() if file.is_file()}
        for file in self._files.values():
            picture_size(file)
        self._name = ""
        self._picture: Lazy[pygame.Surface] | None = None

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def prefetch(self, name: str) -> None:
        """Have a picture decoded without waiting for it; the one before goes."""
        if name in self._files:
            self._turn_to(name).prefetch()

    def get(self, name: str) -> pygame.Surface | None:
        """A picture, 1920 x 1080; None where the skin has none of that name."""
        return self._turn_to(name).get() if name in self._files else None

    def release(self) -> None:
        """Keep none."""
        self._name, self._picture = "", None

    def _turn_to(self, name: str) -> Lazy[pygame.Surface]:
        if self._picture is None or self._name != name:
            self._name, self._picture = name, Lazy(partial(_background, self._files[name]))
        return self._picture


def _background(file: Path) -> pygame.Surface:
    """The picture; a plain one if it was damaged since it was read first, for a round must not end over it."""
    try:
        return decoded(file)
    except (OSError, ValueError, pygame.error):
        return pygame.Surface((16, 9))


def _drifts_as_light(name: str, meta: Mapping[str, Any]) -> bool:
    return bool(meta.get("drift", {}).get(name, {}).get("additive"))


class Theme:
    """The skin that is shown, the fonts and the words."""

    def __init__(self, fonts_folder: Path, tr: Callable[[str], str]) -> None:
        self.fonts = Fonts(fonts_folder)
        self.tr = tr
        self.text_size = 100
        """Percent of the usual size that texts have."""
        self.high_contrast = False
        """Plain black plates in place of the skin's pieces, and brighter letters."""
        self.heard: list[str] | None = None
        """While something is drawn only to read it aloud: its texts."""
        self.scaled = ScaledCache()
        self._assets: ThemeAssets | None = None

    def show(self, assets: ThemeAssets) -> None:
        """Change to another skin's pictures."""
        self._assets = assets
        self.scaled = ScaledCache()

    @property
    def loaded(self) -> bool:
        """Whether there are pictures to draw with."""
        return self._assets is not None

    @property
    def assets(self) -> ThemeAssets:
        """The pictures shown; an error before the first skin is loaded."""
        if self._assets is None:
            raise RuntimeError("no skin has been loaded yet")
        return self._assets

    @property
    def skin(self) -> Skin:
        """The skin shown."""
        return self.assets.skin

    def colour(self, name: str) -> Colour:
        """A flat colour of the skin."""
        return contrast.COLOURS[name] if self.high_contrast else self.skin.colours[name]

    def size(self, pixels: int) -> int:
        """A length that grows with the text: ``pixels`` where texts have their usual size."""
        return round(pixels * self.text_size / 100)

    def hear(self, text: str) -> None:
        """Note a text that is drawn, while someone listens."""
        if self.heard is not None:
            self.heard.append(text)

    def text(
        self,
        canvas: pygame.Surface,
        text: str,
        rect: pygame.Rect,
        *,
        size: int,
        least: int = 0,
        style: str = "body",
        colour: str = "text",
        align: str = "centre",
    ) -> None:
        """A fitted line inside ``rect``, centred vertically; ``align`` is left, centre or right."""
        self.hear(text)
        least = least or max(14, size * 2 // 3)
        pixels = max(size, min(self.size(size), round(rect.height * OF_HEIGHT)))
        line = self.fonts.fitted(text, style, pixels, least, rect.width, self.colour(colour))
        y = rect.centery - line.get_height() // 2
        x = {"left": rect.left, "centre": rect.centerx - line.get_width() // 2, "right": rect.right - line.get_width()}
        canvas.blit(line, (x[align], y))

    def _set(self, text: str, style: str, pixels: int, width: int) -> tuple[list[tuple[str, int]], int]:
        """Paragraphs broken into lines with how far down each stands, and their height in all."""
        step, y = self.fonts.font(style, pixels).get_linesize(), 0
        lines: list[tuple[str, int]] = []
        for number, block in enumerate(text.split("\n")):
            y += step * BETWEEN // 100 if number else 0
            for line in self.fonts.paragraph(block, style, pixels, width):
                lines.append((line, y))
                y += step
        return lines, y

    def height_of(self, text: str, width: int, *, size: int = 28, style: str = "body") -> int:
        """Height of :meth:`words` in a width."""
        return self._set(text, style, self.size(size), width)[1]

    def words(
        self,
        canvas: pygame.Surface,
        text: str,
        rect: pygame.Rect,
        *,
        size: int = 28,
        style: str = "body",
        colour: str = "text",
        align: str = "left",
    ) -> None:
        """Paragraphs in the middle of ``rect``'s height with room between them, smaller where they would not fit."""
        self.hear(text)
        pixels = self.size(size)
        lines, height = self._set(text, style, pixels, rect.width)
        while height > rect.height and pixels > MIN_WORDS:
            pixels -= 1
            lines, height = self._set(text, style, pixels, rect.width)
        self._write(canvas, lines, rect, rect.centery - height // 2, style, pixels, colour, align)

    def _write(
        self,
        canvas: pygame.Surface,
        lines: Iterable[tuple[str, int]],
        rect: pygame.Rect,
        top: int,
        style: str,
        pixels: int,
        colour: str,
        align: str,
    ) -> None:
        for words, y in lines:
            if words:
                line = self.fonts.line(words, style, pixels, self.colour(colour))
                left = {
                    "left": 0,
                    "centre": (rect.width - line.get_width()) // 2,
                    "right": rect.width - line.get_width(),
                }
                canvas.blit(line, (rect.left + left[align], top + y))

    def figures(self, canvas: pygame.Surface, text: str, rect: pygame.Rect, *, cap: int, face: str = "gold") -> None:
        """A text in the display alphabet, its capitals up to ``cap`` pixels high, fitted into ``rect`` and centred.

        What the alphabet cannot set is written in the ordinary font.
        """
        alphabet = self.assets.alphabet
        if self.high_contrast:
            size = min(round(cap / CAPITAL), rect.height)
            ground = pygame.Rect(0, 0, self.fonts.width(text, "strong", size) + 16, rect.height)
            ground.center = rect.center
            canvas.fill(contrast.BLACK, ground.clip(rect))
        if self.high_contrast or not alphabet.covers(text, face):
            self.text(canvas, text, rect, size=cap * 5 // 4, style="strong", colour="gold")
            return
        self.hear(text)
        alphabet.draw(canvas, text, alphabet.fitted(text, cap, rect.width, face), *rect.center, face)

    def text_place(self, piece: str, x: int, y: int, kind: str = "title") -> pygame.Rect:
        """Where words go on a piece of the stage that is drawn at (x, y)."""
        size = self.assets.stage[piece].size
        left, top, width, height = self.assets.text_places.get(piece, {}).get(kind, (0, 0, *size))
        return pygame.Rect(x + left, y + top, width, height)

    def letter(self, texts: Iterable[tuple[str, int]]) -> None:
        """Make the letters of texts at sizes ready: a large one takes longer than a frame."""
        texts = list(texts)
        alphabet = self.assets.alphabet
        alphabet.prepare((text, round(size * CAPITAL), "gold") for text, size in texts)
        for text, size in texts:
            if not alphabet.covers(text):
                self.fonts.letters(text, size, self.skin.ramp, self.colour("edge"))

    def lettering(self, text: str, size: int) -> pygame.Surface:
        """Display lettering in gold, its middle in the surface's; in the skin's ramp where the alphabet lacks a letter.

        ``size`` is in pixels an em, like a font's.
        """
        alphabet = self.assets.alphabet
        if alphabet.covers(text):
            return alphabet.line(text, round(size * CAPITAL)).surface
        return self.fonts.lettering(text, size, self.skin.ramp, self.colour("edge"))

    def lettering_width(self, text: str, size: int) -> int:
        """Pixels that :meth:`lettering` takes, without rims and shadow."""
        alphabet = self.assets.alphabet
        if alphabet.covers(text):
            return alphabet.width(text, round(size * CAPITAL))
        return self.fonts.width(text, "display", size)

    def stretched(self, canvas: pygame.Surface, name: str, rect: pygame.Rect) -> None:
        """A nine-slice piece of the kit whose visible edge fills ``rect``."""
        if self.high_contrast:
            contrast.draw_plain(canvas, name, rect)
            return
        outset = self.assets.outset.get(name.partition("/")[0], 0)
        outer = rect.inflate(2 * outset, 2 * outset)
        canvas.blit(self.assets.ui.stretched(name, outer.size), outer)

    def piece(self, canvas: pygame.Surface, name: str, rect: pygame.Rect) -> None:
        """A button of the kit that has one size, in the middle of ``rect``."""
        if self.high_contrast:
            contrast.draw_plain(canvas, name, rect, circle=not name.startswith("square"))
        else:
            self.assets.ui[name].draw_centred(canvas, *rect.center)
