"""A small cel-painting kit on Skia: splines, tapered ribbons, inked lines and layered canvases.

Lengths are drawing units (two units are one pixel of the finished figure); curves are float arrays of shape (n, 2).
A control point with a true third value is a corner; all others are passed smoothly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import skia
from numpy.typing import NDArray
from scipy.interpolate import PchipInterpolator

Curve = NDArray[np.float64]
Point = Sequence[float]
Across = float | Callable[[NDArray[np.float64]], NDArray[np.float64]]

#: Canvas of one layer in units: x from LEFT, y from TOP.
LEFT, TOP, WIDTH, HEIGHT = -360, -60, 1360, 1800
#: Samples a unit while drawing; layers are averaged down to one.
OVERSAMPLING = 2


# ---------------------------------------------------------------- colours
def rgb(colour: str) -> tuple[int, int, int]:
    """The three bytes of '#rrggbb'."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(a: str, b: str, share: float) -> str:
    """The colour `share` of the way from a to b."""
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(rgb(a), rgb(b), strict=True))


def skia_colour(colour: str, alpha: float = 1.0) -> int:
    """A Skia colour from '#rrggbb' and an alpha of 0..1."""
    return int(skia.Color(*rgb(colour), int(255 * alpha + 0.5)))


Stop = str | tuple[float, str] | tuple[float, str, float]


@dataclass(frozen=True)
class Linear:
    """A linear gradient; stops are colours or (place, colour[, alpha])."""

    start: Point
    end: Point
    stops: Sequence[Stop]


@dataclass(frozen=True)
class Radial:
    """A radial gradient about `centre`."""

    centre: Point
    radius: float
    stops: Sequence[Stop]


Fill = str | Linear | Radial


def linear(start: Point, end: Point, *stops: Stop) -> Linear:
    """A linear gradient from start to end."""
    return Linear(start, end, stops)


def radial(centre: Point, radius: float, *stops: Stop) -> Radial:
    """A radial gradient from the centre outwards."""
    return Radial(centre, radius, stops)


def make_paint(fill: Fill, alpha: float = 1.0, blur: float = 0.0) -> skia.Paint:
    """A Skia paint for a fill; `blur` is a standard deviation in units."""
    paint = skia.Paint(AntiAlias=True)
    if isinstance(fill, str):
        paint.setColor(skia_colour(fill, alpha))
    else:
        count = len(fill.stops)
        places: list[float] = []
        colours: list[int] = []
        for index, stop in enumerate(fill.stops):
            place, colour, opacity = index / max(1, count - 1), stop, 1.0
            if isinstance(stop, tuple):
                place, colour = stop[0], stop[1]
                opacity = stop[2] if len(stop) > 2 else 1.0
            places.append(float(place))
            colours.append(skia_colour(str(colour), opacity * alpha))
        if isinstance(fill, Radial):
            shader = skia.GradientShader.MakeRadial(skia.Point(*map(float, fill.centre)), fill.radius, colours, places)
        else:
            ends = [skia.Point(*map(float, fill.start)), skia.Point(*map(float, fill.end))]
            shader = skia.GradientShader.MakeLinear(ends, colours, places)
        paint.setShader(shader)
    if blur:
        paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, blur))
    return paint


# ---------------------------------------------------------------- curves
def trace(text: str) -> list[tuple[float, ...]]:
    """Control points from "x,y x,y* ..."; a star marks a corner."""
    places = []
    for word in text.split():
        x, y = word.rstrip("*").split(",")
        places.append((float(x), float(y), 1.0) if word.endswith("*") else (float(x), float(y)))
    return places


def offset(dx: float, dy: float) -> Curve:
    """A shift to add to a curve, shape (2,)."""
    return np.array([dx, dy], float)


