"""Draws each skin's places: background.webp, background_free.webp and the drifting layers of place.png + place.json."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

SPRITES = Path(__file__).resolve().parents[2]
PIECES = ("background", "background_free", "place")


def draw(skin: str, only: Sequence[str] | None = None) -> None:
    """Draws the skin's places into sprites/<skin>/, or only the named pieces of `PIECES`."""
    from PIL import Image

    from . import grade, layers

    wanted = set(only or PIECES) & set(PIECES)
    if not wanted:
        return
    folder = SPRITES / skin
    folder.mkdir(parents=True, exist_ok=True)
    scenes = {}
    for piece, scene_name in (("background", "base"), ("background_free", "free")):
        if piece not in wanted and "place" not in wanted:
            continue
        module = _scene_module(skin, scene_name)
        scenes[scene_name] = module.scene()
        if piece in wanted:
            picture = module.graded(scenes[scene_name])
            grade.measure(picture, f"{skin} {scene_name}")
            Image.fromarray(picture).save(folder / f"{piece}.webp", quality=92, method=6)
    if "place" in wanted:
        layers.draw(skin, scenes, folder / "place.png")


def check(skin: str) -> dict[str, dict[str, float]]:
    """Prints and gives the mean L* of the named regions of the skin's committed backgrounds."""
    import numpy as np
    from PIL import Image

    from . import grade

    out = {}
    for piece in ("background", "background_free"):
        picture = np.asarray(Image.open(SPRITES / skin / f"{piece}.webp").convert("RGB"))
        out[piece] = grade.measure(picture, f"{skin} {piece}")
    return out


def _scene_module(skin: str, scene: str):
    """The module that paints one scene."""
    import importlib

    return importlib.import_module(f".{skin}_{scene}", __name__)
