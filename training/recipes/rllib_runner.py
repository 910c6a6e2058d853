"""RLlib's env runner on `make_batch`: all tables of a process take their next decision in one compiled call, and each
policy answers for all its seats at once.

RLlib's own runner steps environments one by one and writes down each step of each in Python. This one writes down the
learner's decisions only, an episode for each of his seats: a seat's next state is its own next turn, and the deal pays
at the end.
"""

from typing import Any, NamedTuple

import numpy as np
import torch
from gymnasium import spaces
from ray.rllib.core.columns import Columns
from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner
from ray.rllib.env.multi_agent_episode import MultiAgentEpisode
from ray.rllib.env.single_agent_episode import SingleAgentEpisode
from ray.rllib.env.vector.vector_multi_agent_env import VectorMultiAgentEnv
from ray.rllib.utils.metrics import NUM_ENV_STEPS_SAMPLED, NUM_ENV_STEPS_SAMPLED_LIFETIME

from shengji_env import Rules, make_batch
from shengji_env.envs.spaces import AgentSpaces
from shengji_env.training.recipes.rllib_league import LEARNER, POLICIES

CARD_ORDER = "strength"  # of the cards, in observations and tokens
GAINED = "gained"  # metric: what the learner's seats were paid more than the others at the same table, a deal


class Tables(VectorMultiAgentEnv):
    """The games of a process, `games`, with what RLlib asks of an environment about its spaces: every seat observes
    {"observation": int8[D], "action_mask": int8[59]}."""

    def __init__(self, rules: str, num_envs: int) -> None:
        seats = AgentSpaces(Rules.of(rules), np.int8)
        self.agents, self.num_envs = seats.agents, num_envs
        self.single_observation_space = spaces.Dict({agent: seats.observation(agent) for agent in self.agents})
        self.single_action_space = spaces.Dict({agent: seats.action(agent) for agent in self.agents})
        self.games = make_batch(
            num_envs, rules, levels="random", reward="points", skip_forced=True, card_order=CARD_ORDER
        )


class Decision(NamedTuple):
    """What a seat of the learner's saw and did."""

    seen: np.ndarray  # int8[D]
    mask: np.ndarray  # int8[59]
    token: int
    logprob: float
    logits: np.ndarray  # float32[59]


class SeatEpisode(SingleAgentEpisode):
    """An episode whose parts remain its seat's and policy's: where several processes learn, RLlib cuts episodes to
    share them out evenly, and would forget both."""

    __slots__ = ()  # the same layout, so that a part can be made one

    def slice(self, slice_: slice, **options: Any) -> SingleAgentEpisode:
        part = super().slice(slice_, **options)
        part.__class__ = SeatEpisode  # the rest may be cut once more
        part.agent_id, part.module_id = self.agent_id, self.module_id
        part.multi_agent_episode_id = self.multi_agent_episode_id
        return part


