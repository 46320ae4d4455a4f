"""How symbols move: what shimmers at rest is light laid over the still, what wins is drawn anew for every frame."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from PIL import Image

from sprites.source.kit.paint import Canvas
from sprites.source.symbols.canvas import LUMA, SIDE

SWEEP_FRAMES, SWEEP_MS = 10, 70
FLAP_FRAMES, FLAP_MS = 12, 75
_REACH = 0.74
"""How far from the middle a band of light starts and ends, in half frames."""

Pixels = np.ndarray
"""A frame's straight-alpha pixels, 0..1."""


def pixels_of(picture: Image.Image) -> Pixels:
    """A frame as floats."""
    return np.asarray(picture, np.float32) / 255


def picture_of(pixels: Pixels) -> Image.Image:
    """Floats as a frame."""
    return Image.fromarray(np.round(np.clip(pixels, 0, 1) * 255).astype(np.uint8), "RGBA")


def _axes() -> tuple[np.ndarray, np.ndarray]:
    rows, columns = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    return columns + 0.5 - SIDE / 2, rows + 0.5 - SIDE / 2


def _blur(field_: np.ndarray, radius: float) -> np.ndarray:
    import cv2

    return cv2.GaussianBlur(field_, (0, 0), radius)


def _screen(pixels: Pixels, light: np.ndarray) -> Pixels:
    """Light added where something is painted; `light` is (h, w) or (h, w, 3)."""
    light = light[..., None] if light.ndim == 2 else light
    lit = 1 - (1 - pixels[..., :3]) * (1 - np.clip(light, 0, 1))
    return np.dstack([lit, pixels[..., 3]])


def four_points(x: float, y: float, size: float, strength: float) -> np.ndarray:
    """A four-armed sparkle at (x, y) from the frame's middle."""
    u, v = (np.abs(axis - at) for axis, at in zip(_axes(), (x, y)))
    arm = size * strength + 0.1
    star = np.exp(-v / 0.8 - u / (arm * 0.45)) + np.exp(-u / 0.8 - v / (arm * 0.45))
    return np.clip(star + np.exp(-(u * u + v * v) / (2 * (arm * 0.22) ** 2)), 0, 1) * strength


def sweep(still: Image.Image, phase: float, *, faceted: bool) -> Image.Image:
    """The symbol as a band of light crosses it while `phase` runs 0..1; untouched at either end.

    On metal the band follows what is bright; on a gem each facet answers at its own moment. What lies beside the
    band dims a little, or white metal would not show it. A sparkle opens where it meets the brightest place.
    """
    pixels = pixels_of(still)
    x, y = _axes()
    along = (x * 0.86 + y * 0.51) / (SIDE / 2)
    light = _blur((pixels[..., :3] @ LUMA) * pixels[..., 3], 0.6)
    row, column = np.unravel_index(int(np.argmax(_blur(light, 2))), light.shape)
    centre = _REACH * (2 * phase - 1)
    fade = float(np.clip(6 * min(phase, 1 - phase), 0, 1))
    meeting = float(np.exp(-(((along[row, column] - centre) / 0.16) ** 2))) * fade
    if faceted:
        along = along + np.clip((_blur(light, 1.5) - _blur(light, 7)) * 1.6, -0.26, 0.26)
        answer, wide = np.clip(0.20 + 1.3 * light, 0, 1.1), 0.12
    else:
        answer, wide = np.clip(0.16 + 1.2 * light, 0, 1.15), 0.085
    band = np.exp(-(((along - centre) / wide) ** 2)) + 0.5 * np.exp(-(((along - centre + 0.24) / 0.035) ** 2))
    beside = np.exp(-(((along - centre - 0.20) / 0.09) ** 2)) + np.exp(-(((along - centre + 0.44) / 0.11) ** 2))
    dimmed = pixels.copy()
    dimmed[..., :3] *= (1 - 0.22 * fade * beside)[..., None]
    lit = (0.80 * band * answer * fade)[..., None] * (0.72 + 0.28 * pixels[..., :3])
    glint = four_points(column + 0.5 - SIDE / 2, row + 0.5 - SIDE / 2, 14, meeting)
    return picture_of(_screen(_screen(dimmed, lit), glint))


def flicker(still: Image.Image, frame: int, count: int) -> Image.Image:
    """The winter moon as its candles flicker; as drawn in frame 0."""
    turn = 2 * np.pi * frame / count
    flare = 0.13 * np.sin(2 * turn) + 0.09 * np.sin(3 * turn) + 0.05 * (1 - np.cos(4 * turn))
    x, y = _axes()
    glow = np.exp(-(((x - 20) ** 2 + (y - 10) ** 2) / 34**2))
    pixels = pixels_of(still).copy()
    pixels[..., :3] *= (1 + flare * glow * np.array([1.0, 0.8, 0.5])[:, None, None]).transpose(1, 2, 0)
    return picture_of(pixels)


def twinkle(still: Image.Image, spots: tuple[tuple[float, float, float], ...], frame: int, count: int) -> Image.Image:
    """Sparkles that open and close by turns at `spots` (x, y from the frame's middle, size); none in frame 0."""
    light = np.zeros((SIDE, SIDE), np.float32)
    for index, (x, y, size) in enumerate(spots):
        t = (frame - index * (count - 1) / (len(spots) + 1)) / (count * 0.45)
        if 0 < t < 1:
            light = np.maximum(light, four_points(x, y, size, float(np.sin(np.pi * t))))
    return picture_of(_screen(pixels_of(still), light))


