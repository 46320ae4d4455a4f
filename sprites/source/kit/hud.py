"""What stands round the board: console, banner, cards, ribbon, medallion, and the round buttons in every state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import skia
from PIL import Image

from sprites.source.atlas import Slice
from sprites.source.colours import PALETTES, Enamel, Palette, Ramp, ramp
from sprites.source.kit.carving import GILT, ICE, Carving, acanthus, bezier, spiral, tapered, wings
from sprites.source.kit.ornaments import JEWELS, cabochon
from sprites.source.kit.paint import Canvas, bump, smoothstep
from sprites.source.kit.relief import metal
from sprites.source.kit.shapes import box, disc, heart, polar, polygon

Drawn = dict[str, Image.Image]


@dataclass(frozen=True)
class Tones:
    """The colours of one skin's console and cards."""

    deep: str
    body: str
    light: str
    well: str
    spin: tuple[str, str, str, str]
    """Light cap, body, edge and foot of the great button's glass."""
    button: tuple[str, str, str, str]


TONES = {
    "princess": Tones(
        deep="#080322",
        body="#1C1158",
        light="#5A46D8",
        well="#060218",
        spin=("#FFC2E6", "#F0359E", "#7A0550", "#FF8AD0"),
        button=("#A99BFF", "#3F2AB8", "#120A4A", "#7E6BFF"),
    ),
    "christmas": Tones(
        deep="#02101C",
        body="#0A3046",
        light="#3E9AC0",
        well="#010A14",
        spin=("#FFC0B4", "#E0283C", "#6A0416", "#FF8A7A"),
        button=("#8CE4EC", "#0C6A7C", "#032430", "#4CC4D0"),
    ),
}


@dataclass(frozen=True)
class State:
    """How a round button's state changes it."""

    bright: float = 1.0
    cap: float = 1.0
    """Strength of the light on the glass."""
    sink: float = 0.0
    """Pixels by which the face is pressed in."""
    halo: float = 0.0
    ring: bool = False
    grey: float = 0.0


STATES = {
    "normal": State(),
    "hover": State(bright=1.16, cap=1.35, halo=0.9),
    "pressed": State(bright=0.72, cap=0.35, sink=3.0),
    "disabled": State(bright=0.62, cap=0.25, grey=0.6),
    "focused": State(ring=True),
}
PAD = 10
"""Clear pixels round a round button's ring, for shadow, glow and focus ring."""


def metal_of(skin: str) -> Ramp:
    """What the console is trimmed with."""
    return ICE if skin == "christmas" else GILT


# buttons ----------------------------------------------------------------------------------------------------------


def round_buttons(skin: str) -> Drawn:
    """SPIN (196 pixels across), the round ones (74) and the small ones (66), each on a canvas PAD wider all round."""
    drawn: Drawn = {}
    tones = TONES[skin]
    for name, state in STATES.items():
        drawn[f"spin/{name}"] = _round(skin, 196, tones.spin, 21, state, beads=36)
        drawn[f"round/{name}"] = _round(skin, 74, tones.button, 9, state)
        drawn[f"square/{name}"] = _round(skin, 66, tones.button, 8, state)
    return drawn


def _round(
    skin: str, size: int, glass: tuple[str, str, str, str], ring: float, state: State, beads: int = 0
) -> Image.Image:
    """A ring of metal, with `beads` in a channel of it if there are any, round a dome of glass."""
    palette = PALETTES[skin]
    c = Canvas(size + 2 * PAD, size + 2 * PAD, 3)
    m, radius = c.width / 2, size / 2
    body = c.mask(disc(m, m, radius))
    if state.halo:
        c.glow(c.grown(body, 2), glass[3], 4.0, state.halo)
    c.shadow(body, dx=1, dy=size * 0.035, blur=size * 0.02 + 1.5, alpha=0.85)
    c.over(palette.ink, c.grown(body, 1.4))
    d = c.inside(body)
    if beads:
        profile = ring * (0.30 * bump(d, ring * 0.13, ring * 0.15) + 0.34 * bump(d, ring * 0.88, ring * 0.20))
    else:
        profile = ring * (0.55 * bump(d, ring * 0.34, ring * 0.34) + 0.30 * bump(d, ring * 0.92, ring * 0.18))
    k = Carving(c, body, profile)
    for i in range(beads):
        k.bead(*polar(m, m, radius - ring * 0.46, 360 * i / beads), ring * 0.20, 1.0)
    k.paint(metal_of(skin), palette.ink, shadow=False)
    if state.grey:
        c.rgba[..., :3] *= 0.72
    _glass(c, m, radius - ring * 1.12, size, glass, state, palette)
    if state.grey:
        _drain(c, state.grey * c.mask(disc(m, m, radius - ring * 1.12)))
    if state.ring:
        _focus(c, body, palette)
    return c.image()


