"""The board's frame: carved rails with corner bosses, crest and foot, as strips that lie before the symbols."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw

from sprites.source.colours import PALETTES, Enamel, Palette, Ramp, ramp
from sprites.source.kit.carving import GILT, ICE, PEARL, Carving, acanthus, bezier, spiral, tapered, wings
from sprites.source.kit.garland import Garland, hang
from sprites.source.kit.ornaments import JEWELS, bead, cabochon, heart_jewel
from sprites.source.kit.paint import Canvas, bump, smoothstep
from sprites.source.kit.relief import normals, studio
from sprites.source.kit.shapes import Point, crescent, disc, feather, polar

BOARD = (516, 144, 888, 740)
"""The board on the stage: x, y, w, h."""
FRAME_AT = (416, 48)
FRAME_SIZE = (1088, 932)
LEFT, TOP = BOARD[0] - FRAME_AT[0], BOARD[1] - FRAME_AT[1]
WIDE, HIGH = BOARD[2], BOARD[3]
MIDDLE_X, MIDDLE_Y = LEFT + WIDE / 2, TOP + HIGH / 2

LIP = 6
"""How far the rails' inner lip reaches over the board."""
CORNER = 13
"""How far outside the board's corner the middle of a boss stands, along each axis."""
BOSS = 45
"""Radius of a corner boss."""

EDGE = 44
"""How far inwards from the board's edge anything of the frame or its shadow reaches, beside the corners."""
STRIPS = {
    "top": (0, 0, FRAME_SIZE[0], TOP + EDGE),
    "left": (0, TOP + EDGE, LEFT + EDGE, HIGH - 2 * EDGE),
    "right": (LEFT + WIDE - EDGE, TOP + EDGE, FRAME_SIZE[0] - LEFT - WIDE + EDGE, HIGH - 2 * EDGE),
    "foot": (0, TOP + HIGH - EDGE, FRAME_SIZE[0], FRAME_SIZE[1] - TOP - HIGH + EDGE),
}
"""The strips a frame is cut into: x, y, w, h on its canvas."""

GROUNDS = {
    ("princess", False): Enamel("#0E0736", "#33209A", "#6F55F0"),
    ("princess", True): Enamel("#2A0440", "#8A1C86", "#FF7AD0"),
    ("christmas", False): Enamel("#3A0410", "#8E1024", "#E0485A"),
    ("christmas", True): Enamel("#02302A", "#0A7058", "#58E0B8"),
}
"""The enamel between the mouldings, in the base game and in free spins."""


def metal_of(skin: str, *, free: bool) -> Ramp:
    """What the frame is cast in: ice in Christmas's base game, gilt otherwise."""
    return ICE if skin == "christmas" and not free else GILT


def rails(skin: str, *, free: bool) -> dict[str, Image.Image]:
    """The frame in strips, by the names of STRIPS; the hole lets the board through, shaded by the lip."""
    whole = frame(skin, free=free)
    return {name: whole.crop((x, y, x + w, y + h)) for name, (x, y, w, h) in STRIPS.items()}


def frame(skin: str, *, free: bool) -> Image.Image:
    """The frame in one piece."""
    palette = PALETTES[skin]
    picture = _moulding(skin, palette, free=free).image()
    for right in (False, True):
        for low in (False, True):
            _set_corner(picture, _corner(skin, palette, low=low, free=free).image(), right=right, low=low)
    if skin == "princess":
        picture.alpha_composite(_crest(skin, palette).image(), (round(MIDDLE_X - 230), TOP - 114))
    foot = _foot(skin, palette, free=free).image()
    picture.alpha_composite(foot, (round(MIDDLE_X - 220), TOP + HIGH - 52))
    if skin == "christmas":
        picture.alpha_composite(_winter(palette, free=free).image())
    return picture


# mouldings --------------------------------------------------------------------------------------------------------


def _swell(u: np.ndarray | float) -> np.ndarray | float:
    """A rail's width at u (0 the middle of a side, 1 its corner): full at both, slender between."""
    u = np.abs(u)
    return 38.0 + 7.0 * np.exp(-(((u - 1.0) / 0.20) ** 2)) + 5.0 * np.exp(-((u / 0.16) ** 2))


