"""Christmas, free spins: a frozen lake under great aurora curtains, a palace of ice and lantern light on its shore."""

from __future__ import annotations

import math
import random

import cv2
import numpy as np

from . import canvas, christmas_base, clouds, grade, materials, palace, sky, trees, winter
from .canvas import (
    bell,
    blur,
    brushed,
    fogged,
    line_noise,
    mix,
    noise,
    over,
    rimmed,
    shine,
    smooth,
    solid,
    vertical,
)
from .stage3d import Stage

Array = np.ndarray
FOG = "#2c5c98"
SHORE = 742
"""Stage row of the lake's far shore."""


def heavens() -> Array:
    """Deep night with three curtains of aurora and a small cold moon glow."""
    s = solid(
        vertical(
            [(0, "#040822"), (0.25, "#061230"), (0.45, "#0a2148"), (0.6, "#123a64"), (0.7, "#1f587c"), (1, "#1f587c")]
        ),
        1.0,
    )
    away = smooth(140, 420, canvas.MOON_DISTANCE)
    s = sky.lit_by(
        s,
        sky.star_field(3200, 19, 0.64, ("#eaf6ff", "#ffeedd", "#c8d4ff"))
        * (smooth(700, 120, canvas.ROWS) * away)[..., None],
    )
    for x, y, size in (
        (457, 120, 28),
        (1474, 96, 30),
        (1895, 340, 26),
        (18, 110, 28),
        (760, 40, 24),
        (1180, 50, 22),
        (1530, 380, 20),
    ):
        s = shine(s, sky.sparkle(x, y, size), "#f4fbff", 0.95)
    calm = (0.35 + 0.65 * smooth(80, 360, canvas.MOON_DISTANCE))[..., None]
    for y, swing, seed, tall, low, high, strength, slope, foot in (
        (600, 60, 141, 150, "#2ce8a8", "#2f6fe0", 0.6, 0.02, 40),
        (480, 130, 191, 230, "#40f8b0", "#7a50f0", 1.05, -0.14, 40),
        (400, 120, 91, 250, "#38f0c8", "#b048e8", 1.0, 0.22, 50),
        (210, 90, 177, 190, "#80f4c0", "#c848d0", 0.5, -0.10, 60),
    ):
        s = sky.lit_by(s, sky.aurora(y, swing, seed, tall, low, high, strength, slope, foot) * calm)
    return sky.moon(s, "#fbfff6", "#98b8bc", "#58c8d0", "#dcf4e4", halo_strength=0.5)


def moonlit(stage: Stage, strength: float = 2.6) -> None:
    """Moonlight with green and violet light from the aurora above."""
    stage.sky_light("#2080a0", "#203c88", 0.38)
    stage.group("left"), stage.group("right")
    stage.sun("#dcf4ff", strength, (0.86, 0.08, 0.5), ("left",))
    stage.sun("#dcf4ff", strength, (-0.86, 0.08, 0.5), ("right",))
    stage.sun("#50ffb8", 0.4, (-0.3, -0.5, 0.8))
    stage.sun("#a060ff", 0.5, (-0.8, -0.4, 0.4))


def ground(x: Array, y: Array) -> Array:
    """Height of the far shore: flat at the lake, rising behind."""
    rise = np.clip((y - 4300) / 3000, 0, 1) ** 1.3 * 460
    return (
        -92 * y / 4300 * 0.97
        + 6
        + rise
        + (winter.grid_noise(x / 1200, y / 1200, 8, 4) - 0.4) * 130 * np.clip((y - 4300) / 1200, 0, 1)
    )


