"""Screens of the great moments: plates for free spins, crests of the five win tiers and the cap.

No words are baked in. The atlas's meta says where lettering stands inside each piece, in its own pixels.
"""

from __future__ import annotations

import numpy as np
import skia
from PIL import Image

from sprites.source.colours import PALETTES, Palette, rgb
from sprites.source.kit.ornaments import (
    FEATHER_WHITE,
    JEWELS,
    boss,
    cabochon,
    compass_star,
    gilt_leaf,
    heart_jewel,
    wing,
)
from sprites.source.kit.paint import Canvas, bump
from sprites.source.kit.regalia import cartouche, comet, constellation, crown, laurel, sunburst
from sprites.source.kit.relief import metal, outline, pillow
from sprites.source.kit.shapes import box, crescent, twinkle
from sprites.source.kit.splash import splash
from sprites.source.kit.winter import berries, fir, smooth_noise, snow, snow_ledge

Area = tuple[int, int, int, int]
SCALE = 2
TEXT: dict[str, dict[str, Area]] = {}
"""Filled while drawing: for each piece, named areas (x, y, w, h) kept quiet for lettering."""


def _plaque(c: Canvas, area: tuple[float, float, float, float], palette: Palette) -> None:
    """The large ornate plate: sculpted rim, enamel channel, a quiet field with a faint starry deep."""
    x, y, w, h = area
    path = box(x, y, w, h, 38)
    mask = c.mask(path)
    c.shadow(mask, dy=6, blur=7, alpha=0.75)
    outline(c, mask, 2.2, palette.ink)
    d = c.inside(mask)
    height = 6.2 * bump(d, 6.4, 6.2) + 2.0 * bump(d, 25.6, 2.2)
    metal(c, mask, height, palette.metal, soften=0.45, depth=1.2, drift=0.6)
    channel = np.clip(c.grown(mask, -13.4) - c.grown(mask, -22.6), 0, 1)
    c.over(palette.ink, np.clip(c.grown(mask, -12.6) - c.grown(mask, -23.4), 0, 1))
    hollow = bump(d, 18, 4.9)[..., None]
    c.over(rgb(palette.channel.deep) * (1 - hollow) + rgb(palette.channel.body) * hollow, channel)
    c.light(palette.channel.light, channel * bump(d, 16, 1.4) * 0.5)
    field = c.grown(mask, -28.4)
    c.over(palette.ink, c.grown(mask, -27.6))
    c.over(c.down(((0, palette.panel.body), (0.55, palette.panel.deep), (1, palette.panel.body)), y, y + h), field)
    middle = np.exp(-(((c.x - x - w / 2) / (w * 0.34)) ** 2) - ((c.y - y - h * 0.42) / (h * 0.30)) ** 2)
    c.light(palette.panel.light, field * middle * 0.50)
    lip = np.clip(c.blur(1 - c.shifted(field, 0, 4), 7), 0, 1)
    c.shade(palette.ink, field * lip * 0.7)
    rng = np.random.default_rng(12)
    dust = skia.Path()
    for _ in range(int(w * h / 2600)):
        px, py = x + rng.uniform(34, w - 34), y + rng.uniform(34, h - 34)
        dust.addPath(twinkle(px, py, rng.uniform(1.0, 2.8)))
    c.light(palette.rim, c.mask(dust) * field * 0.28)


def _winged_top(c: Canvas, x: float, y: float, span: float, palette: Palette, jewel: str) -> None:
    """A heart between white wings before a compass star."""
    for left in (True, False):
        root = x + (-span * 0.14 if left else span * 0.14)
        wing(c, root, y + 6, span, palette, left=left, stops=FEATHER_WHITE, lift=-14)
    compass_star(c, x, y - span * 0.24, span * 0.56, palette)
    heart_jewel(c, x, y + 4, span * 0.62, JEWELS[jewel], palette)


def _dressed(c: Canvas, area: tuple[float, float, float, float], palette: Palette, skin: str, seed: int) -> None:
    """Bosses on a plaque's corners; fir, berries and snow along its top at Christmas."""
    x, y, w, h = area
    if skin == "christmas":
        for start, end in ((x + 20, x + w / 2), (x + w - 20, x + w / 2)):
            xs = np.linspace(start, end, 40)
            spine = list(zip(xs.tolist(), (y + 9 + 5 * np.sin(xs / 37)).tolist(), strict=True))
            fir(c, spine, needle=19, seed=seed + int(start))
        for px in np.linspace(x + 80, x + w - 80, 6):
            if abs(px - x - w / 2) > 60:
                berries(c, float(px), y + 12, 6)
        ledge = snow_ledge(c, x + 26, x + w - 26, y - 2, above=11, drip=9, seed=seed)
        snow(c, ledge, depth=7, sparkle=20, seed=seed)
    stone = palette.button if skin == "princess" else JEWELS["green"]
    for px in (x + 20, x + w - 20):
        for py in (y + 20, y + h - 20):
            for turn in (0, 90):
                away = (90 if px < x + w / 2 else 270) if turn else (180 if py < y + h / 2 else 0)
                gilt_leaf(c, px, py, 62, 20, away, palette)
            boss(c, px, py, 28, palette, stone)


