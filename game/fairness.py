"""The fairness clauses, each with the tests that hold it; ``python -m game --fairness`` says which of them hold."""

import importlib.util
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

ROOT: Final = Path(__file__).resolve().parents[1]
CLAUSES: Final = "fairness.toml"
"""The table, in the folder of the tests it names."""
GREEN, RED, PLAIN = "\033[32m", "\033[31m", "\033[0m"


class NoClauses(ValueError):
    """There is no table of clauses to check, or it cannot be read."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One promise to the player."""

    section: str
    text: str
    tests: tuple[str, ...]
    """Node ids from the root of the project, such as ``tests/test_money.py::test_name``."""


def load_clauses(root: Path = ROOT) -> list[Clause]:
    """The clauses of the project in ``root``; raises :class:`NoClauses`."""
    table = root / "tests" / CLAUSES
    try:
        data = tomllib.loads(table.read_text(encoding="utf-8"))
        clauses = [
            Clause(section["title"], clause["text"], tuple(clause["tests"]))
            for section in data["section"]
            for clause in section["clause"]
        ]
    except OSError as error:
        raise NoClauses("--fairness needs the game's source with its tests") from error
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise NoClauses(f"{table}: not a table of clauses ({error})") from error
    if not clauses or any(not clause.tests for clause in clauses):
        raise NoClauses(f"{table}: a clause without a test")
    return clauses


def run_tests(tests: Iterable[str], root: Path = ROOT) -> Mapping[str, bool]:
    """Run tests by their node ids; node id -> whether it failed. One that did not run is missing."""
    if importlib.util.find_spec("pytest") is None:
        raise NoClauses('--fairness needs pytest: pip install -e ".[test]"')
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={root}"]
        command += [f"--junit-xml={report}", *dict.fromkeys(tests)]
        subprocess.run(command, cwd=root, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
        return read_report(report.read_text(encoding="utf-8")) if report.is_file() else {}


def read_report(text: str) -> Mapping[str, bool]:
    """What a JUnit report says: node id without its parameters -> whether one of its tests failed."""
    failed: dict[str, bool] = {}
    for case in ET.fromstring(text).iter("testcase"):  # noqa: S314  written by the line above
        if case.find("skipped") is not None:
            continue
        node = f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name', '').partition('[')[0]}"
        broken = case.find("failure") is not None or case.find("error") is not None
        failed[node] = failed.get(node, False) or broken
    return failed


def print_clauses(clauses: Sequence[Clause], failed: Mapping[str, bool], *, colour: bool) -> bool:
    """Print every clause with its tests, red where one failed or did not run; whether all of them hold."""
    green, red, plain = (GREEN, RED, PLAIN) if colour else ("", "", "")
    section, held = "", 0
    for clause in clauses:
        if clause.section != section:
            section = clause.section
            print(f"\n{section}")
        broken = [test for test in clause.tests if failed.get(test, True)]
        held += not broken
        mark, tint = ("FAILS", red) if broken else ("holds", green)
        print(f"  {tint}{mark}{plain}  {clause.text}")
        for test in clause.tests:
            state = "" if test not in broken else " did not run" if test not in failed else " FAILED"
            print(f"         {red if state else ''}{test}{state}{plain if state else ''}")
    print(f"\n{held} of {len(clauses)} clauses hold")
    return held == len(clauses)


def run_fairness(root: Path = ROOT) -> int:
    """Check every clause; the exit status: 0 where all hold, 1 where one does not. Raises :class:`NoClauses`."""
    clauses = load_clauses(root)
    failed = run_tests((test for clause in clauses for test in clause.tests), root)
    return 0 if print_clauses(clauses, failed, colour=sys.stdout.isatty()) else 1
