"""JSON from elsewhere, read strictly: a key given twice, NaN, or nesting without end is refused, not guessed at."""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

import numpy as np

from shengji_env.errors import ShengjiError, shown

LONGEST = 2**20  # characters: a hundred times what a position or a line of a record has


def read_json(text: str | bytes) -> Any:
    """The value of a JSON text. json.JSONDecodeError where it is none (or cut off), ShengjiError where it is refused.

    >>> read_json('{"seed": 1, "seed": 2}')
    Traceback (most recent call last):
    shengji_env.errors.ShengjiError: the key 'seed' is given twice
    """
    if not isinstance(text, str | bytes):
        raise ShengjiError(f"no JSON: a text is asked for, not {type(text).__name__}")
    if len(text) > LONGEST:
        raise ShengjiError(f"no JSON that is read here: {len(text):,} characters, and at most {LONGEST:,} are read")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise ShengjiError(f"no JSON: {error}") from None
    except RecursionError:
        raise ShengjiError("no JSON that can be read here: it is nested too deeply") from None
    except ValueError as error:
        if isinstance(error, json.JSONDecodeError | ShengjiError):
            raise
        raise ShengjiError(f"no JSON that can be read here: {error}") from None  # a number of too many digits


def as_json(values: Any) -> Any:
    """The same values as a JSON text would hold them; tuples, arrays and numbers of numpy become lists and numbers.
    ShengjiError for what JSON cannot hold.

    >>> as_json({"seed": np.uint8(3), "levels": ("2", "A")})
    {'seed': 3, 'levels': ['2', 'A']}
    >>> as_json({"seed": {1, 2}})
    Traceback (most recent call last):
    shengji_env.errors.ShengjiError: no JSON: {1, 2} is no text, number, list or object
    """
    try:
        text = json.dumps(values, default=_plain)
    except RecursionError:
        raise ShengjiError("no JSON: it is nested too deeply") from None
    except ShengjiError:
        raise
    except (TypeError, ValueError) as error:  # keys that are no texts, a circle, a number of too many digits
        raise ShengjiError(f"no JSON: {error}") from None
    return read_json(text)


def _plain(value: Any) -> Any:
    """What Python's writer does not know, by what it knows."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise ShengjiError(f"no JSON: {shown(value)} is no text, number, list or object")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ShengjiError(f"the key {shown(name)} is given twice")
        found[name] = value
    return found


def _no_number(name: str) -> NoReturn:
    raise ShengjiError(f"{name} is no JSON number")
