"""What the command lines share: counts as people write them, and output that is lost is never called a success."""

import argparse
import errno
import io
import sys
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

import pytest

from game.engine.command_line import (
    INTERRUPTED,
    MAX_COUNT,
    OUTPUT_LOST,
    file_option,
    run_guarded,
    whole_number,
    write_output,
)


def test_what_is_written_is_out_at_once(monkeypatch):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="utf-8"))
    write_output("half a sheet\n")
    assert raw.getvalue() == b"half a sheet\n"


@contextmanager
def full_disk():
    """Standard output leads to a disk without room."""
    if not Path("/dev/full").is_char_device():
        pytest.skip("a device that is always full is Linux's")
    with Path("/dev/full").open("w", encoding="utf-8") as device, redirect_stdout(device):
        yield device


def test_output_that_is_only_found_lost_at_the_end_is_lost(capsys):
    with full_disk() as device:
        assert run_guarded("prog", lambda: print("x") or 0) == OUTPUT_LOST
        print("more")
        device.flush()  # it leads nowhere now
    assert capsys.readouterr().err == "prog: cannot write the output: No space left on device\n"


def test_output_that_fails_on_the_way_is_lost(capsys):
    with full_disk():
        assert run_guarded("prog", lambda: write_output("x") or 0) == OUTPUT_LOST
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_reader_that_has_gone_is_said(capsys):
    def gone():
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    with full_disk():
        assert run_guarded("prog", gone) == OUTPUT_LOST
    assert capsys.readouterr().err == "prog: cannot write the output: its reader has gone\n"


def test_closed_output_is_said_before_anything_is_done(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", None)
    assert run_guarded("prog", pytest.fail) == OUTPUT_LOST
    assert "standard output is closed" in capsys.readouterr().err


def test_other_errors_and_statuses_pass(capsys):
    def fail():
        raise OSError(errno.ENOSPC, "No space left on device", "some file")

    def stop():
        raise KeyboardInterrupt

    assert run_guarded("prog", lambda: 7) == 7
    assert run_guarded("prog", stop) == INTERRUPTED
    with pytest.raises(OSError, match="some file"):
        run_guarded("prog", fail)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("text", "number"), [("1", 1), ("1_000", 1000), ("1e6", 10**6), ("2.5e3", 2500), (f"{MAX_COUNT}", MAX_COUNT)]
)
def test_a_count_is_written_as_people_write_it(text, number):
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "2.55e1", "1e999", f"{MAX_COUNT + 1}", "", "ten"])
def test_what_is_no_count_is_refused(text):
    with pytest.raises(argparse.ArgumentTypeError, match="not a whole number"):
        whole_number(text)


def test_a_file_that_is_to_be_written_lies_in_a_folder_that_is_there(tmp_path):
    assert file_option(str(tmp_path / "new")) == tmp_path / "new"
    for refused in (tmp_path, tmp_path / "nowhere" / "new", tmp_path / ("n" * 300) / "x"):
        with pytest.raises(argparse.ArgumentTypeError, match="not a file in a folder"):
            file_option(str(refused))
