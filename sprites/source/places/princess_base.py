"""Princess, base game: a moonlit palace above the clouds, seen from a marble balcony under blossom."""

from __future__ import annotations

import math

import numpy as np

from . import canvas, clouds, grade, materials, meshes, palace, sky, terrace, trees
from .canvas import bell, brushed, fogged, over, rimmed, shine, smooth, solid, vertical
from .stage3d import Stage

Array = np.ndarray
FOG = "#6468c4"
MOONLIGHT = "#cfdcff"


def heavens() -> Array:
    """Sky with nebula, stars, constellations and the moon."""
    s = solid(
        vertical(
            [
                (0, "#0b1244"),
                (0.2, "#172468"),
                (0.42, "#2d3c98"),
                (0.56, "#5750b0"),
                (0.68, "#9a66b4"),
                (0.78, "#d488b0"),
                (0.9, "#e8a8b4"),
                (1, "#c896b0"),
            ]
        ),
        1.0,
    )
    high = smooth(760, 60, canvas.ROWS)
    band = np.exp(-(((canvas.ROWS - 190 + (canvas.COLUMNS - 960) * 0.16) / 260) ** 2))
    s = sky.nebula(s, 3, high * (0.35 + 0.75 * band), ("#5a60d8", "#2a8fd0", "#c08af0"), 0.75)
    away = smooth(150, 520, canvas.MOON_DISTANCE)
    s = sky.lit_by(s, sky.star_field(2600, 5, 0.66) * (high * away)[..., None])
    for x, y, size in (
        (455, 92, 26),
        (1472, 116, 30),
        (1560, 60, 22),
        (1896, 330, 26),
        (18, 120, 24),
        (1500, 300, 20),
        (640, 40, 22),
        (1300, 46, 24),
        (980, 30, 18),
        (1858, 110, 20),
    ):
        s = shine(s, sky.sparkle(x, y, size), "#fff0dc", 0.9)
    s = sky.constellation(
        s, [(70, 250), (150, 206), (236, 226), (300, 168), (404, 190), (452, 128)], "#c8d2ff", "#fff2dc"
    )
    s = sky.constellation(s, [(1204, 30), (1290, 62), (1380, 38), (1462, 92), (1536, 52)], "#c8d2ff", "#fff2dc")
    s = sky.moon(s, "#fff9ee", "#b6a898", "#8f9cf4", "#ffe2cc")
    s = sky.wisps(s, 400, 120, 31, "#7f88cc", "#ffe4d8", 0.55)
    return sky.wisps(s, 250, 60, 37, "#8a90d0", "#fff0e4", 0.4, -0.08)


def far_land() -> Array:
    """Misty hills with cloud in the valleys."""
    land = over(
        sky.ridge(640, 210, 1, "#6068b0", "#8a86bc"),
        clouds.heap(668, 70, 41, "#ffdfe0", "#8a80c0", "#6a6cb0", fade=120, size=(9, 34), count=300),
    )
    return over(fogged(land, FOG, 0.45), fogged(sky.ridge(712, 150, 2, "#4b559c", "#7d80b8"), FOG, 0.3))


def style() -> palace.Style:
    """Pale stone, midnight slate, old gold, candlelight."""
    return palace.Style(
        materials.stone("wall", "#dfe2fa", "#a4aad8", 11, 0.3),
        materials.smooth_stone("trim", "#f4f2ff", "#c9caec"),
        materials.slate("roof", "#5468c4", "#26327e", 7),
        materials.gold(),
        materials.lit("glass", "#ffe8b0", "#ff8a2c", 1.7),
        materials.plain("dark", "#1c2050"),
    )


def moonlit(stage: Stage, strength: float = 7.0) -> None:
    """Moonlight from the moon's place, warm afterglow from upper left, blue sky above and violet below."""
    stage.sky_light("#3a54d0", "#6a50b8", 0.5)
    stage.group("left"), stage.group("right")
    stage.sun(MOONLIGHT, strength, (0.92, 0.02, 0.4), ("left",))
    stage.sun(MOONLIGHT, strength, (-0.92, 0.02, 0.4), ("right",))
    stage.sun("#ff9fb0", 0.5, (-0.5, -0.8, 0.5))


