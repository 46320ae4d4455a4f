"""The display alphabet: Cinzel's capitals with a side wall and a gold rim, their faces chiselled gold or enamel.

All letters of a line are drawn in layers: first everybody's shadow, then everybody's side wall and keyline as one mass,
then rims and faces. `dress` paints a line that is baked (the logo); `glyph_sheet` makes the layers of single letters
from which the game puts lines together.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import skia
from fontTools.ttLib import TTFont

from sprites.source.atlas import Frame
from sprites.source.colours import ramp
from sprites.source.kit.carving import GILT
from sprites.source.kit.paint import Canvas, bump, smoothstep
from sprites.source.kit.relief import metal, normals, occlusion, studio

FONTS = Path(__file__).resolve().parents[2] / "fonts"
CINZEL = "Cinzel-Black.ttf"
DECORATIVE = "CinzelDecorative-Black.ttf"

Placed = tuple[str, skia.Path]
"""A letter and its outline where it stands."""


@dataclass(frozen=True)
class Style:
    """How a line is dressed; lengths are in em."""

    tones: tuple[str, str, str, str] | None = None
    """Enamel from its upper edge down: light, body, deep, and the light at its foot; None for chiselled gold."""
    rim: float = 0.050
    key: float = 0.042
    depth: float = 0.105
    weight: float = 0.020
    """How much bolder than the font the letters are."""
    side: tuple[str, str] = ("#9A3E10", "#2B0A1A")
    """The side wall at its front edge and behind."""
    ink: str = "#22063A"
    chisel: float = 0.16
    """How wide the bevel of a gold face is."""
    gradient: float = 0.5
    """Share of the painted gradient in a gold face; the rest mirrors the studio."""


@cache
def typeface(font: str) -> skia.Typeface:
    """A font of the project."""
    return skia.Typeface.MakeFromFile(str(FONTS / font))


def letter(char: str, size: float, font: str = CINZEL) -> tuple[skia.Path, float]:
    """A character's outline, its pen at (0, 0), and its advance."""
    face = skia.Font(typeface(font), size)
    glyph = face.textToGlyphs(char)
    return face.getPath(glyph[0]) or skia.Path(), face.getWidths(glyph)[0]


def contours(path: skia.Path) -> list[skia.Path]:
    """The closed lines a path is made of."""
    parts: list[skia.Path] = []
    for verb, points in path:
        if verb == skia.Path.kMove_Verb:
            parts.append(skia.Path())
            parts[-1].moveTo(points[0])
        elif verb == skia.Path.kLine_Verb:
            parts[-1].lineTo(points[1])
        elif verb == skia.Path.kQuad_Verb:
            parts[-1].quadTo(points[1], points[2])
        elif verb == skia.Path.kCubic_Verb:
            parts[-1].cubicTo(points[1], points[2], points[3])
        elif verb == skia.Path.kClose_Verb:
            parts[-1].close()
    return parts


# layers -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Body:
    """A letter on its own canvas: its mask, the distance outside it, and its bounds."""

    canvas: Canvas
    mask: np.ndarray
    outside: np.ndarray
    bounds: skia.Rect


def _body(c: Canvas, path: skia.Path, size: float, style: Style) -> _Body:
    b = path.computeTightBounds()
    room = skia.Rect.MakeLTRB(b.left(), b.top(), b.right(), b.bottom() + style.depth * size)
    q = c.part(room, (style.rim + style.key + 0.17) * size + 6)
    mask = q.grown(q.mask(path), style.weight * size)
    return _Body(q, mask, q.outside(mask), b)


def _front(body: _Body, size: float, style: Style) -> np.ndarray:
    """The letter with rim and keyline, seen from the front."""
    return np.clip(((style.rim + style.key) * size - body.outside) * body.canvas.scale + 0.5, 0, 1)


def _wall(body: _Body, size: float, style: Style) -> np.ndarray:
    """The front drawn downwards by the letter's depth."""
    n = max(1, round(style.depth * size * body.canvas.scale))
    kernel = np.ones((n * 2 + 1, 1), np.uint8)
    kernel[n + 1 :] = 0
    return cv2.dilate(_front(body, size, style), kernel)


def _paint_shadow(body: _Body, size: float, style: Style) -> None:
    q = body.canvas
    q.rgba[:] = 0
    wall = _wall(body, size, style)
    q.over("#04010C", np.clip(q.blur(q.shifted(wall, size * 0.01, size * 0.05), size * 0.045) * 0.75, 0, 1))


