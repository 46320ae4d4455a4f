"""Skins: both have the same keys, and a broken one is named and left out."""

import itertools
import json
import os
import re
import shutil
import sys
import tomllib
from pathlib import Path

import numpy as np
import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game import paths
from game.engine.rules import HEART_COLOURS, PAYS, SCATTER
from game.present.stage import CELL
from game.skins import ATLASES, MANIFEST, MAX_FILES, OWN_SKINS, BadSkin, FoundSkins, find_skins, load_skin

SPRITES = paths.sprites_folder()


def keys(value, prefix=""):
    if not isinstance(value, dict):
        return {prefix}
    return {key for name, part in value.items() for key in keys(part, f"{prefix}.{name}")}


def test_own_skins_load():
    found = find_skins(SPRITES)
    assert list(found.skins) == list(OWN_SKINS)
    assert (found.notes, found.errors) == ((), {})


def test_own_skins_have_the_same_manifest_keys():
    first, second = (keys(tomllib.loads((SPRITES / name / MANIFEST).read_text(encoding="utf-8"))) for name in OWN_SKINS)
    assert first == second


@pytest.mark.parametrize("atlas", [name for name in ATLASES if name != "character"])
def test_own_skins_have_the_same_frames(atlas):
    first, second = (
        set(json.loads((SPRITES / name / f"{atlas}.json").read_text(encoding="utf-8"))["frames"]) for name in OWN_SKINS
    )
    assert first == second


@pytest.mark.parametrize("folder", OWN_SKINS)
def test_every_symbol_has_a_win_of_seven_tenths_of_a_second(folder):
    atlas = json.loads((SPRITES / folder / "symbols.json").read_text(encoding="utf-8"))
    frames, tags = atlas["frames"], {tag["name"]: tag for tag in atlas["meta"]["frameTags"]}
    order = list(frames)
    for symbol in (*PAYS, SCATTER, *(f"heart_{colour}" for colour in HEART_COLOURS)):
        tag = tags[f"{symbol}/win"]
        names = order[tag["from"] : tag["to"] + 1]
        assert names == [f"{symbol}/win/{k:02d}" for k in range(len(names))]
        assert 12 <= len(names) <= 14
        assert sum(frames[name]["duration"] for name in names) == pytest.approx(700, abs=20)
        assert len({frames[name]["page"] for name in names}) == 1, "each win is decoded by itself"
        assert {tuple(frames[name]["sourceSize"].values()) for name in names} == {(240, 240)}
        assert frames[symbol]["page"] == 0


@pytest.mark.parametrize("folder", OWN_SKINS)
def test_symbols_have_bearable_sheets(folder):
    meta = json.loads((SPRITES / folder / "symbols.json").read_text(encoding="utf-8"))["meta"]
    still, moving, *wins = (size["w"] * size["h"] * 4 / 2**20 for size in meta["sizes"])
    assert still + moving < 20
    assert max(wins) < 2.5
    assert sum((SPRITES / folder / image).stat().st_size for image in meta["images"]) < 6 * 2**20


def test_both_skins_fit_sixty_megabytes_on_disk():
    files = [file for folder in OWN_SKINS for file in (SPRITES / folder).rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) <= 60_000_000


@pytest.mark.parametrize("folder", OWN_SKINS)
def test_brightness_falls_with_the_pay_and_the_scatter_outshines_all(folder):
    atlas = json.loads((SPRITES / folder / "symbols.json").read_text(encoding="utf-8"))
    sheet = pygame.image.load(SPRITES / folder / atlas["meta"]["images"][0])

    def luminance(name: str) -> float:
        """Mean relative luminance (0 to 1) of a still's opaque pixels."""
        box = [atlas["frames"][name]["frame"][side] for side in "xywh"]
        part = sheet.subsurface(box)
        colour = pygame.surfarray.array3d(part)[pygame.surfarray.array_alpha(part) > 250] / 255
        linear = np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)
        return float((linear @ (0.2126, 0.7152, 0.0722)).mean())

    gems = [luminance(name) for name in PAYS if name in ("red", "blue", "green", "teal", "yellow")]
    assert len(gems) == 5
    assert all(dearer > cheaper + 0.01 for dearer, cheaper in itertools.pairwise(gems))
    hearts = [f"heart_{colour}" for colour in HEART_COLOURS]
    assert luminance(SCATTER) > max(map(luminance, (*PAYS, *hearts)))


@pytest.mark.parametrize("folder", OWN_SKINS)
def test_size_falls_with_the_pay_of_gems_and_the_scatter_is_larger_than_its_cell(folder):
    frames = json.loads((SPRITES / folder / "symbols.json").read_text(encoding="utf-8"))["frames"]
    area = {name: frames[name]["frame"]["w"] * frames[name]["frame"]["h"] for name in PAYS}
    gems = [area[name] for name in ("red", "blue", "green", "teal", "yellow")]
    assert gems == sorted(gems, reverse=True)
    assert frames[SCATTER]["frame"]["h"] >= round(1.18 * CELL)


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
    found = find_skins(SPRITES, skin.parent)
    assert list(found.skins) == [*OWN_SKINS, "mine"]
    assert found.notes == ()


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
    found = find_skins(SPRITES, skin.parent)
    assert list(found.skins) == list(OWN_SKINS)
    assert found.errors == {"mine": str(caught.value)}
    assert str(caught.value) in found.notes[0]


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


