"""The whole girl, sheet by sheet: what is drawn on each sheet, in which order, and its joints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from . import body, cape, dress, hair, head, headdress, winter
from .brush import LEFT, TOP, Layer
from .light import lean, model

Pixels = NDArray[np.float32]
Paint = Callable[[Layer], None]


@dataclass
class Sheet:
    """A cropped premultiplied picture; `origin` is its upper left corner in drawing units."""

    pixels: Pixels
    origin: tuple[int, int]


def over(below: Pixels, above: Pixels) -> Pixels:
    """Premultiplied `above` laid over `below`."""
    return np.asarray(above + below * (1 - above[..., 3:]), np.float32)


def crop(pixels: Pixels, origin: tuple[int, int], margin: int = 2) -> Sheet:
    """Only the part that is not clear, with a small margin."""
    ys, xs = np.nonzero(pixels[..., 3] > 0.002)
    if len(ys) == 0:
        return Sheet(pixels[:1, :1].copy(), origin)
    y0, x0 = max(0, int(ys.min()) - margin), max(0, int(xs.min()) - margin)
    y1, x1 = int(ys.max()) + 1 + margin, int(xs.max()) + 1 + margin
    return Sheet(pixels[y0:y1, x0:x1].copy(), (origin[0] + x0, origin[1] + y0))


def sheets(skin: str) -> dict[str, list[Paint]]:
    """What to paint on every sheet of a skin."""
    cold = skin == "christmas"
    stone = "#ff5a6e" if cold else "#58c8ff"
    plan: dict[str, list[Paint]] = {
        "cape": [lambda sheet: cape.draw_cape(sheet, cold)],
        "core": [hair.draw_hair_core],
        "mane": [hair.draw_mane],
        "body": [body.draw_shoulders, winter.draw_winter_bodice if cold else dress.draw_bodice, head.draw_neck]
        + ([] if cold else [lambda sheet: head.draw_choker(sheet, stone)]),
        "skirt": [winter.draw_winter_skirt if cold else dress.draw_skirt],
        "braid": [lambda sheet: hair.draw_braid(sheet, cold)],
        "face": [head.draw_face],
        "crown": [hair.draw_crown, headdress.draw_diadem if cold else headdress.draw_circlet],
        "brows": [head.draw_brows],
        "brows_up": [lambda sheet: head.draw_brows(sheet, 9.0)],
        "earring": [lambda sheet: headdress.draw_earring(sheet, cold)],
    }
    if cold:
        plan["capelet"] = [winter.draw_capelet]
    for state in head.EYE_STATES:
        plan[f"eyes_{state}"] = [lambda sheet, s=state: head.draw_eyes(sheet, s)]
    for mood in head.MOUTHS:
        plan[f"mouth_{mood}"] = [lambda sheet, m=mood: head.draw_mouth(sheet, m)]
    return plan


def draw_figure(skin: str) -> dict[str, Sheet]:
    """Every sheet of a skin, leaned into the figure's curve and modelled by soft light (no rim yet)."""
    done: dict[str, Sheet] = {}
    for name, paints in sheets(skin).items():
        layer = Layer()
        for paint in paints:
            paint(layer)
        done[name] = crop(model(name, lean(layer.pixels())), (LEFT, TOP))
    return done
