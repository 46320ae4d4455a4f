"""Her hair: the mass blown back, the crown of combed locks, the fringe and the side braid."""

from __future__ import annotations

import random

import numpy as np

from .brush import Curve, Fill, Layer, Point, Ribbon, bulge, linear, offset, spline, trace
from .head import from_head, head_space
from .ornaments import compass, gild, snowflake
from .palette import HAIR, HAIR_DARK, HAIR_MIDDLE, TEAL

#: The point of the crown from which all locks are combed (head space).
PARTING = (30.0, -216.0)

BRAID = Ribbon(
    trace("424,462 388,548 376,640 398,740 436,830 440,920 418,1000"), [(0, 60), (0.3, 74), (0.7, 66), (1, 44)]
)


def draw_lock(
    layer: Layer,
    lock: Ribbon,
    fill: Fill,
    side: int = 1,
    deep: float = 0.34,
    seed: int = 0,
    creases: int = 1,
    ink: float = 2.6,
    ink_from: float = 0.0,
    highlight: tuple[float, float] | None = None,
) -> None:
    """One lock: light, a hard shade on `side`, a light strand opposite, creases and tapered contours."""
    chance = random.Random(seed)
    outline = lock.band()
    layer.fill(outline, fill)
    shade = lock.band(bulge(side * 1.05, side * (1 - 2 * deep), 0, 1.05), side * 1.2)
    layer.edge_band(shade, outline, "#ff5f6a", 7)
    layer.fill(shade, HAIR.shade, 0.9, clip=outline)
    core = lock.band(bulge(side * 1.05, side * (1 - deep * 0.9), 0.25, 1.02), side * 1.2)
    layer.fill(core, HAIR.deep, 0.75, clip=outline)
    strand = lock.band(
        bulge(-side * 0.55, -side * 0.95, 0.1, 0.85), bulge(-side * 0.55, -side * 0.55, 0.1, 0.85), 0.1, 0.85
    )
    layer.fill(strand, HAIR.light, 0.7, clip=outline)
    if highlight:
        layer.fill(zigzag(lock, *highlight, chance), HAIR.high, 0.85, clip=outline)
    for _ in range(creases):
        across, begin, end = chance.uniform(-0.5, 0.45), chance.uniform(0.15, 0.35), chance.uniform(0.8, 0.97)
        layer.line(lock.edge(across, begin, end), 1.7, HAIR.deep, 0.5, 0.5, alpha=0.8)
    for edge in (-1, 1):
        layer.line(lock.edge(edge, ink_from), ink, HAIR.ink, 0.3 if ink_from else 0.02, 0.04)


def zigzag(lock: Ribbon, begin: float, end: float, chance: random.Random) -> Curve:
    """A highlight across a lock whose lower edge is cut in uneven teeth."""
    count = 9
    top = [lock.at(begin + 0.02 * np.sin(i * 1.7), -0.8 + 1.5 * i / (count - 1)) for i in range(count)]
    low = []
    for i in range(count):
        along = (end if i % 2 else begin + 0.035) + chance.uniform(-0.02, 0.02)
        low.append(lock.at(along, -0.8 + 1.5 * i / (count - 1)))
    return np.array(top + low[::-1])


# ---------------------------------------------------------------- back
def _back_fill(a: Curve, b: Curve) -> Fill:
    return linear(
        tuple(a),
        tuple(b),
        (0, HAIR.deep),
        (0.2, HAIR.shade),
        (0.42, HAIR.base),
        (0.66, HAIR_MIDDLE),
        (0.85, "#e768b0"),
        (1, "#c07af0"),
    )


