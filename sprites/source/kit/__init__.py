"""The kit: board frame and plate, logo, controls, light effects, screen ornaments and the program's icon."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..atlas import Frame, pack

SPRITES = Path(__file__).resolve().parents[2]


def draw(skin: str, only: Sequence[str] | None) -> None:
    """Draws the sheets named in `only` (all, if None) for `skin` and writes them under sprites/."""
    for sheet in only or _SHEETS:
        _SHEETS[sheet](skin)


def _ui(skin: str) -> None:
    from .icons import icons
    from .ui import META, ui

    drawn, slices = ui(skin)
    pack(drawn | icons(skin), SPRITES / skin / "ui.png", slices=slices, meta=META)


def _stage(skin: str) -> None:
    from .stage import stage

    drawn, slices, parts, place = stage(skin)
    pack(drawn, SPRITES / skin / "stage.png", slices=slices, parts=parts, place=place)


def _effects(skin: str) -> None:
    from .effects import effects

    pack(effects(skin), SPRITES / skin / "effects.png")


def _screens(skin: str) -> None:
    from .screens import screens

    drawn, text = screens(skin)
    pack({name: Frame(picture, trim=False) for name, picture in drawn.items()}, SPRITES / skin / "screens.png", meta={"text": text})


def _icons(skin: str) -> None:
    from .app_icon import write_icons

    if skin == "princess":
        write_icons(SPRITES / "icons")


_SHEETS = {"stage": _stage, "ui": _ui, "effects": _effects, "screens": _screens, "icons": _icons}
