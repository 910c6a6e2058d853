"""The environments' spaces, and the named blocks that observations and full states are made of."""

from typing import Any

import numpy as np
from gymnasium import spaces

from shengji_env.engine import full, observe
from shengji_env.engine.layout import MAX_DECKS, TOKENS
from shengji_env.errors import ShengjiError, shown
from shengji_env.rules.rules import Rules

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


def observation_space(rules: Rules, dtype: Any, actions: int = TOKENS) -> spaces.Dict:
    """What an agent observes: {"observation": dtype[D], "action_mask": int8[actions]}."""
    size = observation_size(rules)
    return spaces.Dict({"observation": counts_space(size, dtype), "action_mask": spaces.Box(0, 1, (actions,), np.int8)})


def state_space(rules: Rules) -> spaces.Box:
    """The full state, float32."""
    return counts_space(full.full_size(rules.players, rules.decks), np.float32)


def counts_space(size: int, dtype: Any) -> spaces.Box:
    """A vector of small integers."""
    return spaces.Box(0, MAX_DECKS, (size,), dtype)


class AgentSpaces:
    """The spaces of each agent of an environment: made when they are asked for, then the same objects at each call."""

    def __init__(self, rules: Rules, dtype: Any, actions: int = TOKENS, masked: bool = True) -> None:
        """actions: how many there are; masked: whether the mask is part of the observation."""
        self.agents = [f"player_{seat}" for seat in range(rules.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.agents)}
        self._rules, self._dtype, self._actions, self._masked = rules, dtype, actions, masked
        self._action_spaces: dict[str, spaces.Discrete] = {}  # each with a generator of its own, which copies keep
        self._derive()

    def _derive(self) -> None:
        """What is made from the rest, and left out of pickles: spaces of observations are large."""
        self._observation_spaces: dict[str, spaces.Space] = {}
        self._state_space: spaces.Box | None = None

    def seat(self, agent: str) -> int:
        """The seat of an agent; ShengjiError if there is none of this name."""
        try:
            return self._seats[agent]
        except (KeyError, TypeError):
            raise ShengjiError(f"no agent {shown(agent)}: they are {', '.join(self.agents)}") from None

    def observation(self, agent: str) -> spaces.Space:
        """What the agent observes."""
        self.seat(agent)
        if agent not in self._observation_spaces:
            self._observation_spaces[agent] = self._new_observation_space()
        return self._observation_spaces[agent]

    def _new_observation_space(self) -> spaces.Space:
        if self._masked:
            return observation_space(self._rules, self._dtype, self._actions)
        return counts_space(observation_size(self._rules), self._dtype)

    def action(self, agent: str) -> spaces.Discrete:
        """What the agent may send."""
        self.seat(agent)
        if agent not in self._action_spaces:
            self._action_spaces[agent] = spaces.Discrete(self._actions)
        return self._action_spaces[agent]

    def state(self) -> spaces.Box:
        """The full state."""
        if self._state_space is None:
            self._state_space = state_space(self._rules)
        return self._state_space

    def __getstate__(self) -> dict[str, Any]:
        derived = ("_observation_spaces", "_state_space")
        return {name: value for name, value in self.__dict__.items() if name not in derived}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._derive()
