"""The examples in docstrings run."""

import doctest
import importlib
import pkgutil

import pytest

import shengji_env

MODULES = [module.name for module in pkgutil.walk_packages(shengji_env.__path__, "shengji_env.") if not module.ispkg]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
