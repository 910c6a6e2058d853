"""A run's folder, and where the code came from that ran."""

import json
import shlex
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import shengji_env
from shengji_env.errors import ShengjiError
from shengji_env.inputs.files import read_regular, write_whole
from shengji_env.inputs.json_text import read_json

CONFIG, STATE, CURVE = "config.json", "state.safetensors", "curve.jsonl"
CONFIG_LIMIT, CURVE_LIMIT = 1 << 20, 1 << 26  # bytes


class RunFolder:
    """The files of a run: config.json, state.safetensors to go on from, curve.jsonl with the evaluations on the way,
    checkpoints/, and TensorBoard's events."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.state, self.config, self.curve = (self.path / name for name in (STATE, CONFIG, CURVE))
        self.checkpoints = self.path / "checkpoints"

    @classmethod
    def create(cls, path: str | Path | None, algorithm: str, arguments: Mapping[str, Any], **more: Any) -> "RunFolder":
        """A new folder; refused where a run lies already. `more` goes into config.json as it is."""
        if not path:
            path = Path("runs") / f"{algorithm}-{time.strftime('%Y%m%d-%H%M%S')}"
        folder = cls(path)
        if folder.config.exists():
            raise ShengjiError(f"{folder.path}: a run lies there already; go on with --resume {folder.path}")
        try:
            folder.checkpoints.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise ShengjiError(f"cannot write to {folder.path}: {getattr(error, 'strerror', error)}") from error
        settings = {"algorithm": algorithm, "arguments": dict(arguments), "command": command(), "commit": commit()}
        folder.write_settings({**settings, **more})
        return folder

    @classmethod
    def open(cls, path: str | Path) -> tuple["RunFolder", dict[str, Any]]:
        """(folder, settings) of a run that exists."""
        folder = cls(path)
        if not folder.config.exists():
            raise ShengjiError(f"{folder.path}: no run lies there (no {CONFIG})")
        try:
            settings = read_json(read_regular(folder.config, CONFIG_LIMIT))
        except ValueError as error:
            raise ShengjiError(f"{folder.config}: damaged: {error}") from error
        kinds = {"algorithm": str, "arguments": dict, "command": str, "commit": str}
        for name, kind in kinds.items():
            if not isinstance(settings, dict) or not isinstance(settings.get(name), kind):
                raise ShengjiError(f"{folder.config}: damaged: {name!r} is missing or of another kind")
        return folder, settings

    def write_settings(self, settings: Mapping[str, Any]) -> None:
        """Put config.json in its place."""
        write_whole(self.config, (json.dumps(dict(settings), indent=2) + "\n").encode())

    def note(self, line: Mapping[str, Any]) -> None:
        """Add a line to the curve."""
        self._write_curve([*self.notes(), dict(line)])

    def notes(self) -> list[dict[str, Any]]:
        """The curve so far. It is a log: lines that cannot be read, as a crash may leave them, are passed over."""
        try:
            lines = read_regular(self.curve, CURVE_LIMIT).splitlines()
        except ShengjiError:
            return []
        return [line for line in map(_note, lines) if line is not None]

    def cut_curve(self, steps: int) -> None:
        """Forget what was noted after this step: a run that goes on from there will note it again."""
        if self.curve.is_file():
            self._write_curve([line for line in self.notes() if line["step"] <= steps])

    def _write_curve(self, lines: list[dict[str, Any]]) -> None:
        write_whole(self.curve, "".join(json.dumps(line) + "\n" for line in lines).encode())


def _note(line: bytes) -> dict[str, Any] | None:
    """A line of the curve, None if it is none."""
    try:
        found = read_json(line)
        numbers = [found["step"], found["levels"]]
    except (ValueError, KeyError, TypeError):
        return None
    return found if all(isinstance(number, int | float) for number in numbers) else None


def command() -> str:
    """The command line, for cards."""
    name = Path(sys.argv[0]).name
    return shlex.join(["shengji" if name in ("shengji", "main.py", "__main__.py") else name, *sys.argv[1:]])


def commit() -> str:
    """The commit of the sources, marked with + where they were changed; without a repository the version."""
    root = Path(shengji_env.__file__).resolve().parents[1]
    if (root / ".git").exists():
        try:
            head = _git(root, "rev-parse", "HEAD")
            return head + ("+" if _git(root, "status", "--porcelain", "--untracked-files=no") else "")
        except (OSError, subprocess.SubprocessError):
            pass
    from importlib.metadata import version

    return f"shengji-env {version('shengji-env')}"


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True, text=True, timeout=10)
    return done.stdout.strip()
