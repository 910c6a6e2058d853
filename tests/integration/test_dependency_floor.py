"""The oldest versions that pyproject.toml allows, in a virtual environment of their own: the environments work there.

The newest ones are those of constraints.txt, in which everything else is tested. Where pip can reach no index the test
is skipped; `pytest -m "not floor and not slow"` leaves it out.
"""

import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

from integration.run import PYTEST, ROOT

SELECTION = [
    "tests/aec/test_api.py",
    "tests/test_parallel.py",
    "tests/test_gym.py::test_made_by_id_with_masks_through_the_wrappers",
]
UNREACHABLE = re.compile(r".*(?:NewConnectionError|NameResolutionError|ConnectTimeoutError|ProxyError).*")


def oldest() -> list[str]:
    """The lower bounds of the base package as exact versions: numpy>=1.26 is numpy==1.26.*."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    bounds = [re.fullmatch(r"([\w-]+)>=([\d.]+)", requirement) for requirement in project["dependencies"]]
    assert all(bounds), project["dependencies"]
    return [f"{bound[1]}=={bound[2]}.*" for bound in bounds]


def run_in(python: Path, *words: str) -> subprocess.CompletedProcess:
    """``python -m WORDS``; pytest's options from outside may need plugins that are not there."""
    env = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    return subprocess.run([python, "-m", *words], cwd=ROOT, env=env, capture_output=True, text=True, check=False)


@pytest.mark.floor
@pytest.mark.timeout(900)  # the engine is compiled by another numba than the other tests'
@pytest.mark.skipif(sys.version_info >= (3, 13), reason="numpy 1.26 has no wheels for this Python")
def test_the_environments_work_with_the_oldest_versions(tmp_path):
    venv.create(tmp_path, with_pip=True)
    python = tmp_path / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    installed = run_in(python, "pip", "install", "--quiet", *oldest(), *PYTEST, "--editable", str(ROOT))
    if installed.returncode != 0:
        unreachable = UNREACHABLE.search(installed.stderr)
        assert unreachable, installed.stderr
        pytest.skip(f"pip reaches no index: {unreachable[0].strip()}")
    run = run_in(python, "pytest", "-q", "-p", "no:cacheprovider", *SELECTION)
    print(run.stdout)
    assert run.returncode == 0, run.stdout + run.stderr
    assert int(re.search(r"(\d+) passed", run.stdout)[1]) > 100
