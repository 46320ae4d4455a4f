"""Growing things in three dimensions: blossoming trees, firs, garlands, vines."""

from __future__ import annotations

import math

import bpy
import numpy as np

from . import meshes
from .stage3d import Site

Array = np.ndarray


def leaf_cloud(
    name: str,
    centres: Array,
    spread: Array,
    count: int,
    size: float,
    material: bpy.types.Material,
    seed: int,
    light_from: tuple[float, float, float] = (0.6, -0.2, 0.7),
    flat: float = 0.8,
) -> bpy.types.Mesh:
    """Many small leaves round the centres (n, 3), each within its `spread` (n,); outer, lit ones get a high tint."""
    random = np.random.default_rng(seed)
    which = random.integers(0, len(centres), count)
    away = random.normal(size=(count, 3))
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    out = random.random(count) ** 0.4
    middle = centres[which] + away * (spread[which] * out)[:, None] * np.array([1.0, 1.0, flat])
    towards = np.array(light_from) / np.linalg.norm(light_from)
    tint = np.clip(0.32 + 0.3 * (away @ towards) * out + random.normal(size=count) * 0.2, 0, 1)
    u = random.normal(size=(count, 3))
    u /= np.linalg.norm(u, axis=1, keepdims=True)
    v = np.cross(u, away + random.normal(size=(count, 3)) * 0.5)
    v /= np.linalg.norm(v, axis=1, keepdims=True) + 1e-9
    length = size * random.uniform(0.6, 1.3, count)[:, None]
    corners = np.stack(
        [middle - u * length, middle - v * length * 0.55, middle + u * length, middle + v * length * 0.55], 1
    )
    faces = np.arange(count * 4).reshape(count, 4)
    return meshes.mesh(name, corners.reshape(-1, 3), faces, material, tint=np.repeat(tint, 4))


