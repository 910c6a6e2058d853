"""`ShengjiVectorEnv`: many tables in one object, one learning seat each."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from shengji_env.agents import Agent
from shengji_env.engine.layout import TOKENS
from shengji_env.envs.spaces import counts_space, observation_size
from shengji_env.inputs.arguments import ILLEGAL_ACTIONS, one_of, read_dtype, whole
from shengji_env.rules.rules import Rules
from shengji_env.seating import SeatGames
from shengji_env.threads import OneThread, alone


class ShengjiVectorEnv(OneThread, VectorEnv):
    """Many tables over one batch, one learning seat each: row i plays what `ShengjiGymEnv` plays with seed + i (the
    opponents being such that draw nothing). A row that is done begins its next episode in the same step;
    `infos["final_obs"]` has the last observation, in the row's place. Threads and copies: as of `ShengjiGymEnv`."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | str = "five_player_two_deck",
        *,
        opponents: Agent | str | Sequence[Agent | str] = "rule:balanced",
        seat: int | None = None,
        illegal_action: str = "terminate",
        dtype: Any = "float32",
        render_mode: str | None = None,
        **arguments: Any,
    ) -> None:
        """Arguments as of `ShengjiGymEnv`."""
        self.num_envs = whole(num_envs, "num_envs", 1)
        self.rules = Rules.of(rules)
        self.render_mode = one_of("render_mode", render_mode, (None, "ansi"))
        self._ends = one_of("illegal_action", illegal_action, ILLEGAL_ACTIONS) == "terminate"
        self._dtype = read_dtype(dtype)
        self.games = SeatGames(self.num_envs, self.rules, opponents, seat, **arguments)
        self.single_observation_space = counts_space(observation_size(self.rules), self._dtype)
        self.single_action_space = spaces.Discrete(TOKENS)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @alone
    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Every row begins an episode: with a seed the first of seed + row, or of its own in a list."""
        self.games.reset(seed)
        super().reset(seed=seed if isinstance(seed, int) else None)
        return self.games.observation.astype(self._dtype), self._infos()

    @alone
    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """(observations, rewards, terminations, truncations, infos); one token a row."""
        self.games.step(actions, self._ends)
        done = self.games.done.copy()
        infos = self._infos()
        if done.any():
            infos["final_obs"] = np.full(self.num_envs, None, object)
            for row in np.flatnonzero(done):
                infos["final_obs"][row] = self.games.final[row].astype(self._dtype)
            infos["_final_obs"] = done.copy()
            ended = np.zeros((self.num_envs, TOKENS), np.int8)
            infos["final_info"] = {"action_mask": ended, "_action_mask": done.copy()}
            infos["_final_info"] = done.copy()
        seen = self.games.observation.astype(self._dtype)
        return seen, self.games.reward.astype(np.float64), done, np.zeros_like(done), infos

    @property
    def card_order(self) -> str:
        """How observations, masks and tokens number the cards: "face" or "strength"."""
        return self.games.batch.card_order

    @alone
    def seat_opponents(self, opponents: Agent | str | Sequence[Agent | str]) -> None:
        """Play against these from the next turn on, in all rows."""
        self.games.seat_opponents(opponents)

    def action_masks(self) -> np.ndarray:
        """bool[N, 59]: the legal tokens."""
        return self.games.mask.copy()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.games.mask.astype(np.int8), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def render(self) -> tuple[str, ...] | None:
        """Every table as its learner sees it."""
        if self.render_mode is None:
            return None
        batch, seats = self.games.batch, self.games.seats
        return tuple(str(batch.view(row, int(seats[row]))) for row in range(self.num_envs))
