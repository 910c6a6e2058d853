"""The package as an installed thing: what importing it costs, who may import whom, what is shipped."""

import ast
import graphlib
import importlib
import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGE_DIRS = {  # package -> its folder, as pyproject.toml maps it
    package: ROOT / PYPROJECT["tool"]["setuptools"]["package-dir"].get(package, package.replace(".", "/"))
    for package in PYPROJECT["tool"]["setuptools"]["packages"]
}
MODULES = {  # "shengji_env.engine.follow" -> its file
    package if path.stem == "__init__" else f"{package}.{path.stem}": path
    for package, folder in PACKAGE_DIRS.items()
    for path in sorted(folder.glob("*.py"))
}

# ---------------------------------------------------------------- layers

# From the bottom up: rooms, and modules that stand by themselves. A room imports from its own floor and from those
# above it in this list, never from below. `shengji_env` is the package's own __init__, the public names.
FLOORS = [
    ["errors"],
    ["threads"],
    ["terminal"],
    ["cards"],
    ["engine"],
    ["inputs"],
    ["rules"],
    ["states"],
    ["plays"],
    ["positions"],
    ["records"],
    ["game"],
    ["envs"],
    ["shengji_v0"],
    ["shengji_env"],
    ["checkpoints"],
    ["agents"],
    ["seating"],
    ["gym"],
    ["table"],
    ["training"],
    ["bench"],
    ["commands"],
]
TORCH = {"torch", "stable_baselines3", "sb3_contrib"}
ENGINE_MAY_IMPORT = {"numpy", "numba", "llvmlite", "shengji_env"} | set(sys.stdlib_module_names)


def floor(module: str) -> int | None:
    """Height of a module's room in FLOORS, None if it stands in none (as numpy does)."""
    if module.split(".")[0] != "shengji_env":
        return None
    room = module.removeprefix("shengji_env.").split(".")[0]
    return next((height for height, rooms in enumerate(FLOORS) if room in rooms), None)


def imports(module: str, path: Path) -> Iterator[tuple[int, str]]:
    """Each (line, dotted name) that a file imports, inside functions too; only `if TYPE_CHECKING:` is left out.

    `from shengji_env import Game` counts as `shengji_env`, `from shengji_env import cards` as `shengji_env.cards`.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    typing_only = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}
        for statement in node.body
        for inner in ast.walk(statement)
    }
    package = module if path.stem == "__init__" else module.rpartition(".")[0]
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parent = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1])
                base = f"{parent}.{base}" if base else parent
            names = [f"{base}.{alias.name}" for alias in node.names]
            for imported in dict.fromkeys(name if name in MODULES else base for name in names):
                yield node.lineno, imported


def test_every_module_has_a_floor():
    homeless = [module for module in MODULES if floor(module) is None]
    assert not homeless, f"give these a place in FLOORS: {homeless}"


def test_imports_go_downwards_only():
    upward = [
        f"{path.relative_to(ROOT)}:{line} imports {imported}"
        for module, path in MODULES.items()
        for line, imported in imports(module, path)
        if None not in (floor(module), floor(imported)) and floor(imported) > floor(module)
    ]
    assert not upward, "\n".join(upward)


def test_no_modules_import_each_other_in_a_circle():
    """Inside a room too: every module can be read after those it imports."""
    below = {
        module: {other for _, other in imports(module, path) if other in MODULES} for module, path in MODULES.items()
    }
    for module, others in below.items():
        others.discard(module)
        others.difference_update({package for package in others if module.startswith(f"{package}.")})
    try:
        list(graphlib.TopologicalSorter(below).static_order())
    except graphlib.CycleError as error:
        raise AssertionError(" <- ".join(error.args[1])) from None


def test_torch_is_imported_in_agents_and_training_only():
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {imported}"
        for module, path in MODULES.items()
        if not module.startswith(("shengji_env.agents", "shengji_env.training"))
        for line, imported in imports(module, path)
        if imported.split(".")[0] in TORCH
    ]
    assert not wrong, "\n".join(wrong)


def test_engine_imports_numpy_and_numba_only():
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {imported}"
        for module, path in MODULES.items()
        if module.startswith("shengji_env.engine")
        for line, imported in imports(module, path)
        if imported.split(".")[0] not in ENGINE_MAY_IMPORT
    ]
    assert not wrong, "\n".join(wrong)


def test_agents_and_training_are_imported_under_their_installed_names():
    """`import agents` would find the folder from the repository's root, as a second copy of the package."""
    files = [*MODULES.items(), *((f"tests.{path.stem}", path) for path in sorted((ROOT / "tests").rglob("*.py")))]
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {imported}"
        for module, path in files
        for line, imported in imports(module, path)
        if imported.split(".")[0] in {"agents", "training", "checkpoints"}
    ]
    assert not wrong, "\n".join(wrong)


