"""`random`: every legal token is equally likely."""

import copy

import numpy as np

from shengji_env.game.view import PlayerView
from shengji_env.inputs.arguments import whole

from .players import RandomPlayer


class RandomAgent:
    """Draws among the legal tokens. The same seed, the same draws; threads that ask one agent share them out.

    >>> from shengji_env import Game
    >>> game = Game(seed=1)
    >>> agent, twin = RandomAgent(seed=5), RandomAgent(seed=5)
    >>> view, mask = game.view(game.actor), game.mask()
    >>> [agent.act(view, mask) for _ in range(9)] == [twin.act(view, mask) for _ in range(9)]
    True
    """

    def __init__(self, seed: int | None = None) -> None:
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Start a new stream of draws."""
        self._draws = np.random.default_rng(None if seed is None else whole(seed, "seed", 0))

    def __copy__(self) -> "RandomAgent":
        return copy.deepcopy(self)  # with a stream of its own

    def act(self, view: PlayerView, mask: np.ndarray) -> int:
        """One of the legal tokens; the view is not looked at."""
        legal = np.flatnonzero(mask)
        return int(legal[self._draws.integers(len(legal))])

    def act_batch(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """A legal token for each row of `masks`, bool[N, 59]."""
        weights = self._draws.random(masks.shape)
        return np.where(masks, weights, -1.0).argmax(axis=1)

    def compiled(self) -> RandomPlayer:
        """In compiled loops the draws are of the game's own stream."""
        return RandomPlayer()
