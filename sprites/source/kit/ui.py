"""Buttons, panels, meters, toggles, sliders, tabs and the pointer: one glossy enamel style with a metal rim."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import skia
from PIL import Image

from sprites.source.atlas import Slice
from sprites.source.colours import PALETTES, Enamel, Palette, ramp
from sprites.source.kit.hud import OUTSETS, buy_card, card, cards, console, round_buttons
from sprites.source.kit.ornaments import JEWELS, compass_star, gilt_leaf, heart_jewel
from sprites.source.kit.paint import Canvas, bump, smoothstep
from sprites.source.kit.relief import enamel, metal, outline
from sprites.source.kit.shapes import box, disc, line, polygon
from sprites.source.kit.winter import bow

Drawn = dict[str, Image.Image]
STATES = ("normal", "hover", "pressed", "disabled", "focused")
OUTSET = 8
"""Clear pixels round the visible edge of stretchable buttons, kept for shadow, glow and focus ring."""


@dataclass(frozen=True)
class State:
    """How a control's state changes its look."""

    bright: float = 1.0
    gloss: float = 0.62
    sink: float = 0.0
    halo: float = 0.0
    ring: bool = False
    grey: float = 0.0


BUTTON_OUTSETS = {"button": OUTSET, "button_primary": OUTSET, "tab": OUTSET, "focus": OUTSET}
META = {"outset": BUTTON_OUTSETS | OUTSETS}
"""For the atlas: pixels by which a stretchable piece is drawn beyond the rectangle it stands for."""

LOOKS = {
    "normal": State(),
    "hover": State(bright=1.12, gloss=0.95, halo=0.9),
    "pressed": State(bright=0.78, gloss=0.22, sink=2.0),
    "disabled": State(bright=0.72, gloss=0.18, grey=0.85),
    "focused": State(ring=True),
    "selected": State(bright=1.05, gloss=0.72),
}


def _greyed(canvas: Canvas, amount: float) -> None:
    """Drains colour and contrast from what is painted, for disabled controls."""
    if amount <= 0:
        return
    colour = canvas.rgba[..., :3]
    luma = (colour @ np.array([0.3, 0.59, 0.11], np.float32))[..., None]
    flat = luma * 0.62 + 0.10 * canvas.rgba[..., 3:]
    tint = np.array([0.92, 0.94, 1.08], np.float32)
    canvas.rgba[..., :3] = colour * (1 - amount) + np.minimum(flat * tint, canvas.rgba[..., 3:]) * amount


def _focus_ring(canvas: Canvas, mask: np.ndarray, palette: Palette) -> None:
    """A bright ring with dark edges round `mask`: seen on any ground, by shape and not by colour alone."""
    outer, inner = canvas.grown(mask, 6.2), canvas.grown(mask, 1.4)
    canvas.over(palette.ink, np.clip(canvas.grown(mask, 7.6) - mask, 0, 1) * 0.9)
    canvas.over("#FFFFFF", np.clip(outer - inner, 0, 1))
    middle = np.clip(canvas.grown(mask, 5.2) - canvas.grown(mask, 2.4), 0, 1)
    canvas.over(palette.rim, middle)