def _catmull_rom(points: Sequence[Point], step: float) -> list[Curve]:
    """Centripetal Catmull-Rom pieces through the points, each without its last sample."""
    p = np.asarray(points, float)
    if len(p) == 2:
        count = max(2, int(np.hypot(*(p[1] - p[0])) / step))
        return [p[0] + (p[1] - p[0]) * np.linspace(0, 1, count, endpoint=False)[:, None]]
    p = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    pieces = []
    for i in range(1, len(p) - 2):
        before, a, b, after = p[i - 1 : i + 3]
        gaps = [max(1e-3, float(np.hypot(*(v - u))) ** 0.5) for u, v in ((before, a), (a, b), (b, after))]
        m1 = (b - a) + gaps[1] * ((a - before) / gaps[0] - (b - before) / (gaps[0] + gaps[1]))
        m2 = (b - a) + gaps[1] * ((after - b) / gaps[2] - (after - a) / (gaps[1] + gaps[2]))
        count = max(3, int(np.hypot(*(b - a)) / step))
        t = np.linspace(0, 1, count, endpoint=False)[:, None]
        pieces.append(
            (2 * t**3 - 3 * t**2 + 1) * a + (t**3 - 2 * t**2 + t) * m1 + (-2 * t**3 + 3 * t**2) * b + (t**3 - t**2) * m2
        )
    return pieces


def spline(points: Sequence[Point], closed: bool = False, step: float = 3.0) -> Curve:
    """A smooth curve through the points, broken at its corners."""
    corners = [i for i, p in enumerate(points) if len(p) > 2 and p[2]]
    xy = [(float(p[0]), float(p[1])) for p in points]
    if closed and not corners:
        wrap = min(3, len(xy))
        pieces = _catmull_rom(xy[-wrap:] + xy + xy[: wrap + 1], step)
        return np.vstack(pieces[wrap : wrap + len(xy)])
    if closed:
        first = corners[0]
        xy = xy[first:] + xy[:first] + [xy[first]]
        corners = [c - first for c in corners] + [len(xy) - 1]
    else:
        corners = sorted({0, *corners, len(xy) - 1})
    runs = [np.vstack(_catmull_rom(xy[a : b + 1], step)) for a, b in pairwise(corners)]
    return np.vstack([*runs, np.array([xy[-1]])])


def resample(curve: Curve, count: int) -> Curve:
    """The same polyline with `count` evenly spaced points."""
    length = np.r_[0, np.cumsum(np.hypot(*np.diff(curve, axis=0).T))]
    at = np.linspace(0, length[-1], count)
    return np.c_[np.interp(at, length, curve[:, 0]), np.interp(at, length, curve[:, 1])]


def ellipse(x: float, y: float, rx: float, ry: float, turn: float = 0.0, count: int = 72) -> Curve:
    """An ellipse turned by `turn` degrees."""
    t = np.linspace(0, 2 * np.pi, count, endpoint=False)
    u, v, r = rx * np.cos(t), ry * np.sin(t), np.radians(turn)
    return np.c_[x + u * np.cos(r) - v * np.sin(r), y + u * np.sin(r) + v * np.cos(r)]


def star(x: float, y: float, radius: float, waist: float = 0.3, points: int = 4, turn: float = -90.0) -> Curve:
    """A star whose inner corners lie at `waist` of its radius."""
    angles = np.radians(turn + np.arange(2 * points) * 180.0 / points)
    radii = np.where(np.arange(2 * points) % 2 == 0, radius, radius * waist)
    return np.c_[x + radii * np.cos(angles), y + radii * np.sin(angles)]


def tangents(curve: Curve) -> Curve:
    """Unit directions along a polyline."""
    t = np.gradient(curve, axis=0)
    return t / (np.hypot(*t.T)[:, None] + 1e-9)


def bulge(rest: float, top: float, begin: float = 0.0, end: float = 1.0, power: float = 0.8) -> Across:
    """An across-value that leaves `rest`, swells to `top` midway and returns."""

    def value(u: NDArray[np.float64]) -> NDArray[np.float64]:
        inside = np.clip((u - begin) / (end - begin), 0, 1)
        return rest + (top - rest) * np.sin(np.pi * inside) ** power

    return value


