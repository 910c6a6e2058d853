"""`ShengjiGymEnv`: one table, one learning seat against agents. The opponents' turns are played inside `step`, which
returns at the learner's next decision or at the end of the episode."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from shengji_env.agents import Agent
from shengji_env.engine.layout import TOKENS
from shengji_env.envs.spaces import counts_space, observation_size
from shengji_env.errors import ShengjiError
from shengji_env.game.game import Game
from shengji_env.game.view import PlayerView
from shengji_env.inputs.arguments import ILLEGAL_ACTIONS, RENDER_MODES, one_of, read_dtype, whole
from shengji_env.rules.rules import Rules
from shengji_env.seating import SeatGames
from shengji_env.states.result import DealResult
from shengji_env.states.starts import read_seed
from shengji_env.threads import OneThread, alone


class ShengjiGymEnv(OneThread, gymnasium.Env):
    """One table, one seat to learn. It serves one thread at a time, and refuses a second one; copies share nothing with
    it, nor do their opponents.

    Observation float32[D] (dtype="int8": int8[D]), action Discrete(59), reward what the seat is paid up to its next
    decision. `info["action_mask"]`, int8[59], and `action_masks()`, bool[59], have the legal tokens; at the end of an
    episode they are zeros. An episode is never truncated.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        rules: Rules | str = "five_player_two_deck",
        *,
        opponents: Agent | str | Sequence[Agent | str] = "rule:balanced",
        seat: int | None = None,
        illegal_action: str = "terminate",
        dtype: Any = "float32",
        render_mode: str | None = None,
        **arguments: Any,
    ) -> None:
        """opponents: one agent or name for all other seats, or one each in the order of play from the learner on;
        seat: the learner's, None: drawn for each episode from the seed; illegal_action: "terminate" ends the episode
        with -1, "raise" is an IllegalPlay and nothing changes; episode, levels, reward, skip_forced, card_order: as of
        `shengji_v0.env`."""
        self.rules = Rules.of(rules)
        self.render_mode = one_of("render_mode", render_mode, RENDER_MODES)
        self._ends = one_of("illegal_action", illegal_action, ILLEGAL_ACTIONS) == "terminate"
        self._dtype = read_dtype(dtype)
        self._games = SeatGames(1, self.rules, opponents, seat, keep_ends=True, **arguments)
        self.observation_space = counts_space(observation_size(self.rules), self._dtype)
        self.action_space = spaces.Discrete(TOKENS)
        self._state = "new"  # then "open", and "done" after an episode's end

    @alone
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """The next episode; with a seed the first one of that seed."""
        super().reset(seed=None if seed is None else read_seed(seed))
        if seed is not None or self._state != "done":  # after an end the next one has begun already
            self._games.reset(seed)
        self._state = "open"
        self._seat = int(self._games.seats[0])
        if self.render_mode == "human":
            self.render()
        return self._games.observation[0].astype(self._dtype), self._info()

    @alone
    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """(observation, reward, terminated, False, info) at the learner's next decision, or at the end."""
        if self._state == "done":
            raise ShengjiError("step: the episode is over; call reset() first")
        games = self._games
        games.step(np.array([whole(action, "action", 0, TOKENS - 1)]), self._ends)
        over = bool(games.done[0])
        if over:
            self._state = "done"
        if self.render_mode == "human":
            self.render()
        seen = games.final[0] if over else games.observation[0]
        return seen.astype(self._dtype), float(games.reward[0]), over, False, self._info()

    @property
    def card_order(self) -> str:
        """How observations, masks and tokens number the cards: "face" or "strength"."""
        return self._games.batch.card_order

    @alone
    def seat_opponents(self, opponents: Agent | str | Sequence[Agent | str]) -> None:
        """Play against these from the next turn on: for self-play, snapshots of the learner."""
        self._games.seat_opponents(opponents)

    def action_masks(self) -> np.ndarray:
        """bool[59]: the legal tokens; none when the episode is over."""
        self._need_reset()
        return self._games.mask[0] & (self._state == "open")

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}

    # ---------------------------------------------------------------- what is seen

    @property
    def seat(self) -> int:
        """The learner's seat in this episode."""
        self._need_reset()
        return self._seat

    def game(self) -> Game:
        """A copy of the game as it stands, with all that `Game` offers; it stays at its end until `reset`."""
        self._need_reset()
        return self._games.end(0) if self._state == "done" else self._games.batch.game(0)

    def view(self) -> PlayerView:
        """What the learner may know."""
        return self.game().view(self.seat)

    @property
    def result(self) -> DealResult | None:
        """The last settled deal of this episode; None before."""
        return self.game().result

    def render(self) -> str | None:
        """The table as the learner sees it: as text ("ansi"), or printed ("human")."""
        if self.render_mode is None:
            gymnasium.logger.warn('render() does nothing without a render_mode: choose "human" or "ansi"')
            return None
        text = str(self.view())
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n", flush=True)
        return None

    def _need_reset(self) -> None:
        if self._state == "new":
            raise ShengjiError("there is no game before the first reset()")
