"""The programs that draw the character: one drawing at draft size, and the names and places of the committed sheets."""

import json
import zipfile
from pathlib import Path

import pytest

SPRITES = Path(__file__).parents[1] / "sprites"
SKINS = ("princess", "christmas")

for library in ("cv2", "scipy", "skia", "PIL"):
    pytest.importorskip(library, reason="the art's libraries are only needed to redraw it")

from sprites.source.princess import acting, bake, figure  # noqa: E402
from sprites.source.princess.brush import LEFT, TOP, Layer  # noqa: E402
from sprites.source.princess.light import lean, model  # noqa: E402


def committed(skin):
    return json.loads((SPRITES / skin / "character.json").read_text(encoding="utf-8"))


def sheet_of(skin, name):
    """One raw sheet of the figure, drawn."""
    layer = Layer()
    for paint in figure.sheets(skin)[name]:
        paint(layer)
    return figure.crop(model(name, lean(layer.pixels())), (LEFT, TOP))


@pytest.mark.parametrize("skin", SKINS)
def test_a_drawing_comes_out_where_the_sheet_has_it(skin):
    studio = bake.Studio(skin, {"braid": sheet_of(skin, "braid")}, workers=1, draft=True)
    poses = [acting.idle_pose(i * bake.PERIOD / bake.LOOPS["braid"]) for i in range(5)]
    pictures = [picture for picture, _ in studio.draw([bake.Job(pose, "braid", ("braid",)) for pose in poses])]
    assert [(picture == pictures[0]).all() for picture in pictures] == [True, True, True, True, False]
    for number in (0, 4):
        cell = bake.trimmed(pictures[number])
        placed = committed(skin)["frames"][f"braid/{number:02d}"]["spriteSourceSize"]
        got = (*cell.place, cell.pixels.shape[1], cell.pixels.shape[0])
        assert got == pytest.approx((placed["x"], placed["y"], placed["w"], placed["h"]), abs=1)


@pytest.mark.parametrize("skin", SKINS)
def test_the_sheet_holds_what_the_programs_draw(skin):
    rig = committed(skin)["meta"]["rig"]
    assert {group: len(frames) for group, frames in rig["loops"].items()} == bake.LOOPS
    assert {f"mouth_{mouth}" for mouth in bake.MOUTHS} | {f"eyes_{eyes}" for eyes in bake.EYES} == set(rig["faces"])
    drawn = {
        name: {
            part: len((acting.CLIPS[move].end if isinstance(move, str) else move).frames)
            for part, move in vars(clip).items()
            if move is not None
        }
        for name, clip in acting.CLIPS.items()
    }
    assert {name: {p: len(d) for p, d in clip["parts"].items()} for name, clip in rig["clips"].items()} == drawn
    named = [drawing["frame"] for clip in rig["clips"].values() for part in clip["parts"].values() for drawing in part]
    with zipfile.ZipFile(SPRITES / skin / rig["clips_file"]) as archive:
        assert [f"{frame}.webp" for frame in dict.fromkeys(named)] == archive.namelist()
