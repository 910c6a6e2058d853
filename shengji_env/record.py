"""A whole game as JSON Lines (being written)."""

from typing import Any


def write(game: Any) -> str:
    """The record of a game's episode."""
    raise NotImplementedError


def replay(kind: Any, text: str) -> Any:
    """The game of a record."""
    raise NotImplementedError
