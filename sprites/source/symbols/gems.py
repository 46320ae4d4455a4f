"""The five cut gems: real glass with a crown, a table and a pavilion, lit from behind."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sprites.source.symbols import materials as mt
from sprites.source.symbols import meshes as ms
from sprites.source.symbols import outlines as ol
from sprites.source.symbols.materials import Colour
from sprites.source.symbols.outlines import Points


@dataclass(frozen=True)
class Cut:
    """A gem: its outline (an even number of corners), glass colour and the place of its middle.

    `table` is the table's size in parts of the outline, `bevel` how far the crown's corners lie inside it.
    """

    outline: Points
    colour: Colour
    centre: tuple[float, float] = (0, 0)
    table: float = 0.58
    bevel: float = 0.17


CUTS = {
    "red": Cut(ol.heart(24, 1, 0.04)[::-1], (1, 0.06, 0.05), (0, 0.02)),
    "blue": Cut(ol.rhombus(), (0.05, 0.22, 1)),
    "green": Cut(ol.emerald(), (0.07, 0.78, 0.22)),
    "teal": Cut(ol.drop(), (0.06, 0.92, 0.88), (0, -0.2)),
    "yellow": Cut(ol.hexagon(), (1, 0.58, 0.04)),
}


@dataclass(frozen=True)
class Solid:
    """Corners and faces of a cut stone; faces turned to the eye, away from it, and the flat table."""

    vertices: list[tuple[float, float, float]]
    crown: list[tuple[int, ...]]
    pavilion: list[tuple[int, ...]]
    table: tuple[int, ...]


def _solid(cut: Cut) -> Solid:
    outline, centre = np.asarray(cut.outline, float), np.array(cut.centre)
    count = len(outline)
    half = count // 2
    vertices: list[tuple[float, float, float]] = []

    def ring(points: Points, z: float) -> int:
        vertices.extend((float(x), float(y), z) for x, y in points)
        return len(vertices) - len(points)

    girdle = ring(outline, 0)
    crown = ring(ol.inset(outline, cut.bevel)[1::2], 0.30)
    table = ring(centre + (outline[::2] - centre) * cut.table, 0.42)
    pavilion = ring(centre + (outline[1::2] - centre) * 0.5, -0.42)
    culet = len(vertices)
    vertices.append((float(centre[0]), float(centre[1]) - 0.05, -0.72))
    seen: list[tuple[int, ...]] = []
    hidden: list[tuple[int, ...]] = []
    for i in range(half):
        corner, side, following = girdle + 2 * i, girdle + 2 * i + 1, girdle + (2 * i + 2) % count
        before, after = (i - 1) % half, (i + 1) % half
        seen += [
            (corner, side, crown + i),
            (side, following, crown + i),
            (corner, crown + i, table + i),
            (corner, table + i, crown + before),
            (crown + i, table + after, table + i),
        ]
        hidden += [
            (side, corner, pavilion + i),
            (following, side, pavilion + i),
            (corner, pavilion + before, pavilion + i),
            (pavilion + i, pavilion + before, culet),
        ]
    return Solid(vertices, seen, hidden, tuple(table + i for i in range(half)))


def gem(colour: str) -> None:
    """Build one gem of `CUTS` in glass."""
    cut = CUTS[colour]
    solid = _solid(cut)
    ms.mesh(
        f"gem {colour}",
        solid.vertices,
        [*solid.crown, *solid.pavilion, solid.table],
        mt.glass(cut.colour),
        smooth=False,
    )


def facet_map(colour: str) -> None:
    """Build the same gem's crown as a grey map: how much each facet faces the key light, its edges bright.

    The finish multiplies the glass by it, so that the cut still reads when the stone is an inch high.
    """
    cut = CUTS[colour]
    solid = _solid(cut)
    rng = np.random.default_rng(11)
    corners = np.array(solid.vertices)
    values = []
    for k, face in enumerate(solid.crown):
        a, b, c = corners[list(face[:3])]
        normal = np.cross(b - a, c - a)
        normal *= np.sign(normal[2]) / np.linalg.norm(normal)
        alternate = (0.05, -0.05, 0.02, -0.02, 0.06)[k % 5]
        values.append(0.50 + 0.62 * float(normal[:2] @ ms.KEY_DIRECTION) + alternate + rng.uniform(-0.05, 0.05))
    values.append(0.55)
    ms.valued(solid.vertices, [*solid.crown, solid.table], values, mt.value_light())
    edge = mt.value_light(0.80)
    drawn: set[tuple[int, int]] = set()
    for face in [*solid.crown, solid.table]:
        for a, b in zip(face, face[1:] + face[:1], strict=True):
            pair = (min(a, b), max(a, b))
            if pair not in drawn and min(pair) >= len(cut.outline):
                drawn.add(pair)
                ms.tube("edge", corners[list(pair)] + [0, 0, 0.004], 0.006, edge, sides=6)
