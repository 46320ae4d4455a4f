"""Winter building: snow fields, mountains, timbered houses under snow, lamp posts, garlands, decorated trees."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import bpy
import numpy as np

from . import canvas, materials, meshes, palace, trees
from .meshes import arch, box, circle, lathe, plate, rectangle, tube
from .stage3d import FOCAL, Site, Stage

Array = np.ndarray
Ground = Callable[[Array, Array], Array]


def grid_noise(x: Array, y: Array, seed: int, octaves: int = 5, ridged: bool = False, gain: float = 0.5) -> Array:
    """Noise at points; x and y are in units of its largest forms. Ridged noise has sharp crests."""
    table = np.random.default_rng(seed).random((64, 64))
    total, weight, whole, carry = np.zeros_like(x), 1.0, 0.0, np.ones_like(x)
    for k in range(octaves):
        u, v = x * 2**k + 17.3 * k, y * 2**k + 5.7 * k
        i, j = np.floor(u).astype(int), np.floor(v).astype(int)
        a, b = u - i, v - j
        a, b = a * a * a * (a * (a * 6 - 15) + 10), b * b * b * (b * (b * 6 - 15) + 10)
        value = (table[i % 64, j % 64] * (1 - a) + table[(i + 1) % 64, j % 64] * a) * (1 - b)
        value += (table[i % 64, (j + 1) % 64] * (1 - a) + table[(i + 1) % 64, (j + 1) % 64] * a) * b
        if ridged:
            value = (1 - np.abs(2 * value - 1)) ** 2 * carry
            carry = np.clip(value * 1.6, 0.15, 1)
        total += value * weight
        whole += weight
        weight *= gain
    return total / whole


def field(name: str, xs: Array, ys: Array, ground: Ground, material: bpy.types.Material) -> bpy.types.Mesh:
    """A land as a grid over world columns xs and depths ys; columns spread with depth as the eye sees them."""
    depth, across = np.meshgrid(ys, xs, indexing="ij")
    x = across * depth / FOCAL
    points = np.stack([x, depth, ground(x, depth)], -1).reshape(-1, 3)
    n = len(xs)
    rows, columns = np.meshgrid(np.arange(len(ys) - 1), np.arange(n - 1), indexing="ij")
    a = (rows * n + columns).ravel()
    return meshes.mesh(name, points, np.stack([a, a + 1, a + n + 1, a + n], -1), material, True)


def lay(stage: Stage, data: bpy.types.Mesh, group: str = "left") -> None:
    """Puts a land, which is already in world units, into the scene."""
    thing = bpy.data.objects.new(data.name, data)
    stage.group(group).objects.link(thing)


def standing(stage: Stage, x: float, depth: float, ground: Ground, turn: float = 0.0, sink: float = 0.0) -> Site:
    """A site on the land at stage column x and that depth; `sink` px into the snow."""
    world = (x - canvas.WIDTH / 2) * depth / FOCAL
    z = float(ground(np.array([world]), np.array([depth]))[0])
    return stage.site(x, stage.horizon - z * FOCAL / depth + sink, depth, turn)


class Village:
    """Builds houses and street furniture in one set of materials."""

    def __init__(self) -> None:
        """Makes the materials."""
        self.snow = materials.snow("roof snow", drift=0.02)
        self.walls = [
            materials.stone("plaster", "#d8b898", "#a8846c", 40, 0.1, 0.3),
            materials.stone("brick", "#a8604c", "#743c34", 8, 0.5, 0.3),
            materials.stone("clay", "#c89068", "#946048", 40, 0.1, 0.3),
            materials.stone("grey", "#a8a8b8", "#70748c", 12, 0.4, 0.3),
        ]
        self.timber = materials.plain("timber", "#4a2c22", snow=0.35)
        self.iron = materials.plain("iron", "#1a1c26", 0.4, 0.6, snow=0.3)
        self.glass = materials.lit("panes", "#ffe6a0", "#ff9a34", 2.0)
        self.lamp = materials.lit("lamp", "#ffe0a0", "#ffac48", 2.6)
        self.shutter = [materials.plain("shutter", c) for c in ("#7c2a30", "#2a5c54", "#31507c")]
        self.needle = materials.leaves("needle", NEEDLES, through=0.1)
        self.gold = materials.gold("brass")
        self.bulbs = [materials.lit("bulb", c, c, 3.4) for c in ("#ffd890", "#ffb050", "#ff7048", "#80e0c8")]
        self.baubles = [
            materials.plain("bauble", c, 0.18, 0.35) for c in ("#c02838", "#e0a848", "#b8202c", "#3090a0", "#e8e4ee")
        ]
        self.made: dict[tuple, bpy.types.ID] = {}

    def ball(self, r: float, material: bpy.types.Material) -> bpy.types.ID:
        """A sphere, made once for each size and material."""
        key = (round(r, 1), material.name)
        if key not in self.made:
            steps = np.linspace(-math.pi / 2, math.pi / 2, 9)
            self.made[key] = lathe("ball", [(r * math.cos(t), r * math.sin(t)) for t in steps], material, 14)
        return self.made[key]

    def house(
        self, site: Site, w: float, h: float, deep: float, seed: int, steep: float = 0.62, tall: bool = False
    ) -> None:
        """A timbered house, gable to the front: snow on the roof, chimney, lit windows, lights along the eaves."""
        dice = random.Random(seed)
        wall = dice.choice(self.walls)
        rise = w * steep
        gable = [(-w / 2, 0), (w / 2, 0), (w / 2, h), (0, h + rise), (-w / 2, h)]
        site.add(plate("front", [gable], deep, wall), (0, 0, 0), tilt=90)
        t = w * 0.035
        front = -deep / 2 - t * 0.4
        beams = [
            rectangle(-w / 2, h - t, w, 2 * t),
            rectangle(-w / 2, 0, 2 * t, h),
            rectangle(w / 2 - 2 * t, 0, 2 * t, h),
            rectangle(-t, h, 2 * t, rise * 0.8),
            rectangle(-w * 0.3, h + rise * 0.36, w * 0.6, 1.6 * t),
        ]
        beams += [
            [
                (s * w * 0.28, h + t),
                (s * (w * 0.28 + 2 * t), h + t),
                (s * 2 * t, h + rise * 0.42),
                (0, h + rise * 0.42),
            ]
            for s in (-1, 1)
        ]
        for outline in beams:
            site.add(plate("beam", [outline], t * 1.6, self.timber), (0, front, 0), tilt=90)
        thick, over = w * 0.085, w * 0.13
        slope = rise / (w / 2)
        eave_x, eave_z = w / 2 + over, h - over * slope
        roof = [
            (-eave_x, eave_z),
            (0, h + rise),
            (eave_x, eave_z),
            (eave_x, eave_z + t),
            (0, h + rise + t * 1.6),
            (-eave_x, eave_z + t),
        ]
        site.add(plate("roof", [roof], deep + over * 1.7, self.timber), (0, 0, 0), tilt=90)
        crown = [
            (-eave_x - t, eave_z - t * 0.5),
            (-eave_x * 0.97, eave_z - t * 1.2),
            (-eave_x * 0.9, eave_z + t * 2.2),
            (0, h + rise + t),
            (eave_x * 0.9, eave_z + t * 2.2),
            (eave_x * 0.97, eave_z - t * 1.2),
            (eave_x + t, eave_z - t * 0.5),
            (eave_x * 0.98, eave_z + thick),
            (eave_x * 0.5, h + rise * 0.5 + thick * 1.7),
            (w * 0.08, h + rise + thick * 1.05),
            (-w * 0.08, h + rise + thick * 1.05),
            (-eave_x * 0.5, h + rise * 0.5 + thick * 1.7),
            (-eave_x * 0.98, eave_z + thick),
        ]
        site.add(plate("crown", [crown], deep + over * 1.9, self.snow, w * 0.02), (0, 0, 0), tilt=90)
        cx = w * dice.choice((-0.26, 0.26))
        site.add(box("chimney", w * 0.14, w * 0.14, rise * 0.95, self.walls[1]), (cx, deep * 0.1, h + rise * 0.2))
        site.add(
            lathe("cap", [(0, w * 0.1), (w * 0.08, w * 0.08), (w * 0.105, w * 0.03), (w * 0.1, 0)], self.snow, 14),
            (cx, deep * 0.1, h + rise * 1.13),
        )
        columns = 3 if w > 80 else 2
        floors = 2 if tall else 1
        for floor in range(floors):
            for i in range(columns):
                x = w * ((i + 0.5) / columns - 0.5) * 0.92
                if floor == 0 and i == columns // 2:
                    self.door(site, x, front, w * 0.15, h * 0.5 / floors * 1.25, dice)
                else:
                    self.pane(site, (x, front, h * (0.32 + floor) / floors), w * 0.15, h * 0.42 / floors, dice)
        self.pane(site, (0, front - t, h + rise * 0.1), w * 0.13, rise * 0.24, dice)
        for s in (-1, 1):
            side = s * (w / 2)
            for k in range(max(1, int(deep / (w * 0.5)))):
                y = (k + 0.5) * deep / max(1, int(deep / (w * 0.5))) - deep / 2
                site.add(
                    plate("side pane", [rectangle(-w * 0.08, 0, w * 0.16, h * 0.4)], 1.5, self.glass),
                    (side * 1.01, y, h * 0.34),
                    s * 90,
                    tilt=90,
                )
        n = int(w / 9) + 3
        for k in range(2 * n + 1):
            u = -1 + k / n
            site.add(
                self.ball(max(0.9, w * 0.013), self.bulbs[k % 3]),
                (u * eave_x, -deep / 2 - over * 0.95, h + rise - abs(u) * (h + rise - eave_z) - t * 1.4),
            )

    def pane(self, site: Site, at: tuple[float, float, float], w: float, h: float, dice: random.Random) -> None:
        """A lit window with cross bars, shutters and a snowy sill."""
        t = w * 0.08
        site.add(plate("glass", [rectangle(-w / 2, 0, w, h)], 1.0, self.glass), at, tilt=90)
        bars = [rectangle(-w / 2 - t, -t, w + 2 * t, h + 2 * t)]
        bars += [rectangle(x, z, w / 2 - t / 2, h * 0.5 - t / 2) for x in (-w / 2, t / 2) for z in (0, h * 0.55)]
        site.add(plate("bars", bars, 2.4, self.timber), at, tilt=90)
        leaf = dice.choice(self.shutter)
        for s in (-1, 1):
            site.add(box("shutter", w * 0.42, 1.6, h * 1.08, leaf), (at[0] + s * w * 0.82, at[1], at[2] - h * 0.04))
        site.add(box("sill", w * 1.4, w * 0.5, w * 0.16, self.snow), (at[0], at[1], at[2] - w * 0.22))

    def door(self, site: Site, x: float, front: float, w: float, h: float, dice: random.Random) -> None:
        """An arched door with a wreath and a lantern's glow over it."""
        site.add(plate("frame", [arch(w * 1.45, h * 1.14), arch(w, h)], 3.4, self.timber), (x, front, 0), tilt=90)
        site.add(plate("door", [arch(w, h)], 1.6, dice.choice(self.shutter)), (x, front, 0), tilt=90)
        ring = [
            (x + w * 0.26 * math.cos(a), front - 2.4, h * 0.66 + w * 0.26 * math.sin(a))
            for a in np.linspace(0, 2 * math.pi, 13)
        ]
        site.add(tube("wreath", ring, w * 0.09, self.shutter[1]))
        site.add(self.ball(w * 0.1, self.bulbs[0]), (x, front - 3, h * 1.2))

    def lamp_post(self, site: Site, h: float, power: float = 1.0) -> None:
        """An iron street lamp `h` high with snow on its hat."""
        k = h / 200
        site.add(
            lathe(
                "post",
                [
                    (9 * k, 0),
                    (9 * k, 8 * k),
                    (6 * k, 12 * k),
                    (5 * k, 40 * k),
                    (6.5 * k, 44 * k),
                    (3.6 * k, 50 * k),
                    (2.8 * k, 150 * k),
                    (5 * k, 153 * k),
                    (2.6 * k, 158 * k),
                ],
                self.iron,
                16,
            )
        )
        self.lantern(site, (0, 0, 158 * k), 22 * k, power)

    def lantern(self, site: Site, at: tuple[float, float, float], w: float, power: float = 1.0) -> None:
        """A six-sided lantern `w` wide, standing on `at`."""
        x, y, z = at
        site.add(lathe("light", [(w * 0.3, 0), (w * 0.44, w * 1.1)], self.lamp, 6, False), at)
        for k in range(6):
            a = math.pi * k / 3
            site.add(
                tube(
                    "rib",
                    [
                        (x + w * 0.32 * math.cos(a), y + w * 0.32 * math.sin(a), z),
                        (x + w * 0.48 * math.cos(a), y + w * 0.48 * math.sin(a), z + w * 1.12),
                    ],
                    w * 0.035,
                    self.iron,
                )
            )
        site.add(lathe("foot", [(w * 0.2, -w * 0.12), (w * 0.4, 0), (w * 0.3, w * 0.03)], self.iron, 6, False), at)
        site.add(
            lathe(
                "hat",
                [(w * 0.56, w * 1.08), (w * 0.58, w * 1.14), (w * 0.16, w * 1.55), (w * 0.1, w * 1.72), (0, w * 1.75)],
                self.iron,
                6,
                False,
            ),
            at,
        )
        site.add(
            lathe(
                "snow hat",
                [(w * 0.58, w * 1.13), (w * 0.6, w * 1.22), (w * 0.42, w * 1.46), (w * 0.16, w * 1.66), (0, w * 1.7)],
                self.snow,
                20,
            ),
            at,
        )
        if power:
            site.lamp((x, y - w, z + w * 0.5), "#ffa850", power, w * 0.4)

    def swag(self, site: Site, path: Array, length: float, seed: int, gap: float = 34.0, thick: float = 1.5) -> None:
        """A garland of needles along the path (n, 3) with lights and baubles every `gap` px."""
        dice = random.Random(seed)
        site.add(trees.needle_string("garland", path, length, thick, self.needle, seed))
        far = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
        for k, d in enumerate(np.arange(gap / 2, far[-1], gap)):
            x, y, z = (float(np.interp(d, far, path[:, c])) for c in range(3))
            x, z = x + dice.uniform(-6, 6), z - length * dice.uniform(0.2, 0.75)
            if k % 2:
                site.add(self.ball(dice.uniform(6.0, 8.5), dice.choice(self.baubles)), (x, y - length * 0.7, z))
            else:
                site.add(self.ball(3.4, dice.choice(self.bulbs[:3])), (x, y - length * 0.8, z))

    def festive_tree(self, site: Site, h: float, seed: int, wide: float = 0.34) -> None:
        """A fir `h` high with chains of lights, baubles and a star."""
        dice = random.Random(seed)
        site.add(trees.fir("tree", h, seed, self.needle, wide, 20, 0.4))
        site.add(lathe("trunk", [(h * 0.03, 0), (h * 0.025, h * 0.16)], self.timber, 12))
        for k in range(150):
            t = (k + 0.5) / 150
            z = h * (0.93 - 0.83 * t**0.85)
            r = h * wide * (0.05 + 0.92 * t**0.8)
            a = k * 2.39996
            if math.sin(a) > 0.45:
                continue
            spot = (r * math.cos(a), r * math.sin(a), z - r * 0.36)
            if k % 3 == 0:
                site.add(self.ball(h * dice.uniform(0.016, 0.022), dice.choice(self.baubles)), spot)
            else:
                site.add(self.ball(h * 0.0078, self.bulbs[k % 3]), spot)
        site.add(
            plate("star", [[(x, -z) for x, z in palace.star(h * 0.058)]], h * 0.018, self.lamp, h * 0.004),
            (0, 0, h * 1.03),
            tilt=90,
        )


