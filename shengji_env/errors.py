"""What can go wrong, in a few words that separate "cannot be read" from "not legal here".

Every message says what was tried and why it is refused; where a rule or a position belongs to it, the
rule's id and the position line follow, so that the message alone is a bug report.
"""

from collections.abc import Iterable
from typing import Any

SHOWN = 200  # characters of a value that a message repeats


def shown(value: Any) -> str:
    """A value as messages repeat it: its repr, cut where it is long.

    >>> shown("H10"), len(shown([0] * 10_000))
    ("'H10'", 200)
    """
    try:
        text = repr(value)
    except Exception:  # whatever somebody's object does, or a number of too many digits
        text = f"<{type(value).__name__}>"
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


class ShengjiError(ValueError):
    """Something this package refuses; nothing has changed.

    `rule` is the id of the rule that refuses (``follow.pairs``), `position` the position line, `defects`
    the single findings where something is refused with all of them at once.

    >>> print(ShengjiError("cannot play H3 H4: a pair was led and you hold H9 H9", rule="follow.pairs"))
    cannot play H3 H4: a pair was led and you hold H9 H9 (follow.pairs)
    """

    def __init__(
        self,
        message: str,
        *,
        rule: str | None = None,
        position: str | None = None,
        defects: Iterable[object] = (),
    ) -> None:
        if rule is not None:
            message += f" ({rule})"
        if position is not None:
            message += f" — position {position}"
        super().__init__(message)
        self.rule = rule
        self.position = position
        self.defects = tuple(defects)


class CardsError(ShengjiError):
    """A text that is no cards, levels or suits, or more copies than the packs have."""


class RulesError(ShengjiError):
    """Rules that cannot be, or are not supported yet; `defects` has an entry for each finding."""


class IllegalPlay(ShengjiError):
    """Readable, but not legal here."""


class PositionError(ShengjiError):
    """A position that cannot be; `defects` names everything wrong with it."""


class RecordError(ShengjiError):
    """A record that does not replay."""


class CheckpointError(ShengjiError):
    """Weights that do not fit the rules, the observation or the actions they are asked to play with."""
