"""Small mesh builders (lathes, boxes, extruded outlines, tubes), in the site's pixels: x right, y away, z up."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import bpy
import numpy as np

Point = tuple[float, float]


def mesh(
    name: str,
    points: Sequence[Sequence[float]] | np.ndarray,
    faces: Sequence[Sequence[int]],
    material: bpy.types.Material,
    smooth: bool = False,
    uvs: np.ndarray | None = None,
    tint: np.ndarray | None = None,
) -> bpy.types.Mesh:
    """A mesh from points (n, 3) and faces; `uvs` is (loops, 2), `tint` a value 0..1 for each point."""
    data = bpy.data.meshes.new(name)
    data.from_pydata([tuple(map(float, p)) for p in points], [], [tuple(map(int, f)) for f in faces])
    data.materials.append(material)
    if smooth:
        data.polygons.foreach_set("use_smooth", np.ones(len(data.polygons), bool))
    if uvs is not None:
        data.uv_layers.new(name="uv").data.foreach_set("uv", np.asarray(uvs, np.float32).ravel())
    if tint is not None:
        data.attributes.new("tint", "FLOAT", "POINT").data.foreach_set("value", np.asarray(tint, np.float32))
    data.update()
    return data


def lathe(
    name: str, profile: Sequence[Point], material: bpy.types.Material, segments: int = 40, smooth: bool = True
) -> bpy.types.Mesh:
    """A body of revolution about z through (radius, height) points, with uv in px along and up the wall."""
    angles = np.linspace(0, 2 * math.pi, segments, endpoint=False)
    points = [(r * math.cos(a), r * math.sin(a), z) for r, z in profile for a in angles]
    widest = max(r for r, _ in profile)
    around = 2 * math.pi * widest / segments
    along = np.concatenate([[0], np.cumsum([math.dist(a, b) for a, b in itertools.pairwise(profile)])])
    faces, uvs = [], []
    for k in range(len(profile) - 1):
        for i in range(segments):
            j = (i + 1) % segments
            faces.append((k * segments + i, k * segments + j, (k + 1) * segments + j, (k + 1) * segments + i))
            left, right = i * around, (i + 1) * around
            uvs += [(left, along[k]), (right, along[k]), (right, along[k + 1]), (left, along[k + 1])]
    out = mesh(name, points, faces, material, smooth, np.array(uvs))
    if smooth:
        out.set_sharp_from_angle(angle=math.radians(38))
    return out


def box(name: str, w: float, d: float, h: float, material: bpy.types.Material) -> bpy.types.Mesh:
    """A box standing on the ground, its middle at x 0 and y 0; uv in px on each face."""
    x, y = w / 2, d / 2
    points = [(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0), (-x, -y, h), (x, -y, h), (x, y, h), (-x, y, h)]
    faces = [(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7), (3, 2, 1, 0)]
    uvs = []
    for across, up in ((w, h), (d, h), (w, h), (d, h), (w, d), (w, d)):
        uvs += [(0, 0), (across, 0), (across, up), (0, up)]
    return mesh(name, points, faces, material, uvs=np.array(uvs))


def plate(
    name: str,
    outlines: Sequence[Sequence[Point]],
    thick: float,
    material: bpy.types.Material,
    bevel: float = 0.0,
) -> bpy.types.Curve:
    """Outlines (x, z) standing upright, filled (inner ones are holes), `thick` px front to back."""
    data = bpy.data.curves.new(name, "CURVE")
    data.dimensions = "2D"
    data.fill_mode = "BOTH"
    data.extrude = thick / 2
    data.bevel_depth = bevel
    data.bevel_resolution = 1
    for outline in outlines:
        spline = data.splines.new("POLY")
        spline.points.add(len(outline) - 1)
        for point, (x, z) in zip(spline.points, outline, strict=True):
            point.co = (x, z, 0, 1)
        spline.use_cyclic_u = True
    data.materials.append(material)
    return data


def tube(
    name: str,
    path: Sequence[Sequence[float]],
    radii: Sequence[float] | float,
    material: bpy.types.Material,
    sides: int = 2,
) -> bpy.types.Curve:
    """A round tube along points (x, y, z), of one radius or one for each point."""
    data = bpy.data.curves.new(name, "CURVE")
    data.dimensions = "3D"
    data.bevel_depth = 1.0
    data.bevel_resolution = sides
    data.use_fill_caps = True
    spline = data.splines.new("POLY")
    spline.points.add(len(path) - 1)
    widths = [radii] * len(path) if isinstance(radii, (int, float)) else radii
    for point, (x, y, z), width in zip(spline.points, path, widths, strict=True):
        point.co = (x, y, z, 1)
        point.radius = width
    data.materials.append(material)
    return data


def arch(w: float, h: float, x: float = 0.0, z: float = 0.0, point: float = 1.0, steps: int = 8) -> list[Point]:
    """Outline of an arched opening `w` wide, `h` high, standing at (x, z); point > 1 makes it pointed."""
    r = w / 2
    spring = z + h - r * point
    out = [(x - r, z), (x + r, z)]
    for k in range(2 * steps + 1):
        a = math.pi * k / (2 * steps)
        out.append((x + r * math.cos(a), spring + r * point * math.sin(a) ** (0.8 if point > 1 else 1)))
    return out


def rectangle(x: float, z: float, w: float, h: float) -> list[Point]:
    """Outline of a rectangle with its lower left corner at (x, z)."""
    return [(x, z), (x + w, z), (x + w, z + h), (x, z + h)]


def circle(x: float, z: float, r: float, steps: int = 28) -> list[Point]:
    """Outline of a circle."""
    turn = 2 * math.pi / steps
    return [(x + r * math.cos(k * turn), z + r * math.sin(k * turn)) for k in range(steps)]


def crescent(r: float, cut: float = 0.42, steps: int = 20) -> list[Point]:
    """Outline of a crescent moon of radius r, open to the right."""
    start = math.radians(50)
    outer = [start + (2 * math.pi - 2 * start) * k / steps for k in range(steps + 1)]
    points = [(r * math.cos(a), r * math.sin(a)) for a in outer]
    tip_x, tip_z = points[0]
    middle = cut * r + 0.12 * r
    radius = math.hypot(tip_x - middle, tip_z)
    first = math.atan2(-tip_z, tip_x - middle) % (2 * math.pi)
    last = math.atan2(tip_z, tip_x - middle)
    inner = [first + (last - first) * k / steps for k in range(1, steps)]
    return points + [(middle + radius * math.cos(a), radius * math.sin(a)) for a in inner]


def merged(
    name: str,
    parts: Sequence[tuple[np.ndarray, list[tuple[int, ...]]]],
    material: bpy.types.Material,
    smooth: bool = False,
    tint: np.ndarray | None = None,
) -> bpy.types.Mesh:
    """One mesh of many (points, faces) parts."""
    points, faces, offset = [], [], 0
    for p, f in parts:
        points.append(np.asarray(p, float))
        faces += [tuple(i + offset for i in face) for face in f]
        offset += len(p)
    return mesh(name, np.concatenate(points), faces, material, smooth, tint=tint)
