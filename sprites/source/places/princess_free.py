"""Princess, free spins: an observatory terrace high above the clouds, under a great nebula, among floating isles."""

from __future__ import annotations

import math
from dataclasses import replace

import bpy
import numpy as np

from . import canvas, clouds, grade, materials, meshes, palace, sky, terrace, trees, winter
from .canvas import MOON, bell, brushed, fogged, mix, over, rimmed, shine, smooth, solid, vertical
from .stage3d import Site, Stage

Array = np.ndarray
FOG = "#8a5cc0"


def heavens() -> Array:
    """Nebula, galaxy, ringed moon and falling stars."""
    s = solid(
        vertical(
            [
                (0, "#080a30"),
                (0.25, "#101452"),
                (0.42, "#20206e"),
                (0.56, "#46308c"),
                (0.66, "#7c4898"),
                (0.76, "#c0709c"),
                (0.88, "#e89890"),
                (1, "#e89890"),
            ]
        ),
        1.0,
    )
    x, y = canvas.COLUMNS, canvas.ROWS
    river = np.exp(-(((y - 330 + (x - 960) * 0.34) / 270) ** 2))
    right = bell(1580, 400, 400, 330)
    left = bell(330, 420, 420, 320)
    s = sky.nebula(
        s, 13, np.clip(river * 0.9 + right, 0, 1) * smooth(820, 520, y), ("#b03aa0", "#2a7ae8", "#ffb060"), 1.15
    )
    s = sky.nebula(
        s, 29, np.clip(left * 0.8 + right * 0.9, 0, 1) * smooth(800, 480, y), ("#3a58e0", "#f0588c", "#ffd098"), 0.8
    )
    away = smooth(140, 420, canvas.MOON_DISTANCE)
    s = sky.lit_by(
        s, sky.star_field(4200, 15, 0.7, ("#ffffff", "#ffe2c0", "#d8ccff")) * (smooth(780, 150, y) * away)[..., None]
    )
    s = sky.galaxy(s, 470, 150, 330, -24, 0.42, ("#9a8cff", "#ff9cc8", "#fff0d0"), 61, 0.85)
    for px, py, size in (
        (452, 330, 30),
        (1476, 150, 36),
        (1545, 420, 26),
        (1888, 420, 32),
        (20, 320, 30),
        (640, 40, 30),
        (1160, 36, 28),
        (1330, 70, 22),
        (1500, 500, 20),
        (1850, 130, 24),
        (90, 480, 22),
        (459, 600, 20),
    ):
        s = shine(s, sky.sparkle(px, py, size), "#fff2e0", 1.0)
    for px, py, length, angle in (
        (1492, 250, 190, 38),
        (120, 300, 230, 36),
        (1210, 64, 200, 34),
        (1872, 520, 150, 40),
        (452, 470, 130, 38),
        (700, 88, 150, 36),
    ):
        s = sky.shooting_star(s, px, py, length, angle, "#fff6e4", "#ffb0d8")
    back, front = moon_ring()
    s = over(s, back)
    s = sky.moon(s, "#fff0e4", "#c89aa8", "#8a60d8", "#ffb898", halo_strength=0.6)
    s = over(s, front)
    return sky.wisps(s, 520, 90, 35, "#b070c0", "#ffd8c0", 0.5)


def moon_ring() -> tuple[Array, Array]:
    """The moon's ring of dust: the half behind the disc and the half before it."""
    c, s = math.cos(math.radians(-20)), math.sin(math.radians(-20))
    dx, dy = canvas.COLUMNS - MOON[0], canvas.ROWS - MOON[1]
    u, v = dx * c + dy * s, (-dx * s + dy * c) / 0.2
    r = np.hypot(u, v) / canvas.MOON_RADIUS
    bands = 0.55 + 0.45 * np.sin(r * 46) * np.sin(r * 17 + 1)
    alpha = (
        smooth(1.24, 1.3, r)
        * smooth(1.86, 1.78, r)
        * (0.35 + 0.5 * bands)
        * (1 - 0.75 * np.exp(-(((r - 1.56) / 0.025) ** 2)))
    )
    tint = mix(canvas.colour("#ffd0b0"), canvas.colour("#c890f0"), smooth(1.25, 1.85, r)[..., None])
    behind = (v < 0).astype(np.float32)
    return solid(tint, alpha * behind), solid(tint, alpha * (1 - behind))


