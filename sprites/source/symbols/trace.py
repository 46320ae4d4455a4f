"""An exact ray tracer for convex cut stones: no noise, no mesh, and every frame of a turning stone is a rendered one.

A stone is a set of half-spaces n·x <= d. Rays run parallel to the eye and every hit is a division. A plane may be a
mirror: a heart is half a heart whose middle wall mirrors, which by symmetry equals looking through. Stones are
measured in units of their half width; x to the right, y up, z to the eye.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from sprites.source.kit.paint import smoothstep

Plane = tuple[float, float, float, float]
"""Outward normal and distance of a face from the middle."""
Room = Callable[[np.ndarray], np.ndarray]
"""Light level seen in each direction of an (n, 3) array."""

FAR_HALF = 1000
"""Added to a facet's number in the mirrored half of a stone."""


def unit(vector: np.ndarray | Sequence[float]) -> np.ndarray:
    """The vectors (last axis) at length 1."""
    array = np.asarray(vector, np.float32)
    return array / (np.linalg.norm(array, axis=-1, keepdims=True) + 1e-9)


KEY = unit((-0.52, 0.66, 0.54))
"""Direction of the key light."""


def _lobe(direction: np.ndarray, axis: Sequence[float], tightness: float) -> np.ndarray:
    return np.exp(tightness * (direction @ unit(axis) - 1))


def room(direction: np.ndarray) -> np.ndarray:
    """The painted room: key upper left, a window right, a glow low behind the stone, and the eye's own dark head."""
    level = 0.16 + 0.16 * smoothstep(-0.4, 0.9, direction[:, 1])
    level = level + 0.95 * _lobe(direction, (-0.60, 0.62, 0.50), 5)
    level = level + 0.40 * _lobe(direction, (0.75, 0.35, 0.35), 9)
    level = level + 0.55 * _lobe(direction, (0.15, -0.55, -0.75), 3.2)
    level = level + 0.30 * _lobe(direction, (-0.3, 0.4, -0.85), 6)
    return level * (1 - 0.55 * _lobe(direction, (0, 0, 1), 10))


def rotation(yaw: float = 0.0, pitch: float = 0.0, roll: float = 0.0) -> np.ndarray:
    """Turn about the upright axis, then nod, then roll (radians), as a 3 x 3 matrix."""
    cy, sy, cp, sp, cr, sr = np.cos(yaw), np.sin(yaw), np.cos(pitch), np.sin(pitch), np.cos(roll), np.sin(roll)
    about_y = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    about_x = np.array([[1, 0, 0], [0, cp, -sp], [0, sp, cp]])
    about_z = np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]])
    return (about_y @ about_x @ about_z).astype(np.float32)


