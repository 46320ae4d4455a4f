"""Change one thing at a time in a module and see whether its tests notice.

python tests/tools/mutate.py game/ledger/limits.py --tests "tests/ledger/test_limits.py tests/ledger/test_clock.py"
    [--sample N] [--seed S] [--log FILE] [--timeout SECONDS]

Each mutant is run in a copy of the project under the temporary folder; the project itself is not touched. What was
tried is kept in the log, one JSON object a line, and not tried again: a run that was stopped is resumed by the same
command. At the end the survivors are listed, each with its line, for a verdict.
"""

import argparse
import ast
import copy
import json
import os
import random
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hypothesis  # noqa: F401  loaded before the forks, as numpy is
import numpy as np  # noqa: F401
import pytest

ROOT = Path(__file__).resolve().parents[2]
WAITING = 60
"""Seconds that may pass for each of processor time."""
COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult}
WORDS = {"max": "min", "min": "max", "all": "any", "any": "all"}
IN_SQL = (("<=", "<"), (">=", ">"), (" < ", " <= "), (" > ", " >= "), ("DESC", "ASC"), ("max(", "min("), (" - ", " + "))


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """What could stand in a node's place."""
    match node:
        case ast.Compare(ops=[only]) if type(only) in COMPARISONS:
            yield ast.Compare(node.left, [COMPARISONS[type(only)]()], node.comparators)
        case ast.BinOp(op=op) if type(op) in OPERATORS:
            yield ast.BinOp(node.left, OPERATORS[type(op)](), node.right)
        case ast.BoolOp(op=op):
            yield ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.If():
            yield ast.If(ast.Constant(value=False), node.body, node.orelse)
        case ast.Name(id=name, ctx=ast.Load()) if name in WORDS:
            yield ast.Name(WORDS[name], ast.Load())
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.Constant(value=str() as text) if text.isascii() and any(word in text for word in ("SELECT", "WHERE")):
            for old, new in IN_SQL:
                if old in text:
                    yield ast.Constant(text.replace(old, new, 1))
        case ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(value=None))


def mutants(source: str) -> Iterator[tuple[int, str, str]]:
    """Each mutant's line, what changed in it and its source. Docstrings and annotations are left alone."""
    tree = ast.parse(source)
    for number, node in enumerate(ast.walk(tree)):
        for which, _ in enumerate(changes(node)):
            mutant = copy.deepcopy(tree)
            place = next(found for index, found in enumerate(ast.walk(mutant)) if index == number)
            changed = list(changes(place))[which]
            ast.copy_location(changed, place)
            replaced = _Replace(place, changed).visit(mutant)
            text = ast.unparse(ast.fix_missing_locations(replaced))
            yield getattr(node, "lineno", 0), f"{ast.unparse(node)[:70]} -> {ast.unparse(changed)[:70]}", text


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def killed(copied: Path, tests: list[str], seconds: int) -> bool:
    """Whether a test fails, or all take more than so many seconds of processor time, or wait for ever."""
    child = os.fork()  # pytest and its plugins are loaded once
    if not child:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(quiet, stream)
        os.chdir(copied)
        sys.path[0] = str(copied)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        signal.alarm(WAITING * seconds)
        warned = "ignore::pytest.PytestAssertRewriteWarning"
        os._exit(pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-W", warned, *tests]))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("module", type=Path)
    parser.add_argument("--tests", required=True, help="what pytest is given, separated by spaces")
    parser.add_argument("--sample", type=int, help="try only so many, chosen by the seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=60, help="seconds of processor time a mutant may take")
    parser.add_argument("--log", type=Path, default=Path(tempfile.gettempdir()) / "mutants.jsonl")
    options = parser.parse_args()
    source = (ROOT / options.module).read_text(encoding="utf-8")
    found = list(mutants(source))
    count = len(found)
    if options.sample is not None:
        found = random.Random(options.seed).sample(found, min(options.sample, len(found)))
    known = {}
    if options.log.exists():
        known = {tuple(entry[:3]): entry[3] for entry in map(json.loads, options.log.read_text().splitlines())}
    with tempfile.TemporaryDirectory() as scratch:
        copied = Path(scratch) / "project"
        names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for name in names.splitlines():
            if name.startswith(("game/", "tests/", "pyproject")) and not name.startswith("tests/ui/references"):
                (copied / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, copied / name)
        for other in ROOT.iterdir():  # art and sounds, which some tests show
            if not other.name.startswith(".") and not (copied / other.name).exists():
                (copied / other.name).symlink_to(other)
        tests = shlex.split(options.tests)
        if killed(copied, tests, options.timeout):
            raise SystemExit("the tests fail without any change")
        sys.dont_write_bytecode = True  # two mutants of one second and size would be taken for each other
        for line, what, text in found:
            key = (str(options.module), line, what)
            if key not in known:
                (copied / options.module).write_text(text, encoding="utf-8")
                known[key] = killed(copied, tests, options.timeout)
                with options.log.open("a") as log:
                    log.write(json.dumps([*key, known[key]]) + "\n")
    survivors = [(line, what) for line, what, _ in found if not known[str(options.module), line, what]]
    for line, what in sorted(survivors):
        print(f"{options.module}:{line}: {what}")
    chosen = f" of {count}, chosen by seed {options.seed}" if len(found) < count else ""
    print(f"{len(found)} mutants{chosen}: {len(found) - len(survivors)} noticed, {len(survivors)} survived")


if __name__ == "__main__":
    main()
