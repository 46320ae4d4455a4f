"""Composes the two scatter portraits."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from . import body, cat, dress, hair, head, headdress, portrait
from .brush import Layer
from .figure import over
from .light import model

Pixels = portrait.Pixels

_BACK = (hair.draw_hair_core, hair.draw_mane, body.draw_shoulders, dress.draw_bodice, hair.draw_braid, head.draw_neck)


def _paint(name: str, *paints: object) -> Pixels:
    layer = Layer()
    for paint in paints:
        paint(layer)  # type: ignore[operator]
    return model(name, layer.pixels())


#: Moods of a portrait: her eyes and mouth.
MOODS = {"open": ("open", "open"), "blink": ("shut", "open"), "smile": ("happy", "cheer")}


def princess_portrait(mood: str = "open") -> Image.Image:
    """Her bust before a violet night, ribbon in raspberry."""
    state, mouth = MOODS[mood]
    behind = _paint("body", *_BACK, lambda sheet: head.draw_choker(sheet, "#58c8ff"))
    face = _paint(
        "face",
        head.draw_face,
        lambda sheet: head.draw_mouth(sheet, mouth),
        lambda sheet: head.draw_eyes(sheet, state),
        hair.draw_crown,
        headdress.draw_circlet,
        head.draw_brows,
        lambda sheet: headdress.draw_earring(sheet, False),
    )
    scale, eyes, at = 0.70, (486.0, 372.0), (240.0, 226.0)
    bust = portrait.place_figure(over(behind, face), scale, eyes, at)
    above = portrait.contour(portrait.place_figure(face, scale, eyes, at), 2, (0.2, 0.06, 0.2))
    return portrait.compose(
        bust,
        above,
        portrait.night_disc("#8fb2ff", "#4a45c8", "#1a1150", 4),
        portrait.jewels(("#ff4f86", "#3fa8ff", "#36d98a", "#b06cff")),
        portrait.ribbon("#d8337f", "#8d1260", "#5a0a44"),
        None,
    )


def christmas_portrait(mood: str = "open") -> Image.Image:
    """The white cat before a winter sky, paws on a green ribbon, snow on the ring."""
    frame = (0, 0, portrait.SIZE, portrait.SIZE)

    def painted(*paints: object) -> Pixels:
        layer = Layer(frame)
        layer.canvas.translate(240, 228)
        layer.canvas.scale(0.77, 0.77)
        for paint in paints:
            paint(layer)  # type: ignore[operator]
        return layer.pixels()

    paws = Layer(frame)
    for x in (98, 382):
        paws.canvas.save()
        paws.canvas.translate(x, 386)
        paws.canvas.scale(0.72, 0.72)
        cat.draw_paw(paws, 0, 0)
        paws.canvas.restore()
    face = painted(lambda sheet: cat.draw_cat_face(sheet, mood))
    bust = over(painted(cat.draw_cat_body), face)
    band = over(portrait.ribbon("#1f8f5a", "#0b5a3a", "#06382a"), paws.pixels())
    return portrait.compose(
        bust,
        portrait.contour(face, 2, (0.14, 0.1, 0.3)),
        portrait.night_disc("#a8ecff", "#2a86b8", "#08244a", 6),
        portrait.jewels(("#ff4f66", "#36d98a", "#36d98a", "#ff4f66")),
        band,
        portrait.snow_cap(),
    )


def draw_scatter(skin: str, folder: Path) -> None:
    """Write scatter_<skin>.png and its blinking and smiling fellows, equal but for the face."""
    folder.mkdir(parents=True, exist_ok=True)
    for mood in MOODS:
        image = christmas_portrait(mood) if skin == "christmas" else princess_portrait(mood)
        suffix = "" if mood == "open" else f"_{mood}"
        image.save(folder / f"scatter_{skin}{suffix}.png", optimize=True)
