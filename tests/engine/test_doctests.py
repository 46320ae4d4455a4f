"""The examples in the engine's documentation are true, and there are some."""

import doctest
import importlib
import pkgutil

import pytest

import game.engine

MODULES = ["game.engine", *(f"game.engine.{module.name}" for module in pkgutil.iter_modules(game.engine.__path__))]
WITH_EXAMPLES = ("game.engine", "board", "events", "model", "rng", "round", "rules")


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name):
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0
    assert (results.attempted > 0) == name.endswith(WITH_EXAMPLES)
