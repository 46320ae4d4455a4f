"""From a linear render to a finished sprite: grade, clarity, rim light, ink contour, halo and contact shadow.

Everything works on a canvas of twice the sprite's size; `reduce` halves it at the end.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

Plane = NDArray[np.float32]
"""One value a pixel, shape (h, w)."""
Colours = NDArray[np.float32]
"""Display-referred colour 0..1 a pixel, not premultiplied, shape (h, w, 3)."""
Picture = NDArray[np.float32]
"""Linear, premultiplied RGBA, shape (h, w, 4)."""

CELL = 240
"""Side of a finished sprite's canvas; its centre is the centre of the board's cell."""
OVER = 2
"""How much larger the working canvas is."""
CANVAS = CELL * OVER

CONTOUR = 3.0 * OVER
HALO = 5.5 * OVER
LUMA = np.array([0.2126, 0.7152, 0.0722], np.float32)


@dataclass(frozen=True)
class Look:
    """How a symbol is graded. `lightness` is the mean L* its surface is brought to (0: left alone).

    `core` lights a gem from within, low in its body, and darkens its brim.
    """

    halo: tuple[int, int, int]
    saturation: float = 1.3
    gamma: float = 1.16
    clarity: float = 0.6
    rim: float = 0.3
    glints: int = 2
    lightness: float = 0.0
    display_saturation: float = 1.0
    core: float = 0.0
    tint: tuple[float, float, float] = (1, 1, 1)
    ink: tuple[int, int, int] = (20, 6, 36)


@dataclass(frozen=True)
class Fit:
    """Where scene pixels land on the canvas: scale, and the shift that follows it."""

    scale: float
    dx: float
    dy: float


@dataclass
class Layer:
    """A graded picture on the working canvas: colours, coverage, and light that spills over its edge."""

    colour: Colours
    alpha: Plane
    spill: Colours


def to_display(linear: NDArray[np.float32]) -> NDArray[np.float32]:
    """The sRGB curve, clipped to 0..1."""
    linear = np.clip(linear, 0, 1)
    return np.where(linear < 0.0031308, linear * 12.92, 1.055 * np.maximum(linear, 1e-8) ** (1 / 2.4) - 0.055)


def blur(plane: NDArray[np.float32], sigma: float) -> NDArray[np.float32]:
    """Gaussian blur; `sigma` in working pixels."""
    return cv2.GaussianBlur(plane, (0, 0), sigma)


def luma(colour: NDArray[np.float32]) -> Plane:
    """Weighted grey of a colour picture."""
    return colour @ LUMA


def screen(below: NDArray[np.float32], light: NDArray[np.float32]) -> NDArray[np.float32]:
    """Add light without clipping."""
    return 1 - (1 - np.clip(below, 0, 1)) * (1 - np.clip(light, 0, 1))


def outside_distance(alpha: Plane) -> Plane:
    """Anti-aliased distance to the silhouette in working pixels, 0 inside."""
    height, width = alpha.shape
    large = cv2.resize(alpha, (width * 2, height * 2), interpolation=cv2.INTER_CUBIC)
    distance = cv2.distanceTransform((large <= 0.5).astype(np.uint8), cv2.DIST_L2, 5) / 2
    return cv2.resize(distance, (width, height), interpolation=cv2.INTER_AREA)


def fit_box(alpha: Plane, longest: float, centre: tuple[float, float] = (0, 0)) -> Fit:
    """The fit that gives the silhouette's longer side `longest` sprite pixels and centres it at `centre`."""
    rows, columns = np.where(alpha > 0.3)
    left, right, top, bottom = columns.min(), columns.max() + 1, rows.min(), rows.max() + 1
    scale = longest * OVER / max(bottom - top, right - left)
    middle = CANVAS / 2
    return Fit(
        scale,
        middle + centre[0] * OVER - scale * (left + right) / 2,
        middle + centre[1] * OVER - scale * (top + bottom) / 2,
    )


def place(picture: Picture, fit: Fit) -> Picture:
    """The render moved onto the working canvas."""
    matrix = np.array([[fit.scale, 0, fit.dx], [0, fit.scale, fit.dy]], np.float32)
    method = cv2.INTER_CUBIC if fit.scale >= 1 else cv2.INTER_AREA
    return np.dstack(
        [
            cv2.warpAffine(np.ascontiguousarray(picture[..., k]), matrix, (CANVAS, CANVAS), flags=method)
            for k in range(4)
        ]
    )


