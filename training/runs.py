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

CONFIG, STATE, CURVE = "config.json", "state.safetensors", "curve.jsonl"


class RunFolder:
    """The files of a run: config.json, state.safetensors to go on from, curve.jsonl with the evaluations on the way,
    checkpoints/, and TensorBoard's events."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.state, self.config, self.curve = (self.path / name for name in (STATE, CONFIG, CURVE))
        self.checkpoints = self.path / "checkpoints"

    @classmethod
    def create(cls, path: str | Path | None, algorithm: str, arguments: Mapping[str, Any]) -> "RunFolder":
        """A new folder; refused where a run lies already."""
        if not path:
            path = Path("runs") / f"{algorithm}-{time.strftime('%Y%m%d-%H%M%S')}"
        folder = cls(path)
        if folder.config.exists():
            raise ShengjiError(f"{folder.path}: a run lies there already; go on with --resume {folder.path}")
        try:
            folder.checkpoints.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ShengjiError(f"cannot write to {folder.path}: {error.strerror}") from error
        settings = {"algorithm": algorithm, "arguments": dict(arguments), "command": command(), "commit": commit()}
        folder.config.write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")
        return folder

    @classmethod
    def open(cls, path: str | Path) -> tuple["RunFolder", dict[str, Any]]:
        """(folder, settings) of a run that exists."""
        folder = cls(path)
        try:
            settings = json.loads(folder.config.read_text(encoding="utf-8"))
            if not isinstance(settings["arguments"], dict):
                raise TypeError("arguments")
        except OSError:
            raise ShengjiError(f"{folder.path}: no run lies there (no {CONFIG})") from None
        except (ValueError, KeyError, TypeError) as error:
            raise ShengjiError(f"{folder.config}: damaged: {error}") from error
        return folder, settings

    def note(self, line: Mapping[str, Any]) -> None:
        """Add a line to the curve."""
        with self.curve.open("a", encoding="utf-8") as out:
            out.write(json.dumps(dict(line)) + "\n")

    def notes(self) -> list[dict[str, Any]]:
        """The curve so far."""
        if not self.curve.exists():
            return []
        return [json.loads(line) for line in self.curve.read_text(encoding="utf-8").splitlines()]

    def cut_curve(self, steps: int) -> None:
        """Forget what was noted after this step: a run that goes on from there will note it again."""
        kept = [line for line in self.notes() if line["step"] <= steps]
        if self.curve.exists():
            self.curve.write_text("".join(json.dumps(line) + "\n" for line in kept), encoding="utf-8")


def command() -> str:
    """The command line, for cards."""
    name = Path(sys.argv[0]).name
    return shlex.join(["shengji" if name in ("shengji", "cli.py", "__main__.py") else name, *sys.argv[1:]])


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
