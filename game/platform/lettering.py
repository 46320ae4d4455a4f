"""Display lettering: letters in a metal ramp with a bevel, a light rim and a dark keyline, put together from glyphs.

Each glyph is worked out once in three layers, so that an amount that counts costs a few blits a frame, and every digit
takes the same room, so that it does not move sideways while it counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import pygame
from numpy.typing import NDArray

from game.platform.faces import DIGITS, Face, clusters
from game.platform.recent import Recent

Colour: TypeAlias = tuple[int, int, int]
Plane: TypeAlias = NDArray[np.float32]
"""Coverage or light, ``[x, y]`` as pygame has it, 0 to 1."""

GLYPHS_KEPT: Final = 200
LINES_KEPT: Final = 16
"""Whole lines kept: an amount that counts is another one every frame."""
SUN: Final = (-0.45, -0.9)
"""Where the light on the bevel comes from, across and down."""


@dataclass(frozen=True, slots=True)
class Style:
    """What a piece of lettering is made with."""

    size: int
    """Pixels."""
    ramp: tuple[Colour, ...]
    """Colours of the face from top to bottom; the first is also the rim's."""
    edge: Colour
    """Colour of the keylines."""

    @property
    def stroke(self) -> int:
        """Width of the rim in pixels; the keyline round it is as wide."""
        return max(2, self.size // 14)

    @property
    def pad(self) -> int:
        """Room round the letters for rim, keyline and its drop."""
        return 2 * self.stroke + self.stroke // 2 + 2


@dataclass(frozen=True, slots=True)
class _Glyph:
    """A letter's layers, all of one size and with the same padding."""

    under: pygame.Surface
    rim: pygame.Surface
    face: pygame.Surface


class Letterer:
    """Makes lettering in one font file and keeps what it made lately."""

    def __init__(self) -> None:
        self._glyphs: Recent[tuple[str, Style], _Glyph] = Recent(GLYPHS_KEPT)
        self._lines: Recent[tuple[str, Style], pygame.Surface] = Recent(LINES_KEPT)

    def line(self, font: Face, text: str, style: Style, digit: int) -> pygame.Surface:
        """A line of lettering; every digit takes ``digit`` pixels."""
        return self._lines.get((text, style), lambda: self._composed(font, text, style, digit))

    def _composed(self, font: Face, text: str, style: Style, digit: int) -> pygame.Surface:
        letters = clusters(text)
        places, width = _places(font, letters, digit)
        glyphs = [self._glyph(font, letter, style) for letter in letters]
        line = pygame.Surface((width + 2 * style.pad, font.get_height() + 2 * style.pad), pygame.SRCALPHA)
        for layer in ("under", "rim", "face"):
            for glyph, middle in zip(glyphs, places, strict=True):
                picture: pygame.Surface = getattr(glyph, layer)
                line.blit(picture, (round(style.pad + middle - picture.get_width() / 2), 0))
        return line

    def _glyph(self, font: Face, letter: str, style: Style) -> _Glyph:
        return self._glyphs.get((letter, style), lambda: _made(font, letter, style))

    def make_ready(self, font: Face, text: str, style: Style) -> None:
        """Have the letters of a text made; may be called in another thread."""
        for letter in clusters(text):
            self._glyph(font, letter, style)


def _places(font: Face, text: Sequence[str], digit: int) -> tuple[list[float], int]:
    """The middle of every letter and the width of the whole, pairs kerned except digits."""
    places, x, before = [], 0.0, ""
    for char in text:
        own = font.size(char)[0]
        if before and not {before, char} & set(DIGITS):
            x += font.size(before + char)[0] - font.size(before)[0] - own
        room = digit if char in DIGITS else own
        places.append(x + room / 2)
        x, before = x + room, char
    return places, round(x)


def _made(font: Face, char: str, style: Style) -> _Glyph:
    drawn = font.render(char, True, (255, 255, 255)).convert_alpha()
    pad, stroke = style.pad, style.stroke
    width, height = drawn.get_size()
    ink = np.zeros((width + 2 * pad, height + 2 * pad), np.float32)
    ink[pad : pad + width, pad : pad + height] = pygame.surfarray.array_alpha(drawn)
    ink /= 255
    rim = _grown(ink, stroke)
    under = _grown(rim, stroke)
    drop = stroke // 2
    np.maximum(under[:, drop:], under[:, : under.shape[1] - drop].copy(), out=under[:, drop:])
    heights = _cap_heights(font, ink.shape[1], pad)
    pale, deep = np.array(style.ramp[0], np.float32), np.array(style.ramp[len(style.ramp) // 2], np.float32)
    rim_colour = pale + (deep - pale) * 0.55 * np.clip(heights - 0.35, 0, 1)[:, None]
    keyline = _grown(ink, max(1, stroke // 3))
    return _Glyph(
        _surface(np.array(style.edge, np.float32), under),
        _surface(rim_colour * (1 - 0.3 * np.clip(-_facing(rim, stroke / 2), 0, 1))[..., None], rim),
        _surface(_face(ink, keyline, heights, style), keyline),
    )


def _face(ink: Plane, keyline: Plane, heights: Plane, style: Style) -> Plane:
    """Colours of the face over its inner keyline: ramp, gloss on the upper half, bevel."""
    stops = np.linspace(0, 1, len(style.ramp))
    ramp = np.stack([np.interp(heights, stops, [colour[k] for colour in style.ramp]) for k in range(3)], -1)
    facing = _facing(ink, max(1.0, style.size / 34))
    gloss = 0.30 / (1 + np.exp((heights - 0.47) * 40))
    lifted = 1 - (1 - gloss) * (1 - 0.85 * np.clip(facing, 0, 1))
    shaded = 1 - 0.42 * np.clip(-facing, 0, 1)
    share = ink / np.maximum(keyline, 1e-3)
    colour = np.empty((*ink.shape, 3), np.float32)
    for k in range(3):
        tone = ramp[:, k].astype(np.float32)
        colour[..., k] = (tone + (255 - tone) * lifted) * shaded * share + style.edge[k] * (1 - share)
    return colour


def _cap_heights(font: Face, rows: int, pad: int) -> Plane:
    """For every row, 0 at the top of a capital to 1 at its foot."""
    box = font.render("H", True, (255, 255, 255)).get_bounding_rect()
    heights = (np.arange(rows, dtype=np.float32) - pad - box.top) / max(1, box.height - 1)
    return np.clip(heights, 0, 1)


def _grown(mask: Plane, radius: int) -> Plane:
    """The mask with a round margin of ``radius`` pixels."""
    ink = pygame.Surface(mask.shape, pygame.SRCALPHA)
    pygame.surfarray.pixels_alpha(ink)[:] = mask * 255
    grown = ink.copy()
    for reach in range(radius, 0, -max(1, radius // 3)):
        turns = np.linspace(0, 2 * np.pi, max(8, 4 * reach), endpoint=False)
        places = {(round(reach * float(np.cos(turn))), round(reach * float(np.sin(turn)))) for turn in turns}
        for place in places:
            grown.blit(ink, place, special_flags=pygame.BLEND_RGBA_MAX)
    return np.asarray(pygame.surfarray.array_alpha(grown) / np.float32(255), np.float32)


def _facing(mask: Plane, radius: float) -> Plane:
    """How much a rounded edge of the mask faces the light (1) or turns from it (-1); 0 on the flat and outside."""
    height = mask
    for _ in range(2):
        height = _blurred(height, max(1, round(1.25 * radius)))
    facing = np.zeros_like(mask)
    facing[1:-1, 1:-1] = SUN[0] * (height[:-2, 1:-1] - height[2:, 1:-1]) + SUN[1] * (
        height[1:-1, :-2] - height[1:-1, 2:]
    )
    return np.asarray(np.clip(facing * radius * 1.6, -1, 1) * mask, np.float32)


def _blurred(plane: Plane, radius: int) -> Plane:
    """Box blur along both axes."""
    side = 2 * radius + 1
    for _axis in (0, 1):
        sums = np.cumsum(np.pad(plane, ((radius + 1, radius), (0, 0))), 0, dtype=np.float32)
        plane = np.asarray((sums[side:] - sums[:-side]) / side, np.float32).T
    return plane


def _surface(colour: Plane, alpha: Plane) -> pygame.Surface:
    """A picture of ``colour`` (0 to 255; one, one a row or one a pixel) with that coverage."""
    surface = pygame.Surface(alpha.shape, pygame.SRCALPHA)
    pixels = pygame.surfarray.pixels3d(surface)
    pixels[:] = np.minimum(colour, 255)
    del pixels
    pygame.surfarray.pixels_alpha(surface)[:] = alpha * 255
    return surface
