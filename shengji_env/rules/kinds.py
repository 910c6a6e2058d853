"""What a rule field may hold (a word, yes or no, a number, a level), what each value means, and how the engine stores
it."""

import dataclasses
from enum import IntEnum
from typing import Any, NamedTuple, Protocol

from shengji_env.cards import LEVELS, level_index
from shengji_env.inputs.arguments import flag, whole


class Kind(Protocol):
    """What values a field takes."""

    @property
    def values(self) -> dict[str, str]:
        """Each value, or range of them, as Python takes it: what it means."""

    @property
    def allowed(self) -> str:
        """The values in words, for messages."""

    def read(self, value: Any) -> Any:
        """The value as it is kept. ValueError if it is none of this kind."""

    def code(self, value: Any) -> int:
        """The number that stands for the value in the RULES record."""


def entry(kind: Kind, value: Any) -> str:
    """Under which entry of ``kind.values`` a value stands: itself, or the range it is in.

    >>> entry(Number(4, 6, "so many"), 5)
    '4..6'
    """
    return repr(value) if repr(value) in kind.values else next(iter(kind.values))


class Words:
    """One of a policy's words, each with its meaning; `none` is None, which the policy's first member stands for."""

    def __init__(self, policy: type[IntEnum], **meanings: str) -> None:
        self.codes: dict[str | None, int] = {}
        for word in meanings:
            self.codes[None if word == "none" else word] = policy(0) if word == "none" else policy[word.upper()]
        assert set(self.codes.values()) == set(policy), f"{policy}: every member has a word"
        self.values = {repr(word): text for word, text in zip(self.codes, meanings.values(), strict=True)}
        self.allowed = ", ".join(self.values)

    def read(self, value: Any) -> str | None:
        if not (value is None or isinstance(value, str)) or value not in self.codes:
            raise ValueError
        return value

    def code(self, value: str | None) -> int:
        return int(self.codes[value])


class Flag:
    """True or False; a number is neither."""

    def __init__(self, yes: str, no: str) -> None:
        self.values = {"True": yes, "False": no}
        self.allowed = "True, False"

    def read(self, value: Any) -> bool:
        return flag(value, "it")

    def code(self, value: bool) -> int:
        return int(value)


class Number:
    """A whole number low..high; None too if `none` has the number that stands for it in the record, and its meaning."""

    def __init__(self, low: int, high: int, meaning: str, none: tuple[int, str] | None = None) -> None:
        self.low, self.high = low, high
        self.values = {f"{low}..{high}": meaning}
        self.none = None
        if none is not None:
            self.none, self.values["None"] = none
        self.allowed = ", ".join(self.values)

    def read(self, value: Any) -> int | None:
        if value is None and self.none is not None:
            return None
        return whole(value, "it", self.low, self.high)

    def code(self, value: int | None) -> int:
        return self.none if value is None else value  # type: ignore[return-value]


class Level:
    """A level 级, kept as text; the numbers 2..10 are accepted for "2".."9" and "T"."""

    def __init__(self, meaning: str) -> None:
        self.allowed = ", ".join(map(repr, LEVELS)) + " (or a number 2..10)"
        self.values = {f"{LEVELS[0]!r}..{LEVELS[-1]!r}": meaning}

    def read(self, value: Any) -> str:
        return LEVELS[level_index(value) if isinstance(value, str) else whole(value, "level", 2, 10) - 2]

    def code(self, value: str) -> int:
        return level_index(value)


class About(NamedTuple):
    """What is known about a field, for tables and messages."""

    kind: Kind
    meaning: str
    chinese: str  # the game's own word
    clause: str  # of docs/rules.md


def rule(kind: Kind, meaning: str, chinese: str, clause: str, default: Any = dataclasses.MISSING) -> Any:
    """A dataclass field that knows what it means; see `About`."""
    about = About(kind, meaning, chinese, clause)
    return dataclasses.field(default=default, metadata={"about": about})
