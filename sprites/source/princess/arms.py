"""Her arms: the wand arm in three jointed pieces and the arm that pinches the cape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .brush import Curve, Layer, Point, Ribbon, bulge, ellipse, linear, mix, offset, radial, spline, trace
from .dress import draw_puff
from .ornaments import compass, fur_band, gem, gild, snowflake, twinkle
from .palette import GLOVE, GOLD, SILVER, SKIN, TEAL, VELVET, Tone

# The wand arm (her right): joints and ribbons.
SHOULDER, ELBOW, WRIST = (366.0, 676.0), (122.0, 852.0), (98.0, 552.0)
UPPER = Ribbon([(374, 664), (300, 716), (210, 790), (122, 850)], trace("0,92 0.25,84 0.7,68 0.9,62 0.97,46 1,20"))
FOREARM = Ribbon([(128, 884), (112, 790), (100, 680), (98, 545)], trace("0,8 0.03,36 0.08,54 0.25,68 0.55,60 1,42"))
WAND_FOOT, WAND_HEAD, WAND_STAR = np.array([91.0, 548.0]), np.array([150.0, 190.0]), (158.0, 142.0)
STAR_RADIUS = 92.0

# The cape arm (her left).
CAPE_SHOULDER = (656.0, 706.0)
CAPE_ARM = Ribbon([(650, 702), (684, 778), (706, 848), (718, 926)], [(0, 84), (0.35, 76), (0.8, 62), (1, 58)])
CAPE_FOREARM = Ribbon(
    trace("696,822 704,866 720,920 772,1000 836,1086"), trace("0,68 0.2,63 0.36,66 0.55,62 0.85,47 1,41")
)
CAPE_WRIST = (836.0, 1086.0)
HAND_TURN = -8.0
PINCH = (836.0, 1206.0)


@dataclass(frozen=True)
class ArmDress:
    """What the arms wear: glove and sleeve tones and whether it is winter."""

    winter: bool
    glove: Tone
    sleeve: Tone


PRINCESS_ARMS = ArmDress(False, GLOVE, GLOVE)
WINTER_ARMS = ArmDress(True, TEAL, VELVET)


def _sheath(layer: Layer, ribbon: Ribbon, tone: Tone, side: int, light: Sequence[Point]) -> None:
    """A sleeve or long glove with a core shadow on `side`, a bounce at its far edge and a long satin glint."""
    a, b = light
    layer.form(
        ribbon.band(),
        linear(a, b, tone.base, tone.base, mix(tone.base, tone.shade, 0.3)),
        tone.ink,
        3.4,
        [
            (ribbon.band(lambda u: side * (0.02 + 0.16 * np.sin(u * 5.5)), side * 1.2), tone.shade),
            (ribbon.band(lambda u: side * (0.60 + 0.1 * np.sin(u * 9)), side * 1.2), tone.deep, 0.7),
        ],
    )
    layer.line(ribbon.edge(side * 0.86, 0.1, 0.95), 3, mix(tone.shade, "#ffffff", 0.35), 0.3, 0.3, alpha=0.7)
    glint = ribbon.band(
        bulge(-side * 0.5, -side * 0.74, 0.12, 0.92), bulge(-side * 0.5, -side * 0.42, 0.12, 0.92), 0.12, 0.92
    )
    layer.fill(glint, "#ffffff" if tone is GLOVE else tone.high, 0.9 if tone is GLOVE else 0.75)


def _creases(layer: Layer, ribbon: Ribbon, tone: Tone, folds: Sequence[tuple[float, float, float]]) -> None:
    for u, begin, end in folds:
        ink = tone.shade if tone is VELVET else tone.deep
        layer.line(
            spline([ribbon.at(u, begin), ribbon.at(u + 0.03, (begin + end) / 2), ribbon.at(u + 0.02, end)]),
            2.4,
            ink,
            0.1,
            0.6,
        )


# ---------------------------------------------------------------- wand arm
def draw_upper_arm(layer: Layer, dress: ArmDress) -> None:
    """Shoulder to elbow."""
    if dress.winter:
        _sheath(layer, UPPER, dress.sleeve, 1, ((320, 640), (260, 800)))
        _creases(
            layer,
            UPPER,
            dress.sleeve,
            ((0.86, 0.9, -0.1), (0.92, 0.8, -0.3), (0.8, -0.95, -0.2), (0.56, 0.9, 0.2), (0.36, -0.95, -0.1)),
        )
        return
    layer.fill(ellipse(374, 676, 46, 46), SKIN.base)
    layer.fill(UPPER.band(), linear((320, 640), (360, 760), SKIN.high, SKIN.base, "#ffdccf"))
    layer.fill(UPPER.band(lambda u: 0.3 - 0.2 * u, 1.3, 0.12, 1), SKIN.shade, clip=UPPER.band())
    layer.line(UPPER.edge(-1, 0.1, 1), 3.4, SKIN.ink, 0.3, 0.02)
    layer.line(UPPER.edge(1, 0.3, 1), 3.6, SKIN.ink, 0.3, 0.02)
    glove = Ribbon([UPPER.at(u) for u in np.linspace(0.5, 1, 6)], trace("0,82 0.4,70 0.8,64 0.94,48 1,22"))
    _sheath(layer, glove, GLOVE, 1, ((180, 760), (220, 840)))
    _creases(layer, glove, GLOVE, ((0.78, 0.9, -0.1), (0.86, 0.8, -0.4), (0.7, -0.9, -0.2)))
    gild(
        layer,
        np.array([glove.at(0, s) + np.array([-6 * (1 - s * s), 3 * (1 - s * s)]) for s in np.linspace(-1, 1, 12)]),
        9,
    )
    draw_puff(layer, UPPER, 0.14, 0.44)


def draw_forearm(layer: Layer, dress: ArmDress) -> None:
    """Elbow to wrist."""
    tone = dress.sleeve
    _sheath(layer, FOREARM, tone, -1, ((70, 700), (140, 700)))
    _creases(
        layer,
        FOREARM,
        tone,
        (
            (0.06, 0.9, -0.2),
            (0.12, 0.9, 0.1),
            (0.1, -0.9, -0.1),
            (0.17, -0.9, -0.3),
            (0.9, -0.9, 0.2),
            (0.84, 0.9, 0.1),
        ),
    )
    if dress.winter:
        for u in (0.3, 0.42, 0.54, 0.66):
            x, y = FOREARM.at(u, 0.1)
            twinkle(layer, float(x), float(y), 9, "#ffe0e0", 0.8)
        return
    for i in range(4):
        x, y = FOREARM.at(0.62 + 0.08 * i, 0.62)
        layer.fill(ellipse(x, y, 6.6, 6.6), GLOVE.ink)
        layer.fill(ellipse(x, y, 4.8, 4.8), radial((x - 2, y - 2), 7, "#ffffff", "#dfe8ff", "#8f86d8"))


def _shaft(layer: Layer, begin: float, end: float, metal: Tone) -> None:
    heading = (WAND_HEAD - WAND_FOOT) / np.hypot(*(WAND_HEAD - WAND_FOOT))
    side = np.array([heading[1], -heading[0]])
    shaft = Ribbon([tuple(WAND_FOOT), tuple(WAND_HEAD)], [(0, 15), (1, 12)])
    layer.form(
        shaft.band(-1, 1, begin, end),
        linear(
            tuple(WAND_FOOT + side * 8), tuple(WAND_FOOT - side * 8), metal.shade, metal.base, metal.high, metal.base
        ),
        metal.ink,
        2.4,
    )


def draw_wand_star(layer: Layer, winter: bool) -> None:
    """The compass star in a graduated ring, or a great snow crystal."""
    x, y = WAND_STAR
    if winter:
        layer.fill(ellipse(x, y, 66, 66), "#8fe6ff", 0.22, 10)
        snowflake(layer, x, y, 90, 8)
        snowflake(layer, x, y, 42, 38)
        return
    ring = ellipse(x, y, 56, 56)
    layer.fill(ellipse(x, y, 50, 50), "#5fd2ff", 0.18)
    for width, lift, colour in ((13, 0, GOLD.ink), (9, 0, GOLD.shade), (5, 1, GOLD.base)):
        layer.line(ring - offset(0, lift), width, colour, closed=True, weight=0)
    layer.line(ellipse(x, y, 57, 57)[40:64], 2.4, GOLD.high, 0.3, 0.3)
    for a in np.radians(np.arange(0, 360, 30)):
        layer.line(
            [(x + 52 * np.cos(a), y + 52 * np.sin(a)), (x + 59 * np.cos(a), y + 59 * np.sin(a))], 2, GOLD.deep, 0, 0
        )
    compass(layer, x, y, STAR_RADIUS, "#7fe0ff", 3.2, 8)


def draw_wand_hand(layer: Layer, dress: ArmDress) -> None:
    """Hand and shaft: the shaft first, the fingers closed over it, the thumb last."""
    metal = SILVER if dress.winter else GOLD
    tone = dress.glove
    _shaft(layer, 0, 1, metal)
    layer.form(ellipse(WAND_FOOT[0], WAND_FOOT[1] + 4, 12, 14), metal.base, metal.ink, 2.6)
    gem(layer, float(WAND_FOOT[0]), float(WAND_FOOT[1] + 4), 8, 9.5, "#58c8ff", metal)
    for u in (0.67, 0.74):
        x, y = WAND_FOOT + (WAND_HEAD - WAND_FOOT) * u
        layer.form(ellipse(x, y, 10, 6, 8), metal.base, metal.ink, 2)
    x, y = WAND_FOOT + (WAND_HEAD - WAND_FOOT) * 0.93
    layer.form(
        ellipse(x, y, 13, 8, 8), linear((x - 12, y), (x + 12, y), metal.high, metal.base, metal.shade), metal.ink, 2.2
    )

    canvas = layer.canvas
    canvas.save()
    canvas.rotate(9, 100, 500)
    palm = spline(trace("80,552 66,514 58,470 62,430 92,414 132,430 150,474 142,516 120,552"), True)
    layer.form(
        palm,
        linear((60, 420), (150, 540), tone.base, mix(tone.base, tone.shade, 0.2)),
        tone.ink,
        3,
        [(spline(trace("128,420 126,480 112,556 160,556 160,420"), True), tone.shade)],
    )
    canvas.restore()
    _shaft(layer, 0.24, 0.43, metal)
    canvas.save()
    canvas.rotate(9, 100, 500)

    def finger(points: Sequence[Point], widths: Sequence[float], open_root: bool = True) -> None:
        layer.finger(points, widths, mix(tone.base, "#ffffff", 0.15), tone.shade, tone.ink, 2.6, open_root=open_root)

    finger([(74, 452), (72, 400), (92, 346)], [29, 27, 18])
    finger([(66, 520), (94, 508), (126, 522)], [25, 26, 19], False)
    finger([(62, 492), (96, 476), (134, 490)], [28, 29, 22], False)
    finger([(62, 460), (98, 444), (136, 458)], [30, 31, 23], False)
    # Knuckles and the creases of the first joints.
    for x0, y0 in ((66, 452), (66, 484), (69, 512)):
        layer.line(spline([(x0 - 5, y0 - 5), (x0 + 3, y0), (x0 + 1, y0 + 9)]), 2.2, tone.deep, 0.2, 0.4)
    for x0, y0, x1, y1 in ((98, 434, 100, 454), (97, 466, 99, 486), (95, 499, 97, 517)):
        layer.line(spline([(x0, y0), (x0 + 4, (y0 + y1) / 2), (x1, y1)]), 1.8, tone.deep, 0.3, 0.4)
    layer.line(spline([(62, 404), (72, 408), (82, 402)]), 1.9, tone.deep, 0.3, 0.3)
    layer.line(spline([(66, 376), (76, 379), (86, 374)]), 1.7, tone.deep, 0.3, 0.3)
    finger([(138, 532), (156, 484), (146, 442), (112, 420)], [36, 33, 27, 17])
    layer.line(spline([(150, 470), (142, 466), (136, 470)]), 1.9, tone.deep, 0.2, 0.4)
    layer.line(spline([(134, 512), (130, 500), (134, 486)]), 2.0, tone.deep, 0.3, 0.5)
    layer.line(spline([(120, 418), (114, 412)]), 2, tone.deep, 0.2, 0.2)
    canvas.restore()
    cuff: Curve = np.array([FOREARM.at(0.99, s) + np.array([0, -5 * (1 - s * s)]) for s in np.linspace(-1, 1, 10)])
    if dress.winter:
        middle = FOREARM.at(0.955, 0)
        fur_band(layer, np.array([middle + offset(-30, 2), middle + offset(0, 8), middle + offset(30, 0)]), 46, 21)
    else:
        gild(layer, cuff, 7, 1.5)


# ---------------------------------------------------------------- cape arm
def draw_cape_arm(layer: Layer, dress: ArmDress) -> None:
    """Shoulder to wrist of the arm that lifts the cape."""
    if dress.winter:
        whole = Ribbon(
            trace("650,702 684,778 706,848 724,926 772,1000 830,1078"), trace("0,84 0.25,78 0.5,66 0.62,68 1,46"), 140
        )
        _sheath(layer, whole, dress.sleeve, 1, ((650, 700), (830, 1000)))
        _creases(
            layer,
            whole,
            dress.sleeve,
            (
                (0.5, -0.95, 0.2),
                (0.56, -0.9, 0.4),
                (0.46, 0.95, 0.1),
                (0.53, 0.9, 0.0),
                (0.84, 0.95, 0.1),
                (0.9, -0.9, 0.2),
            ),
        )
        return
    layer.fill(ellipse(658, 714, 38, 38), SKIN.base)
    layer.form(
        CAPE_ARM.band(),
        linear((650, 700), (776, 958), SKIN.base, "#ffd9cb"),
        None,
        3.2,
        [(CAPE_ARM.band(lambda u: 0.15 + 0.2 * u, 1.2), SKIN.shade)],
    )
    layer.line(CAPE_ARM.edge(1, 0.06, 1), 3.4, SKIN.ink, 0.2, 0.02)
    layer.line(CAPE_ARM.edge(-1, 0.24, 1), 3.2, SKIN.ink, 0.2, 0.02)
    _sheath(layer, CAPE_FOREARM, GLOVE, 1, ((700, 850), (830, 1080)))
    _creases(
        layer,
        CAPE_FOREARM,
        GLOVE,
        ((0.33, -0.9, 0.3), (0.4, -0.8, 0.5), (0.3, 0.95, 0.1), (0.37, 0.9, -0.1), (0.86, 0.9, 0.1), (0.9, -0.9, 0.0)),
    )
    gild(layer, np.array([CAPE_FOREARM.at(0, s) + np.array([0, 5 * (1 - s * s)]) for s in np.linspace(-1, 1, 12)]), 9)


def _hand_space(layer: Layer) -> None:
    layer.canvas.save()
    layer.canvas.translate(*CAPE_WRIST)
    layer.canvas.rotate(HAND_TURN)


def draw_cape_fingers(layer: Layer, dress: ArmDress) -> None:
    """The three outer fingers, fanned behind the cloth."""
    tone = dress.glove
    _hand_space(layer)
    lit = mix(tone.base, "#ffffff", 0.1)
    for points, widths in (
        ([(26, 54), (44, 86), (52, 120)], [23, 20, 13]),
        ([(18, 60), (30, 102), (28, 140)], [26, 24, 16]),
        ([(4, 64), (10, 110), (2, 148)], [28, 26, 18]),
    ):
        layer.finger(points, widths, lit, tone.shade, tone.ink, 2.6)
        (x, y) = points[1]
        layer.line(spline([(x - 8, y + 3), (x, y - 2), (x + 8, y + 2)]), 1.9, tone.deep, 0.3, 0.3)
    layer.canvas.restore()


def draw_cape_hand(layer: Layer, dress: ArmDress) -> None:
    """Back of the hand, forefinger and thumb closed on the cloth, and the cuff."""
    tone = dress.glove
    _hand_space(layer)
    lit = mix(tone.base, "#ffffff", 0.15)
    layer.finger([(-10, 62), (-10, 100), (-22, 130)], [29, 26, 18], lit, tone.shade, tone.ink, 2.6)
    back = spline(trace("-20,-6 -26,28 -24,62 -8,76 14,76 34,64 40,40 32,14 20,-6"), True)
    layer.fill(back, linear((-26, 0), (40, 70), lit, tone.base, mix(tone.base, tone.shade, 0.4)))
    layer.fill(spline(trace("18,-10 16,30 8,58 20,84 50,70 50,-10"), True), tone.shade, clip=back)
    layer.line(spline([(20, -4), (32, 14), (40, 40), (36, 60)]), 3, tone.ink, 0.02, 0.2)
    layer.line(spline([(-20, -4), (-26, 24), (-26, 50)]), 3, tone.ink, 0.02, 0.3)
    for x, y in ((-12, 62), (6, 66), (22, 60)):
        layer.line(spline([(x - 7, y + 4), (x, y - 4), (x + 8, y + 2)]), 2.1, tone.deep, 0.3, 0.3)
    for x0, x1 in ((-8, -12), (4, 4), (14, 20)):
        layer.line([(x0 * 0.6, 20), (x1 * 0.9, 52)], 1.6, tone.shade, 0.4, 0.4, alpha=0.8)
    layer.finger([(-20, 22), (-40, 66), (-36, 104), (-22, 128)], [30, 29, 24, 16], lit, tone.shade, tone.ink, 2.6)
    layer.line(spline([(-46, 78), (-38, 76), (-30, 80)]), 1.9, tone.deep, 0.3, 0.3)
    layer.canvas.restore()
    if dress.winter:
        along = np.array([(814.0, 1092.0), (836.0, 1078.0), (860.0, 1064.0)])
        fur_band(layer, spline(along), 42, 27)
    else:
        gild(
            layer,
            np.array(
                [CAPE_FOREARM.at(0.985, s) + np.array([3, 4]) * (1 - s * s) for s in np.linspace(-1.05, 1.05, 10)]
            ),
            7,
            1.5,
        )


def draw_cape_sleeve(layer: Layer) -> None:
    """The puffed sleeve of the cape arm and the cape's clasp."""
    draw_puff(layer, CAPE_ARM, 0.16, 0.56)
    compass(layer, 664, 690, 26)
