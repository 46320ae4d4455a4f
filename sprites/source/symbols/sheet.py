"""Assembles the symbols sheet of one skin from renders, motion, numbers, glows and shards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from sprites.source.atlas import Frame, Tag, pack
from sprites.source.symbols import catalogue, motion, renders, scatter
from sprites.source.symbols.catalogue import HEART_HALO, HEART_VALUES, HEART_WIDTH, PAYS
from sprites.source.symbols.finish import (
    CANVAS,
    OVER,
    Colours,
    Fit,
    Layer,
    Look,
    Picture,
    compose,
    fit_box,
    grade,
    over,
    place,
    reduce,
    screen,
    with_facets,
)
from sprites.source.symbols.frost import frosted
from sprites.source.symbols.glow import glow
from sprites.source.symbols.shards import shards
from sprites.source.symbols.values import value

SPRITES = Path(__file__).resolve().parents[2]
HEART_CENTRE_DY = 3.0
"""How far the winged heart's box lies below the cell's centre, sprite pixels."""
NUMBER_DY = 0.09
"""Middle of the number below the heart's scene origin, scene units."""
SHOULDER = (0.42, 0.02)
"""Where the right wing turns, scene units."""


class HeartFrame:
    """The common placing of wings and hearts, and what is needed to flap them."""

    def __init__(self, skin: str) -> None:
        left, right = (renders.render(f"wing_{side}") for side in ("left", "right"))
        body = renders.render("heart_pink")
        whole = np.maximum(np.maximum(left[..., 3], right[..., 3]), body[..., 3])
        columns = np.flatnonzero((whole > 0.3).any(0))
        rows = np.flatnonzero((whole > 0.3).any(1))
        longest = HEART_WIDTH * max(1.0, (rows[-1] - rows[0]) / (columns[-1] - columns[0]))
        self.fit: Fit = fit_box(whole, longest, (0, HEART_CENTRE_DY))
        self.snowy = skin == "christmas"
        self.unit = whole.shape[0] / renders.SHOTS["wing_left"].span * self.fit.scale
        self.origin = (
            self.fit.dx + self.fit.scale * whole.shape[1] / 2,
            self.fit.dy + self.fit.scale * whole.shape[0] / 2,
        )
        self.wings = {side: grade(place(wing, self.fit), catalogue.WING) for side, wing in ((-1, left), (1, right))}

    def body(self, colour: str) -> Layer:
        """The graded heart of one colour."""
        name = f"heart_{colour}_snow" if self.snowy else f"heart_{colour}"
        return grade(place(renders.render(name), self.fit), catalogue.HEART)

    def with_wings(self, body: Layer, lift: float) -> Layer:
        """Heart over both wings at the given lift; the heart shades the wings behind it."""
        made = None
        for side, wing in self.wings.items():
            shoulder = (
                self.origin[0] + side * SHOULDER[0] * self.unit,
                self.origin[1] - SHOULDER[1] * self.unit,
            )
            moved = motion.flap(wing, side, lift, shoulder) if lift else wing
            made = moved if made is None else over(moved, made)
        assert made is not None
        shade = motion.blur(body.alpha, 9) * 0.55
        made.colour = made.colour * (1 - shade[..., None] * np.array([0.9, 0.85, 0.55], np.float32))
        return over(body, made)

    @property
    def number_centre(self) -> tuple[float, float]:
        """Middle of the number from the cell's centre, sprite pixels."""
        return 0.0, (self.origin[1] + NUMBER_DY * self.unit - CANVAS / 2) / OVER


def _pay_layer(name: str, skin: str) -> Layer:
    """The graded still of a paying symbol, placed as its bare outline is in either skin."""
    pay = PAYS[name]
    fit = fit_box(renders.render(pay.shot)[..., 3], pay.longest)
    picture = place(renders.render(pay.render_name(skin)), fit)
    if pay.cut:
        facets = place(renders.render(f"{pay.shot}_facets"), fit)
        picture = with_facets(picture, facets)
    layer = grade(picture, pay.look)
    if pay.cut and skin == "christmas":
        layer = frosted(layer, list(PAYS).index(name))
    candles = _candle_light(skin, name)
    if candles is not None:
        layer.colour = _warm(layer.colour, candles)
    return layer


def _candle_light(skin: str, name: str) -> Picture | None:
    """Linear light the candles throw, on the working canvas; None where there are none."""
    if skin != "christmas" or name != "moon":
        return None
    fit = fit_box(renders.render(PAYS[name].shot)[..., 3], PAYS[name].longest)
    return place(renders.render("moon_candlelight"), fit)


