"""The game's files are found from anywhere, and saves have a place even without a home folder."""

import os
import subprocess
import sys
import tempfile
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


@pytest.fixture
def homeless(monkeypatch, tmp_path):
    """A user without a home; returns the temporary folder, which is everybody's."""
    shared = tmp_path / "everybodys"
    shared.mkdir()
    shared.chmod(0o1777)
    monkeypatch.setenv("HOME", "/nonexistent-home")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(shared))
    return shared


UNIX = pytest.mark.skipif(not hasattr(os, "getuid"), reason="others have a temporary folder of their own")


@UNIX
def test_two_users_without_a_home_do_not_share_a_folder(homeless, monkeypatch):
    mine = paths.find_profile().folder
    monkeypatch.setattr(os, "getuid", lambda: 1001)
    assert paths.find_profile().folder != mine


@UNIX
def test_a_folder_for_saves_among_everybodys_is_the_users_alone_and_found_again(homeless):
    found = paths.find_profile()
    assert found.folder.parent == homeless
    assert str(found.folder) in found.note
    assert found.folder.stat().st_mode & 0o777 == 0o700
    assert paths.find_profile() == found


@UNIX
@pytest.mark.parametrize("planted", ["link", "broken link", "file", "pipe", "writable by all", "another's"])
@pytest.mark.parametrize("how_many", [1, 3, 20])
def test_what_another_user_planted_there_is_not_used(homeless, tmp_path, monkeypatch, planted, how_many):
    victim = tmp_path / "victim"
    victim.mkdir()
    first = paths.find_profile().folder
    first.rmdir()
    names = [first, *(first.with_name(f"{first.name}-{number}") for number in range(2, how_many + 1))]
    for name in names:
        if planted == "pipe":
            os.mkfifo(name)
        elif planted == "file":
            name.touch()
        elif "link" in planted:
            name.symlink_to(victim if planted == "link" else tmp_path / "nothing")
        else:
            name.mkdir()
            name.chmod(0o777 if planted == "writable by all" else 0o755)
    if planted == "another's":
        real = Path.lstat
        monkeypatch.setattr(Path, "lstat", lambda path: OwnedByAnother(real(path)) if path in names else real(path))
    found = paths.find_profile().folder
    assert found not in names
    assert found.is_dir()
    assert not found.is_symlink()
    assert found.stat().st_mode & 0o777 == 0o700
    assert list(victim.iterdir()) == []


class OwnedByAnother:
    """What the system says of a file, but for its owner."""

    def __init__(self, told):
        self.st_mode, self.st_uid = told.st_mode, told.st_uid + 1


@UNIX
def test_a_home_that_may_not_be_looked_into_is_no_traceback(homeless, monkeypatch, tmp_path):
    """Such as root's for another user; asking whether a folder is there may raise."""

    def forbidden(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "roots" / "share"))
    monkeypatch.setattr(Path, "is_dir", forbidden)
    assert paths.find_profile().folder.is_absolute()