def far_shore() -> Array:
    """Mountains, forest and the ice palace beyond the lake."""
    stage = Stage(700)
    moonlit(stage)
    v = winter.Village()
    rock = materials.rock("rock", "#4c7aa8", "#203c68", "#d8ecfa", 0.5, 0.0006)
    winter.mountains(stage, 23, 330, 13000, 24000, rock, 720, (1690, 0.5))
    winter.lay(
        stage,
        winter.field(
            "snow",
            np.linspace(-1150, 1150, 300),
            np.geomspace(4250, 12500, 110),
            ground,
            materials.snow("field", drift=0.003),
        ),
    )
    small = [trees.fir(f"fir{k}", 100, 40 + k, v.needle, 0.24 + 0.03 * k, 12, 0.75) for k in range(3)]
    dice = random.Random(9)
    for _ in range(420):
        x, depth = dice.uniform(-60, 1980), 4500 + 5000 * dice.random() ** 1.5
        if abs(x - 1680) < 250 and depth < 6200:
            continue
        winter.standing(stage, x, depth, ground, dice.uniform(0, 360), 2).add(
            small[dice.randrange(3)], scale=dice.uniform(0.55, 1.15) * 5000 / depth
        )
    s = palace.Style(
        materials.stone("ice", "#b8e0f8", "#5c98d0", 13, 0.3, 0.3),
        materials.smooth_stone("trim", "#f4fcff", "#c4e0f0", 0.4, 0.2),
        materials.slate("roof", "#3c9cb8", "#1c4c88", 8, 0.5, 0.2),
        v.gold,
        materials.lit("glass", "#ffe2a0", "#ff8a2c", 1.6),
        materials.plain("dark", "#14305c"),
    )
    for x, depth, body in (
        (1506, 4700, ((0, 68, 300, "spire", 1), (56, 46, 180, "onion", 2), (-50, 40, 150, "spire", 3))),
        (1690, 4900, ((-76, 52, 150, "spire", 4), (70, 56, 180, "spire", 5), (0, 110, 70, "onion", 6))),
        (1864, 4700, ((0, 80, 210, "onion", 7), (-60, 44, 170, "spire", 8), (58, 54, 290, "spire", 9))),
        (446, 4900, ((4, 58, 280, "spire", 10), (-52, 46, 170, "onion", 11), (50, 34, 150, "spire", 12))),
    ):
        site = winter.standing(stage, x, depth, ground, 0, 6)
        for dx, w, h, roof, seed in body:
            palace.tower(site, s, w, h, roof, seed, dx, -10 if dx else 10, "star", pitch=3.0)
        palace.hall(site, s, -104, 104, 130, 40, 50, 50, 100, seed=x)
        for dx in (-90, 0, 90):
            site.lamp((dx, -120, 24), "#ffa850", 0.22, 8)
    for x in range(30, 1920, 94):
        v.lamp_post(winter.standing(stage, x + (x * 37 % 29), 4330, ground, 0, 2), 46, 0.25)
    return stage.render("christmas_shore")


def lake(picture: Array) -> Array:
    """The picture with the lake below the shore line: its mirror image, ripples of ice, cracks, drifted snow."""
    y, x = canvas.ROWS, canvas.COLUMNS
    depth = np.clip((y - SHORE) / (canvas.HEIGHT - SHORE), 0, 1)
    sway = (noise(120, 14, 301, 4) - 0.5) * (8 + 70 * depth)
    mirror = cv2.remap(
        picture,
        (x + sway).astype(np.float32),
        np.clip(2 * SHORE - y - (noise(60, 9, 303, 3) - 0.5) * 26 * depth, 0, SHORE - 1).astype(np.float32),
        cv2.INTER_LINEAR,
    )
    mirror = mix(blur(mirror, 2, 6), blur(mirror, 5, 26), depth[..., None])
    ice = vertical([(0, "#0a2448"), (SHORE / canvas.HEIGHT, "#2c6c94"), (0.86, "#123c6c"), (1, "#0a2048")])
    out = mix(mirror, ice, (0.22 + 0.2 * depth)[..., None])
    squash = (y - SHORE + 14) / 60
    cracks = np.zeros_like(y)
    random_ = random.Random(5)
    for _ in range(46):
        px, py = random_.uniform(-50, 1970), SHORE + 12 + 330 * random_.random() ** 1.4
        a = random_.uniform(0, 2 * math.pi)
        points = []
        for _ in range(random_.randint(5, 12)):
            points.append((px, py))
            scale = 12 + (py - SHORE) * 0.32
            a += random_.uniform(-0.7, 0.7)
            px, py = px + math.cos(a) * scale * 1.6, max(SHORE + 8, py + math.sin(a) * scale * 0.3)
        cv2.polylines(
            cracks,
            [np.array([[round(u * 16), round(w * 16)] for u, w in points], np.int32)],
            False,
            random_.uniform(0.3, 0.8),
            1,
            cv2.LINE_AA,
            4,
        )
    out = out + (cracks * 0.22 + blur(cracks, 2.2) * 0.4)[..., None] * canvas.colour("#bcecf4") * (1 - out)
    drifts = smooth(
        0.5,
        0.66,
        cv2.remap(
            noise(420, 420, 311, 6),
            (x * 1.0).astype(np.float32),
            np.clip(squash * 90, 0, 1079).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        ),
    )
    snow = mix(canvas.colour("#2c5c90"), canvas.colour("#b4dcec"), smooth(0.2, 0.8, noise(300, 30, 313, 5))[..., None])
    out = mix(out, snow, (drifts * (0.35 + 0.5 * depth))[..., None])
    edge = SHORE + 4 * (line_noise(x[0], 6, 90) - 0.5)
    return mix(picture, out, smooth(-2, 2, y - edge[None])[..., None])


