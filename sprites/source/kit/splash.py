"""The pictures that explain tumbles, hearts and free spins at the first start."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from PIL import Image

from sprites.source.colours import PALETTES, Palette
from sprites.source.kit.icons import large_icon
from sprites.source.kit.paint import Canvas, bump, smoothstep
from sprites.source.kit.relief import metal, outline
from sprites.source.kit.shapes import box, placed, polar, polygon, star

SCALE = 2
SPLASH = (360, 300)


def _symbols(skin: str) -> dict[str, Image.Image]:
    """The symbols' still pictures in their full size, if their sheet has been drawn."""
    path = Path(__file__).resolve().parents[2] / skin / "symbols.json"
    if not path.exists():
        return {}
    atlas = json.loads(path.read_text(encoding="utf-8"))
    sheet = Image.open(path.with_name(atlas["meta"]["image"])).convert("RGBA")
    stills = {}
    for name, entry in atlas["frames"].items():
        if name.count("/") and not name.startswith("value/"):
            continue
        f, at, size = entry["frame"], entry["spriteSourceSize"], entry["sourceSize"]
        picture = Image.new("RGBA", (size["w"], size["h"]))
        picture.paste(sheet.crop((f["x"], f["y"], f["x"] + f["w"], f["y"] + f["h"])), (at["x"], at["y"]))
        stills[name] = picture
    return stills


def _scene(skin: str) -> Canvas:
    """A splash picture's ground: a rounded window on the board's deep plate, in a thin rim."""
    palette = PALETTES[skin]
    c = Canvas(*SPLASH, SCALE)
    mask = c.mask(box(6, 6, 348, 286, 26))
    c.shadow(mask, dy=4, blur=4, alpha=0.7)
    outline(c, mask, 1.4, palette.ink)
    metal(c, mask, 3.6 * bump(c.inside(mask), 3.0, 3.4), palette.metal, soften=0.4)
    field = c.grown(mask, -6.4)
    c.over(c.down(((0, palette.panel.body), (1, palette.panel.deep)), 6, 292), field)
    c.light(palette.button.light, field * np.exp(-(((c.x - 180) / 130) ** 2) - ((c.y - 160) / 110) ** 2) * 0.36)
    return c


def _put(c: Canvas, picture: Image.Image, x: float, y: float, size: float, *, alpha: float = 1, glow: str = "") -> None:
    """Lays a square picture over the canvas, `size` pixels wide, centred on (x, y)."""
    drawn = round(size * c.scale)
    pixels = np.asarray(picture.resize((drawn, drawn), Image.Resampling.LANCZOS), np.float32) / 255
    piece = Canvas(drawn // c.scale, drawn // c.scale, c.scale)
    pixels = pixels[: piece.shape[0], : piece.shape[1]].copy()
    pixels[..., :3] *= pixels[..., 3:]
    if glow:
        piece.glow(pixels[..., 3], glow, size * 0.04, 1.4)
    piece.stamp(pixels)
    c.place(piece, x - piece.width / 2, y - piece.height / 2, alpha)


def _arrow(c: Canvas, x: float, y: float, length: float, palette: Palette) -> None:
    """A fat white arrow pointing down."""
    path = polygon(
        [
            (x - 6, y),
            (x + 6, y),
            (x + 6, y + length - 15),
            (x + 16, y + length - 15),
            (x, y + length),
            (x - 16, y + length - 15),
            (x - 6, y + length - 15),
        ]
    )
    mask = c.mask(path)
    outline(c, mask, 2.6, palette.ink)
    c.over(c.down(((0, "#FFFFFF"), (1, palette.rim)), y, y + length), mask)


def _burst(c: Canvas, x: float, y: float, radius: float, colour: str) -> None:
    """A painted flash with flying splinters."""
    r = np.hypot(c.x - x, c.y - y) / radius
    c.light(colour, np.exp(-((r / 0.75) ** 2)) * 0.95)
    c.over("#FFFFFF", c.mask(star(x, y, radius, radius * 0.42, 9, 8)) * 0.55)
    c.over("#FFFFFF", c.blur(c.mask(star(x, y, radius * 0.72, radius * 0.34, 9, 28)), 0.6))
    rng = np.random.default_rng(int(x * 7 + y))
    for k in range(7):
        px, py = polar(x, y, radius * rng.uniform(0.9, 1.35), 360 * k / 7 + rng.uniform(-15, 15))
        c.over(colour, c.mask(placed(polygon([(0, -5), (4, 3), (-4, 2)]), px, py, rng.uniform(0, 360))))


def splash(skin: str) -> dict[str, Image.Image]:
    """The three explaining pictures; bare windows as long as the symbols have not been drawn."""
    palette = PALETTES[skin]
    stills = _symbols(skin)
    drawn = {}

    c = _scene(skin)
    if stills:
        for k, name in enumerate(("teal", "star", "green", "moon")):
            _put(c, stills[name], 62 + 79 * k, 66, 118)
        for k in range(4):
            _arrow(c, 62 + 79 * k, 116, 52, palette)
        for k in range(4):
            _burst(c, 62 + 79 * k, 222, 37, "#FFC23C" if k % 2 else "#FF8AD0")
            _put(c, stills["yellow"], 62 + 79 * k, 222, 92 if k in (1, 2) else 80, alpha=0.95)
    drawn["splash/tumble"] = c.image()

    c = _scene(skin)
    if stills:
        _put(c, stills["heart_pink"], 180, 132, 250, glow=palette.accent)
        if "value/x10" in stills:
            _put(c, stills["value/x10"], 180, 132, 250)
        for x, y, name, value in ((76, 226, "heart_green", "value/x2"), (284, 226, "heart_blue", "value/x5")):
            _put(c, stills[name], x, y, 146)
            if value in stills:
                _put(c, stills[value], x, y, 146)
        plus = c.stroke(polygon([(166, 232), (194, 232)], closed=False), 8)
        plus = np.maximum(plus, c.stroke(polygon([(180, 218), (180, 246)], closed=False), 8))
        outline(c, plus, 3, palette.ink)
        c.over("#FFFFFF", plus)
    drawn["splash/hearts"] = c.image()

    c = _scene(skin)
    if stills:
        angle = np.arctan2(c.y - 158, c.x - 180)
        rays = smoothstep(0.1, 0.9, np.cos(angle * 14)) * np.exp(-((np.hypot(c.x - 180, c.y - 158) / 150) ** 2))
        c.light(palette.accent, rays * (c.inside(c.rgba[..., 3] > 0.9) > 8) * 0.5)
        for x, y, size in ((76, 190, 128), (284, 190, 128), (132, 112, 128), (228, 112, 128)):
            _put(c, stills["scatter"], x, y, size, glow="#FFE08A")
        _put(c, large_icon("spin", skin), 180, 214, 92, glow=palette.accent)
    drawn["splash/free_spins"] = c.image()
    return drawn
