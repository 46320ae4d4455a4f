"""Goldsmith's pieces set on frames, crests and logos: stars, bosses, leaves, wings, jewels."""

from __future__ import annotations

import math

import numpy as np
import skia

from sprites.source.colours import Enamel, Palette, Ramp, ramp
from sprites.source.kit.paint import Canvas, bump, smoothstep
from sprites.source.kit.relief import metal, outline, studio
from sprites.source.kit.shapes import Point, disc, feather, heart, leaf, mirrored, polygon

JEWELS = {
    "pink": Enamel("#6E0646", "#E02A8C", "#FFA6DC"),
    "blue": Enamel("#0A1670", "#2B5BE8", "#8FD2FF"),
    "violet": Enamel("#260A70", "#6A35E0", "#C6A6FF"),
    "red": Enamel("#5E0412", "#D01C34", "#FF9C8C"),
    "green": Enamel("#04361E", "#0F8A50", "#8FF0B4"),
    "teal": Enamel("#043A4C", "#0E8CA4", "#9DF4F4"),
    "amber": Enamel("#6E2A04", "#F09A18", "#FFF0A0"),
}


def facets(canvas: Canvas, centre: Point, rim: list[Point], height: float, stops: Ramp, *, tone: float = 1.0) -> None:
    """A pointed solid: flat faces from `centre`, `height` pixels up, down to each edge of the `rim` polygon."""
    cx, cy = centre
    for k, (ax, ay) in enumerate(rim):
        bx, by = rim[(k + 1) % len(rim)]
        normal = np.cross([ax - cx, ay - cy, -height], [bx - cx, by - cy, -height]).astype(np.float32)
        normal *= np.sign(normal[2]) / np.linalg.norm(normal)
        level = _facet_level(normal) * tone
        along = ((canvas.x - cx) * normal[0] + (canvas.y - cy) * normal[1]) / max(height, 1)
        mask = canvas.mask(polygon([(cx, cy), (ax, ay), (bx, by)]))
        canvas.over(ramp(level + 0.05 * along, stops), mask)
        ridge = canvas.stroke(polygon([(cx, cy), (ax, ay)], closed=False), 0.7, flat=True)
        canvas.light("#FFF4D0", ridge * (0.45 if k % 2 == 0 else 0.12))


def _facet_level(normal: np.ndarray) -> float:
    """Light on a flat face: bright towards the upper left, dark away from it, a little bounce from below right."""
    key = float(normal @ np.array([-0.55, -0.68, 0.48]))
    rim = max(float(normal @ np.array([0.75, 0.60, 0.25])), 0.0)
    return 0.24 + 0.78 * max(key, 0.0) ** 1.3 + 0.16 * rim


def compass_star(
    canvas: Canvas,
    x: float,
    y: float,
    radius: float,
    palette: Palette,
    *,
    stops: Ramp | None = None,
    turn: float = 0,
    short: float = 0.56,
    waist: float = 0.21,
    contour: float = 1.6,
) -> None:
    """An eight-pointed faceted compass star, four points long."""
    stops = stops or palette.trim
    front = _four_points(x, y, radius, radius * waist, turn)
    back = _four_points(x, y, radius * short, radius * waist, turn + 45)
    whole, canvas = canvas, canvas.part(disc(x, y, radius).getBounds(), 10)
    before, behind = canvas.mask(polygon(front)), canvas.mask(polygon(back))
    both = np.maximum(before, behind)
    canvas.shadow(both, dx=1, dy=2.5, blur=2.2, alpha=0.75)
    outline(canvas, both, contour, palette.ink)
    facets(canvas, (x, y), back, radius * 0.16, stops, tone=0.85)
    canvas.shade(palette.ink, np.clip(canvas.blur(before, 1.5) - before, 0, 1) * behind * 0.8)
    facets(canvas, (x, y), front, radius * 0.22, stops)
    whole.join(canvas)


def _four_points(x: float, y: float, long: float, notch: float, turn: float) -> list[Point]:
    points = []
    for k in range(4):
        for radius, degrees in ((long, 90 * k), (notch, 90 * k + 45)):
            a = math.radians(degrees + turn - 90)
            points.append((x + radius * math.cos(a), y + radius * math.sin(a)))
    return points


