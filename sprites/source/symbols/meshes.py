"""Blender meshes made from numbers: lathes, lofts, tubes, pillows, feathers and faceted stars.

The picture plane is x right, y up; z points at the camera. Every function links its object to the scene.
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Any

import bmesh
import bpy
import numpy as np
from numpy.typing import ArrayLike, NDArray

from sprites.source.symbols.outlines import Points, star

Profile = list[tuple[float, float]]
"""Half a cross-section: radius and z from one end to the other."""
KEY_DIRECTION = np.array([-0.62, 0.78])
"""Where painted facets think the light comes from, in the picture plane."""


def mesh(name: str, vertices: ArrayLike, faces: list[tuple[int, ...]], material: Any, smooth: bool = True) -> Any:
    """A mesh object with merged doubles and outward normals."""
    data = bpy.data.meshes.new(name)
    data.from_pydata([tuple(map(float, v)) for v in np.asarray(vertices, float)], [], faces)
    data.validate()
    if smooth:
        data.polygons.foreach_set("use_smooth", [True] * len(data.polygons))
    data.materials.append(material)
    work = bmesh.new()
    work.from_mesh(data)
    bmesh.ops.remove_doubles(work, verts=work.verts, dist=1e-5)
    bmesh.ops.recalc_face_normals(work, faces=work.faces)
    work.to_mesh(data)
    work.free()
    return link(bpy.data.objects.new(name, data))


def link(thing: Any) -> Any:
    """Put an object into the scene and hand it back."""
    bpy.context.scene.collection.objects.link(thing)
    return thing


def grid(name: str, points: ArrayLike, material: Any, close_rows: bool = False, close_columns: bool = False) -> Any:
    """A quad mesh over points of shape (rows, columns, 3), optionally closed either way."""
    points = np.asarray(points, float)
    rows, columns = points.shape[:2]
    faces: list[tuple[int, ...]] = []
    for i in range(rows if close_rows else rows - 1):
        for j in range(columns if close_columns else columns - 1):
            a, b = i * columns, (i + 1) % rows * columns
            c, d = j, (j + 1) % columns
            faces.append((a + c, b + c, b + d, a + d))
    return mesh(name, points.reshape(-1, 3), faces, material)


def lathe(
    name: str,
    profile: Profile,
    material: Any,
    count: int = 160,
    centre: tuple[float, float, float] = (0, 0, 0),
) -> Any:
    """A body of revolution about z; `profile` is (radius, z) from one end to the other."""
    angles = np.linspace(0, 2 * pi, count, endpoint=False)
    rows = [
        np.c_[centre[0] + r * np.cos(angles), centre[1] + r * np.sin(angles), np.full(count, centre[2] + z)]
        for r, z in profile
    ]
    return grid(name, rows, material, close_columns=True)


def bead_profile(inner: float, outer: float, height: float, z: float = 0.0, count: int = 14) -> Profile:
    """Half-round cross-section of a ring between two radii."""
    middle, half = (inner + outer) / 2, (outer - inner) / 2
    return [(middle - half * cos(pi * i / count), z + height * sin(pi * i / count)) for i in range(count + 1)]


def dome_profile(radius: float, height: float, z: float, count: int = 24) -> Profile:
    """Profile of a half ellipsoid."""
    return [(radius * sin(pi / 2 * i / count) + 0.0005, z + height * cos(pi / 2 * i / count)) for i in range(count + 1)]


def pillow(
    name: str,
    outline: Points,
    height: float,
    material: Any,
    z: float = 0.0,
    centre: tuple[float, float] = (0, 0),
    roundness: float = 0.5,
    rings: int = 24,
    back: float = 0.5,
) -> Any:
    """A star-shaped outline blown up like a cushion."""
    outline, middle = np.asarray(outline, float), np.asarray(centre, float)
    rows = []

    def ring(shrink: float, level: float) -> None:
        flat = middle + (outline - middle) * shrink
        rows.append(np.c_[flat, np.full(len(flat), level)])

    steps = [i / rings for i in range(rings)]
    for t in reversed(steps):
        ring(1 - t * 0.98, z - height * back * (1 - (1 - t) ** 2) ** roundness)
    for t in [*steps[1:], 1.0]:
        ring(1 - t * 0.996, z + height * (1 - (1 - t) ** 2) ** roundness)
    return grid(name, rows, material, close_columns=True)


def tube(name: str, path: ArrayLike, radius: float, material: Any, sides: int = 12, closed: bool = False) -> Any:
    """A round tube along points of shape (n, 3)."""
    path = np.asarray(path, float)
    count, rows = len(path), []
    for i in range(count):
        if closed or 0 < i < count - 1:
            along = path[(i + 1) % count] - path[i - 1]
        else:
            along = path[1] - path[0] if i == 0 else path[-1] - path[-2]
        along = along / (np.linalg.norm(along) + 1e-9)
        side = np.cross(along, (0, 0, 1))
        side /= np.linalg.norm(side) + 1e-9
        up = np.cross(along, side)
        rows.append(
            [path[i] + radius * (cos(2 * pi * k / sides) * side + sin(2 * pi * k / sides) * up) for k in range(sides)]
        )
    return grid(name, rows, material, close_rows=closed, close_columns=True)


def ball(
    centre: tuple[float, float, float],
    radius: float,
    material: Any,
    stretch: tuple[float, float, float] = (1, 1, 1),
    count: int = 20,
) -> Any:
    """A sphere or ellipsoid."""
    rows = [
        [
            (
                centre[0] + radius * stretch[0] * sin(pi * i / count) * cos(pi * k / count),
                centre[1] + radius * stretch[1] * sin(pi * i / count) * sin(pi * k / count),
                centre[2] + radius * stretch[2] * cos(pi * i / count),
            )
            for k in range(2 * count)
        ]
        for i in range(count + 1)
    ]
    return grid("ball", rows, material, close_columns=True)


def feather(
    root: ArrayLike,
    tip: ArrayLike,
    bend: float,
    width: float,
    height: float,
    material: Any,
    z: float = 0.0,
    rows: int = 36,
    columns: int = 12,
    groove: float = 0.0,
) -> Any:
    """One round-tipped feather along a bent spine; `groove` sinks its quill line."""
    root, tip = np.asarray(root, float), np.asarray(tip, float)
    span = tip - root
    knee = (root + tip) / 2 + np.array([-span[1], span[0]]) * bend
    points = []
    for i in range(rows + 1):
        t = 1 - (1 - i / rows) ** 1.7
        spine = (1 - t) ** 2 * root + 2 * t * (1 - t) * knee + t * t * tip
        along = 2 * (1 - t) * (knee - root) + 2 * t * (tip - knee)
        along /= np.linalg.norm(along)
        across = np.array([-along[1], along[0]])
        full = (0.42 + 0.58 * min(1, t / 0.45) ** 0.8) * sqrt(max(0, 1 - max(0, (t - 0.55) / 0.45) ** 2.3))
        row = []
        for j in range(columns + 1):
            s = -1 + 2 * j / columns
            flat = spine + across * s * width * full
            rise = height * (1 - s * s) ** 0.6 * full**0.5 + height * 0.5 * t
            rise -= groove * height * np.exp(-((s / 0.16) ** 2)) * full
            row.append((flat[0], flat[1], z + rise))
        points.append(row)
    return grid("feather", points, material)


def flat(outline: Points, z: float, material: Any, centre: tuple[float, float] = (0, 0)) -> Any:
    """A flat plate of a star-shaped outline (fan from `centre`)."""
    count = len(outline)
    vertices = [(*centre, z), *((x, y, z) for x, y in outline)]
    return mesh("flat", vertices, [(0, 1 + i, 1 + (i + 1) % count) for i in range(count)], material, smooth=False)


def flat_star(
    outer: float, inner: float, z: float, material: Any, centre: tuple[float, float] = (0, 0), count: int = 5
) -> Any:
    """A flat star, used as the ink line behind a raised one."""
    return flat(star(outer, inner, count) + np.array(centre), z, material, centre)


def facets(vertices: ArrayLike, faces: list[tuple[int, ...]], material: Any, contrast: float = 0.75) -> Any:
    """Flat-shaded facets, each with an attribute `fv` (0..1) that says how far it faces the key light."""
    vertices = np.asarray(vertices, float)
    values = []
    for face in faces:
        a, b, c = (vertices[q] for q in face[:3])
        normal = np.cross(b - a, c - a)
        normal *= np.sign(normal[2]) / np.linalg.norm(normal)
        values.append(0.5 + contrast * float(normal[:2] @ KEY_DIRECTION))
    return valued(vertices, faces, values, material)


def valued(vertices: ArrayLike, faces: list[tuple[int, ...]], values: list[float], material: Any) -> Any:
    """Flat-shaded faces, each carrying one number as the attribute `fv`."""
    data = bpy.data.meshes.new("facets")
    data.from_pydata([tuple(map(float, v)) for v in np.asarray(vertices, float)], [], faces)
    data.attributes.new("fv", "FLOAT", "FACE").data.foreach_set("value", values)
    data.update()
    data.materials.append(material)
    return link(bpy.data.objects.new("facets", data))


def ridge_star(
    tips: Points,
    valleys: Points,
    height: float,
    material: Any,
    z: float = 0.0,
    centre: tuple[float, float] = (0, 0),
    contrast: float = 0.62,
) -> Any:
    """A faceted star: a ridge along each arm, its apex over `centre`."""
    around = np.stack([tips, valleys], 1).reshape(-1, 2) + np.array(centre)
    count = len(around)
    vertices = [*((x, y, z) for x, y in around), (*centre, z + height)]
    return facets(vertices, [(i, (i + 1) % count, count) for i in range(count)], material, contrast)


def kite(
    angle: float,
    start: float,
    shoulder: float,
    tip: float,
    half_width: float,
    z: float,
    height: float,
    material: Any,
) -> Any:
    """One faceted ray pointing outwards in direction `angle`; the lengths are radii."""
    out = np.array([cos(angle), sin(angle)])
    side = np.array([-out[1], out[0]])
    vertices = [
        (*(out * start), z),
        (*(out * shoulder + side * half_width), z),
        (*(out * tip), z),
        (*(out * shoulder - side * half_width), z),
        (*(out * shoulder * 0.98), z + height),
    ]
    return facets(vertices, [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)], material)


def crescent(rows: list[tuple[float, float, float, float]], material: Any, z: float, height: float) -> Any:
    """A crescent-shaped horn lofted over `outlines.crescent_rows`; `height` 0 makes it flat."""
    points = []
    for angle, outer, inner, thick in rows:
        row = []
        for j in range(17):
            s = j / 16
            radius = outer + (inner - outer) * s
            rise = height * thick**0.8 * (1 - (2 * s - 1) ** 2) ** 0.55
            row.append((radius * cos(angle), radius * sin(angle), z + rise))
        points.append(row)
    return grid("crescent", points, material)


def height_field(name: str, mask: NDArray[np.bool_], height: NDArray[np.float64], span: float, material: Any) -> Any:
    """A relief over a square raster: one quad for each pixel of `mask`, at the z given by `height`.

    Both arrays are (n, n), row 0 at the top; the square covers -span..span both ways. `height` needs one
    value a pixel; corners take the mean of the pixels around them.
    """
    size = mask.shape[0]
    padded = np.pad(height, 1, mode="edge")
    corner = (padded[:-1, :-1] + padded[1:, :-1] + padded[:-1, 1:] + padded[1:, 1:]) / 4
    index = -np.ones((size + 1, size + 1), int)
    rows, columns = np.where(mask)
    used = np.zeros((size + 1, size + 1), bool)
    for dy in (0, 1):
        for dx in (0, 1):
            used[rows + dy, columns + dx] = True
    index[used] = np.arange(used.sum())
    ys, xs = np.where(used)
    step = 2 * span / size
    vertices = np.c_[-span + xs * step, span - ys * step, corner[used]]
    quads = np.c_[
        index[rows, columns], index[rows + 1, columns], index[rows + 1, columns + 1], index[rows, columns + 1]
    ]
    return mesh(name, vertices, [tuple(q) for q in quads.tolist()], material)
