"""What is run over and over: ``nox`` lints and runs the fast tests, ``nox -s build`` makes the executable."""

import nox

nox.options.sessions = ["lint", "fast"]
nox.options.reuse_existing_virtualenvs = True


@nox.session
def lint(session: nox.Session) -> None:
    """Style, formatting and types."""
    session.install("-e", ".[dev]")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")


@nox.session
def fast(session: nox.Session) -> None:
    """The tests that take under a minute together."""
    session.install("-e", ".[test]")
    session.run("pytest", "-q", "-n", "auto", "-m", "not slow", *session.posargs)


@nox.session
def test(session: nox.Session) -> None:
    """Every test but the long ones."""
    session.install("-e", ".[test]")
    session.run("pytest", "-q", "-n", "auto", *session.posargs)


@nox.session(name="test-slow")
def test_slow(session: nox.Session) -> None:
    """Every test, also those that take minutes."""
    session.install("-e", ".[test]")
    session.run("pytest", "-q", "-n", "auto", "--run-long", *session.posargs)


@nox.session
def api(session: nox.Session) -> None:
    """The engine's API as pages to read."""
    session.install("-e", ".[dev]")
    session.run("pdoc", "--docformat", "restructuredtext", "-o", "build/api", "game.engine")


@nox.session
def build(session: nox.Session) -> None:
    """The executable, from dependencies known by their hashes."""
    session.install("--require-hashes", "-r", ".ci/requirements-build.txt")
    session.run("pyinstaller", "--noconfirm", "build.spec")