def jewel(
    canvas: Canvas,
    path: skia.Path,
    bounds: tuple[float, float, float, float],
    colours: Enamel,
    palette: Palette,
    look: State,
    *,
    rim: float = 7.0,
    edge: float = 9.0,
    shadow: bool = True,
) -> None:
    """A control's whole body: contour, metal rim, dark seat and enamel face, within `bounds` (x, y, w, h)."""
    x, y, w, h = bounds
    mask = canvas.mask(path)
    if look.halo:
        canvas.glow(canvas.grown(mask, 2), colours.light, 4.0, look.halo)
    if shadow and not look.ring:
        canvas.shadow(mask, dy=3 - look.sink, blur=2.6, alpha=0.7)
    outline(canvas, mask, 1.2, palette.ink)
    d = canvas.inside(mask)
    height = 4.2 * bump(d, rim * 0.42, rim * 0.56) + 1.6 * bump(d, rim * 0.95, rim * 0.16)
    metal(canvas, mask, height, palette.metal, soften=0.35, depth=1.25, tone=1.0 + 0.15 * (look.bright - 1))
    seat = canvas.grown(mask, -rim)
    canvas.over(palette.ink, seat)
    face = canvas.grown(mask, -rim - 1.3)
    inset = rim + 1.3
    enamel(
        canvas,
        face,
        colours,
        (x + inset, y + inset, w - 2 * inset, h - 2 * inset),
        gloss=look.gloss,
        radius=edge,
        bright=look.bright,
    )
    if look.sink:
        inner = np.clip(canvas.blur(1 - canvas.shifted(face, 0, 5), 3.5) * 1.5, 0, 1)
        canvas.shade("#04020C", face * inner * 0.6)
    else:
        below = canvas.blur(1 - canvas.shifted(face, 0, -2.0), 1.6)
        canvas.shade("#04020C", face * below * 0.35)
    _greyed(canvas, look.grey)
    if look.ring:
        _focus_ring(canvas, mask, palette)


WALL = 6
"""How far a text button stands out; pressed, it goes in by most of that."""


def _box_button(colours: Enamel, palette: Palette, look: State) -> Image.Image:
    """A stretchable text button, 112x96 with corners of 40, raised on a wall of metal."""
    c = Canvas(112, 96)
    w, h = 112 - 2 * OUTSET, 96 - 2 * OUTSET
    wall = WALL - 4 if look.sink else WALL
    base = c.mask(box(OUTSET, OUTSET + WALL, w, h - WALL, 26))
    raised = box(OUTSET, OUTSET + WALL - wall, w, h - WALL, 26)
    c.shadow(base, dy=3, blur=2.6, alpha=0.75)
    outline(c, np.maximum(base, c.mask(raised)), 1.2, palette.ink)
    light = np.exp(-(((c.x - 34) / 22) ** 2)) * 0.35 + 0.12
    c.over(ramp(light * (0.5 if look.grey else 1.0), palette.metal), base)
    c.shade(palette.ink, base * smoothstep(OUTSET + h - WALL, OUTSET + h + 1, c.y) * 0.6)
    jewel(c, raised, (OUTSET, OUTSET + WALL - wall, w, h - WALL), colours, palette, look, shadow=False)
    return c.image()


def _buttons(palette: Palette) -> tuple[Drawn, list[Slice]]:
    drawn: Drawn = {}
    slices = []
    kinds = (("button", palette.button), ("button_primary", palette.primary))
    for kind, colours in kinds:
        for state in STATES:
            name = f"{kind}/{state}"
            drawn[name] = _box_button(colours, palette, LOOKS[state])
            slices.append(Slice(name, (44, 42, 24, 12)))
    return drawn, slices


def _well(
    canvas: Canvas,
    path: skia.Path,
    palette: Palette,
    *,
    rim: float,
    top: str,
    foot: str,
    height: float,
    alpha: float = 1.0,
    shadow: bool = True,
) -> np.ndarray:
    """A flat dark field in a metal rim: readable ground for text. Gives the field's mask."""
    mask = canvas.mask(path)
    if shadow:
        canvas.shadow(mask, dy=3, blur=3, alpha=0.55)
    outline(canvas, mask, 1.2, palette.ink)
    d = canvas.inside(mask)
    profile = 3.4 * bump(d, rim * 0.5, rim * 0.55)
    canvas.over(palette.ink, mask)
    metal(canvas, np.clip(mask - canvas.grown(mask, -rim), 0, 1), profile, palette.metal, soften=0.35, tone=0.96)
    field = canvas.grown(mask, -rim - 1.0)
    canvas.over(canvas.down(((0, top), (1, foot)), rim, height - rim), field * alpha)
    inner = np.clip(canvas.blur(1 - canvas.shifted(field, 0, 2.5), 4), 0, 1)
    canvas.shade(palette.ink, field * inner * 0.75)
    edge = np.clip(canvas.grown(mask, -rim - 1.0) - canvas.grown(mask, -rim - 2.2), 0, 1)
    canvas.light(palette.panel.light, edge * smoothstep(height * 0.35, height, canvas.y) * 0.8)
    return field


