"""The board: its sculpted frame, its quiet plate, and the banner line above it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import skia
from PIL import Image

from sprites.source.atlas import Part, Slice
from sprites.source.colours import PALETTES, Enamel, Palette, rgb
from sprites.source.kit.logo import LOGO_AT, logo
from sprites.source.kit.ornaments import (
    FEATHER_WHITE,
    JEWELS,
    boss,
    cabochon,
    compass_star,
    gilt_leaf,
    heart_jewel,
    studs,
    wing,
)
from sprites.source.kit.paint import Canvas, bump, smoothstep
from sprites.source.kit.relief import metal, occlusion, outline
from sprites.source.kit.shapes import box, polygon
from sprites.source.kit.winter import bauble, berries, bow, fir, icicles, snow, snow_ledge

CELL = 148
BOARD = (516, 144, 888, 740)
"""The board on the stage: x, y, w, h."""

EDGE = 44
"""Thickness of the frame's moulding."""

MARGIN = 32
"""How far corner ornaments may stand out beyond the moulding."""

FRAME_AT = (BOARD[0] - EDGE - MARGIN, BOARD[1] - EDGE - MARGIN)
FRAME_SIZE = (BOARD[2] + 2 * (EDGE + MARGIN), BOARD[3] + 2 * (EDGE + MARGIN))


def _depth(c: Canvas) -> np.ndarray:
    """Pixels inwards from the moulding's outer edge (negative outside)."""
    half_w, half_h, radius = BOARD[2] / 2 + EDGE, BOARD[3] / 2 + EDGE, 30.0
    qx = np.abs(c.x - c.width / 2) - half_w + radius
    qy = np.abs(c.y - c.height / 2) - half_h + radius
    outside = np.hypot(np.maximum(qx, 0), np.maximum(qy, 0))
    return -(outside + np.minimum(np.maximum(qx, qy), 0) - radius)


def _along(c: Canvas) -> np.ndarray:
    """Pixels along the edge a point belongs to, measured from the board's corner."""
    half_w, half_h = BOARD[2] / 2, BOARD[3] / 2
    dx, dy = np.abs(c.x - c.width / 2) - half_w, np.abs(c.y - c.height / 2) - half_h
    return np.where(dx > dy, c.y - (c.height / 2 - half_h), c.x - (c.width / 2 - half_w))


def _moulding(c: Canvas, palette: Palette, rich: bool) -> None:
    """The four bars: outer fillet, great half-round with collars, enamel channel, fillet, rope, lip."""
    d, s = _depth(c), _along(c)
    bar = np.clip(d * c.scale + 0.5, 0, 1) * np.clip((EDGE - d) * c.scale + 0.5, 0, 1)
    whole = np.clip(d * c.scale + 0.5, 0, 1)
    hole = np.clip((d - EDGE) * c.scale + 0.5, 0, 1)
    c.over("#04020C", np.clip(c.blur(c.shifted(whole, 0, 5), 7), 0, 1) * 0.7)
    c.over(palette.ink, np.clip((d + 2.4) * c.scale + 0.5, 0, 1))
    c.rgba *= 1 - hole[..., None]
    c.over(palette.ink, bar)

    torus = bump(d, 10.4, 7.0)
    rope = 0.5 + 0.5 * np.cos(2 * np.pi * (s / (CELL / 12)) + (d - 37.5) * 0.8)
    height = 1.8 * bump(d, 2.1, 2.1) + 8.6 * torus
    height += 2.2 * bump(d, 19.0, 1.9) + 2.2 * bump(d, 31.6, 1.9)
    height += (1.8 + 1.7 * rope) * bump(d, 37.2, 3.7) + 1.2 * bump(d, 42.6, 1.4)
    metal(c, bar, height, palette.metal, soften=0.5, depth=1.25, drift=0.55)

    channel = np.clip((d - 20.6) * c.scale + 0.5, 0, 1) * np.clip((30.2 - d) * c.scale + 0.5, 0, 1)
    c.over(palette.ink, channel)
    colours = palette.channel
    hollow = bump(d, 25.4, 4.8)
    c.over(rgb(colours.deep) * (1 - hollow[..., None]) + rgb(colours.body) * hollow[..., None], channel)
    between = np.abs(s % CELL - CELL / 2) / (CELL / 2)
    c.light(colours.light, channel * hollow * (0.55 if rich else 0.35) * (1 - between) ** 1.5)
    gleam = bump(d, 23.4, 1.1)
    c.light("#FFFFFF", channel * gleam * 0.28 * (0.4 + 0.6 * (1 - between)))
    c.shade(palette.ink, bar * np.clip(occlusion(height, c, 3, 1.0), 0, 1) * 0.25)


