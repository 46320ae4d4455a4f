"""Sun and winged heart: golden relief on enamel grounds."""

from __future__ import annotations

import numpy as np

from sprites.source.colours import ramp
from sprites.source.kit.paint import Canvas, smoothstep
from sprites.source.symbols import wings
from sprites.source.symbols.canvas import (
    Drawn,
    bead,
    disc,
    hill,
    lash,
    mirror,
    path,
    pen,
    ring,
    skin,
    sparkle,
    sprite,
    stepped,
)
from sprites.source.symbols.hearts import glossy_heart, jewel
from sprites.source.symbols.tones import COPPER, HEARTS, PINK, ROSE, SUN_FACE, WARM_GOLD
from sprites.source.symbols.wings import Pose

RAYS = 8
"""Straight rays of the sun, and as many waved ones between them."""
_FACE_INK = "#5c1203"


def _rays(canvas: Canvas, turn: float, reach: float) -> None:
    """Straight golden rays over waved copper ones, turned by `turn` radians; `reach` lengthens them."""
    radius, angle = np.hypot(canvas.x, canvas.y), np.arctan2(-canvas.y, canvas.x)
    step = 2 * np.pi / RAYS
    foot = 40.0
    for waved in (True, False):
        tip = (71.5 if waved else 75.5) * reach
        t = (radius - foot) / (tip - foot)
        sway = 0.085 * np.sin(t * 2 * np.pi * 1.05) * smoothstep(0, 0.5, t) if waved else 0.0
        first = np.pi / 2 + turn + (step / 2 if waved else 0)
        off = (np.mod(angle - first - sway + step / 2, step) - step / 2) * radius
        broad = 10.6 if waved else 14.5
        half = broad * np.minimum(1, 0.62 + 0.38 * t / 0.30)
        half = half * np.clip((1 - t) / 0.72, 0, 1) ** (0.80 if waved else 0.92)
        edge = np.where((t > 0) & (t < 1), half - np.abs(off), -5.0)
        mask = np.clip(edge * canvas.scale * 0.85 + 0.5, 0, 1).astype(np.float32)
        ridge = np.clip(1 - np.abs(off) / np.maximum(half, 0.6), 0, 1) ** 0.92
        height = ridge * (6.0 if waved else 9.0) * np.clip(half / broad * 1.2, 0, 1)
        mirror(
            canvas,
            mask,
            height,
            COPPER if waved else WARM_GOLD,
            ink="#3a0606",
            line=1.0,
            soften=0.35,
            shadow=0.5,
            tone=0.95 if waved else 1.0,
        )


def _sun_relief(u: np.ndarray, v: np.ndarray, smile: float) -> np.ndarray:
    """Height of the sun's features over its dome, as a share of the face's radius."""
    high = np.zeros_like(u)
    for side in (-1, 1):
        high += 0.050 * hill(u, v, side * 0.38, -0.31, 0.27, 0.075, side * 0.20)  # brow
        high -= 0.075 * hill(u, v, side * 0.37, -0.10, 0.26, 0.15)  # socket
        high += 0.080 * hill(u, v, side * 0.38, -0.05, 0.185, 0.115)  # lid over the eyeball
        high += 0.100 * hill(u, v, side * 0.52, 0.27 - 0.03 * smile, 0.22, 0.19)  # cheek
        high -= 0.030 * hill(u, v, side * 0.27, 0.30, 0.06, 0.16, side * -0.35)  # fold by the nose
        high += 0.035 * hill(u, v, side * 0.105, 0.205, 0.055, 0.05)  # nostril
    high += 0.075 * hill(u, v, 0, -0.02, 0.075, 0.26) + 0.085 * hill(u, v, 0, 0.17, 0.10, 0.085)
    high += 0.040 * hill(u, v, 0, 0.40, 0.20, 0.045) + 0.055 * hill(u, v, 0, 0.545 + 0.03 * smile, 0.16, 0.06)
    high -= 0.030 * hill(u, v, 0, 0.66, 0.20, 0.05)
    return high + 0.060 * hill(u, v, 0, 0.80, 0.20, 0.12)


