"""A position read from text (being written)."""

from typing import Any


def read_position(text: Any) -> Any:
    """(STATE[1], rules) of a position."""
    raise NotImplementedError
