"""CleanRL style: PyTorch and the AEC environment."""

import pytest

from integration.recipes import adapter_plays, learn_and_play

pytest.importorskip("torch")


def test_it_learns_and_plays(tmp_path):
    learn_and_play("cleanrl_ppo", tmp_path, 1000, "--round", 500)


def test_the_adapter_plays():
    import torch

    from shengji_env import shengji_v0

    size = shengji_v0.env().observation_space("player_0")["observation"].shape[0]
    adapter_plays("cleanrl", torch=torch, network=torch.nn.Linear(size, 59))
