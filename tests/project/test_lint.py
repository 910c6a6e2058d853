"""ruff and mypy, as pyproject.toml sets them up, have nothing to say."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("command", ["ruff check", "mypy"])
def test_nothing_to_say(command):
    tool, *words = command.split()
    if importlib.util.find_spec(tool) is None:
        pytest.skip(f"{tool} is not installed: pip install -e '.[dev]'")
    run = subprocess.run([sys.executable, "-m", tool, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
