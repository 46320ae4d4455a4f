"""A small float canvas: paths become masks, masks become paint, light and shadow; drawn large, then reduced."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import cv2
import numpy as np
import skia
from PIL import Image

from sprites.source.colours import Ramp, ramp, rgb

SCALE = 3
"""Drawn pixels for one finished pixel, along each axis."""
_limits = [8]
"""The greatest scale drawn at; the last one holds."""


@contextmanager
def coarsely() -> Iterator[None]:
    """Draw everything at its finished size while this lasts: several times as fast, with ragged edges."""
    _limits.append(1)
    try:
        yield
    finally:
        _limits.pop()


class Canvas:
    """A premultiplied RGBA float picture of `width` x `height` finished pixels, drawn at `scale` times that.

    All coordinates and lengths given to its methods are finished pixels. A `part` is a small canvas over a piece
    of a larger one: it keeps the larger one's coordinates, and is laid back with `join`.
    """

    def __init__(
        self,
        width: int,
        height: int,
        scale: int = SCALE,
        origin: tuple[int, int] = (0, 0),
        room: tuple[int, int] | None = None,
    ) -> None:
        scale = min(scale, _limits[-1])
        self.width, self.height, self.scale, self.origin = width, height, scale, origin
        self.room = room or (width, height)
        self.shape = (height * scale, width * scale)
        self.rgba = np.zeros((*self.shape, 4), np.float32)
        y, x = np.mgrid[0 : self.shape[0], 0 : self.shape[1]].astype(np.float32)
        self.x = (x + 0.5) / scale + origin[0]
        self.y = (y + 0.5) / scale + origin[1]

    def part(self, bounds: skia.Rect, pad: float = 12) -> Canvas:
        """A clear canvas over `bounds` and `pad` pixels round it, in this canvas's coordinates."""
        left, top = math.floor(bounds.left() - pad), math.floor(bounds.top() - pad)
        right, bottom = math.ceil(bounds.right() + pad), math.ceil(bounds.bottom() + pad)
        return Canvas(right - left, bottom - top, self.scale, (left, top), self.room)

    def join(self, part: Canvas) -> None:
        """Lays a `part` over this canvas where it belongs."""
        self.place(part, part.origin[0] - self.origin[0], part.origin[1] - self.origin[1])

    # masks -----------------------------------------------------------------------------------------------

    def mask(self, path: skia.Path) -> np.ndarray:
        """Coverage (0..1) of the filled `path`."""
        return self._drawn(path, skia.Paint(AntiAlias=True, Color=0xFFFFFFFF))

    def stroke(self, path: skia.Path, width: float, *, flat: bool = False) -> np.ndarray:
        """Coverage of the outline of `path`, `width` pixels thick, with round (or flat) ends."""
        paint = skia.Paint(AntiAlias=True, Color=0xFFFFFFFF, Style=skia.Paint.kStroke_Style, StrokeWidth=width)
        paint.setStrokeCap(skia.Paint.kButt_Cap if flat else skia.Paint.kRound_Cap)
        paint.setStrokeJoin(skia.Paint.kMiter_Join if flat else skia.Paint.kRound_Join)
        return self._drawn(path, paint)

    def _drawn(self, path: skia.Path, paint: skia.Paint) -> np.ndarray:
        surface = skia.Surface(self.shape[1], self.shape[0])
        canvas = surface.getCanvas()
        canvas.clear(0)
        canvas.scale(self.scale, self.scale)
        canvas.translate(-self.origin[0], -self.origin[1])
        canvas.drawPath(path, paint)
        pixels = surface.toarray(colorType=skia.kRGBA_8888_ColorType)
        return pixels[..., 3].astype(np.float32) / 255

    def blur(self, field: np.ndarray, radius: float) -> np.ndarray:
        """`field` blurred with a Gaussian of `radius` pixels."""
        if radius <= 0:
            return field
        return cv2.GaussianBlur(field, (0, 0), radius * self.scale)

    def inside(self, mask: np.ndarray) -> np.ndarray:
        """How far, in pixels, each point of `mask` lies from its edge (0 outside)."""
        return distance(mask > 0.5, self.scale) * (mask > 0)

    def outside(self, mask: np.ndarray) -> np.ndarray:
        """How far, in pixels, each point outside `mask` lies from it (0 inside)."""
        return distance(mask < 0.5, self.scale, beyond=1)

    def grown(self, mask: np.ndarray, by: float) -> np.ndarray:
        """`mask` with its edge pushed out by `by` pixels (in, if negative), softened to one drawn pixel."""
        if by == 0:
            return mask
        if by > 0:
            edge = by - self.outside(mask)
            return np.maximum(mask, np.clip(edge * self.scale + 0.5, 0, 1))
        return np.minimum(mask, np.clip((self.inside(mask) + by) * self.scale + 0.5, 0, 1))

    def shifted(self, field: np.ndarray, dx: float, dy: float) -> np.ndarray:
        """`field` moved by (dx, dy) pixels, nothing flowing in."""
        move = np.float32([[1, 0, dx * self.scale], [0, 1, dy * self.scale]])
        return cv2.warpAffine(field, move, (self.shape[1], self.shape[0]))

    # paint -----------------------------------------------------------------------------------------------

    def over(self, colour: np.ndarray | str, alpha: np.ndarray | float) -> None:
        """Lays `colour` (one, or a picture of them) over the canvas with coverage `alpha`."""
        colour = rgb(colour) if isinstance(colour, str) else colour
        cover = np.broadcast_to(np.asarray(alpha, np.float32), self.shape)[..., None]
        self.rgba[..., :3] = self.rgba[..., :3] * (1 - cover) + colour * cover
        self.rgba[..., 3:] = self.rgba[..., 3:] * (1 - cover) + cover

    def light(self, colour: np.ndarray | str, amount: np.ndarray) -> None:
        """Adds light where something is already painted (screen blend)."""
        colour = rgb(colour) if isinstance(colour, str) else colour
        lit = np.clip(amount, 0, None)[..., None] * colour
        alpha = self.rgba[..., 3:]
        self.rgba[..., :3] = alpha - (alpha - np.minimum(self.rgba[..., :3], alpha)) * (1 - np.clip(lit, 0, 1))

    def shade(self, colour: np.ndarray | str, amount: np.ndarray) -> None:
        """Tints what is painted towards `colour` by `amount`, leaving coverage as it is."""
        colour = rgb(colour) if isinstance(colour, str) else colour
        part = np.clip(amount, 0, 1)[..., None]
        self.rgba[..., :3] = self.rgba[..., :3] * (1 - part) + colour * part * self.rgba[..., 3:]

    def shadow(
        self,
        mask: np.ndarray,
        *,
        dx: float = 0,
        dy: float = 4,
        blur: float = 5,
        alpha: float = 0.6,
        colour: str = "#05020F",
    ) -> None:
        """The soft shadow of `mask`, laid over the canvas (draw the thing itself afterwards)."""
        self.over(colour, self.blur(self.shifted(mask, dx, dy), blur) * alpha)

    def glow(self, mask: np.ndarray, colour: str, blur: float, alpha: float) -> None:
        """A soft halo of `mask` behind what will be drawn next."""
        self.over(colour, np.clip(self.blur(mask, blur) * alpha, 0, 1))

    def down(self, stops: Ramp, top: float, bottom: float) -> np.ndarray:
        """A picture of colours running down from `top` to `bottom`."""
        return ramp(np.clip((self.y - top) / (bottom - top), 0, 1), stops)

    def sketch(self, draw: Callable[[skia.Canvas], None]) -> np.ndarray:
        """What `draw` paints on a skia canvas (coordinates in finished pixels), as a premultiplied picture."""
        surface = skia.Surface(self.shape[1], self.shape[0])
        with surface as canvas:
            canvas.clear(0)
            canvas.scale(self.scale, self.scale)
            canvas.translate(-self.origin[0], -self.origin[1])
            draw(canvas)
        pixels = surface.toarray(colorType=skia.kRGBA_8888_ColorType).astype(np.float32) / 255
        pixels[..., :3] *= pixels[..., 3:]
        return pixels

    def place(self, other: Canvas, x: float, y: float, alpha: float = 1.0) -> None:
        """Lays another canvas of the same scale over this one, its corner at (x, y); what sticks out is cut."""
        left, top = round(x * self.scale), round(y * self.scale)
        h, w = other.shape
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + w, self.shape[1]), min(top + h, self.shape[0])
        if x1 <= x0 or y1 <= y0:
            return
        part = other.rgba[y0 - top : y1 - top, x0 - left : x1 - left] * alpha
        under = self.rgba[y0:y1, x0:x1]
        self.rgba[y0:y1, x0:x1] = under * (1 - part[..., 3:]) + part

    def stamp(self, picture: np.ndarray, alpha: float = 1.0) -> None:
        """Lays a premultiplied picture of the canvas's own drawn size over it."""
        self.rgba = self.rgba * (1 - picture[..., 3:] * alpha) + picture * alpha

    # result ----------------------------------------------------------------------------------------------

    def image(self) -> Image.Image:
        """The finished picture, straight alpha, at its true size."""
        return finished(self.rgba, self.width, self.height)