def _panel(skin: str) -> Image.Image:
    """The big panel, 224x224 with carved corners of 72: leaves on a moulding, an opaque quiet field."""
    margin = 4
    whole = card(skin, 204, 204, radius=24, rail=9, leaves=True, glass=1.0).image()
    return whole.crop((margin, margin, whole.width - margin, whole.height - margin))


def _panel_crest(skin: str, palette: Palette) -> Image.Image:
    """An ornament for the middle of a panel's top edge, 320x96; its point (160, 56) lies on the edge."""
    c = Canvas(320, 96)
    for side in (90, 270):
        for lean, long in ((-16, 0.72), (16, 0.72), (0, 1.0)):
            gilt_leaf(c, 160 + (14 if side == 90 else -14), 56, 128 * long, 24, side + lean, palette)
    for lean in (-52, 52, -26, 26):
        gilt_leaf(c, 160, 56, 46, 18, lean, palette)
    if skin == "christmas":
        bow(c, 160, 50, 40)
    else:
        compass_star(c, 160, 44, 42, palette)
        heart_jewel(c, 160, 58, 44, JEWELS["pink"], palette)
    return c.image()


def _plain_panels(skin: str, palette: Palette) -> tuple[Drawn, list[Slice]]:
    drawn: Drawn = {"panel": _panel(skin)}
    slices = [Slice("panel", (76, 76, 72, 72))]

    c = Canvas(96, 88)
    _well(c, box(5, 4, 86, 78, 20), palette, rim=4.6, top=palette.panel.deep, foot=palette.panel.body, height=86)
    drawn["plate"] = c.image()
    slices.append(Slice("plate", (32, 32, 32, 24)))

    c = Canvas(96, 96)
    mask = c.mask(box(4, 4, 88, 87, 18))
    c.shadow(mask, dy=2, blur=2.5, alpha=0.5)
    c.over(palette.panel.light, mask)
    inner = c.grown(mask, -2)
    c.over(c.down(((0, palette.panel.body), (1, palette.panel.deep)), 4, 92), inner)
    c.light(palette.panel.light, inner * np.exp(-c.inside(mask) / 6) * 0.45)
    drawn["card"] = c.image()
    slices.append(Slice("card", (30, 30, 36, 36)))

    c = Canvas(80, 72)
    mask = c.mask(box(6, 5, 68, 58, 14))
    c.shadow(mask, dy=3, blur=3, alpha=0.7)
    c.over(palette.metal[3][1], mask)
    c.over(palette.ink, c.grown(mask, -1.6))
    c.over(palette.panel.deep, c.grown(mask, -2.2))
    drawn["tooltip"] = c.image()
    slices.append(Slice("tooltip", (24, 24, 32, 20)))

    c = Canvas(88, 88)
    _focus_ring(c, c.mask(box(9, 9, 70, 70, 22)), palette)
    c.rgba *= 1 - c.mask(box(10.4, 10.4, 67.2, 67.2, 20.6))[..., None]
    drawn["focus"] = c.image()
    slices.append(Slice("focus", (36, 36, 16, 16)))
    return drawn, slices


