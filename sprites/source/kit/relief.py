"""Sculpted metal and enamel: height fields lit by one studio, the same for every ornament of the game.

The key light stands upper left, a cool rim light lower right, with a dark horizon between sky and floor: gold is
read as gold because dark stands beside bright in what it mirrors.
"""

from __future__ import annotations

import cv2
import numpy as np

from sprites.source.colours import Enamel, Ramp, ramp, rgb
from sprites.source.kit.paint import Canvas, smoothstep


def normals(height: np.ndarray, scale: int) -> np.ndarray:
    """Unit normals (rows, columns, 3) of `height` in finished pixels; x to the right, y down, z to the eye."""
    dx = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3) * scale / 8
    dy = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3) * scale / 8
    n = np.dstack([-dx, -dy, np.ones_like(height)])
    return n / np.linalg.norm(n, axis=-1, keepdims=True)


def _lobe(r: np.ndarray, direction: tuple[float, float, float], tightness: float) -> np.ndarray:
    d = np.array(direction, np.float32)
    d /= np.linalg.norm(d)
    return np.exp(tightness * (r @ d - 1))


def studio(n: np.ndarray, canvas: Canvas, drift: float = 0.35) -> np.ndarray:
    """Light level mirrored by a polished surface with normals `n`.

    `drift` turns the mirrored room a little from one end of the canvas to the other, as a near room would.
    """
    nx, ny, nz = n[..., 0], n[..., 1], n[..., 2]
    r = np.dstack([2 * nz * nx, 2 * nz * ny, 2 * nz * nz - 1])
    r[..., 0] += (canvas.x / canvas.room[0] - 0.5) * drift
    r[..., 1] += (canvas.y / canvas.room[1] - 0.5) * drift * 0.7
    r /= np.linalg.norm(r, axis=-1, keepdims=True)
    up = -r[..., 1]
    sky = 0.34 + 0.30 * smoothstep(-0.1, 1.0, up)
    floor = 0.20 * smoothstep(0.55, 1.0, -up)
    horizon = np.exp(-(((up + 0.36) / 0.27) ** 2))
    front = 0.07 * smoothstep(0.80, 1.0, r[..., 2])
    level = (sky + floor + front) * (1 - 0.84 * horizon)
    level *= 1 - 0.40 * np.exp(-(((up - 0.90) / 0.11) ** 2))
    level += 0.85 * smoothstep(0.34, 0.80, _lobe(r, (-0.50, -0.62, 0.60), 7))
    level += 0.30 * smoothstep(0.3, 0.8, _lobe(r, (0.45, -0.80, 0.30), 12))
    level += 0.38 * smoothstep(0.3, 0.8, _lobe(r, (0.62, 0.62, 0.40), 10))
    wide = np.exp(-((r[..., 0] / 0.80) ** 2))
    level += 0.66 * np.exp(-(((up - 0.56) / 0.19) ** 2)) * wide
    level += 0.30 * np.exp(-(((up + 0.80) / 0.12) ** 2)) * wide
    tall = np.exp(-((r[..., 1] / 0.75) ** 2))
    level += 0.62 * np.exp(-(((r[..., 0] + 0.66) / 0.20) ** 2)) * tall
    level += 0.34 * np.exp(-(((r[..., 0] - 0.74) / 0.16) ** 2)) * tall
    level -= 0.16 * np.exp(-(((r[..., 0] - 0.36) / 0.16) ** 2)) * tall
    return level


def occlusion(height: np.ndarray, canvas: Canvas, radius: float, strength: float) -> np.ndarray:
    """Darkening (0..1) of points lying below their surroundings within `radius` pixels."""
    around = canvas.blur(height, radius)
    return np.clip((around - height) * strength / radius, 0, 0.85)


def metal(
    canvas: Canvas,
    mask: np.ndarray,
    height: np.ndarray,
    stops: Ramp,
    *,
    soften: float = 0.5,
    depth: float = 1.0,
    drift: float = 0.35,
    dark: float = 1.0,
    tone: float = 1.0,
) -> None:
    """Paints polished metal of the given `height` (pixels) where `mask` covers."""
    smooth = canvas.blur(height.astype(np.float32), soften) * depth
    level = studio(normals(smooth, canvas.scale), canvas, drift) * tone
    level *= 1 - dark * occlusion(smooth, canvas, 2.5, 1.1)
    canvas.over(ramp(level, stops), mask)


def dome(canvas: Canvas, mask: np.ndarray, radius: float) -> np.ndarray:
    """Height of a quarter-round edge `radius` pixels wide with a flat top."""
    t = np.clip(canvas.inside(mask) / radius, 0, 1)
    return radius * np.sqrt(1 - (1 - t) ** 2)


def pillow(canvas: Canvas, mask: np.ndarray, height: float, spread: float = 1.0) -> np.ndarray:
    """Height of a full cushion over `mask`, `height` pixels at its deepest point."""
    d = canvas.inside(mask)
    t = np.clip(d / max(float(d.max()) * spread, 1e-3), 0, 1)
    return height * np.sqrt(1 - (1 - t) ** 2)


def outline(canvas: Canvas, mask: np.ndarray, width: float, colour: str, alpha: float = 1.0) -> None:
    """A dark contour `width` pixels wide round `mask` (draw the thing itself afterwards)."""
    canvas.over(colour, canvas.grown(mask, width) * alpha)


def metal_piece(
    canvas: Canvas,
    mask: np.ndarray,
    stops: Ramp,
    *,
    radius: float,
    ink: str,
    contour: float = 1.6,
    shadow: float = 0.55,
    drift: float = 0.35,
    flat: bool = False,
    tone: float = 1.0,
) -> None:
    """A whole metal ornament: shadow, dark contour, then a rounded body of edge `radius` pixels."""
    if shadow:
        canvas.shadow(mask, dx=1, dy=3, blur=3, alpha=shadow)
    if contour:
        outline(canvas, mask, contour, ink)
    height = dome(canvas, mask, radius) if flat else pillow(canvas, mask, radius)
    metal(canvas, mask, height, stops, drift=drift, tone=tone)


def enamel(
    canvas: Canvas,
    mask: np.ndarray,
    colours: Enamel,
    box: tuple[float, float, float, float],
    *,
    gloss: float = 0.5,
    radius: float = 8,
    glow: float = 0.8,
    bright: float = 1.0,
) -> None:
    """Glossy enamel filling `mask`, whose bounds are `box` (x, y, w, h): deep edge, lit foot, bright upper gloss."""
    x, y, w, h = box
    t = np.clip((canvas.y - y) / h, 0, 1)
    body = ramp(t, ((0, colours.body), (0.45, colours.body), (1.0, colours.deep)))
    canvas.over(np.clip(body * bright, 0, 1), mask)
    d = canvas.inside(mask)
    canvas.shade(colours.deep, mask * (1 - smoothstep(0, radius * 1.2, d)) * 0.75)
    across = (canvas.x - x - w / 2) / (w / 2)
    foot = np.exp(-(((t - 0.98) / 0.19) ** 2)) * np.exp(-((across / 0.95) ** 2))
    canvas.light(rgb(colours.light) * bright, mask * foot * glow * smoothstep(0, radius * 0.8, d))
    top = smoothstep(1.5, 3.0, d) * (1 - smoothstep(0.27, 0.33, t + 0.05 * across**2))
    canvas.light("#FFFFFF", mask * top * gloss * (0.58 - 1.1 * t))
    line = np.exp(-(((d - 2.6) / 1.1) ** 2)) * smoothstep(0.42, 0.0, t)
    canvas.light("#FFFFFF", mask * line * gloss * 0.9)
