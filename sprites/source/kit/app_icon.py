"""The program's icon: a winged celestial heart on a night-blue tile, simpler where it is shown small."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from sprites.source.colours import PALETTES
from sprites.source.kit.ornaments import FEATHER_WHITE, JEWELS, compass_star, heart_jewel, wing
from sprites.source.kit.paint import Canvas, bump, smoothstep
from sprites.source.kit.relief import metal, outline
from sprites.source.kit.shapes import box, disc, heart, polygon, twinkle

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
SMALL = 48
"""Up to this size the simple drawing is used."""
TINY = 24
"""Up to this size a crowned heart alone is drawn, flat and with a strong outline, on the grid of the pixels."""


def _tile(c: Canvas, rim: float) -> np.ndarray:
    """The rounded tile with its gold rim; gives the field inside."""
    palette = PALETTES["princess"]
    tile = c.mask(box(14, 14, 484, 484, 112))
    outline(c, tile, 5, palette.ink)
    d = c.inside(tile)
    metal(c, tile, rim * 0.8 * bump(d, rim * 0.5, rim * 0.56), palette.metal, soften=1.0, depth=1.1)
    field = c.grown(tile, -rim)
    c.over(palette.ink, c.grown(field, 2))
    c.over(c.down(((0, "#2B1A86"), (0.55, "#1B0E58"), (1, "#3A1C8E")), 20, 490), field)
    glow = np.exp(-(((c.x - 256) / 190) ** 2) - ((c.y - 250) / 170) ** 2)
    c.light("#8A6CFF", field * glow * 0.75)
    c.shade(palette.ink, field * (1 - smoothstep(0, 60, c.inside(field))) * 0.45)
    return field


def _large() -> Image.Image:
    palette = PALETTES["princess"]
    c = Canvas(512, 512, 2)
    field = _tile(c, 26)
    for x, y, r in ((110, 112, 15), (404, 104, 18), (88, 356, 11), (430, 372, 13), (160, 420, 9), (350, 430, 10)):
        c.light("#FFF3D0", c.mask(twinkle(x, y, r)) * field)
    for left in (True, False):
        wing(c, 256 + (-56 if left else 56), 304, 190, palette, left=left, stops=FEATHER_WHITE, lift=-16)
    compass_star(c, 256, 186, 136, palette, contour=5)
    heart_jewel(c, 256, 292, 232, JEWELS["pink"], palette)
    return c.image()


def _small() -> Image.Image:
    palette = PALETTES["princess"]
    c = Canvas(512, 512, 1)
    _tile(c, 40)
    compass_star(c, 256, 150, 140, palette, contour=10, waist=0.32)
    heart_jewel(c, 256, 278, 372, JEWELS["pink"], palette, bezel=36)
    return c.image()


def _tiny(size: int) -> Image.Image:
    """A crowned heart that fills the icon: few shapes, each at least two pixels wide at `size`."""
    c = Canvas(size, size, 16)
    u = size / 16
    ink, gold, pink = "#1A0730", "#FFC638", "#F0358E"
    body = c.mask(heart(8 * u, 9.0 * u, 14 * u))
    points = ((4.9, 5.9), (3.9, 1.5), (6.3, 3.2), (8, 0.9), (9.7, 3.2), (12.1, 1.5), (11.1, 5.9))
    band = polygon([(x * u, y * u) for x, y in points])
    crown = c.mask(band)
    both = np.maximum(body, crown)
    c.over(ink, c.grown(both, 0.95 * u))
    c.over(c.down(((0, "#FF8CC8"), (0.45, pink), (1, "#A80F6E")), 3.5 * u, 15.5 * u), body)
    c.light("#FFFFFF", c.mask(disc(4.4 * u, 8.2 * u, 1.2 * u)) * body * 0.85)
    c.over(ink, c.grown(crown, 0.8 * u))
    c.over(c.down(((0, "#FFF0A8"), (0.5, gold), (1, "#E08A10")), 0.9 * u, 5.9 * u), crown)
    return c.image()


def write_icons(folder: Path) -> None:
    """Writes icon-<size>.png for every size, icon.ico and icon.icns into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    large, small = _large(), _small()
    pictures = {}
    for size in SIZES:
        source = small if size <= SMALL else large
        pictures[size] = _tiny(size) if size <= TINY else source.resize((size, size), Image.Resampling.LANCZOS)
        pictures[size].save(folder / f"icon-{size}.png", optimize=True)
    within = [pictures[s] for s in SIZES if s <= 256]
    within[-1].save(folder / "icon.ico", sizes=[p.size for p in within], append_images=within[:-1])
    pictures[512].save(folder / "icon.icns", append_images=[pictures[s] for s in (16, 32, 64, 128, 256)])