def castle() -> Array:
    """The palace in the middle distance: two wings about the board, a dome behind it."""
    stage = Stage(790)
    s = style()
    moonlit(stage)
    ground = 900.0
    middle = stage.site(960, ground, 5600)
    palace.great_dome(middle, s, 330, 190, 0, 60)
    for x, w, h in ((-190, 70, 330), (190, 70, 330), (-330, 54, 250), (330, 54, 250)):
        palace.tower(middle, s, w, h, "spire", int(x + 400), x)
    palace.hall(middle, s, -190, 190, 190, 54, 70, 20)
    bridges = stage.site(960, ground, 5000)
    palace.arcade(bridges, s, -520, -190, 150, 66, 60)
    palace.arcade(bridges, s, 190, 560, 150, 66, 60)

    left = stage.site(240, ground, 4600)
    palace.hall(left, s, -190, 190, 210, 52, 74, 40)
    for x, y, w, h, roof, seed, point in (
        (0, -30, 118, 430, "dome", 3, "star"),
        (-96, 10, 70, 350, "spire", 4, "moon"),
        (100, 0, 64, 330, "spire", 5, "flag"),
        (-214, 10, 76, 470, "spire", 6, "star"),
        (214, -20, 62, 505, "spire", 7, "moon"),
        (160, -40, 46, 220, "dome", 8, "star"),
    ):
        palace.tower(left, s, w, h, roof, seed, x, y, point)

    wing = stage.site(1500, ground, 4600)
    palace.hall(wing, s, -30, 190, 205, 50, 70, 40)
    for x, y, w, h, roof, seed, point in (
        (8, -30, 76, 430, "spire", 11, "star"),
        (74, 0, 54, 285, "dome", 12, "moon"),
        (128, -20, 44, 225, "spire", 13, "star"),
        (-52, 10, 46, 300, "spire", 14, "flag"),
        (182, -10, 50, 250, "dome", 15, "star"),
    ):
        palace.tower(wing, s, w, h, roof, seed, x, y, point)
    keep = stage.site(1850, ground, 4600)
    palace.hall(keep, s, -110, 120, 215, 48, 64, 40)
    for x, y, w, h, roof, seed, point in (
        (18, -30, 98, 390, "dome", 21, "moon"),
        (-56, -20, 52, 300, "spire", 22, "star"),
        (80, -10, 60, 470, "spire", 23, "star"),
        (-104, 0, 44, 215, "dome", 24, "star"),
    ):
        palace.tower(keep, s, w, h, roof, seed, x, y, point)
    for x, z in ((1470, 880), (1590, 870), (1800, 875), (1900, 870), (452, 880), (60, 880), (240, 880)):
        stage.site(x, z, 4480).lamp((0, 0, 30), "#ffab58", 0.9)
    return stage.render("princess_castle")


def far_castle() -> Array:
    """Small towers on the horizon."""
    stage = Stage(790)
    s = style()
    moonlit(stage, 5)
    for x, w, h, roof in (
        (1622, 22, 150, "spire"),
        (1650, 30, 190, "dome"),
        (1684, 20, 130, "spire"),
        (1752, 24, 160, "spire"),
        (1778, 19, 120, "dome"),
        (1420, 24, 150, "spire"),
        (1392, 19, 110, "dome"),
        (560, 26, 190, "spire"),
        (592, 34, 230, "dome"),
        (626, 22, 160, "spire"),
    ):
        palace.tower(stage.site(x, 740, 9000), s, w, h, roof, int(x), storeys=1.6)
    return stage.render("princess_far")


def garden() -> Array:
    """Blossoming trees below the balcony."""
    stage = Stage(790)
    moonlit(stage, 9)
    bark = materials.plain("bark", "#3a3458")
    leaf = materials.leaves(
        "leaf",
        [(0.0, "#1a2258"), (0.22, "#3a4898"), (0.4, "#8a70b8"), (0.55, "#e08cb8"), (0.8, "#ffc0d8"), (1.0, "#fff0f4")],
    )
    for k, (x, h, w) in enumerate(
        (
            (-30, 260, 1.2),
            (130, 190, 1.3),
            (330, 180, 1.3),
            (458, 260, 0.9),
            (600, 150, 1.3),
            (1350, 150, 1.3),
            (1462, 270, 0.95),
            (1560, 190, 1.2),
            (1690, 150, 1.4),
            (1800, 180, 1.2),
            (1906, 320, 1.0),
        )
    ):
        trees.blossom_tree(stage.site(x, 935, 2900), bark, leaf, h, 200 + k, wide=w, count=4200, size=4.6)
    return stage.render("princess_garden")


