"""The agents of some tables, ready to be seated: compiled where they can be, else asked from outside."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from shengji_env.agents.net.forward import SHAPE, pack, shape_of
from shengji_env.agents.players import NetPlayer, RandomPlayer, RulePlayer
from shengji_env.agents.rule.personality import PERSONALITY
from shengji_env.engine import observe
from shengji_env.errors import CheckpointError, ShengjiError
from shengji_env.game.asking import Ways, ways_of
from shengji_env.inputs.arguments import CARD_ORDERS
from shengji_env.rules.rules import Rules

from .players import NET, OUTSIDE, RANDOM, RULE, Players, players_of


class Cast:
    """Some agents, numbered from 0: `codes[k]` is agent k's number in `who`, `ways[k]` how he is asked. Agents that
    cannot play these rules are refused."""

    def __init__(self, agents: Sequence[Any], rules: Rules, first_outside: int = OUTSIDE) -> None:
        """first_outside: the code of the first agent who must be asked from outside, the next ones below it."""
        self.rules = rules
        self.ways: list[Ways] = [ways_of(agent) for agent in agents]
        self.codes: list[int] = []
        self._nets: list[NetPlayer] = []
        self._traits: list[np.ndarray] = []
        self._size = observe.size(rules.players, rules.decks)
        for ways in self.ways:
            ways.check_rules(rules)
            self.codes.append(self._code(ways.compiled(), first_outside - len(self.codes)))
        packed = [pack(net.layers) for net in self._nets]
        self._packed = np.zeros((len(packed), max(map(len, packed), default=0)), np.float32)
        for k, net in enumerate(packed):
            self._packed[k, : len(net)] = net
        shapes = [shape_of(net.layers, net.activation) for net in self._nets]
        self._shapes = np.array(shapes, np.int64).reshape(-1, SHAPE)
        self._orders = np.array([CARD_ORDERS[net.card_order] for net in self._nets], np.int64)
        self._personalities = np.concatenate(self._traits) if self._traits else np.zeros(0, PERSONALITY)

    def _code(self, player: Any, outside: int) -> int:
        """The number of a player of this kind in `who`. A new kind of compiled player is registered here."""
        if player is None:
            return outside
        if isinstance(player, RandomPlayer):
            return RANDOM
        if isinstance(player, RulePlayer):
            self._traits.append(player.traits)
            return RULE + len(self._traits) - 1
        if isinstance(player, NetPlayer):
            if player.layers[0][0].shape[1] != self._size:
                raise CheckpointError("a network of another number of players or decks cannot sit at this table")
            self._nets.append(player)
            return NET + len(self._nets) - 1
        raise ShengjiError(f"compiled() gives {type(player).__name__}: no kind of player that can be seated")

    @property
    def is_compiled(self) -> bool:
        """Whether nobody has to be asked from outside."""
        return all(code >= 0 for code in self.codes)

    @property
    def answers_many(self) -> bool:
        """Whether all who are asked from outside answer many decisions at once."""
        return all(ways.answers_many for code, ways in zip(self.codes, self.ways, strict=True) if code < 0)

    def name(self, code: int) -> str:
        """The agent that this number in `who` stands for."""
        return self.ways[self.codes.index(code)].name

    def reset(self, seeds: Sequence[int]) -> None:
        """Every agent starts anew, each from a seed of its own."""
        for ways, seed in zip(self.ways, seeds, strict=True):
            ways.reset(seed)

    def players(self) -> Players:
        """For compiled loops, with a work space for one thread."""
        return players_of(self._packed, self._shapes, self._orders, self._personalities, False, self._size)
