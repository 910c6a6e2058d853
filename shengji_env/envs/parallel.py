"""`ShengjiParallelEnv`: the AEC environment for libraries in which every agent acts at every step; no rule stands here.

One agent decides, as the game has it; the others have one legal action, NOOP. (PettingZoo's own converter is for games
in which the agents act in a cycle; here one may act many times in a row.)

What is decided for the user of an environment:
- What those send who are not to act is ignored, whatever it is, and may be left out.
- The last observations, with which all are terminated, have NOOP as the one legal action: no mask is ever all zeros.
- With `mask_in_info` observations are plain arrays, for libraries that read masks in `infos` and observe boxes only.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from shengji_env.engine.layout import TOKENS
from shengji_env.errors import ShengjiError, shown
from shengji_env.game.asking import Agent
from shengji_env.game.game import Game
from shengji_env.game.view import PlayerView
from shengji_env.inputs.arguments import flag, read_dtype
from shengji_env.rules.rules import Rules
from shengji_env.states.result import DealResult
from shengji_env.threads import OneThread, alone

from .aec import ShengjiEnv
from .spaces import AgentSpaces

NOOP = TOKENS  # the one legal action of those who are not to act
ACTIONS = TOKENS + 1


class ShengjiParallelEnv(OneThread, ParallelEnv):
    """One table of Shengji at which everybody acts at every step; `shengji_v0` has the whole description. It serves one
    thread at a time, and refuses a second one; copies share nothing with it.

    rules, illegal_action, dtype and further arguments: as of `ShengjiEnv`; mask_in_info: whether the masks stand in
    `infos[agent]["action_mask"]`, and observations are plain arrays.
    """

    metadata: ClassVar[dict[str, Any]] = {**ShengjiEnv.metadata, "is_parallelizable": True}

    def __init__(
        self,
        rules: Rules | str = "five_player_two_deck",
        *,
        illegal_action: str = "terminate",
        dtype: Any = "float32",
        mask_in_info: bool = False,
        **arguments: Any,
    ) -> None:
        self._env = ShengjiEnv(rules, illegal_action=illegal_action, dtype=dtype, **arguments)
        self.rules = self._env.rules
        self.render_mode = self._env.render_mode
        self.possible_agents = self._env.possible_agents[:]
        self._mask_in_info = flag(mask_in_info, "mask_in_info")
        self._spaces = AgentSpaces(self.rules, read_dtype(dtype), ACTIONS, masked=not self._mask_in_info)

    # ---------------------------------------------------------------- spaces

    def observation_space(self, agent: str) -> spaces.Space:
        """{"observation": float32[D] or int8[D], "action_mask": int8[60]}, with `mask_in_info` the observation alone;
        the same object at each call."""
        return self._spaces.observation(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """Discrete(60): the tokens and NOOP; the same object at each call."""
        return self._spaces.action(agent)

    @property
    def card_order(self) -> str:
        """How observations, masks and tokens number the cards: "face" or "strength"."""
        return self._env.card_order

    @property
    def state_space(self) -> spaces.Box:
        """The space of `state()`."""
        return self._spaces.state()

    # ---------------------------------------------------------------- episodes

    @property
    def agents(self) -> list[str]:
        """All agents; none when the episode is over."""
        return [] if self.active_agent is None else self.possible_agents[:]

    @property
    def active_agent(self) -> str | None:
        """The agent whose decision counts at the next step; None when the episode is over."""
        agent = self._env.agent_selection
        return None if self._env.terminations[agent] else agent

    @alone
    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """The next episode, as `ShengjiEnv.reset`; returns (observations, infos) by agent."""
        self._env.reset(seed, options)
        return self._seen()

    @alone
    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], dict, dict, dict, dict]:
        """Apply the action of the agent that is to act; returns (observations, rewards, terminations, truncations,
        infos) by agent.

        IllegalPlay if it is not legal, with illegal_action="raise"; nothing has changed then.
        """
        agent = self.active_agent
        if agent is None:
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        self._act(agent, _sent(actions, agent))
        observations, infos = self._seen()
        env = self._env
        return observations, dict(env.rewards), dict(env.terminations), dict(env.truncations), infos

    def _act(self, agent: str, action: Any) -> None:
        """One step of the game."""
        env = self._env
        token = env._read_token(action, NOOP)
        if token == NOOP:
            env._answer_illegal(env.game()._illegal(f"cannot take NOOP ({NOOP}): {agent} is to act", "token"))
        else:
            env.step(token)

    # ---------------------------------------------------------------- what is seen

    def _seen(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """(observations, infos) of all agents, in fresh arrays."""
        observations: dict[str, Any] = {}
        infos: dict[str, dict[str, Any]] = {}
        active = self.active_agent
        for agent in self.possible_agents:
            seen = self._env.observe(agent)
            mask = np.zeros(ACTIONS, np.int8)
            mask[:TOKENS] = seen["action_mask"]
            mask[NOOP] = agent != active
            observations[agent] = seen["observation"] if self._mask_in_info else {**seen, "action_mask": mask}
            infos[agent] = {"action_mask": mask} if self._mask_in_info else {}
        return observations, infos

    def state(self) -> np.ndarray:
        """Everything, hidden cards included, float32; `shengji_env.state_blocks(rules)` names its parts."""
        return self._env.state()

    def game(self) -> Game:
        """A copy of the game as it stands, with all that `Game` offers."""
        return self._env.game()

    def view(self, agent: str) -> PlayerView:
        """What this agent may know, for agents that play from a view."""
        return self._env.view(agent)

    def act_with(self, agent: Agent) -> dict[str, int]:
        """The actions of a step in which this agent plays for whose turn it is: NOOP of all others. Empty when the
        episode is over."""
        active = self.active_agent
        if active is None:
            return {}
        token = self._env.act_with(agent)
        assert token is not None
        return {name: token if name == active else NOOP for name in self.possible_agents}

    @property
    def result(self) -> DealResult | None:
        """The last settled deal of this episode; None before."""
        return self._env.result

    def render(self) -> str | None:
        """The table with all hands: as text ("ansi"), or printed ("human")."""
        return self._env.render()

    def close(self) -> None:
        """Nothing is held open."""


def _sent(actions: Mapping[str, int], agent: str) -> Any:
    """What the agent to act has sent."""
    if isinstance(actions, Mapping) and agent in actions:
        return actions[agent]
    raise ShengjiError(f"cannot take {shown(actions)}: a dict by agent is asked for, with the action of {agent}")
