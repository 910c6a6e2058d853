"""Type checkers of a user's project find the package, its agents and its training, with their types."""

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = """
import sys
from setuptools.build_meta import build_editable
build_editable(sys.argv[1], {"editable_mode": "strict"})
"""
USERS = """
from shengji_env import Game, make_batch, shengji_v0
from shengji_env.agents import make_agent
from shengji_env.training.evaluate import evaluate

game = Game(seed=1)
reveal_type(game.phase)
reveal_type(game.view(0).hand)
reveal_type(shengji_v0.env().game())
reveal_type(make_batch(4).random_tokens)
reveal_type(make_agent("random"))
game.play(5)
"""


@pytest.fixture
def python(tmp_path):
    """The interpreter of an environment that has this package alone, installed as README says for type checkers."""
    pytest.importorskip("setuptools", minversion="77")
    for name in ("shengji_env", "agents", "training", "checkpoints"):
        shutil.copytree(ROOT / name, tmp_path / "project" / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / "project")
    build = [sys.executable, "-c", BUILD, str(tmp_path)]
    done = subprocess.run(build, cwd=tmp_path / "project", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    venv.create(tmp_path / "venv", symlinks=os.name != "nt")
    python = next(path for path in (tmp_path / "venv").glob("*/python*") if path.stem == "python")
    where = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(where.stdout.strip())
    return python


def test_mypy_finds_the_package_after_an_editable_install(python, tmp_path):
    """After a plain `pip install -e .` it says "missing library stubs": setuptools' import hook says nothing to it."""
    pytest.importorskip("mypy")
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "play.py").write_text(USERS, encoding="utf-8")
    check = [sys.executable, "-m", "mypy", "--python-executable", str(python), "--no-color-output", "play.py"]
    found = subprocess.run(check, cwd=mine, capture_output=True, text=True, check=False)
    for revealed in ('"str"', '"shengji_env.game.game.Game"', '"def () ->', '"shengji_env.game.asking.Agent"'):
        assert f"Revealed type is {revealed}" in found.stdout, found.stdout + found.stderr
    assert 'Argument 1 to "play" of "Game" has incompatible type "int"' in found.stdout
    assert "Found 1 error" in found.stdout


def test_readme_says_how():
    assert "-e . --config-settings editable_mode=strict" in (ROOT / "README.md").read_text(encoding="utf-8")