def _toggle(on: bool, palette: Palette, look: State) -> Image.Image:
    """A 112x72 switch: the knob's side, a tick or a cross, and the colour all say which way it stands."""
    c = Canvas(112, 72)
    track = box(8, 11, 96, 49, 24.5)
    mask = c.mask(track)
    colours = palette.primary if on else palette.panel
    if look.halo:
        c.glow(c.grown(mask, 2), palette.button.light, 4, look.halo)
    c.shadow(mask, dy=2, blur=2, alpha=0.6)
    outline(c, mask, 1.2, palette.ink)
    metal(c, mask, 3.4 * bump(c.inside(mask), 2.4, 3.0), palette.metal, soften=0.35, tone=0.96)
    field = c.grown(mask, -5.4)
    c.over(palette.ink, c.grown(mask, -4.6))
    c.over(c.down(((0, colours.deep), (1, colours.body)), 16, 56), field)
    if on:
        c.light(colours.light, field * np.exp(-(((c.y - 56) / 12) ** 2)) * 0.6)
    c.shade(palette.ink, field * np.clip(c.blur(1 - c.shifted(field, 0, 4), 3), 0, 1) * 0.7)
    if on:
        c.over("#FFFFFF", c.stroke(line((24, 36), (31, 43), (43, 28)), 5))
    else:
        cross = c.stroke(line((71, 29), (84, 42)), 4.6) + c.stroke(line((84, 29), (71, 42)), 4.6)
        c.over("#B9B2DA", np.clip(cross, 0, 1))
    kx = 79.5 if on else 32.5
    _knob(c, kx, 35.5, 19.5, palette, look)
    _greyed(c, look.grey)
    if look.ring:
        _focus_ring(c, mask, palette)
    return c.image()


def _knob(c: Canvas, x: float, y: float, radius: float, palette: Palette, look: State) -> None:
    """A round metal knob with an enamel heart of the button colour."""
    knob = c.mask(disc(x, y, radius))
    c.shadow(knob, dx=0, dy=2.5, blur=2.2, alpha=0.8)
    outline(c, knob, 1.2, palette.ink)
    d = c.inside(knob)
    metal(c, knob, 4.2 * bump(d, 3.2, 3.9), palette.metal, soften=0.4, tone=0.98)
    inner = radius - 7.2
    c.over(palette.ink, c.mask(disc(x, y, inner + 1)))
    face = c.mask(disc(x, y, inner))
    enamel(
        c,
        face,
        palette.button,
        (x - inner, y - inner, 2 * inner, 2 * inner),
        gloss=look.gloss,
        radius=4,
        bright=look.bright * 1.1,
    )


def _slider(palette: Palette) -> tuple[Drawn, list[Slice]]:
    drawn: Drawn = {}
    c = Canvas(64, 28)
    _well(c, box(3, 3, 58, 20, 10), palette, rim=3.0, top=palette.ink, foot=palette.panel.deep, height=25)
    drawn["slider/track"] = c.image()
    c = Canvas(64, 28)
    mask = c.mask(box(7, 7, 50, 12, 6))
    enamel(c, mask, palette.primary, (7, 7, 50, 12), gloss=0.7, radius=3, bright=1.1)
    drawn["slider/fill"] = c.image()
    for name, state in (("slider/knob", "normal"), ("slider/knob_hover", "hover")):
        c = Canvas(56, 56)
        if state == "hover":
            c.glow(c.mask(disc(28, 27, 23)), palette.button.light, 3, 0.8)
        _knob(c, 28, 27, 21, palette, LOOKS[state])
        drawn[name] = c.image()
    return drawn, [Slice("slider/track", (20, 12, 24, 4)), Slice("slider/fill", (20, 12, 24, 4))]


