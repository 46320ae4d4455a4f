"""The programs that draw the symbols: one of each kind at draft size, and what the committed sheets hold."""

import json
from pathlib import Path

import pytest

SPRITES = Path(__file__).parents[1] / "sprites"
SKINS = ("princess", "christmas")

for library in ("cv2", "scipy", "skia", "PIL"):
    pytest.importorskip(library, reason="the art's libraries are only needed to redraw it")

from sprites.source.symbols import canvas, catalogue, gems, motion, sheet, trace  # noqa: E402

KINDS = ("sun", "winged_heart", "moon", "star", "teal", "scatter", "heart_orange")


def committed(skin):
    return json.loads((SPRITES / skin / "symbols.json").read_text(encoding="utf-8"))


def drawn(skin, name, scale=canvas.DRAFT_SCALE):
    return canvas.picture(canvas.finish(catalogue.still(skin, name, scale)))


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("name", KINDS)
def test_a_symbol_comes_out_where_the_sheet_has_it(skin, name):
    left, top, right, bottom = drawn(skin, name).getbbox()
    placed = committed(skin)["frames"][name]["spriteSourceSize"]
    expected = (placed["x"], placed["y"], placed["x"] + placed["w"], placed["y"] + placed["h"])
    assert (left, top, right, bottom) == pytest.approx(expected, abs=3)


def test_the_sheet_holds_the_frames_the_programs_draw():
    made = sheet.resting("princess", "yellow", canvas.DRAFT_SCALE)
    frames = committed("princess")["frames"]
    assert set(made) == {name for name in frames if "yellow" in name and "/win/" not in name}
    assert {name: image.size for name, image in made.items() if "shard" not in name} == {
        name: (frame["sourceSize"]["w"], frame["sourceSize"]["h"])
        for name, frame in frames.items()
        if name in made and "shard" not in name
    }
    assert set(sheet.numbers()) == {name for name in frames if name.startswith("value/")}


@pytest.mark.parametrize("name", ["blue", "heart_green"])
def test_a_symbol_grows_and_moves_as_it_wins(name):
    frames = [motion.win(name, k) for k in range(motion.WIN_FRAMES)]
    first, largest = frames[0], max(frames, key=lambda frame: frame.size)
    shapes = []
    for frame in (first, largest):
        done = canvas.finish(catalogue.posed("princess", name, frame.pose, canvas.DRAFT_SCALE))
        left, top, right, bottom = canvas.picture(canvas.moved(done, frame.size)).getbbox()
        shapes.append((right - left) * (bottom - top))
    assert shapes[1] > 1.1 * shapes[0]


def test_the_same_source_draws_the_same_picture():
    assert drawn("christmas", "yellow").tobytes() == drawn("christmas", "yellow").tobytes()


def test_a_stone_is_met_only_inside_its_girdle():
    stone = gems.GEMS["yellow"].stone()
    found = trace.trace(stone, *(axis.ravel() for axis in canvas.np.meshgrid((-1.2, 0.0, 1.2), (-1.2, 0.0, 1.2))))
    assert found.hit.tolist() == [False] * 4 + [True] + [False] * 4
    assert found.normal[4].tolist() == pytest.approx([0, 0, 1])