STONES = {
    "princess": (("pink", "blue"), ("amber", "teal")),
    "christmas": (("green", "amber"), ("amber", "red")),
}
"""Stones in the channel, in turn: in the base game, and in free spins."""


def _settings(c: Canvas, palette: Palette, skin: str, *, rich: bool) -> None:
    """Stones at the cell boundaries and stars at the cell centres, set in the channel; lit from within if `rich`."""
    left = top = MARGIN + EDGE
    spots = [(left + k * CELL / 2, y, k) for k in range(1, 12) for y in (MARGIN + 25.4, c.height - MARGIN - 25.4)]
    spots += [(x, top + k * CELL / 2, k) for k in range(1, 10) for x in (MARGIN + 25.4, c.width - MARGIN - 25.4)]
    stones = STONES[skin][rich]
    for x, y, k in spots:
        small = Canvas(56, 56, c.scale)
        stone = stones[(k // 2) % 2]
        if rich:
            halo = np.exp(-(((small.x - 28) / 11) ** 2) - ((small.y - 28) / 11) ** 2)
            small.over(JEWELS[stone].light if k % 2 == 0 else "#FFF3C8", halo * (0.75 if k % 2 == 0 else 0.5))
        if k % 2 == 0:
            cabochon(small, 28, 28, 5.6, 5.6, JEWELS[stone], palette, bezel=2.6)
        else:
            studs(small, 28, 28, 9 if rich else 8, palette)
        c.place(small, x - 28, y - 28)


def _corners(c: Canvas, palette: Palette, skin: str) -> None:
    """A boss with a compass star on every corner, leaves running out along both edges."""
    size = 176
    stone = {"princess": palette.button, "christmas": JEWELS["green"]}[skin]
    for right in (False, True):
        for low in (False, True):
            x = c.width - MARGIN - 25 if right else MARGIN + 25
            y = c.height - MARGIN - 25 if low else MARGIN + 25
            piece = Canvas(size, size, c.scale)
            m = size / 2
            for degrees in (90 if not right else 270, 180 if not low else 0):
                for turn, long in ((-20, 0.80), (20, 0.80), (0, 1.0)):
                    gilt_leaf(piece, m, m, 84 * long, 22, degrees + turn, palette)
            away = {(0, 0): 315, (1, 0): 45, (1, 1): 135, (0, 1): 225}[(int(right), int(low))]
            for turn in (-34, 34, 0):
                gilt_leaf(piece, m, m, 62 if turn == 0 else 54, 20, away + turn, palette)
            boss(piece, m, m, 37, palette, stone)
            c.place(piece, x - m, y - m)


def _middles(c: Canvas, palette: Palette, skin: str) -> None:
    """Leaf sprays at the middles of the sides and the top, and the winged heart at the foot."""
    heart_tones = JEWELS["pink" if skin == "princess" else "red"]
    for right in (False, True):
        piece = Canvas(140, 190, c.scale)
        out = 90 if right else -90
        for turn in (out - 22, out + 22, out):
            gilt_leaf(piece, 70, 95, 50, 19, turn, palette)
        for up in (0, 180):
            for turn, long in ((-17, 0.70), (17, 0.70), (0, 1.0)):
                gilt_leaf(piece, 70, 95 + (-8 if up == 0 else 8), 70 * long, 19, up + turn, palette)
        cabochon(piece, 70, 95, 11, 16, JEWELS["violet" if skin == "princess" else "teal"], palette, bezel=5)
        x = c.width - MARGIN - 21 if right else MARGIN + 21
        c.place(piece, x - 70, c.height / 2 - 95)
    piece = Canvas(340, 120, c.scale)
    for side, x in ((90, 176), (270, 164)):
        for turn, long in ((-11, 0.82), (11, 0.82), (0, 1.0)):
            gilt_leaf(piece, x, 56, 118 * long, 24, side + turn, palette)
    for turn in (150, 210, 180):
        gilt_leaf(piece, 170, 62, 46, 20, turn, palette)
    for left in (True, False):
        wing(
            piece,
            170 + (-10 if left else 10),
            68,
            64,
            palette,
            left=left,
            lift=-30,
            stops=FEATHER_WHITE if skin == "princess" else palette.trim,
        )
    heart_jewel(piece, 170, 60, 50, heart_tones, palette)
    c.place(piece, c.width / 2 - 170, c.height - MARGIN - 16 - 60)
    if skin == "princess":
        piece = Canvas(260, 110, c.scale)
        for side, x in ((90, 136), (270, 124)):
            for turn, long in ((-11, 0.82), (11, 0.82), (0, 1.0)):
                gilt_leaf(piece, x, 60, 104 * long, 24, side + turn, palette)
        for turn in (-58, 58, -30, 30, 0):
            gilt_leaf(piece, 130, 60, 44 - abs(turn) * 0.12, 19, turn, palette)
        compass_star(piece, 130, 54, 34, palette)
        c.place(piece, c.width / 2 - 130, MARGIN + 18 - 54)


def _fairy_lights(c: Canvas, spots: list[tuple[float, float]]) -> None:
    """Small warm bulbs shining among the needles."""
    for k, (x, y) in enumerate(spots):
        bulb = Canvas(48, 48, c.scale)
        tone = JEWELS[("amber", "pink", "teal")[k % 3]]
        r = np.hypot(bulb.x - 24, bulb.y - 24)
        bulb.over(tone.light, np.exp(-((r / 9) ** 2)) * 0.75)
        bulb.over(tone.light, np.clip((4.6 - r) * c.scale + 0.5, 0, 1))
        bulb.over("#FFFFFF", np.exp(-((r / 2.4) ** 2)))
        c.place(bulb, x - 24, y - 24)


def _winter_dress(c: Canvas, palette: Palette, *, rich: bool) -> None:
    """Fir along the top and down the shoulders, berries and bows, then snow and icicles."""
    left, right, top = MARGIN + 20, c.width - MARGIN - 20, MARGIN + 20
    for seed, (x0, x1) in enumerate(((left, c.width / 2), (right, c.width / 2))):
        xs = np.linspace(x0, x1, 60)
        wave = top + 6 * np.sin(np.abs(xs - x0) / 62) - 2
        fir(c, list(zip(xs, wave, strict=True)), needle=22, seed=11 + seed)
        ys = np.linspace(top, top + 190, 40)
        side = x0 + 3 * np.sin(ys / 40)
        fir(c, list(zip(side, ys, strict=True)), needle=18, seed=21 + seed, density=0.9, taper=80)
    for k, x in enumerate(np.linspace(left + 96, right - 96, 9)):
        if k == 4:
            continue
        if k % 2:
            bauble(c, float(x), top + 9, 10.5, palette, ("amber", "red")[k // 2 % 2])
        else:
            berries(c, float(x), top + 4, 6.4)
    for x in (left + 2, right - 2):
        for y, kind in ((top + 86, 0), (top + 148, 1)):
            if kind:
                bauble(c, x, y, 10, palette, "amber")
            else:
                berries(c, x, y, 6)
    if rich:
        along = [(float(x), top + 10 + 5 * float(np.sin(x / 27))) for x in np.linspace(left + 60, right - 60, 24)]
        down = [(x + 7 * (-1) ** k, top + 56.0 + 22 * k) for x in (left + 2, right - 2) for k in range(7)]
        _fairy_lights(c, along + down)
    ledge = snow_ledge(c, left + 34, right - 34, top - 12, above=13, drip=11, seed=5)
    icicles(c, left + 70, right - 70, top - 8, 26, seed=9, gap=34)
    snow(c, ledge, depth=8, sparkle=40, seed=3)
    for x in (left + 2, right - 2):
        piece = Canvas(150, 150, c.scale)
        bow(piece, 75, 62, 50)
        c.place(piece, x - 75, top - 62 + 4)
    piece = Canvas(180, 150, c.scale)
    bow(piece, 90, 52, 46)
    c.place(piece, c.width / 2 - 90, top - 52)


FREE_CHANNEL = {
    "princess": Enamel("#4A0646", "#B01C78", "#FF8AD0"),
    "christmas": Enamel("#04382E", "#0C8064", "#7FF5C8"),
}


def frame(skin: str, *, free: bool = False) -> Image.Image:
    """The board's frame with its plate; `free` is the free-spins dress: another enamel, lit stones and lights."""
    palette = PALETTES[skin]
    if free:
        palette = replace(palette, channel=FREE_CHANNEL[skin])
    c = Canvas(*FRAME_SIZE, scale=2)
    _moulding(c, palette, free)
    _settings(c, palette, skin, rich=free)
    _middles(c, palette, skin)
    _corners(c, palette, skin)
    if skin == "christmas":
        _winter_dress(c, palette, rich=free)
        keep = smoothstep(BOARD[1] - FRAME_AT[1] + 6, BOARD[1] - FRAME_AT[1] - 2, c.y)
        hole = _depth(c) > EDGE
        c.rgba *= np.where(hole, keep, 1)[..., None]
    else:
        c.rgba *= (_depth(c) <= EDGE + 3)[..., None]
    whole = Image.new("RGBA", FRAME_SIZE)
    whole.paste(plate(skin, free=free), (EDGE + MARGIN, EDGE + MARGIN))
    whole.alpha_composite(c.image())
    return whole


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


def banners(skin: str) -> dict[str, Image.Image]:
    """End-caps and stretchable middle of the banner line, each 74 high."""
    palette = PALETTES[skin]
    middle = Canvas(32, 74)
    _banner_strip(middle, palette)
    pieces = {"banner/middle": middle.image()}
    for name, left in (("banner/left", True), ("banner/right", False)):
        c = Canvas(110, 74)
        _banner_strip(c, palette)
        side = 1 if left else -1
        x = 46 if left else 64
        end = polygon([(x - side * 24, 37), (x, 4), (x + side * 90, 4), (x + side * 90, 70), (x, 70)])
        c.rgba *= c.mask(end)[..., None]
        for lean, long in ((-40, 34), (40, 34), (-20, 46), (20, 46), (0, 58)):
            gilt_leaf(c, x - side * 2, 37, long, 17, (90 if left else 270) + lean, palette)
        for lean, long in ((-62, 40), (62, 40), (-30, 42), (30, 42), (0, 44)):
            gilt_leaf(c, x, 37, long, 18, (270 if left else 90) + lean, palette)
        cabochon(c, x, 37, 10, 12, JEWELS["blue" if skin == "princess" else "red"], palette, bezel=5.5)
        pieces[name] = c.image()
    return pieces


def _banner_strip(c: Canvas, palette: Palette) -> None:
    """A dark field between two thin rails; drawn right across the canvas."""
    inside = ((c.y > 8) & (c.y < 66)).astype(np.float32)
    c.over("#05020F", np.exp(-((np.clip(c.y - 62, 0, None) / 5) ** 2)) * (c.y > 60) * 0.5)
    c.over(palette.ink, ((c.y > 6) & (c.y < 68)).astype(np.float32))
    c.over(c.down(((0, palette.panel.deep), (0.5, palette.panel.body), (1, palette.panel.deep)), 8, 66), inside * 0.97)
    rails = 2.6 * bump(c.y, 10.6, 2.9) + 2.6 * bump(c.y, 63.4, 2.9)
    mask = ((np.abs(c.y - 10.6) < 3) | (np.abs(c.y - 63.4) < 3)).astype(np.float32)
    metal(c, mask, rails, palette.metal, soften=0.4, drift=0)
    c.light(palette.panel.light, inside * np.exp(-(((c.y - 61) / 6) ** 2)) * 0.5)


def ribbon(skin: str) -> Image.Image:
    """The small ribbon under the logo, 320x52, its field quiet enough for text."""
    palette = PALETTES[skin]
    tones = palette.primary
    c = Canvas(320, 52)
    for side in (-1, 1):
        x = 160 + side * 158
        tail = skia.Path()
        tail.moveTo(160 + side * 112, 14)
        tail.lineTo(x, 14)
        tail.lineTo(x - side * 14, 31)
        tail.lineTo(x, 48)
        tail.lineTo(160 + side * 112, 48)
        tail.close()
        mask = c.mask(tail)
        outline(c, mask, 1.4, palette.ink)
        c.over(palette.metal[3][1], mask)
        c.over(c.down(((0, tones.deep), (1, tones.body)), 14, 48), c.grown(mask, -2.4))
        c.shade(palette.ink, c.mask(box(160 + side * 112 - 16, 0, 32, 52)) * c.blur(mask, 1) * 0.5)
    body = c.mask(box(28, 4, 264, 38, 7))
    c.shadow(body, dy=2.5, blur=2, alpha=0.7)
    outline(c, body, 1.4, palette.ink)
    metal(c, body, 2.6 * bump(c.inside(body), 1.7, 2.0), palette.metal, soften=0.3)
    field = c.grown(body, -3.8)
    c.over(palette.ink, c.grown(body, -3.0))
    c.over(c.down(((0, tones.deep), (0.45, tones.body), (1, tones.deep)), 6, 42), field * 0.98)
    c.light("#FFFFFF", field * smoothstep(0.5, 0.0, (c.y - 7) / 32) * 0.16)
    return c.image()


def stage(skin: str) -> tuple[dict[str, Image.Image], list[Slice], dict[str, Part], dict[str, tuple[int, int]]]:
    """The stage sheet's pictures, nine-slice middles, the plates inside the frames, and the places."""
    drawn = {
        "frame": frame(skin),
        "frame_free": frame(skin, free=True),
        "logo": logo(skin),
        "ribbon": ribbon(skin),
        **banners(skin),
    }
    hole = (EDGE + MARGIN, EDGE + MARGIN, BOARD[2], BOARD[3])
    parts = {"plate": Part("frame", hole), "plate_free": Part("frame_free", hole)}
    place = {
        "frame": FRAME_AT,
        "frame_free": FRAME_AT,
        "plate": BOARD[:2],
        "plate_free": BOARD[:2],
        "logo": LOGO_AT,
        "ribbon": (76, 172),
        "banner/left": (476, 14),
        "banner/right": (1334, 14),
    }
    return drawn, [Slice("banner/middle", (8, 0, 16, 74))], parts, place
