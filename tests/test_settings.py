"""The player's choices survive, and no file can break the game's start."""

import json
import math
import os
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.settings import (
    _VALID,
    LABELS,
    MAX_BYTES,
    MAX_DEPTH,
    MAX_UNKNOWN,
    Overrides,
    Settings,
    SettingsNotSaved,
    known_settings,
    load_settings,
    save_settings,
)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "Jürgen's profile ♥" / "settings.json"


def test_a_new_profile_has_the_defaults_and_the_smallest_bet(path):
    loaded = load_settings(path)
    assert (loaded.settings, loaded.first_time, loaded.notes) == (Settings(), True, ())
    assert loaded.settings.coin * loaded.settings.level == 1


def test_every_setting_has_a_check_its_default_passes():
    assert set(_VALID) == set(known_settings())
    for name in known_settings():
        assert _VALID[name](getattr(Settings(), name)), name


def test_every_setting_has_a_name_that_the_player_knows():
    assert set(LABELS) == set(known_settings())


def test_choices_are_there_after_saving(path):
    chosen = Settings(theme="christmas", coin=300, level=10, music_volume=0.25, keys={"j": "spin"}, ante=True)
    save_settings(chosen, path)
    loaded = load_settings(path)
    assert (loaded.settings, loaded.first_time, loaded.notes) == (chosen, False, ())
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_entries_of_a_newer_version_are_kept(path):
    path.parent.mkdir()
    path.write_text('{"theme": "christmas", "weather": ["rain"]}')
    settings = load_settings(path).settings
    save_settings(settings, path)
    assert json.loads(path.read_text())["weather"] == ["rain"]
    assert load_settings(path).settings.theme == "christmas"


@pytest.mark.parametrize(
    ("name", "value"),
    [("coin", 4), ("coin", True), ("level", 1.0), ("sound", 1), ("music_volume", math.nan), ("music_volume", 1.5),
     ("theme", "../../etc"), ("theme", ""), ("currency", []), ("speed", "ludicrous"), ("keys", {"a": 1}), ("keys", [])],
)  # fmt: skip
def test_a_value_out_of_range_is_put_back_and_named(path, name, value):
    path.parent.mkdir()
    path.write_text(json.dumps({name: value, "fullscreen": True}))
    loaded = load_settings(path)
    assert loaded.settings == Settings(fullscreen=True)
    assert LABELS[name] in loaded.notes[0]
    assert "_" not in loaded.notes[0]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[]", b"null", b"\0" * 500, b"[" * 50_000, b'{"a":' * 10_000, b" " * (MAX_BYTES + 1)],
    ids=["empty", "cut", "not UTF-8", "a list", "null", "zeroed", "deep lists", "deep objects", "too large"],
)
def test_a_damaged_file_is_set_aside_and_kept(path, content):
    path.parent.mkdir()
    for number in (1, 2):
        path.write_bytes(content)
        loaded = load_settings(path)
        assert loaded.settings == Settings()
        assert "damaged" in loaded.notes[0]
        assert not path.exists()
        kept = list(path.parent.glob("settings-damaged*.json"))
        assert len(kept) == number
        assert all(file.read_bytes() == content for file in kept)
        save_settings(loaded.settings, path)


