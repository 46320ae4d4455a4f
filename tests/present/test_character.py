"""The character's clips on the real sheets' JSON; no window is needed."""

import copy
import itertools
import json
import math
import random
from pathlib import Path

import pytest

from game.present.character import (
    BLINK_GAP,
    CLIPS,
    DISSOLVE,
    FIDGET_GAP,
    FLOAT_PERIOD,
    FLOAT_RISE,
    HELD,
    HURRY,
    LEAD,
    STANCES,
    STRIKES,
    CharacterSpec,
    CharacterState,
)

SPRITES = Path(__file__).parents[2] / "sprites"
SKINS = ("princess", "christmas")
FRAME = 1 / 60
SPACE = (1360 - 1464, 0 - 104)
"""Panel pixel left of and above which nothing of her is shown."""
HOLDS = [name for name, clip in CLIPS.items() if clip.rounds == HELD]


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


def until_quiet(character, most=12.0):
    """Seconds until no clip runs."""
    for frame in range(round(most * 60)):
        if not character.busy:
            return frame * FRAME
        character.update(FRAME)
    raise AssertionError(f"still busy after {most} s")


def drawings(pose, spec):
    """Which of the frames are whole drawings of clips."""
    return [placed.frame for placed in pose if placed.frame not in spec.places]


def frames_of(pose, kind):
    return [placed.frame for placed in pose if placed.frame.startswith(kind)]


def apart(a, b):
    return math.hypot(a[0] - b[0], a[1] - b[1])


def test_both_skins_have_the_same_moves():
    princess, christmas = (CharacterSpec.of(read(skin)) for skin in SKINS)
    assert {group: len(frames) for group, frames in princess.loops.items()} == {
        group: len(frames) for group, frames in christmas.loops.items()
    }
    for one, other in zip(princess.drawings(), christmas.drawings(), strict=True):
        assert (one.frame, one.duration, one.tip, one.glow) == (other.frame, other.duration, other.tip, other.glow)


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


def test_no_page_is_so_large_that_decoding_it_breaks_the_budget(data):
    assert max(size["w"] * size["h"] * 4 for size in data["meta"]["sizes"]) <= 17 * 2**20


def test_she_stays_in_her_space_in_every_drawing(spec):
    for drawing in spec.drawings():
        assert drawing.x >= SPACE[0], drawing.frame
        assert drawing.y >= SPACE[1], drawing.frame


def test_every_group_is_shown_in_order(spec):
    character = state(spec, 3)
    for pose, _, _ in film(character, 3):
        groups = [frame.split("/")[0] for frame, *_ in ((p.frame,) for p in pose)]
        assert [g for g, _ in itertools.groupby(groups) if g in spec.loops] == list(spec.loops)


def test_same_seed_same_film(spec):
    a, b = state(spec, 7), state(spec, 7)
    for character in (a, b):
        character.play("cast")
    assert film(a, 5) == film(b, 5)


def test_the_idle_shows_every_drawing_and_never_skips_one(spec):
    character = state(spec, 4)
    character._blink_in = math.inf
    shots = [pose for pose, _, _ in film(character, spec.period / 1000 + 0.1)]
    for group, frames in spec.loops.items():
        shown = [frames.index(frames_of(pose, f"{group}/")[0]) for pose in shots]
        assert set(shown) == set(range(len(frames))), group
        assert {(b - a) % len(frames) for a, b in itertools.pairwise(shown)} <= {0, 1}, group


def test_what_lies_between_two_drawings_dissolves_except_the_face(spec):
    shots = [pose for pose, _, _ in film(state(spec, 4), spec.period / 1000)]
    veiled = {placed.frame.split("/")[0] for pose in shots for placed in pose if placed.opacity < 255}
    assert veiled == spec.loops.keys() - spec.crisp


def test_she_blinks_within_the_gap(spec):
    character = state(spec, 3)
    lids = [bool(frames_of(pose, "eyes_shut")) for pose, _, _ in film(character, 30)]
    starts = [i for i in range(1, len(lids)) if lids[i] and not lids[i - 1]]
    gaps = [(b - a) * FRAME * 1000 for a, b in itertools.pairwise(starts)]
    assert len(starts) >= 4
    longest = max(clip.length for clip in CLIPS.values())
    assert all(BLINK_GAP[0] <= gap <= BLINK_GAP[1] + longest for gap in gaps)