def flap_lift(frame: int, count: int = FLAP_FRAMES) -> float:
    """Degrees the wings of a resting heart are lifted in a loop: up first, then down; 0 in frame 0."""
    wave = float(np.sin(2 * np.pi * frame / count))
    return round(15 * wave if wave > 0 else 11 * wave, 3)


# -- wins -----------------------------------------------------------------------------------------------------------

WIN_FRAMES = 12
WIN_MS = (60, 50, 45, 45, 60, 60, 60, 60, 60, 60, 65, 75)
"""How long each frame of a win stays; 0.7 seconds in all."""
_SCALE = (0.94, 1.0, 1.10, 1.18, 1.175, 1.15, 1.125, 1.11, 1.10, 1.10, 1.10, 1.10)
"""Size of a paying symbol: it draws back, jumps, settles large until it bursts."""
_RETURNING = (0.95, 1.0, 1.10, 1.18, 1.16, 1.13, 1.11, 1.10, 1.09, 1.07, 1.04, 1.01)
"""Size of what stays on the board."""
_EASE = (-0.06, -0.02, 0.16, 0.42, 0.64, 0.81, 0.91, 0.965, 0.99, 1.0, 1.0, 1.0)
_WAKE = (0, 0.1, 0.55, 0.95, 1, 1, 1, 1, 1, 1, 1, 1)
_PULSE = (0, 0.1, 0.55, 0.95, 1, 0.9, 0.75, 0.9, 1, 0.75, 0.4, 0.1)
_FLAP = (-8, 8, 20, 6, -11, -6, 12, 20, 4, -10, -5, 0)
_BEAT = (0.95, 1.0, 1.10, 1.06, 0.98, 1.0, 1.09, 1.04, 0.99, 1.0, 1.0, 1.0)
_YAW = (-9, -4, 12, 28, 37, 38, 32, 23, 13, 5, 1, 0)
_FLARE = (None, -1.3, -0.95, -0.6, -0.25, 0.1, 0.45, 0.8, 1.15, None, None, None)
_ROCK = (3, 2, -5, -9, -7, 0, 6, 7, 3, -2, -1, 0)
_ORBIT = (-14, -8, 18, 42, 38, 8, -28, -38, -18, 8, 5, 0)
_MOODS = ("open", "blink", *("smile",) * 8, "blink", "open")
_NOD = (0.0, 0.4, -0.8, -1.4, -0.2, 1.0, -0.2, -1.2, -0.2, 0.8, 0.3, 0.0)


@dataclass(frozen=True)
class Frame:
    """One frame of a win: the pose it is drawn in, its size and tilt (degrees), and whether snow still lies on it."""

    pose: dict[str, float | str | None] = field(default_factory=dict)
    size: float = 1.0
    tilt: float = 0.0
    snowy: bool = True


def win(name: str, k: int) -> Frame:
    """The `k`-th frame of a symbol's win."""
    size, back = _SCALE[k], _RETURNING[k]
    shaken = k < 2
    turn = float(np.radians(1))
    if name == "sun":
        pose = {"turn": np.pi / 4 * _EASE[k], "eyes": _WAKE[k], "reach": 1 + 0.25 * max(0.0, size - 1.1)}
        return Frame(pose, size, snowy=shaken)
    if name == "winged_heart":
        return Frame({"lift": _FLAP[k], "beat": _BEAT[k], "glow": 0.25 * _PULSE[k]}, size * 0.97, snowy=shaken)
    if name == "moon":
        return Frame({"orbit": _ORBIT[k] * turn, "eye": _WAKE[k]}, size, _ROCK[k], snowy=shaken)
    if name == "star":
        return Frame({"yaw": _YAW[k] * 1.25 * turn, "flare": _FLARE[k], "glow": _PULSE[k]}, size, snowy=shaken)
    if name == "scatter":
        step = 2 * np.pi / 20 * k / WIN_FRAMES * 2
        pose = {"mood": _MOODS[k], "turn": step, "shine": _PULSE[k], "nod": _NOD[k]}
        return Frame(pose, 1 + (back - 1) * 0.5)
    if name.startswith("heart_"):
        share = {"heart_green": 0.9, "heart_blue": 0.8, "heart_pink": 0.65, "heart_orange": 0.35}[name]
        pose = {
            "lift": _FLAP[k] * 0.8,
            "beat": 1 + (_BEAT[k] - 1) * 0.6,
            "phase": k / WIN_FRAMES,
            "glow": _PULSE[k] * 0.6,
        }
        return Frame(pose, 1 + (back - 1) * share)
    pose = {"yaw": _YAW[k] * turn, "flare": _FLARE[k], "glow": _PULSE[k] * 0.8}
    return Frame(pose, size, snowy=shaken)


_FLAKES = 16


def shake_off(canvas: Canvas, k: int, seed: int) -> None:
    """The snow a winning symbol throws off: flakes that fly out and fall, gone after a few frames."""
    age = k - 2
    if not 0 <= age < 5:
        return
    rng = np.random.default_rng(seed)
    for _ in range(_FLAKES):
        x, y = rng.uniform(-52, 52), rng.uniform(-62, -38)
        vx, vy = x * 0.10 + rng.uniform(-2, 2), rng.uniform(-7, -2)
        radius = rng.uniform(1.4, 3.0) * (1 - age / 6)
        at = x + vx * (age + 0.5), y + vy * (age + 0.5) + 2.2 * (age + 0.5) ** 2
        away = np.hypot(canvas.x - at[0], canvas.y - at[1])
        canvas.over("#ffffff", np.clip((radius - away) * canvas.scale + 0.5, 0, 1) * (1 - age / 6))
