"""Ornaments of the great moments: plates for free spins, crests of the five win tiers and the cap, splash pictures.

No words are baked in. The atlas's meta says where lettering stands inside each piece, in its own pixels.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import skia
from PIL import Image

from sprites.source.colours import PALETTES, Palette, ramp, rgb
from sprites.source.kit.icons import large_icon
from sprites.source.kit.ornaments import (
    FEATHER_WHITE,
    JEWELS,
    bead,
    boss,
    cabochon,
    compass_star,
    gilt_leaf,
    heart_jewel,
    wing,
)
from sprites.source.kit.paint import Canvas, bump, smoothstep
from sprites.source.kit.relief import metal, outline, pillow
from sprites.source.kit.shapes import arc, box, crescent, placed, polar, polygon, star, twinkle
from sprites.source.kit.winter import berries, fir, smooth_noise, snow, snow_ledge

Area = tuple[int, int, int, int]
SCALE = 2
TEXT: dict[str, dict[str, Area]] = {}
"""Filled while drawing: for each piece, named areas (x, y, w, h) kept quiet for lettering."""


# parts ---------------------------------------------------------------------------------------------------------


def cartouche(c: Canvas, x: float, y: float, w: float, h: float, palette: Palette, *, tone: str = "panel") -> None:
    """A dark lettering field in a double metal rim; its ends are round, with a small stone at each."""
    path = box(x, y, w, h, min(h / 2, 30))
    part = c.part(path.getBounds(), 16)
    mask = part.mask(path)
    part.shadow(mask, dy=4, blur=5, alpha=0.75)
    outline(part, mask, 2, palette.ink)
    d = part.inside(mask)
    height = 4.8 * bump(d, 4.4, 4.6) + 2.2 * bump(d, 12.6, 2.0)
    metal(part, mask, height, palette.metal, soften=0.4, depth=1.2)
    field = part.grown(mask, -15)
    part.over(palette.ink, part.grown(mask, -14.2))
    enamel = {"panel": palette.panel, "primary": palette.primary, "button": palette.button}[tone]
    if tone == "panel":
        stops = ((0.0, enamel.deep), (0.5, enamel.body), (1.0, enamel.deep))
    else:
        stops = ((0.0, enamel.deep), (0.45, enamel.body), (1.0, enamel.deep))
    part.over(part.down(stops, y + 14, y + h - 14), field)
    glow = np.exp(-(((part.y - y - h + 18) / (h * 0.22)) ** 2)) * np.exp(-(((part.x - x - w / 2) / (w * 0.42)) ** 2))
    part.light(enamel.light, field * glow * 0.42)
    part.light("#FFFFFF", field * smoothstep(y + h * 0.5, y + 12, part.y) * 0.07)
    if tone != "panel":
        turn = np.arctan2(part.y - y - h * 1.1, (part.x - x - w / 2) * 0.6)
        shafts = smoothstep(0.2, 0.9, np.cos(turn * 26)) * np.exp(-(((part.x - x - w / 2) / (w * 0.36)) ** 2))
        part.light(enamel.light, field * shafts * 0.13)
    rng = np.random.default_rng(round(w))
    dust = skia.Path()
    for _ in range(round(w / 22)):
        end = rng.choice((x + w * 0.04, x + w * 0.96))
        px, py = end + rng.normal(0, w * 0.09), y + rng.uniform(20, h - 20)
        dust.addPath(twinkle(px, py, rng.uniform(2.0, 5.0)))
    part.light(enamel.light, field * part.mask(dust) * 0.55)
    lip = np.clip(part.blur(1 - part.shifted(field, 0, 3), 4), 0, 1)
    part.shade(palette.ink, field * lip * 0.7)
    fillet = np.clip(part.grown(mask, -19.0) - part.grown(mask, -20.4), 0, 1)
    part.shade(palette.metal[4][1], fillet * 0.55)
    c.join(part)
    for end in (x + 1, x + w - 1):
        cabochon(c, end, y + h / 2, 7, 9, JEWELS["pink" if palette is PALETTES["princess"] else "amber"], palette, 4)


def sunburst(c: Canvas, x: float, y: float, radius: float, inner: float, count: int, palette: Palette) -> None:
    """A half wheel of `count` faceted metal rays above (x, y), long and short in turn."""
    for k in sorted(range(count), key=lambda k: k % 2, reverse=True):
        degrees = -104 + 208 * k / (count - 1)
        long = radius if k % 2 == 0 else radius * 0.80
        half = 104 / (count - 1) * 0.92
        tip, left, right = (
            polar(x, y, long, degrees),
            polar(x, y, inner, degrees - half),
            polar(x, y, inner, degrees + half),
        )
        path = polygon([left, tip, right])
        part = c.part(path.getBounds(), 10)
        mask = part.mask(path)
        part.shadow(mask, dx=1, dy=2, blur=2, alpha=0.6)
        outline(part, mask, 1.3, palette.ink)
        root = polar(x, y, inner, degrees)
        a = math.radians(degrees)
        side = (math.cos(a), math.sin(a))
        for edge, sign in ((left, -1), (right, 1)):
            level = 0.52 + 0.42 * sign * (side[0] * -0.62 + side[1] * -0.72)
            fall = 0.12 * (np.hypot(part.x - x, part.y - y) - inner) / max(long - inner, 1)
            face = part.mask(polygon([root, tip, edge]))
            part.over(ramp(np.clip(level + fall, 0.16, 1.05), palette.trim), face)
        c.join(part)


def laurel(
    c: Canvas, x: float, y: float, rx: float, ry: float, palette: Palette, *, leaves: int = 10, size: float = 44,
    top: float = 128,
) -> None:
    """Two boughs along an ellipse about (x, y), from its foot up to `top` degrees from it on either side."""
    for side in (-1, 1):
        for k in range(leaves + 1):
            t = k / leaves
            a = math.radians(26 + (top - 26) * t)
            px, py = x - side * rx * math.sin(a), y + ry * math.cos(a)
            heading = math.degrees(math.atan2(-side * rx * math.cos(a), ry * math.sin(a)))
            long = size * (1 - 0.22 * t)
            if k == leaves:
                gilt_leaf(c, px, py, long, size * 0.34, heading, palette)
            else:
                for lean in (-36, 36):
                    gilt_leaf(c, px, py, long, size * 0.36, heading + lean, palette)


def crown(c: Canvas, x: float, y: float, width: float, palette: Palette) -> None:
    """A five-pointed crown standing on y, balls on its points, stones along its band."""
    h = width * 0.56
    half = width / 2
    path = skia.Path()
    path.moveTo(x - half * 0.86, y)
    tops = [(-1.04, 0.74), (-0.52, 0.90), (0.0, 1.06), (0.52, 0.90), (1.04, 0.74)]
    dips = [(-0.70, 0.40), (-0.25, 0.44), (0.25, 0.44), (0.70, 0.40)]
    path.lineTo(x + tops[0][0] * half, y - tops[0][1] * h)
    for dip, top in zip(dips, tops[1:], strict=True):
        path.lineTo(x + dip[0] * half, y - dip[1] * h)
        path.lineTo(x + top[0] * half, y - top[1] * h)
    path.lineTo(x + half * 0.86, y)
    path.quadTo(x, y + h * 0.16, x - half * 0.86, y)
    path.close()
    part = c.part(path.getBounds(), 14)
    mask = part.mask(path)
    part.shadow(mask, dy=3, blur=3, alpha=0.7)
    outline(part, mask, 1.8, palette.ink)
    u = (part.x - x) / half
    height = pillow(part, mask, width * 0.10) + half * 0.55 * np.sqrt(np.clip(1 - (u / 1.25) ** 2, 0, 1))
    metal(part, mask, height, palette.trim, soften=0.6)
    band_top = y - h * 0.26 + h * 0.14 * (1 - u**2)
    band = mask * smoothstep(-1, 1, part.y - band_top)
    part.over(palette.ink, band * smoothstep(2.4, 1.2, np.abs(part.y - band_top)) * 0.8)
    rim = 3.2 * bump(part.y - band_top, 3.2, 3.0) + 3.2 * bump(part.y - band_top, h * 0.26 - 2.4, 3.2)
    metal(part, band, rim + half * 0.4 * np.sqrt(np.clip(1 - (u / 1.25) ** 2, 0, 1)), palette.trim, soften=0.5)
    c.join(part)
    stones = ("blue", "pink", "violet", "pink", "blue") if palette is PALETTES["princess"] else (
        "green", "red", "teal", "red", "green")
    for k, tone in enumerate(stones):
        t = (k - 2) * 0.36
        size = width * (0.042 if k != 2 else 0.06)
        cabochon(c, x + t * half, y - h * 0.13 + h * 0.14 * (1 - t**2) - h * 0.0, size, size, JEWELS[tone], palette, 2)
    for dx, up in tops:
        bead(c, x + dx * half, y - up * h, width * 0.052, palette, palette.trim)


def comet(c: Canvas, x: float, y: float, length: float, degrees: float, palette: Palette) -> None:
    """A compass star with a swept tail of light and dust trailing along `degrees`."""
    a = math.radians(degrees - 90)
    along = (c.x - x) * math.cos(a) + (c.y - y) * math.sin(a)
    across = -(c.x - x) * math.sin(a) + (c.y - y) * math.cos(a)
    t = np.clip(along / length, 0, 1)
    spread = 22 * (1 - 0.75 * t) + 2
    bend = 26 * t**2
    tail = np.exp(-(((across - bend) / spread) ** 2)) * (1 - t) ** 1.1 * smoothstep(-14, 6, along)
    c.over(ramp(tail, ((0, palette.accent), (0.6, "#FFE9A8"), (1, "#FFFFFF"))), np.clip(tail * 0.95, 0, 1))
    rng = np.random.default_rng(6)
    for _ in range(26):
        s = rng.uniform(0.1, 1.0)
        off = rng.normal(0, 12) + 26 * s**2
        px = x + s * length * math.cos(a) - off * math.sin(a)
        py = y + s * length * math.sin(a) + off * math.cos(a)
        c.over("#FFF6D8", c.mask(twinkle(px, py, rng.uniform(2, 5.5) * (1.2 - s))) * 0.95)
    compass_star(c, x, y, 44, palette)


def constellation(c: Canvas, x: float, y: float, radius: float, palette: Palette) -> None:
    """A thin metal orbit with small stars strung along its upper arc."""
    for offset, weight in ((0, 5.0), (-11, 2.2)):
        path = arc(x, y, radius + offset, -112, 224)
        line = c.stroke(path, weight)
        outline(c, line, 1.3, palette.ink)
        ring = np.abs(np.hypot(c.x - x, c.y - y) - radius - offset)
        metal(c, line, weight * 0.6 * np.sqrt(np.clip(1 - (ring / (weight / 2)) ** 2, 0, 1)), palette.metal, soften=0.4)
    for degrees in (-96, -72, -46, 46, 72, 96):
        compass_star(c, *polar(x, y, radius - 4, degrees), 15 if abs(degrees) != 72 else 20, palette, contour=1.3)


# pieces --------------------------------------------------------------------------------------------------------


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
            c, x + (-reach if left else reach), y, span, palette, left=left, lift=lift,
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


# splash pictures -----------------------------------------------------------------------------------------------

SPLASH = (360, 300)


def _symbols(skin: str) -> dict[str, Image.Image]:
    """The symbols' still pictures in their full size, if their sheet has been drawn."""
    path = Path(__file__).resolve().parents[2] / skin / "symbols.json"
    if not path.exists():
        return {}
    atlas = json.loads(path.read_text(encoding="utf-8"))
    sheet = Image.open(path.with_name(atlas["meta"]["image"])).convert("RGBA")
    stills = {}
    for name, entry in atlas["frames"].items():
        if name.count("/") and not name.startswith("value/"):
            continue
        f, at, size = entry["frame"], entry["spriteSourceSize"], entry["sourceSize"]
        picture = Image.new("RGBA", (size["w"], size["h"]))
        picture.paste(sheet.crop((f["x"], f["y"], f["x"] + f["w"], f["y"] + f["h"])), (at["x"], at["y"]))
        stills[name] = picture
    return stills