def _intro(skin: str) -> Image.Image:
    """The plate that says how many free spins were won."""
    palette = PALETTES[skin]
    c = Canvas(760, 446, SCALE)
    area = (18.0, 62.0, 724.0, 340.0)
    _plaque(c, area, palette)
    _dressed(c, area, palette, skin, 3)
    for side in (90, 270):
        for turn, long in ((-12, 0.8), (12, 0.8), (0, 1.0)):
            gilt_leaf(c, 380 + (30 if side == 90 else -30), 66, 150 * long, 28, side + turn, palette)
    _winged_top(c, 380, 68, 88, palette, "pink" if skin == "princess" else "red")
    TEXT["intro_plate"] = {"value": (90, 104, 580, 150), "title": (70, 278, 620, 84)}
    return c.image()


def _summary(skin: str) -> Image.Image:
    """The plate that says what the free spins won."""
    palette = PALETTES[skin]
    c = Canvas(780, 486, SCALE)
    area = (18.0, 72.0, 744.0, 344.0)
    _plaque(c, area, palette)
    _dressed(c, area, palette, skin, 8)
    for side in (90, 270):
        for turn, long in ((-14, 0.8), (14, 0.8), (0, 1.0)):
            gilt_leaf(c, 390 + (20 if side == 90 else -20), 76, 150 * long, 30, side + turn, palette)
    crown(c, 390, 88, 116, palette)
    TEXT["summary_plate"] = {"title": (80, 112, 620, 60), "value": (60, 182, 660, 120), "rows": (60, 314, 660, 56)}
    return c.image()


def _retrigger(skin: str) -> Image.Image:
    """The plate for further free spins."""
    palette = PALETTES[skin]
    c = Canvas(720, 250, SCALE)
    for side in (90, 270):
        for turn, long in ((-30, 0.62), (30, 0.62), (-14, 0.84), (14, 0.84), (0, 1.0)):
            gilt_leaf(c, 360 + (190 if side == 90 else -190), 125, 158 * long, 36, side + turn, palette)
    cartouche(c, 60, 50, 600, 150, palette, tone="button")
    for top in (True, False):
        compass_star(c, 360, 52 if top else 198, 48 if top else 34, palette)
    if skin == "christmas":
        _snowed(c, 4)
    TEXT["retrigger_plate"] = {"title": (92, 76, 536, 98)}
    return c.image()


CRESTS = {1: (660, 310, 560), 2: (760, 340, 600), 3: (800, 380, 640), 4: (900, 420, 680), 5: (960, 440, 720)}
"""Width and height of each win tier's crest, and the width of its title field."""

TITLE_DROP = 40
"""The title's middle lies this far below the middle of a win crest; the amount stands clear below the crest."""


def _wings(
    c: Canvas, x: float, y: float, reach: float, span: float, lift: float, palette: Palette, *, white: bool
) -> None:
    """A pair of wings rooted `reach` to either side of x."""
    for left in (True, False):
        wing(
            c,
            x + (-reach if left else reach),
            y,
            span,
            palette,
            left=left,
            lift=lift,
            stops=FEATHER_WHITE if white else palette.trim,
        )