def _glass(
    c: Canvas, m: float, radius: float, size: int, glass: tuple[str, str, str, str], state: State, palette: Palette
) -> None:
    cap_tone, body, deep, foot = glass
    y0 = m + state.sink * 0.5
    face = c.mask(disc(m, m, radius))
    c.over(palette.ink, c.grown(face, 1.2))
    r = np.hypot(c.x - m, c.y - y0) / radius
    t = np.clip((c.y - y0 + radius) / (2 * radius), 0, 1)
    c.over(
        np.clip(
            ramp(np.clip(0.62 * t + 0.55 * r**3, 0, 1), ((0, body), (0.4, body), (0.85, deep), (1, deep)))
            * state.bright,
            0,
            1,
        ),
        face,
    )
    pool = np.exp(-(((c.x - m) / (radius * 0.75)) ** 2) - ((c.y - y0 - radius * 0.62) / (radius * 0.30)) ** 2)
    c.light(foot, face * pool * 0.75 * min(state.cap, 1.2))
    cap = np.clip(1 - ((c.x - m) / (radius * 0.84)) ** 2 - ((c.y - y0 + radius * 0.42) / (radius * 0.50)) ** 2, 0, 1)
    c.light(cap_tone, face * smoothstep(0, 0.12, cap) * (0.55 - 0.55 * t) * 0.9 * state.cap)
    c.shade(palette.ink, face * np.exp(-np.clip(1 - r, 0, None) * radius / (1.5 + size * 0.02)) * 0.8)
    if state.sink:
        inner = np.clip(c.blur(1 - c.shifted(face, 0, size * 0.05), size * 0.035) * 1.4, 0, 1)
        c.shade("#04020C", face * inner * 0.7)


def _drain(c: Canvas, amount: np.ndarray) -> None:
    """Takes colour and contrast from what is painted, as much as `amount` says."""
    amount = amount[..., None]
    colour = c.rgba[..., :3]
    luma = (colour @ np.array([0.3, 0.59, 0.11], np.float32))[..., None]
    flat = np.minimum(
        (luma * 0.62 + 0.10 * c.rgba[..., 3:]) * np.array([0.92, 0.94, 1.08], np.float32), c.rgba[..., 3:]
    )
    c.rgba[..., :3] = colour * (1 - amount) + flat * amount


def _focus(c: Canvas, body: np.ndarray, palette: Palette) -> None:
    """A bright ring with dark edges: seen on any ground, by shape and not by colour alone."""
    c.over(palette.ink, np.clip(c.grown(body, 8.4) - c.grown(body, 0.6), 0, 1) * 0.95)
    c.over("#FFFFFF", np.clip(c.grown(body, 7.2) - c.grown(body, 1.8), 0, 1))
    c.over(palette.rim, np.clip(c.grown(body, 6.0) - c.grown(body, 3.0), 0, 1))


# cards ------------------------------------------------------------------------------------------------------------

CARD_PAD = 14
"""Clear pixels round a card, for its shadow."""
Art = Callable[[Canvas, np.ndarray], None]