def _sun_face(canvas: Canvas, size: float, eyes: float, smile: float) -> None:
    """The face, `size` pixels in radius; `eyes` and `smile` open from 0 to 1."""
    u, v = canvas.x / size, canvas.y / size
    far = np.hypot(u, v)
    mask = np.clip(size * (1 - far) * canvas.scale + 0.5, 0, 1).astype(np.float32)
    height = (0.50 * np.sqrt(np.clip(1.02 - far * far, 0, 1)) + _sun_relief(u, v, smile)).astype(np.float32) * size
    canvas.shade("#3a0606", canvas.blur(canvas.shifted(mask, 1.5, 3.0), 2.4) * 0.6)
    canvas.over("#4a0f04", canvas.grown(mask, 1.2))
    skin(canvas, mask, canvas.blur(height, 0.35), SUN_FACE, hollow=0.9, gain=1.02)
    canvas.shade("#c4420a", mask * smoothstep(0.25, 1.25, u * 0.62 + v * 0.78) * 0.55)
    back = np.exp(-(((far - 0.95) / 0.05) ** 2)) * smoothstep(0.2, 0.9, u * 0.7 + v * 0.7)
    canvas.light("#ffd27a", mask * back * 0.6)
    for side in (-1, 1):
        canvas.shade("#ff5a2a", mask * hill(u, v, side * 0.55, 0.30, 0.20, 0.15) * 0.42)
        canvas.light("#fff6d8", mask * hill(u, v, side * 0.52 - 0.07, 0.20, 0.075, 0.045, -0.3) * 0.55)
    canvas.light("#fff8dc", mask * hill(u, v, -0.20, -0.58, 0.34, 0.13, -0.28) * 0.60)
    canvas.light("#fffdf0", mask * hill(u, v, -0.035, 0.135, 0.035, 0.04) * 0.75)
    for side in (-1, 1):
        _sun_eye(canvas, size, side, eyes, mask)
    _sun_mouth(canvas, size, smile)


def _sun_eye(canvas: Canvas, size: float, side: int, open_: float, face: np.ndarray) -> None:
    u, v = canvas.x / size, canvas.y / size
    x, y = side * 0.38, -0.03
    t = np.linspace(-1, 1, 25)
    bow = 1 - t**2
    if open_ > 0.03:
        upper = np.c_[x + 0.22 * t, y - 0.16 * open_ * bow + 0.02] * size
        lower = np.c_[x + 0.22 * t, y + 0.06 + 0.05 * bow] * size
        white = canvas.mask(path(np.r_[upper, lower[::-1]])) * face
        canvas.over("#fffbe6", white)
        away = np.hypot(u - x, (v - y) / 1.15)
        tone = np.clip(0.5 + 0.45 * (v - y) / 0.12, 0, 1)
        iris = ramp(tone, ((0, "#8a2200"), (0.5, "#e86400"), (1, "#ffd24a")))
        canvas.over(iris, white * smoothstep(0.135, 0.118, away))
        canvas.over("#4a0c00", white * smoothstep(0.068, 0.054, away))
        canvas.over("#ffffff", white * smoothstep(0.045, 0.032, np.hypot(u - x + 0.05, v - y + 0.06)))
        lid = v - (y - 0.16 * open_ * (1 - ((u - x) / 0.22) ** 2))
        canvas.shade("#a33a08", white * smoothstep(0.05, -0.02, lid) * 0.35)
        pen(canvas, np.c_[x + 0.25 * t, y - 0.16 * open_ * bow + 0.008] * size, 2.6, _FACE_INK)
        pen(canvas, np.c_[x + 0.20 * t, y + 0.06 + 0.05 * bow] * size, 1.2, _FACE_INK, 0.8)
    else:
        pen(canvas, np.c_[x + 0.235 * t, y + 0.015 + 0.105 * bow] * size, 2.9, _FACE_INK)
        pen(canvas, np.c_[x + 0.20 * t, y - 0.135 + 0.03 * t**2] * size, 1.1, "#a33a08", 0.75)
        for hair in (
            ((0.215, 0.030), (0.28, 0.045), (0.315, 0.005)),
            ((0.185, 0.055), (0.245, 0.095), (0.29, 0.075)),
            ((0.135, 0.085), (0.18, 0.145), (0.225, 0.145)),
        ):
            root, over, tip = (((x + side * a) * size, (y + b) * size) for a, b in hair)
            lash(canvas, root, over, tip, 2.4 * size / 40, _FACE_INK)
    brow = -0.30 - 0.05 * open_ - 0.075 * bow + side * t * 0.03
    pen(canvas, np.c_[x + side * 0.03 + 0.25 * t, brow] * size, 3.0, "#8a2c06", 0.9)


def _sun_mouth(canvas: Canvas, size: float, smile: float) -> None:
    u, v = canvas.x / size, canvas.y / size
    t = np.linspace(-1, 1, 31)
    bow = 1 - t**2
    if smile > 0.05:
        top = 0.43 + 0.02 * bow - 0.05 * t**2
        low = 0.43 + (0.06 + 0.15 * smile) * bow - 0.05 * t**2
        inside = canvas.mask(path(np.r_[np.c_[0.30 * t, top], np.c_[0.30 * t, low][::-1]] * size))
        canvas.over("#6a1004", inside)
        canvas.over("#ff7a54", inside * hill(u, v, 0, 0.43 + 0.18 * smile, 0.16, 0.055))
        pen(canvas, np.c_[0.32 * t, 0.43 + 0.02 * bow - 0.055 * t**2] * size, 2.2, _FACE_INK)
    else:
        pen(canvas, np.c_[0.29 * t, 0.475 - 0.075 * t**2 + 0.02 * np.cos(t * np.pi * 2)] * size, 2.5, _FACE_INK)
    for side in (-1, 1):
        corner = np.array([(side * 0.28, 0.36), (side * 0.315, 0.395), (side * 0.305, 0.44)]) * size
        pen(canvas, corner, 1.4, _FACE_INK, 0.8)
        nostril = np.array([(side * 0.05, 0.245), (side * 0.09, 0.255), (side * 0.115, 0.23)]) * size
        pen(canvas, nostril, 1.3, _FACE_INK, 0.7)
    pen(canvas, np.array([(-0.10, 0.645), (0, 0.66), (0.10, 0.645)]) * size, 1.3, "#a33a08", 0.6)


