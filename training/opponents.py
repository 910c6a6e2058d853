"""The opponents' pool: rule bots, the random bot, the learner as he is now, and his earlier selves.

Each episode draws against whom it is played (`Shares`); see `learning.seat_players`. Networks draw from their
softmax here, so that a pool of them is not one single opponent.
"""

import dataclasses

import numpy as np

from shengji_env.agents.net.forward import pack, shape_of
from shengji_env.agents.players import Layers
from shengji_env.agents.rule.personality import PERSONALITY
from shengji_env.inputs.arguments import CARD_ORDERS
from shengji_env.seating.players import Players, players_of

from .learning import OPPONENTS, SHARE


@dataclasses.dataclass(frozen=True)
class Shares:
    """How often which opponents sit at the table."""

    self: float = 0.30  # all others are the learner as he is now
    rules: float = 0.45  # all others are rule bots
    mixed: float = 0.15  # each other seat is a rule bot or the learner, as a coin falls
    past: float = 0.09  # all others are one of his earlier selves (as he is now while there are none)
    random: float = 0.01  # all others play at random

    def parts(self) -> np.ndarray:
        """int64[5]: the shares in parts of `SHARE`, scaled to a sum of one."""
        shares = np.array([getattr(self, name) for name in OPPONENTS], float)
        if not (np.isfinite(shares).all() and (shares >= 0).all() and shares.sum() > 0):
            raise ValueError(f"shares of opponents {shares.tolist()}: numbers from 0 on, not all 0")
        return np.round(shares / shares.sum() * SHARE).astype(np.int64)


class Pool:
    """The networks that opponents may be: row 0 is the learner as he is now, rows 1.. up to `size` his earlier selves,
    of which the oldest makes room."""

    def __init__(self, layers: Layers, traits: np.ndarray, size: int = 8, card_order: str = "strength") -> None:
        self.size = size
        self.names: list[str] = []  # of the earlier selves, by row
        self.traits = np.ascontiguousarray(traits, PERSONALITY)
        first = pack(layers)
        self.nets = np.zeros((size + 1, len(first)), np.float32)
        self.shapes = np.tile(shape_of(layers), (size + 1, 1))
        self.order = CARD_ORDERS[card_order]
        self.nets[0] = first
        self._observation = layers[0][0].shape[1]

    @property
    def past(self) -> int:
        """How many earlier selves there are."""
        return len(self.names)

    def update(self, layers: Layers) -> None:
        """The learner has learned."""
        self.nets[0] = pack(layers)

    def remember(self, name: str) -> None:
        """The learner as he is now becomes one of his earlier selves."""
        if self.size == 0:
            return
        if self.past == self.size:
            self.nets[1:-1] = self.nets[2:].copy()
            self.names.pop(0)
        self.names.append(name)
        self.nets[self.past] = self.nets[0]

    def players(self) -> Players:
        """For compiled loops, with a work space for one thread; later changes of the pool are seen by it."""
        orders = np.full(self.size + 1, self.order, np.int64)
        return players_of(self.nets, self.shapes, orders, self.traits, True, self._observation)