def moonlit(stage: Stage, strength: float = 5.5) -> None:
    """Rose moonlight, violet air, glow from the clouds below."""
    stage.sky_light("#3a44c0", "#c06090", 0.45)
    stage.group("left"), stage.group("right")
    stage.sun("#ffd8dc", strength, (0.9, 0.05, 0.42), ("left",))
    stage.sun("#ffd8dc", strength, (-0.9, 0.05, 0.42), ("right",))
    stage.sun("#8a9cff", 0.8, (-0.5, -0.8, 0.5))


def isle(site: Site, r: float, seed: int, rock: bpy.types.Material, turf: bpy.types.Material) -> None:
    """A floating rock `r` px in radius, its flat top at the site's ground, ragged and pointed below."""
    around, rings = 56, 26
    points = []
    for k in range(rings + 1):
        t = k / rings
        a = np.linspace(0, 2 * math.pi, around, endpoint=False)
        jag = winter.grid_noise(np.cos(a) * 1.4 + 3, np.sin(a) * 1.4 + t * 2.4, seed, 5, True)
        spikes = winter.grid_noise(np.cos(a) * 2.6 + 9, np.sin(a) * 2.6, seed + 1, 3)
        radius = r * (1 - t**1.25) * (0.78 + 0.5 * jag)
        drop = -r * (0.06 + 1.35 * t * (0.55 + 0.75 * spikes))
        if k == 0:
            drop = np.zeros(around)
        points += list(zip(radius * np.cos(a), radius * np.sin(a) * 0.8, drop, strict=True))
    faces = [
        (k * around + i, (k + 1) * around + i, (k + 1) * around + (i + 1) % around, k * around + (i + 1) % around)
        for k in range(rings)
        for i in range(around)
    ]
    site.add(meshes.mesh("rock", points, faces, rock))
    top = [(x * 0.99, y * 0.99, 1.5) for x, y, _ in points[:around]]
    site.add(
        meshes.mesh(
            "turf", [(0, 0, r * 0.06), *top], [(0, i + 1, (i + 1) % around + 1) for i in range(around)], turf, True
        )
    )


def isles() -> Array:
    """Floating isles with little temples and towers."""
    stage = Stage(640)
    moonlit(stage)
    s = palace.Style(
        materials.stone("wall", "#f0e4fa", "#b8a4d8", 11, 0.3),
        materials.smooth_stone("trim", "#fff4fa", "#dcc8ec"),
        materials.slate("roof", "#7a5ad0", "#3a2488", 7),
        materials.gold(),
        materials.lit("glass", "#fff0c0", "#ff9a4c", 1.8),
        materials.plain("dark", "#241c50"),
    )
    rock = materials.rock("rock", "#9a80c0", "#4c3880", "#c8a4dc", 0.75, 0.012)
    turf = materials.smooth_stone("turf", "#8a80c8", "#5a4c98")
    bark = materials.plain("bark", "#4a3460")
    leaf = materials.leaves(
        "leaf", [(0.0, "#5a3c8c"), (0.25, "#c074b8"), (0.45, "#ff9cc0"), (0.75, "#ffd0d8"), (1.0, "#fff4ee")]
    )
    for x, y, depth, r, seed, towers in (
        (1506, 640, 4200, 104, 3, ((-6, 44, 150, "spire"), (34, 30, 84, "dome"), (-42, 26, 66, "spire"))),
        (1874, 600, 4600, 112, 5, ((10, 62, 110, "dome"), (-44, 34, 130, "spire"), (62, 30, 70, "dome"))),
        (440, 560, 4200, 116, 8, ((10, 48, 160, "spire"), (-46, 40, 80, "dome"), (56, 28, 60, "spire"))),
        (170, 640, 5200, 130, 9, ((0, 90, 80, "dome"), (-70, 34, 120, "spire"), (72, 30, 90, "spire"))),
        (1640, 540, 7000, 46, 12, ((0, 22, 60, "dome"),)),
        (1420, 500, 7000, 40, 13, ((0, 20, 54, "spire"),)),
        (30, 480, 7000, 44, 14, ((0, 22, 60, "spire"),)),
        (300, 470, 8000, 34, 15, ((0, 16, 40, "dome"),)),
        (1770, 470, 8000, 34, 16, ((0, 16, 44, "spire"),)),
    ):
        site = stage.site(x, y, depth)
        isle(site, r, seed, rock, turf)
        for k, (dx, w, h, roof) in enumerate(towers):
            palace.tower(site, s, w, h, roof, seed * 5 + k, dx, 0, "moon" if k % 2 else "star")
        if r > 80:
            for k, dx in enumerate((-0.72, 0.74, 0.42)):
                trees.blossom_tree(
                    site, bark, leaf, r * (0.7 - 0.12 * k), seed * 7 + k, dx * r, -r * 0.3, 1500, 4.0, 1.1
                )
    return stage.render("princess_isles")