def _scene(skin: str) -> Canvas:
    """A splash picture's ground: a rounded window on the board's deep plate, in a thin rim."""
    palette = PALETTES[skin]
    c = Canvas(*SPLASH, SCALE)
    mask = c.mask(box(6, 6, 348, 286, 26))
    c.shadow(mask, dy=4, blur=4, alpha=0.7)
    outline(c, mask, 1.4, palette.ink)
    metal(c, mask, 3.6 * bump(c.inside(mask), 3.0, 3.4), palette.metal, soften=0.4)
    field = c.grown(mask, -6.4)
    c.over(c.down(((0, palette.panel.body), (1, palette.panel.deep)), 6, 292), field)
    c.light(palette.button.light, field * np.exp(-(((c.x - 180) / 130) ** 2) - ((c.y - 160) / 110) ** 2) * 0.36)
    return c


def _put(c: Canvas, picture: Image.Image, x: float, y: float, size: float, *, alpha: float = 1, glow: str = "") -> None:
    """Lays a square picture over the canvas, `size` pixels wide, centred on (x, y)."""
    drawn = round(size * c.scale)
    pixels = np.asarray(picture.resize((drawn, drawn), Image.Resampling.LANCZOS), np.float32) / 255
    piece = Canvas(drawn // c.scale, drawn // c.scale, c.scale)
    pixels = pixels[: piece.shape[0], : piece.shape[1]].copy()
    pixels[..., :3] *= pixels[..., 3:]
    if glow:
        piece.glow(pixels[..., 3], glow, size * 0.04, 1.4)
    piece.stamp(pixels)
    c.place(piece, x - piece.width / 2, y - piece.height / 2, alpha)


def _arrow(c: Canvas, x: float, y: float, length: float, palette: Palette) -> None:
    """A fat white arrow pointing down."""
    path = polygon([(x - 6, y), (x + 6, y), (x + 6, y + length - 15), (x + 16, y + length - 15), (x, y + length),
                    (x - 16, y + length - 15), (x - 6, y + length - 15)])
    mask = c.mask(path)
    outline(c, mask, 2.6, palette.ink)
    c.over(c.down(((0, "#FFFFFF"), (1, palette.rim)), y, y + length), mask)


def _burst(c: Canvas, x: float, y: float, radius: float, colour: str) -> None:
    """A painted flash with flying splinters."""
    r = np.hypot(c.x - x, c.y - y) / radius
    c.light(colour, np.exp(-((r / 0.75) ** 2)) * 0.95)
    c.over("#FFFFFF", c.mask(star(x, y, radius, radius * 0.42, 9, 8)) * 0.55)
    c.over("#FFFFFF", c.blur(c.mask(star(x, y, radius * 0.72, radius * 0.34, 9, 28)), 0.6))
    rng = np.random.default_rng(int(x * 7 + y))
    for k in range(7):
        px, py = polar(x, y, radius * rng.uniform(0.9, 1.35), 360 * k / 7 + rng.uniform(-15, 15))
        c.over(colour, c.mask(placed(polygon([(0, -5), (4, 3), (-4, 2)]), px, py, rng.uniform(0, 360))))


def _splash(skin: str) -> dict[str, Image.Image]:
    palette = PALETTES[skin]
    stills = _symbols(skin)
    drawn = {}

    c = _scene(skin)
    if stills:
        for k, name in enumerate(("teal", "star", "green", "moon")):
            _put(c, stills[name], 62 + 79 * k, 66, 118)
        for k in range(4):
            _arrow(c, 62 + 79 * k, 116, 52, palette)
        for k in range(4):
            _burst(c, 62 + 79 * k, 222, 37, "#FFC23C" if k % 2 else "#FF8AD0")
            _put(c, stills["yellow"], 62 + 79 * k, 222, 92 if k in (1, 2) else 80, alpha=0.95)
    drawn["splash/tumble"] = c.image()

    c = _scene(skin)
    if stills:
        _put(c, stills["heart_pink"], 180, 132, 250, glow=palette.accent)
        if "value/x10" in stills:
            _put(c, stills["value/x10"], 180, 132, 250)
        for x, y, name, value in ((76, 226, "heart_green", "value/x2"), (284, 226, "heart_blue", "value/x5")):
            _put(c, stills[name], x, y, 146)
            if value in stills:
                _put(c, stills[value], x, y, 146)
        plus = c.stroke(polygon([(166, 232), (194, 232)], closed=False), 8)
        plus = np.maximum(plus, c.stroke(polygon([(180, 218), (180, 246)], closed=False), 8))
        outline(c, plus, 3, palette.ink)
        c.over("#FFFFFF", plus)
    drawn["splash/hearts"] = c.image()

    c = _scene(skin)
    if stills:
        angle = np.arctan2(c.y - 158, c.x - 180)
        rays = smoothstep(0.1, 0.9, np.cos(angle * 14)) * np.exp(-((np.hypot(c.x - 180, c.y - 158) / 150) ** 2))
        c.light(palette.accent, rays * (c.inside(c.rgba[..., 3] > 0.9) > 8) * 0.5)
        for x, y, size in ((76, 190, 128), (284, 190, 128), (132, 112, 128), (228, 112, 128)):
            _put(c, stills["scatter"], x, y, size, glow="#FFE08A")
        _put(c, large_icon("spin", skin), 180, 214, 92, glow=palette.accent)
    drawn["splash/free_spins"] = c.image()
    return drawn


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
    return drawn | _splash(skin), dict(TEXT)
