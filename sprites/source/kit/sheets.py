"""Draws each sheet of the kit and writes it where the game reads it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sprites.source.atlas import Frame, pack
from sprites.source.kit.alphabet import sheets as lettering_sheets
from sprites.source.kit.app_icon import write_icons
from sprites.source.kit.celebrations import CREST_MIDDLE, crests, moments
from sprites.source.kit.effects import effects
from sprites.source.kit.icons import icons
from sprites.source.kit.logo import logo
from sprites.source.kit.screens import screens
from sprites.source.kit.stage import stage
from sprites.source.kit.ui import META, ui

SPRITES = Path(__file__).resolve().parents[2]


def draw(skin: str, only: Sequence[str] | None) -> None:
    """Draws the sheets named in `only` (all, if None) for `skin` and writes them under sprites/."""
    for sheet in only or SHEETS:
        SHEETS[sheet](skin)


def _stage(skin: str) -> None:
    drawn, slices, parts, place, meta = stage(skin)
    pack(drawn, SPRITES / skin / "stage.png", slices=slices, parts=parts, place=place, meta=meta)
    logo(skin).save(SPRITES / skin / "logo.png", optimize=True)  # by itself for the loading screen


def _ui(skin: str) -> None:
    drawn, slices = ui(skin)
    pack(drawn | icons(skin), SPRITES / skin / "ui.png", slices=slices, meta=META)


def _effects(skin: str) -> None:
    pack(effects(skin), SPRITES / skin / "effects.png")


def _screens(skin: str) -> None:
    drawn, text = screens(skin)
    whole = {name: Frame(picture, trim=False) for name, picture in drawn.items()}
    pack(whole, SPRITES / skin / "screens.png", meta={"text": text})


def _crests(skin: str) -> None:
    drawn = crests(skin)
    meta = {"middle": {name: list(CREST_MIDDLE) for name in drawn}}
    pack(drawn, SPRITES / skin / "crests.webp", meta=meta)


def _moments(skin: str) -> None:
    pack(moments(skin), SPRITES / skin / "moments.webp")


def _lettering(skin: str) -> None:
    for name, (drawn, meta) in lettering_sheets(skin).items():
        pack(drawn, SPRITES / skin / f"{name}.webp", meta=meta)


def _icons(skin: str) -> None:
    if skin == "princess":
        write_icons(SPRITES / "icons")


SHEETS = {
    "stage": _stage,
    "ui": _ui,
    "effects": _effects,
    "screens": _screens,
    "lettering": _lettering,
    "crests": _crests,
    "moments": _moments,
    "icons": _icons,
}