def armillary(site: Site, style: palace.Style, x: float, z: float, r: float) -> None:
    """A gold sphere of rings with a glowing star in it, on a stone foot; z is its middle."""
    ring = [(r * math.cos(a), r * math.sin(a), 0.0) for a in np.linspace(0, 2 * math.pi, 65)]
    for turn, tilt, size, thick in (
        (0, 90, 1.0, 5.0),
        (24, 62, 0.95, 4.0),
        (-35, 110, 0.9, 4.0),
        (60, 80, 0.85, 3.4),
        (10, 18, 1.04, 5.5),
    ):
        site.add(meshes.tube("ring", ring, thick * r / 90, style.gold, 3), (x, 0, z), turn, size, tilt=tilt)
    site.add(
        meshes.tube("axis", [(x - r * 0.42, 0, z - r * 1.12), (x + r * 0.42, 0, z + r * 1.12)], 2.6, style.gold),
        (0, 0, 0),
    )
    site.add(
        meshes.lathe(
            "sun",
            [(r * 0.2 * math.cos(t), r * 0.2 * math.sin(t)) for t in np.linspace(-1.57, 1.57, 12)],
            style.glass,
            24,
        ),
        (x, 0, z),
    )
    foot = [
        (r * 0.5, 0),
        (r * 0.52, r * 0.1),
        (r * 0.2, r * 0.22),
        (r * 0.12, r * 0.5),
        (r * 0.2, r * 0.62),
        (r * 0.08, r * 0.74),
        (r * 0.06, r * 0.95),
    ]
    site.add(meshes.lathe("foot", foot, style.gold, 32), (x, 0, z - r * 1.95))
    site.lamp((x, -r * 1.4, z), "#ffc880", 0.8, 10)