def draw_hair_core(layer: Layer) -> None:
    """The dark hair behind neck and ears."""
    core = spline(
        [
            from_head(-112, -60),
            from_head(-80, -160),
            from_head(60, -185),
            from_head(150, -90),
            from_head(165, 60),
            (655, 560),
            (640, 640),
            (560, 640),
            (430, 600),
            (372, 520),
            from_head(-120, 60),
        ],
        True,
    )
    layer.form(core, linear((480, 200), (520, 640), HAIR.deep, HAIR_DARK), HAIR.ink, 3)
    for spine in (
        [(560, 470), (590, 540), (596, 632)],
        [(600, 440), (622, 520), (628, 620)],
        [(400, 470), (392, 520), (404, 570)],
    ):
        layer.fill(Ribbon(spine, [(0, 2), (0.5, 16), (1, 2)]).band(), HAIR.shade, 0.55, clip=core)


#: The four masses of the mane, farthest first: spine, widths, seed. No two end alike.
MANE: list[tuple[list[Point], list[tuple[float, float]], int]] = [
    (
        [from_head(40, -60), (622, 460), (636, 610), (664, 764), (702, 884), (716, 968), (690, 1022)],
        trace("0,90 0.35,122 0.58,100 0.8,50 0.93,18 1,0"),
        2,
    ),
    (
        [from_head(80, -80), (666, 430), (680, 590), (734, 730), (790, 838), (850, 880), (884, 846)],
        trace("0,90 0.3,136 0.55,112 0.8,54 0.93,20 1,0"),
        1,
    ),
    (
        [from_head(112, -110), (706, 380), (744, 510), (794, 616), (836, 690), (826, 744)],
        trace("0,70 0.35,118 0.62,86 0.84,36 0.94,14 1,0"),
        3,
    ),
    (
        [from_head(116, -130), (706, 286), (764, 384), (826, 450), (872, 470), (888, 444)],
        trace("0,50 0.36,82 0.62,56 0.84,24 0.94,10 1,0"),
        4,
    ),
]
#: Side tips: mass, where it leaves, across, length, bend in degrees, share of the width.
TIPS: list[tuple[int, float, float, float, float, float]] = [
    (2, 0.58, -0.6, 150, 26, 0.36),
    (2, 0.72, 0.5, 96, -34, 0.3),
    (2, 0.46, 0.75, 120, -16, 0.18),
    (1, 0.5, 0.7, 190, -22, 0.34),
    (1, 0.64, -0.6, 92, 40, 0.26),
    (1, 0.74, 0.5, 84, 52, 0.2),
    (3, 0.55, -0.7, 128, -30, 0.34),
    (3, 0.66, 0.55, 66, 30, 0.24),
    (4, 0.5, 0.7, 110, 44, 0.36),
    (4, 0.7, -0.5, 40, -38, 0.2),
]


def moon_rim(
    layer: Layer, lock: Ribbon, begin: float = 0.15, end: float = 0.95, strength: float = 0.6, colour: str = "#f2d9ff"
) -> None:
    """Cool light along the edge that faces the moon, drawn with the form: it swells and fades with the direction."""
    moon = np.array([0.72, -0.69])
    facing = lock.normal @ moon
    for side in (-1, 1):
        amount = np.clip(side * facing - 0.2, 0, 1)
        if amount.max() < 0.12:
            continue

        def inner(u: Curve, side: int = side, amount: Curve = amount) -> Curve:
            fade = np.sin(np.pi * np.clip((u - begin) / (end - begin), 0, 1)) ** 0.5
            return side * (0.95 - 0.2 * np.interp(u, lock.along, amount) * fade)

        layer.fill(lock.band(inner, side * 0.95, begin, end), colour, strength, clip=lock.band())


