"""What all symbols share: the sprite's canvas, one light, one line, and the finish that gives them to every symbol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import skia
from PIL import Image

from sprites.source.colours import Ramp, ramp, rgb
from sprites.source.kit import relief
from sprites.source.kit.paint import Canvas, bump, smoothstep

SIDE = 240
"""Side of a symbol's frame; the symbol's cell is 148 pixels in its middle."""
STILL_SCALE, MOVING_SCALE, DRAFT_SCALE = 3, 2, 1
"""Drawn pixels for one finished pixel: of what is looked at long, of what moves, and of a quick look."""
LUMA = np.array([0.2126, 0.7152, 0.0722], np.float32)
LIGHT = np.array([-0.52, -0.66, 0.54], np.float32) / np.linalg.norm([0.52, 0.66, 0.54])
"""Direction to the key light: x to the right, y down, z to the eye."""
BOUNCE = np.array([0.66, 0.66, 0.36], np.float32) / np.linalg.norm([0.66, 0.66, 0.36])
"""Direction to the cool light from the lower right."""


@dataclass
class Drawn:
    """A symbol as painted, before its line, light and shadow: the canvas and how it is finished."""

    canvas: Canvas
    ink: str
    vivid: float = 1.13
    """How far colours are pushed from grey."""
    dress: bool = True
    """Whether snow may lie on it."""


def sprite(scale: int) -> Canvas:
    """A clear canvas with its origin in the middle of a symbol's frame."""
    return Canvas(SIDE, SIDE, scale, origin=(-SIDE // 2, -SIDE // 2))


# -- paths ----------------------------------------------------------------------------------------------------------


def path(points: np.ndarray | Sequence[Sequence[float]], *, closed: bool = True) -> skia.Path:
    """The polygon (or open line) through `points`."""
    found = skia.Path()
    corners = np.asarray(points, float)
    found.moveTo(float(corners[0, 0]), float(corners[0, 1]))
    for x, y in corners[1:]:
        found.lineTo(float(x), float(y))
    if closed:
        found.close()
    return found


def circle(x: float, y: float, radius: float) -> skia.Path:
    """A circle about (x, y)."""
    found = skia.Path()
    found.addCircle(float(x), float(y), float(radius))
    return found


def spline(points: np.ndarray | Sequence[Sequence[float]], *, closed: bool = True, count: int = 24) -> np.ndarray:
    """A smooth curve through `points`, `count` corners from each to the next."""
    p = np.asarray(points, float)
    n = len(p)
    t = np.linspace(0, 1, count, endpoint=False)[:, None]
    out = []
    for i in range(n if closed else n - 1):
        if closed:
            a, b, c, d = p[(i - 1) % n], p[i], p[(i + 1) % n], p[(i + 2) % n]
        else:
            a, b, c, d = p[max(i - 1, 0)], p[i], p[i + 1], p[min(i + 2, n - 1)]
        out.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    if not closed:
        out.append(p[-1:])
    return np.vstack(out)


def sides(line: np.ndarray, half: np.ndarray | float) -> np.ndarray:
    """The band `half` pixels to either side of a line of points, as a polygon."""
    along = np.gradient(line, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None] + 1e-9
    across = np.c_[-along[:, 1], along[:, 0]] * np.broadcast_to(np.asarray(half, float), len(line))[:, None]
    return np.vstack([line + across, (line - across)[::-1]])


# -- marks ----------------------------------------------------------------------------------------------------------


def disc(canvas: Canvas, radius: float, x: float = 0, y: float = 0) -> np.ndarray:
    """Coverage of a disc."""
    return np.clip((radius - np.hypot(canvas.x - x, canvas.y - y)) * canvas.scale + 0.5, 0, 1)


def hill(u: np.ndarray, v: np.ndarray, x: float, y: float, wide: float, high: float, turn: float = 0.0) -> np.ndarray:
    """A Gaussian hill of height 1 at (x, y), turned by `turn` radians."""
    c, s = np.cos(turn), np.sin(turn)
    a, b = (u - x) * c + (v - y) * s, -(u - x) * s + (v - y) * c
    return np.exp(-((a / wide) ** 2) - (b / high) ** 2)


def clouds(canvas: Canvas, seed: int, size: float) -> np.ndarray:
    """Smooth noise from 0 to 1 in four octaves, the coarsest `size` pixels wide."""
    rng = np.random.default_rng(seed)
    out = np.zeros(canvas.shape, np.float32)
    for octave in range(4):
        cells = int(SIDE / size * 2**octave) + 3
        field = rng.random((cells, cells)).astype(np.float32)
        out += 0.5**octave * cv2.resize(field, canvas.shape[::-1], interpolation=cv2.INTER_CUBIC)
    return (out - out.min()) / np.ptp(out)


def pen(
    canvas: Canvas, points: np.ndarray | Sequence[Sequence[float]], width: float, colour: str, alpha: float = 1.0
) -> None:
    """A drawn line that swells in its middle."""
    line = np.asarray(points, float)
    t = np.linspace(0, 1, len(line))
    half = width / 2 * np.sin(np.pi * np.clip(t, 0.02, 0.98)) ** 0.6
    canvas.shade(colour, canvas.mask(path(sides(line, half))) * alpha)


def lash(
    canvas: Canvas,
    root: Sequence[float],
    over: Sequence[float],
    tip: Sequence[float],
    width: float,
    colour: str,
) -> None:
    """One hair: thick at its root, bowed, pointed at its tip."""
    t = np.linspace(0, 1, 14)[:, None]
    line = (1 - t) ** 2 * np.array(root) + 2 * t * (1 - t) * np.array(over) + t * t * np.array(tip)
    canvas.shade(colour, canvas.mask(path(sides(line, width / 2 * (1 - t[:, 0]) ** 0.8))))


def sparkle(canvas: Canvas, x: float, y: float, size: float, strength: float = 0.95) -> None:
    """A four-armed glint on what is painted."""
    dx, dy = np.abs(canvas.x - x), np.abs(canvas.y - y)
    arms = np.exp(-dy / 0.55 - dx / (size * 0.30)) + np.exp(-dx / 0.55 - dy / (size * 0.30))
    core = 0.9 * np.exp(-(dx**2 + dy**2) / (2 * (size * 0.16) ** 2))
    near = np.clip((size * 1.3 - np.hypot(dx, dy)) / 4, 0, 1)
    canvas.light("#ffffff", np.clip(arms + core, 0, 1) * strength * near)


# -- metal ----------------------------------------------------------------------------------------------------------


def tube(canvas: Canvas, line: skia.Path, width: float, levels: int = 7) -> np.ndarray:
    """Height of a round tube along a path, from nested strokes: smooth where a distance field is stepped."""
    height = np.zeros(canvas.shape, np.float32)
    for k in range(levels):
        low, high = k / levels, (k + 1) / levels
        rise = np.sqrt(1 - (1 - high) ** 2) - np.sqrt(1 - (1 - low) ** 2)
        height += rise * canvas.stroke(line, width * (1 - (low + high) / 2))
    return canvas.blur(height * (width / 2), 0.33)


def bezel(
    canvas: Canvas, line: skia.Path, width: float, metal: Ramp, ink: str, inside: np.ndarray | None = None
) -> None:
    """A round metal rim along a path, with its line and its shadow on what is painted."""
    ring = canvas.stroke(line, width)
    within = (1 - ring) if inside is None else (1 - ring) * inside
    canvas.shade(ink, canvas.stroke(line, width + 2.2) * within * 0.78)
    canvas.shade(ink, canvas.blur(canvas.shifted(ring, 1.6, 2.3), 1.6) * within * 0.52)
    relief.metal(canvas, ring, tube(canvas, line, width), metal, soften=0.2, depth=1.25)


def mirror(
    canvas: Canvas,
    mask: np.ndarray,
    height: np.ndarray,
    metal: Ramp,
    *,
    ink: str = "#1a0606",
    line: float = 1.1,
    shadow: float = 0.55,
    soften: float = 0.4,
    depth: float = 1.0,
    tone: float = 1.0,
) -> None:
    """Polished metal with a line round it and a shadow under it."""
    if shadow:
        canvas.shade(ink, canvas.blur(canvas.shifted(mask, 1.6, 2.6), 1.9) * shadow)
    if line:
        canvas.over(ink, canvas.grown(mask, line))
    relief.metal(canvas, mask, height.astype(np.float32), metal, soften=soften, depth=depth, tone=tone)


def ring(
    canvas: Canvas,
    inner: float,
    outer: float,
    metal: Ramp,
    *,
    height: float | None = None,
    y: float = 0,
    squeeze: float = 1.0,
    ink: str = "#1a0606",
    shadow: float = 0.55,
    line: float = 1.1,
) -> None:
    """A turned metal ring about (0, y); `squeeze` below 1 is how narrow it looks when turned about its upright axis."""
    radius = np.hypot(canvas.x / squeeze, canvas.y - y)
    edge = np.clip((outer - radius) * canvas.scale + 0.5, 0, 1)
    mask = edge * np.clip((radius - inner) * canvas.scale + 0.5, 0, 1)
    swell = bump(radius, (inner + outer) / 2, (outer - inner) / 2) * (height or (outer - inner) / 2)
    mirror(canvas, mask, swell, metal, ink=ink, shadow=shadow, line=line)


def bead(canvas: Canvas, x: float, y: float, radius: float, metal: Ramp, ink: str, line: float = 0.9) -> None:
    """A small metal ball."""
    part = canvas.part(circle(x, y, radius).getBounds(), 4)
    mask = part.mask(circle(x, y, radius))
    part.over(ink, part.mask(circle(x, y, radius + line)))
    relief.metal(part, mask, relief.pillow(part, mask, radius), metal, soften=0.3, depth=0.95)
    canvas.join(part)


def skin(
    canvas: Canvas,
    mask: np.ndarray,
    height: np.ndarray,
    tones: Ramp,
    *,
    hollow: float = 0.8,
    gain: float = 1.0,
    gloss: float = 0.16,
    base: float = 0.16,
    radius: float = 2.5,
) -> None:
    """A rough surface such as a face: wrapped light flattened into soft steps, dark in its hollows, no mirror."""
    normal = relief.normals(height.astype(np.float32), canvas.scale)
    half = LIGHT + np.array([0, 0, 1], np.float32)
    half /= np.linalg.norm(half)
    level = base + 0.66 * np.clip(0.25 + 0.75 * (normal @ LIGHT), 0, 1)
    level += gloss * np.clip(normal @ half, 0, 1) ** 22
    level += 0.16 * np.clip(normal @ BOUNCE, 0, 1) ** 3
    level *= 1 - hollow * relief.occlusion(height.astype(np.float32), canvas, radius, 1.0)
    canvas.over(ramp(np.clip(stepped(level * gain, 9, 0.15), 0, 1.1), tones), mask)


def stepped(level: np.ndarray, steps: float, soft: float) -> np.ndarray:
    """`level` flattened into `steps` tones to the unit, as a painter does; `soft` (below 0.5) is a tone's share."""
    high = level * steps
    low = np.floor(high)
    return (low + smoothstep(soft, 1 - soft, high - low)) / steps


# -- finish ---------------------------------------------------------------------------------------------------------

LINE = 2.5
"""Width of a symbol's outline."""


def finish(drawn: Drawn) -> Canvas:
    """Give a painted symbol its outline, a warm edge upper left, a cool one lower right, and its contact shadow."""
    canvas = drawn.canvas
    solid = smoothstep(0.35, 0.75, np.clip(canvas.rgba[..., 3], 0, 1))
    colour = canvas.rgba[..., :3]
    grey = (colour @ LUMA)[..., None]
    canvas.rgba[..., :3] = np.clip(grey + (colour - grey) * drawn.vivid, 0, canvas.rgba[..., 3:])
    deep = canvas.inside(solid)
    soft = canvas.blur(solid, 1.6)
    gx, gy = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    steep = np.hypot(gx, gy) + 1e-5
    out_x, out_y = -gx / steep, -gy / steep
    edge = solid * (deep > 0)
    warm = np.clip(out_x * LIGHT[0] + out_y * LIGHT[1], 0, 1) * np.exp(-((deep / 1.5) ** 2))
    cool = smoothstep(0.25, 0.9, out_x * 0.70 + out_y * 0.71) * np.exp(-(((deep - 1.4) / 1.25) ** 2))
    canvas.light("#FFF1D8", edge * warm * 0.35)
    canvas.light("#8FB8FF", edge * cool * 0.55)
    out = sprite(canvas.scale)
    out.over("#05020f", out.blur(out.shifted(solid, 2.0, 5.0), 4.0) * 0.62)
    out.over(drawn.ink, out.grown(solid, LINE))
    top = canvas.rgba.copy()
    top[..., :3] = np.minimum(top[..., :3], top[..., 3:])
    out.rgba = out.rgba * (1 - top[..., 3:]) + top
    return out


def moved(canvas: Canvas, scale: float, turn: float = 0.0) -> Canvas:
    """The picture scaled about the frame's middle and turned by `turn` degrees (counter-clockwise)."""
    if scale == 1 and not turn:
        return canvas
    height, width = canvas.shape
    matrix = cv2.getRotationMatrix2D((width / 2 - 0.5, height / 2 - 0.5), turn, scale).astype(np.float32)
    out = sprite(canvas.scale)
    out.rgba = np.clip(cv2.warpAffine(canvas.rgba, matrix, (width, height), flags=cv2.INTER_LINEAR), 0, 1)
    return out


def picture(canvas: Canvas, crisp: float = 0.30) -> Image.Image:
    """The finished frame, slightly sharpened, straight alpha."""
    small = cv2.resize(canvas.rgba, (canvas.width, canvas.height), interpolation=cv2.INTER_AREA)
    sharp = small + crisp * (small - cv2.GaussianBlur(small, (0, 0), 0.8))
    small = np.where(small[..., 3:] > 0.97, sharp, small)
    alpha = np.clip(small[..., 3:], 0, 1)
    alpha[alpha < 3 / 255] = 0
    colour = np.where(alpha > 1e-3, small[..., :3] / np.maximum(alpha, 1e-3), 0)
    pixels = np.clip(np.concatenate([colour, alpha], -1), 0, 1)
    return Image.fromarray(np.round(pixels * 255).astype(np.uint8), "RGBA")


def tint(colour: str | np.ndarray) -> np.ndarray:
    """A colour as three floats."""
    return rgb(colour) if isinstance(colour, str) else colour
