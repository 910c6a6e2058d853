"""Every array that can be reached from an object by attributes, items and the arrays that own its memory."""

from collections.abc import Iterator
from typing import Any

import numpy as np

CLOSED = (str, bytes, int, float, complex, type, np.generic, np.dtype)


def reach(thing: Any, path: str = "it", seen: dict[int, Any] | None = None) -> Iterator[tuple[str, np.ndarray]]:
    """(path, array) of each; properties are asked too, methods are not called."""
    seen = {} if seen is None else seen
    if thing is None or id(thing) in seen or isinstance(thing, CLOSED):
        return
    seen[id(thing)] = thing
    if isinstance(thing, np.ndarray):
        yield path, thing
        if thing.dtype != object:
            yield from reach(thing.base, f"{path}.base", seen)
            return
    if isinstance(thing, memoryview | bytearray):
        yield path, np.frombuffer(thing, np.uint8)
        return
    for where, value in _inside(thing):
        yield from reach(value, path + where, seen)


def _inside(thing: Any) -> list[tuple[str, Any]]:
    if isinstance(thing, dict):
        return [(f"[{key!r}]", value) for key, value in thing.items()]
    if isinstance(thing, list | tuple | set | np.ndarray):
        return [(f"[{k}]", value) for k, value in enumerate(thing)]
    if not type(thing).__module__.startswith("shengji_env"):
        return []
    names = [name for name in dir(thing) if not name.startswith("__")]
    values = [(f".{name}", getattr(thing, name, None)) for name in names]
    return [(name, value) for name, value in values if not callable(value) or hasattr(value, "__dict__")]