@given(st.binary(max_size=300))
def test_no_bytes_break_the_start(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("fuzz") / "settings.json"
    path.write_bytes(content)
    assert isinstance(load_settings(path).settings, Settings)


@given(st.dictionaries(st.sampled_from(known_settings()) | st.text(), json_values, max_size=8))
def test_no_values_break_the_start_or_the_next_save(tmp_path_factory, entries):
    path = tmp_path_factory.mktemp("fuzz") / "settings.json"
    path.write_text(json.dumps(entries))
    settings = load_settings(path).settings
    assert all(_VALID[name](getattr(settings, name)) for name in known_settings())
    save_settings(settings, path)
    again = load_settings(path)
    assert again.notes == ()
    assert repr(again.settings) == repr(settings)


def test_half_a_character_pair_in_an_unknown_entry_can_be_saved_again(path):
    path.parent.mkdir()
    path.write_text(r'{"\ud800": "\udfff", "keys": {"\ud83d": "spin"}}')
    save_settings(load_settings(path).settings, path)
    assert load_settings(path).settings.unknown == {"\ud800": "\udfff"}


def test_a_folder_in_the_files_place_is_survived(path):
    path.mkdir(parents=True)
    loaded = load_settings(path)
    assert loaded.settings == Settings()
    assert "Couldn't read" in loaded.notes[0]
    with pytest.raises(SettingsNotSaved, match="Couldn't save"):
        save_settings(loaded.settings, path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes and devices among its files")
@pytest.mark.parametrize("kind", ["pipe", "device", "link to a device"])
def test_what_could_be_read_for_ever_is_not_read(path, kind):
    path.parent.mkdir()
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero" if kind == "device" else "/dev/tty")
    loaded = load_settings(path)
    assert loaded.settings == Settings()
    assert "Couldn't read" in loaded.notes[0]
    assert "None" not in loaded.notes[0]
    save_settings(Settings(coin=20), path)
    assert load_settings(path).settings.coin == 20
    assert path.is_file()
    assert not path.is_symlink()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_file_saved_by_an_editor_with_a_byte_order_mark_is_read(path, encoding):
    path.parent.mkdir()
    path.write_bytes('{"theme": "christmas"}'.encode(encoding))
    loaded = load_settings(path)
    assert (loaded.settings, loaded.notes) == (Settings(theme="christmas"), ())


def nested(opening, closing, depth):
    return f'{{"zz": {opening * depth}1{closing * depth}, "coin": 20}}'


@pytest.mark.parametrize(
    "content",
    [
        nested(*pair, depth)
        for pair in (("[", "]"), ('{"a":', "}"))
        for depth in (MAX_DEPTH, MAX_DEPTH + 1, 300, 480, 800)
    ]
    + [json.dumps({"zz": [1] * count, "coin": 20}) for count in (15_000, MAX_UNKNOWN)]
    + [json.dumps({f"z{number}": [[[[1]]]] * 400 for number in range(150)} | {"coin": 20})]
    + [json.dumps({"keys": {f"\u2665{number:03}" * 10: "spin" for number in range(200)}, "coin": 20})],
)
def test_what_is_read_can_be_saved_and_read_again_and_what_is_dropped_is_said(path, content):
    path.parent.mkdir()
    path.write_text(content)
    loaded = load_settings(path)
    assert loaded.settings.coin == 20
    entries = json.loads(content).keys() - {"coin", "keys"}
    assert bool(loaded.notes) == bool(entries - loaded.settings.unknown.keys())
    save_settings(loaded.settings, path)
    again = load_settings(path)
    assert (again.settings, again.notes) == (loaded.settings, ())
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_saving_follows_no_link_under_the_name_the_file_grows_under(path, tmp_path):
    path.parent.mkdir()
    victim = tmp_path / "victim"
    victim.write_text("precious")
    path.with_name("settings.json.part").symlink_to(victim)
    save_settings(Settings(), path)
    assert victim.read_text() == "precious"
    assert load_settings(path).first_time is False


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps rights otherwise")
def test_settings_are_the_players_alone(path):
    save_settings(Settings(), path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_folder_is_synced_after_its_names_change(path, monkeypatch):
    synced = []
    monkeypatch.setattr("game.files.sync_folder", synced.append)
    save_settings(Settings(), path)
    path.write_text("damaged")
    load_settings(path)
    assert synced == [path.parent, path.parent]


def test_settings_of_an_earlier_version_keep_their_meaning(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text('{"fewer_flashes": true, "drawn_pointer": false, "larger_text": true}', "utf-8")
    loaded = load_settings(path)
    assert (loaded.settings.reduce_flashing, loaded.settings.custom_cursor, loaded.notes) == (True, False, ())
    assert loaded.settings.text_size == 125
    save_settings(loaded.settings, path)
    assert not {"fewer_flashes", "drawn_pointer", "larger_text"} & set(json.loads(path.read_text("utf-8")))


def test_what_was_chosen_for_one_run_is_not_saved(path):
    settings = Settings(speed="quick", sound=True, theme="princess")
    only_now = Overrides(settings)
    only_now.set("speed", "turbo")
    only_now.set("sound", False)
    only_now.set("coin", None)
    only_now.expect("theme", "christmas")
    assert (settings.speed, settings.sound) == ("turbo", False)
    for _ in range(2):
        saved = only_now.to_save()
        assert (saved.speed, saved.sound, saved.theme) == ("quick", True, "princess")
        settings.theme = "christmas"


@pytest.mark.parametrize("chosen", [["normal"], ["quick"], ["quick", "turbo"], ["normal", "turbo"]])
def test_what_the_player_then_changes_in_the_game_is_saved(chosen):
    settings = Settings(speed="quick", theme="princess")
    only_now = Overrides(settings)
    only_now.set("speed", "turbo")
    only_now.expect("theme", "christmas")
    settings.theme = "christmas"
    only_now.to_save()
    for speed in chosen:
        settings.speed = speed
        saved = only_now.to_save()
    assert saved.speed == chosen[-1]
    assert saved.theme == "princess"
    settings.theme = "mine"
    assert only_now.to_save().theme == "mine"
