"""Self-play IPPO with XuanCe: the parallel environment as one of its own, one network for all seats.

In that environment a seat that is not to act has one legal action, so its frames teach the policy nothing, and each row
of frames stays one seat's own. The advantage's lambda counts frames, of which several pass between two decisions.

    python -m shengji_env.training.recipes.xuance_ippo --steps 20000
"""

import dataclasses
import tempfile
from argparse import Namespace
from pathlib import Path

import torch
import xuance
from torch import nn
from xuance.common import MultiAgentBaseCallback, load_yaml
from xuance.environment import REGISTRY_MULTI_AGENT_ENV, RawMultiAgentEnv, make_envs
from xuance.torch.agents import IPPO_Agents

from shengji_env import shengji_v0
from shengji_env.training.arguments import option
from shengji_env.training.recipes import common

CONFIGS = Path(xuance.__file__).parent / "configs"
LONGER_THAN_A_DEAL = 1000  # frames


@dataclasses.dataclass
class Arguments(common.Arguments):
    round: int = option(2000, "decisions between two updates")
    tables: int = option(4, "played side by side")
    minibatches: int = option(4, "that a round is split into")
    epochs: int = option(3, "passes over a round's frames")
    rate: float = option(5e-4, "Adam's learning rate")


class Table(RawMultiAgentEnv):
    """What XuanCe asks of an environment; `config.env_id` is the preset."""

    def __init__(self, config: Namespace) -> None:
        super().__init__()
        self.env = shengji_v0.parallel_env(
            rules=config.env_id,
            mask_in_info=True,
            illegal_action="raise",
            levels="random",
            reward="points",
            skip_forced=True,
            card_order="strength",
        )
        self.env.reset(seed=config.env_seed)
        self.agents = self.env.possible_agents
        self.num_agents = len(self.agents)
        self.agent_groups = [self.agents]
        self.observation_space = {agent: self.env.observation_space(agent) for agent in self.agents}
        self.action_space = {agent: self.env.action_space(agent) for agent in self.agents}
        self.state_space = self.env.state_space
        self.max_episode_steps = LONGER_THAN_A_DEAL

    def reset(self):
        observations, self._infos = self.env.reset()
        return observations, {}

    def step(self, actions):
        observations, rewards, terminations, _, self._infos = self.env.step(actions)
        return observations, rewards, terminations, False, {}

    def avail_actions(self):
        return {agent: self._infos[agent]["action_mask"].astype(bool) for agent in self.agents}

    def state(self):
        return self.env.state()

    def render(self, *_):
        return self.env.render()

    def close(self):
        self.env.close()


class Progress(MultiAgentBaseCallback):
    """Prints the loss of each round's last minibatch."""

    def __init__(self, round_: int) -> None:
        super().__init__()
        self.round, self.steps = round_, 0

    def on_train_epochs_end(self, current_step, **seen) -> None:
        self.steps += self.round
        common.report(self.steps, loss=seen["update_info"]["loss"])


def make_agents(a: Arguments, folder: str) -> IPPO_Agents:
    """XuanCe's own settings for IPPO, with what is different here; `folder` is for its logs."""
    REGISTRY_MULTI_AGENT_ENV["shengji"] = Table
    settings = load_yaml(CONFIGS / "basic.yaml") | load_yaml(CONFIGS / "ippo" / "mpe" / "simple_spread_v3.yaml")
    game = {"env_name": "shengji", "env_id": a.rules, "env_seed": a.seed, "seed": a.seed, "continuous_action": False}
    network = {"policy": "Categorical_MAAC_Policy", "representation": "Basic_Identical", "use_actions_mask": True}
    sizes = {"actor_hidden_size": [256, 128], "critic_hidden_size": [256], "learning_rate": a.rate, "gamma": 1.0}
    rounds = {"n_epochs": a.epochs, "n_minibatch": a.minibatches, "buffer_size": a.round, "running_steps": a.steps}
    tables = {"vectorize": "DummyVecMultiAgentEnv", "parallels": a.tables, "gae_lambda": 0.99, "render": False}
    folders = {"log_dir": folder, "model_dir": folder}
    config = Namespace(**settings | game | network | sizes | rounds | tables | folders)
    return IPPO_Agents(config, make_envs(config), callback=Progress(a.round))


def policy(agents: IPPO_Agents) -> nn.Sequential:
    """The shared actor as seen from the first seat: the seat's number, which XuanCe adds to the observation, becomes a
    part of the first layer's bias."""
    (actor,) = agents.policy.actor.values()
    first, *others = actor.model
    size = first.in_features - agents.n_agents
    layer = nn.Linear(size, first.out_features)
    layer.weight.data, layer.bias.data = first.weight.data[:, :size], first.bias.data + first.weight.data[:, size]
    return nn.Sequential(layer, *others)


def main() -> None:
    a = common.read_arguments(__doc__, Arguments, steps=20_000)
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        agents = make_agents(a, folder)
        agents.train(-(-a.steps // a.tables))
        agents.finish()
    common.finish(policy(agents), a, "xuance_ippo", card_order="strength")


if __name__ == "__main__":
    main()
