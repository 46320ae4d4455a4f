"""Light, contour and folds of round forms that are drawn for each pose: arms and sleeves."""

from __future__ import annotations

import numpy as np
import skia

from . import brush
from .brush import Curve, Layer, Ribbon, linear, make_paint, make_path, spline
from .palette import GLOVE, GOLD, Tone

Outline = Curve | skia.Path

#: Where the key light comes from, and the colour of the moon on an edge.
LIGHT = np.array([-0.62, -0.78])
MOON_RIM = "#9fe9ff"


def _terminator(ribbon: Ribbon, threshold: float, side: int, tilt: float = 0.62) -> Curve:
    """Across-value from which the form on one side lies in shade, along the ribbon."""
    nl = side * (ribbon.normal @ LIGHT)
    a = np.linspace(-0.5, 1, 64)
    b = a * nl[:, None] * 0.85 + np.sqrt(np.clip(1 - a * a, 0, 1)) * tilt
    dark = b < threshold
    tail = np.flip(np.logical_and.accumulate(np.flip(dark, 1), 1), 1)
    return np.where(tail.any(1), a[np.argmax(tail, 1)], 1.25)


def shade_form(
    layer: Layer,
    ribbon: Ribbon,
    tone: Tone,
    clip: Outline,
    begin: float = 0.0,
    end: float = 1.0,
    gloss: float = 0.9,
    folds: float = 0.06,
) -> None:
    """Two hard shades, a bounce and a satin glint; every width follows the direction of the form."""
    along = ribbon.along
    for side in (1, -1):
        for threshold, colour, alpha in ((0.30, tone.shade, 1.0), (0.06, tone.deep, 0.75)):
            edge = _terminator(ribbon, threshold, side)
            if edge.min() > 1:
                continue
            kernel = np.ones(9) / 9
            edge = np.convolve(np.pad(edge, 4, mode="edge"), kernel, "valid")
            edge = edge + folds * np.sin(along * 15 + side) + folds * 0.6 * np.sin(along * 31)
            band = ribbon.band(lambda u, e=edge, s=side: s * np.interp(u, along, e), side * 1.25, begin, end)
            tint = brush.TERMINATORS.get(colour)
            if tint and threshold > 0.2:
                layer.edge_band(band, clip, tint, 7, 0.5)
            layer.fill(band, colour, alpha, clip=clip)
    nl = ribbon.normal @ LIGHT
    peak = np.clip(nl * 0.85 / np.hypot(nl * 0.85, 0.62), -0.7, 0.7) * 0.85

    def glint(u: Curve, side: int) -> Curve:
        fat = 0.13 * np.sin(np.pi * np.clip((u - begin - 0.06) / (end - begin - 0.14), 0, 1)) ** 0.7
        return np.interp(u, along, peak) + side * fat

    layer.fill(
        ribbon.band(lambda u: glint(u, -1), lambda u: glint(u, 1), begin + 0.06, end - 0.08),
        "#ffffff" if tone is GLOVE else tone.high,
        gloss,
        clip=clip,
    )


def union(*outlines: Outline) -> skia.Path:
    """One path about all of them."""
    path = make_path(outlines[0])
    for o in outlines[1:]:
        path = skia.Op(path, make_path(o), skia.kUnion_PathOp)
    return path


def ink_path(layer: Layer, path: skia.Path, width: float, colour: str) -> None:
    """The contour below the fill, heavier at the lower right."""
    for dx, dy, w in ((0, 0, width * 1.5), (0.5, 0.8, width * 1.9)):
        pen = make_paint(colour)
        pen.setStyle(skia.Paint.kStroke_Style)
        pen.setStrokeWidth(w)
        pen.setStrokeJoin(skia.Paint.kRound_Join)
        layer.canvas.save()
        layer.canvas.translate(dx, dy)
        layer.canvas.drawPath(path, pen)
        layer.canvas.restore()