def _tabs(palette: Palette) -> tuple[Drawn, list[Slice]]:
    drawn: Drawn = {}
    slices = []
    for state in ("normal", "hover", "selected", "focused"):
        look = LOOKS[state]
        c = Canvas(96, 72)
        path = skia.Path()
        path.addRRect(_top_round(8, 8, 80, 64 + 24, 20))
        mask = c.mask(path)
        lit = state == "selected"
        colours = palette.button if lit else replace(palette.button, body=palette.button.deep)
        if look.halo:
            c.glow(mask, palette.button.light, 4, 0.6)
        outline(c, mask, 1.2, palette.ink)
        metal(c, mask, 3.2 * bump(c.inside(mask), 2.2, 2.8), palette.metal, soften=0.35, tone=1.0 if lit else 0.62)
        face = c.grown(mask, -5)
        c.over(palette.ink, c.grown(mask, -4.2))
        enamel(
            c,
            face,
            colours,
            (13, 13, 70, 80),
            gloss=look.gloss * (0.8 if lit else 0.45),
            radius=6,
            bright=look.bright,
            glow=0.0,
        )
        if look.ring:
            inner = c.grown(mask, -6)
            c.over(palette.rim, np.clip(inner - c.grown(mask, -10), 0, 1))
            c.over(palette.ink, np.clip(c.grown(mask, -10) - c.grown(mask, -11.4), 0, 1))
        name = f"tab/{state}"
        drawn[name] = c.image()
        slices.append(Slice(name, (34, 34, 28, 24)))
    return drawn, slices


def _top_round(x: float, y: float, w: float, h: float, radius: float) -> skia.RRect:
    """A box round at its upper corners only."""
    shape = skia.RRect()
    corner = skia.Point(radius, radius)
    square = skia.Point(0, 0)
    shape.setRectRadii(skia.Rect.MakeXYWH(x, y, w, h), [corner, corner, square, square])
    return shape


def _checks(palette: Palette) -> Drawn:
    drawn: Drawn = {}
    for name in ("on", "off"):
        c = Canvas(48, 48)
        field = _well(
            c, box(5, 4, 38, 38, 10), palette, rim=4, top=palette.panel.deep, foot=palette.panel.body, height=42
        )
        if name == "on":
            enamel(c, field, palette.primary, (10, 9, 28, 28), gloss=0.5, radius=4)
            tick = line((14.5, 23.5), (21.5, 30.5), (34, 15))
            c.over(palette.ink, c.stroke(tick, 7.6) * 0.8)
            c.over("#FFFFFF", c.stroke(tick, 5))
        drawn[f"check/{name}"] = c.image()
    return drawn


def _cursor(palette: Palette) -> Image.Image:
    """The pointer: its hot spot is the tip at (4, 4)."""
    c = Canvas(44, 52)
    arrow = polygon([(4, 4), (34, 26), (21, 28.5), (28, 43), (21.5, 46), (15, 31.5), (6, 40)])
    mask = c.mask(arrow)
    c.shadow(mask, dx=1.5, dy=2.5, blur=1.8, alpha=0.6)
    outline(c, mask, 2.0, palette.ink)
    c.over(palette.metal[4][1], c.grown(mask, 0.6))
    inner = c.grown(mask, -1.4)
    c.over(c.down(((0, "#FFFFFF"), (1, "#DCD2FF")), 4, 46), inner)
    return c.image()


def ui(skin: str) -> tuple[Drawn, list[Slice]]:
    """Every piece of the user-interface sheet of `skin` but the icons, and the nine-slice middles."""
    palette = PALETTES[skin]
    drawn, slices = _buttons(palette)
    drawn.update(round_buttons(skin))
    drawn.update(buy_card(skin))
    for group in (_plain_panels(skin, palette), cards(skin), _slider(palette), _tabs(palette)):
        drawn.update(group[0])
        slices.extend(group[1])
    drawn["console"] = console(skin)
    for on in (True, False):
        for state in ("normal", "hover", "focused", "disabled"):
            drawn[f"toggle/{'on' if on else 'off'}/{state}"] = _toggle(on, palette, LOOKS[state])
    drawn.update(_checks(palette))
    drawn["cursor"] = _cursor(palette)
    drawn["panel_crest"] = _panel_crest(skin, palette)
    return drawn, slices
