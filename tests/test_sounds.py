"""The sounds that are shipped: every moment has one, tiers rise in level, neutral versions stand beside joyful ones."""

import itertools
import json
import math
from pathlib import Path

import pytest

SOUNDS = Path(__file__).resolve().parents[1] / "sounds"
MANIFEST = json.loads((SOUNDS / "sounds.json").read_text(encoding="utf-8"))
FAMILIES = {"tumble": 8, "heart_slam": 6, "scatter": 6, "tier": 5}
NEUTRAL = (
    *("burst", "heart", "heart_slam", "heart_add", "multiply", "scatter", "retrigger", "intro", "summary"),
    *("wave", "fly_to_meter"),
)
VOICES = ("cast", "gasp", "laugh", "cheer", "triumph", "cap")


@pytest.mark.parametrize(("name", "count"), FAMILIES.items())
def test_family_is_whole(name, count):
    assert {f"{name}_{number}" for number in range(1, count + 1)} <= MANIFEST["effects"].keys()


def test_tiers_rise_by_a_step_each():
    gains = [MANIFEST["effects"][f"tier_{number}"]["gain"] for number in range(1, 6)]
    for quieter, louder in itertools.pairwise(gains):
        assert 20 * math.log10(louder / quieter) == pytest.approx(1.5, abs=0.1)


@pytest.mark.parametrize("name", NEUTRAL)
def test_neutral_version_is_no_louder_than_the_joyful_one(name):
    effects = MANIFEST["effects"]
    first = next(key for key in (name, f"{name}_0", f"{name}_1", f"{name}_green") if key in effects)
    assert effects[f"{name}_neutral"]["gain"] <= effects[first]["gain"]


@pytest.mark.parametrize("name", VOICES)
def test_voice_is_there(name):
    assert f"voice_{name}" in MANIFEST["effects"]


def test_every_listed_file_is_shipped_and_every_shipped_file_listed():
    listed = {entry["file"] for entry in (*MANIFEST["music"].values(), *MANIFEST["effects"].values())}
    listed |= {entry["file"] for own in MANIFEST["skins"].values() for entry in own.values()}
    shipped = {str(path.relative_to(SOUNDS)) for path in SOUNDS.rglob("*.ogg")}
    assert listed == shipped
