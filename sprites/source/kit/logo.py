"""The game's mark: CELESTIAL arched over HEARTS, a winged heart with a compass star rising behind."""

from __future__ import annotations

import numpy as np
from PIL import Image

from sprites.source.colours import PALETTES
from sprites.source.kit.ornaments import FEATHER_WHITE, JEWELS, compass_star, heart_jewel, wing
from sprites.source.kit.paint import Canvas
from sprites.source.kit.shapes import placed
from sprites.source.kit.winter import smooth_noise, snow
from sprites.source.lettering import CINZEL, GOLDEN, Dress, arched, emboss

LOGO_AT = (32, 0)
LOGO_SIZE = (408, 186)


def emblem(c: Canvas, x: float, y: float, width: float, skin: str) -> None:
    """The winged heart before a compass star; `width` is the heart's."""
    palette = PALETTES[skin]
    for left in (True, False):
        wing(
            c,
            x + (-width * 0.2 if left else width * 0.2),
            y + width * 0.06,
            width * 1.22,
            palette,
            left=left,
            stops=FEATHER_WHITE,
            lift=-16,
        )
    compass_star(c, x, y - width * 0.26, width * 0.86, palette)
    heart_jewel(c, x, y + width * 0.06, width, JEWELS["pink" if skin == "princess" else "red"], palette)


def logo(skin: str) -> Image.Image:
    """The lock-up of `skin`; Christmas has snow lying on its letters."""
    palette = PALETTES[skin]
    c = Canvas(*LOGO_SIZE)
    dress = Dress(GOLDEN.fill, (("#6A2A0A", 1.2), (palette.keyline, 4.4)), bevel=2.2)
    emblem(c, 204, 43, 44, skin)
    upper, _ = arched("Celestial", 60, 16, CINZEL, tracking=1.0)
    # Its capital H has a swash that would hide the E above it; the small letters are capitals without one.
    lower, _ = arched("hearts", 76, 10, CINZEL, tracking=2)
    first = emboss(c, placed(upper, 203, 96), dress)
    second = emboss(c, placed(lower, 206, 164), dress)
    if skin == "christmas":
        for mask, seed, depth in ((first, 4, 5.5), (second, 8, 6.5)):
            _caps(c, mask, seed, depth)
    return c.image()


def _caps(c: Canvas, letters: np.ndarray, seed: int, depth: float) -> None:
    """Snow on the upper edges of `letters`."""
    above = np.maximum.reduce([c.shifted(letters, dx, depth) for dx in (-2.5, 0, 2.5)])
    bare = letters * (1 - above)
    lump = smooth_noise(c.shape, 22, seed)
    cap = c.blur(c.shifted(bare, 0, -depth * 0.30), 1.6) * (0.45 + 0.95 * lump)
    mask = (c.blur(cap, 0.7) > 0.42).astype(np.float32)
    snow(c, mask, depth=3.2, seed=seed)
