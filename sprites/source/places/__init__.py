"""Draws each skin's places: background.webp, background_free.webp and the drifting layers of place.png + place.json."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from . import christmas_base, christmas_free, grade, layers, princess_base, princess_free

SPRITES = Path(__file__).resolve().parents[2]
PIECES = {"background": "base", "background_free": "free"}
"""The pictures and the scene each shows."""
SCENES = {
    ("princess", "base"): princess_base,
    ("princess", "free"): princess_free,
    ("christmas", "base"): christmas_base,
    ("christmas", "free"): christmas_free,
}


def draw(skin: str, only: Sequence[str] | None = None) -> None:
    """Draws the skin's places into sprites/<skin>/, or only those named: background, background_free, place."""
    wanted = set(only or (*PIECES, "place"))
    folder = SPRITES / skin
    places = {}
    for piece, scene in PIECES.items():
        if piece not in wanted and "place" not in wanted:
            continue
        painter = SCENES[skin, scene]
        places[scene] = painter.scene()
        if piece in wanted:
            picture = painter.graded(places[scene])
            grade.measure(picture, f"{skin} {piece}")
            folder.mkdir(parents=True, exist_ok=True)
            Image.fromarray(picture).save(folder / f"{piece}.webp", quality=92, method=6)
    if "place" in wanted:
        layers.draw(skin, places, folder / "place.png")


def check(skin: str) -> dict[str, dict[str, float]]:
    """Prints and gives the mean L* of the named regions of the skin's drawn backgrounds."""
    out = {}
    for piece in PIECES:
        picture = np.asarray(Image.open(SPRITES / skin / f"{piece}.webp").convert("RGB"))
        out[piece] = grade.measure(picture, f"{skin} {piece}")
    return out
