"""The game's files are found from anywhere, and saves have a place even without a home folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game import paths


def test_the_games_own_files_do_not_depend_on_the_current_directory(tmp_path, monkeypatch):
    before = paths.sprites_folder(), paths.sounds_folder(), paths.fonts_folder(), paths.locale_folder()
    monkeypatch.chdir(tmp_path)
    assert (paths.sprites_folder(), paths.sounds_folder(), paths.fonts_folder(), paths.locale_folder()) == before
    assert all(folder.is_absolute() for folder in before)
    assert paths.fonts_folder().is_dir()


def test_a_chosen_profile_is_made_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = paths.find_profile(Path("mine"))
    assert (found.folder, found.note) == (tmp_path / "mine", "")
    assert not found.folder.exists()


def test_the_usual_profile_is_the_systems(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    found = paths.find_profile()
    assert found.folder.name == paths.APP_NAME
    assert found.folder.is_absolute()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a home folder")
def test_without_any_home_folder_saves_go_to_the_temporary_one_and_it_is_said():
    """A user the system does not know, with no HOME."""
    program = (
        "import os, pwd\n"
        "def nobody(uid): raise KeyError(uid)\n"
        "pwd.getpwuid = nobody\n"
        "from game.paths import find_profile\n"
        "found = find_profile()\n"
        "assert found.folder.is_absolute() and 'no home folder' in found.note, found\n"
    )
    root = Path(__file__).resolve().parents[1]
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "VIRTUAL_ENV")}
    subprocess.run([sys.executable, "-c", program], env=kept | {"PYTHONPATH": str(root)}, check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a home folder")
def test_a_home_folder_that_does_not_exist_and_cannot_be_made_is_none(monkeypatch):
    """What a system's own users, such as nobody, have."""
    monkeypatch.setenv("HOME", "/nonexistent-home")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert "no home folder" in paths.find_profile().note


def test_a_folder_for_saves_may_still_have_to_be_made(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "not" / "yet"))
    assert not paths.find_profile().note


def test_every_part_of_a_profile_lies_inside_it(tmp_path):
    found = paths.find_profile(tmp_path)
    for part in (found.settings_file, found.logs, found.screenshots):
        assert part.is_relative_to(tmp_path)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="users without numbers have a temporary folder of their own")
def test_two_users_without_a_home_do_not_share_a_folder(monkeypatch):
    monkeypatch.setenv("HOME", "/nonexistent-home")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    folders = set()
    for user in (1000, 1001):
        monkeypatch.setattr(os, "getuid", lambda user=user: user)
        folders.add(paths.find_profile().folder)
    assert len(folders) == 2
