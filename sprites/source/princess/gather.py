"""The handful of skirt she holds: folds that run into the fist and fan out below it."""

from __future__ import annotations

import numpy as np
import skia

from .brush import Curve, Layer, Ribbon, bulge, linear, make_path, mix, offset, spline
from .forms import MOON_RIM
from .ornaments import fur_band, gild
from .palette import Tone

HIP_PIN = np.array([700.0, 1168.0])


FALLEN = np.array([738.0, 1290.0])  # where the handful hangs when the hand lets go


def gather_shape(grip: Curve, hang: Curve) -> tuple[Curve, Curve, Curve, Curve]:
    """Foot, outline, hem and right edge of the handful for a grip."""
    g, pin = np.asarray(grip, float), HIP_PIN
    lift = g - np.array([786.0, 1176.0])
    foot = np.array([752.0, 1520.0]) + np.asarray(hang, float) + lift * np.array([0.35, 0.4])
    hem = spline(
        [
            (foot[0] + 76, foot[1] - 40, 1),
            (foot[0] + 54, foot[1] + 4),
            (foot[0] + 22, foot[1] - 16),
            (foot[0] - 8, foot[1] + 24),
            (foot[0] - 44, foot[1] + 2),
            (foot[0] - 84, foot[1] + 22),
            (foot[0] - 128, foot[1] + 2),
            (foot[0] - 170, foot[1] + 30, 1),
        ]
    )
    right = spline(
        [(*(g + (14, -8)), 1), (g[0] + 36, g[1] + 90), (foot[0] + 62, foot[1] - 120), (foot[0] + 76, foot[1] - 40, 1)]
    )
    top = spline(
        [(pin[0] - 84, pin[1] - 52, 1), (pin[0] - 10, pin[1] - 34), (g[0] - 40, g[1] - 26), (*(g + (14, -8)), 1)]
    )
    left = spline(
        [
            (foot[0] - 170, foot[1] + 30, 1),
            (pin[0] - 128, pin[1] + 190),
            (pin[0] - 116, pin[1] + 60),
            (pin[0] - 84, pin[1] - 52, 1),
        ]
    )
    return foot, np.vstack([top, right[1:], hem[1:], left[1:]]), hem, right