def _paint_mass(body: _Body, size: float, style: Style) -> None:
    """The side wall, lighter at its front edge and where the key light rakes it, and the keyline."""
    q, b = body.canvas, body.bounds
    q.rgba[:] = 0
    front, wall = _front(body, size, style), _wall(body, size, style)
    q.over(style.ink, q.grown(wall, size * 0.012))
    n = max(1, round(style.depth * size * q.scale))
    behind = np.clip(cv2.boxFilter(1 - front, -1, (1, n), anchor=(0, n - 1), normalize=True), 0, 1)
    q.over(ramp(behind, ((0, style.side[0]), (0.5, style.side[1]), (1, style.side[1]))), wall)
    across = (q.x - b.left()) / max(b.width(), 1)
    q.light(style.side[0], wall * (1 - front) * np.exp(-(((across - 0.25) / 0.2) ** 2)) * 0.8)
    q.over(style.ink, front)


def _paint_face(body: _Body, size: float, style: Style, order: int, seed: int) -> None:
    """Gold rim, dark seam and face; `order` shifts gloss and horizon so that no two neighbours match."""
    q, m, b = body.canvas, body.mask, body.bounds
    q.rgba[:] = 0
    rim, key = style.rim * size, style.key * size
    ring = np.clip((rim - body.outside) * q.scale + 0.5, 0, 1)
    cast = np.clip(q.blur(q.shifted(ring, 0, size * 0.012), size * 0.018), 0, 1)
    q.over("#05020F", cast * 0.55 * q.grown(ring, key * 0.9))
    q.over(style.ink, q.grown(ring, size * 0.012))
    metal(
        q,
        ring,
        rim * 0.9 * bump(body.outside, rim * 0.5, max(rim * 0.62, 0.05)),
        GILT,
        soften=0.5,
        depth=1.2,
        drift=0.1,
    )
    q.over(style.ink, q.grown(m, size * 0.010))
    t = np.clip((q.y - b.top()) / max(b.height(), 1), 0, 1)
    u = (q.x - b.left()) / max(b.width(), 1)
    if style.tones is None:
        _gold_face(q, m, t, u, size, style, order, seed)
    else:
        _enamel_face(q, m, t, u, size, style, order, seed)
    x = b.left() + b.width() * (0.20 + 0.10 * math.sin(order * 1.7 + seed))
    y = b.top() + b.height() * (0.16 + 0.06 * math.sin(order * 2.9))
    q.light("#FFFFFF", ring * np.exp(-(((q.x - x) / (size * 0.11)) ** 2 + ((q.y - y) / (size * 0.07)) ** 2)) * 0.75)


HORIZON = ((-0.6, 1.02), (-0.35, 0.94), (-0.10, 0.74), (-0.005, 0.60), (0.03, 0.36), (0.20, 0.56), (0.45, 0.82))
"""Light levels of a gold face above and below its mirrored horizon."""


def _gold_face(
    q: Canvas, m: np.ndarray, t: np.ndarray, u: np.ndarray, size: float, style: Style, order: int, seed: int
) -> None:
    d, width = q.inside(m), style.chisel * size * 0.5
    flat = q.blur(d, size * 0.012)
    height = np.minimum(flat, width) * 0.85 + 0.4 * np.sqrt(np.clip(flat, 0, width) * width)
    height = q.blur(height.astype(np.float32), size * 0.008)
    level = studio(normals(height, q.scale), q, 0.1) * (1 - 0.4 * occlusion(height, q, 2.5, 1.1))
    horizon = 0.55 + 0.05 * math.sin(order * 2.3 + seed) - 0.07 * (u - 0.5)
    at, light = zip(*HORIZON, strict=True)
    gradient = np.interp(np.clip(t - horizon, -1, 1), at, light).astype(np.float32)
    q.over(ramp(level * (1 - style.gradient) + gradient * style.gradient + 0.05, GILT), m)
    q.shade(style.side[0], m * np.exp(-d / (size * 0.010)) * 0.5)


