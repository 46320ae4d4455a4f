"""Machine code is kept where it can be, and compiled anew where it cannot."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="the twin needs the extra 'maths'")

from game.lab.words import can_keep_code

GAME = Path(__file__).parents[2] / "game"


def test_code_is_kept_in_a_folder_that_can_be_made(tmp_path):
    assert can_keep_code(tmp_path / "new" / "twin")
    assert (tmp_path / "new" / "twin").is_dir()


def test_code_is_not_kept_below_what_is_no_folder(tmp_path):
    (tmp_path / "file").touch()
    assert not can_keep_code(tmp_path / "file" / "twin")


def test_a_run_needs_neither_a_place_for_code_nor_a_home(tmp_path):
    """A file where the folder would be stands for an installation that is read-only, to the superuser too."""
    for part in ("engine", "lab"):
        shutil.copytree(GAME / part, tmp_path / "game" / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(GAME / "__init__.py", tmp_path / "game")
    (tmp_path / "game" / "lab" / "__pycache__").touch()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "XDG_", "HOME"))}
    done = subprocess.run(
        [sys.executable, "-B", "-m", "game.engine", "simulate", "--mode", "base", "--rounds", "1000", "--seed", "1"],
        cwd=tmp_path,
        env={**kept, "HOME": "/nonexistent", "PYTHONDONTWRITEBYTECODE": "1"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "RETURN TO PLAYER" in done.stdout
