"""Snow lying on whatever a render shows: clean pillows with a few soft drips, cut from its silhouette."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sin

import cv2
import numpy as np
from numpy.typing import NDArray

from sprites.source.symbols import materials as mt
from sprites.source.symbols import meshes as ms
from sprites.source.symbols.studio import TILT, camera_distance

SIZE = 640
"""Side of the raster the caps are drawn in."""

OUTLINE = 0.026
"""Width of the blue line round a cap, scene units."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Cap:
    """Where snow lies: a part of the plane, how deep it sinks into the silhouette, and its drips.

    `region` holds ellipses (x, y, radius x, radius y) in scene units; snow lies only inside one of them.
    `inside` limits the silhouette first (radius about the origin), so that rays can pierce the snow.
    `drips` are (x, length, radius).
    """

    region: Sequence[tuple[float, float, float, float]]
    depth: float
    rise: float = 0.04
    thickness: float = 0.13
    z: float = 0.30
    inside: float = 9.0
    drips: Sequence[tuple[float, float, float]] = ()
    fillet: float = 0.035


def _plane(span: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    axis = ((np.arange(SIZE) + 0.5) / SIZE * 2 - 1) * span
    x, y = np.meshgrid(axis, -axis)
    return x, y


def _smooth(mask: Mask, radius: float) -> Mask:
    """Round every corner of the mask, outer and inner, by about `radius` pixels."""
    return cv2.GaussianBlur(mask.astype(np.float32), (0, 0), radius) > 0.5


def _without_crumbs(mask: Mask, least: float) -> Mask:
    """The mask without islands smaller than `least` pixels."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    kept = [k for k in range(1, count) if stats[k, cv2.CC_STAT_AREA] >= least]
    return np.isin(labels, kept)


def _shift(mask: Mask, down: int) -> Mask:
    moved = np.zeros_like(mask)
    if down >= 0:
        moved[down:] = mask[: SIZE - down]
    else:
        moved[:down] = mask[-down:]
    return moved


def cap_mask(cap: Cap, alpha: NDArray[np.float32], span: float) -> Mask:
    """The snow's own silhouette; `alpha` is the render it lies on, seeing -span..span."""
    x, y = _plane(span)
    scale = SIZE / (2 * span)
    solid = cv2.resize(alpha, (SIZE, SIZE), interpolation=cv2.INTER_AREA) > 0.5
    solid &= x * x + y * y < cap.inside**2
    solid = (
        cv2.morphologyEx(
            solid.astype(np.uint8), cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (15, 15))
        )
        > 0
    )
    depth = round(cap.depth * scale)
    lying = solid & ~_shift(solid, depth)
    within = np.zeros_like(solid)
    for cx, cy, rx, ry in cap.region:
        within |= ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1
    lying &= within
    lying |= _shift(lying, -round(cap.rise * scale)) | _shift(lying, -round(cap.rise * scale / 2))
    lying = _without_crumbs(_smooth(lying, cap.fillet * scale * 0.8), (0.12 * scale) ** 2)
    drawn = lying.astype(np.uint8)
    for at, length, radius in cap.drips:
        column = int((at / span + 1) / 2 * SIZE)
        filled = np.flatnonzero(lying[:, column])
        if len(filled):
            gaps = np.flatnonzero(np.diff(filled) > 1)
            foot = filled[gaps[0]] if len(gaps) else filled[-1]
            start = (column, int(foot - 0.05 * scale))
            cv2.line(drawn, start, (column, int(foot + length * scale)), 1, max(1, round(2 * radius * scale)))
            cv2.circle(drawn, (column, int(foot + length * scale)), round(radius * scale * 1.12), 1, -1)
    return _smooth(drawn > 0, cap.fillet * scale * 0.55)


def lay(caps: Sequence[Cap], alpha: NDArray[np.float32], span: float) -> None:
    """Build the snow of all `caps` on the picture whose coverage is `alpha` (camera span 2 * `span`).

    Caps stand in front of the picture plane, so they are shrunk and lowered to be seen where they were drawn.
    """
    stuff = mt.soft((0.84, 0.89, 0.98), (0.22, 0.34, 0.80), 0.30, 0.6, glow=0.06, coat=0.1)
    shade = mt.ink((0.05, 0.07, 0.26))
    scale = SIZE / (2 * span)
    for cap in caps:
        mask = cap_mask(cap, alpha, span)
        if not mask.any():
            continue
        inside = cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 5) / scale
        full = np.clip(inside / (cap.thickness * 0.95), 0, 1)
        height = cap.thickness * np.sqrt(1 - (1 - full) ** 2)
        height = cv2.GaussianBlur(height, (0, 0), 0.012 * scale)
        brim = 2 * round(OUTLINE * scale) + 1
        wider = cv2.dilate(mask.astype(np.uint8), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (brim, brim))) > 0
        snow = ms.height_field("snow", mask, height.astype(float) + cap.z, span, stuff)
        line = ms.height_field("snow line", wider, np.full(mask.shape, cap.z - 0.012), span, shade)
        nearer = 1 - cap.z / camera_distance(2 * span)
        for made in (snow, line):
            made.scale = (nearer, nearer, 1)
            made.location = (0, -cap.z * sin(TILT), 0)