def mean_lightness(colour: Colours, alpha: Plane) -> float:
    """Mean CIE L* over the covered pixels."""
    lab = cv2.cvtColor(np.ascontiguousarray(colour, np.float32), cv2.COLOR_RGB2LAB)
    return float(lab[..., 0][alpha > 0.9].mean())


def _to_lightness(colour: Colours, alpha: Plane, wanted: float) -> Colours:
    """Bend the picture with one gamma until its mean L* is `wanted`."""
    low, high = 0.45, 2.2
    for _ in range(14):
        middle = (low + high) / 2
        if mean_lightness(colour**middle, alpha) > wanted:
            low = middle
        else:
            high = middle
    return colour ** ((low + high) / 2)


def _lit_within(colour: Colours, alpha: Plane, strength: float) -> Colours:
    """A glow of the stone's own colour low in its body, a darker brim, a sheen at the upper left."""
    rows, columns = np.where(alpha > 0.5)
    cy, cx = rows.mean(), columns.mean()
    height, width = np.ptp(rows) / 2, np.ptp(columns) / 2
    y, x = np.mgrid[0 : alpha.shape[0], 0 : alpha.shape[1]].astype(np.float32)
    v, u = (y - cy) / height, (x - cx) / width
    body = colour[alpha > 0.9].mean(0)
    body = np.clip(body / body.max(), 0, 1)
    glow = np.exp(-(((u - 0.08) / 0.50) ** 2) - ((v - 0.34) / 0.42) ** 2)[..., None] * strength
    depth = cv2.distanceTransform((alpha > 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    brim = np.exp(-depth / 12)[..., None] * np.clip(0.55 + 0.6 * (u + v), 0, 1)[..., None] * strength
    sheen = np.exp(-(((u + 0.45) / 0.42) ** 2) - ((v + 0.50) / 0.36) ** 2)[..., None] * strength * 0.30
    lit = screen(colour, colour * glow * 0.55 + body * glow * 0.22)
    return screen(lit * (1 - 0.5 * brim), sheen * (0.5 + 0.5 * body)).astype(np.float32)


def _glint(height: int, width: int, x: int, y: int, radius: float) -> Plane:
    """A small four-armed sparkle."""
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    u, v = np.abs(columns - x), np.abs(rows - y)
    distance = np.hypot(u, v)
    arms = np.exp(-v / 1.1 - u / 4.2) + np.exp(-u / 1.1 - v / 4.2) + np.exp(-(distance**2) / 14)
    return np.clip(arms, 0, 1.3) * np.clip((radius - distance) / 4, 0, 1)


def _glints(colour: Colours, alpha: Plane, depth: Plane, count: int) -> Plane:
    """Sparkles on the brightest places that lie well apart."""
    height, width = alpha.shape
    light = np.zeros_like(alpha)
    bright = blur(luma(colour) * alpha, 2) * (depth > 5)
    for i in range(count):
        y, x = np.unravel_index(int(np.argmax(bright)), bright.shape)
        if bright[y, x] < 0.55:
            break
        light = np.maximum(light, _glint(height, width, int(x), int(y), 12 - 2 * i))
        cv2.circle(bright, (int(x), int(y)), 66, 0, -1)
    return light


def with_facets(picture: Picture, facets: Picture, strength: float = 1.0) -> Picture:
    """A glass render times its facet map (grey about 0.5, both placed), bright facets catching white."""
    cover = np.maximum(facets[..., 3:], 1e-3)
    value = np.clip(facets[..., :1] / cover, 0, 1.2) * np.clip(facets[..., 3:], 0, 1) + 0.5 * (1 - np.clip(cover, 0, 1))
    factor = 1 + strength * (1.7 * (value - 0.5))
    shine = np.clip(value - 0.82, 0, 1) * 0.6 * strength
    out = picture.copy()
    out[..., :3] = out[..., :3] * np.clip(factor, 0.15, 3) + shine * out[..., 3:]
    return out


def grade(placed: Picture, look: Look) -> Layer:
    """Tone, local contrast, rim light and glints of a render on the working canvas."""
    alpha = np.clip(placed[..., 3], 0, 1)
    linear = np.where(alpha[..., None] > 0.004, placed[..., :3] / np.maximum(alpha, 1e-3)[..., None], 0)
    grey = luma(linear)[..., None]
    linear = np.maximum(grey + (linear - grey) * look.saturation, 0) * np.array(look.tint, np.float32)
    colour = to_display(np.minimum(linear / (1 + 0.12 * linear), 1)) ** look.gamma
    light = luma(colour)
    wide = blur(light * alpha, 9) / np.maximum(blur(alpha, 9), 1e-3)
    fine = blur(light * alpha, 1.1) / np.maximum(blur(alpha, 1.1), 1e-3)
    detail = look.clarity * (light - wide) + 0.6 * (light - fine)
    colour = np.clip(colour + detail[..., None] * (0.6 + 0.4 * colour), 0, 1)
    if look.core:
        colour = _lit_within(colour, alpha, look.core)
    if look.lightness:
        colour = _to_lightness(colour, alpha, look.lightness)
    grey = luma(colour)[..., None]
    colour = np.clip(grey + (colour - grey) * look.display_saturation, 0, 1)

    depth = cv2.distanceTransform((alpha > 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    dx = cv2.Sobel(blur(alpha, 3), cv2.CV_32F, 1, 0)
    dy = cv2.Sobel(blur(alpha, 3), cv2.CV_32F, 0, 1)
    length = np.hypot(dx, dy) + 1e-4
    lit = np.clip((dx * 0.6 + dy * 0.8) / length, 0, 1) * np.exp(-depth / 2.6) * (depth > 0)
    shaded = np.clip(-(dx * 0.5 + dy * 0.85) / length, 0, 1) * np.exp(-depth / 4.5) * (depth > 0)
    colour = screen(colour, look.rim * lit[..., None] * np.array([1, 0.96, 0.88], np.float32))
    colour = colour * (1 - 0.35 * shaded[..., None])

    hot = np.minimum(np.maximum(linear - 0.8, 0) * alpha[..., None], 2)
    bloom = to_display(blur(hot, 2.0) * 0.5 + blur(hot, 4.0) * 0.3) * 0.5
    spill = screen(bloom, _glints(colour, alpha, depth, look.glints)[..., None])
    return Layer(colour.astype(np.float32), alpha, spill.astype(np.float32))


def over(top: Layer, below: Layer) -> Layer:
    """`top` laid over `below`."""
    alpha = top.alpha + below.alpha * (1 - top.alpha)
    shares = (top.alpha / np.maximum(alpha, 1e-4))[..., None]
    spill = screen(top.spill, below.spill * (1 - top.alpha)[..., None])
    return Layer(top.colour * shares + below.colour * (1 - shares), alpha, spill)


def compose(layer: Layer, look: Look) -> Picture:
    """The finished picture, display-referred and premultiplied, on the working canvas.

    From below: contact shadow, coloured halo, 3 px ink contour, the symbol, its spill.
    """
    alpha = layer.alpha
    away = outside_distance(alpha)
    contour = np.clip(CONTOUR + 0.5 - away, 0, 1)
    shadow = np.roll(blur(alpha, 6), (8, 2), (0, 1)) * 0.55
    halo = blur(alpha, HALO * 0.6) * 0.55 * np.clip(1 - away / (HALO * 1.7), 0, 1)
    colour = np.array(look.halo, np.float32) / 255 * halo[..., None]
    cover = 1 - (1 - shadow * 0.6) * (1 - halo * 0.55)
    ink = np.array(look.ink, np.float32) / 255
    colour = colour * (1 - contour[..., None]) + ink * contour[..., None]
    cover = 1 - (1 - cover) * (1 - contour)
    colour = colour * (1 - alpha[..., None]) + layer.colour * alpha[..., None]
    cover = 1 - (1 - cover) * (1 - alpha)
    spill = layer.spill * np.clip(1 - away / 12, 0, 1)[..., None]
    colour = screen(colour, spill)
    cover = np.maximum(cover, spill.max(-1))
    return np.dstack([np.minimum(colour, cover[..., None]), cover]).astype(np.float32)


def reduce(picture: Picture, sharpen: float = 0.35) -> Image.Image:
    """Halve a composed picture to the sprite's size, a little sharpened, as a straight-alpha image."""
    height, width = picture.shape[:2]
    small = cv2.resize(picture, (width // OVER, height // OVER), interpolation=cv2.INTER_AREA)
    if sharpen:
        crisp = small + sharpen * (small - blur(small, 0.8))
        small = np.where(small[..., 3:] > 0.98, crisp, small)
    small = np.clip(small, 0, 1)
    alpha = small[..., 3]
    alpha[alpha < 3 / 255] = 0
    straight = np.where(alpha[..., None] > 0, small[..., :3] / np.maximum(alpha, 1e-3)[..., None], 0)
    pixels = np.dstack([np.clip(straight, 0, 1), alpha])
    return Image.fromarray((pixels * 255 + 0.5).astype(np.uint8), "RGBA")
