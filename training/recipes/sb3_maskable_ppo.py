"""Self-play with Stable-Baselines3's MaskablePPO, short enough to read; ``shengji train`` is the fast one.

At each of many tables one seat learns, another one each deal. At the others sits the learner as he was a while ago: a
snapshot, written and read as any policy is. MaskablePPO asks the environment for `action_masks()`.

    python -m shengji_env.training.recipes.sb3_maskable_ppo --steps 30000
"""

import dataclasses
import tempfile

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from shengji_env.agents import save_policy
from shengji_env.training.arguments import option
from shengji_env.training.recipes import common
from shengji_env.training.seat_vec import SeatVecEnv

ORDER = "strength"  # of the cards, in observations and tokens
GAMES = 16


@dataclasses.dataclass
class Arguments(common.Arguments):
    round: int = option(2048, "decisions between two updates")
    snapshot: int = option(10_000, "decisions of the learner between two of his snapshots")


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
            self.training_env.seat_opponents(f"torch:{self.path}")

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
    games = SeatVecEnv(
        GAMES, a.rules, "random", seed=a.seed, levels="random", reward="points", skip_forced=True, card_order=ORDER
    )
    model = MaskablePPO(
        "MlpPolicy",
        games,
        n_steps=max(a.round // GAMES, 1),
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