def _moulding(skin: str, palette: Palette, *, free: bool) -> Canvas:
    """The four rails: shadow, enamel ground, lip, fillets and torus, and a scroll of leaves along them."""
    metal, ground = metal_of(skin, free=free), GROUNDS[skin, free]
    c = Canvas(*FRAME_SIZE, 2)
    dx, dy = np.abs(c.x - MIDDLE_X) - WIDE / 2, np.abs(c.y - MIDDLE_Y) - HIGH / 2
    out = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) + np.minimum(np.maximum(dx, dy), 0)
    level = dy > dx
    along = np.where(level, c.x - MIDDLE_X, c.y - MIDDLE_Y)
    u = np.clip(along / np.where(level, WIDE / 2, HIGH / 2), -1, 1)
    width = np.asarray(_swell(u), np.float32)
    full = np.clip((width - out) * c.scale + 0.5, 0, 1)
    body = np.clip((out + LIP) * c.scale + 0.5, 0, 1) * full
    hole = np.clip((-LIP - out) * c.scale + 0.5, 0, 1)

    c.over("#03010A", np.clip(c.blur(c.shifted(full, 2, 7), 9), 0, 1) * 0.75)
    c.rgba *= (1 - hole)[..., None]
    c.over("#03010A", np.clip(c.blur(c.shifted(1 - hole, 6, 9), 6), 0, 1) * hole * 0.74)
    c.over(
        palette.ink,
        np.clip((out + LIP + 1.2) * c.scale + 0.5, 0, 1) * np.clip((width + 1.6 - out) * c.scale + 0.5, 0, 1),
    )

    hollow = np.clip(1 - ((out - 4) / np.maximum(width - 12, 1) * 2 - 1) ** 2, 0, 1)
    turned = 0.5 + 0.5 * np.sin(along * 1.05 + 2.2 * np.sin(out * 0.35))
    shade = 0.15 + 0.55 * hollow * (0.75 + 0.25 * turned)
    c.over(ramp(shade, ((0, ground.deep), (0.75, ground.body), (1, ground.light))), body)
    lit = np.exp(-((np.abs(u) / 0.22) ** 2)) + np.exp(-(((np.abs(u) - 0.93) / 0.16) ** 2))
    c.light(ground.light, body * hollow * lit * 0.35)

    lip, fillet, torus = bump(out, -0.5, 5.2), bump(out, 7.2, 1.6), bump(out, width - 3.4, 3.6)
    groove = bump(out, width - 8.6, 1.1)
    reel = 0.5 + 0.5 * np.cos(along * 2 * np.pi / 18.5)
    cut = np.maximum.reduce([lip > 0, fillet > 0, torus > 0, groove > 0]) * body
    k = Carving(c, cut, 4.6 * lip + 1.6 * fillet + (3.6 + 0.7 * reel) * torus + 1.2 * groove)
    if free and skin == "princess":  # pearl leaves on gilt mouldings
        k.paint(metal, palette.ink, shadow=False)
        k = Carving(c)
    _rinceau(k)
    pearl = free and skin == "princess"
    k.paint(PEARL if pearl else metal, palette.ink, shadow=pearl)
    return c


def _rinceau(k: Carving) -> None:
    """A running scroll from the middle of each side to its corners: stem, volute and two leaves by turns."""
    for side in ("top", "foot", "left", "right"):
        half = WIDE / 2 if side in ("top", "foot") else HIGH / 2
        for sign in (-1, 1):
            count = max(2, round((half - 40) / 62))
            stops = [s for s in np.linspace(0, half - 40, count + 1) if s < half - 20]
            for i, (start, end) in enumerate(zip(stops, stops[1:], strict=False)):
                _scroll(k, side, sign, start, end - start, half, up=1 if i % 2 else -1)


def _rail_point(side: str, sign: int) -> Callable[[float, float], Point]:
    """Where a point of a half rail lies: s along from its middle, v outwards from the board's edge."""
    return {
        "top": lambda s, v: (MIDDLE_X + sign * s, TOP - v),
        "foot": lambda s, v: (MIDDLE_X + sign * s, TOP + HIGH + v),
        "left": lambda s, v: (LEFT - v, MIDDLE_Y + sign * s),
        "right": lambda s, v: (LEFT + WIDE + v, MIDDLE_Y + sign * s),
    }[side]


