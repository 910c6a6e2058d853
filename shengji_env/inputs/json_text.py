"""JSON from elsewhere, read strictly: a key given twice, NaN, or nesting without end is refused, not guessed at."""

import json
from typing import Any, NoReturn

from shengji_env.errors import ShengjiError


def read_json(text: str | bytes) -> Any:
    """The value of a JSON text. json.JSONDecodeError where it is none (or cut off), ShengjiError where it is refused.

    >>> read_json('{"seed": 1, "seed": 2}')
    Traceback (most recent call last):
    shengji_env.errors.ShengjiError: the key 'seed' is given twice
    """
    if not isinstance(text, str | bytes):
        raise ShengjiError(f"no JSON: a text is asked for, not {type(text).__name__}")
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


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ShengjiError(f"the key {twice!r} is given twice")
    return found


def _no_number(name: str) -> NoReturn:
    raise ShengjiError(f"{name} is no JSON number")