def draw_mane(layer: Layer) -> None:
    """The mane in four masses on one wind; each frays into its own few tips."""
    for spine, widths, seed in MANE:
        lock = Ribbon(spine, widths)
        fill = _back_fill(lock.at(0), lock.at(1))
        for index, (mass, u, across, length, bend, share) in enumerate(TIPS):
            if mass != seed:
                continue
            places = [lock.at(v, across * (0.5 + 0.5 * v / u)) for v in np.linspace(max(0.1, u - 0.3), u, 4)]
            heading = (places[-1] - places[-2]) / np.hypot(*(places[-1] - places[-2]))
            turn = np.radians(np.array([bend * 0.35, bend]))
            first, last = (
                np.array(
                    [heading[0] * np.cos(a) - heading[1] * np.sin(a), heading[0] * np.sin(a) + heading[1] * np.cos(a)]
                )
                for a in turn
            )
            middle = places[-1] + first * length * 0.55
            tip_end = middle + last * length * 0.5
            tip_end[0] = min(tip_end[0], 890)
            tip = Ribbon(
                [*places, middle, tip_end],
                [(0, 8), (0.4, widths[1][1] * share), (0.8, widths[1][1] * share * 0.42), (1, 0)],
            )
            draw_lock(layer, tip, fill, seed=seed * 7 + index, creases=1, ink=2.6, side=1 if bend < 0 else -1)
            moon_rim(layer, tip, 0.45, 0.97, 0.55)
        highlight = (0.3, 0.37) if seed == 3 else None
        draw_lock(layer, lock, fill, -1 if seed == 2 else 1, 0.36, seed, 2, 3.2, 0.0, highlight)
        # Long inner strands give each mass a second rhythm.
        sign = 1 if seed == 2 else -1
        for low, high, begin in ((0.42, 0.16, 0.25), (-0.18, -0.3, 0.4), (0.72, 0.62, 0.35)):
            inner = lock.band(
                bulge(sign * 0.1, sign * low, begin, 0.97), bulge(sign * 0.1, sign * high, begin, 0.97), begin, 0.97
            )
            layer.fill(inner, HAIR.light, 0.35, clip=lock.band())
        for across, begin, end in ((-0.62, 0.4, 0.97), (0.3, 0.5, 0.99), (0.66, 0.3, 0.9)):
            layer.line(lock.edge(across, begin, end), 1.6, HAIR.deep, 0.6, 0.3, alpha=0.7)
        moon_rim(layer, lock, 0.12, 0.97, 0.6)
    for spine, width in (
        ([from_head(150, -60), (736, 400), (792, 520), (838, 604), (880, 616)], 6),
        ([(640, 600), (672, 760), (716, 860), (762, 934), (756, 976)], 6),
        ([from_head(130, -100), (760, 340), (820, 400), (856, 398)], 5),
    ):
        fly = Ribbon(spine, [(0, 3), (0.5, width), (1, 0)])
        layer.fill(fly.band(), HAIR_MIDDLE)
        for edge in (-1, 1):
            layer.line(fly.edge(edge), 1.4, HAIR.ink)


# ---------------------------------------------------------------- crown and fringe
#: Locks combed from the parting over the skull: spine after the parting, widths, shade side.
CROWN: list[tuple[list[Point], list[tuple[float, float]]]] = [
    (trace("-52,-214 -108,-180 -138,-110 -141,-30 -128,26"), [(0, 22), (0.3, 50), (0.65, 44), (1, 4)]),
    (trace("104,-212 150,-168 172,-96 170,-20 156,40"), [(0, 24), (0.3, 54), (0.65, 50), (1, 4)]),
    ([(-52, -200), (-98, -156), (-116, -96), (-112, -50)], [(0, 20), (0.4, 50), (0.75, 46), (1, 18)]),
    ([(106, -194), (142, -148), (152, -86), (140, -40)], [(0, 20), (0.4, 56), (0.75, 52), (1, 18)]),
    ([(-38, -202), (-70, -164), (-82, -112), (-80, -76)], [(0, 20), (0.4, 48), (0.75, 44), (1, 22)]),
    ([(84, -200), (112, -160), (118, -108), (108, -70)], [(0, 20), (0.4, 52), (0.75, 48), (1, 22)]),
    ([(-12, -206), (-36, -168), (-42, -124), (-38, -84)], [(0, 22), (0.4, 46), (0.75, 42), (1, 22)]),
    ([(52, -206), (72, -168), (76, -122), (66, -80)], [(0, 22), (0.4, 48), (0.75, 42), (1, 22)]),
    ([(24, -204), (16, -168), (12, -128), (12, -88)], [(0, 24), (0.4, 44), (0.75, 40), (1, 22)]),
]

