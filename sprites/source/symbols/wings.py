"""Wings with bones: an arm, five primaries, four secondaries and three rows of coverts, every feather drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from sprites.source.colours import Ramp, ramp, rgb
from sprites.source.kit import relief
from sprites.source.kit.paint import Canvas, smoothstep
from sprites.source.symbols.canvas import LIGHT, circle, path, sides, spline
from sprites.source.symbols.tones import DEEP_GOLD, FEATHER_GOLD, FEATHER_SILVER, FEATHER_WHITE


@dataclass(frozen=True)
class Plumage:
    """Colours of a pair of wings: feathers, arm and line."""

    feathers: Ramp
    arm: Ramp
    ink: str


WHITE = Plumage(FEATHER_WHITE, FEATHER_WHITE, "#23265e")
SILVER = Plumage(FEATHER_SILVER, FEATHER_SILVER, "#1a2050")
GOLD = Plumage(FEATHER_GOLD, DEEP_GOLD, "#4a1608")


@dataclass(frozen=True)
class Pose:
    """How a wing stands: its shoulder (pixels, on the right side), size, and angles in degrees."""

    shoulder: tuple[float, float]
    size: float
    raised: float = 0.0
    """How far it is raised at rest."""
    lift: float = 0.0
    """How far a beat raises it beyond that."""
    rate: tuple[float, float, float] = (1, 1, 1)
    """Share of the lift that shoulder, forearm and hand follow."""
    spread: float = 1.0
    """How wide the feathers fan, as a share of the wing's own fan."""


def _feather(
    canvas: Canvas,
    root: np.ndarray,
    tip: np.ndarray,
    width: float,
    bend: float,
    plumage: Plumage,
    *,
    tone: float = 0.0,
    shaft: bool = True,
) -> None:
    """One tapered feather with shaft, barbs, line and shadow. `bend` bows it to its left, in parts of its length."""
    along = tip - root
    length = float(np.hypot(*along))
    along /= length
    across = np.array([-along[1], along[0]])
    pad = width + abs(bend) * length + 6
    scale, (left, top) = canvas.scale, canvas.origin
    x0 = max(0, int((min(root[0], tip[0]) - pad - left) * scale))
    x1 = min(canvas.shape[1], int((max(root[0], tip[0]) + pad - left) * scale))
    y0 = max(0, int((min(root[1], tip[1]) - pad - top) * scale))
    y1 = min(canvas.shape[0], int((max(root[1], tip[1]) + pad - top) * scale))
    if x1 <= x0 or y1 <= y0:
        return
    x, y = canvas.x[y0:y1, x0:x1] - root[0], canvas.y[y0:y1, x0:x1] - root[1]
    t = (x * along[0] + y * along[1]) / length
    off = (x * across[0] + y * across[1]) - bend * length * 4 * t * (1 - t)
    part = np.clip(t, 0, 1)
    taper = np.sqrt(np.clip(1 - np.clip((part - 0.50) / 0.50, 0, 1) ** 1.9, 0, 1))
    half = width * (0.40 + 0.60 * smoothstep(0, 0.5, part)) * taper
    edge = np.minimum(half - np.abs(off), np.minimum(t * length + 1, (1.0 - t) * length + 0.3))

    def cover(grow: float) -> np.ndarray:
        return np.clip((edge + grow) * scale + 0.5, 0, 1).astype(np.float32)

    body = cover(0)
    side = off / np.maximum(half, 0.4)
    facing = float(across @ LIGHT[:2])
    level = 0.52 + 0.30 * facing * side + 0.13 * (1 - side * side) + tone
    level += 0.22 * smoothstep(0.35, 1.0, part) - 0.34 * smoothstep(0.62, 0.05, part)
    if shaft:
        level += 0.22 * np.exp(-((off / 0.55) ** 2)) * smoothstep(1.0, 0.85, part)
        level -= 0.16 * np.exp(-(((off + 1.1 * np.sign(facing)) / 0.7) ** 2)) * smoothstep(1.0, 0.8, part)
        barbs = np.sin((t * length - np.abs(off) * 0.9) * 2.2)
        level += 0.05 * barbs * smoothstep(0.25, 0.9, np.abs(side))
    level += 0.20 * np.exp(-(((np.abs(side) - 0.86) / 0.12) ** 2)) * (side * facing > 0)
    colour = ramp(np.clip(level, 0, 1.05), plumage.feathers)

    under = canvas.rgba[y0:y1, x0:x1]
    cast = np.roll(body, (int(2.4 * scale), int(1.0 * scale)), (0, 1))
    dark = (cv2.GaussianBlur(cast, (0, 0), 1.5 * scale) * 0.80 * under[..., 3])[..., None]
    under[..., :3] = under[..., :3] * (1 - dark) + rgb(plumage.ink) * under[..., 3:] * dark
    for tint, alpha in ((rgb(plumage.ink), cover(0.9)[..., None]), (colour, body[..., None])):
        under[..., :3] = under[..., :3] * (1 - alpha) + tint * alpha
        under[..., 3:] = under[..., 3:] * (1 - alpha) + alpha


