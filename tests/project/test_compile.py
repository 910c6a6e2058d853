"""Compiling the engine: one home (`engine/jit.py`), versions for Python and for compiled code."""

import gc
import os
import subprocess
import sys

import pytest

# A caller and what it calls, in a module of their own, with a cache of their own.
MODULE = """
from pathlib import Path
from shengji_env.engine.jit import jit_with

jit = jit_with(Path(__file__).parent)
shared = jit_with(Path(__file__).parent, shared=True)

@shared
def power(base, exponent):  # calls itself
    return 1 if exponent == 0 else base * power(base, exponent - 1)

@jit
def twice(x):
    return 2 * x

@jit
def caller(x):
    return twice(power(x, 3))
"""
CALLS = {
    "from compiled code, then from Python": "caller(2), power(2, 3), twice(8)",
    "from Python, then from compiled code": "twice(8), power(2, 3), caller(2)",
}


@pytest.fixture
def run(tmp_path):
    (tmp_path / "compiled_here.py").write_text(MODULE, encoding="utf-8")

    def run(code):
        env = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout.strip()

    return run


@pytest.mark.parametrize("calls", CALLS.values(), ids=CALLS)
def test_what_compiled_code_calls_can_be_called_from_python_too(run, calls):
    code = f"from compiled_here import *; print([{calls}])"
    first = run(code)
    assert sorted(eval(first)) == [8, 16, 16]
    assert run(code) == first  # out of the cache
    assert run("from compiled_here import *; print(power(3, 2))") == "9"


def test_the_garbage_collector_runs_again_after_compiling(run):
    assert run("import gc; from compiled_here import *; caller(1); print(gc.isenabled())") == "True"
    assert run("import gc; gc.disable(); from compiled_here import *; power(1.5, 1); print(gc.isenabled())") == "False"
    assert gc.isenabled()
