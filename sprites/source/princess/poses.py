"""How each group of sheets moves: forward displacements of the figure for breath, sway, tilt and arm swing.

All lengths are drawing units. `breath` runs from -1 (out) to 1 (in), `sway` from -1 to 1, and beyond in quick swings.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .arms import CAPE_SHOULDER, ELBOW, PINCH, SHOULDER, WAND_STAR, WRIST
from .figure import Sheet
from .head import from_head
from .light import leaned

Array = NDArray[np.float32]
Pixels = NDArray[np.float32]
#: Gives the displacement (dx, dy) at places (x, y).
Displacement = Callable[[Array, Array], tuple[Array, Array]]

HIP_Y, CHEST_RISE = 1080.0, 2.9
NECK = leaned((496.0, 566.0))
_SHOULDER, _ELBOW, _WRIST, _STAR = (np.array(leaned(p)) for p in (SHOULDER, ELBOW, WRIST, WAND_STAR))
_MANE_ROOT = leaned(from_head(96, -110))
_BRAID_ROOT = leaned((424.0, 470.0))

#: Joint angles in degrees (upper arm, forearm, hand) of the drawn-back and the flung-out wand arm.
ARM_BACK, ARM_OUT = (-5.0, 8.0, 12.0), (22.0, -4.0, -38.0)


def turn(centre: NDArray[np.float64], degrees: float) -> NDArray[np.float64]:
    """A rotation about a point (clockwise on the page), shape (3, 3)."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    x, y = centre
    return np.array([[c, -s, x - c * x + s * y], [s, c, y - s * x - c * y], [0, 0, 1]])


def shift(dx: float, dy: float) -> NDArray[np.float64]:
    """A translation, shape (3, 3)."""
    return np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1.0]])


def body_motion(breath: float) -> Displacement:
    """The rib cage rises from the hip and widens at the breast."""

    def move(x: Array, y: Array) -> tuple[Array, Array]:
        height = np.clip((HIP_Y - y) / (HIP_Y - 640), 0, 1.15)
        rise = -CHEST_RISE * breath * height**1.25
        wide = (x - 500) * 0.006 * breath * np.exp(-(((y - 790) / 110) ** 2))
        return wide, rise

    return move


def cape_arm_motion(sway: float) -> Displacement:
    """The shoulder follows the breast; hand and cascade follow less, the cascade swings under the pinch."""

    def move(_x: Array, y: Array) -> tuple[Array, Array]:
        along = np.clip((y - CAPE_SHOULDER[1]) / (PINCH[1] - CAPE_SHOULDER[1]), 0, 1)
        rise = -CHEST_RISE * sway * (1 - 0.55 * along)
        hang = np.clip((y - PINCH[1]) / 340, 0, 1.2)
        return 5.0 * sway * hang**1.4, rise - 1.2 * np.abs(sway) * hang

    return move


def cape_motion(sway: float) -> Displacement:
    """The lining hangs from clasp and pinch; it billows between and below them."""

    def move(x: Array, y: Array) -> tuple[Array, Array]:
        top = np.clip((1150 - y) / 450, 0, 1)
        billow = np.exp(-(((y - 960) / 150) ** 2)) * np.clip((x - 640) / 200, 0, 1)
        low = np.clip((y - 1240) / 420, 0, 1.2)
        return 4.0 * sway * billow + 5.0 * sway * low**1.3, -CHEST_RISE * float(np.clip(sway, -1, 1)) * top

    return move


def skirt_motion(sway: float) -> Displacement:
    """The hem swings a little, the waist stays."""

    def move(x: Array, y: Array) -> tuple[Array, Array]:
        low = np.clip((y - 1120) / 540, 0, 1.15)
        wave = np.sin((x - 200) / 150)
        return 2.6 * sway * low**1.4 + 1.0 * sway * wave * low, 0.9 * sway * wave * low

    return move


def mane_motion(sway: float) -> Displacement:
    """Locks bend about their root; the bend grows towards the tips."""

    def move(x: Array, y: Array) -> tuple[Array, Array]:
        dx, dy = x - _MANE_ROOT[0], y - _MANE_ROOT[1]
        reach = np.hypot(dx, dy) / 480
        bend = np.radians(1.1) * sway * np.clip(reach, 0, 1.3) ** 1.2
        ripple = 1.8 * sway * np.sin(reach * 5.5 + 0.6) * np.clip(reach, 0, 1)
        return (-dy * bend).astype(np.float32), (dx * bend + ripple - CHEST_RISE * float(np.clip(sway, -1, 1))).astype(
            np.float32
        )

    return move


