"""Skins: both have the same keys, and a broken one is named and left out."""

import json
import re
import shutil
import tomllib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game import paths
from game.skins import ATLASES, MANIFEST, OWN_SKINS, BadSkin, find_skins, load_skin

SPRITES = paths.sprites_folder()


def keys(value, prefix=""):
    if not isinstance(value, dict):
        return {prefix}
    return {key for name, part in value.items() for key in keys(part, f"{prefix}.{name}")}


def test_own_skins_load():
    skins, faults = find_skins([SPRITES])
    assert list(skins) == list(OWN_SKINS)
    assert faults == []


def test_own_skins_have_the_same_manifest_keys():
    first, second = (keys(tomllib.loads((SPRITES / name / MANIFEST).read_text(encoding="utf-8"))) for name in OWN_SKINS)
    assert first == second


@pytest.mark.parametrize("atlas", [name for name in ATLASES if name != "character"])
def test_own_skins_have_the_same_frames(atlas):
    first, second = (
        set(json.loads((SPRITES / name / f"{atlas}.json").read_text(encoding="utf-8"))["frames"]) for name in OWN_SKINS
    )
    assert first == second


@pytest.fixture
def skin(tmp_path):
    """A copy of a skin's folder that may be broken: its manifest, and empty files where pictures are."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for file in (SPRITES / "princess").iterdir():
        if file.suffix in (".json", ".webp", ".png"):
            (folder / file.name).touch()
    text = (SPRITES / "princess" / MANIFEST).read_text(encoding="utf-8")
    (folder / MANIFEST).write_text(text.replace('name = "princess"', 'name = "mine"'), encoding="utf-8")
    return folder


def test_third_skin_is_found(skin):
    skins, faults = find_skins([SPRITES, skin.parent])
    assert list(skins) == [*OWN_SKINS, "mine"]
    assert faults == []


@pytest.mark.parametrize(
    ("line", "broken", "named"),
    [
        ('name = "mine"', 'name = "../mine"', "name"),
        ('gold = "#FFD873"', 'gold = "gold"', "colours.gold"),
        ('gold = "#FFD873"', "", "colours.gold"),
        ('folder = "princess"', 'folder = "../../etc"', "sounds.folder"),
        ('kind = "petals"', 'kind = "fire"', "ambience.kind"),
        ("names = [", "names = [[], ", "tiers.names"),
    ],
)
def test_broken_key_is_named(skin, line, broken, named):
    manifest = skin / MANIFEST
    text = manifest.read_text(encoding="utf-8")
    assert line in text
    manifest.write_text(text.replace(line, broken, 1), encoding="utf-8")
    with pytest.raises(BadSkin, match=re.escape(named)) as caught:
        load_skin(skin)
    assert str(manifest) in str(caught.value)
    _, faults = find_skins([skin.parent])
    assert len(faults) == 1


def test_missing_picture_is_named(skin):
    (skin / "background.webp").unlink()
    with pytest.raises(BadSkin, match=r"background\.webp"):
        load_skin(skin)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_a_clear_fault(skin, data):
    (skin / MANIFEST).write_bytes(data)
    with pytest.raises(BadSkin):
        load_skin(skin)


def test_deep_and_large_manifests_are_refused(skin):
    (skin / MANIFEST).write_text("x = " + "[" * 20_000 + "]" * 20_000)
    with pytest.raises(BadSkin):
        load_skin(skin)
    (skin / MANIFEST).write_text("# " + "x" * 200_000)
    with pytest.raises(BadSkin, match="larger"):
        load_skin(skin)


def test_folder_without_manifest_is_no_skin(tmp_path):
    shutil.copytree(SPRITES / "fonts", tmp_path / "fonts")
    assert find_skins([tmp_path, tmp_path / "nowhere"]) == ({}, [])