def _scroll(k: Carving, side: str, sign: int, start: float, length: float, half: float, *, up: int) -> None:
    at = _rail_point(side, sign)
    width = float(_swell((start + length / 2) / half)) - 15
    middle, r = 7.0 + width / 2, width / 2 * 0.98
    s = np.linspace(start, start + length * 0.62, 24)
    stem = np.stack([s, middle - up * r * np.cos((s - start) / (length * 0.62) * np.pi)], 1)
    turn = np.linspace(np.pi / 2, np.pi / 2 - 2 * np.pi * 1.35, 60)
    radius = np.linspace(r, r * 0.20, 60)
    eye = start + length * 0.62
    volute = np.stack([eye + radius * 1.12 * np.cos(turn), middle + up * radius * np.sin(turn)], 1)
    k.add(tapered([at(*point) for point in np.vstack([stem[:-1], volute])], 6.0, 2.4, 2.0), 3.8, 1.4)
    k.bead(*at(eye + r * 0.05, middle), 3.6, 2.4)
    flip = sign * up * (1 if side in ("top", "right") else -1)
    root, tip = at(start + length * 0.02, middle - up * r * 0.9), at(start + length * 0.55, middle - up * r * 0.2)
    acanthus(
        k, *root, length * 0.66, width * 0.66, _heading(root, tip), bend=0.5, lobes=2, base=2.0, high=3.4, hand=flip
    )
    root, tip = at(start + length * 0.86, middle - up * r * 0.2), at(start + length * 1.16, middle - up * r * 0.95)
    acanthus(
        k, *root, length * 0.34, width * 0.36, _heading(root, tip), bend=0.4, lobes=1, base=2.2, high=2.4, hand=-flip
    )


def _heading(a: Point, b: Point) -> float:
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


# corners ----------------------------------------------------------------------------------------------------------

CORNER_SIZE = 270
DISHES = {
    ("princess", False): Enamel("#050A3A", "#1B3FC0", "#7CC8FF"),
    ("princess", True): Enamel("#3A0436", "#B01888", "#FF9ADC"),
    ("christmas", False): Enamel("#3A0410", "#B01428", "#FF8A7A"),
    ("christmas", True): Enamel("#02281C", "#0B7A4A", "#7CF0B0"),
}
"""Enamel of a boss, by skin and whether it is a lower one."""


def _set_corner(picture: Image.Image, corner: Image.Image, *, right: bool, low: bool) -> None:
    """Lays a corner drawn for the upper left where it belongs: its leaves are flipped, its lit boss is not."""
    turned = corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if right else corner.copy()
    if low:
        turned = turned.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    m = CORNER_SIZE / 2
    boss = Image.new("L", corner.size, 0)
    ImageDraw.Draw(boss).ellipse((m - BOSS - 2, m - BOSS - 2, m + BOSS + 2, m + BOSS + 2), fill=255)
    turned.paste(corner, (0, 0), boss)
    x = LEFT + WIDE + CORNER if right else LEFT - CORNER
    y = TOP + HIGH + CORNER if low else TOP - CORNER
    picture.alpha_composite(turned, (round(x - m), round(y - m)))


def _corner(skin: str, palette: Palette, *, low: bool, free: bool) -> Canvas:
    """A boss on leaves (on wings in the princess's free spins): a ring set with beads, a dish, its own charge."""
    metal = metal_of(skin, free=free)
    c = Canvas(CORNER_SIZE, CORNER_SIZE, 3)
    m = CORNER_SIZE / 2
    if free and skin == "princess":
        _corner_wings(c, m, palette)
    else:
        k = Carving(c)
        for turn, length, width in (
            (0, 92, 38),
            (90, 92, 38),
            (192, 44, 28),
            (258, 44, 28),
            (225, 54, 34),
            (45, 34, 26),
        ):
            root = polar(m, m, 22, turn + 90)
            bend = 0.35 if turn not in (225, 45) else 0
            hand = 1 if turn in (0, 258) else -1
            acanthus(k, *root, length, width, turn, bend=bend, lobes=3, base=2, high=4.6, hand=hand)
        k.paint(metal, palette.ink, wear=0.6)
    ring = c.mask(disc(m, m, BOSS))
    c.shadow(ring, dx=2, dy=5, blur=4, alpha=0.85)
    c.over(palette.ink, c.grown(ring, 1.8))
    d = c.inside(ring)
    k = Carving(c, ring, 5.5 * bump(d, 4.2, 4.6) + 2.2 * bump(d, 10.6, 1.8) + 4.5 * bump(d, 17.0, 3.8))
    for i in range(18):
        k.add(disc(*polar(m, m, BOSS - 10.6, i * 20), 2.7), 2.8, 1.5)
    k.paint(metal, palette.ink, shadow=False, wear=0.6)
    _dish(c, m, DISHES[skin, low], palette)
    _charge(c, m, skin, palette, low=low)
    glint = np.exp(-(((c.x - m + 20) / 14) ** 2) - ((c.y - m + 26) / 7) ** 2)
    c.light("#FFFFFF", ring * glint * 0.8)
    return c