def _enamel_face(
    q: Canvas, m: np.ndarray, t: np.ndarray, u: np.ndarray, size: float, style: Style, order: int, seed: int
) -> None:
    light, body, deep, foot = style.tones or ("", "", "", "")
    d, width = q.inside(m), style.chisel * size * 0.5
    sway = 0.05 * math.sin(order * 2.1 + seed)
    down = np.clip(t + sway + 0.10 * (u - 0.5), 0, 1)
    q.over(ramp(down, ((0, light), (0.16, light), (0.46, body), (0.80, deep), (1.0, body))), m)
    n = normals(q.blur(np.minimum(d, width * 1.1), size * 0.008), q.scale)
    lit = n @ np.array([-0.50, -0.72, 0.48], np.float32) - 0.48
    q.light("#FFFFFF", m * np.clip(lit, 0, 1) * 0.55)
    q.shade(deep, m * np.clip(-lit, 0, 1) * 0.65)
    q.shade(style.ink, m * np.exp(-np.clip(d, 0, None) / (size * 0.016)) * 0.75)
    q.light(foot, m * np.exp(-(((t - 0.93) / 0.10) ** 2)) * smoothstep(0, size * 0.03, d) * 0.55)
    cut = 0.40 + sway * 1.6 - 0.10 * np.sin((u - 0.5) * 2.6)
    gloss = smoothstep(size * 0.018, size * 0.034, d) * (1 - smoothstep(-0.02, 0.02, t - cut)) * (0.50 - 0.55 * t)
    q.light("#FFFFFF", m * np.clip(gloss, 0, 1))


def dress(
    c: Canvas, letters: Sequence[Placed], size: float, style: Style, order: Sequence[int] | None = None, seed: int = 0
) -> None:
    """Paints a line of placed letters; `order` says which face is laid over which."""
    bodies = [_body(c, path, size, style) if not path.isEmpty() else None for _, path in letters]
    layers: tuple[Callable[[_Body, float, Style], None], ...] = (_paint_shadow, _paint_mass)
    for layer in layers:
        for body in bodies:
            if body is not None:
                layer(body, size, style)
                c.join(body.canvas)
    for k in order or range(len(bodies)):
        body = bodies[k]
        if body is not None:
            _paint_face(body, size, style, k, seed)
            c.join(body.canvas)


# glyph sheets -----------------------------------------------------------------------------------------------------

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÆŒÇ"
FIGURES = "0123456789.,+-−×%"
SIGNS = "!?&'’:/¡¿€$£¥"
ACCENTED = "ÀÁÂÃÄÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝ"
MARKS = {"\u0300": "grave", "\u0301": "acute", "\u0302": "circumflex", "\u0303": "tilde", "\u0308": "diaeresis"}
LAYERS = ("shadow", "mass", "face")
SHADOW_SHARE = 4
"""A shadow is soft: it is kept at this part of the letters' size."""


def glyph_sheet(style: Style, em: float, chars: str, scale: int) -> tuple[dict[str, Frame], dict[str, Any]]:
    """The layers of `chars` (with the accents their letters may carry) and the metrics the game sets them by.

    Pictures are named `layer/code` by a character's code point, or `layer/mark`; `pens` says where in a picture the
    pen stands. Of a mark, the middle stands on the pen.
    """
    frames: dict[str, Frame] = {}
    pens: dict[str, list[int]] = {}
    advance: dict[str, float] = {}
    room = math.ceil(em * 0.34)
    cap = -letter("H", em)[0].computeTightBounds().top()
    wanted = [(char, *letter(char, em)) for char in chars]
    marks = {name: _mark(combining, em, cap) for combining, name in MARKS.items()}
    for order, (char, path, width) in enumerate(wanted):
        advance[char] = round(width, 2)
        pens[_code(char)] = _add(frames, _code(char), path, em, style, order, room, scale)
    for order, (name, (path, _)) in enumerate(marks.items()):
        pens[name] = _add(frames, name, path, em, style, order, room, scale)
    meta = {
        "em": em,
        "cap": round(cap, 2),
        "pens": pens,
        "shadow_share": SHADOW_SHARE,
        "advance": advance,
        "accents": {char: _accent(char, em, cap) for char in ACCENTED},
        "kern": {pair: round(value * em / 1000, 2) for pair, value in kerning().items() if set(pair) <= set(chars)},
    }
    return frames, {"alphabet": meta}


def _code(char: str) -> str:
    return f"{ord(char):04x}"


def _decomposed(char: str) -> tuple[str, str]:
    base, mark = unicodedata.normalize("NFD", char)
    return base, mark


def _above(char: str, em: float, cap: float) -> skia.Path:
    """What of an accented capital stands above its letter."""
    path = skia.Path()
    for part in contours(letter(char, em)[0]):
        if part.computeTightBounds().bottom() < -cap * 1.01:
            path.addPath(part)
    return path


def _mark(combining: str, em: float, cap: float) -> tuple[skia.Path, str]:
    """An accent, its middle on the pen's x, as it stands on the first letter that bears it."""
    bearer = next(char for char in ACCENTED if _decomposed(char)[1] == combining)
    path = _above(bearer, em, cap)
    moved = skia.Path()
    path.transform(skia.Matrix.Translate(-path.computeTightBounds().centerX(), 0), moved)
    return moved, bearer