def cuff(
    layer: Layer, ribbon: Ribbon, u: float, width: float, metal: Tone = GOLD, curve: float = 0.22, grow: float = 1.08
) -> None:
    """A bracelet that wraps: its ends hug the contour, the middle bows towards the viewer."""
    s = np.linspace(-grow, grow, 25)
    w = float(np.interp(u, ribbon.along, ribbon.width))
    centre = np.array([ribbon.at(u, v) for v in s])
    t = ribbon.at(min(1, u + 0.03)) - ribbon.at(max(0, u - 0.03))
    t = t / np.hypot(*t)
    bow = (1 - (s / grow) ** 2)[:, None]
    half = width * 0.5 * (0.42 + 0.58 * np.sqrt(bow))
    mid = centre + t * bow * w * curve
    shape = np.vstack([mid - t * half, (mid + t * half)[::-1]])
    path = make_path(shape)
    ink_path(layer, path, 1.9, metal.ink)
    lit = 0 if (ribbon.at(u, -1) - ribbon.at(u, 1)) @ LIGHT > 0 else 1
    a, b = ribbon.at(u, -1.05), ribbon.at(u, 1.05)
    if lit:
        a, b = b, a
    layer.fill(
        shape,
        linear(
            a,
            b,
            (0, metal.shade),
            (0.16, metal.base),
            (0.34, metal.high),
            (0.55, metal.base),
            (0.82, metal.shade),
            (1, metal.deep),
        ),
    )
    layer.line(mid + t * half * 0.55, 1.6, metal.deep, 0.3, 0.3, alpha=0.8, clip=shape)
    layer.line(mid - t * half * 0.4, 1.4, metal.high, 0.35, 0.5, alpha=0.9, clip=shape)


def _leave(path: skia.Path, start: Curve, way: Curve, far: float) -> Curve:
    """The last place inside the path on the way from `start`."""
    for d in np.arange(4.0, far, 2.0):
        x, y = start + way * d
        if not path.contains(float(x), float(y)):
            return start + way * (d - 2)
    return start + way * far


def elbow_folds(layer: Layer, path: skia.Path, s: Curve, e: Curve, w: Curve, size: float, tone: Tone) -> None:
    """Folds that begin on the inner contour about the crook and bend towards the point of the elbow.

    `s`, `e` and `w` are shoulder, elbow and wrist.
    """
    a, b = (s - e) / np.hypot(*(s - e)), (w - e) / np.hypot(*(w - e))
    bis = a + b
    if np.hypot(*bis) < 0.10:
        return
    bis = bis / np.hypot(*bis)
    bend = np.arccos(np.clip(a @ b, -1, 1))
    tight = float(np.clip((np.pi - bend) / 1.5, 0, 1.1))
    crook = _leave(path, e, bis, size * 1.7)
    point = e - bis * size * 0.40
    for limb, place, reach, fat in (
        (b, 0.0, 0.84, 0.12),
        (b, 0.55, 0.6, 0.10),
        (a, 0.6, 0.55, 0.10),
        (b, 1.05, 0.34, 0.07),
        (a, 1.1, 0.3, 0.07),
    ):
        if place:
            inner = bis - limb * (bis @ limb)
            inner = inner / (np.hypot(*inner) + 1e-6)
            d = abs((crook - e) @ limb) + place * size * 0.5
            root = _leave(path, e + limb * d, inner, size)
        else:
            root = crook
        way = point - root
        far = root + way * reach * (0.5 + 0.5 * tight)
        sag = (limb * 0.14 if place else a * 0.0) * np.hypot(*way) * reach
        fold = Ribbon(
            [tuple(root), tuple((root + far) / 2 + sag), tuple(far)],
            [(0, size * fat * (0.6 + 0.8 * tight)), (0.4, size * fat * (0.4 + 0.7 * tight)), (1, 0)],
        )
        layer.fill(fold.band(-1, 1), tone.shade, 0.85, clip=path)
        layer.line(fold.edge(0, 0, 0.96), 2.3, tone.ink, 0.0, 0.8, alpha=0.85, clip=path)
    across = np.array([-bis[1], bis[0]])
    for k in (-1, 1):
        q = e - bis * size * 0.40
        layer.line(
            spline(
                [
                    q + across * k * size * 0.34 + bis * 3,
                    q + across * k * size * 0.22 + bis * size * 0.16,
                    q + across * k * size * 0.26 + bis * size * 0.34,
                ]
            ),
            1.8,
            tone.deep,
            0.1,
            0.7,
            alpha=0.8,
            clip=path,
        )