def card(
    skin: str,
    w: int,
    h: int,
    *,
    radius: float = 14,
    rail: float = 4.0,
    glass: float = 0.92,
    leaves: bool = False,
    art: Art | None = None,
    shadow: bool = True,
) -> Canvas:
    """A panel w x h in a slim moulding, its ground dark towards the edges; `leaves` turn its corners."""
    palette, tones = PALETTES[skin], TONES[skin]
    c = Canvas(w + 2 * CARD_PAD, h + 2 * CARD_PAD, 2)
    mask = c.mask(box(CARD_PAD, CARD_PAD, w, h, radius))
    if shadow:
        c.shadow(mask, dx=1, dy=4, blur=4, alpha=0.7)
        c.rgba *= 1 - c.grown(mask, -rail)[..., None] * (glass < 1)
    c.over(palette.ink, np.clip(c.grown(mask, 1.2) - c.grown(mask, -rail + 1), 0, 1))
    d = c.inside(mask)
    field = c.grown(mask, -rail + 0.5)
    c.over(c.down(((0, tones.body), (1, tones.deep)), CARD_PAD, CARD_PAD + h), field * glass)
    if art is not None:
        art(c, field)
    fall = np.exp(-np.clip(d - rail, 0, None) / 7) * 0.55 + np.exp(-np.clip(c.y - CARD_PAD - rail, 0, None) / 9) * 0.35
    c.shade("#010008", field * np.clip(fall, 0, 1))
    k = Carving(c, mask * (d < rail), rail * 0.55 * bump(d, rail * 0.45, rail * 0.5))
    if leaves:
        _leaf_corners(k, w, h)
    k.paint(metal_of(skin), palette.ink, shadow=False, wear=0.6, soften=0.45)
    return c


def _leaf_corners(k: Carving, w: int, h: int) -> None:
    near, far_x, far_y = CARD_PAD + 5, CARD_PAD + w - 5, CARD_PAD + h - 5
    for x, y, right, low in ((near, near, 0, 0), (far_x, near, 1, 0), (near, far_y, 0, 1), (far_x, far_y, 1, 1)):
        for turn in (180 * right, 90 + 180 * low):
            acanthus(k, x, y, 30, 13, turn, bend=0.2, lobes=2, base=2, high=2.6)
        k.bead(x, y, 5.4, 3)


BUY_SIZE = (392, 160)


def buy_card(skin: str) -> Drawn:
    """The ground of the card that buys: rays on its left, where the game sets the scatter; quiet on its right."""
    w, h = BUY_SIZE
    bright, middle, dark = (
        ("#7A38B4", "#36187C", "#150A48") if skin == "princess" else ("#1A705A", "#0A4644", "#031E2A")
    )

    def rays(c: Canvas, field: np.ndarray) -> None:
        x, y = CARD_PAD + 88, CARD_PAD + h / 2 + 4
        angle, r = np.arctan2(c.y - y, c.x - x), np.hypot(c.x - x, c.y - y)
        c.over(ramp(np.clip(r / 330, 0, 1), ((0, bright), (0.5, middle), (1, dark))), field)
        beams = smoothstep(-0.4, 0.4, np.sin(angle * 14 + 0.4 * np.sin(angle * 3)))
        c.light("#FFD98A", field * beams * np.exp(-((r / 140) ** 2)) * 0.32)
        c.light("#FFF2C8", field * np.exp(-((r / 62) ** 2)) * 0.4)

    return {"buy": card(skin, w, h, radius=16, rail=6, leaves=True, glass=1.0, art=rays).image()}


def cards(skin: str) -> tuple[Drawn, list[Slice]]:
    """The stretchable cards: with turned corners, plain, a pill, and the small well an amount lies in."""
    drawn = {
        "tablet/carved": card(skin, 148, 92, leaves=True, rail=5, glass=0.94).image(),
        "tablet/plain": card(skin, 120, 92, rail=3.4, glass=0.94).image(),
        "pill": card(skin, 120, 44, radius=22, rail=2.4, glass=0.96).image(),
        "well": card(skin, 100, 40, radius=12, rail=2.4, glass=1.0, shadow=False).image(),
    }
    slices = [
        Slice("tablet/carved", (66, 56, 44, 8)),
        Slice("tablet/plain", (54, 54, 40, 12)),
        Slice("pill", (54, 34, 40, 4)),
        Slice("well", (44, 30, 40, 8)),
    ]
    return drawn, slices


