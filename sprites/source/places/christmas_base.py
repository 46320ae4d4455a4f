"""Christmas, base game: a snowed-in village under a winter palace, mountains and a first aurora."""

from __future__ import annotations

import math
import random

import numpy as np

from . import canvas, clouds, grade, materials, palace, sky, trees, winter
from .canvas import brushed, fogged, over, rimmed, shade, shine, smooth, solid, vertical
from .stage3d import Stage

Array = np.ndarray
FOG = "#3c7ca8"
MOONLIGHT = "#cfe4ff"
HORIZON = 705


def heavens(aurora: float = 1.0) -> Array:
    """Sky with stars, a faint aurora, the moon and thin cloud."""
    s = solid(
        vertical(
            [
                (0, "#061428"),
                (0.2, "#0a2444"),
                (0.42, "#10406a"),
                (0.58, "#1c6488"),
                (0.7, "#4a94a8"),
                (0.8, "#7cb4bc"),
                (1, "#88b8c0"),
            ]
        ),
        1.0,
    )
    away = smooth(150, 480, canvas.MOON_DISTANCE)
    s = sky.lit_by(
        s,
        sky.star_field(2300, 9, 0.6, ("#eaf6ff", "#fff0d8", "#c0e4ff"))
        * (smooth(680, 80, canvas.ROWS) * away)[..., None],
    )
    for x, y, size in (
        (455, 90, 24),
        (1476, 130, 26),
        (1560, 60, 20),
        (1900, 300, 22),
        (20, 130, 22),
        (700, 36, 22),
        (1240, 44, 20),
    ):
        s = shine(s, sky.sparkle(x, y, size), "#f4fbff", 0.9)
    fade = smooth(60, 420, canvas.MOON_DISTANCE)[..., None]
    s = sky.lit_by(s, sky.aurora(430, 110, 41, 190, "#3fe8b0", "#2f8fd8", 0.8 * aurora, 0.0, 60) * fade)
    s = sky.lit_by(s, sky.aurora(270, 90, 57, 150, "#58f0d0", "#5f78e0", 0.5 * aurora, 0.16, 70) * fade)
    s = sky.moon(s, "#fffdf2", "#a8b4b4", "#78c0e0", "#f0ecd4")
    return sky.wisps(s, 360, 80, 15, "#5f93b4", "#f0f4ea", 0.5)


def ground(x: Array, y: Array) -> Array:
    """Height of the snow field at world x and depth y: falling towards the viewer, with soft hills."""
    slope = -310 + (y - 1700) * 0.040
    hills = (winter.grid_noise(x / 1500 + 3, y / 1500, 5, 3) - 0.5) * 0.13 * np.minimum(y, 5000)
    fine = (winter.grid_noise(x / 300, y / 300, 6, 3) - 0.5) * 14
    knoll = 210 * np.exp(-(((x - 1560) / 900) ** 2) - ((y - 4700) / 800) ** 2)
    return slope + hills + fine + knoll


def moonlit(stage: Stage, strength: float = 3.6) -> None:
    """Moonlight from the moon's place over blue night air."""
    stage.sky_light("#245cb8", "#305c90", 0.42)
    stage.group("left"), stage.group("right")
    stage.sun(MOONLIGHT, strength, (0.86, 0.1, 0.5), ("left",))
    stage.sun(MOONLIGHT, strength, (-0.86, 0.1, 0.5), ("right",))


def range_of_mountains() -> Array:
    """The mountains."""
    stage = Stage(HORIZON)
    moonlit(stage, 4.2)
    rock = materials.rock("rock", "#5a86ac", "#28486c", "#e8f2fa", 0.5, 0.0006)
    winter.mountains(stage, 12, 250, 13000, 26000, rock, 730, (1650, 0.35))
    return stage.render("christmas_range")


