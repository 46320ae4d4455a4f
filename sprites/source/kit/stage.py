"""The stage sheet: the board's plates, frames and strips, logo, ribbon, banner and medallion."""

from __future__ import annotations

import numpy as np
from PIL import Image

from sprites.source.colours import PALETTES
from sprites.source.kit.frame import BOARD, FRAME_AT, STRIPS, rails
from sprites.source.kit.hud import BANNER_AT, MEDALLION_FIELD, banner, medallion, ribbon
from sprites.source.kit.logo import LOGO_AT, logo
from sprites.source.kit.paint import Canvas, smoothstep

CELL = 148
RIBBON_AT = (20, 206)

Meta = dict[str, dict[str, dict[str, list[int]]]]
"""What the atlas says of words: piece -> kind of text -> its area inside the piece."""


def plate(skin: str, *, free: bool = False) -> Image.Image:
    """The board's opaque ground: a faint checker, 2-pixel gutters and a shadow under the frame's lip."""
    palette = PALETTES[skin]
    c = Canvas(BOARD[2], BOARD[3], scale=1)
    top, foot = (palette.free_top, palette.free_foot) if free else (palette.plate_top, palette.plate_foot)
    c.over(c.down(((0, top), (1, foot)), 0, BOARD[3]), 1.0)
    column, row = (c.x // CELL).astype(int), (c.y // CELL).astype(int)
    u, v = c.x - column * CELL, c.y - row * CELL
    odd = ((column + row) % 2).astype(np.float32)
    c.light("#9C86FF" if skin == "princess" else "#6FC4E8", odd * 0.030)
    centre = np.exp(-(((u - CELL / 2) / 60) ** 2 + ((v - CELL / 2) / 60) ** 2))
    c.light("#8A6CFF" if skin == "princess" else "#4FA8D8", centre * (0.060 if free else 0.042))
    edge = np.minimum(np.minimum(u, CELL - u), np.minimum(v, CELL - v))
    c.shade("#04020C", (edge < 1).astype(np.float32) * 0.62)
    c.light("#B9A6FF" if skin == "princess" else "#9FD8F0", ((edge >= 1) & (edge < 2)).astype(np.float32) * 0.035)
    border = np.minimum(np.minimum(c.x, BOARD[2] - c.x), np.minimum(c.y + 0, BOARD[3] - c.y))
    c.shade("#02010A", np.exp(-((border / 13) ** 2)) * 0.75)
    c.shade("#02010A", smoothstep(26, 0, c.y) * 0.45)
    dither = np.random.default_rng(2).uniform(-0.5, 0.5, (*c.shape, 1)).astype(np.float32) / 255
    c.rgba[..., :3] = np.clip(c.rgba[..., :3] + dither, 0, 1)
    return c.image()


def stage(skin: str) -> tuple[dict[str, Image.Image], dict[str, tuple[int, int]], Meta]:
    """The stage sheet's pictures, their places, and where words go on them."""
    drawn: dict[str, Image.Image] = {
        "plate": plate(skin),
        "plate_free": plate(skin, free=True),
        "logo": logo(skin),
        "ribbon": ribbon(skin),
        "banner": banner(skin),
        "medallion/lit": medallion(skin, lit=True),
        "medallion/asleep": medallion(skin, lit=False),
    }
    place = {
        "plate": BOARD[:2],
        "plate_free": BOARD[:2],
        "logo": LOGO_AT,
        "ribbon": RIBBON_AT,
        "banner": BANNER_AT,
    }
    for free, rail in ((False, "rail"), (True, "rail_free")):
        for side, strip in rails(skin, free=free).items():
            drawn[f"{rail}/{side}"] = strip
            place[f"{rail}/{side}"] = (FRAME_AT[0] + STRIPS[side][0], FRAME_AT[1] + STRIPS[side][1])
    text = {"ribbon": {"title": [42, 9, 324, 30]}, "banner": {"title": [112, 13, 776, 42]}}
    text |= {name: {"value": list(MEDALLION_FIELD)} for name in ("medallion/lit", "medallion/asleep")}
    return drawn, place, {"text": text}
