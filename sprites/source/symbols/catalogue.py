"""What the sheet holds: the symbols, what each is drawn by, the light round it, and the multiplier hearts' values."""

from __future__ import annotations

from sprites.source.symbols import gems, hearts, medallions, night, scatter, snow
from sprites.source.symbols.canvas import Drawn

PAYS = ("sun", "winged_heart", "moon", "star", *gems.GEMS)
"""Paying symbols, dearest medallion and gem first."""
HEARTS = tuple(f"heart_{colour}" for colour in hearts.TIERS)
SYMBOLS = (*PAYS, "scatter", *HEARTS)
HEART_VALUES = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 50, 100, 250, 500)
HIGHEST = {"green": 8, "blue": 25, "pink": 100, "orange": 500}
"""Greatest value of each colour of heart."""
GLOW = {
    "sun": "#ff6e1e",
    "winged_heart": "#ff50aa",
    "moon": "#965aff",
    "star": "#4682ff",
    "red": "#ff3c50",
    "blue": "#3264ff",
    "green": "#32dc6e",
    "teal": "#3cebeb",
    "yellow": "#ffbe32",
    "heart_green": "#3ce66e",
    "heart_blue": "#3c78ff",
    "heart_pink": "#ff5abe",
    "heart_orange": "#ff8c28",
    "scatter": "#ffcd6e",
}
"""Colour of the light round each symbol."""
AURAS = {
    "heart_pink": (104, 14, "#ff7ad0", "#c43aff", 0.62),
    "heart_orange": (116, 18, "#ffa62c", "#ff3a1c", 0.80),
    "scatter": (116, 14, "#ffe08a", "#ff4ac4", 0.85),
}
"""Symbols that shine of themselves: reach (pixels), rays, colour near and far, strength."""
WINTER_AURA = {"scatter": (116, 14, "#d0f8ff", "#2aa0ff", 0.85)}


def colour_of(value: int) -> str:
    """The colour of the heart with this value."""
    return next(colour for colour, highest in HIGHEST.items() if value <= highest)


def still(skin: str, name: str, scale: int) -> Drawn:
    """A symbol at rest, before its finish."""
    return posed(skin, name, {}, scale)


def posed(skin: str, name: str, pose: dict[str, float | str | None], scale: int, *, snowy: bool = True) -> Drawn:
    """A symbol in a pose, which is what its drawing function takes; in winter snow lies on it if `snowy`."""
    winter = skin == "christmas"
    if name == "scatter":
        return scatter.draw(skin, **pose, scale=scale)
    if name == "sun":
        drawn = medallions.sun(**pose, scale=scale)
    elif name == "winged_heart":
        drawn = medallions.winged_heart(**pose, scale=scale)
    elif name == "moon":
        drawn = night.moon(**({"candles": 0.0} if winter else {}) | pose, scale=scale)
    elif name == "star":
        drawn = night.star(**pose, scale=scale)
    elif name in gems.GEMS:
        drawn = gems.draw(name, **pose, scale=scale)
    else:
        drawn = hearts.draw(name.removeprefix("heart_"), **pose, scale=scale)
    return snow.dress(drawn, name) if winter and snowy else drawn
