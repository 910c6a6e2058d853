"""BenchMARL: a task of our own on the parallel environment, IPPO."""

import pytest

from integration.recipes import adapter_plays, learn_and_play

pytest.importorskip("benchmarl")


def test_it_learns_and_plays(tmp_path):
    learn_and_play("benchmarl_ippo", tmp_path, 1600, "--round", 800, "--batch", 400)


def test_the_adapter_plays(tmp_path):
    import torch
    from tensordict import TensorDict
    from torchrl.envs import ExplorationType, set_exploration_type

    from shengji_env.training.recipes import benchmarl_ippo as recipe

    experiment = recipe.make_experiment(recipe.Arguments(), str(tmp_path))
    policy = experiment.group_policies[recipe.GROUP]
    used = {"TensorDict": TensorDict, "ExplorationType": ExplorationType, "set_exploration_type": set_exploration_type}
    adapter_plays("benchmarl", torch=torch, policy=policy, **used)
