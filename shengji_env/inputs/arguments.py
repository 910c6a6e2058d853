"""Arguments that all environments share, read and checked: reward, dtype, card_order, illegal_action, render_mode."""

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

import numpy as np

from shengji_env.engine import settle
from shengji_env.engine.layout import TOKENS, CardOrder
from shengji_env.errors import ShengjiError

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
    raise ShengjiError(f"{name}={value!r}: allowed are {', '.join(map(repr, allowed))}")


def whole(number: Any, what: str, low: int | None = None, high: int | None = None) -> int:
    """A whole number of any integer type, as an int, within the bounds if there are any.

    >>> whole(np.int8(3), "seat", 0, 4)
    3
    >>> whole(1.0, "seat", 0, 4)
    Traceback (most recent call last):
    shengji_env.errors.ShengjiError: seat 1.0: a whole number 0..4 is asked for
    """
    bounds = "" if low is None else f" from {low} on" if high is None else f" {low}..{high}"
    refused = ShengjiError(f"{what} {number!r}: a whole number{bounds} is asked for")
    if isinstance(number, bool | np.bool_):
        raise refused
    try:
        found = index(number)
    except TypeError:
        raise refused from None
    if (low is not None and found < low) or (high is not None and found > high):
        raise refused
    return found


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
    raise ShengjiError(f"{what} {values!r}: a list is asked for")


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
    except TypeError:
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