def observatory() -> Array:
    """The terrace's rail of stars, its posts, an armillary sphere and the great ring overhead."""
    stage = Stage(640)
    moonlit(stage, 6.0)
    s = palace.Style(
        materials.smooth_stone("wall", "#9a80c8", "#5c4694"),
        materials.smooth_stone("marble", "#eadcf6", "#b49cd4", rough=0.3),
        materials.slate("roof", "#7a5ad0", "#3a2488", 7),
        materials.gold(),
        materials.lit("glass", "#ffe0a0", "#ffa848", 2.2),
        materials.plain("dark", "#241c50"),
    )
    rail = stage.site(960, 985, 1900)
    palace_rail = [(0, 0, 54, 12), (0, 112, 40, 7), (0, 119, 52, 10)]
    for _, z, d, tall in palace_rail:
        rail.add(meshes.box("rail", 2100, d, tall, s.trim), (0, 0, z))
    rail.add(meshes.box("line", 2100, 54, 2.6, s.gold), (0, -1, 117))
    step = 74.0
    for k in range(-14, 15):
        x = k * step
        rail.add(meshes.plate("hoop", terrace.disc_ring(34, 5), 7, s.gold, 1), (x, 0, 62), tilt=90)
        rail.add(
            meshes.plate(
                "star", [[(px, -pz) for px, pz in palace.star(22, 8, 0.5)]], 6, s.trim if k % 2 else s.gold, 1
            ),
            (x, 0, 62),
            tilt=90,
        )
        rail.add(
            meshes.lathe("stem", [(3.4, 0), (2.6, 50), (5, 53), (2.6, 56), (3.4, 104)], s.trim, 12),
            (x + step / 2, 0, 10),
        )
    for x in (-498, 498, -938, 884):
        for w, z, tall in ((78, 0, 14), (64, 14, 96), (76, 110, 10), (84, 120, 11)):
            rail.add(meshes.box("pier", w, w * 0.9, tall, s.trim), (x, 0, z))
        rail.add(meshes.plate("mark", [meshes.crescent(17)], 4, s.gold, 1), (x, -31, 62), tilt=90)
    armillary(rail, s, 884, 131 + 0.95 * 150, 74)
    armillary(rail, s, -498, 131 + 0.95 * 110, 54)
    for x in (498,):
        rail.add(
            meshes.lathe(
                "globe", [(26 * math.cos(t), 26 * math.sin(t)) for t in np.linspace(-1.57, 1.57, 16)], s.glass, 32
            ),
            (x, 0, 166),
        )
        rail.add(meshes.lathe("cup", [(20, 0), (10, 6), (9, 10), (22, 18)], s.gold, 24), (x, 0, 130))
        rail.lamp((x, -70, 170), "#ffc880", 1.0, 20)
    floor = materials.smooth_stone("floor", "#7a60b0", "#4a3484", rough=0.2)
    stage.site(960, 1010, 1900).add(meshes.box("floor", 2600, 900, 4, floor), (0, -440, -6))
    frame = stage.site(960, 1080, 1850)
    dusky = replace(s, trim=materials.smooth_stone("dusk", "#6a58b0", "#3a2c80", rough=0.3), made={})
    for side, k in ((-1, 1.0), (1, 0.56)):
        terrace.column(frame, dusky, 30, 1010, side * 968)
        corner = (side * 985, 0.0, 1085.0)
        for r, thick in ((150, 9), (196, 5), (240, 12)):
            frame.add(meshes.plate("arc", terrace.disc_ring(r * k, thick * k), 12, s.gold, 1.5), corner, tilt=90)
        frame.add(
            meshes.plate("dial", [meshes.circle(0, 0, 234 * k, 64), meshes.circle(0, 0, 198 * k, 64)], 4, s.wall),
            corner,
            tilt=90,
        )
        for i in range(24):
            a = 2 * math.pi * i / 24
            spot = (corner[0] + 216 * k * math.cos(a), -8, corner[2] + 216 * k * math.sin(a))
            shape = [(px, -pz) for px, pz in palace.star(11 * k, 4, 0.36)] if i % 2 else meshes.crescent(9 * k)
            frame.add(meshes.plate("sign", [shape], 4, s.gold), spot, tilt=90)
    for x, drop in ((-520, 110), (506, 150)):
        frame.add(meshes.tube("chain", [(x, 0, 1200), (x, 0, 1080 - drop)], 1.2, s.gold))
        frame.add(
            meshes.plate("lantern", [[(px, -pz) for px, pz in palace.star(17)]], 8, s.glass, 2),
            (x, 0, 1080 - drop - 16),
            tilt=90,
        )
    return stage.render("princess_terrace")


def scene() -> grade.Scene:
    """The whole picture before grading."""
    y = canvas.ROWS
    s = heavens()
    s = over(s, clouds.heap(716, 120, 51, "#ffd8b4", "#8c5094", "#4a3080", fade=130, size=(10, 52), count=420))
    rocks = fogged(rimmed(brushed(isles(), 0.06, 5), "#ffe4d8", 2.2, 0.5, 560), FOG, 0.12 + 0.34 * smooth(560, 800, y))
    glow = grade.warmth(rocks)
    s = over(s, rocks)
    for spread, share in ((5, 0.5), (20, 0.6)):
        s = shine(s, canvas.blur(glow, spread), "#ffa858", share)
    s = over(s, clouds.heap(806, 130, 53, "#ffd8ac", "#7c468c", "#382468", fade=130, size=(13, 66), count=380))
    s = over(s, clouds.heap(896, 100, 57, "#f0b098", "#5a3478", "#201450", fade=0, size=(16, 78), count=320))
    front = rimmed(brushed(observatory(), 0.04, 15), "#ffe8dd", 2.2, 0.4, 520)
    s = over(s, front)
    lamp = np.clip((front[..., 0] - 0.8) * 5, 0, 1) * np.clip((front[..., 1] - 0.7) * 5, 0, 1)
    for spread, share in ((6, 0.5), (30, 0.7)):
        s = shine(s, canvas.blur(lamp.astype(np.float32), spread), "#ffc070", share)
    s = shine(s, np.exp(-canvas.MOON_DISTANCE / 420), "#ffa8d8", 0.1)
    hidden = np.maximum(rocks[..., 3], front[..., 3])
    return grade.Scene(np.clip(s[..., :3], 0, 1), (1 - hidden) * (y < 600), glow * (1 - front[..., 3]))


def graded(place: grade.Scene) -> Array:
    """The finished picture, uint8."""
    finished = grade.finish(place.picture, hush="#20186a", gain=0.97, gamma=1.14, chroma=0.98, seed=3)
    return grade.relit(finished, hush="#20186a")
