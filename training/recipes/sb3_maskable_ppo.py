"""Self-play with Stable-Baselines3's MaskablePPO, short enough to read; ``shengji train`` is the fast one.

One seat learns, another one each deal. At the others sits the learner as he was a while ago: a snapshot, written and
read as any policy is. MaskablePPO asks the environment for `action_masks()`.

    python -m shengji_env.training.recipes.sb3_maskable_ppo --steps 30000
"""

import dataclasses
import tempfile

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from shengji_env import shengji_v0
from shengji_env.agents import Agent, make_agent, save_policy
from shengji_env.training.arguments import option
from shengji_env.training.recipes import common

ORDER = "strength"  # of the cards, in observations and tokens


@dataclasses.dataclass
class Arguments(common.Arguments):
    round: int = option(2048, "decisions between two updates")
    snapshot: int = option(10_000, "decisions of the learner between two of his snapshots")


class Table(gymnasium.Env):
    """The game for one seat, drawn anew for each deal; `opponent` plays all others."""

    def __init__(self, rules: str) -> None:
        self.table = shengji_v0.env(rules=rules, levels="random", reward="points", skip_forced=True, card_order=ORDER)
        self.observation_space = self.table.observation_space("player_0")["observation"]
        self.action_space = self.table.action_space("player_0")
        self.opponent: Agent = make_agent("random")

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[np.ndarray, dict]:
        super().reset(seed=seed)
        while True:
            self.table.reset(seed=int(self.np_random.integers(2**32)))
            self.learner = str(self.np_random.choice(self.table.possible_agents))
            seen = self._until_his_turn()
            if not self.table.terminations[self.learner]:  # else all his tokens were forced
                return seen, {}

    def step(self, token: int) -> tuple[np.ndarray, float, bool, bool, dict]:
        self.table.step(int(token))
        seen = self._until_his_turn()
        _, reward, done, _, _ = self.table.last(observe=False)
        return seen, reward, done, False, {}

    def _until_his_turn(self) -> np.ndarray:
        """The others play; the learner's observation, at his turn or at the end."""
        while self.table.agent_selection != self.learner:
            observation, _, done, _, _ = self.table.last()
            token = None if done else self._answer(observation)
            self.table.step(token)
        return self.table.observe(self.learner)["observation"]

    def _answer(self, observation: dict[str, np.ndarray]) -> int:
        masks = observation["action_mask"][None].astype(bool)
        return int(self.opponent.act_batch(observation["observation"][None], masks)[0])

    def meet(self, opponent: str) -> None:
        """Play against this agent from now on."""
        self.opponent = make_agent(opponent)

    def action_masks(self) -> np.ndarray:
        return self.table.observe(self.learner)["action_mask"].astype(bool)


class Snapshots(BaseCallback):
    """Lets the learner's snapshot sit at the other seats, a newer one every so often; prints the losses."""

    def __init__(self, a: Arguments, folder: str) -> None:
        super().__init__()
        self.a, self.path, self.taken = a, f"{folder}/snapshot", 0

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        self._report()
        if self.num_timesteps >= self.taken + self.a.snapshot:
            self.taken = self.num_timesteps
            save_policy(layers(self.model), self.path, self.a.rules, card_order=ORDER)
            self.training_env.env_method("meet", f"torch:{self.path}")

    def _on_training_end(self) -> None:
        self._report()

    def _report(self) -> None:
        """The losses of the last update, if there was one."""
        logged = self.model.logger.name_to_value
        if "train/loss" in logged:
            common.report(self.num_timesteps, loss=logged["train/loss"], entropy=-logged["train/entropy_loss"])


def layers(model: MaskablePPO) -> list[torch.nn.Module]:
    """From the observation to the logits."""
    return [model.policy.mlp_extractor.policy_net, model.policy.action_net]


def main() -> None:
    a = common.read_arguments(__doc__, Arguments, steps=30_000)
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy",
        Table(a.rules),
        n_steps=a.round,
        batch_size=256,
        n_epochs=3,
        gamma=1.0,
        learning_rate=5e-4,
        policy_kwargs={"net_arch": [256, 128], "activation_fn": torch.nn.ReLU},
        seed=a.seed,
        device="cpu",
    )
    model.set_logger(Logger(None, []))  # else an empty folder for every run
    with tempfile.TemporaryDirectory() as folder:
        model.learn(a.steps, callback=Snapshots(a, folder))
    common.finish(layers(model), a, "sb3_maskable_ppo", card_order=ORDER)


if __name__ == "__main__":
    main()