def blossom_tree(
    site: Site,
    bark: bpy.types.Material,
    leaf: bpy.types.Material,
    h: float,
    seed: int,
    x: float = 0.0,
    y: float = 0.0,
    count: int = 5200,
    size: float = 3.6,
    wide: float = 1.0,
) -> None:
    """A tree `h` high with a round, clumped crown of leaves and blossom."""
    random = np.random.default_rng(seed)
    fork = h * 0.34
    lean = random.normal() * h * 0.05
    trunk = [(x + lean * t * t, y, fork * t) for t in np.linspace(0, 1, 6)]
    site.add(meshes.tube("trunk", trunk, [h * 0.035 * (1.5 - t) for t in np.linspace(0, 1, 6)], bark))
    tips = []
    for k in range(9):
        a = 2 * math.pi * k / 9 + random.normal() * 0.3
        reach = h * random.uniform(0.14, 0.34) * wide
        rise = h * random.uniform(0.22, 0.56)
        tip = np.array([x + lean + math.cos(a) * reach, y + math.sin(a) * reach * 0.8, fork + rise])
        start = np.array(trunk[-1])
        bend = (start + tip) / 2 + np.array([math.cos(a) * reach * 0.3, 0, -rise * 0.12])
        path = [tuple((1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t * t * tip) for t in np.linspace(0, 1, 6)]
        site.add(meshes.tube("bough", path, [h * 0.02 * (1.1 - t) for t in np.linspace(0, 1, 6)], bark))
        tips += [tip, np.array(path[3]) + random.normal(size=3) * h * 0.04, tip + random.normal(size=3) * h * 0.09]
    centres = np.array(tips)
    spread = h * random.uniform(0.08, 0.16, len(centres)) * (0.8 + 0.2 * wide)
    site.add(leaf_cloud("crown", centres, spread, count, size, leaf, seed + 1))


def fir(
    name: str, h: float, seed: int, needle: bpy.types.Material, wide: float = 0.27, whorls: int = 17, snow: float = 0.55
) -> bpy.types.Mesh:
    """A fir as one mesh: drooping boughs of needles in whorls; tint above 0.5 is snow on a bough."""
    random = np.random.default_rng(seed)
    points: list[Array] = []
    faces: list[tuple[int, ...]] = []
    tints: list[float] = []

    def blade(a: Array, b: Array, w: float, tone_a: float, tone_b: float) -> None:
        along = b - a
        side = np.cross(along, (0, 0, 1.0))
        side = side / (np.linalg.norm(side) + 1e-9) * w
        n = len(points)
        middle = a * 0.45 + b * 0.55
        points.extend([a, middle - side, b, middle + side + np.array([0, 0, w * 0.3])])
        faces.append((n, n + 1, n + 2, n + 3))
        tints.extend([tone_a, tone_b, tone_b, (tone_a + tone_b) / 2])

    for k in range(whorls):
        t = k / (whorls - 1)
        z = h * (0.97 - 0.87 * t**0.94)
        reach = h * wide * (0.05 + 0.95 * t**0.88)
        boughs = 6 + int(9 * t)
        for q in range(boughs):
            a = 2 * math.pi * (q + 0.5 * (k % 2)) / boughs + random.normal() * 0.16
            r = reach * random.uniform(0.82, 1.12)
            out = np.array([math.cos(a), math.sin(a), 0.0])
            drop = r * random.uniform(0.34, 0.5)
            covered = 0.55 + 0.45 * random.random() if random.random() < snow else 0.12
            root, elbow = np.array([0, 0, z]), out * r * 0.55 + np.array([0, 0, z - drop * 0.35])
            tip = out * r + np.array([0, 0, z - drop])
            w = h * 0.013 + r * 0.07
            dark = random.uniform(0.0, 0.22)
            blade(root, elbow + (elbow - root) * 0.15, w, 0.02, max(dark, covered * 0.7))
            blade(elbow, tip, w * 1.1, covered * 0.9, covered)
            for s in (-1, 1):
                for f in (0.35, 0.6, 0.82):
                    start = root * (1 - f) + tip * f + np.array([0, 0, drop * 0.2 * (1 - f)])
                    b = a + s * random.uniform(0.6, 0.95)
                    end = start + np.array([math.cos(b), math.sin(b), -0.45]) * r * 0.34 * (1.15 - f * 0.5)
                    blade(start, end, w * 0.62, dark, covered * random.uniform(0.3, 1.0))
    blade(np.array([0, 0, h * 0.9]), np.array([0, 0, h * 1.02]), h * 0.012, 0.3, 0.6)
    return meshes.mesh(name, np.array(points), faces, needle, tint=np.array(tints))


def needle_string(
    name: str, path: Array, length: float, per_px: float, material: bpy.types.Material, seed: int
) -> bpy.types.Mesh:
    """A garland of needles along the path (n, 3): `per_px` needles a px, `length` px long."""
    random = np.random.default_rng(seed)
    steps = np.linalg.norm(np.diff(path, axis=0), axis=1)
    far = np.concatenate([[0], np.cumsum(steps)])
    count = int(far[-1] * per_px)
    at = random.uniform(0, far[-1], count)
    base = np.stack([np.interp(at, far, path[:, k]) for k in range(3)], -1)
    ahead = np.stack([np.interp(at + 2, far, path[:, k]) for k in range(3)], -1) - base
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True) + 1e-6
    away = random.normal(size=(count, 3))
    away -= (away * ahead).sum(1, keepdims=True) * ahead
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    tip = base + (away + ahead * 0.6) * (length * random.uniform(0.6, 1.15, count))[:, None]
    side = np.cross(tip - base, random.normal(size=(count, 3)))
    side = side / (np.linalg.norm(side, axis=1, keepdims=True) + 1e-6) * length * 0.055
    corners = np.stack([base - side, base + side, tip], 1).reshape(-1, 3)
    tint = np.clip(
        random.uniform(0.0, 0.45, count) + np.where((away[:, 2] > 0.35) & (random.random(count) < 0.5), 0.5, 0), 0, 1
    )
    return meshes.mesh(name, corners, np.arange(count * 3).reshape(count, 3), material, tint=np.repeat(tint, 3))