class BatchEnvRunner(MultiAgentEnvRunner):
    """Plays `num_envs_per_env_runner` games of ``env_config["rules"]`` at once; who sits where in a deal, the config's
    `policy_mapping_fn` says. A step, as RLlib counts them, is a decision of the learner."""

    def make_env(self) -> None:
        self.num_envs = self.config.num_envs_per_env_runner
        self.env = Tables(self.config.env_config["rules"], self.num_envs)
        self._seated = np.zeros((self.num_envs, len(self.env.agents)), np.int64)  # number in POLICIES, by row and seat
        self._deals = [""] * self.num_envs  # RLlib's names of them
        self._chains: dict[tuple[int, int], list[Decision]] = {}  # by row and seat, of the deal under way
        self._needs_initial_reset = True

    def _sample(self, *, num_timesteps: int, **_: Any) -> list[SingleAgentEpisode]:
        """Play until deals have ended in which the learner took `num_timesteps` decisions; the others are played on at
        the next call."""
        if self._needs_initial_reset:
            self._begin()
        episodes: list[SingleAgentEpisode] = []
        while sum(map(len, episodes)) < num_timesteps:
            self.env.games.step(self._decide())
            for row in np.flatnonzero(self.env.games.done).tolist():
                episodes += self._end_deal(row)
                self._seat_policies(row)
        self._count(sum(map(len, episodes)))
        return episodes

    def _begin(self) -> None:
        """New games at all tables, and not those again that a runner in this place began with before it failed."""
        seed = np.random.SeedSequence([self._seed or 0, self._weights_seq_no]).generate_state(1, np.uint64)[0]
        self.env.games.reset(int(seed))
        for row in range(self.num_envs):
            self._seat_policies(row)
        self._needs_initial_reset = False

    def _seat_policies(self, row: int) -> None:
        """A new deal."""
        deal = MultiAgentEpisode()
        self._deals[row] = deal.id_
        names = [self.config.policy_mapping_fn(agent, deal) for agent in self.env.agents]
        self._seated[row] = [POLICIES.index(name) for name in names]

    def _decide(self) -> np.ndarray:
        """A token for each table."""
        acting = self._seated[np.arange(self.num_envs), self.env.games.actor]
        tokens = np.zeros(self.num_envs, np.int64)
        for number in np.unique(acting):
            rows = np.flatnonzero(acting == number)
            tokens[rows] = self._answer(POLICIES[number], rows)
        return tokens

    @torch.inference_mode()
    def _answer(self, name: str, rows: np.ndarray) -> np.ndarray:
        """The tokens a policy draws for those who act in these rows; the learner's are written down."""
        games, module = self.env.games, self.module[name]
        seen, masks = games.observation[rows], games.mask[rows].astype(np.int8)
        asked = {"observation": torch.from_numpy(seen), "action_mask": torch.from_numpy(masks)}
        logits = module.forward_exploration({Columns.OBS: asked})[Columns.ACTION_DIST_INPUTS]
        policy = module.get_exploration_action_dist_cls().from_logits(logits)
        tokens = policy.sample()
        if name == LEARNER:
            columns = zip(seen, masks, tokens.tolist(), policy.logp(tokens).tolist(), logits.numpy(), strict=True)
            for row, seat, column in zip(rows.tolist(), games.actor[rows].tolist(), columns, strict=True):
                self._chains.setdefault((row, seat), []).append(Decision(*column))
        return tokens.numpy()

    def _end_deal(self, row: int) -> list[SingleAgentEpisode]:
        """The chains of the learner's seats; a seat whose tokens were all forced has none."""
        rewards, learner = self.env.games.reward[row], self._seated[row] == POLICIES.index(LEARNER)
        if learner.any() and not learner.all():
            gained = rewards[learner].mean() - rewards[~learner].mean()
            self.metrics.log_value(GAINED, float(gained), window=1000)
        chains = {seat: self._chains.pop((row, seat), None) for seat in np.flatnonzero(learner).tolist()}
        return [self._episode(row, seat, chain, rewards[seat]) for seat, chain in chains.items() if chain]

    def _episode(self, row: int, seat: int, chain: list[Decision], reward: float) -> SingleAgentEpisode:
        """A chain as RLlib learns from it. What is seen at the end is not learned from: the last view stands there."""
        seen, masks, tokens, logprobs, logits = map(np.array, zip(*chain, strict=True))
        last = [*range(len(chain)), -1]
        rewards = np.zeros(len(chain), np.float32)
        rewards[-1] = reward
        return SeatEpisode(
            observations={"observation": seen[last], "action_mask": masks[last]},
            infos=[{}] * len(last),
            actions=tokens,
            rewards=rewards,
            terminated=True,
            extra_model_outputs={
                Columns.ACTION_LOGP: logprobs.astype(np.float32),
                Columns.ACTION_DIST_INPUTS: logits,
            },
            multi_agent_episode_id=self._deals[row],
            agent_id=self.env.agents[seat],
            module_id=LEARNER,
            len_lookback_buffer=0,
        )

    def _count(self, steps: int) -> None:
        self.num_env_steps_sampled_lifetime += steps
        self.metrics.log_value(NUM_ENV_STEPS_SAMPLED, steps, reduce="sum")
        self.metrics.log_value(NUM_ENV_STEPS_SAMPLED_LIFETIME, steps, reduce="lifetime_sum", with_throughput=True)
