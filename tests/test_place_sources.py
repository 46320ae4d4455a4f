"""The programs that paint the celebrations' pictures: what needs no renderer, in small."""

from pathlib import Path

import pytest

SPRITES = Path(__file__).parents[1] / "sprites"
SKINS = ("princess", "christmas")

for library in ("cv2", "scipy", "skia", "PIL"):
    pytest.importorskip(library, reason="the art's libraries are only needed to redraw it")

import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402

from sprites.source.places import celebrations  # noqa: E402
from sprites.source.princess import base  # noqa: E402

LEFT = (base.BOX[0] + 118, base.BOX[1], 96, base.BOX[3])
"""Where the bank before her has just come in whole."""


@pytest.mark.parametrize("winter", [False, True])
def test_the_bank_before_her_is_the_ground_of_the_pictures(winter):
    before, _ = base.draw_base(winter)
    behind = base.ground.__wrapped__(winter, LEFT)
    start = LEFT[0] - base.BOX[0] + 20
    apart = np.abs(before[:, start : start + 60] - behind[:, 20:80]).max(2)
    assert np.quantile(apart, 0.95) < 0.02, "but for its glints"
    again = base.ground.__wrapped__(winter, LEFT)
    assert again.tobytes() == behind.tobytes()
    assert behind[-1, :, 3].min() > 0.99, "it is closed at its foot"


@pytest.mark.parametrize("skin", SKINS)
def test_every_picture_fills_the_screen(skin):
    assert set(celebrations.PICTURES) == set(celebrations.LIGHTS[skin])
    for name in celebrations.PICTURES:
        with Image.open(SPRITES / skin / f"{name}.webp") as picture:
            assert picture.size == (celebrations.WIDTH, celebrations.HEIGHT)
