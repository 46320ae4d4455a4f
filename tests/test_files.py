"""Files of the player's folder: whole or not there, and never waited for."""

import errno
import os
import stat
import sys

import pytest

from game import files


def test_a_file_is_whole_and_alone(tmp_path):
    path = tmp_path / "file"
    for content in (b"one", b"another"):
        files.write_bytes(path, content)
        assert path.read_bytes() == content
        assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_nothing_is_left_of_a_file_that_cannot_be_written_and_the_old_one_stays(tmp_path, monkeypatch, call):
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        if call == "fsync":
            patched.setattr(os, "fsync", full)
        else:
            patched.setattr("pathlib.Path.replace", full)
        with pytest.raises(OSError, match="No space left"):
            files.write_bytes(path, b"new")
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == b"old"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows syncs no folders")
@pytest.mark.parametrize("refused", [False, True])
def test_the_folder_is_synced_after_the_file_has_its_name_where_that_can_be(tmp_path, monkeypatch, refused):
    path, synced, fsync = tmp_path / "file", [], os.fsync

    def watch(handle):
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            synced.append(path.exists())
            if refused:
                raise OSError(errno.EINVAL, "Invalid argument")
        fsync(handle)

    monkeypatch.setattr(os, "fsync", watch)
    files.write_bytes(path, b"some")
    assert synced == [True]
    assert path.read_bytes() == b"some"


def test_nothing_is_left_of_a_file_whose_writer_gives_up(tmp_path):
    def give_up():
        with files.writing(tmp_path / "file") as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        give_up()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="a device that is always full is Linux's")
def test_the_first_error_of_a_full_disk_is_the_one_that_is_raised(tmp_path, monkeypatch):
    """Closing the file writes what is left of it once more, and fails once more."""
    real = os.open
    monkeypatch.setattr(
        files.os,
        "open",
        lambda path, *more: real("/dev/full" if str(path).endswith(".part") else path, *more[:0], os.O_RDWR),
    )
    with pytest.raises(OSError, match="No space left"):
        files.write_bytes(tmp_path / "file", b"some")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes among its files")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(files.NotPlainError) as raised:
        files.read_bytes(tmp_path / "pipe", 10)
    assert files.reason(raised.value) == "pipe is not a plain file"


def test_more_than_the_limit_is_not_read(tmp_path):
    (tmp_path / "file").write_bytes(b"0123456789")
    assert files.read_bytes(tmp_path / "file", 10) == b"0123456789"
    with pytest.raises(files.TooLargeError):
        files.read_bytes(tmp_path / "file", 9)


def test_a_free_name_is_one_that_not_even_a_broken_link_has(tmp_path):
    (tmp_path / "a.png").touch()
    (tmp_path / "a-2.png").symlink_to("nowhere")
    assert files.free_name(tmp_path / "a.png") == tmp_path / "a-3.png"


def test_an_error_without_words_from_the_system_says_its_own():
    assert files.reason(OSError("own words")) == "own words"
    assert files.reason(OSError(errno.ENOSPC, "No space left on device")) == "No space left on device"
