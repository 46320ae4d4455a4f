"""What the sheet holds: each symbol's renders, size on the board, look and glow."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sprites.source.symbols.finish import Look


@dataclass(frozen=True)
class Pay:
    """A paying symbol: its render, its longest side in sprite pixels, how it is graded, and its snow."""

    shot: str
    longest: float
    look: Look
    snowy: bool = False

    @property
    def cut(self) -> bool:
        """Whether it is a cut gem."""
        return self.shot.startswith("gem_")

    def render_name(self, skin: str) -> str:
        """Name of the raw render in this skin."""
        return f"{self.shot}_snow" if self.snowy and skin == "christmas" else self.shot


_MEDALLION = Look((255, 150, 40), saturation=1.32, gamma=1.16, clarity=0.6, rim=0.3, glints=2)
_GEM = Look((255, 60, 80), saturation=1.42, gamma=1.12, clarity=0.55, rim=0.5, glints=2, core=0.8)

PAYS: dict[str, Pay] = {
    "sun": Pay("sun", 150, replace(_MEDALLION, halo=(255, 110, 30), lightness=56), snowy=True),
    "winged_heart": Pay("winged_heart", 150, replace(_MEDALLION, halo=(255, 80, 170), saturation=1.24), snowy=True),
    "moon": Pay("moon", 138, replace(_MEDALLION, halo=(150, 90, 255)), snowy=True),
    "star": Pay("star", 146, replace(_MEDALLION, halo=(70, 130, 255), saturation=1.2), snowy=True),
    "red": Pay("gem_red", 136, replace(_GEM, lightness=51, tint=(1, 1, 0.55))),
    "blue": Pay("gem_blue", 140, replace(_GEM, halo=(50, 100, 255), lightness=42)),
    "green": Pay(
        "gem_green",
        134,
        replace(_GEM, halo=(50, 220, 110), lightness=58, display_saturation=0.78, tint=(1, 0.95, 1.5)),
    ),
    "teal": Pay("gem_teal", 140, replace(_GEM, halo=(60, 235, 235), lightness=67)),
    "yellow": Pay("gem_yellow", 136, replace(_GEM, halo=(255, 190, 50), lightness=70)),
}

HEART = Look((255, 255, 255), saturation=1.3, gamma=1.30, clarity=0.6, rim=0.25, glints=1)
WING = Look((255, 255, 255), saturation=1.35, gamma=1.5, clarity=0.8, rim=0.25, glints=0)
HEART_HALO = {
    "green": (60, 230, 110),
    "blue": (60, 120, 255),
    "pink": (255, 90, 190),
    "orange": (255, 140, 40),
}
HEART_WIDTH = 200.0
"""Width of a multiplier heart with its wings at rest, sprite pixels."""
HEART_VALUES = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 50, 100, 250, 500)

GLOW: dict[str, tuple[int, int, int]] = {
    **{name: pay.look.halo for name, pay in PAYS.items()},
    **{f"heart_{colour}": halo for colour, halo in HEART_HALO.items()},
    "scatter": (255, 205, 110),
}