OUTSETS = {"tablet": CARD_PAD, "pill": CARD_PAD, "well": CARD_PAD, "buy": CARD_PAD}
"""For the atlas: pixels by which these are drawn beyond the rectangle they stand for."""


# console and banner -----------------------------------------------------------------------------------------------

CONSOLE_AT = (0, 920)
WELLS = ((268, 970, 272, 96, 18), (552, 970, 164, 96, 18), (752, 968, 416, 104, 24))
"""The sunk fields of CREDIT, BET and WIN: x, y, w, h on the stage and their corners' radius."""


def console(skin: str) -> Image.Image:
    """The bar along the foot, 1920 x 160 from y 920: a carved rail, inlaid ground, three sunk wells."""
    palette, tones = PALETTES[skin], TONES[skin]
    c = Canvas(1920, 160, 2)
    d = c.y - (26 - 4 * np.exp(-(((c.x - 1592) / 150) ** 4)))
    body = np.clip(d * 2 + 0.5, 0, 1)
    c.over("#02000A", np.clip(c.blur(np.clip((d + 10) * 2, 0, 1), 9), 0, 1) * 0.75)
    c.over(palette.ink, np.clip((d + 1.6) * 2 + 0.5, 0, 1))
    floor = "#020008" if skin == "princess" else "#00060C"
    c.over(ramp(np.clip(d / 128, 0, 1), ((0, tones.body), (0.35, tones.deep), (1, floor))), body)
    flower = np.cos(c.x / 26.0 * 2 * np.pi) * np.cos((c.y + 4) / 26.0 * 2 * np.pi)
    below = smoothstep(14, 40, d)
    c.light(tones.light, body * np.exp(-((flower / 0.16) ** 2)) * 0.10 * below)
    c.light(tones.light, body * smoothstep(0.72, 0.95, flower) * 0.10 * below)
    c.light(tones.light, body * np.exp(-(((c.x - 960) / 420) ** 2)) * np.exp(-(((d - 60) / 50) ** 2)) * 0.22)
    c.shade("#010006", body * np.exp(-np.clip(d - 13, 0, None) / 13) * smoothstep(8, 13, d) * 0.85)
    twist = 0.5 + 0.5 * np.cos(2 * np.pi * (c.x / 15.0) + d * 0.9)
    rail = 1.6 * bump(d, 1.4, 1.4) + (3.2 + 1.4 * twist) * bump(d, 6.6, 3.6) + 1.6 * bump(d, 11.6, 1.4)
    Carving(c, body * (d < 13), rail).paint(metal_of(skin), palette.ink, shadow=False, wear=0.4)
    for x, y, w, h, radius in WELLS:
        _well(c, skin, (x, y - CONSOLE_AT[1], w, h), radius, warm=w > 300)
    k = Carving(c)
    for side in (-1, 1):
        for dx, turn, length in ((210, 0, 18), (208, 38, 15), (208, -38, 15)):
            towards = turn if side > 0 else 180 - turn
            acanthus(k, 960 + side * dx, 100, length, 13, towards, bend=0.2, lobes=2, base=2, high=2.8, hand=side)
        k.bead(960 + side * 209, 100, 6, 3)
    k.paint(metal_of(skin), palette.ink)
    return c.image()


def _well(c: Canvas, skin: str, area: tuple[int, int, int, int], radius: float, *, warm: bool) -> None:
    """A sunk field for text: its upper edge in shadow, its lower lip lit."""
    palette, tones = PALETTES[skin], TONES[skin]
    x, y, w, h = area
    path = box(x, y, w, h, radius)
    q = c.part(path.getBounds(), 12)
    mask = q.mask(path)
    rim, outside = q.grown(mask, 3.2), q.outside(mask)
    q.over(palette.ink, q.grown(rim, 1))
    Carving(q, np.clip(rim - mask, 0, 1), 2.2 * bump(outside, 1.6, 1.8)).paint(
        metal_of(skin), palette.ink, shadow=False, wear=0.3
    )
    inside = q.inside(mask)
    q.over(tones.well, mask)
    q.over(tones.body, mask * smoothstep(0.2, 1.0, (q.y - y) / h) * 0.75)
    q.shade("#000006", mask * np.clip(np.exp(-inside / 5) * 0.7 + np.exp(-np.clip(q.y - y, 0, None) / 12) * 0.6, 0, 1))
    q.light(tones.light, mask * np.exp(-(((q.y - y - h + 5) / 4) ** 2)) * 0.35)
    if warm:
        pool = np.exp(-(((q.x - x - w / 2) / (w * 0.36)) ** 2) - ((q.y - y - h * 0.62) / (h * 0.42)) ** 2)
        q.light("#FFD98A", mask * pool * 0.14)
    c.join(q)


