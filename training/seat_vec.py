"""`SeatVecEnv`: one learning seat at many tables against any agents, as a Stable-Baselines3 VecEnv.

The short way from an agent's name to a MaskablePPO run; `self_play.SelfPlayVecEnv`, which `shengji train` uses, plays a
pool of networks and rule bots instead and draws new opponents for each episode.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from shengji_env.agents import Agent
from shengji_env.engine.layout import TOKENS
from shengji_env.envs.spaces import counts_space, observation_size
from shengji_env.rules import Rules
from shengji_env.seating import SeatGames


class RowsVecEnv(VecEnv):
    """The parts of a VecEnv that ask for single environments, where there is one object for all rows."""

    def _rows(self, indices: Any) -> list[int]:
        return list(self._get_indices(indices))

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name) for _ in self._rows(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Rows of what the method answers, if anything; `action_masks` is what sb3-contrib asks for."""
        answer = getattr(self, method_name)(*args, **kwargs)
        return [None if answer is None else answer[row] for row in self._rows(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False for _ in self._rows(indices)]


class SeatVecEnv(RowsVecEnv):
    """Observations int8[games, D], actions tokens of Discrete(59), `action_masks` bool[games, 59]. A masked-out token
    is an IllegalPlay, and nothing has changed. Further arguments as of `shengji_env.gym.ShengjiGymEnv`."""

    def __init__(
        self,
        games: int,
        rules: Rules | str = "five_player_two_deck",
        opponents: Agent | str | Sequence[Agent | str] = "rule:balanced",
        seat: int | None = None,
        seed: int = 0,
        **arguments: Any,
    ) -> None:
        self.render_mode = None  # SB3 asks for it
        self.games = SeatGames(games, rules, opponents, seat, seed, **arguments)
        self._tokens: np.ndarray = np.zeros(games, np.int64)
        super().__init__(games, counts_space(observation_size(rules), np.int8), spaces.Discrete(TOKENS))

    @property
    def rules(self) -> Rules:
        """Of every row."""
        return self.games.batch.rules[0]

    @property
    def card_order(self) -> str:
        """Of observations, masks and tokens."""
        return self.games.batch.card_order

    def reset(self) -> np.ndarray:
        """Every row begins its next episode, or the first of the seed given to `seed` before."""
        self.games.reset(self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        return self.games.observation.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self._tokens = np.asarray(actions)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        self.games.step(self._tokens)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(self.games.done):
            infos[row] = {"terminal_observation": self.games.final[row].copy(), "TimeLimit.truncated": False}
        return self.games.observation.copy(), self.games.reward.copy(), self.games.done.copy(), infos

    def seat_opponents(self, opponents: Agent | str | Sequence[Agent | str]) -> None:
        """Play against these from the next turn on, in all rows: for self-play, snapshots of the learner."""
        self.games.seat_opponents(opponents)

    def action_masks(self) -> np.ndarray:
        """bool[games, 59]: the learners' legal tokens."""
        return self.games.mask.copy()

    def close(self) -> None:
        """Nothing is held open."""