class Ribbon:
    """A tapered band about a spine, with places (along 0..1, across -1..1).

    Going down the page, across = +1 is the right-hand edge. `widths` are (along, full width in units).
    """

    def __init__(self, spine: Sequence[Point], widths: Sequence[tuple[float, float]], count: int = 90) -> None:
        self.spine = resample(spline(spine), count)
        self.along = np.linspace(0, 1, count)
        t = tangents(self.spine)
        self.normal = np.c_[t[:, 1], -t[:, 0]]
        if len(widths) > 1:
            self.width = PchipInterpolator(*zip(*widths, strict=True))(self.along)
        else:
            self.width = np.full(count, widths[0][1])

    def edge(self, across: Across, begin: float = 0.0, end: float = 1.0, count: int = 0) -> Curve:
        """The curve at a constant or varying across-value between two places along."""
        n = count or max(6, int(len(self.along) * (end - begin)))
        u = np.linspace(begin, end, n)
        offset = across(u) if callable(across) else np.full(n, float(across))
        base = np.c_[np.interp(u, self.along, self.spine[:, 0]), np.interp(u, self.along, self.spine[:, 1])]
        out = np.c_[np.interp(u, self.along, self.normal[:, 0]), np.interp(u, self.along, self.normal[:, 1])]
        return base + out * (np.interp(u, self.along, self.width) * 0.5 * offset)[:, None]

    def band(self, low: Across = -1.0, high: Across = 1.0, begin: float = 0.0, end: float = 1.0) -> Curve:
        """The closed outline between two across-values."""
        return np.vstack([self.edge(low, begin, end), self.edge(high, begin, end)[::-1]])

    def at(self, along: float, across: float = 0.0) -> Curve:
        """One point, shape (2,)."""
        return self.edge(across, along, along + 1e-4, 2)[0]


# ---------------------------------------------------------------- layers
def make_path(outline: Curve | skia.Path, close: bool = True) -> skia.Path:
    """A Skia path of a polyline."""
    if isinstance(outline, skia.Path):
        return outline
    path = skia.Path()
    path.addPoly([skia.Point(float(x), float(y)) for x, y in outline], close)
    return path


#: Where light turns to shade a thin band of this more saturated colour lies on the edge of the shade.
TERMINATORS: dict[str, str] = {
    "#efb0ab": "#ff8a80",
    "#2b2fa8": "#5a3cf0",
    "#b3a9ea": "#d9b8ff",
    "#8f8ae0": "#b79af8",
    "#d0507a": "#ff6a60",
    "#5a349f": "#8a38d8",
    "#8d1230": "#e02848",
    "#0d5560": "#1490a0",
    "#a9b8e0": "#c4c0f8",
}

Shade = tuple[Curve, str] | tuple[Curve, str, float]


