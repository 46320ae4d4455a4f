"""The house's one direction, read from the imports themselves."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GAME = ROOT / "game"
MODULES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for file in sorted(GAME.rglob("*.py"))
}
HEADLESS = ("game.engine", "game.lab")
LOW = (*HEADLESS, "game.money", "game.ledger", "game.settings", "game.paths", "game.present", "game.language")
MAY_IMPORT = {
    "game.engine": ("game.engine",),
    "game.lab": ("game.engine", "game.lab"),
    "game.money": ("game.engine",),
    "game.files": (),
    "game.messages": ("game.engine", "game.money"),
    "game.ledger": ("game.engine", "game.files", "game.money", "game.messages", "game.ledger"),
    "game.settings": ("game.engine", "game.files", "game.money", "game.messages", "game.present"),
    "game.paths": (),
    "game.language": ("game.files",),
    "game.skins": ("game.engine", "game.files", "game.messages"),
    "game.present": ("game.engine", "game.money", "game.present"),
    "game.table": ("game.engine", "game.money", "game.ledger", "game.messages", "game.settings"),
    "game.platform": ("game.platform", "game.files", "game.skins"),
}
"""Part of the game -> the parts it may import; parts not named here may import any."""
NETWORK = {"asyncio", "ftplib", "http", "requests", "socket", "socketserver", "ssl", "urllib", "urllib3", "xmlrpc"}
UNSAFE = {"pickle", "marshal", "shelve", "dill", "joblib"}
OPTIONAL = {"dask", "distributed", "llvmlite", "matplotlib", "numba", "rich", "tqdm"}
"""Libraries that the lab may use; play never needs one."""


@cache
def imports(module: str) -> tuple[tuple[str, bool], ...]:
    """Every module that this one imports, and whether it does so when it is itself imported."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    inside = {
        id(node)
        for outer in ast.walk(tree)
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(outer)
    }
    found: list[tuple[str, bool]] = []
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module} imports relatively"
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        found += [(name, id(node) not in inside) for name in names]
    return tuple(found)


def needs_tools(module: str) -> bool:
    """Whether importing the module imports an optional library, itself or by what it imports."""
    seen, waiting = set(), [module]
    while waiting:
        name = waiting.pop()
        if name.split(".")[0] in OPTIONAL:
            return True
        if name in MODULES and name not in seen:
            seen.add(name)
            waiting += [used for used, at_import in imports(name) if at_import]
    return False


def part_of(module: str) -> str:
    return ".".join(module.split(".")[:2])


def in_part(name: str, parts: tuple[str, ...]) -> bool:
    return any(name == part or name.startswith(f"{part}.") for part in parts)


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_one_way(module):
    allowed = MAY_IMPORT.get(part_of(module))
    if allowed is None:
        return
    used = {name for name, _ in imports(module) if name.startswith("game.")}
    used = {name for name in used if ".".join(name.split(".")[:3]) in MODULES or name in MODULES}
    assert {name for name in used if not in_part(name, (*allowed, part_of(module)))} == set()


@pytest.mark.parametrize("module", MODULES)
def test_only_platform_and_ui_know_pygame(module):
    roots = {name.split(".")[0] for name, _ in imports(module)}
    if not in_part(module, ("game.platform", "game.ui")):
        assert "pygame" not in roots
    assert "pygame._sdl2" not in {name for name, _ in imports(module)}


@pytest.mark.parametrize("module", [name for name in MODULES if in_part(name, HEADLESS)])
def test_the_engine_and_the_lab_import_few_libraries(module):
    roots = {name.split(".")[0] for name, _ in imports(module)}
    assert roots - sys.stdlib_module_names - {"game", "numpy"} <= (
        OPTIONAL if in_part(module, ("game.lab",)) else set()
    )


@pytest.mark.parametrize("module", [name for name in MODULES if not in_part(name, HEADLESS)])
def test_the_game_needs_no_optional_library(module):
    assert not needs_tools(module)


def test_the_engines_play_needs_no_optional_library():
    for module in [name for name in MODULES if in_part(name, ("game.engine",))] + ["game.lab.arguments"]:
        assert not needs_tools(module)


@pytest.mark.parametrize("module", MODULES)
def test_nothing_opens_a_network_or_loads_code_from_data(module):
    roots = {name.split(".")[0] for name, _ in imports(module)}
    assert not roots & NETWORK
    assert not roots & UNSAFE
    called = {
        node.func.id
        for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"eval", "exec", "compile", "__import__"}


def test_importing_everything_without_a_window_does_no_work(tmp_path):
    """No files written, no environment read, no display opened, by importing the parts below the window."""
    below = [name for name in MODULES if in_part(name, LOW) and not name.endswith("__main__")]
    below = [name for name in below if not needs_tools(name)]
    program = (
        "import os, sys\n"
        "read = []\n"
        "class Watched(dict):\n"
        "    def __getitem__(self, key): read.append(key); return dict.__getitem__(self, key)\n"
        "    def get(self, key, default=None): read.append(key); return dict.get(self, key, default)\n"
        "import numpy, sqlite3, platformdirs, gettext, tomllib, tempfile, secrets, hashlib, csv\n"
        "os.environ = Watched(os.environ)\n"
        f"for name in {below!r}: __import__(name)\n"
        "assert not [key for key in read if not key.startswith('PYTHON')], read\n"
        "assert 'pygame' not in sys.modules and 'socket' not in sys.modules, 'too much was imported'\n"
    )
    command = [sys.executable, "-B", "-c", program]
    done = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_no_sql_numbers_its_placeholders():
    """From Python 3.14 on a numbered one counts as named, and a named one given by its place is an error."""
    numbered = re.compile(r"\?[0-9]")
    for file in sorted((ROOT / "game" / "ledger").rglob("*.py")):
        found = [
            node.value
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and numbered.search(node.value)
        ]
        assert not found, file
