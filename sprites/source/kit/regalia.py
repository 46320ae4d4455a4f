"""Large ornaments of the great moments: lettering fields, sunbursts, laurels, crowns, comets, orbits."""

from __future__ import annotations

import math

import numpy as np
import skia

from sprites.source.colours import PALETTES, Palette, ramp
from sprites.source.kit.ornaments import (
    JEWELS,
    bead,
    cabochon,
    compass_star,
    gilt_leaf,
)
from sprites.source.kit.paint import Canvas, bump, smoothstep
from sprites.source.kit.relief import metal, outline, pillow
from sprites.source.kit.shapes import arc, box, polar, polygon, twinkle


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
    c: Canvas,
    x: float,
    y: float,
    rx: float,
    ry: float,
    palette: Palette,
    *,
    leaves: int = 10,
    size: float = 44,
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
    stones = (
        ("blue", "pink", "violet", "pink", "blue")
        if palette is PALETTES["princess"]
        else ("green", "red", "teal", "red", "green")
    )
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
