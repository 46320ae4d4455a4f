"""Her shoulders and breast above the dress."""

from __future__ import annotations

from .brush import Layer, linear, offset, spline, trace
from .hair import BRAID
from .palette import SKIN


def draw_shoulders(layer: Layer) -> None:
    """Bare skin from the neck to under the bodice, with the chin's and the braid's cast shadows."""
    outline = spline(
        trace(
            "442,520* 446,572 424,600 378,616 344,640 336,690 352,750 380,830 420,880* 590,880* "
            "640,830 664,770 684,714 664,674 612,650 560,618 540,580 542,520*"
        ),
        True,
    )
    away = spline(trace("684,690 650,680 600,720 560,760 540,800 700,900"), True)
    chin = spline(trace("436,560 470,600 508,640 560,628 600,640 548,560 540,500 440,500"), True)
    layer.form(
        outline,
        linear((400, 560), (640, 820), SKIN.base, "#ffdcd0"),
        SKIN.ink,
        3.6,
        [(away, SKIN.shade, 0.8), (chin, SKIN.shade)],
    )
    layer.fill(BRAID.band() + offset(20, 8), SKIN.shade, clip=outline)
    for bone, begin, end in (
        ([(490, 648), (456, 640), (410, 640), (372, 650)], 0.15, 0.6),
        ([(514, 652), (556, 660), (604, 676), (640, 694)], 0.15, 0.6),
        ([(497, 640), (502, 656), (509, 648)], 0.3, 0.3),
    ):
        layer.line(spline(bone), 2.8, SKIN.deep, begin, end)
    layer.fill(spline([(386, 632), (440, 630), (478, 640), (430, 634)], True), SKIN.high, 0.9)
    layer.fill(spline([(528, 664), (566, 672), (600, 688), (560, 682)], True), SKIN.high, 0.6)
    # The breast's roundness above the neckline.
    layer.fill(spline([(408, 706), (450, 700), (482, 724), (452, 716)], True), SKIN.high, 0.7)
    layer.fill(spline([(530, 722), (572, 716), (606, 728), (568, 728)], True), SKIN.high, 0.5)
