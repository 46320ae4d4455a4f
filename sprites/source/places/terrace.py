"""What stands near the viewer: balustrades, urns, fluted columns, flat rings."""

from __future__ import annotations

import math

from . import meshes
from .meshes import box, circle, crescent, lathe, plate, rectangle
from .palace import Style
from .stage3d import Site


def balustrade(
    site: Site, style: Style, x0: float, x1: float, h: float, pitch: float, piers: tuple[float, ...] = ()
) -> None:
    """A balustrade of turned balusters from x0 to x1, `h` high, with square piers at the given x."""
    k = h / 100
    turned = style.once(
        ("baluster", h),
        lambda: lathe(
            "baluster",
            [
                (15 * k, 0),
                (15 * k, 6 * k),
                (9 * k, 9 * k),
                (12 * k, 14 * k),
                (19 * k, 26 * k),
                (18 * k, 34 * k),
                (10 * k, 50 * k),
                (7.5 * k, 60 * k),
                (9.5 * k, 63 * k),
                (8 * k, 66 * k),
                (12 * k, 72 * k),
                (13 * k, 78 * k),
            ],
            style.trim,
            28,
        ),
    )
    n = round((x1 - x0) / pitch)
    for i in range(n):
        x = x0 + (i + 0.5) * (x1 - x0) / n
        if all(abs(x - p) > 42 * k for p in piers):
            site.add(turned, (x, 0, 8 * k))
    middle = (x0 + x1) / 2
    for z, d, tall in ((0, 46, 8), (86, 40, 6), (92, 52, 9)):
        site.add(box("rail", x1 - x0, d * k, tall * k, style.trim), (middle, 0, z * k))
    for p in piers:
        for w, d, z, tall in ((74, 66, 0, 14), (62, 56, 14, 74), (70, 62, 86, 6), (80, 70, 92, 11)):
            site.add(box("pier", w * k, d * k, tall * k, style.trim), (p, 0, z * k))
        site.add(
            plate(
                "panel",
                [rectangle(-20 * k, 24 * k, 40 * k, 52 * k), rectangle(-17 * k, 27 * k, 34 * k, 46 * k)],
                3 * k,
                style.gold,
                0.5,
            ),
            (p, -28 * k, 0),
            tilt=90,
        )
        site.add(plate("mark", [crescent(12 * k)], 4 * k, style.gold, 1), (p, -29 * k, 50 * k), tilt=90)


def urn(site: Site, style: Style, x: float, z: float, size: float) -> None:
    """A stone urn for flowers, `size` wide."""
    s = size
    site.add(
        lathe(
            "urn",
            [
                (s * 0.22, 0),
                (s * 0.24, s * 0.05),
                (s * 0.1, s * 0.12),
                (s * 0.09, s * 0.2),
                (s * 0.3, s * 0.34),
                (s * 0.4, s * 0.52),
                (s * 0.38, s * 0.64),
                (s * 0.5, s * 0.72),
                (s * 0.5, s * 0.76),
                (s * 0.4, s * 0.75),
            ],
            style.trim,
            36,
        ),
        (x, 0, z),
    )


def column(site: Site, style: Style, r: float, h: float, x: float = 0.0) -> None:
    """A fluted column with base, leafed capital and gold rings."""
    sides = 24 * 4
    profile_r = [r * (1 - 0.06 * (0.5 + 0.5 * math.cos(2 * math.pi * k / 4))) for k in range(sides)]
    levels = (r * 1.0, h - r * 1.5)
    points = [
        (q * math.cos(2 * math.pi * k / sides), q * math.sin(2 * math.pi * k / sides), z)
        for z in levels
        for k, q in enumerate(profile_r)
    ]
    faces = [(k, (k + 1) % sides, sides + (k + 1) % sides, sides + k) for k in range(sides)]
    site.add(meshes.mesh("shaft", points, faces, style.trim, True), (x, 0, 0))
    site.add(box("plinth", r * 2.9, r * 2.9, r * 0.4, style.trim), (x, 0, 0))
    site.add(
        lathe(
            "base",
            [
                (r * 1.4, r * 0.4),
                (r * 1.45, r * 0.5),
                (r * 1.3, r * 0.62),
                (r * 1.2, r * 0.72),
                (r * 1.28, r * 0.82),
                (r * 1.1, r * 0.95),
                (r, r * 1.05),
            ],
            style.trim,
            40,
        ),
        (x, 0, 0),
    )
    site.add(
        lathe(
            "capital",
            [
                (r, h - r * 1.55),
                (r * 1.12, h - r * 1.5),
                (r * 1.0, h - r * 1.42),
                (r * 1.05, h - r * 1.0),
                (r * 1.3, h - r * 0.55),
                (r * 1.55, h - r * 0.4),
            ],
            style.trim,
            40,
        ),
        (x, 0, 0),
    )
    site.add(box("abacus", r * 3.2, r * 3.2, r * 0.4, style.trim), (x, 0, h - r * 0.4))
    for z in (r * 1.05, h - r * 1.6):
        site.add(lathe("ring", [(r * 1.02, 0), (r * 1.1, r * 0.05), (r * 1.02, r * 0.11)], style.gold, 40), (x, 0, z))


def disc_ring(r: float, thick: float) -> list[list[meshes.Point]]:
    """Outlines of a flat ring."""
    return [circle(0, 0, r, 64), circle(0, 0, r - thick, 64)]
