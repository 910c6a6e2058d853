"""What a field of `Rules` may hold (a word, yes or no, a number, a level) and how the engine stores it.

The words of a policy are the names of its members in the engine's layout, in lower case, and None for
NONE: there is no second list of them.
"""

import dataclasses
from enum import IntEnum
from operator import index
from typing import Any, NamedTuple, Protocol

import numpy as np

from shengji_env.cards import LEVELS, level_index


class Kind(Protocol):
    """What values a field takes."""

    @property
    def allowed(self) -> str:
        """The values in words, for messages and tables."""

    def read(self, value: Any) -> Any:
        """The value as it is kept. ValueError if it is none of this kind."""

    def code(self, value: Any) -> int:
        """The number that stands for the value in the RULES record."""


class Words:
    """One of a policy's words; None where its enum has a member NONE, or stands for another one (`none`)."""

    def __init__(self, policy: type[IntEnum], none: IntEnum | None = None) -> None:
        self.codes = {None if code.name == "NONE" else code.name.lower(): int(code) for code in policy}
        if none is not None:
            self.codes[None] = int(none)
        self.allowed = ", ".join(map(repr, self.codes))

    def read(self, value: Any) -> str | None:
        if not (value is None or isinstance(value, str)) or value not in self.codes:
            raise ValueError
        return value

    def code(self, value: str | None) -> int:
        return self.codes[value]


class Flag:
    """True or False; a number is neither."""

    allowed = "True, False"

    def read(self, value: Any) -> bool:
        if not isinstance(value, bool | np.bool_):
            raise ValueError
        return bool(value)

    def code(self, value: bool) -> int:
        return int(value)


class Number:
    """A whole number low..high; None too if `none`, the number that stands for it in the record, is given."""

    def __init__(self, low: int, high: int, none: int | None = None) -> None:
        self.low, self.high, self.none = low, high, none
        self.allowed = f"{low}..{high}" + ("" if none is None else ", None")

    def read(self, value: Any) -> int | None:
        if value is None and self.none is not None:
            return None
        if isinstance(value, bool | np.bool_) or not hasattr(value, "__index__"):
            raise ValueError
        try:
            number = index(value)
        except TypeError:  # an array, say
            raise ValueError from None
        if not self.low <= number <= self.high:
            raise ValueError
        return number

    def code(self, value: int | None) -> int:
        return self.none if value is None else value  # type: ignore[return-value]


class Level:
    """A level 级, kept as text; the numbers 2..10 are accepted for "2".."9" and "T"."""

    allowed = ", ".join(map(repr, LEVELS)) + " (or a number 2..10)"

    def read(self, value: Any) -> str:
        if hasattr(value, "__index__") and not isinstance(value, bool | np.bool_):
            value = "T" if value == 10 else str(value)
        return LEVELS[level_index(value)]

    def code(self, value: str) -> int:
        return level_index(value)


class About(NamedTuple):
    """What is known about a field, for tables and messages."""

    kind: Kind
    meaning: str
    chinese: str  # the game's own word
    section: str  # of the rules, where it is explained


def rule(kind: Kind, meaning: str, chinese: str, section: str, default: Any = dataclasses.MISSING) -> Any:
    """A dataclass field that knows what it means; see `About`."""
    about = About(kind, meaning, chinese, section)
    return dataclasses.field(default=default, metadata={"about": about})


class Defect(NamedTuple):
    """One thing wrong with a set of rules."""

    field: str
    value: Any
    reason: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.field}={self.value!r}: {self.reason}; allowed: {self.allowed}"