# ---------------------------------------------------------------- importing


def test_import_is_light():
    """torch alone costs seconds; what needs a heavy package imports it when it is used."""
    heavy = {*TORCH, "rich", "pygame", "matplotlib", "tensorboard"}
    code = "import json, sys, shengji_env; print(json.dumps(sorted({name.split('.')[0] for name in sys.modules})))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not heavy & set(json.loads(run.stdout))


@pytest.mark.parametrize("package", PACKAGE_DIRS)
def test_package_is_found_where_it_is_mapped(package):
    assert Path(importlib.import_module(package).__file__).parent == PACKAGE_DIRS[package]


# ---------------------------------------------------------------- what is shipped


def test_every_folder_with_modules_is_a_listed_package():
    folders = {path.parent for top in PACKAGE_DIRS.values() for path in top.rglob("*.py")}
    assert folders == set(PACKAGE_DIRS.values()), "pyproject.toml: [tool.setuptools] packages and package-dir"


def test_installed_metadata_is_this_checkout():
    """If this fails, the environment holds an older install: pip install -e . again."""
    installed = importlib.metadata.distribution("shengji-env")
    assert installed.version == PYPROJECT["project"]["version"]
    scripts = {entry.name: entry.value for entry in installed.entry_points.select(group="console_scripts")}
    assert scripts == PYPROJECT["project"]["scripts"]


def test_package_is_marked_as_typed():
    assert (PACKAGE_DIRS["shengji_env"] / "py.typed").is_file()


def test_constraints_pin_every_dependency():
    """constraints.txt names one version of each direct dependency, and no build of torch in particular."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    extras = PYPROJECT["project"]["optional-dependencies"]
    wanted = {
        re.match(r"[A-Za-z0-9._-]+", requirement)[0]
        for requirement in [
            *PYPROJECT["project"]["dependencies"], *extras["train"], *extras["table"], *extras["dev"],
        ]
    } - {"shengji-env"}  # fmt: skip
    assert wanted <= set(pins)
    assert "+" not in pins["torch"]


# ---------------------------------------------------------------- the repository


def project_files() -> list[Path]:
    """Files git tracks or would track; in an unpacked archive, every file."""
    git = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    names = git.stdout.split("\0")[:-1] if git.returncode == 0 else ROOT.rglob("*")
    return [path for path in map(ROOT.joinpath, names) if path.is_file()]


def test_no_file_names_a_path_of_somebodys_machine():
    machine_path = re.compile(
        r"(?<![\w.~$})/*-])/(?:home|Users|root|mnt|media|opt|private|srv|tmp|var|work)/\w|file:/{3}|\b[A-Z]:\\Users\\"
    )
    found = []
    for path in project_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # weights and pictures
        for number, line in enumerate(text.splitlines(), start=1):
            if machine_path.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number} {line.strip()[:100]}")
    assert not found, "\n".join(found)


def test_readme_has_the_two_commands():
    """.ci/run takes the test command from here, so that what CI runs and what is promised are the same."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = {
        name: re.search(rf"^<!-- {name}-command -->\s*```bash\n(.+?)\n```$", readme, re.MULTILINE | re.DOTALL)
        for name in ("train", "test")
    }
    assert all(blocks.values()), blocks
    assert "shengji train --quick" in blocks["train"][1]
    assert "pytest" in blocks["test"][1]
    assert "<!-- test-command -->" in (ROOT / ".ci/run").read_text(encoding="utf-8")