def balcony() -> Array:
    """Marble balustrade, columns and arch that frame the view."""
    stage = Stage(790)
    moonlit(stage, 6.5)
    s = palace.Style(
        materials.smooth_stone("wall", "#8088c0", "#565c98"),
        materials.smooth_stone("marble", "#d2d0ee", "#8f90c4", rough=0.32),
        materials.slate("roof", "#5468c4", "#26327e", 7),
        materials.gold(),
        materials.lit("glass", "#ffe8b0", "#ff8a2c", 1.6),
        materials.plain("dark", "#1c2050"),
    )
    rail = stage.site(960, 968, 1950)
    terrace.balustrade(rail, s, -1010, 1010, 118, 50, (-500, 500, -940, 940))
    flowers = materials.leaves(
        "flower", [(0.0, "#1c2450"), (0.3, "#34508a"), (0.5, "#b86ca0"), (0.75, "#f0a8c8"), (1.0, "#ffeaf0")]
    )
    for k, x in enumerate((-500, 500)):
        terrace.urn(rail, s, x, 121, 62)
        ball = np.array([[x + dx, 0, 178 + dz] for dx, dz in ((0, 14), (-20, 2), (20, 0), (-8, 20), (12, 18))])
        rail.add(trees.leaf_cloud("flowers", ball, np.full(5, 22.0), 1500, 4.2, flowers, 70 + k))
    floor = materials.smooth_stone("floor", "#7c82b8", "#4a4f8a", rough=0.25)
    stage.site(960, 1010, 1900).add(meshes.box("floor", 2600, 900, 4, floor), (0, -440, -6))
    frame = stage.site(960, 1070, 1820)
    vine = materials.leaves(
        "vine", [(0.0, "#141c4c"), (0.3, "#2c4688"), (0.48, "#4c70b0"), (0.58, "#d888b4"), (1.0, "#ffd4e4")]
    )
    for x in (-962, 962):
        terrace.column(frame, s, 38, 868, x)
        turn = [(x + 44 * math.sin(z / 62), -44 * math.cos(z / 62) - 6, z) for z in range(10, 800, 22)]
        frame.add(trees.leaf_cloud("vine", np.array(turn), np.full(len(turn), 19.0), 3400, 5.0, vine, int(x + 2000)))
    arc = [(math.cos(t), math.sin(t)) for t in np.linspace(0, math.pi / 2, 20)]
    right = [(700 + 225 * c, 850 + 200 * n) for c, n in arc]
    opening = right + [(-x, z) for x, z in reversed(right)]
    frame.add(
        meshes.plate("lintel", [[*opening, (-1060, 850), (-1060, 1120), (1060, 1120), (1060, 850)]], 60, s.wall, 3),
        (0, 20, 0),
        tilt=90,
    )
    for grow, thick in ((-3, 4.5), (13, 2.2)):
        line = [(700 + (225 + grow) * c, -14, 850 + (200 + grow * 0.8) * n) for c, n in arc]
        frame.add(meshes.tube("trim", line + [(-x, y, z) for x, y, z in reversed(line)], thick, s.gold))
    for side in (-1, 1):
        rosette = (side * 876, -12, 1010)
        frame.add(meshes.plate("ring", terrace.disc_ring(34, 4), 5, s.gold, 1), rosette, tilt=90)
        frame.add(
            meshes.plate("star", [[(px, -pz) for px, pz in palace.star(26, 8, 0.5)]], 8, s.gold, 2), rosette, tilt=90
        )
    return stage.render("princess_balcony")


def scene() -> grade.Scene:
    """The whole picture before grading."""
    land = far_land()
    s = over(heavens(), land)
    towers = fogged(far_castle(), FOG, 0.42 + 0.4 * smooth(560, 740, canvas.ROWS))
    s = over(s, towers)
    s = over(s, clouds.heap(742, 110, 83, "#ffe2dc", "#8c7cbc", "#5c60aa", fade=150, size=(10, 46), count=360))
    mid = brushed(castle(), 0.07, 5)
    mid = rimmed(mid, "#fff2e0", 2.4, 0.5, 500)
    mid = fogged(mid, FOG, 0.05 + 0.3 * smooth(680, 890, canvas.ROWS))
    glow = grade.warmth(mid)
    for spread, strength in ((4, 0.5), (16, 0.75), (46, 0.7)):
        s_light = canvas.blur(glow, spread)
        mid = shine(mid, s_light, "#ff9c48", strength)
    s = over(s, mid)
    s = shine(s, canvas.blur(glow, 40), "#ff9048", 0.5)
    s = over(s, clouds.fog(752, 60, 33, "#8078d8", 0.28))
    s = over(
        s,
        clouds.heap(
            884,
            170,
            97,
            "#ffd8dc",
            "#7c70b8",
            "#44489c",
            fade=100,
            size=(12, 56),
            count=380,
            swell=lambda x: 0.5 + 0.5 * min(1, abs(x - 960) / 520),
        ),
    )
    near = rimmed(brushed(garden(), 0.06, 8), "#ffe9ee", 2.0, 0.35, 480)
    s = over(s, fogged(near, FOG, 0.04 + 0.2 * smooth(800, 930, canvas.ROWS)))
    s = over(s, clouds.fog(905, 42, 12, "#8a90d4", 0.5))
    front = rimmed(brushed(balcony(), 0.05, 15), "#ffeedd", 2.2, 0.4, 520)
    s = over(s, front)
    s = shine(s, bell(1690, 1010, 330, 60), "#ffe6d4", 0.12)
    s = shine(s, np.exp(-canvas.MOON_DISTANCE / 420), "#a8b0ff", 0.12)
    hidden = np.maximum.reduce([layer[..., 3] for layer in (land, towers, mid, near, front)])
    warm = glow * (1 - near[..., 3]) * (1 - front[..., 3])
    return grade.Scene(np.clip(s[..., :3], 0, 1), 1 - hidden, warm)


def graded(place: grade.Scene) -> Array:
    """The finished picture, uint8."""
    finished = grade.finish(place.picture, hush="#20286a", gain=0.96, gamma=1.06, chroma=0.92, seed=1)
    return grade.relit(finished, hush="#20286a")
