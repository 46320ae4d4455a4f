"""The last pass over a picture: quiet round the board and panels, vignette, grain; and the measure of its values."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from .canvas import COLUMNS, HEIGHT, ROWS, WIDTH, blur, colour, mix, smooth

Array = np.ndarray

BOARD = (472, 100, 1448, 928)
"""The board with its frame: x0, y0, x1, y1."""
PANELS = (32, 216, 440, 920)
REGIONS = {
    "board": BOARD,
    "round board": (440, 60, 1480, 936),
    "panels": PANELS,
    "head": (1560, 80, 1820, 340),
    "right": (1464, 340, 1920, 936),
    "top": (0, 0, 1920, 100),
    "bottom": (0, 936, 1920, 1080),
    "left edge": (0, 0, 32, 936),
}


@dataclass
class Scene:
    """A painted place before grading: the picture (1080, 1920, 3), where open sky shows, where warm light burns."""

    picture: Array
    sky: Array
    warm: Array


def warmth(layer: Array) -> Array:
    """Mask of lit windows and lamps in a layer: bright and much redder than blue."""
    red, blue = layer[..., 0], layer[..., 2]
    return (np.clip((red - blue - 0.15) * 4, 0, 1) * np.clip((red - 0.5) * 4, 0, 1)).astype(np.float32)


def near(box: tuple[int, int, int, int], reach: float) -> Array:
    """1 inside the box, falling to 0 `reach` px outside it."""
    x0, y0, x1, y1 = box
    dx = np.maximum(np.maximum(x0 - COLUMNS, COLUMNS - x1), 0)
    dy = np.maximum(np.maximum(y0 - ROWS, ROWS - y1), 0)
    return 1 - smooth(0, reach, np.hypot(dx, dy))


def finish(
    picture: Array,
    *,
    hush: str,
    gain: float = 1.0,
    gamma: float = 1.0,
    chroma: float = 1.0,
    vignette: float = 0.4,
    board: float = 0.45,
    panels: float = 0.3,
    seed: int = 0,
) -> Array:
    """The picture (1080, 1920, 3) made ready for the game, as uint8.

    Near the board it is blurred, darkened by the share `board` and paled; behind the panels it is calmed towards
    the colour `hush` by the share `panels`. `gain`, `gamma`, `chroma` move the whole; `vignette` darkens corners.
    """
    round_board = near(BOARD, 90)
    inside = near((BOARD[0] + 60, BOARD[1] + 40, BOARD[2] - 60, BOARD[3] - 60), 120)
    behind_panels = near(PANELS, 40)
    out = np.clip(picture * gain, 0, 1) ** gamma
    out = mix(out, out * out * (3 - 2 * out), 0.45)
    bloom = blur(np.clip(out - 0.5, 0, 1), 6.0) * 0.25 + blur(np.clip(out - 0.5, 0, 1), 26.0) * 0.28
    out = out + bloom * (1 - out)
    out = mix(out, blur(out, 3.0), near(BOARD, 26)[..., None])
    out = mix(out, blur(out, 8.0), inside[..., None])
    out = mix(out, blur(out, 2.4), (behind_panels * 0.7)[..., None])
    out = mix(out, colour(hush), (behind_panels * panels)[..., None])
    out = out * (1 - board * (0.55 * round_board**1.5 + 0.45 * inside))[..., None]
    edge = smooth(0.5, 1.3, np.hypot((COLUMNS - 1020) / 1120, (ROWS - 480) / 720))
    out = out * (1 - vignette * edge)[..., None]
    grey = (out @ np.array([0.2126, 0.7152, 0.0722], np.float32))[..., None]
    quiet = chroma * (1 - 0.3 * np.maximum(inside, behind_panels * 0.6))
    out = grey + (out - grey) * quiet[..., None]
    grain = np.random.default_rng(seed).normal(0, 0.0035, (HEIGHT, WIDTH, 1))
    return (np.clip(out + grain, 0, 1) * 255 + 0.5).astype(np.uint8)


def relit(picture: Array, hush: str, panels: float = 0.3) -> Array:
    """A finished picture whose place behind the panels shows again: the panels bring their own quiet ground.

    Takes back what :func:`finish` laid there (the colour `hush` by the share `panels`, blur, darkness), softly.
    """
    out = picture.astype(np.float32) / 255
    behind = near(PANELS, 40)
    share = (behind * panels * 0.9)[..., None]
    clear = np.clip((out - colour(hush) * share) / (1 - share), 0.002, 1)
    sharp = clear.copy()
    for _ in range(7):  # Richardson and Lucy, with the blur that was laid
        sharp = sharp * blur(clear / np.maximum(blur(sharp, 1.9), 1e-3), 1.9)
    lost = 0.45 * (0.55 * near(BOARD, 90) ** 1.5)
    sharp = sharp * (1 + 0.9 * lost)[..., None] * 1.02
    grey = (sharp @ np.array([0.2126, 0.7152, 0.0722], np.float32))[..., None]
    sharp = np.clip(grey + (sharp - grey) * 1.22, 0, 1)
    sharp = sharp + np.clip(sharp - 0.45, 0, 1) * 0.5 * (1 - sharp)
    left = behind * smooth(470, 400, COLUMNS)
    return (np.clip(mix(out, sharp, left[..., None]), 0, 1) * 255 + 0.5).astype(np.uint8)


def measure(picture: Array, name: str) -> dict[str, float]:
    """Prints and gives the mean L* of each named region of a uint8 picture, with its range and chroma."""
    lab = cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_RGB2Lab)
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    means = {}
    print(name)
    for region, (x0, y0, x1, y1) in REGIONS.items():
        part = lab[y0:y1, x0:x1, 0]
        means[region] = float(part.mean())
        low, high = np.percentile(part, (5, 95))
        strong = chroma[y0:y1, x0:x1].mean()
        print(f"  {region:12s} L* {part.mean():5.1f}  (5-95 %: {low:4.1f} to {high:4.1f})  chroma {strong:4.1f}")
    return means
