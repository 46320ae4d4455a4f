"""The player's choices survive, and no file can break the game's start."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.settings import (
    _VALID,
    LARGEST,
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
    assert name in loaded.notes[0]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[]", b"null", b"\0" * 500, b"[" * 50_000, b'{"a":' * 10_000, b" " * (LARGEST + 1)],
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
    assert "could not be read" in loaded.notes[0]
    with pytest.raises(SettingsNotSaved, match="could not be saved"):
        save_settings(loaded.settings, path)
