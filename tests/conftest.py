"""What holds for every test run."""

import os
import subprocess
import sys

import hypothesis
import pytest

# No deadline: an example may wait for the compiler, and pytest-timeout guards against real hangs. CI tries the same
# examples every time, so that a change is not blamed for what an older one broke; at home they are new ones.
hypothesis.settings.register_profile("home", deadline=None, print_blob=True)
hypothesis.settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True, database=None)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "home")

if "PYTEST_XDIST_WORKER" in os.environ:  # set before torch and BLAS start their threads: workers share the cores
    os.environ.setdefault("OMP_NUM_THREADS", "1")


def pytest_configure(config: pytest.Config) -> None:
    """Compile into numba's cache once, before xdist's workers would each do the same."""
    if "PYTEST_XDIST_WORKER" not in os.environ and config.getoption("numprocesses", 0):
        subprocess.run([sys.executable, "-m", "shengji_env.commands.warm"], check=True)
