"""What holds for every test run."""

import os
import subprocess
import sys

import hypothesis
import pytest

# The first example of a test may wait for the compiler; pytest-timeout guards against real hangs.
hypothesis.settings.register_profile("shengji", deadline=None)
hypothesis.settings.register_profile(
    "shengji-ci", hypothesis.settings.get_profile("ci"), deadline=None, print_blob=True
)
hypothesis.settings.load_profile("shengji-ci" if os.environ.get("CI") else "shengji")

if "PYTEST_XDIST_WORKER" in os.environ:  # set before torch and BLAS start their threads: workers share the cores
    os.environ.setdefault("OMP_NUM_THREADS", "1")


def pytest_configure(config: pytest.Config) -> None:
    """Compile into numba's cache once, before xdist's workers would each do the same."""
    if "PYTEST_XDIST_WORKER" not in os.environ and config.getoption("numprocesses", 0):
        subprocess.run([sys.executable, "-c", "import shengji_env"], check=True)
