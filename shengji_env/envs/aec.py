"""`ShengjiEnv`: the game as a PettingZoo AEC environment, straight on the engine's record; no rule stands here.

A decision is one compiled call, and what PettingZoo's usual wrappers check is checked here, where it costs next to
nothing: order of calls (attributes that exist from `reset` on), illegal tokens (the engine's own answer).

What is decided for the user of an environment:
- Everybody is paid when a deal is settled, whoever acts then; `last()` has what an agent got since it acted last.
- A match that `max_deals` ends is terminated, not truncated: its length is one of its rules.
- A token that is no integer of 0..58 is an error under "terminate" too: no policy samples it.
- Unknown keys of `options` are ignored, as PettingZoo's own tests expect.
"""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import logger, spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable, AECIterator
from pettingzoo.utils.env_logger import EnvLogger

from shengji_env.engine import full, observe, turn
from shengji_env.engine.calls import face_of, ordered_of
from shengji_env.engine.layout import TOKENS, UNKNOWN, CardOrder, new_states
from shengji_env.engine.notice import before_compiling
from shengji_env.errors import IllegalPlay, ShengjiError
from shengji_env.game.asking import Agent, answers, ways_of
from shengji_env.game.game import Game
from shengji_env.game.table import table
from shengji_env.game.view import PlayerView
from shengji_env.inputs.arguments import (
    ILLEGAL_ACTIONS,
    RENDER_MODES,
    flag,
    one_of,
    read_card_order,
    read_dtype,
    read_reward,
    whole,
)
from shengji_env.rules.rules import Rules
from shengji_env.states.result import DealResult
from shengji_env.states.starts import read_episode, read_seed, set_levels
from shengji_env.states.texts import copy_states
from shengji_env.threads import OneThread, alone, in_use

from .spaces import AgentSpaces, observation_size

ILLEGAL_REWARD = -1.0  # PettingZoo's classic environments pay this for an illegal move

_reset_row, _step_row = turn.reset_game, turn.step_game


