"""One deal of every preset, line by line as it was read and found right; a preset without a playthrough fails."""

import importlib.util
from pathlib import Path

import pytest

from shengji_env import PRESETS

FOLDER = Path(__file__).parent
_spec = importlib.util.spec_from_file_location("golden_playthrough", FOLDER / "playthrough.py")
_module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_module)


@pytest.mark.parametrize("preset", PRESETS)
def test_playthrough(preset):
    kept = (FOLDER / f"{preset}.txt").read_text(encoding="utf-8").splitlines()
    assert _module.playthrough(preset).splitlines() == kept
