"""Tianshou 2: PettingZooEnv over the AEC environment."""

import pytest

from integration.recipes import adapter_plays, learn_and_play

pytest.importorskip("tianshou")


def test_it_learns_and_plays(tmp_path):
    learn_and_play("tianshou_dqn", tmp_path, 1500, "--epoch", 700, "--deals", 4)


def test_the_adapter_plays():
    from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
    from tianshou.data import Batch
    from tianshou.utils.net.common import Net

    from shengji_env.training.recipes import tianshou_dqn as recipe

    env = recipe.make_env(recipe.Arguments())
    size = env.observation_space["observation"].shape
    policy = DiscreteQLearningPolicy(
        model=Net(state_shape=size, action_shape=env.action_space.n), action_space=env.action_space
    )
    adapter_plays("tianshou", Batch=Batch, policy=policy)