def _crest(tier: int, skin: str) -> Image.Image:
    """The ornament round a win's title; each tier outdoes the last."""
    palette = PALETTES[skin]
    width, height, wide = CRESTS[tier]
    c = Canvas(width, height, SCALE)
    x, y = width / 2, height / 2 + TITLE_DROP
    jewel = JEWELS["pink" if skin == "princess" else "red"]
    if tier == 5:
        constellation(c, x, y + 22, 252, palette)
    if tier >= 3:
        reach, rays = {3: (206, 17), 4: (228, 21), 5: (246, 25)}[tier]
        sunburst(c, x, y + 10, reach, 66, rays, palette)
    if tier == 1:
        laurel(c, x, y - 6, wide / 2 - 10, 92, palette, top=146, leaves=12)
    elif tier == 2:
        _wings(c, x, y + 22, 236, 156, -18, palette, white=True)
    elif tier == 3:
        laurel(c, x, y - 4, wide / 2, 92, palette, top=96, leaves=9)
        _wings(c, x, y + 14, 196, 196, -8, palette, white=True)
    elif tier == 4:
        _wings(c, x, y + 34, 236, 204, -26, palette, white=False)
        _wings(c, x, y + 8, 166, 212, -2, palette, white=True)
    else:
        laurel(c, x, y - 2, wide / 2 - 30, 96, palette, top=84, leaves=9)
        _wings(c, x, y + 38, 254, 214, -28, palette, white=False)
        _wings(c, x, y + 10, 178, 232, 2, palette, white=True)
    for side in (90, 270):
        for turn, long in ((-13, 0.8), (13, 0.8), (0, 1.0)):
            gilt_leaf(c, x + (8 if side == 90 else -8), y + 58, 130 * long, 26, side + turn, palette)
    cartouche(c, x - wide / 2, y - 61, wide, 122, palette, tone="button" if tier == 1 else "primary")
    cabochon(c, x, y + 60, 13, 13, JEWELS["blue" if skin == "princess" else "amber"], palette, 5)
    if tier == 1:
        compass_star(c, x, y - 66, 54, palette)
    elif tier == 2:
        compass_star(c, x, y - 96, 54, palette)
        heart_jewel(c, x, y - 74, 78, jewel, palette)
    elif tier == 3:
        heart_jewel(c, x, y - 92, 108, jewel, palette)
    else:
        crown(c, x, y - 122, {4: 122, 5: 138}[tier], palette)
        heart_jewel(c, x, y - 84, {4: 96, 5: 102}[tier], jewel, palette)
    if tier == 5:
        comet(c, x + 300, y - 186, 300, 236, palette)
    if skin == "christmas":
        _snowed(c, tier)
    TEXT[f"win_crest/{tier}"] = {"title": (round(x - wide / 2 + 30), round(y - 42), wide - 60, 84)}
    return c.image()


def _snowed(c: Canvas, seed: int) -> None:
    """A little snow lodged on the upper edges of whatever has been drawn."""
    solid = (c.rgba[..., 3] > 0.9).astype(np.float32)
    above = np.maximum.reduce([c.shifted(solid, dx, 9) for dx in (-7, 0, 7)])
    bare = solid * (1 - above)
    lump = smooth_noise(c.shape, 60, seed)
    cap = c.blur(c.shifted(bare, 0, -2), 2.6) * (0.3 + 1.0 * lump)
    mask = (c.blur(cap, 1.0) > 0.44).astype(np.float32)
    snow(c, mask, depth=5, sparkle=14, seed=seed)


def _cap_crest(skin: str) -> Image.Image:
    """The crest of the cap: a full orbit, sun rays, two moons, white wings, laurels, the crown over all."""
    palette = PALETTES[skin]
    c = Canvas(900, 500, SCALE)
    x, y = 450.0, 226.0
    constellation(c, x, y + 42, 250, palette)
    sunburst(c, x, y + 16, 238, 70, 29, palette)
    _wings(c, x, y + 40, 246, 190, -18, palette, white=True)
    laurel(c, x, y + 70, 376, 122, palette, top=96)
    for side in (-1, 1):
        moon = crescent(x + side * 168, y - 104, 44, turn=-30 if side < 0 else 210)
        part = c.part(moon.getBounds(), 12)
        mask = part.mask(moon)
        part.shadow(mask, dy=3, blur=3, alpha=0.7)
        outline(part, mask, 1.6, palette.ink)
        metal(part, mask, pillow(part, mask, 9), palette.metal, soften=0.6)
        c.join(part)
    cartouche(c, x - 370, y + 64, 740, 142, palette)
    cartouche(c, x - 310, y - 50, 620, 104, palette, tone="primary")
    crown(c, x, y - 102, 140, palette)
    heart_jewel(c, x, y - 66, 96, JEWELS["pink" if skin == "princess" else "red"], palette)
    if skin == "christmas":
        _snowed(c, 9)
    TEXT["cap_crest"] = {"title": (170, round(y - 34), 560, 72), "amount": (110, round(y + 86), 680, 98)}
    return c.image()


def _tight(name: str, picture: Image.Image) -> Image.Image:
    """The picture without clear margins, cut evenly on both sides so that its middle stays where it was."""
    left, top, right, bottom = picture.getbbox()
    across = min(left, picture.width - right)
    down = min(top, picture.height - bottom)
    areas = TEXT.get(name, {})
    TEXT[name] = {key: (x - across, y - down, w, h) for key, (x, y, w, h) in areas.items()}
    return picture.crop((across, down, picture.width - across, picture.height - down))


def screens(skin: str) -> tuple[dict[str, Image.Image], dict[str, dict[str, Area]]]:
    """Every picture of the screens sheet of `skin`, and the lettering areas inside them."""
    TEXT.clear()
    drawn = {
        "intro_plate": _intro(skin),
        "summary_plate": _summary(skin),
        "retrigger_plate": _retrigger(skin),
        "cap_crest": _cap_crest(skin),
    }
    for tier in CRESTS:
        drawn[f"win_crest/{tier}"] = _crest(tier, skin)
    drawn = {name: _tight(name, picture) for name, picture in drawn.items()}
    return drawn | splash(skin), dict(TEXT)