def test_patches_lie_on_the_head_they_were_drawn_for(spec):
    character = state(spec, 3)
    for pose, _, _ in film(character, 40):
        head = spec.loops["head"].index(frames_of(pose, "head/")[0])
        for patch in [*frames_of(pose, "eyes_"), *frames_of(pose, "mouth_")]:
            assert int(patch.split("/")[1]) == head


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


def test_in_free_spins_she_floats(spec):
    character = state(spec)
    base = {name: y for name, (_, y) in spec.places.items()}
    character.play("free_spins")
    run(character, 1)
    lifts = []
    for pose, _, _ in film(character, FLOAT_PERIOD / 1000):
        (lift,) = {placed.y - base[placed.frame] for placed in pose}
        lifts.append(lift)
    assert (max(lifts), min(lifts)) == (0, -FLOAT_RISE)
    assert max(abs(a - b) for a, b in itertools.pairwise(lifts)) <= 1


@pytest.mark.parametrize("clip", CLIPS)
def test_a_clip_ends_where_she_stood(spec, clip):
    character = state(spec)
    run(character, 0.5)
    character.play(clip)
    assert character.busy
    run(character, 3)
    if clip in HOLDS:
        assert character.busy
        character.release()
    until_quiet(character)
    run(character, DISSOLVE / 1000 + 0.1)
    assert character.glow == 0
    assert not drawings(character.pose(), spec)
    assert {placed.y for placed in character.pose()} <= {spec.places[p.frame][1] for p in character.pose()}


@pytest.mark.parametrize("clip", [name for name, clip in CLIPS.items() if clip.drawn])
def test_a_clip_shows_every_drawing_of_its_parts_in_order(spec, clip):
    character = state(spec)
    character.play(clip)
    seen = [frame for pose, _, _ in film(character, 4) for frame in drawings(pose, spec)]
    if clip in HOLDS:
        character.release()
        seen += [frame for pose, _, _ in film(character, 6) for frame in drawings(pose, spec)]
    parts = spec.clips[CLIPS[clip].drawn].parts
    for name, part in parts.items():
        if name != "again":
            assert {drawing.frame for drawing in part.drawings} <= set(seen), name


@pytest.mark.parametrize("clip", [name for name, clip in CLIPS.items() if not clip.drawn])
def test_clips_show_the_faces_they_name(spec, clip):
    character = state(spec)
    character.play(clip)
    shots = film(character, CLIPS[clip].length / 1000)
    seen = {placed.frame.split("/")[0] for pose, _, _ in shots for placed in pose}
    wanted = {f"eyes_{mood}" for _, mood in CLIPS[clip].eyes if mood}
    wanted |= {f"mouth_{mood}" for _, mood in CLIPS[clip].mouth if mood}
    assert wanted <= seen


def test_casting_draws_back_then_strikes_and_glows(spec):
    character = state(spec)
    run(character, 0.1)
    rest = character.wand_tip[0]
    character.play("cast")
    shots = film(character, 0.81)
    xs = [tip[0] for _, tip, _ in shots]
    assert max(xs[:20]) > rest + 60
    assert min(xs) < rest - 60
    assert xs.index(max(xs)) < xs.index(min(xs))
    assert max(glow for _, _, glow in shots) > 0.9


def test_a_cast_during_the_wind_up_is_part_of_it(spec):
    once, twice = state(spec), state(spec)
    for character in (once, twice):
        character.play("cast")
        run(character, 0.2)
    twice.play("cast")
    assert film(once, 2) == film(twice, 2)


def test_a_cast_after_the_strike_strikes_again_without_starting_over(spec):
    character = state(spec)
    character.play("cast")
    run(character, (LEAD + STRIKES["begin"]) / 1000 + 0.1)
    character.play("cast")
    seen = [frame for pose, _, _ in film(character, 3) for frame in drawings(pose, spec)]
    again = {drawing.frame for drawing in spec.clips["cast"].parts["again"].drawings}
    assert again <= set(seen)
    first = next(i for i, frame in enumerate(seen) if frame in again)
    assert not any(frame.startswith("cast/begin") for frame in seen[first + 30 :])


