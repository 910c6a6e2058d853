"""Self-play PPO with RLlib against a league of one's own past, in one process or on a cluster.

Here are the network, the settings and the loop; `rllib_league` says who sits where, `rllib_runner` plays many tables at
once. A run can be killed: the same command with the same `--storage` goes on from the last checkpoint there.

    python -m shengji_env.training.recipes.rllib_ppo --steps 100000
    python -m shengji_env.training.recipes.rllib_ppo --address auto --runners 62 --storage SHARED/FOLDER
"""

import dataclasses
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import ray
import torch
from ray.rllib.algorithms import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module import MultiRLModuleSpec, RLModuleSpec
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.env_runner import EnvRunner
from ray.rllib.utils.metrics import ENV_RUNNER_RESULTS, NUM_ENV_STEPS_SAMPLED_LIFETIME
from torch import nn

from shengji_env import Rules, ShengjiError
from shengji_env.agents import load_checkpoint, save_policy
from shengji_env.training.arguments import option
from shengji_env.training.recipes import common
from shengji_env.training.recipes.rllib_league import LEARNER, POLICIES, freeze_learner, policy_at
from shengji_env.training.recipes.rllib_runner import CARD_ORDER, GAINED, BatchEnvRunner, Tables


@dataclasses.dataclass
class Arguments(common.Arguments):
    steps: int = option(100_000, "decisions of the learner to play")
    address: str = option("local", "of a Ray cluster, or auto; local: this machine alone")
    runners: int = option(0, "processes that play; 0: the one that learns plays too")
    games: int = option(128, "games a process plays at once")
    learners: int = option(0, "processes that learn beside this one; 0: this one learns")
    round: int = option(8192, "decisions between two updates, each learner's")
    batch: int = option(1024, "decisions in a minibatch")
    epochs: int = option(3, "passes over a round's decisions")
    rate: float = option(5e-4, "Adam's learning rate")
    snapshot: int = option(4, "updates between two checkpoints; with each the learner joins the league")
    storage: str = option("", "folder for checkpoints; where some lie the run goes on from the last")


class MaskedNetwork(TorchRLModule, ValueFunctionAPI):
    """Policy and value with a trunk each; illegal tokens get no probability."""

    def setup(self) -> None:
        size, tokens = self.observation_space["observation"].shape[0], int(self.action_space.n)
        hidden = [nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU()]
        self.actor = nn.Sequential(*hidden, nn.Linear(128, tokens))
        self.critic = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 1))

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, torch.Tensor]:
        seen, masks = batch[Columns.OBS]["observation"], batch[Columns.OBS]["action_mask"]
        return {Columns.ACTION_DIST_INPUTS: self.actor(seen.float()).masked_fill(masks == 0, -1e9)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        return self.critic(batch[Columns.OBS]["observation"].float()).squeeze(-1)


def configure(a: Arguments) -> PPOConfig:
    """PPO for the learner; the others of the league are played, not trained."""
    tables = Tables(a.rules, num_envs=1)
    seat = {
        "observation_space": tables.single_observation_space["player_0"],
        "action_space": tables.single_action_space["player_0"],
    }
    networks = {name: RLModuleSpec(module_class=MaskedNetwork, **seat) for name in POLICIES}
    return (
        PPOConfig()
        .environment(Tables, env_config={"rules": a.rules})
        .env_runners(
            env_runner_cls=BatchEnvRunner,
            num_env_runners=a.runners,
            num_envs_per_env_runner=a.games,
        )
        .fault_tolerance(restart_failed_env_runners=True)
        .learners(num_learners=a.learners)
        .multi_agent(policies=set(POLICIES), policy_mapping_fn=policy_at, policies_to_train=[LEARNER])
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=networks))
        .training(
            train_batch_size_per_learner=a.round,
            minibatch_size=a.batch,
            num_epochs=a.epochs,
            lr=a.rate,
            gamma=1.0,  # what counts comes at the end of the deal
            lambda_=0.95,
            clip_param=0.2,
            entropy_coeff=0.01,
            vf_loss_coeff=0.5,
            vf_clip_param=float("inf"),
            use_kl_loss=False,
            grad_clip=0.5,
        )
        .debugging(seed=a.seed, log_level="ERROR")
    )


def checkpoints(storage: str) -> list[Path]:
    """The whole checkpoints in the folder, oldest first."""
    return sorted(Path(storage).resolve().glob("checkpoint-??????"))


def save_checkpoint(algorithm: Algorithm, a: Arguments) -> None:
    """Write one, with the policy as `shengji evaluate` plays it. It gets its name when it is whole, and then the one
    before is dropped: a run that is killed meanwhile leaves a checkpoint."""
    older = checkpoints(a.storage)
    path = Path(a.storage).resolve() / f"checkpoint-{algorithm.training_iteration:06}"
    draft = path.with_suffix(".part")
    shutil.rmtree(draft, ignore_errors=True)
    algorithm.save_to_path(draft)
    save_policy(algorithm.get_module(LEARNER).actor, draft / "policy", a.rules, card_order=CARD_ORDER)
    draft.rename(path)
    for folder in older:
        shutil.rmtree(folder)


def restore(algorithm: Algorithm, a: Arguments) -> None:
    """Go on from the last checkpoint, if there is one; how many processes play may have changed, the rules may not."""
    for path in checkpoints(a.storage)[-1:]:
        before = load_checkpoint(path / "policy").card["rules"]
        if before["digest"] != Rules.of(a.rules).digest():
            raise ShengjiError(f"{path}: of a run under other rules, {before['preset']}; this one has {a.rules}")
        algorithm.restore_from_path(path)
        print(f"going on from {path}", flush=True)


def host(runner: EnvRunner) -> str:
    """The address of the node a runner plays on."""
    return ray.util.get_node_ip_address()


def steps_of(algorithm: Algorithm) -> int:
    """The learner's decisions so far, those before a restart too."""
    return int(algorithm.metrics.peek((ENV_RUNNER_RESULTS, NUM_ENV_STEPS_SAMPLED_LIFETIME), default=0))


def train(algorithm: Algorithm, a: Arguments) -> None:
    """Update after update; every so often the learner joins the league, and a checkpoint is written."""
    playing = a.runners
    while steps_of(algorithm) < a.steps:
        result = algorithm.train()
        if playing != (playing := algorithm.env_runner_group.num_healthy_remote_workers()):
            print(f"{playing} of {a.runners} runners play; one that fails is started again", flush=True)
        if LEARNER not in result.get("learners", {}):
            continue  # nobody was left to play
        played, learned = result["env_runners"], result["learners"][LEARNER]
        numbers = {"loss": learned["total_loss"], "entropy": learned["entropy"], "gained": played.get(GAINED, 0.0)}
        common.report(steps_of(algorithm), **numbers)
        times, rest = divmod(algorithm.training_iteration, a.snapshot)
        if rest == 0:
            freeze_learner(algorithm, times)
            if a.storage:
                save_checkpoint(algorithm, a)


def main() -> None:
    a = common.read_arguments(__doc__, Arguments)
    torch.set_num_threads(1)
    ray.init(address=a.address, log_to_driver=False)
    algorithm = configure(a).build_algo()
    if a.storage:
        restore(algorithm, a)
    hosts = algorithm.env_runner_group.foreach_env_runner(host, local_env_runner=a.runners == 0)
    print("playing on", ", ".join(f"{name} ({number})" for name, number in Counter(hosts).items()), flush=True)
    train(algorithm, a)
    common.finish(algorithm.get_module(LEARNER).actor, a, "rllib_ppo", card_order=CARD_ORDER)
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