def sky_lanterns() -> Array:
    """Light of paper lanterns rising over the lake, (1080, 1920, 3), and where their bodies are."""
    layer = canvas.clear()
    dice = random.Random(12)
    spots = [
        (458, 300, 15),
        (452, 520, 20),
        (1470, 470, 20),
        (1545, 300, 13),
        (1884, 250, 15),
        (1476, 250, 11),
        (1840, 470, 11),
        (1905, 560, 22),
        (20, 420, 22),
        (12, 220, 13),
        (1590, 440, 9),
        (560, 60, 10),
        (690, 30, 7),
        (1240, 50, 9),
        (1360, 80, 12),
        (640, 90, 8),
        (900, 40, 6),
    ]
    spots += [(dice.uniform(0, 1920), dice.uniform(120, 640), dice.uniform(2.5, 5.5)) for _ in range(46)]
    spots = [spot for spot in spots if math.dist(spot[:2], canvas.MOON) > 165]
    for x, y, r in spots:
        u, v = (canvas.COLUMNS - x) / r, (canvas.ROWS - y) / r
        wide = 0.82 - 0.2 * np.clip(v, -1.2, 1.2) - 0.22 * smooth(-0.6, -1.25, v)
        soft = 0.1 + 1.2 / r
        body = smooth(1 + soft, 1 - soft, np.abs(u) / wide) * smooth(1.2 + soft, 1.2 - soft, np.abs(v))
        heat = np.exp(-((u / 0.75) ** 2) - ((v - 0.75) / 0.9) ** 2)
        tint = mix(
            canvas.colour("#d8702c"), canvas.colour("#ffe09c"), np.clip(heat + 0.12 * np.cos(u * 5.5), 0, 1)[..., None]
        )
        halo = np.exp(-np.hypot(u, v) / 2.6) * 0.55
        layer = over(layer, solid(canvas.colour("#ff9c48"), halo * 0.7))
        layer = over(layer, solid(tint, body * 0.97))
        glint = np.exp(-((u / 0.4) ** 2) - ((v - 1.0) / 0.3) ** 2) * body
        layer = shine(layer, glint, "#fff4d0", 0.9)
    return layer


def near_shore() -> Array:
    """Snowy bank, firs and lanterns close by."""
    stage = Stage(700)
    moonlit(stage, 2.6)
    v = winter.Village()
    snow = materials.snow("bank", drift=0.01)

    def bank(x: Array, y: Array) -> Array:
        side = np.abs(x) / 900
        return (
            -340
            + 120 * np.clip(side - 0.62, 0, 1) ** 1.2
            + (winter.grid_noise(x / 260, y / 260, 4, 4) - 0.5) * 46
            - np.clip(1750 - y, 0, 900) * 0.06
        )

    winter.lay(stage, winter.field("bank", np.linspace(-1150, 1150, 360), np.linspace(1500, 1960, 60), bank, snow))
    firs = [trees.fir(f"near fir{k}", 100, 60 + k, v.needle, 0.27, 16, 0.7) for k in range(2)]
    for x, depth, size in (
        (-20, 1950, 4.6),
        (70, 2050, 2.6),
        (456, 2250, 2.4),
        (1470, 2250, 2.2),
        (1925, 1950, 4.4),
        (1850, 2100, 2.4),
    ):
        winter.standing(stage, x, depth, bank, x * 11 % 360, 8).add(firs[int(x) % 2], scale=size)
    for x, depth, w in (
        (468, 1850, 40),
        (1490, 1850, 44),
        (1830, 1880, 40),
        (1545, 1780, 30),
        (60, 1850, 40),
        (250, 1850, 34),
    ):
        site = winter.standing(stage, x, depth, bank, 0, 4)
        v.lantern(site, (0, 0, 6), w, 0.9)
    return stage.render("christmas_bank")


def scene() -> grade.Scene:
    """The whole picture before grading."""
    y = canvas.ROWS
    s = heavens()
    shore = rimmed(brushed(far_shore(), 0.05, 5), "#eafff6", 2.0, 0.4, 480)
    shore = fogged(shore, FOG, 0.06 + 0.34 * smooth(760, 640, y) * smooth(430, 640, y))
    s = over(s, shore)
    s = christmas_base.warm_bloom(s, shore)
    lanterns = sky_lanterns()
    s = over(s, lanterns)
    picture = lake(np.clip(s[..., :3], 0, 1))
    s = solid(picture, 1.0)
    s = over(s, clouds.fog(SHORE + 2, 26, 325, "#6cb4c8", 0.5))
    bank = rimmed(brushed(near_shore(), 0.04, 15), "#eafff6", 2.0, 0.4, 480)
    s = christmas_base.warm_bloom(over(s, bank), bank)
    s = shine(s, bell(960, 760, 1400, 120), "#40e0b0", 0.06)
    hidden = np.maximum.reduce([layer[..., 3] for layer in (shore, lanterns, bank)])
    warm = np.maximum(grade.warmth(shore) * (1 - bank[..., 3]), grade.warmth(bank))
    return grade.Scene(np.clip(s[..., :3], 0, 1), (1 - hidden) * (y < SHORE), warm)


def graded(place: grade.Scene) -> Array:
    """The finished picture, uint8."""
    finished = grade.finish(place.picture, hush="#0b2450", gain=0.94, gamma=1.12, chroma=1.16, seed=4)
    return grade.relit(finished, hush="#0b2450")