def braid_motion(sway: float) -> Displacement:
    """A pendulum about its root that rides on the breast."""

    def move(_x: Array, y: Array) -> tuple[Array, Array]:
        drop = np.clip((y - _BRAID_ROOT[1]) / 560, 0, 1.15)
        return (-4.5 * sway * drop**1.6).astype(np.float32), (
            -CHEST_RISE * float(np.clip(sway, -1, 1)) * (1 - 0.3 * drop)
        ).astype(np.float32)

    return move


def head_matrix(breath: float, tilt: float) -> NDArray[np.float64]:
    """The head nods on the neck: it rises with the breath and tilts, negative towards the board."""
    lift = shift(0.5 * breath + 0.9 * tilt, -1.04 * CHEST_RISE * breath + 0.25 * abs(tilt))
    return lift @ turn(np.array(NECK), tilt - 0.35 * breath)


@dataclass(frozen=True)
class ArmPose:
    """Matrices of the wand arm's three sheets and the star's place."""

    upper: NDArray[np.float64]
    forearm: NDArray[np.float64]
    hand: NDArray[np.float64]

    @property
    def star(self) -> tuple[float, float]:
        """Middle of the wand's star."""
        x, y, _ = self.hand @ np.array([*_STAR, 1.0])
        return float(x), float(y)


def arm_pose(swing: float, breath: float) -> ArmPose:
    """The arm between drawn back (swing -1), at rest (0) and flung out (1)."""
    if swing < 0:
        angles = np.array(ARM_BACK) * -swing
    else:
        # The hand trails the shoulder, as a whip does.
        shares = np.array([swing**0.85, swing, swing**1.25])
        angles = np.array(ARM_OUT) * shares
    upper, fore, hand = angles + np.array([0.10, 0.14, 0.22]) * breath
    first = shift(0, -CHEST_RISE * 0.92 * breath) @ turn(_SHOULDER, upper)
    second = first @ turn(_ELBOW, fore)
    return ArmPose(first, second, second @ turn(_WRIST, hand))


# ---------------------------------------------------------------- warping
def warp(sheet: Sheet, matrix: NDArray[np.float64] | None = None, move: Displacement | None = None) -> Sheet:
    """The sheet moved by a matrix and then by a small displacement, resampled on the unit grid."""
    h, w = sheet.pixels.shape[:2]
    x0, y0 = sheet.origin
    m = np.eye(3) if matrix is None else matrix
    corners = m @ np.array([[x0, x0 + w, x0, x0 + w], [y0, y0, y0 + h, y0 + h], [1, 1, 1, 1]], float)
    pad = 26 if move is not None else 4
    left, top = int(np.floor(corners[0].min())) - pad, int(np.floor(corners[1].min())) - pad
    left, top = left - left % 2, top - top % 2
    right, low = int(np.ceil(corners[0].max())) + pad, int(np.ceil(corners[1].max())) + pad
    right, low = right + (right - left) % 2, low + (low - top) % 2
    y, x = np.mgrid[top:low, left:right].astype(np.float32)
    x, y = x + 0.5, y + 0.5
    if move is not None:
        dx, dy = move(x, y)
        dx, dy = move(x - dx, y - dy)
        x, y = x - dx, y - dy
    back = np.linalg.inv(m)
    source_x = back[0, 0] * x + back[0, 1] * y + back[0, 2] - x0 - 0.5
    source_y = back[1, 0] * x + back[1, 1] * y + back[1, 2] - y0 - 0.5
    out = cv2.remap(
        sheet.pixels,
        source_x.astype(np.float32),
        source_y.astype(np.float32),
        cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_CONSTANT,
    )
    out = np.clip(out, 0, 1)
    out[..., :3] = np.minimum(out[..., :3], out[..., 3:])
    return Sheet(np.asarray(out, np.float32), (left, top))


def merge(*parts: Sheet) -> Sheet:
    """Several sheets laid over each other, the first lowest."""
    left, top = min(s.origin[0] for s in parts), min(s.origin[1] for s in parts)
    left, top = left - left % 2, top - top % 2
    right = max(s.origin[0] + s.pixels.shape[1] for s in parts)
    low = max(s.origin[1] + s.pixels.shape[0] for s in parts)
    right, low = right + (right - left) % 2, low + (low - top) % 2
    out = np.zeros((low - top, right - left, 4), np.float32)
    for s in parts:
        h, w = s.pixels.shape[:2]
        y, x = s.origin[1] - top, s.origin[0] - left
        area = out[y : y + h, x : x + w]
        out[y : y + h, x : x + w] = s.pixels + area * (1 - s.pixels[..., 3:])
    return Sheet(out, (left, top))