NEEDLES = [
    (0.0, "#06201e"),
    (0.22, "#12443c"),
    (0.42, "#2a6e60"),
    (0.56, "#8ab8c0"),
    (0.72, "#dcecf4"),
    (1.0, "#f4fafc"),
]


def bow(site: Site, at: tuple[float, float, float], size: float, material: bpy.types.Material) -> None:
    """A ribbon bow `size` px wide."""
    x, y, z = at
    s = size / 2
    for side in (-1, 1):
        loop = [
            (x + side * s * u, y - 6 * math.sin(t), z + s * v)
            for t, u, v in [
                (q, 0.5 * (1 - math.cos(q)) * 1.0, 0.42 * math.sin(q) * (0.6 + 0.4 * (1 - math.cos(q)) / 2))
                for q in np.linspace(0, 2 * math.pi, 25)
            ]
        ]
        site.add(
            tube(
                "loop",
                loop,
                [s * (0.05 + 0.11 * math.sin(q / 2)) for q in np.linspace(0, 2 * math.pi, 25)],
                material,
                3,
            )
        )
        tail = [
            (x + side * s * (0.1 + 0.34 * t), y - 2, z - s * (0.95 * t) - s * 0.06 * math.sin(t * 5))
            for t in np.linspace(0, 1, 10)
        ]
        site.add(tube("tail", tail, [s * (0.06 + 0.09 * t) for t in np.linspace(0, 1, 10)], material, 3))
    site.add(
        lathe("knot", [(0.01, -s * 0.15), (s * 0.16, -s * 0.08), (s * 0.17, s * 0.08), (0.01, s * 0.15)], material, 16),
        at,
    )


