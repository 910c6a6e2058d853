"""Arguments that all environments share, read and checked: reward, dtype, card_order, illegal_action, render_mode."""

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

import numpy as np

from shengji_env.engine import settle
from shengji_env.engine.layout import TOKENS, CardOrder
from shengji_env.errors import ShengjiError, shown

REWARDS = {"levels": settle.REWARD_LEVELS, "points": settle.REWARD_POINTS, "win": settle.REWARD_WIN}
CARD_ORDERS = {order.name.lower(): int(order) for order in CardOrder}
DTYPES = {"float32": np.float32, "int8": np.int8}
ILLEGAL_ACTIONS = ("raise", "terminate")
RENDER_MODES = (None, "human", "ansi")


def one_of(name: str, value: Any, allowed: Iterable[Any]) -> Any:
    """The value, if it is one of those allowed.

    >>> one_of("illegal_action", "crash", ILLEGAL_ACTIONS)
    Traceback (most recent call last):
    shengji_env.errors.ShengjiError: illegal_action='crash': allowed are 'raise', 'terminate'
    """
    allowed = tuple(allowed)
    if isinstance(value, str | None) and value in allowed:
        return value
    raise ShengjiError(f"{name}={shown(value)}: allowed are {', '.join(map(repr, allowed))}")


def whole(number: Any, what: str, low: int | None = None, high: int | None = None) -> int:
    """A whole number of any integer type, as an int, within the bounds if there are any.

    >>> whole(np.int8(3), "seat", 0, 4)
    3
    >>> whole(1.0, "seat", 0, 4)
    Traceback (most recent call last):
    shengji_env.errors.ShengjiError: seat 1.0: a whole number 0..4 is asked for
    """
    if not isinstance(number, bool | np.bool_):
        try:
            found = index(number)
        except (TypeError, ValueError):
            pass
        else:
            if (low is None or found >= low) and (high is None or found <= high):
                return found
    bounds = "" if low is None else f" from {low} on" if high is None else f" {low}..{_bound(high)}"
    raise ShengjiError(f"{what} {shown(number)}: a whole number{bounds} is asked for")


def _bound(high: int) -> str:
    """A bound as one reads it.

    >>> _bound(4), _bound(2**64 - 1)
    ('4', '2^64-1')
    """
    power = (high + 1).bit_length() - 1
    return f"2^{power}-1" if power > 20 and high == 2**power - 1 else str(high)


def flag(value: Any, what: str) -> bool:
    """True or False, of Python or numpy; no number, no text.

    >>> flag("no", "skip_forced")
    Traceback (most recent call last):
    shengji_env.errors.ShengjiError: skip_forced 'no': True or False is asked for
    """
    if isinstance(value, bool | np.bool_):
        return bool(value)
    raise ShengjiError(f"{what} {shown(value)}: True or False is asked for")


def listed(values: Any, what: str) -> list[Any]:
    """The values of anything that can be gone through, but for a text or a mapping.

    >>> listed(3, "levels")
    Traceback (most recent call last):
    shengji_env.errors.ShengjiError: levels 3: a list is asked for
    """
    if not isinstance(values, str | bytes | Mapping):
        try:
            return list(values)
        except TypeError:
            pass
    raise ShengjiError(f"{what} {shown(values)}: a list is asked for")


def read_reward(reward: str) -> int:
    """The engine's number of "levels", "points" or "win"."""
    return REWARDS[one_of("reward", reward, REWARDS)]


def read_dtype(dtype: Any) -> Any:
    """The numpy type of "float32" or "int8", given as text or as such a type.

    >>> read_dtype(np.int8) is read_dtype("int8")
    True
    """
    try:
        name = np.dtype(dtype).name if dtype is not None else None
    except (TypeError, ValueError, SyntaxError):  # numpy evaluates some texts
        name = dtype
    return DTYPES[one_of("dtype", name, DTYPES)]


def read_card_order(card_order: str) -> int:
    """The engine's number of "face" or "strength"."""
    return CARD_ORDERS[one_of("card_order", card_order, CARD_ORDERS)]


def tell_legal(tokens: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(bool[N], bool[N]): which of the whole numbers int[N] are tokens at all, and which are legal by their row of the
    masks, bool or int8[N, 59].

    >>> masks = np.zeros((3, TOKENS), bool)
    >>> masks[:, 7] = True
    >>> tell_legal(np.array([7, 8, 59]), masks)
    (array([ True,  True, False]), array([ True, False, False]))
    """
    known = (tokens >= 0) & (tokens < TOKENS)
    return known, known & (masks[np.arange(len(tokens)), np.where(known, tokens, 0)] != 0)