def _polar(angle: float, reach: float) -> np.ndarray:
    """The point at `angle` degrees counter-clockwise, y down."""
    turn = np.radians(angle)
    return np.array([np.cos(turn), -np.sin(turn)]) * reach


def wing(canvas: Canvas, side: int, plumage: Plumage, pose: Pose) -> None:
    """One wing; `side` is -1 for the left one."""
    size, lift, rate = pose.size, pose.lift, pose.rate
    first = 72 + pose.raised + lift * rate[0]
    second = 48 + pose.raised + lift * 1.25 * rate[1]
    shoulder = np.array(pose.shoulder, float)
    elbow = shoulder + _polar(first, 27 * size)
    wrist = elbow + _polar(second, 25 * size)
    hand = wrist + _polar(second - 12 + lift * 0.3 * rate[2], 9 * size)
    base = pose.raised + lift * 1.45 * rate[2]
    fan = 20 + (np.linspace(2, 40, 5) - 20) * pose.spread
    roots = [wrist + (hand - wrist) * t for t in np.linspace(-0.45, 1.0, 5)]
    low_fan = -29 + (np.linspace(-50, -10, 4) + 29) * pose.spread
    inner = shoulder + (elbow - shoulder) * 0.35
    low_roots = [inner + (wrist - inner) * t for t in np.linspace(0.0, 0.86, 4)]

    def feather(
        root: np.ndarray, angle: float, length: float, width: float, bend: float, tone: float, *, shaft: bool = True
    ) -> None:
        tip = root + _polar(angle, length * size)
        mirrored = np.array([side, 1.0])
        _feather(canvas, root * mirrored, tip * mirrored, width * size, bend * side, plumage, tone=tone, shaft=shaft)

    for k, length in enumerate((30, 37, 42, 45)):
        feather(low_roots[k], low_fan[k] + base * 0.85, length, 7.4, -0.08, -0.07)
    for k, length in enumerate((46, 49, 52, 54, 52)):
        feather(roots[k], fan[k] + base, length, 6.6 - 0.15 * k, -0.10, -0.01)
    for k in range(4):
        start = low_roots[k] + _polar(low_fan[k] + 60, 2 * size)
        feather(start, low_fan[k] + 5 + base * 0.85, 19, 5.8, -0.05, 0.05, shaft=False)
    for k in range(5):
        start = roots[k] + _polar(fan[k] + 100, 0.6 * size)
        feather(start, fan[k] - 2 + base, 24, 5.0, -0.05, 0.05, shaft=False)
    upper = [shoulder + (elbow - shoulder) * t for t in np.linspace(0.25, 1, 4)]
    lower = [elbow + (wrist - elbow) * t for t in np.linspace(0.3, 1, 4)]
    for row, angle in ((upper, first - 78), (lower, second - 62)):
        for root in row:
            feather(root, angle, 11.5, 4.4, -0.04, 0.10, shaft=False)
    _arm(canvas, side, plumage, (shoulder, elbow, wrist, hand), size)


def _arm(canvas: Canvas, side: int, plumage: Plumage, joints: Sequence[np.ndarray], size: float) -> None:
    """The tapered bone along the leading edge."""
    shoulder, elbow, wrist, hand = joints
    middle = shoulder + (elbow - shoulder) * 0.6 + _polar(160, 2.0 * size)
    knots = np.array(
        [shoulder, middle, elbow + _polar(135, 1.2 * size), wrist + _polar(120, 0.5), hand + (hand - wrist) * 0.4]
    )
    bone = spline(knots * [side, 1], closed=False, count=14)
    half = 4.9 * size * (1 - 0.62 * np.linspace(0, 1, len(bone)) ** 1.3)
    shape = path(sides(bone, half))
    part = canvas.part(shape.getBounds(), 6)
    mask = part.mask(shape)
    for end in (0, -1):
        mask = np.maximum(mask, part.mask(circle(*bone[end], half[end])))
    part.over(plumage.ink, part.grown(mask, 1.0))
    height = relief.pillow(part, mask, 3.4 * size)
    relief.metal(part, mask, height, plumage.arm, soften=0.5, depth=0.9, tone=0.92)
    canvas.join(part)


def pair(canvas: Canvas, plumage: Plumage, pose: Pose) -> None:
    """Both wings."""
    for side in (-1, 1):
        wing(canvas, side, plumage, pose)