def _accent(char: str, em: float, cap: float) -> list[Any]:
    """A letter, its mark and the x of the mark's middle from the letter's pen."""
    base, combining = _decomposed(char)
    return [base, MARKS[combining], round(_above(char, em, cap).computeTightBounds().centerX(), 2)]


def _add(
    frames: dict[str, Frame], name: str, path: skia.Path, em: float, style: Style, order: int, room: int, scale: int
) -> list[int]:
    """Adds the layers of one outline; gives the place of its pen in them."""
    width = math.ceil(max(path.computeTightBounds().right(), 1)) + 2 * room
    left = math.floor(min(path.computeTightBounds().left(), 0))
    height = math.ceil(em * 1.05 + em * 0.30) + 2 * room
    placed = skia.Path()
    path.transform(skia.Matrix.Translate(room - left, room + math.ceil(em * 1.05)), placed)
    for layer in LAYERS:
        c = Canvas(width - left, height, scale)
        body = _body(c, placed, em, style)
        if layer == "shadow":
            _paint_shadow(body, em, style)
        elif layer == "mass":
            _paint_mass(body, em, style)
        else:
            _paint_face(body, em, style, order, 0)
        c.join(body.canvas)
        picture = c.image()
        if layer == "shadow":
            picture = picture.reduce(SHADOW_SHARE)
        frames[f"{layer}/{name}"] = Frame(picture)
    return [room - left, room + math.ceil(em * 1.05)]


@cache
def kerning() -> dict[str, int]:
    """Cinzel's kerned pairs of the alphabet's characters, in thousandths of an em."""
    font = TTFont(str(FONTS / CINZEL))
    names = {font.getBestCmap()[ord(c)]: c for c in LETTERS + FIGURES + SIGNS if ord(c) in font.getBestCmap()}
    pairs: dict[str, int] = {}
    for lookup in font["GPOS"].table.LookupList.Lookup:
        if lookup.LookupType != 2:
            continue
        for table in lookup.SubTable:
            covered = [(k, name) for k, name in enumerate(table.Coverage.glyphs) if name in names]
            for k, first in covered:
                for second, value in _pairs_of(table, k, first, names):
                    pairs.setdefault(names[first] + names[second], value)
    return {pair: value for pair, value in sorted(pairs.items()) if abs(value) >= 5}


def _pairs_of(table: Any, k: int, first: str, names: dict[str, str]) -> list[tuple[str, int]]:
    if table.Format == 1:
        records = table.PairSet[k].PairValueRecord
        return [(r.SecondGlyph, r.Value1.XAdvance) for r in records if r.SecondGlyph in names and r.Value1]
    row = table.Class1Record[table.ClassDef1.classDefs.get(first, 0)].Class2Record
    found = []
    for second in names:
        record = row[table.ClassDef2.classDefs.get(second, 0)]
        if record.Value1 and getattr(record.Value1, "XAdvance", 0):
            found.append((second, record.Value1.XAdvance))
    return found


STYLES = {
    "princess": {
        "gold": Style(rim=0.042, key=0.050, weight=0.022, ink="#1E0536", gradient=0.56),
        "enamel": Style(tones=("#FFC4EA", "#FF4FB0", "#B00A72", "#FF8FD2"), side=("#7A1260", "#22062E"), weight=0.018),
    },
    "christmas": {
        "gold": Style(rim=0.042, key=0.050, weight=0.022, ink="#08101F", side=("#8A3A10", "#1A0A10"), gradient=0.56),
        "enamel": Style(
            tones=("#FFD0C0", "#F0384A", "#96061E", "#FF8A78"), side=("#6A0818", "#1E0210"), ink="#16040E", weight=0.018
        ),
    },
}
"""The faces of each skin."""
LARGE, SMALL = 208, 80
"""Sizes of the sheets, in pixels an em: small lettering is drawn for itself, for it must stay sharp."""


def sheets(skin: str) -> dict[str, tuple[dict[str, Frame], dict[str, Any]]]:
    """The glyph sheets of a skin by file name: gold in two sizes, enamel (words only) in one."""
    gold, enamel = STYLES[skin]["gold"], STYLES[skin]["enamel"]
    return {
        "lettering_gold": glyph_sheet(gold, LARGE, LETTERS + FIGURES + SIGNS, 2),
        "lettering_gold_small": glyph_sheet(gold, SMALL, LETTERS + FIGURES + SIGNS, 3),
        "lettering_enamel": glyph_sheet(enamel, LARGE, LETTERS + "-.,!?&'’", 2),
    }
