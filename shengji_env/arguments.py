"""Arguments that all environments share, read and checked: reward, dtype, card_order, illegal_action, render_mode."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from .engine import settle
from .engine.layout import CardOrder
from .errors import ShengjiError

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
