"""What every test shares: no window and no sound unless asked for, long tests on request, X11 tests where X11 is."""

import os
import shutil

import pytest
from hypothesis import settings

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

settings.register_profile("house", deadline=None, print_blob=True)
settings.load_profile("house")

SLOW = (
    "tests/lab/",
    "tests/long/",
    "tests/ui/",
    "tests/engine/test_randomness.py",
    "tests/engine/test_streams.py",
    "tests/ledger/test_damage.py",
    "tests/ledger/test_errors.py",
    "tests/ledger/test_faults.py",
    "tests/ledger/test_machine.py",
    "tests/ledger/test_system_calls.py",
    "tests/present/test_director.py",
    "tests/test_app.py",
    "tests/test_environment.py",
    "tests/test_security.py",
    "tests/test_window.py",
)
"""What takes seconds a test and is left out of the fast tier (``-m "not slow"``)."""
FAST = ("tests/ui/test_play.py", "tests/lab/test_exact.py")
"""Of these what is fast all the same."""
X11_TOOLS = ("Xvfb", "xdotool")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--run-long", action="store_true", help="also run the tests that take minutes")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        where = item.path.relative_to(config.rootpath).as_posix()
        if where.startswith(SLOW) and where not in FAST:
            item.add_marker(pytest.mark.slow)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("long") and not item.config.getoption("--run-long"):
        pytest.skip("takes minutes; run with --run-long")
    x11 = item.get_closest_marker("x11")
    missing = [tool for tool in (*X11_TOOLS, *x11.args) if shutil.which(tool) is None] if x11 else []
    if missing:
        told = f"needs X11 with {' and '.join(missing)}"
        if os.environ.get("CI"):
            pytest.fail(f"{told}, which must be there in CI")
        pytest.skip(told)