def mountains(
    stage: Stage,
    seed: int,
    peak: float,
    near: float,
    far: float,
    material: bpy.types.Material,
    foot: float = 740.0,
    hollow: tuple[float, float] | None = None,
) -> None:
    """A snowy range between two depths whose highest peaks reach stage row `peak`; lower about the column `hollow`."""
    xs, ys = np.linspace(-1250, 1250, 620), np.linspace(near, far, 150)

    def height(x: Array, y: Array) -> Array:
        high = (stage.horizon - peak) * y / FOCAL
        base = (stage.horizon - foot) * y / FOCAL
        rough = grid_noise(x / 4200, y / 4200, seed, 8, True, 0.52)
        broad = grid_noise(x / 7000, y / 7000, seed + 1, 2)
        rise = np.clip((y - near) / (far - near) * 2.2, 0, 1)
        share = np.clip(rough * 1.25 * (0.45 + 0.85 * broad), 0, 1.15) * np.sin(rise * math.pi / 2)
        if hollow:
            column = x / y * FOCAL + canvas.WIDTH / 2
            share = share * (1 - hollow[1] * np.exp(-(((column - hollow[0]) / 240) ** 2)))
        return base + (high - base) * share

    lay(stage, field("range", xs, ys, height, material))


def disc(r: float) -> list[list[meshes.Point]]:
    """Outline of a disc."""
    return [circle(0, 0, r)]
