"""Fairy-tale building: towers, domes, halls, arcades, balustrades and columns in one style."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

import bpy

from . import meshes
from .meshes import arch, box, crescent, lathe, plate, rectangle, tube
from .stage3d import Site


@dataclass
class Style:
    """The materials of a palace, and the meshes already made in them."""

    wall: bpy.types.Material
    trim: bpy.types.Material
    roof: bpy.types.Material
    gold: bpy.types.Material
    glass: bpy.types.Material
    dark: bpy.types.Material
    made: dict[tuple, bpy.types.ID] = field(default_factory=dict)

    def once(self, key: tuple, make) -> bpy.types.ID:
        """The mesh of that key, made the first time."""
        if key not in self.made:
            self.made[key] = make()
        return self.made[key]


def window(
    site: Site, style: Style, at: tuple[float, float, float], w: float, h: float, turn: float = 0.0, lit: bool = True
) -> None:
    """An arched window `w` x `h` with frame, mullion and sill, standing on `at`, looking along `turn`."""
    key = (round(w, 1), round(h, 1))
    glass = style.once(
        ("glass", lit, *key), lambda: plate("glass", [arch(w, h)], w * 0.05, style.glass if lit else style.dark)
    )
    f = w * 0.17
    frame = style.once(
        ("frame", *key),
        lambda: plate("frame", [arch(w + 2 * f, h + f * 1.2), arch(w, h)], w * 0.4, style.trim, w * 0.03),
    )
    t = w * 0.055
    bars = style.once(
        ("bars", *key),
        lambda: plate(
            "bars",
            [
                rectangle(-t, 0, 2 * t, h * 0.96),
                rectangle(-w / 2, h * 0.52, w / 2 - t, 2 * t),
                rectangle(t, h * 0.52, w / 2 - t, 2 * t),
            ],
            w * 0.12,
            style.dark,
        ),
    )
    sill = style.once(("sill", *key), lambda: box("sill", w + 3.2 * f, w * 0.55, w * 0.16, style.trim))
    for data, tilt, low in ((glass, 90, 0.0), (frame, 90, 0.0), (bars, 90, 0.0), (sill, 0, w * 0.16)):
        site.add(data, (at[0], at[1], at[2] - low), turn, tilt=tilt)


def finial(site: Site, style: Style, top: tuple[float, float, float], size: float, kind: str) -> None:
    """A gold point on a roof: ball and star, crescent or flag."""
    x, y, z = top
    rod = style.once(
        ("rod", round(size, 1)),
        lambda: lathe(
            "rod",
            [
                (0, 0),
                (size * 0.22, 0.02 * size),
                (size * 0.1, size * 0.2),
                (size * 0.26, size * 0.42),
                (size * 0.3, size * 0.56),
                (size * 0.2, size * 0.74),
                (size * 0.07, size * 0.82),
                (size * 0.05, size * 1.5),
                (0, size * 1.55),
            ],
            style.gold,
            14,
        ),
    )
    site.add(rod, (x, y, z - size * 0.12))
    if kind == "star":
        outline = [(px, -pz) for px, pz in star(size * 0.78)]
        data = style.once(
            ("star", round(size, 1)), lambda: plate("star", [outline], size * 0.2, style.gold, size * 0.06)
        )
    elif kind == "moon":
        data = style.once(
            ("moon", round(size, 1)),
            lambda: plate("moon", [crescent(size * 0.62)], size * 0.2, style.gold, size * 0.05),
        )
    else:
        outline = [
            (0, 0),
            (size * 1.7, size * 0.28),
            (size * 1.25, size * 0.42),
            (size * 1.7, size * 0.62),
            (0, size * 0.8),
        ]
        data = style.once(("flag", round(size, 1)), lambda: plate("flag", [outline], size * 0.05, style.roof))
        site.add(data, (x, y, z + size * 0.75), tilt=90)
        return
    site.add(data, (x, y, z + size * 2.0), tilt=90)


def star(radius: float, points: int = 5, inner: float = 0.45) -> list[meshes.Point]:
    """Outline of a star, one point down (x, z)."""
    out = []
    for k in range(2 * points):
        r = radius if k % 2 == 0 else radius * inner
        out.append((r * math.sin(k * math.pi / points), -r * math.cos(k * math.pi / points)))
    return out


def gallery(site: Site, style: Style, radius: float, z: float, reach: float, at: tuple[float, float] = (0, 0)) -> float:
    """A corbelled gallery round a tower: brackets, ledge, parapet of small pillars; gives its top."""
    out = radius * reach
    h = radius * 0.34
    corbel = style.once(
        ("corbel", round(radius, 1)),
        lambda: lathe(
            "corbel",
            [
                (radius * 0.96, z - h * 1.4),
                (radius * 1.04, z - h * 0.9),
                (out * 0.97, z - h * 0.1),
                (out * 1.03, z),
                (out * 1.03, z + h * 0.18),
                (out * 0.95, z + h * 0.24),
                (radius * 0.9, z + h * 0.26),
            ],
            style.trim,
            40,
        ),
    )
    site.add(corbel, (*at, 0))
    n = 22
    bracket = style.once(
        ("bracket", round(radius, 1)), lambda: box("bracket", out * 0.1, out * 0.16, h * 1.0, style.trim)
    )
    post = style.once(("post", round(radius, 1)), lambda: box("post", out * 0.07, out * 0.07, h * 0.62, style.trim))
    for k in range(n):
        a = 2 * math.pi * k / n
        x, y = math.sin(a), -math.cos(a)
        if y < 0.35:
            site.add(bracket, (at[0] + x * out * 0.93, at[1] + y * out * 0.93, z - h * 1.05), math.degrees(a))
            site.add(post, (at[0] + x * out * 0.96, at[1] + y * out * 0.96, z + h * 0.2), math.degrees(a))
    rail = style.once(
        ("rail", round(radius, 1)),
        lambda: lathe(
            "rail",
            [(out * 0.9, z + h * 0.8), (out * 1.02, z + h * 0.8), (out * 1.03, z + h * 0.98), (out * 0.9, z + h)],
            style.trim,
            40,
        ),
    )
    site.add(rail, (*at, 0))
    return z + h * 0.3


def tower(
    site: Site,
    style: Style,
    w: float,
    h: float,
    roof: str = "spire",
    seed: int = 1,
    x: float = 0.0,
    y: float = 0.0,
    point: str = "star",
    pitch: float = 2.3,
    lit: float = 0.7,
    storeys: float = 1.15,
    ledge: float = 1.26,
) -> None:
    """A round tower `w` wide whose wall is `h` high, at (x, y) of the site.

    `roof` is spire, dome or onion; `point` the finial; `pitch` the spire's height in widths; `lit` the share of
    lit windows; `storeys` their distance in widths.
    """
    dice = random.Random(seed)
    r = w / 2
    wall = [(r * 1.22, 0), (r * 1.18, w * 0.2), (r * 1.03, w * 0.42)]
    bands = []
    z = w * storeys
    while z < h - w * 0.75:
        bands.append(z)
        z += w * storeys
    for z in bands:
        wall += [
            (r * 1.0, z - w * 0.045),
            (r * 1.055, z - w * 0.03),
            (r * 1.055, z + w * 0.02),
            (r * 0.995, z + w * 0.035),
        ]
    wall += [(r * 0.97, h - w * 0.1), (r * 0.97, h)]
    site.add(lathe("wall", wall, style.wall, 40), (x, y, 0))
    top = gallery(site, style, r * 0.97, h, ledge, (x, y))
    drum = w * 0.62
    site.add(
        lathe(
            "drum",
            [(r * 0.86, h), (r * 0.86, top + drum * 0.92), (r * 0.93, top + drum * 0.95), (r * 0.93, top + drum)],
            style.wall,
            36,
        ),
        (x, y, 0),
    )
    eaves = top + drum
    n = 8
    for k in range(n):
        a = 360 / n * k + 22
        if math.cos(math.radians(a)) > 0.15:
            px, py = r * 0.87 * math.sin(math.radians(a)), -r * 0.87 * math.cos(math.radians(a))
            window(site, style, (x + px, y + py, top + drum * 0.3), w * 0.13, drum * 0.5, a, dice.random() < lit)
    for k, z in enumerate([w * 0.25, *bands]):
        for a in (-50, -4, 42) if k % 2 else (-28, 22):
            if z + w * 0.75 < h - w * 0.2:
                px, py = r * math.sin(math.radians(a)), -r * math.cos(math.radians(a))
                window(site, style, (x + px, y + py, z + w * 0.32), w * 0.15, w * 0.44, a, dice.random() < lit)
    if roof == "spire":
        tall = w * pitch
        profile = [
            (r * 0.9, -0.06 * w),
            (r * 1.2, -0.05 * w),
            (r * 1.22, 0),
            (r * 1.02, tall * 0.07),
            (r * 0.82, tall * 0.17),
            (r * 0.6, tall * 0.34),
            (r * 0.4, tall * 0.55),
            (r * 0.2, tall * 0.78),
            (r * 0.05, tall * 0.97),
            (0, tall),
        ]
        site.add(lathe("spire", profile, style.roof, 40), (x, y, eaves))
        for share, radius in ((0.0, 1.235), (0.17, 0.835), (0.55, 0.41)):
            site.add(
                lathe(
                    "band",
                    [(r * radius, 0), (r * radius * 1.02, w * 0.022), (r * radius * 0.97, w * 0.05)],
                    style.gold,
                    36,
                ),
                (x, y, eaves + tall * share - w * 0.02),
            )
        for a in (-32, 30):
            dormer(site, style, (x, y, eaves + tall * 0.09), r * 0.93, w * 0.24, a)
    else:
        tall = w * (0.82 if roof == "dome" else 1.05)
        belly = 1.02 if roof == "dome" else 1.2
        profile = [
            (r * 1.08, -0.05 * w),
            (r * 1.12, 0),
            (r * 0.98, tall * 0.04),
            (r * belly, tall * 0.22),
            (r * belly * 0.97, tall * 0.36),
            (r * belly * 0.82, tall * 0.58),
            (r * 0.52, tall * 0.78),
            (r * 0.24, tall * 0.92),
            (r * 0.1, tall * 1.06),
            (0, tall * 1.1),
        ]
        site.add(lathe("dome", profile, style.roof, 48), (x, y, eaves))
        for k in range(12):
            a = 2 * math.pi * k / 12 + 0.2
            rib = [(x + rr * 1.01 * math.sin(a), y - rr * 1.01 * math.cos(a), eaves + zz) for rr, zz in profile[2:-1]]
            site.add(tube("rib", rib, w * 0.016, style.gold))
        site.add(
            lathe("band", [(r * 1.13, 0), (r * 1.15, w * 0.02), (r * 1.1, w * 0.05)], style.gold, 40),
            (x, y, eaves - w * 0.01),
        )
        tall *= 1.08
    finial(site, style, (x, y, eaves + tall), max(4.0, w * 0.13), point)


def dormer(site: Site, style: Style, at: tuple[float, float, float], r: float, w: float, turn: float) -> None:
    """A little gabled window in a spire."""
    a = math.radians(turn)
    x, y = at[0] + r * math.sin(a), at[1] - r * math.cos(a)
    site.add(box("dormer", w, w * 1.2, w * 1.05, style.trim), (x, y, at[2]), turn)
    gable = [(-w * 0.66, w * 0.98), (w * 0.66, w * 0.98), (0, w * 1.85)]
    site.add(plate("gable", [gable], w * 1.5, style.roof), (x, y, at[2]), turn, tilt=90)
    off = w * 0.66
    window(site, style, (x + off * math.sin(a), y - off * math.cos(a), at[2] + w * 0.18), w * 0.42, w * 0.72, turn)


def hall(
    site: Site,
    style: Style,
    x0: float,
    x1: float,
    h: float,
    bay: float,
    roof: float,
    y: float = 0.0,
    depth: float = 120.0,
    seed: int = 3,
    rows: int = 1,
) -> None:
    """A long house from x0 to x1, its wall `h` high, in bays with tall windows and a steep roof `roof` high."""
    dice = random.Random(seed)
    w, middle = x1 - x0, (x0 + x1) / 2
    site.add(box("hall", w, depth, h, style.wall), (middle, y, 0))
    for z, out, tall in ((0, 8, h * 0.07), (h * 0.94, 8, h * 0.035), (h * 0.975, 14, h * 0.03)):
        site.add(box("course", w + out, depth + out, tall, style.trim), (middle, y, z))
    eaves = 10.0
    ridge = roof * 0.7
    a, b = w / 2 + eaves, depth / 2 + eaves
    points = [(-a, -b, 0), (a, -b, 0), (a, b, 0), (-a, b, 0), (-a + ridge, 0, roof), (a - ridge, 0, roof)]
    slope = math.hypot(b, roof)
    uvs = [
        (0, 0),
        (2 * a, 0),
        (2 * a - ridge, slope),
        (ridge, slope),
        (0, 0),
        (2 * b, 0),
        (b, slope),
        (0, 0),
        (2 * a, 0),
        (2 * a - ridge, slope),
        (ridge, slope),
        (0, 0),
        (2 * b, 0),
        (b, slope),
    ]
    site.add(
        meshes.mesh("roof", points, [(0, 1, 5, 4), (1, 2, 5), (2, 3, 4, 5), (3, 0, 4)], style.roof, uvs=uvs),
        (middle, y, h),
    )
    site.add(box("ridge", w - 2 * ridge + 24, 5, 5, style.gold), (middle, y, h + roof - 2))
    n = max(1, round(w / bay))
    front = y - depth / 2
    for i in range(n):
        x = x0 + (i + 0.5) * w / n
        for row in range(rows):
            low = h * (0.14 + 0.8 * row / rows)
            window(site, style, (x, front, low), bay * 0.36, h * 0.66 / rows, 0, dice.random() < 0.9)
        if i:
            site.add(box("pilaster", bay * 0.13, 8, h * 0.93, style.trim), (x0 + i * w / n, front, 0))
        if i % 2 == 0 and roof > 30:
            dormer(site, style, (x, y - b * 0.62, h + roof * 0.16), 0, bay * 0.3, 0)


def arcade(site: Site, style: Style, x0: float, x1: float, h: float, bay: float, y: float = 0.0) -> None:
    """An open arcade or viaduct from x0 to x1 with a cornice and parapet."""
    n = max(1, round((x1 - x0) / bay))
    bay = (x1 - x0) / n
    holes = [arch(bay * 0.72, h * 0.82, x0 + (i + 0.5) * bay, 0) for i in range(n)]
    site.add(plate("arcade", [rectangle(x0, 0, x1 - x0, h), *holes], bay * 0.4, style.wall, 1), (0, y, 0), tilt=90)
    rings = [[arch(bay * 0.84, h * 0.82 + bay * 0.07, x0 + (i + 0.5) * bay, 0), holes[i]] for i in range(n)]
    for ring in rings:
        site.add(plate("voussoir", ring, bay * 0.48, style.trim, 1), (0, y, 0), tilt=90)
    middle = (x0 + x1) / 2
    site.add(box("cornice", x1 - x0, bay * 0.56, h * 0.05, style.trim), (middle, y, h * 0.97))
    site.add(box("parapet", x1 - x0, bay * 0.1, h * 0.1, style.wall), (middle, y - bay * 0.2, h * 1.02))


def great_dome(site: Site, style: Style, w: float, h: float, x: float = 0.0, y: float = 0.0) -> None:
    """A broad drum with a ribbed dome and lantern: the palace's heart."""
    r = w / 2
    site.add(
        lathe(
            "drum", [(r * 1.05, 0), (r, h * 0.1), (r, h * 0.86), (r * 1.08, h * 0.92), (r * 1.08, h)], style.wall, 64
        ),
        (x, y, 0),
    )
    for k in range(20):
        a = 360 / 20 * k
        c, s = math.cos(math.radians(a)), math.sin(math.radians(a))
        if c > 0.1:
            window(site, style, (x + r * 1.0 * s, y - r * c, h * 0.16), w * 0.07, h * 0.56, a)
            b = math.radians(a + 9)
            site.add(
                lathe("shaft", [(w * 0.012, 0), (w * 0.012, h * 0.9)], style.trim, 10),
                (x + r * 1.02 * math.sin(b), y - r * 1.02 * math.cos(b), 0),
            )
    profile = [(r * 1.1, 0)] + [
        (r * 1.02 * math.cos(t), r * 1.12 * math.sin(t)) for t in [i * math.pi / 2 / 14 for i in range(14)]
    ]
    profile.append((r * 0.12, r * 1.12))
    site.add(lathe("dome", profile, style.roof, 64), (x, y, h))
    for k in range(16):
        a = 2 * math.pi * k / 16 + 0.2
        site.add(
            tube(
                "rib",
                [(x + q * 1.01 * math.sin(a), y - q * 1.01 * math.cos(a), h + z) for q, z in profile[1:]],
                w * 0.008,
                style.gold,
            )
        )
    site.add(lathe("band", [(r * 1.1, 0), (r * 1.12, w * 0.02), (r * 1.06, w * 0.035)], style.gold, 64), (x, y, h))
    tower(site, style, w * 0.2, h + r * 1.1 + w * 0.06, "dome", 5, x, y, "star", ledge=1.3)
