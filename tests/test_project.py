"""The project's own files agree: pinned linters, the typed marker, the workflows' names."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_pre_commit_pins_the_linters_of_the_project():
    pinned = dict(
        re.findall(r'"(ruff|mypy)==([\d.]+)"', str(PROJECT["optional-dependencies"]["dev"]).replace("'", '"'))
    )
    hooks = re.findall(r'"(ruff)==([\d.]+)"', (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert pinned.keys() == {"ruff", "mypy"}
    assert hooks
    assert {version for _, version in hooks} == {pinned["ruff"]}


def test_package_says_that_it_is_typed():
    assert (ROOT / "game" / "py.typed").is_file()
    assert "Typing :: Typed" in PROJECT["classifiers"]


def test_workflow_runs_sessions_that_exist():
    sessions = set(re.findall(r"^def (\w+)\(session", (ROOT / "noxfile.py").read_text(encoding="utf-8"), re.MULTILINE))
    workflow = (ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
    named = re.search(r"session: \[(.+)\]", workflow)
    assert named is not None
    assert set(named[1].split(", ")) <= sessions


@pytest.mark.parametrize("name", ["SECURITY.md", "CONTRIBUTING.md", "LICENSE", "CHANGELOG.md"])
def test_a_note_is_there(name):
    assert (ROOT / name).stat().st_size > 200
