"""Colours shared by everything drawn: metals as light-to-colour ramps, enamels, inks and skin palettes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

Ramp = Sequence[tuple[float, str]]
"""Stops of a gradient: position (0..1, or a light level) and an sRGB hex colour."""


def rgb(colour: str) -> np.ndarray:
    """The sRGB colour '#rrggbb' as three floats 0..1."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], np.float32) / 255


def ramp(value: np.ndarray, stops: Ramp) -> np.ndarray:
    """Colours (..., 3) for `value` (...), read off the gradient `stops`."""
    at = [position for position, _ in stops]
    colours = np.stack([rgb(colour) for _, colour in stops])
    return np.stack([np.interp(value, at, colours[:, k]) for k in range(3)], -1).astype(np.float32)


GOLD: Ramp = (
    (0.00, "#240A10"),
    (0.16, "#5A220E"),
    (0.34, "#AE600F"),
    (0.52, "#E8A424"),
    (0.70, "#FFD658"),
    (0.88, "#FFEFA3"),
    (1.15, "#FFFDF0"),
)
SILVER: Ramp = (
    (0.00, "#0B1730"),
    (0.16, "#27405F"),
    (0.34, "#5F7F9F"),
    (0.52, "#9DBBD3"),
    (0.70, "#D3E6F3"),
    (0.88, "#F2FAFF"),
    (1.15, "#FFFFFF"),
)
ROSE_GOLD: Ramp = (
    (0.00, "#2B0A1C"),
    (0.16, "#6A2238"),
    (0.34, "#B55A4E"),
    (0.52, "#E99A7A"),
    (0.70, "#FFCBA8"),
    (0.88, "#FFEAD6"),
    (1.15, "#FFFFFF"),
)
SNOW: Ramp = (
    (0.00, "#5E86B8"),
    (0.30, "#9FC2E6"),
    (0.50, "#D5E8F8"),
    (0.70, "#F4FAFF"),
    (1.00, "#FFFFFF"),
)
JEWEL_RED: Ramp = (
    (0.00, "#2A020A"),
    (0.20, "#6A0616"),
    (0.42, "#AE1226"),
    (0.62, "#DE2A3A"),
    (0.82, "#FF6A62"),
    (1.00, "#FFC4AE"),
)
"""Red velvet, from its shade to its sheen."""


@dataclass(frozen=True)
class Enamel:
    """A glossy enamel: deep edge, body and the lit foot of it, with its text-safe mean near `body`."""

    deep: str
    body: str
    light: str


@dataclass(frozen=True)
class Palette:
    """What one skin's kit is made of."""

    metal: Ramp
    trim: Ramp
    ink: str
    keyline: str
    button: Enamel
    primary: Enamel
    buy: Enamel
    panel: Enamel
    channel: Enamel
    plate_top: str
    plate_foot: str
    free_top: str
    free_foot: str
    accent: str
    rim: str


PALETTES = {
    "princess": Palette(
        metal=GOLD,
        trim=GOLD,
        ink="#12082E",
        keyline="#1B0B4A",
        button=Enamel("#1C1068", "#3B28AC", "#7D6BFF"),
        primary=Enamel("#6A0848", "#B4126C", "#FF7AC0"),
        buy=Enamel("#4A0868", "#84189E", "#EE78F6"),
        panel=Enamel("#0C0724", "#1A1046", "#33217A"),
        channel=Enamel("#170A52", "#38209E", "#6C55EC"),
        plate_top="#100A2A",
        plate_foot="#1A1240",
        free_top="#200A3A",
        free_foot="#10123E",
        accent="#FF8FD2",
        rim="#8FE7FF",
    ),
    "christmas": Palette(
        metal=SILVER,
        trim=GOLD,
        ink="#04121F",
        keyline="#0A1B3A",
        button=Enamel("#03303F", "#085060", "#45C3CC"),
        primary=Enamel("#5E0414", "#AC1028", "#FF6E6E"),
        buy=Enamel("#043522", "#095838", "#4FD08C"),
        panel=Enamel("#04121F", "#0A2438", "#154A63"),
        channel=Enamel("#5A0716", "#A5142B", "#F0525C"),
        plate_top="#07182C",
        plate_foot="#0B2340",
        free_top="#08222C",
        free_foot="#0D1B40",
        accent="#FFCF6E",
        rim="#BFEFFF",
    ),
}
