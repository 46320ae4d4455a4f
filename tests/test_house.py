"""How the house is built: no circle of imports, shallow classes, layers within the window's code, plain words."""

import ast
import re

import pytest

from tests.test_imports import MODULES

MAX_DEPTH = 3
DIALECT = ("as fault", r"(?:LEAST|MOST|LONGEST)_\w+", "afresh", "anew", "chores?", "mending")
"""Words that have a usual one: error, MIN/MAX, reset, again, background, recovery."""
PLAIN = (
    "game.ui",
    "game.present",
    "game.platform",
    "game.app",
    "game.program",
    "game.crash",
    "game.settings",
    "game.skins",
)
"""Where none of them stands."""


def tree(module):
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def imported(module):
    """The project's modules that a module imports anywhere: in functions and for types, too."""
    found = set()
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {
                name if (name := f"{node.module}.{alias.name}") in MODULES else node.module for alias in node.names
            }
    packages = {name for name in MODULES if MODULES[name].name == "__init__.py"}
    return (found & set(MODULES)) - packages - {module}


def circles(edges):
    """The circles of a graph, each as the modules along it."""
    done, found = set(), []

    def follow(module, path):
        if module in path:
            found.append([*path[path.index(module) :], module])
        elif module not in done:
            for other in sorted(edges[module]):
                follow(other, [*path, module])
            done.add(module)

    for module in sorted(edges):
        follow(module, [])
    return found


def depths(bases):
    """Class -> how many classes of the project lie on the longest way up from it, itself included."""

    def depth(name):
        return 1 + max((depth(base) for base in bases[name] if base in bases and base != name), default=0)

    return {name: depth(name) for name in bases}


def test_circles_are_found_where_there_are_any():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == [["b", "c", "b"]]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_module_imports_itself_by_way_of_others():
    edges = {module: imported(module) for module in MODULES}
    assert edges["game.ui.table.scene"] >= {"game.ui.table.rounds", "game.ui.scene"}
    assert circles(edges) == []


@pytest.mark.parametrize("folder", ["game", "game.ui"])
def test_no_folder_imports_itself_by_way_of_others(folder):
    """What lies in a folder, files and folders alike, stands in floors: no import runs back up."""
    depth = folder.count(".") + 2
    edges = {}
    for module in MODULES:
        if module.startswith(f"{folder}.") and MODULES[module].name != "__init__.py":
            room = ".".join(module.split(".")[:depth])
            used = {".".join(name.split(".")[:depth]) for name in imported(module) if name.startswith(f"{folder}.")}
            edges.setdefault(room, set()).update(used - {room})
    assert circles(edges) == []


def test_no_class_is_more_than_three_levels_deep():
    assert depths({"A": [], "B": ["A"], "C": ["B"], "D": ["C", "A"]})["D"] == 4
    bases = {
        node.name: [base.id for base in node.bases if isinstance(base, ast.Name)]
        for module in MODULES
        for node in ast.walk(tree(module))
        if isinstance(node, ast.ClassDef)
    }
    assert {name: depth for name, depth in depths(bases).items() if depth > MAX_DEPTH} == {}


@pytest.mark.parametrize(
    ("layer", "above"),
    [
        ("game.ui.widgets", ("game.ui.scenes", "game.ui.table", "game.ui.panel")),
        ("game.ui.scene", ("game.ui.services", "game.ui.widgets", "game.ui.scenes", "game.ui.table")),
        ("game.ui.services", ("game.ui.scenes", "game.ui.table", "game.ui.panel")),
        ("game.ui.playback", ("game.ui.scenes", "game.ui.panel", "game.ui.table.")),
        ("game.ui.table.rounds", ("game.ui.table.scene", "game.ui.table.view", "game.ui.table.actions")),
        ("game.ui.table.actions", ("game.ui.table.scene", "game.ui.table.view", "game.ui.table.controls")),
        ("game.ui.table.view", ("game.ui.table.scene",)),
    ],
)
def test_a_layer_of_the_window_knows_nothing_above_it(layer, above):
    modules = [module for module in MODULES if module == layer or module.startswith(f"{layer}.")]
    assert modules
    for module in modules:
        assert [name for name in imported(module) if name.startswith(above)] == []


def test_panels_know_nothing_of_the_table_but_its_playback():
    for module in MODULES:
        if module.startswith("game.ui.scenes."):
            known = {name for name in imported(module) if name.startswith("game.ui.table")}
            assert known <= {"game.ui.playback"}, module


def test_the_code_of_the_window_speaks_plain_words():
    found = {
        module: words
        for module in MODULES
        if module.startswith(PLAIN)
        if (words := re.findall(rf"\b(?:{'|'.join(DIALECT)})\b", MODULES[module].read_text(encoding="utf-8")))
    }
    assert found == {}