class Stone:
    """A convex stone of `planes`; `mirrors` are the indices of those that mirror, `half` says the rest is mirrored."""

    def __init__(
        self,
        planes: Sequence[Plane],
        mirrors: Sequence[int] = (),
        *,
        density: float = 1.9,
        absorb: float = 0.25,
        half: bool = False,
    ) -> None:
        normals = np.array([plane[:3] for plane in planes], np.float32)
        distances = np.array([plane[3] for plane in planes], np.float32)
        length = np.linalg.norm(normals, axis=1)
        self.normals = (normals / length[:, None]).astype(np.float32)
        self.distances = (distances / length).astype(np.float32)
        self.mirror = np.zeros(len(distances), bool)
        self.mirror[list(mirrors)] = True
        self.density, self.absorb, self.half = density, absorb, half

    def _along(self, start: np.ndarray, ray: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """How far each ray has to each plane, how steeply it meets it, and how deep it starts under it."""
        steep = ray @ self.normals.T
        deep = self.distances - start @ self.normals.T
        with np.errstate(divide="ignore", invalid="ignore"):
            return deep / steep, steep, deep

    def enter(self, start: np.ndarray, ray: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Distance to the first face each ray meets from outside, that face, and whether it meets any."""
        far, steep, deep = self._along(start, ray)
        coming = np.where(steep < -1e-6, far, -np.inf)
        going = np.where(steep > 1e-6, far, np.inf)
        beside = ((np.abs(steep) <= 1e-6) & (deep < 0)).any(1)
        face = coming.argmax(1)
        reach = coming[np.arange(len(face)), face]
        return reach, face, (reach < going.min(1)) & ~beside

    def inside(self, start: np.ndarray, ray: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Distance to the face each ray leaves by, and that face."""
        far, steep, _ = self._along(start, ray)
        far = np.where(steep > 1e-6, far, np.inf)
        face = far.argmin(1)
        return far[np.arange(len(face)), face], face


def _fresnel(cosine: np.ndarray, ratio: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Share mirrored, cosine beyond the face, and where all of it is mirrored; `ratio` is n1 / n2."""
    sine = ratio * ratio * (1 - cosine * cosine)
    total = sine >= 1
    beyond = np.sqrt(np.clip(1 - sine, 0, 1))
    across = (ratio * cosine - beyond) / (ratio * cosine + beyond + 1e-9)
    along = (cosine - ratio * beyond) / (cosine + ratio * beyond + 1e-9)
    return np.where(total, 1, (across * across + along * along) / 2), beyond, total


@dataclass
class Hits:
    """What the rays found: flat arrays, one entry a ray."""

    level: np.ndarray
    """Light that comes through the stone."""
    surface: np.ndarray
    """Light mirrored by its outside."""
    facet: np.ndarray
    """Number of the face met first; -1 where the stone is missed."""
    normal: np.ndarray
    """That face's normal as the eye sees it, (n, 3)."""
    hit: np.ndarray
    """Whether the stone is met."""


def trace(
    stone: Stone,
    x: np.ndarray,
    y: np.ndarray,
    turn: np.ndarray | None = None,
    *,
    bounces: int = 5,
    light: Room = room,
) -> Hits:
    """Follow the parallel rays at x, y (flat arrays, stone units) into the stone as turned by the matrix `turn`."""
    turn = np.eye(3, dtype=np.float32) if turn is None else turn
    count = len(x)
    start = np.stack([x, y, np.full(count, 6.0, np.float32)], 1).astype(np.float32) @ turn
    ray = np.broadcast_to(np.array([0, 0, -1], np.float32) @ turn, (count, 3)).copy()
    flipped = np.zeros(count, bool)
    if stone.half:  # two mirrored halves: whichever is met first
        other = (start * [-1, 1, 1]).astype(np.float32), (ray * [-1, 1, 1]).astype(np.float32)
        near, near_face, near_hit = stone.enter(start, ray)
        far, far_face, far_hit = stone.enter(*other)
        near_hit, far_hit = near_hit & ~stone.mirror[near_face], far_hit & ~stone.mirror[far_face]
        flipped = far_hit & (~near_hit | (far < near))
        start[flipped], ray[flipped] = other[0][flipped], other[1][flipped]
        reach, face = np.where(flipped, far, near), np.where(flipped, far_face, near_face)
        hit = near_hit | far_hit
    else:
        reach, face, hit = stone.enter(start, ray)
    facet = np.where(hit, face + flipped * FAR_HALF, -1)
    met = np.flatnonzero(hit)
    start, ray, reach, face = start[met], ray[met], reach[met], face[met]
    sign = np.where(flipped[met], -1.0, 1.0).astype(np.float32)

    def seen(direction: np.ndarray) -> np.ndarray:
        direction = direction.copy()
        direction[:, 0] *= sign
        return direction @ turn.T

    ratio = 1 / stone.density
    normal = stone.normals[face]
    cosine = -(ray * normal).sum(1)
    mirrored, beyond, _ = _fresnel(cosine, ratio)
    surface = mirrored * light(seen(ray + 2 * cosine[:, None] * normal))
    place = start + ray * reach[:, None]
    ray = ratio * ray + (ratio * cosine - beyond)[:, None] * normal
    level = np.zeros(len(met), np.float32)
    left = (1 - mirrored).astype(np.float32)
    for _ in range(bounces):
        reach, face = stone.inside(place + ray * 1e-4, ray)
        reach = np.minimum(reach, 4)
        place = place + ray * reach[:, None]
        left = left * np.exp(-stone.absorb * reach)
        normal = stone.normals[face]
        cosine = (ray * normal).sum(1)
        mirrored, beyond, total = _fresnel(cosine, stone.density)
        wall = stone.mirror[face]
        leaving = stone.density * ray + (beyond - stone.density * cosine)[:, None] * normal
        level += left * (1 - mirrored) * ~wall * light(seen(unit(leaving))) * ~total
        left = np.where(wall, left, left * mirrored)
        ray = ray - 2 * cosine[:, None] * normal
    level += left * 0.28
    found = Hits(np.zeros(count, np.float32), np.zeros(count, np.float32), facet, np.zeros((count, 3), np.float32), hit)
    found.level[met], found.surface[met] = level, surface
    found.normal[met] = seen(stone.normals[facet[met] % FAR_HALF])
    return found


# -- cuts: the faces of a stone, from the outline of its girdle -----------------------------------------------------


def edges_of(outline: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Outward normals and distances of a convex polygon's edges, and its corners counter-clockwise."""
    points = np.asarray(outline, float)
    if (points[:, 0] * np.roll(points[:, 1], -1) - np.roll(points[:, 0], -1) * points[:, 1]).sum() < 0:
        points = points[::-1]
    along = np.roll(points, -1, 0) - points
    normals = np.c_[along[:, 1], -along[:, 0]] / np.linalg.norm(along, axis=1)[:, None]
    return normals, (normals * points).sum(1), points


def corners_of(normals: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Directions through a polygon's corners, and how far each corner lies along its own."""
    middle = normals + np.roll(normals, 1, 0)
    middle /= np.linalg.norm(middle, axis=1)[:, None]
    return middle, (middle * points).sum(1)


GIRDLE = 0.03
"""Half the height of the upright wall round a stone."""


def crown(
    normals: np.ndarray, distances: np.ndarray, slope: float, *, girdle: float = GIRDLE, extra: float = 0.0
) -> list[Plane]:
    """Upper faces that rise at `slope` degrees from the girdle, moved out by `extra`."""
    s, c = np.sin(np.radians(slope)), np.cos(np.radians(slope))
    return [(a * s, b * s, c, (d + extra) * s + girdle * c) for (a, b), d in zip(normals, distances)]


def pavilion(
    normals: np.ndarray, distances: np.ndarray, slope: float, *, girdle: float = GIRDLE, extra: float = 0.0
) -> list[Plane]:
    """Lower faces that fall at `slope` degrees from the girdle."""
    return [(a, b, -c, d) for a, b, c, d in crown(normals, distances, slope, girdle=girdle, extra=extra)]


def walls(normals: np.ndarray, distances: np.ndarray) -> list[Plane]:
    """The upright wall of the girdle."""
    return [(a, b, 0, d) for (a, b), d in zip(normals, distances)]
