"""Draws each skin's places, the layers that drift over them, and the pictures of its celebrations.

The places are rendered with Blender, which is only imported for them: the celebrations are painted over the finished
backgrounds and need numpy and OpenCV alone.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import numpy as np
from PIL import Image

from . import celebrations

SPRITES = Path(__file__).resolve().parents[2]
DRAFTS = SPRITES.parent / "build" / "drafts"
PIECES = {"background": "base", "background_free": "free"}
"""The pictures and the scene each shows."""


def draw(skin: str, only: Sequence[str] | None = None, *, draft: bool = False) -> None:
    """Draws what is named: background, background_free, place, and the celebrations' names.

    They go to sprites/<skin>/, drafts to build/drafts/<skin>/.
    """
    if draft:
        os.environ["PLACES_DRAFT"] = "1"  # read where the renders are made
    folder = (DRAFTS if draft else SPRITES) / skin
    folder.mkdir(parents=True, exist_ok=True)
    wanted = set(only or (*PIECES, "place", *celebrations.PICTURES))
    if wanted & {*PIECES, "place"}:
        _draw_places(skin, wanted, folder)
    celebrations.draw(skin, folder, wanted)


def _draw_places(skin: str, wanted: set[str], folder: Path) -> None:
    grade, layers = _module("grade"), _module("layers")
    places = {}
    for piece, scene in PIECES.items():
        if piece not in wanted and "place" not in wanted:
            continue
        painter = _module(f"{skin}_{scene}")
        places[scene] = painter.scene()
        if piece in wanted:
            picture = painter.graded(places[scene])
            grade.measure(picture, f"{skin} {piece}")
            Image.fromarray(picture).save(folder / f"{piece}.webp", quality=92, method=6)
    if "place" in wanted:
        layers.draw(skin, places, folder / "place.png")


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")


def check(skin: str) -> dict[str, dict[str, float]]:
    """Prints and gives the mean L* of the named regions of the skin's drawn backgrounds."""
    out = {}
    for piece in PIECES:
        picture = np.asarray(Image.open(SPRITES / skin / f"{piece}.webp").convert("RGB"))
        out[piece] = _module("grade").measure(picture, f"{skin} {piece}")
    return out
