"""Self-play IPPO with BenchMARL: a task of our own on the parallel environment, one network for all seats.

In that environment a seat that is not to act has one legal action, so its frames teach the policy nothing, and each row
of frames stays one seat's own. The advantage's lambda counts frames, of which several pass between two decisions.

    python -m shengji_env.training.recipes.benchmarl_ippo --steps 14000
"""

import dataclasses
import tempfile
from collections.abc import Callable

import torch
from benchmarl.algorithms import IppoConfig
from benchmarl.environments.common import TaskClass
from benchmarl.experiment import Callback, Experiment, ExperimentConfig
from benchmarl.models.mlp import MlpConfig
from torchrl.data import Composite
from torchrl.envs import EnvBase, MarlGroupMapType, PettingZooWrapper

from shengji_env import shengji_v0
from shengji_env.training.arguments import option
from shengji_env.training.recipes import common

GROUP = "agents"  # the name TorchRL gives to the one group of all seats


@dataclasses.dataclass
class Arguments(common.Arguments):
    round: int = option(2000, "decisions between two updates")
    batch: int = option(500, "frames in a minibatch")
    epochs: int = option(3, "passes over the frames of a round")
    rate: float = option(5e-4, "Adam's learning rate")


class ShengjiTask(TaskClass):
    """What BenchMARL asks about a game; `config` holds the preset under "rules"."""

    def get_env_fun(self, num_envs: int, continuous_actions: bool, seed: int | None, device) -> Callable[[], EnvBase]:
        def make() -> EnvBase:
            env = shengji_v0.parallel_env(
                mask_in_info=True,
                illegal_action="raise",
                levels="random",
                reward="points",
                skip_forced=True,
                card_order="strength",
                **self.config,
            )
            return PettingZooWrapper(
                env,
                use_mask=True,
                categorical_actions=True,
                group_map=MarlGroupMapType.ALL_IN_ONE_GROUP,
                seed=seed,
                device=device,
            )

        return make

    def supports_continuous_actions(self) -> bool:
        return False

    def supports_discrete_actions(self) -> bool:
        return True

    def max_steps(self, env: EnvBase) -> int:
        return 1000  # a deal is shorter

    def has_render(self, env: EnvBase) -> bool:
        return False

    def group_map(self, env: EnvBase) -> dict[str, list[str]]:
        return env.group_map

    def observation_spec(self, env: EnvBase) -> Composite:
        return one_key(env, "observation")

    def action_mask_spec(self, env: EnvBase) -> Composite:
        return one_key(env, "action_mask")

    def action_spec(self, env: EnvBase) -> Composite:
        return env.full_action_spec

    def state_spec(self, env: EnvBase) -> None:
        return None

    def info_spec(self, env: EnvBase) -> None:
        return None

    @staticmethod
    def env_name() -> str:
        return "shengji"


def one_key(env: EnvBase, key: str) -> Composite:
    """What the environment says of this key of the seats' group, alone."""
    group = env.observation_spec[GROUP]
    return Composite({GROUP: Composite({key: group[key].clone()}, shape=group.shape)})


class Progress(Callback):
    """Prints the losses after each round."""

    def on_train_end(self, training_td, group: str) -> None:
        losses = {name: training_td[name].mean().item() for name in ("loss_objective", "loss_critic")}
        played = (self.experiment.n_iters_performed + 1) * self.experiment.config.on_policy_collected_frames_per_batch
        common.report(played, loss=sum(losses.values()), **losses)


def make_experiment(a: Arguments, folder: str) -> Experiment:
    settings = ExperimentConfig.get_from_yaml()
    settings.gamma, settings.lr, settings.max_n_frames = 1.0, a.rate, max(a.steps, a.round)
    settings.on_policy_collected_frames_per_batch = a.round
    settings.on_policy_n_envs_per_worker = 4
    settings.on_policy_n_minibatch_iters, settings.on_policy_minibatch_size = a.epochs, a.batch
    settings.evaluation, settings.loggers, settings.create_json = False, [], False
    settings.save_folder = folder
    algorithm = IppoConfig.get_from_yaml()
    algorithm.entropy_coef, algorithm.lmbda = 0.01, 0.99
    model = MlpConfig.get_from_yaml()
    model.num_cells, model.activation_class = [256, 128], torch.nn.ReLU
    task = ShengjiTask("deal", {"rules": a.rules})
    return Experiment(task, algorithm, model, seed=a.seed, config=settings, callbacks=[Progress()])


def main() -> None:
    a = common.read_arguments(__doc__, Arguments, steps=14_000)
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        experiment = make_experiment(a, folder)
        if a.steps:
            experiment.run()
    network = experiment.group_policies[GROUP].module[0].mlp.get_stateful_net()
    common.finish(network, a, "benchmarl_ippo", card_order="strength")


if __name__ == "__main__":
    main()