def quickest(spec):
    """Pixels a second of the wand's fastest way from one drawing to the next."""
    parts = [part.drawings for clip in spec.clips.values() for part in clip.parts.values()]
    return max(apart(a.tip, b.tip) / a.duration for part in parts for a, b in itertools.pairwise(part)) * 1000


@pytest.mark.parametrize("moment", [0.03, 0.2, 0.5, 0.9, 1.3, 2.2])
@pytest.mark.parametrize("first", ["cast", "cheer", "arms_up", "clasp", "point"])
def test_an_interruption_never_makes_the_wand_jump(spec, first, moment):
    limit = quickest(spec) * FRAME * HURRY + 8
    for second in {"cast", "cheer", "arms_up", "clasp", "point"} - {first}:
        character = state(spec)
        character.play(first)
        run(character, moment)
        character.play(second)
        shots = film(character, 4)
        assert max(apart(a[1], b[1]) for a, b in itertools.pairwise(shots)) <= limit, second
        assert any(frame.startswith(f"{second}/") for pose, _, _ in shots for frame in drawings(pose, spec)), second


def test_hope_is_let_go_within_a_fifth_of_a_second(spec):
    character = state(spec)
    character.play("clasp")
    run(character, 2)
    assert any("clasp/hold" in frame for frame in drawings(character.pose(), spec))
    character.release()
    run(character, 0.2)
    assert not any("clasp/hold" in frame for frame in drawings(character.pose(), spec))


def test_free_spins_is_a_stance_that_clips_return_to(spec):
    character = state(spec)
    character.play("free_spins")
    run(character, 0.6)
    assert frames_of(character.pose(), "mouth_open")
    character.play("cast")
    run(character, 2)
    assert frames_of(character.pose(), "mouth_open")
    character.play("idle")
    run(character, 0.6)
    assert not frames_of(character.pose(), "mouth_open")


def test_triumph_holds_both_arms_up_and_smaller_joys_do_not_end_it(spec):
    character = state(spec)
    character.play("triumph")
    character.play("cheer_big")
    run(character, 8)
    assert any("arms_up/hold" in frame for frame in drawings(character.pose(), spec))
    character.play("idle")
    until_quiet(character)
    run(character, 1)
    assert not character.busy


def test_what_is_about_to_be_seen_is_announced(spec):
    character = state(spec)
    character.play("arms_up")
    known = set(character.upcoming())
    assert known
    for frame in range(60 * 6):
        if frame == 200:
            character.release()
            known |= set(character.upcoming())
        character.update(FRAME)
        shown = set(drawings(character.pose(), spec))
        assert shown <= known
        known |= set(character.upcoming())
    assert not character.upcoming()


def test_reduced_motion_keeps_still(spec):
    character = state(spec)
    character.reduced_motion = True
    still = film(character, 8)
    assert len({(pose, tip) for pose, tip, _ in still}) == 1
    character.play("cheer_big")
    cheering = film(character, 1)
    assert len({(pose, tip) for pose, tip, _ in cheering}) == 1
    assert frames_of(cheering[0][0], "mouth_cheer")
    assert all(glow == 0 for _, _, glow in cheering)
    until_quiet(character)
    character.play("triumph")
    assert frames_of(character.pose(), "mouth_cheer")
    character.play("idle")
    until_quiet(character)


def test_unknown_clips_are_refused(spec):
    with pytest.raises(KeyError):
        state(spec).play("moonwalk")


def drop_frame(data):
    del data["frames"]["mane/00"]


def drop_head(data):
    del data["meta"]["rig"]["loops"]["head"]


def drop_clip(data):
    del data["meta"]["rig"]["clips"]["cheer"]


def drop_ending(data):
    del data["meta"]["rig"]["clips"]["cheer"]["parts"]["end"]


def empty_part(data):
    data["meta"]["rig"]["clips"]["cheer"]["parts"]["hold"] = []


def stop_time(data):
    data["meta"]["rig"]["clips"]["cheer"]["parts"]["end"][0]["duration"] = 0


@pytest.mark.parametrize("damage", [drop_frame, drop_head, drop_clip, drop_ending, empty_part, stop_time])
def test_a_broken_rig_is_refused(data, damage):
    broken = copy.deepcopy(data)
    damage(broken)
    with pytest.raises(ValueError, match=r"missing|no drawings|takes no time"):
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
