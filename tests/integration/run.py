"""Run a library's recipe in a virtual environment of its own: ``python tests/integration/run.py torchrl``.

The libraries contradict each other in the versions they ask for, so each gets an environment: this package, what
``tests/integration/<library>/requirements.txt`` names (the library itself on the first line), and pytest. Then that
folder's test runs in it, and the last lines say which version was tested and how long it took. The machine's pip
settings hold; on Linux without a GPU, give PyTorch's CPU build a place pip looks first (PIP_FIND_LINKS), or the CUDA
build of several GB is installed.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PYTEST = ["pytest", "pytest-timeout", "pytest-benchmark", "hypothesis"]  # what this repository's settings ask for


def libraries() -> list[str]:
    """Those that have a folder here."""
    return sorted(file.parent.name for file in HERE.glob("*/requirements.txt"))


def make_environment(library: str, folder: Path) -> Path:
    """Its Python, in a new environment, or in the one that an earlier ``--keep`` left there."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(folder, with_pip=True)
    wanted = ["-r", HERE / library / "requirements.txt", "-e", ROOT, *PYTEST]
    subprocess.run([python, "-m", "pip", "install", "--quiet", *wanted], check=True)
    return python


def version(library: str, python: Path) -> str:
    """The installed version of what stands on the requirements' first line."""
    first = (HERE / library / "requirements.txt").read_text(encoding="utf-8").split()[0]
    name = re.match(r"[A-Za-z0-9._-]+", first)[0]
    code = f"import importlib.metadata as m; print({name!r}, m.version({name!r}))"
    return subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def run(library: str, folder: Path) -> int:
    """Build, test, report; pytest's exit code."""
    started = time.monotonic()
    python = make_environment(library, folder)
    built = time.monotonic()
    print(f"{library}: environment ready after {built - started:.0f} s", flush=True)
    options = ["-p", "no:cacheprovider", "-s", "-m", ""]  # -s: what the recipe prints; -m "": slow ones too
    code = subprocess.run([python, "-m", "pytest", *options, HERE / library], cwd=ROOT, check=False).returncode
    verdict = "passed" if code == 0 else f"FAILED ({code})"
    print(f"{library}: {verdict}, {version(library, python)}, {time.monotonic() - built:.0f} s", flush=True)
    return code


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("chosen", nargs="+", choices=libraries(), metavar="LIBRARY", help=", ".join(libraries()))
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the environments in DIR and use them again")
    found = parser.parse_args()
    with tempfile.TemporaryDirectory() as passing:
        folder = (found.keep or Path(passing)).resolve()
        codes = [run(library, folder / library) for library in found.chosen]
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
