"""Rules in words: 'four_player_fixed decks=3 tractors=no', and files that hold such settings. Nothing is executed."""

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from shengji_env.errors import RulesError
from shengji_env.inputs.files import read_regular
from shengji_env.inputs.json_text import read_json

FILES = (".json", ".toml")
LARGEST_FILE = 64 * 1024  # bytes
LONGEST_TEXT = 4096  # characters; with every field it has one thousand
_WORDS = {"none": None, "yes": True, "true": True, "no": False, "false": False}


def split_rules(text: str) -> tuple[str, dict[str, Any]]:
    """(preset, changed fields) of a text: a preset's name, then field=value as often as wanted.

    >>> split_rules("four_player_fixed decks=3 tractors=no, partner='called_card' level_cap=None")
    ('four_player_fixed', {'decks': 3, 'tractors': False, 'partner': 'called_card', 'level_cap': None})
    """
    if len(text) > LONGEST_TEXT:
        raise RulesError(f"cannot read rules: a text of {len(text):,} characters, {LONGEST_TEXT:,} at most are read")
    preset, *settings = text.replace(",", " ").split() or [""]
    fields: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not (name and equals and value):
            raise RulesError(f"cannot read {setting!r} in rules {text!r}: write PRESET field=value field=value …")
        if name in fields:
            raise RulesError(f"cannot read rules {text!r}: {name} is given twice")
        fields[name] = value_of(value)
    return preset, fields


def value_of(text: str) -> Any:
    """The value that a word stands for: none, yes, no (as Python writes them too), a whole number, or the word itself,
    which may stand in quotes."""
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if re.fullmatch(r"-?[0-9]{1,18}", text):
        return int(text)
    quoted = re.fullmatch(r"""(["'])(.*)\1""", text)
    return quoted[2] if quoted else text


def read_file(path: str | os.PathLike[str]) -> Any:
    """What a .json or .toml file says, as it stands there; in TOML, which has no null, the text "none" is None."""
    if Path(path).suffix not in FILES:
        raise RulesError(f"cannot read rules from {path}: {' or '.join(FILES)} files are read")
    try:
        text = read_regular(path, LARGEST_FILE).decode()
        return read_json(text) if Path(path).suffix == ".json" else _with_none(tomllib.loads(text))
    except (ValueError, RecursionError) as error:  # ShengjiError, no UTF-8, no JSON, no TOML
        raise RulesError(f"cannot read rules from {path}: {str(error).removeprefix(f'{path}: ')}") from None


def _with_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _with_none(inner) for name, inner in value.items()}
    return None if value == "none" else value