def test_a_folder_of_the_games_without_a_manifest_is_no_skin(tmp_path):
    shutil.copytree(SPRITES / "fonts", tmp_path / "fonts")
    assert find_skins(tmp_path, tmp_path / "nowhere") == FoundSkins({})


def test_a_folder_of_the_players_without_a_manifest_is_told(tmp_path):
    (tmp_path / "skins" / "mine").mkdir(parents=True)
    found = find_skins(SPRITES, tmp_path / "skins")
    assert list(found.skins) == list(OWN_SKINS)
    assert "skin.toml" in found.errors["mine"]
    assert len(found.notes) == 1


@pytest.mark.parametrize("saved", ["utf-8-sig", "utf-16", "CRLF"])
def test_a_manifest_saved_by_another_systems_editor_is_read(skin, saved):
    manifest = skin / MANIFEST
    text = manifest.read_text(encoding="utf-8").replace('title = "Princess"', 'title = "Снежинка"')
    manifest.write_bytes(text.replace("\n", "\r\n").encode("utf-8" if saved == "CRLF" else saved))
    assert load_skin(skin).title == "Снежинка"


@pytest.mark.parametrize("name", [".#skin.toml", ".skin.toml.swp", ".git", ".DS_Store", ".#a"])
def test_hidden_files_are_passed_over(skin, name):
    if name == ".git":
        (skin / name).mkdir()
    elif name.startswith(".#"):
        (skin / name).symlink_to("user@host:1")
    else:
        (skin / name).write_bytes(b"anything")
    assert load_skin(skin).name == "mine"
    (skin.parent / ".hidden").mkdir()
    assert find_skins(SPRITES, skin.parent).notes == ()


def link_loop(folder):
    (folder / "loop").symlink_to("loop")


def link_out(folder):
    (folder / "out").symlink_to("/")


def link_to_nothing(folder):
    (folder / "gone.png").symlink_to("nothing.png")


def pipe(folder):
    os.mkfifo(folder / "pipe.json")


def manifest_a_pipe(folder):
    (folder / MANIFEST).unlink()
    os.mkfifo(folder / MANIFEST)


def manifest_a_device(folder):
    (folder / MANIFEST).unlink()
    (folder / MANIFEST).symlink_to("/dev/zero")


def manifest_a_folder(folder):
    (folder / MANIFEST).unlink()
    (folder / MANIFEST).mkdir()


def manifest_a_loop(folder):
    (folder / MANIFEST).unlink()
    (folder / MANIFEST).symlink_to(MANIFEST)


def many_files(folder):
    for number in range(MAX_FILES):
        (folder / f"{number}.png").touch()


def odd_name(folder):
    (Path(os.fsdecode(os.fsencode(folder) + b"/\xff.png"))).symlink_to("nothing")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
@pytest.mark.parametrize(
    "strange",
    [link_loop, link_out, link_to_nothing, pipe, manifest_a_pipe, manifest_a_device, manifest_a_folder, manifest_a_loop,
     many_files, odd_name],
)  # fmt: skip
def test_anything_strange_in_a_skins_folder_leaves_it_out_with_a_sentence(skin, strange):
    strange(skin)
    found = find_skins(SPRITES, skin.parent)
    assert list(found.skins) == list(OWN_SKINS)
    assert str(skin) in found.errors["mine"]
    assert str(found.notes[0]) == f"Skin left out: {found.errors['mine']}"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
@pytest.mark.parametrize("strange", ["a file", "a loop", "too long", "through a file"])
def test_anything_strange_in_the_place_of_the_players_skins_is_survived(tmp_path, strange):
    folder = tmp_path / "skins"
    match strange:
        case "a file":
            folder.touch()
        case "a loop":
            folder.symlink_to("skins")
        case "too long":
            folder = tmp_path / ("n" * 300) / "skins"
        case "through a file":
            folder.touch()
            folder = folder / "skins"
    found = find_skins(SPRITES, folder)
    assert list(found.skins) == list(OWN_SKINS)
    assert len(found.notes) == 1


@pytest.mark.parametrize("own", OWN_SKINS)
def test_an_own_skin_named_like_one_of_the_games_is_listed_under_another_name(skin, own):
    """As a copy of the game's folder is that was not renamed."""
    folder = skin.parent / own
    skin.rename(folder)
    manifest = folder / MANIFEST
    manifest.write_text(manifest.read_text(encoding="utf-8").replace('"mine"', f'"{own}"'), encoding="utf-8")
    for _ in range(2):
        found = find_skins(SPRITES, folder.parent)
        assert list(found.skins) == [*OWN_SKINS, f"{own}-2"]
        assert found.skins[own].folder == SPRITES / own
        assert found.skins[f"{own}-2"].folder == folder
        assert found.skins[f"{own}-2"].title in found.notes[0]
        assert str(folder) in found.notes[0]
    (folder.parent / f"{own}-2").mkdir()
    assert f"{own}-3" in find_skins(SPRITES, folder.parent).skins
