"""What can go wrong, in a few words that separate "cannot be read" from "not legal here".

Every message says what was tried and why it is refused, by which rule and at which place of the game (deal, phase,
seat, trick). It holds nothing that the seat may not know; the whole position, with all hands, is the error's attribute
`position`: a bug report is the message and that line.
"""

from collections.abc import Iterable
from typing import Any, Self

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

    `rule` is the id of the rule that refuses (``follow.pairs``), `position` the position line (all hands are in it, so
    it is no part of the message), `defects` the single findings where something is refused with all of them at once.

    >>> why = "cannot play H3 H4: a pair was led and you hold H9 H9"
    >>> print(ShengjiError(why, rule="follow.pairs", place="deal 1, play, seat 3, trick 5"))
    cannot play H3 H4: a pair was led and you hold H9 H9 (follow.pairs) — deal 1, play, seat 3, trick 5
    """

    def __init__(
        self,
        message: str,
        *,
        rule: str | None = None,
        place: str | None = None,
        position: str | None = None,
        defects: Iterable[object] = (),
    ) -> None:
        if rule is not None:
            message += f" ({rule})"
        if place is not None:
            message += f" — {place}"
        super().__init__(message)
        self.rule = rule
        self.position = position
        self.defects = tuple(defects)

    def placed(self, before: str, place: str | None = None, position: str | None = None) -> Self:
        """The same error with words before its message, and behind it where it was."""
        error = type(self)(f"{before}{self}", place=place, position=position or self.position, defects=self.defects)
        error.rule = self.rule
        return error


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