#: Fringe clumps: spine after the parting, widths, place of the highlight.
FRINGE: list[tuple[list[Point], list[tuple[float, float]], float]] = [
    ([(-44, -186), (-108, -116), (-126, -30), (-116, 40)], [(0, 16), (0.35, 70), (0.6, 46), (1, 0)], 0.37),
    ([(96, -186), (142, -106), (142, -20), (120, 52)], [(0, 16), (0.35, 80), (0.6, 52), (1, 0)], 0.35),
    ([(-20, -172), (-72, -116), (-88, -62), (-84, -26)], [(0, 14), (0.4, 66), (0.65, 52), (1, 0)], 0.43),
    ([(66, -168), (92, -112), (88, -62), (64, -28)], [(0, 14), (0.4, 66), (0.68, 54), (1, 0)], 0.43),
    ([(38, -160), (40, -110), (30, -64), (14, -40)], [(0, 14), (0.4, 54), (0.68, 44), (1, 0)], 0.44),
    ([(6, -160), (-18, -100), (-28, -40), (-30, 10)], [(0, 14), (0.4, 60), (0.62, 46), (1, 0)], 0.44),
]


def _crown_fill() -> Fill:
    return linear(
        (-60, -226),
        (40, 60),
        (0, HAIR.light),
        (0.12, HAIR.base),
        (0.34, HAIR.light),
        (0.62, HAIR.base),
        (1, HAIR_MIDDLE),
    )


def draw_crown(layer: Layer) -> None:
    """Skull cap, combed crown locks, fringe clumps and side locks, in that order."""
    with head_space(layer):
        fill = _crown_fill()
        far_side = Ribbon(trace("-100,-150 -138,-70 -136,20 -120,96 -140,172"), [(0, 20), (0.3, 46), (0.6, 40), (1, 0)])
        draw_lock(layer, far_side, linear((0, -120), (0, 170), HAIR.base, HAIR.base, HAIR_MIDDLE), 1, 0.4, 11, 2)
        wisp = Ribbon([(-124, 0), (-144, 70), (-136, 128), (-148, 164)], [(0, 6), (0.4, 15), (1, 0)])
        draw_lock(layer, wisp, HAIR_MIDDLE, 1, 0.3, 12, 0, 2.2)
        cap = spline(
            trace(
                "-128,10* -142,-60 -128,-140 -76,-204 22,-230 100,-206 150,-142 166,-60 162,14* "
                "120,-60 92,-92 20,-100 -60,-90 -108,-60"
            ),
            True,
        )
        layer.fill(cap, fill)
        layer.line(cap, 3.6, HAIR.ink, closed=True)
        for index, (spine, widths) in enumerate(CROWN):
            _crown_lock(layer, Ribbon([PARTING, *spine], widths), fill, index)
        _fringe(layer, fill)
        _near_side(layer)
        for spine in (
            [(24, -214), (-10, -240), (-44, -240)],
            [(44, -212), (90, -240), (124, -234)],
            [(30, -214), (40, -238), (64, -248)],
        ):
            layer.form(Ribbon(spine, [(0, 12), (0.5, 8), (1, 0)]).band(), HAIR.base, HAIR.ink, 2.0)