BANNER_AT = (460, 2)


def banner(skin: str) -> Image.Image:
    """The message line, 1000 x 76: a long tablet held by scrolls; its field runs from x 110 to 890, y 12 to 54."""
    palette, tones = PALETTES[skin], TONES[skin]
    c = Canvas(1000, 76, 2)
    y0, h = 8.0, 50.0
    middle = y0 + h / 2
    path = polygon([(70, middle), (92, y0), (908, y0), (930, middle), (908, y0 + h), (92, y0 + h)])
    mask = c.mask(path)
    c.shadow(mask, dx=1, dy=4, blur=5, alpha=0.7)
    c.over(palette.ink, c.grown(mask, 1.4))
    d = c.inside(mask)
    c.over(c.down(((0, tones.body), (1, tones.deep)), y0, y0 + h), mask)
    c.shade("#010008", mask * np.exp(-d / 9) * 0.6)
    k = Carving(c, mask * (d < 4.2), 2.6 * bump(d, 2.1, 2.3))
    for side in (-1, 1):
        scroll = np.vstack(
            [bezier((392, -2), (420, -26), (452, -22), (450, 0), 16), spiral(438, 0, 12, 3, 0, 1.2, points=40)]
        )
        k.add(tapered([(500 + side * px, middle + py) for px, py in scroll], 7, 2.4), 3.6, 2)
        k.bead(500 + side * 438, middle, 4, 3)
        for turn, length in ((0, 44), (24, 34), (-24, 34)):
            towards = turn if side > 0 else 180 - turn
            acanthus(k, 500 + side * 408, middle, length, 17, towards, bend=0.15, lobes=2, base=3, high=3, hand=side)
    k.paint(metal_of(skin), palette.ink, shadow=False)
    jewel = JEWELS["pink" if skin == "princess" else "red"]
    for side in (-1, 1):
        cabochon(c, 500 + side * 402, middle, 8, 10, jewel, palette, bezel=4)
    return c.image()


RIBBON_TONES = {"princess": ("#220A58", "#45209E", "#B79CFF"), "christmas": ("#032A1A", "#08502F", "#78E0A8")}


def ribbon(skin: str) -> Image.Image:
    """A ribbon of 408 x 50 with a quiet field (x 36 to 372, y 8 to 38) for a line of text."""
    palette = PALETTES[skin]
    deep, body, light = RIBBON_TONES[skin]
    c = Canvas(408, 50, 3)
    for side in (-1, 1):
        x = 204 + side * 162
        tail = polygon([(x, 10), (x + side * 38, 6), (x + side * 26, 21), (x + side * 39, 38), (x, 39)])
        mask = c.mask(tail)
        c.over(palette.ink, c.grown(mask, 1.2))
        c.over(GILT[5][1], mask)
        c.over(c.down(((0, deep), (1, body)), 6, 38), c.grown(mask, -1.8))
        c.shade("#000010", mask * np.exp(-(((c.x - x) / 12) ** 2)) * 0.7)
    sag = lambda x: 4 * (1 - ((x - 204) / 180) ** 2)  # noqa: E731
    along = np.linspace(24, 384, 60)
    upper = [(float(x), 4 + sag(x)) for x in along]
    lower = [(float(x), 35 + sag(x)) for x in along[::-1]]
    mask = c.mask(polygon([*upper, *lower]))
    c.shadow(mask, dy=3, blur=2.5, alpha=0.7)
    c.over(palette.ink, c.grown(mask, 1.3))
    d = c.inside(mask)
    metal(c, mask, 2.2 * bump(d, 1.5, 1.8), GILT, soften=0.3)
    field = c.grown(mask, -3)
    c.over(c.down(((0, body), (0.5, body), (1, deep)), 4, 42), field)
    c.light(light, field * np.exp(-(((c.y - 11) / 4) ** 2)) * 0.22)
    return c.image()