def valley() -> Array:
    """Snow field, forest, village and the winter palace."""
    stage = Stage(HORIZON)
    moonlit(stage)
    v = winter.Village()
    winter.lay(
        stage,
        winter.field(
            "snow",
            np.linspace(-1150, 1150, 420),
            np.geomspace(1650, 12000, 170),
            ground,
            materials.snow("field", drift=0.003),
        ),
    )
    small = [trees.fir(f"fir{k}", 100, 30 + k, v.needle, 0.25 + 0.03 * k, 11, 0.7) for k in range(3)]
    dice = random.Random(4)
    for _ in range(330):
        x, depth = dice.uniform(-60, 1980), dice.uniform(5600, 10500)
        winter.standing(stage, x, depth, ground, dice.uniform(0, 360), 2).add(
            small[dice.randrange(3)], scale=dice.uniform(0.5, 1.0) * 5200 / depth
        )
    s = palace.Style(
        materials.stone("wall", "#c4dcec", "#86a8c4", 11, 0.3, 0.5),
        materials.smooth_stone("trim", "#eef6fa", "#bcd2e0", 0.5),
        materials.slate("roof", "#a83c48", "#6c2030", 7, 0.86),
        v.gold,
        v.glass,
        materials.plain("dark", "#14283c"),
    )
    for x, depth, body in (
        (1512, 4700, ((0, 70, 300, "spire", 1), (60, 48, 190, "dome", 2), (-54, 44, 170, "spire", 3))),
        (1690, 4900, ((-72, 50, 150, "spire", 4), (66, 54, 170, "spire", 5), (0, 104, 90, "dome", 6))),
        (1862, 4700, ((0, 80, 210, "dome", 7), (-62, 46, 170, "spire", 8), (58, 54, 300, "spire", 9))),
    ):
        site = winter.standing(stage, x, depth, ground, 0, 10)
        for dx, w, h, roof, seed in body:
            palace.tower(site, s, w, h, roof, seed, dx, -10 if dx else 10, "star")
        palace.hall(site, s, -110, 110, 150, 44, 56, 50, 100, seed=x)
    site = winter.standing(stage, 1590, 4650, ground, 0, 10)
    palace.arcade(site, s, -60, 260, 90, 46)
    for k, (x, depth, w, h, deep, turn, tall) in enumerate(
        (
            (40, 3600, 92, 58, 120, 28, False),
            (150, 4300, 84, 54, 110, -20, False),
            (262, 3500, 104, 92, 120, 18, True),
            (372, 4100, 80, 56, 110, -30, False),
            (452, 3100, 92, 96, 110, 24, True),
            (590, 3700, 90, 60, 120, -24, False),
            (720, 4400, 84, 54, 110, 20, False),
            (860, 3500, 96, 62, 130, 26, False),
            (1010, 4200, 84, 58, 110, -22, False),
            (1170, 3600, 92, 60, 120, 22, False),
            (1300, 4300, 80, 54, 110, -26, False),
            (1440, 3500, 90, 60, 120, 26, False),
            (1530, 3050, 88, 58, 110, -28, False),
            (1640, 3500, 84, 56, 110, 18, False),
            (1745, 3300, 84, 58, 110, -22, False),
            (1838, 2900, 96, 60, 120, 24, False),
            (1916, 3400, 84, 88, 110, -20, True),
        )
    ):
        site = winter.standing(stage, x, depth, ground, turn, 3)
        v.house(site, w, h, deep, 50 + k, 0.62 + 0.1 * (k % 3), tall)
        site.lamp((w * 0.1, -deep * 0.5 - 46, 22), "#ff9c40", 0.9, 8)
    steeple = winter.standing(stage, 330, 4400, ground, 0, 8)
    palace.tower(steeple, s, 52, 240, "spire", 33, pitch=3.4, point="star")
    for x, depth, size in (
        (478, 2700, 1.7),
        (-30, 2400, 2.4),
        (96, 2750, 1.6),
        (570, 2900, 1.3),
        (1350, 2900, 1.4),
        (1474, 2500, 1.9),
        (1690, 2900, 1.2),
        (1785, 2700, 1.3),
    ):
        winter.standing(stage, x, depth, ground, x * 7 % 360, 4).add(small[int(x) % 3], scale=size)
    v.festive_tree(winter.standing(stage, 1852, 2250, ground, 0, 4), 330, 71)
    v.lamp_post(winter.standing(stage, 452, 2150, ground, 0, 4), 230, 1.2)
    v.lamp_post(winter.standing(stage, 1500, 2200, ground, 0, 4), 190, 1.2)
    return stage.render("christmas_valley")