def draw_gather(layer: Layer, grip: Curve, hang: Curve, tone: Tone, pale: Tone, winter: bool) -> None:
    """A handful of skirt from the hip through the fist: folds run into the fingers and fan out below them.

    `hang` is how far the cloth's lower end is carried by its swing. The left side has no contour: it fades into the
    skirt it is part of.
    """
    g, pin = np.asarray(grip, float), HIP_PIN
    foot, outline, hem, right = gather_shape(grip, hang)
    canvas = layer.canvas
    # tension in the skirt itself: long folds that point at the fist
    for start, middle, width in (((540, 1440), (650, 1330), 22),):
        pull = Ribbon([start, middle, tuple(g + (-16, 4))], [(0, 0), (0.55, width), (1, 8)])
        layer.fill(pull.band(), tone.deep, 0.5)
        layer.fill(pull.band(-1.3, -0.2, 0.2, 0.95), mix(tone.high, "#ffffff", 0.1), 0.3)
    # the inside of the cloth, seen behind the fall
    inner = spline(
        [
            (*(g + (10, 6)), 1),
            (g[0] + 58, g[1] + 130),
            (foot[0] + 104, foot[1] - 66, 1),
            (foot[0] + 84, foot[1] - 26),
            (foot[0] + 60, foot[1] - 66, 1),
            (g[0] + 20, g[1] + 150),
        ],
        True,
    )
    layer.form(inner, linear(g, foot, pale.deep, pale.shade, pale.deep), tone.ink, 3.2)
    for k in (0.35, 0.7):
        layer.line(
            spline([g + (16, 20), (g[0] + 40 + 20 * k, g[1] + 150), (foot[0] + 66 + 30 * k, foot[1] - 60)]),
            2.2,
            pale.ink,
            0.3,
            0.3,
            alpha=0.7,
        )
    path = make_path(outline)
    border = spline(
        [
            tuple(g + (-24, -14)),
            (pin[0] - 46, pin[1] + 4),
            (pin[0] - 74, pin[1] + 72),
            (pin[0] - 84, pin[1] + 160),
            (pin[0] - 100, pin[1] + 250),
            (foot[0] - 172, foot[1] + 34),
        ]
    )
    # What it keeps the light from: the drape beside it darkens towards the fold.
    layer.fill(np.vstack([border + (8, 0), (border - (30, -6))[::-1]]), tone.ink, 0.42, 11)
    canvas.saveLayer(None, None)
    layer.fill(outline + offset(6, 20), tone.ink, 0.5, 10)
    layer.fill(
        outline, linear((pin[0] - 110, pin[1]), (g[0] + 50, g[1] + 100), tone.base, tone.high, tone.base, tone.shade)
    )
    layer.fill(
        outline,
        linear((g[0], g[1]), (foot[0], foot[1]), (0, tone.shade, 0.0), (0.5, tone.shade, 0.15), (1, tone.deep, 0.55)),
    )
    folds = (  # from the fist outwards: end, middle, width at the end
        ((pin[0] - 96, pin[1] - 6), (g[0] - 80, g[1] - 34), 20),
        ((pin[0] - 120, pin[1] + 80), (g[0] - 92, g[1] - 4), 30),
        ((pin[0] - 130, pin[1] + 200), (g[0] - 100, g[1] + 60), 38),
        ((foot[0] - 150, foot[1] + 14), (g[0] - 84, g[1] + 120), 46),
        ((foot[0] - 84, foot[1] + 20), (g[0] - 54, g[1] + 140), 42),
        ((foot[0] - 24, foot[1] + 18), (g[0] - 22, g[1] + 150), 36),
        ((foot[0] + 28, foot[1] + 2), (g[0] + 6, g[1] + 150), 32),
        ((foot[0] + 66, foot[1] - 20), (g[0] + 28, g[1] + 130), 24),
    )
    for i, (end, middle, width) in enumerate(folds):
        start = g + np.array([-18 + 4.4 * i, -8 + 2.2 * i])
        past = np.array(end) + (np.array(end) - np.array(middle)) * 0.15
        fold = Ribbon(
            [tuple(start), tuple(middle), tuple(past)], [(0, 3), (0.25, width * 0.35), (0.7, width * 0.8), (1, width)]
        )
        layer.fill(fold.band(-0.15, 1.0), tone.shade, 0.95, clip=path)
        layer.fill(fold.band(0.45, 1.0, 0.04, 1), tone.deep, 0.85, clip=path)
        layer.fill(
            fold.band(bulge(-0.6, -1.25, 0.04, 0.92), bulge(-0.6, -0.5, 0.04, 0.92), 0.04, 0.92),
            mix(tone.high, "#ffffff", 0.16),
            0.85,
            clip=path,
        )
        layer.line(fold.edge(-0.15, 0, 0.95), 2.5, tone.ink, 0.04, 0.5, clip=path)
    if winter:
        fur_band(layer, hem, 26, 71, ink=2.6)
    else:
        gild(layer, hem, 9, taper=0.16)
    # The left side melts into the drape, along a fold rather than along a line.
    beside = make_path(np.vstack([border, [(border[-1][0], 2000), (0, 2000), (0, 0), (border[0][0], 0)]]))
    fade = skia.Paint(BlendMode=skia.BlendMode.kDstOut, AntiAlias=True)
    fade.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, 2.5))
    canvas.drawPath(beside, fade)
    canvas.restore()
    # It reads as one more fold: its contour runs from the fist and thins out where the drape takes over.
    edge = Ribbon([tuple(point) for point in border[::6]], [(0, 2), (0.3, 13), (0.7, 15), (1, 3)])
    layer.fill(edge.band(-0.2, 1), tone.shade, 0.9)
    layer.line(edge.edge(-0.2, 0.03, 0.99), 2.8, tone.ink, 0.2, 0.5)
    layer.line(right, 3.8, tone.ink, 0.05, 0.02)
    layer.line(right - offset(5, 0), 3.4, MOON_RIM, 0.25, 0.35, alpha=0.6)
