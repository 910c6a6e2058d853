"""Shipped weights, each with its card: installed as shengji_env.checkpoints.

``NAME.safetensors`` and ``NAME.json`` in this folder make ``make_agent("NAME")`` work.
"""

from pathlib import Path

FOLDER = Path(__file__).parent


def names() -> list[str]:
    """The shipped checkpoints."""
    return sorted(file.stem for file in FOLDER.glob("*.safetensors"))


def path(name: str) -> Path:
    """The weights file of a shipped checkpoint."""
    return FOLDER / f"{name}.safetensors"