# medallion --------------------------------------------------------------------------------------------------------

MEDALLION_SIZE = (412, 264)
MEDALLION_FIELD = (136, 108, 140, 68)
"""Where the number stands on the heart: x, y, w, h."""
SLEEPING = {"princess": Enamel("#180A3C", "#34206E", "#6A58C0"), "christmas": Enamel("#061A2E", "#12405E", "#5A98BC")}


def medallion(skin: str, *, lit: bool) -> Image.Image:
    """The total multiplier: a heart in carved gold with wings; its enamel burns when `lit`, sleeps otherwise."""
    palette = PALETTES[skin]
    c = Canvas(520, 380, 2)
    x, y = 260.0, 205.0
    k = Carving(c)
    for side in (-1, 1):
        for turn, length in ((62, 78), (96, 62), (30, 60)):
            towards = turn if side > 0 else 180 - turn
            acanthus(k, x + side * 60, y + 50, length, 34, towards, bend=0.3, base=2, high=4.6, hand=-side)
    k.paint(GILT, palette.ink)
    wings(c, x, y + 20, 186, palette, droop=24)
    k = Carving(c)
    for side, lean in ((-1, -26), (1, 26), (0, 0)):
        acanthus(
            k,
            x + side * 12,
            y - 66,
            52 - abs(side) * 8,
            26,
            -90 + lean,
            bend=0.3 * abs(side),
            lobes=2,
            base=2,
            high=4,
            hand=side or 1,
        )
    k.paint(GILT, palette.ink)
    awake = {"princess": Enamel("#5E0340", "#E8268E", "#FFA0DA"), "christmas": Enamel("#5A0312", "#DC2036", "#FF9A8A")}
    _enamel_heart(c, heart(x, y + 8, 216), x, y, awake[skin] if lit else SLEEPING[skin], palette)
    return c.image().crop((26, 30, 494, 330)).resize(MEDALLION_SIZE, Image.Resampling.LANCZOS)


def _enamel_heart(c: Canvas, path: skia.Path, x: float, y: float, tones: Enamel, palette: Palette) -> None:
    mask = c.mask(path)
    c.shadow(mask, dx=2, dy=7, blur=7, alpha=0.85)
    c.over(palette.ink, c.grown(mask, 2))
    d = c.inside(mask)
    profile = 6 * bump(d, 5.5, 6) + 2.4 * bump(d, 13, 2.0) + 3.4 * bump(d, 18, 2.8)
    Carving(c, mask * (d < 21), profile).paint(GILT, palette.ink, shadow=False, wear=0.6)
    face = c.grown(mask, -20.5)
    c.over(palette.ink, c.grown(face, 1))
    inside = c.inside(face)
    t = np.clip((c.y - y + 70) / 150, 0, 1)
    c.over(ramp(t, ((0, tones.body), (0.45, tones.body), (1, tones.deep))), face)
    angle, r = np.arctan2(c.y - y - 10, c.x - x), np.hypot(c.x - x, c.y - y - 10)
    c.light(tones.light, face * (0.5 + 0.5 * np.cos(angle * 28)) * np.exp(-((r / 70) ** 2)) * 0.25)
    c.shade(tones.deep, face * np.exp(-inside / 9) * 0.85)
    c.light(tones.light, face * np.exp(-(((c.x - x) / 55) ** 2) - ((c.y - y - 62) / 26) ** 2) * 0.75)
    for dx, dy, rx, ry, power in ((-48, -38, 34, 19, 0.75), (50, -42, 24, 13, 0.4)):
        spot = (((c.x - x - dx) / rx) ** 2 + ((c.y - y - dy) / ry) ** 2) ** 2
        c.light("#FFFFFF", face * np.exp(-spot) * power)