def _warm(colour: Colours, candles: Picture) -> Colours:
    """A halo of warm air round the flames."""
    flames = np.clip(candles[..., 0] - 1.15, 0, 0.25) * 4
    halo = 0.8 * motion.blur(flames, 9) + 2.0 * motion.blur(flames, 28)
    return screen(colour, halo[..., None] * np.array([1.0, 0.50, 0.14], np.float32))


def _frames_of(layer: Layer, look: Look, faceted: bool, candles: Picture | None) -> Iterator[Image.Image]:
    """Idle frames of a paying symbol; the first is the still."""
    for k in range(motion.SWEEP_FRAMES):
        shown = layer
        if candles is not None:
            shown = motion.burn(shown, candles, k, motion.SWEEP_FRAMES)
        if k:
            shown = motion.sweep(shown, k / motion.SWEEP_FRAMES, faceted)
        yield reduce(compose(shown, look))


class Sheet:
    """Frames by name, in order, with their animations."""

    def __init__(self) -> None:
        self.frames: dict[str, Frame] = {}
        self.tags: list[Tag] = []

    def add(self, name: str, picture: Image.Image, duration: int = 0) -> None:
        """One frame; `duration` in milliseconds for animation frames."""
        self.frames[name] = Frame(picture, duration)

    def animate(self, name: str, pictures: list[Image.Image], duration: int) -> None:
        """The frames `name`/00, /01, … as one loop."""
        first = len(self.frames)
        for k, picture in enumerate(pictures):
            self.add(f"{name}/{k:02d}", picture, duration)
        self.tags.append(Tag(name, first, len(self.frames) - 1))


def _add_pays(sheet: Sheet, skin: str) -> None:
    for seed, (name, pay) in enumerate(PAYS.items()):
        layer = _pay_layer(name, skin)
        pictures = list(_frames_of(layer, pay.look, pay.cut, _candle_light(skin, name)))
        sheet.add(name, pictures[0])
        sheet.animate(f"{name}/idle", pictures, motion.SWEEP_MS)
        sheet.add(f"glow/{name}", glow(layer.alpha, catalogue.GLOW[name]))
        for k, shard in enumerate(shards(layer, seed)):
            sheet.add(f"shard/{name}/{k}", shard)


def _add_hearts(sheet: Sheet, skin: str) -> None:
    heart = HeartFrame(skin)
    lifts = [motion.flap_angle(k, motion.FLAP_FRAMES) for k in range(motion.FLAP_FRAMES)]
    for colour, halo in HEART_HALO.items():
        look = replace(catalogue.HEART, halo=halo)
        body = heart.body(colour)
        poses: dict[float, Image.Image] = {}
        for lift in lifts:
            key = round(lift, 6)
            if key not in poses:
                poses[key] = reduce(compose(heart.with_wings(body, key), look))
        name = f"heart_{colour}"
        sheet.add(name, poses[0.0])
        sheet.animate(f"{name}/idle", [poses[round(lift, 6)] for lift in lifts], motion.FLAP_MS)
        sheet.add(f"glow/{name}", glow(heart.with_wings(body, 0).alpha, catalogue.GLOW[name]))
    for number in HEART_VALUES:
        sheet.add(f"value/x{number}", value(number, heart.number_centre))


def _add_scatter(sheet: Sheet, skin: str) -> None:
    idle = scatter.idle_frames(skin)
    sheet.add("scatter", idle[0])
    sheet.animate("scatter/idle", idle, motion.SWEEP_MS)
    sheet.animate("scatter/win", scatter.win_frames(skin), motion.SWEEP_MS)
    sheet.add("glow/scatter", glow(scatter.layer(skin).alpha, catalogue.GLOW["scatter"]))


def _render_afresh(names: list[str]) -> None:
    """Render again what the named symbols are made of."""
    for name in names:
        shot = PAYS[name].shot if name in PAYS else name
        wanted = [s for s in renders.SHOTS if s == shot or s.startswith(f"{shot}_")]
        if name.startswith("heart_"):
            wanted += ["wing_left", "wing_right"]
        if name == "scatter":
            wanted = [] if scatter.is_drawn() else ["scatter_ring"]
        for found in wanted:
            renders.render(found, fresh=True)


def draw_sheet(skin: str, only: list[str]) -> None:
    """Write `sprites/<skin>/symbols.png` and `.json`."""
    _render_afresh(only)
    sheet = Sheet()
    _add_pays(sheet, skin)
    _add_scatter(sheet, skin)
    _add_hearts(sheet, skin)
    width, height = pack(sheet.frames, SPRITES / skin / "symbols.png", tags=sheet.tags)
    decoded = width * height * 4 / 2**20
    print(
        f"  symbols {skin}: {width}x{height}, {decoded:.1f} MB decoded, {len(sheet.frames)} frames",
        flush=True,
    )
