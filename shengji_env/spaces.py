"""The environments' spaces, and the named blocks that observations and full states are made of."""

from typing import Any

import numpy as np
from gymnasium import spaces

from .engine import full, observe
from .engine.layout import MAX_DECKS, TOKENS
from .rules import Rules

Block = tuple[str, slice, str]  # name, where in the vector, meaning


def observation_size(rules: Rules | str) -> int:
    """D: the length of an observation; it depends on `players` and `decks` only."""
    rules = Rules.of(rules)
    return observe.size(rules.players, rules.decks)


def observation_blocks(rules: Rules | str) -> list[Block]:
    """(name, slice, meaning) of every block of an observation, in order, to its end.

    >>> name, where, meaning = observation_blocks("five_player_two_deck")[0]
    >>> name, where
    ('hand', slice(0, 56, None))
    """
    rules = Rules.of(rules)
    table = observe.blocks(rules.players, rules.decks)
    padding = observation_size(rules) - sum(size for _, size, _ in table)
    return _sliced([*table, ("padding", padding, "zeros, to whole words of 8")] if padding else table)


def state_blocks(rules: Rules | str) -> list[Block]:
    """(name, slice, meaning) of every block of a full state, in order.

    >>> [name for name, where, meaning in state_blocks("five_player_two_deck")][:4]
    ['hands', 'to_draw', 'kitty', 'picked']
    """
    rules = Rules.of(rules)
    return _sliced(full.full_blocks(rules.players, rules.decks))


def _sliced(table: list[tuple[str, int, str]]) -> list[Block]:
    """A table of sizes as one of slices."""
    blocks, at = [], 0
    for name, size, meaning in table:
        blocks.append((name, slice(at, at + size), meaning))
        at += size
    return blocks


def observation_space(rules: Rules, dtype: Any) -> spaces.Dict:
    """What an agent observes: {"observation": dtype[D], "action_mask": int8[59]}."""
    size = observation_size(rules)
    return spaces.Dict({"observation": counts_space(size, dtype), "action_mask": spaces.Box(0, 1, (TOKENS,), np.int8)})


def state_space(rules: Rules) -> spaces.Box:
    """The full state, float32."""
    return counts_space(full.full_size(rules.players, rules.decks), np.float32)


def counts_space(size: int, dtype: Any) -> spaces.Box:
    """A vector of small integers."""
    return spaces.Box(0, MAX_DECKS, (size,), dtype)
