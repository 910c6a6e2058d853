"""Both ends of the versions that pyproject.toml allows: the environments work there, each in its own virtual
environment.

All other tests run with constraints.txt. Where its versions are the newest that pip finds, they are the upper end and
nothing is built. Where pip can reach no index the tests are skipped; `pytest -m "not versions and not slow"` leaves
them out.
"""

import importlib.metadata
import json
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
    "tests/envs/test_api.py",
    "tests/envs/test_parallel.py",
    "tests/envs/test_gym.py::test_made_by_id_with_masks_through_the_wrappers",
]
UNREACHABLE = re.compile(r".*(?:NewConnectionError|NameResolutionError|ConnectTimeoutError|ProxyError).*")


def bounds() -> dict[str, str]:
    """The base package's dependencies and their lower bounds."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = [re.fullmatch(r"([\w-]+)>=([\d.]+)", requirement) for requirement in project["dependencies"]]
    assert all(found), project["dependencies"]
    return {bound[1]: bound[2] for bound in found}


def run_in(python: Path | str, *words: str) -> subprocess.CompletedProcess:
    """``python -m WORDS``; pytest's options from outside may need plugins that are not there."""
    env = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    return subprocess.run([python, "-m", *words], cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def pip(python: Path | str, *words: str) -> str:
    """What pip prints; the test is skipped where it reaches no index."""
    done = run_in(python, "pip", *words)
    if done.returncode != 0:
        unreachable = UNREACHABLE.search(done.stderr)
        assert unreachable, done.stderr
        pytest.skip(f"pip reaches no index: {unreachable[0].strip()}")
    return done.stdout


def newest() -> dict[str, str]:
    """The versions that pip would install today."""
    report = pip(sys.executable, "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-", *bounds())
    found = {one["metadata"]["name"].lower(): one["metadata"]["version"] for one in json.loads(report)["install"]}
    return {name: found[name] for name in bounds()}


def try_versions(wanted: list[str], folder: Path) -> None:
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    pip(python, "install", "--quiet", *wanted, *PYTEST, "--editable", str(ROOT))
    run = run_in(python, "pytest", "-q", "-p", "no:cacheprovider", *SELECTION)
    print(run.stdout)
    assert run.returncode == 0, run.stdout + run.stderr
    assert int(re.search(r"(\d+) passed", run.stdout)[1]) > 100


@pytest.mark.versions
@pytest.mark.timeout(900)  # the engine is compiled by another numba than the other tests'
@pytest.mark.skipif(sys.version_info >= (3, 13), reason="numpy 1.26 has no wheels for this Python")
def test_the_environments_work_with_the_oldest_versions(tmp_path):
    try_versions([f"{name}=={version}.*" for name, version in bounds().items()], tmp_path)


@pytest.mark.versions
@pytest.mark.timeout(900)
def test_the_environments_work_with_the_newest_versions(tmp_path):
    versions = newest()
    print(versions)
    if any(importlib.metadata.version(name) != version for name, version in versions.items()):
        try_versions([f"{name}=={version}" for name, version in versions.items()], tmp_path)