class ShengjiEnv(OneThread, AECEnv):
    """One table of Shengji; `shengji_v0` has the whole description. It serves one thread at a time, and refuses a
    second one; copies share nothing with it."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "shengji_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: Rules | str = "five_player_two_deck",
        *,
        episode: str = "deal",
        levels: Sequence[str] | str | None = None,
        reward: str = "levels",
        illegal_action: str = "raise",
        skip_forced: bool = False,
        card_order: str = "face",
        dtype: Any = "float32",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = Rules.of(rules)
        self.render_mode = one_of("render_mode", render_mode, RENDER_MODES)
        self._reward = read_reward(reward)
        self._terminate = one_of("illegal_action", illegal_action, ILLEGAL_ACTIONS) == "terminate"
        self._skip_forced = int(flag(skip_forced, "skip_forced"))
        self._dtype = read_dtype(dtype)
        self._spaces = AgentSpaces(self.rules, self._dtype)
        self.possible_agents = self._spaces.agents[:]
        self._order = read_card_order(card_order)
        self._S = new_states(1)  # STATE[1]
        self._R = self.rules.record()  # RULES[1]
        self._S["episode"][0] = read_episode(episode)
        set_levels(self._S, self.rules, levels)
        self._seeded = False
        self._row = np.zeros(observation_size(self.rules), np.int8)  # what the actor sees
        self._other_row = np.zeros_like(self._row)
        self._mask = np.zeros(TOKENS, np.int8)  # the actor's
        self._pay = np.zeros(self.rules.players, np.float32)

    # ---------------------------------------------------------------- spaces

    def observation_space(self, agent: str) -> spaces.Space:
        """{"observation": float32[D] or int8[D], "action_mask": int8[59]}; the same object at each call."""
        return self._spaces.observation(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """Discrete(59); the same object at each call."""
        return self._spaces.action(agent)

    @property
    def card_order(self) -> str:
        """How observations, masks and tokens number the cards: "face" or "strength"."""
        return CardOrder(self._order).name.lower()

    @property
    def state_space(self) -> spaces.Box:
        """The space of `state()`."""
        return self._spaces.state()

    # ---------------------------------------------------------------- episodes

    @alone
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The next episode: its shuffles run on; with a seed it is the first episode of that seed."""
        if seed is not None or not self._seeded:
            self._S["seed"][0] = read_seed(seed)
            self._S["shuffles"][0] = 0
            self._seeded = True
        before_compiling()
        self._actor = _reset_row(self._S, 0, self._R, self._skip_forced, self._order, self._row, self._mask)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._actor]
        self._skip_agent_selection = None
        self._paid = False  # whether `rewards` has anything to clear
        self._moved = True
        if self.render_mode == "human":
            self._render()

    def step(self, action: int | None) -> None:
        """Apply one token of the agent whose turn it is; None for an agent that is done.

        IllegalPlay if the token is not legal, with illegal_action="raise"; nothing has changed then.
        """
        if self._busy:
            raise in_use(self)
        self._busy = True
        try:
            self._step(action)
        finally:
            self._busy = False

    def _step(self, action: Any) -> None:
        """The same, in the one thread that has this object."""
        agent = self.agent_selection
        if self._actor == UNKNOWN:
            self._step_done(action)
            return
        token = action
        if type(action) is not int or not 0 <= action < TOKENS:
            token = self._read_token(action)
        code, actor, paid = _step_row(
            self._S,
            0,
            self._R,
            token,
            self._skip_forced,
            self._reward,
            self._order,
            self._row,
            self._mask,
            self._pay,
        )
        if code != 0:
            self._answer_illegal(self._error(token))
            return
        self._moved = True
        self._cumulative_rewards[agent] = 0.0
        if self._paid:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._paid = False
        if paid:
            self._pay_out(self._pay)
        self._actor = actor
        if actor != UNKNOWN:
            self.agent_selection = self.possible_agents[actor]
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        if self.render_mode == "human":
            self._render()

    def _read_token(self, action: Any, last: int = TOKENS - 1) -> int:
        """The token in an integer of any kind. IllegalPlay if it is none, under "terminate" too."""
        try:
            return whole(action, "token", 0, last)
        except ShengjiError as refused:
            raise self._game()._illegal(str(refused), "token") from None

    def _pay_out(self, rewards: Iterable[float]) -> None:
        """Pay everybody."""
        self.rewards = {agent: float(reward) for agent, reward in zip(self.possible_agents, rewards, strict=True)}
        self._accumulate_rewards()
        self._paid = True

    def _answer_illegal(self, error: IllegalPlay) -> None:
        """An illegal action of the agent whose turn it is: the error, or the end of the game, which it loses."""
        if not self._terminate:
            raise error
        EnvLogger.warn_on_illegal_move()
        offender = self.agent_selection
        self._moved = True
        self._actor = UNKNOWN
        self._cumulative_rewards[offender] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._pay_out([ILLEGAL_REWARD if agent == offender else 0.0 for agent in self.possible_agents])
        self._deads_step_first()

    def _error(self, token: int) -> IllegalPlay:
        """What `Game` says to a token that the mask does not allow."""
        face = face_of(self._S, 0, self._order, token)
        try:
            self._game().step(face)
        except IllegalPlay as refused:
            return refused if face == token else refused.placed(f"{token} is token {face} by face: ")
        raise AssertionError(f"token {token}: refused, but Game takes it")

    def _step_done(self, action: Any) -> None:
        """The turn of an agent that is done, which takes its leave with None."""
        self._moved = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
        elif action is not None:
            raise IllegalPlay(f"cannot take {action!r}: {self.agent_selection} is done, its only step is None")
        else:
            self._was_dead_step(None)

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable:
        """The agent whose turn it is, again and again; step() or reset() belongs into the loop."""
        self._need_reset()
        self._moved = True
        return _Turns(self, max_iter)

    # ---------------------------------------------------------------- what is seen

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What the agent sees, in fresh arrays; the mask is zeros if it is not to act."""
        seat = self._spaces.seat(agent)
        if seat != self._actor:
            return {"observation": self._observe(seat), "action_mask": np.zeros(TOKENS, np.int8)}
        if self._busy:
            raise in_use(self)
        return {"observation": self._row.astype(self._dtype), "action_mask": self._mask.copy()}

    @alone
    def _observe(self, seat: int) -> np.ndarray:
        """What a seat sees that is not to act."""
        observe.observe(self._S, 0, self._R, seat, self._order, self._other_row)
        return self._other_row.astype(self._dtype)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """(observation, reward since its last step, terminated, truncated, info) of the agent whose turn it is;
        without `observe` the observation is None."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    @alone
    def state(self) -> np.ndarray:
        """Everything, hidden cards included, float32; `shengji_env.state_blocks(rules)` names its parts."""
        self._need_reset()
        out = np.zeros(self.state_space.shape, np.int8)
        full.write_full(self._S, 0, self._R, out)
        return out.astype(np.float32)

    @alone
    def game(self) -> Game:
        """A copy of the game as it stands, with all that `Game` offers."""
        return self._game()

    def _game(self) -> Game:
        self._need_reset()
        return Game.of_state(copy_states(self._S), self.rules, bool(self._skip_forced))

    @alone
    def view(self, agent: str) -> PlayerView:
        """What this agent may know, for agents that play from a view."""
        self._need_reset()
        return PlayerView(self._S, 0, self._R, self.rules, self._spaces.seat(agent))

    @alone
    def act_with(self, agent: Agent) -> int | None:
        """What this agent plays at the present turn, as a token in this environment's card order, for `step`; None when
        the episode is over. IllegalPlay if its answer is not legal.

        >>> from shengji_env import shengji_v0
        >>> from shengji_env.agents import make_agent
        >>> env, bot = shengji_v0.env(card_order="strength"), make_agent("rule:balanced")
        >>> env.reset(seed=1)
        >>> for _ in env.agent_iter():
        ...     env.step(env.act_with(bot))
        """
        self._need_reset()
        if self._actor == UNKNOWN:
            return None
        face = answers(ways_of(agent), self._S, np.zeros(1, np.int64), self._R, lambda _: self.rules)[0]
        return int(ordered_of(self._S, 0, self._order, face))

    @property
    def result(self) -> DealResult | None:
        """The last settled deal of this episode; None before."""
        return self.game().result

    @alone
    def render(self) -> str | None:
        """The table with all hands: as text ("ansi"), or printed ("human")."""
        return self._render()

    def _render(self) -> str | None:
        self._need_reset()
        if self.render_mode is None:
            logger.warn('render() does nothing without a render_mode: make the environment with "human" or "ansi"')
            return None
        text = table(self._S, self._R, self.rules)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n", flush=True)
        return None

    def close(self) -> None:
        """Nothing is held open."""

    # ---------------------------------------------------------------- order of calls

    def _need_reset(self) -> None:
        self._actor  # noqa: B018 - missing before the first reset()


class _AfterReset:
    """An attribute that comes with the first reset(); asking for it earlier is a mistake. (`__getattr__` would say the
    same, and slow every attribute down.)"""

    def __init__(self, called: str) -> None:
        self.called = called

    def __get__(self, env: ShengjiEnv | None, owner: type | None = None) -> Any:
        raise AttributeError(f"reset() needs to be called first: before it there is no {self.called}")


for _name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos"):
    setattr(ShengjiEnv, _name, _AfterReset(_name))
ShengjiEnv._actor = _AfterReset("game")
ShengjiEnv._cumulative_rewards = _AfterReset("rewards")  # type: ignore[assignment]


class _Turns(AECIterable):
    """As PettingZoo's, with an error for the loop that would never end."""

    def __iter__(self) -> "_TurnIterator":
        return _TurnIterator(self.env, self.max_iter)


class _TurnIterator(AECIterator):
    def __next__(self) -> str:
        agent = super().__next__()
        if not self.env._moved:
            raise ShengjiError("agent_iter(): step() or reset() needs to be called before the next turn")
        self.env._moved = False
        return agent