def _crown_lock(layer: Layer, lock: Ribbon, fill: Fill, index: int) -> None:
    """One combed lock of the crown, shaded on its right where the next one lies over it."""
    chance = random.Random(40 + index)
    outline = lock.band()
    layer.fill(outline, fill)
    layer.fill(lock.band(bulge(1.05, 0.42, 0.05, 1.1), 1.3), HAIR.shade, 0.62, clip=outline)
    layer.fill(lock.band(bulge(1.05, 0.74, 0.2, 1.1), 1.3), HAIR.deep, 0.4, clip=outline)
    layer.fill(
        lock.band(bulge(-0.5, -0.92, 0.1, 0.9), bulge(-0.5, -0.45, 0.1, 0.9), 0.1, 0.9), HAIR.light, 0.7, clip=outline
    )
    layer.fill(zigzag(lock, 0.2 + chance.uniform(-0.03, 0.03), 0.33, chance), HAIR.high, 0.8, clip=outline)
    for across in (-0.3, 0.15):
        jitter = chance.uniform(-0.12, 0.12)
        layer.line(lock.edge(across + jitter, 0.12, 0.9), 1.6, HAIR.shade, 0.4, 0.5, alpha=0.9, clip=outline)
    for edge in (-1, 1):
        layer.line(lock.edge(edge, 0.06, 0.98), 2.1, HAIR.deep, 0.4, 0.1)


def _fringe(layer: Layer, fill: Fill) -> None:
    locks = [Ribbon([PARTING, *spine], widths) for spine, widths, _ in FRINGE]
    for index, lock in enumerate(locks):
        chance = random.Random(index + 3)
        outline = lock.band()
        layer.fill(lock.band() + offset(5, 9), HAIR.deep, 0.45, 4)
        layer.fill(outline, fill)
        shade = lock.band(bulge(1.05, 0.1, 0.2, 1.05), 1.3)
        layer.edge_band(shade, outline, "#ff5f6a", 6)
        layer.fill(shade, HAIR.shade, 0.85, clip=outline)
        layer.fill(lock.band(bulge(1.05, 0.55, 0.45, 1.02), 1.3), HAIR.deep, 0.6, clip=outline)
        _angel_ring(layer, lock, FRINGE[index][2], chance, outline)
        layer.line(lock.edge(0.1 if index % 2 else -0.25, 0.3, 0.86), 1.6, HAIR.shade, 0.5, 0.4)
        layer.line(lock.edge(-0.6, 0.5, 0.92), 1.3, HAIR.shade, 0.5, 0.4)
        layer.line(lock.edge(-1, 0.2, 1), 2.7, HAIR.ink, 0.5, 0.04)
        layer.line(lock.edge(1, 0.2, 1), 3, HAIR.ink, 0.5, 0.04)


def _angel_ring(layer: Layer, lock: Ribbon, along: float, chance: random.Random, clip: Curve) -> None:
    """The curved zigzag of light, broken clump by clump."""
    across = np.linspace(-0.82, 0.5, 7)
    top = [lock.at(along + 0.05 * v * v - 0.05, v) for v in across]
    low = []
    for j in range(6, -1, -1):
        reach = (0.1 if j % 2 else 0.025) + chance.uniform(-0.012, 0.012) + 0.05 * across[j] ** 2
        low.append(lock.at(along + reach, across[j]))
    layer.fill(np.array(top + low), HAIR.high, 0.9, clip=clip)


def _near_side(layer: Layer) -> None:
    fill = linear((0, -150), (0, 220), HAIR.base, HAIR.base, HAIR_MIDDLE)
    lock = Ribbon(trace("112,-150 160,-70 152,30 146,120 166,196 206,232"), trace("0,26 0.3,60 0.6,46 0.85,20 1,0"))
    draw_lock(layer, lock, fill, 1, 0.36, 14, 3, 3, 0.0, (0.3, 0.37))
    curl = Ribbon([(146, 40), (136, 110), (140, 172), (166, 204)], [(0, 8), (0.4, 24), (1, 0)])
    draw_lock(layer, curl, HAIR_MIDDLE, 1, 0.3, 15, 0)