class Layer:
    """One transparent sheet to paint on; `pixels` gives it back as premultiplied floats."""

    def __init__(
        self, frame: tuple[int, int, int, int] = (LEFT, TOP, WIDTH, HEIGHT), samples: int = OVERSAMPLING
    ) -> None:
        """`frame` is left, top, width and height in units; `samples` those of one unit."""
        self.frame = frame
        left, top, width, height = frame
        self._surface = skia.Surface(width * samples, height * samples)
        self.canvas = self._surface.getCanvas()
        self.canvas.scale(samples, samples)
        self.canvas.translate(-left, -top)

    def _clip(self, outline: Curve | skia.Path) -> None:
        self.canvas.save()
        self.canvas.clipPath(make_path(outline), skia.ClipOp.kIntersect, True)

    def fill(
        self,
        outline: Curve | Sequence[Point] | skia.Path,
        fill: Fill,
        alpha: float = 1.0,
        blur: float = 0.0,
        clip: Curve | skia.Path | None = None,
    ) -> None:
        """Fill an outline, softly if `blur`, inside `clip` if given."""
        shape = outline if isinstance(outline, skia.Path) else make_path(np.asarray(outline, float))
        if clip is not None:
            self._clip(clip)
        self.canvas.drawPath(shape, make_paint(fill, alpha, blur))
        if clip is not None:
            self.canvas.restore()

    def line(
        self,
        curve: Curve | Sequence[Point],
        width: float,
        colour: str,
        begin: float = 0.12,
        end: float = 0.12,
        closed: bool = False,
        alpha: float = 1.0,
        clip: Curve | skia.Path | None = None,
        weight: float = 0.45,
    ) -> None:
        """An inked line: tapered over `begin` and `end` of its length, or, closed, heavier towards the lower right."""
        points = np.asarray(curve, float)
        if len(points) < 2:
            return
        if closed:
            points = np.vstack([points, points[:1]])
        length = float(np.sum(np.hypot(*np.diff(points, axis=0).T)))
        count = max(8, int(length / 1.8))
        points = resample(points, count)
        widths = self._line_widths(points, width, begin, end, closed, weight)
        if clip is not None:
            self._clip(clip)
        if alpha < 1:
            self.canvas.saveLayerAlpha(None, int(255 * alpha))
        self._stroke(points, widths, colour)
        if alpha < 1:
            self.canvas.restore()
        if clip is not None:
            self.canvas.restore()

    @staticmethod
    def _line_widths(
        points: Curve, width: float, begin: float, end: float, closed: bool, weight: float
    ) -> NDArray[np.float64]:
        u = np.linspace(0, 1, len(points))
        if closed:
            t = tangents(points)
            area = float(np.sum(points[:-1, 0] * points[1:, 1] - points[1:, 0] * points[:-1, 1]))
            outward = np.c_[t[:, 1], -t[:, 0]] * (1 if area > 0 else -1)
            return np.asarray(width * (1 - weight + weight * (outward @ np.array([0.45, 0.9]) + 1) * 0.75))
        widths = np.full(len(points), float(width))
        if begin:
            widths *= np.clip(u / begin, 0.12, 1) ** 0.75
        if end:
            widths *= np.clip((1 - u) / end, 0.12, 1) ** 0.75
        return widths

    def _stroke(self, points: Curve, widths: NDArray[np.float64], colour: str) -> None:
        pen = skia.Paint(AntiAlias=True, Color=skia_colour(colour))
        pen.setStyle(skia.Paint.kStroke_Style)
        pen.setStrokeCap(skia.Paint.kRound_Cap)
        xy = points.tolist()
        for i in range(len(xy) - 1):
            pen.setStrokeWidth(float(max(0.25, (widths[i] + widths[i + 1]) / 2)))
            self.canvas.drawLine(*xy[i], *xy[i + 1], pen)

    def edge_band(self, outline: Curve, clip: Curve, colour: str, width: float = 8.0, alpha: float = 0.6) -> None:
        """The saturated band along the edge of a shade."""
        pen = make_paint(colour, alpha, 1.6)
        pen.setStyle(skia.Paint.kStroke_Style)
        pen.setStrokeWidth(width)
        self._clip(clip)
        self.canvas.drawPath(make_path(outline), pen)
        self.canvas.restore()

    def form(
        self,
        outline: Curve,
        fill: Fill,
        ink: str | None = None,
        width: float = 3.0,
        shades: Sequence[Shade] = (),
    ) -> None:
        """A filled shape with hard shades inside it and an inked contour."""
        self.fill(outline, fill)
        for shade in shades:
            band = TERMINATORS.get(shade[1])
            if band:
                self.edge_band(shade[0], outline, band)
            self.fill(shade[0], shade[1], shade[2] if len(shade) > 2 else 1.0, clip=outline)
        if ink:
            self.line(outline, width, ink, closed=True)

    def finger(
        self,
        spine: Sequence[Point],
        widths: Sequence[float],
        lit: str,
        shade: str,
        ink: str,
        width: float = 2.6,
        light: tuple[float, float] = (-0.1, -0.08),
        open_root: bool = True,
    ) -> None:
        """A two-tone tube with round ends; with `open_root` its first end has no contour."""
        points = resample(spline(spine), 60)
        size = PchipInterpolator(np.linspace(0, 1, len(widths)), widths)(np.linspace(0, 1, 60))
        first = 8 if open_root else 0
        self._stroke(points[first:], size[first:] + 2 * width, ink)
        self._stroke(points, size, shade)
        self._stroke(points + np.array(light) * size[:, None], size * 0.7, lit)

    def samples(self) -> NDArray[np.float32]:
        """Premultiplied RGBA as it was painted, shape (height * samples, width * samples, 4), 0..1."""
        image = self._surface.makeImageSnapshot().toarray(colorType=skia.kRGBA_8888_ColorType)
        out = np.asarray(image, np.float32) / 255
        out[..., :3] *= out[..., 3:]
        return out

    def pixels(self) -> NDArray[np.float32]:
        """Premultiplied RGBA at one sample a unit, shape (height, width, 4), 0..1."""
        out = self.samples()
        return np.asarray(cv2.resize(out, self.frame[2:], interpolation=cv2.INTER_AREA), np.float32)