def _dish(c: Canvas, m: float, tones: Enamel, palette: Palette) -> None:
    radius = BOSS - 20.5
    dish = c.mask(disc(m, m, radius))
    c.over(palette.ink, c.grown(dish, 1.0))
    r = np.hypot(c.x - m, c.y - m) / radius
    c.over(ramp(r, ((0, tones.body), (0.6, tones.body), (1.05, tones.deep))), dish)
    turned = 0.5 + 0.5 * np.cos(np.arctan2(c.y - m, c.x - m) * 24)
    c.light(tones.light, dish * turned * smoothstep(1.0, 0.2, r) * 0.28)
    pool = np.exp(-(((c.x - m - 4) / (radius * 0.7)) ** 2) - ((c.y - m - radius * 0.55) / (radius * 0.35)) ** 2)
    c.light(tones.light, dish * pool * 0.7)
    c.shade("#000010", dish * smoothstep(0.2, 1.2, (2 * m - c.x - c.y) / radius) * 0.45)


def _charge(c: Canvas, m: float, skin: str, palette: Palette, *, low: bool) -> None:
    """What a boss bears: a moon above and a heart below; in Christmas a snow crystal and a heart."""
    if low:
        heart_jewel(c, m, m + 1, 36, JEWELS["pink" if skin == "princess" else "red"], palette, stops=GILT, bezel=3)
        return
    k = Carving(c)
    if skin == "princess":
        moon = crescent(m - 1, m + 1, 19, turn=-30, bite=0.80)
        mask = c.mask(moon)
        c.shadow(mask, dx=1, dy=2.5, blur=2, alpha=0.8)
        c.over(palette.ink, c.grown(mask, 1.2))
        k.add(moon, 5.5, 1)
        k.paint(PEARL, palette.ink, shadow=False)
        cabochon(c, m + 8, m - 6, 6, 6, JEWELS["amber"], palette, bezel=2.2)
        return
    for arm in range(0, 360, 60):
        k.add(tapered(np.linspace((m, m), polar(m, m, 20, arm), 10), 3.6, 2.0), 2.2, 1)
        for share in (0.5, 0.75):
            root = polar(m, m, 20 * share, arm)
            for side in (-1, 1):
                tip = polar(*root, 7.5 * (1.3 - share), arm + side * 52)
                k.add(tapered(np.linspace(root, tip, 8), 2.4, 1.4), 1.8, 1)
    k.paint(ICE, palette.ink, soften=0.4)
    cabochon(c, m, m, 5, 5, JEWELS["teal"], palette, bezel=2)


def _corner_wings(c: Canvas, m: float, palette: Palette) -> None:
    """Feathers along both rails and a fan of them behind the boss."""
    for base, hand in ((0, -1), (90, 1)):
        for off, length, width in ((34, 56, 22), (22, 74, 23), (10, 92, 24), (-2, 104, 24)):
            _quill(c, m, base + hand * off, length, width, 24, palette)
        for off, length, width in ((26, 40, 18), (12, 50, 18), (0, 56, 18)):
            _quill(c, m, base + hand * off, length, width, 26, palette)
    for turn, length in ((196, 44), (254, 44), (212, 56), (238, 56), (225, 64)):
        _quill(c, m, turn, length, 20, 24, palette)


def _quill(c: Canvas, m: float, degrees: float, length: float, width: float, root: float, palette: Palette) -> None:
    a = math.radians(degrees)
    x, y = m + root * math.cos(a), m + root * math.sin(a)
    path = feather(x, y, length, width, degrees + 90)
    q = c.part(path.getBounds(), 6)
    mask = q.mask(path)
    d = q.inside(mask)
    along = np.clip(((q.x - x) * math.cos(a) + (q.y - y) * math.sin(a)) / length, 0, 1)
    across = -(q.x - x) * math.sin(a) + (q.y - y) * math.cos(a)
    q.shadow(mask, dx=1.2, dy=3, blur=2.2, alpha=0.6)
    q.over(palette.ink, q.grown(mask, 1))
    height = 0.32 * width * np.sqrt(np.clip(d / (width * 0.4), 0, 1)) - np.exp(-((across / 0.8) ** 2))
    height += 0.2 * np.sin((along * length + np.abs(across) * 1.3) * 1.8) * np.clip(d / 3, 0, 1)
    level = studio(normals(q.blur(height.astype(np.float32), 0.5), q.scale), q, 0.1) * 0.5 + 0.36
    q.over(ramp(level * (0.62 + 0.42 * along), PEARL), mask)
    q.shade("#E06AD0", mask * np.exp(-((along / 0.5) ** 2)) * 0.5)
    q.over(ramp(0.55 + 0.35 * (across < 0), GILT), np.clip(1.2 - d, 0, 1) * mask * 0.9)
    c.join(q)


