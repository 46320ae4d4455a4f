"""The table of fairness clauses and the command that checks it."""

import ast

import pytest

from game import app, fairness
from game.fairness import Clause, NoClauses, load_clauses, print_clauses, run_fairness


def names_in(file):
    return {node.name for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if hasattr(node, "name")}


def test_every_clause_names_tests_that_exist():
    for clause in load_clauses():
        for test in clause.tests:
            file, _, name = test.partition("::")
            path = fairness.ROOT / file
            assert path.is_file(), test
            assert name in names_in(path), test


def project(folder, second):
    (folder / "tests").mkdir()
    (folder / "tests" / "test_promise.py").write_text(f"def test_one():\n    pass\n\n\ndef test_two():\n    {second}\n")
    (folder / "tests" / fairness.CLAUSES).write_text(
        '[[section]]\ntitle = "Promises"\n'
        '[[section.clause]]\ntext = "The first."\ntests = ["tests/test_promise.py::test_one"]\n'
        '[[section.clause]]\ntext = "Both."\n'
        'tests = ["tests/test_promise.py::test_one", "tests/test_promise.py::test_two"]\n'
    )
    return folder


def test_the_command_fails_where_a_clause_does(tmp_path, capsys):
    assert run_fairness(project(tmp_path, "assert False")) == 1
    out = capsys.readouterr().out
    assert "holds  The first." in out
    assert "FAILS  Both." in out
    assert "tests/test_promise.py::test_two FAILED" in out
    assert "1 of 2 clauses hold" in out


def test_the_command_says_what_holds(tmp_path, capsys):
    assert run_fairness(project(tmp_path, "pass")) == 0
    assert "2 of 2 clauses hold" in capsys.readouterr().out


def test_a_test_that_did_not_run_holds_nothing(capsys):
    clause = Clause("Promises", "The first.", ("tests/test_promise.py::test_one",))
    assert not print_clauses([clause], {}, colour=True)
    out = capsys.readouterr().out
    assert "did not run" in out
    assert fairness.RED in out


@pytest.mark.parametrize(
    "table", ["", "section = 1", '[[section]]\ntitle = "A"\n[[section.clause]]\ntext = "B"\ntests = []\n']
)
def test_a_table_without_clauses_is_refused(tmp_path, table):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / fairness.CLAUSES).write_text(table)
    with pytest.raises(NoClauses):
        load_clauses(tmp_path)


def test_without_the_source_there_is_one_plain_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(fairness, "load_clauses", lambda root: load_clauses(tmp_path))
    assert app.check_fairness() == 2
    assert capsys.readouterr().err.count("\n") == 1
