"""The look: everything a scene draws with, for the skin that is shown."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pygame

from game.platform.sprites import Atlas, ScaledCache, Sprite
from game.platform.text import Colour, Fonts
from game.skins import ATLASES, BACKGROUNDS, Skin

SHEETS: Final = tuple(name for name in ATLASES if name != "character")
"""Sheets that are plain atlases; the character's pages are read by its own widget."""


class Art:
    """A skin's decoded pictures."""

    def __init__(self, skin: Skin, progress: Callable[[float], None] = lambda _done: None) -> None:
        """Decode every sheet; calls ``progress`` with 0 to 1. Raises ``BadAtlas``."""
        steps = len(SHEETS) + len(BACKGROUNDS) + 1
        self.skin = skin
        self.atlases: dict[str, Atlas] = {}
        for done, name in enumerate(SHEETS):
            self.atlases[name] = Atlas(skin.folder, name)
            progress((done + 1) / steps)
        self.place = Atlas(skin.folder, "place") if skin.file("place.json").is_file() else None
        progress((len(SHEETS) + 1) / steps)
        self.backgrounds: dict[str, pygame.Surface] = {}
        for done, name in enumerate(BACKGROUNDS):
            self.backgrounds[name] = pygame.image.load(skin.file(f"{name}.webp")).convert()
            progress((len(SHEETS) + 2 + done) / steps)
        self.light = _lights(self.atlases["symbols"], "glow/") | _lights(self.atlases["effects"], "")

    @property
    def symbols(self) -> Atlas:
        """Board symbols, values, shards."""
        return self.atlases["symbols"]

    @property
    def stage(self) -> Atlas:
        """Frame, plate, logo, banner."""
        return self.atlases["stage"]

    @property
    def ui(self) -> Atlas:
        """Buttons, plates, icons."""
        return self.atlases["ui"]

    @property
    def effects(self) -> Atlas:
        """Particles and rays."""
        return self.atlases["effects"]

    @property
    def screens(self) -> Atlas:
        """Ornaments of the big screens."""
        return self.atlases["screens"]


def _lights(atlas: Atlas, prefix: str) -> dict[str, Sprite]:
    """Frames prepared for additive drawing: their alpha is baked into black."""
    lights = {}
    for name, sprite in atlas.frames.items():
        if name.startswith(prefix):
            lights[name] = Sprite(sprite.surface.premul_alpha(), sprite.offset, sprite.size, sprite.duration)
    return lights


class Look:
    """The skin that is shown, the fonts and the words."""

    def __init__(self, fonts_folder: Path, tr: Callable[[str], str]) -> None:
        self.fonts = Fonts(fonts_folder)
        self.tr = tr
        self.larger_text = False
        self.scaled = ScaledCache()
        self._art: Art | None = None

    def show(self, art: Art) -> None:
        """Change to another skin's pictures."""
        self._art = art
        self.scaled = ScaledCache()

    @property
    def loaded(self) -> bool:
        """Whether there are pictures to draw with."""
        return self._art is not None

    @property
    def art(self) -> Art:
        """The pictures shown; an error before the first skin is loaded."""
        if self._art is None:
            raise RuntimeError("no skin has been loaded yet")
        return self._art

    @property
    def skin(self) -> Skin:
        """The skin shown."""
        return self.art.skin

    def colour(self, name: str) -> Colour:
        """A flat colour of the skin."""
        return self.skin.colours[name]

    def size(self, pixels: int) -> int:
        """A text size, an eighth larger when the player asked for larger text."""
        return round(pixels * 1.125) if self.larger_text else pixels

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
        least = least or max(14, size * 2 // 3)
        line = self.fonts.fitted(text, style, self.size(size), least, rect.width, self.colour(colour))
        y = rect.centery - line.get_height() // 2
        x = {"left": rect.left, "centre": rect.centerx - line.get_width() // 2, "right": rect.right - line.get_width()}
        canvas.blit(line, (x[align], y))

    def paragraph(
        self,
        canvas: pygame.Surface,
        text: str,
        rect: pygame.Rect,
        *,
        size: int = 28,
        style: str = "body",
        colour: str = "text",
        align: str = "left",
    ) -> int:
        """Text broken into lines from the top of ``rect``, smaller until it fits; returns the bottom y."""
        pixels = self.size(size)
        while True:
            lines = self.fonts.paragraph(text, style, pixels, rect.width)
            step = self.fonts.font(style, pixels).get_linesize()
            if step * len(lines) <= rect.height or pixels <= 16:
                break
            pixels -= 1
        y = rect.top
        for text_line in lines:
            line = self.fonts.line(text_line, style, pixels, self.colour(colour))
            x = rect.left if align == "left" else rect.centerx - line.get_width() // 2
            canvas.blit(line, (x, y))
            y += step
        return y

    def points(self, canvas: pygame.Surface, text: str, rect: pygame.Rect, *, size: int = 30, gap: int = 18) -> int:
        """Paragraphs with room between them, smaller until all of them fit; returns the bottom y."""
        pixels = self.size(size)
        while True:
            font = self.fonts.font("body", pixels)
            blocks = [self.fonts.paragraph(block, "body", pixels, rect.width) for block in text.split("\n")]
            height = sum(len(lines) for lines in blocks) * font.get_linesize() + gap * (len(blocks) - 1)
            if height <= rect.height or pixels <= 16:
                break
            pixels -= 1
        y = rect.top
        for lines in blocks:
            for line in lines:
                canvas.blit(self.fonts.line(line, "body", pixels, self.colour("text")), (rect.left, y))
                y += font.get_linesize()
            y += gap
        return y - gap

    def amount(
        self, canvas: pygame.Surface, text: str, rect: pygame.Rect, *, size: int, least: int, colour: str = "text"
    ) -> None:
        """An amount in fixed-advance numerals, fitted into ``rect`` and centred."""
        pixels = size
        while pixels > least and self.fonts.numerals_width(text, "display", pixels) > rect.width:
            pixels -= 2
        if self.fonts.numerals_width(text, "display", pixels) > rect.width:
            self.text(canvas, text, rect, size=least, least=least, style="display", colour=colour)
            return
        self.fonts.draw_numerals(canvas, text, "display", pixels, self.colour(colour), rect.center)

    def lettering(self, text: str, size: int) -> pygame.Surface:
        """Display lettering in the skin's ramp."""
        return self.fonts.lettering(text, size, self.skin.ramp, self.colour("edge"))

    def stretched(self, canvas: pygame.Surface, name: str, rect: pygame.Rect) -> None:
        """A nine-slice piece of the kit whose visible edge fills ``rect``."""
        ui = self.art.ui
        outset = int(ui.meta.get("outset", {}).get(name.partition("/")[0], 0))
        outer = rect.inflate(2 * outset, 2 * outset)
        canvas.blit(ui.stretched(name, outer.size), outer)