# ---------------------------------------------------------------- braid
def draw_braid(layer: Layer, winter: bool = False) -> None:
    """Twelve pairs of overlapping strands, a tuft, and a gilt tie or a velvet bow."""
    layer.fill(BRAID.band(-0.6, 0.6, 0, 0.97), HAIR.deep)
    pairs = 12
    for i in range(pairs):
        for side in (-1, 1) if i % 2 else (1, -1):
            u = (i + (0.0 if side > 0 else 0.5)) / pairs * 0.97
            _braid_strand(layer, u, side)
    end = BRAID.at(0.985)
    for dx, dy, width in ((-22, 86, 26), (26, 80, 26), (4, 104, 34)):
        lock = Ribbon(
            [end, end + offset(dx * 0.9, dy * 0.45), end + offset(dx * 0.5 + 16, dy)], [(0, 16), (0.4, width), (1, 0)]
        )
        draw_lock(
            layer,
            lock,
            linear(tuple(end), tuple(end + offset(0, 100)), HAIR.shade, HAIR.base, HAIR_MIDDLE),
            1,
            0.32,
            int(dx + 90),
            1,
            2.4,
        )
    x, y = float(end[0]), float(end[1])
    if not winter:
        gild(layer, np.array([end + offset(-22, -2), end + offset(0, 5), end + offset(22, 2)]), 11)
        compass(layer, x, y + 2, 22, ink=1.8)
        return
    for side in (-1, 1):
        tail = Ribbon([(x, y), (x + side * 16, y + 30), (x + side * 20, y + 62)], [(0, 6), (0.5, 15), (1, 17)])
        layer.form(tail.band(), linear((x, y), (x, y + 60), TEAL.light, TEAL.shade), TEAL.ink, 2.4)
        loop = spline(
            [
                (x, y, 1),
                (x + side * 18, y - 22),
                (x + side * 44, y - 18),
                (x + side * 42, y + 10),
                (x + side * 18, y + 12),
            ],
            True,
        )
        layer.form(
            loop,
            linear((x, y - 20), (x, y + 14), TEAL.high, TEAL.light, TEAL.base),
            TEAL.ink,
            2.6,
            [
                (
                    spline(
                        [(x, y), (x + side * 20, y - 4), (x + side * 36, y + 2), (x + side * 30, y + 14), (x, y + 14)],
                        True,
                    ),
                    TEAL.shade,
                )
            ],
        )
    snowflake(layer, x, y, 17)


def _braid_strand(layer: Layer, u: float, side: int) -> None:
    def at(offset: float, across: float) -> Curve:
        return BRAID.at(float(np.clip(u + offset, 0, 0.999)), across)

    root, shoulder, tip, belly = (
        at(-0.015, side * 0.25),
        at(0, side * 0.98),
        at(0.125, -side * 0.12),
        at(0.07, side * 1.12),
    )
    outline = spline([(*root, 1), shoulder, belly, (*tip, 1), at(0.055, -side * 0.08)], True)
    lit = HAIR.light if side < 0 else HAIR.base
    shade = spline([belly, tip, at(0.06, side * 0.5), at(0.045, side * 1.2)], True)
    layer.form(
        outline,
        linear(tuple(root), tuple(belly), lit, HAIR.base, HAIR_MIDDLE),
        HAIR.ink,
        2.4,
        [(shade, HAIR.shade, 0.95)],
    )
    glint = spline([at(0.018, side * 0.55), at(0.03, side * 0.8), at(0.05, side * 0.78), at(0.036, side * 0.5)], True)
    layer.fill(glint, HAIR.high, 0.55 if side < 0 else 0.35, clip=outline)
    layer.line(
        spline([root * 0.7 + shoulder * 0.3, at(0.035, side * 0.55), tip * 0.75 + belly * 0.25]),
        1.5,
        HAIR.shade,
        0.3,
        0.4,
    )
    layer.line(
        spline([root * 0.4 + shoulder * 0.6, at(0.04, side * 0.8), tip * 0.6 + belly * 0.4]), 1.2, HAIR.shade, 0.3, 0.5
    )
