"""The program's icon: the princess of the scatter on a tile of night, a crowned heart where it is shown small."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from sprites.source.colours import PALETTES
from sprites.source.kit.ornaments import JEWELS, heart_jewel
from sprites.source.kit.paint import Canvas, bump, smoothstep
from sprites.source.kit.relief import metal, outline
from sprites.source.kit.shapes import box, disc, heart, polygon, twinkle
from sprites.source.symbols.portrait import faces, placed

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
SMALL = 48
"""Up to this size her face fills the tile."""
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


def _portrait(zoom: float, rim: float, *, jewel: bool) -> Image.Image:
    """Her bust before beams of light; `zoom` is how large, with a heart at the corner if `jewel`."""
    palette = PALETTES["princess"]
    c = Canvas(512, 512, 2)
    field = _tile(c, rim)
    away, angle = np.hypot(c.x - 256, c.y - 240), np.arctan2(c.y - 240, c.x - 256)
    c.light("#FF7AD0", field * np.exp(-((away / 230) ** 2)) * 0.55)
    beam = smoothstep(0.1, 0.9, np.sin(angle * 14)) * smoothstep(60, 240, away)
    c.light("#FFE29A", field * (np.exp(-((away / 200) ** 2)) * 0.5 + beam * 0.16))
    if jewel:
        for x, y, r in ((96, 100, 15), (420, 96, 18), (72, 300, 11)):
            c.light("#FFF3D0", c.mask(twinkle(x, y, r)) * field)
    bust = placed(faces("princess", "open").inside, zoom * c.scale, c.shape[0], dy=26 * c.scale)
    c.shade("#1A0730", c.blur(c.shifted(bust[..., 3], 6, 9), 8) * field * 0.5)
    c.stamp(bust * field[..., None])
    c.shade(palette.ink, field * (1 - smoothstep(0, 26, c.inside(field))) * 0.4)
    if jewel:
        heart_jewel(c, 408, 410, 112, JEWELS["pink"], palette)
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
    large, small = _portrait(1.16, 26, jewel=True), _portrait(1.36, 34, jewel=False)
    pictures = {}
    for size in SIZES:
        source = small if size <= SMALL else large
        pictures[size] = _tiny(size) if size <= TINY else source.resize((size, size), Image.Resampling.LANCZOS)
        pictures[size].save(folder / f"icon-{size}.png", optimize=True)
    within = [pictures[s] for s in SIZES if s <= 256]
    within[-1].save(folder / "icon.ico", sizes=[p.size for p in within], append_images=within[:-1])
    pictures[512].save(folder / "icon.icns", append_images=[pictures[s] for s in (16, 32, 64, 128, 256)])