def porch() -> Array:
    """Garlanded posts and swags that frame the view."""
    stage = Stage(HORIZON)
    moonlit(stage, 4.5)
    stage.sun("#ffc890", 1.2, (-0.3, -0.9, 0.4))
    v = winter.Village()
    red = materials.plain("ribbon", "#b01c2c", 0.4)
    frame = stage.site(960, 1080, 1900)
    post = materials.stone("post", "#8c5c44", "#58362a", 60, 0.4, 0.2)
    for x in (-962, 962):
        frame.add(winter.box("post", 44, 44, 1100, post), (x, 20, 0))
        turn = np.array([(x + 30 * math.sin(z / 58), -30 * math.cos(z / 58), z) for z in np.arange(0, 1080, 6)])
        v.swag(frame, turn, 25, int(x + 2000), 38, 2.4)
    for x0, x1, z0, sag, seed in (
        (-960, -560, 1052, 40, 1),
        (-560, -170, 1074, 44, 2),
        (-170, 170, 1082, 26, 5),
        (170, 560, 1074, 44, 3),
        (560, 960, 1052, 40, 4),
    ):
        t = np.linspace(0, 1, 60)
        z1 = 1074 if x0 < -900 or x1 < 900 else 1052
        swing = np.stack([x0 + (x1 - x0) * t, np.full(60, -10.0), z0 + (z1 - z0) * t - sag * 4 * t * (1 - t)], -1)
        v.swag(frame, swing, 24, 20 + seed, 36, 2.6)
    for x in (-560, 560):
        winter.bow(frame, (x, -40, 1050), 92, red)
    return stage.render("christmas_porch")


def warm_bloom(picture: Array, source: Array, strength: float = 1.0) -> Array:
    """Lamplight spilling from the warm, bright places of the layer `source`."""
    glow = grade.warmth(source)
    for spread, share in ((4, 0.4), (14, 0.5), (44, 0.6)):
        picture = shine(picture, canvas.blur(glow, spread), "#ff9838", share * strength)
    return picture


def smoke(picture: Array) -> Array:
    """Thin smoke from the chimneys at the picture's sides."""
    for k, (x, y) in enumerate(((1562, 770), (1716, 762), (268, 742), (120, 742), (1880, 790))):
        up = np.clip((y - canvas.ROWS) / 120, 0, 1)
        bend = x + 26 * up**1.3 + 9 * np.sin(up * 7 + k) * up
        body = np.exp(-(((canvas.COLUMNS - bend) / (3 + 15 * up)) ** 2)) * smooth(0, 0.06, up) * (1 - up) ** 1.2
        ragged = 0.35 + 0.9 * smooth(0.3, 0.75, canvas.noise(40, 34, 80 + k, 4))
        picture = over(picture, solid(canvas.colour("#a8c4d8"), np.clip(body * ragged * 0.42, 0, 1)))
    return picture


def scene() -> grade.Scene:
    """The whole picture before grading."""
    rows = canvas.ROWS
    s = heavens()
    peaks = brushed(range_of_mountains(), 0.05, 2)
    s = over(s, fogged(peaks, FOG, 0.36 + 0.5 * smooth(480, 720, rows)))
    s = over(s, clouds.fog(690, 60, 25, "#7fb4cc", 0.55))
    mid = rimmed(brushed(valley(), 0.05, 5), "#fff6e4", 2.0, 0.4, 460)
    mid = fogged(mid, FOG, 0.42 * smooth(900, 640, rows) * smooth(380, 640, rows) + 0.1)
    s = warm_bloom(over(s, mid), mid, 1.2)
    s = smoke(s)
    s = shade(s, smooth(880, 1080, rows) * 0.6, "#0c2a50")
    front = rimmed(brushed(porch(), 0.04, 15), "#fff2dc", 2.0, 0.35, 520)
    s = warm_bloom(over(s, front), front, 0.8)
    hidden = np.maximum.reduce([layer[..., 3] for layer in (peaks, mid, front)])
    warm = np.maximum(grade.warmth(mid) * (1 - front[..., 3]), grade.warmth(front))
    return grade.Scene(np.clip(s[..., :3], 0, 1), 1 - hidden, warm)


def graded(place: grade.Scene) -> Array:
    """The finished picture, uint8."""
    finished = grade.finish(place.picture, hush="#0d2846", gain=0.92, chroma=1.12, panels=0.42, seed=2)
    return grade.relit(finished, hush="#0d2846", panels=0.42)
