"""The character's clips on the real sheets' JSON; no window is needed."""

import copy
import itertools
import json
import random
from pathlib import Path

import pytest

from game.present.character import BLEND, BLINK_GAP, CLIPS, FIDGET_GAP, STANCES, CharacterSpec, CharacterState

SPRITES = Path(__file__).parents[2] / "sprites"
SKINS = ("princess", "christmas")
FRAME = 1 / 60
BOARD_EDGE = 1424 - 1464
"""Panel pixel left of which nothing of the wand may come."""


def read(skin):
    return json.loads((SPRITES / skin / "character.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module", params=SKINS)
def data(request):
    return read(request.param)


@pytest.fixture(scope="module")
def spec(data):
    return CharacterSpec.of(data)


def state(spec, seed=1):
    return CharacterState(spec, random.Random(seed))


def run(character, seconds):
    for _ in range(round(seconds * 60)):
        character.update(FRAME)


def film(character, seconds):
    shots = []
    for _ in range(round(seconds * 60)):
        character.update(FRAME)
        shots.append((tuple(character.pose()), character.wand_tip, character.glow))
    return shots


def test_both_skins_have_the_same_moves():
    princess, christmas = (CharacterSpec.of(read(skin)) for skin in SKINS)
    assert [(p.tilt, p.breath) for p in princess.heads] == [(p.tilt, p.breath) for p in christmas.heads]
    assert [(p.swing, p.breath, p.tip) for p in princess.arms] == [(p.swing, p.breath, p.tip) for p in christmas.arms]
    assert {n: len(row.frames) for n, row in princess.rows.items()} == {
        n: len(row.frames) for n, row in christmas.rows.items() if n != "capelet"
    }


def test_frames_lie_inside_their_pages_and_do_not_overlap(data):
    pages = [(size["w"], size["h"]) for size in data["meta"]["sizes"]]
    assert len(pages) == len(data["meta"]["images"])
    boxes = {}
    for name, entry in data["frames"].items():
        box = entry["frame"]
        w, h = pages[entry["page"]]
        assert 0 <= box["x"] <= box["x"] + box["w"] <= w <= 4096, name
        assert 0 <= box["y"] <= box["y"] + box["h"] <= h <= 4096, name
        boxes.setdefault(entry["page"], []).append((box["x"], box["y"], box["x"] + box["w"], box["y"] + box["h"]))
    for page in boxes.values():
        page.sort()
        for i, a in enumerate(page):
            for b in page[i + 1 :]:
                if b[0] >= a[2]:
                    break
                assert b[1] >= a[3] or b[3] <= a[1]


def test_a_skin_stays_within_its_memory(data):
    assert sum(size["w"] * size["h"] * 4 for size in data["meta"]["sizes"]) <= 36 * 2**20


def test_the_wand_never_reaches_the_board(data):
    for pose in data["meta"]["rig"]["arm"]["poses"]:
        assert min(data["frames"][pose[part]]["spriteSourceSize"]["x"] for part in ("fore", "hand")) >= BOARD_EDGE


def test_every_layer_is_shown_once_and_in_order(spec):
    shown = [placed.frame.split("/")[0] for placed in state(spec).pose()]
    assert shown == list(spec.order)


def test_same_seed_same_film(spec):
    a, b = state(spec, 7), state(spec, 7)
    for character in (a, b):
        character.play("cast")
    assert film(a, 5) == film(b, 5)


def test_she_breathes_in_small_steps(spec):
    character = state(spec)
    tops = {}
    for pose, _, _ in film(character, spec.period / 1000):
        for placed in pose:
            layer = placed.frame.split("/")[0]
            number = int(placed.frame.split("/")[1])
            if placed.frame.count("/") == 1:
                tops.setdefault(layer, []).append(number)
    for layer in ("body", "mane", "cape_arm", "braid"):
        steps = [abs(a - b) for a, b in itertools.pairwise(tops[layer])]
        assert max(steps) <= 1, layer
        fine = [sway for sway in spec.rows[layer].sways if abs(sway) <= 1]
        assert len(set(tops[layer])) >= len(fine) * 0.7, layer


def test_she_blinks_within_the_gap(spec):
    character = state(spec, 3)
    lids = [any("/eyes/shut" in placed.frame for placed in pose) for pose, _, _ in film(character, 30)]
    starts = [i for i in range(1, len(lids)) if lids[i] and not lids[i - 1]]
    gaps = [(b - a) * FRAME * 1000 for a, b in itertools.pairwise(starts)]
    assert len(starts) >= 4
    longest = max(clip.length for clip in CLIPS.values())
    assert all(BLINK_GAP[0] <= gap <= BLINK_GAP[1] + longest for gap in gaps)


def test_left_alone_she_fidgets_but_not_in_free_spins(spec):
    character = state(spec, 5)
    began = []
    for frame in range(60 * 60):
        was = character.busy
        character.update(FRAME)
        if character.busy and not was:
            began.append(frame * FRAME * 1000)
    assert len(began) >= 3
    assert all(FIDGET_GAP[0] <= b - a <= FIDGET_GAP[1] + 2500 for a, b in itertools.pairwise(began))
    character.play("free_spins")
    for _ in range(60 * 40):
        character.update(FRAME)
        assert not character.busy


def test_hair_and_cape_follow_a_cast(spec):
    still, casting = state(spec, 2), state(spec, 2)
    casting.play("cast")
    apart = {"mane": 0, "cape": 0, "braid": 0}
    for (a, _, _), (b, _, _) in zip(film(still, 1.2), film(casting, 1.2), strict=True):
        for one, other in itertools.product(a, b):
            layer = one.frame.split("/")[0]
            if layer in apart and other.frame.startswith(f"{layer}/"):
                apart[layer] = max(apart[layer], abs(int(one.frame[-2:]) - int(other.frame[-2:])))
    assert all(steps >= 3 for steps in apart.values()), apart


@pytest.mark.parametrize("clip", CLIPS)
def test_a_clip_ends_where_she_stood(spec, clip):
    character = state(spec)
    run(character, 0.5)
    character.play(clip)
    assert character.busy
    run(character, CLIPS[clip].length / 1000 + BLEND / 1000 + 0.1)
    assert not character.busy
    assert character.glow == 0
    assert {placed.y for placed in character.pose()} <= {spec.places[p.frame][1] for p in character.pose()}


@pytest.mark.parametrize("clip", CLIPS)
def test_clips_show_the_faces_they_name(spec, clip):
    character = state(spec)
    character.play(clip)
    shots = film(character, CLIPS[clip].length / 1000)
    seen = {placed.frame.rsplit("/", 1)[-1] for pose, _, _ in shots for placed in pose}
    wanted = {mood for _, mood in (*CLIPS[clip].eyes, *CLIPS[clip].mouth) if mood}
    assert wanted <= seen


def test_casting_draws_back_then_flings_and_glows(spec):
    character = state(spec)
    run(character, 0.1)
    rest = character.wand_tip[0]
    character.play("cast")
    shots = film(character, 0.81)
    xs = [tip[0] for _, tip, _ in shots]
    assert max(xs[:12]) > rest + 20
    assert min(xs) < rest - 40
    assert xs.index(max(xs)) < xs.index(min(xs))
    assert max(glow for _, _, glow in shots) > 0.9


def test_a_new_clip_takes_over_without_a_jump(spec):
    character = state(spec)
    character.play("cast")
    run(character, 0.25)
    before = character.wand_tip
    character.play("cheer_small")
    character.update(FRAME)
    after = character.wand_tip
    assert abs(before[0] - after[0]) + abs(before[1] - after[1]) < 40


def test_free_spins_is_a_stance_that_clips_return_to(spec):
    character = state(spec)
    character.play("free_spins")
    run(character, 0.6)
    stance = [p.frame for p in character.pose() if "/mouth/open" in p.frame]
    assert stance
    character.play("cast")
    run(character, 1.2)
    assert [p.frame for p in character.pose() if "/mouth/open" in p.frame]
    character.play("idle")
    run(character, 0.6)
    assert not [p.frame for p in character.pose() if "/mouth/open" in p.frame]


def test_reduced_motion_keeps_still(spec):
    character = state(spec)
    character.reduced_motion = True
    still = film(character, 8)
    assert len({(pose, tip) for pose, tip, _ in still}) == 1
    character.play("cheer_big")
    cheering = film(character, 3)
    assert len({(pose, tip) for pose, tip, _ in cheering}) == 1
    assert any("/mouth/cheer" in placed.frame for placed in cheering[0][0])
    assert all(glow == 0 for _, _, glow in cheering)


def test_unknown_clips_are_refused(spec):
    with pytest.raises(KeyError):
        state(spec).play("moonwalk")


@pytest.mark.parametrize("break_it", ["frame", "order", "arms"])
def test_a_broken_rig_is_refused(data, break_it):
    broken = copy.deepcopy(data)
    if break_it == "frame":
        del broken["frames"]["mane/00"]
    elif break_it == "order":
        broken["meta"]["rig"]["order"].append("tail")
    else:
        broken["meta"]["rig"]["arm"]["poses"] = []
    with pytest.raises(ValueError, match="character"):
        CharacterSpec.of(broken)


def test_stances_and_clips_do_not_share_names():
    assert not set(STANCES) & set(CLIPS)


def test_the_cat_breathes(spec):
    character = state(spec)
    frames = set()
    for _ in range(round(spec.cat_period / 1000 * 60)):
        character.update(FRAME)
        frames.add(character.cat_frame())
    assert frames == set(spec.cat)
