"""Compiling the engine: one home (`engine/jit.py`), versions for Python and for compiled code."""

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

import shengji_env
from shengji_env import Rules
from shengji_env.engine import jit
from shengji_env.engine.jit import CACHE_FOLDER

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


# ---------------------------------------------------------------- the cache on the disk

# One function for each way in which a file can be damaged.
DAMAGES = {
    "empty_index": ("nbi", lambda path: path.write_bytes(b"")),
    "cut_index": ("nbi", lambda path: path.write_bytes(path.read_bytes()[:-40])),
    "index_of_zeros": ("nbi", lambda path: path.write_bytes(bytes(path.stat().st_size))),
    "index_of_text": ("nbi", lambda path: path.write_text("no space left on device")),
    "empty_data": ("nbc", lambda path: path.write_bytes(b"")),
    "cut_data": ("nbc", lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])),
    "data_of_zeros": ("nbc", lambda path: path.write_bytes(bytes(path.stat().st_size))),
    "folder_for_an_index": ("nbi", lambda path: (path.unlink(), path.mkdir())),
}
DAMAGED = MODULE.partition("shared = ")[0]
DAMAGED += "".join(f"@jit\ndef {name}(x):\n    return x + {k}\n" for k, name in enumerate(DAMAGES))


def test_what_is_damaged_in_the_cache_is_compiled_again(run, tmp_path):
    """A full disk leaves half a file; it ended every start with a bare EOFError or UnpicklingError."""
    (tmp_path / "damaged_here.py").write_text(DAMAGED, encoding="utf-8")
    calls = ", ".join(f"{name}(1)" for name in DAMAGES)
    hits = ", ".join(f"len({name}.stats.cache_hits)" for name in DAMAGES)
    code = f"from damaged_here import *; print([{calls}], [{hits}])"
    answers = str([1 + k for k in range(len(DAMAGES))])
    assert run(code) == f"{answers} {[0] * len(DAMAGES)}"
    for name, (ending, damage) in DAMAGES.items():
        (file,) = (tmp_path / "cache").rglob(f"damaged_here.{name}-*.{ending}")
        damage(file)
    assert run(code) == f"{answers} {[0] * len(DAMAGES)}"
    healed = [int(name != "folder_for_an_index") for name in DAMAGES]
    assert run(code) == f"{answers} {healed}"


@pytest.mark.skipif(CACHE_FOLDER is None, reason="there is no cache")
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_cut_file_of_the_engine_is_compiled_again(run, tmp_path, ending):
    rules = Rules.preset("five_player_two_deck")
    call = "from shengji_env import Rules; print(Rules.preset('five_player_two_deck').step)"
    assert run(call) == str(rules.step)
    files = (tmp_path / "cache").rglob(f"calls.step_size_of-*.{ending}")
    (file,) = [file for file in files if "within" not in file.parts]
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert run(call) == str(rules.step)
    assert file.stat().st_size == len(whole)


# ---------------------------------------------------------------- where the cache is

WHERE = "from shengji_env.engine import jit; print(jit.CACHE_FOLDER)"
# The user of this process is one whom the system does not know, and beside the sources nothing can be written.
NOBODY = """
import pwd, sys
def unknown(user): raise KeyError(user)
pwd.getpwuid = unknown
sys.modules["shengji_env"] = type(sys)("shengji_env")
sys.modules["shengji_env"].__path__ = [{package!r}]
"""


@pytest.mark.parametrize("home", [{}, {"XDG_CACHE_HOME": "~nobody_of_this_name/x"}], ids=["no home", "no such user"])
def test_without_a_home_the_cache_is_elsewhere(home, tmp_path):
    """HOME unset and an unknown user, as in a container, ended the import with "Could not determine home directory"."""
    package = str(Path(shengji_env.__file__).parent)
    env = {name: value for name, value in os.environ.items() if name not in ("HOME", "NUMBA_CACHE_DIR")} | home
    code = NOBODY.format(package=package) + WHERE
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert Path(done.stdout.strip()).is_dir()


def test_the_last_place_is_a_temporary_one_of_this_user_alone(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    folder = jit._own_temporary_folder()
    assert folder.parent == tmp_path
    assert folder.stat().st_mode & 0o077 == 0
    assert list(jit._candidates())[-1] == folder
    folder.chmod(0o777)  # somebody else may have put there what we would execute
    assert folder not in jit._candidates()


def test_where_nothing_can_be_written_there_is_no_cache(tmp_path, monkeypatch):
    nowhere = tmp_path / "a file"
    nowhere.write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(nowhere))
    monkeypatch.setenv("XDG_CACHE_HOME", str(nowhere))
    monkeypatch.setattr(jit, "_SOURCES", nowhere)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(nowhere))
    assert jit._writable_cache() is None