# crest and foot ---------------------------------------------------------------------------------------------------


def _crest(skin: str, palette: Palette) -> Canvas:
    """The crown of the frame, 460 x 160: a jewelled tiara over scrolls; its foot stands on the rail."""
    metal = metal_of(skin, free=True)
    c = Canvas(460, 160, 3)
    k = Carving(c)
    x, y = 230.0, 92.0
    for side in (-1, 1):

        def at(dx: float, dy: float, side: int = side) -> Point:
            return x + side * dx, y + dy

        for dx, dy, length, width, turn, bend in (
            (34, 14, 158, 40, 3, 0.2),
            (26, 4, 104, 40, -16, 0.45),
            (18, 4, 66, 34, -40, 0.5),
        ):
            towards = turn if side > 0 else 180 - turn
            acanthus(k, *at(dx, dy), length, width, towards, bend=bend, base=2, high=5, hand=-side)
        scroll = np.vstack(
            [bezier((14, 22), (60, 40), (84, 30), (84, 14), 20), spiral(70, 14, 14, 3, 0, 1.4, hand=-1, points=50)]
        )
        k.add(tapered([at(*point) for point in scroll], 8, 2.4, 2), 4.2, 2.4)
        k.bead(*at(70, 14), 4.6, 4)
    acanthus(k, x, y + 8, 54, 38, -90, base=3, high=5)
    for side in (-1, 1):
        acanthus(k, x + side * 8, y + 8, 46, 30, -90 + side * 32, bend=0.4, base=3, high=4.4, hand=side)
    k.paint(metal, palette.ink, wear=0.6)
    cabochon(c, x, y + 4, 17, 21, JEWELS["blue"], palette, bezel=6.5)
    for side in (-1, 1):
        cabochon(c, x + side * 40, y + 15, 6.5, 8, JEWELS["pink"], palette, bezel=3)
    for dx, dy, radius in ((0, -48, 4.5), (-29, -34, 3.4), (29, -34, 3.4)):
        bead(c, x + dx, y + dy, radius, palette, PEARL)
    return c


def _foot(skin: str, palette: Palette, *, free: bool) -> Canvas:
    """The heart at the foot, 440 x 170, between wings: the joint between frame and WIN."""
    c = Canvas(440, 170, 3)
    x, y = 220.0, 74.0
    k = Carving(c)
    for side in (-1, 1):
        for dx, dy, length, width, turn, bend in ((40, 0, 150, 38, 2, 0.2), (34, 10, 100, 36, 20, 0.3)):
            towards = turn if side > 0 else 180 - turn
            acanthus(k, x + side * dx, y + dy, length, width, towards, bend=bend, base=2, high=5, hand=-side)
    k.paint(metal_of(skin, free=free), palette.ink, wear=0.6)
    wings(c, x, y + 8, 90, palette, droop=36)
    heart_jewel(c, x, y, 74, JEWELS["pink" if skin == "princess" else "red"], palette, stops=GILT, bezel=6)
    return c


# winter -----------------------------------------------------------------------------------------------------------


def _winter(palette: Palette, *, free: bool) -> Canvas:
    """Fir over the top rail and down both sides, with whole bows; lights burn in it during free spins."""
    c = Canvas(*FRAME_SIZE, 2)
    left, right, y = LEFT - 16.0, LEFT + WIDE + 16.0, TOP - 26.0
    across = np.linspace(0, 1, 120)
    swag = y - 4 + 13 * np.abs(np.sin(across * np.pi * 6))
    top = np.stack([left + (right - left) * across, swag], 1)
    down = np.linspace(0, 1, 124)
    sides = [
        np.stack([x + hand * (4 + 5 * np.sin(down * 14)), y + 620 * down], 1) for x, hand in ((left, -1), (right, 1))
    ]
    hang(c, palette, Garland(top, sides, lights=free))
    return c
