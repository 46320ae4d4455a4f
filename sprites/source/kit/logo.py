"""The game's mark: CELESTIAL in chiselled gold over HEARTS in enamel, before wings and a star in a gloriole."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import skia
from PIL import Image

from sprites.source.colours import PALETTES, Enamel, Palette, ramp
from sprites.source.kit.alphabet import CINZEL, DECORATIVE, Placed, Style, contours, dress, letter
from sprites.source.kit.carving import GILT, Carving, tapered, wings
from sprites.source.kit.ornaments import JEWELS, facets, heart_jewel
from sprites.source.kit.paint import Canvas, bump, smoothstep
from sprites.source.kit.shapes import disc, polar, star
from sprites.source.kit.winter import smooth_noise, snow

LOGO_AT = (24, 4)
LOGO_SIZE = (424, 212)
"""As the game shows it; drawn on a canvas of DRAWN and brought down."""
DRAWN = (504, 252)

STYLES = {
    "princess": (
        Style(rim=0.055, key=0.062, depth=0.10, side=("#8A3A10", "#2B0A1A"), ink="#1A0838", gradient=0.55),
        Style(
            tones=("#FFD2F0", "#FF54B4", "#B40A76", "#FF9AD8"),
            rim=0.060,
            key=0.055,
            depth=0.11,
            weight=0.014,
            side=("#6A0F52", "#22062E"),
            ink="#1A0838",
        ),
    ),
    "christmas": (
        Style(rim=0.055, key=0.062, depth=0.10, side=("#8A3A10", "#2B0A1A"), ink="#061024", gradient=0.55),
        Style(
            tones=("#FFC8B8", "#F23346", "#9A061E", "#FF8A78"),
            rim=0.060,
            key=0.055,
            depth=0.11,
            weight=0.014,
            side=("#06402A", "#021810"),
            ink="#061024",
        ),
    ),
}
"""Upper and lower word."""

Set = tuple[str, str, float, float, float, float]
"""How a letter of the mark is set: character, font, size, shift down, turn in degrees, and change of its advance."""


def logo(skin: str) -> Image.Image:
    """The lock-up of `skin`; Christmas has snow lying on its letters."""
    palette = PALETTES[skin]
    c = Canvas(*DRAWN, 3)
    x = DRAWN[0] / 2
    gold, enamel = STYLES[skin]
    _emblem(c, x, 76, skin, palette)
    lower, eye = _hearts(x)
    dress(c, lower, 82, enamel, order=[1, 2, 3, 4, 0, 5], seed=1)
    upper = _celestial(x)
    dress(c, upper, 57, gold, order=[1, 2, 3, 4, 5, 6, 7, 0, 8], seed=3)
    heart = JEWELS["red"] if skin == "christmas" else Enamel("#5A0A78", "#A840F0", "#F0C8FF")
    heart_jewel(c, eye[0], eye[1] + 3, 32, heart, palette, stops=GILT, bezel=3.4)
    if skin == "christmas":
        _caps(c, lower, 7, 4)
        _caps(c, upper, 5.5, 8)
    return c.image().resize(LOGO_SIZE, Image.Resampling.LANCZOS)


def _line(letters: Sequence[Set], x: float, base: float, rise: float, turn: float, tracking: float) -> list[Placed]:
    """Letters on an arch about `x`: `rise` pixels higher in the middle, leaning `turn` degrees at its ends."""
    cut = [(char, *letter(char, size, font), down, lean, change) for char, font, size, down, lean, change in letters]
    total = sum(width + tracking + change for _, _, width, _, _, change in cut)
    at, placed = x - total / 2, []
    for char, path, width, down, lean, change in cut:
        room = width + tracking + change
        u = (at + room / 2 - x) / (total / 2)
        matrix = skia.Matrix()
        matrix.preTranslate(at + room / 2, base - rise * (1 - u * u) + down)
        matrix.preRotate(turn * u + lean)
        matrix.preTranslate(-room / 2, 0)
        moved = skia.Path()
        path.transform(matrix, moved)
        placed.append((char, moved))
        at += room
    return placed


def _celestial(x: float) -> list[Placed]:
    """The upper word; its first and last letter reach down and clasp the lower one."""
    small = [(char, DECORATIVE, 57.0, 0.0, 0.0, 0.0) for char in "elestia"]
    first = ("C", DECORATIVE, 85.0, 12.0, -4.0, -7.0)
    last = ("L", CINZEL, 83.0, 10.0, 3.0, -1.0)
    return _line([first, *small, last], x, 153, 18, 9, 2.4)


def _hearts(x: float) -> tuple[list[Placed], tuple[float, float]]:
    """The lower word, the A without its counter, and where the heart in its place stands."""
    sizes = {0: (87.0, 2.0), 5: (90.0, 2.4)}
    letters = [(char, DECORATIVE, *sizes.get(k, (82.0, 0.0)), 0.0, 0.0) for k, char in enumerate("hearts")]
    placed = _line(letters, x, 224, 8, 3.0, 3.0)
    outer, *inner = sorted(contours(placed[2][1]), key=lambda part: -part.computeTightBounds().width())
    hole = (inner[0] if inner else outer).computeTightBounds()
    placed[2] = ("a", outer)
    return placed, (hole.centerX(), hole.centerY())


def _emblem(c: Canvas, x: float, y: float, skin: str, palette: Palette) -> None:
    """A star on a blue (green) dish in a gilt ring, a gloriole behind it, wings to both sides."""
    k = Carving(c)
    for i in range(24):
        long = i % 2 == 0
        tip = polar(x, y, 60 * (1.0 if long else 0.74), 15 * i)
        k.add(tapered(np.linspace(polar(x, y, 30, 15 * i), tip, 8), 9 if long else 6, 0.6), 3.0, 1)
    k.paint(GILT, palette.ink)
    wings(c, x, y + 24, 146, palette, droop=34)
    ring = c.mask(disc(x, y, 40))
    c.shadow(ring, dx=1, dy=3, blur=4, alpha=0.8)
    c.over(palette.ink, c.grown(ring, 1.5))
    d = c.inside(ring)
    Carving(c, ring, 4 * bump(d, 3.6, 3.8) + 2 * bump(d, 9, 1.6)).paint(GILT, palette.ink, shadow=False)
    dish = c.mask(disc(x, y, 29))
    r = np.hypot(c.x - x, c.y - y) / 29
    deep, body, light = ("#02241C", "#0A7048", "#8CF0BC") if skin == "christmas" else ("#081050", "#2450D8", "#9CD8FF")
    c.over(palette.ink, c.grown(dish, 1))
    c.over(ramp(r, ((0, body), (1, deep))), dish)
    turned = 0.5 + 0.5 * np.cos(np.arctan2(c.y - y, c.x - x) * 20)
    c.light(light, dish * turned * smoothstep(1, 0.2, r) * 0.4)
    point = star(x, y - 8, 27, 11.5, 5)
    mask = c.mask(point)
    c.shadow(mask, dx=1, dy=3, blur=2, alpha=0.8)
    c.over(palette.ink, c.grown(mask, 1.3))
    facets(c, (x, y - 8), [polar(x, y - 8, 27 if i % 2 == 0 else 11.5, i * 36) for i in range(10)], 7, GILT)


def _caps(c: Canvas, letters: Sequence[Placed], depth: float, seed: int) -> None:
    """Snow on the upper edges of `letters`."""
    mask = np.zeros(c.shape, np.float32)
    for _, path in letters:
        mask = np.maximum(mask, c.grown(c.mask(path), 3.5))
    above = np.maximum.reduce([c.shifted(mask, dx, depth) for dx in (-2.5, 0, 2.5)])
    lump = smooth_noise(c.shape, 22, seed)
    cap = c.blur(c.shifted(mask * (1 - above), 0, -depth * 0.35), 1.6) * (0.45 + 0.95 * lump)
    snow(c, (c.blur(cap, 0.7) > 0.42).astype(np.float32), depth=3.4, seed=seed)
