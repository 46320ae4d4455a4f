"""The programs that draw the kit: one piece of each kind at draft size, against names and sizes of the sheets."""

import json
from pathlib import Path

import pytest

SPRITES = Path(__file__).parents[1] / "sprites"
SKINS = ("princess", "christmas")

for library in ("cv2", "skia", "PIL", "fontTools"):
    pytest.importorskip(library, reason="the art's libraries are only needed to redraw it")

from sprites.source.atlas import Frame, pack  # noqa: E402
from sprites.source.kit import alphabet, app_icon, celebrations, effects, hud, logo, paint  # noqa: E402
from sprites.source.symbols import portrait  # noqa: E402


def committed(skin, sheet):
    return json.loads((SPRITES / skin / f"{sheet}.json").read_text(encoding="utf-8"))


PIECES = {
    "logo": ("stage", lambda skin: {"logo": logo.logo(skin)}),
    "ribbon and banner": ("stage", lambda skin: {"ribbon": hud.ribbon(skin), "banner": hud.banner(skin)}),
    "medallion": ("stage", lambda skin: {"medallion/asleep": hud.medallion(skin, lit=False)}),
    "cards": ("ui", lambda skin: hud.cards(skin)[0]),
    "round buttons": ("ui", hud.round_buttons),
    "buy card": ("ui", hud.buy_card),
    "effects": ("effects", effects.effects),
    "flames": ("moments", celebrations.flames),
    "wave": ("moments", celebrations.wave),
    "letters": ("lettering_gold_small", lambda skin: glyphs(skin)[0]),
}


def glyphs(skin):
    return alphabet.glyph_sheet(alphabet.STYLES[skin]["gold"], alphabet.SMALL, "AQÇ0,×", 3)


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("piece", PIECES)
def test_a_draft_has_the_names_and_sizes_of_the_sheet(skin, piece):
    sheet, draw = PIECES[piece]
    frames = committed(skin, sheet)["frames"]
    with paint.coarsely():
        drawn = draw(skin)
    assert drawn
    for name, picture in drawn.items():
        image = picture.image if isinstance(picture, Frame) else picture
        size = frames[name]["sourceSize"]
        assert image.size == (size["w"], size["h"]), name
        assert image.getbbox() is not None, name


@pytest.mark.parametrize("skin", SKINS)
def test_letters_are_measured_as_the_sheet_says(skin):
    with paint.coarsely():
        metrics = glyphs(skin)[1]["alphabet"]
    said = committed(skin, "lettering_gold_small")["meta"]["alphabet"]
    for key in ("em", "cap", "shadow_share", "accents"):
        assert metrics[key] == said[key]
    for key in ("advance", "pens", "kern"):
        assert metrics[key].items() <= said[key].items()


@pytest.mark.parametrize("skin", SKINS)
def test_the_same_sources_give_the_same_files(skin, tmp_path):
    for name in ("first", "second"):
        with paint.coarsely():
            drawn = {"ribbon": hud.ribbon(skin), **celebrations.sunburst(skin)}
        pack(drawn, tmp_path / name / "sheet.webp")
        pack(drawn, tmp_path / name / "sheet.png")
    for file in ("sheet.webp", "sheet.png", "sheet.json"):
        assert (tmp_path / "first" / file).read_bytes() == (tmp_path / "second" / file).read_bytes()


def test_the_icon_shows_the_girl_of_the_scatter(monkeypatch):
    shown = []
    monkeypatch.setattr(app_icon, "faces", lambda *asked: shown.append(asked) or portrait.faces(*asked))
    with paint.coarsely():
        image = app_icon._portrait(1.36, 34, jewel=False)
    assert image.size == (512, 512)
    assert shown == [("princess", "open")]


def test_a_draft_is_drawn_at_its_finished_size_and_then_no_more():
    with paint.coarsely():
        assert paint.Canvas(10, 10, 3).scale == 1
    assert paint.Canvas(10, 10, 3).scale == 3