def distance(inside: np.ndarray, scale: int, beyond: int = 0) -> np.ndarray:
    """Distance of each true cell to the nearest false one, in finished pixels; `beyond` stands round the border."""
    padded = np.pad(inside.astype(np.uint8), 1, constant_values=beyond)
    return cv2.distanceTransform(padded, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)[1:-1, 1:-1] / scale


def finished(rgba: np.ndarray, width: int, height: int) -> Image.Image:
    """A premultiplied float picture reduced to `width` x `height` and un-multiplied, as 8-bit RGBA."""
    small = cv2.resize(rgba, (width, height), interpolation=cv2.INTER_AREA)
    alpha = np.clip(small[..., 3:], 0, 1)
    colour = np.where(alpha > 1e-3, small[..., :3] / np.maximum(alpha, 1e-3), 0)
    straight = np.concatenate([np.clip(colour, 0, 1), alpha], -1)
    return Image.fromarray(np.round(straight * 255).astype(np.uint8), "RGBA")


def smoothstep(low: float, high: float, value: np.ndarray) -> np.ndarray:
    """0 below `low`, 1 above `high`, smooth between."""
    t = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def bump(value: np.ndarray, centre: float, half: float) -> np.ndarray:
    """A half-round: 1 at `centre`, falling as a circle to 0 at `half` to either side."""
    return np.sqrt(np.clip(1 - ((value - centre) / half) ** 2, 0, 1))
