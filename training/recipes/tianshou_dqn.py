"""Self-play DQN with Tianshou 2: PettingZooEnv over the AEC environment, one network for all seats.

In Tianshou's buffer the decision that follows belongs to the next seat, whose observation says nothing about this one's
prospects. So returns reach over the whole deal: what is learned are the deal's payments, never another seat's values.

    python -m shengji_env.training.recipes.tianshou_dqn --steps 20000
"""

import dataclasses

import numpy as np
import torch
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from shengji_env import shengji_v0
from shengji_env.training.arguments import option
from shengji_env.training.recipes import common

LONGER_THAN_A_DEAL = 400  # decisions, all seats together


@dataclasses.dataclass
class Arguments(common.Arguments):
    epoch: int = option(2000, "decisions between two lines of progress")
    deals: int = option(8, "played, half of them at once, between two updates")
    batch: int = option(256, "decisions in a minibatch")
    updates: float = option(0.02, "minibatches for each decision played")
    buffer: int = option(20_000, "decisions remembered")
    epsilon: float = option(0.1, "share of random tokens")
    rate: float = option(1e-3, "Adam's learning rate")


def make_env(a: Arguments) -> PettingZooEnv:
    env = shengji_v0.env(
        rules=a.rules, levels="random", reward="points", skip_forced=True, card_order="strength", dtype="int8"
    )
    return PettingZooEnv(env)


def main() -> None:
    a = common.read_arguments(__doc__, Arguments, steps=20_000)
    np.random.seed(a.seed)  # noqa: NPY002 - Tianshou draws from it
    torch.manual_seed(a.seed)
    torch.set_num_threads(1)
    env = make_env(a)
    network = Net(
        state_shape=env.observation_space["observation"].shape, action_shape=env.action_space.n, hidden_sizes=[256, 128]
    )
    # Exploring when asked by another policy counts as inference, so both are set.
    policy = DiscreteQLearningPolicy(
        model=network, action_space=env.action_space, eps_training=a.epsilon, eps_inference=a.epsilon
    )
    learner = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=a.rate),
        gamma=1.0,
        n_step_return_horizon=LONGER_THAN_A_DEAL,
        huber_loss_delta=1.0,
    )
    seats = MultiAgentOffPolicyAlgorithm(algorithms=[learner] * len(env.agents), env=env)
    tables = DummyVectorEnv([lambda: make_env(a) for _ in range(max(1, a.deals // 2))])
    tables.seed(a.seed)
    buffer = VectorReplayBuffer(a.buffer, len(tables))
    params = OffPolicyTrainerParams(
        training_collector=Collector(seats, tables, buffer, exploration_noise=True),
        max_epochs=-(-a.steps // a.epoch),
        epoch_num_steps=a.epoch,
        collection_step_num_env_steps=None,
        collection_step_num_episodes=a.deals,
        batch_size=a.batch,
        update_step_num_gradient_steps_per_sample=a.updates,
        multi_agent_return_reduction=lambda returns: np.abs(returns).mean(axis=1),
        verbose=False,
        show_progress=False,
    )
    trainer = seats.create_trainer(params)
    trainer.reset()
    for epoch in range(params.max_epochs):
        stats = trainer.execute_epoch()
        losses = stats.training_stat.get_loss_stats_dict()
        common.report((epoch + 1) * a.epoch, loss=float(np.mean(list(losses.values()))))
    common.finish(network.model.model, a, "tianshou_dqn", card_order="strength")


if __name__ == "__main__":
    main()