def sun(*, turn: float = 0.0, eyes: float = 0.0, reach: float = 1.0, scale: int = 3) -> Drawn:
    """The sun; its rays turned by `turn` radians and `reach` times as long, its eyes open from 0 to 1."""
    canvas = sprite(scale)
    _rays(canvas, turn, reach)
    ground = disc(canvas, 52)
    canvas.over("#4a0510", canvas.grown(ground, 1.2))
    beams = 0.5 + 0.5 * np.cos(32 * (np.arctan2(-canvas.y, canvas.x) - turn))
    level = 0.25 + 0.5 * (0.5 - (canvas.x + canvas.y) / 150) + 0.10 * smoothstep(0.3, 0.8, beams)
    canvas.over(ramp(np.clip(level, 0, 1), ((0, "#8a0420"), (0.5, "#e0142a"), (1, "#ff6a3a"))), ground)
    ring(canvas, 48.6, 53.6, WARM_GOLD, height=2.7, ink="#4a0610")
    for k in range(16):
        angle = np.pi * (k + 0.5) / 8 + turn
        bead(canvas, 45.1 * np.cos(angle), -45.1 * np.sin(angle), 1.7 if k % 2 else 2.3, WARM_GOLD, "#4a0610", 0.7)
    ring(canvas, 38.6, 41.4, WARM_GOLD, height=1.5, ink="#4a0610", shadow=0.4)
    _sun_face(canvas, 39.5, eyes, 0.6 * eyes)
    if eyes:
        warmth = disc(canvas, 76) * np.exp(-((np.hypot(canvas.x, canvas.y) / 60) ** 2))
        canvas.light("#ffd27a", warmth * eyes * 0.22)
    sparkle(canvas, -38, -39, 13)
    return Drawn(canvas, "#2e0508")


HEART_Y = 4.0
"""How far the winged heart's ring lies below the cell's middle."""


def winged_heart(*, lift: float = 0.0, beat: float = 1.0, glow: float = 0.0, scale: int = 3) -> Drawn:
    """The winged heart; wings `lift` degrees up, the heart `beat` times its size and lit by `glow`."""
    canvas = sprite(scale)
    ground = disc(canvas, 51, 0, HEART_Y)
    canvas.over("#3c0424", canvas.grown(ground, 1.2))
    y = canvas.y - HEART_Y
    radius, angle = np.hypot(canvas.x, y), np.arctan2(-y, canvas.x)
    beams = smoothstep(0.35, 0.65, 0.5 + 0.5 * np.cos(24 * angle)) * smoothstep(54, 30, radius)
    level = 0.80 - radius / 92 + 0.18 * beams - (canvas.x + canvas.y) / 400
    level = 0.5 * level + 0.5 * stepped(level, 7, 0.2)
    canvas.over(ramp(np.clip(level, 0, 1), ((0, "#4a0636"), (0.5, "#a81274"), (1, "#ff5ab0"))), ground)
    ring(canvas, 46.5, 53.8, ROSE, height=3.4, y=HEART_Y, ink="#3c0424")
    for k in range(11):
        turn = np.radians(180 + 180 * (k + 0.5) / 11)
        at = 50.2 * np.cos(turn), HEART_Y - 50.2 * np.sin(turn)
        if k == 5:
            continue
        bead(canvas, *at, 2.4 if k % 2 else 3.2, WARM_GOLD, "#3c0424")
    jewel(canvas, 0, HEART_Y + 50.4, 6.0, 5.0, HEARTS["pink"], setting=2.4, ink="#3c0424")
    for side in (-1, 1):
        jewel(canvas, side * 37.0, HEART_Y + 34.0, 4.4, 4.4, HEARTS["blue"], setting=2.0, ink="#3c0424")
    rate = (0.7, 1.0, 1.0) if lift >= 0 else (0.8, 1.0, 0.8)
    wings.pair(canvas, wings.GOLD, Pose((21, 14), 0.91, raised=7, lift=lift, rate=rate))
    glossy_heart(canvas, 88 * beat, PINK, y=9, rim=6.2, ink="#3a0422", glow=1.0 + glow)
    sparkle(canvas, -26 * beat, -17 * beat + 4, 11)
    return Drawn(canvas, "#2c0418")
