"""Draws each sheet of the kit and writes it where the game reads it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from sprites.source.atlas import Frame, pack
from sprites.source.kit.alphabet import sheets as lettering_sheets
from sprites.source.kit.app_icon import write_icons
from sprites.source.kit.celebrations import CREST_MIDDLE, crests, moments
from sprites.source.kit.effects import effects
from sprites.source.kit.icons import icons
from sprites.source.kit.logo import logo
from sprites.source.kit.paint import coarsely
from sprites.source.kit.splash import splash
from sprites.source.kit.stage import stage
from sprites.source.kit.ui import META, ui

SPRITES = Path(__file__).resolve().parents[2]


DRAFTS = SPRITES.parent / "build" / "drafts"


def draw(skin: str, only: Sequence[str] | None, *, draft: bool = False) -> None:
    """Draws the sheets named in `only` (all, if None) for `skin` and writes them under sprites/.

    Drafts have the same names and sizes, are drawn coarsely, and are written under build/drafts/.
    """
    folder = (DRAFTS if draft else SPRITES) / skin
    folder.mkdir(parents=True, exist_ok=True)
    with coarsely() if draft else nullcontext():
        for sheet in only or SHEETS:
            SHEETS[sheet](skin, folder)


def _stage(skin: str, folder: Path) -> None:
    drawn, place, meta = stage(skin)
    pack(drawn, folder / "stage.webp", place=place, meta=meta)
    logo(skin).save(folder / "logo.png", optimize=True)  # by itself for the loading screen


def _ui(skin: str, folder: Path) -> None:
    drawn, slices = ui(skin)
    pack(drawn | icons(skin), folder / "ui.png", slices=slices, meta=META)


def _effects(skin: str, folder: Path) -> None:
    pack(effects(skin), folder / "effects.png")


def _screens(skin: str, folder: Path) -> None:
    whole = {name: Frame(picture, trim=False) for name, picture in splash(skin).items()}
    pack(whole, folder / "screens.png", meta={"text": {}})


def _crests(skin: str, folder: Path) -> None:
    drawn = crests(skin)
    meta = {"middle": {name: list(CREST_MIDDLE) for name in drawn}}
    pack(drawn, folder / "crests.webp", meta=meta)


def _moments(skin: str, folder: Path) -> None:
    pack(moments(skin), folder / "moments.webp")


def _lettering(skin: str, folder: Path) -> None:
    for name, (drawn, meta) in lettering_sheets(skin).items():
        pack(drawn, folder / f"{name}.webp", meta=meta)


def _icons(skin: str, folder: Path) -> None:
    if skin == "princess":
        write_icons(folder.parent / "icons")


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