def jewel_face(canvas: Canvas, mask: np.ndarray, colours: Enamel, box: tuple[float, float, float, float]) -> None:
    """A clear cabochon: deep rim, light gathered low, a window high on the left."""
    x, y, w, h = box
    across, down = (canvas.x - x) / w - 0.5, (canvas.y - y) / h - 0.5
    r = np.sqrt(across**2 + down**2) * 2
    canvas.over(ramp(r, ((0.0, colours.body), (0.55, colours.body), (1.05, colours.deep))), mask)
    low = np.exp(-(((down - 0.24) / 0.20) ** 2) - ((across - 0.06) / 0.30) ** 2)
    canvas.light(colours.light, mask * low * 0.95)
    edge = smoothstep(0.74, 0.95, r) * smoothstep(-0.1, 0.4, down)
    canvas.light(colours.light, mask * edge * 0.6)
    window = np.exp(-((((across + 0.14) / 0.20) ** 2 + ((down + 0.24) / 0.12) ** 2) ** 1.6))
    canvas.light("#FFFFFF", mask * window * 0.85)
    canvas.shade(colours.deep, mask * np.exp(-canvas.inside(mask) / (0.05 * w + 0.6)) * 0.7)


def cabochon(
    canvas: Canvas, x: float, y: float, rx: float, ry: float, colours: Enamel, palette: Palette, bezel: float = 3.2
) -> None:
    """An oval stone in a metal bezel."""
    seat = skia.Path()
    seat.addOval(skia.Rect.MakeLTRB(x - rx - bezel, y - ry - bezel, x + rx + bezel, y + ry + bezel))
    whole, canvas = canvas, canvas.part(seat.getBounds(), 10)
    mask = canvas.mask(seat)
    canvas.shadow(mask, dx=0.6, dy=1.8, blur=1.6, alpha=0.8)
    outline(canvas, mask, 1.2, palette.ink)
    metal(canvas, mask, 3 * bump(canvas.inside(mask), bezel * 0.55, bezel * 0.62), palette.metal, soften=0.35)
    stone = skia.Path()
    stone.addOval(skia.Rect.MakeLTRB(x - rx, y - ry, x + rx, y + ry))
    face = canvas.mask(stone)
    canvas.over(palette.ink, canvas.grown(face, 0.7))
    jewel_face(canvas, face, colours, (x - rx, y - ry, 2 * rx, 2 * ry))
    whole.join(canvas)


def bead(canvas: Canvas, x: float, y: float, radius: float, palette: Palette, stops: Ramp | None = None) -> None:
    """A small metal ball."""
    whole, canvas = canvas, canvas.part(disc(x, y, radius).getBounds(), 8)
    mask = canvas.mask(disc(x, y, radius))
    canvas.shadow(mask, dx=0.5, dy=1.2, blur=1, alpha=0.8)
    outline(canvas, mask, 0.8, palette.ink)
    nx, ny = (canvas.x - x) / radius, (canvas.y - y) / radius
    nz = np.sqrt(np.clip(1 - nx**2 - ny**2, 0.02, 1))
    level = studio(np.dstack([nx, ny, nz]).astype(np.float32), canvas, 0)
    canvas.over(ramp(level, stops or palette.metal), mask)
    whole.join(canvas)


def gilt_leaf(
    canvas: Canvas,
    x: float,
    y: float,
    length: float,
    width: float,
    degrees: float,
    palette: Palette,
    stops: Ramp | None = None,
) -> None:
    """A carved leaf with a creased middle vein."""
    path = leaf(x, y, length, width, degrees)
    whole, canvas = canvas, canvas.part(path.getBounds())
    mask = canvas.mask(path)
    canvas.shadow(mask, dx=0.6, dy=2, blur=1.8, alpha=0.6)
    outline(canvas, mask, 1.1, palette.ink)
    a = math.radians(degrees)
    across = (canvas.x - x) * math.cos(a) + (canvas.y - y) * math.sin(a)
    d = canvas.inside(mask)
    height = canvas.blur(np.sqrt(np.clip(d, 0, width / 2) * width * 0.9) * 0.8, 1.1)
    height -= 2.4 * np.exp(-((across / 1.4) ** 2)) * np.clip(d / 3, 0, 1)
    metal(canvas, mask, height, stops or palette.metal, soften=0.4)
    whole.join(canvas)


def wing(
    canvas: Canvas,
    x: float,
    y: float,
    span: float,
    palette: Palette,
    *,
    left: bool,
    stops: Ramp | None = None,
    lift: float = 0,
) -> None:
    """One spread wing rooted at (x, y): three rows of feathers, painted tip row first."""
    stops = stops or palette.trim
    rows = (
        (7, 1.00, 0.21, 36 - lift, 108 - lift, 0.00),
        (6, 0.70, 0.20, 40 - lift, 112 - lift, 0.04),
        (4, 0.43, 0.19, 46 - lift, 112 - lift, 0.06),
    )
    for count, length, width, first, last, inset in rows:
        order = range(count - 1, -1, -1)
        for k in order:
            t = k / (count - 1)
            degrees = first + (last - first) * t
            long = span * length * (1 - 0.42 * t**1.3)
            root_x = x + span * (0.10 - 0.08 * t)
            root_y = y - span * (0.12 - 0.20 * t) + inset * span
            path = feather(root_x, root_y, long, span * width, degrees)
            if left:
                path = mirrored(path, x)
            part = canvas.part(path.getBounds(), 8)
            mask = part.mask(path)
            part.shadow(mask, dx=0.5, dy=1.5, blur=1.4, alpha=0.5)
            outline(part, mask, 1.0, palette.ink)
            t_in = np.clip(part.inside(mask) / (span * width * 0.36), 0, 1)
            metal(part, mask, 0.55 * span * width * np.sqrt(1 - (1 - t_in) ** 2), stops, soften=0.6, drift=0.1)
            canvas.join(part)


FEATHER_WHITE: Ramp = (
    (0.0, "#5A6AA8"),
    (0.25, "#9DA8DC"),
    (0.45, "#D6DAF6"),
    (0.62, "#F6F3FF"),
    (1.0, "#FFFFFF"),
)


def heart_jewel(
    canvas: Canvas,
    x: float,
    y: float,
    width: float,
    colours: Enamel,
    palette: Palette,
    *,
    stops: Ramp | None = None,
    bezel: float | None = None,
) -> None:
    """A heart of coloured glass in a metal rim."""
    rim = bezel if bezel is not None else max(3.0, width * 0.075)
    whole, canvas = canvas, canvas.part(heart(x, y, width).getBounds(), 14)
    outer = canvas.mask(heart(x, y, width))
    canvas.shadow(outer, dx=1, dy=3, blur=3, alpha=0.7)
    outline(canvas, outer, 1.6, palette.ink)
    d = canvas.inside(outer)
    metal(canvas, outer, rim * 0.95 * bump(d, rim * 0.5, rim * 0.56), stops or palette.trim, soften=0.4)
    face = canvas.grown(outer, -rim)
    canvas.over(palette.ink, canvas.grown(face, 0.8))
    s = width / 2 - rim
    t = np.clip((canvas.y - (y - s)) / (2 * s), 0, 1)
    canvas.over(ramp(t, ((0, colours.body), (0.4, colours.body), (0.95, colours.deep))), face)
    inner = canvas.inside(face)
    canvas.shade(colours.deep, face * np.exp(-inner / (s * 0.16)) * 0.85)
    across = (canvas.x - x) / s
    low = np.exp(-(((t - 0.62) / 0.22) ** 2) - (across / 0.5) ** 2)
    canvas.light(colours.light, face * low * 0.75)
    for dx, dy, rx, ry, power in ((-0.48, -0.42, 0.30, 0.20, 0.95), (0.46, -0.46, 0.20, 0.12, 0.55)):
        window = np.exp(-((((across - dx) / rx) ** 2 + ((canvas.y - y - dy * s) / (ry * s)) ** 2) ** 2))
        canvas.light("#FFFFFF", face * window * power)
    ridge = np.exp(-(((inner - 2.0) / 0.9) ** 2)) * smoothstep(0.5, 0.9, t)
    canvas.light(colours.light, face * ridge * 0.8)
    whole.join(canvas)
